"""A result table: named columns and rows of plain values."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from math import isnan
from typing import TypeAlias

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


@dataclass(frozen=True)
class MeanOfRuns:
    """The mean of several runs as papers print it, with the sample standard deviation in parentheses."""

    mean: Decimal
    deviation: Decimal

    def __str__(self) -> str:
        """Write both."""
        return f"{self.mean} ({self.deviation})"


class PValue(float):
    """What a test gives: in files as it is, where people read with three decimals."""

    @staticmethod
    def of(p: float | None) -> "PValue | Ratio":
        """Hold what a test gives; undefined where it says nothing."""
        return Ratio(0, 0) if p is None or isnan(p) else PValue(p)


Value: TypeAlias = str | int | float | Decimal | Ratio | MeanOfRuns | Spans | list[str] | None
"""What a cell holds; a decimal is a number that is rounded already, None is undefined or empty."""

Row: TypeAlias = tuple[Value, ...]


@dataclass(frozen=True, eq=False)
class Table:
    """Rows under named columns; the rows can be read once.

    `percentages`: columns of fractions, which are shown as percent where people read them. `counts`: further columns of
    numbers that may hold none at all, as those of systems where there is none.
    """

    columns: tuple[str, ...]
    rows: Iterable[Row]
    percentages: frozenset[str] = frozenset()
    counts: frozenset[str] = frozenset()

    def __iter__(self) -> Iterator[Row]:
        """Go through the rows."""
        return iter(self.rows)
