"""Tough mentions as rows: how many each subset has, their share, and what every system finds of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import nan
from typing import Final

from nerinspect.analysis.events import ERROR_KINDS
from nerinspect.analysis.percent import percent_text
from nerinspect.analysis.retention import RETENTION
from nerinspect.analysis.study import Study
from nerinspect.analysis.tough import NESTED_SUBSETS, SUBSETS, is_small
from nerinspect.analysis.type_names import type_or_all
from nerinspect.glossary import meaning
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.tough_counts import ToughCounts
from nerinspect.results.run_summary import over_runs
from nerinspect.results.table import Ratio
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow, count_cell, ratio_cell
from nerinspect.ui.overview.doors import Doors, doors_to

TOUGH: Final = "Tough mentions"
NAME_COLUMNS: Final = ("Subset", "Type")
_ALL: Final = "all"


@dataclass(frozen=True)
class ShownSystem:
    """A system with a column of recalls.

    Attributes
    ----------
    name : str
        Its name.
    runs : tuple of int
        The numbers of its predictions.
    run_on_show : str
        Which of several runs is on show; empty for none.
    """

    name: str
    runs: tuple[int, ...]
    run_on_show: str = ""


def shown_systems(study: Study, prediction: int) -> list[ShownSystem]:
    """Order the systems: the one on show first, then the others, the retention heuristic last."""
    on_show = study.predictions[prediction].system
    names = sorted(study.systems, key=lambda name: (name != on_show, name == RETENTION))
    runs = {name: tuple(n for n, other in enumerate(study.predictions) if other.system == name) for name in names}
    first, *others = (ShownSystem(name, runs[name]) for name in names)
    run = str(study.predictions[prediction].run) if len(first.runs) > 1 else ""
    return [replace(first, run_on_show=run), *others]


def tough_columns(systems: Sequence[ShownSystem]) -> tuple[Column, ...]:
    """Give the columns: two systems always, further ones where there is room."""
    marks = ["filled", "hollow"]
    recalls = (
        Column(
            system.name,
            f"{meaning('recall')}\n{system.name}",
            widest="100.00 (10.00)" if len(system.runs) > 1 else "100.00",
            is_percent=True,
            mark=marks[place] if place < len(marks) else "",
            is_extra=place >= len(marks),
            copied=f"{system.name} recall",
            is_of_runs=len(system.runs) > 1,
        )
        for place, system in enumerate(systems)
    )
    missed, on_show = meaning("tough_missed"), systems[0] if systems else ShownSystem("", ())
    run = on_show.run_on_show
    name = f"{on_show.name}, run {run}" if run else on_show.name
    return (
        Column("Subset", meaning("tough"), widest="unseen-tokens small"),
        Column("Mentions", meaning("tough_mentions"), widest="9,999,999"),
        Column("Share", meaning("tough_share"), is_percent=True),
        Column("Recall, 0 to 100", "Recall as a dot: filled for the system on show, hollow for another", widest=""),
        *recalls,
        Column(
            f"Missed, run {run}" if run else "Missed by",
            f"{missed}\n{name}",
            widest="9,999,999",
            mark="" if run else "behind",
            copied=f"{name} missed",
        ),
    )


def tough_groups(
    study: Study, counts: Sequence[ToughCounts], prediction: int, systems: Sequence[ShownSystem]
) -> list[RowGroup]:
    """Lay out the subsets, nested, each with its types below.

    Parameters
    ----------
    study : Study
        With training data.
    counts : sequence of ToughCounts
        One for each prediction.
    prediction : int
        The one on show, whose mentions and missed mentions are counted.
    systems : sequence of ShownSystem
        Those with a column, in order.
    """
    base, types = counts[prediction].base, counts[prediction].types
    doors, numbers = doors_to(base, types), _numbers(study, counts)
    groups = []
    for subset, depth in NESTED_SUBSETS:
        row = _Subset(subset, prediction, systems, numbers)
        name = "all mentions" if subset == _ALL else subset

        def rows(row: "_Subset" = row, depth: int = depth) -> tuple[TableRow, ...]:
            return tuple(row.as_row(name, depth, doors.of_type(name), name) for name in types)

        groups.append(RowGroup(subset, row.as_row(name, depth, doors), rows if types else None))
    return groups


class _Subset:
    """Writes the rows of one subset."""

    def __init__(
        self, subset: str, prediction: int, systems: Sequence[ShownSystem], numbers: "dict[str, list[_Numbers]]"
    ) -> None:
        self._subset, self._place = subset, SUBSETS.index(subset)
        self._prediction, self._systems, self._numbers = prediction, systems, numbers

    def as_row(self, name: str, depth: int, doors: Doors, type_name: str = "") -> TableRow:
        """Write one row, of a type or of all."""
        own, total = self._counted(type_name)
        is_dim = is_small(own, total)
        note = "small" if own and is_dim else ""
        share = f"\nsmall: {own:,} of {total:,} mentions ({percent_text(own, total)} %)" if note else ""
        return TableRow(
            name,
            (self._subset, type_or_all(type_name)),
            partial(self._cells, doors, type_name),
            note=note,
            is_total=self._subset == _ALL and not type_name,
            depth=depth,
            is_dim=is_dim or not own,
            tooltip=f"{type_name or meaning(f'tough_{self._subset}')}{share}",
        )

    def _counted(self, type_name: str) -> tuple[int, int]:
        """Count the mentions of the subset, and all."""
        mentions = self._numbers[type_name][self._prediction].mentions
        return mentions[self._place], mentions[SUBSETS.index(_ALL)]

    def _cells(self, doors: Doors, type_name: str) -> tuple[Cell, ...]:
        own, total = self._counted(type_name)
        reference, numbers = self._within(doors.reference), self._numbers[type_name]
        cells = [self._recall(system, numbers, reference) for system in self._systems]
        recalls = tuple(nan if cell.share is None else cell.share for cell in cells[:2])
        missed = own - numbers[self._prediction].recalled[self._place]
        spoken = " and ".join(
            f"{system.name} {cell.text}" for system, cell in zip(self._systems, cells[:2], strict=False)
        )
        return (
            count_cell(own, reference, meaning(f"tough_{self._subset}")) if own else self._none(),
            self._share(own, total, reference),
            Cell("", tooltip=f"Recall: {spoken}", dots=recalls),
            *cells,
            count_cell(missed, self._within(doors.reference_in(*ERROR_KINDS)), meaning("tough_missed")),
        )

    def _none(self) -> Cell:
        return Cell("none", 0, tooltip=f"{meaning(f'tough_{self._subset}')}\nNo mention belongs to it.", is_dim=True)

    def _share(self, own: int, total: int, door: Filter) -> Cell:
        if not own:
            return Cell("–", tooltip="–: no mention belongs to the subset.")
        return ratio_cell(own, total, door, meaning("tough_share"), "there is no mention, so the share is undefined")

    def _recall(self, system: ShownSystem, numbers: "Sequence[_Numbers]", door: Filter) -> Cell:
        pairs = [(numbers[run].recalled[self._place], numbers[run].mentions[self._place]) for run in system.runs]
        if len(pairs) > 1:
            return _mean_recall(pairs)
        undefined = "no mention belongs to the subset, so recall is undefined"
        cell = ratio_cell(*pairs[0], door, meaning("tough_recall"), undefined)
        return cell.of_prediction(system.runs[0])

    def _within(self, door: Filter) -> Filter:
        return door if self._subset == _ALL else all_of(door, Term("reftough", (self._subset,)))


@dataclass(frozen=True)
class _Numbers:
    mentions: list[int]
    recalled: list[int]


def _numbers(study: Study, counts: Sequence[ToughCounts]) -> dict[str, list[_Numbers]]:
    """Give mentions and recalled ones of every prediction in each subset, by type and, without a name, for all."""
    numbers = {"": [_Numbers(each.mentions.tolist(), each.recalled.tolist()) for each in counts]}
    for place, name in enumerate(study.types):
        of_type = ((each.mentions_by_type[place], each.recalled_by_type[place]) for each in counts)
        numbers[name] = [_Numbers(mentions.tolist(), recalled.tolist()) for mentions, recalled in of_type]
    return numbers


def _mean_recall(pairs: Sequence[tuple[int, int]]) -> Cell:
    """Average recall over the runs; a mean counts no events, so it is no door."""
    recalls = [Ratio(*pair) for pair in pairs]
    mean, deviation = over_runs(recalls)
    if not isinstance(mean, float):
        return Cell("–", tooltip="–: undefined in every run.")
    text = f"{100 * mean:.2f}" + ("" if deviation is None else f" ({100 * deviation:.2f})")
    each = "; ".join(percent_text(*pair) for pair in pairs if pair[1])
    explained = f"{meaning('mean_of_runs')}\nMean (standard deviation) of {each}"
    return Cell(text, mean, tooltip=explained, deviation=deviation)
