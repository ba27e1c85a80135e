"""The line from head to tail over a line of text."""

from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPolygonF

_ARROW: Final = (3.5, 7)
"""Half the width of the arrow and its length, in thirteenths of the font size."""


def paint_arrow(painter: QPainter, ink: QColor, tip: QPointF, unit: float) -> None:
    """Paint the arrow that points down at the tail."""
    half, length = (size * unit for size in _ARROW)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPolygon(QPolygonF([tip, tip + QPointF(-half, -length), tip + QPointF(half, -length)]))


def bridge(head: QPointF, tail: QPointF, height: float, bend: float) -> QPainterPath:
    """Go up from the head, across, and down to the tail."""
    top, side = head.y() - height, 1 if head.x() < tail.x() else -1
    bend = min(bend, abs(tail.x() - head.x()) / 2)
    path = QPainterPath(head)
    path.lineTo(head.x(), top + bend)
    path.quadTo(head.x(), top, head.x() + side * bend, top)
    path.lineTo(tail.x() - side * bend, top)
    path.quadTo(tail.x(), top, tail.x(), top + bend)
    path.lineTo(tail)
    return path


def half_bridge(foot: QPointF, edge: float, height: float, bend: float) -> QPainterPath:
    """Go up from an argument and to the margin."""
    top, side = foot.y() - height, 1 if edge > foot.x() else -1
    path = QPainterPath(foot)
    path.lineTo(foot.x(), top + bend)
    path.quadTo(foot.x(), top, foot.x() + side * bend, top)
    path.lineTo(edge, top)
    return path
