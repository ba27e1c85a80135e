"""Everything in a chart that is neither bar nor text, as one item: lines, hatching, whiskers, forms."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from nerinspect.io.colours import SYSTEM_INKS
from nerinspect.ui.theme import Theme

LINE, CIRCLE, TRIANGLE = 1, 2, 3
"""The forms that tell other predictions apart."""

_EDGE: Final = 1.2  # around a form, half of it inside


@dataclass(frozen=True)
class Stroke:
    """Straight lines, which are painted faster than paths, or a path that is filled."""

    pen: QPen
    lines: tuple[QLineF, ...] = ()
    path: QPainterPath | None = None
    brush: QBrush | None = None

    def paint(self, painter: QPainter) -> None:
        """Paint it."""
        painter.setPen(self.pen)
        if self.lines:
            painter.drawLines(self.lines)
        if self.path is not None and self.brush is not None:
            painter.setBrush(self.brush)
            painter.drawPath(self.path)


class Strokes(QGraphicsItem):
    """Paint some strokes, the first at the bottom."""

    def __init__(self) -> None:
        super().__init__()
        self._strokes: tuple[Stroke, ...] = ()
        self._rect = QRectF()

    def show_strokes(self, strokes: Sequence[Stroke], rect: QRectF) -> None:
        """Paint other strokes, all of them within a rectangle."""
        self.prepareGeometryChange()
        self._strokes, self._rect = tuple(strokes), rect
        self.update()

    def boundingRect(self) -> QRectF:
        """Cover the whole chart."""
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint them."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for stroke in self._strokes:
            stroke.paint(painter)


def lines(ends: Sequence[tuple[float, float, float, float]], pen: QPen) -> Stroke:
    """Draw straight lines, each from x, y to x, y."""
    return Stroke(pen, tuple(QLineF(*end) for end in ends))


def frame(rect: QRectF, pen: QPen) -> Stroke:
    """Draw the edge of a rectangle."""
    left, top, right, bottom = rect.left(), rect.top(), rect.right(), rect.bottom()
    across = [(left, top, right, top), (left, bottom, right, bottom)]
    return lines([*across, (left, top, left, bottom), (right, top, right, bottom)], pen)


def hatching(rect: QRectF, distance: float, pen: QPen) -> Stroke:
    """Draw slanted lines in a rectangle; patterns of brushes would be bitmaps, or nothing, in an SVG."""
    ends, offset = [], distance / 2
    while offset < rect.width() + rect.height():
        x0, x1 = max(offset - rect.height(), 0.0), min(offset, rect.width())
        ends.append((rect.left() + x0, rect.top() + offset - x0, rect.left() + x1, rect.top() + offset - x1))
        offset += distance
    return lines(ends, pen)


def whisker(x: float, low: float, high: float, half: float, pen: QPen) -> Stroke:
    """Draw an interval as a line with a foot at each end."""
    return lines([(x, low, x, high), (x - half, low, x + half, low), (x - half, high, x + half, high)], pen)


def form(series: int, middle: QPointF, width: float, size: float, ink: QColor, ground: QColor, up: int = 1) -> Stroke:
    """Draw the form that stands for a prediction, with an edge that keeps it apart from what is behind it.

    Parameters
    ----------
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
    return Stroke(QPen(ground, _EDGE), path=path, brush=QBrush(ink))


def series_ink(theme: Theme, series: int) -> QColor:
    """Give the colour of a prediction: that of charts for the first, others for those it is compared with."""
    if not series or theme.is_plain:
        return theme.chart_bar
    return QColor(SYSTEM_INKS[(series - 1) % len(SYSTEM_INKS)][theme.is_dark])
