"""Where the mentions of a sentence stand on its laid-out lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTextLine

from nerinspect.analysis.sentence import RepairMark, Segment, Sentence, Track, TrackSpan
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.ui.painting.context_layout import span_boxes
from nerinspect.ui.painting.shown_tokens import ShownTokens
from nerinspect.ui.painting.stacking import stack_levels
from nerinspect.ui.painting.track_metrics import TrackMetrics
from nerinspect.ui.painting.tracks import Side


@dataclass(frozen=True)
class PlacedSpan:
    """A mention, or a stretch of repaired labels outside every mention, on one line.

    Attributes
    ----------
    boxes : tuple of QRectF
        In the coordinates painted in, from left to right; at least one.
    track : int
        Place of its track in the sentence; 0 is the reference.
    span : TrackSpan
        The mention.
    repairs : tuple of RepairMark
        Its repaired labels.
    is_loose : bool
        Whether it is no mention.
    level : int
        How many boxes of its track may lie between it and the words.
    """

    boxes: tuple[QRectF, ...]
    track: int
    span: TrackSpan
    repairs: tuple[RepairMark, ...]
    is_loose: bool = False
    level: int = 0

    @property
    def side(self) -> Side:
        """The side of the words it lies on."""
        return "prediction" if self.track else "reference"


class SpanPlaces:
    """Find tokens of a sentence on its lines, as boxes of a track.

    Parameters
    ----------
    sentence : Sentence
        The sentence and its readings.
    shown : ShownTokens
        The part of it that is laid out.
    metrics : TrackMetrics
        Sizes of the tracks.
    """

    def __init__(self, sentence: Sentence, shown: ShownTokens, metrics: TrackMetrics) -> None:
        self._shown = shown
        self._metrics = metrics
        self._has_right_to_left = shown.has_right_to_left
        self._tracks = [_TrackUnits.of(track, shown) for track in sentence.tracks]

    def spans(self, line: QTextLine, origin: QPointF) -> list[PlacedSpan]:
        """Find the boxes of every mention on one line.

        Parameters
        ----------
        line : QTextLine
            A line of the laid-out sentence.
        origin : QPointF
            Where the layout stands in the coordinates painted in.
        """
        return [
            PlacedSpan(boxes, number, track.spans[i], track.repairs[i], track.is_loose[i], track.levels[i])
            for number, track in enumerate(self._tracks)
            for i in track.within(line.textStart(), line.textLength())
            if (boxes := self._boxes(line, origin, number, int(track.start[i]), int(track.end[i]), track.levels[i]))
        ]

    def outlines(self, line: QTextLine, origin: QPointF, track: int, start: int, end: int) -> list[QRectF]:
        """Find what a half-open range of tokens covers of a whole track; nothing on another line."""
        units, baseline = self._shown.units(start, end), origin.y() + line.y() + line.ascent()
        boxes = self._boxes(line, origin, track, *units, 0) if units else ()
        return [self._metrics.track_rect(track, baseline, box.left(), box.right()) for box in boxes]

    def token_boxes(self, line: QTextLine, origin: QPointF, token: int) -> list[QRectF]:
        """Find the boxes of a token's text on one line; none if it is not on it."""
        units = self._shown.units(token, token + 1)
        return [box.translated(origin) for box in self._text_boxes(line, *units)] if units else []

    def tokens_on(self, line: QTextLine) -> range:
        """Give the positions of the tokens that have a part in a line."""
        return self._shown.tokens_between(line.textStart(), line.textStart() + line.textLength())

    def frames(self, line: QTextLine, origin: QPointF, event: Segment) -> list[QRectF]:
        """Find the frames around an event on one line; where mentions overlap, they leave out those beyond its own."""
        units = self._shown.units(event.start, event.end)
        if units is None:
            return []
        baseline = origin.y() + line.y() + line.ascent()
        levels = [track.level_of(members) for track, members in zip(self._tracks, event.members, strict=False)]
        frames: list[QRectF] = []
        for box in self._text_boxes(line, *units):
            frame = self._metrics.frame_rect(baseline, origin.x() + box.left(), origin.x() + box.right(), levels)
            if frames and frames[-1].intersects(frame):  # only a blank at the end of the line lies between
                frames[-1] = frames[-1].united(frame)
            else:
                frames.append(frame)
        return frames

    def begins_on(self, line: QTextLine, token: int) -> bool:
        """Tell whether a token begins on a line."""
        units = self._shown.units(token, token + 1)
        return units is not None and line.textStart() <= units[0] < line.textStart() + line.textLength()

    def _boxes(
        self, line: QTextLine, origin: QPointF, track: int, start: int, end: int, level: int
    ) -> tuple[QRectF, ...]:
        baseline, x = origin.y() + line.y() + line.ascent(), origin.x()
        boxes = self._text_boxes(line, start, end)
        least = 3 * self._metrics.unit  # for what has no width, such as a joiner alone
        return tuple(
            self._metrics.box_rect(track, baseline, x + box.left(), x + max(box.right(), box.left() + least), level)
            for box in boxes
        )

    def _text_boxes(self, line: QTextLine, start: int, end: int) -> list[QRectF]:
        first, last = self._shown.text_on(line.textStart(), line.textStart() + line.textLength())
        return span_boxes(line, max(start, first), min(end, last), self._has_right_to_left)


@dataclass(frozen=True)
class _TrackUnits:
    """A track with the UTF-16 range of each mention that is shown."""

    start: AnyIntArray
    end: AnyIntArray
    spans: tuple[TrackSpan, ...]
    repairs: tuple[tuple[RepairMark, ...], ...]
    is_loose: tuple[bool, ...]
    levels: tuple[int, ...]

    @classmethod
    def of(cls, track: Track, shown: ShownTokens) -> "_TrackUnits":
        marks = _MarksByToken(track.repairs)
        levels = stack_levels([(span.start, span.end) for span in track.spans])
        rows = [
            (span, marks.take(span.start, span.end), False, level)
            for span, level in zip(track.spans, levels, strict=True)
        ]
        rows += [(TrackSpan(mark.token, mark.token + 1, ""), (mark,), True, 0) for mark in marks.left_over()]
        placed = [(units, *row) for row in rows if (units := shown.units(row[0].start, row[0].end))]
        return cls(
            np.array([units[0] for units, *_ in placed], dtype=np.int64),
            np.array([units[1] for units, *_ in placed], dtype=np.int64),
            tuple(row[1] for row in placed),
            tuple(row[2] for row in placed),
            tuple(row[3] for row in placed),
            tuple(row[4] for row in placed),
        )

    def level_of(self, members: Sequence[TrackSpan]) -> int:
        """Give the level of the mention that lies farthest from the words."""
        return max((level for span, level in zip(self.spans, self.levels, strict=True) if span in members), default=0)

    def within(self, start: int, length: int) -> Iterator[int]:
        """Go through the places of the mentions that have a part in a stretch of text."""
        return (int(i) for i in np.flatnonzero((self.start < start + length) & (self.end > start)))


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
