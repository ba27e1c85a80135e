"""Draws the bars of a chart, their texts and lines into a box of pyqtgraph."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isnan

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPen

from nerinspect.ui.charts.bars import Chart
from nerinspect.ui.charts.labels import Label, Labels
from nerinspect.ui.painting.fonts import CAPTION, font_size, scaled_font
from nerinspect.ui.theme import Theme

_BARS, _VALUE, _LABEL, _SUPPORT, _COUNT = 100, 17, 18, 16, 16  # heights at a font of 13 pixels
_GAP = 6  # between texts
_LONGEST_NAME = 90  # where there is all room
_WIDEST_BAR = 64  # at a font of 13 pixels


def chart_height(chart: Chart, font: QFont) -> float:
    """Give the height of a chart in device-independent pixels."""
    has_support = any(bar.support >= 0 for bar in chart.bars)
    return (_VALUE + _BARS + _LABEL + (_SUPPORT + _COUNT if has_support else 0) + 2) * font_size(font) / 13


def names_width(chart: Chart, font: QFont) -> int:
    """Give the width in which all names but very long ones stand in full, in device-independent pixels."""
    unit, metrics = font_size(font) / 13, QFontMetricsF(scaled_font(font, CAPTION))
    longest = max((metrics.horizontalAdvance(bar.label) for bar in chart.bars), default=0.0)
    return ceil(len(chart.bars) * (min(longest, _LONGEST_NAME * unit) + (_GAP + 1) * unit))


@dataclass(frozen=True, eq=False)
class BarDrawing:
    """A chart in a box; the vertical unit is the pixel, the horizontal one the distance between bars.

    Attributes
    ----------
    box : pyqtgraph.ViewBox
        Takes the items.
    chart : Chart
        What is drawn.
    theme : Theme
        Colours.
    font : QFont
        The desktop's font.
    width : int
        Of the box, in device-independent pixels.
    """

    box: pg.ViewBox
    chart: Chart
    theme: Theme
    font: QFont
    width: int

    def draw(self, focused: int | None) -> None:
        """Draw everything anew, with a ring around one of the bars or none."""
        theme, bars, unit = self.theme, self.chart.bars, font_size(self.font) / 13
        height = chart_height(self.chart, self.font)
        self.box.clear()
        self.box.setRange(xRange=(-0.5, max(len(bars), 1) - 0.5), yRange=(0, height), padding=0)
        axis, full = height - (_VALUE + _BARS) * unit, _BARS * unit
        lengths = [0.0 if isnan(bar.length) else bar.length * full for bar in bars]
        inks = [theme.kind_colour(bar.kind) if bar.kind else theme.chart_bar for bar in bars]
        supports = [max(bar.support, 0.0) * _SUPPORT * unit for bar in bars]
        below = axis - _LABEL * unit
        self._add_bars(lengths, axis, inks)
        self._add_bars(supports, [below - length for length in supports], [theme.support_bar] * len(bars))
        self._add_line(axis, QPen(theme.hairline, 1))
        if not isnan(self.chart.line):
            self._add_line(axis + self.chart.line * full, QPen(theme.text2, 1, Qt.PenStyle.DashLine))
        caption, bold = scaled_font(self.font, CAPTION), scaled_font(self.font, CAPTION, is_bold=True)
        labels = []
        for place, (bar, length, ink) in enumerate(zip(bars, lengths, inks, strict=True)):
            name = (bold, ink) if bar.kind else (caption, theme.text2)
            labels += [
                Label(bar.text, place, axis + length + _VALUE * unit, caption, theme.text, theme.base),
                Label(bar.label, place, axis, *name),
                Label(bar.support_text, place, below - _SUPPORT * unit, caption, theme.text2),
            ]
        self.box.addItem(Labels(labels, self.width / max(len(bars), 1), height, _GAP * unit), ignoreBounds=True)
        if focused is not None:
            self._add_ring(focused, axis, lengths[focused])

    @property
    def _bar_width(self) -> float:
        """Width of a bar, in distances between bars."""
        distance = max(self.width, 1) / max(len(self.chart.bars), 1)
        return min(0.8, _WIDEST_BAR * font_size(self.font) / 13 / distance)

    def _add_bars(self, lengths: Sequence[float], y0: float | Sequence[float], inks: Sequence[QColor]) -> None:
        places = list(range(len(lengths)))
        item = pg.BarGraphItem(x=places, y0=y0, height=list(lengths), width=self._bar_width, brushes=list(inks))
        item.setOpts(pen=pg.mkPen(None))
        self.box.addItem(item)

    def _add_line(self, y: float, pen: QPen) -> None:
        pen.setCosmetic(True)
        self.box.addItem(pg.PlotCurveItem(x=[-0.5, len(self.chart.bars) - 0.5], y=[y, y], pen=pen))

    def _add_ring(self, place: int, axis: float, length: float) -> None:
        half, top = self._bar_width * 0.56, axis + max(length, 3.0)
        left, right = place - half, place + half
        pen = QPen(self.theme.accent, 2)
        pen.setCosmetic(True)
        self.box.addItem(pg.PlotCurveItem(x=[left, left, right, right, left], y=[axis, top, top, axis, axis], pen=pen))
