"""The table of saved selections, with what can be done to each."""

from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.selections.kept_selections import KeptSelections
from nerinspect.ui.selections.selection_rows import LIST_COLUMNS, NAME_COLUMNS, SELECTIONS


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
            self._kept.editing_requested.emit(self.current)

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
