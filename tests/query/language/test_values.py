"""Values refuse what no query can say."""

import re
from math import inf

import pytest

from nerinspect.query.language.values import Interval, Pattern, Phrase, number_text


@pytest.mark.parametrize(
    "arguments",
    [(), (2, 1), (1, 2, True), (1, 2, False, True), (1, inf, False, True), (-inf, 1, True), (float("nan"), 1, True)],
)
def test_an_interval_without_a_written_form_is_refused(arguments: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match=r"end|range"):
        Interval(*arguments)  # type: ignore[arg-type]


def test_an_empty_phrase_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one character"):
        Phrase("")


def test_a_broken_pattern_is_refused() -> None:
    with pytest.raises(re.error):
        Pattern("(")


def test_a_doubtful_pattern_warns_nobody() -> None:
    assert Pattern("[[a]").compiled.search("[")


@pytest.mark.parametrize(
    ("number", "text"), [(12, "12"), (12.0, "12"), (-0.0, "0"), (0.1, "0.1"), (1e300, "1e+300"), (-2.5, "-2.5")]
)
def test_numbers_are_written_short(number: float, text: str) -> None:
    assert number_text(number) == text
