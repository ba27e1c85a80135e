"""A sample from the menu to the page of the review: drawn, decided, told of, and copied."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.ui.desk.views import EVENTS_VIEW, REVIEW
from nerinspect.ui.dialogs.sample_dialog import SampleDialog
from nerinspect.ui.pages.review.page import SAMPLE, SamplePart
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard
from tests.ui.table_pages import table, trigger

Settle = Callable[[], None]


@pytest.fixture
def sampled(reviewed: MainWindow, keyboard: Keyboard, qtbot: QtBot, settle: Settle) -> MainWindow:
    """Draw two errors from the menu, and decide both."""
    reviewed.document.select_query("-kind:tp")
    reviewed.menus.action("draw_sample").trigger()
    dialog = reviewed.findChildren(SampleDialog)[-1]
    qtbot.waitUntil(dialog.isActiveWindow)
    keyboard.type("2")
    keyboard.press(Key.Key_Return)
    reviewed.activateWindow()
    qtbot.waitUntil(reviewed.isActiveWindow)
    keyboard.press(Key.Key_Escape)
    for event in reviewed.document.order.tolist():
        reviewed.workspace.go_to_event(event)
        keyboard.press(Key.Key_A)
        settle()
    reviewed.show_view(REVIEW)
    qtbot.waitUntil(lambda: reviewed.workspace.page("Review").is_complete)
    return reviewed


def test_a_sample_that_is_decided_tells_of_the_whole_list(sampled: MainWindow) -> None:
    page = sampled.workspace.page("Review")
    (part,) = page.findChildren(SamplePart)
    assert part.words == "2 of 3 events drawn, all decided."
    rows = table(page, SAMPLE).numbers.as_tsv().splitlines()
    assert rows[5].split("\t")[:4] == ["verdict", "ambiguous", "2", "100.00"]
    assert rows[5].split("\t")[6:] == ["3", "2", "3"]


def test_a_number_leads_back_to_the_events(sampled: MainWindow) -> None:
    numbers = table(sampled.workspace.page("Review"), SAMPLE)
    query = sampled.document.query
    numbers.setFocus()
    numbers.setCurrentIndex(numbers.numbers.index(4, 1))
    QTest.keyClick(numbers, Qt.Key.Key_Return)
    assert sampled.document.query == f"{query} verdict:ambiguous"
    assert sampled.document.n_kept == 2


def test_a_copy_names_the_sample(sampled: MainWindow) -> None:
    query = sampled.document.query
    sampled.document.select_query(f"{query} verdict:ambiguous")
    trigger(sampled.workspace.page("Review"), f"{SAMPLE} as Markdown")
    QApplication.processEvents()
    copied = QApplication.clipboard().text()
    assert copied.splitlines()[0].replace("\\", "") == (
        f"{SAMPLE}: rich; counted: events that match {query}; filter: {query}"
    )


def test_another_sample_is_told_of_once_the_page_is_shown_again(sampled: MainWindow, qtbot: QtBot) -> None:
    page = sampled.workspace.page("Review")
    (part,) = page.findChildren(SamplePart)
    sampled.show_view(EVENTS_VIEW)
    sampled.document.select_query("-kind:tp")
    assert part.words == "2 of 3 events drawn, all decided."
    sampled.show_view(REVIEW)
    qtbot.waitUntil(lambda: page.is_complete and part.words.startswith("Too many to review?"))
    assert not table(page, SAMPLE).isVisible()
