import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.corpus.arrays import (
    as_arrow,
    as_arrow_texts,
    holding,
    is_member,
    numbered_together,
    numbered_values,
    places_in,
    range_of,
    sorted_distinct,
    spread_ranges,
    stable_order,
    texts_of_runs,
    times_in,
)
from tests.examples import examples

SMALL = st.integers(-20, 20)


@settings(max_examples=examples(60))
@given(st.lists(st.tuples(SMALL, st.integers(0, 5))))
def test_ranges_are_spread_one_after_the_other(ranges: list[tuple[int, int]]) -> None:
    start = np.array([first for first, _ in ranges], dtype=np.int32)
    stop = start + np.array([length for _, length in ranges], dtype=np.int32)
    plain = [member for first, length in ranges for member in range(first, first + length)]
    assert spread_ranges(start, stop).tolist() == plain


@settings(max_examples=examples(60))
@given(SMALL, st.lists(st.integers(0, 90), min_size=1), st.data())
def test_the_range_of_positions_is_found_for_many_and_for_few(
    first: int, lengths: list[int], data: st.DataObject
) -> None:
    start = first + np.append(0, np.cumsum(lengths)).astype(np.int32)
    held = [number for number, length in enumerate(lengths) for _ in range(length)]
    asked = data.draw(st.lists(st.sampled_from(range(len(held))), max_size=9) if held else st.just([]))
    for positions in (asked, list(range(len(held)))):
        found = range_of(start[0] + np.array(positions, dtype=np.int32), start)
        assert found.tolist() == [held[place] for place in positions]


@settings(max_examples=examples(60))
@given(SMALL, st.lists(st.integers(0, 3), min_size=1))
def test_ranges_that_adjoin_are_spread_like_any_others(first: int, lengths: list[int]) -> None:
    bounds = first + np.append(0, np.cumsum(lengths)).astype(np.int32)
    found = spread_ranges(bounds[:-1], bounds[1:])
    assert found.tolist() == [*range(first, first + sum(lengths))]
    assert found.dtype == np.int64


@settings(max_examples=examples(60))
@given(st.lists(SMALL))
def test_distinct_values_are_sorted(values: list[int]) -> None:
    assert sorted_distinct(np.array(values, dtype=np.int32)).tolist() == sorted(set(values))


@settings(max_examples=examples(60))
@given(st.lists(SMALL), st.lists(SMALL))
def test_membership_is_that_of_a_set(values: list[int], members: list[int]) -> None:
    ascending = np.array(sorted(members), dtype=np.int32)
    assert is_member(np.array(values, dtype=np.int32), ascending).tolist() == [value in members for value in values]


@pytest.mark.parametrize("step", [1, 2, -1])
def test_arrow_holds_the_same_integers(step: int) -> None:
    values = np.arange(7, dtype=np.int32)[::step]
    assert as_arrow(values).to_pylist() == values.tolist()


@settings(max_examples=examples(60))
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 2**20), st.integers(0, 1)), max_size=8))
def test_equal_rows_have_equal_numbers_and_an_example(rows: list[tuple[int, int, int]]) -> None:
    columns = np.array(rows, dtype=np.int32).reshape(-1, 3).T
    for tried in (columns, columns % 5):  # many combinations, and few
        number, example = numbered_together(*tried)
        assert len(example) == len(set(zip(*tried.tolist(), strict=True)))
        assert np.array_equal(tried[:, example][:, number], tried)


@settings(max_examples=examples(60))
@given(st.lists(st.sampled_from(["", "a", "a,", ',"', "é", "\n"])), st.integers(0, 3))
def test_texts_that_hold_a_sign_are_found(texts: list[str], n_before: int) -> None:
    found = holding(as_arrow_texts([",", *texts])[min(n_before, 1 + len(texts)) :], lambda signs: signs == ord(","))
    assert found.tolist() == ["," in text for text in [",", *texts][n_before:]]


@settings(max_examples=examples(60))
@given(st.lists(SMALL), st.lists(SMALL), st.sampled_from([1, 10_000]))
def test_values_are_counted(values: list[int], among: list[int], factor: int) -> None:
    ascending = np.sort(np.array(among, dtype=np.int64) * factor)
    assert times_in(np.array(values, dtype=np.int64) * factor, ascending).tolist() == list(map(among.count, values))


@settings(max_examples=examples(60))
@given(st.lists(st.lists(st.sampled_from([0.0, -0.0, 0.5, -3.0, np.nan, np.inf])), min_size=1, max_size=3))
def test_distinct_numbers_stand_once(columns: list[list[float]]) -> None:
    values, places = numbered_values([np.array(column) for column in columns])
    assert len(values) == len(np.unique(np.concatenate([np.array(column) for column in columns])))
    for column, place in zip(columns, places, strict=True):
        assert np.array_equal(values[place], column, equal_nan=True)


@given(st.lists(st.integers(0, 2**20 + 3)), st.booleans())
def test_equal_numbers_stay_in_their_order(values: list[int], is_wide: bool) -> None:
    numbers = np.array(values, dtype=np.int64) << (20 if is_wide else 0)
    assert stable_order(numbers).tolist() == sorted(range(len(values)), key=values.__getitem__)


@given(st.lists(st.integers(0, 9)), st.lists(st.integers(0, 9), unique=True))
def test_places_among_distinct_numbers(values: list[int], distinct: list[int]) -> None:
    found = places_in(np.array(values, dtype=np.int64), np.array(distinct, dtype=np.int64))
    assert found.tolist() == [distinct.index(one) if one in distinct else -1 for one in values]


@settings(max_examples=examples(60))
@given(st.lists(st.lists(st.sampled_from(["", "a", "\u00e9,", " "]))), st.sampled_from(["", " ", '","']))
def test_runs_of_words_are_written(runs: list[list[str]], between: str) -> None:
    words = [word for run in runs for word in run]
    offsets = np.cumsum([0, *map(len, runs)])
    ended = as_arrow_texts([f"{word}{between}" for word in words])
    written = texts_of_runs(ended, np.arange(len(words)), offsets, between)
    assert written.to_pylist() == [between.join(run) for run in runs]
