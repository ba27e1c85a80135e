from typing import cast

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from nerinspect.ui.filters.counts_table import Click
from nerinspect.ui.filters.kinds import KindsModel, KindsPanel

COUNTS = np.array([1246, 0, 61, 126, 74, 1])


@pytest.fixture
def panel(qtbot: QtBot) -> KindsPanel:
    panel = KindsPanel()
    qtbot.addWidget(panel)
    panel.resize(308, 200)
    panel.show_counts(COUNTS, {"fn", "lbe"})
    panel.show()
    return panel


def middle_of(panel: KindsPanel, row: int) -> QPoint:
    return panel.view.visualRect(panel.view.model().index(row, 0)).center()


def test_model_keeps_the_rules_of_qt(qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(KindsModel())  # type: ignore[no-untyped-call]


@pytest.mark.parametrize(("row", "kind"), [(0, "tp"), (1, "fp"), (5, "lbe")])
def test_a_click_picks_a_kind(panel: KindsPanel, qtbot: QtBot, row: int, kind: str) -> None:
    with qtbot.waitSignal(panel.picked) as caught:
        QTest.mouseClick(
            panel.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle_of(panel, row)
        )
    assert caught.args == [[kind], 0, Click.ALONE]


def test_a_click_with_ctrl_toggles_a_kind(panel: KindsPanel, qtbot: QtBot) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    with qtbot.waitSignal(panel.picked) as caught:
        QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, control, middle_of(panel, 3))
    assert caught.args == [["le"], 0, Click.ADDED]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_keys_pick_the_kind_that_arrows_reached(panel: KindsPanel, qtbot: QtBot, key: Qt.Key) -> None:
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.picked) as caught:
        QTest.keyClick(panel.view, key)
    assert caught.args == [["fn"], 0, Click.ALONE]


def test_space_with_ctrl_toggles_a_kind(panel: KindsPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.picked) as caught:
        QTest.keyClick(panel.view, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert caught.args == [["tp"], 0, Click.ADDED]


@pytest.mark.parametrize(
    ("row", "spoken"),
    [
        (0, "correct, TP, 1,246 events, key 1"),
        (2, "missed, FN, 61 events, picked, key 3"),
        (5, "label and boundary error, LBE, 1 event, picked, key 6"),
    ],
)
def test_a_screen_reader_hears_count_and_state(panel: KindsPanel, row: int, spoken: str) -> None:
    index = panel.view.model().index(row, 0)
    assert cast("str", index.data(Qt.ItemDataRole.AccessibleTextRole)) == spoken


def test_all_six_kinds_fit_without_scrolling(panel: KindsPanel) -> None:
    assert panel.view.viewport().rect().contains(middle_of(panel, 5))


def test_the_summary_stands_in_the_head(panel: KindsPanel) -> None:
    panel.set_summary("398 picked")
    assert panel.section.summary == "398 picked"


def test_a_folded_section_keeps_its_summary(panel: KindsPanel) -> None:
    panel.set_summary("398 picked")
    panel.section.set_folded(True)
    assert not panel.view.isVisible()
    assert panel.section.summary == "398 picked"


def test_rows_grow_with_the_font(panel: KindsPanel) -> None:
    before = panel.view.height()
    font = panel.font()
    font.setPixelSize(26)
    panel.setFont(font)
    assert panel.view.height() > 1.5 * before


@pytest.mark.parametrize("width", [248, 308])
def test_picked_rows_look_different(panel: KindsPanel, width: int) -> None:
    panel.resize(width, 200)
    before = panel.view.grab().toImage()
    panel.show_counts(COUNTS, set())
    assert panel.view.grab().toImage() != before
