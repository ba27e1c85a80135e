"""A score over the runs of a system, as charts write it."""

from collections.abc import Sequence
from typing import NamedTuple

from nerinspect.analysis.percent import UNDEFINED, percent_text
from nerinspect.analysis.scores import ratio
from nerinspect.results.run_summary import mean, sample_deviation


class RunScore(NamedTuple):
    """A fraction, nan if it is undefined; the text for it; and what is said, with the standard deviation."""

    share: float
    text: str
    said: str


def score_over_runs(parts: Sequence[tuple[int, int]]) -> RunScore:
    """Score one run exactly, several by their mean.

    Parameters
    ----------
    parts : sequence of (int, int)
        Numerator and denominator of each run, at least one.

    Returns
    -------
    RunScore
        Of several runs the mean and the sample standard deviation over those in which the ratio is defined.
    """
    if len(parts) == 1:
        text = percent_text(*parts[0])
        return RunScore(ratio(*parts[0]), text, text)
    defined = [numerator / denominator for numerator, denominator in parts if denominator]
    average, deviation = mean(defined), sample_deviation(defined)
    if average is None:
        return RunScore(float("nan"), UNDEFINED, UNDEFINED)
    text = f"{100 * average:.2f}"
    return RunScore(average, text, text if deviation is None else f"{text} ± {100 * deviation:.2f}")
