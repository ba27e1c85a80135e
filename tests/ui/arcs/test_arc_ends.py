"""Ends of arcs: on which line, and beside which other ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.ui.arcs.arc_layout import Anchor, LooseEnd, fan_out, free_stretch, nearest_anchors

WIDE = Anchor(0, 100, 200)
PLACES = st.integers(0, 400).map(float)
ENDS = st.builds(
    LooseEnd,
    st.sampled_from([WIDE, Anchor(0, 210, 212), Anchor(0, 150, 250), Anchor(0, 300, 300)]),
    st.sampled_from([-1, 0, 1]),
    PLACES,
)


def test_a_single_end_stands_in_the_middle() -> None:
    assert fan_out([LooseEnd(WIDE, 1, 30)], 10) == [150]


def test_ends_on_one_mention_stand_around_its_middle() -> None:
    assert fan_out([LooseEnd(WIDE, 1, 80), LooseEnd(WIDE, 1, 30)], 10) == [145, 155]


def test_longer_arcs_stand_outside_shorter_ones() -> None:
    """Else the end of the longer one would cross the shorter one."""
    ends = [LooseEnd(WIDE, 1, 30), LooseEnd(WIDE, 1, 80), LooseEnd(WIDE, -1, 80), LooseEnd(WIDE, -1, 30)]
    assert fan_out(ends, 10) == [165, 155, 145, 135]


def test_both_ends_of_a_loop_stand_between_the_others() -> None:
    ends = [LooseEnd(WIDE, 1, 30), LooseEnd(WIDE, 0, 0), LooseEnd(WIDE, 0, 0), LooseEnd(WIDE, -1, 30)]
    assert fan_out(ends, 10) == [165, 145, 155, 135]


def test_ends_on_a_narrow_mention_stand_closer() -> None:
    narrow = Anchor(0, 10, 18)
    assert fan_out([LooseEnd(narrow, 1, 80), LooseEnd(narrow, 1, 30)], 10) == [12, 16]


@given(st.lists(ENDS, max_size=12))
def test_ends_stay_on_their_mentions_and_apart(ends: list[LooseEnd]) -> None:
    places = fan_out(ends, 10)
    assert all(end.anchor.left <= place <= end.anchor.right for end, place in zip(ends, places, strict=True))
    wide = [place for end, place in zip(ends, places, strict=True) if end.anchor == WIDE]
    assert len(set(wide)) == len(wide)


@given(st.lists(ENDS, min_size=2, max_size=12))
def test_no_end_stands_inside_a_shorter_arc_of_its_mention(ends: list[LooseEnd]) -> None:
    placed = list(zip(ends, fan_out(ends, 10), strict=True))
    for one, at in placed:
        for other, other_at in placed:
            if one.anchor == other.anchor and one.direction == other.direction and one.reach > other.reach:
                assert (other_at - at) * one.direction >= 0


def test_an_arc_ends_where_its_mentions_are_nearest() -> None:
    head = (Anchor(0, 400, 480), Anchor(1, 0, 60))
    assert nearest_anchors(head, (Anchor(2, 10, 20),)) == (Anchor(1, 0, 60), Anchor(2, 10, 20))


def test_of_two_lines_that_are_as_near_the_first_is_taken() -> None:
    both = (Anchor(0, 400, 480), Anchor(1, 0, 60))
    assert nearest_anchors(both, both) == (both[0], both[0])


@pytest.mark.parametrize(
    ("nearer", "expected"),
    [
        ([], (0, 100)),
        ([(70, 100)], (0, 70)),
        ([(0, 30)], (30, 100)),
        ([(30, 40), (35, 60)], (60, 100)),
        ([(0, 100)], (0, 100)),
        ([(0, 50), (55, 100)], (0, 100)),
    ],
)
def test_arcs_end_beside_the_mentions_between_theirs_and_the_words(
    nearer: list[tuple[float, float]], expected: tuple[float, float]
) -> None:
    assert free_stretch((0, 100), nearer, 10) == expected


@given(st.lists(st.tuples(PLACES, PLACES).map(sorted).map(tuple), max_size=5))
def test_a_free_stretch_is_free(nearer: list[tuple[float, float]]) -> None:
    left, right = free_stretch((50, 300), nearer, 10)
    assert left >= 50
    assert right <= 300
    assert (left, right) == (50, 300) or all(other[1] <= left or right <= other[0] for other in nearer)
