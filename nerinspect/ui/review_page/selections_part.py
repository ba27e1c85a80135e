"""The part of the page of a review that lists saved selections and compares two of them."""

from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from nerinspect.progress import no_checkpoint
from nerinspect.ui.document import Document
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.selections.compared_selections import ComparedSelections
from nerinspect.ui.selections.kept_selections import selections_of
from nerinspect.ui.selections.selection_rows import (
    SELECTIONS,
    CountedSelection,
    count_selections,
    is_quick,
    selection_groups,
)
from nerinspect.ui.selections.selection_table import SelectionTable
from nerinspect.ui.tooltips import tooltip

_NONE: Final = "none yet: filter the events, then save the filter under a name"
_GAP: Final = 12  # at a font of 13 pixels


class SelectionsPart(QWidget):
    """Show what filters were saved and how many events each keeps now; let them be used, changed and compared.

    Signals
    -------
    query_requested : str
        The query of a number: the events are to be shown.
    message_requested : str
        What was done, or could not be.
    """

    query_requested = Signal(str)
    message_requested = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("selections_part")
        self._document, self._kept = document, selections_of(document)
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._show)
        self._jobs.failed.connect(lambda error: self.message_requested.emit(f"Nothing was counted: {error!r}."))
        self.table, self.compared = SelectionTable(self._kept), ComparedSelections(document)
        buttons = QWidget()
        row = QHBoxLayout(buttons)
        row.setContentsMargins(0, 0, 0, 0)
        self._save, self._use = QPushButton("Save…"), QPushButton("Put in Force")
        self._copy, self._edit, self._remove = QPushButton("Copy Query"), QPushButton("Edit…"), QPushButton("Remove")
        for button in (self._save, self._use, self._copy, self._edit, self._remove):
            button.setAutoDefault(True)  # Enter presses it where the focus is
            row.addWidget(button)
        row.addStretch(1)
        self._titled = Titled(SELECTIONS, self.table, buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(_GAP * font_size(self.font()) / 13))
        column.addWidget(self._titled)
        column.addWidget(self.compared)
        self._connect()
        self._offer()

    def refresh(self) -> None:
        """Count anew what each selection keeps."""
        study = self._document.study
        if study is None or not study.predictions:
            return
        work = partial(count_selections, study, self._kept.entries, self._document.prediction)
        may_hold_patterns = any("/" in query for _, query in self._kept.entries)
        if is_quick(study) and not may_hold_patterns:
            self._jobs.cancel()
            self._show(work(no_checkpoint))
        else:
            self._jobs.start(work)

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()
        self.compared.shutdown()

    def _connect(self) -> None:
        self._save.clicked.connect(lambda: self._kept.saving_requested.emit(self._document.query))
        self._use.clicked.connect(lambda: self._kept.choose(self.table.current))
        self._copy.clicked.connect(self.table.copy_query)
        self._edit.clicked.connect(self.table.edit_current)
        self._remove.clicked.connect(self.table.remove_current)
        self.table.selectionModel().currentChanged.connect(lambda *_: self._offer())
        self.table.told.connect(self.message_requested)
        self.compared.door_opened.connect(self._on_door_opened)
        self.compared.failed.connect(self.message_requested)
        self._kept.changed.connect(self._on_changed)
        self._document.events_changed.connect(self._on_changed)  # the filter in force is compared, too

    def _on_door_opened(self, query: str, _prediction: int) -> None:
        """Show the events of a number; what was saved may ask for a type that is gone, which no typed query may."""
        if self._kept.read("", query).warning:
            self._kept.chosen.emit("", query)
        else:
            self.query_requested.emit(query)

    def _on_changed(self) -> None:
        self._offer()
        if self.isVisible():
            self.refresh()

    def _show(self, counted: tuple[CountedSelection, ...]) -> None:
        name = self.table.current
        self.table.numbers.set_groups(selection_groups(counted, self._document.n_events))
        names = [one.saved.name for one in counted]
        if name in names:
            self.table.setCurrentIndex(self.table.numbers.index(names.index(name), 0))
        self.table.setVisible(bool(counted))
        warned = sum(bool(one.saved.warning) for one in counted)
        self._titled.set_caption(_NONE if not counted else f"{warned:,} with a warning" if warned else "")
        self.compared.show_selections(counted)
        self._offer()

    def _offer(self) -> None:
        """Let buttons be used where they can do something; others say why not."""
        why_not = self._kept.why_not
        no_row = "" if self.table.current else "Choose a selection first."
        for button, why in (
            (self._save, why_not),
            (self._use, no_row),
            (self._copy, no_row),
            (self._edit, why_not or no_row),
            (self._remove, why_not or no_row),
        ):
            button.setEnabled(not why)
            button.setToolTip(tooltip(why))
