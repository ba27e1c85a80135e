"""The view of the events list, which stays quick with a million rows: its cells, its head, its keys."""

from collections.abc import Callable
from typing import Final, TypeAlias

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from nerinspect.quantities import counted
from nerinspect.ui.kit.keys import ENTER_KEYS
from nerinspect.ui.kit.layout import Index, leave_row_heads_out, set_row_height
from nerinspect.ui.kit.tables.cell_style import CellStyle, paint_row_ground
from nerinspect.ui.kit.tables.rows import FlatHead
from nerinspect.ui.lists.cell_drawing import GroupLayout, lay_out_group, paint_group_row
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_columns import EventColumn
from nerinspect.ui.lists.event_model import EventTableModel
from nerinspect.ui.lists.event_rows import EventGroup, GroupedRows
from nerinspect.ui.theme.marks import paint_accent_edge, paint_focus_ring

_SELECTED: Final = QStyle.StateFlag.State_Selected.value  # masking enums costs more than the ground of a cell
_FOCUSED: Final = QStyle.StateFlag.State_HasFocus.value
_Painter: TypeAlias = Callable[[QPainter, CellStyle, QRectF, EventCells, int, EventColumn], None]


class EventDelegate(QStyledItemDelegate):
    """Paint the cells of a list with one frozen style.

    `hovered_row` is under the pointer, `open_row` that of a group whose count is; -1 for none. `first_column` stands at
    the left edge.
    """

    def __init__(self, style: CellStyle, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.cell_style = style
        self.hovered_row = self.open_row = -1
        self.first_column = 0
        self._group: tuple[EventCells, EventGroup, QRectF, int, CellStyle] | None = None  # whose layout is kept
        self._layout: GroupLayout | None = None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        style, rect, state = self.cell_style, QRectF(option.rect), option.state.value
        row, column, model = index.row(), index.column(), index.model()
        if not isinstance(model, EventTableModel) or model.cells is None:
            return
        is_selected, event = bool(state & _SELECTED), model.event_at(row)
        painter.save()
        paint_row_ground(
            painter,
            style,
            rect,
            is_selected=is_selected,
            is_hovered=row == self.hovered_row,
            is_alternate=row % 2 == 1,
            is_group=event is None,
        )
        if event is not None:
            shown = model.columns[column]
            shown.form.paint(painter, style, rect, model.cells, event, shown)
        elif isinstance(option.widget, QTableView) and (group := model.group_at(row)):
            paint_group_row(
                painter,
                style,
                rect,
                self.group_layout(option.widget, model.cells, row, group),
                is_folded=group.is_folded,
                is_right_to_left=model.cells.is_right_to_left(group.event),
                is_door=row == self.open_row,
            )
        if is_selected and column == self.first_column:
            paint_accent_edge(painter, style.theme, style.unit, rect)
        if state & _FOCUSED:
            paint_focus_ring(painter, style.theme, style.unit, rect)
        painter.restore()

    def group_layout(self, view: QTableView, cells: EventCells, row: int, group: EventGroup) -> GroupLayout:
        """Find the places of the parts of a group's row, in the coordinates of the view's rows."""
        left = view.columnViewportPosition(self.first_column)
        width = min(view.horizontalHeader().length(), view.viewport().width() - left)
        rect = QRectF(left, view.rowViewportPosition(row), width, view.rowHeight(row))
        model = view.model()
        assert isinstance(model, EventTableModel), "what this delegate is made for"
        key = (cells, group, rect, view.columnViewportPosition(model.place_of("segment")), self.cell_style)
        if self._layout is None or key != self._group:  # each cell of the row asks for it
            surface, events = cells.segment_text(group.event), counted(group.n_events, "event")
            self._group, self._layout = key, lay_out_group(self.cell_style, rect, key[3], surface, events)
        return self._layout

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Ask for the room the whole text of a cell needs."""
        style, model = self.cell_style, index.model()
        assert isinstance(model, EventTableModel), "what this delegate is made for"
        column, event, cells = model.columns[index.column()], model.event_at(index.row()), model.cells
        width = column.form.width(style, cells, event, column) if event is not None and cells is not None else 0.0
        return QSize(round(width) + 1, style.row_height)


class EventsHeader(FlatHead):
    """The head of the events table; a third click goes back to the order of the file."""

    is_of_window = True

    def __init__(self, style: CellStyle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cell_style = style
        self.setMinimumSectionSize(-1)  # as the style has it
        self.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setResizeContentsPrecision(0)  # a double click on an edge looks at the rows on screen alone
        self.sortIndicatorChanged.connect(self._on_sorting_changed)

    def _on_sorting_changed(self, section: int) -> None:
        model = self.model()
        if section < 0 and isinstance(model, EventTableModel):
            self.setSortIndicator(model.place_of("place"), Qt.SortOrder.AscendingOrder)


_KEYPAD: Final = Qt.KeyboardModifier.KeypadModifier
_ENSURE_VISIBLE: Final = QAbstractItemView.ScrollHint.EnsureVisible
_LOOK_AHEAD: Final = 3  # rows that stay in sight before and behind the current one, where the table is high enough
_UPWARDS: Final = (QAbstractItemView.CursorAction.MoveUp, QAbstractItemView.CursorAction.MovePageUp)


class EventsView(QTableView):
    """A table of rows of one height, of which only the visible ones cost anything."""

    resized = Signal()  # there is more or less room for the columns
    copy_requested = Signal()
    menu_requested = Signal(QPoint)  # the menu of the current row is to be shown at this place of the screen
    group_toggled = Signal(int)  # the group that a row belongs to is to be folded or unfolded
    door_opened = Signal(int)  # the count in the row of a group was clicked

    def __init__(self, style: CellStyle, model: EventTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(model.of.spoken_name)
        self._events = model
        self.delegate = EventDelegate(style, self)
        self.header = EventsHeader(style, self)
        self.setItemDelegate(self.delegate)
        self.setHorizontalHeader(self.header)
        self.setModel(model)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        leave_row_heads_out(self)
        self.set_style(style)

    @property
    def events(self) -> EventTableModel:
        return self._events

    def set_style(self, style: CellStyle) -> None:
        self.delegate.cell_style = self.header.cell_style = style
        set_row_height(self, style.row_height)
        self.header.updateGeometry()
        for part in (self.header, self):
            part.viewport().update()

    def mark_sorting(self) -> None:
        """Mark the column by which the rows are sorted: a new study may have it elsewhere, or not at all."""
        sorting, directions = self._events.sorting, Qt.SortOrder
        place = self._events.columns.index(sorting.column) if sorting.column else self._events.place_of("place")
        direction = directions.DescendingOrder if sorting.is_descending else directions.AscendingOrder
        self.header.setSortIndicator(place, direction)

    def setColumnHidden(self, column: int, is_hidden: bool) -> None:
        """Hide a column or show it; the first one shown carries the edge of selected rows."""
        super().setColumnHidden(column, is_hidden)
        shown = (place for place in range(self._events.columnCount()) if not self.isColumnHidden(place))
        self.delegate.first_column = next(shown, 0)

    def rows_in_sight(self) -> range:
        first, last = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        return range(max(first, 0), (last if last >= 0 else self._events.rowCount() - 1) + 1)

    def scrollTo(self, index: Index, hint: QAbstractItemView.ScrollHint = _ENSURE_VISIBLE) -> None:
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

    def keep_in_sight(self, index: Index) -> None:
        """Scroll no further than a row needs to be seen: not at all if it is in sight."""
        self._scroll_no_further(index, _ENSURE_VISIBLE)

    def _scroll_no_further(self, index: Index, hint: QAbstractItemView.ScrollHint) -> None:
        if index.isValid() and self._events.group_at(index.row() - 1) is not None:
            super().scrollTo(self._events.index(index.row() - 1, index.column()), hint)
        super().scrollTo(index, hint)

    def group_layout(self, row: int) -> GroupLayout | None:
        """Find where the parts of a group's row stand in the viewport; None for the row of an event."""
        group, cells = self._events.group_at(row), self._events.cells
        return self.delegate.group_layout(self, cells, row, group) if group and cells else None

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
        super().leaveEvent(event)
        self._set_hovered(-1, -1)

    def _open_row_at(self, position: QPointF) -> int:
        """Find the row of the group whose count is here and can be clicked; -1 if there is none."""
        row = self.rowAt(round(position.y()))
        layout = self.group_layout(row)
        is_door = layout is not None and layout.count.contains(position) and bool(self._events.group_query(row))
        return row if is_door else -1

    def _set_hovered(self, row: int, open_row: int) -> None:
        delegate = self.delegate
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
