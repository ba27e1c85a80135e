"""A chart of bars from zero; each bar is a door."""

from typing import NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from nerinspect.query.language.writer import query_text
from nerinspect.ui.charts.chart import GAP, Bar, BarLayout, Chart, spoken
from nerinspect.ui.charts.strokes import Labels, draw_lines, fill, form, frame, series_ink, whisker
from nerinspect.ui.kit.doors import DoorPicture, Piece
from nerinspect.ui.theme.fonts import CAPTION, scaled_font
from nerinspect.ui.theme.themes import Theme

_SCALE = (0, 25, 50, 75, 100)
_FORM, _FOOT = 8, 4  # at a font of 13 pixels


def _captions(font: QFont) -> tuple[Labels, Labels]:
    return Labels(scaled_font(font, CAPTION)), Labels(scaled_font(font, CAPTION, is_bold=True))


def _ink(theme: Theme, chart: Chart, bar: Bar, series: int) -> QColor:
    return theme.kind_colour(bar.kind) if bar.kind else series_ink(theme, chart.colour_of(series))


def _bar_rect(layout: BarLayout, place: int) -> QRectF:
    length = max(layout.length(layout.chart.bars[place].length), 3 * layout.unit)
    return QRectF(layout.middle(place) - layout.bar_width / 2, layout.axis, layout.bar_width, length)


def _paint_bars(painter: QPainter, layout: BarLayout, theme: Theme) -> None:
    n_series, wide, axis, rects = layout.n_series, layout.bar_width, layout.axis, []
    for place, bar in enumerate(layout.chart.bars):
        rect = QRectF(layout.middle(place) - wide / 2, axis, wide, layout.length(bar.length))
        rects.append((rect, _ink(theme, layout.chart, bar, place % n_series)))
        if layout.has_support and not place % n_series:
            rects.append((layout.support_of(place), theme.support_bar))
    fill(painter, rects)


def _paint_across(painter: QPainter, layout: BarLayout, theme: Theme) -> None:
    """Paint what runs across the whole chart: the axis, the lines of the scale, the value over all bars."""
    left, right = layout.left, float(layout.width)
    shares = _SCALE if layout.chart.has_scale else _SCALE[:1]
    heights = [round(layout.axis + share / 100 * layout.full) for share in shares]
    fill(painter, [(QRectF(left, height, right - left, 1), theme.hairline) for height in heights])
    if layout.chart.line == layout.chart.line:
        height = layout.axis + layout.length(layout.chart.line)
        draw_lines(painter, [(left, height, right, height)], QPen(theme.text2, 1, Qt.PenStyle.DashLine))


def _paint_on_bar(painter: QPainter, layout: BarLayout, theme: Theme, place: int) -> None:
    """Paint what stands on one bar: its prediction's form, the interval, what others score."""
    bar, unit, x, series = layout.chart.bars[place], layout.unit, layout.middle(place), place % layout.n_series
    if series and layout.length(bar.length) > 2 * _FORM * unit:
        middle = QPointF(x, layout.axis + _FORM * unit)
        ink = _ink(theme, layout.chart, bar, series)
        form(painter, series, middle, layout.bar_width * 0.6, _FORM * unit, theme.base, ink)
    if bar.interval:
        low, high = (layout.axis + layout.length(share) for share in bar.interval)
        half = min(_FOOT * unit, layout.bar_width / 3)
        for pen in (QPen(theme.base, 4), QPen(theme.text, 1.5)):  # an edge, for dark bars
            whisker(painter, x, low, high, half, pen)
    for mark in bar.marks:
        if mark.length == mark.length:
            middle, wide = QPointF(x, layout.axis + layout.length(mark.length)), layout.bar_width + 4 * unit
            ink = series_ink(theme, layout.chart.colour_of(mark.series))
            form(painter, mark.series, middle, wide, _FORM * unit, ink, theme.base)


def _paint_texts(painter: QPainter, layout: BarLayout, theme: Theme, caption: Labels, bold: Labels) -> None:
    chart, gap = layout.chart, GAP * layout.unit
    wide, narrow = layout.distance - gap, max(layout.step, layout.distance / layout.n_series) - gap / 3
    for place, bar in enumerate(chart.bars):
        y = layout.top(place) + layout.text_height
        labels, shorter = bold if bar.is_worst else caption, _rounded(bar.text)
        labels.paint(painter, bar.text, layout.middle(place), y, narrow, theme.text, theme.base, shorter)
        if place % layout.n_series:
            continue
        x = layout.group_middle(place)
        labels, ink = (bold, _ink(theme, chart, bar, 0)) if bar.kind else (caption, theme.text2)
        labels.paint(painter, bar.label, x, layout.axis, wide, ink)
        caption.paint(painter, bar.detail, x, layout.detail, wide, theme.text3)
        caption.paint(painter, bar.support_text, x, layout.count, wide, theme.text2, shorter=_rounded(bar.support_text))
    if chart.has_scale:
        for share in _SCALE:
            y = layout.axis + share / 100 * layout.full + layout.text_height / 2
            caption.paint(painter, str(share), layout.left / 2 - 3 * layout.unit, y, layout.left, theme.text3)


def _rounded(text: str) -> str:
    """Write a number with fewer digits, for where there is no room: 71.12 as 71, 12,345 as 12k."""
    whole = text.partition(".")[0]
    head, comma, _ = whole.rpartition(",")
    return f"{head}k" if comma else whole


_STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Spot(NamedTuple):
    """A bar, or the one below the axis under it."""

    place: int
    is_support: bool = False


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
        return None if number is None else self._spot(number, self._layout.is_support(self.height() - place.y()))

    def beside(self, spot: Spot, key: int) -> Spot | None:
        """Give the bar at the left or right, or the one below the axis."""
        if step := _STEPS.get(key):
            return self._spot(min(max(spot.place + step, 0), len(self.chart.bars) - 1), spot.is_support)
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self._layout.has_support:
            return self._spot(spot.place, key == Qt.Key.Key_Down)
        return None

    def piece(self, spot: Spot) -> Piece:
        """Give the text of a bar, its query and what it says."""
        bar = self.chart.bars[spot.place]
        if not spot.is_support or bar.support_door is None:
            return Piece(bar.text, query_text(bar.door), bar.say())
        first = self.chart.bars[spot.place - spot.place % self.chart.n_series]
        return Piece(first.support_text, query_text(bar.support_door), bar.say_support())

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

    def _spot(self, place: int, is_support: bool) -> Spot:
        return Spot(place, is_support and self.chart.bars[place].support_door is not None)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bars at the bottom, the texts on top."""
        layout, theme, painter = self._layout, self.theme, QPainter(self)
        painter.fillRect(self.rect(), theme.base)
        painter.translate(0, self.height())
        painter.scale(1, -self.height() / layout.height)  # in the chart, y grows upwards
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_bars(painter, layout, theme)
        _paint_across(painter, layout, theme)
        for place in range(len(self.chart.bars)):
            _paint_on_bar(painter, layout, theme, place)
        if self.hasFocus() and self.current is not None:
            place, edge = self.current.place, 2 * layout.unit
            ring = layout.support_of(place) if self.current.is_support else _bar_rect(layout, place)
            frame(painter, ring.adjusted(-edge, -edge / 2, edge, edge), QPen(theme.accent, 2))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # behind texts
        painter.scale(1, -1)
        _paint_texts(painter, layout, theme, self._caption, self._bold)
        painter.end()

    def _restyle(self) -> None:
        self._hint, (self._caption, self._bold) = QSize(), _captions(self.font())
        self.setFixedHeight(self.sizeHint().height())
        self.update()
