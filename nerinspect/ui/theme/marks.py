"""Small marks: line icons, the ring of the keyboard, the edge of what is chosen, squares of systems, scroll bars."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from nerinspect.ui.theme.fonts import unit_of
from nerinspect.ui.theme.themes import Theme, current_theme

_GRID: Final = 16.0  # icons are designed on so many units
_LINE: Final = 1.4


def line_icon(name: str, colour: QColor, size: float) -> QIcon:
    """Draw `open`, `export`, `copy`, `search`, `swap` or `unseen`, sharp at up to three device pixels a pixel."""
    return _sharp_icon(size, lambda painter, rect: paint_line_icon(painter, name, colour, rect))


def _sharp_icon(
    size: float, paint: Callable[[QPainter, QRectF], None], modes: Sequence[QIcon.Mode] = (QIcon.Mode.Normal,)
) -> QIcon:
    icon = QIcon()
    for ratio in (1, 2, 3):
        picture = QPixmap(round(size * ratio), round(size * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        paint(painter, QRectF(0, 0, size, size))
        painter.end()
        for mode in modes:
            icon.addPixmap(picture, mode)
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


_RING, _EDGE = 2, 3  # at a font of 13 pixels


def paint_focus_ring(painter: QPainter, theme: Theme, unit: float, rect: QRectF, radius: float = 0) -> None:
    """Paint the ring around what the keyboard acts on.

    The radius is in units of a thirteenth of the font's size; the painter is left as it was.
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


_LOOK: Final = """
QScrollBar:vertical {{ background: transparent; width: {wide}px; }}
QScrollBar:horizontal {{ background: transparent; height: {wide}px; }}
QScrollBar::handle {{ background: {handle}; border-radius: {round}px; margin: {margin}px; }}
QScrollBar::handle:vertical {{ min-height: {least}px; }}
QScrollBar::handle:horizontal {{ min-width: {least}px; }}
QScrollBar::handle:hover {{ background: {hovered}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0px; height: 0px; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}
"""


def thin_scroll_bars(widget: QWidget) -> None:
    """Let a widget and everything that scrolls in it have thin bars, in the colours of now.

    A style sheet takes its time, so bars that are always off have none: what turns one on calls this for itself.
    """
    theme, unit = current_theme(), unit_of(widget.font())
    sizes = {"wide": 11, "round": 3, "margin": 2, "least": 28}
    colours = {"handle": theme.border.name(), "hovered": theme.text3.name()}
    look = _LOOK.format(**colours, **{name: round(size * unit) for name, size in sizes.items()})
    own = [widget] if isinstance(widget, QAbstractScrollArea) else []
    for area in (*own, *widget.findChildren(QAbstractScrollArea)):
        if area.verticalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
            area.verticalScrollBar().setStyleSheet(look)
        if area.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
            area.horizontalScrollBar().setStyleSheet(look)


SWATCH: Final = 9
"""Its side, at a font of 13 pixels."""

SWATCH_ROOM: Final = SWATCH + 5
"""Its room before a name."""


def paint_swatch(painter: QPainter, theme: Theme, unit: float, rect: QRectF, colour: int) -> None:
    """Paint the square at the left of a place, and nothing where colours carry no meaning."""
    if not theme.is_plain:
        side = SWATCH * unit
        place = QRectF(rect.left(), rect.center().y() - side / 2, side, side)
        painter.fillRect(place, theme.system_colour(colour))


def swatch(font: QFont, colour: int) -> QIcon:
    """Draw the square as an icon, for lists and menus written in a font."""
    unit, theme = unit_of(font), current_theme()
    return _sharp_icon(
        SWATCH * unit,
        lambda painter, rect: paint_swatch(painter, theme, unit, rect, colour),
        (QIcon.Mode.Normal, QIcon.Mode.Selected),  # the style would tint what is selected
    )
