"""A table of rows of one height that is walked through with the arrows, or with J and K."""

from typing import Final, cast

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from nerinspect.ui.consistency.flat_head import FlatHead
from nerinspect.ui.keys import ENTER_KEYS, OPENING_KEYS
from nerinspect.ui.painting.cell_style import CellStyle

_Index = QModelIndex | QPersistentModelIndex

_STEPS: Final = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}


class RowsView(QTableView):
    """Choose rows by mouse and keys.

    Parameters
    ----------
    name : str
        What a screen reader calls the table.

    Signals
    -------
    row_chosen : int
        Another row became the current one; -1 for none.
    opened : QModelIndex
        Enter, Space or a double click on a cell.
    copy_requested
        The selected rows are to be copied.
    menu_requested : QModelIndex, QPoint
        The menu of a cell is to be shown at this place of the screen.
    resized
        There is more or less room for the columns.
    """

    row_chosen = Signal(int)
    opened = Signal(QModelIndex)
    copy_requested = Signal()
    menu_requested = Signal(QModelIndex, QPoint)
    resized = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.cell_style: CellStyle | None = None
        self.hovered_row = -1
        self.head = FlatHead(self)
        self.setHorizontalHeader(self.head)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    @property
    def current_row(self) -> int:
        """The current row; -1 if there is none."""
        return self.currentIndex().row()

    @property
    def selected_rows(self) -> list[int]:
        """The selected rows from top to bottom."""
        selection = self.selectionModel().selection()
        ranges = [selection.at(place) for place in range(selection.count())]
        return sorted({row for one in ranges for row in range(one.top(), one.bottom() + 1)})

    @property
    def first_column(self) -> int:
        """The column at the left edge."""
        return next((place for place in range(self.model().columnCount()) if not self.isColumnHidden(place)), 0)

    def set_style(self, style: CellStyle) -> None:
        """Paint with other fonts and colours; the height of the rows follows the font."""
        self.cell_style = style
        self.head.cell_style = style
        self.verticalHeader().setMinimumSectionSize(style.row_height)
        self.verticalHeader().setDefaultSectionSize(style.row_height)
        self.head.updateGeometry()
        self.viewport().update()

    def choose_row(self, row: int, column: int = 0) -> None:
        """Make a row the current one and bring it into sight."""
        self.setCurrentIndex(self.model().index(row, column))

    def step(self, step: int) -> None:
        """Go to the next or the previous row."""
        row = self.current_row + step
        if 0 <= row < self.model().rowCount():
            self.choose_row(row, max(self.currentIndex().column(), 0))

    def keyboardSearch(self, search: str) -> None:
        """Leave letters to the window."""

    # Qt overrides

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        """Tell of another row."""
        super().currentChanged(current, previous)
        if current.row() != previous.row():
            self.row_chosen.emit(current.row())

    def event(self, event: QEvent) -> bool:
        """Claim the keys of this table before the window's shortcuts take them."""
        if event.type() == QEvent.Type.ShortcutOverride:
            key = cast("QKeyEvent", event)
            if not key.modifiers() & ~Qt.KeyboardModifier.KeypadModifier and key.key() in (*_STEPS, *ENTER_KEYS):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step, open and copy."""
        is_plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if is_plain and event.key() in _STEPS:
            self.step(_STEPS[Qt.Key(event.key())])
        elif is_plain and event.key() in OPENING_KEYS and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex())
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        elif event.key() == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self._ask_for_menu(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the cell under the pointer, or of the current one."""
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            self._ask_for_menu(self.indexAt(event.pos()), event.globalPos())
        else:
            self._ask_for_menu(self.currentIndex())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tint the row under the pointer."""
        super().mouseMoveEvent(event)
        self._hover(self.rowAt(round(event.position().y())))

    def leaveEvent(self, event: QEvent) -> None:
        """Take the tint away."""
        super().leaveEvent(event)
        self._hover(-1)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open a cell."""
        super().mouseDoubleClickEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.isValid():
            self.opened.emit(index)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room among the columns."""
        super().resizeEvent(event)
        self.resized.emit()

    def _ask_for_menu(self, index: QModelIndex, place: QPoint | None = None) -> None:
        if index.isValid():
            below = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
            self.menu_requested.emit(index, place or below)

    def _hover(self, row: int) -> None:
        if row != self.hovered_row:
            self.hovered_row = row
            self.viewport().update()
