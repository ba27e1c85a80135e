from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.ui.lists.event_columns import COLUMN_KEYS
from nerinspect.ui.lists.event_table import EventsPanel

LONG = " ".join(f"Long{number}/{'B' if number == 0 else 'I'}-ORG/O" for number in range(20))


@pytest.fixture
def panel(qtbot: QtBot, make_study_from: Callable[..., Study]) -> EventsPanel:
    panel = EventsPanel()
    qtbot.addWidget(panel)
    font = panel.font()
    font.setPixelSize(13)
    panel.setFont(font)
    panel.resize(900, 400)
    panel.show()
    panel.show_events(make_study_from(*[f"x/O/O {LONG} y/O/O"] * 3), np.arange(3, dtype=np.int32))
    return panel


def width(panel: EventsPanel, key: str) -> int:
    return panel.view.columnWidth(COLUMN_KEYS.index(key))


def drag_edge(panel: EventsPanel, key: str, pixels: int) -> None:
    """Drag the right edge of a head with the mouse."""
    header = panel.view.header
    place = COLUMN_KEYS.index(key)
    edge = QPoint(header.sectionViewportPosition(place) + header.sectionSize(place) - 1, header.height() // 2)
    QTest.mousePress(header.viewport(), Qt.MouseButton.LeftButton, pos=edge)
    QTest.mouseMove(header.viewport(), edge + QPoint(pixels // 2, 0))
    QTest.mouseMove(header.viewport(), edge + QPoint(pixels, 0))
    QTest.mouseRelease(header.viewport(), Qt.MouseButton.LeftButton, pos=edge + QPoint(pixels, 0))


@pytest.mark.parametrize("window_width", [600, 720, 900, 1600])
def test_columns_are_as_wide_as_the_table(panel: EventsPanel, qtbot: QtBot, window_width: int) -> None:
    panel.resize(window_width, 400)
    qtbot.waitUntil(lambda: panel.view.header.length() == panel.view.viewport().width())


def test_another_size_is_painted_once(panel: EventsPanel) -> None:
    QCoreApplication.processEvents()
    seen: list[QEvent.Type] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            seen.append(event.type())
            return False

    watch = Watch(panel)
    panel.view.viewport().installEventFilter(watch)
    panel.resize(880, 390)
    for _turn in range(6):
        QCoreApplication.processEvents()
    assert seen.count(QEvent.Type.Paint) == 1


def test_many_chosen_columns_leave_contexts_to_read(panel: EventsPanel) -> None:
    twelve = panel.view.fontMetrics().horizontalAdvance("of the Port ")
    for n_shown in range(1, len(COLUMN_KEYS) + 1):
        panel.columns.choose(COLUMN_KEYS[n_shown - 1], True)
        assert min(width(panel, "left"), width(panel, "right")) >= twelve
    assert panel.view.header.length() > panel.view.viewport().width()


def test_contexts_are_equally_wide(panel: EventsPanel) -> None:
    assert abs(width(panel, "left") - width(panel, "right")) <= 1


def test_a_long_segment_gives_way_in_a_narrow_table(panel: EventsPanel, qtbot: QtBot) -> None:
    before = width(panel, "segment")
    panel.resize(600, 400)
    qtbot.waitUntil(lambda: width(panel, "segment") < before)
    panel.resize(900, 400)
    qtbot.waitUntil(lambda: width(panel, "segment") == before)


def test_a_segment_takes_its_room_before_the_contexts_have_more(panel: EventsPanel, qtbot: QtBot) -> None:
    size = panel.view.delegate.cell_style.unit * 13
    panel.resize(1400, 400)
    qtbot.waitUntil(lambda: width(panel, "segment") == round(30 * size))  # more than most
    panel.resize(800, 400)
    qtbot.waitUntil(lambda: width(panel, "segment") < round(30 * size))
    assert width(panel, "left") == round(10 * size)


def test_causes_give_way_before_the_segment(qtbot: QtBot, make_study_from: Callable[..., Study]) -> None:
    study, panel = make_study_from(*[f"x/O/O {LONG} y/O/O"] * 3), EventsPanel()
    study.decisions.decide(0, Decision("both-wrong", causes=("a nested name", "guideline gap")))
    qtbot.addWidget(panel)
    panel.resize(1800, 400)
    panel.show()
    panel.show_events(study, np.arange(3, dtype=np.int32))
    panel.columns.choose("causes", True)
    before, segment = width(panel, "causes"), width(panel, "segment")
    panel.resize(1000, 400)
    qtbot.waitUntil(lambda: width(panel, "causes") < before, timeout=2_000)
    assert width(panel, "segment") == segment
    panel.resize(700, 400)
    qtbot.waitUntil(lambda: width(panel, "segment") < segment, timeout=2_000)


def test_a_dragged_width_stays(panel: EventsPanel, qtbot: QtBot) -> None:
    before = width(panel, "segment")
    with qtbot.waitSignal(panel.columns_changed):
        drag_edge(panel, "segment", 40)
    panel.resize(1200, 400)
    assert width(panel, "segment") == before + 40


def test_columns_before_a_dragged_one_stay_under_the_pointer(panel: EventsPanel) -> None:
    before = width(panel, "left")
    drag_edge(panel, "segment", 40)
    assert width(panel, "left") == before


def test_dragged_widths_are_brought_back(panel: EventsPanel) -> None:
    drag_edge(panel, "reference", 30)
    widths, wide = panel.column_widths(), width(panel, "reference")
    panel.set_column_widths(panel.columns.shown(), [0] * len(widths))
    assert width(panel, "reference") < wide
    panel.set_column_widths(panel.columns.shown(), widths)
    assert width(panel, "reference") == wide


def test_widths_of_other_columns_are_left_alone(panel: EventsPanel) -> None:
    before = width(panel, "kind")
    panel.set_column_widths(panel.columns.shown(), [500])
    assert width(panel, "kind") == before


def test_fit_forgets_dragged_widths(panel: EventsPanel) -> None:
    before = width(panel, "reference")
    drag_edge(panel, "reference", 30)
    next(action for action in panel.columns.menu().actions() if action.text() == "Fit columns").trigger()
    assert width(panel, "reference") == before


def test_hiding_a_column_is_no_choice_of_widths(panel: EventsPanel) -> None:
    panel.columns.choose("line", True)
    panel.columns.choose("line", False)
    panel.columns.choose("line", True)
    assert not any(panel.column_widths())


def test_the_place_goes_in_a_narrow_window(panel: EventsPanel) -> None:
    panel.columns.set_narrow(True)
    assert panel.view.isColumnHidden(COLUMN_KEYS.index("place"))
    panel.columns.set_narrow(False)
    assert not panel.view.isColumnHidden(COLUMN_KEYS.index("place"))


def test_a_narrow_window_is_no_choice_of_columns(panel: EventsPanel) -> None:
    panel.columns.set_narrow(True)
    assert "place" in panel.columns.shown()
