"""A note is kept however it is left, and as it was after Esc."""

from nerinspect.events.decision import Decision
from nerinspect.ui.deciding.review_part import ReviewPart
from tests.ui.deciding.review_part_parts import Heard, click, note, texts
from tests.ui.keyboard import Key, Keyboard, Modifier


def test_ctrl_enter_keeps_the_note(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    part.show_decision(Decision(note="first"))
    part.focus_note()
    keyboard.type(" of two")
    keyboard.press(Key.Key_Return, held=Modifier.ControlModifier)
    assert sorted(heard) == [("left", None), ("note", "first of two")]
    assert not note(part).isVisible()


def test_esc_leaves_the_note_as_it_was(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    part.show_decision(Decision(note="first"))
    click(part, "Note")
    keyboard.type(" of two")
    keyboard.press(Key.Key_Escape)
    assert heard == [("left", None)]
    assert "first" in texts(part)


def test_a_note_that_is_left_is_kept(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    part.focus_note()
    keyboard.type("seen")
    keyboard.press(Key.Key_Tab)
    assert heard == [("note", "seen")]
    assert not note(part).isVisible()


def test_a_note_is_kept_before_a_click_elsewhere_is_answered(
    part: ReviewPart, heard: Heard, keyboard: Keyboard
) -> None:
    part.focus_note()
    keyboard.type("seen")
    click(part, "Ambiguous")
    assert heard == [("note", "seen"), ("verdict", "ambiguous")]


def test_a_note_is_kept_before_a_key_that_acts_elsewhere(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    part.focus_note()
    keyboard.type("Seen")
    assert heard == []
    keyboard.press(Key.Key_E, held=Modifier.ControlModifier)
    assert heard == [("note", "Seen")]


def test_a_note_of_another_event_ends_the_writing(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    part.show_decision(Decision(note="first"))
    part.focus_note()
    keyboard.type(" more")
    part.show_decision(Decision("ambiguous", note="first"))
    assert note(part).toPlainText() == "first more"
    assert note(part).isVisible()
    part.show_decision(Decision(note="second"))
    assert not note(part).isVisible()
    assert heard == []
