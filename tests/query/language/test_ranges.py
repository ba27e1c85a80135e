"""Numbers in a row and ranges say the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.query.language.values import Interval, Value, Values, held, joined, toggled

NUMBERS = st.sets(st.integers(1, 30))


def numbers_of(values: Values) -> set[int]:
    """Write every number between 1 and 30 that the values name."""
    return {number for number in range(1, 31) if any(names(value, number) for value in values)}


def names(value: Value, number: int) -> bool:
    return value.low <= number <= value.high if isinstance(value, Interval) else value == number


@given(NUMBERS)
def test_joining_keeps_the_numbers(numbers: set[int]) -> None:
    assert numbers_of(joined(numbers)) == numbers


@given(NUMBERS, st.integers(1, 30))
def test_toggling_changes_one_number(numbers: set[int], number: int) -> None:
    assert numbers_of(toggled(joined(numbers), number)) == numbers ^ {number}


def test_two_neighbours_are_no_range() -> None:
    assert joined([4, 3, 8]) == (3, 4, 8)


def test_names_stay_as_they_are() -> None:
    assert joined(["be", "fn", None]) == ("be", "fn", None)


def test_fractions_stay_as_they_are() -> None:
    assert joined([0.5, 1, 2, 3]) == (0.5, 1, 2, 3)


@given(NUMBERS, NUMBERS)
def test_ranges_hold_the_numbers_they_were_made_of(numbers: set[int], others: set[int]) -> None:
    column = np.arange(1, 31)
    assert held(column, (*joined(numbers), *others)).nonzero()[0].tolist() == sorted(n - 1 for n in numbers | others)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (Interval(low=2, low_open=True), [3, 4]),
        (Interval(high=3, high_open=True), [1, 2]),
        (Interval(low=3), [3, 4]),
        (2.0, [2]),
        ("2", []),
    ],
)
def test_ends_are_held_unless_they_are_open(value: Value, found: list[int]) -> None:
    column = np.array([1, 2, 3, 4])
    assert column[held(column, (value,))].tolist() == found


def test_an_undefined_number_is_in_no_range() -> None:
    assert held(np.array([np.nan, 0.5]), (Interval(0, 1),)).tolist() == [False, True]
