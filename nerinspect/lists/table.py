"""Tables of plain values under named columns, results made of them, and what is known of the columns of lists."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum, auto
from itertools import chain
from math import isnan
from typing import Any, Final, TypeAlias, cast

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import AnyIntArray, taken
from nerinspect.events.scores import percent_text
from nerinspect.glossary import DEFINITIONS

Spans: TypeAlias = list[tuple[int, int, str]]


@dataclass(frozen=True)
class Ratio:
    """A fraction that remembers its counts, so that it can be rounded exactly; undefined over 0."""

    numerator: int
    denominator: int

    @property
    def value(self) -> float | None:
        """The fraction in full precision; None if undefined."""
        return self.numerator / self.denominator if self.denominator else None

    def __str__(self) -> str:
        return percent_text(self.numerator, self.denominator)


@dataclass(frozen=True)
class MeanOfRuns:
    """The mean of several runs as papers print it, with the sample standard deviation in parentheses."""

    mean: Decimal
    deviation: Decimal

    def __str__(self) -> str:
        return f"{self.mean} ({self.deviation})"


class PlusMinus(MeanOfRuns):
    """The same with the deviation behind a sign."""

    def __str__(self) -> str:
        return f"{self.mean} ± {self.deviation}"


class PValue(float):
    """What a test gives: in files as it is, where people read with three decimals."""

    @staticmethod
    def of(p: float | None) -> "PValue | Ratio":
        """Hold what a test gives; undefined where it says nothing."""
        return Ratio(0, 0) if p is None or isnan(p) else PValue(p)


class Abridged(str):
    """A text of which people are shown less: in files as it is, where people read `short`."""

    short = ""

    @staticmethod
    def of(text: str, short: str) -> "Abridged":
        """Hold a text and what people are shown of it."""
        abridged = Abridged(text)
        abridged.short = short
        return abridged


Value: TypeAlias = str | int | float | Decimal | Ratio | MeanOfRuns | Spans | list[str] | None
"""What a cell holds; a decimal is a number that is rounded already, None is undefined or empty."""

Row: TypeAlias = tuple[Value, ...]


@dataclass(frozen=True, eq=False)
class Coded:
    """Cells of which many are equal: each different one, in Arrow or in a list, and which of them each row has."""

    cells: "pa.Array | list[Value]"
    codes: AnyIntArray

    def __iter__(self) -> "Iterator[Value]":
        return map([*listed(self.cells)].__getitem__, self.codes.tolist())

    @property
    def by_row(self) -> pa.Array:
        """The cells of all rows, in Arrow."""
        return taken(self.cells, self.codes)


Cells: TypeAlias = Iterable[Value] | AnyIntArray | pa.Array  # the cells of a column, as they are made


def listed(cells: Cells) -> Iterable[Value]:
    """Give cells one by one."""
    if isinstance(cells, pa.Array):
        return cast("list[Value]", cells.to_pylist())
    return cells.tolist() if isinstance(cells, np.ndarray) else cells


class Content(Enum):
    """What the cells of a column hold."""

    TEXT = auto()
    NUMBER = auto()  # whole numbers
    RATIO = auto()  # numbers of any size between
    FLAG = auto()  # `yes`, or nothing
    SPANS = auto()
    TOKENS = auto()


@dataclass(frozen=True, eq=False)
class Table:
    """Rows under named columns; the rows can be read once.

    `percentages`: columns of fractions, which are shown as percent where people read them. `counts`: further columns of
    numbers that may hold none at all, as those of systems where there is none. `contents`: what columns hold, as far as
    that is known before there are rows; of lists it is. `texts`, if there is one, gives the rows anew, as columns of
    texts for CSV, some thousand rows at a time.
    """

    columns: tuple[str, ...]
    rows: Iterable[Row]
    percentages: frozenset[str] = frozenset()
    counts: frozenset[str] = frozenset()
    contents: Mapping[str, Content] = field(default_factory=dict)
    texts: Callable[[], Iterator[list[Cells]]] | None = None

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)


PAPER: Final = "paper"  # the layout of a table as papers print it, see `tables/paper.py`


@dataclass(frozen=True, eq=False)
class PaperTable(Table):
    """A table as papers print it; every number is rounded already, or None where it is undefined.

    `heads`: what stands above each column: the words that it shares with its neighbours, or none, and its own.
    """

    heads: tuple[tuple[str, str], ...] = ()
    bold: frozenset[tuple[int, int]] = frozenset()  # row and column of the cells that are the best of their columns
    caption: str = ""  # what is shown, of which data, and how it was counted: a sentence
    label: str = ""  # by what LaTeX refers to it
    n_digits: int = 2  # how many decimals its numbers have


@dataclass(frozen=True, eq=False)
class Result:
    """A table that a command writes and the library returns."""

    table: Table
    details: Mapping[str, Any]  # what its record says besides the sources: the table's name, what was chosen, notes
    arguments: list[str] = field(default_factory=list)  # the options that ask the command for it, defaults left out
    notes: list[str] = field(default_factory=list)  # what is to be known of the numbers, in sentences


class Of(Enum):
    """Which lists have a column."""

    EVENTS = auto()  # every one
    TRAINING = auto()  # those of a study whose training data say something of such events
    EVIDENCE = auto()  # those of such a study, if they are asked for it
    DECISIONS = auto()  # those of a review
    PEOPLE = auto()  # those of a review, if they are asked for it
    CHANGES = auto()  # those of changes between two versions of a system
    DRAWING = auto()  # none that people choose: pages and examples are drawn from it


def _made_elsewhere(_of: Any) -> Iterable[Value]:  # noqa: ANN401 - a block, or a decision
    raise TypeError("the values of this column are not made from events alone")


@dataclass(frozen=True)
class Column:
    """A column of a list of events; all that is said of it elsewhere is how it is painted on screen.

    `texts`: gives the cells of a `Block` as CSV has them, where that is quicker than to write its values.
    """

    name: str
    values: Callable[[Any], Any] = _made_elsewhere  # gives the cells of a `Block` of events; of one decision, its cell
    content: Content = Content.TEXT
    of: Of = Of.EVENTS
    is_in_examples: bool = False  # whether examples say it unless other columns are asked for
    definition: str = ""  # what its meaning stands under in the glossary; its name if left out
    is_on_screen: bool = True  # whether the window offers it as a column of its own
    texts: Callable[[Any], Any] | None = None

    def __post_init__(self) -> None:
        if self.of is not Of.DRAWING and self.meaning_key not in DEFINITIONS:
            raise ValueError(f"the column {self.name} has no entry {self.meaning_key} in the glossary")

    @property
    def meaning_key(self) -> str:
        """What its meaning stands under in the glossary."""
        return self.definition or self.name


def columns_by_name(*columns: Column) -> dict[str, Column]:
    found = {column.name: column for column in columns}
    if len(found) < len(columns):
        raise ValueError("two columns share a name")
    return found


DEVIATION: Final = "{} std"  # the column of the deviations of means of runs, as JSON has them


def typed(table: Table) -> Table:
    """Give a table whose `contents` name every column; what is not known before there are rows is found out from them.

    Means of runs become two columns. Rows of a table whose columns are known are made as they are read.
    """
    if all(name in table.contents for name in table.columns):
        return table
    rows = list(table)
    have_means = [any(isinstance(row[place], MeanOfRuns) for row in rows) for place in range(len(table.columns))]
    pairs = zip(table.columns, have_means, strict=True)
    columns = tuple(chain.from_iterable(_names(name, has_means) for name, has_means in pairs))
    split = [tuple(chain.from_iterable(map(_cells, row, have_means))) for row in rows] if any(have_means) else rows
    contents = {
        name: table.contents.get(name) or _content(table, name, (row[place] for row in split))
        for place, name in enumerate(columns)
    }
    return Table(columns, split, table.percentages, table.counts, contents)


def encodable(text: str) -> str:
    r"""Write half characters, which are no Unicode, as `\udcXX`, as text files and records have them.

    Examples
    --------
    >>> print(encodable("a\udcff"))
    a\udcff
    """
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


def _names(column: str, has_means: bool) -> tuple[str, ...]:
    return (column, DEVIATION.format(column)) if has_means else (column,)


def _cells(value: Value, has_means: bool) -> tuple[Value, ...]:
    if isinstance(value, MeanOfRuns):
        return value.mean, value.deviation
    return (value, None) if has_means else (value,)


def _content(table: Table, column: str, values: Iterable[Value]) -> Content:
    """Find out what a column holds; what holds nothing is what the table says of it."""
    kinds = {_kind(value) for value in values if value is not None}
    if not kinds:
        is_number = column in table.counts
        return Content.RATIO if column in table.percentages else Content.NUMBER if is_number else Content.TEXT
    if kinds <= {Content.NUMBER, Content.RATIO}:
        return max(kinds, key=(Content.NUMBER, Content.RATIO).index)
    if kinds == {Content.SPANS, Content.TOKENS}:  # lists without anything in them are taken for spans
        return Content.TOKENS
    return kinds.pop() if len(kinds) == 1 else Content.TEXT


def _kind(value: Value) -> Content:
    if isinstance(value, int):
        return Content.NUMBER
    if isinstance(value, float | Decimal | Ratio):
        return Content.RATIO
    if isinstance(value, list):
        return Content.TOKENS if value and isinstance(value[0], str) else Content.SPANS
    return Content.TEXT
