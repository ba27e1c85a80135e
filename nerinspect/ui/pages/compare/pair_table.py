"""Systems in pairs: whose pairs are shown, in which types, their table and its picture."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from nerinspect.charts.grids import interval_grid
from nerinspect.charts.scores import sentence
from nerinspect.charts.values import Figure
from nerinspect.events.scores import Measure
from nerinspect.events.study import Study
from nerinspect.io.writing.origins import PAIRS
from nerinspect.lists.table import PaperTable
from nerinspect.quantities import counted, grouped
from nerinspect.query.differences import MEAN, SCORES
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.systems.significance import CORRECTIONS, Correction
from nerinspect.tables.compare import compare_notes, corrected_p
from nerinspect.tables.paper import comparison
from nerinspect.tables.runs import predictions_by_system
from nerinspect.training.retention import RETENTION
from nerinspect.ui.kit.pages.choice import Controls
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.screen_text import offer_names, tooltip
from nerinspect.ui.kit.tables.drawn_cells import DrawnTable, IntervalCell
from nerinspect.ui.kit.tables.sheet import NumberTableModel
from nerinspect.ui.pages.compare.pairs import PAIR_NAMES, Pair, against_all, pair_columns, pair_groups

_UNCORRECTED = "uncorrected"
_CORRECTION_TIP = "Correct p values for the number of pairs, or of pairs and types; they have columns of their own"
_MEAN = "mean of all runs"
_ALL_PAIRS, _ALL_TYPES, _EACH_TYPE = "all pairs", "all types", "each type"


class PairChoice(Controls):
    """Let the user choose one system against all, and a type."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._system = _box("System A", "Show one system as A against all others, or all pairs", self)
        self._type = _box("Type", "Count the mentions of all types together, of each, or of one", self)
        self._measure = _box("Score", "Compare systems by F1, precision or recall", self)
        offer_names(self._measure, [*SCORES])
        self._correction = _box("Correction", _CORRECTION_TIP, self)
        offer_names(self._correction, [_UNCORRECTED, *filter(None, CORRECTIONS.values())])
        self._run = _box(
            "Run", "Count who has which mentions as the mean over all runs, or in one run of each system", self
        )
        self._wanted = "", "", "", "", ""
        self._boxes = self._system, self._type, self._measure, self._correction, self._run
        self._words = [QLabel(word, self) for word in ("A", "Type", "Score", "p values", "Counts")]
        pairs = [*zip(self._words, self._boxes, strict=True)]
        self.line_up(*chain.from_iterable(pairs)).setSpacing(round(6 * self.unit))
        for word, box in pairs:
            word.setBuddy(box)
            box.activated.connect(self._on_activated)

    def offer(self, systems: Sequence[str], types: Sequence[str], n_runs: int = 1) -> None:
        """Offer systems, types and runs; what was chosen last is chosen if it is among them."""
        self._system.clear()
        offer_names(self._system, [_ALL_PAIRS, *systems])
        self._type.clear()
        offer_names(self._type, [_ALL_TYPES, _EACH_TYPE, *types])
        self._run.clear()
        offer_names(self._run, [_MEAN, *(f"run {run}" for run in range(1, n_runs + 1))])
        for part in (self._words[-1], self._run):
            part.setVisible(n_runs > 1)
        self.want(*self._wanted)

    def want(self, system: str, types: str, measure: str = "", correction: str = "", run: str = "") -> None:
        """Choose as `wanted` gives it, now or when it is offered."""
        self._wanted = system, types, measure, correction, run
        for box, name in zip(self._boxes, self._wanted, strict=True):
            box.setCurrentIndex(max(box.findData(name), 0))

    @property
    def wanted(self) -> tuple[str, str, str, str, str]:
        """What was chosen last, if not offered too: a system and types, empty for all; score, correction, run."""
        return self._wanted

    @property
    def system(self) -> str:
        """The system that is A in all pairs; empty for all pairs."""
        return self._system.currentData() if self._system.currentIndex() > 0 else ""

    @property
    def measure(self) -> Measure:
        """What systems are compared by, where there is precision."""
        return list(SCORES)[self._measure.currentIndex()]

    @property
    def correction(self) -> Correction:
        """How p values are corrected."""
        return list(CORRECTIONS)[self._correction.currentIndex()]

    @property
    def run(self) -> int:
        """The run whose outcomes are counted, from 1; `MEAN` for all of them."""
        return max(self._run.currentIndex(), MEAN)

    def allow_measures(self, are_allowed: bool) -> None:
        """Let the user choose what systems are compared by, or not where there is recall alone."""
        self._measure.setEnabled(are_allowed)

    def types(self, study: Study) -> Sequence[str | None]:
        """Give the types to show; None stands for all together."""
        place = self._type.currentIndex()
        return (None, *study.types) if place == 1 else (self._type.currentData() if place > 1 else None,)

    def _on_activated(self) -> None:
        system, types, measure, correction, run = (
            box.currentData() if box.currentIndex() > 0 else "" for box in self._boxes
        )
        self._wanted = system, types, measure, correction, run
        self.chosen.emit()


def _box(name: str, tip: str, parent: QWidget) -> QComboBox:
    box = QComboBox(parent)
    box.setAccessibleName(name)
    box.setToolTip(tooltip(tip))
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    return box


_LONGEST = 40  # characters of two names
_AS_ON_SCREEN = {
    "low, high and bootstrap_p": "the interval and Bootstrap",
    "bootstrap_p": "Bootstrap",
    "mcnemar_p": "McNemar",
    "signed_rank_p": "Signed rank",
    "rank_sum_p": "Rank sum",
}
"""Columns of files, and what they are called here."""


