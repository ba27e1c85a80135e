"""Draws the bars of a chart, their texts and lines into a box of pyqtgraph."""

from collections.abc import Iterator

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPen

from nerinspect.ui.charts.bar_layout import GAP, BarLayout
from nerinspect.ui.charts.chart import Bar
from nerinspect.ui.charts.labels import Label, Labels
from nerinspect.ui.charts.strokes import Stroke, Strokes, form, frame, hatching, lines, series_ink, whisker
from nerinspect.ui.painting.fonts import CAPTION, scaled_font
from nerinspect.ui.theme import Theme

_SCALE = (0, 25, 50, 75, 100)
_HATCH, _FORM, _FOOT = 6, 8, 4  # at a font of 13 pixels


class BarDrawing:
    """The items of a chart, made once and changed for every other chart; the unit of the box is the pixel.

    Parameters
    ----------
    box : pyqtgraph.ViewBox
        Takes the items.
    """

    def __init__(self, box: pg.ViewBox) -> None:
        self._box = box
        self._bars, self._supports = (
            pg.BarGraphItem(x=[], y0=[], height=[], width=1, brushes=[], pen=pg.mkPen(None)) for _ in range(2)
        )
        self._strokes, self._labels, self._rect = Strokes(), Labels(), QRectF()
        for item in (self._bars, self._supports, self._strokes, self._labels):
            box.addItem(item, ignoreBounds=True)

    def draw(self, layout: BarLayout, theme: Theme, focused: int | None, is_on_support: bool = False) -> None:
        """Draw a chart, with a ring around one of the bars, or the one below the axis, or none."""
        bars, n_series = layout.chart.bars, layout.chart.n_series
        rect = QRectF(0, 0, max(layout.width, 1), layout.height)
        if rect != self._rect:
            self._rect = rect
            self._box.setRange(rect, padding=0, disableAutoRange=True)
        places = range(len(bars))
        self._bars.setOpts(
            x=[layout.middle(place) for place in places],
            y0=[layout.axis] * len(bars),
            height=[layout.length(bar.length) for bar in bars],
            width=layout.bar_width,
            brushes=[_ink(theme, bar, place % n_series) for place, bar in enumerate(bars)],
        )
        supports = [layout.support_of(place) for place in places[::n_series] if layout.has_support]
        self._supports.setOpts(
            x=[support.center().x() for support in supports],
            y0=[support.top() for support in supports],
            height=[support.height() for support in supports],
            width=layout.step * n_series,
            brushes=[theme.support_bar] * len(supports),
        )
        strokes = [*_across(layout, theme), *(one for place in places for one in _on_bar(layout, theme, place))]
        if focused is not None:
            ring = layout.support_of(focused) if is_on_support else _bar_rect(layout, focused)
            edge = 2 * layout.unit
            strokes.append(frame(ring.adjusted(-edge, -edge / 2, edge, edge), QPen(theme.accent, 2)))
        self._strokes.show_strokes(strokes, rect)
        self._labels.show_labels(list(_texts(layout, theme)), rect)


def _ink(theme: Theme, bar: Bar, series: int) -> QColor:
    return theme.kind_colour(bar.kind) if bar.kind else series_ink(theme, series)


def _bar_rect(layout: BarLayout, place: int) -> QRectF:
    length = max(layout.length(layout.chart.bars[place].length), 3 * layout.unit)
    return QRectF(layout.middle(place) - layout.bar_width / 2, layout.axis, layout.bar_width, length)


def _across(layout: BarLayout, theme: Theme) -> Iterator[Stroke]:
    """Draw what runs across the whole chart: the axis, the lines of the scale, the value over all bars."""
    left, right = layout.left, float(layout.width)
    heights = [round(layout.axis + share / 100 * layout.full) + 0.5 for share in _SCALE]
    if not layout.chart.has_scale:
        heights = heights[:1]
    yield lines([(left, height, right, height) for height in heights], QPen(theme.hairline, 1))
    if layout.chart.line == layout.chart.line:
        height = layout.axis + layout.length(layout.chart.line)
        yield lines([(left, height, right, height)], QPen(theme.text2, 1, Qt.PenStyle.DashLine))


def _on_bar(layout: BarLayout, theme: Theme, place: int) -> Iterator[Stroke]:
    """Draw what stands on one bar: hatching, its prediction's form, the interval, what others score."""
    bar, unit, x = layout.chart.bars[place], layout.unit, layout.middle(place)
    series, rect = place % layout.chart.n_series, _bar_rect(layout, place)
    if bar.is_worst:
        ink = theme.base if theme.is_plain else theme.text3 if not series else theme.base
        yield hatching(rect, _HATCH * unit, QPen(ink, 0.8))
        yield frame(rect, QPen(theme.text, 1.5))
    if series and rect.height() > 2 * _FORM * unit:
        middle = QPointF(x, layout.axis + _FORM * unit)
        ink = series_ink(theme, series)
        yield form(series, middle, layout.bar_width * 0.6, _FORM * unit, theme.base, ink)
    if bar.interval:
        low, high = (layout.axis + layout.length(share) for share in bar.interval)
        half = min(_FOOT * unit, layout.bar_width / 3)
        for pen in (QPen(theme.base, 4), QPen(theme.text, 1.5)):  # an edge, for dark bars
            yield whisker(x, low, high, half, pen)
    for mark in bar.marks:
        if mark.length == mark.length:
            middle, wide = QPointF(x, layout.axis + layout.length(mark.length)), layout.bar_width + 4 * unit
            ink = theme.text if mark.series == 1 else series_ink(theme, mark.series)
            yield form(mark.series, middle, wide, _FORM * unit, ink, theme.base)


def _texts(layout: BarLayout, theme: Theme) -> Iterator[Label]:
    """List all texts of a chart."""
    caption, bold = (scaled_font(layout.font, CAPTION, is_bold) for is_bold in (False, True))
    chart, gap = layout.chart, GAP * layout.unit
    wide, narrow = layout.distance - gap, max(layout.step, layout.distance / chart.n_series) - gap / 3
    for place, bar in enumerate(chart.bars):
        x, y = layout.middle(place), layout.top(place) + layout.text_height
        font, shorter = bold if bar.is_worst else caption, _rounded(bar.text)
        yield Label(bar.text, x, y, narrow, font, theme.text, theme.base, shorter)
        if place % chart.n_series:
            continue
        x = layout.group_middle(place)
        name = (bold, _ink(theme, bar, 0)) if bar.kind else (caption, theme.text2)
        yield Label(bar.label, x, layout.axis, wide, *name)
        yield Label(bar.detail, x, layout.detail, wide, caption, theme.text3)
        yield Label(bar.support_text, x, layout.count, wide, caption, theme.text2, shorter=_rounded(bar.support_text))
    if chart.has_scale:
        for share in _SCALE:
            y = layout.axis + share / 100 * layout.full + layout.text_height / 2
            yield Label(str(share), layout.left / 2 - 3 * layout.unit, y, layout.left, caption, theme.text3)


def _rounded(text: str) -> str:
    """Write a number with fewer digits, for where there is no room: 71.12 as 71, 12,345 as 12k."""
    whole = text.partition(".")[0]
    head, comma, _ = whole.rpartition(",")
    return f"{head}k" if comma else whole
