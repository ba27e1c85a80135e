"""The runs of systems: F1 of each, and one number for several."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from math import isnan
from typing import Final, NamedTuple

from nerinspect.corpus.arrays import kept_with_owner
from nerinspect.errors import CommandError, shown
from nerinspect.events.scores import UNDEFINED, Counts, score_prediction
from nerinspect.events.study import Study
from nerinspect.lists.table import Ratio, Value
from nerinspect.quantities import counted, percent

NO_RATIO: Final = Ratio(0, 0)  # a ratio that is undefined


def number_cell(value: float | None) -> Value:
    """Give a number as a cell, undefined where it is none."""
    return NO_RATIO if value is None or isnan(value) else float(value)


def mean(values: Iterable[float | None]) -> float | None:
    """Average the runs in which a value is defined, neither None nor nan; None if there are none."""
    from statistics import fmean  # which a single run does without

    numbers = _defined(values)
    return fmean(numbers) if numbers else None


def sample_deviation(values: Iterable[float | None]) -> float | None:
    """Give the sample standard deviation (n - 1) of what is defined; None for fewer than two runs."""
    from statistics import stdev

    numbers = _defined(values)
    return stdev(numbers) if len(numbers) > 1 else None


def _defined(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None and not isnan(value)]


def ratios(counts: Counts) -> tuple[Ratio, Ratio, Ratio]:
    """Give precision, recall and F1."""
    reference, predicted, correct = counts.reference, counts.predicted, counts.correct
    return Ratio(correct, predicted), Ratio(correct, reference), Ratio(2 * correct, reference + predicted)


def over_runs(values: Sequence[int | float | Ratio]) -> tuple[int | float | Ratio | None, float | None]:
    """Sum up a number of each run: exactly for one run, by mean and sample standard deviation for several.

    The mean is that of the runs in which it is defined; no deviation where fewer than two are.
    """
    if len(values) == 1:
        return values[0], None
    numbers = [value.value if isinstance(value, Ratio) else float(value) for value in values]
    return mean(numbers), sample_deviation(numbers)


def scores_over_runs(runs: Sequence[Counts]) -> Iterator[Value]:
    """Give the three counts, precision, recall and F1, exact for one run and the means of several."""
    rows = ((counts.reference, counts.predicted, counts.correct, *ratios(counts)) for counts in runs)
    for values in zip(*rows, strict=True):
        yield over_runs(values)[0]


def rounded(value: Ratio | float, n_digits: int, scale: int = 100) -> Decimal:
    """Round a number that is to be shown `scale` times as large, half up; of a ratio, which is defined, the counts."""
    if isinstance(value, Ratio):  # exactly: a ratio between two decimals never goes the wrong way
        doubled = 2 * value.numerator * scale * 10**n_digits
        return Decimal((doubled + value.denominator) // (2 * value.denominator)).scaleb(-n_digits)
    return (Decimal(value) * scale).quantize(Decimal(1).scaleb(-n_digits), ROUND_HALF_UP) + 0  # no -0.00


def predictions_by_system(study: Study) -> dict[str, list[int]]:
    return {
        system: [number for number, one in enumerate(study.predictions) if one.system == system]
        for system in study.systems
    }


class SystemRuns(NamedTuple):
    """One system: its predictions in the study, the F1 of each (nan where no side has a mention) and its colour."""

    name: str
    numbers: tuple[int, ...]
    f1: tuple[float, ...]
    colour: int = 0

    def run_name(self, run: int) -> str:
        """Name one of several runs, counted from 0."""
        return f"run {run + 1} of {len(self.numbers)}"

    def full_name(self, run: int) -> str:
        """Name the system, and one of its runs where there are several; runs are counted from 0."""
        return self.name if len(self.numbers) == 1 else f"{self.name} run {run + 1}"

    @property
    def mean_f1(self) -> float | None:
        """The mean over the runs in which F1 is defined; None if there are none."""
        return mean(self.f1)

    @property
    def f1_deviation(self) -> float | None:
        """The sample standard deviation over runs; None for fewer than two."""
        return sample_deviation(self.f1)

    @property
    def f1_in_words(self) -> str:
        """F1 in percent; for several runs their mean, give or take the sample standard deviation."""
        if self.f1_deviation is None:
            return f"F1 {score_text(self.mean_f1)}"
        both = f"{score_text(self.mean_f1)} ± {score_text(self.f1_deviation)}"
        return f"F1 {both}, mean and standard deviation of {counted(len(self.numbers), 'run')}"


@kept_with_owner
def overall_counts(study: Study) -> tuple[Counts, ...]:
    """Count what each prediction scores over all types."""
    return tuple(score_prediction(study, prediction).overall for prediction in range(len(study.predictions)))


@kept_with_owner
def systems_of(study: Study) -> tuple[SystemRuns, ...]:
    f1, colours = [counts.f1 for counts in overall_counts(study)], study.system_colours
    return tuple(
        SystemRuns(name, tuple(numbers), tuple(f1[number] for number in numbers), colours[name])
        for name, numbers in predictions_by_system(study).items()
    )


def score_text(score: float | None) -> str:
    """Write a score in percent with two decimals."""
    return UNDEFINED if score is None or isnan(score) else percent(score)


def check_several_systems(systems: Sequence[str]) -> None:
    """Refuse one system alone, where systems are to be compared."""
    if len(systems) == 1:
        raise CommandError(f"there is only one system, {shown(systems[0])}, and a comparison needs two; name another")
