"""A value with its interval on an axis through zero."""

from math import isnan
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from nerinspect.ui.theme import Theme

DOT: Final = 2.5
"""Radius of an ordinary dot, at a font of 13 pixels."""

_LINE = 1.5  # at a font of 13 pixels


def paint_interval(
    painter: QPainter,
    theme: Theme,
    plot: QRectF,
    limits: tuple[float, float],
    spread: tuple[float, float, float],
    ink: QColor,
    unit: float,
    dot: float = DOT,
) -> None:
    """Paint the zero of the axis, a line for the interval and a dot for the value.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; keeps the pen, the brush and smooth edges.
    theme : Theme
        The colours.
    plot : QRectF
        The axis runs from its left to its right.
    limits : tuple of float
        The ends of the axis, zero among them or between.
    spread : tuple of float
        Lower bound, value and upper bound; where they are not numbers, zero stands alone.
    ink : QColor
        Of line and dot.
    unit : float
        Pixels for each at a font of 13 pixels.
    dot : float
        Radius of the dot, at a font of 13 pixels; as far from its ends the axis begins and ends.
    """
    (first, last), (low, value, high) = limits, spread
    inner, middle = plot.adjusted(dot * unit, 0, -dot * unit, 0), plot.center().y()

    def x(number: float) -> float:
        return inner.left() + inner.width() * ((number - first) / (last - first) if last > first else 0.5)

    painter.setPen(QPen(theme.border, max(unit, 1.0)))
    painter.drawLine(QLineF(x(0.0), plot.top(), x(0.0), plot.bottom()))
    if isnan(value) or isnan(low):
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(ink, _LINE * unit))
    painter.drawLine(QLineF(x(low), middle, x(high), middle))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawEllipse(QPointF(x(value), middle), dot * unit, dot * unit)
