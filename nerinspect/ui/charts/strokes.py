"""Paints everything in a chart that is no text: bars, lines, hatching, whiskers, forms; edges are smooth."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from nerinspect.ui.theme import Theme

LINE, CIRCLE, TRIANGLE = 1, 2, 3
"""The forms that tell other predictions apart."""

_EDGE: Final = 1.2  # around a form, half of it inside


def fill(painter: QPainter, rects: Sequence[tuple[QRectF, QColor]]) -> None:
    """Fill rectangles, with sharp edges."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for rect, ink in rects:
        painter.fillRect(rect, ink)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def draw_lines(painter: QPainter, ends: Sequence[tuple[float, float, float, float]], pen: QPen) -> None:
    """Draw straight lines, each from x, y to x, y: they are painted faster than paths."""
    painter.setPen(pen)
    painter.drawLines([QLineF(*end) for end in ends])


def frame(painter: QPainter, rect: QRectF, pen: QPen) -> None:
    """Draw the edge of a rectangle."""
    left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
    across = [(left, top, right, top), (left, bottom, right, bottom)]
    draw_lines(painter, [*across, (left, top, left, bottom), (right, top, right, bottom)], pen)


def hatch(painter: QPainter, rect: QRectF, distance: float, pen: QPen) -> None:
    """Draw slanted lines in a rectangle; patterns of brushes would be bitmaps, or nothing, in an SVG."""
    ends, offset = [], distance / 2
    left, top, wide, high = rect.left(), rect.top(), rect.width(), rect.height()
    while offset < wide + high:
        x0, x1 = max(offset - high, 0.0), min(offset, wide)
        ends.append((left + x0, top + offset - x0, left + x1, top + offset - x1))
        offset += distance
    draw_lines(painter, ends, pen)


def whisker(painter: QPainter, x: float, low: float, high: float, half: float, pen: QPen) -> None:
    """Draw an interval as a line with a foot at each end."""
    draw_lines(painter, [(x, low, x, high), (x - half, low, x + half, low), (x - half, high, x + half, high)], pen)


def form(
    painter: QPainter, series: int, middle: QPointF, width: float, size: float, ink: QColor, ground: QColor, up: int = 1
) -> None:
    """Draw the form that stands for a prediction, with an edge that keeps it apart from what is behind it.

    Parameters
    ----------
    painter : QPainter
        Draws it.
    series : int
        `LINE`, `CIRCLE`, `TRIANGLE`; further ones are circles.
    middle : QPointF
        Where its value is.
    width, size : float
        Length of a line; height of any other form.
    ink, ground : QColor
        Colours of the form and its edge.
    up : int
        -1 where places are counted downwards.
    """
    path = QPainterPath()
    x, y, size = middle.x(), middle.y(), size + _EDGE
    base = y - up * size / 2
    if series == LINE:
        high = (size - _EDGE) / 4 + _EDGE
        path.addRect(QRectF(x - width / 2, y - high / 2, width, high))
    elif series == TRIANGLE:
        path.addPolygon(
            QPolygonF([QPointF(x - size / 2, base), QPointF(x + size / 2, base), QPointF(x, y + up * size / 2)])
        )
        path.closeSubpath()
    else:
        path.addEllipse(middle, size / 2, size / 2)
    painter.setPen(QPen(ground, _EDGE))
    painter.setBrush(ink)
    painter.drawPath(path)


def series_ink(theme: Theme, colour: int | None) -> QColor:
    """Give the colour of a system by its number; None stands for that of charts."""
    return theme.chart_bar if colour is None or theme.is_plain else theme.system_colour(colour)
