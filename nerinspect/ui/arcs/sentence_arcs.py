"""The arcs of one sentence on its laid-out lines: placed, painted, with notes on those left out, found at a place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF, QTextLayout

from nerinspect.events.context import TrackSpan
from nerinspect.events.kinds import RELATION_KIND_TABLE
from nerinspect.events.relation_explanation import SentenceRelation
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.quantities import grouped
from nerinspect.ui.arcs.arc_layout import Anchor, Arc, ArcPart, ArcRoom, LineArcs, free_stretch, lay_out_arcs
from nerinspect.ui.arcs.relation_symbol import relation_colour
from nerinspect.ui.sentence.placed_spans import PlacedSpan, ShownTokens, SpanPlaces
from nerinspect.ui.sentence.tracks import BASELINE, TrackMetrics
from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of
from nerinspect.ui.theme.themes import Theme
from nerinspect.visible import visible

_BEND: Final = 4.0  # radius of the corners of an arc; like all sizes here in thirteenths of the desktop's font
_ARROW: Final = (3.0, 6.0)  # half the width of an arrow, and its length
_THIN, _HOVERED, _THICK = 1.2, 2.2, 2.2
_REACH: Final = 4.0  # how far from an arc the pointer still finds it
_FADE: Final = 9.0  # length of the dots with which an arc goes on in another line


@dataclass(frozen=True)
class ArcLook:
    """How arcs are painted."""

    theme: Theme
    name_font: QFont
    own_font: QFont
    unit: float  # a thirteenth of the size of the desktop's font

    @classmethod
    def of_font(cls, font: QFont, theme: Theme) -> "ArcLook":
        """Derive it from the desktop's font."""
        names = scaled_font(font, CAPTION), scaled_font(font, CAPTION, is_bold=True)
        return cls(theme, *names, unit_of(font))


@dataclass(frozen=True)
class DrawnArc:
    """The part of an arc on one line, in coordinates that count from the left of the text and its baseline."""

    relation: SentenceRelation
    name: str
    part: ArcPart
    y: float  # of the arc itself
    feet: tuple[QPointF, ...]  # where it ends on mentions, from left to right
    name_rect: QRectF

    def is_at(self, place: QPointF, unit: float) -> bool:
        """Tell whether the pointer at a place means this arc."""
        reach = _REACH * unit
        if self.name_rect.contains(place):
            return True
        along = self.part.left - reach <= place.x() <= self.part.right + reach
        if along and abs(place.y() - self.y) <= reach:
            return True
        return any(
            abs(place.x() - foot.x()) <= reach
            and min(foot.y(), self.y) - reach <= place.y() <= max(foot.y(), self.y) + reach
            for foot in self.feet
        )

    def path(self, unit: float) -> QPainterPath:
        """Draw the line: up from the left foot, along, and down to the right foot; without a foot to the margin."""
        part, y = self.part, self.y
        bend = min(_BEND * unit, (part.right - part.left) / 2)
        ends = [self._line_end(end, foot, unit) for (_, end), foot in zip(part.legs, self.feet, strict=True)]
        path = QPainterPath(ends[0] if part.left_end else QPointF(part.left + _FADE * unit, y))
        if part.left_end:
            path.lineTo(part.left, y + self._down * bend)
            path.quadTo(part.left, y, part.left + bend, y)
        if part.right_end:
            path.lineTo(part.right - bend, y)
            path.quadTo(part.right, y, part.right, y + self._down * bend)
            path.lineTo(ends[-1])
        else:
            path.lineTo(part.right - _FADE * unit, y)
        return path

    def arrow(self, unit: float) -> QPolygonF | None:
        """Draw the arrow at the tail; None where the arc goes on in another line, or has no direction."""
        half, length = (size * unit for size in _ARROW)
        for (_, end), foot in zip(self.part.legs, self.feet, strict=True):
            if end == "tail" and self.relation.is_directed:
                base = foot.y() - self._down * length
                return QPolygonF([QPointF(foot.x() - half, base), QPointF(foot.x() + half, base), foot])
        return None

    @property
    def _down(self) -> int:
        return 1 if self.relation.side == "reference" else -1

    def _line_end(self, end: str, foot: QPointF, unit: float) -> QPointF:
        """Let the line end where the arrow begins."""
        has_arrow = end == "tail" and self.relation.is_directed
        return foot - QPointF(0, self._down * (_ARROW[1] - 1) * unit) if has_arrow else foot


