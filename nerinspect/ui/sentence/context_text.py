"""Sentences as paragraphs of a text document, what is in sight first, and what stands where in it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QTextEdit

from nerinspect.events.context import DocumentSentences
from nerinspect.ui.kit.text_lines import cursor_to_x
from nerinspect.ui.sentence.typesetter import SetSentence, Typesetter

_FIXED: Final = QTextBlockFormat.LineHeightTypes.FixedHeight.value


@dataclass(frozen=True)
class PlacedLine:
    """A line of a written sentence: the sentence, its paragraph, the place of that in the document, and the line."""

    item: SetSentence
    block: QTextBlock
    origin: QPointF
    line: QTextLine

    @property
    def words(self) -> QRectF:
        return self.line.naturalTextRect().translated(self.origin)

    def distance(self, y: float) -> tuple[float, float]:
        """Tell how far a height is from the line with its tracks, and from its words."""
        words = self.words
        metrics, baseline = self.item.metrics, words.top() + self.line.ascent()
        top, bottom = metrics.reach(baseline) if metrics else (words.top(), words.bottom())
        return max(top - y, y - bottom, 0.0), max(words.top() - y, y - words.bottom(), 0.0)

    def gap_at(self, x: float) -> int:
        """Give the position in the document of the gap between two characters that is nearest."""
        return self.block.position() + self.line.xToCursor(self._in_line(x))

    def unit_at(self, x: float) -> int:
        """Give the UTF-16 unit of the sentence that stands there, or is nearest."""
        return self.line.xToCursor(self._in_line(x), QTextLine.CursorPosition.CursorOnCharacter)

    def _in_line(self, x: float) -> float:
        """Count from the paragraph; the text engine forgets a blank that hangs over the left end of a line."""
        end, _ = cursor_to_x(self.line, self.line.textStart() + self.line.textLength())
        return x - self.origin.x() + max(self.line.naturalTextRect().left() - end, 0.0)


class ContextText:
    """Write sentences into an empty document, one paragraph each; more can be added at both ends."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self.sentences: list[SetSentence] = []
        option = document.defaultTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        document.setDefaultTextOption(option)

    @property
    def written(self) -> range:
        """Numbers of the sentences through the whole file, from 1."""
        items = self.sentences
        return range(items[0].sentence.number, items[-1].sentence.number + 1) if items else range(0)

    @property
    def event_place(self) -> int | None:
        """Paragraph of the event's sentence; None if it was taken away."""
        return next((place for place, item in enumerate(self.sentences) if item.is_event), None)

    @property
    def is_laid_out(self) -> bool:
        """Whether paragraphs have lines; there are none before the view has a size."""
        return bool(self.sentences) and self.block(0)[0].layout().lineCount() > 0

    def clear(self) -> None:
        self.sentences = []
        self._document.clear()

    @contextmanager
    def laid_out_once(self) -> Iterator[None]:
        """Lay everything out that is written meanwhile in one go."""
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        try:
            yield
        finally:
            cursor.endEditBlock()

    def append(self, added: Sequence[SetSentence]) -> None:
        first = len(self.sentences)
        self.sentences += added
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        for number in range(first, len(self.sentences)):
            self._write(cursor, number, is_new=number > 0)
        if first and added:
            self._space(first - 1)
        cursor.endEditBlock()

    def prepend(self, added: Sequence[SetSentence]) -> None:
        if not added:
            return
        self.sentences[:0] = added
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        cursor.insertBlock()  # an empty paragraph, where the first of them goes
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        for number in range(len(added)):
            self._write(cursor, number, is_new=number > 0)
        self._space(len(added))
        cursor.endEditBlock()

    def remove(self, first: int, last: int) -> None:
        """Take the paragraphs of a half-open range, at either end, away."""
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        at_start = first == 0
        keep, gone = (last, first) if at_start else (first - 1, last - 1)
        kept, removed = self._document.findBlockByNumber(keep), self._document.findBlockByNumber(gone)
        cursor.setPosition(kept.position() if at_start else kept.position() + kept.length() - 1)
        end = removed.position() if at_start else removed.position() + removed.length() - 1
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        del self.sentences[first:last]
        self._space(0 if at_start else len(self.sentences) - 1)
        cursor.endEditBlock()

    def give_room(self, number: int, more: float) -> None:
        """Leave more room below a paragraph, whose lines are moved apart; the text engine sets them anew."""
        if self.sentences[number].more_room != more:
            self.sentences[number] = replace(self.sentences[number], more_room=more)
            for near in (number, number + 1):
                if near < len(self.sentences):
                    self._space(near)

    def set_margins(self, left: float, right: float, top: float, bottom: float) -> None:
        """Leave room around the paragraphs."""
        frame = self._document.rootFrame()
        form = frame.frameFormat()
        form.setLeftMargin(left)
        form.setRightMargin(right)
        form.setTopMargin(top)
        form.setBottomMargin(bottom)  # the engine forgets the margin of a last paragraph
        if form != frame.frameFormat():
            frame.setFrameFormat(form)

    def block(self, number: int) -> tuple[QTextBlock, QPointF]:
        """Give a paragraph and the place of its layout in the document."""
        block = self._document.findBlockByNumber(number)
        place = self._document.documentLayout().blockBoundingRect(block)  # also makes sure that it is laid out
        return block, place.topLeft()

    def blocks_between(self, top: float, bottom: float) -> Iterator[tuple[SetSentence, QTextBlock, QPointF]]:
        """Go through the paragraphs that have a part in a stretch of the document, with the place of each."""
        at = self._document.documentLayout().hitTest(QPointF(0, top), Qt.HitTestAccuracy.FuzzyHit)
        first = max(self._document.findBlock(max(at, 0)).blockNumber() - 1, 0)  # its tracks may hang over its end
        for number in range(first, len(self.sentences)):
            block, origin = self.block(number)
            if origin.y() + min(self.sentences[number].spare_above, 0.0) > bottom:
                return
            if block.layout().lineCount():  # nothing is laid out before the view has a size
                yield self.sentences[number], block, origin

    def line_at(self, place: QPointF) -> PlacedLine | None:
        """Find the line whose words and tracks are nearest to a height of the document; None if nothing is laid out.

        The text engine does not: it looks for a line in the height of its words alone, and begins a paragraph that
        moved up into the one before farther down than it is drawn.
        """
        if not self.sentences:
            return None
        begin = self.block(0)[1].y()
        lines = (
            PlacedLine(item, block, origin, block.layout().lineAt(number))
            for item, block, origin in self.blocks_between(place.y(), max(place.y(), begin))
            for number in range(block.layout().lineCount())
        )
        return min(lines, key=lambda line: line.distance(place.y()), default=None)

    def token_at(self, position: int) -> tuple[SetSentence, int] | None:
        """Find the sentence and the token at a position of the document; None between tokens."""
        block = self._document.findBlock(position)
        if not 0 <= block.blockNumber() < len(self.sentences):
            return None
        item = self.sentences[block.blockNumber()]
        token = item.shown.token_at(position - block.position())
        return None if token is None else (item, token)

    def as_in_file(self, start: int, end: int) -> str:
        """Give a stretch of the document as it stands in the file."""
        parts = []
        block = self._document.findBlock(start)
        while block.isValid() and block.position() <= end and block.blockNumber() < len(self.sentences):
            units = self.sentences[block.blockNumber()].shown.text.encode("utf-16-le", "surrogatepass")
            chosen = units[2 * max(start - block.position(), 0) : 2 * max(end - block.position(), 0)]
            parts.append(chosen.decode("utf-16-le", "replace"))
            block = block.next()
        return "\n".join(parts)

    def _write(self, cursor: QTextCursor, number: int, is_new: bool) -> None:
        """Write a sentence into a paragraph of its own, or into the empty one where the cursor stands."""
        item = self.sentences[number]
        block, characters = self._block_format(number), QTextCharFormat()
        characters.setFont(item.font)
        characters.setForeground(item.colour)
        if is_new:
            cursor.insertBlock(block, characters)
        else:
            cursor.setBlockFormat(block)
            cursor.setBlockCharFormat(characters)
        begin = cursor.position()
        cursor.insertText(item.shown.display, characters)
        for unit, wider in item.wider_blanks.items():
            self._widen(begin + unit, wider)

    def _widen(self, position: int, by: float) -> None:
        """Widen a blank, so that the name of the mention before it can be written."""
        blank = QTextCursor(self._document)
        blank.setPosition(position)
        blank.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
        form = QTextCharFormat()
        form.setFontLetterSpacingType(QFont.SpacingType.AbsoluteSpacing)
        form.setFontLetterSpacing(by)
        blank.mergeCharFormat(form)

    def _space(self, number: int) -> None:
        """Space a paragraph anew after its neighbour has changed."""
        QTextCursor(self._document.findBlockByNumber(number)).setBlockFormat(self._block_format(number))

    def _block_format(self, number: int) -> QTextBlockFormat:
        """Space a paragraph from its neighbours.

        In a line of fixed height the text engine leaves most room above the words. Of two margins that meet it takes
        the larger one; where both are below zero, the lower paragraph moves up into that room.
        """
        form, item = QTextBlockFormat(), self.sentences[number]
        form.setLineHeight(item.line_height, _FIXED)
        if number > 0:
            form.setTopMargin(self.sentences[number - 1].distance_to(item))
        if number + 1 < len(self.sentences):
            form.setBottomMargin(item.distance_to(self.sentences[number + 1]))
        return form


