"""The table inside the events panel: a view that stays quick with a million rows, and its keys."""

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QFrame, QHeaderView, QTableView, QWidget

from nerinspect.ui.delegates.event_delegate import EventDelegate
from nerinspect.ui.keys import ENTER_KEYS
from nerinspect.ui.models.event_rows import GroupedRows
from nerinspect.ui.models.event_table_model import EventTableModel
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.group_row import GroupLayout
from nerinspect.ui.panels.events_header import EventsHeader

_Index = QModelIndex | QPersistentModelIndex
_KEYPAD: Final = Qt.KeyboardModifier.KeypadModifier
_ENSURE_VISIBLE: Final = QAbstractItemView.ScrollHint.EnsureVisible
_LOOK_AHEAD: Final = 3
"""Rows that stay in sight before and behind the current one, where the table is high enough."""

_UPWARDS: Final = (QAbstractItemView.CursorAction.MoveUp, QAbstractItemView.CursorAction.MovePageUp)


class EventsView(QTableView):
    """A table of rows of one height, of which only the visible ones cost anything.

    Signals
    -------
    resized()
        There is more or less room for the columns.
    copy_requested()
        The selected rows are to be copied.
    menu_requested(QPoint)
        The menu of the current row is to be shown at this place of the screen.
    group_toggled(int)
        The group that a row belongs to is to be folded or unfolded.
    door_opened(int)
        The count in the row of a group was clicked.
    """

    resized = Signal()
    copy_requested = Signal()
    menu_requested = Signal(QPoint)
    group_toggled = Signal(int)
    door_opened = Signal(int)

    def __init__(
        self,
        style: CellStyle,
        model: EventTableModel,
        parent: QWidget | None = None,
        delegate: type[EventDelegate] = EventDelegate,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName("Events")
        self._events = model
        self._delegate = delegate(style, self)
        self._header = EventsHeader(style, self)
        self.setItemDelegate(self._delegate)
        self.setHorizontalHeader(self._header)
        self.setModel(model)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.set_style(style)

    @property
    def header(self) -> EventsHeader:
        """The head of the table."""
        return self._header

    @property
    def events(self) -> EventTableModel:
        """The rows."""
        return self._events

    @property
    def delegate(self) -> EventDelegate:
        """What paints the cells."""
        return self._delegate

    def set_style(self, style: CellStyle) -> None:
        """Paint with another style; the height of the rows follows its font."""
        self._delegate.cell_style = style
        self._header.set_style(style)
        self.verticalHeader().setMinimumSectionSize(style.row_height)
        self.verticalHeader().setDefaultSectionSize(style.row_height)
        self.viewport().update()

    def mark_sorting(self) -> None:
        """Mark the column by which the rows are sorted: a new study may have it elsewhere, or not at all."""
        sorting, directions = self._events.sorting, Qt.SortOrder
        place = self._events.columns.index(sorting.column) if sorting.column else self._events.place_of("place")
        direction = directions.DescendingOrder if sorting.is_descending else directions.AscendingOrder
        self._header.setSortIndicator(place, direction)

    def setColumnHidden(self, column: int, is_hidden: bool) -> None:
        """Hide a column or show it; the first one shown carries the edge of selected rows."""
        super().setColumnHidden(column, is_hidden)
        shown = (place for place in range(self._events.columnCount()) if not self.isColumnHidden(place))
        self._delegate.first_column = next(shown, 0)

    def rows_in_sight(self) -> range:
        """Give the rows of which something is on screen."""
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        return range(max(first, 0), (last if last >= 0 else self._events.rowCount() - 1) + 1)

    def scrollTo(self, index: _Index, hint: QAbstractItemView.ScrollHint = _ENSURE_VISIBLE) -> None:
        """Bring a row into sight, with some around it, and with the first of a group the row of the group."""
        if hint == _ENSURE_VISIBLE and index.isValid():
            room, height = self.viewport().height(), max(self.rowHeight(index.row()), 1)
            n_seen, last = room // height, self._events.rowCount() - 1
            n_around = min(_LOOK_AHEAD, max(n_seen - 1, 0) // 2)
            n_ahead = max(n_around, min(2 * n_around, n_seen - 1 - n_around))
            for way in (-1, 1):
                near, far = (min(max(index.row() + way * step, 0), last) for step in (n_around, n_ahead))
                if not 0 <= self.rowViewportPosition(near) <= room - height:  # some rows at once, not one at each step
                    super().scrollTo(self._events.index(far, index.column()), hint)
        self._scroll_no_further(index, hint)

    def keep_in_sight(self, index: _Index) -> None:
        """Scroll no further than a row needs to be seen: not at all if it is in sight."""
        self._scroll_no_further(index, _ENSURE_VISIBLE)

    def _scroll_no_further(self, index: _Index, hint: QAbstractItemView.ScrollHint) -> None:
        if index.isValid() and self._events.group_at(index.row() - 1) is not None:
            super().scrollTo(self._events.index(index.row() - 1, index.column()), hint)
        super().scrollTo(index, hint)

    def group_layout(self, row: int) -> GroupLayout | None:
        """Find where the parts of a group's row stand in the viewport; None for the row of an event."""
        group, cells = self._events.group_at(row), self._events.cells
        return self._delegate.group_layout(self, cells, row, group) if group and cells else None

    def keyboardSearch(self, search: str) -> None:
        """Leave letters to the window: looking through every row for one would take seconds."""

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Step over the rows of groups whose events are in sight anyway."""
        index = super().moveCursor(action, modifiers)
        group = self._events.group_at(index.row()) if index.isValid() else None
        if group is None or group.is_folded:
            return index
        is_upwards = action in _UPWARDS and index.row() > 0
        return index.siblingAtRow(index.row() + (-1 if is_upwards else 1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy rows, show their menu, fold and unfold groups."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        elif event.key() == Qt.Key.Key_F10 and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self.menu_requested.emit(self._below_current())
        elif not self._folds(event):
            super().keyPressEvent(event)

    def _folds(self, event: QKeyEvent) -> bool:
        """Fold, unfold or go between a group and its events; tell whether the key does so here."""
        index, rows, key = self.currentIndex(), self._events.rows, event.key()
        if not index.isValid() or not isinstance(rows, GroupedRows) or event.modifiers() & ~_KEYPAD:
            return False
        group = rows.group_at(index.row())
        if group is None:
            if key == Qt.Key.Key_Left:
                self._go_to(rows.head_row(index.row()))
            return key == Qt.Key.Key_Left
        if key in ENTER_KEYS or key == (Qt.Key.Key_Right if group.is_folded else Qt.Key.Key_Left):
            self.group_toggled.emit(index.row())
        elif key == Qt.Key.Key_Right:
            self._go_to(index.row() + 1)
        return key in (*ENTER_KEYS, Qt.Key.Key_Left, Qt.Key.Key_Right)

    def _go_to(self, row: int) -> None:
        self.setCurrentIndex(self.currentIndex().siblingAtRow(row))

    def event(self, event: QEvent) -> bool:
        """Keep Enter from the window's shortcuts where it folds a group."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in ENTER_KEYS:
            index = self.currentIndex()
            if index.isValid() and self._events.group_at(index.row()) is not None:
                event.accept()
                return True
        return super().event(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the current row, by mouse or by key."""
        is_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        self.menu_requested.emit(self._below_current() if is_key else event.globalPos())

    def _below_current(self) -> QPoint:
        return self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the focus, and leave it to the user to choose a row: the table would make the first one current."""
        QAbstractScrollArea.focusInEvent(self, event)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell that the room for columns changed, be it by a scroll bar; a current row that was in sight stays so."""
        top = self.rowViewportPosition(self.currentIndex().row())
        was_in_sight = self.currentIndex().isValid() and 0 <= top < event.oldSize().height()
        super().resizeEvent(event)
        self.resized.emit()
        if was_in_sight:
            self.keep_in_sight(self.currentIndex())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold by the arrow of a group, open its events by their count."""
        row = self.rowAt(round(event.position().y()))
        layout = self.group_layout(row) if event.button() == Qt.MouseButton.LeftButton else None
        if layout and layout.arrow.contains(event.position()):
            self.group_toggled.emit(row)
        elif layout and row == self._open_row_at(event.position()):
            self.door_opened.emit(row)
        else:
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Fold by a double click on a group, but for its arrow and its count, which take single ones."""
        row = self.rowAt(round(event.position().y()))
        layout = self.group_layout(row)
        if layout is None:
            super().mouseDoubleClickEvent(event)
        elif layout.arrow.contains(event.position()) or not layout.count.contains(event.position()):
            self.group_toggled.emit(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tint the row under the pointer, and underline a count that can be clicked."""
        super().mouseMoveEvent(event)
        self._set_hovered(self.rowAt(round(event.position().y())), self._open_row_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Take the tint away."""
        super().leaveEvent(event)
        self._set_hovered(-1, -1)

    def _open_row_at(self, position: QPointF) -> int:
        """Find the row of the group whose count is here and can be clicked; -1 if there is none."""
        row = self.rowAt(round(position.y()))
        layout = self.group_layout(row)
        is_door = layout is not None and layout.count.contains(position) and bool(self._events.group_query(row))
        return row if is_door else -1

    def _set_hovered(self, row: int, open_row: int) -> None:
        delegate = self._delegate
        before = {delegate.hovered_row, delegate.open_row}
        if (delegate.hovered_row, delegate.open_row) == (row, open_row):
            return
        if delegate.open_row != open_row:
            self.viewport().setCursor(
                Qt.CursorShape.PointingHandCursor if open_row >= 0 else Qt.CursorShape.ArrowCursor
            )
        delegate.hovered_row, delegate.open_row = row, open_row
        for changed in (before | {row, open_row}) - {-1}:
            self.viewport().update(
                0, self.rowViewportPosition(changed), self.viewport().width(), self.rowHeight(changed)
            )
