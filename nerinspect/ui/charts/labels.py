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
        Shortened to its room.
    x, y : float
        Middle of its upper edge, in the chart.
    room : float
        The width it may take, in device-independent pixels.
    font : QFont
        Its font.
    ink : QColor
        Its colour.
    ground : QColor, optional
        What is painted behind it; nothing, if left out.
    shorter : str
        What stands instead where there is no room for the text; then nothing, if there is no room for this either.
    """

    text: str
    x: float
    y: float
    room: float
    font: QFont
    ink: QColor
    ground: QColor | None = None
    shorter: str = ""

    def fitting(self, metrics: QFontMetricsF) -> str:
        """Give what there is room for: a number stands whole, rounded or not at all, a name is cut."""
        if self.shorter:
            whole = (text for text in (self.text, self.shorter) if metrics.horizontalAdvance(text) <= self.room)
            return next(whole, "")
        return metrics.elidedText(self.text, Qt.TextElideMode.ElideRight, self.room)


class Labels(QGraphicsItem):
    """Paint some labels."""

    def __init__(self) -> None:
        super().__init__()
        self._labels: tuple[Label, ...] = ()
        self._rect = QRectF()

    def show_labels(self, labels: Sequence[Label], rect: QRectF) -> None:
        """Paint other labels, all of them within a rectangle."""
        self.prepareGeometryChange()
        self._labels, self._rect = tuple(labels), rect
        self.update()

    def boundingRect(self) -> QRectF:
        """Cover the whole chart."""
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint each text upright: in the chart, y grows upwards."""
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        for label in self._labels:
            metrics = QFontMetricsF(label.font)
            text = label.fitting(metrics)
            width, height = metrics.horizontalAdvance(text), metrics.height()
            rect = QRectF(-width / 2 - 1, 1, width + 2, height)
            painter.save()
            painter.translate(label.x, label.y)
            painter.scale(1, -1)
            if label.ground is not None and text:
                painter.fillRect(rect, label.ground)
            painter.setFont(label.font)
            painter.setPen(label.ink)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine, text)
            painter.restore()
