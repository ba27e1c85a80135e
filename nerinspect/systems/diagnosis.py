"""The diagnoses of Fu et al.: which buckets a system is best and worst in, and how F1 goes with the values."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nerinspect.attributes.buckets import Bucket
from nerinspect.corpus.arrays import FloatArray
from nerinspect.events.scores import f1_of
from nerinspect.events.study import NO_VALUE, WITHOUT_VALUE, Attribute
from nerinspect.systems.significance import mean_score


class Extremes(NamedTuple):
    """The places of the lowest and the highest of some values, of equal ones the first."""

    worst: int
    worst_value: float
    best: int
    best_value: float

    @property
    def gap(self) -> float:
        return self.best_value - self.worst_value


@dataclass(frozen=True, eq=False)
class F1Table:
    """F1 of each system in each bucket of one attribute.

    `zeta`: the mean value over the reference members (tokens, if it is an attribute of tokens); nan if the values are
    names, or there are none.
    """

    attribute: Attribute
    buckets: tuple[Bucket, ...]
    systems: tuple[str, ...]
    runs: tuple[tuple[int, ...], ...]
    counts: npt.NDArray[np.int64]  # reference, predicted and correct members; shape (n_runs, 3, n_buckets)
    zeta: float

    @cached_property
    def by_run(self) -> FloatArray:
        """F1 of each run, a fraction; nan if undefined. Shape (n_runs, n_buckets)."""
        return f1_of(self.counts)

    @cached_property
    def by_system(self) -> FloatArray:
        """F1 of each system, the mean over the runs where it is defined. Shape (n_systems, n_buckets)."""
        means = [[mean_score(column) for column in self.by_run[list(runs)].T] for runs in self.runs]
        return np.array(means, dtype=np.float64).reshape(len(self.systems), len(self.buckets))

    @cached_property
    def spearman(self) -> FloatArray:
        """Correlation of F1 with the order of the buckets; nan for names. Shape (n_systems,)."""
        if self.attribute.scale == "name":
            return np.full(len(self.systems), NO_VALUE)
        ordered = [bucket.name != WITHOUT_VALUE for bucket in self.buckets]
        return np.array([spearman(f1[ordered]) for f1 in self.by_system], dtype=np.float64)

    @cached_property
    def deviation(self) -> FloatArray:
        """Population standard deviation of F1 over the buckets. Shape (n_systems,)."""
        return np.array([deviation(f1) for f1 in self.by_system], dtype=np.float64)

    @cached_property
    def rho(self) -> float:
        """The mean of the absolute correlations of the systems where they are defined; nan without any."""
        return mean_score(np.abs(self.spearman))

    def extremes(self, system: int) -> Extremes | None:
        """Diagnose a system by itself: its worst and its best bucket; None if F1 is undefined in all."""
        return extremes(self.by_system[system])

    def difference(self, a: int, b: int) -> FloatArray:
        """Subtract F1 of system B from that of A; nan where either is undefined. Shape (n_buckets,)."""
        return np.asarray(self.by_system[a] - self.by_system[b])

    def comparison(self, a: int, b: int) -> Extremes | None:
        """Diagnose system A against B: the buckets where A - B is smallest and largest; None if undefined in all."""
        return extremes(self.difference(a, b))


def extremes(values: FloatArray) -> Extremes | None:
    """Find the lowest and the highest value; nan is left out, and None given if nothing is left.

    Examples
    --------
    >>> extremes(np.array([0.5, np.nan, 0.3, 0.5]))
    Extremes(worst=2, worst_value=0.3, best=0, best_value=0.5)
    """
    if np.isnan(values).all():
        return None
    worst, best = int(np.nanargmin(values)), int(np.nanargmax(values))
    return Extremes(worst, float(values[worst]), best, float(values[best]))


def spearman(values: FloatArray) -> float:
    """Correlate the ranks of values, averaged for equal ones, with their order; nan if all are equal.

    Values that are nan are left out; so is a correlation of fewer than two.
    """
    values = values[~np.isnan(values)]
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    if len(counts) < 2:
        return NO_VALUE
    rank = (np.cumsum(counts) - (counts - 1) / 2)[place]
    a, b = rank - rank.mean(), np.arange(len(values)) - (len(values) - 1) / 2
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


def deviation(values: FloatArray) -> float:
    """Give the population standard deviation; nan is left out, and without any value it is nan."""
    values = values[~np.isnan(values)]
    return float(values.std()) if len(values) else NO_VALUE
