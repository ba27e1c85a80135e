"""Paints arcs over the laid-out lines of a sentence with notes on those left out, and finds the arc at a place."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from nerinspect.events.relation_explanation import SentenceRelation
from nerinspect.events.segment_events import Side
from nerinspect.ui.arcs.ends import ArcPart
from nerinspect.ui.arcs.relation_symbol import RELATION_LETTERS, relation_colour
from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of
from nerinspect.ui.theme.themes import Theme

_BEND: Final = 4.0
"""Radius of the corners of an arc; like all sizes here in thirteenths of the desktop's font."""

_ARROW: Final = (3.0, 6.0)
"""Half the width of an arrow, and its length."""

_THIN, _HOVERED, _THICK = 1.2, 2.2, 2.2
_REACH: Final = 4.0
"""How far from an arc the pointer still finds it."""

_FADE: Final = 9.0
"""Length of the dots with which an arc goes on in another line."""


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
        """Direction from the arc to the words: 1 down the screen, -1 up."""
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
        return f"{relation.type} {RELATION_LETTERS[relation.kind]}"
    return relation.type


@dataclass(frozen=True)
class LeftOut:
    """A note on arcs that end on a line and are not drawn."""

    side: Side
    relations: tuple[SentenceRelation, ...]
    rect: QRectF

    @property
    def text(self) -> str:
        """What it says."""
        return f"+{len(self.relations):,} more"


def paint_notes(painter: QPainter, notes: Iterable[LeftOut], look: ArcLook) -> None:
    """Write how many arcs of a line are left out; the painter's origin is where arcs count from."""
    painter.save()
    painter.setFont(look.name_font)
    painter.setPen(look.theme.text2)
    for note in notes:
        painter.drawText(note.rect, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), note.text)
    painter.restore()
