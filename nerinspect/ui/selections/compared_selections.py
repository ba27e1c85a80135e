"""Two selections compared: what both keep, what each is made of, how the mentions of each score."""

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.glossary.wording import JUDGED
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.filters import Filter
from nerinspect.query.side_by_side import side_by_side
from nerinspect.ui.document import Document
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.overview.cells import Column
from nerinspect.ui.overview.choice import SystemPair
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.selections.compared_rows import (
    GROUPS,
    MADE_OF,
    SCORED,
    SHARED,
    Named,
    made_columns,
    made_groups,
    score_columns,
    score_groups,
    shared_columns,
    shared_groups,
)
from nerinspect.ui.selections.selection_rows import CountedSelection, is_quick

IN_FORCE: Final = "filter in force"
"""What the filter of the window is called beside those that have names."""

_GAP: Final = 12  # at a font of 13 pixels


class SelectionPair(SystemPair):
    """Let the user choose two selections."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for box, word, place in zip((self.a, self.b), self._words, ("First", "Second"), strict=True):
            word.setText("Compare" if place == "First" else "with")
            box.setAccessibleName(f"{place} selection")


class ComparedSelections(QWidget):
    """Show two selections side by side; hidden where there are not two.

    Signals
    -------
    door_opened : str, int
        The query of a number, and -1: it is about the prediction on show.
    failed : str
        Says why they could not be compared.
    """

    door_opened = Signal(str, int)
    failed = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._filters: dict[str, Filter] = {}
        self._parts: dict[str, Titled] = {}
        self._opened = False
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._show)
        self._jobs.failed.connect(lambda error: self.failed.emit(f"The selections were not compared: {error!r}."))
        self.pair = SelectionPair()
        self.pair.chosen.connect(self._compare)
        heads = {SHARED: shared_columns(JUDGED), MADE_OF: (Column(""),), SCORED: score_columns(JUDGED)}
        self.tables = {
            title: NumberTable(NumberTableModel(heads[title], names, title)) for title, names in _NAMES.items()
        }
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(_GAP * font_size(self.font()) / 13))
        column.addWidget(self.pair, 0, Qt.AlignmentFlag.AlignLeft)
        for title, table in self.tables.items():
            table.numbers.setParent(table)
            table.door_opened.connect(self.door_opened)
            self._parts[title] = Titled(title, table)
            self._parts[title].set_caption(_CAPTIONS[title])
            column.addWidget(self._parts[title])
        self.tables[SHARED].left_out_changed.connect(self._tell)
        self.hide()

    def show_selections(self, counted: tuple[CountedSelection, ...]) -> None:
        """Offer these selections, and the filter in force, and compare the two chosen."""
        named = {one.saved.name: one.saved.filter for one in counted if one.saved.filter is not None}
        self._filters = named | ({} if IN_FORCE in named else {IN_FORCE: self._document.selection.filter})
        self.setVisible(len(self._filters) > 1)
        if len(self._filters) > 1:
            self.pair.show_systems(list(self._filters))
            self._compare()

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _compare(self) -> None:
        study, names = self._document.study, (self.pair.a.currentData(), self.pair.b.currentData())
        if study is None or not study.predictions or not {*names} <= {*self._filters}:
            return
        filters = self._filters[names[0]], self._filters[names[1]]
        work = partial(_compared, study, names, filters, self._document.prediction)
        if is_quick(study):
            self._jobs.cancel()
            self._show(work(no_checkpoint))
        else:
            self._jobs.start(work)

    def _tell(self) -> None:
        """Say which columns have no room."""
        names = ", ".join(self.tables[SHARED].left_out)
        room = f"no room for {names}: widen the window or copy the table" if names else ""
        self._parts[SHARED].set_caption("; ".join(filter(None, (_CAPTIONS[SHARED], room))))

    def _show(self, named: Named) -> None:
        is_open = None if self._opened else {*GROUPS}
        self._opened = True
        for title, columns, groups in (
            (SHARED, shared_columns(named.wording), shared_groups(named)),
            (MADE_OF, made_columns(named), made_groups(named)),
            (SCORED, score_columns(named.wording), score_groups(named)),
        ):
            self.tables[title].set_columns(columns)
            self.tables[title].numbers.set_groups(groups, is_open if title == MADE_OF else None)


_CAPTIONS: Final = {
    SHARED: "each event in one row; percent of all",
    MADE_OF: "percent of the selection; an event with two types counts for both",
    SCORED: "exact match, micro-averaged, percent",
}
_NAMES: Final = {SHARED: ("Where",), MADE_OF: ("Group", "Value"), SCORED: ("Selection",)}


def _compared(
    study: Study, names: tuple[str, str], filters: tuple[Filter, Filter], prediction: int, checkpoint: Checkpoint
) -> Named:
    return Named(*names, side_by_side(study, *filters, prediction, checkpoint), study)
