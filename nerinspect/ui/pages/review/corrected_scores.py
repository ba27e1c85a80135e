"""The scores of all systems with corrections beside those without, and corrections that contradict."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil, floor, isnan
from statistics import fmean
from typing import Final, TypeAlias

from nerinspect.corpus.types import ALL_TYPES, type_or_all
from nerinspect.decisions.corrections import (
    CorrectedStudy,
    Correction,
    accepted_corrections,
    contradictions,
    correct_study,
)
from nerinspect.events.explanation import surface_of
from nerinspect.events.scores import UNDEFINED, Counts, percent_text, signed_percent
from nerinspect.events.study import Study, shown_name
from nerinspect.glossary import meaning
from nerinspect.lists.table import Ratio
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped
from nerinspect.query.filters import Everything, Filter, Term, all_of, negated
from nerinspect.query.language.parser import query_text
from nerinspect.query.rates import Doors, MentionBase, doors_to
from nerinspect.query.selection import Selection
from nerinspect.tables.runs import predictions_by_system
from nerinspect.training.retention import RETENTION
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    RowGroup,
    TableRow,
    count_cell,
    mean_cell,
    score_cell,
    signed_text,
)
from nerinspect.visible import cut

CORRECTED_TITLE: Final = "Scores with corrections"
NAME_COLUMNS: Final = ("System", "Type")
_SCORES: Final = ("precision", "recall", "f1")
_AGAINST: Final = "against the corrected reference"
_APPLIED: Final = "Events of the system whose corrections are applied"

IS_APPLIED: Final = all_of(Term("correction", ("accepted",)), negated(Term("correction", ("conflict",))))
"""Keeps the events whose corrections are applied."""


def corrected_columns(has_runs: bool = False) -> tuple[Column, ...]:
    """Columns of scores; with several runs they need room for a standard deviation."""
    widest = "100.00 (10.00)" if has_runs else "100.00"

    def score(title: str, is_corrected: bool, is_extra: bool = False, mark: str = "") -> Column:
        said = f"{meaning(title.lower())}\n{title} {_AGAINST}." if is_corrected else meaning(title.lower())
        name, copied = ("Corrected", f"{title} corrected") if is_corrected else (title, "")
        return Column(name, said, "", widest, True, mark, is_extra, copied, has_runs)

    return (
        Column("System, type", meaning("system")),
        score("F1", is_corrected=False, mark="hollow"),
        Column("", "F1, and F1 against the corrected reference", widest="", is_extra=True),
        score("F1", is_corrected=True, mark="filled"),
        Column("Difference", "Corrected F1 minus F1, in points", widest="+100.00", is_percent=True),
        *(score(title, is_new, is_extra=True) for title in ("Precision", "Recall") for is_new in (False, True)),
        Column("Applied", _APPLIED, widest="99,999", is_extra=True),
    )


def corrected_groups(study: Study, corrected: CorrectedStudy) -> list[RowGroup]:
    """Rows for the scores of all predictions; the mean of a system comes before its runs."""
    doors = doors_to(MentionBase.of(Selection()), study.types)
    n_applied, axis = corrected.n_applied(study), f1_axis(study, corrected)
    groups = []
    for system, runs in predictions_by_system(study).items():
        if len(runs) > 1:
            head = TableRow(system, (f"{system}, mean", ALL_TYPES), partial(_mean_cells, corrected, runs, axis),
                            f"mean of {counted(len(runs), 'run')}", is_total=True)  # fmt: skip
            groups.append(RowGroup(f"mean {system}", head))
        groups += [_group(study, corrected, run, doors, n_applied[run], axis) for run in runs]
    return groups


def f1_axis(study: Study, corrected: CorrectedStudy) -> tuple[int, int]:
    """Return the range of F1 of all predictions, before and after corrections, in whole percent."""
    counts_of, numbers = (corrected.scores.original, corrected.scores.corrected), range(len(study.predictions))
    values = [100 * f1 for of in counts_of for number in numbers if not isnan(f1 := of(number).f1)]
    return floor(min(values, default=0)), max(ceil(max(values, default=100)), floor(min(values, default=0)) + 1)


def _dots_cell(before: float, after: float, axis: tuple[int, int]) -> Cell:
    low, high = axis
    return Cell("", dots=tuple((100 * f1 - low) / (high - low) for f1 in (after, before)))


def _group(
    study: Study, corrected: CorrectedStudy, number: int, doors: Doors, n_applied: int, axis: tuple[int, int]
) -> RowGroup:
    name, scores = shown_name(study, number), corrected.scores

    def row(type_name: str | None) -> TableRow:
        before, after = scores.original(number, type_name), scores.corrected(number, type_name)
        if type_name is None:
            applied, dots = count_cell(n_applied, IS_APPLIED, _APPLIED), _dots_cell(before.f1, after.f1, axis)
            make = partial(_cells, before, after, doors, IS_APPLIED, applied, dots)
        else:  # a type that only corrections name has no events
            own = doors.of_type(type_name) if type_name in study.types else None
            make = partial(_cells, before, after, own, None, Cell(""), Cell(""))
        shown = type_name or name
        is_memory = study.predictions[number].system == RETENTION
        names, is_total = (name, type_or_all(type_name)), not (type_name or is_memory)
        return TableRow(shown, names, make, is_total=is_total, is_dim=is_memory, prediction=number)

    return RowGroup(str(number), row(None), lambda: tuple(map(row, scores.types)))


def _cells(
    before: Counts, after: Counts, doors: Doors | None, door: Filter | None, applied: Cell, dots: Cell
) -> tuple[Cell, ...]:
    opened = (doors.predicted, doors.reference, doors.either) if doors is not None else (None,) * len(_SCORES)
    old = {name: _original_cell(name, *_ratio(before, name), one) for name, one in zip(_SCORES, opened, strict=True)}
    new = {name: _corrected_cell(name, *_ratio(after, name), door) for name in _SCORES}
    difference = _difference_cell(_fraction(before), _fraction(after), door)
    rest = (cell for name in ("precision", "recall") for cell in (old[name], new[name]))
    return old["f1"], dots, new["f1"], difference, *rest, applied


def _ratio(counts: Counts, name: str) -> tuple[int, int]:
    return {
        "precision": (counts.correct, counts.predicted),
        "recall": (counts.correct, counts.reference),
        "f1": (2 * counts.correct, counts.reference + counts.predicted),
    }[name]


def _fraction(counts: Counts) -> Fraction | None:
    numerator, denominator = _ratio(counts, "f1")
    return Fraction(numerator, denominator) if denominator else None


def _original_cell(name: str, numerator: int, denominator: int, door: Filter | None) -> Cell:
    cell = score_cell(name, numerator, denominator, door or Everything())
    return cell if door is not None else replace(cell, door=None)


def _corrected_cell(name: str, numerator: int, denominator: int, door: Filter | None) -> Cell:
    text = percent_text(numerator, denominator)
    counts = f"{grouped(numerator)} / {grouped(denominator)}" if denominator else "–: the denominator is 0"
    opens = "; it opens the events whose corrections are applied" if door else ""
    return Cell(text, Ratio(numerator, denominator), door, f"{meaning(name)}\n{counts}, {_AGAINST}{opens}")


def _difference_cell(before: Fraction | None, after: Fraction | None, door: Filter | None) -> Cell:
    if before is None or after is None:
        return Cell(UNDEFINED, tooltip="–: one of the two is undefined.")
    change = after - before
    said = "Corrected F1 minus F1, in points, taken before rounding."
    return Cell(signed_percent(change), float(change), door, said, is_dim=not change)


def _mean_cells(corrected: CorrectedStudy, runs: Sequence[int], axis: tuple[int, int]) -> tuple[Cell, ...]:
    """Average the runs; a mean counts no events, so it is no door."""
    scores = corrected.scores

    def mean(name: str, counts_of: Callable[[int], Counts]) -> Cell:
        return mean_cell([getattr(counts_of(run), name) for run in runs], is_percent=True)

    before, after = (fmean(of(run).f1 for run in runs) for of in (scores.original, scores.corrected))
    change = fmean(scores.corrected(run).f1 - scores.original(run).f1 for run in runs)
    rest = (mean(name, of) for name in ("precision", "recall") for of in (scores.original, scores.corrected))
    return (
        mean("f1", scores.original),
        _dots_cell(before, after, axis),
        mean("f1", scores.corrected),
        Cell(signed_text(change), None if isnan(change) else change, tooltip=_MEAN_CHANGE),
        *rest,
        Cell(""),
    )


_NONE_GIVEN: Final = "None yet: T accepts a system’s annotation, M marks your own."
_LEFT: Final = "Corrections whose verdict does not say that the reference is wrong; they change no score."
_MEAN_CHANGE: Final = "Mean of the differences of all runs, in points"
_DOT: Final = Piece("  ·  ")


class CorrectedScoresPart(Part):
    """Shows what corrections change in the scores; hidden between annotators, who have none."""

    def __init__(self) -> None:
        self.line = DoorLabel()
        self.table = NumberTable(corrected_columns(), NAME_COLUMNS, CORRECTED_TITLE)
        super().__init__(CORRECTED_TITLE, self.line, self.table)
        self.work = Derived(_corrected, self, "Nothing was scored", lambda study: len(study.events), keeps=0)
        self.work.made.connect(self._show)

    def refresh(self, look: Look) -> None:
        self.setVisible(not look.study.is_of_annotators)
        if look.study.is_of_annotators:
            self.work.cancel()
        else:
            self.work.ask(look.study)

    def _show(self, result: tuple[Study, CorrectedStudy]) -> None:
        study, corrected = result
        is_given = bool(corrected.applied or corrected.left or corrected.conflicts)
        self.table.setVisible(is_given)
        self.line.show_pieces(corrected_pieces(corrected) if is_given else [Piece(_NONE_GIVEN)])
        columns = corrected_columns(has_runs=len(study.systems) < len(study.predictions))
        self.table.show_rows(columns, corrected_groups(study, corrected))
        said = "percent, difference in points; axis from {} to {}".format(*f1_axis(study, corrected))
        self.set_caption(said if is_given else "")


def corrected_pieces(corrected: CorrectedStudy) -> list[Piece]:
    """Say how many corrections are applied, and why others are not; numbers open events of the system on show."""
    is_accepted, is_given = Term("correction", ("accepted",)), Term("correction", ("yes",))
    n_conflicts = len({one for pair in corrected.conflicts for one in pair})

    def piece(number: int, words: str, door: Filter, said: str) -> Piece:
        return Piece(words, query_text(door) if number else "", said)

    n_applied, n_left = len(corrected.applied), len(corrected.left)
    is_left = all_of(is_given, negated(is_accepted))
    return [
        piece(n_applied, f"{counted(n_applied, 'correction')} applied", IS_APPLIED, meaning("accepted")),
        *(_DOT, piece(n_left, f"{grouped(n_left)} entered without a matching verdict", is_left, _LEFT)),
        *(
            _DOT,
            piece(
                n_conflicts,
                f"{grouped(n_conflicts)} in conflict",
                Term("correction", ("conflict",)),
                meaning("conflict"),
            ),
        ),
    ]


def _corrected(study: Study, checkpoint: Checkpoint) -> tuple[Study, CorrectedStudy]:
    checkpoint(0, 1)
    return study, correct_study(study)


CONFLICTS_TITLE: Final = "Conflicts of corrections"
_CONFLICTS_CAPTION: Final = "none is applied; click a correction to open its event"
_MOST_SHOWN: Final = 40  # characters of an annotation on screen; copies have all
Pairs: TypeAlias = Sequence[tuple[Correction, Correction]]


class ConflictsPart(Part):
    """Lists pairs of corrections that differ on a token; hidden if there are none."""

    def __init__(self) -> None:
        self.table = NumberTable(_conflict_columns(()), ("Text", "Sentence"), CONFLICTS_TITLE)
        super().__init__(CONFLICTS_TITLE, self.table)
        self.set_caption(_CONFLICTS_CAPTION)
        what = "Conflicts were not checked"
        self.work = Derived(_conflicts, self, what, lambda study: len(study.events), keeps=0)
        self.work.made.connect(self._show)
        self.hide()

    def refresh(self, look: Look) -> None:
        self.work.ask(look.study)

    def _show(self, result: tuple[Study, Pairs]) -> None:
        study, pairs = result
        rows = [_conflict_row(study, *pair) for pair in pairs]
        self.table.show_rows(_conflict_columns(rows), [RowGroup(str(number), row) for number, row in enumerate(rows)])
        self.setVisible(bool(rows))


def _conflicts(study: Study, checkpoint: Checkpoint) -> tuple[Study, Pairs]:
    checkpoint(0, 1)
    return study, contradictions(accepted_corrections(study))


def _conflict_columns(rows: Sequence[TableRow]) -> tuple[Column, ...]:
    heads = (
        ("Correction", "What the tokens are corrected to"),
        ("Given for", "Whose event it was given for"),
        ("Other correction", "What the other correction makes of them"),
        ("Given for", "Whose event the other was given for"),
    )
    cells = list(zip(*(row.cells[1:] for row in rows), strict=True)) or [()] * len(heads)
    widest = [
        max((cell.text for cell in column), key=len, default=title)
        for column, (title, _) in zip(cells, heads, strict=True)
    ]
    copied = ("One correction", "One given for", "Other correction", "Other given for")
    columns = zip(heads, widest, copied, strict=True)
    return (
        Column("Text", meaning("conflict"), widest=max((row.name for row in rows), key=len, default="Text")),
        *(Column(title, said, widest=text or title, copied=name) for (title, said), text, name in columns),
    )


def _conflict_row(study: Study, one: Correction, other: Correction) -> TableRow:
    start, end = min(one.start, other.start), max(one.end, other.end)
    text = surface_of(study, start, end)
    sentence = int(study.event_sentence[one.events[0]]) + 1
    cells = (*_correction_cells(study, one), *_correction_cells(study, other))
    return TableRow(cut(text, _MOST_SHOWN), (text, str(sentence)), lambda: cells, f"sentence {grouped(sentence)}")


def _correction_cells(study: Study, correction: Correction) -> tuple[Cell, Cell]:
    reading = (
        ", ".join(f"{surface_of(study, start, end)} {name}" for start, end, name in correction.reading) or "no mention"
    )
    event = correction.events[0]
    predictions = dict.fromkeys(study.events.prediction[list(correction.events)].tolist())
    names = ", ".join(shown_name(study, number) for number in predictions)
    door, prediction = _event_filter(study, event), int(study.events.prediction[event])
    corrected = Cell(cut(reading, _MOST_SHOWN), reading, door, reading, prediction=prediction)
    return corrected, Cell(names, names, door, prediction=prediction)


def _event_filter(study: Study, event: int) -> Filter:
    line = 0 if study.text.files else int(study.text.lines_of(study.events.start[[event]])[0])
    place = Term("line", (line,)) if line else Term("sent", (int(study.event_sentence[event]) + 1,))
    return all_of(place, Term("correction", ("conflict",)))
