"""The arcs of one sentence on its laid-out lines: reference above the words, prediction below."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QTextLayout

from nerinspect.events.context import TrackSpan
from nerinspect.events.relation_explanation import SentenceRelation
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.ui.arcs.arc_layout import lay_out_arcs
from nerinspect.ui.arcs.arc_painting import ArcLook, DrawnArc, LeftOut, written_name
from nerinspect.ui.arcs.ends import Anchor, Arc, ArcRoom, LineArcs, free_stretch
from nerinspect.ui.sentence.placed_spans import PlacedSpan, SpanPlaces
from nerinspect.ui.sentence.shown_tokens import ShownTokens
from nerinspect.ui.sentence.tracks import BASELINE, TrackMetrics
from nerinspect.visible import visible

_SAME: Final = 0.05


def spread_lines(layout: QTextLayout, line_height: float, rooms: Sequence[tuple[float, float]]) -> None:
    """Put every line where it belongs; lines that stand there already stay.

    Whenever the text engine sets the paragraph anew, its lines are one fixed height apart again.

    `rooms` says what each line needs above and below it besides.
    """
    before = [0.0, *accumulate(above + below for above, below in rooms)]
    for number, (above, _) in enumerate(rooms[: layout.lineCount()]):
        line = layout.lineAt(number)
        baseline = (number + BASELINE) * line_height + before[number] + above
        y = baseline - line.ascent() - max(line.leading(), 0.0)
        if abs(line.y() - y) > _SAME:
            line.setPosition(QPointF(line.x(), y))


class PlacedMentions:
    """Find the mentions of one track on the lines of a sentence.

    `least_free` is how wide that must be what others leave free of a mention, or arcs may end anywhere on it.
    """

    def __init__(self, lines: Sequence[Sequence[PlacedSpan]], track: int, least_free: float) -> None:
        self._anchors: dict[TrackSpan, list[Anchor]] = {}
        self._levels: dict[TrackSpan, int] = {}
        for number, line in enumerate(lines):
            row = [one for one in line if one.track == track and not one.is_loose]
            for one in row:
                box = max(one.boxes, key=QRectF.width)
                nearer = [(b.left(), b.right()) for other in row if other.level < one.level for b in other.boxes]
                stretch = free_stretch((box.left(), box.right()), nearer, least_free)
                self._anchors.setdefault(one.span, []).append(Anchor(number, *stretch))
                self._levels[one.span] = one.level

    def anchors(self, span: TrackSpan) -> tuple[Anchor, ...]:
        """Give the places where arcs may end on a mention, one for each of its lines; none if it is not shown."""
        return tuple(self._anchors.get(span, ()))

    def level(self, span: TrackSpan) -> int:
        """Say how many boxes may lie between a mention and the words."""
        return self._levels[span]


MOST_LEVELS: Final = 8
"""So many arcs lie over each other on one side of a line; those beyond are told by number."""

_FAN, _APART, _STUB = 11, 8, 7
_FIRST, _BETWEEN = 15, 6
"""From the boxes to the first arc, and between the names of two levels."""

_BEYOND: Final = 4
"""Between the outermost arc and the next line."""

_GUTTER: Final = 100
"""Room on the left for a note."""

_LEAST_FREE: Final = 10
_LONGEST_NAME: Final = 150


@dataclass
class LineOfArcs:
    """The arcs of one line of text."""

    arcs: list[DrawnArc] = field(default_factory=list)
    needed: dict[Side, float] = field(default_factory=dict)  # room, above its track or below it
    notes: list[LeftOut] = field(default_factory=list)  # on arcs that are not drawn, one for each side that has some


class SentenceArcs:
    """Find the places of the arcs of a sentence."""

    def __init__(
        self,
        relations: Sequence[SentenceRelation],
        event: int,
        shown: ShownTokens,
        places: SpanPlaces,
        metrics: TrackMetrics,
        look: ArcLook,
    ) -> None:
        self._relations = {side: [one for one in relations if one.side == side] for side in SIDES}
        self._event = event
        self._shown = shown
        self._places = places
        self._metrics = metrics
        self.look = look
        fonts = QFontMetricsF(look.own_font)  # the wider one
        self._name_height = fonts.height()
        self._names = {side: [self._written(one, fonts) for one in self._relations[side]] for side in SIDES}
        self.lines: list[LineOfArcs] = []
        self._wrapped: list[tuple[int, float]] = []

    def lay_out(self, layout: QTextLayout, is_right_to_left: bool) -> None:
        """Find all places anew, on the lines as they are wrapped now."""
        lines = [layout.lineAt(number) for number in range(layout.lineCount())]
        spans = [self._places.spans(line, QPointF(0, 0)) for line in lines]
        margins = [(line.x(), line.x() + line.width()) for line in lines]
        unit = self.look.unit
        room = ArcRoom(_FAN * unit, _APART * unit, _STUB * unit, MOST_LEVELS)
        self.lines = [LineOfArcs() for _ in lines]
        self._wrapped = _wrapped(layout)
        for track, side in enumerate(SIDES):
            relations = self._relations[side]
            mentions = PlacedMentions(spans, track, _LEAST_FREE * unit)
            arcs = [
                Arc(self._anchors(one.head, mentions, len(lines)), self._anchors(one.tail, mentions, len(lines)), width)
                for one, (_, width) in zip(relations, self._names[side], strict=True)
            ]
            own = [place for place, one in enumerate(relations) if one.event == self._event]
            for line, found in zip(self.lines, lay_out_arcs(arcs, margins, room, is_right_to_left, own), strict=True):
                line.needed[side] = self._height(found)
                line.arcs += self._drawn(side, found, mentions)
                if found.left_out:
                    line.notes.append(self._note(side, found))

    def is_on(self, layout: QTextLayout) -> bool:
        """Tell whether the lines are wrapped as they were when places were found."""
        return self._wrapped == _wrapped(layout)

    @property
    def reach(self) -> float:
        """From the baseline to the outer edge of the tracks, at most."""
        return max(-self._begin("reference"), self._begin("predicted"))

    def _anchors(self, span: TrackSpan, mentions: PlacedMentions, n_lines: int) -> tuple[Anchor, ...]:
        """Find a mention on the lines; one that is not shown stands before or behind all of them."""
        beyond = Anchor(-1 if span.start < self._shown.first else n_lines, 0.0, 0.0)
        return mentions.anchors(span) or (beyond,)

    def _drawn(self, side: Side, line: LineArcs, mentions: PlacedMentions) -> list[DrawnArc]:
        """Draw the arcs of one side of a line at their distance from the words."""
        track, outwards = SIDES.index(side), -1 if side == "reference" else 1
        begin, distances, unit = self._begin(side), self._distances(line), self.look.unit
        found = []
        for part in line.parts:
            relation, (name, width) = self._relations[side][part.arc], self._names[side][part.arc]
            y = begin + outwards * distances[part.level]
            rect = QRectF(part.name_left, y - self._name_height / 2, width, self._name_height)
            if part.is_name_over:
                rect.moveCenter(QPointF(rect.center().x(), y + outwards * (self._name_height / 2 + unit)))
            feet = []
            for place, end in part.legs:
                span = relation.head if end == "head" else relation.tail
                box = self._metrics.box_rect(track, 0, 0, 0, mentions.level(span))
                feet.append(QPointF(place, box.top() - unit if side == "reference" else box.bottom() + unit))
            found.append(DrawnArc(relation, name, part, y, tuple(feet), rect))
        return found

    def _note(self, side: Side, line: LineArcs) -> LeftOut:
        """Write in the gutter, beside the outermost arc, how many are left out."""
        relations = tuple(self._relations[side][place] for place in line.left_out)
        unit, height = self.look.unit, self._name_height
        distance = max(self._distances(line), default=_FIRST * unit)
        y = self._begin(side) + distance * (-1 if side == "reference" else 1)
        return LeftOut(side, relations, QRectF(-_GUTTER * unit, y - height / 2, (_GUTTER - 12) * unit, height))

    def _begin(self, side: Side) -> float:
        """From the baseline to the outer edge of the track of a side, and of what is noted there."""
        metrics = self._metrics
        if side == "reference":
            return metrics.track_rect(0, 0, 0, 0).top() - metrics.note_above
        return metrics.track_rect(1, 0, 0, 0).bottom() + metrics.note_below

    def _distances(self, line: LineArcs) -> list[float]:
        unit = self.look.unit
        return line.distances(_FIRST * unit, self._name_height + _BETWEEN * unit, self._name_height / 2)

    def _height(self, line: LineArcs) -> float:
        """Give the room that the arcs of one side of a line need."""
        if not line.parts:
            return (_FIRST * self.look.unit + self._name_height / 2) if line.left_out else 0.0
        top = line.n_levels - 1
        is_raised = any(part.is_name_over for part in line.parts if part.level == top)
        name = self._name_height * (1.0 if is_raised else 0.5)
        return self._distances(line)[-1] + name + _BEYOND * self.look.unit

    def _written(self, relation: SentenceRelation, fonts: QFontMetricsF) -> tuple[str, float]:
        """Give the name of an arc, shortened if it is very long, and its width."""
        name = visible(written_name(relation, self.look.theme))
        name = fonts.elidedText(name, Qt.TextElideMode.ElideMiddle, _LONGEST_NAME * self.look.unit)
        return name, fonts.horizontalAdvance(name)


def _wrapped(layout: QTextLayout) -> list[tuple[int, float]]:
    """Say where each line begins, and how wide it may be."""
    lines = (layout.lineAt(number) for number in range(layout.lineCount()))
    return [(line.textStart(), line.width()) for line in lines]
