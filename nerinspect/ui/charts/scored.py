"""What the charts of the overview are drawn from."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from nerinspect.analysis.retention import competing_systems
from nerinspect.analysis.study import Study
from nerinspect.query.kept_scores import KeptScores
from nerinspect.ui.overview.doors import Doors

MOST_CHARTS: Final = 4
"""So many systems have charts beside each other; the table has all."""


class Runs(NamedTuple):
    """A system with several runs, and the numbers of their predictions."""

    system: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Scored:
    """What charts are drawn from.

    Attributes
    ----------
    names : tuple of str
        Names of the predictions.
    scores : tuple of KeptScores
        One for each prediction.
    prediction : int
        The one on show.
    types : tuple of str
        The types that are counted.
    doors : Doors
        To the events.
    study : Study
        Reference and predictions.
    counted : str
        Which mentions are counted, in words; empty for all.
    with_retention : bool
        Whether the retention heuristic is drawn beside others; on show, it is drawn in any case.
    """

    names: tuple[str, ...]
    scores: tuple[KeptScores, ...]
    prediction: int
    types: tuple[str, ...]
    doors: Doors
    study: Study
    counted: str = ""
    with_retention: bool = False

    @property
    def systems(self) -> tuple[str, ...]:
        """Those that have a chart if there is room: the one on show first."""
        on_show = self.study.predictions[self.prediction].system
        return tuple(dict.fromkeys((on_show, *competing_systems(self.study, self.with_retention))))

    @property
    def drawn(self) -> list[int]:
        """The predictions that have a chart: the one on show first, then the first run of each other system."""
        names = [one.system for one in self.study.predictions]
        return [self.prediction, *map(names.index, self.systems[1:])][:MOST_CHARTS]

    @property
    def colours(self) -> dict[int, int]:
        """The number of the colour of the system of each prediction that has a chart; none for one system alone."""
        found = {number: self.study.shown_colour(number) for number in self.drawn}
        return {number: colour for number, colour in found.items() if colour is not None}

    @property
    def runs(self) -> dict[int, Runs]:
        """All runs of the systems that have a chart, where there are several; by the prediction of the chart."""
        names = [one.system for one in self.study.predictions]
        found = {
            shown: tuple(number for number, name in enumerate(names) if name == names[shown]) for shown in self.drawn
        }
        return {shown: Runs(names[shown], numbers) for shown, numbers in found.items() if len(numbers) > 1}
