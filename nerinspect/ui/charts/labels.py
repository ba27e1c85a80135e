"""All texts of a chart as one item: an item for each text takes ten times as long."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

_CENTRED: Final = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextSingleLine


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


@dataclass(frozen=True)
class _Placed:
    """What a label comes to: measuring texts takes longer than painting them."""

    label: Label
    text: str
    rect: QRectF


class Labels(QGraphicsItem):
    """Paint some labels."""

    def __init__(self) -> None:
        super().__init__()
        self._placed: tuple[_Placed, ...] = ()
        self._rect = QRectF()

    def show_labels(self, labels: Sequence[Label], rect: QRectF) -> None:
        """Paint other labels, all of them within a rectangle."""
        self.prepareGeometryChange()
        self._placed, self._rect = tuple(_place(label) for label in labels if label.text), rect
        self.update()

    def boundingRect(self) -> QRectF:
        """Cover the whole chart."""
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint each text upright: in the chart, y grows upwards."""
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        painter.scale(1, -1)
        for placed in self._placed:
            label = placed.label
            if label.ground is not None:
                painter.fillRect(placed.rect, label.ground)
            painter.setFont(label.font)
            painter.setPen(label.ink)
            painter.drawText(placed.rect, _CENTRED, placed.text)


def _place(label: Label) -> _Placed:
    """Cut a text to its room, and find its place, downwards."""
    metrics = QFontMetricsF(label.font)
    text = label.fitting(metrics)
    width = metrics.horizontalAdvance(text) + 2 if text else 0.0
    return _Placed(label, text, QRectF(label.x - width / 2, 1 - label.y, width, metrics.height()))
