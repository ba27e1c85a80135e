"""What stands on the page before there is a review, also between annotators, of whom none is right or wrong."""

import re

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.glossary.wording import JUDGED, NEUTRAL, Wording
from nerinspect.ui.kit.pages.parts import AwaitedPart
from nerinspect.ui.pages.review.page import BeginningPart, ReviewPage


def words_of(qtbot: QtBot, wording: Wording, done: list[str]) -> str:
    """Show both parts, press the button, and give all words on show."""
    command, page = QAction(), QWidget()
    command.triggered.connect(lambda: done.append("new review"))
    beginning = BeginningPart(command)
    awaited = AwaitedPart([one for one in ReviewPage.awaited if not (one.judges and wording.is_neutral)])
    column = QVBoxLayout(page)
    for part in (beginning, awaited):
        column.addWidget(part)
    qtbot.addWidget(page)
    beginning.show_keys(wording)
    page.show()
    beginning.button.click()
    return " ".join(label.accessibleName() or label.text() for label in page.findChildren(QLabel) if label.isVisible())


def test_it_says_what_a_review_is_and_makes_one(qtbot: QtBot) -> None:
    done: list[str] = []
    words = words_of(qtbot, JUDGED, done)
    assert done == ["new review"]
    for said in (
        "No review yet",
        "A review keeps what you decide",
        "Reference wrong, key R",
        "F1 of every",
    ):
        assert said in words


@pytest.mark.parametrize("judging", ["reference", "prediction", "wrong", "error"])
def test_between_annotators_nobody_is_judged(qtbot: QtBot, judging: str) -> None:
    assert not re.search(rf"\b{judging}s?\b", words_of(qtbot, NEUTRAL, []).replace("&nbsp;", " "), re.IGNORECASE)
