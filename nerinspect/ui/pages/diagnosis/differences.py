"""The difference of two systems, bucket by bucket: the choice of the pair, tests, bars of every attribute."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isnan
from typing import Final

import numpy as np
from PySide6.QtCore import Signal

from nerinspect.charts.grids import difference_grids
from nerinspect.charts.scores import sentence
from nerinspect.charts.values import Figure
from nerinspect.events.scores import UNDEFINED
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.io.writing.origins import TESTS
from nerinspect.lists.table import Ratio, Row, Table
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped, percent, with_sign
from nerinspect.query.differences import ComparedType, at_mention, compare
from nerinspect.query.filters import Filter, Term
from nerinspect.query.language.parser import query_text
from nerinspect.query.rates import MentionBase
from nerinspect.systems.significance import Bootstrap, p_text
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    RowGroup,
    TableRow,
    UprightCell,
    score_text,
    signed_text,
)
from nerinspect.ui.pages.diagnosis.diagnosed import Diagnosed

DIFFERENCES: Final = "Difference of two systems"
LARGEST, SMALLEST = "largest", "smallest"


@dataclass(frozen=True, eq=False)
class Differences:
    """F1 of one system minus F1 of another in all buckets.

    Attributes
    ----------
    a, b : int
        Indices of the systems.
    shown : int
        The prediction on show: if a system has several runs, the one whose events open.
    """

    diagnosed: Diagnosed
    a: int
    b: int
    shown: int

    @property
    def names(self) -> tuple[str, str]:
        return self.diagnosed.systems[self.a], self.diagnosed.systems[self.b]

    @cached_property
    def limits(self) -> tuple[float, float]:
        """The smallest and the largest difference of any attribute, zero between them: the ends of the bars."""
        values = np.concatenate([table.difference(self.a, self.b) for table in self.diagnosed.tables])
        defined = values[~np.isnan(values)]
        return float(defined.min(initial=0.0)), float(defined.max(initial=0.0))

    def cells(self, places: Sequence[tuple[int, int]]) -> tuple[Cell, ...]:
        """Return the differences in some buckets, by attribute and bucket; each opens its events in system A."""
        return tuple(self._cell(*place) for place in places)

    def figure(self) -> Figure:
        a, b = self.names
        said = f"F1 of {a} minus F1 of {b} in points; one axis for all, to ±{percent(max(map(abs, self.limits)))}"
        return Figure(tuple(difference_grids(self.diagnosed.tables, self.a, self.b)), (), sentence(said))

    def as_table(self) -> Table:
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

    def _cell(self, attribute: int, place: int) -> Cell:
        table, words = self.diagnosed.tables[attribute], self.diagnosed.words(attribute, place)
        difference, found = float(table.difference(self.a, self.b)[place]), table.comparison(self.a, self.b)
        marks = {found.worst: SMALLEST, found.best: LARGEST} if found and found.worst != found.best else {}
        both = [score_text(self.diagnosed.f1(attribute, system, place)) for system in (self.a, self.b)]
        (a, b), mark = self.names, marks.get(place, "")
        why = f"{words}\nF1 of {a} {both[0]}, of {b} {both[1]}: {signed_text(difference)}"
        if isnan(difference):
            why = f"{words}\n{UNDEFINED}: F1 of {a if both[0] == UNDEFINED else b} is undefined here."
        elif mark:
            why += f", the {mark} difference of this attribute"
        return UprightCell(
            UNDEFINED if isnan(difference) else with_sign(100 * difference, 1),
            Ratio(0, 0) if isnan(difference) else difference,
            None if isnan(table.by_system[self.a, place]) else self.diagnosed.door(attribute, place),
            why, reach=difference, limits=self.limits, is_bold=mark == LARGEST,
        )  # fmt: skip


@dataclass(frozen=True)
class PairTested:
    """Test results for two systems: a summary, and a row for each test.

    Attributes
    ----------
    predictions : dict of str to int
        By the query of a door, the prediction it applies to.
    tests : sequence of RowGroup
        Each with its basis and p.
    """

    pieces: tuple[Piece, ...] = ()
    predictions: dict[str, int] = field(default_factory=dict)
    tests: Sequence[RowGroup] = ()


NOTHING = PairTested()
WAITING = PairTested((Piece("Sampling sentences …"),))


def pair_tested(
    test: ComparedType, study: Study, base: MentionBase, names: tuple[str, str], runs: tuple[int, int]
) -> PairTested:
    """Summarize how far two systems differ, and what the tests found.

    Parameters
    ----------
    runs : tuple of int
        Their first runs, whose mentions found by one alone are counted.
    """
    spread, (a, b) = test.bootstrap, names
    n_a, n_b = int(test.only_a), int(test.only_b)
    doors = [query_text(alone(study, base, *pair)) for pair in ((a, b), (b, a))]
    pieces = (
        Piece(f"{_lead(spread, a, b)} {a} alone finds "),
        _count(counted(n_a, "reference mention"), n_a, doors[0], a, b),
        Piece(f", {b} alone "),
        _count(grouped(n_b), n_b, doors[1], b, a),
        Piece("."),
    )
    drawn = f"{counted(study.text.n_sentences, 'sentence')}, {counted(spread.n_samples, 'sample')}"
    tests = (
        _test_row("Paired bootstrap", "bootstrap", drawn, spread.p),
        _test_row("McNemar", "mcnemar", f"{counted(n_a + n_b, 'mention')} that one alone finds", test.mcnemar_p),
        *(
            _test_row(name, key, found.lacking or found.caveat or counted(found.n_blocks, found.unit), found.p)
            for name, key, found in (
                ("Wilcoxon, signed rank", "signed_rank", test.over_pairs),
                ("Wilcoxon, rank sum", "rank_sum", test.over_runs),
            )
        ),
    )
    return PairTested(pieces, dict(zip(doors, runs, strict=True)), [RowGroup(row.name, row) for row in tests])


def _lead(spread: Bootstrap, a: str, b: str) -> str:
    if not spread.n_samples:
        return f"The difference of {a} and {b} is undefined."
    low, high, difference = map(signed_text, (spread.low, spread.high, spread.difference))
    beside = "ahead of" if spread.difference > 0 else "behind" if spread.difference < 0 else "level with"
    return f"{a} is {beside} {b}: {difference} points of F1, 95 % interval {low} to {high}."


def _test_row(name: str, key: str, basis: str, p: float | None) -> TableRow:
    """Return a test with its basis, or the reason why there is no result."""
    known = None if p is None or isnan(p) else p
    cells = Cell(basis, basis), Cell(UNDEFINED if known is None else p_text(known), known, tooltip=meaning(key))
    return TableRow(name, (name,), lambda: cells, tooltip=meaning(key))


def alone(study: Study, base: MentionBase, finder: str, other: str) -> Filter:
    """Keep the events with a counted reference mention that `finder` has exactly and `other` has not."""
    return at_mention(study, base, Term("right", (finder,)), Term("wrong", (other,)))


def _count(text: str, number: int, query: str, finder: str, other: str) -> Piece:
    """Return a number as a door, unless it is 0."""
    explained = f"Reference mentions that {finder} has exactly and {other} has not, by the first run of each"
    return Piece(text, query if number else "", explained if number else "")


class PairPart(Part):
    """Says whether two systems differ at all.

    Signals
    -------
    door_opened : str, int
        The query for what one system alone finds, and the number of the prediction.
    """

    door_opened = Signal(str, int)

    def __init__(self) -> None:
        self._test = DoorLabel()
        self._tests = NumberTable(_columns(()), ("Test",), TESTS)
        super().__init__(TESTS, self._test, self._tests, small=(self._test,))
        self._told = NOTHING
        self._test.query_requested.connect(lambda query: self.door_opened.emit(query, self._told.predictions[query]))

    def show_test(self, told: PairTested) -> None:
        """Show the results of the tests; hidden without any."""
        self._told = told
        self._test.show_pieces(told.pieces)
        self._tests.show_rows(_columns(told.tests), told.tests)
        self._tests.setVisible(bool(told.tests))
        self.setVisible(bool(told.pieces))


def _columns(tests: Sequence[RowGroup]) -> list[Column]:
    longest = max((group.head.cells[1].text for group in tests), key=len, default="")
    basis = Column("Based on", "What the p value is based on", widest=longest or "–", is_text=True)
    return [Column("Test", "Tests of the difference"), basis, Column("p", meaning("p_value"), widest=p_text(0))]


Runs = tuple[tuple[int, ...], tuple[int, ...]]


def tested(
    study: Study,
    base: MentionBase,
    runs: Runs,
    names: tuple[str, str],
    every_run: tuple[int, ...],
    checkpoint: Checkpoint,
) -> PairTested:
    """Test two systems by their runs; the bootstrap draws all systems at once, for other pairs too."""
    comparison = compare(study, *runs, base, checkpoint=checkpoint, beside=every_run)
    return pair_tested(comparison.overall, study, base, names, (runs[0][0], runs[1][0]))
