"""The page of relations in a window: one selection with the events, keys, doors, what stays and what gives way."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from nerinspect.events.relation_events import RELATION_KINDS, relation_events
from nerinspect.io.reading.loading import load_sides, load_study
from nerinspect.io.request import LoadRequest
from nerinspect.query.filters import relation_mask
from nerinspect.ui.desk.views import EVENTS_VIEW, RELATIONS
from nerinspect.ui.details.training import Ways
from nerinspect.ui.kit.doors import DoorLabel
from nerinspect.ui.pages.relations import RelationsPanel
from nerinspect.ui.window.window import NO_RELATIONS, MainWindow
from tests.review.relation_files import PEOPLE, REFERENCE, SYSTEM, Sentence, relation_request, write_sentences
from tests.ui.keyboard import Key, Keyboard, Modifier
from tests.ui.pages.relations.page_parts import KINDS, buttons, listed, study_of


def test_all_relation_events_of_the_prediction_are_listed_and_rows_show_theirs(
    opened: MainWindow, page: RelationsPanel
) -> None:
    assert buttons(opened)[:2] == [EVENTS_VIEW, RELATIONS]
    assert listed(page) == KINDS
    assert "6 of 6 relation events" in [re.sub("<[^>]*>", "", one.text()) for one in page.chips.findChildren(QLabel)]
    page.table.select_event(3)
    QApplication.processEvents()
    assert page.chosen_event == 3
    assert page.context.event_on_show == 3


def test_without_relations_there_is_no_such_view_and_its_key_says_why(window: MainWindow, keyboard: Keyboard) -> None:
    assert RELATIONS not in buttons(window)
    keyboard.press(Key.Key_9, held=Modifier.ControlModifier)
    assert window.workspace.view_name == EVENTS_VIEW
    assert window.message.text == NO_RELATIONS


def test_relations_that_go_take_their_page_with_them(
    opened: MainWindow, page: RelationsPanel, request_: LoadRequest
) -> None:
    study = study_of(opened)
    predictions = tuple(replace(one, annotation=replace(one.annotation, relations=None)) for one in study.predictions)
    bare = replace(study, reference=replace(study.reference, relations=None), predictions=predictions)
    opened.document.replace_study(bare, request_)
    assert opened.workspace.view_name == EVENTS_VIEW
    assert RELATIONS not in buttons(opened)
    assert opened.menus.action("kind_le").text() == "Toggle “label error”"


def test_the_page_keeps_what_the_one_selection_says_and_explains_filters_about_mentions(
    opened: MainWindow, page: RelationsPanel
) -> None:
    for query in ("relkind:missed", "rel:Meet", "-relkind:correct kind:le", "Rom", "-kind:tp", "rel:Meet doc:7"):
        opened.document.select_query(query)
        mask = relation_mask(study_of(opened), opened.document.selection.filter)
        assert page.table.order().tolist() == mask.nonzero()[0].tolist()
    opened.document.go_back()
    assert listed(page) == ["correct", "wrong-argument"]
    assert len(page.chips.texts) == 1
    opened.document.select_query("")
    assert not page.hint.isVisible()
    opened.document.select_query("-kind:tp Rom")
    assert page.hint.isVisible()
    assert page.hint.words.startswith("“kind: not correct” is asked of mentions")
    page.hint.errors_requested.emit()
    assert opened.document.query == "-relkind:correct Rom"
    assert not page.hint.isVisible()
    assert listed(page) == ["wrong-argument"]


def test_other_pages_sum_list_and_are_laid_out_for_themselves(opened: MainWindow, page: RelationsPanel) -> None:
    def said() -> str:
        return opened.status_line._sums.text()

    assert "recall" in said()
    opened.show_view(EVENTS_VIEW)
    assert "recall" not in said()
    opened.show_view(RELATIONS)
    assert "recall" in said()
    opened.show_view(EVENTS_VIEW)
    opened.document.select_query("relkind:missed")
    assert listed(page) == KINDS
    opened.show_view(RELATIONS)
    assert listed(page) == ["missed"]
    opened.menus.action("filters").trigger()
    assert not page.arrangement.filters_are_shown
    opened.show_view(EVENTS_VIEW)
    assert not opened.workspace.arrangement.filters_are_shown
    opened.menus.action("filters").trigger()
    opened.show_view(RELATIONS)
    assert page.arrangement.filters_are_shown
    opened.menus.action("larger").trigger()
    assert page.context.view.zoom == opened.workspace.context.view.zoom
    opened.show_view(EVENTS_VIEW)
    before = page.context.view.zoom
    opened.menus.action("smaller").trigger()
    assert page.context.view.zoom == opened.workspace.context.view.zoom < before


def test_arcs_and_filters_lead_to_one_event(opened: MainWindow, page: RelationsPanel) -> None:
    page.context.view.event_requested.emit(5)
    assert page.table.current_event() == 5
    opened.document.select_query("relkind:missed")
    page.context.view.event_requested.emit(0)
    QApplication.processEvents()
    assert page.chosen_event == page.context.event_on_show == 0
    assert listed(page) == ["missed"]
    opened.document.select_query("")
    page.table.select_event(2)
    opened.document.select_query("-relkind:correct")
    assert page.chosen_event == 2
    opened.document.select_query("relkind:missed,correct")
    assert page.chosen_event == 3
    opened.document.select_query("relkind:reversed")
    assert page.chosen_event == 0


def test_match_keeps_selection_event_and_decisions_of_mentions(opened: MainWindow, page: RelationsPanel) -> None:
    opened.document.select_query("-relkind:wrong-type")
    page.table.select_event(4)
    page.filters.match.buttons["strict"].click()
    strict = study_of(opened)
    assert strict.relation_choice.setting == "strict"
    assert opened.document.query == "-relkind:wrong-type"
    assert page.chosen_event is not None
    assert RELATION_KINDS[relation_events(strict).kind[page.chosen_event]] == "missed"
    assert page.table.current_event() == page.chosen_event
    page.filters.match.buttons["boundaries"].click()
    assert page.chosen_event == 4
    assert study_of(opened).relation_choice.setting == "boundaries"


def test_searching_narrows_what_is_listed_and_where_nothing_matches_is_offered_what_would(
    opened: MainWindow, page: RelationsPanel, keyboard: Keyboard
) -> None:
    opened.document.select_query("relkind:spurious rel:Live")
    message = page.table.findChild(type(page.table._empty))
    assert message is not None
    assert message.isVisible()
    assert message.button is not None
    message.button.click()
    assert opened.document.query == "rel:Live"
    assert len(listed(page)) > 0
    opened.document.select_query("")
    keyboard.press(Key.Key_F, held=Modifier.ControlModifier)
    keyboard.type("rel:Meet relkind:missed")
    keyboard.press(Key.Key_Return)
    assert listed(page) == ["missed"]
    assert opened.workspace.view_name == RELATIONS


def test_the_status_line_adds_relations_up_with_room_for_both_sides_and_its_numbers_are_doors(
    opened: MainWindow, page: RelationsPanel
) -> None:
    pieces = page.sums
    said = "".join(piece.text for piece in pieces)
    assert said.startswith("precision 40.00  recall 33.33  F1 36.36")
    assert "reference 6 = 2 TP + 1 FN + 1 WT + 1 WA + 1 RV" in said
    assert "predicted 5 = 2 TP + 0 FP + 1 WT + 1 WA + 1 RV" in said
    for piece in pieces:
        number = piece.text.partition(" ")[0]
        if piece.query and number.isdigit():
            opened.status_line.findChildren(DoorLabel)[-1].query_requested.emit(piece.query)
            assert len(listed(page)) == int(number), piece.text
    assert opened.workspace.view_name == RELATIONS
    opened.document.select_query("")
    label = opened.status_line.findChildren(DoorLabel)[-1]
    opened.resize(3000, 900)
    opened.status_line.say("review", "a review of a long name " * 4)
    opened.resize(round(label.sizeHint().width() / 0.6), 900)
    assert label.accessibleName() == "".join(piece.text for piece in page.sums)


def test_between_annotators_the_status_line_gives_f1_alone(empty_window: MainWindow, request_: LoadRequest) -> None:
    request = replace(request_, annotators=True)
    empty_window.opener.show(load_sides(request), request, "")
    empty_window.show_view(RELATIONS)
    said = "".join(piece.text for piece in empty_window.workspace.page("Relations").sums)
    assert said.startswith("F1 36.36    A 6 = 2 TP")
    assert "precision" not in said
    assert "recall" not in said


def test_a_wrong_mention_leads_to_its_event(opened: MainWindow, page: RelationsPanel) -> None:
    page.details.findChildren(Ways)[0].query_requested.emit("6")
    assert opened.workspace.view_name == EVENTS_VIEW
    assert opened.document.chosen_event == 6


def test_another_prediction_shows_its_own_relations(empty_window: MainWindow, tmp_path: Path) -> None:
    paths = [
        write_sentences(tmp_path / name, sentences)
        for name, sentences in (("ref.json", REFERENCE), ("a.json", SYSTEM), ("b.json", REFERENCE))
    ]
    request = LoadRequest(paths[0], tuple(paths[1:]))
    empty_window.opener.show(load_study(request), request, "")
    empty_window.show_view(RELATIONS)
    page = empty_window.workspace.page("Relations")
    empty_window.document.show_prediction(1)
    assert listed(page) == ["correct"] * 6
    assert page.table.order().tolist() == list(range(6, 12))
    assert "".join(piece.text for piece in page.sums).startswith("precision 100.00")


def test_other_files_leave_no_event_behind(opened: MainWindow, page: RelationsPanel, tmp_path: Path) -> None:
    page.table.select_event(5)
    folder = tmp_path / "other"
    folder.mkdir()
    one: list[Sentence] = [("Ann met Bo in Ulm", PEOPLE, [(0, "Meet", 1)])]
    request = relation_request(folder, one, one)
    opened.opener.show(load_study(request), request, "")
    assert page.chosen_event is None
    opened.show_view(RELATIONS)
    assert listed(page) == ["correct"]
    assert page.chosen_event == 0


def test_the_menu_calls_kinds_after_what_is_on_show(opened: MainWindow, page: RelationsPanel) -> None:
    assert opened.menus.action("kind_be").text() == "Toggle “wrong argument”"
    assert not opened.menus.action("group").isEnabled()
    page.filters.match.buttons["strict"].click()
    assert opened.menus.action("kind_be").text() == "Toggle “wrong argument”"
    assert not opened.menus.action("take_reading").isEnabled()
    assert not opened.menus.action("take_reading_of").isEnabled()
    opened.show_view(EVENTS_VIEW)
    assert opened.menus.action("kind_be").text() == "Toggle “boundary error”"
    for name in ("group", "take_reading", "take_reading_of", "mark_reading"):
        assert opened.menus.action(name).isEnabled()


def test_what_was_decided_about_relations_is_there_again_under_the_other_setting(
    opened: MainWindow,
    page: RelationsPanel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    keyboard: Keyboard,
    qtbot: QtBot,
) -> None:
    path = str(tmp_path / "a.nerinspect")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args, **_options: (path, ""))
    opened.menus.action("new_review").trigger()
    qtbot.waitUntil(lambda: opened.reviews.is_settled)
    keyboard.press(Key.Key_Escape)
    assert "verdict" in page.table.columns.shown()
    page.table.select_event(3)
    qtbot.waitUntil(lambda: page.chosen_event == 3)
    qtbot.waitUntil(opened.isActiveWindow)
    keyboard.press(Key.Key_R)
    qtbot.waitUntil(lambda: [event for event, _ in study_of(opened).relation_decisions.items()] == [3])
    assert not len(study_of(opened).decisions)
    qtbot.waitUntil(lambda: page.chosen_event == 4)
    opened.document.select_query("verdict:reference-wrong")
    assert listed(page) == ["missed"]
    for setting in ("strict", "boundaries"):
        page.filters.match.buttons[setting].click()
        qtbot.waitUntil(lambda: listed(page) == ["missed"])  # decisions are found again behind the window
    qtbot.waitUntil(lambda: not opened.reviews.reviewing.is_reading)
    opened.menus.action("undo").trigger()
    qtbot.waitUntil(lambda: listed(page) == [])
    assert page.chosen_event == 3


def test_the_page_by_keys_alone(opened: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    document = opened.document
    keyboard.press(Key.Key_9, held=Modifier.ControlModifier)
    page = opened.workspace.page("Relations")
    keyboard.press(Key.Key_Escape)
    assert keyboard.focus is page.table.view
    keyboard.press(Key.Key_J, Key.Key_J)
    assert page.chosen_event == 2
    keyboard.press(Key.Key_K)
    assert page.chosen_event == 1
    keyboard.press(Key.Key_Down)
    assert page.chosen_event == 2
    for place, kind in enumerate(RELATION_KINDS):
        keyboard.press(Key(Key.Key_1.value + place))
        assert document.query == f"relkind:{kind}"
        keyboard.press(Key(Key.Key_1.value + place))
        assert document.query == ""
    keyboard.press(Key.Key_0)
    assert document.query == "-relkind:correct"
    keyboard.press(Key.Key_Return)
    assert page.context.view.shows_document
    assert opened.menus.action("whole_document").isChecked()
    keyboard.press(Key.Key_Return)
    assert not page.context.view.shows_document
    for region in (page.context.view, page.review, page.details, page.filters, page.chips):
        keyboard.go_to_region(region)
    keyboard.press(Key.Key_Escape)
    assert keyboard.focus is page.table.view
    keyboard.press(Key.Key_Left, held=Modifier.AltModifier)
    assert document.query == ""
    keyboard.press(Key.Key_1, held=Modifier.ControlModifier)
    assert opened.workspace.view_name == EVENTS_VIEW


def test_errors_are_those_of_what_is_on_show(opened: MainWindow) -> None:
    opened.document.select_query("-kind:tp")
    opened.show_view(RELATIONS)
    assert opened.document.query == "-relkind:correct"
    opened.show_view(EVENTS_VIEW)
    assert opened.document.query == "-kind:tp"
    opened.document.select_query("-kind:tp rel:Meet")
    opened.show_view(RELATIONS)
    assert opened.document.query == "-kind:tp rel:Meet"
