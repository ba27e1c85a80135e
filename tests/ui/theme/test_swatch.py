"""The square in the colour of a system."""

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication

from nerinspect.io.colours import SYSTEM_INKS
from nerinspect.ui.theme.marks import paint_swatch, swatch
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme, contrast_theme

UNIT = 2.0


def painted(theme: Theme, colour: int) -> QImage:
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    image.fill(theme.base)
    painter = QPainter(image)
    paint_swatch(painter, theme, UNIT, QRectF(10, 0, 50, 40), colour)
    painter.end()
    return image


@pytest.mark.parametrize(("theme", "side"), [(LIGHT, 0), (DARK, 1)])
def test_a_square_in_the_ink_of_the_system_stands_at_the_left(theme: Theme, side: int) -> None:
    image = painted(theme, 2)
    ink = QColor(SYSTEM_INKS[2][side])
    inside = {(x, y) for x in range(60) for y in range(40) if image.pixelColor(x, y) == ink}
    assert inside == {(x, y) for x in range(10, 28) for y in range(11, 29)}


def test_the_icon_of_a_chosen_row_has_the_same_colour(qapp: QApplication) -> None:
    icon = swatch(qapp.font(), 2)
    modes = (QIcon.Mode.Normal, QIcon.Mode.Selected)
    inks = [icon.pixmap(QSize(9, 9), mode).toImage().pixelColor(4, 4) for mode in modes]
    assert inks == [LIGHT.system_colour(2)] * 2


def test_where_colours_carry_no_meaning_there_is_none(qapp: object) -> None:
    theme = contrast_theme(QPalette())
    image = painted(theme, 2)
    assert all(image.pixelColor(x, 20) == theme.base for x in range(60))
