"""Effects of each repair on one source, and on each system over its runs: tried in the background, as rows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, Signal

from nerinspect.checking.repair_effects import (
    NamedReading,
    RepairEffects,
    RepairReadings,
    repair_effects,
    repair_readings,
    written_labels,
)
from nerinspect.corpus.text import Text
from nerinspect.events.scores import UNDEFINED
from nerinspect.events.study import Annotation, Study, shown_name
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.io.index.opening import made_with
from nerinspect.io.reading.interpreting import read_type_changes
from nerinspect.io.request import LoadRequest, Role
from nerinspect.lists.table import PValue, Ratio
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted
from nerinspect.query.rates import WHOLE, Doors
from nerinspect.systems.significance import p_text
from nerinspect.tables.annotation import REPAIRS, RepairedSystem, repaired_systems
from nerinspect.tables.runs import over_runs
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    RowGroup,
    TableRow,
    count_cell,
    count_text,
    mean_cell,
    score_cell,
    score_text,
    signed_text,
)


@dataclass(frozen=True, eq=False)
class LabelledSource:
    """One annotation read from labels."""

    role: Role  # `reference`, `prediction` or `training`
    name: str  # the system or annotator; the role for the others
    text: Text
    annotation: Annotation
    prediction: int = -1  # number of the prediction; -1 for the others

    @property
    def key(self) -> tuple[str, str, int]:
        """What stays the same when the files are loaded again."""
        return self.annotation.source.path, self.role, self.prediction

    @property
    def title(self) -> str:
        """The source and its number of invalid transitions, for a list to choose from."""
        n_invalid = self.annotation.source.n_invalid
        found = counted(n_invalid, "invalid transition") if n_invalid else "no invalid transition"
        file = self.annotation.source.path.rpartition("/")[2]
        name = f"{self.role} {file}" if self.name == self.role else self.name
        return f"{name}: {found}"


@dataclass(frozen=True, eq=False)
class TriedRepairs:
    """Results for one source."""

    source: LabelledSource
    effects: RepairEffects
    readings: RepairReadings | None
    wording: Wording = JUDGED


def labelled_sources(study: Study) -> list[LabelledSource]:
    """Return the annotations read from labels: predictions, reference, training data."""
    sources = [
        LabelledSource("prediction", shown_name(study, number), study.text, prediction.annotation, number)
        for number, prediction in enumerate(study.predictions)
    ]
    sources.append(LabelledSource("reference", _reference_name(study), study.text, study.reference))
    if study.training is not None:
        sources.append(LabelledSource("training", "training", study.training.text, study.training.annotation))
    return [source for source in sources if written_labels(source.text, source.annotation) is not None]


def try_repairs(
    study: Study, request: LoadRequest, source: LabelledSource, prediction: int, checkpoint: Checkpoint
) -> TriedRepairs:
    """Try every repair of a source.

    Parameters
    ----------
    prediction : int
        The prediction that a repaired reference is aligned with.

    Returns
    -------
    TriedRepairs
        With the other side, if the source has one.

    Raises
    ------
    DataError
        If the file that renames types can no longer be read.
    """
    written = written_labels(source.text, source.annotation)
    assert written is not None, "only sources with labels are listed"
    request = made_with(request)
    changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
    other = _other_side(study, source, prediction)
    mentions = other.annotation.mentions if other else None
    effects = repair_effects(written, mentions, source.role == "reference", changes, checkpoint)
    effects.differences  # noqa: B018 - found here, not when a window first asks for them
    return TriedRepairs(source, effects, repair_readings(effects, source.annotation, other), study.wording)


def _reference_name(study: Study) -> str:
    return study.annotator or "reference"


def _other_side(study: Study, source: LabelledSource, prediction: int) -> NamedReading | None:
    if source.role == "prediction":
        return NamedReading(_reference_name(study), study.reference)
    if source.role == "reference" and study.predictions:
        return NamedReading(shown_name(study, prediction), study.predictions[prediction].annotation)
    return None


def with_repair(request: LoadRequest, path: str, role: str, method: str) -> LoadRequest:
    """Return a request for the same files with another repair of one source.

    Returns
    -------
    LoadRequest
        With a repair for this file alone; for a merged file, which holds reference and predictions, with one for all
        sources of the role.
    """
    others = tuple(choice for choice in request.choices if choice[:2] != (path, "repair"))
    if len(request.label_columns) == 1:
        return replace(request, choices=(*others, (path, "repair", method)))
    chosen = {"repair_reference" if role == "reference" else "repair": method}
    return replace(request, choices=others, **chosen)  # type: ignore[arg-type]  # mypy looks at every field


def how_read(source: LabelledSource) -> str:
    """Say how the labels of a source were interpreted, and what was changed."""
    read = source.annotation.source
    chosen = "detected" if read.encoding_chosen_by == "auto" else "chosen"
    changed = f"{counted(read.n_changed, 'label')} changed by {read.repair}" if read.n_changed else "no label changed"
    return f"read as {read.encoding} ({chosen}); {changed}"


SYSTEMS: Final = "Repairs by system"
ON_PAPER: Final = "F1 by repair"  # title of the table for papers
_ONE, _OTHER = REPAIRS
RIGHT: Final = "In how many of the places that differ a repair leaves no error, and in how many neither does."
_ELSEWHERE: Final = "\nA click shows the labels of this run."


def repairs_over_runs(study: Study, request: LoadRequest, checkpoint: Checkpoint) -> list[RepairedSystem]:
    """Try every repair of all predictions, with the types of the request.

    Raises
    ------
    DataError
        If the file that renames types can no longer be read.
    """
    request = made_with(request)
    changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
    return repaired_systems(study, changes, checkpoint)


def system_groups(study: Study, systems: Sequence[RepairedSystem]) -> list[RowGroup]:
    """One row for each system, the mean if it has several runs; the runs fold out below it."""
    groups = []
    for system in systems:
        names = (system.name, "" if len(system.numbers) == 1 else "mean")
        if len(system.numbers) == 1:
            head = TableRow(system.name, names, partial(_cells, study, system, 0), prediction=system.numbers[0])
            groups.append(RowGroup(system.name, head))
            continue
        note = f"mean of {counted(len(system.numbers), 'run')}"
        head = TableRow(system.name, names, partial(_mean_cells, system), note)
        groups.append(RowGroup(system.name, head, partial(_run_rows, study, system)))
    return groups


def _run_rows(study: Study, system: RepairedSystem) -> tuple[TableRow, ...]:
    return tuple(
        TableRow(
            f"run {run + 1}", (system.name, str(run + 1)), partial(_cells, study, system, run),
            prediction=number, depth=1, is_dim=True,
        )
        for run, number in enumerate(system.numbers)
    )  # fmt: skip


def _mean_cells(system: RepairedSystem) -> tuple[Cell, ...]:
    fractions = [[_fraction(score) for score in system.f1(place)] for place in range(len(REPAIRS))]
    mean, deviation = over_runs(system.differences())
    test = system.test()
    said = f"{meaning('rank_sum')}\n{test.in_words}{f'; {test.caveat}' if test.caveat else ''}"
    n_invalid = mean_cell([float(number) for number in system.n_invalid])
    if n_invalid.deviation is not None:
        n_invalid = replace(n_invalid, text=f"{n_invalid.text} ({count_text(n_invalid.deviation)})")
    return (
        n_invalid,
        *(mean_cell(values, is_percent=True) for values in fractions),
        _difference_cell(_fraction(mean), deviation),
        Cell(UNDEFINED if test.p is None else p_text(test.p), PValue.of(test.p), tooltip=said),
        *(mean_cell([float("nan") if right is None else right[place] for right in system.right]) for place in range(3)),
    )


def _cells(study: Study, system: RepairedSystem, run: int) -> tuple[Cell, ...]:
    """One run: F1 under the repair in use opens its events, other numbers lead to its labels."""
    number = system.numbers[run]
    in_use = study.predictions[number].annotation.repair.method
    scores = []
    for place, method in enumerate(REPAIRS):
        score = system.f1(place)[run]
        cell = score_cell("f1", score.numerator, score.denominator, Doors(WHOLE).either)
        is_in_use = method == in_use or not system.n_invalid[run]
        scores.append(cell if is_in_use else Cell(cell.text, cell.value, None, cell.tooltip + _ELSEWHERE))
    return (
        count_cell(system.n_invalid[run], None, meaning("invalid_transition") + _ELSEWHERE),
        *scores,
        _difference_cell(_fraction(system.differences()[run]), None, _ELSEWHERE),
        Cell(UNDEFINED, None, tooltip=f"{UNDEFINED}: a test needs several runs.", is_dim=True),
        *_right_cells(system.right[run]),
    )


def _right_cells(right: Sequence[int] | None) -> list[Cell]:
    if right is None:
        return [Cell(UNDEFINED, None, tooltip=f"{UNDEFINED}: the chunk encoding does not define both repairs.")] * 3
    return [count_cell(n, None, RIGHT + _ELSEWHERE) for n in right]


def _fraction(value: float | Ratio | None) -> float:
    value = value.value if isinstance(value, Ratio) else value
    return float("nan") if value is None else value


def _difference_cell(difference: float, deviation: float | None, more: str = "") -> Cell:
    text = signed_text(difference) + ("" if deviation is None else f" ({score_text(deviation)})")
    value = None if difference != difference else difference
    said = meaning("repair_difference") + more
    return Cell(text, value, tooltip=said, is_dim=not difference, deviation=deviation)


class SystemsTable(NumberTable):
    """Shows the effects of the repairs on systems."""

    run_chosen = Signal(int)  # a number that opens no events was clicked: the prediction of its run

    def __init__(self) -> None:
        widest = "100.00 (10.00)"
        columns = (
            Column("System", "A click on a system shows its runs."),
            Column("Invalid transitions", meaning("invalid_transition"), widest="999.99 (99.99)", is_of_runs=True),
            *(
                Column(
                    f"F1 {method}", f"{meaning('f1')}\n{meaning(f'repair_{method}')}", widest=widest,
                    is_percent=True, is_of_runs=True,
                )
                for method in REPAIRS
            ),
            Column(
                f"{_OTHER} − {_ONE}", meaning("repair_difference"), widest="+10.00 (10.00)", is_percent=True,
                copied="Difference", is_of_runs=True,
            ),
            Column("p", meaning("rank_sum"), widest=p_text(0), copied="Rank-sum p"),
            *(Column(f"{name} right", RIGHT, widest="999.99", is_of_runs=True) for name in (*REPAIRS, "Neither")),
        )  # fmt: skip
        super().__init__(columns, ("System", "Run"), SYSTEMS)

    def open(self, index: QModelIndex) -> None:
        """Open the events of a number, fold out the runs of a system, or show the labels of a run."""
        if super().is_door(index):
            super().open(index)
        elif self.is_door(index):
            self.run_chosen.emit(self.numbers.place(index.row()).row.prediction)

    def is_door(self, index: QModelIndex) -> bool:
        row, cell = self.numbers.place(index.row()).row, self.numbers.cell(index)
        return super().is_door(index) or (row.prediction >= 0 and (not index.column() or cell.value is not None))
