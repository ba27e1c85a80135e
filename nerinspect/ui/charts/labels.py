"""All texts of a chart as one item: an item for each text takes ten times as long."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget


@dataclass(frozen=True)
class Label:
    """One line of text under a point.

    Attributes
    ----------
    text : str
        Shortened to the room of a bar.
    x, y : float
        Middle of its upper edge, in the chart: bars across, pixels up.
    font : QFont
        Its font.
    ink : QColor
        Its colour.
    ground : QColor, optional
        What is painted behind it; nothing, if left out.
    """

    text: str
    x: float
    y: float
    font: QFont
    ink: QColor
    ground: QColor | None = None


class Labels(QGraphicsItem):
    """Paint some labels.

    Parameters
    ----------
    labels : sequence of Label
        In the coordinates of the chart.
    distance : float
        From a bar to the next, in device-independent pixels.
    height : float
        Of the chart, in device-independent pixels.
    gap : float
        Left free between neighbours, in device-independent pixels.
    """

    def __init__(self, labels: Sequence[Label], distance: float, height: float, gap: float) -> None:
        super().__init__()
        self._labels, self._distance, self._height, self._gap = tuple(labels), distance, height, gap

    def boundingRect(self) -> QRectF:
        """Cover the whole chart."""
        return QRectF(-0.5, 0, max((label.x for label in self._labels), default=0) + 1, self._height)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint each text upright: in the chart, y grows upwards and x is not in pixels."""
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        for label in self._labels:
            metrics = QFontMetricsF(label.font)
            text = metrics.elidedText(label.text, Qt.TextElideMode.ElideRight, self._distance - self._gap)
            width, height = metrics.horizontalAdvance(text), metrics.height()
            rect = QRectF(-width / 2 - 1, 1, width + 2, height)
            painter.save()
            painter.translate(label.x, label.y)
            painter.scale(1 / self._distance, -1)
            if label.ground is not None:
                painter.fillRect(rect, label.ground)
            painter.setFont(label.font)
            painter.setPen(label.ink)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)
            painter.restore()
