"""Shares estimated from a sample: their intervals hold the truth as often as they say, and verdicts are counted."""

from collections.abc import Callable
from dataclasses import replace
from math import isnan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from nerinspect.decisions.sampling import Share, sample_shares, share_interval
from nerinspect.events.decision import VERDICTS, Decision, Decisions
from nerinspect.events.study import Study

Z = stats.norm.ppf(0.975)


@pytest.mark.parametrize(
    ("count", "drawn", "whole", "ends"),
    [
        (20, 100, 1000, (0.136, 0.284)),
        (0, 100, 1000, (0.0, 0.033)),
        (50, 50, 1000, (0.932, 1.0)),
        (1, 1, 5, (0.207, 1.0)),
        (30, 100, 100, (0.3, 0.3)),
        (0, 1, 1, (0.0, 0.0)),
    ],
)
def test_worked_examples(count: int, drawn: int, whole: int, ends: tuple[float, float]) -> None:
    assert share_interval(count, drawn, whole).tolist() == pytest.approx(ends, abs=5e-4)


def test_nothing_drawn_tells_nothing() -> None:
    assert np.isnan(share_interval(0, 0, 100)).all()


@given(st.integers(0, 500), st.integers(1, 500))
def test_of_an_endless_list_it_is_the_interval_of_wilson(count: int, drawn: int) -> None:
    count = min(count, drawn)
    known = stats.binomtest(count, drawn).proportion_ci(method="wilson")
    assert share_interval(count, drawn, 10**13).tolist() == pytest.approx([known.low, known.high], abs=1e-9)


@given(st.data())
def test_at_the_ends_the_sample_is_just_as_unlikely_as_95_percent_allow(data: st.DataObject) -> None:
    whole = data.draw(st.integers(2, 5000))
    drawn = data.draw(st.integers(1, whole - 1))
    count = data.draw(st.integers(0, drawn))
    known = {count / whole, (whole - drawn + count) / whole, 0.0, 1.0}
    for end in share_interval(count, drawn, whole).tolist():
        error = sqrt(end * (1 - end) / drawn * (whole - drawn) / (whole - 1))
        is_bounded = any(end == pytest.approx(bound) for bound in known)
        assert is_bounded or abs(count / drawn - end) == pytest.approx(Z * error, rel=1e-6)


@given(st.data())
def test_the_ends_leave_room_for_what_was_drawn(data: st.DataObject) -> None:
    whole = data.draw(st.integers(1, 300))
    drawn = data.draw(st.integers(1, whole))
    count = data.draw(st.integers(0, drawn))
    low, high = share_interval(count, drawn, whole).tolist()
    assert count / whole <= low <= count / drawn + 1e-12
    assert count / drawn - 1e-12 <= high <= (whole - drawn + count) / whole
    assert drawn < whole or low == high == count / drawn


@pytest.mark.parametrize(("whole", "drawn"), [(1000, 100), (200, 150), (5000, 50), (300, 30)])
def test_the_interval_holds_the_truth_in_95_of_100_samples(whole: int, drawn: int) -> None:
    generator, held = np.random.default_rng(0), []
    for share in np.linspace(0.02, 0.98, 49):
        truth = round(share * whole)
        counts = generator.hypergeometric(truth, whole - truth, drawn, 4000)
        low, high = share_interval(counts, np.full(4000, drawn), np.full(4000, whole))
        held.append(np.mean((low <= truth / whole + 1e-12) & (truth / whole - 1e-12 <= high)))
    assert np.mean(held) == pytest.approx(0.955, abs=0.015)
    assert min(held) > 0.90


DECISIONS = {
    0: Decision("reference-wrong", ("typo",)),
    1: Decision("Scope", ("typo", "gap")),
    2: Decision("reference-wrong"),
    3: Decision("", ("typo",), flag=True),
    5: Decision("ambiguous", ("typo",)),
}


@pytest.fixture
def study(make_study_from: Callable[..., Study]) -> Study:
    """Ten events, of which four have a verdict."""
    return replace(make_study_from(*["Ulm/B-LOC/O"] * 10), decisions=Decisions(DECISIONS))


def test_verdicts_and_causes_are_counted_among_the_decided_events_of_the_sample(study: Study) -> None:
    shares = sample_shares(study, np.arange(10) < 5, 8)
    assert (shares.n_drawn, shares.n_decided, shares.n_undecided, shares.n_whole) == (5, 3, 2, 8)
    assert {name: share.count for name, share in shares.verdicts} == {
        **dict.fromkeys(VERDICTS, 0),
        "reference-wrong": 2,
        "Scope": 1,
    }
    assert [(name, share.count) for name, share in shares.causes] == [("typo", 2), ("gap", 1)]
    assert shares.with_cause == Share(2, 3, 8)


def test_a_share_says_what_it_makes_of_the_whole_list() -> None:
    share = Share(20, 100, 1000)
    assert share.interval == pytest.approx((0.136, 0.284), abs=5e-4)
    assert (share.estimate, share.estimate_interval) == (200, (136, 284))


def test_nothing_decided_is_no_share(study: Study) -> None:
    share = dict(sample_shares(study, np.arange(10) >= 6, 10).verdicts)["ambiguous"]
    assert (share.estimate, share.estimate_interval) == (None, None)
    assert all(isnan(end) for end in share.interval)
