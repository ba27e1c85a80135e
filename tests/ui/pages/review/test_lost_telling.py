"""Decisions whose event is gone are told of when a review is opened, and all of them are one click away."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from nerinspect.events.decision import Decision
from nerinspect.review.attaching import StoredDecision, StoredEvent
from nerinspect.review.store import open_review
from nerinspect.ui.deciding.decider import lost_words
from nerinspect.ui.desk.views import REVIEW
from nerinspect.ui.pages.review.page import LostTable
from nerinspect.ui.window.window import MainWindow


def gone(number: int) -> StoredDecision:
    event = StoredEvent(f"{number:016x}", "rich", 1, number, 0, 1, "fn", f"Ulm {number}", ((0, 1, "LOC"),), ())
    return StoredDecision(event, Decision("ambiguous"))


@pytest.fixture
def opened(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """Open a review with four decisions about events that are not in its files."""
    path, document, reviewing = str(tmp_path / "first.nerinspect"), window.document, window.reviews.reviewing
    assert document.request is not None
    reviewing.make(path, document.request)
    qtbot.waitUntil(lambda: not reviewing.is_reading)
    reviewing.end()
    with open_review(path) as file:
        file.decide([gone(number) for number in range(1, 5)])
    window.reviews.open(path)
    qtbot.waitUntil(lambda: window.reviews.is_settled and bool(reviewing.lost))
    return window


def test_three_are_named_and_all_are_shown(opened: MainWindow, qtbot: QtBot) -> None:
    named = "“Ulm 1” (sentence 1), “Ulm 2” (sentence 2)"
    assert lost_words([gone(1), gone(2)]) == (
        f"2 decisions without an event in these files, kept in the review: {named}."
    )
    assert (
        "4 decisions without an event in these files, kept in the review: “Ulm 1” (sentence 1), " in opened.message.text
    )
    assert " and 1 more." in opened.message.text
    button = next(one for one in opened.message.findChildren(QAbstractButton) if one.text() == "Show all")
    button.click()
    page = opened.workspace.page("Review")
    qtbot.waitUntil(lambda: page.is_complete)
    table = page.findChild(LostTable)
    assert table is not None
    qtbot.waitUntil(table.hasFocus)
    assert (opened.workspace.view_name, table.model().rowCount()) == (REVIEW, 4)


def test_it_is_said_once(opened: MainWindow) -> None:
    opened.message.tell("Something else.")
    opened.reviews.reviewing.ready_changed.emit()
    assert opened.message.text == "Something else."
