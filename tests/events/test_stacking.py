from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.context import stack_levels

RANGES = st.lists(st.tuples(st.integers(0, 12), st.integers(1, 6)).map(lambda pair: (pair[0], sum(pair))), max_size=9)


@pytest.mark.parametrize(
    ("ranges", "levels"),
    [
        ([], []),
        ([(0, 2), (2, 3)], [0, 0]),
        ([(0, 4), (1, 2)], [1, 0]),
        ([(0, 4), (1, 2), (2, 3)], [1, 0, 0]),
        ([(0, 4), (1, 3), (2, 3)], [2, 1, 0]),
        ([(0, 3), (2, 5)], [0, 1]),
        ([(1, 2), (1, 2)], [0, 1]),
    ],
)
def test_the_shortest_mention_lies_next_to_the_words(ranges: list[tuple[int, int]], levels: list[int]) -> None:
    assert stack_levels(ranges) == levels


@given(RANGES)
def test_mentions_on_one_level_do_not_overlap(ranges: list[tuple[int, int]]) -> None:
    placed = zip(sorted(ranges), stack_levels(sorted(ranges)), strict=True)
    for (one, level), (other, other_level) in combinations(placed, 2):
        assert level != other_level or one[1] <= other[0] or other[1] <= one[0]


@given(RANGES)
def test_a_mention_lies_beyond_those_inside_it(ranges: list[tuple[int, int]]) -> None:
    placed = list(zip(sorted(ranges), stack_levels(sorted(ranges)), strict=True))
    for (outer, level), (inner, inner_level) in combinations([*placed, *placed[::-1]], 2):
        if outer != inner and outer[0] <= inner[0] and inner[1] <= outer[1]:
            assert level > inner_level
