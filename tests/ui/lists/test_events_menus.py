from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.lists.event_columns import COLUMN_KEYS
from nerinspect.ui.lists.event_table import EventsPanel


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    return make_study_from(
        "The/O/O Port/B-ORG/B-LOC of/I-ORG/I-LOC Harwick/I-ORG/O said/O/O no/O/O",
        "Velden/B-LOC/O fell/O/O ,/O/O Aldermoor/B-PER/B-PER",
        documents=[1, 2],
    )


@pytest.fixture
def panel(qtbot: QtBot, study: Study) -> EventsPanel:
    panel = EventsPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 400)
    panel.show()
    panel.show_events(study, np.arange(3, dtype=np.int32))
    return panel


def action_of(menu: QMenu, start: str) -> QAction:
    return next(action for action in menu.actions() if action.text().startswith(start))


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [
        ("Only “label and boundary error”", "kind:lbe", [0]),
        ("Not “label and boundary error”", "-kind:lbe", [1, 2]),
        ("Only surface", 'surface:"Port of Harwick"', [0]),
        ("Only document", "doc:1", [0]),
        ("Only ORG → LOC", "ref:ORG pred:LOC", [0]),
    ],
)
def test_what_an_event_shares_is_a_term(
    panel: EventsPanel, study: Study, qtbot: QtBot, text: str, query: str, expected: list[int]
) -> None:
    panel.select_event(0)
    with qtbot.waitSignal(panel.query_added) as caught:
        action_of(panel.row_menu(), text).trigger()
    assert caught.args == [query]
    assert np.flatnonzero(parse_query(query, Vocabulary.of(study)).mask(study)).tolist() == expected


def test_no_prediction_is_a_term_too(panel: EventsPanel, qtbot: QtBot) -> None:
    panel.select_event(1)
    with qtbot.waitSignal(panel.query_added) as caught:
        action_of(panel.row_menu(), "Only LOC → –").trigger()
    assert caught.args == ["ref:LOC pred:none"]


def test_the_sentence_is_copied(panel: EventsPanel) -> None:
    panel.select_event(0)
    action_of(panel.row_menu(), "Copy sentence").trigger()
    assert clipboard() == "The Port of Harwick said no"


def test_selected_events_are_copied_as_a_query(panel: EventsPanel) -> None:
    panel.select_event(1)
    action_of(panel.row_menu(), "Copy as query").trigger()
    assert clipboard() == "line:8"


