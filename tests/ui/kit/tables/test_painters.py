"""Bars and shades can be told apart and read, in every theme."""

from math import nan

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.tables.painters import paint_difference, paint_shaded, paint_upright, shade_colour
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme, contrast_theme, palette

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def contrast(one: QColor, other: QColor) -> float:
    """Give the contrast ratio of WCAG."""

    def luminance(colour: QColor) -> float:
        parts = [part / 255 for part in (colour.red(), colour.green(), colour.blue())]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.fixture
def image(qtbot: QtBot) -> QImage:
    made = QImage(100, 20, QImage.Format.Format_RGB32)
    made.fill(Qt.GlobalColor.white)
    return made


@THEMES
def test_a_score_can_be_read_on_every_shade(theme: Theme) -> None:
    assert min(contrast(theme.text, shade_colour(theme, step / 20)) for step in range(21)) >= 4.5


@THEMES
def test_shades_grow_with_the_score(theme: Theme) -> None:
    lightness = [shade_colour(theme, step / 5).lightnessF() for step in range(6)]
    assert lightness == sorted(lightness, reverse=not theme.is_dark)
    assert len(set(lightness)) == 6


@THEMES
def test_bars_are_seen_on_their_ground(theme: Theme) -> None:
    assert min(contrast(theme.base, ink) for ink in (theme.accent, theme.warning)) >= 3


def test_a_desktop_of_high_contrast_has_no_shades(qtbot: QtBot) -> None:
    theme = contrast_theme(palette(LIGHT))
    assert {shade_colour(theme, step / 5).name() for step in range(6)} == {theme.base.name()}


@pytest.mark.parametrize(("reach", "is_left", "is_right"), [(1, False, True), (-0.5, True, False), (nan, False, False)])
def test_a_bar_begins_in_the_middle(image: QImage, reach: float, is_left: bool, is_right: bool) -> None:
    painter = QPainter(image)
    paint_difference(painter, LIGHT, QRectF(image.rect()), reach, 1)
    painter.end()
    inks = [image.pixelColor(x, 10).name() for x in (40, 60)]
    assert [ink != "#ffffff" for ink in inks] == [is_left, is_right]


@pytest.mark.parametrize(("reach", "inked"), [(0.5, [True, False]), (-0.5, [False, True]), (nan, [False, False])])
def test_an_upright_bar_goes_up_where_a_is_better_and_down_where_b_is(reach: float, inked: list[bool]) -> None:
    image = QImage(40, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_upright(painter, LIGHT, QFont(), LIGHT.text, QRectF(image.rect()), "", reach, (-0.5, 0.5))
    painter.end()
    assert [image.pixelColor(20, y) == LIGHT.chart_bar for y in (40, 60)] == inked


def test_what_is_undefined_is_hatched(image: QImage) -> None:
    painter = QPainter(image)
    paint_shaded(painter, LIGHT, QFont(), QRectF(image.rect()), "", nan)
    painter.end()
    colours = {image.pixelColor(x, y).name() for x in range(90) for y in range(15)}
    assert colours == {"#ffffff", LIGHT.border.name()}
