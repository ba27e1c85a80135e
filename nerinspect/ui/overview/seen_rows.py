"""Scores of every system on mentions that training has, and on those it has not, as rows."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Final

from nerinspect.analysis.novelty import NOVELTIES, Setting
from nerinspect.analysis.retention import RETENTION
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.glossary import meaning
from nerinspect.query.filters import Filter, Term, all_of, any_of
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow, count_cell
from nerinspect.ui.overview.doors import Doors, doors_to
from nerinspect.ui.overview.score_rows import MEMORY, mean_cell, prediction_name, score_cell
from nerinspect.ui.overview.training_counts import TrainingCounts

SEEN: Final = "Seen and unseen"
NAME_COLUMNS: Final = ("System", "Part", "Setting")
SEEN_COLUMNS: Final = (
    Column("System, part", meaning("novelty_parts")),
    Column("Reference", meaning("reference_mentions"), widest="9,999,999"),
    Column("Predicted", meaning("predicted_mentions"), widest="9,999,999"),
    Column("Correct", meaning("correct_mentions"), widest="9,999,999"),
    Column("Precision", meaning("precision"), is_percent=True),
    Column("Recall", meaning("recall"), is_percent=True),
    Column("F1", meaning("f1"), is_percent=True),
)
_PARTS: Final[dict[Setting, dict[str, tuple[str, ...]]]] = {
    "typed": {"seen": ("seen",), "unseen": ("unseen-type", "unseen-tokens")},
    "surface": {"seen": ("seen", "unseen-type"), "unseen": ("unseen-tokens",)},
}


def seen_groups(study: Study, counts: Sequence[TrainingCounts], setting: Setting) -> list[RowGroup]:
    """Lay out each prediction's scores: on all mentions, on seen and on unseen ones.

    Parameters
    ----------
    study : Study
        With training data.
    counts : sequence of TrainingCounts
        One for each prediction.
    setting : str
        When a mention is seen.

    Returns
    -------
    list of RowGroup
        One for each prediction, under its number as key; before the runs of a system, their mean.
    """
    groups = []
    for system, members in groupby(range(len(counts)), key=lambda number: study.predictions[number].system):
        runs = list(members)
        if len(runs) > 1:
            groups.append(_mean_group(system, [counts[run] for run in runs], setting))
        groups += [_group(study, run, counts[run], setting) for run in runs]
    return groups


def _group(study: Study, prediction: int, counts: TrainingCounts, setting: Setting) -> RowGroup:
    name, base = prediction_name(study, prediction), counts.subsets.base
    doors = doors_to(base, base.types_of(study))
    rows = tuple(
        TableRow(
            part,
            (name, part, setting),
            partial(_cells, _sum(counts, names), doors, names),
            prediction=prediction,
            tooltip=meaning(f"{part}_{setting}"),
        )
        for part, names in _PARTS[setting].items()
    )
    overall = partial(_cells, _sum(counts, NOVELTIES), doors)
    note = MEMORY if study.predictions[prediction].system == RETENTION else ""
    head = TableRow(name, (name, "all", setting), overall, note, is_total=True, prediction=prediction)
    return RowGroup(str(prediction), head, lambda: rows)


def _sum(counts: TrainingCounts, names: Sequence[str]) -> Counts:
    parts = (part for name, part in zip(NOVELTIES, counts.novelties, strict=True) if name in names)
    return sum(parts, Counts(0, 0, 0))


def _cells(counts: Counts, doors: Doors, names: tuple[str, ...] = ()) -> tuple[Cell, ...]:
    """Show counts and scores; the doors give the events with a mention of a part, all if no part is named."""

    def within(door: Filter, field: str) -> Filter:
        return all_of(door, Term(field, names)) if names else door

    reference, predicted = within(doors.reference, "reftough"), within(doors.predicted, "predtough")
    either = any_of(reference, predicted) if names else doors.either
    both = counts.reference + counts.predicted
    return (
        count_cell(counts.reference, reference, meaning("reference_mentions")),
        count_cell(counts.predicted, predicted, meaning("predicted_mentions")),
        count_cell(counts.correct, within(doors.reference_in("tp"), "reftough"), meaning("correct_mentions")),
        score_cell("precision", counts.correct, counts.predicted, predicted),
        score_cell("recall", counts.correct, counts.reference, reference),
        score_cell("f1", 2 * counts.correct, both, either),
    )


def _mean_group(system: str, runs: Sequence[TrainingCounts], setting: Setting) -> RowGroup:
    mean = f"{system}, mean"
    rows = tuple(
        TableRow(part, (mean, part, setting), partial(_mean_cells, [_sum(counts, names) for counts in runs]))
        for part, names in _PARTS[setting].items()
    )
    overall = partial(_mean_cells, [_sum(counts, NOVELTIES) for counts in runs])
    head = TableRow(system, (mean, "all", setting), overall, f"mean of {len(runs)} runs", is_total=True)
    return RowGroup(f"mean {system}", head, lambda: rows)


def _mean_cells(runs: Sequence[Counts]) -> tuple[Cell, ...]:
    return (
        mean_cell([counts.reference for counts in runs]),
        mean_cell([counts.predicted for counts in runs]),
        mean_cell([counts.correct for counts in runs]),
        mean_cell([counts.precision for counts in runs], is_percent=True),
        mean_cell([counts.recall for counts in runs], is_percent=True),
        mean_cell([counts.f1 for counts in runs], is_percent=True),
    )
