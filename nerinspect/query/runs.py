"""Whole numbers picked one by one or in a row, written as ranges."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import ceil, floor

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
        The numbers ascending, three or more in a row as an `Interval`; anything but whole numbers as it was.
    """
    values = tuple(values)
    numbers = sorted(value for value in values if isinstance(value, int | float) and float(value).is_integer())
    if len(numbers) < max(len(values), _SHORTEST):
        return values
    ends = [place for place, (number, after) in enumerate(pairwise(numbers), 1) if after != number + 1]
    runs = pairwise([0, *ends, len(numbers)])
    return tuple(part for first, after in runs for part in _run(numbers[first], numbers[after - 1]))


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
