"""The scores of all systems as rows: each system, its runs and their mean, with the types below."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from math import isnan
from statistics import fmean
from typing import Final

from nerinspect.corpus.types import ALL_TYPES, type_or_all
from nerinspect.events.scores import Counts, Tally
from nerinspect.events.study import Study, prediction_name
from nerinspect.glossary import meaning
from nerinspect.query.counts.mention_doors import Doors, doors_to
from nerinspect.query.rates import KeptScores, MentionBase
from nerinspect.training.retention import RETENTION
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    RowGroup,
    TableRow,
    count_cell,
    mean_cell,
    percent_columns,
    score_cell,
)

NAME_COLUMNS: Final = ("System", "Type")
MEMORY: Final = "memory of the training data"
"""What stands behind the name of the retention heuristic."""


def score_columns(has_runs: bool = False) -> tuple[Column, ...]:
    """Head the columns; where systems have several runs, scores need room for their standard deviation."""
    return (
        Column("System, type", meaning("system")),
        *percent_columns(has_runs),
        Column("", "F1 as a bar, from 0 to 100", widest=""),
        Column("Reference", meaning("reference_mentions"), widest="9,999,999"),
        Column("Predicted", meaning("predicted_mentions"), widest="9,999,999"),
        Column("Correct", meaning("correct_mentions"), widest="9,999,999"),
    )


SCORE_COLUMNS: Final = score_columns()
"""Those of systems of a single run."""


def score_groups(study: Study, base: MentionBase, scores: Sequence[KeptScores]) -> list[RowGroup]:
    """Lay out the scores of all predictions.

    Parameters
    ----------
    study : Study
        Names systems and types.
    base : MentionBase
        The mentions that were counted.
    scores : sequence of KeptScores
        One for each prediction.

    Returns
    -------
    list of RowGroup
        One for each prediction, under its number as key; before the runs of a system, their mean.
    """
    types = base.types_of(study)
    doors = doors_to(base, types)
    groups = []
    for system, members in groupby(range(len(scores)), key=lambda number: study.predictions[number].system):
        runs = list(members)
        if len(runs) > 1:
            groups.append(_mean_group(system, types, [scores[run].tally for run in runs]))
        groups += [_group(study, run, types, doors, scores[run].tally) for run in runs]
    return groups


def _group(study: Study, prediction: int, types: Sequence[str], doors: Doors, tally: Tally) -> RowGroup:
    name = prediction_name(study, prediction)
    overall = partial(_cells, tally.overall, doors)
    note = MEMORY if study.predictions[prediction].system == RETENTION else ""
    head = TableRow(name, (name, ALL_TYPES), overall, note, is_total=True, prediction=prediction)

    def rows() -> tuple[TableRow, ...]:
        return tuple(
            TableRow(one, (name, type_or_all(one)), partial(_type_cells, tally, one, doors), prediction=prediction)
            for one in types
        )

    return RowGroup(str(prediction), head, rows if types else None)


def _type_cells(tally: Tally, name: str, doors: Doors) -> tuple[Cell, ...]:
    return _cells(tally.of_type(name), doors.of_type(name))


def _cells(counts: Counts, doors: Doors) -> tuple[Cell, ...]:
    return (
        _ratio("precision", counts.correct, counts.predicted, doors),
        _ratio("recall", counts.correct, counts.reference, doors),
        _ratio("f1", 2 * counts.correct, counts.reference + counts.predicted, doors),
        _bar(counts.f1),
        count_cell(counts.reference, doors.reference, meaning("reference_mentions")),
        count_cell(counts.predicted, doors.predicted, meaning("predicted_mentions")),
        count_cell(counts.correct, doors.reference_in("tp"), meaning("correct_mentions")),
    )


def _ratio(name: str, numerator: int, denominator: int, doors: Doors) -> Cell:
    door = {"precision": doors.predicted, "recall": doors.reference, "f1": doors.either}[name]
    return score_cell(name, numerator, denominator, door)


def _bar(f1: float) -> Cell:
    return Cell(
        "", tooltip="F1 is undefined." if isnan(f1) else f"F1 {100 * f1:.2f} of 100", bar=0.0 if isnan(f1) else f1
    )


def _mean_group(system: str, types: Sequence[str], tallies: Sequence[Tally]) -> RowGroup:
    overall = partial(_mean_cells, [tally.overall for tally in tallies])
    mean = f"{system}, mean"
    head = TableRow(system, (mean, ALL_TYPES), overall, f"mean of {len(tallies)} runs", is_total=True)

    def rows() -> tuple[TableRow, ...]:
        return tuple(TableRow(name, (mean, type_or_all(name)), partial(_mean_of_type, tallies, name)) for name in types)

    return RowGroup(f"mean {system}", head, rows if types else None)


def _mean_of_type(tallies: Sequence[Tally], name: str) -> tuple[Cell, ...]:
    return _mean_cells([tally.of_type(name) for tally in tallies])


def _mean_cells(runs: Sequence[Counts]) -> tuple[Cell, ...]:
    f1 = [counts.f1 for counts in runs if not isnan(counts.f1)]
    return (
        mean_cell([counts.precision for counts in runs], is_percent=True),
        mean_cell([counts.recall for counts in runs], is_percent=True),
        mean_cell([counts.f1 for counts in runs], is_percent=True),
        _bar(fmean(f1) if f1 else 0.0),
        mean_cell([counts.reference for counts in runs]),
        mean_cell([counts.predicted for counts in runs]),
        mean_cell([counts.correct for counts in runs]),
    )
