"""How a difference of scores spreads when the sentences of a test set are drawn again, the same for all systems."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.attribute import NO_VALUE
from nerinspect.analysis.ratios import f1_of, mean_defined
from nerinspect.corpus.arrays import AnyIntArray, FloatArray
from nerinspect.progress import Checkpoint, no_checkpoint

SAMPLES: Final = 1_000
SEED: Final = 0

_BLOCK: Final = 16
"""So many samples are summed up in one matrix product."""


@dataclass(frozen=True, eq=False)
class SentenceCounts:
    """Mentions of some predictions by group, such as type, and by sentence; a place is a group in a sentence.

    Attributes
    ----------
    n_sentences : int
        In the test set, those without a mention too.
    first_place : ndarray of int, shape (n_groups + 1,)
        Where the places of each group begin, and where the last ones end.
    sentence : ndarray of int, shape (n_places,)
        From 0, by group. A sentence in which a group has no mention at all need not be among them.
    counts : ndarray of int64, shape (n_predictions, 3, n_places)
        Reference, predicted and correct mentions.
    """

    n_sentences: int
    first_place: AnyIntArray
    sentence: AnyIntArray
    counts: npt.NDArray[np.int64]

    @property
    def sums(self) -> npt.NDArray[np.int64]:
        """The mentions of all groups together, then of each. Shape (n_predictions, 3, 1 + n_groups)."""
        before = np.zeros((*self.counts.shape[:2], len(self.sentence) + 1), dtype=np.int64)
        np.cumsum(self.counts, axis=-1, out=before[..., 1:])
        return np.concatenate([before[..., -1:], np.diff(before[..., self.first_place])], axis=-1)


@dataclass(frozen=True)
class Bootstrap:
    """How a difference of two scores spreads when sentences are drawn again.

    Attributes
    ----------
    difference : float
        The score of A minus that of B, as fractions; nan if either is undefined.
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


def drawn_sums(
    counts: SentenceCounts, n_samples: int = SAMPLES, seed: int = SEED, checkpoint: Checkpoint = no_checkpoint
) -> FloatArray:
    """Draw as many sentences as there are, with replacement, again and again, and sum up their mentions.

    Parameters
    ----------
    counts : SentenceCounts
        Of all predictions that are to be compared: each sample has the same sentences for all of them.
    n_samples : int
        How often.
    seed : int
        Of the generator PCG64; the same seed gives the same draws.
    checkpoint : Checkpoint
        Called before each sample.

    Returns
    -------
    ndarray of float64, shape (n_predictions, 3, 1 + n_groups, n_samples)
        Whole numbers: for all groups together, then for each.
    """
    n, generator = counts.n_sentences, np.random.Generator(np.random.PCG64(seed))
    shape = (*counts.counts.shape[:2], len(counts.first_place), n_samples)
    sums = np.zeros(shape)
    rows, by_row = counts.counts.reshape(shape[0] * 3, -1).astype(np.float64), sums.reshape(shape[0] * 3, *shape[2:])
    groups = [slice(*ends) for ends in zip(counts.first_place[:-1], counts.first_place[1:], strict=True)]
    for first in range(0, n_samples if n else 0, _BLOCK):
        samples = range(first, min(first + _BLOCK, n_samples))
        times = np.empty((len(samples), len(counts.sentence)))
        for sample, own in zip(samples, times, strict=True):
            checkpoint(sample, n_samples)
            drawn = generator.integers(0, n, n, dtype=np.uint32)  # the same numbers as int64, in half the time
            own[:] = np.bincount(drawn, minlength=n)[counts.sentence]
        for group, places in enumerate(groups, 1):
            by_row[:, group, first : samples.stop] = rows[:, places] @ times[:, places].T
    by_row[:, 0] = by_row[:, 1:].sum(axis=1)
    return sums


def drawn_scores(drawn: FloatArray, score: Callable[[FloatArray], FloatArray] = f1_of) -> FloatArray:
    """Score a system in each sample.

    Parameters
    ----------
    drawn : ndarray of float64, shape (n_runs, 3, 1 + n_groups, n_samples)
        Reference, predicted and correct mentions of each of its runs.
    score : callable
        Gives F1 or another score of counts.

    Returns
    -------
    ndarray of float64, shape (1 + n_groups, n_samples)
        The score as a fraction, of several runs the mean of those where it is defined.
    """
    return mean_defined(score(drawn.swapaxes(1, 2)))


def paired_bootstrap(difference: float, a: FloatArray, b: FloatArray) -> Bootstrap:
    """Tell how the difference of two systems spreads over the same draws.

    Parameters
    ----------
    difference : float
        That of the test set itself.
    a, b : ndarray of float64, shape (n_samples,)
        The score of each system in each sample, see `drawn_scores`.

    Returns
    -------
    Bootstrap
        Samples in which the difference is undefined are left out.
    """
    drawn = a - b
    drawn = drawn[~np.isnan(drawn)]
    if not len(drawn):
        return Bootstrap(difference, NO_VALUE, NO_VALUE, NO_VALUE, 0)
    low, high = np.percentile(drawn, (2.5, 97.5))
    p = min(1.0, 2 * min(float((drawn <= 0).mean()), float((drawn >= 0).mean())))
    return Bootstrap(difference, float(low), float(high), p, len(drawn))


def mean_score(scores: Sequence[float] | FloatArray) -> float:
    """Average the scores of runs where it is defined, as tables of scores do; nan where none is."""
    defined = [one for one in map(float, scores) if one == one]
    return fmean(defined) if defined else NO_VALUE
