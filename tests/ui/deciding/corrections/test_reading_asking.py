"""After “reference wrong” the right reading is asked for beside the flow; what lacks one is told apart and counted."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.ui.deciding.marking import MarkingBar
from nerinspect.ui.kit.doors import DoorLabel
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_columns import verdict_text
from nerinspect.ui.window.window import MainWindow
from tests.ui.deciding.conftest import OpenReview, Settle
from tests.ui.keyboard import Key, Keyboard

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
    pytest.mark.usefixtures("drawn_as_the_program_is"),
]

ALT = Qt.KeyboardModifier.AltModifier


def said(window: MainWindow, event: int) -> Decision:
    assert window.document.study is not None
    return window.document.study.decisions[event].said


@pytest.fixture
def wrong(reviewed: MainWindow, keyboard: Keyboard, settle: Settle) -> MainWindow:
    """Find the reference wrong at the first event."""
    reviewed.focus_main_part()
    reviewed.workspace.go_to_event(0)
    keyboard.press(Key.Key_R)
    settle()
    return reviewed


def test_the_question_waits_while_the_next_event_is_looked_at_and_the_status_line_leads_there(
    wrong: MainWindow, qtbot: QtBot
) -> None:
    assert wrong.document.chosen_event == 1
    assert wrong.message.text == "“one”: reference wrong, no correction yet."
    wrong.document.select_query("verdict:none")
    assert wrong.message.text == "“one”: reference wrong, no correction yet."
    line = wrong.status_line.findChildren(DoorLabel)[0]
    words = "1 wrong reference without a correction"
    qtbot.waitUntil(lambda: words in [piece.text for piece in line.pieces])
    place = [piece.text for piece in line.pieces].index(words)
    line.linkActivated.emit(str(place))
    qtbot.waitUntil(lambda: wrong.document.order.tolist() == [0])
    assert wrong.document.query == "correction:missing"


def test_a_key_takes_the_reading_and_the_next_event_stays(wrong: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_T, held=ALT)
    assert said(wrong, 0) == Decision("reference-wrong", correction=((1, 2, "PER"),))
    assert said(wrong, 1) == Decision()
    assert wrong.document.chosen_event == 1
    assert "no correction yet" not in wrong.message.text


def test_a_key_is_heard_before_the_decision_that_follows_at_once(wrong: MainWindow, settle: Settle) -> None:
    for key, held in ((Key.Key_T, ALT), (Key.Key_P, Qt.KeyboardModifier.NoModifier)):
        QTest.keyClick(QGuiApplication.focusWindow(), key, held)
    settle()
    assert said(wrong, 0) == Decision("reference-wrong", correction=((1, 2, "PER"),))
    assert said(wrong, 1) == Decision("prediction-wrong")


def test_a_button_marks_the_reading_of_that_event_and_rows_tell_which_have_none(
    wrong: MainWindow, press_button: Callable[[QWidget, str], None]
) -> None:
    press_button(wrong.message, "Mark it (Alt+M)")
    assert wrong.document.chosen_event == 0
    assert any(bar.isVisible() for bar in wrong.findChildren(MarkingBar))
    study = wrong.document.study
    assert study is not None
    assert verdict_text(EventCells(study), 0) == "reference wrong, no correction yet"
    study.decisions.decide(0, Decision("reference-wrong", correction=()))
    assert verdict_text(EventCells(study), 0) == "reference wrong"


def test_another_decision_ends_the_question(wrong: MainWindow, keyboard: Keyboard, settle: Settle) -> None:
    keyboard.press(Key.Key_P)
    settle()
    assert wrong.message.text == ""


def test_when_it_was_decided_is_not_said_of_a_flag(wrong: MainWindow, keyboard: Keyboard, settle: Settle) -> None:
    def told() -> list[str]:
        return [label.accessibleName() for label in wrong.workspace.review.findChildren(QLabel)]

    wrong.workspace.go_to_event(0)
    assert any(text.startswith("decided ") for text in told())
    wrong.workspace.go_to_event(2)
    keyboard.press(Key.Key_F)
    settle()
    assert said(wrong, 2) == Decision(flag=True)
    assert not any(text.startswith("decided ") for text in told())


def test_a_review_that_is_open_elsewhere_says_so_and_so_do_keys(
    wrong: MainWindow, open_again: OpenReview, keyboard: Keyboard, path: str, qtbot: QtBot,
    press_button: Callable[[QWidget, str], None],
) -> None:  # fmt: skip
    second = open_again(path)
    assert second.message.text == (
        "a.nerinspect is read-only here: the review is open in another program. Close it there, then open the review"
        " again."
    )
    second.message.hide()
    second.focus_main_part()
    second.workspace.go_to_event(1)
    for key in (Key.Key_P, Key.Key_F, Key.Key_N, Key.Key_C, Key.Key_T, Key.Key_M):
        keyboard.press(key)
        assert second.message.text.startswith("The review is open in another program. Close it there"), key
        second.message.hide()
    wrong.reviews.reviewing.end()
    second.reviews._tell_state(second.reviews.reviewing.file)  # type: ignore[arg-type]
    press_button(second.message, "Try again")
    qtbot.waitUntil(lambda: second.reviews.is_settled and second.reviews.reviewing.is_ready)
    assert said(second, 0) == Decision("reference-wrong")
