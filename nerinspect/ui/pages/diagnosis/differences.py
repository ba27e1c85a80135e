"""The difference of two systems, bucket by bucket: who is compared, what tests say, the bars of every attribute."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import ceil, isnan
from typing import Final

import numpy as np
from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from nerinspect.charts.grids import difference_grids
from nerinspect.charts.scores import sentence
from nerinspect.charts.values import Figure
from nerinspect.events.scores import UNDEFINED
from nerinspect.events.study import Attribute, Study
from nerinspect.glossary import meaning
from nerinspect.lists.table import Ratio, Row, Table
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped, percent
from nerinspect.query.differences import ComparedType, at_mention, compare
from nerinspect.query.filters import Filter, Term
from nerinspect.query.language.parser import query_text
from nerinspect.query.rates import MentionBase
from nerinspect.systems.significance import p_in_words
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.pages.choice import SystemPair
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.tables.drawn_cells import BarCell, DrawnTable
from nerinspect.ui.kit.tables.sheet import Cell, Column, NumberTableModel, RowGroup, TableRow, score_text, signed_text
from nerinspect.ui.pages.diagnosis.diagnosed import Diagnosed
from nerinspect.ui.theme.fonts import DETAIL, scaled_font, unit_of

DIFFERENCES: Final = "Difference of two systems"
LARGEST, SMALLEST = "largest", "smallest"


def difference_columns(a: str, b: str) -> tuple[Column, ...]:
    """Give the columns for systems A and B: bucket, bar, difference, and whether it is an extreme one."""
    return (
        Column("Bucket"),
        Column("", meaning("f1_difference"), widest=""),
        Column("A − B", meaning("f1_difference"), widest="−100.00", is_percent=True, copied=f"{a} − {b}"),
        Column("Mark", "Where the difference is largest, and where it is smallest", widest="smallest"),
    )


@dataclass(frozen=True, eq=False)
class Differences:
    """F1 of one system minus F1 of another in all buckets.

    Attributes
    ----------
    a, b : int
        The places of the systems.
    shown : int
        The prediction on show: of several runs of a system its events are opened.
    """

    diagnosed: Diagnosed
    a: int
    b: int
    shown: int

    @property
    def names(self) -> tuple[str, str]:
        """Systems A and B."""
        return self.diagnosed.systems[self.a], self.diagnosed.systems[self.b]

    @property
    def limit(self) -> float:
        """The largest difference of any attribute, where bars end."""
        values = np.concatenate([np.abs(table.difference(self.a, self.b)) for table in self.diagnosed.tables])
        defined = values[~np.isnan(values)]
        return float(defined.max(initial=0.0))

    def rows(self, attribute: int, limit: float) -> list[RowGroup]:
        """Lay out the buckets of one attribute; each opens its events in system A."""
        diagnosed = self.diagnosed
        table = diagnosed.tables[attribute]
        difference, found = table.difference(self.a, self.b), table.comparison(self.a, self.b)
        marks = {found.worst: SMALLEST, found.best: LARGEST} if found and found.worst != found.best else {}
        groups, prediction = [], diagnosed.run_of(self.a, self.shown)
        for place, bucket in enumerate(table.buckets):
            door = None if isnan(table.by_system[self.a, place]) else diagnosed.door(attribute, place)
            cells = partial(self._cells, attribute, place, float(difference[place]), limit, marks.get(place, ""))
            row = TableRow(
                bucket.name, (bucket.name,), cells, prediction=prediction, door=door,
                tooltip=diagnosed.explain(attribute, self.a, place),
            )  # fmt: skip
            groups.append(RowGroup(bucket.name, row))
        return groups

    def figure(self) -> Figure:
        """Draw all buckets of all attributes on paper."""
        a, b = self.names
        said = f"F1 of {a} minus F1 of {b} in points; one axis for all, to ±{percent(self.limit)}"
        return Figure(tuple(difference_grids(self.diagnosed.tables, self.a, self.b)), (), sentence(said))

    def as_table(self) -> Table:
        """Give all buckets as a result table."""
        a, b = self.names
        columns = ("Attribute", "Bucket", f"F1 of {a}", f"F1 of {b}", "Difference")
        rows: list[Row] = []
        for attribute, table in enumerate(self.diagnosed.tables):
            for place, difference in enumerate(table.difference(self.a, self.b).tolist()):
                f1 = [self.diagnosed.f1(attribute, system, place) for system in (self.a, self.b)]
                rows.append((
                    table.attribute.name, table.buckets[place].name, *f1,
                    Ratio(0, 0) if isnan(difference) else difference,
                ))  # fmt: skip
        return Table(columns, rows, frozenset(columns[2:]))

    def _cells(self, attribute: int, place: int, difference: float, limit: float, mark: str) -> tuple[Cell, ...]:
        is_empty = isnan(self.diagnosed.tables[attribute].by_system[self.a, place])
        door, text = None if is_empty else self.diagnosed.door(attribute, place), signed_text(difference)
        both = [score_text(self.diagnosed.f1(attribute, system, place)) for system in (self.a, self.b)]
        (a, b), words = self.names, self.diagnosed.words(attribute, place)
        why = f"{words}\nF1 of {a} {both[0]}, of {b} {both[1]}: {text}"
        if isnan(difference):
            why = f"{words}\n{UNDEFINED}: F1 of {a if both[0] == UNDEFINED else b} is undefined here."
        elif mark:
            why += f", the {mark} difference of this attribute"
        reach = difference / limit if limit else 0.0
        value = Ratio(0, 0) if isnan(difference) else difference
        return (
            BarCell("", None, door, why, reach=reach),
            Cell(text, value, door, why),
            Cell(mark, mark or None, door if mark else None, why),
        )


@dataclass(frozen=True)
class PairWords:
    """A line about two systems.

    Attributes
    ----------
    predictions : dict of str to int
        The prediction in which each query of a door is asked.
    """

    pieces: tuple[Piece, ...] = ()
    predictions: dict[str, int] = field(default_factory=dict)


NOTHING = PairWords()
WAITING = PairWords((Piece("Sampling sentences …"),))


def pair_words(
    test: ComparedType, study: Study, base: MentionBase, names: tuple[str, str], runs: tuple[int, int]
) -> PairWords:
    """Say what tests found, each with its p value and with what it rests on.

    Parameters
    ----------
    runs : tuple of int
        Their first runs, of which the mentions that one finds alone are counted.
    """
    spread, (a, b) = test.bootstrap, names
    drawn = f"F1 {signed_text(spread.difference)}"
    if spread.n_samples:
        drawn += (
            f"; 95 % interval {signed_text(spread.low)} to {signed_text(spread.high)} (paired bootstrap over"
            f" {counted(spread.n_samples, 'sample')} of sentences, {p_in_words(spread.p)})"
        )
    doors = [query_text(alone(study, base, *pair)) for pair in ((a, b), (b, a))]
    n_a, n_b = int(test.only_a), int(test.only_b)
    pieces = (
        Piece(f"{drawn}. {a} alone finds "),
        _count(counted(n_a, "reference mention"), n_a, doors[0], a, b),
        Piece(f", {b} alone "),
        _count(grouped(n_b), n_b, doors[1], b, a),
        Piece(f" (McNemar, {p_in_words(test.mcnemar_p)}). Over runs (Wilcoxon): {test.over_pairs.in_words}."),
    )
    return PairWords(pieces, dict(zip(doors, runs, strict=True)))


def alone(study: Study, base: MentionBase, finder: str, other: str) -> Filter:
    """Keep the events with a counted reference mention that one system has exactly and another has not."""
    return at_mention(study, base, Term("right", (finder,)), Term("wrong", (other,)))


def _count(text: str, number: int, query: str, finder: str, other: str) -> Piece:
    """Make a number a door, unless it counts nothing."""
    explained = f"Reference mentions that {finder} has exactly and {other} has not, by the first run of each"
    return Piece(text, query if number else "", explained if number else "")


_GAP, _BETWEEN = 24, 14  # at a font of 13 pixels
_NAME_GAP, _LEAST_NAME, _MOST_NAME, _LEAST_BAR, _MOST_BAR = 16, 40, 110, 90, 208
_ROWS = 12


class DifferenceTable(DrawnTable):
    """Show the buckets of one attribute with their bars around zero."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(NumberTableModel(difference_columns("A", "B"), ("Bucket",), name), parent, _ROWS)
        self._head.hide()

    def _giving_way(self) -> dict[int, int]:
        return self._widths

    def _share_room(self) -> None:
        """Give the bars what room the words leave, up to some."""
        unit = self.unit
        metrics = QFontMetricsF(scaled_font(self.font(), DETAIL))
        names = [self.numbers.place(row).row.name for row in range(self.numbers.rowCount())]
        widest = max((metrics.horizontalAdvance(name) for name in names), default=0.0) + _NAME_GAP * unit
        width = round(min(max(widest, _LEAST_NAME * unit), _MOST_NAME * unit))
        words = width + sum(self._widths.get(column, 0) for column in (2, 3))
        least, most = round(_LEAST_BAR * unit), round(_MOST_BAR * unit)
        self.setColumnWidth(0, width)
        self.setColumnWidth(1, max(min(self.viewport().width() - words, most), least))
        self.setMinimumWidth(words + least)

    def _fit(self) -> None:
        n_rows = min(self._model.rowCount(), self._most_rows)
        self.setFixedHeight(n_rows * self.verticalHeader().defaultSectionSize() + 1)


