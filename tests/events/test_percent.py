from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.scores import percent_text


def test_a_ratio_has_two_decimals() -> None:
    assert percent_text(4591, 5157) == "89.02"


def test_a_half_is_rounded_up() -> None:
    assert percent_text(1, 800) == "0.13"  # 0.125 %


def test_the_whole_is_one_hundred() -> None:
    assert percent_text(7, 7) == "100.00"


def test_nothing_correct_is_zero() -> None:
    assert percent_text(0, 7) == "0.00"


def test_a_ratio_over_zero_is_undefined() -> None:
    assert percent_text(0, 0) == "–"


@given(st.integers(0, 10**9), st.integers(1, 10**9))
def test_the_text_is_the_nearest_hundredth_and_never_below_a_half(numerator: int, denominator: int) -> None:
    error = Fraction(percent_text(numerator, denominator)) - Fraction(100 * numerator, denominator)
    assert -Fraction(1, 200) < error <= Fraction(1, 200)
