from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtGui import QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from nerinspect.corpus.arrays import IntArray
from nerinspect.events.study import Study
from nerinspect.ui.lists.event_columns import COLUMN_KEYS
from nerinspect.ui.lists.event_table import EventsPanel
from nerinspect.ui.theme.themes import DARK, palette


def events(*numbers: int) -> IntArray:
    return np.array(numbers, dtype=np.int32)


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    return make_study_from("c/B-ORG/O x/O/O d/O/B-LOC x/O/O a/B-PER/B-PER x/O/O b/B-LOC/B-ORG x/O/O")


@pytest.fixture
def panel(qtbot: QtBot, study: Study) -> EventsPanel:
    panel = EventsPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 400)
    panel.show()
    panel.show_events(study, events(0, 1, 2, 3))
    return panel


def sort_by(panel: EventsPanel, key: str) -> None:
    panel.view.header.setSortIndicator(COLUMN_KEYS.index(key), Qt.SortOrder.AscendingOrder)


def empty_label(panel: EventsPanel) -> QLabel:
    label = panel.view.viewport().findChild(QLabel)
    assert isinstance(label, QLabel)
    return label


def test_a_chosen_row_is_announced_by_its_event(panel: EventsPanel, qtbot: QtBot) -> None:
    sort_by(panel, "segment")
    with qtbot.waitSignal(panel.event_activated) as caught:
        panel.view.selectRow(0)
    assert caught.args == [2]


def test_a_new_study_has_no_current_event(panel: EventsPanel, study: Study) -> None:
    panel.select_event(2)
    panel.show_events(study, events(0, 1, 2))
    assert panel.current_event() is None


def test_the_current_event_stays_when_others_go(panel: EventsPanel) -> None:
    panel.select_event(2)
    panel.set_order(events(2, 3))
    assert panel.current_event() == 2


def test_an_event_that_stays_is_not_announced_again(panel: EventsPanel, qtbot: QtBot) -> None:
    panel.select_event(2)
    with qtbot.assertNotEmitted(panel.event_activated):
        panel.set_order(events(2, 3))


def test_an_event_that_went_is_no_longer_current(panel: EventsPanel) -> None:
    panel.select_event(2)
    panel.set_order(events(0, 3))
    assert panel.current_event() is None


def test_an_event_is_announced_anew_after_it_was_gone(panel: EventsPanel, qtbot: QtBot) -> None:
    panel.select_event(2)
    panel.set_order(events(0, 3))
    panel.set_order(events(2, 3))
    with qtbot.waitSignal(panel.event_activated) as caught:
        panel.select_event(2)
    assert caught.args == [2]


def test_sorting_keeps_the_current_event(panel: EventsPanel) -> None:
    panel.select_event(3)
    sort_by(panel, "segment")
    assert panel.current_event() == 3


def test_order_is_what_stands_on_screen(panel: EventsPanel) -> None:
    sort_by(panel, "segment")
    assert panel.order().tolist() == [2, 3, 0, 1]


def test_a_mask_lists_events_as_numbers_do(panel: EventsPanel) -> None:
    sort_by(panel, "segment")
    panel.set_mask(np.array([True, False, True]), first=1)
    assert panel.order().tolist() == [3, 1]


def test_the_third_click_goes_back_to_the_place(panel: EventsPanel) -> None:
    header = panel.view.header
    place = COLUMN_KEYS.index("segment")
    head = QPoint(header.sectionViewportPosition(place) + header.sectionSize(place) // 2, header.height() // 2)
    orders = []
    for _click in range(3):
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=head)
        orders.append(panel.order().tolist())
    assert orders == [[2, 3, 0, 1], [1, 0, 3, 2], [0, 1, 2, 3]]
    assert header.sortIndicatorSection() == COLUMN_KEYS.index("place")


def test_sorting_is_told(panel: EventsPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.sorting_changed):
        sort_by(panel, "segment")


def test_next_and_previous_follow_the_screen(panel: EventsPanel) -> None:
    sort_by(panel, "segment")
    visited = []
    for step in (panel.select_next, panel.select_next, panel.select_next, panel.select_previous):
        step()
        visited.append(panel.current_event())
    assert visited == [2, 3, 0, 3]


