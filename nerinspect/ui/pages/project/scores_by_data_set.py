"""Scores of all systems in all data sets, and the systems in pairs; a click on a number opens its data set."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from statistics import fmean
from types import MappingProxyType
from typing import Final

import numpy as np
from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.events.scores import UNDEFINED
from nerinspect.events.segment_events import KINDS
from nerinspect.glossary import meaning
from nerinspect.lists.table import Ratio
from nerinspect.quantities import counted, grouped, percent
from nerinspect.query.filters import Term
from nerinspect.query.language.parser import query_text
from nerinspect.systems.significance import Significance, p_text, signed_rank
from nerinspect.tables.projects import system_names
from nerinspect.tables.runs import SystemRuns
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.screen_text import draw_text
from nerinspect.ui.kit.tables import Index
from nerinspect.ui.kit.tables.number_table import HeatTable, NumberDelegate, NumberTable
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    HeatCell,
    NumberTableModel,
    RowGroup,
    TableRow,
    count_text,
    signed_text,
)
from nerinspect.ui.pages.project.data_sets import DataSetDoor, ReadDataSet
from nerinspect.ui.theme.marks import SWATCH, paint_swatch
from nerinspect.ui.theme.themes import Theme
from nerinspect.visible import cut

NOTHING = Ratio(0, 0)


@dataclass(frozen=True)
class ProjectCell(HeatCell):
    """What one cell shows."""

    shade: float = -1.0
    opens: DataSetDoor | None = None  # the data set behind it; None if it is no door
    is_best: bool = False
    ink: int = -1  # index of the system whose colour precedes the text; negative for none
    read_place: int = -1  # the data set a click reads again; the text says why it is missing; negative for none
    is_words: bool = False
    beside: str = ""  # after the text, in a quieter colour

    @property
    def is_door(self) -> bool:
        return self.opens is not None or self.read_place >= 0

    @property
    def query(self) -> str:
        """The query behind the door; empty for none."""
        return (self.opens.query or "") if self.opens else ""


def p_cell(test: Significance, said: str, opens: DataSetDoor | None = None) -> ProjectCell:
    """Return the p value of a test, if it has one."""
    if test.p is None:
        return ProjectCell(UNDEFINED, NOTHING, tooltip=said, opens=opens)
    return ProjectCell(p_text(test.p), test.p, tooltip=said, opens=opens)


def nothing(why: str) -> ProjectCell:
    return ProjectCell(UNDEFINED, NOTHING, tooltip=f"{UNDEFINED}: {why}.")


SCORES: Final = "F1 by data set and system"
PAIRS: Final = "Systems in pairs over data sets"
PAIR_NAMES: Final = ("A, B", "Data set")
PAIR_COLUMNS: Final = (
    Column("A, B", "Two systems, and below them the data sets that both are in"),
    Column("Data sets", "Data sets that both are in", widest="1,000"),
    Column("A ahead", "Data sets in which A has the higher F1", widest="1,000"),
    Column("B ahead", "Data sets in which B has the higher F1", widest="1,000"),
    Column("F1 of A", meaning("macro_mean"), is_percent=True),
    Column("F1 of B", meaning("macro_mean"), is_percent=True),
    Column("A − B", "F1 of A minus F1 of B", widest="+00.00", is_percent=True),
    Column("Wilcoxon’s test", meaning("signed_rank"), widest="p = 0.000 over 10 pairs"),
)
A_AHEAD, B_AHEAD = 2, 3  # columns counting data sets in which one system is ahead
_WIDEST: Final = "100.00 ± 10.00"
_LONGEST, _LONGEST_ROW = 18, 40
EVERYTHING: Final = query_text(Term("kind", KINDS))
"""The query behind a score: all events, whatever filter the data set's window had."""


def short(name: str) -> str:
    """Shorten a long name for the title of a column."""
    return cut(name, _LONGEST)


def score_columns(names: Sequence[str], read: Sequence[ReadDataSet]) -> list[Column]:
    """Columns for the systems, with room for the names of the data sets."""
    columns = [Column("Data set", widest=max((name[:_LONGEST_ROW] for name in names), key=len, default=""))]
    systems = system_names([one.result for one in read])
    for colour, name in enumerate(systems):
        runs = [found.numbers for one in read if (found := one.result.system(name))]
        has_runs = any(len(numbers) > 1 for numbers in runs)
        explained = f"{name}\n{meaning('f1')}" + (f"\n{meaning('mean_of_runs')}" if has_runs else "")
        widest = _WIDEST if has_runs else "100.00"
        column = Column(short(name), explained, widest=widest, is_percent=True, copied=name, is_of_runs=has_runs)
        columns.append(replace(column, colour=colour if len(systems) > 1 else None))
    return columns if len(columns) > 1 else [*columns, Column("F1", meaning("f1"), widest=_WIDEST)]


