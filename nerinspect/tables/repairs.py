"""What the choice of a repair does to systems: F1 of their runs under each, and whether that may be chance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from nerinspect.checking.differing_events import differing_events
from nerinspect.checking.repair_effects import NO_CHANGES, repair_effects, written_labels
from nerinspect.corpus.types import TypeChanges, type_or_all
from nerinspect.encoding.labels import REPAIR_METHODS, RepairMethod
from nerinspect.errors import shown
from nerinspect.events.scores import Counts, Tally, score_prediction
from nerinspect.events.study import Study
from nerinspect.lists.table import PValue, Ratio, Result, Row, Table, Value
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.systems.significance import Significance, rank_sum
from nerinspect.tables.runs import over_runs, predictions_by_system, ratios
from nerinspect.training.retention import RETENTION

REPAIRS: Final[tuple[RepairMethod, RepairMethod]] = (REPAIR_METHODS[1], REPAIR_METHODS[2])
"""The repairs that are set against each other: a difference is the F1 of the second less that of the first."""

_ABSENT: Final = Counts(0, 0, 0)


@dataclass(frozen=True, eq=False)
class RepairedSystem:
    """A system under each repair, run by run.

    `tallies`: for each of `REPAIRS`, what each run scores; None where its chunk encoding does not define the repair.
    `right`: for each run, in how many places that differ between them the first is right, the second, and neither; None
    as above.
    """

    name: str
    numbers: tuple[int, ...]  # its predictions in the study
    n_invalid: tuple[int, ...]  # invalid transitions of each run
    tallies: tuple[tuple[Tally | None, ...], ...]
    right: tuple[tuple[int, ...] | None, ...]

    def f1(self, place: int, type_name: str | None = None) -> list[Ratio]:
        """Give the F1 of each run under one of `REPAIRS`, of one type or all; over 0 where it is undefined."""
        return [ratios(_counts(tally, type_name))[2] for tally in self.tallies[place]]

    def differences(self, type_name: str | None = None) -> list[float | Ratio]:
        """Give for each run its F1 under the second repair less that under the first; over 0 where one is undefined."""
        pairs = zip(*(_values(self.f1(place, type_name)) for place in range(len(REPAIRS))), strict=True)
        return [Ratio(0, 0) if one != one or other != other else other - one for one, other in pairs]

    @property
    def mean_right(self) -> list[Value]:
        """Give the means of `right` over the runs; nothing where it is not known of all."""
        known = [right for right in self.right if right is not None]
        if len(known) < len(self.right):
            return [None] * len(RIGHT_COLUMNS)
        return [over_runs(counts)[0] for counts in zip(*known, strict=True)]

    def test(self, type_name: str | None = None) -> Significance:
        """Test whether the runs under one repair differ from those under the other."""
        return rank_sum(*(np.array(_values(self.f1(place, type_name))) for place in range(len(REPAIRS))))


def _counts(tally: Tally | None, type_name: str | None) -> Counts:
    if tally is None or (type_name is not None and type_name not in tally.types):
        return _ABSENT
    return tally.overall if type_name is None else tally.of_type(type_name)


def _values(scores: Sequence[Ratio]) -> list[float]:
    """Give fractions, nan where they are undefined."""
    return [np.nan if score.value is None else score.value for score in scores]


def repaired_systems(
    study: Study, changes: TypeChanges = NO_CHANGES, checkpoint: Checkpoint = no_checkpoint
) -> list[RepairedSystem]:
    """Try every repair of each prediction, however it was read; what is not read from labels has nothing to repair.

    The type changes are those with which the study was read. The retention heuristic is left out.
    """
    runs = {name: numbers for name, numbers in predictions_by_system(study).items() if name != RETENTION}
    found: dict[int, _Tried] = {}
    numbers = [number for numbers in runs.values() for number in numbers]
    for done, number in enumerate(numbers):
        checkpoint(done, len(numbers))
        found[number] = _tried(study, number, changes)
    return [
        RepairedSystem(
            name,
            tuple(numbers),
            tuple(found[number][0] for number in numbers),
            tuple(zip(*(found[number][1] for number in numbers), strict=True)),
            tuple(found[number][2] for number in numbers),
        )
        for name, numbers in runs.items()
    ]


_Tried: TypeAlias = tuple[int, tuple[Tally | None, ...], tuple[int, ...] | None]


def _tried(study: Study, number: int, changes: TypeChanges) -> _Tried:
    """Count the invalid transitions of a prediction, what it scores under each of `REPAIRS`, and which is right."""
    written = written_labels(study.text, study.predictions[number].annotation)
    if written is None:
        return 0, (score_prediction(study, number),) * len(REPAIRS), (0, 0, 0)
    effects = repair_effects(written, study.reference.mentions, changes=changes)
    choices = [effects.choice(method) for method in REPAIRS]
    one, other = (choice.aligned if choice else None for choice in choices)
    right = None if one is None or other is None else np.bincount(differing_events(one, other).right, minlength=3)
    tallies = tuple(choice.tally if choice else None for choice in choices)
    return len(written.invalid), tallies, None if right is None else tuple(right.tolist())


RIGHT_COLUMNS: Final = (*(f"{method}_right" for method in REPAIRS), "neither_right")

REPAIR_COLUMNS: Final = (
    "system", "type", "runs", "invalid", "invalid_std", *RIGHT_COLUMNS,
    *(f"f1_{method}{what}" for method in REPAIRS for what in ("", "_std")),
    "difference", "difference_std", "rank_sum_p",
)  # fmt: skip


def repair_table(systems: Sequence[RepairedSystem]) -> Table:
    """Set the repairs beside each other for each system: all types, then each; of several runs mean and deviation.

    Transitions, and where a repair is right, are counted for all types together. What is undefined, and a test that can
    say nothing, is empty.
    """
    fractions = frozenset(name for name in REPAIR_COLUMNS if name.startswith(("f1", "difference")))
    rows = [_row(system, name) for system in systems for name in (None, *_types(system))]
    return Table(REPAIR_COLUMNS, rows, fractions, frozenset(("invalid", "invalid_std", "rank_sum_p", *RIGHT_COLUMNS)))


def _types(system: RepairedSystem) -> list[str]:
    return sorted({name for tallies in system.tallies for tally in tallies if tally for name in tally.types})


def _row(system: RepairedSystem, type_name: str | None) -> Row:
    cells: list[Value] = [None] * (2 + len(RIGHT_COLUMNS))
    if type_name is None:
        cells = [*over_runs(system.n_invalid), *system.mean_right]
    for scores in (system.f1(0, type_name), system.f1(1, type_name), system.differences(type_name)):
        cells += over_runs(scores)
    return (system.name, type_or_all(type_name), len(system.numbers), *cells, PValue.of(system.test(type_name).p))


def repair_notes(systems: Sequence[RepairedSystem]) -> Iterator[str]:
    """Say what the numbers rest on, and why p is empty or says little, in sentences without an end."""
    one, other = REPAIRS
    yield f"difference is the F1 under {other} less that under {one}, taken run by run"
    said: dict[str, list[str]] = {}
    for system in systems:
        if shortcoming := system.test().shortcoming:
            said.setdefault(shortcoming, []).append(shown(system.name))
    for words, names in said.items():
        of_some = "" if len(names) == len(systems) else f" of {', '.join(names)}"
        yield f"rank_sum_p{of_some} {words}"
    undefined = [shown(system.name) for system in systems if None in (*system.tallies[0], *system.tallies[1])]
    if undefined:
        yield f"the chunk encoding of {', '.join(undefined)} does not define every repair; what it lacks is empty"


def repairs(systems: Sequence[RepairedSystem]) -> Result:
    notes = [*repair_notes(systems)]
    return Result(repair_table(systems), {"table": "repair", "repairs": [*REPAIRS], "notes": notes}, notes=notes)
