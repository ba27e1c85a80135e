"""Several charts side by side, on one axis."""

from collections.abc import Sequence
from math import ceil
from statistics import median_low

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from nerinspect.ui.charts.chart import Chart
from nerinspect.ui.charts.titled_chart import TitledChart
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.theme import Theme

_GAP = 18  # at a font of 13 pixels


class ChartGrid(QWidget):
    """Show charts in as many columns as have room.

    Parameters
    ----------
    theme : Theme, optional
        Colours; those of the desktop, if left out.
    margin : int
        Around all charts, in device-independent pixels.
    gap : int
        Between charts, at a font of 13 pixels.

    Signals
    -------
    door_opened : str, int
        The query of a bar, and the number of the prediction.
    picked : str
        What a bar adds to the filter.
    title_opened : str
        The key of a chart.
    """

    door_opened = Signal(str, int)
    picked = Signal(str)
    title_opened = Signal(str)

    def __init__(
        self, parent: QWidget | None = None, theme: Theme | None = None, margin: int = 0, gap: int = _GAP
    ) -> None:
        super().__init__(parent)
        self._n_columns, self._width = 0, 0  # as many as have room, as wide as they then are
        self._theme, self._titled = theme, list[TitledChart]()
        self._layout = (0, list[int]())  # columns, and how many of them each chart takes
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(margin, margin, margin, margin)
        self._grid.setSpacing(round(gap * font_size(self.font()) / 13))

    @property
    def charts(self) -> list[Chart]:
        """What is on show."""
        return [titled.chart.chart for titled in self._titled]

    @property
    def chart_width(self) -> int:
        """The width of one column on screen."""
        return self._titled[0].width() // self._layout[1][0] if self._titled else 0

    def set_columns(self, n_columns: int, width: int) -> None:
        """Lay charts out in so many columns, whatever room there is, and be as large as charts of a width then are."""
        self._n_columns, self._width = n_columns, width
        self._place()
        margins = self._grid.contentsMargins()
        whole = n_columns * (width + self._grid.spacing()) - self._grid.spacing() + margins.left() + margins.right()
        self.resize(whole, self.heightForWidth(whole))

    def show_charts(self, charts: Sequence[Chart]) -> None:
        """Show other charts."""
        while len(self._titled) > len(charts):
            self._titled.pop().deleteLater()
        for titled, chart in zip(self._titled, charts, strict=False):
            titled.show_chart(chart)
        for chart in charts[len(self._titled) :]:
            titled = TitledChart(chart, self._theme, self)
            titled.chart.door_opened.connect(self.door_opened)
            titled.chart.picked.connect(self.picked)
            titled.opened.connect(self.title_opened)
            self._titled.append(titled)
        self._place()

    def draw_at_once(self) -> None:
        """Draw charts where they are, if they wait to be drawn."""
        for titled in self._titled:
            titled.chart.draw_at_once()

    def minimumSizeHint(self) -> QSize:
        """Be content with the width of one chart."""
        return QSize(min(self._column, round(300 * font_size(self.font()) / 13)), super().minimumSizeHint().height())

    @property
    def _column(self) -> int:
        """The width that most charts ask for."""
        return median_low(titled.chart.sizeHint().width() for titled in self._titled) if self._titled else 1

    def spans(self, n_columns: int, width: int) -> list[int]:
        """Give the number of columns of each chart: more where its texts have no room in one of some width."""
        gap = self._grid.spacing()
        wanted = [titled.chart.sizeHint().width() + gap for titled in self._titled]
        return [min(max(ceil(room / (width + gap)), 1), max(n_columns, 1)) for room in wanted]

    def _place(self) -> None:
        """Lay the charts out in rows."""
        gap = self._grid.spacing()
        most = max((self.width() + gap) // (self._column + gap), 1)
        n_needed = max(sum(self.spans(most, self._column)), 2)
        most = min(most, n_needed)
        n_columns = self._n_columns or ceil(n_needed / ceil(n_needed / most))  # rows of one length
        spans = self.spans(n_columns, self._width or (self.width() + gap) // n_columns - gap)
        if (n_columns, spans) == self._layout:
            return
        self._layout = n_columns, spans
        for titled in self._titled:
            self._grid.removeWidget(titled)
        row = column = 0
        for titled, span in zip(self._titled, spans, strict=True):
            if column + span > n_columns:
                row, column = row + 1, 0
            self._grid.addWidget(titled, row, column, 1, span)
            column += span
        for place in range(max(self._grid.columnCount(), n_columns)):
            self._grid.setColumnStretch(place, int(place < n_columns))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the charts out anew."""
        super().resizeEvent(event)
        self._place()
