"""One number for several runs of a system: the mean, and how far the runs lie apart."""

from collections.abc import Sequence
from statistics import fmean, stdev

from nerinspect.analysis.study import Study
from nerinspect.results.table import Ratio


def mean(numbers: Sequence[float]) -> float | None:
    """Average the runs in which a value is defined; None if there are none."""
    return fmean(numbers) if numbers else None


def sample_deviation(numbers: Sequence[float]) -> float | None:
    """Give the sample standard deviation (n - 1); None for fewer than two runs."""
    return stdev(numbers) if len(numbers) > 1 else None


def over_runs(values: Sequence[int | Ratio]) -> tuple[int | float | Ratio | None, float | None]:
    """Sum up a number of each run: exactly for one run, by mean and sample standard deviation for several.

    Parameters
    ----------
    values : sequence of int or Ratio
        One for each run, at least one.

    Returns
    -------
    tuple
        The number of the only run, or the mean of the runs in which it is defined; and their deviation, None where
        fewer than two are.
    """
    if len(values) == 1:
        return values[0], None
    numbers = [value.value if isinstance(value, Ratio) else float(value) for value in values]
    defined = [number for number in numbers if number is not None]
    return mean(defined), sample_deviation(defined)


def predictions_by_system(study: Study) -> dict[str, list[int]]:
    """List for each system the numbers of its predictions."""
    return {
        system: [number for number, one in enumerate(study.predictions) if one.system == system]
        for system in study.systems
    }
