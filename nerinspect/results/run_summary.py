"""One number for several runs of a system: the mean, and how far the runs lie apart."""

from collections.abc import Iterable, Sequence
from statistics import fmean, stdev


def mean(numbers: Sequence[float]) -> float | None:
    """Average the runs in which a value is defined; None if there are none."""
    return fmean(numbers) if numbers else None


def sample_deviation(numbers: Sequence[float]) -> float | None:
    """Give the sample standard deviation (n - 1); None for fewer than two runs."""
    return stdev(numbers) if len(numbers) > 1 else None


def over_runs(values: Iterable[float | None]) -> tuple[float | None, float | None]:
    """Give mean and sample standard deviation over the runs in which a value is defined."""
    defined = [value for value in values if value is not None]
    return mean(defined), sample_deviation(defined)
