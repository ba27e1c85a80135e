"""What a table of numbers holds: columns, cells, rows that are made when they are looked at, groups that fold."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from nerinspect.analysis.percent import percent_text
from nerinspect.query.filters import Filter
from nerinspect.query.writer import query_text
from nerinspect.results.table import Ratio, Value


@dataclass(frozen=True)
class Column:
    """One column.

    Attributes
    ----------
    title : str
        What its head says.
    tooltip : str
        What its numbers are.
    kind : str
        Letters of the event kind whose symbol stands above the title; empty for none.
    widest : str
        The longest text a cell is expected to have; empty for a column of bars or dots.
    is_percent : bool
        Whether it holds fractions.
    mark : str
        `filled` or `hollow`: the dot that stands before the title; `behind`: a filled one behind it; empty for none.
    is_extra : bool
        Whether it is left out on screen where there is no room for it.
    copied : str
        What copies call it, if another name than on screen.
    is_of_runs : bool
        Whether its cells are means of several runs; copies have a column more, with the standard deviation.
    colour : int or None
        Number of the colour of the system it is about, which stands before the title; None for none.
    """

    title: str
    tooltip: str = ""
    kind: str = ""
    widest: str = "100.00"
    is_percent: bool = False
    mark: str = ""
    is_extra: bool = False
    copied: str = ""
    is_of_runs: bool = False
    colour: int | None = None

    @property
    def copied_title(self) -> str:
        """What copies call it."""
        return self.copied or self.kind.upper() or self.title

    @property
    def copied_titles(self) -> tuple[str, ...]:
        """What copies call it, and the standard deviation beside it."""
        deviation = (f"{self.copied_title} standard deviation",) if self.is_of_runs else ()
        return self.copied_title, *deviation

    @property
    def is_copied(self) -> bool:
        """Whether copies have it: it neither draws only nor holds a sign."""
        return bool(self.title and self.widest)


@dataclass(frozen=True)
class Cell:
    """What one cell shows.

    Attributes
    ----------
    text : str
        As on screen.
    value : str, int, float, Ratio or None
        As it is copied.
    door : Filter or None
        Keeps exactly the events that the number counts; None if it is no door.
    tooltip : str
        Why the text is as it is.
    bar : float
        Length of a bar that stands instead of the text, from 0 to 1; negative for none.
    is_dim : bool
        Whether it is a zero.
    dots : tuple of float
        Positions of dots on a line that stands instead of the text, from 0 to 1: the first filled, others hollow.
    prediction : int
        The number of the prediction whose events the door opens; -1 for that of the row.
    deviation : float or None
        The sample standard deviation over several runs; None if there is none.
    """

    text: str
    value: Value = None
    door: Filter | None = None
    tooltip: str = ""
    bar: float = -1.0
    is_dim: bool = False
    dots: tuple[float, ...] = ()
    prediction: int = -1
    deviation: float | None = None

    @property
    def query(self) -> str:
        """The query of the door; empty for none."""
        return "" if self.door is None else query_text(self.door)

    @property
    def share(self) -> float | None:
        """The fraction it shows; None if undefined."""
        return (
            self.value.value if isinstance(self.value, Ratio) else self.value if isinstance(self.value, float) else None
        )

    def of_prediction(self, prediction: int) -> "Cell":
        """Open the events of a prediction, whatever the row is about."""
        return replace(self, prediction=prediction)


class TableRow:
    """A row whose cells are made when they are first asked for; a table may have thousands that nobody sees.

    Parameters
    ----------
    name : str
        What it is called on screen.
    copied_names : tuple of str
        What it is called in a copy of the table, where each row must tell all by itself.
    make : callable
        Makes the cells behind the name.
    note : str
        Words behind the name on screen, quieter.
    is_total : bool
        Whether it sums up others and is set in semibold.
    prediction : int
        The number of the prediction whose events the doors open; -1 for the one on show.
    depth : int
        How far it is indented.
    is_dim : bool
        Whether it says too little to catch the eye.
    tooltip : str
        What the name means; name and note, if left out.
    door : Filter or None
        Keeps the events that a click on the name opens; None if it opens none.
    """

    def __init__(
        self,
        name: str,
        copied_names: tuple[str, ...],
        make: Callable[[], tuple[Cell, ...]],
        note: str = "",
        is_total: bool = False,
        prediction: int = -1,
        depth: int = 0,
        is_dim: bool = False,
        tooltip: str = "",
        door: Filter | None = None,
    ) -> None:
        self.name, self.copied_names, self.note = name, copied_names, note
        self.is_total, self.prediction = is_total, prediction
        self.depth, self.is_dim, self.tooltip = depth, is_dim, tooltip or f"{name} {note}".rstrip()
        self.door, self._make = door, make

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells, the name first."""
        return Cell(self.name, door=self.door, tooltip=self.tooltip), *self._make()

    def of_columns(self, places: Sequence[int]) -> "TableRow":
        """Keep the cells of some columns, the name among them."""
        return TableRow(
            self.name, self.copied_names, lambda: tuple(self.cells[place] for place in places if place), self.note,
            self.is_total, self.prediction, self.depth, self.is_dim, self.tooltip, self.door,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class RowGroup:
    """A row and those that fold away under it.

    Attributes
    ----------
    key : str
        Names the group from one set of rows to the next.
    head : TableRow
        Always on screen.
    make_rows : callable or None
        Makes the rows that are on screen while the group is open; None if nothing folds.
    """

    key: str
    head: TableRow
    make_rows: Callable[[], tuple[TableRow, ...]] | None = None

    def of_columns(self, places: Sequence[int]) -> "RowGroup":
        """Keep some columns, the names among them."""
        rows = self.make_rows and (lambda: tuple(row.of_columns(places) for row in self.rows))
        return RowGroup(self.key, self.head.of_columns(places), rows)

    @cached_property
    def rows(self) -> tuple[TableRow, ...]:
        """The rows under the head, made when they are first asked for."""
        return () if self.make_rows is None else self.make_rows()


_NEEDS_PREDICTED: Final = frozenset({"Precision", "F1", "", "Difference", "from", "to", "Predicted", "SPU"})


def recall_alone(columns: Sequence[Column], groups: Sequence[RowGroup]) -> tuple[tuple[Column, ...], list[RowGroup]]:
    """Leave out what rests on predicted mentions: a spurious one belongs to no tough subset.

    Parameters
    ----------
    columns : sequence of Column
        The names first.
    groups : sequence of RowGroup
        With a cell for each column.
    """
    places = [place for place, column in enumerate(columns) if column.title not in _NEEDS_PREDICTED]
    return tuple(columns[place] for place in places), [group.of_columns(places) for group in groups]


def count_cell(count: int, door: Filter | None = None, tooltip: str = "") -> Cell:
    """Show a count, dimly if it is zero."""
    return Cell(f"{count:,}", count, door, tooltip, is_dim=not count)


def ratio_cell(numerator: int, denominator: int, door: Filter, meaning: str, undefined: str) -> Cell:
    """Show a fraction as percent.

    Parameters
    ----------
    numerator, denominator : int
        Counts.
    door : Filter
        Keeps the events that hold what the denominator counts.
    meaning : str
        What the number is.
    undefined : str
        Says which count is zero if the denominator is.

    Returns
    -------
    Cell
        Explains itself by its definition and both counts.
    """
    text = percent_text(numerator, denominator)
    why = f"{numerator:,} / {denominator:,}" if denominator else f"{text}: {undefined}."
    return Cell(text, Ratio(numerator, denominator), door, f"{meaning}\n{why}")
