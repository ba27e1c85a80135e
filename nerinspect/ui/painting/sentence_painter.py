"""Paints both readings of one sentence, line by line, over its laid-out text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout, QTextLine

from nerinspect.analysis.context import Context, RepairMark, Track, TrackSpan
from nerinspect.ui.painting.context_layout import ShownTokens, span_boxes
from nerinspect.ui.painting.tracks import (
    Side,
    TrackMetrics,
    paint_frame,
    paint_loose_repair,
    paint_span,
    paint_span_name,
)
from nerinspect.ui.theme import Theme
from nerinspect.ui.type_colours import TypeStyle

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
    name_font, caption_font : QFont
        Of the types on the spans; of the gutter and of notes.
    """

    metrics: TrackMetrics
    theme: Theme
    styles: Mapping[str, TypeStyle]
    name_font: QFont
    caption_font: QFont


@dataclass(frozen=True)
class PlacedSpan:
    """A mention, or a stretch of repaired labels outside every mention, on one line.

    Attributes
    ----------
    boxes : tuple of QRectF
        In the coordinates painted in, from left to right; at least one.
    side : str
        `reference` or `prediction`.
    span : TrackSpan
        The mention.
    repairs : tuple of RepairMark
        Its repaired labels.
    is_loose : bool
        Whether it is no mention.
    """

    boxes: tuple[QRectF, ...]
    side: Side
    span: TrackSpan
    repairs: tuple[RepairMark, ...]
    is_loose: bool = False


class SentencePainter:
    """Paint the tracks of a sentence.

    Parameters
    ----------
    context : Context
        The sentence and its readings.
    shown : ShownTokens
        The part of it that is laid out.
    look : Look
        Sizes, colours and fonts.
    """

    def __init__(self, context: Context, shown: ShownTokens, look: Look) -> None:
        self._context = context
        self._shown = shown
        self._look = look
        self._has_right_to_left = shown.has_right_to_left
        self._event_units = shown.units(context.start, context.end)
        self._tracks = (
            _TrackUnits.of("reference", context.reference, shown),
            _TrackUnits.of("prediction", context.prediction, shown),
        )

    def placed_spans(self, line: QTextLine, origin: QPointF) -> list[PlacedSpan]:
        """Find the boxes of every mention on one line.

        Parameters
        ----------
        line : QTextLine
            A line of the laid-out sentence.
        origin : QPointF
            Where the layout stands in the coordinates painted in.
        """
        baseline = origin.y() + line.y() + line.ascent()
        return [
            PlacedSpan(self._boxes(boxes, track.side, origin.x(), baseline), track.side, span, repairs, is_loose)
            for track in self._tracks
            for (start, end), span, repairs, is_loose in track.within(line.textStart(), line.textLength())
            if (boxes := self._visible_boxes(line, start, end))
        ]

    def frames(self, line: QTextLine, origin: QPointF) -> list[QRectF]:
        """Find the frames around the event's segment on one line."""
        if self._event_units is None:
            return []
        baseline = origin.y() + line.y() + line.ascent()
        boxes = self._visible_boxes(line, *self._event_units)
        return [
            self._look.metrics.frame_rect(baseline, origin.x() + box.left(), origin.x() + box.right()) for box in boxes
        ]

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
        for frame in self.frames(line, origin):
            paint_frame(painter, frame, self._look.theme.kind_colour(self._context.kind), self._look.metrics)
        placed = self.placed_spans(line, origin)
        is_right_to_left = layout.textOption().textDirection() == Qt.LayoutDirection.RightToLeft
        for side in ("reference", "prediction"):
            self._paint_track(painter, [item for item in placed if item.side == side], limits, is_right_to_left)
        noted = [item for item in placed if item.repairs and self._begins_on(line, item.repairs[0])]
        self._paint_notes(painter, noted, limits, is_right_to_left)
        painter.restore()
        return placed

    def paint_gutter(self, painter: QPainter, baseline: float, right: float, width: float) -> None:
        """Write beside a line whose reading stands above and below it."""
        painter.save()
        painter.setFont(self._look.caption_font)
        painter.setPen(self._look.theme.text3)
        metrics = QFontMetricsF(self._look.caption_font)
        for side, track in (("reference", self._context.reference), ("prediction", self._context.prediction)):
            rect = self._look.metrics.box_rect(side, baseline, right - width, right)  # type: ignore[arg-type]
            text = metrics.elidedText(track.label, Qt.TextElideMode.ElideMiddle, width)
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), text)
        painter.restore()

    def _visible_boxes(self, line: QTextLine, start: int, end: int) -> list[QRectF]:
        text_end = self._shown.text_end(line.textStart() + line.textLength())
        return span_boxes(line, start, min(end, text_end), self._has_right_to_left)

    def _boxes(self, boxes: Sequence[QRectF], side: Side, x: float, baseline: float) -> tuple[QRectF, ...]:
        metrics = self._look.metrics
        return tuple(metrics.box_rect(side, baseline, x + box.left(), x + box.right()) for box in boxes)

    def _paint_track(
        self, painter: QPainter, placed: list[PlacedSpan], limits: tuple[float, float], is_right_to_left: bool
    ) -> None:
        look = self._look
        for item in placed:
            for box in item.boxes:
                if item.is_loose:
                    paint_loose_repair(painter, box, item.side, look.theme, look.metrics)
                else:
                    style = look.styles.get(item.span.type, _PLAIN)
                    paint_span(painter, box, item.side, style, look.metrics, bool(item.repairs))
        painter.setFont(look.name_font)
        painter.setPen(look.theme.text)
        edges = sorted((box.left(), box.right()) for item in placed for box in item.boxes)
        for item in placed:
            if not item.is_loose:
                room = _room(max(item.boxes, key=QRectF.width), edges, limits, is_right_to_left)
                paint_span_name(painter, room, item.side, item.span.type, look.metrics, is_right_to_left)

    def _begins_on(self, line: QTextLine, mark: RepairMark) -> bool:
        units = self._shown.units(mark.token, mark.token + 1)
        return units is not None and line.textStart() <= units[0] < line.textStart() + line.textLength()

    def _paint_notes(
        self, painter: QPainter, placed: list[PlacedSpan], limits: tuple[float, float], is_right_to_left: bool
    ) -> None:
        """Write what was repaired beside the boxes; where two notes would collide, the second is left to its box."""
        painter.setFont(self._look.caption_font)
        painter.setPen(self._look.theme.warning)
        metrics, sizes = QFontMetricsF(self._look.caption_font), self._look.metrics
        written: list[QRectF] = []
        for item in placed:
            box, text = item.boxes[0], repair_note(item.repairs)
            width = metrics.horizontalAdvance(text) + 1
            left = item.boxes[-1].right() - width if is_right_to_left else box.left()
            left = max(limits[0], min(left, limits[1] - width))
            top = box.bottom() + 6 * sizes.unit
            if item.side == "reference":
                top = box.top() - 6 * sizes.unit - sizes.caption
            rect = QRectF(left, top, width, sizes.caption)
            if not any(rect.intersects(other) for other in written):
                painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)
                written.append(rect)


