"""A chart of bars as plain values: nothing here draws."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isnan

from nerinspect.query.filters import Filter


@dataclass(frozen=True)
class Mark:
    """What another prediction scores, drawn on a bar.

    Attributes
    ----------
    length : float
        Fraction of the axis, from 0 to 1; nan if undefined.
    series : int
        Which of the other predictions, from 1: says form and colour.
    """

    length: float
    series: int


@dataclass(frozen=True)
class Bar:
    """One bar.

    Attributes
    ----------
    label : str
        What stands under it.
    length : float
        Fraction of the axis, from 0 to 1; nan if undefined.
    text : str
        What stands above it.
    door : Filter
        Keeps the events behind it.
    say : callable
        Says it in a sentence, once somebody asks: of many bars few are ever pointed at.
    kind : str
        Letters of the event kind in whose ink it is drawn; empty for the colour of charts.
    support : float
        Length of the bar below the axis, from 0 to 1; negative for none.
    support_text : str
        What stands under that bar.
    support_door : Filter or None
        Keeps the events behind that bar; None if it is no door.
    say_support : callable
        Says that bar in a sentence.
    detail : str
        A second line under the label.
    marks : tuple of Mark
        What others score.
    interval : tuple of float
        Ends of the interval around the length, drawn as a whisker; empty for none.
    is_worst : bool
        Whether it is the shortest that counts.
    pick : str
        The value that Ctrl and a click add to the filter; empty if they add nothing.
    """

    label: str
    length: float
    text: str
    door: Filter
    say: Callable[[], str]
    kind: str = ""
    support: float = -1.0
    support_text: str = ""
    support_door: Filter | None = None
    say_support: Callable[[], str] = str
    detail: str = ""
    marks: tuple[Mark, ...] = ()
    interval: tuple[float, ...] = ()
    is_worst: bool = False
    pick: str = ""

    @property
    def words(self) -> str:
        """It in a sentence."""
        return self.say()

    @property
    def support_words(self) -> str:
        """The bar below the axis in a sentence."""
        return self.say_support()


@dataclass(frozen=True)
class Chart:
    """Some bars on one axis.

    Attributes
    ----------
    title, note : str
        What it is about.
    bars : tuple of Bar
        From left to right; those of several predictions stand side by side.
    prediction : int
        The number of the prediction whose events the doors open.
    line : float
        Height of a line across all bars, from 0 to 1; nan for none.
    others : tuple of int
        Numbers of the predictions whose bars stand beside those of the first, which alone has bars below the axis.
    size : int
        Height of the axis, at a font of 13 pixels.
    distance : int
        Least width for a bar with the gap to the next, at a font of 13 pixels.
    has_scale : bool
        Whether numbers stand beside the axis.
    key : str
        What a click on the title asks for; empty if it is no door.
    warning : str
        Stands below, where numbers can mislead.
    colours : tuple of int
        Numbers of the colours of the systems, of the first and of those beside or marked on it; empty for one alone.
    """

    title: str
    note: str
    bars: tuple[Bar, ...]
    prediction: int
    line: float = float("nan")
    others: tuple[int, ...] = ()
    size: int = 100
    distance: int = 44
    has_scale: bool = False
    key: str = ""
    warning: str = ""
    colours: tuple[int, ...] = ()

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
