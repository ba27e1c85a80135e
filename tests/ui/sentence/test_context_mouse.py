"""The mouse selects the word under it, wherever on a line with its tracks it points."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QTextBlock, QTextLine
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.ui.kit.screen_text import cursor_to_x
from nerinspect.ui.sentence.context_view import ContextView
from nerinspect.ui.sentence.event_context import ContextPanel
from nerinspect.ui.sentence.tracks import TrackMetrics
from tests.ui.mouse import drag, tell
from tests.ui.showing import shown_alone

MakeStudy = Callable[..., Study]

LATIN = "Harbour Authority said on Monday that the Port of Aldermoor would close for nearly three weeks in late March ."
HEBREW = "ראש הממשלה אמר ביום שני כי נמל אלדרמור ייסגר לכמעט שלושה שבועות בסוף חודש מרץ הקרוב בשל עבודות ."
SENTENCES = {"left to right": LATIN, "right to left": HEBREW}


@dataclass(frozen=True)
class Word:
    """A word as it is laid out: its text and place in the document, and its line."""

    text: str
    position: int
    left: float
    right: float
    line: QTextLine
    block: QTextBlock

    @property
    def origin(self) -> QPointF:
        layout = self.block.document().documentLayout()
        return layout.blockBoundingRect(self.block).topLeft()

    def point(self, y: float, x: float = 0.5) -> QPoint:
        """Give a point of the word, `y` from the top of the line's words to their bottom, `x` in reading direction."""
        words = self.line.naturalTextRect().translated(self.origin)
        left, right = self.left + self.origin.x(), self.right + self.origin.x()
        return QPoint(round(left + x * (right - left)), round(words.top() + y * words.height()))

    def points_in_tracks(self, metrics: TrackMetrics) -> Iterator[QPoint]:
        """Give a point of the word in each of its tracks: that above it and those below."""
        baseline = self.origin.y() + self.line.naturalTextRect().top() + self.line.ascent()
        for track in range(1 + metrics.n_below):
            middle = metrics.track_rect(track, baseline, 0, 1).center().y()
            yield QPoint(self.point(0.5).x(), round(middle))


def words_of(view: ContextView) -> Iterator[Word]:
    """Go through the words of all sentences as they are laid out; nothing is scrolled."""
    assert view.verticalScrollBar().maximum() == 0, "all lines are in sight"
    block = view.document().begin()
    while block.isValid():
        start = 0
        for text in block.text().split(" "):
            line = block.layout().lineForTextPosition(start)
            left, right = (cursor_to_x(line, start + n)[0] for n in (0, len(text)))
            yield Word(text, block.position() + start, left, right, line, block)
            start += len(text) + 1
        block = block.next()


@pytest.fixture(params=product(SENTENCES, (1, 3), (1.2, 1.6, 2.6)), ids=str)
def wrapped(request: pytest.FixtureRequest, make_study_from: MakeStudy, qtbot: QtBot) -> ContextView:
    """Show a sentence on several lines between two neighbours, with one system or three, at a zoom."""
    direction, n_systems, zoom = request.param
    words, outside = 2 * SENTENCES[direction].split(), "/O" * (1 + n_systems)
    marked = {2: "B-ORG", 7: "B-LOC", 8: "I-LOC", 12: "B-PER"}
    event = " ".join(
        f"{word}/{marked.get(place, 'O')}{'/O' * (n_systems - 1)}/{marked.get(place, 'O').replace('LOC', 'ORG')}"
        for place, word in enumerate(words)
    )
    neighbour = " ".join(f"{word}{outside}" for word in words[:9])
    systems = ("flair", "elmo", "bert")[:n_systems]
    panel = shown_alone(ContextPanel(), 640, 1_500, qtbot)
    panel.show_study(make_study_from(neighbour, event, neighbour, systems=systems))
    panel.view.set_zoom(zoom)
    panel.compare_with(range(n_systems) if n_systems > 1 else ())
    panel.show_event(0)
    panel.grab()
    lines = {(word.block.blockNumber(), word.line.lineNumber()) for word in words_of(panel.view)}
    assert len(lines) > 4
    return panel.view