@dataclass(frozen=True)
class _TrackUnits:
    """A track with the UTF-16 range of each mention that is shown."""

    side: Side
    start: np.ndarray
    end: np.ndarray
    spans: tuple[TrackSpan, ...]
    repairs: tuple[tuple[RepairMark, ...], ...]
    is_loose: tuple[bool, ...]

    @classmethod
    def of(cls, side: Side, track: Track, shown: ShownTokens) -> "_TrackUnits":
        marks = _MarksByToken(track.repairs)
        rows = [(span, marks.take(span.start, span.end), False) for span in track.spans]
        rows += [(TrackSpan(mark.token, mark.token + 1, ""), (mark,), True) for mark in marks.left_over()]
        placed = [(units, *row) for row in rows if (units := shown.units(row[0].start, row[0].end))]
        return cls(
            side,
            np.array([units[0] for units, *_ in placed], dtype=np.int64),
            np.array([units[1] for units, *_ in placed], dtype=np.int64),
            tuple(span for _, span, _, _ in placed),
            tuple(repairs for _, _, repairs, _ in placed),
            tuple(is_loose for *_, is_loose in placed),
        )

    def within(
        self, start: int, length: int
    ) -> Iterator[tuple[tuple[int, int], TrackSpan, tuple[RepairMark, ...], bool]]:
        for i in np.flatnonzero((self.start < start + length) & (self.end > start)):
            yield (int(self.start[i]), int(self.end[i])), self.spans[i], self.repairs[i], self.is_loose[i]


class _MarksByToken:
    """Repaired labels that are handed out to the mentions they stand in."""

    def __init__(self, marks: Sequence[RepairMark]) -> None:
        self._marks = {mark.token: mark for mark in marks}
        self._taken: set[int] = set()

    def take(self, start: int, end: int) -> tuple[RepairMark, ...]:
        if not self._marks:
            return ()
        tokens = [token for token in range(start, end) if token in self._marks]
        self._taken.update(tokens)
        return tuple(self._marks[token] for token in tokens)

    def left_over(self) -> list[RepairMark]:
        return [mark for token, mark in self._marks.items() if token not in self._taken]


def repair_note(repairs: Sequence[RepairMark]) -> str:
    """Say what was repaired in a mention: the first label, and how many more."""
    more = f" and {len(repairs) - 1} more" if len(repairs) > 1 else ""
    return f"repaired: {repairs[0].before} → {repairs[0].after}{more}"


def _room(box: QRectF, edges: list[tuple[float, float]], limits: tuple[float, float], is_right_to_left: bool) -> QRectF:
    """Extend a box, for its name, to the next one in reading direction or to the end of the text."""
    room = QRectF(box)
    if is_right_to_left:
        room.setLeft(max([limits[0], *(right for _, right in edges if right <= box.left() + 1)]))
    else:
        room.setRight(min([limits[1], *(left for left, _ in edges if left >= box.right() - 1)]))
    return room
