"""Tables: what they show as values, how they are walked through, painted and copied; and what all views share."""

from typing import Final, TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

Index: TypeAlias = QModelIndex | QPersistentModelIndex
NO_INDEX: Final = QModelIndex()  # as default of an argument, as Qt has it


def leave_row_heads_out(table: QTableView) -> None:
    """Show no heads beside the rows of a table, which are all as high, and no grid; Tab leaves it."""
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)


def list_lines(table: QTableView) -> QHeaderView:
    """Let whole rows of a table be chosen, each in one line, every other one tinted; give the head of its columns."""
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setAlternatingRowColors(True)
    table.setWordWrap(False)
    leave_row_heads_out(table)
    head = table.horizontalHeader()
    head.setHighlightSections(False)
    head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return head


def set_row_height(table: QTableView, height: int) -> None:
    """Make all rows of a table as high, however low that is."""
    table.verticalHeader().setMinimumSectionSize(height)
    table.verticalHeader().setDefaultSectionSize(height)


class TableView(QTableView):
    """A table without a frame, whose menus are asked for with the mouse and with keys; letters belong to the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)

    def copy(self) -> None:
        raise NotImplementedError

    def ask_for_menu(self, index: QModelIndex, place: QPoint | None = None) -> None:
        """Show the menu of a cell, if it has one, at a place of the screen; without one beside it."""
        raise NotImplementedError

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() == Qt.Key.Key_F10 and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.ask_for_menu(self.currentIndex())  # Qt on X11 makes no menu of it
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self.ask_for_menu(self.currentIndex())
        else:
            self.ask_for_menu(self.indexAt(event.pos()), event.globalPos())

    def keyboardSearch(self, search: str) -> None:
        """Leave letters to the window: looking through very many rows for one would take seconds."""
