"""Which arcs are drawn where too many would lie over each other."""

from hypothesis import given
from hypothesis import strategies as st

from nerinspect.ui.arcs.arc_layout import Anchor, affordable_arcs

MARGINS = [(0.0, 500.0)] * 3


def arc(first: int, left: float, last: int, right: float) -> tuple[Anchor, Anchor]:
    return Anchor(first, left, left), Anchor(last, right, right)


NEST = {0: arc(0, 0, 0, 400), 1: arc(0, 50, 0, 300), 2: arc(0, 100, 0, 200)}
ANCHORS = st.builds(lambda line, place: Anchor(line, place, place), st.integers(0, 2), st.integers(0, 500).map(float))
ARCS = st.lists(st.tuples(ANCHORS, ANCHORS), max_size=10).map(lambda arcs: dict(enumerate(arcs)))


def test_all_are_drawn_where_there_are_few() -> None:
    assert affordable_arcs(NEST, MARGINS, 3, False, ()) == [0, 1, 2]


def test_the_longest_ones_are_left_out() -> None:
    assert affordable_arcs(NEST, MARGINS, 2, False, ()) == [1, 2]


def test_some_are_kept_in_any_case() -> None:
    assert affordable_arcs(NEST, MARGINS, 2, False, (0,)) == [0, 2]


def test_arcs_over_fewer_lines_come_first() -> None:
    ends = {0: arc(0, 490, 1, 10), 1: arc(0, 0, 0, 500)}
    assert affordable_arcs(ends, MARGINS, 1, False, ()) == [1]


def test_from_right_to_left_an_arc_leaves_its_line_on_the_left() -> None:
    ends = {0: arc(0, 400, 1, 400), 1: arc(0, 410, 0, 490), 2: arc(1, 10, 1, 390)}
    assert affordable_arcs(ends, MARGINS, 1, True, ()) == [0, 1, 2]
    assert affordable_arcs(ends, MARGINS, 1, False, ()) == [1, 2]


def depth(ends: dict[int, tuple[Anchor, Anchor]], line: int, place: float) -> int:
    """Count the arcs over a place of a line, one by one."""
    n_over = 0
    for own in ends.values():
        first, last = sorted(own)
        if first.line <= line <= last.line:
            begins, behind = first.left if first.line == line else 0, last.left if last.line == line else 500
            n_over += begins <= place <= behind
    return n_over


@given(ARCS, st.integers(1, 4))
def test_nowhere_lie_more_over_each_other(ends: dict[int, tuple[Anchor, Anchor]], most: int) -> None:
    chosen = {number: ends[number] for number in affordable_arcs(ends, MARGINS, most, False, ())}
    places = {anchor.left for own in ends.values() for anchor in own}
    assert all(depth(chosen, line, place) <= most for line in range(3) for place in places)


@given(ARCS, st.integers(1, 4))
def test_none_is_left_out_without_need(ends: dict[int, tuple[Anchor, Anchor]], most: int) -> None:
    kept = affordable_arcs(ends, MARGINS, most, False, ())
    places = {0.0, 500.0, *(anchor.left for own in ends.values() for anchor in own)}
    for number in set(ends) - set(kept):
        more = {other: ends[other] for other in (*kept, number)}
        assert any(depth(more, line, place) > most for line in range(3) for place in places)
