from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from nerinspect.analysis.attribute import FloatArray
from nerinspect.analysis.significance import (
    Bootstrap,
    friedman,
    mcnemar,
    p_in_words,
    paired_bootstrap,
    rank_sum,
    signed_rank,
)
from nerinspect.progress import Cancelled

Counts: TypeAlias = npt.NDArray[np.int64]
Sides: TypeAlias = tuple[Counts, Counts]

NAN = float("nan")
A = np.array([0.61, 0.63, 0.58, 0.66, 0.70])
B = np.array([0.55, 0.64, 0.52, 0.60, 0.61])
BLOCKS = np.array([[0.5, 0.4, 0.3], [0.6, 0.4, 0.5], [0.7, 0.6, 0.2], [0.4, 0.4, 0.1]])


@st.composite
def sides(draw: st.DrawFn) -> Sides:
    """Two systems with one or two runs over a few sentences, most of them without some counts."""
    n_sentences = draw(st.integers(1, 6))
    reference = np.array(draw(st.lists(st.integers(0, 3), min_size=n_sentences, max_size=n_sentences)))
    systems = []
    for _ in range(2):
        runs = []
        for _ in range(draw(st.integers(1, 2))):
            correct = [draw(st.integers(0, most)) for most in reference.tolist()]
            predicted = [own + draw(st.integers(0, 2)) for own in correct]
            runs.append([reference.tolist(), predicted, correct])
        systems.append(np.array(runs, dtype=np.int64))
    return systems[0], systems[1]


def plain_f1(run: Counts, sentences: Sequence[int]) -> float:
    reference, predicted, correct = (sum(int(row[sentence]) for sentence in sentences) for row in run)
    return 2 * correct / (reference + predicted) if reference + predicted else NAN


def plain_mean(runs: Counts, sentences: Sequence[int]) -> float:
    scores = [f1 for run in runs if not np.isnan(f1 := plain_f1(run, sentences))]
    return sum(scores) / len(scores) if scores else NAN


def plain_bootstrap(a: Counts, b: Counts, n_samples: int, seed: int) -> Bootstrap:
    generator, n_sentences = np.random.Generator(np.random.PCG64(seed)), a.shape[-1]
    drawn = []
    for _ in range(n_samples):
        sentences = generator.integers(0, n_sentences, (n_sentences,)).tolist()
        drawn.append(plain_mean(a, sentences) - plain_mean(b, sentences))
    defined = sorted(one for one in drawn if not np.isnan(one))
    difference = plain_mean(a, range(n_sentences)) - plain_mean(b, range(n_sentences))
    if not defined:
        return Bootstrap(difference, NAN, NAN, NAN, 0)
    n = len(defined)
    low, high = (percentile(defined, share) for share in (0.025, 0.975))
    shares = sum(one <= 0 for one in defined) / n, sum(one >= 0 for one in defined) / n
    return Bootstrap(difference, low, high, min(1.0, 2 * min(shares)), n)


def percentile(ascending: Sequence[float], share: float) -> float:
    place = share * (len(ascending) - 1)
    below = int(place)
    above = min(below + 1, len(ascending) - 1)
    return ascending[below] + (place - below) * (ascending[above] - ascending[below])


def test_buckets_are_tested_over_blocks() -> None:
    expected = stats.friedmanchisquare(*BLOCKS.T).pvalue
    assert friedman(BLOCKS).p == pytest.approx(expected)
    assert friedman(BLOCKS).in_words == "p = 0.057 over 4 blocks"  # exp(-5.375 / (2 * 0.9375)), by hand


def test_blocks_and_buckets_with_undefined_scores_are_left_out() -> None:
    undefined = np.full((4, 1), NAN)
    wider = np.vstack([np.hstack([BLOCKS, undefined]), [0.9, NAN, 0.1, NAN], [NAN] * 4])
    assert friedman(wider) == friedman(BLOCKS)


