"""What the charts of the overview are drawn from."""

from dataclasses import dataclass
from typing import Final

from nerinspect.analysis.study import Study
from nerinspect.query.kept_scores import KeptScores
from nerinspect.ui.overview.doors import Doors

MOST_CHARTS: Final = 4
"""So many predictions have charts beside each other; the table has all."""


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
    """

    names: tuple[str, ...]
    scores: tuple[KeptScores, ...]
    prediction: int
    types: tuple[str, ...]
    doors: Doors
    study: Study
    counted: str = ""

    @property
    def drawn(self) -> list[int]:
        """The predictions that have a chart: the one on show first, then others in order."""
        others = [number for number in range(len(self.scores)) if number != self.prediction]
        return [self.prediction, *others][:MOST_CHARTS]
