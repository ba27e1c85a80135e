"""Levels of arcs: as low as they may be, shorter ones nearer to the words."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from nerinspect.ui.arcs.arc_layout import Stretch, arc_levels

STRETCHES = st.tuples(st.integers(0, 60), st.integers(0, 60)).map(lambda ends: (float(min(ends)), float(max(ends))))
NAMED = st.tuples(STRETCHES, st.integers(0, 8), st.integers(0, 8))
"""An arc, and by how much its name reaches beyond it on both sides."""


def covered(named: list[tuple[Stretch, int, int]]) -> tuple[list[Stretch], list[Stretch]]:
    arcs = [arc for arc, _, _ in named]
    return arcs, [(left - before, right + after) for (left, right), before, after in named]


def touch(one: Stretch, other: Stretch, apart: float) -> bool:
    return one[0] < other[1] + apart and other[0] < one[1] + apart


def holds(outer: Stretch, inner: Stretch) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def test_arcs_beside_each_other_share_a_level() -> None:
    arcs: list[Stretch] = [(0, 40), (50, 80), (90, 120)]
    assert arc_levels(arcs, arcs, 5) == [0, 0, 0]


def test_arcs_that_nest_lie_over_each_other() -> None:
    arcs: list[Stretch] = [(0, 120), (10, 80), (20, 40), (50, 70)]
    assert arc_levels(arcs, arcs, 5) == [2, 1, 0, 0]


def test_arcs_that_cross_lie_on_two_levels() -> None:
    arcs: list[Stretch] = [(0, 50), (30, 90)]
    assert arc_levels(arcs, arcs, 5) == [0, 1]


def test_a_name_wider_than_its_arc_keeps_others_away() -> None:
    assert arc_levels([(0, 40), (50, 80)], [(0, 40), (30, 100)], 5) == [1, 0]


def test_the_later_of_two_equal_arcs_lies_above() -> None:
    assert arc_levels([(0, 40), (0, 40)], [(0, 40), (0, 40)], 5) == [0, 1]


def test_nothing_has_no_levels() -> None:
    assert arc_levels([], [], 5) == []


@given(st.lists(NAMED, max_size=9))
def test_no_two_arcs_overlap_on_a_level(named: list[tuple[Stretch, int, int]]) -> None:
    arcs, covers = covered(named)
    levels = arc_levels(arcs, covers, 3)
    for one, other in combinations(range(len(arcs)), 2):
        assert levels[one] != levels[other] or not touch(covers[one], covers[other], 3)


@given(st.lists(NAMED, max_size=9))
def test_an_arc_lies_above_all_it_holds(named: list[tuple[Stretch, int, int]]) -> None:
    arcs, covers = covered(named)
    levels = arc_levels(arcs, covers, 3)
    for outer, inner in combinations(range(len(arcs)), 2):
        if arcs[outer] != arcs[inner]:
            assert not holds(arcs[outer], arcs[inner]) or levels[outer] > levels[inner]
            assert not holds(arcs[inner], arcs[outer]) or levels[inner] > levels[outer]


@given(st.lists(NAMED, max_size=9))
def test_no_arc_can_be_lower_by_itself(named: list[tuple[Stretch, int, int]]) -> None:
    arcs, covers = covered(named)
    levels = arc_levels(arcs, covers, 3)
    for own, level in enumerate(levels):
        others = [other for other in range(len(arcs)) if other != own]
        for lower in range(level):
            is_taken = any(levels[other] == lower and touch(covers[own], covers[other], 3) for other in others)
            is_above = any(levels[other] >= lower and holds(arcs[own], arcs[other]) for other in others)
            assert is_taken or is_above


@given(st.lists(STRETCHES, max_size=9))
def test_the_order_in_which_arcs_are_given_does_not_matter(arcs: list[Stretch]) -> None:
    levels = arc_levels(arcs, arcs, 3)
    turned = arc_levels(arcs[::-1], arcs[::-1], 3)[::-1]
    assert sorted(zip(arcs, levels, strict=True)) == sorted(zip(arcs, turned, strict=True))
