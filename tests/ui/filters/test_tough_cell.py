"""Cells of tough mentions as pixels: how long the bar of a recall is, and where its arrow stands."""

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from nerinspect.glossary.wording import JUDGED
from nerinspect.query.counts.training import ToughCounts
from nerinspect.query.rates import WHOLE
from nerinspect.training.tough import SUBSETS
from nerinspect.ui.filters.tough import ToughColumn, ToughLooks, ToughView
from nerinspect.ui.kit.tables.painters import ValuesStyle
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme

NARROW, WIDE, HEIGHT = 42, 120, 22


def painted(
    view: ToughView, theme: Theme, column: ToughColumn, width: int, counts: ToughCounts, picked: str = ""
) -> QImage:
    """Paint the cell of all mentions in a column."""
    view.restyle(QApplication.font())
    view.row_style = ValuesStyle(theme, QApplication.font())
    view.show_subsets(ToughLooks(counts, counts.types, JUDGED, frozenset({picked})))
    image = QImage(width, HEIGHT, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        view.paint_cell(painter, QRectF(0, 0, width, HEIGHT), view.model().index(0, column), is_hovered=False)
    return image


def widest(image: QImage, *colours: QColor) -> int:
    """Count the pixels of some colours in the row that has most of them."""
    wanted = {colour.rgb() for colour in colours}
    return max(sum(image.pixel(x, y) in wanted for x in range(image.width())) for y in range(HEIGHT))


def counts(recalled: int, mentions: int = 1_000, types: tuple[str, ...] = ("LOC",)) -> ToughCounts:
    by_type = [np.zeros((len(types), len(SUBSETS)), dtype=np.int64) for _ in range(2)]
    for numbers, count in zip(by_type, (mentions, recalled), strict=True):
        numbers[0, SUBSETS.index("all")] = count
    of_types, found = by_type
    return ToughCounts(WHOLE, types, of_types, found)


@pytest.fixture
def view(qtbot: QtBot) -> ToughView:
    view = ToughView()
    qtbot.addWidget(view)
    return view


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("width", [NARROW, WIDE])
@pytest.mark.parametrize("recalled", [0, 250, 1_000])
def test_the_bar_is_as_long_as_recall(view: ToughView, theme: Theme, width: int, recalled: int) -> None:
    image = painted(view, theme, ToughColumn.RECALL, width, counts(recalled))
    whole = widest(image, theme.support_bar, theme.hairline)
    assert whole > 20
    assert widest(image, theme.support_bar) == pytest.approx(whole * recalled / 1_000, abs=1)


def test_a_subset_without_mentions_has_no_bar(view: ToughView) -> None:
    image = painted(view, LIGHT, ToughColumn.RECALL, WIDE, counts(0, 0))
    assert not widest(image, LIGHT.support_bar, LIGHT.hairline)


def test_the_arrow_keeps_clear_of_the_accent_edge(view: ToughView) -> None:
    plain, arrow = (
        painted(view, LIGHT, ToughColumn.SUBSET, WIDE, counts(250, types=types), "all")
        for types in (("LOC",), ("LOC", "ORG"))
    )
    changed = [x for x in range(WIDE) for y in range(HEIGHT) if plain.pixel(x, y) != arrow.pixel(x, y)]
    assert changed
    assert min(changed) >= 3
