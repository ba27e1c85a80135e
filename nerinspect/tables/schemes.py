"""What systems score by other schemes than exact match."""

from collections.abc import Iterator, Sequence
from typing import Final

from nerinspect.corpus.types import type_or_all
from nerinspect.events.study import Study
from nerinspect.lists.table import Ratio, Result, Row, Table
from nerinspect.systems.schemes import SCHEMES, Scheme, SchemeCounts, schemes_with, tally_schemes
from nerinspect.systems.weights import USUAL, Weights
from nerinspect.tables.scores import rows_of_runs

SCHEME_COLUMNS: Final = (
    "system", "run", "scheme", "type", "correct", "incorrect", "partial", "missed", "spurious", "possible", "actual",
    "precision", "recall", "f1", "cost",
)  # fmt: skip


def scheme_table(study: Study, schemes: Sequence[Scheme] = SCHEMES) -> Table:
    """Score every prediction of a study by all schemes, in rows as those of `score_table`; only `ace` has a cost."""
    rows = rows_of_runs(study, lambda number: _scheme_rows(study, number, schemes), 2)
    return Table(SCHEME_COLUMNS, rows, frozenset(("precision", "recall", "f1", "cost")))


def _scheme_rows(study: Study, prediction: int, schemes: Sequence[Scheme]) -> Iterator[Row]:
    """List the rows of one run, without system and run."""
    tally = tally_schemes(study, prediction, schemes=schemes)
    for scheme in schemes:
        for name, counts in zip((None, *tally.types), tally.every_count(scheme), strict=True):
            yield (scheme.name, type_or_all(name), *_numbers(scheme, counts))


def _numbers(scheme: Scheme, counts: SchemeCounts) -> Row:
    return (
        counts.correct,
        counts.incorrect,
        counts.partial,
        counts.missed,
        counts.spurious,
        _whole_if_it_is(counts.possible, counts.parts),
        _whole_if_it_is(counts.actual, counts.parts),
        Ratio(counts.credit, counts.actual),
        Ratio(counts.credit, counts.possible),
        Ratio(2 * counts.credit, counts.possible + counts.actual),
        Ratio(counts.cost, counts.possible) if scheme.ace else None,
    )


def _whole_if_it_is(number: int, parts: int) -> int | float:
    return number / parts if number % parts else number // parts


def schemes(study: Study, weights: Weights = USUAL) -> Result:
    weights.check_types(study.types)
    made = schemes_with(weights)
    details = {"table": "schemes", "scheme": [scheme.said for scheme in made], "filter": ""}
    return Result(scheme_table(study, made), details, weights.options)
