"""Charts for print: on white, whatever the desktop's colours."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.ui.charts.bar_layout import names_width
from nerinspect.ui.charts.chart import Chart
from nerinspect.ui.charts.chart_grid import ChartGrid
from nerinspect.ui.charts.legend import Entry, Legend
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.theme import LIGHT

_MARGIN: Final = 12  # of a saved picture, at a font of 13 pixels


def printed(charts: Sequence[Chart], width: int) -> ChartGrid:
    """Draw charts on white, with a margin; below each other where they would be wider than twice their height.

    Parameters
    ----------
    charts : sequence of Chart
        At least one.
    width : int
        Of one chart, in device-independent pixels; more where names need it, less if a single column would still be
        wider than twice its height.
    """
    grid = ChartGrid(theme=LIGHT, margin=_margin())
    _whiten(grid)
    grid.show_charts(charts)
    spans = grid.spans(len(charts), width)
    named = max(names_width(chart, grid.font()) // span for chart, span in zip(charts, spans, strict=True))
    width = max(width, named)
    for n_columns in range(sum(spans), 0, -1):
        grid.set_columns(n_columns, width)
        if grid.width() <= 2 * grid.height():
            return grid
    least = max(grid.sizeHint().width(), grid.width() - width + named)
    grid.resize(min(grid.width(), max(2 * grid.height(), least)), grid.height())
    return grid


def printed_with_legend(charts: Sequence[Chart], width: int, entries: Sequence[Entry]) -> QWidget:
    """Draw charts as `printed` does, under what their signs stand for."""
    picture, grid, legend = QWidget(), printed(charts, width), Legend(theme=LIGHT)
    _whiten(picture)
    column = QVBoxLayout(picture)
    margin = _margin()
    column.setContentsMargins(0, margin, 0, 0)
    column.setSpacing(0)
    inner = QVBoxLayout()
    inner.setContentsMargins(margin, 0, margin, 0)
    inner.addWidget(legend)
    column.addLayout(inner)
    column.addWidget(grid)
    legend.resize(grid.width() - 2 * margin, 1)
    legend.show_entries(entries)
    picture.resize(grid.width(), grid.height() + legend.height() + margin)
    return picture


def _margin() -> int:
    return round(_MARGIN * font_size(QGuiApplication.font()) / 13)


def _whiten(picture: QWidget) -> None:
    colours = picture.palette()
    colours.setColor(colours.ColorRole.Window, LIGHT.base)
    picture.setPalette(colours)
