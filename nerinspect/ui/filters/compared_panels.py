"""The filter panels about two systems, A beside B, wired to a document."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from nerinspect.query.compared_rows import is_spurious_picked, without_spurious
from nerinspect.query.counts.others import OthersCell, OthersCounts, free_cells, pick_cell, picked_cells
from nerinspect.query.counts.outcomes import (
    BesideCounts,
    free_outcomes,
    kind_of,
    pick_kinds,
    pick_outcome,
    picked_kinds,
    picked_outcomes,
    toggle_outcome,
    without_kinds_of,
)
from nerinspect.query.fields.outcomes import GOT_BY, KIND_OF
from nerinspect.query.selection import TYPE_FIELDS, Selection
from nerinspect.ui.desk.document import Document
from nerinspect.ui.filters.counts_table import Click
from nerinspect.ui.filters.difference import Answer, DifferencePanel, Question, answer
from nerinspect.ui.filters.kinds import KindPairsPanel
from nerinspect.ui.filters.outcome import ALL, OthersPanel, OutcomePanel
from nerinspect.ui.kit.derived import Derived


class ComparedFilters(QObject):
    """Shows what the document counts of A and B, and hands picks back to it.

    Attributes
    ----------
    outcome : OutcomePanel
        What both make of each reference mention.
    difference : DifferencePanel
        How far apart they are in F1; computed in the background while it is open.
    kinds : KindPairsPanel
        The event kinds of both, in the place of those of one.
    others : OthersPanel
        Who else is right, while one system is held against all others.

    Signals
    -------
    height_changed
        The differences of other types are on show.
    """

    height_changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._counts: BesideCounts | None = None
        self.outcome, self.difference, self.kinds = OutcomePanel(), DifferencePanel(), KindPairsPanel()
        self.others = OthersPanel()
        self._others: OthersCounts | None = None
        self.panels = (self.outcome, self.difference, self.kinds)
        self._differences = Derived(answer, self, "The difference could not be computed")
        self._connect()

    @property
    def names(self) -> tuple[str, str] | None:
        """What A and B are called in queries; None while nothing is compared."""
        return None if self._counts is None else self._counts.names

    @property
    def is_testing(self) -> bool:
        """Whether the difference is being computed."""
        return self._differences.is_running

    def show_counts(self, counts: BesideCounts | None) -> None:
        """Show what was counted of A and B; nothing while nothing is compared."""
        self._counts = counts
        selection = self._document.selection
        if counts is not None:
            self.outcome.show_counts(counts, picked_outcomes(selection, *counts.names), _picked_got_by(selection))
            self.kinds.show_counts(counts, _picked_kinds(selection, counts))
        else:
            self._differences.forget()
        for panel in self.panels:
            panel.setVisible(counts is not None)
        self._test()

    def show_others(self, counts: OthersCounts | None) -> None:
        """Show what was counted of A against all others; nothing while it is not held against them."""
        self._others = counts
        if counts is not None:
            self.others.show_counts(counts, frozenset(picked_cells(self._document.selection, counts)))
        self.others.setVisible(counts is not None)

    def _connect(self) -> None:
        self.outcome.set_query_context(lambda: self._free_of_outcomes().without_field(GOT_BY.name).filter)
        self.difference.set_query_context(lambda: self._document.selection.without_field(*TYPE_FIELDS).filter)
        self.kinds.set_query_context(lambda: self._free_of_kinds().filter)
        self.others.set_query_context(lambda: self._free_of_others().filter)
        self.others.picked.connect(self._on_others_picked)
        self.outcome.picked.connect(self._on_outcome_picked)
        self.outcome.got_by_picked.connect(self._on_got_by_picked)
        self.kinds.picked.connect(self._on_kinds_picked)
        self.difference.picked.connect(self._on_types_picked)
        self.difference.draws_chosen.connect(self._test)
        self.difference.door_opened.connect(self._document.select_query)
        self.difference.door_of_b_opened.connect(self._on_door_of_b_opened)
        self.difference.view.shown.connect(self._test)
        self._differences.made.connect(self._on_answered)
        self._differences.failed.connect(self.difference.show_failure)

    def _test(self) -> None:
        """Compute the difference under the selection where somebody looks at it."""
        study, compared = self._document.study, self._document.compared
        if self._counts is None or study is None or compared is None or not self.difference.view.isVisible():
            self._differences.cancel()
            return
        self.difference.show_picked(self._document.selection.picked("type"))
        self.difference.show_waiting()
        shown, draws = self._document.prediction, self.difference.draws
        self._differences.ask(Question.of(study, self._document.selection, shown, compared, draws))

    def _on_answered(self, answer: Answer) -> None:
        if self._counts is not None and answer.question.study is self._document.study:
            self.difference.show_answer(answer, self._counts.names)
            self.height_changed.emit()

    def _free_of_outcomes(self) -> Selection:
        return self._document.selection if self.names is None else free_outcomes(self._document.selection, *self.names)

    def _free_of_kinds(self) -> Selection:
        selection = self._document.selection
        if self._counts is None:
            return selection.without_field("kind")
        free = without_spurious(selection, *self._counts.spurious).without_field("kind")
        return without_kinds_of(free, self._counts.names[1])

    def _free_of_others(self) -> Selection:
        selection = self._document.selection
        return selection if self._others is None else free_cells(selection, self._others)

    def _on_others_picked(self, cells: Sequence[OthersCell], _column: int, click: Click) -> None:
        if self._others is not None:
            picked = pick_cell(self._document.selection, cells[0], self._others, is_added=click == Click.ADDED)
            self._document.select(picked)

    def _on_outcome_picked(self, cells: Sequence[str], _column: int, click: Click) -> None:
        if self.names is None:
            return
        selection, pick = self._document.selection, toggle_outcome if click == Click.ADDED else pick_outcome
        is_all = cells[0] == ALL
        self._document.select(
            free_outcomes(selection, *self.names) if is_all else pick(selection, cells[0], *self.names)
        )

    def _on_got_by_picked(self, n_systems: int) -> None:
        self._document.select(self._document.selection.pick(GOT_BY.name, float(n_systems)))

    def _on_kinds_picked(self, kinds: Sequence[str], column: int, click: Click) -> None:
        if self._counts is None:
            return
        selection, side = self._document.selection, int(column == 2)
        if click != Click.ADDED or kinds[0] == "fp":  # spurious events of one side stand in no list of kinds
            self._document.select(pick_kinds(selection, self._counts, side, kinds))
            return
        field, value = (KIND_OF.name, kind_of(self._counts.names[1], kinds[0])) if side else ("kind", kinds[0])
        self._document.select(without_spurious(selection, *self._counts.spurious).toggle(field, value))

    def _on_types_picked(self, names: Sequence[str | None], _column: int, click: Click) -> None:
        selection, types = self._document.selection, [name for name in names if name is not None]
        others = selection.without_field(*TYPE_FIELDS)
        if not types:
            self._document.select(others)
        elif click == Click.ADDED:
            self._document.select(selection.toggle("type", types[0]))
        else:
            is_freed = click == Click.ALONE and selection.picked("type") == tuple(types)
            self._document.select(others if is_freed else others.pick_all("type", types))

    def _on_door_of_b_opened(self, query: str) -> None:
        self._document.exchange()
        self._document.select_query(query)


def _picked_kinds(selection: Selection, counts: BesideCounts) -> tuple[frozenset[str], frozenset[str]]:
    """Tell which kinds of A and of B a selection names; spurious events of one side are those of no other."""
    of_a, of_b = selection.picked("kind"), picked_kinds(selection, counts.names[1])
    spurious = [is_spurious_picked(selection, asked) for asked in counts.spurious]
    if any(spurious):
        of_a = ()
    own = [["fp"] if is_picked else [] for is_picked in spurious]
    return frozenset([*map(str, of_a), *own[0]]), frozenset([*of_b, *own[1]])


def _picked_got_by(selection: Selection) -> frozenset[int]:
    """Tell which numbers of systems a selection names; of ranges none."""
    return frozenset(int(value) for value in selection.picked(GOT_BY.name) if isinstance(value, int | float))
