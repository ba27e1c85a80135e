"""The symbol of a relation kind: the event in miniature, the reference arc above, the predicted one below."""

from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPainterPathStroker, QPolygonF

from nerinspect.events.kinds import RELATION_KIND_TABLE
from nerinspect.ui.theme.marks import KindSymbols
from nerinspect.ui.theme.themes import Theme

_HEIGHT = 16.0
_ENDS: Final = 3.0, 15.0
_TOP, _BEND = 2.0, 2.0
_STROKE, _OUTLINE = 1.6, 1.3
_ARROW, _TIP = 2.6, 7.8
_SMOOTH = 0.02  # how far an outline may be from its curve
_DOTS: Final = (1.0, 1.4)
_LABEL: Final = QRectF(6.5, 11.6, 5, 3.8)


def relation_colour(theme: Theme, kind: str) -> QColor:
    """Give the ink of a relation kind, one of `RELATION_KINDS`."""
    return theme.ink(RELATION_KIND_TABLE[kind])


@cache
def _symbol(kind: str) -> QPainterPath:
    """Draw everything that has ink as one outline, on a grid of 18 by 16."""
    arcs = RELATION_KIND_TABLE[kind].symbol
    above, below = (_arc(*ends) if ends else _dotted_arc() for ends in (arcs.above, arcs.below))
    below = _mirrored(below)
    if arcs.is_labelled:
        below = below.subtracted(_box(_LABEL.adjusted(-_OUTLINE, 0, _OUTLINE, 0))).united(_frame(_LABEL))
    return above.united(below)


def _arc(start: float, end: float) -> QPainterPath:
    """Draw an arc from one place to another over the words, with an arrow at its end."""
    line = _line(min(start, end), max(start, end), 6.0)
    arrow = QPainterPath()
    base = _TIP - _ARROW
    arrow.addPolygon(QPolygonF([QPointF(end - _ARROW, base), QPointF(end + _ARROW, base), QPointF(end, _TIP)]))
    arrow.closeSubpath()
    return _stroker().createStroke(line).united(arrow)


def _dotted_arc() -> QPainterPath:
    """Draw dots where a side has no relation."""
    stroker = _stroker()
    stroker.setDashPattern(list(_DOTS))
    return stroker.createStroke(_line(*_ENDS, 7.0))


def _stroker() -> QPainterPathStroker:
    stroker = QPainterPathStroker()
    stroker.setWidth(_STROKE)
    stroker.setCapStyle(Qt.PenCapStyle.FlatCap)
    stroker.setCurveThreshold(_SMOOTH)
    return stroker


def _line(left: float, right: float, foot: float) -> QPainterPath:
    line = QPainterPath(QPointF(left, foot))
    line.lineTo(left, _TOP + _BEND)
    line.quadTo(left, _TOP, left + _BEND, _TOP)
    line.lineTo(right - _BEND, _TOP)
    line.quadTo(right, _TOP, right, _TOP + _BEND)
    line.lineTo(right, foot)
    return line


def _mirrored(path: QPainterPath) -> QPainterPath:
    """Let an arc stand below the words."""
    mirrored = QPainterPath(path)
    for place in range(mirrored.elementCount()):
        element = path.elementAt(place)
        mirrored.setElementPositionAt(place, element.x, _HEIGHT - element.y)
    return mirrored


def _box(rect: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRect(rect)
    return path


def _frame(rect: QRectF) -> QPainterPath:
    return _box(rect).subtracted(_box(rect.adjusted(_OUTLINE, _OUTLINE, -_OUTLINE, -_OUTLINE)))


RELATION_SYMBOLS: Final = KindSymbols(18.0, _HEIGHT, _symbol, relation_colour, "relation_")
"""The symbols of `RELATION_KINDS`."""

relation_symbol_size, paint_relation_symbol = RELATION_SYMBOLS.size_beside, RELATION_SYMBOLS.paint
