"""Sentences as paragraphs of a text document: what is in sight is written first, painted, pointed at."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLine,
    QTextOption,
)
from PySide6.QtWidgets import QTextEdit, QToolTip, QWidget

from nerinspect.events.context import Context, DocumentSentences, Segment, Sentence, Track, TrackSpan
from nerinspect.glossary import meaning
from nerinspect.quantities import counted, grouped
from nerinspect.ui.kit.screen_text import cursor_to_x, tooltip
from nerinspect.ui.sentence.placed_spans import PlacedSpan, repair_note
from nerinspect.ui.sentence.typesetter import SetSentence, Typesetter
from nerinspect.visible import cut

_FIXED: Final = QTextBlockFormat.LineHeightTypes.FixedHeight.value


class PlacedLine(NamedTuple):
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
        self._document = None
        self._timer.stop()

    def step(self) -> None:
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


TOOLTIP_DELAY_MS: Final = 400

_LONGEST: Final = 200  # characters
_MOST_REPAIRS: Final = 4
_MOST_VALUES: Final = 20


@dataclass(frozen=True)
class Pointed:
    """A mention on its track, a token between them, or the word in the gutter."""

    item: SetSentence
    token: int | None = None  # the token, or the first one of the mention; None for the word in the gutter
    placed: PlacedSpan | None = None  # the mention

    @property
    def segment(self) -> Segment | None:
        if self.placed is None or self.placed.is_loose:
            return None
        return self.item.sentence.segment_of(self.placed.track, self.placed.span)

    @property
    def outlined(self) -> list[TrackSpan]:
        """The mentions of the other side at the same tokens."""
        if self.placed is None:
            return []
        tracks, span = self.item.sentence.tracks, self.placed.span
        others = tracks[:1] if self.placed.track else tracks[1:]
        return [found for track in others for found in track.spans_over(span.start, span.end)]

    def is_same(self, other: "Pointed | None") -> bool:
        """Tell whether the pointer has not left the mention or token."""
        if other is None or self.item is not other.item or self.token != other.token:
            return False
        mine, theirs = self.placed, other.placed
        return mine is theirs or (
            mine is not None and theirs is not None and (mine.track, mine.span) == (theirs.track, theirs.span)
        )

    @property
    def lines(self) -> list[str]:
        if self.placed is not None:
            return _about_span(self.item.sentence, self.placed)
        return _about_token(self.item.sentence, self.token) if self.token is not None else [meaning("nested")]


class ContextHover(QObject):
    """Remember what the pointer rests on, and tell about it after a moment."""

    pointed_changed = Signal()  # the pointer rests on something else

    def __init__(self, viewport: QWidget) -> None:
        super().__init__(viewport)
        self._viewport = viewport
        self._place = QPoint()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TOOLTIP_DELAY_MS)
        self._timer.timeout.connect(self._show_tip)
        self.pointed: Pointed | None = None
        self._token_notes: Callable[[Sentence, int], list[str]] = lambda sentence, token: []
        viewport.installEventFilter(self)

    def set_token_notes(self, notes: Callable[[Sentence, int], list[str]]) -> None:
        """Let tooltips of tokens say more: lines about a token of a sentence, by its place there."""
        self._token_notes = notes

    def point_at(self, pointed: Pointed | None, place: QPoint) -> None:
        """Follow the pointer to a place of the viewport."""
        self._place = place
        if pointed is self.pointed or (pointed is not None and pointed.is_same(self.pointed)):
            return
        self.pointed = pointed
        QToolTip.hideText()
        if pointed is None:
            self._timer.stop()
        else:
            self._timer.start()
        self.pointed_changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Forget everything when the pointer leaves; keep the desktop's own tooltips away."""
        if event.type() in {QEvent.Type.Leave, QEvent.Type.Hide}:
            self.point_at(None, QPoint())
        return event.type() == QEvent.Type.ToolTip

    def _show_tip(self) -> None:
        if (pointed := self.pointed) is not None:
            is_token = pointed.placed is None and pointed.token is not None
            notes = self._token_notes(pointed.item.sentence, pointed.token or 0) if is_token else []
            text = tooltip("\n".join((*pointed.lines, *notes)))
            QToolTip.showText(self._viewport.mapToGlobal(self._place), text, self._viewport)


