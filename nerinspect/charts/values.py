"""Charts as plain values: nothing here draws."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan

from nerinspect.query.filters import Filter
from nerinspect.query.rates import EVERY_EVENT


@dataclass(frozen=True)
class Bar:
    """One bar."""

    label: str  # what stands under it
    length: float  # fraction of the axis, from 0 to 1; nan if undefined
    text: str  # what stands above it
    door: Filter = EVERY_EVENT  # keeps the events behind it
    say: Callable[[], str] = str  # says it in a sentence, once somebody asks: of many bars few are ever pointed at
    kind: str = ""  # letters of the event kind in whose ink it is drawn; empty for the colour of charts
    count: str = ""  # the number under its label: how many it is made of
    count_door: Filter | None = None  # keeps the events behind that number; None if it is no door
    say_count: Callable[[], str] = str  # says that number in a sentence
    baseline: str = ""  # a second number: what the retention heuristic scores
    detail: str = ""  # a second line under the label
    interval: tuple[float, ...] = ()  # ends of the interval around the length, drawn as a whisker; empty for none
    is_worst: bool = False  # whether it is the shortest that counts
    shorter: str = ""  # what stands above it where there is no room for the text
    pick: str = ""  # the value that Ctrl and a click add to the filter; empty if they add nothing


@dataclass(frozen=True)
class Chart:
    """Some bars on one axis."""

    title: str
    note: str
    bars: tuple[Bar, ...]  # from left to right; those of several predictions stand side by side
    prediction: int = 0  # the number of the prediction whose events the doors open
    line: float = float("nan")  # height of a line across all bars, from 0 to 1; nan for none
    others: tuple[int, ...] = ()  # predictions whose bars stand beside the first, which alone has numbers below
    size: int = 100  # height of the axis, at a font of 13 pixels
    distance: int = 44  # least width for a bar with the gap to the next, at a font of 13 pixels
    scale: tuple[str, ...] = ()  # numbers beside the axis, evenly from 0 to its end; none for none
    key: str = ""  # what a click on the title asks for; empty if it is no door
    warning: str = ""  # stands below, where numbers can mislead
    colours: tuple[int, ...] = ()  # of the first system, and of those beside it; empty for one alone

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


PERCENT_SCALE = ("0", "25", "50", "75", "100")
SHORT_SCALE = ("0", "50", "100")


def spoken(chart: Chart) -> str:
    """Say a whole chart, for people who hear it."""
    line = "" if isnan(chart.line) else f", {chart.note}"
    warning = f"; {chart.warning}" if chart.warning else ""
    groups = (chart.bars[first : first + chart.n_series] for first in range(0, len(chart.bars), chart.n_series))
    said = (f"{group[0].label} {', '.join(bar.text for bar in group)}" for group in groups)
    return f"{chart.title}{line}: " + "; ".join(said) + warning


BAR, WORST, OVERALL, INTERVAL, COUNT, BASELINE = "bar", "worst", "overall", "interval", "count", "baseline"
"""The signs that entries have."""


@dataclass(frozen=True)
class Entry:
    """One sign of a legend and what it stands for; `series` tells predictions apart, and so does a colour's number."""

    sign: str
    words: str
    series: int = 0
    colour: int | None = None


@dataclass(frozen=True)
class Drawn:
    """One cell of a grid: a text, on a shade or a plot."""

    text: str = ""
    shade: float | None = None  # from 0 to 1; nan if undefined; None for no shade
    spread: tuple[float, float, float] | None = None  # low, value and high on the axis of the grid
    reach: float | None = None  # a bar from the middle, from -1 to 1
    shorter: str = ""  # the text where there is little room


@dataclass(frozen=True)
class Grid:
    """A table whose cells are drawn: shades, intervals, bars around zero."""

    title: str
    note: str
    heads: tuple[str, ...]  # of the columns behind the names
    rows: tuple[tuple[str, tuple[Drawn, ...]], ...]  # each with its name
    limits: tuple[float, float] = (0.0, 1.0)  # the ends of the axis of intervals
    ends: tuple[str, str] | None = None  # what the lightest and the darkest shade stand for
    are_curves: bool = False  # whether each row is a curve over the columns, whose cells have spreads


@dataclass(frozen=True)
class Figure:
    """What is drawn on paper: charts or grids under one legend, and the caption to go with them."""

    parts: tuple[Chart | Grid, ...]
    legend: tuple[Entry, ...] = ()
    caption: str = ""
    systems: tuple[str, ...] = ()
