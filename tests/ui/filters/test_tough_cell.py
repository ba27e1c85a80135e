"""Cells of tough mentions as pixels: how long the bar of a recall is, and where its arrow stands."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.ui.filters.tough import ToughCell, paint_tough_cell
from nerinspect.ui.filters.tough_table import ToughColumn, ToughRow
from nerinspect.ui.kit.tables.painters import ValuesStyle
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme

NARROW, WIDE, HEIGHT = 42, 120, 22


def painted(theme: Theme, width: int, cell: ToughCell) -> QImage:
    image = QImage(width, HEIGHT, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        paint_tough_cell(painter, ValuesStyle(theme, QApplication.font()), QRectF(0, 0, width, HEIGHT), cell)
    return image


def widest(image: QImage, *colours: QColor) -> int:
    """Count the pixels of some colours in the row that has most of them."""
    wanted = {colour.rgb() for colour in colours}
    return max(sum(image.pixel(x, y) in wanted for x in range(image.width())) for y in range(HEIGHT))


def recall_cell(recalled: int, mentions: int = 1_000) -> ToughCell:
    return ToughCell(ToughRow("seen", 0, "", mentions, recalled, 2_000), ToughColumn.RECALL)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize("recalled", [0, 250, 1_000])
def test_the_bar_is_as_long_as_recall(qtbot: QtBot, theme: Theme, width: int, recalled: int) -> None:
    image = painted(theme, width, recall_cell(recalled))
    whole = widest(image, theme.support_bar, theme.hairline)
    assert whole > 20
    assert widest(image, theme.support_bar) == pytest.approx(whole * recalled / 1_000, abs=1)


def test_a_subset_without_mentions_has_no_bar(qtbot: QtBot) -> None:
    assert not widest(painted(LIGHT, WIDE, recall_cell(0, 0)), LIGHT.support_bar, LIGHT.hairline)


def test_the_arrow_keeps_clear_of_the_accent_edge(qtbot: QtBot) -> None:
    row = ToughRow("all", 0, "", 1_000, 250, 1_000)
    plain, arrow = (
        painted(LIGHT, WIDE, ToughCell(row, ToughColumn.SUBSET, is_picked=True, has_arrow=has)) for has in (False, True)
    )
    changed = [x for x in range(WIDE) for y in range(HEIGHT) if plain.pixel(x, y) != arrow.pixel(x, y)]
    assert changed
    assert min(changed) >= 3
