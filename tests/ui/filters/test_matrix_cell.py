import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from pytestqt.qtbot import QtBot

from nerinspect.ui.filters.counts_table import CountCell
from nerinspect.ui.filters.matrix import MatrixStyle, heat_colour, paint_matrix_cell
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme


def luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def painted(theme: Theme, count: int | None, share: float, is_picked: bool = False, is_hovered: bool = False) -> QImage:
    image = QImage(42, 23, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    cell = CountCell("" if count is None else str(count), count=count, share=share, is_picked=is_picked)
    paint_matrix_cell(painter, MatrixStyle(theme, QFont()), QRectF(image.rect()), cell, is_hovered)
    painter.end()
    return image


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("share", [0.001, 0.25, 0.5, 1.0])
def test_counts_are_readable_on_every_tint(theme: Theme, share: float) -> None:
    assert contrast(theme.text, heat_colour(theme, share)) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_zeros_are_readable(theme: Theme) -> None:
    assert contrast(theme.dimmed, heat_colour(theme, 0)) >= 4.5
    assert contrast(theme.dimmed, theme.hover) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_counts_of_picked_cells_are_readable(qtbot: QtBot, theme: Theme) -> None:
    none, many = (painted(theme, count, float(count > 0), is_picked=True) for count in (0, 8))
    signs = [none.pixelColor(x, y) for x in range(20, 40) for y in range(5, 19)]
    assert max(contrast(none.pixelColor(6, 6), sign) for sign in signs) >= 4.5
    assert contrast(many.pixelColor(6, 6), theme.text) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_tint_grows_with_the_count(theme: Theme) -> None:
    distances = [contrast(theme.window, heat_colour(theme, share)) for share in (0, 0.01, 0.5, 1)]
    assert distances == sorted(set(distances))


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_picked_cell_is_framed(qtbot: QtBot, theme: Theme) -> None:
    plain, picked = painted(theme, 48, 0.5), painted(theme, 48, 0.5, is_picked=True)
    assert picked.pixelColor(20, 0) == theme.accent
    assert plain.pixelColor(20, 0) == heat_colour(theme, 0.5)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_a_picked_cell_is_tinted_and_stays_readable(qtbot: QtBot, theme: Theme, share: float) -> None:
    count = 48 if share else 0
    picked = painted(theme, count, share, is_picked=True).pixelColor(5, 5)
    assert picked not in (heat_colour(theme, share), theme.accent)
    assert contrast(theme.text, picked) >= 4.5


def test_a_cell_under_the_pointer_looks_different(qtbot: QtBot) -> None:
    assert painted(LIGHT, 48, 0.5) != painted(LIGHT, 48, 0.5, is_hovered=True)


def test_a_zero_is_dimmed(qtbot: QtBot) -> None:
    image = painted(LIGHT, 0, 0.0)
    darkest = min(image.pixelColor(x, y).lightness() for x in range(42) for y in range(23))
    assert darkest >= LIGHT.dimmed.lightness()


def test_no_count_leaves_the_window_bare(qtbot: QtBot) -> None:
    image = painted(LIGHT, None, 0.0)
    assert {image.pixel(x, y) for x in range(42) for y in range(23)} == {LIGHT.window.rgb()}
