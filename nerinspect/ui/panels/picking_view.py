"""The table that all filters share: its cells are picked, not selected."""

from typing import Protocol

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTableView, QWidget

from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.keys import OPENING_KEYS

_ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)
_CONTROL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class CountedModel(Protocol):
    """A model of counts; views of a kind set it when they are built."""

    def as_tsv(self) -> str:
        """Write the whole table, as text that a spreadsheet takes."""


class PickingView(QTableView):
    """Cells that a click or a key picks, adds with Ctrl, and reaches to with Shift.

    Parameters
    ----------
    model : CountedModel
        What is counted.
    name : str
        What a screen reader calls the table.
    parent : QWidget, optional
        Where the table stands.

    Signals
    -------
    chosen(QModelIndex, bool)
        A cell was clicked or its key pressed; true if it is to be added to what is picked.
    ranged(QModelIndex, QModelIndex)
        All from the first cell, the one picked or added last, to the second are to be picked; in either order.
    menu_requested(QModelIndex, QPoint)
        The menu of a cell is wanted at a place on the screen.
    """

    chosen = Signal(QModelIndex, bool)
    ranged = Signal(QModelIndex, QModelIndex)
    menu_requested = Signal(QModelIndex, QPoint)

    def __init__(self, model: CountedModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counted = model
        self._anchor = QPersistentModelIndex()
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)

    def copy(self) -> None:
        """Put the whole table on the clipboard, as text that a spreadsheet takes."""
        copy_text(self._counted.as_tsv())

    def _choose(self, index: QModelIndex, modifiers: Qt.KeyboardModifier) -> None:
        if not _is_door(index):
            return
        if modifiers & _SHIFT:
            self._reach(index, index)
        else:
            self._anchor = QPersistentModelIndex(index)
            self.chosen.emit(index, bool(modifiers & _CONTROL))

    def _reach(self, index: QModelIndex, if_none_was_picked: QModelIndex) -> None:
        """Ask for the range that ends here."""
        if not self._anchor.isValid():
            self._anchor = QPersistentModelIndex(if_none_was_picked)
        self.ranged.emit(self.model().index(self._anchor.row(), self._anchor.column()), index)

    def _ask_for_menu(self, index: QModelIndex, place: QPoint | None = None) -> None:
        if _is_door(index):
            self.menu_requested.emit(index, place or self.viewport().mapToGlobal(self.visualRect(index).center()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the cell under the pointer."""
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self.indexAt(event.position().toPoint()), event.modifiers())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the hand where a click does something."""
        super().mouseMoveEvent(event)
        is_door = _is_door(self.indexAt(event.position().toPoint()))
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_door else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current cell with Enter or Space; Ctrl adds, Shift reaches to it, as do arrows with Shift."""
        before = self.currentIndex()
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in OPENING_KEYS:
            self._choose(before, event.modifiers())
        elif event.key() == Qt.Key.Key_F10 and event.modifiers() & _SHIFT:  # Qt on X11 makes no menu of it
            self._ask_for_menu(before)
        else:
            super().keyPressEvent(event)
            if event.key() in _ARROWS and event.modifiers() & _SHIFT and self.currentIndex() != before:
                self._reach(self.currentIndex(), before)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the cell under the pointer or, by the keyboard, of the current one."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self._ask_for_menu(self.currentIndex())
        else:
            self._ask_for_menu(self.indexAt(event.pos()), event.globalPos())

    def keyboardSearch(self, search: str) -> None:
        """Leave letters to the window."""


def _is_door(index: QModelIndex) -> bool:
    return bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
