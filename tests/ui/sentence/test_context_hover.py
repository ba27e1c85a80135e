from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.sentence.event_context import ContextPanel

MakeStudy = Callable[..., Study]


@pytest.fixture
def tips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the tooltips that are shown; the offscreen platform warns of real ones."""
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda place, text, widget: shown.append(text))
    return shown


def centre_of(panel: ContextPanel, side: str, type_name: str) -> QPoint:
    placed = panel.view.placed_spans()
    item = next(item for item in placed if (item.side, item.span.type) == (side, type_name))
    scrolled = QPoint(0, panel.view.verticalScrollBar().value())
    return item.boxes[0].center().toPoint() - scrolled


def put_caret(panel: ContextPanel, position: int) -> None:
    cursor = panel.view.textCursor()
    cursor.setPosition(position)
    panel.view.setTextCursor(cursor)


def test_a_mention_is_the_door_to_its_event(two_events: ContextPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(two_events.view.event_requested) as caught:
        place = centre_of(two_events, "reference", "PER")
        QTest.mouseClick(two_events.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert caught.args == [1]


def test_the_mention_of_the_event_itself_is_no_door(two_events: ContextPanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(two_events.view.event_requested):
        place = centre_of(two_events, "reference", "LOC")
        QTest.mouseClick(two_events.view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_selection_that_ends_on_a_mention_chooses_nothing(two_events: ContextPanel, qtbot: QtBot) -> None:
    viewport, place = two_events.view.viewport(), centre_of(two_events, "reference", "PER")
    with qtbot.assertNotEmitted(two_events.view.event_requested):
        QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(80, place.y()))
        QTest.mouseMove(viewport, place)
        QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=place)


def test_the_event_at_the_caret_is_chosen_by_key(two_events: ContextPanel, qtbot: QtBot) -> None:
    put_caret(two_events, len("Port met I"))
    with qtbot.waitSignal(two_events.view.event_requested) as caught:
        QTest.keyClick(two_events.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert caught.args == [1]


def test_a_mention_under_the_pointer_is_explained(harwick: ContextPanel, tips: list[str], qtbot: QtBot) -> None:
    harwick.grab()
    QTest.mouseMove(harwick.view.viewport(), centre_of(harwick, "prediction", "ORG"))
    qtbot.waitUntil(lambda: bool(tips))
    for words in ("Authority", "flair: ORG", "1 token, line 10", "repaired: I-ORG → B-ORG"):
        assert words in tips[0]


def test_a_token_under_the_pointer_is_explained(harwick: ContextPanel, tips: list[str], qtbot: QtBot) -> None:
    harwick.grab()
    put_caret(harwick, len("It was so .\nThe Port of Har"))
    QTest.mouseMove(harwick.view.viewport(), harwick.view.cursorRect().center())
    qtbot.waitUntil(lambda: bool(tips))
    for words in ("Harwick", "token 4, line 9", "reference: ORG", "flair: LOC"):
        assert words in tips[0]


def test_tokens_that_look_like_markup_are_explained_to_the_letter(
    context_panel: ContextPanel, make_study_from: MakeStudy, tips: list[str], qtbot: QtBot
) -> None:
    context_panel.show_study(make_study_from("<b>x/B-LOC/O"))
    context_panel.show_event(0)
    context_panel.grab()
    QTest.mouseMove(context_panel.view.viewport(), centre_of(context_panel, "reference", "LOC"))
    qtbot.waitUntil(lambda: bool(tips))
    assert "<b>x" in tips[0].split("\n")


def test_the_other_reading_is_outlined_under_the_pointer(harwick: ContextPanel, qtbot: QtBot) -> None:
    before = harwick.grab().toImage()
    QTest.mouseMove(harwick.view.viewport(), centre_of(harwick, "reference", "ORG"))
    outlined = harwick.grab().toImage()
    QApplication.sendEvent(harwick.view.viewport(), QEvent(QEvent.Type.Leave))
    assert outlined != before == harwick.grab().toImage()


NESTED = (["Bank", "of", "England", "met"], [(0, 3, "ORG"), (2, 3, "LOC")], [[(0, 3, "ORG")]])


@pytest.fixture
def nested(context_panel: ContextPanel, build_study: MakeStudy) -> ContextPanel:
    """Show the correct event around a missed one."""
    context_panel.show_study(build_study([NESTED]))
    context_panel.show_event(0)
    context_panel.grab()
    return context_panel


def test_of_mentions_that_overlap_each_is_the_door_to_its_own_event(nested: ContextPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(nested.view.event_requested) as caught:
        QTest.mouseClick(nested.view.viewport(), Qt.MouseButton.LeftButton, pos=centre_of(nested, "reference", "LOC"))
    assert caught.args == [1]
    with qtbot.assertNotEmitted(nested.view.event_requested):
        QTest.mouseClick(nested.view.viewport(), Qt.MouseButton.LeftButton, pos=centre_of(nested, "prediction", "ORG"))


def test_the_word_in_the_gutter_is_explained(nested: ContextPanel, tips: list[str], qtbot: QtBot) -> None:
    put_caret(nested, 0)
    words = nested.view.cursorRect().center()
    QTest.mouseMove(nested.view.viewport(), QPoint(words.x() // 2, words.y()))
    qtbot.waitUntil(lambda: bool(tips))
    assert tips[0] == tooltip(meaning("nested"))


def test_that_mentions_overlap_is_told_to_those_who_hear_it(nested: ContextPanel) -> None:
    assert nested.view.accessibleDescription().endswith(", nested")


def test_a_token_tells_its_labels_as_written_and_its_columns(
    with_columns: ContextPanel, tips: list[str], qtbot: QtBot
) -> None:
    with_columns.grab()
    put_caret(with_columns, 1)
    QTest.mouseMove(with_columns.view.viewport(), with_columns.view.cursorRect().center())
    qtbot.waitUntil(lambda: bool(tips))
    for words in ("reference: LOC, written I-LOC", "reference pos: NNP", "flair sure: 0.5"):
        assert words in tips[0]


def test_a_mention_tells_its_labels_as_written(with_columns: ContextPanel, tips: list[str], qtbot: QtBot) -> None:
    with_columns.grab()
    QTest.mouseMove(with_columns.view.viewport(), centre_of(with_columns, "reference", "LOC"))
    qtbot.waitUntil(lambda: bool(tips))
    assert "as written: I-LOC I-LOC" in tips[0]