def test_rows_are_copied_with_the_columns_on_screen(panel: EventsPanel) -> None:
    panel.columns.choose("demerits", True)
    for key in ("left", "right"):
        panel.columns.choose(key, False)
    panel.select_event(1)
    panel.view.selectAll()
    QTest.keyClick(panel.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard().splitlines() == [
        "Kind\tSegment\tReference\tPrediction\tDemerits\tPlace",
        "LBE\tPort of Harwick\tORG\tLOC\t2\t1 · 1",
        "FN\tVelden\tLOC\t–\t1\t2 · 2",
        "TP\tAldermoor\tPER\tPER\t0\t2 · 2",
    ]


def test_many_rows_are_copied_in_the_background(
    panel: EventsPanel, make_study_from: Callable[..., Study], qtbot: QtBot
) -> None:
    QGuiApplication.clipboard().setText("before")
    panel.show_events(make_study_from(*["a/B-PER/O"] * 1_200), np.arange(1_200, dtype=np.int32))
    panel.view.selectAll()
    with qtbot.waitSignal(panel.rows_copied) as caught:
        panel.copy_rows()
        assert clipboard() == "before"
    assert len(clipboard().splitlines()) == 1_201
    assert caught.args == [1_200]


def test_too_many_rows_are_not_copied_and_it_is_said(
    panel: EventsPanel, make_study_from: Callable[..., Study], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nerinspect.ui.lists.event_table._MOST_COPIED", 1_000)
    QGuiApplication.clipboard().setText("before")
    panel.show_events(make_study_from(*["a/B-PER/O"] * 1_200), np.arange(1_200, dtype=np.int32))
    panel.view.selectAll()
    with qtbot.assertNotEmitted(panel.rows_copied), qtbot.waitSignal(panel.rows_refused) as caught:
        panel.copy_rows()
        end_work(panel)
        QApplication.processEvents()
    assert caught.args == [1_200]
    assert clipboard() == "before"


def test_nothing_selected_copies_nothing(panel: EventsPanel) -> None:
    QGuiApplication.clipboard().setText("before")
    panel.copy_rows()
    assert clipboard() == "before"


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_shift_f10_opens_the_menu_of_the_row(panel: EventsPanel, qtbot: QtBot) -> None:
    panel.select_event(0)
    QTest.keyClick(panel.view, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert action_of(menu, "Copy row").isEnabled()
    menu.close()


def test_the_menu_of_a_row_leads_to_the_columns(panel: EventsPanel) -> None:
    panel.select_event(0)
    columns = action_of(panel.row_menu(), "Columns").menu()
    assert isinstance(columns, QMenu)
    action_of(columns, "eDen").trigger()
    assert "eden" in panel.columns.shown()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_columns_are_ticked_one_after_the_other(panel: EventsPanel) -> None:
    menu, before = panel.columns.menu(), panel.columns.shown()
    menu.popup(panel.mapToGlobal(panel.rect().center()))
    line, demerits = (action_of(menu, name) for name in ("Line", "Demerits"))
    QTest.mouseRelease(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(line).center())
    assert panel.columns.shown() == before, "the click that opened the menu"
    for action in (line, demerits):
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    assert menu.isVisible()
    assert {*panel.columns.shown()} - {*before} == {"line", "demerits"}
    menu.setActiveAction(line)
    QTest.keyClick(menu, Qt.Key.Key_Space)
    assert menu.isVisible()
    assert {*panel.columns.shown()} - {*before} == {"demerits"}
    reset = action_of(menu, "Reset columns")
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(reset).center())
    assert not menu.isVisible()
    assert panel.columns.shown() == before


def test_reset_brings_the_usual_columns_back(panel: EventsPanel, qtbot: QtBot) -> None:
    before = panel.columns.shown()
    panel.columns.choose("line", True)
    panel.columns.choose("left", False)
    with qtbot.waitSignal(panel.columns_changed):
        action_of(panel.columns.menu(), "Reset columns").trigger()
    assert panel.columns.shown() == before


def test_reset_keeps_a_column_away_that_is_usually_hidden(
    panel: EventsPanel, make_study_from: Callable[..., Study]
) -> None:
    panel.columns.set_usual("system", False)
    panel.show_events(make_study_from("a/B-PER/O/O", systems=("flair", "spacy")), np.arange(2, dtype=np.int32))
    panel.columns.choose("system", True)
    action_of(panel.columns.menu(), "Reset columns").trigger()
    assert "system" not in panel.columns.shown()


def test_runs_are_shown_if_a_system_has_several(panel: EventsPanel, make_study_from: Callable[..., Study]) -> None:
    assert "run" not in panel.columns.shown()
    panel.show_events(make_study_from("a/B-PER/O/O", systems=("flair", "flair")), np.arange(2, dtype=np.int32))
    assert "run" in panel.columns.shown()


def test_every_head_says_what_it_is(panel: EventsPanel) -> None:
    for key in COLUMN_KEYS:
        tooltip = panel.view.model().headerData(
            COLUMN_KEYS.index(key), Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
        )
        assert tooltip.endswith(".\nClick to sort.")


@pytest.mark.parametrize(
    ("key", "row", "words"),
    [
        ("kind", 1, "FN: reference mentions"),
        ("segment", 0, "Port of Harwick\nReference ORG, predicted LOC"),
        ("left", 0, "The"),
        ("place", 1, "Document 2, sentence 2, line 8"),
        ("elen", 0, "3. Number of tokens"),
        ("shape", 0, "shorter: One mention"),
        ("shape", 1, "Only boundary errors"),
        ("prediction", 1, "Prediction: –"),
    ],
)
def test_a_tooltip_says_more_than_the_cell(panel: EventsPanel, key: str, row: int, words: str) -> None:
    assert tooltip_of(panel, row, key).startswith(words)


def tooltip_of(panel: EventsPanel, row: int, key: str) -> str:
    """Read a tooltip as it is shown."""
    return str(panel.view.model().index(row, COLUMN_KEYS.index(key)).data(Qt.ItemDataRole.ToolTipRole))


def test_markup_in_a_token_is_shown_as_it_is(panel: EventsPanel, make_study_from: Callable[..., Study]) -> None:
    panel.show_events(make_study_from("<b>bold</b>/B-PER/O"), np.arange(1, dtype=np.int32))
    assert tooltip_of(panel, 0, "segment").startswith("<b>bold</b>\n")


def test_a_tooltip_of_a_very_long_segment_ends(panel: EventsPanel, make_study_from: Callable[..., Study]) -> None:
    panel.show_events(make_study_from(f"{'long' * 1_000}/B-PER/O"), np.arange(1, dtype=np.int32))
    assert len(tooltip_of(panel, 0, "segment")) < 1_100
