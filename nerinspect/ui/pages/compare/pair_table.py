"""Systems in pairs: compared in the background, tested, in a table with doors and in a chart."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations
from math import comb, isnan
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QElapsedTimer, QModelIndex, QObject, Signal
from PySide6.QtWidgets import QLabel, QWidget

from nerinspect.charts.grids import interval_grid
from nerinspect.charts.scores import sentence
from nerinspect.charts.values import Figure
from nerinspect.corpus.types import type_or_all
from nerinspect.events.scores import UNDEFINED, Counts, Measure
from nerinspect.events.study import Study, judge_name, shown_name
from nerinspect.glossary import meaning
from nerinspect.io.writing.origins import PAIRS
from nerinspect.lists.table import PaperTable, PValue, Ratio
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped
from nerinspect.query.differences import MEAN, SCORES, ComparedType, Comparison, at_mention, chosen_run, compare_each
from nerinspect.query.filters import Filter, Term, any_of
from nerinspect.query.rates import WHOLE, Doors, MentionBase, doors_to
from nerinspect.systems.outcomes import ONLY_A, ONLY_B
from nerinspect.systems.significance import CORRECTIONS, Correction, Significance, p_text
from nerinspect.tables.compare import ComparedPair, CorrectedP, compare_notes, corrected_p
from nerinspect.tables.paper import comparison
from nerinspect.tables.runs import predictions_by_system
from nerinspect.training.retention import RETENTION
from nerinspect.ui.filters.difference import difference_meaning
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.pages.choice import Controls, drop_down
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.screen_text import offer_names
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    IntervalCell,
    RowGroup,
    TableRow,
    count_cell,
    count_text,
    score_text,
    signed_text,
)


@dataclass(frozen=True)
class Pair:
    """System A against system B.

    `run_a` and `run_b` are the runs whose mentions are counted by outcome; for a mean over runs, the first.
    """

    a: str
    b: str
    run_a: int
    run_b: int
    comparison: Comparison

    @property
    def exchanged(self) -> "Pair":
        found = self.comparison
        overall, *by_type = map(_exchanged, found.rows)
        return Pair(self.b, self.a, self.run_b, self.run_a, Comparison(overall, tuple(by_type), found.n_samples))

    def in_types(self, types: Sequence[str | None]) -> "Pair | None":
        """Return the pair for some types (None for all); None if none of them is counted."""
        rows = [row for row in self.comparison.rows if row.type_name in types]
        if not rows:
            return None
        return replace(self, comparison=Comparison(rows[0], tuple(rows[1:]), self.comparison.n_samples))

    @property
    def named(self) -> ComparedPair:
        return ComparedPair(self.a, self.b, self.comparison)


def named_pairs(chosen: dict[str, int], found: Iterable[Comparison]) -> list[Pair]:
    """Name the compared systems.

    Parameters
    ----------
    chosen : dict of str to int
        The run of each system whose mentions are counted by outcome.
    found : iterable of Comparison
        Each system with each later one, in order; the last ones may be missing.
    """
    names = combinations(chosen, 2)
    return [Pair(a, b, chosen[a], chosen[b], one) for (a, b), one in zip(names, found, strict=False)]


def against_all(pairs: Sequence[Pair], system: str) -> list[Pair]:
    """Return the pairs of one system, turned so that it is A; without a name, all pairs unchanged."""
    if not system:
        return list(pairs)
    own = [pair for pair in pairs if system in (pair.a, pair.b)]
    return [pair if pair.a == system else pair.exchanged for pair in own]


def _exchanged(row: ComparedType) -> ComparedType:
    spread, outcomes = row.bootstrap, list(row.n_outcomes)
    outcomes[ONLY_A], outcomes[ONLY_B] = outcomes[ONLY_B], outcomes[ONLY_A]
    return replace(
        row,
        counts_a=row.counts_b,
        counts_b=row.counts_a,
        score_a=row.score_b,
        score_b=row.score_a,
        bootstrap=replace(spread, difference=-spread.difference, low=-spread.high, high=-spread.low),
        n_outcomes=tuple(outcomes),
    )


_BETWEEN_MS: Final = 300  # least time between reports of new pairs: each shows all pairs again


class PairFinder(QObject):
    """Compares all systems of a study; all pairs share the same bootstrap draws."""

    found = Signal()  # there are more pairs

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs, self._chosen = dict[str, list[int]](), dict[str, int]()
        self._found: list[Comparison] = []  # the thread adds to it
        self._n_told = 0
        self._since_told = QElapsedTimer()
        self._since_told.start()
        self.work = Derived(_compare, self, "The systems could not be compared")
        self.work.progressed.connect(self._on_progressed)
        self.work.made.connect(self.found)

    @property
    def pairs(self) -> list[Pair]:
        return named_pairs(self._chosen, [*self._found])

    @property
    def n_pairs(self) -> int:
        return comb(len(self._runs), 2)

    @property
    def is_complete(self) -> bool:
        return self.work.asked is not None and not self.work.is_running

    def compare(
        self, study: Study, base: MentionBase, systems: Sequence[str], measure: Measure = "F1", run: int = MEAN
    ) -> None:
        """Compare systems in the mentions of a base, unless that is done or under way."""
        runs = {name: own for name, own in predictions_by_system(study).items() if name in systems}
        question = study, base, runs, measure, run
        if self.work.asked is not None and self.work.asked[1:] == question:
            return
        self._runs, self._found, self._n_told = runs, [], 0
        self._chosen = {name: chosen_run(study, own, run) for name, own in runs.items()}
        self.work.ask(self._found, *question)

    def forget(self) -> None:
        self.work.forget()
        self._runs, self._chosen, self._found = {}, {}, []

    def _on_progressed(self) -> None:
        if len(self._found) > self._n_told and self._since_told.elapsed() > _BETWEEN_MS:
            self._n_told = len(self._found)
            self._since_told.restart()
            self.found.emit()


def _compare(
    found: list[Comparison],
    study: Study,
    base: MentionBase,
    runs: dict[str, list[int]],
    measure: Measure,
    run: int,
    checkpoint: Checkpoint,
) -> None:
    comparisons = compare_each(study, [*runs.values()], base, checkpoint=checkpoint, measure=measure, run=run)
    found.extend(comparisons)  # one by one, to be read


PAIR_NAMES: Final = ("System A", "System B", "Type")

_DIFFERENCE, _COUNT = "+00.00", "999,999"
_LEAST_P: Final = p_text(0)
_UNDEFINED: Final = f"{UNDEFINED}: there is no mention to score."


def pair_columns(longest: str, measure: Measure = "F1", correction: Correction = "none") -> tuple[Column, ...]:
    """Columns for a measure, with corrected p values; `longest` is the longest name to make room for."""
    corrected = _SHORT_NAMES[correction]
    return (
        Column("A and B", "A click on a name compares the two in the events.", widest=longest),
        Column(f"{measure} A", f"{measure} of A; of several runs their mean", is_percent=True),
        Column(f"{measure} B", f"{measure} of B; of several runs their mean", is_percent=True),
        Column("A − B", difference_meaning(measure), widest=_DIFFERENCE, is_percent=True, copied="Difference"),
        Column("95\u00a0% interval", meaning("bootstrap_interval"), widest=""),
        *(
            Column(title, meaning("bootstrap_interval"), "", _DIFFERENCE, is_percent=True, is_extra=True, copied=copied)
            for title, copied in (("95\u00a0% from", "Low"), ("95\u00a0% to", "High"))
        ),
        Column("Both right", meaning("both-right"), widest=_COUNT),
        Column("Only A", meaning("only-a"), widest=_COUNT),
        Column("Only B", meaning("only-b"), widest=_COUNT),
        Column("Both wrong", meaning("outcome_both-wrong"), widest=_COUNT),
        Column("McNemar", meaning("mcnemar"), widest=_LEAST_P, copied="McNemar p"),
        Column("Bootstrap", meaning("bootstrap"), widest=_LEAST_P, copied="Bootstrap p"),
        Column("Signed rank", meaning("signed_rank"), widest=_LEAST_P, copied="Signed-rank p", is_extra=True),
        Column("Rank sum", meaning("rank_sum"), widest=_LEAST_P, copied="Rank-sum p", is_extra=True),
        Column("Blocks", meaning("pairs_of_runs"), widest="99", is_extra=True),
        Column("Detectable", meaning("detectable"), widest="00.00", is_percent=True),
        *(
            Column(f"{name}, {corrected}", meaning(correction), widest=_LEAST_P, is_extra=name in _OVER_RUNS)
            for name in _TESTS
            if corrected
        ),
    )


_SHORT_NAMES: Final[dict[Correction, str]] = {"none": "", "holm": "Holm", "bh": "BH"}
_TESTS: Final = ("McNemar", "Bootstrap", "Signed rank", "Rank sum")
_OVER_RUNS: Final = _TESTS[2:]


def pair_groups(
    study: Study,
    base: MentionBase,
    pairs: Sequence[Pair],
    is_alone: bool,
    correction: Correction = "none",
    corrected: CorrectedP = MappingProxyType({}),
) -> list[RowGroup]:
    """Rows for pairs of systems.

    Parameters
    ----------
    is_alone : bool
        Whether each pair has one row, so that no type is listed below another.
    correction : str
        How p values are corrected; those missing from `corrected` are shown as undefined.
    """
    wanted = [(pair, row) for pair in pairs for row in pair.comparison.rows]
    ends = [end for _, row in wanted for end in (row.bootstrap.low, row.bootstrap.high) if not isnan(end)]
    limits = min(0.0, *ends, 0.0), max(0.0, *ends, 0.0)  # one axis for all
    empty = (None,) * len(_TESTS) if correction != "none" else ()
    cells = [
        PairCells(
            *(study, base, pair, row, limits),
            correction=correction,
            corrected=corrected.get((frozenset((pair.a, pair.b)), row.type_name), empty),
        )
        for pair, row in wanted
    ]
    return [_group(one, is_alone) for one in cells]


def _group(told: "PairCells", is_alone: bool) -> RowGroup:
    """One row; types are listed below their pair, unless a single type is shown."""
    pair, row = told.pair, told.row
    is_below = not is_alone and row.type_name is not None
    listed = TableRow(
        row.type_name or "" if is_below else f"{pair.a} and {pair.b}",
        (pair.a, pair.b, type_or_all(row.type_name)),
        partial(tuple, told),
        is_total=not is_alone and not is_below,
        depth=int(is_below),
        is_dim=row.is_small,
        tooltip="\n".join(filter(None, (f"A is {pair.a}, B is {pair.b}.", row.caveat))),
        prediction=pair.run_a,
        beside=pair.run_b,
    )
    return RowGroup(f"{pair.a}\n{pair.b}\n{row.type_name}", listed)


@dataclass(frozen=True, eq=False)
class PairCells:
    """Cells of a pair for one type, or for all."""

    study: Study
    base: MentionBase
    pair: Pair
    row: ComparedType
    limits: tuple[float, float]  # ends of the axis of all differences
    correction: Correction = "none"
    corrected: tuple[float | None, ...] = ()  # corrected p values, by test; empty without a correction

    def __iter__(self) -> Iterator[Cell]:
        pair, row, spread = self.pair, self.row, self.row.bootstrap
        yield self._score(pair.a, pair.run_a, row.counts_a, row.score_a)
        yield self._score(pair.b, pair.run_b, row.counts_b, row.score_b)
        yield self._difference
        yield self._interval
        yield from map(self._bound, (spread.low, spread.high))
        yield self._count(row.both_right, "both-right", "right", "right")
        yield self._count(row.only_a, "only-a", "right", "wrong")
        yield self._count(row.only_b, "only-b", "wrong", "right")
        yield self._count(row.both_wrong, "outcome_both-wrong", "wrong", "wrong")
        yield self._mcnemar
        words = f"{meaning('bootstrap')}\nOver {counted(spread.n_samples, 'sample')} of sentences."
        yield _p_cell(spread.p, "\n".join(filter(None, (words, row.caveat))))
        yield _test_cell(row.over_pairs, meaning("signed_rank"))
        yield _test_cell(row.over_runs, meaning("rank_sum"))
        blocks = row.over_pairs.n_blocks
        yield Cell(grouped(blocks), blocks, tooltip=meaning("pairs_of_runs"), is_dim=not blocks)
        yield self._detectable
        yield from (_p_cell(p, meaning(self.correction)) for p in self.corrected)

    def outcome(self, of_a: str, of_b: str) -> Filter:
        """Filter the mentions where A and B are `right` or `wrong`."""
        return at_mention(self.study, self._base, *self._outcome_terms(of_a, of_b))

    def _outcome_terms(self, *asked: str) -> Iterator[Term]:
        for field, run in zip(asked, (self.pair.run_a, self.pair.run_b), strict=True):
            yield Term(field, (judge_name(self.study, run),))

    @property
    def _base(self) -> MentionBase:
        name = self.row.type_name
        return self.base if name is None else self.base._replace(named=frozenset((name,)))

    @property
    def _doors(self) -> Doors:
        return doors_to(self._base, self._base.types_of(self.study))

    @property
    def _discordant(self) -> Filter | None:
        """Mentions only one of the two finds; None for a mean over runs."""
        if self.row.is_mean:
            return None
        return any_of(self.outcome("right", "wrong"), self.outcome("wrong", "right"))

    @property
    def _discordant_words(self) -> str:
        if self.row.is_asked_alike:
            discordant = counted(round(self.row.only_a + self.row.only_b), "reference mention")
            return f"the {discordant} that one alone has"
        return f"those whose events of {self.pair.a} the filter keeps; Only A and Only B open each side"

    @property
    def _difference(self) -> Cell:
        row, spread = self.row, self.row.bootstrap
        text = signed_text(spread.difference)
        if isnan(spread.difference):
            return Cell(text, Ratio(0, 0), tooltip=_UNDEFINED)
        opened = "" if row.is_mean else f"A click opens {self._discordant_words}."
        words = "\n".join(filter(None, (difference_meaning(row.measure), opened)))
        return Cell(text, spread.difference, self._discordant, "\n".join(filter(None, (words, row.caveat))))

    @property
    def _interval(self) -> Cell:
        spread = self.row.bootstrap
        numbers = [signed_text(value) for value in (spread.difference, spread.low, spread.high)]
        words = "{}: from {} to {}".format(*numbers) if spread.n_samples else _UNDEFINED
        drawn = spread.low, spread.difference, spread.high
        return IntervalCell("", tooltip=words, spread=drawn, limits=self.limits)

    @property
    def _mcnemar(self) -> Cell:
        row = self.row
        if row.is_mean:
            return _p_cell(None, f"{meaning('mcnemar')}\nIt is about single runs: choose one above the table.")
        discordant = counted(round(row.only_a + row.only_b), "reference mention")
        words = (
            f"{meaning('mcnemar')}\nOver the {discordant} that one alone has. A click opens {self._discordant_words}."
        )
        return replace(_p_cell(row.mcnemar_p, words), door=self._discordant)

    def _score(self, name: str, run: int, runs: Sequence[Counts], mean: float) -> Cell:
        """Return the score of a system; it opens the events of the chosen run, or of the first."""
        measure = self.row.measure
        door = self._doors.either if measure == "F1" else self._doors.reference
        ratios = [Ratio(*counts.parts_of(measure)) for counts in runs]
        if len(ratios) == 1:
            words = f"{measure} of {name}: {grouped(ratios[0].numerator)} / {grouped(ratios[0].denominator)}"
            return Cell(score_text(ratios[0]), ratios[0], door, words, prediction=run)
        each = "; ".join(map(score_text, ratios))
        words = f"{meaning('mean_of_runs')}\nMean of {each}\nA click opens the events of {shown_name(self.study, run)}."
        return Cell(score_text(mean), mean, door, words, prediction=run)

    def _bound(self, value: float) -> Cell:
        text, n_samples = signed_text(value), self.row.bootstrap.n_samples
        if isnan(value):
            return Cell(text, Ratio(0, 0), tooltip=_UNDEFINED)
        words = f"{meaning('bootstrap_interval')}\nOver {counted(n_samples, 'sample')} of sentences."
        return Cell(text, value, tooltip="\n".join(filter(None, (words, self.row.caveat))))

    @property
    def _detectable(self) -> Cell:
        value, words = self.row.bootstrap.detectable, meaning("detectable")
        if isnan(value):
            return Cell(UNDEFINED, Ratio(0, 0), tooltip=words)
        return Cell(score_text(value), value, tooltip="\n".join(filter(None, (words, self.row.caveat))))

    def _count(self, number: int | float, name: str, of_a: str, of_b: str) -> Cell:
        """Count mentions by outcome; the door opens the events of the prediction the base was taken from."""
        pair = self.pair
        if self.row.is_mean:
            words = f"{meaning(name)}\nThe mean over each run of {pair.a} (A) beside each run of {pair.b} (B)."
            return Cell(
                count_text(number), number, tooltip=f"{words} It counts no events: choose a run above the table."
            )
        asked = {"only-a": pair.run_a, "only-b": pair.run_b}.get(name, min(pair.run_a, pair.run_b))
        run = pair.run_a if self._base.is_everything else asked
        a, b = (shown_name(self.study, number) for number in (pair.run_a, pair.run_b))
        words = f"{meaning(name)}\nA is {a}, B is {b}."
        return count_cell(int(number), self.outcome(of_a, of_b), words).of_prediction(run)


def _p_cell(p: float | None, words: str) -> Cell:
    if p is None or isnan(p):
        return Cell(UNDEFINED, Ratio(0, 0), tooltip=words)
    return Cell(p_text(p), PValue(p), tooltip=words)


def _test_cell(test: Significance, words: str) -> Cell:
    said = test.caveat or (f"Over {counted(test.n_blocks, test.unit)}" if test.p is not None else test.lacking)
    return _p_cell(test.p, f"{words}\n{said[:1].upper()}{said[1:]}.")


_UNCORRECTED = "uncorrected"
_CORRECTION_TIP = "Correct p values for the number of pairs, or of pairs and types; they have columns of their own"
_RUN_TIP = "Count who has which mentions as the mean over all runs, or in one run of each system"
_MEAN = "mean of all runs"
_ALL_PAIRS, _ALL_TYPES, _EACH_TYPE = "all pairs", "all types", "each type"


class PairChoice(Controls):
    """Chooses one system against all, and a type."""

    chosen = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._system = drop_down("System A", "Show one system as A against all others, or all pairs", self)
        self._type = drop_down("Type", "Count the mentions of all types together, of each, or of one", self)
        self._measure = drop_down("Score", "Compare systems by F1, precision or recall", self)
        offer_names(self._measure, [*SCORES])
        self._correction = drop_down("Correction", _CORRECTION_TIP, self)
        offer_names(self._correction, [_UNCORRECTED, *filter(None, CORRECTIONS.values())])
        self._run = drop_down("Run", _RUN_TIP, self)
        # last choice, even if not offered: system and types, empty for all; score, correction, run
        self.wanted = "", "", "", "", ""
        self._boxes = self._system, self._type, self._measure, self._correction, self._run
        self._words = [QLabel(word, self) for word in ("A", "Type", "Score", "p values", "Counts")]
        pairs = [*zip(self._words, self._boxes, strict=True)]
        self.line_up(*chain.from_iterable(pairs))
        for word, box in pairs:
            word.setBuddy(box)
            box.activated.connect(self._on_activated)

    def offer(self, systems: Sequence[str], types: Sequence[str], n_runs: int = 1) -> None:
        """Offer systems, types and runs, and keep what was chosen where it is still offered."""
        self._system.clear()
        offer_names(self._system, [_ALL_PAIRS, *systems])
        self._type.clear()
        offer_names(self._type, [_ALL_TYPES, _EACH_TYPE, *types])
        self._run.clear()
        offer_names(self._run, [_MEAN, *(f"run {run}" for run in range(1, n_runs + 1))])
        for part in (self._words[-1], self._run):
            part.setVisible(n_runs > 1)
        self.want(*self.wanted)

    def want(self, system: str, types: str, measure: str = "", correction: str = "", run: str = "") -> None:
        """Choose now, or once these are offered."""
        self.wanted = system, types, measure, correction, run
        for box, name in zip(self._boxes, self.wanted, strict=True):
            box.setCurrentIndex(max(box.findData(name), 0))

    @property
    def system(self) -> str:
        """The system that is A in all pairs; empty for all pairs."""
        return self._system.currentData() if self._system.currentIndex() > 0 else ""

    @property
    def measure(self) -> Measure:
        return list(SCORES)[self._measure.currentIndex()]

    @property
    def correction(self) -> Correction:
        return list(CORRECTIONS)[self._correction.currentIndex()]

    @property
    def run(self) -> int:
        """The run whose outcomes are counted, from 1; `MEAN` for all."""
        return max(self._run.currentIndex(), MEAN)

    def allow_measures(self, are_allowed: bool) -> None:
        """Enable the choice of a measure; without precision there is only recall."""
        self._measure.setEnabled(are_allowed)

    def types(self, study: Study) -> Sequence[str | None]:
        """Return the types to show; None is all of them together."""
        place = self._type.currentIndex()
        return (None, *study.types) if place == 1 else (self._type.currentData() if place > 1 else None,)

    def _on_activated(self) -> None:
        system, types, measure, correction, run = (
            box.currentData() if box.currentIndex() > 0 else "" for box in self._boxes
        )
        self.wanted = system, types, measure, correction, run
        self.chosen.emit()


_LONGEST = 40  # characters of two names
_AS_ON_SCREEN = {
    "low, high and bootstrap_p": "the interval and Bootstrap",
    "bootstrap_p": "Bootstrap",
    "mcnemar_p": "McNemar",
    "signed_rank_p": "Signed rank",
    "rank_sum_p": "Rank sum",
}
"""Columns of files, with their titles here."""


class PairTable(NumberTable):
    """Shows pairs of systems; clicking a name compares the two event by event."""

    pair_opened = Signal(int, int)  # runs of A and B that are counted by outcome, or their first

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(pair_columns(""), PAIR_NAMES, PAIRS, parent, most_rows=30)

    def open(self, index: QModelIndex) -> None:
        row = self.numbers.place(index.row()).row
        if index.column():
            super().open(index)
        else:
            self.pair_opened.emit(row.prediction, row.beside)

    def is_door(self, index: QModelIndex) -> bool:
        return not index.column() or super().is_door(index)


class PairPart(Part):
    """Shows all pairs, or those of one system, by type."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.table, self.choice = PairTable(), PairChoice()
        super().__init__(PAIRS, self.table, beside=self.choice, parent=parent)
        self._study: Study | None = None
        self._base, self._n_pairs, self._longest = WHOLE, 0, ""
        self._pairs, self._listed = list[Pair](), list[Pair]()
        self.choice.chosen.connect(self._list)

    def show_study(self, study: Study, systems: Sequence[str]) -> None:
        """Offer systems and types; the pairs follow."""
        self._study, self._pairs, self._n_pairs = study, [], 0
        own = [len(runs) for name, runs in predictions_by_system(study).items() if name in systems]
        self.choice.offer(systems, study.types, min((number for number in own if number > 1), default=1))
        self._longest = " and ".join(sorted(systems, key=self.fontMetrics().horizontalAdvance)[-2:])[:_LONGEST]
        self._list()

    def show_pairs(self, base: MentionBase, pairs: Sequence[Pair], n_pairs: int) -> None:
        """Show the pairs compared so far, of `n_pairs`."""
        self._base, self._pairs, self._n_pairs = base, list(pairs), n_pairs
        self._list()

    def want(self, system: str, types: str, measure: str = "", correction: str = "", run: str = "") -> None:
        self.choice.want(system, types, measure, correction, run)
        self._list()

    @property
    def figure(self) -> Figure | None:
        """The differences on show, drawn for print; None while there are none."""
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
        return against_all(self._pairs, self.choice.system)

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for pair in self.pairs for name in (pair.a, pair.b)))

    def in_paper(self, counted: str) -> PaperTable:
        """Lay out the pairs as papers print them; `counted` names the mentions if not all count."""
        assert self._study is not None, "its pairs are on show"
        listed, over = ([pair.named for pair in pairs] for pairs in (self._listed, self._pairs))
        [name, *more] = self.choice.types(self._study)
        said = "; ".join(filter(None, (f"mentions of type {name}" if name and not more else "", counted)))
        return comparison(self._study, listed, self.choice.correction, over=over, counted=said, run=self.choice.run)

    @property
    def differs(self) -> str:
        """What the command line writes instead of these pairs; empty if the same."""
        if self._study is not None and self.choice.types(self._study)[0] is not None:
            return "The command line counts all types."
        system = self.choice.system
        is_all = not system or (self._n_pairs == 1 and system != RETENTION)
        return "" if is_all else "The command line gives every pair of systems."

    @property
    def notes(self) -> list[str]:
        """What the numbers rest on, and where that is too little; without full stops."""
        if not self._listed:
            return []
        listed, over = ([pair.named for pair in pairs] for pairs in (self._listed, self._pairs))
        return [*map(_on_screen, compare_notes(listed, self.choice.correction, False, over, self.choice.run))]

    @property
    def measure(self) -> Measure:
        return self._base.measured_by(self.choice.measure)

    def _list(self) -> None:
        if self._study is not None:
            types = self.choice.types(self._study)
            measure, correction = self.measure, self.choice.correction
            self.choice.allow_measures(not self._base.has_recall_alone)
            self._listed = [listed for pair in self.pairs if (listed := pair.in_types(types))]
            n_found, over = len(self._pairs), [pair.named for pair in self._pairs]
            corrected = corrected_p(over, correction) if n_found == self._n_pairs else {}
            groups = pair_groups(self._study, self._base, self._listed, len(types) == 1, correction, corrected)
            self.table.show_rows(pair_columns(self._longest, measure, correction), groups)
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
