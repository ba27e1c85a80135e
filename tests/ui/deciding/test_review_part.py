"""Verdicts, flag and head of the part in which people decide, and how it has room for all of them."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton

from nerinspect.events.decision import VERDICTS, Decision
from nerinspect.glossary.wording import NEUTRAL
from nerinspect.ui.deciding.review_part import ReviewPart
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme
from tests.ui.deciding.review_part_parts import Heard, button, chosen, click, field, note, texts
from tests.ui.keyboard import Key, Keyboard


@pytest.mark.parametrize(
    ("text", "verdict"),
    list(zip(("Prediction wrong", "Reference wrong", "Both wrong", "Ambiguous"), VERDICTS, strict=True)),
)
def test_a_click_chooses_a_verdict(part: ReviewPart, heard: Heard, text: str, verdict: str) -> None:
    click(part, text)
    assert heard == [("verdict", verdict)]


def test_the_same_verdict_again_frees_it(part: ReviewPart, heard: Heard) -> None:
    part.show_decision(Decision("both-wrong"))
    click(part, "Both wrong")
    part.choose_verdict("both-wrong")
    part.choose_verdict("ambiguous")
    assert heard == [("verdict", ""), ("verdict", ""), ("verdict", "ambiguous")]


def test_buttons_show_the_decision_alone(part: ReviewPart) -> None:
    click(part, "Ambiguous")
    click(part, "Flag")
    assert chosen(part) == []
    part.show_decision(Decision("ambiguous", flag=True, note="first"))
    assert chosen(part) == ["Ambiguous", "Flag", "Note"]
    part.show_decision(Decision())
    assert chosen(part) == []


@pytest.mark.parametrize("is_flagged", [False, True])
def test_a_click_turns_the_flag(part: ReviewPart, heard: Heard, is_flagged: bool) -> None:
    part.show_decision(Decision(flag=is_flagged))
    click(part, "Flag")
    assert heard == [("flag", not is_flagged)]


def test_the_head_says_how_far_the_review_is(part: ReviewPart) -> None:
    part.show_progress(1143, 2727)
    assert texts(part) == ["Review", "1,143 of 2,727 errors decided"]


def test_the_head_says_for_how_many_events_a_choice_is(part: ReviewPart) -> None:
    part.show_progress(1, 2)
    part.show_decision(Decision(), n_events=3)
    assert texts(part) == ["Review", "for 3 selected events"]


def test_nothing_is_chosen_while_it_is_not_ready(part: ReviewPart, heard: Heard) -> None:
    part.set_ready(False, "No event is chosen.")
    for text in ("Reference wrong", "Flag", "Note"):
        click(part, text)
        assert "No event is chosen." in button(part, text).toolTip()
    part.choose_verdict("ambiguous")
    part.focus_note()
    part.focus_causes()
    assert heard == []
    assert not note(part).isVisible()
    assert not field(part).hasFocus()
    assert "No event is chosen." in texts(part)
    part.set_ready(True)
    assert "No event is chosen." not in texts(part)
    click(part, "Reference wrong")
    assert heard == [("verdict", "reference-wrong")]


def test_annotators_are_called_a_and_b(part: ReviewPart, heard: Heard) -> None:
    part.speak(NEUTRAL)
    part.show_progress(1, 2)
    assert "1 of 2 disagreements decided" in texts(part)
    click(part, "B right")
    click(part, "A right")
    assert heard == [("verdict", "reference-wrong"), ("verdict", "prediction-wrong")]


def test_all_of_it_works_by_keyboard(part: ReviewPart, heard: Heard, keyboard: Keyboard) -> None:
    keyboard.tab_to(lambda widget: widget is button(part, "Both wrong"))
    keyboard.press(Key.Key_Space, Key.Key_Return)
    keyboard.tab_to(lambda widget: widget is field(part))
    keyboard.tab_to(lambda widget: widget is button(part, "Flag"))
    keyboard.press(Key.Key_Space)
    assert heard == [("verdict", "both-wrong"), ("verdict", "both-wrong"), ("flag", True)]


def test_in_one_row_all_verdicts_stand_beside_each_other(part: ReviewPart) -> None:
    part.show_progress(143, 727)
    part.set_one_row(True)
    part.resize(1100, part.heightForWidth(1100))
    QApplication.processEvents()
    buttons = [one for one in part.findChildren(QPushButton) if one.isVisible()]
    assert len(buttons) == len(VERDICTS) + 2
    assert len({one.mapTo(part, QPoint()).y() for one in (*buttons, field(part))}) == 1
    assert texts(part) == ["143 / 727"]


def test_a_narrow_row_goes_on_below_and_hides_no_verdict(part: ReviewPart) -> None:
    part.set_one_row(True)
    part.resize(400, part.heightForWidth(400))
    QApplication.processEvents()
    for one in (*part.findChildren(QPushButton), field(part)):
        assert part.rect().contains(one.geometry())
    assert texts(part) == []


def test_the_column_comes_back(part: ReviewPart) -> None:
    before = part.sizeHint()
    part.set_one_row(True)
    part.set_one_row(False)
    QApplication.processEvents()
    assert part.sizeHint() == before
    assert texts(part)[0] == "Review"


def test_words_are_never_cut_at_larger_fonts(part: ReviewPart) -> None:
    font = QFont(part.font())
    font.setPixelSize(2 * part.fontInfo().pixelSize())
    before = button(part, "Reference wrong").minimumSizeHint()
    part.setFont(font)
    after = button(part, "Reference wrong").minimumSizeHint()
    assert after.width() > 1.8 * before.width()
    assert after.height() > 1.8 * before.height()


def test_all_words_have_room_in_the_column_of_the_details(part: ReviewPart) -> None:
    unit = part.fontInfo().pixelSize() / 13
    part.resize(round(308 * unit), part.height())
    QApplication.processEvents()
    assert part.width() == round(308 * unit)
    for one in part.findChildren(QPushButton):
        assert one.width() >= one.minimumSizeHint().width()


def test_a_chosen_verdict_has_a_tint_and_an_edge_in_both_themes(
    part: ReviewPart, qapp: QApplication, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: choose_theme(qapp, None))
    for theme in (LIGHT, DARK):
        choose_theme(qapp, theme)
        part.show_decision(Decision("reference-wrong"))
        one = button(part, "Reference wrong")
        image = one.grab().toImage()
        middle = image.height() // 2
        assert image.pixelColor(2, middle) == theme.accent
        assert image.pixelColor(image.width() - 3, middle) == theme.selected


def test_every_control_has_a_name_and_a_meaning(part: ReviewPart) -> None:
    part.show_decision(Decision(causes=("typo",)))
    controls = [one for one in (*part.findChildren(QAbstractButton), field(part)) if one.isVisible()]
    assert len(controls) == 10
    for one in controls:
        assert one.toolTip()
        assert one.accessibleName() or (isinstance(one, QAbstractButton) and one.text())