class PairTable(DrawnTable):
    """Shows pairs of systems; a name begins their comparison.

    Signals
    -------
    pair_opened : int, int
        The runs of systems A and B that are counted by outcome, or the first.
    """

    pair_opened = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(NumberTableModel(pair_columns(""), PAIR_NAMES, PAIRS), parent, most_rows=30)

    def open(self, index: QModelIndex) -> None:
        """Open a door, or begin the comparison of a pair."""
        row = self.numbers.place(index.row()).row
        if index.column():
            super().open(index)
        else:
            self.pair_opened.emit(row.prediction, row.beside)

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether a click opens events."""
        return not index.column() or super().is_door(index)


class PairPart(Part):
    """Show all pairs, or those of one system, in all types or in some."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.table, self.choice = PairTable(), PairChoice()
        super().__init__(PAIRS, self.table, beside=self.choice, parent=parent)
        self._study: Study | None = None
        self._base, self._n_pairs, self._longest = WHOLE, 0, ""
        self._pairs, self._listed = list[Pair](), list[Pair]()
        self.choice.chosen.connect(self._list)

    def show_study(self, study: Study, systems: Sequence[str]) -> None:
        """Offer some systems and the types of a study; pairs are to follow."""
        self._study, self._pairs, self._n_pairs = study, [], 0
        own = [len(runs) for name, runs in predictions_by_system(study).items() if name in systems]
        self.choice.offer(systems, study.types, min((number for number in own if number > 1), default=1))
        self._longest = " and ".join(sorted(systems, key=self.fontMetrics().horizontalAdvance)[-2:])[:_LONGEST]
        self._list()

    def show_pairs(self, base: MentionBase, pairs: Sequence[Pair], n_pairs: int) -> None:
        """Show the pairs that are compared already, of as many as there are to be."""
        self._base, self._pairs, self._n_pairs = base, list(pairs), n_pairs
        self._list()

    def want(self, system: str, types: str, measure: str = "", correction: str = "", run: str = "") -> None:
        """Show the pairs of a system, and types, as `PairChoice.want` says."""
        self.choice.want(system, types, measure, correction, run)
        self._list()

    @property
    def figure(self) -> Figure | None:
        """Draw the differences on show on paper; nothing while there are none."""
        rows = []
        for row in self.table.numbers.rows_shown:
            drawn = next(cell for cell in row.cells if isinstance(cell, IntervalCell))
            rows.append((f"{'  ' * row.depth}{row.name}", drawn.spread))
        measure = self.measure
        said = f"Difference of {measure} in points, with the middle 95 % of drawn sentences (paired bootstrap)"
        grid = replace(interval_grid(rows), title=f"{measure} of A − B")
        return Figure((grid,), (), sentence(said)) if rows else None

    @property
    def pairs(self) -> list[Pair]:
        """Those on show."""
        return against_all(self._pairs, self.choice.system)

    @property
    def systems(self) -> tuple[str, ...]:
        """Those in the table."""
        return tuple(dict.fromkeys(name for pair in self.pairs for name in (pair.a, pair.b)))

    def in_paper(self, counted: str) -> PaperTable:
        """Lay the pairs on show out as papers print them; `counted` says what is counted, if not all."""
        assert self._study is not None, "its pairs are on show"
        listed, over = ([pair.named for pair in pairs] for pairs in (self._listed, self._pairs))
        [name, *more] = self.choice.types(self._study)
        said = "; ".join(filter(None, (f"mentions of type {name}" if name and not more else "", counted)))
        return comparison(self._study, listed, self.choice.correction, over=over, counted=said, run=self.choice.run)

    @property
    def differs(self) -> str:
        """What the command line gives instead of the pairs on show; empty if the same."""
        if self._study is not None and self.choice.types(self._study)[0] is not None:
            return "The command line counts all types."
        system = self.choice.system
        is_all = not system or (self._n_pairs == 1 and system != RETENTION)
        return "" if is_all else "The command line gives every pair of systems."

    @property
    def notes(self) -> list[str]:
        """Say what the numbers rest on, and where it is too little; sentences without an end."""
        if not self._listed:
            return []
        listed, over = ([pair.named for pair in pairs] for pairs in (self._listed, self._pairs))
        return [*map(_on_screen, compare_notes(listed, self.choice.correction, False, over, self.choice.run))]

    @property
    def measure(self) -> Measure:
        """What the systems are compared by."""
        return self._base.measured_by(self.choice.measure)

    def _list(self) -> None:
        if self._study is not None:
            types = self.choice.types(self._study)
            measure, correction = self.measure, self.choice.correction
            self.choice.allow_measures(not self._base.has_recall_alone)
            self.table.set_columns(pair_columns(self._longest, measure, correction))
            self._listed = [listed for pair in self.pairs if (listed := pair.in_types(types))]
            n_found = len(self._pairs)
            corrected = (
                corrected_p([pair.named for pair in self._pairs], correction) if n_found == self._n_pairs else {}
            )
            is_alone = len(types) == 1
            groups = pair_groups(self._study, self._base, self._listed, is_alone, correction, corrected)
            self.table.numbers.set_groups(groups)
            said = [
                f"p corrected after {CORRECTIONS[correction]}" if correction != "none" else "",
                f"{measure} in percent; a name compares the two in the events",
                f"{grouped(n_found)} of {counted(self._n_pairs, 'pair')} so far" if n_found < self._n_pairs else "",
            ]
            self.set_caption("; ".join(filter(None, said)))
            self.set_note("\n".join(f"{note}." for note in self.notes))


def _on_screen(note: str) -> str:
    for column, name in _AS_ON_SCREEN.items():
        note = note.replace(column, name)
    return f"{note[:1].upper()}{note[1:]}"
