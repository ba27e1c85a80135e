from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Document
from nerinspect.ui.desk.views import EVENTS_VIEW, OVERVIEW
from nerinspect.ui.kit.doors import Door, DoorLabel
from nerinspect.ui.window.workspace import Workspace

MakeStudy = Callable[..., Study]
PressButton = Callable[[QWidget, str], None]

REQUEST = LoadRequest("x.conll", ("flair.conll",))


@pytest.fixture
def document(desk: Desk) -> Document:
    return desk.document


@pytest.fixture
def workspace(qtbot: QtBot, desk: Desk, document: Document, make_study_from: MakeStudy) -> Workspace:
    workspace = Workspace(desk)
    qtbot.addWidget(workspace)
    workspace.resize(1400, 800)
    workspace.show()
    document.set_study(
        make_study_from("Ostend/B-LOC/B-LOC said/O/O Grey/B-ORG/B-LOC", "Ostend/B-LOC/O and/O/B-PER"), REQUEST
    )
    return workspace


def empty_text(workspace: Workspace) -> str:
    label = workspace.events.view.viewport().findChild(QLabel)
    assert isinstance(label, QLabel)
    return label.text() if label.isVisible() else ""


def click_kind(workspace: Workspace, row: int, modifiers: Qt.KeyboardModifier) -> None:
    view = workspace.filters.kinds.view
    place = view.visualRect(view.model().index(row, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, modifiers, place)


def test_the_first_event_is_chosen(workspace: Workspace, document: Document) -> None:
    assert document.chosen_event == 0


def test_the_first_event_left_is_chosen(workspace: Workspace, document: Document) -> None:
    document.select_query("kind:fn")
    assert document.chosen_event == 2


def test_no_event_is_chosen_if_none_is_left(workspace: Workspace, document: Document) -> None:
    document.select_query("kind:be")
    assert document.chosen_event is None


def test_the_chosen_event_stays_if_it_is_left(workspace: Workspace, document: Document) -> None:
    workspace.events.select_event(2)
    document.select_query("kind:le,fn")
    assert document.chosen_event == 2


def test_a_click_picks_one_kind(workspace: Workspace, document: Document) -> None:
    click_kind(workspace, 2, Qt.KeyboardModifier.NoModifier)
    click_kind(workspace, 3, Qt.KeyboardModifier.NoModifier)
    assert document.query == "kind:le"


def test_a_click_with_ctrl_adds_a_kind(workspace: Workspace, document: Document) -> None:
    click_kind(workspace, 2, Qt.KeyboardModifier.NoModifier)
    click_kind(workspace, 3, Qt.KeyboardModifier.ControlModifier)
    assert document.query == "kind:fn,le"


def test_a_pick_becomes_a_chip(workspace: Workspace) -> None:
    click_kind(workspace, 2, Qt.KeyboardModifier.NoModifier)
    assert workspace.chips.texts == ["kind: missed"]


def test_a_chip_takes_its_own_term_away(workspace: Workspace, document: Document, press_button: PressButton) -> None:
    document.select_query("kind:fn ref:LOC")
    press_button(workspace.chips, "kind: missed  ✕")
    assert document.query == "ref:LOC"


def test_clear_all_takes_every_term_away(workspace: Workspace, document: Document, press_button: PressButton) -> None:
    document.select_query("kind:fn ref:LOC")
    press_button(workspace.chips, "Clear all")
    assert (document.query, workspace.chips.texts) == ("", [])


def test_the_last_chip_is_taken_back(workspace: Workspace, document: Document) -> None:
    document.select_query("kind:fn ref:LOC")
    workspace.remove_last_chip()
    assert document.query == "kind:fn"


def test_without_chips_nothing_is_taken_back(workspace: Workspace, document: Document, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(document.events_changed):
        workspace.remove_last_chip()


def test_the_query_goes_to_the_clipboard(workspace: Workspace, document: Document, press_button: PressButton) -> None:
    document.select_query("kind:fn ref:LOC")
    press_button(workspace.chips, "Copy as query")
    assert QGuiApplication.clipboard().text() == "kind:fn ref:LOC"


def test_the_head_of_the_kinds_sums_up_what_is_picked(workspace: Workspace, document: Document) -> None:
    document.select_query("kind:fn,le")
    assert workspace.filters.kinds.section.summary == "2 picked"


def test_what_is_left_is_counted(workspace: Workspace, document: Document) -> None:
    document.select_query("kind:fn")
    assert "<b>1</b> of 4 events" in [label.text() for label in workspace.chips.findChildren(QLabel)]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("kind:be", "No event matches this term. Without “kind: boundary error” there would be 4."),
        ("kind:be ref:LOC", "No event matches these 2 terms. Without “kind: boundary error” there would be 2."),
    ],
)
def test_an_empty_table_says_why(workspace: Workspace, document: Document, query: str, said: str) -> None:
    document.select_query(query)
    assert empty_text(workspace) == said


