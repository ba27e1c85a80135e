"""Sentences are drawn again: against plain loops over the same draws, and from both sides."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.scores import f1_of, recall_of
from nerinspect.progress import Cancelled
from nerinspect.systems.significance import (
    Bootstrap,
    SentenceCounts,
    drawn_scores,
    drawn_sums,
    mean_score,
    paired_bootstrap,
)

Counts: TypeAlias = npt.NDArray[np.int64]
"""Mentions of each run and type by sentence. Shape (n_runs, 3, n_types, n_sentences)."""

NAN = float("nan")
N_TYPES = 2


@st.composite
def systems(draw: st.DrawFn) -> tuple[Counts, Counts]:
    """Two systems with one or two runs over a few sentences, many of them without some counts."""
    shape = (N_TYPES, draw(st.integers(1, 6)))
    few = st.integers(0, 2)
    reference = np.array(draw(st.lists(few, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])))
    made = []
    for _ in range(2):
        runs = []
        for _ in range(draw(st.integers(1, 2))):
            correct = np.array([draw(st.integers(0, most)) for most in reference.tolist()])
            predicted = correct + [draw(few) for _ in reference]
            runs.append([part.reshape(shape) for part in (reference, predicted, correct)])
        made.append(np.array(runs, dtype=np.int64))
    return made[0], made[1]


def listed(counts: Counts) -> SentenceCounts:
    """List the places that hold a mention, as a test set has them."""
    group, sentence = np.nonzero(counts.any(axis=(0, 1)))
    first_place = np.searchsorted(group, np.arange(counts.shape[2] + 1))
    return SentenceCounts(counts.shape[3], first_place, sentence, counts[:, :, group, sentence])


def drawn(a: Counts, b: Counts, n_samples: int = 1_000, seed: int = 0) -> list[Bootstrap]:
    """Tell of all types together, then of each."""
    counts = listed(np.concatenate([a, b]))
    sums = drawn_sums(counts, n_samples, seed)
    f1 = f1_of(counts.sums)
    return [
        paired_bootstrap(
            mean_score(f1[: len(a), group]) - mean_score(f1[len(a) :, group]),
            drawn_scores(sums[: len(a)])[group],
            drawn_scores(sums[len(a) :])[group],
        )
        for group in range(1 + a.shape[2])
    ]


def plain_f1(run: Counts, types: list[int], sentences: list[int]) -> float:
    reference, predicted, correct = (sum(int(part[t, s]) for t in types for s in sentences) for part in run)
    return 2 * correct / (reference + predicted) if reference + predicted else NAN


def plain_mean(runs: Counts, types: list[int], sentences: list[int]) -> float:
    scores = [f1 for run in runs if not np.isnan(f1 := plain_f1(run, types, sentences))]
    return sum(scores) / len(scores) if scores else NAN


def plain_bootstrap(a: Counts, b: Counts, types: list[int], n_samples: int, seed: int) -> Bootstrap:
    generator, n_sentences = np.random.Generator(np.random.PCG64(seed)), a.shape[-1]
    differences = []
    for _ in range(n_samples):
        sentences = generator.integers(0, n_sentences, (n_sentences,)).tolist()
        differences.append(plain_mean(a, types, sentences) - plain_mean(b, types, sentences))
    defined = sorted(one for one in differences if not np.isnan(one))
    all_of_them = list(range(n_sentences))
    difference = plain_mean(a, types, all_of_them) - plain_mean(b, types, all_of_them)
    if not defined:
        return Bootstrap(difference, NAN, NAN, NAN, 0, NAN)
    n = len(defined)
    low, high = (percentile(defined, share) for share in (0.025, 0.975))
    shares = sum(one <= 0 for one in defined) / n, sum(one >= 0 for one in defined) / n
    return Bootstrap(difference, low, high, min(1.0, 2 * min(shares)), n, plain_deviation(defined))


def plain_deviation(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return float((sum((one - mean) ** 2 for one in values) / max(len(values) - 1, 1)) ** 0.5)


def percentile(ascending: list[float], share: float) -> float:
    place = share * (len(ascending) - 1)
    below = int(place)
    above = min(below + 1, len(ascending) - 1)
    return ascending[below] + (place - below) * (ascending[above] - ascending[below])


@given(systems(), st.integers(0, 3))
def test_every_type_agrees_with_a_plain_loop_over_the_same_draws(pair: tuple[Counts, Counts], seed: int) -> None:
    groups = [list(range(N_TYPES)), *([number] for number in range(N_TYPES))]
    for found, types in zip(drawn(*pair, n_samples=30, seed=seed), groups, strict=True):
        expected = plain_bootstrap(*pair, types, 30, seed)
        assert found.n_samples == expected.n_samples
        for name in ("difference", "low", "high", "p", "deviation"):
            assert getattr(found, name) == pytest.approx(getattr(expected, name), abs=1e-12, nan_ok=True)


@given(systems())
def test_exchanged_systems_negate_every_difference(pair: tuple[Counts, Counts]) -> None:
    a, b = pair
    for found, other in zip(drawn(a, b, 40), drawn(b, a, 40), strict=True):
        assert (other.difference, other.p) == pytest.approx((-found.difference, found.p), nan_ok=True)
        assert (other.low, other.high) == pytest.approx((-found.high, -found.low), abs=1e-12, nan_ok=True)
        assert other.n_samples == found.n_samples


@pytest.mark.parametrize("n", [1, 7, 255, 1_287, 65_537])
def test_the_draws_are_those_that_the_definition_names(n: int) -> None:
    """Sentences differ in their counts, so that sums tell the draws apart."""
    counts = np.zeros((1, 3, n), dtype=np.int64)
    counts[0, 0] = np.arange(n) ** 2 % 1_009
    found = drawn_sums(SentenceCounts(n, np.array([0, n]), np.arange(n), counts), 20, 5)[0, 0, 0]
    generator = np.random.Generator(np.random.PCG64(5))
    assert found.tolist() == [counts[0, 0, generator.integers(0, n, n)].sum() for _ in range(20)]


def test_other_predictions_do_not_change_the_draws() -> None:
    counts = np.random.default_rng(1).integers(0, 3, (5, 3, N_TYPES, 40))
    alone = drawn_sums(listed(counts[:2]), 50)
    assert (drawn_sums(listed(counts), 50)[:2] == alone).all()


def test_a_system_does_not_differ_from_itself() -> None:
    a = np.array([[[[1, 2, 0]], [[1, 1, 1]], [[1, 1, 0]]]])
    assert drawn(a, a) == [Bootstrap(0, 0, 0, 1, 1000, 0)] * 2


def test_the_order_of_runs_makes_no_difference() -> None:
    runs: Counts = np.random.default_rng(3).integers(0, 9, (3, 3, 1, 20)) + np.array([9, 9, 0]).reshape(3, 1, 1)
    assert drawn(runs, runs[[2, 0, 1]])[0] == Bootstrap(0, 0, 0, 1, 1000, 0)


@pytest.mark.parametrize("n_sentences", [0, 4])
def test_nothing_counted_has_no_bootstrap(n_sentences: int) -> None:
    nothing = np.zeros((1, 3, N_TYPES, n_sentences), dtype=np.int64)
    for found in drawn(nothing, nothing):
        assert np.isnan([found.difference, found.low, found.high, found.p]).all()
        assert found.n_samples == 0


def test_drawing_can_be_ended() -> None:
    def end(done: int, total: int) -> None:
        assert total == 1000
        if done == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        drawn_sums(listed(np.ones((1, 3, 1, 4), dtype=np.int64)), checkpoint=end)


def found_by(generator: np.random.Generator, p_a: float, p_b: float, n_sentences: int) -> Bootstrap:
    """Draw a test set of one mention a sentence, which systems find with these chances."""
    found = (generator.random((2, n_sentences)) < np.array([[p_a], [p_b]])).astype(np.int64)
    one = np.ones_like(found)
    counts = np.stack([one, one, found], axis=1)
    made = SentenceCounts(n_sentences, np.array([0, n_sentences]), np.arange(n_sentences), counts)
    a, b = (drawn_scores(part[np.newaxis], recall_of)[0] for part in drawn_sums(made, 200))
    return paired_bootstrap(float(found[0].mean() - found[1].mean()), a, b)


def test_the_detectable_difference_is_detected_in_80_percent_of_test_sets() -> None:
    generator = np.random.default_rng(7)
    detectable = float(np.mean([found_by(generator, 0.7, 0.6, 300).detectable for _ in range(20)]))
    assert detectable == pytest.approx(2.8016 * (0.7 * 0.3 / 300 + 0.6 * 0.4 / 300) ** 0.5, rel=0.05)
    repeated = [found_by(generator, 0.7, 0.7 - detectable, 300) for _ in range(300)]
    power = np.mean([abs(one.difference) > 1.96 * one.deviation for one in repeated])
    assert 0.73 < power < 0.87  # three standard errors on either side
    equal = [found_by(generator, 0.7, 0.7, 300) for _ in range(300)]
    assert np.mean([abs(one.difference) > 1.96 * one.deviation for one in equal]) < 0.1


def test_nothing_is_detectable_where_draws_do_not_spread() -> None:
    a = np.array([[[[1, 1, 1]], [[1, 1, 1]], [[1, 1, 1]]]])
    assert np.isnan(drawn(a, a)[0].detectable)
