"""The symbol of an event kind: the event in miniature, reference bar above, prediction bar below."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

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
    _paint_bars(painter, kind, theme.kind_colour(kind))
    painter.restore()


def _paint_bars(painter: QPainter, kind: str, ink: QColor) -> None:
    if kind == "fp":
        _paint_missing(painter, _TOP.center().y(), ink)
    else:
        painter.fillPath(_bar(_TOP), ink)
    lower = QRectF(_BOTTOM.topLeft(), QSizeF(_LOWER_WIDTHS[kind], _BOTTOM.height()))
    if lower.isEmpty():
        _paint_missing(painter, _BOTTOM.center().y(), ink)
    elif kind in _HOLLOW:
        _paint_outline(painter, lower, ink)
    else:
        painter.fillPath(_bar(lower), ink)


def _bar(rect: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(rect, 1, 1)
    return path


def _paint_outline(painter: QPainter, rect: QRectF, ink: QColor) -> None:
    inset = _OUTLINE / 2
    painter.setPen(QPen(ink, _OUTLINE))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), 0.6, 0.6)


def _paint_missing(painter: QPainter, y: float, ink: QColor) -> None:
    """Paint dots where a side has no mention."""
    pen = QPen(ink, _OUTLINE, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([1.0, 1.8])
    painter.setPen(pen)
    painter.drawLine(QPointF(2, y), QPointF(16, y))
