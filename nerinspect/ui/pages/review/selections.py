"""The saved selections on the page of a review: a table with what can be done to each, and two of them compared."""

from collections.abc import Sequence
from functools import partial
from math import inf
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from nerinspect.events.study import Study
from nerinspect.ui.deciding.saved_selections import KeptSelections, selections_of
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.screen_text import copy_text, tooltip
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import NumberTableModel
from nerinspect.ui.pages.review.compared_selections import (
    LIST_COLUMNS,
    NAME_COLUMNS,
    SELECTIONS,
    ComparedSelections,
    CountedSelection,
    count_selections,
    n_looked_at,
    selection_groups,
)
from nerinspect.ui.theme.fonts import unit_of


class SelectionTable(NumberTable):
    """List saved selections: Enter puts one in force, F2 changes it, Delete takes it away.

    Signals
    -------
    told : str
        What was done.
    """

    told = Signal(str)

    def __init__(self, kept: KeptSelections, parent: QWidget | None = None) -> None:
        super().__init__(NumberTableModel(LIST_COLUMNS, NAME_COLUMNS, SELECTIONS), parent)
        self.numbers.setParent(self)
        self._kept = kept

    @property
    def current(self) -> str:
        """The name of the selection in the current row; empty if there is none."""
        row = self.currentIndex().row()
        return self.numbers.place(row).row.name if 0 <= row < self.numbers.rowCount() else ""

    def open(self, index: QModelIndex) -> None:
        """Put a selection in force; one that cannot be read says why."""
        self._kept.choose(self.numbers.place(index.row()).row.name)

    def copy_query(self) -> None:
        """Put the query of the current selection on the clipboard."""
        if name := self.current:
            copy_text(self._kept.query(name) or "")
            self.told.emit(f"The query of “{name}” is on the clipboard.")

    def edit_current(self) -> None:
        """Let the user change the current selection."""
        if self.current and not self._kept.why_not:
            self._kept.ask_again(self.current)

    def remove_current(self) -> None:
        """Take the current selection away."""
        if self.current and not self._kept.why_not:
            self._kept.remove(self.current)

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Add what can be done with a selection."""
        menu = super().menu_of(index)
        menu.addSeparator()
        menu.addAction("Put in Force", partial(self.open, index))
        menu.addAction("Copy Query", self.copy_query)
        for text, act in (("Edit…", self.edit_current), ("Remove", self.remove_current)):
            menu.addAction(text, act).setEnabled(not self._kept.why_not)
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Change with F2, take away with Delete."""
        if event.key() == Qt.Key.Key_F2:
            self.edit_current()
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_current()
        else:
            super().keyPressEvent(event)


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
        self._counted = Derived(count_selections, self, "Nothing was counted", _n_looked_at, keeps=0)
        self._counted.made.connect(self._show)
        self._counted.failed.connect(self.message_requested)
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
        self._titled = Part(SELECTIONS, self.table, buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(_GAP * unit_of(self.font())))
        column.addWidget(self._titled)
        column.addWidget(self.compared)
        self._connect()
        self._offer()

    def refresh(self) -> None:
        """Count anew what each selection keeps."""
        study = self._document.study
        if study is not None and study.predictions:
            self._counted.ask(study, self._kept.entries, self._document.prediction)

    def _connect(self) -> None:
        self._save.clicked.connect(lambda: self._kept.ask(self._document.query))
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
            self._kept.put_in_force(query)
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


def _n_looked_at(study: Study, entries: Sequence[tuple[str, str]], _prediction: int) -> float:
    may_hold_patterns = any("/" in query for _, query in entries)
    return inf if may_hold_patterns else n_looked_at(study)
