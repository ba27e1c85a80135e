"""What the overview counts, in the background if it takes long: scores with their rows, counts by training data."""

from collections.abc import Sequence
from functools import partial
from math import isnan
from statistics import fmean
from typing import Final, NamedTuple

from nerinspect.corpus.types import ALL_TYPES, type_or_all
from nerinspect.events.scores import Counts, Tally
from nerinspect.events.study import Study, shown_name
from nerinspect.glossary import meaning
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, percent
from nerinspect.query.counts.training import TrainingCounts, count_training
from nerinspect.query.filters import Filter
from nerinspect.query.rates import (
    Doors,
    KeptScores,
    MentionBase,
    doors_to,
    score_kept,
)
from nerinspect.tables.runs import predictions_by_system
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


class Scores(NamedTuple):
    """Everything counted over a base of mentions."""

    base: MentionBase
    kept: tuple[KeptScores, ...]  # one for each prediction
    training: tuple[TrainingCounts, ...]  # likewise, by training data; empty if there is none


def score_all(study: Study, base: MentionBase, checkpoint: Checkpoint) -> Scores:
    return Scores(base, score_kept(study, base, checkpoint), count_training(study, base, checkpoint))


def n_scored(study: Study, _base: MentionBase) -> int:
    """Count the events and training tokens to look through."""
    return len(study.events) + (0 if study.training is None else study.training.text.n_tokens)


NAME_COLUMNS: Final = ("System", "Type")
MEMORY: Final = "memory of the training data"  # shown after the name of the retention heuristic


def score_columns(has_runs: bool = False) -> tuple[Column, ...]:
    """Columns of scores; with several runs they need room for a standard deviation."""
    return (
        Column("System, type", meaning("system")),
        *percent_columns(has_runs),
        Column("", "F1 as a bar, from 0 to 100", widest=""),
        Column("Reference", meaning("reference_mentions"), widest="9,999,999"),
        Column("Predicted", meaning("predicted_mentions"), widest="9,999,999"),
        Column("Correct", meaning("correct_mentions"), widest="9,999,999"),
    )


SCORE_COLUMNS: Final = score_columns()  # those of systems of a single run


def score_groups(study: Study, base: MentionBase, scores: Sequence[KeptScores]) -> list[RowGroup]:
    """Rows for the scores of all predictions.

    Returns
    -------
    list of RowGroup
        Keyed by prediction; the mean of a system comes before its runs.
    """
    types = base.types_of(study)
    doors = doors_to(base, types)
    groups = []
    for system, runs in predictions_by_system(study).items():
        if len(runs) > 1:
            groups.append(_mean_group(system, types, [scores[run].tally for run in runs]))
        groups += [_group(study, run, types, doors, scores[run].tally) for run in runs]
    return groups


def _group(study: Study, prediction: int, types: Sequence[str], doors: Doors, tally: Tally) -> RowGroup:
    name = shown_name(study, prediction)
    overall = partial(_cells, tally.overall, doors)
    is_memory = study.predictions[prediction].system == RETENTION
    head = TableRow(
        name, (name, ALL_TYPES), overall, MEMORY if is_memory else "",
        is_total=not is_memory, is_dim=is_memory, prediction=prediction,
    )  # fmt: skip

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
        *score_cells(counts, doors),
        _bar(counts.f1),
        count_cell(counts.reference, doors.reference, meaning("reference_mentions")),
        count_cell(counts.predicted, doors.predicted, meaning("predicted_mentions")),
        count_cell(counts.correct, doors.reference_in("tp"), meaning("correct_mentions")),
    )


class PartDoors(NamedTuple):
    """Doors of a row: events with a counted mention of each side, with a correct one, or with any."""

    reference: Filter
    predicted: Filter
    correct: Filter
    either: Filter


def score_cells(counts: Counts, doors: Doors | PartDoors, noun: str = "mention") -> tuple[Cell, Cell, Cell]:
    correct, predicted, reference = counts.correct, counts.predicted, counts.reference
    return (
        score_cell("precision", correct, predicted, doors.predicted, noun),
        score_cell("recall", correct, reference, doors.reference, noun),
        score_cell("f1", 2 * correct, predicted + reference, doors.either, noun),
    )


def _bar(f1: float) -> Cell:
    return Cell(
        "", tooltip="F1 is undefined." if isnan(f1) else f"F1 {percent(f1)} of 100", bar=0.0 if isnan(f1) else f1
    )


def _mean_group(system: str, types: Sequence[str], tallies: Sequence[Tally]) -> RowGroup:
    overall = partial(_mean_cells, [tally.overall for tally in tallies])
    mean = f"{system}, mean"
    head = TableRow(system, (mean, ALL_TYPES), overall, f"mean of {counted(len(tallies), 'run')}", is_total=True)

    def rows() -> tuple[TableRow, ...]:
        return tuple(TableRow(name, (mean, type_or_all(name)), partial(_mean_of_type, tallies, name)) for name in types)

    return RowGroup(f"mean {system}", head, rows if types else None)


def _mean_of_type(tallies: Sequence[Tally], name: str) -> tuple[Cell, ...]:
    return _mean_cells([tally.of_type(name) for tally in tallies])


def _mean_cells(runs: Sequence[Counts]) -> tuple[Cell, ...]:
    f1 = [counts.f1 for counts in runs if not isnan(counts.f1)]
    return *mean_rates(runs), _bar(fmean(f1) if f1 else 0.0), *mean_counts(runs)


def mean_rates(runs: Sequence[Counts]) -> tuple[Cell, ...]:
    return tuple(mean_cell([getattr(one, name) for one in runs], True) for name in ("precision", "recall", "f1"))


def mean_counts(runs: Sequence[Counts]) -> tuple[Cell, ...]:
    return tuple(mean_cell([getattr(one, name) for one in runs]) for name in ("reference", "predicted", "correct"))