def test_there_is_nothing_beyond_the_last_event(panel: EventsPanel) -> None:
    panel.select_event(3)
    panel.select_next()
    assert panel.current_event() == 3


def test_previous_begins_at_the_end(panel: EventsPanel) -> None:
    panel.select_previous()
    assert panel.current_event() == 3


def test_an_unlisted_event_cannot_be_selected(panel: EventsPanel) -> None:
    panel.set_order(events(0))
    assert not panel.select_event(1)


def test_selected_events_are_given_as_on_screen(panel: EventsPanel) -> None:
    sort_by(panel, "segment")
    panel.view.selectAll()
    assert panel.selected_events().tolist() == [2, 3, 0, 1]


@pytest.mark.parametrize("key", ["place", "kind"])
def test_all_listed_events_like_the_current_one_are_selected(
    panel: EventsPanel, make_study_from: Callable[..., Study], key: str
) -> None:
    like = make_study_from(
        "a/B-PER/B-LOC x/O/O a/B-PER/B-LOC x/O/O b/B-PER/B-LOC x/O/O a/B-PER/O x/O/O" + " a/B-PER/B-LOC x/O/O" * 2
    )
    panel.show_events(like, events(0, 1, 2, 3, 4))
    sort_by(panel, key)
    panel.select_event(1)
    panel.select_alike()
    assert sorted(panel.selected_events().tolist()) == [0, 1, 4], "3 has the same words and is missed, 5 is not listed"
    assert panel.current_event() == 1


def test_the_selection_ends_at_the_next_undecided_event(panel: EventsPanel) -> None:
    panel.select_event(0)
    panel.view.selectAll()
    panel.go_on([0, 1])
    assert panel.selected_events().tolist() == [2]


def test_the_selection_ends_where_nothing_is_undecided(panel: EventsPanel) -> None:
    panel.select_event(1)
    panel.view.selectAll()
    panel.go_on(range(4))
    assert panel.selected_events().tolist() == [1]


def test_an_empty_table_says_why(panel: EventsPanel) -> None:
    panel.set_empty_message("Every error here is decided.")
    panel.set_order(events())
    assert empty_label(panel).isVisible()
    assert empty_label(panel).text() == "Every error here is decided."


def test_an_empty_table_offers_what_would_fill_it(panel: EventsPanel) -> None:
    acted: list[str] = []
    panel.set_empty_message("No event matches this term.", "Remove it", lambda: acted.append("removed"))
    panel.set_order(events())
    button = panel.view.viewport().findChild(QPushButton)
    assert isinstance(button, QPushButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert acted == ["removed"]


def test_the_keyboard_reaches_what_would_fill_an_empty_table(panel: EventsPanel, qtbot: QtBot) -> None:
    panel.set_empty_message("No event matches this term.", "Remove it", lambda: None)
    panel.set_order(events())
    panel.activateWindow()
    panel.view.setFocus()
    qtbot.waitUntil(panel.view.hasFocus)
    QTest.keyClick(panel.view, Qt.Key.Key_Tab)
    focused = panel.focusWidget()
    assert isinstance(focused, QPushButton)
    assert focused.text() == "Remove it"


def test_the_message_goes_when_events_come(panel: EventsPanel) -> None:
    panel.set_order(events())
    panel.set_order(events(1))
    assert not empty_label(panel).isVisible()


def test_system_is_shown_if_there_are_several(panel: EventsPanel, make_study_from: Callable[..., Study]) -> None:
    panel.show_events(make_study_from("a/B-PER/O/O", systems=("flair", "spacy")), events(0, 1))
    assert "system" in panel.columns.shown()


def test_a_chosen_column_stays_for_the_next_study(panel: EventsPanel, study: Study) -> None:
    panel.columns.choose("demerits", True)
    panel.show_events(study, events(0))
    assert "demerits" in panel.columns.shown()


def test_the_menu_of_the_head_shows_a_column(panel: EventsPanel, qtbot: QtBot) -> None:
    menu = panel.columns.menu()
    with qtbot.waitSignal(panel.columns_changed):
        next(action for action in menu.actions() if action.data() == "line").trigger()
    assert "line" in panel.columns.shown()


def test_columns_fill_the_width(panel: EventsPanel, qtbot: QtBot) -> None:
    panel.resize(1200, 400)
    qtbot.waitUntil(lambda: abs(panel.view.header.length() - panel.view.viewport().width()) <= 1)


def test_rows_grow_with_the_font(panel: EventsPanel) -> None:
    before = panel.view.rowHeight(0)
    font = panel.font()
    font.setPixelSize(26)
    panel.setFont(font)
    assert panel.view.rowHeight(0) > 1.5 * before


def test_letters_do_not_search_through_the_rows(panel: EventsPanel) -> None:
    panel.select_event(0)
    QTest.keyClick(panel.view, Qt.Key.Key_F)
    assert panel.current_event() == 0


def test_taking_the_focus_chooses_nothing(panel: EventsPanel) -> None:
    panel.view.clearFocus()
    panel.view.setFocus()
    assert panel.current_event() is None


def test_arrows_walk_through_the_events(panel: EventsPanel) -> None:
    panel.select_event(0)
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert panel.current_event() == 1


def test_the_head_has_selections_of_its_own(panel: EventsPanel) -> None:
    assert panel.view.header.selectionModel() is not panel.view.selectionModel()


def test_rows_follow_the_palette(panel: EventsPanel) -> None:
    before = panel.view.delegate.cell_style
    panel.setPalette(palette(DARK))
    assert panel.view.delegate.cell_style is not before


def test_the_chosen_row_stays_in_sight_in_a_lower_window(qtbot: QtBot, make_study_from: Callable[..., Study]) -> None:
    study = make_study_from(*["a/B-PER/O x/O/O"] * 40)
    panel = EventsPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 700)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.show_events(study, events(*range(40)))
    panel.select_event(15)
    panel.resize(900, 250)
    view = panel.view
    qtbot.waitUntil(lambda: view.viewport().rect().contains(view.visualRect(view.currentIndex()).center()))
    assert panel.current_event() == 15