HEIGHTS = {"top": 0.04, "middle": 0.5, "bottom": 0.96, "in the track above": -0.4, "in the track below": 1.4}


def all_over(view: ContextView) -> Iterator[tuple[Word, str, QPoint]]:
    for word, (where, y) in product(words_of(view), HEIGHTS.items()):
        has_tracks = word.block.blockNumber() == 1
        if has_tracks or 0 <= y <= 1:
            yield word, where, word.point(y)
    metrics = view._text.sentences[1].metrics
    assert metrics is not None
    for word in words_of(view):
        if word.block.blockNumber() == 1:
            for track, point in enumerate(word.points_in_tracks(metrics)):
                yield word, f"in track {track}", point


def test_a_click_puts_the_caret_into_the_word(wrapped: ContextView) -> None:
    missed = []
    for word, where, point in all_over(wrapped):
        QTest.mouseClick(wrapped.viewport(), Qt.MouseButton.LeftButton, pos=point)
        at = wrapped.textCursor().position()
        if not word.position <= at <= word.position + len(word.text):
            missed.append((word.text, word.line.lineNumber(), where))
    assert missed == []


def test_a_double_click_selects_the_word(wrapped: ContextView) -> None:
    missed = []
    for word, where, point in all_over(wrapped):
        QTest.mouseDClick(wrapped.viewport(), Qt.MouseButton.LeftButton, pos=point)
        if (found := wrapped.textCursor().selectedText()) != word.text:
            missed.append((word.text, found, word.line.lineNumber(), where))
    assert missed == []


def test_words_are_copied_by_dragging_over_them(wrapped: ContextView) -> None:
    words = [word for word in words_of(wrapped) if word.block.blockNumber() == 1]
    last = len(words) - 1
    for (where, y), (first, end) in product(HEIGHTS.items(), ((0, last), (1, 3), (4, last - 1))):
        drag(wrapped.viewport(), words[first].point(y, 0.01), words[end].point(y, 0.99))
        wrapped.copy()
        assert QApplication.clipboard().text() == " ".join(word.text for word in words[first : end + 1]), where


def test_words_are_added_by_dragging_after_a_double_click(wrapped: ContextView) -> None:
    words = [word for word in words_of(wrapped) if word.block.blockNumber() == 1]
    for first, last in ((1, 3), (3, 1)):
        tell(wrapped.viewport(), QMouseEvent.Type.MouseButtonDblClick, words[first].point(0.5))
        tell(wrapped.viewport(), QMouseEvent.Type.MouseMove, words[last].point(0.5))
        QTest.mouseRelease(wrapped.viewport(), Qt.MouseButton.LeftButton, pos=words[last].point(0.5))
        assert wrapped.textCursor().selectedText() == " ".join(word.text for word in words[1:4])


def test_a_third_click_selects_the_sentence_and_shift_goes_on(wrapped: ContextView) -> None:
    words = [word for word in words_of(wrapped) if word.block.blockNumber() == 1]
    place, port, left = words[4].point(0.5), wrapped.viewport(), Qt.MouseButton.LeftButton
    tell(wrapped.viewport(), QMouseEvent.Type.MouseButtonDblClick, place)
    tell(wrapped.viewport(), QMouseEvent.Type.MouseButtonRelease, place)
    tell(wrapped.viewport(), QMouseEvent.Type.MouseButtonPress, place)
    tell(wrapped.viewport(), QMouseEvent.Type.MouseButtonRelease, place)
    assert wrapped.textCursor().selectedText() == words[0].block.text()
    QTest.mouseClick(port, left, pos=words[1].point(0.5, 0.01))
    QTest.mouseClick(port, left, Qt.KeyboardModifier.ShiftModifier, words[2].point(0.5, 0.99))
    assert wrapped.textCursor().selectedText() == f"{words[1].text} {words[2].text}"


def test_it_does_so_on_a_screen_of_twice_as_many_points() -> None:
    wanted = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__, "-k", "1.6 and right"]
    ran = subprocess.run(
        wanted, env={**os.environ, "QT_SCALE_FACTOR": "2"}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout[-3000:]