class DifferenceGrid(QWidget):
    """Show the bars of all attributes, in as many columns as have room."""

    door_opened = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tables: list[DifferenceTable] = []
        self._parts: list[Part] = []
        self._n_columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        unit = unit_of(self.font())
        self._grid.setHorizontalSpacing(round(_GAP * unit))
        self._grid.setVerticalSpacing(round(_BETWEEN * unit))

    def show_differences(self, differences: Differences) -> None:
        """Show other differences; tables stay where the attributes do."""
        attributes = [table.attribute for table in differences.diagnosed.tables]
        if [one.name for one in attributes] != [table.numbers.title for table in self.tables]:
            self._rebuild(attributes)
        limit = differences.limit
        for number, table in enumerate(self.tables):
            table.set_columns(difference_columns(*differences.names))
            table.numbers.set_groups(differences.rows(number, limit))
        self._place()

    def minimumSizeHint(self) -> QSize:
        """Be content with the width of one table."""
        return QSize(self._widest, super().minimumSizeHint().height())

    @property
    def _widest(self) -> int:
        return max((table.minimumWidth() for table in self.tables), default=0)

    def _rebuild(self, attributes: Sequence[Attribute]) -> None:
        for part in self._parts:
            part.deleteLater()
        self.tables, self._parts, self._n_columns = [], [], 0
        for attribute in attributes:
            table = DifferenceTable(attribute.name, self)
            table.setAccessibleName(f"{DIFFERENCES}: {attribute.name}, {attribute.meaning}")
            table.door_opened.connect(self.door_opened)
            part = Part(attribute.name, table, parent=self)
            in_tokens = ", counted in tokens" if attribute.unit == "token" else ""
            part.set_caption(("" if attribute.meaning == attribute.name else attribute.meaning) + in_tokens)
            self.tables.append(table)
            self._parts.append(part)

    def _place(self) -> None:
        if not self._parts:
            return
        gap = self._grid.horizontalSpacing()
        most = max(min((self.width() + gap) // (self._widest + gap), len(self._parts)), 1)
        n_columns = ceil(len(self._parts) / ceil(len(self._parts) / most))  # rows of one length
        if n_columns == self._n_columns:
            return
        self._n_columns = n_columns
        for number, part in enumerate(self._parts):
            self._grid.addWidget(part, number // n_columns, number % n_columns)
        for column in range(self._grid.columnCount()):
            self._grid.setColumnStretch(column, int(column < n_columns))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the tables out anew."""
        super().resizeEvent(event)
        self._place()


class DifferencePart(Part):
    """Compares two systems.

    Signals
    -------
    door_opened : str, int
        The query of a bucket or of what one system finds alone, and the number of the prediction.
    """

    door_opened = Signal(str, int)

    def __init__(self) -> None:
        self.pair, self.grid, self._test = SystemPair(), DifferenceGrid(), DoorLabel()
        super().__init__(DIFFERENCES, self._test, self.grid, beside=self.pair, small=(self._test,))
        self._told = NOTHING
        self._test.setWordWrap(True)
        self._test.hide()
        self.grid.door_opened.connect(self.door_opened)
        self._test.query_requested.connect(lambda query: self.door_opened.emit(query, self._told.predictions[query]))

    def show_test(self, told: PairWords) -> None:
        """Say whether the two systems differ at all; nothing if there are no words."""
        self._told = told
        self._test.show_pieces(told.pieces)
        self._test.setVisible(bool(told.pieces))
        QWidget.setTabOrder(self.pair.b, self._test)  # which takes no focus until it has doors

    def show_differences(self, differences: Differences) -> None:
        """Show other differences."""
        a, b = differences.names
        reach = f"; one axis for all, to ±{percent(differences.limit)}" if differences.limit else ""
        self.set_caption(
            f"F1 of {a} minus F1 of {b}: bars to the right where {a} is better, to the left where {b} is{reach}"
            if a != b
            else "choose two systems"
        )
        self.grid.show_differences(differences)
        for before, after in pairwise((self.pair.b, *self.grid.tables)):
            QWidget.setTabOrder(before, after)  # tables are made later than what stands below them


Runs = tuple[tuple[int, ...], tuple[int, ...]]


def pair_tested(
    study: Study, base: MentionBase, runs: Runs, names: tuple[str, str], checkpoint: Checkpoint
) -> PairWords:
    """Say what tests say of two systems by their runs."""
    comparison = compare(study, *runs, base, checkpoint=checkpoint)
    return pair_words(comparison.overall, study, base, names, (runs[0][0], runs[1][0]))
