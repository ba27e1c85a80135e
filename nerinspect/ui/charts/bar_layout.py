"""Where the parts of a chart of bars lie: on screen and in figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, isnan
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from nerinspect.charts.values import Bar, Chart
from nerinspect.ui.charts.strokes import Labels
from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of

_LINE, _SCALE = 15, 30  # at a font of 13 pixels
_WIDEST_BAR: Final = 64  # at a font of 13 pixels
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
        """Height of a line of text."""
        return _LINE * self.unit

    def label_lines(self, place: int) -> Sequence[str]:
        """Give the lines of a name: one, which may have no room, unless names are broken."""
        label = self.chart.bars[place].label
        return [label] if self.names is None else self.names.lines(label, self.name_room)

    @property
    def name_room(self) -> float:
        """The room for each name."""
        return self.distance - GAP / 3 * self.unit

    @cached_property
    def n_lines(self) -> int:
        """How many lines the longest name takes."""
        return max((len(self.label_lines(place)) for place in range(0, len(self.chart.bars), self.n_series)), default=1)

    @cached_property
    def has_details(self) -> bool:
        """Whether a second line says what is in each group."""
        return any(bar.detail for bar in self.chart.bars)

    @cached_property
    def has_counts(self) -> bool:
        """Whether numbers stand under the names."""
        return any(bar.count for bar in self.chart.bars)

    @cached_property
    def has_baseline(self) -> bool:
        """Whether scores of the heuristic stand under them."""
        return any(bar.baseline for bar in self.chart.bars)

    @property
    def full(self) -> float:
        """Length of the longest bar there can be."""
        return self.chart.size * self.unit

    @cached_property
    def axis(self) -> float:
        """Where bars begin."""
        return self.line + self.full

    @property
    def label(self) -> float:
        """Upper edge of the names."""
        return self.axis + 2 * self.unit

    @property
    def detail(self) -> float:
        """Upper edge of the second line under them."""
        return self.label + self.n_lines * self.line

    @property
    def count(self) -> float:
        """Upper edge of the numbers below."""
        return self.detail + (self.line if self.has_details else 0.0)

    @property
    def baseline(self) -> float:
        """Upper edge of the scores of the heuristic."""
        return self.count + (self.line if self.has_counts else 0.0)

    @property
    def height(self) -> float:
        """Of the whole chart."""
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
        """How many bars stand side by side."""
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
        """Give the middle of a bar."""
        return self.group_middle(place) + (place % self.n_series - (self.n_series - 1) / 2) * self.step

    def group_middle(self, place: int) -> float:
        """Give the middle of the group that a bar is in."""
        return self.left + self.distance * (place // self.n_series + 0.5)

    def length(self, share: float) -> float:
        """Give the length of a bar; 0 if it is undefined."""
        return 0.0 if isnan(share) else share * self.full

    def bar(self, place: int, least: float = 0.0) -> QRectF:
        """Give a bar, of some length at least."""
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