WRITTEN_AHEAD: Final = 500  # sentences that are written without being scrolled to; most documents are shorter
_MOST_WRITTEN, _KEPT = 900, 700
"""With so many sentences written, those far out of sight are taken away; the text engine gets slow with more."""

_SENTENCES_PER_STEP: Final = 12
_UNITS_PER_STEP: Final = 2_000


def set_some(typesetter: Typesetter, document: DocumentSentences, numbers: range) -> list[SetSentence]:
    """Set the first sentences of a range, as many as are quickly written."""
    added: list[SetSentence] = []
    n_units = 0
    for number in numbers[:_SENTENCES_PER_STEP]:
        added.append(typesetter.other_sentence(document.sentence(number), with_tracks=True))
        n_units += len(added[-1].shown.text)
        if n_units > _UNITS_PER_STEP:
            break
    return added


class ContextGrowth(QObject):
    """Add sentences at both ends of the text when they come near sight."""

    grown = Signal()  # more sentences are written

    def __init__(self, view: QTextEdit, text: ContextText) -> None:
        super().__init__(view)
        self._view = view
        self._text = text
        self._document: DocumentSentences | None = None
        self._typesetter: Typesetter | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self.step)
        view.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        view.verticalScrollBar().rangeChanged.connect(self._on_scrolled)

    def start(self, document: DocumentSentences, typesetter: Typesetter) -> None:
        """Grow towards both ends of a document; the event's sentence is written already."""
        self._document, self._typesetter = document, typesetter
        self._timer.start()

    def stop(self) -> None:
        """Leave the text as it is."""
        self._document = None
        self._timer.stop()

    def step(self) -> None:
        """Write some sentences, where they are needed most."""
        if self._document is None:
            return
        numbers, written, bar = self._document.sentences, self._text.written, self._view.verticalScrollBar()
        page = self._view.viewport().height()
        is_rest_wanted = len(written) < WRITTEN_AHEAD
        if written.start > numbers.start and (bar.value() < page or (is_rest_wanted and written.stop == numbers.stop)):
            self.keep_in_place(self._grow_up)
        elif written.stop < numbers.stop and (bar.maximum() - bar.value() < page or is_rest_wanted):
            self.keep_in_place(self._grow_down)
        else:
            return
        self._timer.start()
        self.grown.emit()

    def keep_in_place(self, change: Callable[[], None]) -> None:
        """Change the text or its layout; what is in sight stays where it is."""
        bar = self._view.verticalScrollBar()
        value = bar.value()
        item, _, origin = next(self._text.blocks_between(value, value + self._view.viewport().height()))
        change()
        place = item.sentence.number - self._text.written.start
        self._view.document().documentLayout().documentSize()
        bar.setValue(round(value + self._text.block(place)[1].y() - origin.y()))

    def _grow_up(self) -> None:
        assert self._document is not None  # only while growing
        before = range(self._text.written.start - 1, self._document.sentences.start - 1, -1)
        self._text.prepend(self._set(before)[::-1])
        if len(self._text.sentences) > _MOST_WRITTEN:
            self._text.remove(_KEPT, len(self._text.sentences))

    def _grow_down(self) -> None:
        assert self._document is not None  # only while growing
        self._text.append(self._set(range(self._text.written.stop, self._document.sentences.stop)))
        if (n_written := len(self._text.sentences)) > _MOST_WRITTEN:
            self._text.remove(0, n_written - _KEPT)

    def _set(self, numbers: range) -> list[SetSentence]:
        assert self._document is not None  # only while growing
        assert self._typesetter is not None
        return set_some(self._typesetter, self._document, numbers)

    def _on_scrolled(self) -> None:
        if self._document is not None:
            self._timer.start()