@pytest.mark.parametrize(
    ("f1", "n_blocks", "words"),
    [
        (BLOCKS[:2], 2, "too few blocks: 2, at least 3 are needed"),
        (BLOCKS[:0], 0, "too few blocks: 0, at least 3 are needed"),
        (BLOCKS[:, :2], 4, "too few buckets: 2, at least 3 are needed"),
        (np.full((3, 4), NAN), 3, "too few buckets: 0, at least 3 are needed"),
        (np.full((3, 4), 0.5), 3, "no difference between buckets in 3 blocks"),
    ],
)
def test_a_test_that_can_say_nothing_says_why(f1: FloatArray, n_blocks: int, words: str) -> None:
    found = friedman(f1)
    assert (found.p, found.n_blocks, found.in_words) == (None, n_blocks, words)


def test_paired_runs_are_tested_by_their_ranks() -> None:
    found = signed_rank(np.append(A, NAN), np.append(B, 0.5))
    assert found.p == pytest.approx(stats.wilcoxon(A, B).pvalue)
    assert found.in_words == "p = 0.12 over 5 pairs"
    assert signed_rank(A[:1], B[:1]).in_words == "too few pairs: 1, at least 2 are needed"
    assert signed_rank(A, A).in_words == "no difference in 5 pairs"
    assert signed_rank(A, B[:3]).in_words == "no pairs: 5 runs against 3"


def test_two_sets_of_runs_are_tested_by_their_ranks() -> None:
    found = rank_sum(A, np.append(B[:4], NAN))
    assert found.p == pytest.approx(stats.mannwhitneyu(A, B[:4]).pvalue)
    assert found.in_words.endswith(" over 9 runs")
    assert rank_sum(A, B[:1]).in_words == "too few runs: 1, at least 2 are needed on each side"


@pytest.mark.parametrize(("only_a", "only_b", "p"), [(0, 0, 1), (1, 0, 1), (0, 5, 2 / 32), (1, 5, 14 / 64), (4, 4, 1)])
def test_only_mentions_that_one_system_has_are_weighed(only_a: int, only_b: int, p: float) -> None:
    assert mcnemar(only_a, only_b) == pytest.approx(p)


@pytest.mark.parametrize(
    ("p", "words"), [(0.0301, "p = 0.03"), (0.0004, "p < 0.001"), (1.0, "p = 1"), (0.5, "p = 0.5")]
)
def test_a_p_value_is_written_shortly(p: float, words: str) -> None:
    assert p_in_words(p) == words


@given(sides(), st.integers(0, 3))
def test_the_bootstrap_agrees_with_a_plain_loop(systems: Sides, seed: int) -> None:
    found, expected = (draw(*systems, n_samples=30, seed=seed) for draw in (paired_bootstrap, plain_bootstrap))
    assert found.n_samples == expected.n_samples
    for name in ("difference", "low", "high", "p"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name), abs=1e-12, nan_ok=True)


@given(sides())
def test_swapped_systems_negate_the_bootstrap(systems: Sides) -> None:
    a, b = systems
    found, swapped = paired_bootstrap(a, b, 40), paired_bootstrap(b, a, 40)
    assert (swapped.difference, swapped.p) == pytest.approx((-found.difference, found.p), nan_ok=True)
    assert (swapped.low, swapped.high) == pytest.approx((-found.high, -found.low), abs=1e-12, nan_ok=True)


def test_a_system_does_not_differ_from_itself() -> None:
    a = np.array([[[1, 2, 0], [1, 1, 1], [1, 1, 0]]])
    assert paired_bootstrap(a, a) == Bootstrap(0, 0, 0, 1, 1000)


def test_the_order_of_runs_makes_no_difference() -> None:
    runs: Counts = np.random.default_rng(3).integers(0, 9, (3, 3, 20)) + np.array([[9], [9], [0]])
    assert paired_bootstrap(runs, runs[[2, 0, 1]]) == Bootstrap(0, 0, 0, 1, 1000)


def test_no_sentences_have_no_bootstrap() -> None:
    nothing = np.zeros((1, 3, 0), dtype=np.int64)
    found = paired_bootstrap(nothing, nothing)
    assert np.isnan([found.difference, found.low, found.high, found.p]).all()
    assert found.n_samples == 0


def test_the_bootstrap_can_be_ended() -> None:
    def end(done: int, total: int) -> None:
        assert total == 1000
        if done == 3:
            raise Cancelled

    a = np.ones((1, 3, 4), dtype=np.int64)
    with pytest.raises(Cancelled):
        paired_bootstrap(a, a, checkpoint=end)
