"""How sure a score is: 95 % intervals of precision, recall and F1 from their counts, in closed form."""

from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import FloatArray

_Z: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


def wilson(successes: npt.ArrayLike, trials: npt.ArrayLike) -> FloatArray:
    """Give the Wilson score interval of proportions.

    Parameters
    ----------
    successes, trials : array_like, shape (...)
        Counts; means over runs do as well.

    Returns
    -------
    ndarray of float64, shape (2, ...)
        Lower and upper ends of the 95 % interval; nan without trials. They stay within 0 and 1, and the interval is
        wide where there are few trials, also if all or none succeed.

    Notes
    -----
    The trials are taken to be drawn independently. Mentions of one sentence, or with one surface, tend to be right or
    wrong together, so the true interval is somewhat wider.

    References
    ----------
    Wilson (1927), Probable inference, the law of succession, and statistical inference.
    """
    k, n = np.asarray(successes, dtype=np.float64), np.asarray(trials, dtype=np.float64)
    n = np.where(n > 0, n, np.nan)
    middle = (k + _Z**2 / 2) / (n + _Z**2)
    half = _Z * np.sqrt(k * (n - k) / n + _Z**2 / 4) / (n + _Z**2)
    return np.clip([middle - half, middle + half], 0.0, 1.0)


def precision_interval(counts: npt.ArrayLike) -> FloatArray:
    """Give the interval of correct / predicted, see `f1_interval` and `wilson`."""
    _, predicted, correct = _parts(counts)
    return wilson(correct, predicted)


def recall_interval(counts: npt.ArrayLike) -> FloatArray:
    """Give the interval of correct / reference, see `f1_interval` and `wilson`."""
    reference, _, correct = _parts(counts)
    return wilson(correct, reference)


def f1_interval(counts: npt.ArrayLike) -> FloatArray:
    """Give the interval of F1.

    Parameters
    ----------
    counts : array_like, shape (..., 3, n)
        Reference, predicted and correct mentions.

    Returns
    -------
    ndarray of float64, shape (2, ..., n)
        Lower and upper ends of the 95 % interval around F1; nan where neither side has a mention.

    Notes
    -----
    F1 itself is no proportion, but J = correct / (reference + predicted - correct) is: of the distinct mentions of
    both sides together, the share that both have. F1 = 2 J / (1 + J) grows with J, so the ends of the Wilson interval
    of J, carried over, are those of F1.

    Examples
    --------
    >>> f1_interval([[10], [10], [8]]).round(3).tolist()
    [[0.562], [0.926]]
    """
    reference, predicted, correct = _parts(counts)
    j = wilson(correct, reference + predicted - correct)
    return np.asarray(2 * j / (1 + j))


def _parts(counts: npt.ArrayLike) -> FloatArray:
    """Put reference, predicted and correct mentions first."""
    return np.moveaxis(np.asarray(counts, dtype=np.float64), -2, 0)
