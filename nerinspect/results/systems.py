"""The systems of a study with the F1 of their runs, for lists in which they are chosen."""

from dataclasses import dataclass
from itertools import groupby
from math import isnan

from nerinspect.analysis.percent import UNDEFINED
from nerinspect.analysis.scores import Counts, score_prediction
from nerinspect.analysis.study import Study
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.results.run_summary import mean, sample_deviation


@dataclass(frozen=True)
class SystemRuns:
    """One system.

    Attributes
    ----------
    name : str
        Its name.
    numbers : tuple of int
        Its predictions in the study, run after run.
    f1 : tuple of float
        Of each run over all types; nan where neither side has a mention.
    colour : int
        The number of its colour.
    """

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
        return mean([f1 for f1 in self.f1 if not isnan(f1)])

    @property
    def f1_deviation(self) -> float | None:
        """The sample standard deviation over runs; None for fewer than two."""
        return sample_deviation([f1 for f1 in self.f1 if not isnan(f1)])

    @property
    def f1_in_words(self) -> str:
        """F1 in percent; for several runs their mean, give or take the sample standard deviation."""
        if self.f1_deviation is None:
            return f"F1 {score_text(self.mean_f1)}"
        deviation = score_text(self.f1_deviation)
        return f"F1 {score_text(self.mean_f1)} ± {deviation}, mean and standard deviation of {len(self.numbers)} runs"


@kept_with_owner
def overall_counts(study: Study) -> tuple[Counts, ...]:
    """Count what each prediction scores over all types."""
    return tuple(score_prediction(study, prediction).overall for prediction in range(len(study.predictions)))


@kept_with_owner
def systems_of(study: Study) -> tuple[SystemRuns, ...]:
    """List the systems of a study in their order."""
    found = []
    for name, members in groupby(range(len(study.predictions)), key=lambda number: study.predictions[number].system):
        numbers = tuple(members)
        f1 = tuple(overall_counts(study)[run].f1 for run in numbers)
        found.append(SystemRuns(name, numbers, f1, study.system_colours[name]))
    return tuple(found)


def score_text(score: float | None) -> str:
    """Write a score in percent with two decimals."""
    return UNDEFINED if score is None or isnan(score) else f"{100 * score:.2f}"