@pytest.mark.parametrize("height", [400, 150])
def test_rows_around_the_chosen_one_stay_in_sight(
    qtbot: QtBot, make_study_from: Callable[..., Study], height: int
) -> None:
    panel = EventsPanel()
    qtbot.addWidget(panel)
    panel.resize(900, height)
    panel.show()
    panel.show_events(make_study_from(*["a/B-ORG/O x/O/O"] * 40), events(*range(40)))
    view, row_height = panel.view, panel.view.rowHeight(0)
    n_around = min(3, (view.viewport().height() // row_height - 1) // 2)
    assert n_around == (3 if height == 400 else 1)
    for step in (panel.select_next, panel.select_previous):
        for _ in range(39):
            step()
            row = view.currentIndex().row()
            for near in (max(row - n_around, 0), min(row + n_around, 39)):
                assert 0 <= view.rowViewportPosition(near) <= view.viewport().height() - row_height
    panel.select_event(20)
    before = view.verticalScrollBar().value()
    last = view.rowAt(view.viewport().height() - row_height // 2)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, view.rowViewportPosition(last) + 2))
    assert (view.currentIndex().row(), view.verticalScrollBar().value()) == (last, before), (
        "no row moves under the mouse"
    )


def test_only_cells_that_are_to_be_painted_are_painted(panel: EventsPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    painted = list[tuple[int, int]]()

    def paint_cell(*asked: Any, **_states: bool) -> None:  # noqa: ANN401
        row, column = asked[-2:]
        painted.append((row, column))

    QCoreApplication.processEvents()
    monkeypatch.setattr(panel.view.delegate, "paint_cell", paint_cell)
    view, port = panel.view, panel.view.viewport()
    first, second, *_ = [column for column in range(len(COLUMN_KEYS)) if not view.isColumnHidden(column)]
    border, row = view.columnViewportPosition(second), view.rowHeight(0)
    port.repaint(QRect(0, 4 * row + 1, port.width(), port.height()))
    assert painted == []
    port.repaint(QRect(border - 1, row, 2, row))
    assert painted == [(1, first), (1, second)]
    painted.clear()
    port.repaint(QRegion(0, 0, border, 2) + QRegion(0, 2, border + 1, 1) + QRegion(0, 3 * row, 1, 1))
    assert painted == [(0, first), (0, second), (3, first)]
