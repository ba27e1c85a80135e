"""Whether what is written are numbers, dates or names."""

import datetime

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.attributes.own import values_of, values_of_texts

NAN = float("nan")


@pytest.mark.parametrize(
    ("texts", "scale", "values"),
    [
        (["3", "1", "-2"], "whole", [3, 1, -2]),
        (["1.5", "1e2", "+1", ".5"], "number", [1.5, 100, 1, 0.5]),
        ([" 2\t", "2.0"], "whole", [2, 2]),
        (["1970-01-02", "1969-12-31"], "date", [1, -1]),
        (["1970-01-02T23:59:00Z", "1970-01-03 08:00"], "date", [1, 2]),
        (["1", "", None, "none"], "whole", [1, NAN, NAN, NAN]),
    ],
)
def test_numbers_and_dates_are_read(texts: list[str], scale: str, values: list[float]) -> None:
    own = values_of_texts(pa.array(texts, pa.string()))
    assert own.scale == scale
    np.testing.assert_array_equal(own.values, values)


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["news", "blog", "news", ""], ("news", "blog")),
        (["1", "NA"], ("1", "NA")),
        (["1", "nan"], ("1", "nan")),
        (["1", "inf"], ("1", "inf")),
        (["1e999"], ("1e999",)),
        (["1,5"], ("1,5",)),
        (["2024-02-30"], ("2024-02-30",)),
        (["2024-02-03", "7"], ("2024-02-03", "7")),
        (["null", "none", "None"], ("null", "None")),
    ],
)
def test_all_else_are_names(texts: list[str], names: tuple[str, ...]) -> None:
    own = values_of_texts(pa.array(texts, pa.string()))
    assert (own.scale, own.names) == ("name", names)
    read = [own.names[int(value)] if value == value else None for value in own.values.tolist()]
    assert read == [text if text in names else None for text in texts]


@pytest.mark.parametrize("texts", [[], [""], [None, "none", " "]])
def test_a_column_without_any_value_says_so(texts: list[str]) -> None:
    own = values_of_texts(pa.array(texts, pa.string()))
    assert not own.has_values
    assert len(own.values) == len(texts)


@pytest.mark.parametrize(
    ("column", "scale", "values"),
    [
        (pa.array([1, None, 3]), "whole", [1, NAN, 3]),
        (pa.array([0.5, float("inf"), None]), "number", [0.5, NAN, NAN]),
        (pa.array([datetime.date(1970, 1, 2), None]), "date", [1, NAN]),
        (pa.array([datetime.datetime(1970, 1, 2, 23)]), "date", [1]),
        (pa.array(["5", "7", None]).dictionary_encode(), "whole", [5, 7, NAN]),
        (pa.array([True, None, False, True]), "name", [0, NAN, 1, 0]),
        (pa.nulls(2), "whole", [NAN, NAN]),
        (pa.array(["4", None], pa.string_view()), "whole", [4, NAN]),
        (pa.array(["4", None], pa.large_string()), "whole", [4, NAN]),
    ],
)
def test_columns_of_other_types_are_read(column: pa.Array, scale: str, values: list[float]) -> None:
    own = values_of(column)
    assert own is not None
    assert own.scale == scale
    np.testing.assert_array_equal(own.values, values)


def test_truth_values_are_named() -> None:
    own = values_of(pa.array([False, True]))
    assert own is not None
    assert own.names == ("false", "true")


def test_lists_are_no_values() -> None:
    assert values_of(pa.array([[1], [2]])) is None


def test_the_first_name_that_is_no_number_among_numbers_is_found() -> None:
    assert values_of_texts(pa.array(["1", "2.5", "n/a", "4"])).odd_name() == "n/a"
    assert values_of_texts(pa.array(["1", "two", "three"])).odd_name() is None


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False)))
def test_written_numbers_are_read_back(numbers: list[float]) -> None:
    own = values_of_texts(pa.array([repr(number) for number in numbers], pa.string()))
    assert own.values.tolist() == numbers
    assert own.scale == ("whole" if all(number.is_integer() for number in numbers) else "number")


@given(st.lists(st.dates(datetime.date(1000, 1, 1)), min_size=1))
def test_written_dates_are_read_back(dates: list[datetime.date]) -> None:
    own = values_of_texts(pa.array([date.isoformat() for date in dates]))
    assert own.scale == "date"
    assert own.values.tolist() == [(date - datetime.date(1970, 1, 1)).days for date in dates]
