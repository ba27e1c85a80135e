"""Whether a difference may be chance: tests over blocks, pairs and runs, each with the number it rests on."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from nerinspect.analysis.attribute import NO_VALUE, FloatArray
from nerinspect.analysis.ratios import f1_of, mean_defined
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.progress import Checkpoint, no_checkpoint

FEWEST_BLOCKS: Final = 3
"""Friedman's test needs so many blocks, and so many buckets."""

FEWEST_RUNS: Final = 2
"""The tests over runs need so many on each side: one alone can never tell a difference from chance."""

SAMPLES: Final = 1_000
SEED: Final = 0

_SMALLEST_SHOWN: Final = 0.001


@dataclass(frozen=True)
class Significance:
    """What a test says.

    Attributes
    ----------
    p : float or None
        How often chance alone would make a difference as large; None if the test can say nothing.
    n_blocks : int
        How many blocks, pairs or runs it rests on, or would rest on.
    unit : str
        What they are: `block`, `pair` or `run`.
    lacking : str
        Why there is no p, such as `too few blocks: 2, at least 3 are needed`.
    """

    p: float | None
    n_blocks: int
    unit: str
    lacking: str = ""

    @property
    def in_words(self) -> str:
        """Say it, such as `p = 0.03 over 8 blocks`."""
        if self.p is None:
            return self.lacking
        return f"{p_in_words(self.p)} over {counted(self.n_blocks, self.unit)}"


@dataclass(frozen=True)
class Bootstrap:
    """How a difference of two scores spreads when sentences are drawn again.

    Attributes
    ----------
    difference : float
        F1 of A minus F1 of B, as fractions; nan if either is undefined.
    low, high : float
        The 2.5 and the 97.5 percentile of the difference over the samples.
    p : float
        Twice the smaller share of samples in which A is not better, or not worse; 1 at most.
    n_samples : int
        Samples in which the difference is defined; without any, the numbers are nan.
    """

    difference: float
    low: float
    high: float
    p: float
    n_samples: int


def p_in_words(p: float) -> str:
    """Write a p value with two digits, such as `p = 0.03`; very small ones as `p < 0.001`."""
    return f"p < {_SMALLEST_SHOWN}" if p < _SMALLEST_SHOWN else f"p = {p:.2g}"


def friedman(f1: FloatArray) -> Significance:
    """Test whether buckets differ in F1.

    Parameters
    ----------
    f1 : ndarray of float64, shape (n_blocks, n_buckets)
        A block for each run of each system. Buckets that are undefined in all blocks are left out, then blocks in
        which a bucket is undefined.

    Returns
    -------
    Significance
        Over the blocks that are left.
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
    from scipy.stats import friedmanchisquare

    return Significance(float(friedmanchisquare(*f1.T).pvalue), n_blocks, "block")


def signed_rank(a: FloatArray, b: FloatArray) -> Significance:
    """Test whether two systems differ over paired runs or data sets (Wilcoxon).

    Parameters
    ----------
    a, b : ndarray of float64, shape (n_pairs,)
        Scores; pairs with an undefined one are left out. Runs that differ in number make no pairs.

    Returns
    -------
    Significance
        Over the pairs that are left.
    """
    if len(a) != len(b):
        return Significance(None, 0, "pair", f"no pairs: {counted(len(a), 'run')} against {len(b):,}")
    difference = a - b
    difference = difference[~np.isnan(difference)]
    n_pairs = len(difference)
    if n_pairs < FEWEST_RUNS:
        return Significance(None, n_pairs, "pair", _too_few(n_pairs, "pair", FEWEST_RUNS))
    if not difference.any():
        return Significance(None, n_pairs, "pair", f"no difference in {counted(n_pairs, 'pair')}")
    from scipy.stats import wilcoxon

    return Significance(float(wilcoxon(difference).pvalue), n_pairs, "pair")


def rank_sum(a: FloatArray, b: FloatArray) -> Significance:
    """Test whether two sets of runs differ, which are not paired (Mann and Whitney, two-sided).

    Parameters
    ----------
    a, b : ndarray of float64, shapes (n_a,) and (n_b,)
        Scores; undefined ones are left out.

    Returns
    -------
    Significance
        Over the runs of both sets together.
    """
    a, b = a[~np.isnan(a)], b[~np.isnan(b)]
    n_runs, n_fewest = len(a) + len(b), min(len(a), len(b))
    if n_fewest < FEWEST_RUNS:
        return Significance(None, n_runs, "run", f"{_too_few(n_fewest, 'run', FEWEST_RUNS)} on each side")
    from scipy.stats import mannwhitneyu

    return Significance(float(mannwhitneyu(a, b, alternative="two-sided").pvalue), n_runs, "run")


def mcnemar(only_a: int, only_b: int) -> float:
    """Test whether two systems find equally many of the same mentions (McNemar, exact and two-sided).

    Parameters
    ----------
    only_a, only_b : int
        Reference mentions that only A, and only B, has exactly.

    Returns
    -------
    float
        The p value; 1 if both are 0.
    """
    if not only_a + only_b:
        return 1.0
    from scipy.stats import binomtest

    return float(binomtest(only_a, only_a + only_b).pvalue)


def paired_bootstrap(
    a: AnyIntArray,
    b: AnyIntArray,
    n_samples: int = SAMPLES,
    seed: int = SEED,
    checkpoint: Checkpoint = no_checkpoint,
) -> Bootstrap:
    """Draw the sentences of a test set again and again, the same for both systems.

    Parameters
    ----------
    a, b : ndarray of int, shape (n_runs, 3, n_sentences)
        Of each run of a system the reference, predicted and correct mentions by sentence; over several runs F1 is
        the mean of those where it is defined.
    n_samples : int
        How often.
    seed : int
        Of the generator PCG64; the same seed gives the same draws.
    checkpoint : Checkpoint
        Called before each sample.

    Returns
    -------
    Bootstrap
        Samples in which the difference is undefined are left out.
    """
    n_sentences, generator = a.shape[-1], np.random.Generator(np.random.PCG64(seed))
    counts = np.concatenate([a, b]).astype(np.float64)
    sums = np.empty((*counts.shape[:2], n_samples if n_sentences else 0))
    for sample in range(sums.shape[-1]):
        checkpoint(sample, n_samples)
        times = np.bincount(generator.integers(0, n_sentences, n_sentences), minlength=n_sentences)
        sums[..., sample] = counts @ times.astype(np.float64)
    drawn = _differences(sums, len(a))
    drawn = drawn[~np.isnan(drawn)]
    difference = float(_differences(counts.sum(axis=-1, keepdims=True), len(a))[0])
    if not len(drawn):
        return Bootstrap(difference, NO_VALUE, NO_VALUE, NO_VALUE, 0)
    low, high = np.percentile(drawn, (2.5, 97.5))
    p = min(1.0, 2 * min(float((drawn <= 0).mean()), float((drawn >= 0).mean())))
    return Bootstrap(difference, float(low), float(high), p, len(drawn))


def _differences(sums: FloatArray, n_a: int) -> FloatArray:
    """Subtract the mean F1 of the runs of B from that of A. Shapes (n_runs, 3, n_samples) to (n_samples,)."""
    f1 = f1_of(sums)
    return mean_defined(f1[:n_a]) - mean_defined(f1[n_a:])


def _too_few(number: int, noun: str, fewest: int) -> str:
    return f"too few {noun}s: {number}, at least {fewest} are needed"
