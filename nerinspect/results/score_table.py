"""The score table: precision, recall, F1 and what F1 hides, for each system, run and type."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import isnan
from typing import TypeAlias

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.scores import Counts, Tally, score_study
from nerinspect.analysis.study import Study
from nerinspect.analysis.type_names import type_or_all
from nerinspect.results.run_summary import mean, sample_deviation
from nerinspect.results.table import Ratio, Row, Table, Value

SCORE_COLUMNS = (
    "system", "run", "type", "precision", "recall", "f1", "reference", "predicted", "correct",
    "tp", "fp", "fn", "le", "be", "lbe", "tn", "demerits", "false_positives", "false_negatives",
)  # fmt: skip

Summary: TypeAlias = Callable[[Sequence[float]], float | None]


def score_table(study: Study) -> Table:
    """Score every prediction of a study.

    Parameters
    ----------
    study : Study
        Reference and predictions.

    Returns
    -------
    Table
        For each system and run the row of all types, then each type by code point; for a system of several runs also
        the mean and the sample standard deviation. Undefined ratios, and the event columns of types, are empty.
    """
    tallies = score_study(study)
    scored = zip(study.predictions, tallies, strict=True)
    rows: list[Row] = []
    for system, group in groupby(scored, key=lambda pair: pair[0].system):
        runs = [(prediction.run, list(_score_rows(tally))) for prediction, tally in group]
        rows += [(system, run, *row) for run, run_rows in runs for row in run_rows]
        if len(runs) > 1:
            same_type = list(zip(*(run_rows for _, run_rows in runs), strict=True))
            for name, summary in (("mean", mean), ("std", sample_deviation)):
                rows += [(system, name, *_summarised(rows_of_type, summary)) for rows_of_type in same_type]
    return Table(SCORE_COLUMNS, rows, frozenset(("precision", "recall", "f1")))


def f1_of_systems(study: Study) -> list[tuple[str, float | None]]:
    """Give the overall F1 of each system.

    Parameters
    ----------
    study : Study
        Reference and predictions.

    Returns
    -------
    list of (str, float or None)
        System and its F1, a fraction, the mean over the runs where it is defined; None if it is defined in none.
    """
    scored = zip(study.predictions, score_study(study), strict=True)
    return [
        (system, mean([tally.overall.f1 for _, tally in group if not isnan(tally.overall.f1)]))
        for system, group in groupby(scored, key=lambda pair: pair[0].system)
    ]


def _score_rows(tally: Tally) -> Iterator[Row]:
    """List the rows of one run, without system and run."""
    overall = tally.overall
    events = [tally.n_events(kind) for kind in KINDS]
    yield (type_or_all(None), *_ratios(overall), *events, tally.tn, tally.demerits, *_false(overall))
    for type_name in tally.types:
        counts = tally.of_type(type_name)
        yield (type_or_all(type_name), *_ratios(counts), counts.correct, *[None] * 7, *_false(counts))


def _ratios(counts: Counts) -> Row:
    return (
        Ratio(counts.correct, counts.predicted),
        Ratio(counts.correct, counts.reference),
        Ratio(2 * counts.correct, counts.reference + counts.predicted),
        counts.reference,
        counts.predicted,
        counts.correct,
    )


def _false(counts: Counts) -> Row:
    return counts.false_positives, counts.false_negatives


def _summarised(rows: Sequence[Row], summary: Summary) -> Iterator[Value]:
    yield rows[0][0]
    for values in list(zip(*rows, strict=True))[1:]:
        numbers = [value.value if isinstance(value, Ratio) else value for value in values]
        yield summary([float(number) for number in numbers if isinstance(number, int | float)])