def _about_span(sentence: Sentence, placed: PlacedSpan) -> list[str]:
    span, track = placed.span, sentence.tracks[placed.track]
    repairs = [repair_note([mark]) for mark in placed.repairs[:_MOST_REPAIRS]]
    if (n_more := len(placed.repairs) - _MOST_REPAIRS) > 0:
        repairs.append(f"and {grouped(n_more)} more repaired")
    return [
        f"{track.label}: {span.type or 'O'}",
        cut(sentence.words(span.start, span.end), _LONGEST),
        _extent(sentence, span),
        *([f"as written: {cut(' '.join(track.labels[span.start : span.end]), _LONGEST)}"] if track.labels else []),
        *repairs,
    ]


def _extent(sentence: Sentence, span: TrackSpan) -> str:
    """Say how long a mention is and where it stands in the file."""
    n_tokens = span.end - span.start
    words = counted(n_tokens, "token")
    first, last = sentence.line_of(span.start), sentence.line_of(span.end - 1)
    if first is None or last is None:
        return words
    return f"{words}, line {grouped(first)}" if first == last else f"{words}, lines {grouped(first)} to {grouped(last)}"


def _about_token(sentence: Sentence, token: int) -> list[str]:
    line = sentence.line_of(token)
    place = f"token {grouped(token + 1)}" + (f", line {grouped(line)}" if line else "")
    readings = [_reading(track, token) for track in sentence.tracks]
    values = [
        f"{track.label} {column.name}: {cut(column.values[token], _LONGEST)}"
        for track in sentence.tracks
        for column in track.columns
    ]
    if (n_more := len(values) - _MOST_VALUES) > 0:
        values[_MOST_VALUES:] = [f"and {counted(n_more, 'more column')}"]
    return [cut(sentence.tokens[token], _LONGEST), place, *readings, *values]


def _reading(track: Track, token: int) -> str:
    types = " and ".join(span.type for span in track.spans_over(token, token + 1)) or "no mention"
    written = f", written {cut(track.labels[token], _LONGEST)}" if track.labels else ""
    repairs = track.repairs_in(token, token + 1)
    return f"{track.label}: {types}{written}" + (f", {repair_note(repairs)}" if repairs else "")


