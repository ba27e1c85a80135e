"""Paints tracks and gutter over the written sentences, and finds what stands at a place."""

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF, QPainter, QTextBlock, QTextLine

from nerinspect.ui.painting.placed_spans import PlacedSpan
from nerinspect.ui.painting.typesetter import SetSentence, Typesetter
from nerinspect.ui.panels.context_hover import Pointed
from nerinspect.ui.panels.context_text import ContextText


class ContextPainter:
    """Paint over written sentences; all places are those of the text document.

    Parameters
    ----------
    text : ContextText
        The sentences.
    typesetter : Typesetter
        How they were set.
    gutter : float
        Width of the margin on the left.
    numbers_event : bool
        Whether the event's sentence, too, has its number in the gutter.
    """

    def __init__(self, text: ContextText, typesetter: Typesetter, gutter: float, numbers_event: bool) -> None:
        self._text = text
        self._typesetter = typesetter
        self._gutter = gutter
        self._numbers_event = numbers_event
        self._placed: list[tuple[SetSentence, PlacedSpan]] = []

    def paint(self, painter: QPainter, sight: QRectF, pointed: Pointed | None) -> None:
        """Paint what is in sight.

        Parameters
        ----------
        painter : QPainter
            Open on the device, in coordinates of the document.
        sight : QRectF
            What is in sight.
        pointed : Pointed or None
            What the pointer rests on; the other reading of it is outlined.
        """
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
        """Find every mention in sight."""
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
        number = f"{item.sentence.number:,}" if self._numbers_event or not item.is_event else ""
        font, text = self._typesetter.caption_font, " ".join(filter(None, (item.gutter_word, number)))
        painter.setFont(font)
        painter.setPen(self._typesetter.theme.text3)
        left = self._label_right - QFontMetricsF(font).horizontalAdvance(text)
        painter.drawText(QPointF(left, origin.y() + line.y() + line.ascent()), text)
