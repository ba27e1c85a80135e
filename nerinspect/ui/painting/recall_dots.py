"""Recall of two systems as dots on one line from 0 to 100: filled for the system on show, hollow for another."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from nerinspect.ui.theme import Theme

_RADIUS, _WIDTH = 3.2, 1.2  # at a font of 13 pixels


def paint_recall_dots(painter: QPainter, theme: Theme, rect: QRectF, values: Sequence[float], unit: float) -> None:
    """Paint dots on a line.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on.
    theme : Theme
        The colours.
    rect : QRectF
        The line runs through its middle, from 0 at the left to 1 at the right.
    values : sequence of float
        The first is filled and stands above the others; one that is not a number has no dot.
    unit : float
        Pixels for each at a font of 13 pixels.
    """
    radius, middle = _RADIUS * unit, rect.center().y()
    line = rect.adjusted(radius, 0, -radius, 0)
    painter.fillRect(QRectF(line.left(), middle - unit / 2, line.width(), unit), theme.border)
    points = [QPointF(line.left() + value * line.width(), middle) for value in values if value == value]
    if len(points) > 1:
        painter.setPen(QPen(theme.text2, _WIDTH * unit))
        painter.drawLine(points[0], points[-1])
    for place in reversed(range(len(values))):
        if values[place] == values[place]:
            at = QPointF(line.left() + values[place] * line.width(), middle)
            paint_dot(painter, theme, at, radius, is_filled=not place)


def paint_dot(painter: QPainter, theme: Theme, middle: QPointF, radius: float, is_filled: bool) -> None:
    """Paint one dot; a hollow one shows the ground inside."""
    painter.setPen(QPen(theme.text if is_filled else theme.text2, radius / 3, Qt.PenStyle.SolidLine))
    painter.setBrush(theme.text if is_filled else theme.base)
    painter.drawEllipse(middle, radius, radius)
