from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.ui.lists.event_columns import COLUMN_KEYS
from nerinspect.ui.lists.event_table import EventsPanel

LEFT_BUTTON = Qt.MouseButton.LeftButton


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Hold three times “b” (events 1, 2, 4), twice “a” (0, 3) and once “c”."""
    return make_study_from("a/B-ORG/O x/O/O b/B-ORG/O x/O/O b/O/B-LOC x/O/O a/B-PER/O x/O/O b/B-LOC/O x/O/O c/B-LOC/O")


@pytest.fixture
def panel(qtbot: QtBot, study: Study) -> EventsPanel:
    panel = EventsPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 500)
    panel.show()
    panel.show_events(study, np.arange(6, dtype=np.int32))
    panel.set_grouped(True)
    return panel


def row_texts(panel: EventsPanel) -> list[str]:
    model = panel.view.model()
    return [model.index(row, COLUMN_KEYS.index("segment")).data() for row in range(model.rowCount())]


def place_in_row(panel: EventsPanel, row: int, part: str) -> QPoint:
    layout = panel.view.group_layout(row)
    assert layout is not None
    rect = layout.arrow if part == "arrow" else layout.count
    return rect.center().toPoint()


def fold(panel: EventsPanel, row: int) -> None:
    QTest.mouseClick(panel.view.viewport(), LEFT_BUTTON, pos=place_in_row(panel, row, "arrow"))


def go_to_row(panel: EventsPanel, row: int) -> None:
    panel.view.setCurrentIndex(panel.view.model().index(row, 0))


def test_groups_stand_above_their_events(panel: EventsPanel) -> None:
    assert row_texts(panel) == ["b, 3 events", "b", "b", "b", "a, 2 events", "a", "a", "c"]


def test_ungrouped_events_stand_by_place(panel: EventsPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.grouping_changed) as told:
        panel.set_grouped(False)
    assert (told.args, panel.order().tolist()) == ([False], [0, 1, 2, 3, 4, 5])


def test_the_sorting_applies_inside_groups(panel: EventsPanel) -> None:
    panel.view.header.setSortIndicator(COLUMN_KEYS.index("place"), Qt.SortOrder.DescendingOrder)
    assert panel.order().tolist() == [4, 2, 1, 3, 0, 5]


def test_a_filter_regroups(panel: EventsPanel) -> None:
    panel.set_mask(np.array([True, False, False, True, True, False]))
    assert row_texts(panel) == ["a, 2 events", "a", "a", "b"]


def test_the_arrow_folds_and_unfolds(panel: EventsPanel) -> None:
    fold(panel, 0)
    assert row_texts(panel)[:2] == ["b, 3 events", "a, 2 events"]
    fold(panel, 0)
    assert row_texts(panel)[:2] == ["b, 3 events", "b"]


def test_folded_events_are_still_listed(panel: EventsPanel) -> None:
    fold(panel, 0)
    assert panel.order().tolist() == [1, 2, 4, 0, 3, 5]


def test_folding_stays_under_another_filter(panel: EventsPanel) -> None:
    fold(panel, 0)
    panel.set_mask(np.array([True, True, True, True, False, False]))
    assert row_texts(panel) == ["a, 2 events", "a", "a", "b, 2 events"]


def test_folding_the_current_event_keeps_it(panel: EventsPanel, qtbot: QtBot) -> None:
    panel.select_event(2)
    with qtbot.assertNotEmitted(panel.event_activated):
        fold(panel, 0)
    assert (panel.current_event(), panel.view.currentIndex().row()) == (2, 0)


def test_the_next_event_unfolds_its_group(panel: EventsPanel) -> None:
    panel.select_event(4)
    fold(panel, 4)
    panel.select_next()
    assert panel.current_event() == 0
    assert row_texts(panel)[4:7] == ["a, 2 events", "a", "a"]


def test_next_and_previous_visit_every_event(panel: EventsPanel) -> None:
    visited = []
    for step in [panel.select_next] * 6 + [panel.select_previous] * 5:
        step()
        visited.append(panel.current_event())
    assert visited == [1, 2, 4, 0, 3, 5, 3, 0, 4, 2, 1]


def test_arrows_step_over_groups_in_sight(panel: EventsPanel) -> None:
    panel.select_event(4)
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert panel.current_event() == 0
    QTest.keyClick(panel.view, Qt.Key.Key_Up)
    assert panel.current_event() == 4


def test_arrows_stop_at_folded_groups(panel: EventsPanel) -> None:
    fold(panel, 4)
    panel.select_event(4)
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    assert panel.view.currentIndex().row() == 4


def test_nothing_is_above_the_first_event(panel: EventsPanel) -> None:
    panel.select_event(1)
    QTest.keyClick(panel.view, Qt.Key.Key_Up)
    assert panel.current_event() == 1


def test_the_first_row_of_all_comes_into_sight_with_the_first_event(panel: EventsPanel) -> None:
    panel.resize(900, 110)
    panel.select_event(5)
    assert panel.view.verticalScrollBar().value() > 0
    QTest.keyClick(panel.view, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    assert panel.current_event() == 1
    assert panel.view.rows_in_sight()[0] == 0
    assert panel.view.verticalScrollBar().value() == 0


def test_events_like_the_current_one_are_selected_in_rows_of_their_own(
    panel: EventsPanel, make_study_from: Callable[..., Study]
) -> None:
    panel.show_events(make_study_from("z/B-ORG/O x/O/O z/O/B-ORG x/O/O z/B-ORG/O"), np.arange(3, dtype=np.int32))
    panel.select_event(2)
    fold(panel, 0)
    panel.select_alike()
    assert {index.row() for index in panel.view.selectionModel().selectedRows()} == {1, 3}
    assert panel.selected_events().tolist() == [0, 2]
    assert panel.current_event() == 2


def test_left_goes_to_the_group_then_folds_it(panel: EventsPanel) -> None:
    panel.select_event(2)
    QTest.keyClick(panel.view, Qt.Key.Key_Left)
    assert panel.view.currentIndex().row() == 0
    QTest.keyClick(panel.view, Qt.Key.Key_Left)
    assert row_texts(panel)[:2] == ["b, 3 events", "a, 2 events"]


def test_right_unfolds_then_goes_to_the_first_event(panel: EventsPanel) -> None:
    fold(panel, 0)
    go_to_row(panel, 0)
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    assert row_texts(panel)[1] == "b"
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    assert panel.current_event() == 1


def test_enter_folds_and_unfolds(panel: EventsPanel) -> None:
    go_to_row(panel, 0)
    for n_rows in (5, 8):
        QTest.keyClick(panel.view, Qt.Key.Key_Return)
        assert len(row_texts(panel)) == n_rows


def test_all_groups_fold_by_the_menu(panel: EventsPanel) -> None:
    for text, n_rows in (("Fold all groups", 3), ("Unfold all groups", 8)):
        menu = panel.row_menu()
        next(action for action in menu.actions() if action.text() == text).trigger()
        assert len(row_texts(panel)) == n_rows


def test_a_count_asks_for_just_its_events(panel: EventsPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.surface_requested) as caught:
        QTest.mouseClick(panel.view.viewport(), LEFT_BUTTON, pos=place_in_row(panel, 4, "count"))
    assert caught.args == ["surface:a"]


def test_a_count_is_a_door_by_key_too(panel: EventsPanel, qtbot: QtBot) -> None:
    go_to_row(panel, 0)
    action = next(action for action in panel.row_menu().actions() if action.text() == "Only these 3 events")
    with qtbot.waitSignal(panel.surface_requested) as caught:
        action.trigger()
    assert caught.args == ["surface:b"]


def test_the_hand_shows_over_a_count_only(panel: EventsPanel) -> None:
    for part, shape in (("count", Qt.CursorShape.PointingHandCursor), ("arrow", Qt.CursorShape.ArrowCursor)):
        QTest.mouseMove(panel.view.viewport(), place_in_row(panel, 0, part))
        assert panel.view.viewport().cursor().shape() == shape


def test_the_row_of_a_group_stands_for_its_events(panel: EventsPanel) -> None:
    fold(panel, 0)
    panel.view.selectRow(0)
    assert panel.selected_events().tolist() == [1, 2, 4]


def test_all_events_are_selected_once(panel: EventsPanel) -> None:
    fold(panel, 0)
    panel.view.selectAll()
    assert panel.selected_events().tolist() == [1, 2, 4, 0, 3, 5]


def test_a_screen_reader_hears_the_group(panel: EventsPanel) -> None:
    fold(panel, 0)
    spoken = panel.view.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "b, 3 events, folded"


def test_sorting_in_words_names_the_groups(panel: EventsPanel) -> None:
    assert panel.sorting_text() == "grouped by segment, the most frequent first"


def test_a_new_study_is_grouped_too(panel: EventsPanel, make_study_from: Callable[..., Study]) -> None:
    panel.show_events(make_study_from("z/B-ORG/O x/O/O z/B-ORG/O"), np.arange(2, dtype=np.int32))
    assert row_texts(panel) == ["z, 2 events", "z", "z"]
