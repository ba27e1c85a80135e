"""Charts of bars: where their parts lie, on screen and in figures; bars are doors, charts stand in columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from math import ceil, floor, isnan
from statistics import median_low
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from nerinspect.charts.values import Bar, Chart, spoken
from nerinspect.query.language.parser import query_text
from nerinspect.training.retention import RETENTION_SHORT
from nerinspect.ui.charts.strokes import COUNT_HEAD, Labels, draw_lines, fill_bar, frame, series_fill, whisker
from nerinspect.ui.kit.doors import DoorPicture, LinkLabel, Piece
from nerinspect.ui.kit.layout import stack
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.styled import Styled, set_ink
from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of
from nerinspect.ui.theme.themes import Theme, current_theme
from nerinspect.visible import visible

_LINE, _SCALE = 15, 30  # at a font of 13 pixels
_WIDEST_BAR: Final = 40  # at a font of 13 pixels
_FULLEST: Final = 0.8  # share of the width that bars take
_LONGEST_NAME: Final = 90  # where there is all room
_LEAST_BARS: Final = 4  # have room in every chart
_LEAST_BAR: Final = 5  # the narrowest, with the gap to the next

GAP: Final = 6
"""Between texts, at a font of 13 pixels."""


@dataclass(frozen=True)
class BarLayout:
    """The places of a chart of some width; y grows downwards.

    Attributes
    ----------
    beside : float
        Room for what stands beside the axis; negative for what numbers need.
    longest : float
        Names that are longer have no influence on the width that is asked for, at a font of 13 pixels.
    names : Labels
        Breaks names that are too long; else they are cut.
    """

    chart: Chart
    font: QFont
    width: float = 1
    beside: float = -1
    longest: float = _LONGEST_NAME
    names: Labels | None = None

    @cached_property
    def unit(self) -> float:
        """A thirteenth of the font's size."""
        return unit_of(self.font)

    @cached_property
    def line(self) -> float:
        return _LINE * self.unit

    def label_lines(self, place: int) -> Sequence[str]:
        """Give the lines of a name: one, which may have no room, unless names are broken."""
        label = self.chart.bars[place].label
        return [label] if self.names is None else self.names.lines(label, self.name_room)

    @property
    def name_room(self) -> float:
        return self.distance - GAP / 3 * self.unit

    @cached_property
    def n_lines(self) -> int:
        return max((len(self.label_lines(place)) for place in range(0, len(self.chart.bars), self.n_series)), default=1)

    @cached_property
    def has_details(self) -> bool:
        """Whether a second line says what is in each group."""
        return any(bar.detail for bar in self.chart.bars)

    @cached_property
    def has_counts(self) -> bool:
        return any(bar.count for bar in self.chart.bars)

    @cached_property
    def has_baseline(self) -> bool:
        return any(bar.baseline for bar in self.chart.bars)

    @property
    def full(self) -> float:
        """Length of the longest bar there can be."""
        return self.chart.size * self.unit

    @cached_property
    def axis(self) -> float:
        return self.line + self.full

    @property
    def label(self) -> float:
        return self.axis + 2 * self.unit

    @property
    def detail(self) -> float:
        """Upper edge of the second line under them."""
        return self.label + self.n_lines * self.line

    @property
    def count(self) -> float:
        return self.detail + (self.line if self.has_details else 0.0)

    @property
    def baseline(self) -> float:
        """Upper edge of the scores of the heuristic."""
        return self.count + (self.line if self.has_counts else 0.0)

    @property
    def height(self) -> float:
        return self.baseline + (self.line if self.has_baseline else 0.0) + 2 * self.unit

    @cached_property
    def _widths(self) -> tuple[float, float, float]:
        """Measure the widest number over a bar, the longest name and the widest number below."""
        numbers, names = (QFontMetricsF(scaled_font(self.font, CAPTION, is_bold=bold)) for bold in (True, False))
        bars, first = self.chart.bars, self.chart.bars[:: self.n_series]
        number = max((numbers.horizontalAdvance(bar.text) for bar in bars), default=0.0)
        name = max((names.horizontalAdvance(bar.label) for bar in first), default=0.0)
        below = (names.horizontalAdvance(text) for bar in first for text in (bar.count, bar.baseline))
        return number + (GAP / 3 + 1) * self.unit, name, max(below, default=0.0) + GAP / 2 * self.unit

    @cached_property
    def least_distance(self) -> float:
        """So much from group to group has room for a number over each, and for its names, unless one is very long."""
        number, name, below = self._widths
        named = min(name, self.longest * self.unit) + (GAP + 1) * self.unit
        bars = self.n_series * max(self.chart.distance, _LEAST_BAR) * self.unit
        return max(bars / _FULLEST if self.n_series > 1 else bars, number, below, named)

    @property
    def least_width(self) -> int:
        """The width in which each group has that room."""
        return ceil(max(self.n_groups * self.least_distance, _LEAST_BARS * 34 * self.unit) + self.left)

    @cached_property
    def left(self) -> float:
        """Room for the numbers beside the axis."""
        if self.beside >= 0 or not self.chart.scale:
            return max(self.beside, 0.0)
        numbers = map(QFontMetricsF(scaled_font(self.font, CAPTION)).horizontalAdvance, self.chart.scale)
        return max(_SCALE * self.unit, max(numbers) + GAP * self.unit)

    @cached_property
    def n_series(self) -> int:
        return self.chart.n_series

    @cached_property
    def n_groups(self) -> int:
        """How often they do."""
        return len(self.chart.bars) // self.n_series

    @cached_property
    def distance(self) -> float:
        """From one group of bars to the next."""
        return max(self.width - self.left, 1.0) / max(self.n_groups, 1)

    @cached_property
    def step(self) -> float:
        """From a bar to the next of its group."""
        return min(_FULLEST * self.distance / self.n_series, _WIDEST_BAR * self.unit)

    @property
    def bar_width(self) -> float:
        """Of one bar: those of a group are told apart by a hair."""
        return self.step - (self.unit if self.n_series > 1 else 0.0)

    @cached_property
    def has_every_number(self) -> bool:
        """Whether every bar has room for its number; else only the first of each group has one."""
        return self.n_series == 1 or self._widths[0] <= self.step

    def middle(self, place: int) -> float:
        return self.group_middle(place) + (place % self.n_series - (self.n_series - 1) / 2) * self.step

    def group_middle(self, place: int) -> float:
        return self.left + self.distance * (place // self.n_series + 0.5)

    def length(self, share: float) -> float:
        """Give the length of a bar; 0 if it is undefined."""
        return 0.0 if isnan(share) else share * self.full

    def bar(self, place: int, least: float = 0.0) -> QRectF:
        length = max(self.length(self.chart.bars[place].length), least)
        return QRectF(self.middle(place) - self.bar_width / 2, self.axis - length, self.bar_width, length)

    def count_of(self, place: int) -> QRectF:
        """Give the number below the axis of the group that a bar is in."""
        return QRectF(self.group_middle(place) - self.distance / 2, self.count, self.distance, self.line)

    def number_of(self, place: int) -> tuple[float, float, float]:
        """Give middle, lower edge and room of the number over a bar, or over a whole group."""
        if self.has_every_number:
            room = self.step if self.n_series > 1 else self.distance - GAP / 2 * self.unit
            return self.middle(place), self._top(self.chart.bars[place]), room
        first = place - place % self.n_series
        group = self.chart.bars[first : first + self.n_series]
        return self.group_middle(place), min(map(self._top, group)), self.distance

    def _top(self, bar: Bar) -> float:
        """Give the upper edge of the highest thing that is drawn at a bar."""
        return self.axis - max(0.0, *map(self.length, (bar.length, *bar.interval)))

    def place_at(self, x: float) -> int | None:
        """Find the bar whose part of the chart a place is in; None if there is none."""
        group = int((x - self.left) // self.distance)
        if not 0 <= group < self.n_groups:
            return None
        inside = floor((x - self.group_middle(group * self.n_series)) / self.step + self.n_series / 2)
        return group * self.n_series + min(max(inside, 0), self.n_series - 1)

    def is_count(self, y: float) -> bool:
        """Tell whether a place at some height belongs to the numbers below the axis."""
        return self.has_counts and y >= self.count


_FOOT = 4  # at a font of 13 pixels


def _captions(font: QFont) -> tuple[Labels, Labels]:
    return Labels(scaled_font(font, CAPTION)), Labels(scaled_font(font, CAPTION, is_bold=True))


def paint_chart(
    painter: QPainter, layout: BarLayout, theme: Theme, caption: Labels, bold: Labels, has_scale: bool = True
) -> None:
    """Paint a chart from its upper left corner on: the bars at the bottom, the texts on top.

    `caption` and `bold` write them; without a scale its lines are there, but no numbers beside them.
    """
    _paint_across(painter, layout, theme, caption if has_scale else None)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for place in range(len(layout.chart.bars)):
        series = place % layout.n_series
        if rect := layout.bar(place):
            fill_bar(painter, rect, series_fill(theme, layout.chart.colour_of(series), series), layout.unit)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_on_bars(painter, layout, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # behind texts
    _paint_texts(painter, layout, theme, caption, bold)


def _paint_across(painter: QPainter, layout: BarLayout, theme: Theme, caption: Labels | None) -> None:
    """Paint what runs across the whole chart: the axis, the scale with its numbers, the heads of the rows below."""
    scale, thin = layout.chart.scale or ("",), max(round(layout.unit * 0.8), 1)
    for place, text in enumerate(scale):
        height = round(layout.axis - place / max(len(scale) - 1, 1) * layout.full)
        ink = theme.hairline if place else theme.border
        painter.fillRect(QRectF(layout.left, height, layout.width - layout.left, thin), ink)
        if caption is not None:
            x, y = layout.left - GAP * layout.unit, height - caption.height / 2
            caption.paint(painter, text, x, y, layout.left, theme.text3, at=1.0)
    if caption is not None and layout.left:
        rows = (layout.has_counts, COUNT_HEAD, layout.count), (layout.has_baseline, RETENTION_SHORT, layout.baseline)
        for is_there, text, y in rows:
            if is_there and layout.beside < 0:  # a figure names its rows itself
                caption.paint(painter, text, layout.left - GAP * layout.unit, y, layout.left, theme.text3, at=1.0)


def _paint_on_bars(painter: QPainter, layout: BarLayout, theme: Theme) -> None:
    """Paint what stands on the bars: their intervals, and the value over all."""
    unit = layout.unit
    for place, bar in enumerate(layout.chart.bars):
        if bar.interval:
            low, high = (layout.axis - layout.length(share) for share in bar.interval)
            half = min(_FOOT * unit, layout.bar_width / 3)
            for pen in (QPen(theme.base, 4 * unit), QPen(theme.text, 1.5 * unit)):  # an edge, for dark bars
                whisker(painter, layout.middle(place), low, high, half, pen)
    if layout.chart.line == layout.chart.line:
        height = layout.axis - layout.length(layout.chart.line)
        pen = QPen(theme.text2, max(unit, 1.0), Qt.PenStyle.DashLine)
        draw_lines(painter, [(layout.left, height, layout.width, height)], pen)


def _paint_texts(painter: QPainter, layout: BarLayout, theme: Theme, caption: Labels, bold: Labels) -> None:
    for place, bar in enumerate(layout.chart.bars):
        is_first = not place % layout.n_series
        if is_first or layout.has_every_number:
            x, foot, room = layout.number_of(place)
            labels = bold if bar.is_worst else caption
            y = foot - labels.height
            labels.paint(
                painter, bar.text, x, y, room, theme.text, theme.base, bar.shorter or bar.text.partition(".")[0]
            )
        if not is_first:
            continue
        x = layout.group_middle(place)
        labels, ink = (bold, theme.kind_colour(bar.kind)) if bar.kind else (caption, theme.text)
        for number, line in enumerate(layout.label_lines(place)):
            labels.paint(painter, line, x, layout.label + number * layout.line, layout.name_room, ink)
        caption.paint(painter, bar.detail, x, layout.detail, layout.name_room, theme.text3)
        caption.paint(painter, bar.count, x, layout.count, layout.distance, theme.text2)
        caption.paint(painter, bar.baseline, x, layout.baseline, layout.distance, theme.text3)


_STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Spot(NamedTuple):
    """A bar, or the one below the axis under it."""

    place: int
    is_count: bool = False


class BarChart(DoorPicture[Spot]):
    """Show one chart, each bar of which is a door; with Ctrl its bucket is added to the filter."""

    door_opened = Signal(str, int)  # the query of a bar, and the number of the prediction
    picked = Signal(str)  # what a bar adds to the filter

    def __init__(self, chart: Chart, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint, (self._caption, self._bold) = QSize(), _captions(self.font())
        self.show_chart(chart)

    def show_chart(self, chart: Chart) -> None:
        """Show another chart; the keyboard stays at its bar, if there is one."""
        place = self.current.place if self.current and self.current.place < len(chart.bars) else 0
        self.chart, self.current, self._hint = chart, Spot(place) if chart.bars else None, QSize()
        self.setAccessibleName(f"Chart of {chart.title}")
        self.setAccessibleDescription(spoken(chart))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for a width in which every bar has room for its text."""
        if self._hint.isEmpty():  # a grid asks many times
            layout = BarLayout(self.chart, self.font())
            self._hint = QSize(layout.least_width, round(layout.height))
        return self._hint

    def spot_at(self, place: QPoint) -> Spot | None:
        """Find the bar at a place of the chart, the one below the axis if the place is there; None if there is none."""
        number = self._layout.place_at(place.x())
        return None if number is None else self._spot(number, self._layout.is_count(place.y()))

    def beside(self, spot: Spot, key: int) -> Spot | None:
        if step := _STEPS.get(key):
            return self._spot(min(max(spot.place + step, 0), len(self.chart.bars) - 1), spot.is_count)
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._layout.has_counts:
            return self._spot(spot.place, key == Qt.Key.Key_Down)
        return None

    def piece(self, spot: Spot) -> Piece:
        """Give the text of a bar, its query and what it says."""
        bar = self.chart.bars[spot.place]
        if not spot.is_count or bar.count_door is None:
            return Piece(bar.text, query_text(bar.door), bar.say())
        first = self.chart.bars[spot.place - spot.place % self.chart.n_series]
        return Piece(first.count, query_text(bar.count_door), bar.say_count())

    def open(self, spot: Spot, is_added: bool) -> None:
        """Show the events behind a bar, or add its bucket to the filter."""
        pick = self.chart.bars[spot.place].pick
        if is_added and pick:
            self.picked.emit(pick)
        else:
            self.door_opened.emit(self.piece(spot).query, self.chart.prediction_of(spot.place))

    @property
    def _layout(self) -> BarLayout:
        return BarLayout(self.chart, self.font(), self.width(), names=self._caption)

    def _spot(self, place: int, is_count: bool) -> Spot:
        return Spot(place, is_count and self.chart.bars[place].count_door is not None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setFixedHeight(round(self._layout.height))

    def paintEvent(self, event: QPaintEvent) -> None:
        layout, theme, painter = self._layout, self.theme, QPainter(self)
        painter.fillRect(self.rect(), theme.base)
        paint_chart(painter, layout, theme, self._caption, self._bold)
        if self.hasFocus() and self.current is not None:
            place, edge = self.current.place, 2 * layout.unit
            ring = layout.count_of(place) if self.current.is_count else layout.bar(place, 3 * layout.unit)
            frame(painter, ring.adjusted(-edge, -edge / 2, edge, edge), QPen(theme.accent, 2))
        painter.end()

    def _restyle(self) -> None:
        self._hint, (self._caption, self._bold) = QSize(), _captions(self.font())
        self.setFixedHeight(self.sizeHint().height())
        self.update()


class ChartTitle(LinkLabel):
    """Lay the text out but once for each width: a grid of charts asks many times, and the text is seldom another."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._heights = dict[int, int]()

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = super().heightForWidth(width)
        return self._heights[width]

    def setText(self, text: str) -> None:
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

    def __init__(self, chart: Chart, parent: QWidget) -> None:
        super().__init__(parent)
        self._title, self._warning = ChartTitle(self), QLabel(self)  # first: Tab goes through widgets as they are made
        self.chart = BarChart(chart, self)
        self._title.linkActivated.connect(lambda _link: self.opened.emit(self.chart.chart.key))
        stack(self, self._title, self.chart, self._warning).addStretch(1)

    def show_chart(self, chart: Chart) -> None:
        self.chart.show_chart(chart)
        self._write()

    def _restyle(self) -> None:
        theme = current_theme()
        for label, ink in ((self._title, theme.text2), (self._warning, theme.warning)):
            label.setFont(scaled_font(self.font(), CAPTION))
            set_ink(label, ink)
        self._write()

    def _write(self) -> None:
        theme, chart = current_theme(), self.chart.chart
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

    def __init__(self, gap: int = _GAP) -> None:
        super().__init__()
        self._titled = list[TitledChart]()
        self._layout = (0, list[int]())  # columns, and how many of them each chart takes
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(round(gap * unit_of(self.font())))

    @property
    def charts(self) -> list[Chart]:
        return [titled.chart.chart for titled in self._titled]

    def show_charts(self, charts: Sequence[Chart]) -> None:
        while len(self._titled) > len(charts):
            self._titled.pop().deleteLater()
        for titled, chart in zip(self._titled, charts, strict=False):
            titled.show_chart(chart)
        for chart in charts[len(self._titled) :]:
            titled = TitledChart(chart, self)
            titled.chart.door_opened.connect(self.door_opened)
            titled.chart.picked.connect(self.picked)
            titled.opened.connect(self.title_opened)
            self._titled.append(titled)
        self._place()

    def minimumSizeHint(self) -> QSize:
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
        super().resizeEvent(event)
        self._place()
