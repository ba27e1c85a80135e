"""The scores of all systems with corrections applied, as rows beside those without."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from math import isnan
from statistics import fmean
from typing import Final

from nerinspect.analysis.corrected_scores import CorrectedStudy
from nerinspect.analysis.memory import prediction_name
from nerinspect.analysis.percent import UNDEFINED, percent_text
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.analysis.type_names import ALL_TYPES, type_or_all
from nerinspect.glossary import meaning
from nerinspect.query.filters import Everything, Filter, Term, all_of, negated
from nerinspect.query.mention_base import MentionBase
from nerinspect.query.selection import Selection
from nerinspect.results.table import Ratio
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow, count_cell, mean_cell, score_cell
from nerinspect.ui.overview.doors import Doors, doors_to

CORRECTED_TITLE: Final = "Scores with corrections"
NAME_COLUMNS: Final = ("System", "Type")
_SCORES: Final = ("precision", "recall", "f1")
_AGAINST: Final = "against the corrected reference"
_APPLIED: Final = "Events of the system whose corrections are applied"

IS_APPLIED: Final = all_of(Term("correction", ("accepted",)), negated(Term("correction", ("conflict",))))
"""Keeps the events whose corrections are applied."""


def corrected_columns(has_runs: bool = False) -> tuple[Column, ...]:
    """Head the columns; where systems have several runs, scores need room for their standard deviation."""
    widest = "100.00 (10.00)" if has_runs else "100.00"

    def score(title: str, is_corrected: bool, is_extra: bool = False) -> Column:
        said = f"{meaning(title.lower())}\n{title} {_AGAINST}." if is_corrected else meaning(title.lower())
        name, copied = ("Corrected", f"{title} corrected") if is_corrected else (title, "")
        return Column(name, said, "", widest, is_percent=True, is_extra=is_extra, copied=copied, is_of_runs=has_runs)

    return (
        Column("System, type", meaning("system")),
        score("F1", is_corrected=False),
        score("F1", is_corrected=True),
        Column("Difference", "Corrected F1 minus F1, in points", widest="+100.00", is_percent=True),
        *(score(title, is_new, is_extra=True) for title in ("Precision", "Recall") for is_new in (False, True)),
        Column("Applied", _APPLIED, widest="99,999", is_extra=True),
    )


def corrected_groups(study: Study, corrected: CorrectedStudy) -> list[RowGroup]:
    """Lay out the scores of all predictions; before the runs of a system, their mean.

    Parameters
    ----------
    study : Study
        Names systems.
    corrected : CorrectedStudy
        With their scores.
    """
    doors = doors_to(MentionBase.of(Selection()), study.types)
    n_applied = corrected.n_applied(study)
    groups = []
    for system, members in groupby(range(len(study.predictions)), key=lambda one: study.predictions[one].system):
        runs = list(members)
        if len(runs) > 1:
            head = TableRow(system, (f"{system}, mean", ALL_TYPES), partial(_mean_cells, corrected, runs),
                            f"mean of {len(runs)} runs", is_total=True)  # fmt: skip
            groups.append(RowGroup(f"mean {system}", head))
        groups += [_group(study, corrected, run, doors, n_applied[run]) for run in runs]
    return groups


def _group(study: Study, corrected: CorrectedStudy, number: int, doors: Doors, n_applied: int) -> RowGroup:
    name, scores = prediction_name(study, number), corrected.scores

    def row(type_name: str | None) -> TableRow:
        before, after = scores.original(number, type_name), scores.corrected(number, type_name)
        if type_name is None:
            make = partial(_cells, before, after, doors, IS_APPLIED, count_cell(n_applied, IS_APPLIED, _APPLIED))
        else:  # a type that only corrections name has no events
            own = doors.of_type(type_name) if type_name in study.types else None
            make = partial(_cells, before, after, own, None, Cell(""))
        shown = type_name or name
        return TableRow(shown, (name, type_or_all(type_name)), make, is_total=not type_name, prediction=number)

    return RowGroup(str(number), row(None), lambda: tuple(map(row, scores.types)))


def _cells(before: Counts, after: Counts, doors: Doors | None, door: Filter | None, applied: Cell) -> tuple[Cell, ...]:
    opened = (doors.predicted, doors.reference, doors.either) if doors is not None else (None,) * len(_SCORES)
    old = {name: _original_cell(name, *_ratio(before, name), one) for name, one in zip(_SCORES, opened, strict=True)}
    new = {name: _corrected_cell(name, *_ratio(after, name), door) for name in _SCORES}
    difference = _difference_cell(_fraction(before), _fraction(after), door)
    rest = (cell for name in ("precision", "recall") for cell in (old[name], new[name]))
    return old["f1"], new["f1"], difference, *rest, applied


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
    counts = f"{numerator:,} / {denominator:,}" if denominator else "–: there is nothing to divide by"
    opens = "; it opens the events whose corrections are applied" if door else ""
    return Cell(text, Ratio(numerator, denominator), door, f"{meaning(name)}\n{counts}, {_AGAINST}{opens}")


def _difference_cell(before: Fraction | None, after: Fraction | None, door: Filter | None) -> Cell:
    if before is None or after is None:
        return Cell(UNDEFINED, tooltip="–: one of the two is undefined.")
    change = after - before
    size = percent_text(abs(change).numerator, abs(change).denominator)
    sign = "" if size == "0.00" else "+" if change > 0 else "−"
    said = "Corrected F1 minus F1, in points, taken before rounding."
    return Cell(f"{sign}{size}", float(change), door, said, is_dim=not change)


def _mean_cells(corrected: CorrectedStudy, runs: Sequence[int]) -> tuple[Cell, ...]:
    """Average the runs; a mean counts no events, so it is no door."""
    scores = corrected.scores

    def mean(name: str, counts_of: Callable[[int], Counts]) -> Cell:
        return mean_cell([getattr(counts_of(run), name) for run in runs], is_percent=True)

    change = fmean(scores.corrected(run).f1 - scores.original(run).f1 for run in runs)
    text = UNDEFINED if isnan(change) else f"{100 * change:+.2f}".replace("-", "−")
    rest = (mean(name, of) for name in ("precision", "recall") for of in (scores.original, scores.corrected))
    return (
        mean("f1", scores.original),
        mean("f1", scores.corrected),
        Cell(text, None if isnan(change) else change, tooltip="Mean of the differences of all runs, in points"),
        *rest,
        Cell(""),
    )
