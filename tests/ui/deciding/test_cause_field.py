"""Causes and verdicts of one's own: written, completed, shown as chips, and taken away."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget

from nerinspect.events.decision import Decision
from nerinspect.ui.deciding.review_part import ReviewPart
from tests.ui.deciding.review_part_parts import Heard, chips, click, field
from tests.ui.keyboard import Key, Keyboard


def test_enter_adds_a_cause_behind_those_that_are_given(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    part.show_decision(Decision(causes=("typo",)))
    part.focus_causes()
    keyboard.type("proper  noun")
    keyboard.press(Key.Key_Return)
    assert heard == [("causes", ("typo", "proper noun"))]
    assert field(part).text() == ""


def test_a_cause_that_is_given_is_not_given_again(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    part.show_decision(Decision(causes=("odd",)))
    part.focus_causes()
    keyboard.type("odd")
    keyboard.press(Key.Key_Return)
    assert heard == []


@pytest.mark.parametrize(("typed", "cause"), [("gap", "guideline-gap"), ("HOUS", "house-style")])
def test_causes_in_use_and_usual_ones_are_completed(
    part: ReviewPart, heard: Heard, keyboard: Keyboard, typed: str, cause: str
) -> None:
    part.show_causes(["house-style"])
    part.focus_causes()
    keyboard.type(typed)
    keyboard.press(Key.Key_Down, Key.Key_Return)
    assert heard == [("causes", (cause,))]
    assert field(part).text() == ""


def test_what_is_written_is_taken_while_nothing_is_chosen_from_the_list(
    part: ReviewPart, heard: Heard, keyboard: Keyboard
) -> None:
    part.focus_causes()
    keyboard.type("gap")
    keyboard.press(Key.Key_Return)
    assert heard == [("causes", ("gap",))]


def test_arrows_list_all_causes_and_go_through_them(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    part.show_causes(["house-style"])
    part.focus_causes()
    keyboard.press(Key.Key_Down, Key.Key_Down, Key.Key_Down, Key.Key_Up, Key.Key_Return)
    assert heard == [("causes", ("house-style",))]


def test_a_click_in_the_list_gives_the_cause(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    part.focus_causes()
    keyboard.type("ty")
    words = part.findChild(QListWidget)
    assert isinstance(words, QListWidget)
    place = words.visualItemRect(words.item(0)).center()
    QTest.mouseClick(words.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert heard == [("causes", ("typo",))]
    assert not words.isVisible()


def test_the_list_stands_in_the_window_and_goes_with_the_focus(part: ReviewPart, keyboard: Keyboard) -> None:
    part.resize(308, 400)
    part.focus_causes()
    keyboard.press(Key.Key_Down)
    words = part.findChild(QListWidget)
    assert isinstance(words, QListWidget)
    assert words.isVisible()
    assert part.rect().contains(words.geometry())
    assert not words.geometry().intersects(field(part).geometry())
    keyboard.press(Key.Key_Tab)
    assert not words.isVisible()


@pytest.mark.parametrize(
    ("typed", "verdict"),
    [("=unclear", "unclear"), ("= not sure", "not-sure"), ("=Both-Wrong", "both-wrong"), ("=none", "")],
)
def test_a_word_behind_an_equals_sign_is_a_verdict(
    part: ReviewPart, heard: Heard, keyboard: Keyboard, typed: str, verdict: str
) -> None:
    part.focus_causes()
    keyboard.type(typed)
    keyboard.press(Key.Key_Return)
    assert heard == [("verdict", verdict)]


def test_an_equals_sign_alone_is_no_verdict(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    part.focus_causes()
    keyboard.type("=")
    keyboard.press(Key.Key_Return)
    assert heard == []


def test_causes_and_a_verdict_of_ones_own_are_chips(part: ReviewPart, heard: Heard) -> None:
    part.show_decision(Decision("unclear", ("typo", "scope")))
    assert chips(part) == ["= unclear", "typo", "scope"]
    click(part, "= unclear")
    click(part, "typo")
    assert heard == [("verdict", ""), ("causes", ("scope",))]
    part.show_decision(Decision("ambiguous"))
    assert chips(part) == []


def test_backspace_takes_back_the_last_cause(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    part.show_decision(Decision(causes=("typo", "scope")))
    part.focus_causes()
    keyboard.type("x")
    keyboard.press(Key.Key_Backspace)
    assert heard == []
    keyboard.press(Key.Key_Backspace)
    assert heard == [("causes", ("typo",))]


def test_delete_takes_a_chip_away(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    part.show_decision(Decision(causes=("typo", "scope")))
    keyboard.tab_to(lambda widget: widget.accessibleName() == "scope")
    keyboard.press(Key.Key_Delete)
    assert heard == [("causes", ("typo",))]


def test_esc_hides_the_list_then_empties_the_field(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    part.focus_causes()
    keyboard.type("typ")
    keyboard.press(Key.Key_Escape)  # hides the list
    assert (field(part).text(), heard) == ("typ", [])
    keyboard.press(Key.Key_Escape)
    assert (field(part).text(), heard) == ("", [])
