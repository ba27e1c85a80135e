"""A result table: named columns and rows of plain values."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

Spans: TypeAlias = list[tuple[int, int, str]]


@dataclass(frozen=True)
class Ratio:
    """A fraction that remembers its counts, so that it can be rounded exactly.

    Attributes
    ----------
    numerator, denominator : int
        Counts; the ratio is undefined if the denominator is 0.
    """

    numerator: int
    denominator: int

    @property
    def value(self) -> float | None:
        """The fraction in full precision; None if undefined."""
        return self.numerator / self.denominator if self.denominator else None


Value: TypeAlias = str | int | float | Ratio | Spans | list[str] | None
"""What a cell holds; None is undefined or empty."""

Row: TypeAlias = tuple[Value, ...]


@dataclass(frozen=True, eq=False)
class Table:
    """Rows under named columns; the rows can be read once.

    Attributes
    ----------
    columns : tuple of str
        Names in order.
    rows : iterable of tuple
        Values in the order of the columns.
    percentages : frozenset of str
        Columns of fractions, which are shown as percent where people read them.
    """

    columns: tuple[str, ...]
    rows: Iterable[Row]
    percentages: frozenset[str] = frozenset()

    def __iter__(self) -> Iterator[Row]:
        """Go through the rows."""
        return iter(self.rows)