def score_rows(names: Sequence[str], read: Sequence[ReadDataSet | None], words: Sequence[str]) -> list[RowGroup]:
    """One row for each data set, with the reason if it was not read; then means over those that were."""
    known = [one for one in read if one is not None]
    systems = system_names([one.result for one in known])
    rows = []
    for place, (name, one, why) in enumerate(zip(names, read, words, strict=True)):
        make = partial(_f1_cells, one, systems) if one else partial(_word_cells, why, place, max(len(systems), 1))
        rows.append(TableRow(name, (name,), make))
    if len(known) > 1:
        rows.append(TableRow("Mean", ("Mean",), partial(_mean_cells, known, systems), is_total=True))
        rows.append(TableRow("Mean rank", ("Mean rank",), partial(_rank_cells, known, systems)))
    return [RowGroup(f"{place} {row.name}", row) for place, row in enumerate(rows)]


def pair_rows(read: Sequence[ReadDataSet], ahead: Mapping[str, int] = MappingProxyType({})) -> list[RowGroup]:
    """Pairs of systems, with the data sets of each pair below, which open with both systems.

    `ahead` names pairs of which only the data sets are shown where A is ahead (`A_AHEAD`), or B (`B_AHEAD`).
    """
    groups = []
    for a, b in combinations(system_names([one.result for one in read]), 2):
        both = [one for one in read if one.result.f1_of(a) is not None and one.result.f1_of(b) is not None]
        name, which = f"{a}, {b}", ahead.get(f"{a}, {b}", 0)
        shown = [one for one in both if _is_ahead(one, a, b, which)] if which else both
        note = f"where {a if which == A_AHEAD else b} is ahead" if which else ""
        head = TableRow(name, (name, "all"), partial(_pair_cells, both, a, b), note, is_total=True)
        groups.append(RowGroup(name, head, partial(_pair_members, shown, a, b) if both else None))
    return groups


def _is_ahead(one: ReadDataSet, a: str, b: str, which: int) -> bool:
    f1_a, f1_b = (one.result.f1_of(name) or 0.0 for name in (a, b))  # both are there
    return f1_a > f1_b if which == A_AHEAD else f1_b > f1_a


def _word_cells(why: str, place: int, n_columns: int) -> tuple[Cell, ...]:
    said = ProjectCell(why, why, tooltip=why, read_place=place, is_words=True)
    return said, *(Cell("", None) for _ in range(n_columns - 1))


def _f1_cells(one: ReadDataSet, systems: Sequence[str]) -> tuple[Cell, ...]:
    best = _best_value([f1 for name in systems if (f1 := one.result.f1_of(name)) is not None])
    return tuple(_f1_cell(one, name, one.result.system(name), best) for name in systems)


def _f1_cell(one: ReadDataSet, name: str, system: SystemRuns | None, best: float | None) -> ProjectCell:
    if system is None:
        return nothing(f"{name} is not in {one.name}")
    opens = DataSetDoor(one.place, EVERYTHING, system.numbers[0])
    f1 = system.mean_f1
    if f1 is None:
        return ProjectCell("–", NOTHING, tooltip="–: neither side has a mention.", opens=opens)
    counts = [one.result.counts[number] for number in system.numbers]
    rank = one.result.rank_of(name)
    said = f"{one.name}, {name}: {system.f1_in_words}, rank {rank}"
    ratios = ", ".join(
        f"{ratio} {percent(fmean(getattr(c, ratio) for c in counts))}" for ratio in ("precision", "recall")
    )
    runs = f"\nA click opens run 1 of {len(counts)}." if len(counts) > 1 else ""
    text = percent(f1, deviation=system.f1_deviation)
    return ProjectCell(
        text, f1, tooltip=f"{said}\n{ratios}{runs}", opens=opens, is_best=f1 == best, deviation=system.f1_deviation
    )


def _mean_cells(read: Sequence[ReadDataSet], systems: Sequence[str]) -> tuple[Cell, ...]:
    found = {name: [f1 for one in read if (f1 := one.result.f1_of(name)) is not None] for name in systems}
    best = _best_value([*map(fmean, found.values())]) if _are_complete(found.values(), len(read)) else None
    return tuple(_mean_cell(f1, len(read), "macro_mean", best) for f1 in found.values())


def _rank_cells(read: Sequence[ReadDataSet], systems: Sequence[str]) -> tuple[Cell, ...]:
    ranks = {name: [float(rank) for one in read if (rank := one.result.rank_of(name))] for name in systems}
    is_complete = _are_complete(ranks.values(), len(read))
    best = _best_value([*map(fmean, ranks.values())], is_rank=True) if is_complete else None
    return tuple(_mean_cell(own, len(read), "mean_rank", best, is_rank=True) for own in ranks.values())


