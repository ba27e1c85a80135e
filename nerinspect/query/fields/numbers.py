"""Fields that hold numbers: number, comparison or closed range."""

import re
from collections.abc import Callable
from math import ceil, floor, isfinite
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.errors import QuerySyntaxError
from nerinspect.query.fields.base import Field, Names, Written
from nerinspect.query.runs import held
from nerinspect.query.values import Interval, Value, Values

NumberColumn: TypeAlias = IntArray | npt.NDArray[np.float64]

_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_COMPARISON = re.compile(rf"(>=|<=|>|<|=)({_NUMBER})")
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})")


def read_number(written: Written) -> float | Interval:
    """Read a number, a comparison (`>=3`) or a closed range (`0..0.5`).

    Raises
    ------
    QuerySyntaxError
        If it is none of these, too large, or a range that ends before it begins.
    """
    text = written.text
    if found := _RANGE.fullmatch(text):
        low, high = _number(found[1], written), _number(found[2], written)
        if low > high:
            raise QuerySyntaxError(f"the range {text} ends before it begins; turn it round", written.position)
        return Interval(low, high)
    found = _COMPARISON.fullmatch(text)
    if not found or found[1] == "=":
        return _number(text.removeprefix("="), written)
    number = _number(found[2], written)
    is_open = "=" not in found[1]
    return Interval(high=number, high_open=is_open) if "<" in found[1] else Interval(low=number, low_open=is_open)


def _number(text: str, written: Written) -> float:
    if not re.fullmatch(_NUMBER, text):
        problem = f"{written.text} is no number; write 3, >=3, >3, <3, <=3, =3 or a range such as 3..5"
        raise QuerySyntaxError(problem, written.position)
    number = float(text)
    if not isfinite(number):
        raise QuerySyntaxError(f"the number {text} is too large", written.position)
    return number + 0.0  # no minus before a zero


def matches(column: NumberColumn, value: Value) -> BoolArray:
    """Tell where a column of numbers has a value.

    Parameters
    ----------
    column : ndarray of int32 or float64
        Integers count from 1, so that 0 is undefined; among floats nan is.
    value : number or Interval
        Anything else matches nothing.

    Returns
    -------
    ndarray of bool, shape of the column
        False where the column is undefined.
    """
    if isinstance(value, int | float | np.number):
        value = Interval(float(value), float(value))
    if not isinstance(value, Interval):
        return np.zeros(column.shape, dtype=bool)
    if np.issubdtype(column.dtype, np.integer):
        return _counts_match(column, value)
    above = column > value.low if value.low_open else column >= value.low
    below = column < value.high if value.high_open else column <= value.high
    return np.asarray(above & below)


def _counts_match(column: NumberColumn, interval: Interval) -> BoolArray:
    """Compare whole numbers from 1 as such: they are compared faster than floats."""
    largest = np.iinfo(np.int32).max
    low, high = 1, largest
    if isfinite(interval.low):
        low = max(low, floor(interval.low) + 1 if interval.low_open else ceil(interval.low))
    if isfinite(interval.high):
        high = min(high, ceil(interval.high) - 1 if interval.high_open else floor(interval.high))
    if low > high:
        return np.zeros(column.shape, dtype=bool)
    if low == high:
        return np.asarray(column == low)
    above = column >= low
    return np.asarray(above if high == largest else above & (column <= high))


_MANY: Final = 50
"""From so many values on, all are looked up at once."""


class NumberField(Field):
    """A field with one number for each event.

    Parameters
    ----------
    name, meaning : str
        As for every field.
    column : callable
        Gives the numbers of the events of a study.
    """

    def __init__(self, name: str, meaning: str, column: Callable[[Study], NumberColumn]) -> None:
        super().__init__(name, meaning)
        self._column = column

    def read(self, written: Written, names: Names) -> Value:
        """Read a number, comparison or range."""
        return read_number(written)

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        """Compare the column with each value."""
        column = self._column(study)
        if len(values) > _MANY:
            is_defined = column != 0 if np.issubdtype(column.dtype, np.integer) else ~np.isnan(column)
            return held(column, values) & is_defined
        mask = np.zeros(len(column), dtype=bool)
        for value in values:
            mask |= matches(column, value)
        return mask

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count by number, ascending, undefined ones left out."""
        column = self._column(study)
        if np.issubdtype(column.dtype, np.integer):
            size = int(column.max(initial=0)) + 1
            counts = np.bincount(column[among], minlength=size)
            numbers = np.flatnonzero(np.bincount(column, minlength=size)[1:]) + 1
            return dict(zip(numbers.tolist(), counts[numbers].tolist(), strict=True))
        fractions, place = np.unique(column[~np.isnan(column)], return_inverse=True)
        counts = np.bincount(place[among[~np.isnan(column)]], minlength=len(fractions))
        return dict(zip(fractions.tolist(), counts.tolist(), strict=True))
