"""The colour of a system as a small square, which stands before its name."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QIcon, QPainter, QPixmap

from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.theme import Theme, current_theme

SWATCH: Final = 9
"""Its side, at a font of 13 pixels."""

SWATCH_ROOM: Final = SWATCH + 5
"""Its room before a name."""


def paint_swatch(painter: QPainter, theme: Theme, unit: float, rect: QRectF, colour: int) -> None:
    """Paint the square at the left of a place, and nothing where colours carry no meaning.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; left as it was.
    theme : Theme
        Colours.
    unit : float
        A thirteenth of the font's size.
    rect : QRectF
        The place.
    colour : int
        The number of the system's colour.
    """
    if not theme.is_plain:
        side = SWATCH * unit
        place = QRectF(rect.left(), rect.center().y() - side / 2, side, side)
        painter.fillRect(place, theme.system_colour(colour))


def swatch(font: QFont, colour: int) -> QIcon:
    """Draw the square as an icon, for lists and menus written in a font."""
    unit = font_size(font) / 13
    icon, side = QIcon(), SWATCH * unit
    for ratio in (1, 2, 3):
        picture = QPixmap(round(side * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        paint_swatch(painter, current_theme(), unit, QRectF(0, 0, side, side), colour)
        painter.end()
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # the style would tint what is selected
            icon.addPixmap(picture, mode)
    return icon
