import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from nerinspect.ui.lists import event_rows as sifted_rows
from nerinspect.ui.lists.event_rows import SiftedRows


def sifted(listed: str, order: list[int] | None = None) -> SiftedRows:
    is_listed = np.array([mark == "x" for mark in listed], dtype=bool)
    if order is None:
        return SiftedRows(is_listed)
    return SiftedRows(is_listed, np.array(order, dtype=np.int32), np.array(order, dtype=np.int64))


@pytest.fixture(autouse=True)
def _few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sifted_rows, "_FIRST", 2)


def test_listed_events_stand_in_the_order_of_their_numbers() -> None:
    assert sifted("-xx-x").events.tolist() == [1, 2, 4]


def test_listed_events_stand_in_the_order_of_all() -> None:
    assert sifted("-xx-x", [4, 3, 0, 1, 2]).events.tolist() == [4, 1, 2]


def test_rows_that_nobody_asks_for_are_not_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = sifted("x" * 100)
    monkeypatch.setattr(np, "flatnonzero", lambda part: pytest.fail("laid out") if len(part) > 2 else part.nonzero()[0])
    assert (len(rows), rows.event_at(0), rows.event_at(1)) == (100, 0, 1)


def test_numbers_are_kept_as_short_as_they_are() -> None:
    assert {sifted("xx-x").events.dtype, sifted("xx-x", [3, 2, 1, 0]).events.dtype} == {np.dtype(np.int32)}


def test_no_listed_events_make_no_rows() -> None:
    rows = sifted("---")
    assert (len(rows), rows.n_events, rows.events.tolist(), rows.place_of(1)) == (0, 0, [], None)


@pytest.mark.parametrize("order", [None, [2, 0, 1]])
def test_a_row_beyond_the_last_is_refused(order: list[int] | None) -> None:
    rows = sifted("x-x", order)
    with pytest.raises(IndexError):
        rows.event_at(2)


@st.composite
def any_rows(draw: DrawFn) -> tuple[SiftedRows, list[int], int]:
    listed = draw(st.text("x-", max_size=24))
    order = draw(st.none() | st.permutations(range(len(listed))))
    every = range(len(listed)) if order is None else order
    return sifted(listed, order), [event for event in every if listed[event] == "x"], len(listed)


@given(any_rows(), st.data())
def test_rows_asked_for_in_any_order_equal_those_of_a_slow_way(
    drawn: tuple[SiftedRows, list[int], int], data: st.DataObject
) -> None:
    rows, expected, _n_all = drawn
    for row in data.draw(st.lists(st.integers(0, max(len(expected) - 1, 0)), max_size=6)) if expected else []:
        bottom = data.draw(st.integers(row, len(expected) - 1))
        assert rows.event_at(row) == expected[row]
        assert rows.events_between(row, bottom).tolist() == expected[row : bottom + 1]
    assert (len(rows), rows.events.tolist()) == (len(expected), expected)


@given(any_rows())
def test_every_event_is_found_in_its_row(drawn: tuple[SiftedRows, list[int], int]) -> None:
    rows, expected, n_all = drawn
    found = [rows.place_of(event) for event in range(n_all + 1)]  # one more than there are
    assert found == [expected.index(event) if event in expected else None for event in range(n_all + 1)]
