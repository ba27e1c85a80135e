from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from pytestqt.qtbot import QtBot

from nerinspect.ui.filters.counts_table import CountCell
from nerinspect.ui.filters.values import paint_values_row
from nerinspect.ui.kit.tables.painters import ValuesStyle
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme

ROW, NONE = CountCell("document 12", count=48, share=0.5), CountCell("document 12", count=0)


def painted(theme: Theme, row: CountCell, width: int = 308, is_hovered: bool = False) -> QImage:
    image = QImage(width, 22, QImage.Format.Format_RGB32)
    image.fill(theme.window)
    painter = QPainter(image)
    paint_values_row(painter, ValuesStyle(theme, QFont()), QRectF(image.rect()), row, is_hovered=is_hovered)
    painter.end()
    return image


def n_bar_pixels(image: QImage, colour: QColor) -> int:
    return sum(image.pixelColor(x, 11) == colour for x in range(image.width()))


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_bar_is_as_long_as_the_share(qtbot: QtBot, theme: Theme) -> None:
    half, whole = (n_bar_pixels(painted(theme, replace(ROW, share=share)), theme.support_bar) for share in (0.5, 1.0))
    assert whole == pytest.approx(2 * half, abs=2)


def test_without_events_there_is_no_bar(qtbot: QtBot) -> None:
    assert n_bar_pixels(painted(LIGHT, NONE), LIGHT.support_bar) == 0


def test_zeros_are_dimmed(qtbot: QtBot) -> None:
    image = painted(LIGHT, NONE)
    darkest = min(image.pixelColor(x, y).lightness() for x in range(308) for y in range(22))
    assert darkest >= LIGHT.dimmed.lightness()


def test_what_is_left_out_is_quieter(qtbot: QtBot) -> None:
    assert painted(LIGHT, ROW) != painted(LIGHT, replace(ROW, is_dim=True))


def test_a_long_label_leaves_the_count_alone(qtbot: QtBot) -> None:
    plain, long = painted(LIGHT, ROW), painted(LIGHT, replace(ROW, text="a long name " * 20))
    right = (170, 0, 138, 22)
    assert plain.copy(*right) == long.copy(*right)


def test_the_count_is_underlined_under_the_pointer(qtbot: QtBot) -> None:
    plain, hovered = painted(LIGHT, ROW), painted(LIGHT, ROW, is_hovered=True)
    left, right = (0, 0, 150, 22), (270, 0, 38, 22)
    assert plain.copy(*left) == hovered.copy(*left)
    assert plain.copy(*right) != hovered.copy(*right)
