"""A small table in which numbers open the events they count."""

from abc import abstractmethod

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QMenu, QTableView, QWidget

from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.keys import OPENING_KEYS
from nerinspect.ui.widgets.door_label import Piece
from nerinspect.ui.widgets.number_menu import number_menu


class DoorTable(QTableView):
    """Open cells with a click, Enter or Space, copy them with Ctrl+C, and offer a menu on each.

    Tables of a kind say what a cell is, what opening it does, and how all of the table is written.

    Attributes
    ----------
    hovered : QPersistentModelIndex
        The door under the pointer; invalid for none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hovered = QPersistentModelIndex()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)

    @abstractmethod
    def piece(self, index: QModelIndex) -> Piece:
        """Give text, query and explanation of a cell."""

    @abstractmethod
    def open(self, index: QModelIndex) -> None:
        """Do what a click on a cell does, if anything."""

    @abstractmethod
    def as_tsv(self) -> str:
        """Write the whole table, with heads, as text that a spreadsheet takes."""

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether a click on a cell opens events."""
        return bool(self.piece(index).query)

    def is_copied(self, index: QModelIndex) -> bool:
        """Tell whether a selected cell stands in a copy; cells that only draw do not."""
        return index.isValid()

    def copy_selected(self) -> None:
        """Put the selected cells on the clipboard as tab-separated lines; the whole table if fewer than two are."""
        chosen = self.selectedIndexes()
        if len(chosen) < 2:
            self.copy_whole()
            return
        rows: dict[int, list[str]] = {}
        for index in sorted(chosen, key=lambda index: (index.row(), index.column())):
            if self.is_copied(index):
                rows.setdefault(index.row(), []).append(self.piece(index).text)
        copy_text("".join("\t".join(texts) + "\n" for texts in rows.values()))

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Make the menu of what can be done with a cell."""
        piece = self.piece(index)
        menu = number_menu(self, piece.text, piece.query, piece.explanation)
        menu.addAction("Copy Table", self.copy_whole)
        return menu

    def copy_whole(self) -> None:
        """Put the whole table on the clipboard."""
        copy_text(self.as_tsv())

    def _hover(self, index: QModelIndex) -> None:
        is_door = index.isValid() and self.is_door(index)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_door else Qt.CursorShape.ArrowCursor)
        hovered = QPersistentModelIndex(index) if is_door else QPersistentModelIndex()
        if hovered != self.hovered:
            self.hovered = hovered
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter or Space, copy with Ctrl+C."""
        index = self.currentIndex()
        if event.key() in OPENING_KEYS and index.isValid():
            self.open(index)
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selected()
        else:
            super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Leave letters to the window."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the menu of the cell under the pointer, or of the current one."""
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if is_mouse else self.currentIndex()
        if index.isValid():
            place = event.globalPos() if is_mouse else self.viewport().mapToGlobal(self.visualRect(index).center())
            self.menu_of(index).popup(place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the door under a plain click; a drag or a click with a key selects."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier and len(self.selectedIndexes()) <= 1
        is_current = index.isValid() and index == self.currentIndex()
        if event.button() == Qt.MouseButton.LeftButton and is_plain and is_current:
            self.open(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Underline the door under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Take the underline back."""
        super().leaveEvent(event)
        self._hover(QModelIndex())
