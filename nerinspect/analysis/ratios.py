"""Ratios of many counts at once; nan where they are undefined."""

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import FloatArray


def divided(numerator: npt.ArrayLike, denominator: npt.ArrayLike) -> FloatArray:
    """Divide counts.

    Parameters
    ----------
    numerator, denominator : array_like
        Of one shape.

    Returns
    -------
    ndarray of float64
        nan where the denominator is 0.
    """
    above, below = np.asarray(numerator, dtype=np.float64), np.asarray(denominator, dtype=np.float64)
    ratio: FloatArray = np.divide(above, below, out=np.full(below.shape, np.nan), where=below != 0)
    return ratio


def f1_of(counts: npt.ArrayLike) -> FloatArray:
    """Score counts.

    Parameters
    ----------
    counts : array_like, shape (..., 3, n)
        Reference, predicted and correct mentions.

    Returns
    -------
    ndarray of float64, shape (..., n)
        F1 as a fraction; nan where neither side has a mention.
    """
    reference, predicted, correct = np.moveaxis(np.asarray(counts, dtype=np.float64), -2, 0)
    return divided(2 * correct, reference + predicted)


def recall_of(counts: npt.ArrayLike) -> FloatArray:
    """Give recall as `f1_of` does F1; nan where the reference has no mention."""
    reference, _, correct = np.moveaxis(np.asarray(counts, dtype=np.float64), -2, 0)
    return divided(correct, reference)


def mean_defined(values: FloatArray) -> FloatArray:
    """Average over the first axis, such as runs, where values are defined; nan where none is."""
    values = np.sort(values, axis=0)  # or the order of runs could tell equal means apart in the last digit
    is_defined = ~np.isnan(values)
    return divided(np.where(is_defined, values, 0.0).sum(axis=0), is_defined.sum(axis=0))
