"""The symbol of an event kind: the event in miniature, reference bar above, prediction bar below."""

from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker

from nerinspect.ui.theme import Theme

_WIDTH, _HEIGHT = 18.0, 15.0
_TOP, _BOTTOM = QRectF(1, 1.5, 16, 4.5), QRectF(1, 9, 16, 4.5)
_OUTLINE = 1.5

_LOWER_WIDTHS: Final = {"tp": 16.0, "fp": 16.0, "fn": 0.0, "le": 16.0, "be": 9.0, "lbe": 9.5}
"""Width of the bar below; 0 where nothing was predicted."""

_HOLLOW: Final = frozenset({"le", "lbe"})
"""Kinds whose types differ: the bar below is an outline."""


def kind_symbol_size(ascent: float) -> QSizeF:
    """Give the size of a symbol that stands beside text.

    Parameters
    ----------
    ascent : float
        Ascent of the text's font, in device-independent pixels.

    Returns
    -------
    QSizeF
        Width and height in device-independent pixels; 18 by 15 beside text of 13 pixels.
    """
    height = ascent * 15 / 14
    return QSizeF(height * _WIDTH / _HEIGHT, height)


def paint_kind_symbol(painter: QPainter, rect: QRectF, kind: str, theme: Theme) -> None:
    """Paint the symbol of an event kind in the kind's ink.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; left as it was.
    rect : QRectF
        Where; the symbol keeps its proportions and is centred.
    kind : str
        One of `KINDS`.
    theme : Theme
        Holds the ink.
    """
    scale = min(rect.width() / _WIDTH, rect.height() / _HEIGHT)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.center())
    painter.scale(scale, scale)
    painter.translate(-_WIDTH / 2, -_HEIGHT / 2)
    painter.fillPath(_symbol(kind), theme.kind_colour(kind))
    painter.restore()


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
