"""Symbols of kinds, painted large on white."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from nerinspect.ui.theme.themes import Theme

SCALE = 6

PaintSymbol = Callable[[QPainter, QRectF, str, Theme], None]


def painted(paint: PaintSymbol, height: int, kind: str, theme: Theme) -> QImage:
    """Paint a symbol on its grid, which is 18 wide."""
    image = QImage(18 * SCALE, height * SCALE, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint(painter, QRectF(image.rect()), kind, theme)
    painter.end()
    return image


def has_ink(image: QImage, x: float, y: float) -> bool:
    """Tell whether a symbol covers a point of its grid."""
    return image.pixelColor(round(x * SCALE), round(y * SCALE)) != QColor(Qt.GlobalColor.white)
