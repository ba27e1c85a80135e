import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from nerinspect.corpus.arrays import FloatArray
from nerinspect.systems.significance import (
    SentenceCounts,
    drawn_sums,
    friedman,
    mcnemar,
    p_in_words,
    p_text,
    rank_sum,
    signed_rank,
)

NAN = float("nan")
A = np.array([0.61, 0.63, 0.58, 0.66, 0.70])
B = np.array([0.55, 0.64, 0.52, 0.60, 0.61])
scores = st.sampled_from([0.1, 0.2, 0.25, 0.5, 0.75, 0.9]) | st.floats(0, 1)
BLOCKS = np.array([[0.5, 0.4, 0.3], [0.6, 0.4, 0.5], [0.7, 0.6, 0.2], [0.4, 0.4, 0.1]])


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
    assert found.in_words == "p = 0.125 over 5 pairs"
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


@given(st.integers(0, 400), st.integers(0, 400))
def test_mentions_of_one_system_alone_are_weighed_as_by_the_binomial_test(only_a: int, only_b: int) -> None:
    expected = stats.binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0
    assert mcnemar(only_a, only_b) == mcnemar(only_b, only_a) == pytest.approx(expected, rel=1e-9)


@given(st.lists(st.tuples(scores, scores), min_size=2, max_size=7))
def test_no_pairs_give_a_smaller_p_than_is_said(pairs: list[tuple[float, float]]) -> None:
    a, b = np.array(pairs).T
    found = signed_rank(a, b)
    assert found.p is None or found.p == pytest.approx(stats.wilcoxon(a, b).pvalue)
    assert found.p is None or found.p >= found.least - 1e-12
    assert signed_rank(b, a).p == pytest.approx(found.p)


@given(st.lists(scores, min_size=2, max_size=6), st.lists(scores, min_size=2, max_size=6))
def test_no_runs_give_a_smaller_p_than_is_said(a: list[float], b: list[float]) -> None:
    found = rank_sum(np.array(a), np.array(b))
    assert found.p is not None
    assert found.p == pytest.approx(stats.mannwhitneyu(a, b).pvalue)
    assert found.p >= found.least - 1e-12
    assert rank_sum(np.array(b), np.array(a)).p == pytest.approx(found.p)


def test_too_few_to_ever_tell_is_said() -> None:
    assert signed_rank(A, B).caveat == "5 pairs never give a p below 0.062"
    assert signed_rank(np.array([0.5, 0.6, 0.7, 0.8, 0.9]), np.full(5, 0.1)).in_words == "p = 0.062 over 5 pairs"
    assert rank_sum(A[:3], B[:3]).caveat == "6 runs never give a p below 0.100"
    assert rank_sum(A, B).caveat == rank_sum(A[:1], B).caveat == ""


@pytest.mark.parametrize(
    ("p", "text", "words"),
    [
        (0.0301, "0.030", "p = 0.030"),
        (0.0027, "0.003", "p = 0.003"),
        (0.001, "0.001", "p = 0.001"),
        (0.0004, "< 0.001", "p < 0.001"),
        (1.0, "1.000", "p = 1.000"),
    ],
)
def test_a_p_value_is_written_with_three_decimals(p: float, text: str, words: str) -> None:
    assert (p_text(p), p_in_words(p)) == (text, words)


@given(arrays(np.int64, (2, 3, 12), elements=st.integers(0, 9)))
def test_sums_of_drawn_sentences_are_exact_however_large(counts: npt.NDArray[np.int64]) -> None:
    def drawn(counts: npt.NDArray[np.int64]) -> FloatArray:
        places = SentenceCounts(7, np.array([0, 5, 12]), np.array([0, 2, 3, 4, 6, 0, 1, 2, 3, 4, 5, 6]), counts)
        return drawn_sums(places, 20)

    assert (drawn(2**30 * counts) == 2.0**30 * drawn(counts)).all()
