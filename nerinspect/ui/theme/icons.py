"""Small line icons, drawn in one colour so that they follow the palette."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

_GRID: Final = 16.0  # icons are designed on so many units
_LINE: Final = 1.4


def line_icon(name: str, colour: QColor, size: float) -> QIcon:
    """Draw `open`, `export`, `copy`, `search`, `swap` or `unseen`, sharp at up to three device pixels a pixel."""
    icon = QIcon()
    for ratio in (1, 2, 3):
        pixmap = QPixmap(round(size * ratio), round(size * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        paint_line_icon(painter, name, colour, QRectF(0, 0, size, size))
        painter.end()
        icon.addPixmap(pixmap)
    return icon


def paint_line_icon(painter: QPainter, name: str, colour: QColor, rect: QRectF) -> None:
    """Paint an icon into a square; the painter is left as it was."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(rect.topLeft())
    painter.scale(rect.width() / _GRID, rect.height() / _GRID)
    painter.setPen(QPen(colour, _LINE, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
    painter.drawPath(_PATHS[name]())
    painter.restore()


def _lines(*strokes: tuple[tuple[float, float], ...]) -> QPainterPath:
    path = QPainterPath()
    for first, *others in strokes:
        path.moveTo(QPointF(*first))
        for point in others:
            path.lineTo(QPointF(*point))
    return path


def _folder() -> QPainterPath:
    back = ((2, 12.5), (2, 3.5), (6, 3.5), (7.5, 5.5), (13, 5.5), (13, 7.5))
    return _lines(back, ((2, 12.5), (4.2, 7.5), (15, 7.5), (12.8, 12.5), (2, 12.5)))


def _tray() -> QPainterPath:
    return _lines(
        ((8, 10), (8, 2.5)), ((5, 5.2), (8, 2.2), (11, 5.2)), ((2.5, 9), (2.5, 13.5), (13.5, 13.5), (13.5, 9))
    )


def _sheets() -> QPainterPath:
    path = _lines(((3.5, 10.5), (2.5, 10.5), (2.5, 2.5), (10.5, 2.5), (10.5, 3.5)))
    path.addRoundedRect(QRectF(5.5, 5.5, 8, 8), 1, 1)
    return path


def _glass() -> QPainterPath:
    path = _lines(((10.3, 10.3), (14, 14)))
    path.addEllipse(QRectF(2.5, 2.5, 9, 9))
    return path


def _arrows() -> QPainterPath:
    to_right, to_left = ((2.5, 5), (13, 5)), ((13.5, 11), (3, 11))
    return _lines(to_right, ((10.5, 2.5), (13, 5), (10.5, 7.5)), to_left, ((5.5, 8.5), (3, 11), (5.5, 13.5)))


def _crossed_eye() -> QPainterPath:
    path = _lines(((3, 13), (13, 3)))
    path.moveTo(QPointF(1.5, 8))
    path.quadTo(QPointF(8, 0.5), QPointF(14.5, 8))
    path.quadTo(QPointF(8, 15.5), QPointF(1.5, 8))
    path.addEllipse(QRectF(6, 6, 4, 4))
    return path


_PATHS: Final[dict[str, Callable[[], QPainterPath]]] = {
    "open": _folder,
    "export": _tray,
    "copy": _sheets,
    "search": _glass,
    "swap": _arrows,
    "unseen": _crossed_eye,
}
