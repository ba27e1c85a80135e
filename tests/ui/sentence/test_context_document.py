from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.ui.kit.keys import KeyButton
from nerinspect.ui.kit.layout import ElidedLabel
from nerinspect.ui.sentence.event_context import ContextPanel

MakeStudy = Callable[..., Study]


@pytest.fixture
def long_document(context_panel: ContextPanel, make_study_from: MakeStudy) -> ContextPanel:
    """Show the middle of a document that is longer than what is laid out at once."""
    context_panel.show_study(make_study_from(*["Port/B-LOC/O of/O/O call/O/O"] * 3_000))
    context_panel.show_event(1_500)
    context_panel.view.show_document(True)
    return context_panel


def test_a_document_is_shown_whole(context_panel: ContextPanel, make_study_from: MakeStudy, qtbot: QtBot) -> None:
    words = [f"w{number}/O/O" for number in range(40)]
    context_panel.show_study(make_study_from(*words, "Port/B-ORG/O", "Yes/O/O", documents=[1] * 41 + [2]))
    context_panel.show_event(0)
    context_panel.view.show_document(True)
    qtbot.waitUntil(lambda: list(context_panel.view.written) == list(range(1, 42)))
    assert context_panel.view.toPlainText().split("\n") == [f"w{number}" for number in range(40)] + ["Port"]


def test_every_mention_of_the_document_has_its_tracks(two_events: ContextPanel) -> None:
    two_events.view.show_document(True)
    placed = [item.span.type for item in two_events.view.placed_spans() if item.side == "reference"]
    assert placed == ["LOC", "PER", "LOC"]


def test_neighbours_of_a_sentence_alone_have_no_tracks(two_events: ContextPanel) -> None:
    placed = [item.span.type for item in two_events.view.placed_spans() if item.side == "reference"]
    assert placed == ["LOC", "PER"]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape])
def test_enter_shows_the_document_and_a_key_returns(harwick: ContextPanel, qtbot: QtBot, key: Qt.Key) -> None:
    with qtbot.waitSignal(harwick.view.document_toggled) as shown:
        QTest.keyClick(harwick.view, Qt.Key.Key_Return)
    with qtbot.waitSignal(harwick.view.document_toggled) as hidden:
        QTest.keyClick(harwick.view, key)
    assert (shown.args, hidden.args) == ([True], [False])


def test_a_button_shows_the_document_and_then_offers_the_way_back(harwick: ContextPanel) -> None:
    button = next(child for child in harwick.findChildren(KeyButton) if child.text() == "Whole document")
    button.click()
    assert harwick.view.shows_document
    assert button.text() == "Sentence alone"


def test_the_next_event_is_shown_in_the_whole_document_too(two_events: ContextPanel) -> None:
    two_events.view.show_document(True)
    two_events.show_event(2)
    assert two_events.view.toPlainText() == "Port met Ines\nAldermoor"
    assert two_events.view.accessibleDescription().startswith("Aldermoor")


def test_of_a_long_document_no_more_than_needed_is_laid_out(long_document: ContextPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(long_document.view.written) >= 500)
    assert len(long_document.view.written) < 600


def test_how_much_of_a_document_is_written_is_told_with_an_ellipsis_where_it_is_narrow(
    long_document: ContextPanel, qtbot: QtBot
) -> None:
    long_document.resize(720, 400)
    qtbot.waitUntil(lambda: len(long_document.view.written) >= 500)
    whole = f"{len(long_document.view.written):,} sentences of 3,000 so far; more load as you scroll"
    note = next(label for label in long_document.findChildren(ElidedLabel) if label.accessibleName() == whole)
    qtbot.waitUntil(lambda: note.text().endswith("…"))
    assert whole in note.toolTip()
    assert note.fontMetrics().horizontalAdvance(note.text()) <= note.width()


def test_a_long_document_goes_on_where_it_is_scrolled_to(long_document: ContextPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(long_document.view.written) >= 500)
    bar, last = long_document.view.verticalScrollBar(), long_document.view.written.stop
    bar.setValue(bar.maximum())
    qtbot.waitUntil(lambda: long_document.view.written.stop > last)


@pytest.mark.parametrize("is_down", [True, False])
def test_what_is_in_sight_stays_where_it_is_while_more_is_written(
    long_document: ContextPanel, qtbot: QtBot, is_down: bool
) -> None:
    view, bar = long_document.view, long_document.view.verticalScrollBar()
    qtbot.waitUntil(lambda: len(view.written) >= 500)
    for _ in range(40):  # far enough for the other end to be taken away
        bar.setValue(bar.maximum() if is_down else 0)
        block = view.cursorForPosition(QPoint(100, 200)).block()
        number, top = view.written.start + block.blockNumber(), view.cursorRect(QTextCursor(block)).top()
        with qtbot.waitSignal(view.written_changed):
            pass  # it was scrolled already
        block = view.document().findBlockByNumber(number - view.written.start)
        assert abs(view.cursorRect(QTextCursor(block)).top() - top) <= 1
    assert len(view.written) <= 900


def test_what_is_in_sight_stays_in_sight_in_a_narrower_window(long_document: ContextPanel, qtbot: QtBot) -> None:
    view = long_document.view
    qtbot.waitUntil(lambda: len(view.written) >= 500)
    view.verticalScrollBar().setValue(10_000)
    block = view.cursorForPosition(QPoint(100, 200)).block()
    long_document.resize(500, 400)
    assert 0 <= view.cursorRect(QTextCursor(block)).top() <= view.viewport().height()


def test_the_event_stays_in_sight_in_a_narrower_window(long_document: ContextPanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(long_document.view.written) >= 500)
    long_document.resize(300, 300)
    assert any(box.height() for item in long_document.view.placed_spans() for box in item.boxes)
    assert 0 <= long_document.view.cursorRect().top() <= 300


def test_text_of_a_trimmed_document_is_that_of_its_sentences(
    context_panel: ContextPanel, make_study_from: MakeStudy, qtbot: QtBot
) -> None:
    context_panel.show_study(make_study_from("Port/B-LOC/O", *[f"w{number}/O/O" for number in range(2, 1_501)]))
    context_panel.show_event(0)
    context_panel.view.show_document(True)
    view, bar = context_panel.view, context_panel.view.verticalScrollBar()

    def reached_the_end() -> bool:
        bar.setValue(bar.maximum())
        return view.written.stop == 1_501

    qtbot.waitUntil(reached_the_end)
    view.selectAll()
    view.copy()
    assert QApplication.clipboard().text().split("\n") == [f"w{number}" for number in view.written]