def _best_value(values: Sequence[float], is_rank: bool = False) -> float | None:
    """Return the best of some scores or ranks; None if there is nothing to choose between."""
    if len(values) < 2:
        return None
    return min(values) if is_rank else max(values)


def _are_complete(values: Collection[Sequence[float]], n_sets: int) -> bool:
    """Return whether all systems are in all data sets: else their means cannot be compared."""
    return bool(values) and all(len(own) == n_sets for own in values)


def _mean_cell(
    values: Sequence[float], n_sets: int, key: str, best: float | None, is_rank: bool = False
) -> ProjectCell:
    if not values:
        return nothing("undefined in every data set")
    mean = fmean(values)
    text = count_text(mean) if is_rank else percent(mean)
    over = (
        f"Over {len(values)} of {n_sets} data sets." if len(values) < n_sets else f"Over {counted(n_sets, 'data set')}."
    )
    return ProjectCell(text, mean, tooltip=f"{meaning(key)}\n{over}", is_best=mean == best)


def _pair_cells(both: Sequence[ReadDataSet], a: str, b: str) -> tuple[Cell, ...]:
    f1_a, f1_b = (np.array([one.result.f1_of(name) for one in both], dtype=np.float64) for name in (a, b))
    test = signed_rank(f1_a, f1_b)
    caveat = f"\n{test.caveat[:1].upper()}{test.caveat[1:]}." if test.caveat else ""
    said = Cell(test.in_words, test.in_words, tooltip=f"{meaning('signed_rank')}\n{test.in_words}{caveat}")
    counts = (len(both), int((f1_a > f1_b).sum()), int((f1_b > f1_a).sum()))
    cells = [
        Cell(grouped(count), count, tooltip="A click shows just these data sets." if count else "", is_dim=not count)
        for count in counts
    ]
    if not both:
        return *cells, *(nothing("no data set has both") for _ in range(3)), said
    difference = float((f1_a - f1_b).mean())
    means = [
        Cell(percent(mean), mean, tooltip=meaning("macro_mean")) for mean in map(float, (f1_a.mean(), f1_b.mean()))
    ]
    explained = f"Mean of the differences over {counted(len(both), 'data set')}"
    return *cells, *means, Cell(signed_text(difference), difference, tooltip=explained), said


def _pair_members(both: Sequence[ReadDataSet], a: str, b: str) -> tuple[TableRow, ...]:
    return tuple(TableRow(one.name, (f"{a}, {b}", one.name), partial(_member_cells, one, a, b)) for one in both)


def _member_cells(one: ReadDataSet, a: str, b: str) -> tuple[Cell, ...]:
    f1_a, f1_b = (one.result.f1_of(name) or 0.0 for name in (a, b))  # both are there
    place_a, place_b = (one.first_run(name) or 0 for name in (a, b))
    side_by_side = DataSetDoor(one.place, EVERYTHING, place_a, place_b)
    shown = (
        ProjectCell(percent(f1_a), f1_a, opens=DataSetDoor(one.place, EVERYTHING, place_a), is_best=f1_a > f1_b),
        ProjectCell(percent(f1_b), f1_b, opens=DataSetDoor(one.place, EVERYTHING, place_b), is_best=f1_b > f1_a),
        ProjectCell(
            signed_text(f1_a - f1_b), f1_a - f1_b, tooltip=f"Opens {one.name} with {a} beside {b}", opens=side_by_side
        ),
    )
    empty = Cell("", None)
    return empty, empty, empty, *shown, empty


_PADDING = 6  # at a font of 13 pixels


class ProjectDelegate(NumberDelegate):
    """Paints the best in semibold, a winner with the colour of its system, and text at the left."""

    def _paint_number(
        self, painter: QPainter, theme: Theme, rect: QRectF, model: NumberTableModel, index: Index
    ) -> None:
        cell = model.cell(index)
        if not isinstance(cell, ProjectCell) or not cell.shade < 0:  # nan, which is undefined, is hatched
            super()._paint_number(painter, theme, rect, model, index)
            return
        unit, is_hovered = self._unit, self._table.hovered == index
        place = rect.adjusted(_PADDING * unit, 0, -_PADDING * unit, 0)
        font = self._bold if cell.is_best else self._plain
        if not cell.is_words:
            at = Qt.AlignmentFlag.AlignRight
            draw_text(painter, font, theme.text, place, cell.text, at, is_underlined=is_hovered)
            return
        if cell.ink >= 0:
            paint_swatch(painter, theme, unit, place, cell.ink)
            place.adjust((SWATCH + _PADDING) * unit, 0, 0, 0)
        if cell.beside:
            draw_text(painter, font, theme.text2, place, cell.beside, Qt.AlignmentFlag.AlignRight)
            place.adjust(0, 0, -QFontMetricsF(font).horizontalAdvance(f"{cell.beside} "), 0)
        ink = theme.text2 if cell.read_place >= 0 else theme.text
        draw_text(painter, font, ink, place, cell.text, is_underlined=is_hovered)


