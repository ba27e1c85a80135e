"""A chart of bars as plain values, and where its parts lie: nothing here draws."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, isnan
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from nerinspect.query.filters import Filter
from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of


@dataclass(frozen=True)
class Mark:
    """What another prediction scores, drawn on a bar."""

    length: float  # fraction of the axis, from 0 to 1; nan if undefined
    series: int  # which of the other predictions, from 1: says form and colour


@dataclass(frozen=True)
class Bar:
    """One bar."""

    label: str  # what stands under it
    length: float  # fraction of the axis, from 0 to 1; nan if undefined
    text: str  # what stands above it
    door: Filter  # keeps the events behind it
    say: Callable[[], str]  # says it in a sentence, once somebody asks: of many bars few are ever pointed at
    kind: str = ""  # letters of the event kind in whose ink it is drawn; empty for the colour of charts
    support: float = -1.0  # length of the bar below the axis, from 0 to 1; negative for none
    support_text: str = ""  # what stands under that bar
    support_door: Filter | None = None  # keeps the events behind that bar; None if it is no door
    say_support: Callable[[], str] = str  # says that bar in a sentence
    detail: str = ""  # a second line under the label
    marks: tuple[Mark, ...] = ()  # what others score
    interval: tuple[float, ...] = ()  # ends of the interval around the length, drawn as a whisker; empty for none
    is_worst: bool = False  # whether it is the shortest that counts
    pick: str = ""  # the value that Ctrl and a click add to the filter; empty if they add nothing


@dataclass(frozen=True)
class Chart:
    """Some bars on one axis."""

    title: str
    note: str
    bars: tuple[Bar, ...]  # from left to right; those of several predictions stand side by side
    prediction: int  # the number of the prediction whose events the doors open
    line: float = float("nan")  # height of a line across all bars, from 0 to 1; nan for none
    others: tuple[int, ...] = ()  # predictions whose bars stand beside the first, which alone has bars below
    size: int = 100  # height of the axis, at a font of 13 pixels
    distance: int = 44  # least width for a bar with the gap to the next, at a font of 13 pixels
    has_scale: bool = False  # whether numbers stand beside the axis
    key: str = ""  # what a click on the title asks for; empty if it is no door
    warning: str = ""  # stands below, where numbers can mislead
    colours: tuple[int, ...] = ()  # of the first system, and of those beside or marked on it; empty for one alone

    @property
    def n_series(self) -> int:
        """How many bars stand side by side."""
        return 1 + len(self.others)

    def colour_of(self, series: int) -> int | None:
        """Give the number of the colour of a system: 0 for the first, then the others; None for that of charts."""
        return self.colours[series] if series < len(self.colours) else None

    def prediction_of(self, place: int) -> int:
        """Give the number of the prediction whose events a bar opens."""
        return (self.prediction, *self.others)[place % self.n_series]


def spoken(chart: Chart) -> str:
    """Say a whole chart, for people who hear it."""
    line = "" if isnan(chart.line) else f", {chart.note}"
    warning = f"; {chart.warning}" if chart.warning else ""
    groups = (chart.bars[first : first + chart.n_series] for first in range(0, len(chart.bars), chart.n_series))
    said = (f"{group[0].label} {', '.join(bar.text for bar in group)}" for group in groups)
    return f"{chart.title}{line}: " + "; ".join(said) + warning


_VALUE, _LABEL, _DETAIL, _SUPPORT, _COUNT, _SCALE = 17, 18, 15, 16, 16, 30  # at a font of 13 pixels
_WIDEST_BAR: Final = 64  # at a font of 13 pixels
_FULLEST: Final = 0.8  # share of the width that bars take
_LONGEST_NAME: Final = 90  # where there is all room
_LEAST_BARS: Final = 4  # have room in every chart

GAP: Final = 6
"""Between texts, at a font of 13 pixels."""


@dataclass(frozen=True)
class BarLayout:
    """The places of a chart of some width."""

    chart: Chart
    font: QFont
    width: int = 1

    @cached_property
    def unit(self) -> float:
        """A thirteenth of the font's size."""
        return unit_of(self.font)

    @cached_property
    def has_support(self) -> bool:
        """Whether there are bars below the axis."""
        return any(bar.support >= 0 for bar in self.chart.bars)

    @cached_property
    def below(self) -> float:
        """Upper edge of the bars below the axis."""
        return ((_SUPPORT + _COUNT) * self.unit if self.has_support else 0.0) + 2 * self.unit

    @cached_property
    def axis(self) -> float:
        """Where bars begin."""
        has_details = any(bar.detail for bar in self.chart.bars)
        return self.below + (_LABEL + (_DETAIL if has_details else 0)) * self.unit

    @property
    def detail(self) -> float:
        """Upper edge of the second line under the bars."""
        return self.axis - (_LABEL - 3) * self.unit

    @cached_property
    def full(self) -> float:
        """Length of the longest bar there can be."""
        return self.chart.size * self.unit

    @property
    def text_height(self) -> float:
        """Room for what stands above a bar."""
        return _VALUE * self.unit

    @property
    def count(self) -> float:
        """Upper edge of the numbers below the bars below the axis."""
        return self.below - _SUPPORT * self.unit

    @property
    def height(self) -> float:
        """Of the whole chart."""
        return self.axis + self.full + self.text_height

    @property
    def least_width(self) -> int:
        """So much gives every bar room for its number, and every group for its name, unless it is very long."""
        numbers, names = (QFontMetricsF(scaled_font(self.font, CAPTION, is_bold=bold)) for bold in (True, False))
        n_bars, bars = len(self.chart.bars), self.chart.bars
        number = max((numbers.horizontalAdvance(bar.text) for bar in bars), default=0.0) + (GAP / 3 + 1) * self.unit
        longest = max((names.horizontalAdvance(bar.label) for bar in bars), default=0.0)
        name = min(longest, _LONGEST_NAME * self.unit) + (GAP + 1) * self.unit
        distance = max(self.chart.distance * self.unit, number, name / self.n_series)
        return ceil(max(n_bars * distance, _LEAST_BARS * self.chart.distance * self.unit) + self.left)

    @cached_property
    def left(self) -> float:
        """Room for the numbers beside the axis."""
        return _SCALE * self.unit if self.chart.has_scale else 0.0

    @cached_property
    def n_series(self) -> int:
        """How many bars stand side by side."""
        return self.chart.n_series

    @cached_property
    def distance(self) -> float:
        """From one group of bars to the next."""
        n_groups = len(self.chart.bars) // self.n_series
        return max(self.width - self.left, 1.0) / max(n_groups, 1)

    @cached_property
    def step(self) -> float:
        """From a bar to the next of its group."""
        return min(_FULLEST * self.distance / self.n_series, _WIDEST_BAR * self.unit)

    @property
    def bar_width(self) -> float:
        """Of one bar: those of a group are told apart by a hair."""
        return self.step - (self.unit if self.n_series > 1 else 0.0)

    def middle(self, place: int) -> float:
        """Give the middle of a bar."""
        return self.group_middle(place) + (place % self.n_series - (self.n_series - 1) / 2) * self.step

    def group_middle(self, place: int) -> float:
        """Give the middle of the group that a bar is in."""
        return self.left + self.distance * (place // self.n_series + 0.5)

    def length(self, share: float) -> float:
        """Give the length of a bar; 0 if it is undefined."""
        return 0.0 if isnan(share) else share * self.full

    def support_of(self, place: int) -> QRectF:
        """Give the bar below the axis of the group that a bar is in."""
        first = self.chart.bars[place - place % self.n_series]
        long, wide = max(first.support, 0.0) * _SUPPORT * self.unit, self.step * self.n_series
        return QRectF(self.group_middle(place) - wide / 2, self.below - long, wide, long)

    def top(self, place: int) -> float:
        """Give the height of the highest thing that is drawn at a bar."""
        bar = self.chart.bars[place]
        shares = [bar.length, *bar.interval, *(mark.length for mark in bar.marks)]
        return self.axis + max(0.0, *map(self.length, shares))

    def place_at(self, x: float) -> int | None:
        """Find the bar whose part of the chart a place is in; None if there is none."""
        n_series, n_groups = self.n_series, len(self.chart.bars) // self.n_series
        group = int((x - self.left) // self.distance)
        if not 0 <= group < n_groups:
            return None
        inside = floor((x - self.group_middle(group * n_series)) / self.step + n_series / 2)
        return group * n_series + min(max(inside, 0), n_series - 1)

    def is_support(self, y: float) -> bool:
        """Tell whether a place so far above the lower edge belongs to the bars below the axis."""
        return self.has_support and y <= self.below


def names_width(chart: Chart, font: QFont) -> int:
    """Give the width in which all names but very long ones stand in full, in device-independent pixels."""
    layout, metrics = BarLayout(chart, font), QFontMetricsF(scaled_font(font, CAPTION))
    texts = (text for bar in chart.bars for text in (bar.label, bar.detail))
    longest = max(map(metrics.horizontalAdvance, texts), default=0.0)
    n_groups = len(chart.bars) // chart.n_series
    return ceil(n_groups * (min(longest, _LONGEST_NAME * layout.unit) + (GAP + 1) * layout.unit) + layout.left)
