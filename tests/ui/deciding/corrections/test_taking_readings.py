"""The right reading of events taken from systems, by one key."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt

from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard

CONTROL = Qt.KeyboardModifier.ControlModifier

Settle = Callable[[], None]


def said(window: MainWindow) -> dict[int, Decision]:
    assert window.document.study is not None
    return {event: decision.said for event, decision in window.document.study.decisions.items()}


def event_of(window: MainWindow, surface: str, prediction: int = 0) -> int:
    study = window.document.study
    assert isinstance(study, Study)
    first, last = study.event_start[prediction : prediction + 2].tolist()
    texts = study.text.joined(study.events.start[first:last], study.events.end[first:last]).to_pylist()
    return int(first + texts.index(surface))


def test_the_reading_on_show_is_taken_and_the_next_undecided_event_shown(
    reviewed: MainWindow, keyboard: Keyboard, settle: Settle
) -> None:
    first, second = event_of(reviewed, "one"), event_of(reviewed, "Upper Elm")
    reviewed.workspace.go_to_event(first)
    keyboard.press(Key.Key_T)
    settle()
    assert said(reviewed) == {first: Decision("reference-wrong", correction=((1, 2, "PER"),))}
    assert reviewed.menus.action("undo").text() == "&Undo “Annotation of rich” for 1 event"
    assert reviewed.document.chosen_event == second
    keyboard.press(Key.Key_T)
    assert said(reviewed)[second] == Decision("reference-wrong", correction=((1, 2, "LOC"),))
    assert reviewed.document.chosen_event == event_of(reviewed, "Ines")


def test_a_verdict_that_accepts_corrections_stays(reviewed: MainWindow, keyboard: Keyboard, settle: Settle) -> None:
    first = event_of(reviewed, "one")
    reviewed.workspace.go_to_event(first)
    keyboard.press(Key.Key_B)
    settle()
    reviewed.workspace.go_to_event(first)
    keyboard.press(Key.Key_T)
    assert said(reviewed) == {first: Decision("both-wrong", correction=((1, 2, "PER"),))}
    keyboard.press(Key.Key_Z, held=CONTROL)
    assert said(reviewed) == {first: Decision("both-wrong")}


def test_any_system_can_be_asked(reviewed: MainWindow, settle: Settle) -> None:
    event = event_of(reviewed, "Ulm")
    reviewed.workspace.go_to_event(event)
    actions = {action.text().split()[-1]: action for action in reviewed.menus.readings.actions()}
    assert list(actions) == ["rich", "plain"]
    actions["plain"].trigger()
    settle()
    assert said(reviewed) == {event: Decision("reference-wrong", correction=((0, 1, "ORG"),))}


@pytest.mark.parametrize(
    ("surface", "system", "why"),
    [
        ("Upper Elm", "plain", "Not accepted: mentions of plain reach beyond the event, or overlap."),
        ("Ulm", "rich", "Not accepted: rich annotates the event as the reference does."),
    ],
)
def test_what_cannot_be_taken_is_said(reviewed: MainWindow, surface: str, system: str, why: str) -> None:
    reviewed.workspace.go_to_event(event_of(reviewed, surface))
    next(action for action in reviewed.menus.readings.actions() if system in action.text()).trigger()
    assert reviewed.message.text.startswith(why)
    assert said(reviewed) == {}
    assert not reviewed.reviews.reviewing.path


def test_all_selected_events_take_their_own_reading_at_once(
    reviewed: MainWindow, keyboard: Keyboard, settle: Settle
) -> None:
    reviewed.workspace.go_to_event(event_of(reviewed, "one"))
    reviewed.workspace.events.view.selectAll()
    keyboard.press(Key.Key_T)
    settle()
    corrections = {event: decision.correction for event, decision in said(reviewed).items()}
    assert corrections == {
        event_of(reviewed, "one"): ((1, 2, "PER"),),
        event_of(reviewed, "Upper Elm"): ((1, 2, "LOC"),),
        event_of(reviewed, "Ines"): ((4, 5, "PER"),),
    }
    assert reviewed.message.text.startswith("Not accepted: rich annotates 1 of the 4 events as the reference does.")
    keyboard.press(Key.Key_Z, held=CONTROL)
    assert said(reviewed) == {}
