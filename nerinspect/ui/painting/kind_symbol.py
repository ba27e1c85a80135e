"""The symbol of an event kind: the event in miniature, reference bar above, prediction bar below."""

from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker

from nerinspect.ui.painting.kind_symbols import KindSymbols
from nerinspect.ui.theme import Theme

_TOP, _BOTTOM = QRectF(1, 1.5, 16, 4.5), QRectF(1, 9, 16, 4.5)
_OUTLINE = 1.5

_LOWER_WIDTHS: Final = {"tp": 16.0, "fp": 16.0, "fn": 0.0, "le": 16.0, "be": 9.0, "lbe": 9.5}
"""Width of the bar below; 0 where nothing was predicted."""

_HOLLOW: Final = frozenset({"le", "lbe"})
"""Kinds whose types differ: the bar below is an outline."""


@cache
def _symbol(kind: str) -> QPainterPath:
    """Draw everything that has ink as one outline, on a grid of 18 by 15."""
    path = QPainterPath()
    path.addPath(_missing(_TOP.center().y()) if kind == "fp" else _bar(_TOP))
    lower = QRectF(_BOTTOM.topLeft(), QSizeF(_LOWER_WIDTHS[kind], _BOTTOM.height()))
    if lower.isEmpty():
        path.addPath(_missing(_BOTTOM.center().y()))
    else:
        path.addPath(_outline(lower) if kind in _HOLLOW else _bar(lower))
    return path


def _bar(rect: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(rect, 1, 1)
    return path


def _outline(rect: QRectF) -> QPainterPath:
    hole = QPainterPath()
    hole.addRect(rect.adjusted(_OUTLINE, _OUTLINE, -_OUTLINE, -_OUTLINE))
    return _bar(rect).subtracted(hole)


def _missing(y: float) -> QPainterPath:
    """Draw dots where a side has no mention."""
    line = QPainterPath(QPointF(2, y))
    line.lineTo(QPointF(16, y))
    stroker = QPainterPathStroker()
    stroker.setWidth(_OUTLINE)
    stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
    stroker.setDashPattern([1.0, 1.8])
    return stroker.createStroke(line)


KIND_SYMBOLS: Final = KindSymbols(18.0, 15.0, _symbol, Theme.kind_colour)
"""The symbols of `KINDS`."""

kind_symbol_size, paint_kind_symbol = KIND_SYMBOLS.size_beside, KIND_SYMBOLS.paint
