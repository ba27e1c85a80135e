"""A chart of bars from zero; each bar is a door."""

from typing import NamedTuple

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from nerinspect.charts.values import Chart, spoken
from nerinspect.query.language.parser import query_text
from nerinspect.ui.charts.bar_layout import GAP, BarLayout
from nerinspect.ui.charts.strokes import Fill, Labels, draw_lines, fill_bar, frame, series_fill, whisker
from nerinspect.ui.kit.doors import DoorPicture, Piece
from nerinspect.ui.theme.fonts import CAPTION, scaled_font
from nerinspect.ui.theme.themes import Theme

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
    for place, bar in enumerate(layout.chart.bars):
        series = place % layout.n_series
        colour = layout.chart.colour_of(series)
        fill = (
            Fill(theme.kind_colour(bar.kind))
            if bar.kind and layout.n_series == 1
            else series_fill(theme, colour, series)
        )
        if rect := layout.bar(place):
            fill_bar(painter, rect, fill, layout.unit)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_on_bars(painter, layout, theme)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # behind texts
    _paint_texts(painter, layout, theme, caption, bold)


def _paint_across(painter: QPainter, layout: BarLayout, theme: Theme, caption: Labels | None) -> None:
    """Paint what runs across the whole chart: the axis and the lines of the scale, with their numbers."""
    scale, thin = layout.chart.scale or ("",), max(round(layout.unit * 0.8), 1)
    for place, text in enumerate(scale):
        height = round(layout.axis - place / max(len(scale) - 1, 1) * layout.full)
        ink = theme.hairline if place else theme.border
        painter.fillRect(QRectF(layout.left, height, layout.width - layout.left, thin), ink)
        if caption is not None:
            x, y = layout.left - GAP * layout.unit, height - caption.height / 2
            caption.paint(painter, text, x, y, layout.left, theme.text3, at=1.0)


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
    wide = layout.distance - GAP * layout.unit
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
            labels.paint(painter, line, x, layout.label + number * layout.line, wide, ink)
        caption.paint(painter, bar.detail, x, layout.detail, wide, theme.text3)
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

    def __init__(self, chart: Chart, parent: QWidget | None = None, theme: Theme | None = None) -> None:
        super().__init__(parent, theme)
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
        """Give the bar at the left or right, or the one below the axis."""
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
        return BarLayout(self.chart, self.font(), self.width())

    def _spot(self, place: int, is_count: bool) -> Spot:
        return Spot(place, is_count and self.chart.bars[place].count_door is not None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bars at the bottom, the texts on top."""
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
