"""Draws a chart as one item of pyqtgraph: an item for each bar and each text takes ten times as long."""

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from nerinspect.ui.charts.bar_layout import GAP, BarLayout
from nerinspect.ui.charts.chart import Bar, Chart
from nerinspect.ui.charts.labels import Labels
from nerinspect.ui.charts.strokes import draw_lines, fill, form, frame, hatch, series_ink, whisker
from nerinspect.ui.painting.fonts import CAPTION, scaled_font
from nerinspect.ui.theme import Theme

_SCALE = (0, 25, 50, 75, 100)
_HATCH, _FORM, _FOOT = 6, 8, 4  # at a font of 13 pixels


class BarDrawing(QGraphicsItem):
    """All of a chart; the unit of the box is the pixel.

    Parameters
    ----------
    box : pyqtgraph.ViewBox
        Takes the item.
    """

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__()
        self._box, self._rect, self._ring = box, QRectF(), QRectF()
        self._layout: BarLayout | None = None
        self._theme: Theme | None = None
        self._font = QFont()
        self._caption, self._bold = _captions(self._font)
        box.addItem(self, ignoreBounds=True)

    def draw(self, layout: BarLayout, theme: Theme, focused: int | None, is_on_support: bool = False) -> None:
        """Draw a chart, with a ring around one of the bars, or the one below the axis, or none."""
        rect = QRectF(0, 0, max(layout.width, 1), layout.height)
        if rect != self._rect:
            self.prepareGeometryChange()
            self._rect = rect
            self._box.setRange(rect, padding=0, disableAutoRange=True)
        self._layout, self._theme, self._ring = layout, theme, QRectF()
        if layout.font != self._font:
            self._font = layout.font
            self._caption, self._bold = _captions(self._font)
        if focused is not None:
            edge = 2 * layout.unit
            ring = layout.support_of(focused) if is_on_support else _bar_rect(layout, focused)
            self._ring = ring.adjusted(-edge, -edge / 2, edge, edge)
        self.update()

    def boundingRect(self) -> QRectF:
        """Cover the whole chart."""
        return self._rect

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint it, the bars at the bottom, the texts on top."""
        layout, theme = self._layout, self._theme
        if layout is None or theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_bars(painter, layout, theme)
        _paint_across(painter, layout, theme)
        for place in range(len(layout.chart.bars)):
            _paint_on_bar(painter, layout, theme, place)
        if not self._ring.isNull():
            frame(painter, self._ring, QPen(theme.accent, 2))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # behind texts
        painter.scale(1, -1)  # in the chart, y grows upwards
        _paint_texts(painter, layout, theme, self._caption, self._bold)


def _captions(font: QFont) -> tuple[Labels, Labels]:
    return Labels(scaled_font(font, CAPTION)), Labels(scaled_font(font, CAPTION, is_bold=True))


def _ink(theme: Theme, chart: Chart, bar: Bar, series: int) -> QColor:
    return theme.kind_colour(bar.kind) if bar.kind else series_ink(theme, chart.colour_of(series))


def _bar_rect(layout: BarLayout, place: int) -> QRectF:
    length = max(layout.length(layout.chart.bars[place].length), 3 * layout.unit)
    return QRectF(layout.middle(place) - layout.bar_width / 2, layout.axis, layout.bar_width, length)


def _paint_bars(painter: QPainter, layout: BarLayout, theme: Theme) -> None:
    """Paint the bars, and those below the axis."""
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
    """Paint what stands on one bar: hatching, its prediction's form, the interval, what others score."""
    bar, unit, x, series = layout.chart.bars[place], layout.unit, layout.middle(place), place % layout.n_series
    if bar.is_worst:
        rect = _bar_rect(layout, place)
        ink = theme.base if theme.is_plain or layout.chart.colours else theme.text3
        hatch(painter, rect, _HATCH * unit, QPen(ink, 0.8))
        frame(painter, rect, QPen(theme.text, 1.5))
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
    """Paint all texts of a chart."""
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
