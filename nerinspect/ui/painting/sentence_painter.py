"""Paints both readings of one sentence, line by line, over its laid-out text."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout, QTextLine

from nerinspect.analysis.sentence import Segment, Sentence, TrackSpan
from nerinspect.ui.painting.name_room import LineNames
from nerinspect.ui.painting.placed_spans import PlacedSpan, SpanPlaces
from nerinspect.ui.painting.repair_notes import repair_notes
from nerinspect.ui.painting.shown_tokens import ShownTokens
from nerinspect.ui.painting.swatch import SWATCH_ROOM, paint_swatch
from nerinspect.ui.painting.token_values import ShownColumn, paint_values
from nerinspect.ui.painting.track_metrics import TrackMetrics
from nerinspect.ui.painting.tracks import paint_frame, paint_loose_repair, paint_outline, paint_span, paint_span_name
from nerinspect.ui.theme import Theme
from nerinspect.ui.type_colours import TypeStyle
from nerinspect.visible import visible

_PLAIN: Final = TypeStyle(QColor("#808080"), QColor("#808080"), Qt.PenStyle.SolidLine)


@dataclass(frozen=True)
class Look:
    """How a sentence is painted: sizes, colours and fonts.

    Attributes
    ----------
    metrics : TrackMetrics
        Sizes.
    theme : Theme
        Colours.
    styles : mapping of str to TypeStyle
        Colours of each type.
    name_font, caption_font, value_font : QFont
        Of the types on the spans; of the gutter and of notes; of what columns say.
    """

    metrics: TrackMetrics
    theme: Theme
    styles: Mapping[str, TypeStyle]
    name_font: QFont
    caption_font: QFont
    value_font: QFont


class SentencePainter:
    """Paint the tracks of a sentence.

    Parameters
    ----------
    sentence : Sentence
        The sentence and its readings.
    shown : ShownTokens
        The part of it that is laid out.
    look : Look
        Sizes, colours and fonts.
    framed : Segment, optional
        The event to frame.
    columns : sequence of ShownColumn
        Columns whose values stand under the words.
    """

    def __init__(
        self,
        sentence: Sentence,
        shown: ShownTokens,
        look: Look,
        framed: Segment | None = None,
        columns: Sequence[ShownColumn] = (),
    ) -> None:
        self._sentence = sentence
        self._columns = columns
        self._look = look
        self._framed = framed
        self.places = SpanPlaces(sentence, shown, look.metrics)

    def paint_line(
        self, painter: QPainter, layout: QTextLayout, line: QTextLine, origin: QPointF, limits: tuple[float, float]
    ) -> list[PlacedSpan]:
        """Paint the tracks, the frame and the notes of one line.

        Parameters
        ----------
        painter : QPainter
            Open on the device to paint on; left as it was.
        layout : QTextLayout
            The laid-out sentence.
        line : QTextLine
            One of its lines.
        origin : QPointF
            Where the layout stands in the coordinates painted in.
        limits : (float, float)
            Left and right end of what names and notes may cover.

        Returns
        -------
        list of PlacedSpan
            What was painted, for those who point at it.
        """
        painter.save()
        placed = self.places.spans(line, origin)
        is_right_to_left = layout.textOption().textDirection() == Qt.LayoutDirection.RightToLeft
        names = self._place_names(placed, line, origin, limits, is_right_to_left)
        for item in placed:
            self._paint_boxes(painter, item)
        if self._framed is not None:
            self._paint_event(painter, self._framed, names.frames, placed)
        painter.setFont(self._look.name_font)
        painter.setPen(self._look.theme.text)
        for item, room, name in names.placed:
            paint_span_name(painter, room, item.side, name, self._look.metrics, is_right_to_left)
        if self._columns:
            painter.setFont(self._look.value_font)
            painter.setPen(self._look.theme.text2)
            paint_values(
                painter, self._columns, self.places, self._look.metrics, line, origin, limits, is_right_to_left
            )
        noted = [item for item in placed if item.repairs and self.places.begins_on(line, item.repairs[0].token)]
        self._paint_notes(painter, noted, limits, is_right_to_left)
        painter.restore()
        return placed

    def paint_outlines(self, painter: QPainter, line: QTextLine, origin: QPointF, spans: Iterable[TrackSpan]) -> None:
        """Outline the extent of some mentions in every track."""
        for span in spans:
            for track in range(len(self._sentence.tracks)):
                for box in self.places.outlines(line, origin, track, span.start, span.end):
                    paint_outline(painter, box, self._look.theme.text, self._look.metrics)

    def paint_labels(self, painter: QPainter, baseline: float, right: float, width: float) -> None:
        """Write beside a line whose reading stands above and below it."""
        painter.save()
        painter.setFont(self._look.caption_font)
        painter.setPen(self._look.theme.text3)
        metrics = QFontMetricsF(self._look.caption_font)
        labels: list[tuple[QRectF, str, int | None]] = []
        for number, track in enumerate(self._sentence.tracks):
            labels.append(
                (self._look.metrics.box_rect(number, baseline, right - width, right), track.label, track.colour)
            )
        for row, column in enumerate(self._columns):
            labels.append((self._look.metrics.value_rect(row, baseline, right - width, right), column.title, None))
        unit = self._look.metrics.unit
        for rect, label, colour in labels:
            room = 0.0 if colour is None else SWATCH_ROOM * unit
            text = metrics.elidedText(visible(label), Qt.TextElideMode.ElideMiddle, width - room)
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
            if colour is not None:
                left = rect.right() - metrics.horizontalAdvance(text) - room
                paint_swatch(painter, self._look.theme, unit, QRectF(left, rect.top(), room, rect.height()), colour)
        painter.restore()

    def _paint_event(
        self, painter: QPainter, event: Segment, frames: Iterable[QRectF], placed: Iterable[PlacedSpan]
    ) -> None:
        """Frame the event; where mentions of others may lie in the frame, outline its own."""
        colour, metrics = self._look.theme.kind_colour(event.kind), self._look.metrics
        for frame in frames:
            paint_frame(painter, frame, colour, metrics)
        if not self._sentence.is_nested:
            return
        for item in placed:
            if item.span in self._sentence.members(event, item.track):
                for box in item.boxes:
                    paint_outline(painter, box, colour, metrics)

    def _paint_boxes(self, painter: QPainter, item: PlacedSpan) -> None:
        look = self._look
        for box in item.boxes:
            if item.is_loose:
                paint_loose_repair(painter, box, item.side, look.theme, look.metrics)
            else:
                style = look.styles.get(item.span.type, _PLAIN)
                paint_span(painter, box, item.side, style, look.metrics, bool(item.repairs))

    def _place_names(
        self,
        placed: list[PlacedSpan],
        line: QTextLine,
        origin: QPointF,
        limits: tuple[float, float],
        is_right_to_left: bool,
    ) -> LineNames:
        framed, look = self._framed, self._look
        frames = self.places.frames(line, origin, framed) if framed else []
        names = LineNames(frames, limits, look.name_font, look.metrics.unit, is_right_to_left)
        rows: dict[tuple[int, int], list[QRectF]] = {}
        for item in placed:
            rows.setdefault((item.track, item.level), []).extend(item.boxes)
        for item in sorted(placed, key=lambda item: names.frame_around(item) is None):  # they make the frame wider
            if not item.is_loose:
                # Several predictions have no room for a note below each other.
                more = " repaired" if item.repairs and item.track and look.metrics.n_below > 1 else ""
                words = [
                    box
                    for token in (item.span.start - 1, item.span.end)
                    for box in self.places.token_boxes(line, origin, token)
                ]
                names.place(item, [*rows[item.track, item.level], *words], more)
        return names

    def _paint_notes(
        self, painter: QPainter, placed: list[PlacedSpan], limits: tuple[float, float], is_right_to_left: bool
    ) -> None:
        painter.setFont(self._look.caption_font)
        painter.setPen(self._look.theme.warning)
        metrics = QFontMetricsF(self._look.caption_font)
        for note in repair_notes(placed, metrics, self._look.metrics, limits, is_right_to_left):
            painter.drawText(note.rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), note.text)
