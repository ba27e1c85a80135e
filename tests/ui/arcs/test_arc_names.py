"""Names of arcs: in the arc or over it, beside the ends of longer arcs."""

from hypothesis import given
from hypothesis import strategies as st

from nerinspect.ui.arcs.arc_layout import place_name

MARGINS = (0.0, 500.0)
PLACES = st.integers(0, 500).map(float)


def test_a_name_stands_in_the_middle_of_its_arc() -> None:
    assert place_name((100, 300), 40, 6, MARGINS, [], 3) == (180, False)


def test_a_name_stands_over_an_arc_that_is_too_short() -> None:
    assert place_name((100, 150), 40, 6, MARGINS, [], 3) == (105, True)


def test_a_name_stands_beside_the_end_of_a_longer_arc() -> None:
    left, is_over = place_name((100, 300), 40, 6, MARGINS, [200], 3)
    assert not is_over
    assert left + 40 <= 197 or left >= 203


def test_a_name_over_its_arc_stays_between_the_margins() -> None:
    assert place_name((0, 10), 60, 6, MARGINS, [], 3) == (0, True)
    assert place_name((490, 500), 60, 6, MARGINS, [], 3) == (440, True)


def test_a_name_wider_than_all_lines_begins_where_they_do() -> None:
    assert place_name((0, 10), 900, 6, MARGINS, [], 3) == (0, True)


@given(PLACES, PLACES, st.integers(1, 200), st.lists(PLACES, max_size=6))
def test_a_name_is_on_its_arc(one: float, other: float, width: int, legs: list[float]) -> None:
    left, right = min(one, other), max(one, other)
    place = place_name((left, right), width, 6, MARGINS, legs, 3)
    if place.is_over:
        assert right - left < width + 12
        assert place.left <= right
        assert place.left + width >= left
        assert place.left >= 0
        assert place.left + width <= 500
    else:
        assert left + 6 <= place.left + 1e-9
        assert place.left + width <= right - 6 + 1e-9


@given(PLACES, PLACES, st.integers(1, 200), st.lists(PLACES, max_size=6))
def test_no_more_ends_cross_a_name_than_in_the_middle(one: float, other: float, width: int, legs: list[float]) -> None:
    arc = min(one, other), max(one, other)

    def crossed(left: float) -> int:
        return sum(left - 3 < leg < left + width + 3 for leg in legs)

    middle = place_name(arc, width, 6, MARGINS, [], 3)
    assert crossed(place_name(arc, width, 6, MARGINS, legs, 3).left) <= crossed(middle.left)
