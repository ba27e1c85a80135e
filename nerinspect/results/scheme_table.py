"""The table of schemes: what each system scores by exact match, by SemEval-2013 and MUC, and by fair evaluation."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from nerinspect.analysis.schemes import QUARTERS, SCHEMES, SchemeCounts
from nerinspect.analysis.schemes_tally import SchemeTally, tally_schemes
from nerinspect.analysis.study import Study
from nerinspect.analysis.type_names import type_or_all
from nerinspect.results.run_summary import mean, sample_deviation
from nerinspect.results.table import Ratio, Row, Table, Value

SCHEME_COLUMNS: Final = (
    "system", "run", "scheme", "type", "correct", "incorrect", "partial", "missed", "spurious", "possible", "actual",
    "precision", "recall", "f1",
)  # fmt: skip


def scheme_table(study: Study) -> Table:
    """Score every prediction of a study by all schemes.

    Parameters
    ----------
    study : Study
        Reference and predictions.

    Returns
    -------
    Table
        For each system, run and scheme the row of all types, then each type by code point; for a system of several runs
        also the mean and the sample standard deviation. Undefined ratios are empty.
    """
    rows: list[Row] = []
    for system, group in groupby(range(len(study.predictions)), key=lambda number: study.predictions[number].system):
        runs = {study.predictions[number].run: list(_rows(tally_schemes(study, number))) for number in group}
        rows += [(system, run, *row) for run, run_rows in runs.items() for row in run_rows]
        if len(runs) > 1:
            alike = list(zip(*runs.values(), strict=True))
            for name, summary in (("mean", mean), ("std", sample_deviation)):
                rows += [(system, name, *_summarised(rows_alike, summary)) for rows_alike in alike]
    return Table(SCHEME_COLUMNS, rows, frozenset(("precision", "recall", "f1")))


def _rows(tally: SchemeTally) -> Iterator[Row]:
    """List the rows of one run, without system and run."""
    for scheme in SCHEMES:
        for name, counts in zip((None, *tally.types), tally.every_count(scheme), strict=True):
            yield (scheme.name, type_or_all(name), *_numbers(counts))


def _numbers(counts: SchemeCounts) -> Row:
    return (
        counts.correct,
        counts.incorrect,
        counts.partial,
        counts.missed,
        counts.spurious,
        _whole_if_it_is(counts.possible),
        _whole_if_it_is(counts.actual),
        Ratio(counts.credit, counts.actual),
        Ratio(counts.credit, counts.possible),
        Ratio(2 * counts.credit, counts.possible + counts.actual),
    )


def _whole_if_it_is(quarters: int) -> int | float:
    return quarters / QUARTERS if quarters % QUARTERS else quarters // QUARTERS


def _summarised(rows: Sequence[Row], summary: Callable[[Sequence[float]], float | None]) -> Iterator[Value]:
    yield from rows[0][:2]
    for values in list(zip(*rows, strict=True))[2:]:
        numbers = [value.value if isinstance(value, Ratio) else value for value in values]
        yield summary([float(number) for number in numbers if isinstance(number, int | float)])
