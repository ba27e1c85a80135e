"""The cells of tables over data sets: each opens a data set, and may be the best of its row, a winner or words."""

from dataclasses import dataclass

from nerinspect.analysis.percent import UNDEFINED
from nerinspect.results.table import Ratio
from nerinspect.ui.diagnosis.special_tables import HeatCell
from nerinspect.ui.project.data_sets import DataSetDoor

NOTHING = Ratio(0, 0)


@dataclass(frozen=True)
class ProjectCell(HeatCell):
    """What one cell shows.

    Attributes
    ----------
    opens : DataSetDoor or None
        The data set behind it; None if it is no door.
    is_best : bool
        Whether it is set in semibold.
    ink : int
        The place of the system whose colour stands before the text; negative for none.
    read_place : int
        The data set that a click reads again: the text says why it is not there; negative for none.
    is_words : bool
        Whether the text is words instead of a number.
    beside : str
        Stands at the right of words, quieter.
    """

    shade: float = -1.0
    opens: DataSetDoor | None = None
    is_best: bool = False
    ink: int = -1
    read_place: int = -1
    is_words: bool = False
    beside: str = ""

    @property
    def is_door(self) -> bool:
        """Whether a click does something."""
        return self.opens is not None or self.read_place >= 0

    @property
    def query(self) -> str:
        """The query that is in force behind the door; empty for none."""
        return (self.opens.query or "") if self.opens else ""


def nothing(why: str) -> ProjectCell:
    """Show that there is no number."""
    return ProjectCell(UNDEFINED, NOTHING, tooltip=f"{UNDEFINED}: {why}.")


def percent(value: float, deviation: float | None = None) -> str:
    """Write a fraction as percent, with the standard deviation over runs."""
    text = f"{100 * value:.2f}"
    return text if deviation is None else f"{text} ± {100 * deviation:.2f}"