class _DataSetTable(NumberTable):
    """Opens data sets by click, Enter or Space."""

    data_set_opened = Signal(object)
    read_requested = Signal(int)  # asks to read a data set again

    def is_door(self, index: QModelIndex) -> bool:
        """Return whether a click opens a data set or shows more rows."""
        cell = self._model.cell(index)
        return (isinstance(cell, ProjectCell) and cell.is_door) or self._unfolds(index)

    def open(self, index: QModelIndex) -> None:
        """Open the data set of a number, read one again, or show the data sets behind a number."""
        cell = self._model.cell(index)
        if isinstance(cell, ProjectCell) and cell.opens is not None:
            self.data_set_opened.emit(cell.opens)
        elif isinstance(cell, ProjectCell) and cell.read_place >= 0:
            self.read_requested.emit(cell.read_place)
        elif self._unfolds(index):
            self._model.toggle(index.row())

    def _unfolds(self, index: QModelIndex) -> bool:
        return self._model.can_fold(index.row()) and bool(self._model.cell(index).text)


class PairTable(_DataSetTable):
    """Shows pairs of systems."""

    # asks to show or hide the data sets of a pair: those where `A_AHEAD` or `B_AHEAD`; 0 for all
    members_chosen = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(PAIR_COLUMNS, PAIR_NAMES, PAIRS, parent)
        self._delegate = ProjectDelegate(self)
        self.setItemDelegate(self._delegate)

    def show_pairs(self, pairs: Sequence[RowGroup], unfolded: str = "") -> None:
        """Show rows, with the data sets of one more pair; the current cell stays."""
        row, column = self.currentIndex().row(), self.currentIndex().column()
        tests = [pair.head.cells[-1].text for pair in pairs]
        *columns, test = PAIR_COLUMNS
        self.show_rows((*columns, replace(test, widest=max([test.widest, *tests], key=len))), pairs)
        head = self._head_of(unfolded)
        if head is not None and not self._model.is_open(head):
            self._model.toggle(head)
        self.setCurrentIndex(self._model.index(row, column))

    def fold(self, key: str) -> bool:
        """Hide the data sets of a pair; return whether they were shown."""
        head = self._head_of(key)
        is_open = head is not None and self._model.is_open(head)
        if head is not None and is_open:
            self._model.toggle(head)
        return is_open

    def is_door(self, index: QModelIndex) -> bool:
        """Return whether a click opens a data set or shows some; a 0 has none."""
        is_ahead = index.column() in (A_AHEAD, B_AHEAD)
        return super().is_door(index) and not (is_ahead and self._model.cell(index).is_dim)

    def open(self, index: QModelIndex) -> None:
        if self._unfolds(index):
            which = index.column() if index.column() in (A_AHEAD, B_AHEAD) else 0
            self.members_chosen.emit(self._model.place(index.row()).group.key, which)
        else:
            super().open(index)

    def _head_of(self, key: str) -> int | None:
        places = (self._model.place(row) for row in range(self._model.rowCount()))
        return next((row for row, place in enumerate(places) if place.is_head and place.group.key == key), None)


class Matrix(_DataSetTable, HeatTable):
    """Shows a number for each row and column, all columns equally wide.

    `rows` names what the rows are, and those that fold away under them.
    """

    menu_shown = Signal(object, int)  # a menu for a row is about to be shown; entries may be added
    side = Qt.AlignmentFlag.AlignRight

    def __init__(self, title: str, *rows: str, parent: QWidget | None = None) -> None:
        HeatTable.__init__(self, parent, rows, title)
        self._delegate = ProjectDelegate(self)
        self.setItemDelegate(self._delegate)

    def menu_of(self, index: QModelIndex) -> QMenu:
        menu = super().menu_of(index)
        self.menu_shown.emit(menu, index.row())
        return menu

    def show_rows(
        self, columns: Sequence[Column], groups: Sequence[RowGroup], is_open: Collection[str] | None = None
    ) -> None:
        """Show rows; text that is alone in a row spans all columns."""
        self.clearSpans()
        super().show_rows(columns, groups, is_open)
        for number, group in enumerate(groups):
            cell = group.head.cells[1] if len(columns) > 2 else None
            if isinstance(cell, ProjectCell) and cell.read_place >= 0:
                self.setSpan(number, 1, 1, len(columns) - 1)
        self._share_room()


class MatrixPart(Part):
    """Shows a matrix; `rows` names its rows, `beside` holds its choices."""

    def __init__(self, title: str, *rows: str, beside: QWidget | None = None, below: Sequence[QWidget] = ()) -> None:
        self.matrix = Matrix(title, *rows)
        super().__init__(title, self.matrix, *below, beside=beside)
