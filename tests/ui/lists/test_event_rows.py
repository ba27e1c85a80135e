import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from nerinspect.ui.lists.event_rows import FlatRows, GroupedRows, Surfaces


def surfaces_of(names: str) -> Surfaces:
    """Number surfaces named by letters by their first occurrence."""
    order = list(dict.fromkeys(names))
    number = np.array([order.index(name) for name in names], dtype=np.int32)
    bounds = np.concatenate([[0], np.cumsum(np.bincount(number, minlength=len(order)))])
    return Surfaces(number, bounds.astype(np.int32))


def grouped(names: str, listed: str = "", folded: str = "") -> GroupedRows:
    surfaces, order = surfaces_of(names), list(dict.fromkeys(names))
    is_listed = np.array([mark == "x" for mark in listed or "x" * len(names)], dtype=bool)
    is_folded = np.array([name in folded for name in order], dtype=bool)
    permutation = surfaces.permutation()
    return GroupedRows(surfaces, permutation, is_listed[permutation], is_folded)


def shown(rows: GroupedRows) -> list[str]:
    """Write each row: the event, or the group's size, in brackets if it is folded."""
    texts = []
    for row in range(len(rows)):
        group = rows.group_at(row)
        size = "" if group is None else f"{group.n_events} events"
        texts.append(str(rows.event_at(row)) if group is None else f"({size})" if group.is_folded else size)
    return texts


def test_larger_groups_come_first() -> None:
    assert shown(grouped("abcbcc")) == ["3 events", "2", "4", "5", "2 events", "1", "3", "0"]


def test_groups_of_one_size_stand_by_first_place() -> None:
    assert grouped("bab" + "a").events.tolist() == [0, 2, 1, 3]


def test_unlisted_events_do_not_count() -> None:
    assert shown(grouped("aaab", listed="x--x")) == ["0", "3"]


def test_a_folded_group_keeps_its_own_row() -> None:
    assert shown(grouped("aab", folded="a")) == ["(2 events)", "2"]


def test_a_single_event_has_no_row_above_it_and_is_never_folded() -> None:
    rows = grouped("aab", folded="ab", listed="x-x")
    assert shown(rows) == ["0", "2"]
    assert [rows.head_row(row) for row in range(2)] == [0, 1]
    assert [rows.row_at(place) for place in range(2)] == [0, 1]


def test_folded_events_are_still_in_order() -> None:
    assert grouped("aab", folded="ab").events.tolist() == [0, 1, 2]


def test_a_folded_event_is_found_at_its_group() -> None:
    rows = grouped("abb", folded="b")
    place = rows.place_of(2)
    assert place is not None
    assert rows.row_at(place) == 0


def test_an_unlisted_event_has_no_place() -> None:
    rows = grouped("aab", listed="x-x")
    assert rows.place_of(1) is None


def test_refolding_leaves_the_order_alone() -> None:
    rows = grouped("aab")
    assert shown(rows.refolded(np.array([True, False]))) == ["(2 events)", "2"]
    assert shown(rows) == ["2 events", "0", "1", "2"]


@pytest.mark.parametrize(
    ("top", "bottom", "expected"),
    [
        (1, 1, [1]),  # an event
        (0, 0, [1, 2, 4]),  # the row of a group stands for all of it
        (2, 3, [2, 4]),
        (3, 4, [4]),  # the row of the next group, whose events have rows of their own
        (3, 5, [4, 0]),
        (0, 7, [1, 2, 4, 0, 3, 5]),
        (7, 7, [5]),  # an event without a group
    ],
)
def test_rows_stand_for_events(top: int, bottom: int, expected: list[int]) -> None:
    assert grouped("abbabc").events_between(top, bottom).tolist() == expected


def test_a_folded_group_among_rows_stands_for_its_events() -> None:
    rows = grouped("abbabc", folded="a")
    assert [rows.events_between(*bounds).tolist() for bounds in ((3, 4), (4, 5))] == [[4, 0, 3], [0, 3, 5]]


def test_no_events_make_no_rows() -> None:
    rows = grouped("ab", listed="--")
    assert (len(rows), rows.n_events, rows.events.tolist(), rows.place_of(0)) == (0, 0, [], None)


@st.composite
def any_rows(draw: DrawFn) -> tuple[GroupedRows, str, str, str]:
    names = draw(st.text("abcd", min_size=1, max_size=12))
    listed = draw(st.text("x-", min_size=len(names), max_size=len(names)))
    folded = "".join(draw(st.sets(st.sampled_from("abcd"))))
    return grouped(names, listed, folded), names, listed, folded


@given(any_rows())
def test_rows_equal_those_of_a_slow_way(drawn: tuple[GroupedRows, str, str, str]) -> None:
    rows, names, listed, folded = drawn
    members: dict[str, list[int]] = {name: [] for name in names}
    for event, name in enumerate(names):
        if listed[event] == "x":
            members[name].append(event)
    expected: list[int | None] = []
    for name in sorted(members, key=lambda name: (-len(members[name]), names.index(name))):
        if members[name]:
            has_head = len(members[name]) > 1
            expected += [None] * has_head
            expected += [] if name in folded and has_head else members[name]
    assert [rows.event_at(row) for row in range(len(rows))] == expected


@given(any_rows())
def test_every_place_leads_to_its_row(drawn: tuple[GroupedRows, str, str, str]) -> None:
    rows = drawn[0]
    for place, event in enumerate(rows.events.tolist()):
        row = rows.row_at(place)
        assert rows.place_of(event) == place
        assert rows.event_at(row) in (event, None)


@pytest.mark.parametrize(("event", "place"), [(5, 0), (2, 2), (3, None), (9, None)])
def test_flat_rows_find_an_event(event: int, place: int | None) -> None:
    assert FlatRows(np.array([5, 7, 2], dtype=np.int32)).place_of(event) == place


def test_flat_rows_without_events_find_none() -> None:
    assert FlatRows(np.zeros(0, dtype=np.int32)).place_of(0) is None
