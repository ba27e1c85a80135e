import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QImage, QPainter

from nerinspect.ui.kit.tables.rows import CellStyle
from nerinspect.ui.lists.cell_drawing import paint_right_dots, right_dots_width
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme

HEIGHT = 34


def filled(theme: Theme, is_right: list[bool], width: int) -> list[bool]:
    """Tell of each dot that was painted whether its middle has ink."""
    style = CellStyle(theme, {}, QFont("Noto Sans", 10))
    image = QImage(width, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(theme.base)
    painter = QPainter(image)
    paint_right_dots(painter, style, QRectF(image.rect()), is_right, range(len(is_right)))
    painter.end()
    inked = [x for x in range(width) if any(image.pixelColor(x, y) != theme.base for y in range(HEIGHT))]
    starts = [x for x in inked if x - 1 not in inked]
    ends = [x for x in inked if x + 1 not in inked]
    middles = [(start + end) // 2 for start, end in zip(starts, ends, strict=True)]
    return [image.pixelColor(x, HEIGHT // 2) != theme.base for x in middles]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_dots_are_filled_where_a_system_is_right(qapp: object, theme: Theme) -> None:
    assert filled(theme, [True, False, True], 200) == [True, False, True]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_a_dot_has_the_colour_of_its_system(qapp: object, theme: Theme) -> None:
    style = CellStyle(theme, {}, QFont("Noto Sans", 10))
    image = QImage(40, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(theme.base)
    painter = QPainter(image)
    paint_right_dots(painter, style, QRectF(image.rect()), [True], [5])
    painter.end()
    middle = round(style.padding + 3.5 * style.unit)
    assert image.pixelColor(middle, HEIGHT // 2) == theme.system_colour(5)


def test_all_dots_fit_into_the_room_asked_for(qapp: object) -> None:
    width = right_dots_width(CellStyle(LIGHT, {}, QFont("Noto Sans", 10)), 5)
    assert filled(LIGHT, [True] * 5, round(width)) == [True] * 5


def test_dots_without_room_are_left_out(qapp: object) -> None:
    assert len(filled(LIGHT, [True] * 9, 50)) < 9
