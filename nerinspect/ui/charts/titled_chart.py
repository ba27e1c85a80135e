"""A chart under its title, which may be a door to a larger one."""

from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from nerinspect.ui.charts.bar_chart import BarChart
from nerinspect.ui.charts.chart import Chart
from nerinspect.ui.painting.fonts import CAPTION, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import Theme, current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.link_label import LinkLabel
from nerinspect.visible import visible


class ChartTitle(LinkLabel):
    """Lay the text out but once for each width: a grid of charts asks many times, and the text is seldom another."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._heights = dict[int, int]()

    def heightForWidth(self, width: int) -> int:
        """Give the height of as many lines as the text takes."""
        if width not in self._heights:
            self._heights[width] = super().heightForWidth(width)
        return self._heights[width]

    def setText(self, text: str) -> None:
        """Show another text."""
        if text != self.text():
            self._heights.clear()
            super().setText(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the text out for this width: else it is done while painting, and then it is painted again."""
        super().heightForWidth(self.width())
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        if is_restyling(event) and hasattr(self, "_heights"):
            self._heights.clear()
        super().changeEvent(event)


class TitledChart(QWidget):
    """Show a chart under its title and note, with a warning below where there is one.

    Signals
    -------
    opened : str
        The key of the chart whose title was followed.
    """

    opened = Signal(str)

    def __init__(self, chart: Chart, theme: Theme | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title, self._warning = ChartTitle(self), QLabel(self)  # first: Tab goes through widgets as they are made
        self.chart = BarChart(chart, self, theme)
        self._title.setWordWrap(True)
        self._title.setTextFormat(Qt.TextFormat.RichText)
        self._title.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self._title.linkActivated.connect(lambda _link: self.opened.emit(self.chart.chart.key))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self._title, self.chart, self._warning):
            column.addWidget(part)
        column.addStretch(1)
        self._restyle()

    def show_chart(self, chart: Chart) -> None:
        """Show another chart."""
        self.chart.show_chart(chart)
        self._write()

    def _restyle(self) -> None:
        theme = self._theme or current_theme()
        for label, ink in ((self._title, theme.text2), (self._warning, theme.warning)):
            label.setFont(scaled_font(self.font(), CAPTION))
            colours = label.palette()
            colours.setColor(QPalette.ColorRole.WindowText, ink)
            label.setPalette(colours)
        self._write()

    def _write(self) -> None:
        theme, chart = self._theme or current_theme(), self.chart.chart
        title, note = (escape(visible(text)) for text in (chart.title, chart.note))
        if chart.key:
            look = f"color:{theme.text.name()}; text-decoration:none"
            title = f'<a href="chart" style="{look}"><b>{title}</b></a>'
            self._title.setToolTip(tooltip(f"Show {chart.title} in the large chart below."))
        self._title.setText(f"{title} &nbsp;{note}")
        self._title.setAccessibleName(f"{chart.title} {chart.note}")
        self._warning.setText(visible(chart.warning))
        self._warning.setVisible(bool(chart.warning))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "chart"):
            self._restyle()
