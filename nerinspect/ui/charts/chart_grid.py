"""Charts under their titles, side by side."""

from collections.abc import Sequence
from html import escape
from math import ceil
from statistics import median_low

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from nerinspect.charts.values import Chart
from nerinspect.ui.charts.bar_chart import BarChart
from nerinspect.ui.kit.doors import LinkLabel
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of
from nerinspect.ui.theme.themes import Theme, current_theme
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

    def _restyle(self) -> None:
        super()._restyle()
        self._heights.clear()


class TitledChart(Styled, QWidget):
    """Show a chart under its title and note, with a warning below where there is one."""

    opened = Signal(str)  # the key of the chart whose title was followed

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


_GAP, _WIDEST = 18, 700  # between charts, and of one alone, at a font of 13 pixels


class ChartGrid(QWidget):
    """Show charts in as many columns as have room."""

    door_opened = Signal(str, int)  # the query of a bar, and the number of the prediction
    picked = Signal(str)  # what a bar adds to the filter
    title_opened = Signal(str)  # the key of a chart

    def __init__(
        self, parent: QWidget | None = None, theme: Theme | None = None, margin: int = 0, gap: int = _GAP
    ) -> None:
        super().__init__(parent)
        self._theme, self._titled = theme, list[TitledChart]()
        self._layout = (0, list[int]())  # columns, and how many of them each chart takes
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(margin, margin, margin, margin)
        self._grid.setSpacing(round(gap * unit_of(self.font())))

    @property
    def charts(self) -> list[Chart]:
        """What is on show."""
        return [titled.chart.chart for titled in self._titled]

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

    def minimumSizeHint(self) -> QSize:
        """Be content with the width of one chart."""
        return QSize(min(self._column, round(300 * unit_of(self.font()))), super().minimumSizeHint().height())

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
        gap = self._grid.spacing()
        most = max((self.width() + gap) // (self._column + gap), 1)
        n_needed = max(sum(self.spans(most, self._column)), 1 if self.width() < _WIDEST * unit_of(self.font()) else 2)
        most = min(most, n_needed)
        n_columns = ceil(n_needed / ceil(n_needed / most))  # rows of one length
        spans = self.spans(n_columns, (self.width() + gap) // n_columns - gap)
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
