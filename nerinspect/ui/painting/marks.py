"""What marks a cell, a row or a widget: the ring of the keyboard, the edge of what is chosen."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from nerinspect.ui.theme import Theme

_RING, _EDGE = 2, 3  # at a font of 13 pixels


def paint_focus_ring(painter: QPainter, theme: Theme, unit: float, rect: QRectF, radius: float = 0) -> None:
    """Paint the ring around what the keyboard acts on.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; left as it was.
    theme : Theme
        Colours.
    unit : float
        A thirteenth of the font's size.
    rect : QRectF
        The outer edge.
    radius : float
        Of the corners, in units.
    """
    width = _RING * unit
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.accent, width, j=Qt.PenJoinStyle.MiterJoin))
    painter.drawRoundedRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2), radius * unit, radius * unit)
    painter.restore()


def paint_accent_edge(painter: QPainter, theme: Theme, unit: float, rect: QRectF) -> None:
    """Paint the edge at the left of a chosen row."""
    painter.fillRect(QRectF(rect.left(), rect.top(), _EDGE * unit, rect.height()), theme.accent)
