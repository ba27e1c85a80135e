"""What systems score by exact match, with all that F1 hides, and what they confuse."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from pyarrow._compute import call_function  # see `corpus/arrays.py`

from nerinspect.corpus.arrays import (
    AnyIntArray,
    IntArray,
    as_arrow,
    as_arrow_texts,
    from_arrow,
    numbered_together,
    rank_texts,
)
from nerinspect.corpus.text import as_sequences
from nerinspect.corpus.types import type_or_all, type_or_none
from nerinspect.events.scores import Counts, Tally, count_confusions, score_prediction, score_study
from nerinspect.events.segment_events import KINDS, SIDES, TP, Side
from nerinspect.events.study import Study
from nerinspect.lists.table import Cells, Coded, Ratio, Result, Row, Table, Value, listed
from nerinspect.tables.runs import mean, predictions_by_system, ratios, sample_deviation, systems_of

CONFUSION_COLUMNS = ("system", "reference_type", "predicted_type", "mentions")


def confusion_table(study: Study) -> Table:
    """Count confusions for each system, its runs added up, by reference type, then predicted type, `none` last."""
    names = [*map(type_or_none, (*study.types, None))]
    rows: list[Row] = []
    for system, numbers in predictions_by_system(study).items():
        sums: Counter[tuple[int, int]] = Counter()
        for number in numbers:
            for ours, theirs, count in count_confusions(study, number).T.tolist():
                sums[ours, theirs] += count
        rows += [(system, names[ours], names[theirs], count) for (ours, theirs), count in sorted(sums.items())]
    return Table(CONFUSION_COLUMNS, rows)


MATRIX: Final = "matrix"
CONFUSION_LAYOUTS: Final = (MATRIX,)  # the layouts of confusions, by the name `--layout` knows


def confusion_matrix(study: Study) -> Table:
    """Lay out the mentions of each system, its runs added up: reference types down, predicted types across.

    Both end with `none`. On the diagonal are the correct mentions, so that rows add up to the reference mentions and
    columns to the predicted ones.
    """
    heads = ("system", "reference_type")
    across = [f'"{name}"' if name in heads else type_or_none(name) for name in (*study.types, None)]
    rows: list[Row] = []
    for system, runs in predictions_by_system(study).items():
        *of_types, of_none = np.sum([count_types(study, run) for run in runs], axis=0).tolist()
        rows += [(system, type_or_none(name), *row) for name, row in zip(study.types, of_types, strict=True)]
        rows.append((system, type_or_none(None), *of_none[:-1], None))
    return Table((*heads, *across), rows, counts=frozenset(across))


def count_types(study: Study, prediction: int) -> npt.NDArray[np.int64]:
    """Count mentions by reference and predicted type, none the last: on the diagonal those that are correct."""
    counts = np.diag(np.append(score_prediction(study, prediction).by_type[2], 0))
    ours, theirs, n_mentions = count_confusions(study, prediction)
    counts[ours, theirs] += n_mentions
    return counts


_EVENTS_AT_ONCE = 1 << 18  # are grouped, so that memory grows with the groups alone
_ROWS_AT_ONCE: Final = 5_000
ERROR_COLUMNS = ("system", "count", "kind", "text", "reference_types", "predicted_types")


def error_groups(study: Study) -> Table:
    """Group the errors of each system (its runs added up) that agree in surface, kind and types; most frequent first.

    Surfaces are compared token by token, so two groups may show the same text.
    """
    event, count, at = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int64), 0
    while at < len(study.events):
        stop = at + max(_EVENTS_AT_ONCE, len(event))  # as many as there are groups, or these were grouped too often
        errors = np.flatnonzero(study.events.kind[at:stop] != TP).astype(np.int32) + np.int32(at)
        event, count = _grouped(study, np.append(event, errors), np.append(count, np.ones_like(errors)))
        at = stop
    texts = study.text.joined(study.events.start[event], study.events.end[event])
    read = [_types_read(study, event, side) for side in SIDES]
    system, kind = _system_places(study)[study.events.prediction[event]], study.events.kind[event].astype(np.int32)
    ranks = [rank_texts(one.cells)[one.codes] for one in reversed(read)]
    order = np.lexsort((*ranks, rank_texts(texts), kind, -count, system))

    def columns() -> Iterator[list[Cells]]:
        for first in range(0, len(order), _ROWS_AT_ONCE):
            rows = order[first : first + _ROWS_AT_ONCE].astype(np.int32)
            yield [
                Coded(as_arrow_texts(study.systems), system[rows]),
                count[rows],
                Coded(as_arrow_texts(KINDS), kind[rows]),
                texts.take(as_arrow(rows)),
                *(Coded(one.cells, one.codes[rows]) for one in read),
            ]

    by_row = (row for block in columns() for row in zip(*map(listed, block), strict=True))
    return Table(ERROR_COLUMNS, by_row, texts=columns)


def _grouped(study: Study, event: IntArray, count: AnyIntArray) -> tuple[IntArray, AnyIntArray]:
    """Take one of the events that agree, and add up the counts of them all."""
    surface = study.text.sequence_ids(study.events.start[event], study.events.end[event])
    read = (_types_read(study, event, side).codes for side in SIDES)
    system = _system_places(study)[study.events.prediction[event]]
    number, example = numbered_together(system, study.events.kind[event], surface, *read)
    return event[example], np.bincount(number, count, len(example)).astype(np.int64)


def _types_read(study: Study, event: IntArray, side: Side) -> Coded:
    """Name the types of the mentions of events on a side, in text order; each sequence of types once."""
    codes = study.mentions_on(side).type_codes[study.events.mentions(side, event)]
    offsets = np.append(0, np.cumsum(study.events.n_mentions(side, event), dtype=np.int64))
    coded = call_function("dictionary_encode", [as_sequences(codes, offsets)])
    names = [" ".join(study.types[code] for code in memoryview(one).cast("i")) for one in coded.dictionary.to_pylist()]
    return Coded(as_arrow_texts(names), from_arrow(coded.indices))


def _system_places(study: Study) -> IntArray:
    return np.array([study.systems.index(one.system) for one in study.predictions], dtype=np.int32)


def rows_of_runs(study: Study, rows_of: Callable[[int], Iterable[Row]], n_heads: int) -> list[Row]:
    """List the rows of each prediction behind system and run, and those of the mean and the deviation of several runs.

    A row begins with cells that are equal in all runs.
    """
    rows: list[Row] = []
    for system, numbers in predictions_by_system(study).items():
        runs = {study.predictions[number].run: list(rows_of(number)) for number in numbers}
        rows += [(system, run, *row) for run, run_rows in runs.items() for row in run_rows]
        if len(runs) > 1:
            alike = list(zip(*runs.values(), strict=True))
            for name, summary in (("mean", mean), ("std", sample_deviation)):
                rows += [(system, name, *_summarised(rows_alike, n_heads, summary)) for rows_alike in alike]
    return rows


def _summarised(
    rows: Sequence[Row], n_heads: int, summary: Callable[[Sequence[float]], float | None]
) -> Iterator[Value]:
    yield from rows[0][:n_heads]
    for values in list(zip(*rows, strict=True))[n_heads:]:
        numbers = [value.value if isinstance(value, Ratio) else value for value in values]
        yield summary([float(number) for number in numbers if isinstance(number, int | float)])


SCORE_COLUMNS = (
    "system", "run", "type", "precision", "recall", "f1", "reference", "predicted", "correct",
    "tp", "fp", "fn", "le", "be", "lbe", "tn", "demerits", "false_positives", "false_negatives",
)  # fmt: skip


def score_table(study: Study) -> Table:
    """Score every prediction of a study: the row of all types, then each type by code point.

    A system of several runs has also the mean and the sample standard deviation. Undefined ratios, and the event
    columns of types, are empty.
    """
    tallies = score_study(study)
    rows = rows_of_runs(study, lambda number: _score_rows(tallies[number]), 1)
    return Table(SCORE_COLUMNS, rows, frozenset(("precision", "recall", "f1")))


def f1_of_systems(study: Study) -> list[tuple[str, float | None]]:
    """Give the overall F1 of each system, a fraction: the mean over the runs where it is defined; None if in none."""
    return [(system.name, system.mean_f1) for system in systems_of(study)]


def _score_rows(tally: Tally) -> Iterator[Row]:
    """List the rows of one run, without system and run."""
    overall = tally.overall
    events = [tally.n_events(kind) for kind in KINDS]
    yield (type_or_all(None), *_counted(overall), *events, tally.tn, tally.demerits, *_false(overall))
    for type_name in tally.types:
        counts = tally.of_type(type_name)
        yield (type_or_all(type_name), *_counted(counts), counts.correct, *[None] * 7, *_false(counts))


def _counted(counts: Counts) -> Row:
    return *ratios(counts), counts.reference, counts.predicted, counts.correct


def _false(counts: Counts) -> Row:
    return counts.false_positives, counts.false_negatives


_OF_MENTIONS: Final = (
    "each mention is counted once, two that are confused as a pair; the matrix of the window counts events by every "
    "type in them"
)


def scores(study: Study) -> Result:
    return Result(score_table(study), {"table": "score", "filter": ""})


def confusion(study: Study, layout: str | None = None) -> Result:
    """Give the result of `confusion`, see `confusion_table`; or one of the `CONFUSION_LAYOUTS`."""
    details = {"table": "confusion", "filter": "", "notes": [_OF_MENTIONS]}
    if layout is None:
        return Result(confusion_table(study), details)
    return Result(confusion_matrix(study), details | {"layout": layout}, ["--layout", layout])


def errors(study: Study) -> Result:
    return Result(error_groups(study), {"table": "errors", "filter": ""})
