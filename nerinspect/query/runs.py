"""Whole numbers picked one by one or in a row, written as ranges."""

from collections.abc import Iterable, Iterator
from math import ceil, floor

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import BoolArray
from nerinspect.query.values import Interval, Value, Values

_SHORTEST = 3  # numbers; two stand side by side


def joined(values: Iterable[Value]) -> Values:
    """Write whole numbers that follow each other as a range.

    Parameters
    ----------
    values : iterable of Value
        Each once.

    Returns
    -------
    tuple
        If all are whole numbers, those ascending, three or more in a row as an `Interval`; else the values.
    """
    values = tuple(values)
    if len(values) < _SHORTEST or not set(map(type, values)) <= {int, float}:
        return values
    numbers = np.unique(np.array(values))
    if np.any(numbers != np.floor(numbers)):
        return values
    is_first = np.diff(numbers, prepend=numbers[0] - 2) != 1
    is_last = np.append(is_first[1:], True)
    runs = zip(numbers[is_first].tolist(), numbers[is_last].tolist(), strict=True)
    return tuple(part for low, high in runs for part in _run(low, high))


def held(numbers: npt.NDArray[np.integer | np.floating], values: Iterable[object]) -> BoolArray:
    """Tell which numbers are among some numbers and ranges, however many these are.

    Parameters
    ----------
    numbers : ndarray of int or float
        Numbers; nan is in no range.
    values : iterable of object
        Numbers and `Interval`; anything else holds nothing.

    Returns
    -------
    ndarray of bool, shape of `numbers`
        A new array.
    """
    ends = [_ends(value) for value in values if isinstance(value, int | float | Interval)]
    if not ends:
        return np.zeros(len(numbers), dtype=bool)
    low, high = (np.array(side, dtype=np.float64) for side in zip(*ends, strict=True))
    order = np.argsort(low)
    low, high = low[order], high[order]
    before = np.searchsorted(low, numbers, side="right") - 1
    return np.asarray((before >= 0) & (numbers <= np.maximum.accumulate(high)[before]))


def toggled(values: Values, value: Value) -> Values:
    """Add a value at the end, or take it away: a whole number also out of the range that it lies in."""
    if value in values:
        return tuple(kept for kept in values if kept != value)
    kept = tuple(part for old in values for part in _without(old, value))
    return (*values, value) if kept == values else kept


def _without(old: Value, value: Value) -> Iterator[Value]:
    """Cut a whole number out of a range."""
    if not isinstance(old, Interval) or not isinstance(value, int | float):
        yield old
        return
    low = floor(old.low) + 1 if old.low_open else old.low
    high = ceil(old.high) - 1 if old.high_open else old.high
    if low <= value <= high:
        yield from _run(low, value - 1)
        yield from _run(value + 1, high)
    else:
        yield old


def _run(low: float, high: float) -> Iterator[Value]:
    if high - low + 1 >= _SHORTEST:
        yield Interval(low, high)
    elif low <= high:
        yield from (low,) if low == high else (low, high)


def _ends(value: float | Interval) -> tuple[float, float]:
    """Give the smallest and the largest number of a range."""
    if not isinstance(value, Interval):
        return value, value
    low = np.nextafter(value.low, np.inf) if value.low_open else value.low
    return float(low), float(np.nextafter(value.high, -np.inf) if value.high_open else value.high)
