"""Charts of several predictions side by side, on one axis."""

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from nerinspect.ui.charts.bar_chart import BarChart
from nerinspect.ui.charts.bars import Chart
from nerinspect.ui.painting.fonts import CAPTION, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import Theme, current_theme

_GAP = 18  # at a font of 13 pixels


class TitledChart(QWidget):
    """Show a chart under its title and note."""

    def __init__(self, chart: Chart, theme: Theme | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel(self)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setWordWrap(True)
        self._theme = theme
        self.chart = BarChart(chart, self, theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._title)
        column.addWidget(self.chart)
        self._restyle()

    def show_chart(self, chart: Chart) -> None:
        """Show another chart."""
        self.chart.show_chart(chart)
        self._restyle()

    def _restyle(self) -> None:
        theme = self._theme or current_theme()
        self._title.setFont(scaled_font(self.font(), CAPTION))
        colours = self._title.palette()
        colours.setColor(QPalette.ColorRole.WindowText, theme.text2)
        self._title.setPalette(colours)
        self._title.setText(f"{self.chart.chart.title}   {self.chart.chart.note}")

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "chart"):
            self._restyle()


class ChartGrid(QWidget):
    """Show charts in as many columns as have room.

    Parameters
    ----------
    theme : Theme, optional
        Colours; those of the desktop, if left out.
    margin : int
        Around all charts, in device-independent pixels.

    Signals
    -------
    door_opened : str, int
        The query of a bar, and the number of the prediction.
    """

    door_opened = Signal(str, int)

    def __init__(self, parent: QWidget | None = None, theme: Theme | None = None, margin: int = 0) -> None:
        super().__init__(parent)
        self._n_columns = 0  # as many as have room
        self._theme, self._titled = theme, list[TitledChart]()
        self._layout = (0, 0)  # columns and charts
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(margin, margin, margin, margin)
        self._grid.setSpacing(round(_GAP * font_size(self.font()) / 13))

    @property
    def charts(self) -> list[Chart]:
        """What is on show."""
        return [titled.chart.chart for titled in self._titled]

    @property
    def chart_width(self) -> int:
        """The width of one chart on screen."""
        return self._titled[0].width() if self._titled else 0

    def set_columns(self, n_columns: int, width: int) -> None:
        """Lay charts out in so many columns, whatever room there is, and be as large as charts of a width then are."""
        self._n_columns = n_columns
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
            self._titled.append(titled)
        self._place()

    def minimumSizeHint(self) -> QSize:
        """Be content with the width of one chart."""
        widest = max((titled.chart.sizeHint().width() for titled in self._titled), default=0)
        return QSize(min(widest, round(300 * font_size(self.font()) / 13)), super().minimumSizeHint().height())

    def _place(self) -> None:
        """Lay the charts out in rows."""
        widest = max((titled.chart.sizeHint().width() for titled in self._titled), default=1)
        gap = self._grid.spacing()
        n_charts = max(len(self._titled), 2)
        most = max(min((self.width() + gap) // (widest + gap), n_charts), 1)
        n_columns = self._n_columns or ceil(n_charts / ceil(n_charts / most))  # rows of one length
        if (n_columns, len(self._titled)) == self._layout:
            return
        self._layout = n_columns, len(self._titled)
        for titled in self._titled:
            self._grid.removeWidget(titled)
        for number, titled in enumerate(self._titled):
            self._grid.addWidget(titled, number // n_columns, number % n_columns)
        for column in range(max(self._grid.columnCount(), n_columns)):
            self._grid.setColumnStretch(column, int(column < n_columns))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the charts out anew."""
        super().resizeEvent(event)
        self._place()
