"""Scores of every system on mentions that training has, and on those it has not, as rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Final

from nerinspect.analysis.memory import prediction_name
from nerinspect.analysis.novelty import NOVELTIES, Setting
from nerinspect.analysis.retention import RETENTION
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.analysis.type_names import ALL_TYPES, type_or_all
from nerinspect.glossary import meaning
from nerinspect.query.filters import Filter, Term, all_of, any_of
from nerinspect.ui.overview.cells import (
    Cell,
    Column,
    RowGroup,
    TableRow,
    count_cell,
    mean_cell,
    percent_columns,
    score_cell,
)
from nerinspect.ui.overview.doors import Doors, doors_to
from nerinspect.ui.overview.score_rows import MEMORY
from nerinspect.ui.overview.training_counts import TrainingCounts

SEEN: Final = "Seen and unseen"
NAME_COLUMNS: Final = ("System", "Part", "Setting", "Type")
_ALL: Final = "all"
_PARTS: Final[dict[Setting, dict[str, tuple[str, ...]]]] = {
    "typed": {"seen": ("seen",), "unseen": ("unseen-type", "unseen-tokens")},
    "surface": {"seen": ("seen", "unseen-type"), "unseen": ("unseen-tokens",)},
}


def seen_columns(has_runs: bool = False) -> tuple[Column, ...]:
    """Head the columns; where systems have several runs, scores need room for their standard deviation."""
    return (
        Column("System, part, type", meaning("novelty_parts")),
        Column("Reference", meaning("reference_mentions"), widest="9,999,999"),
        Column("Predicted", meaning("predicted_mentions"), widest="9,999,999"),
        Column("Correct", meaning("correct_mentions"), widest="9,999,999"),
        *percent_columns(has_runs),
    )


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
        For each prediction all mentions, seen ones and unseen ones, each with its types below; before the runs of a
        system, their means.
    """
    groups = []
    for system, members in groupby(range(len(counts)), key=lambda number: study.predictions[number].system):
        runs = list(members)
        if len(runs) > 1:
            groups += _mean_groups(system, [counts[run] for run in runs], setting)
        for run in runs:
            groups += _groups(study, run, counts[run], setting)
    return groups


@dataclass(frozen=True)
class _System:
    """Lays out the rows of a prediction, or of the mean of several."""

    name: str
    copied_name: str
    note: str
    key: str
    types: Sequence[str]
    cells: Callable[[tuple[str, ...], str | None], tuple[Cell, ...]]  # of some novelties, of a type or of all
    prediction: int = -1

    def groups(self, setting: Setting) -> list[RowGroup]:
        """Give all mentions, then the parts of them."""
        head = TableRow(
            self.name, (self.copied_name, _ALL, setting, ALL_TYPES), partial(self.cells, (), None), self.note,
            is_total=True, prediction=self.prediction,
        )  # fmt: skip
        return [
            RowGroup(self.key, head, partial(self._type_rows, _ALL, (), setting)),
            *(self._part(part, names, setting) for part, names in _PARTS[setting].items()),
        ]

    def _part(self, part: str, names: tuple[str, ...], setting: Setting) -> RowGroup:
        head = TableRow(
            part, (self.copied_name, part, setting, ALL_TYPES), partial(self.cells, names, None),
            prediction=self.prediction, depth=1, tooltip=meaning(f"{part}_{setting}"),
        )  # fmt: skip
        return RowGroup(f"{self.key} {part}", head, partial(self._type_rows, part, names, setting))

    def _type_rows(self, part: str, names: tuple[str, ...], setting: Setting) -> tuple[TableRow, ...]:
        return tuple(
            TableRow(
                name, (self.copied_name, part, setting, type_or_all(name)), partial(self.cells, names, name),
                prediction=self.prediction, depth=int(part != _ALL),
            )
            for name in self.types
        )  # fmt: skip


def _groups(study: Study, prediction: int, counts: TrainingCounts, setting: Setting) -> list[RowGroup]:
    name, base, types = prediction_name(study, prediction), counts.subsets.base, counts.subsets.types
    note = MEMORY if study.predictions[prediction].system == RETENTION else ""
    doors = doors_to(base, base.types_of(study))

    def cells(names: tuple[str, ...], type_name: str | None) -> tuple[Cell, ...]:
        own = doors if type_name is None else doors.of_type(type_name)
        return _cells(counts.of(names or NOVELTIES, type_name), own, names)

    return _System(name, name, note, str(prediction), types, cells, prediction).groups(setting)


def _mean_groups(system: str, runs: Sequence[TrainingCounts], setting: Setting) -> list[RowGroup]:
    def cells(names: tuple[str, ...], type_name: str | None) -> tuple[Cell, ...]:
        return _mean_cells([counts.of(names or NOVELTIES, type_name) for counts in runs])

    note = f"mean of {len(runs)} runs"
    return _System(system, f"{system}, mean", note, f"mean {system}", runs[0].subsets.types, cells).groups(setting)


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


def _mean_cells(runs: Sequence[Counts]) -> tuple[Cell, ...]:
    return (
        mean_cell([counts.reference for counts in runs]),
        mean_cell([counts.predicted for counts in runs]),
        mean_cell([counts.correct for counts in runs]),
        mean_cell([counts.precision for counts in runs], is_percent=True),
        mean_cell([counts.recall for counts in runs], is_percent=True),
        mean_cell([counts.f1 for counts in runs], is_percent=True),
    )