def paint_arcs(painter: QPainter, arcs: Iterable[DrawnArc], look: ArcLook, own: int, hovered: int | None) -> None:
    """Paint the arcs of one line.

    The arcs of the chosen event, `own`, lie over all others; the pointer rests on those of `hovered`.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    in_order = sorted(arcs, key=lambda arc: (arc.relation.event == own, arc.relation.event == hovered))
    for arc in in_order:
        is_raised = arc.relation.event in (own, hovered)
        _paint_line(painter, arc, look, _ink(arc, look.theme, own), _THICK if is_raised else _THIN)
    for arc in in_order:
        _paint_name(painter, arc, look, own)
    painter.restore()


def _paint_line(painter: QPainter, arc: DrawnArc, look: ArcLook, ink: QColor, width: float) -> None:
    unit, part = look.unit, arc.part
    pen = QPen(ink, width * unit, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawPath(arc.path(unit))
    dots = QPen(ink, width * unit, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
    dots.setDashPattern([0.01, 3.0 / width])
    painter.setPen(dots)
    for end, place, inwards in ((part.left_end, part.left, 1), (part.right_end, part.right, -1)):
        if end is None:
            painter.drawLine(QPointF(place + inwards * (_FADE - 2) * unit, arc.y), QPointF(place, arc.y))
    if (arrow := arc.arrow(unit)) is not None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawPolygon(arrow)


def _paint_name(painter: QPainter, arc: DrawnArc, look: ArcLook, own: int) -> None:
    """Write a name on a ground of its own, so that what passes behind leaves it readable."""
    is_own = arc.relation.event == own
    margin = 2 * look.unit
    painter.fillRect(arc.name_rect.adjusted(-margin, 0, margin, 0), look.theme.base)
    painter.setFont(look.own_font if is_own else look.name_font)
    painter.setPen(_name_ink(arc, look.theme, own))
    painter.drawText(arc.name_rect, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine), arc.name)


def _ink(arc: DrawnArc, theme: Theme, own: int) -> QColor:
    relation = arc.relation
    if relation.event == own or relation.kind == "reversed":
        return relation_colour(theme, relation.kind)
    return theme.text2


def _name_ink(arc: DrawnArc, theme: Theme, own: int) -> QColor:
    ink = _ink(arc, theme, own)
    return theme.text if ink == theme.text2 else ink


def written_name(relation: SentenceRelation, theme: Theme) -> str:
    """Give the name of an arc; where colour carries no meaning, a reversed one says so."""
    if theme.is_plain and relation.kind == "reversed":
        return f"{relation.type} {RELATION_KIND_TABLE[relation.kind].letters}"
    return relation.type


@dataclass(frozen=True)
class LeftOut:
    """A note on arcs that end on a line and are not drawn."""

    side: Side
    relations: tuple[SentenceRelation, ...]
    rect: QRectF

    @property
    def text(self) -> str:
        return f"+{grouped(len(self.relations))} more"


def paint_notes(painter: QPainter, notes: Iterable[LeftOut], look: ArcLook) -> None:
    """Write how many arcs of a line are left out; the painter's origin is where arcs count from."""
    painter.save()
    painter.setFont(look.name_font)
    painter.setPen(look.theme.text2)
    for note in notes:
        painter.drawText(note.rect, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), note.text)
    painter.restore()


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


MOST_LEVELS: Final = 8  # so many arcs lie over each other on one side of a line; those beyond are told by number
_FAN, _APART, _STUB = 11, 8, 7
_FIRST, _BETWEEN = 15, 6  # from the boxes to the first arc, and between the names of two levels
_BEYOND: Final = 4  # between the outermost arc and the next line
_GUTTER: Final = 100  # room on the left for a note
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
    lines = (layout.lineAt(number) for number in range(layout.lineCount()))
    return [(line.textStart(), line.width()) for line in lines]
