import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from nerinspect.events.scores import f1_interval, f1_of, precision_interval, recall_interval, wilson


@st.composite
def counts(draw: st.DrawFn) -> list[list[int]]:
    correct, missed, spurious = (draw(st.integers(0, 400)) for _ in range(3))
    return [[correct + missed], [correct + spurious], [correct]]


@pytest.mark.parametrize(("successes", "trials"), [(0, 1), (1, 1), (0, 10), (8, 12), (10, 10), (81, 263), (999, 1000)])
def test_a_proportion_has_the_interval_that_scipy_gives(successes: int, trials: int) -> None:
    expected = binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    assert wilson(successes, trials).tolist() == pytest.approx([expected.low, expected.high], abs=1e-12)


def test_f1_has_the_interval_of_the_share_that_both_sides_have() -> None:
    share = binomtest(8, 12).proportion_ci(0.95, method="wilson")  # 10 + 10 - 8 distinct mentions
    expected = [2 * share.low / (1 + share.low), 2 * share.high / (1 + share.high)]
    assert f1_interval([[10], [10], [8]])[:, 0].tolist() == pytest.approx(expected, abs=1e-12)


def test_precision_and_recall_are_proportions_of_their_own_side() -> None:
    columns = [[10], [20], [8]]
    assert precision_interval(columns)[:, 0].tolist() == wilson(8, 20).tolist()
    assert recall_interval(columns)[:, 0].tolist() == wilson(8, 10).tolist()


def test_without_mentions_there_is_no_interval() -> None:
    assert np.isnan(f1_interval([[0], [0], [0]])).all()
    assert np.isnan(precision_interval([[3], [0], [0]])).all()
    assert not np.isnan(recall_interval([[3], [0], [0]])).any()


def test_none_and_all_correct_leave_room_on_one_side_only() -> None:
    low, high = f1_interval([[5, 5], [5, 5], [0, 5]])
    assert (low[0], high[1]) == (pytest.approx(0, abs=1e-12), pytest.approx(1, abs=1e-12))
    assert 0.3 < high[0] < 0.6
    assert 0.5 < low[1] < 0.9


def test_many_counts_are_taken_at_once() -> None:
    columns = np.array([[[10, 4], [10, 0], [8, 0]], [[10, 5], [12, 5], [2, 5]]])
    found = f1_interval(columns)
    assert found.shape == (2, 2, 2)
    assert found[:, 1, 0].tolist() == f1_interval([[10], [12], [2]])[:, 0].tolist()


@given(counts())
def test_f1_lies_in_its_interval(columns: list[list[int]]) -> None:
    low, high = f1_interval(columns)[:, 0]
    f1 = f1_of(columns)[0]
    assert np.isnan(f1) == np.isnan(low) == np.isnan(high)
    assert np.isnan(f1) or 0 <= low <= f1 + 1e-12 <= high + 2e-12 <= 1 + 3e-12


@given(counts())
def test_ten_times_the_mentions_narrow_the_interval(columns: list[list[int]]) -> None:
    few, many = f1_interval(columns), f1_interval(10 * np.array(columns))
    assert np.isnan(few).all() or many[1, 0] - many[0, 0] < few[1, 0] - few[0, 0]


@pytest.mark.parametrize("share", [0.05, 0.3, 0.6, 0.95])
@pytest.mark.parametrize("n_mentions", [12, 60, 400])
def test_the_interval_holds_the_true_f1_in_19_of_20_samples(share: float, n_mentions: int) -> None:
    generator = np.random.Generator(np.random.PCG64(7))
    both = generator.binomial(n_mentions, share, 20_000)
    reference = both + generator.binomial(n_mentions - both, 0.5)  # of the rest, each is missed or spurious
    low, high = f1_interval(np.array([reference, n_mentions + both - reference, both]))
    truth = 2 * share / (1 + share)
    assert 0.92 < ((low <= truth) & (truth <= high)).mean() < 0.99
