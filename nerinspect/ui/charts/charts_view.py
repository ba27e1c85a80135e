"""The charts of the overview: scores by type and events by kind, of each system."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.glossary import meaning
from nerinspect.ui.charts.bar_drawing import names_width
from nerinspect.ui.charts.bars import BY_KIND, BY_TYPE, MEASURES, Chart, kind_chart, most_frequent, type_chart
from nerinspect.ui.charts.chart_grid import ChartGrid
from nerinspect.ui.charts.scored import Scored
from nerinspect.ui.overview.choice import Choice
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.theme import LIGHT

_MARGIN: Final = 12  # of a saved picture, at a font of 13 pixels


class ChartsView(QWidget):
    """Show both kinds of chart for several systems.

    Signals
    -------
    door_opened : str, int
        The query of a bar, and the number of the prediction.
    """

    door_opened = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scored: Scored | None = None
        self._measure = Choice("Bars show", MEASURES, [meaning(measure.lower()) for measure in MEASURES], self)
        self.types, self.kinds = ChartGrid(self), ChartGrid(self)
        self._by_type = Titled(BY_TYPE, self.types, beside=self._measure)
        self._by_kind = Titled(BY_KIND, self.kinds)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(18 * font_size(self.font()) / 13))
        column.addWidget(self._by_type)
        column.addWidget(self._by_kind)
        self._measure.chosen.connect(lambda _place: self._show())
        for grid in (self.types, self.kinds):
            grid.door_opened.connect(self.door_opened)

    def show_scores(self, scored: Scored) -> None:
        """Show other scores."""
        self._scored = scored
        self._show()

    def picture(self, name: str) -> QWidget:
        """Draw charts for print: on white, whatever the desktop's colours.

        Parameters
        ----------
        name : str
            `BY_TYPE` or `BY_KIND`.

        Returns
        -------
        QWidget
            Of its own.
        """
        shown = self.types if name == BY_TYPE else self.kinds
        return printed(shown.charts, shown.chart_width)

    def _show(self) -> None:
        scored = self._scored
        if scored is None:
            return
        measure = MEASURES[self._measure.place]
        types = most_frequent(scored.scores[scored.prediction], scored.types)
        self.types.show_charts(
            [
                type_chart(scored.names[number], number, scored.scores[number], scored.doors, types, measure)
                for number in scored.drawn
            ]
        )
        most = max(int(scored.scores[number].tally.kinds[1:].max()) for number in scored.drawn)
        self.kinds.show_charts(
            [
                kind_chart(scored.names[number], number, scored.scores[number], scored.doors, most)
                for number in scored.drawn
            ]
        )
        left_out = _left_out(len(scored.drawn), len(scored.scores), "systems; the tables have all")
        fewer = _left_out(len(types), len(scored.types), "types, the most frequent")
        below = "dashed: all types; below the axis: reference mentions"
        self._by_type.set_caption("; ".join(filter(None, (f"{measure} from 0 to 100, {below}", fewer, left_out))))
        self._by_kind.set_caption("; ".join(filter(None, ("events, on one axis", left_out))))


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
    grid = ChartGrid(theme=LIGHT, margin=round(_MARGIN * font_size(QGuiApplication.font()) / 13))
    colours = grid.palette()
    colours.setColor(colours.ColorRole.Window, LIGHT.base)
    grid.setPalette(colours)
    grid.show_charts(charts)
    named = max(names_width(chart, grid.font()) for chart in charts)
    width = max(width, named)
    for n_columns in range(len(charts), 0, -1):
        grid.set_columns(n_columns, width)
        if grid.width() <= 2 * grid.height():
            return grid
    least = max(grid.sizeHint().width(), grid.width() - width + named)
    grid.resize(min(grid.width(), max(2 * grid.height(), least)), grid.height())
    return grid


def _left_out(n_shown: int, n_all: int, what: str) -> str:
    return "" if n_shown == n_all else f"{n_shown:,} of {n_all:,} {what}"
