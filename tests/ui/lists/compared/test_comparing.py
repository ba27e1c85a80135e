"""A comparison in the window: it begins and ends, follows the filter, and is walked through by keys."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QToolButton, QWidget

from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.query.compared_rows import spurious_stretches
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.lists.compared_rows import comparison_pieces
from nerinspect.ui.sentence.event_context import ContextPanel
from nerinspect.ui.window.workspace import Workspace


def chip_texts(workspace: Workspace) -> list[str]:
    labels, buttons = workspace.chips.findChildren(QLabel), workspace.chips.findChildren(QAbstractButton)
    return [one.text() for one in labels if not one.isHidden()] + [one.text() for one in buttons if not one.isHidden()]


def button(workspace: Workspace, text: str) -> QToolButton:
    return next(one for one in workspace.chips.findChildren(QToolButton) if text in one.text())


def track_labels(context: ContextPanel) -> list[str]:
    shown = context._context
    assert shown is not None
    return [track.label for track in shown.sentence.tracks]


def segment(workspace: Workspace) -> str:
    index = workspace.table.view.currentIndex()
    return str(index.siblingAtColumn(workspace.table.view.events.place_of("segment")).data())


def test_a_comparison_takes_the_place_of_the_events(workspace: Workspace, document: Document) -> None:
    assert workspace.table.isVisible()
    assert not workspace.events.isVisible()
    document.compare_with(None)
    assert workspace.table is workspace.events
    assert workspace.events.isVisible()


def test_the_events_left_behind_follow_the_filter_when_they_come_back(workspace: Workspace, document: Document) -> None:
    document.select_query("kind:fp")
    document.compare_with(None)
    assert workspace.events.order().tolist() == [2]
    assert any("events" in text for text in chip_texts(workspace))


def test_the_count_tells_of_reference_mentions(workspace: Workspace, document: Document) -> None:
    document.select_query("wrong:rich right:plain")
    assert {"<b>2</b> of 4", "reference mentions ▾"} <= set(chip_texts(workspace))


def test_stretches_are_chosen_behind_the_count(workspace: Workspace) -> None:
    menu = button(workspace, "reference mentions").menu()
    assert isinstance(menu, QMenu)
    menu.actions()[1].trigger()
    assert {"<b>6</b> of 6", "stretches of text ▾"} <= set(chip_texts(workspace))
    menu.actions()[0].trigger()
    assert "<b>4</b> of 4" in chip_texts(workspace)


def test_a_and_b_change_places(workspace: Workspace, document: Document) -> None:
    QTest.mouseClick(button(workspace, "Swap"), Qt.MouseButton.LeftButton)
    assert (document.prediction, document.compared) == (1, 0)
    first = workspace.table.view.model().index(0, 0)
    assert (first.data(), first.siblingAtColumn(1).data()) == ("TP", "LBE")


def test_the_context_has_a_track_for_each(workspace: Workspace, qtbot: object) -> None:
    workspace._show_event()
    assert track_labels(workspace.context) == ["reference", "A rich", "B plain"]


def test_an_event_of_b_alone_leaves_the_tracks_in_their_order(workspace: Workspace, document: Document) -> None:
    workspace.show_spurious()
    workspace.table.select_next()
    workspace._show_event()
    assert segment(workspace) == "表示"
    assert document.chosen_event == 9
    assert track_labels(workspace.context) == ["reference", "A rich", "B plain"]


def test_the_tracks_of_others_go_with_the_comparison(workspace: Workspace, document: Document) -> None:
    document.compare_with(None)
    workspace._show_event()
    assert track_labels(workspace.context) == ["reference", "rich"]


@pytest.mark.parametrize(("keys", "chosen"), [("J", 1), ("JJ", 3), ("JJK", 1)])
def test_buttons_of_the_context_go_from_row_to_row(
    workspace: Workspace, document: Document, keys: str, chosen: int
) -> None:
    for key in keys:
        (workspace.context.view.next_requested if key == "J" else workspace.context.view.previous_requested).emit()
    assert document.chosen_event == chosen


def test_arrows_go_from_row_to_row(workspace: Workspace, document: Document) -> None:
    QTest.keyClick(workspace.table.view, Qt.Key.Key_Down)
    assert (document.chosen_event, segment(workspace)) == (1, "Ines")


def test_the_current_row_stays_under_another_filter(workspace: Workspace, document: Document) -> None:
    workspace.go_to_event(3)
    document.select_query("kind:fn")
    assert (document.chosen_event, segment(workspace)) == (3, "نوال")


def test_the_nearest_row_is_chosen_when_one_goes(workspace: Workspace, document: Document) -> None:
    workspace.go_to_event(3)
    document.select_query("kind:tp")
    assert (document.chosen_event, segment(workspace)) == (4, "何远舟")


def test_an_empty_table_says_why(workspace: Workspace, document: Document) -> None:
    document.select_query("kind:le")
    said = [label.text() for label in workspace.table.view.viewport().findChildren(QLabel) if label.isVisible()]
    assert said == ["No reference mention matches this term. Without “kind: label error” there would be 4."]
    assert document.chosen_event is None


def test_the_term_without_which_most_rows_match_is_taken_away(
    workspace: Workspace, document: Document, press_button: Callable[[QWidget, str], None]
) -> None:
    document.select_query("kind:le ref:PER")
    press_button(workspace.table.view.viewport(), "Remove it")
    assert document.query == "ref:PER"
    assert workspace.table.view.model().rowCount() == 3


def test_stretches_say_what_would_bring_them_back(workspace: Workspace, document: Document) -> None:
    workspace.chips.stretches_chosen.emit(True)
    document.select_query("kind:le sent:1")
    said = [label.text() for label in workspace.table.view.viewport().findChildren(QLabel) if label.isVisible()]
    assert said == ["No stretch of text matches these 2 terms. Without “kind: label error” there would be 1."]


def test_spurious_mentions_are_pointed_to_where_they_have_no_row(
    workspace: Workspace, document: Document, press_button: Callable[[QWidget, str], None]
) -> None:
    document.select_query("kind:fp")
    press_button(workspace.table.view.viewport(), "Show stretches of text")
    assert workspace.table.view.model().rowCount() == 2


def test_another_system_in_the_place_of_a_is_followed(workspace: Workspace, document: Document) -> None:
    document.show_prediction(2)
    first = workspace.table.view.model().index(0, 0)
    assert (first.data(), first.siblingAtColumn(1).data()) == ("FN", "TP")


def test_showing_b_ends_the_comparison(workspace: Workspace, document: Document) -> None:
    document.show_prediction(1)
    assert workspace.table is workspace.events
    assert workspace.events.order().tolist() == [5, 6, 7, 8, 9]


def test_another_study_ends_the_comparison(workspace: Workspace, document: Document, make_study_from: object) -> None:
    assert callable(make_study_from)
    document.set_study(make_study_from("Ines/B-PER/O"), LoadRequest("x.conll", ("flair.conll",)))
    assert workspace.table is workspace.events
    assert document.chosen_event == 0


def test_the_focus_goes_with_the_table(workspace: Workspace, document: Document) -> None:
    workspace.table.setFocus()
    document.compare_with(None)
    assert workspace.events.view.hasFocus()


def test_the_menu_of_a_row_asks_for_events_of_a(workspace: Workspace, document: Document) -> None:
    workspace.go_to_event(3)
    menu = workspace.table.row_menu()
    next(action for action in menu.actions() if action.text() == "Only surface “نوال”").trigger()
    assert document.query == "surface:نوال"


@pytest.mark.parametrize("event", [0, 2])
def test_the_events_of_either_side_of_a_row_are_copied_as_a_query(
    workspace: Workspace, document: Document, study: Study, event: int
) -> None:
    workspace.chips.stretches_chosen.emit(True)
    workspace.go_to_event(event)
    row, menu = workspace.comparison.row_on_show, workspace.table.row_menu()
    assert row is not None
    sides = {"Events of A": {*row.events[0]}, "Events of B": {*row.events[1]}}
    for whose, events in {**sides, "Events of both": set[int]().union(*sides.values())}.items():
        action = next(action for action in menu.actions() if action.text() == f"Copy as query: {whose}")
        assert action.isEnabled() == bool(events)
        action.trigger()
        query = parse_query(QApplication.clipboard().text(), Vocabulary.of(study))
        assert not events or {*np.flatnonzero(query.mask(study)).tolist()} == events


def test_the_status_line_counts_what_each_has(study: Study) -> None:
    assert spurious_stretches(study, 0, 1) == (1, 1)
    said = "".join(piece.text for piece in comparison_pieces(study, 0, 1))
    assert said.split("    ") == [
        "A right 2 of 4",
        "B right 3 of 4",
        "stretches with spurious mentions: A 1, B 1 show both",
    ]


def test_each_number_of_the_status_line_is_a_door_to_as_many_rows(
    desk: Desk, workspace: Workspace, document: Document, study: Study
) -> None:
    doors = [piece for piece in comparison_pieces(study, 0, 1) if piece.query and piece.is_bold]
    assert len(doors) == 4
    for door in doors:
        workspace.chips.stretches_chosen.emit(False)
        desk.open(Door(door.query, beside=desk.beside))
        assert workspace.table.view.model().rowCount() == int(door.text)