def test_the_term_that_leaves_nothing_can_be_removed(
    workspace: Workspace, document: Document, press_button: PressButton
) -> None:
    document.select_query("kind:be ref:LOC")
    press_button(workspace.events, "Remove it")
    assert document.query == "ref:LOC"
    assert document.n_kept == 2


def test_where_no_single_term_is_to_blame_all_can_be_cleared(
    workspace: Workspace, document: Document, press_button: PressButton
) -> None:
    document.select_query("kind:be -kind:be ref:none pred:none")
    assert "Without" not in empty_text(workspace)
    press_button(workspace.events, "Clear all")
    assert document.query == ""


def test_an_event_that_the_filter_leaves_out_can_be_shown(desk: Desk, workspace: Workspace, document: Document) -> None:
    document.select_query("kind:fn")
    other = next(event for event in range(document.n_events) if event not in document.order)
    desk.event_requested.emit(other)
    assert document.chosen_event == other


def test_enter_shows_the_whole_document_and_the_sentence_again(
    workspace: Workspace, document: Document, qtbot: QtBot
) -> None:
    workspace.events.view.setFocus()
    for is_shown in (True, False):
        with qtbot.waitSignal(workspace.context.view.document_toggled) as caught:
            QTest.keyClick(workspace.events.view, Qt.Key.Key_Return)
        assert caught.args == [is_shown]


def test_events_passed_in_a_hurry_are_not_all_explained(
    workspace: Workspace, document: Document, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: any(label.isVisible() and label.text() for label in workspace.details.findChildren(QLabel)))
    explained: list[int | None] = []
    monkeypatch.setattr(workspace.details, "show_event", lambda study, event, row: explained.append(event))
    for _ in range(3):
        workspace.events.select_next()
    assert explained == []
    qtbot.waitUntil(lambda: explained == [document.chosen_event])


def test_equal_surfaces_are_grouped_from_the_chip_row(workspace: Workspace, press_button: PressButton) -> None:
    press_button(workspace.chips, "Group equal surfaces")
    assert workspace.events.is_grouped


def test_an_empty_table_asks_for_a_prediction(
    workspace: Workspace, document: Document, make_study_from: MakeStudy
) -> None:
    document.set_study(make_study_from("a/B-PER", systems=()), LoadRequest("x.conll"))
    assert empty_text(workspace).startswith("There is no prediction")


def test_an_empty_table_tells_of_data_without_mentions(
    workspace: Workspace, document: Document, make_study_from: MakeStudy
) -> None:
    document.set_study(make_study_from("a/O/O"), REQUEST)
    assert empty_text(workspace) == "Neither side has a mention."


def test_a_door_replaces_what_was_selected(desk: Desk, workspace: Workspace, document: Document, qtbot: QtBot) -> None:
    document.select_query("ref:ORG")
    with qtbot.waitSignal(desk.door_opened):
        workspace.page("Overview").desk.open(Door("kind:fn"))
    assert document.query == "kind:fn"


def test_a_surface_shows_all_its_events(desk: Desk, workspace: Workspace, document: Document, qtbot: QtBot) -> None:
    def ways() -> list[DoorLabel]:
        labels = workspace.details.findChildren(DoorLabel)
        return [label for label in labels if label.accessibleName().startswith("Both events with this surface")]

    qtbot.waitUntil(lambda: bool(ways()))
    with qtbot.waitSignal(desk.door_opened):
        ways()[0].linkActivated.emit("0")
    assert document.order.tolist() == [0, 2]


@pytest.mark.parametrize("name", [EVENTS_VIEW, OVERVIEW])
def test_a_view_can_be_chosen(workspace: Workspace, name: str) -> None:
    workspace.show_view(name)
    assert workspace.view_name == name
    assert workspace.page("Overview").isVisible() == (name == OVERVIEW)


def test_scores_follow_the_prediction_on_show(
    workspace: Workspace, document: Document, make_study_from: MakeStudy, qtbot: QtBot
) -> None:
    document.set_study(make_study_from("a/B-PER/O/B-PER", systems=("flair", "spacy")), REQUEST)
    workspace.show_view(OVERVIEW)
    document.show_prediction(1)
    lines = [label.accessibleName() for label in workspace.page("Overview").findChildren(QLabel)]
    assert "predicted 1 = 1 TP + 0 FP + 0 LE + 0 BE + 0 LBE" in lines


def test_the_number_of_a_group_opens_its_events_under_the_filter(workspace: Workspace, document: Document) -> None:
    document.select_query("kind:fn")
    workspace.events.surface_requested.emit("surface:Ostend")
    assert document.query == "kind:fn surface:Ostend"


def test_the_nearest_event_is_chosen_when_the_chosen_one_is_filtered_away(
    workspace: Workspace, document: Document
) -> None:
    document.select_query("")
    workspace.events.select_event(2)
    left = [kind for kind in KINDS if kind != KINDS[int(study_of(document).events.kind[2])]]
    document.select_query(f"kind:{','.join(left)}")
    kept = document.order.tolist()
    assert document.chosen_event == min((event for event in kept if event >= 2), default=max(kept))


def study_of(document: Document) -> Study:
    assert document.study is not None
    return document.study
