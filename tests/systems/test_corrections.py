"""P values of many comparisons: against the procedures as they were published, and worked by hand."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.systems.significance import CORRECTIONS, Correction, adjusted

P_VALUES = st.lists(st.integers(0, 64).map(lambda n: n / 64), max_size=12)


def step_down(p: list[float], level: Fraction) -> list[bool]:
    """Holm: from the smallest p on, reject while p <= level / (hypotheses left)."""
    rejected = [False] * len(p)
    for step, place in enumerate(sorted(range(len(p)), key=p.__getitem__)):
        if Fraction(p[place]) > level / (len(p) - step):
            break
        rejected[place] = True
    return rejected


def step_up(p: list[float], level: Fraction) -> list[bool]:
    """Benjamini and Hochberg: reject the k smallest for the largest k with p(k) <= level * k / n."""
    ascending = sorted(p)
    fits = [k for k in range(1, len(p) + 1) if Fraction(ascending[k - 1]) <= level * k / len(p)]
    return [bool(fits) and one <= ascending[fits[-1] - 1] for one in p]


@pytest.mark.parametrize(("correction", "procedure"), [("holm", step_down), ("bh", step_up)])
@given(P_VALUES)
def test_adjusted_values_are_the_levels_at_which_the_procedure_rejects(
    correction: Correction, procedure: Callable[[list[float], Fraction], list[bool]], p: list[float]
) -> None:
    found = adjusted(p, correction)
    assert all(one is not None and 0 <= one <= 1 for one in found)
    factors = range(1, len(p) + 1)
    levels = {Fraction(one) * n / k for one in p for n in factors for k in factors} | {Fraction(1, 20)}
    for level in sorted(levels)[:60]:
        if 0 < level < 1:
            nudged = level + Fraction(1, 10**9)  # beyond what binary fractions round
            assert [one is not None and one <= nudged for one in found] == procedure(p, nudged)


def test_both_as_worked_by_hand() -> None:
    p = [0.01, 0.04, 0.03, 0.005]
    assert adjusted(p, "holm") == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert adjusted(p, "bh") == pytest.approx([0.02, 0.04, 0.04, 0.02])


def test_the_example_of_benjamini_and_hochberg() -> None:
    """Of fifteen p values (1995, section 3.2) their procedure rejects four at 5 %, Holm's three."""
    p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590]
    p.append(1.0)
    rejected = {name: sum(one is not None and one <= 0.05 for one in adjusted(p, name)) for name in ("bh", "holm")}
    assert rejected == {"bh": 4, "holm": 3}


@given(P_VALUES)
def test_benjamini_and_hochberg_agree_with_scipy(p: list[float]) -> None:
    from scipy.stats import false_discovery_control

    assert adjusted(p, "bh") == pytest.approx(false_discovery_control(p).tolist() if p else [])


@pytest.mark.parametrize("correction", list(CORRECTIONS))
def test_what_says_nothing_is_left_out(correction: Correction) -> None:
    nan = float("nan")
    with_gaps = adjusted([None, 0.01, nan, 0.04], correction)
    assert (with_gaps[0], with_gaps[2]) == (None, None)
    assert [with_gaps[1], with_gaps[3]] == adjusted([0.01, 0.04], correction)


def test_without_a_correction_they_stay() -> None:
    assert adjusted([0.3, 0.01], "none") == [0.3, 0.01]
