"""Whether a difference may be chance: tests over blocks, pairs and runs, and sentences drawn again."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import comb
from statistics import fmean
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt
from pyarrow._compute import call_function  # see `corpus/arrays.py`

from nerinspect.corpus.arrays import AnyIntArray, FloatArray, from_arrow
from nerinspect.corpus.text import as_sequences
from nerinspect.events.scores import f1_of, mean_defined
from nerinspect.events.study import NO_VALUE
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped

SAMPLES: Final = 1_000
SEED: Final = 0

_BLOCK: Final = 16  # so many samples are summed up in one matrix product

_DRAWN_AT_ONCE: Final = 1 << 16  # numbers of sentences

_EXACT_SINGLES: Final = 2**24  # sums of whole numbers below it are exact in floats of single precision, too


@dataclass(frozen=True, eq=False)
class SentenceCounts:
    """Mentions of some predictions by group, such as type, and by sentence; a place is a group in a sentence.

    `sentence`: from 0, by group. A sentence in which a group has no mentions at all need not be among them. Shape
    (n_places,). `alike`: for each sentence of the test set the one that stands for it, as all that have the same
    counts are told once; None if each stands for itself. Shape (n_sentences,).
    """

    n_sentences: int  # in the test set, those without a mention too
    first_place: AnyIntArray  # where the places of each group begin, and where the last ones end; shape (n_groups + 1,)
    sentence: AnyIntArray
    counts: npt.NDArray[np.int64]  # reference, predicted and correct mentions; shape (n_predictions, 3, n_places)
    alike: npt.NDArray[np.integer[Any]] | None = None

    @property
    def sums(self) -> npt.NDArray[np.int64]:
        """The mentions of all groups together, then of each. Shape (n_predictions, 3, 1 + n_groups)."""
        before = np.zeros((*self.counts.shape[:2], len(self.sentence) + 1), dtype=np.int64)
        times = 1 if self.alike is None else np.bincount(self.alike)[self.sentence]
        np.cumsum(self.counts * times, axis=-1, out=before[..., 1:])
        return np.concatenate([before[..., -1:], np.diff(before[..., self.first_place])], axis=-1)


def told_once(parts: Iterable[SentenceCounts]) -> SentenceCounts:
    """Lay the sentences of parts of a test set behind each other, and keep the counts of those that are alike once."""
    known: dict[bytes, int] = {}
    alike, shape, n_groups = [np.zeros(0, dtype=np.int32)], (0, 3), 0
    for part in parts:
        shape, n_groups = part.counts.shape[:2], len(part.first_place) - 1
        group = np.repeat(np.arange(n_groups), np.diff(part.first_place))
        order = np.argsort(part.sentence, kind="stable")
        rows = np.vstack([group, *part.counts.reshape(shape[0] * 3, -1)])[:, order].T.astype(np.int32)
        first = np.searchsorted(part.sentence[order], np.arange(part.n_sentences + 1))
        coded = call_function("dictionary_encode", [as_sequences(rows.ravel(), first * rows.shape[1])])
        number = [known.setdefault(one, len(known)) for one in coded.dictionary.to_pylist()]
        alike.append(np.array(number, dtype=np.int32)[from_arrow(coded.indices)])
    said = np.frombuffer(b"".join(known), dtype=np.int32).astype(np.int64).reshape(-1, 1 + shape[0] * 3)
    sentence = np.repeat(np.arange(len(known)), [len(one) // (4 * said.shape[1]) for one in known])
    order = np.argsort(said[:, 0], kind="stable")
    first_place = np.searchsorted(said[order, 0], np.arange(n_groups + 1))
    counts = said[order, 1:].T.reshape(*shape, len(order))
    of_all = np.concatenate(alike).astype(np.min_scalar_type(len(known)))
    return SentenceCounts(len(of_all), first_place, sentence[order], counts, of_all)


@dataclass(frozen=True)
class Bootstrap:
    """How a difference of two scores spreads when sentences are drawn again.

    `low` and `high`: the 2.5 and the 97.5 percentile of the difference over the samples.
    """

    difference: float  # the score of A minus that of B, as fractions; nan if either is undefined
    low: float
    high: float
    p: float  # twice the smaller share of samples in which A is not better, or not worse; 1 at most
    n_samples: int  # samples in which the difference is defined; without any, the numbers are nan
    deviation: float  # the standard deviation of the difference over the samples: its standard error

    @property
    def detectable(self) -> float:
        """The smallest true difference that a test at the 5 % level finds in 80 % of test sets of this size.

        It is nan where the drawn differences do not spread, which says nothing of others.
        """
        return _DETECTABLE * self.deviation if self.deviation > 0 else NO_VALUE


_DETECTABLE: Final = 1.959963984540054 + 0.8416212335729143  # the 97.5 % and the 80 % point of the normal distribution


def drawn_sums(
    counts: SentenceCounts, n_samples: int = SAMPLES, seed: int = SEED, checkpoint: Checkpoint = no_checkpoint
) -> FloatArray:
    """Draw as many sentences as there are, with replacement, again and again, and sum up their mentions.

    Each sample has the same sentences for all predictions, and the same seed (of PCG64) gives the same draws. Whole
    numbers of shape (n_predictions, 3, 1 + n_groups, n_samples): for all groups together, then for each.
    """
    n, generator = counts.n_sentences, np.random.Generator(np.random.PCG64(seed))
    shape = (*counts.counts.shape[:2], len(counts.first_place), n_samples)
    sums = np.zeros(shape)
    is_small = n * int(counts.counts.max(initial=0)) < _EXACT_SINGLES
    rows = counts.counts.reshape(shape[0] * 3, -1).astype(np.float32 if is_small else np.float64)
    by_row, times = sums.reshape(shape[0] * 3, *shape[2:]), np.empty((_BLOCK, len(counts.sentence)), rows.dtype)
    groups = [slice(*ends) for ends in zip(counts.first_place[:-1], counts.first_place[1:], strict=True)]
    n_numbers = n if counts.alike is None else int(counts.alike.max(initial=0)) + 1
    for first in range(0, n_samples if n else 0, _BLOCK):
        samples = range(first, min(first + _BLOCK, n_samples))
        for sample, own in zip(samples, times, strict=False):
            checkpoint(sample, n_samples)
            often = _times_drawn(generator, counts, n_numbers).astype(rows.dtype)
            np.take(often, counts.sentence, out=own, mode="clip")
        for group, places in enumerate(groups, 1):
            by_row[:, group, first : samples.stop] = rows[:, places] @ times[: len(samples), places].T
    by_row[:, 0] = by_row[:, 1:].sum(axis=1)
    return sums


def _times_drawn(generator: np.random.Generator, counts: SentenceCounts, n_numbers: int) -> AnyIntArray:
    """Draw as many sentences as there are, and tell how often each was, or those that it stands for."""
    n, alike = counts.n_sentences, counts.alike
    often, step = np.zeros(n_numbers, dtype=np.int64), max(_DRAWN_AT_ONCE, n_numbers)
    for first in range(0, n, step):
        drawn = generator.integers(0, n, min(step, n - first), dtype=np.uint32)  # as int64, in half the time
        often += np.bincount(drawn if alike is None else alike.take(drawn, mode="clip"), minlength=n_numbers)
    return often


def drawn_scores(drawn: FloatArray, score: Callable[[FloatArray], FloatArray] = f1_of) -> FloatArray:
    """Score a system in each sample of `drawn_sums`: the mean over its runs where the score is defined."""
    return mean_defined(score(drawn.swapaxes(1, 2)))


def paired_bootstrap(difference: float, a: FloatArray, b: FloatArray) -> Bootstrap:
    """Tell how the difference of two systems, that of the test set given, spreads over the same `drawn_scores`.

    Samples in which it is undefined are left out.
    """
    drawn = a - b
    drawn = drawn[~np.isnan(drawn)]
    if not len(drawn):
        return Bootstrap(difference, NO_VALUE, NO_VALUE, NO_VALUE, 0, NO_VALUE)
    low, high = np.percentile(drawn, (2.5, 97.5))
    p = min(1.0, 2 * min(float((drawn <= 0).mean()), float((drawn >= 0).mean())))
    return Bootstrap(difference, float(low), float(high), p, len(drawn), _deviation(drawn))


def _deviation(drawn: FloatArray) -> float:
    return float(drawn.std(ddof=1)) if len(drawn) > 1 and (drawn != drawn[0]).any() else 0.0


def mean_score(scores: Sequence[float] | FloatArray) -> float:
    """Average the scores of runs where it is defined, as tables of scores do; nan where none is."""
    defined = [one for one in map(float, scores) if one == one]
    return fmean(defined) if defined else NO_VALUE


FEWEST_BLOCKS: Final = 3  # Friedman's test needs so many blocks, and so many buckets

FEWEST_RUNS: Final = 2
"""The tests over runs need so many on each side: one alone can never tell a difference from chance."""

_SMALLEST_SHOWN: Final = 0.001
_USUAL_LEVEL: Final = 0.05


@dataclass(frozen=True)
class Significance:
    """What a test says."""

    p: float | None  # how often chance alone would make a difference as large; None if the test can say nothing
    n_blocks: int
    unit: str  # what they are: `block`, `pair` or `run`
    lacking: str = ""  # why there is no p, such as `too few blocks: 2, at least 3 are needed`
    least: float = 0.0  # the smallest p that so many can give, whatever they are; 0 if that is not known

    @property
    def in_words(self) -> str:
        """Say it, such as `p = 0.030 over 8 blocks`."""
        if self.p is None:
            return self.lacking
        return f"{p_in_words(self.p)} over {counted(self.n_blocks, self.unit)}"

    @property
    def caveat(self) -> str:
        """Say that no difference, however large, would give a p of 0.05 here; empty where one would."""
        if self.p is None or self.least <= _USUAL_LEVEL:
            return ""
        return f"{counted(self.n_blocks, self.unit)} never give a p below {p_text(self.least)}"

    @property
    def shortcoming(self) -> str:
        """Say why its cell is empty, or why its p says little; nothing where it may say something."""
        if self.lacking:
            return f"is empty: {self.lacking}"
        return f"says little: {self.caveat}" if self.caveat else ""


def p_text(p: float) -> str:
    """Write a p value with three decimals, as all tables and sentences do; very small ones as `< 0.001`."""
    return f"< {_SMALLEST_SHOWN}" if p < _SMALLEST_SHOWN else grouped(p, 3)


def p_in_words(p: float) -> str:
    """Write a p value in a sentence, such as `p = 0.030`; very small ones as `p < 0.001`."""
    return f"p {p_text(p)}" if p < _SMALLEST_SHOWN else f"p = {p_text(p)}"


def friedman(f1: FloatArray) -> Significance:
    """Test whether buckets differ in F1; blocks are the runs of each system, a row each.

    Buckets that are undefined in all blocks are left out, then blocks in which a bucket is undefined.
    """
    f1 = f1[:, ~np.isnan(f1).all(axis=0)]
    f1 = f1[~np.isnan(f1).any(axis=1)]
    n_blocks, n_buckets = f1.shape
    if n_blocks < FEWEST_BLOCKS:
        return Significance(None, n_blocks, "block", _too_few(n_blocks, "block", FEWEST_BLOCKS))
    if n_buckets < FEWEST_BLOCKS:
        return Significance(None, n_blocks, "block", _too_few(n_buckets, "bucket", FEWEST_BLOCKS))
    if (f1 == f1[:, :1]).all():
        return Significance(None, n_blocks, "block", f"no difference between buckets in {counted(n_blocks, 'block')}")
    from scipy.special import chdtrc  # in a quarter of the time that scipy.stats takes to import

    n_equal = (f1[:, :, np.newaxis] == f1[:, np.newaxis]).sum(axis=2)
    ranks = (f1[:, :, np.newaxis] > f1[:, np.newaxis]).sum(axis=2) + (n_equal + 1) / 2
    untied = 1 - (n_equal**2 - 1).sum() / (n_buckets * (n_buckets**2 - 1) * n_blocks)
    of_ranks = 12 / (n_buckets * n_blocks * (n_buckets + 1)) * (ranks.sum(axis=0) ** 2).sum()
    chi_square = (of_ranks - 3 * n_blocks * (n_buckets + 1)) / untied
    return Significance(float(chdtrc(n_buckets - 1, chi_square)), n_blocks, "block")


def signed_rank(a: FloatArray, b: FloatArray) -> Significance:
    """Test whether two systems differ over paired runs or data sets (Wilcoxon).

    Pairs with an undefined score are left out. Runs that differ in number make no pairs.
    """
    if len(a) != len(b):
        return Significance(None, 0, "pair", f"no pairs: {counted(len(a), 'run')} against {grouped(len(b))}")
    difference = a - b
    difference = difference[~np.isnan(difference)]
    n_pairs = len(difference)
    if n_pairs < FEWEST_RUNS:
        return Significance(None, n_pairs, "pair", _too_few(n_pairs, "pair", FEWEST_RUNS))
    if not difference.any():
        return Significance(None, n_pairs, "pair", f"no difference in {counted(n_pairs, 'pair')}")
    from scipy.stats import wilcoxon

    return Significance(float(wilcoxon(difference).pvalue), n_pairs, "pair", least=2 / 2**n_pairs)


def rank_sum(a: FloatArray, b: FloatArray) -> Significance:
    """Test whether two sets of runs differ, which are not paired (Mann and Whitney, two-sided); nan is left out."""
    a, b = a[~np.isnan(a)], b[~np.isnan(b)]
    n_runs, n_fewest = len(a) + len(b), min(len(a), len(b))
    if n_fewest < FEWEST_RUNS:
        return Significance(None, n_runs, "run", f"{_too_few(n_fewest, 'run', FEWEST_RUNS)} on each side")
    from scipy.stats import mannwhitneyu

    p = float(mannwhitneyu(a, b, alternative="two-sided").pvalue)
    is_exact = len(np.unique(np.concatenate([a, b]))) == n_runs
    return Significance(p, n_runs, "run", least=2 / comb(n_runs, len(a)) if is_exact else 0.0)


def mcnemar(only_a: int, only_b: int) -> float:
    """Test whether two systems find equally many of the same mentions (McNemar, exact and two-sided); give p.

    The numbers are those of mentions that only A, and only B, has exactly; p is 1 if both are 0.
    """
    if not only_a + only_b:
        return 1.0
    from scipy.special import bdtr

    return min(1.0, 2 * float(bdtr(min(only_a, only_b), only_a + only_b, 0.5)))


Correction: TypeAlias = Literal["none", "holm", "bh"]
CORRECTIONS: Final[dict[Correction, str]] = {"none": "", "holm": "Holm", "bh": "Benjamini–Hochberg"}
"""How p values of many comparisons are adjusted, and what people call it."""


def adjusted(p_values: Sequence[float | None], correction: Correction) -> list[float | None]:
    """Adjust the p values of many comparisons; where a test said nothing, there is still nothing.

    An adjusted p is the lowest level at which the procedure of Holm (of any false finding) or that of Benjamini and
    Hochberg (of the share of false findings) finds the difference.
    """
    known = [place for place, p in enumerate(p_values) if p is not None and p == p]
    p = np.array([p_values[place] for place in known], dtype=np.float64)
    order, n = np.argsort(p, kind="stable"), len(known)
    if correction == "holm":
        p[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(n, 0, -1)))
    elif correction == "bh":
        grown = p[order] * (n / np.arange(1, n + 1))
        p[order] = np.minimum(1, np.minimum.accumulate(grown[::-1])[::-1])
    found = dict(zip(known, p.tolist(), strict=True))
    return list(map(found.get, range(len(p_values))))


def _too_few(number: int, noun: str, fewest: int) -> str:
    return f"too few {noun}s: {number}, at least {fewest} are needed"