class ContextPainter:
    """Paint over written sentences, beside a `gutter` of some width; all places are those of the text document.

    `numbers_event`: whether the event's sentence, too, has its number in the gutter.
    """

    def __init__(self, text: ContextText, typesetter: Typesetter, gutter: float, numbers_event: bool) -> None:
        self._text = text
        self._typesetter = typesetter
        self._gutter = gutter
        self._numbers_event = numbers_event
        self._placed: list[tuple[SetSentence, PlacedSpan]] = []

    def paint(self, painter: QPainter, sight: QRectF, pointed: Pointed | None) -> None:
        """Paint what is in sight, in coordinates of the document; the other reading of `pointed` is outlined."""
        self._placed = []
        unit, limits = self._typesetter.unit, (self._gutter, sight.right())
        for item, block, origin in self._text.blocks_between(sight.top(), sight.bottom()):
            self._paint_gutter(painter, item, block.layout().lineAt(0), origin)
            for line in self._tracked_lines(item, block, origin, sight):
                assert item.painter is not None  # the line has tracks
                self._placed += [
                    (item, span) for span in item.painter.paint_line(painter, block.layout(), line, origin, limits)
                ]
                if item.is_event:
                    baseline = origin.y() + line.y() + line.ascent()
                    item.painter.paint_labels(painter, baseline, self._label_right, self._gutter - 16 * unit)
                if pointed is not None and pointed.item is item:
                    item.painter.paint_outlines(painter, line, origin, pointed.outlined)

    def placed_spans(self, sight: QRectF) -> list[PlacedSpan]:
        return [
            span
            for item, block, origin in self._text.blocks_between(sight.top(), sight.bottom())
            for line in self._tracked_lines(item, block, origin, sight)
            if item.painter is not None
            for span in item.painter.places.spans(line, origin)
        ]

    def find(self, place: QPointF) -> Pointed | None:
        """Find the mention, as it was painted last, or the token at a place; in the gutter the word for a sentence."""
        for item, span in self._placed:
            if any(box.contains(place) for box in span.boxes):
                return Pointed(item, span.span.start, span)
        if (line := self._text.line_at(place)) is None:
            return None
        item, rect = line.item, line.words
        if item.metrics is not None:
            rect.setBottom(rect.bottom() + item.metrics.n_values * item.metrics.caption)
        if rect.contains(place):
            token = item.shown.token_at(line.unit_at(place.x()))
            return None if token is None else Pointed(item, token)
        is_beside = rect.top() <= place.y() <= rect.bottom() and place.x() < self._gutter
        return Pointed(item) if is_beside and item.gutter_word and line.line.lineNumber() == 0 else None

    @property
    def _label_right(self) -> float:
        return self._gutter - 12 * self._typesetter.unit

    def _tracked_lines(
        self, item: SetSentence, block: QTextBlock, origin: QPointF, sight: QRectF
    ) -> Iterator[QTextLine]:
        """Go through the lines with tracks of a paragraph that are in sight."""
        if item.painter is None:
            return
        layout, height = block.layout(), item.line_height
        first = max(int((sight.top() - origin.y() - item.more_room) // height) - 1, 0)
        last = min(int((sight.bottom() - origin.y()) // height) + 2, layout.lineCount())
        for number in range(first, last):
            yield layout.lineAt(number)

    def _paint_gutter(self, painter: QPainter, item: SetSentence, line: QTextLine, origin: QPointF) -> None:
        """Write on the line of the words the number of a sentence, and whether mentions overlap in it."""
        number = grouped(item.sentence.number) if self._numbers_event or not item.is_event else ""
        font, text = self._typesetter.caption_font, " ".join(filter(None, (item.gutter_word, number)))
        painter.setFont(font)
        painter.setPen(self._typesetter.theme.text3)
        left = self._label_right - QFontMetricsF(font).horizontalAdvance(text)
        painter.drawText(QPointF(left, origin.y() + line.y() + line.ascent()), text)


class ContextPage:
    """Write the sentence of an event between its neighbours, or the document around it.

    `n_neighbours`: sentences on each side; None for the document, of which the nearest part is written.
    """

    def __init__(self, text: ContextText, context: Context, setter: Typesetter, n_neighbours: int | None) -> None:
        self._text = text
        self._setter = setter
        self._is_document = n_neighbours is None
        self._gutter = setter.gutter_width(context)
        self.context = context
        self.own = setter.event_sentence(context)
        self.painter = ContextPainter(text, setter, self._gutter, self._is_document)
        text.append(self._document_part() if n_neighbours is None else self._neighbourhood(n_neighbours))

    def set_margins(self, width: float) -> None:
        """Leave room for the gutter, and end the lines where they would be too long to read."""
        unit, first, last = self._setter.unit, self._text.sentences[0], self._text.sentences[-1]
        right = max(20 * unit, width - self._gutter - self._setter.widest_column)
        begins = not self._is_document or first.sentence.number == self.context.document.sentences.start
        top = 8 * unit - first.spare_above if first.painter and begins else 12 * unit
        below = self.own if self._is_document else last  # what will be the last of a document is not known yet
        self._text.set_margins(self._gutter, right, top, 8 * unit + below.room_below)

    def give_room(self, more: float) -> None:
        """Leave more room for the lines of the event's sentence, which are moved apart."""
        if (place := self._text.event_place) is not None:
            self._text.give_room(place, more)
            self.own = self._text.sentences[place]

    def event_line(self) -> tuple[QTextCursor, float] | None:
        """Find where the event begins, and the middle of that line; None if that is not laid out."""
        segment, place = self.context.segment, self._text.event_place
        units = self.own.shown.units(segment.start, segment.end)
        if units is None or place is None:
            return None
        block, origin = self._text.block(place)
        line = block.layout().lineForTextPosition(units[0])
        if not line.isValid():  # nothing is laid out before the view has a size
            return None
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + units[0])
        return cursor, origin.y() + line.y() + line.height() / 2

    def _neighbourhood(self, n_neighbours: int) -> list[SetSentence]:
        document, own = self.context.document, self.context.sentence.number
        return [
            self.own if number == own else self._setter.other_sentence(document.sentence(number), with_tracks=False)
            for number in self.context.around(n_neighbours)
        ]

    def _document_part(self) -> list[SetSentence]:
        document, own = self.context.document, self.context.sentence.number
        before = set_some(self._setter, document, range(own - 1, document.sentences.start - 1, -1))
        after = set_some(self._setter, document, range(own + 1, document.sentences.stop))
        return [*before[::-1], self.own, *after]
