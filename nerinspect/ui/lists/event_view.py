"""The view of the events list, which stays quick with a million rows: its cells, head, keys and columns."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QHeaderView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from nerinspect.corpus.arrays import sorted_distinct
from nerinspect.events.decision import Decisions
from nerinspect.events.study import Study
from nerinspect.quantities import counted
from nerinspect.ui.kit.fields import TickingMenu
from nerinspect.ui.kit.keys import ENTER_KEYS
from nerinspect.ui.kit.screen_text import plain_text, tooltip
from nerinspect.ui.kit.tables import NO_INDEX, Index, TableView, leave_row_heads_out, set_row_height
from nerinspect.ui.kit.tables.rows import CellStyle, FlatHead, paint_row_ground
from nerinspect.ui.lists.cell_drawing import GroupLayout, lay_out_group, paint_group_row
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_columns import EventColumn
from nerinspect.ui.lists.event_model import EventTableModel
from nerinspect.ui.lists.event_rows import EventGroup, GroupedRows
from nerinspect.ui.theme.marks import paint_accent_edge, paint_focus_ring


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

    def paint_cell(
        self, painter: QPainter, rect: QRectF, model: EventTableModel, row: int, column: int,
        *, is_selected: bool = False, has_focus: bool = False,
    ) -> None:  # fmt: skip
        style, view = self.cell_style, self.parent()
        if model.cells is None:
            return
        event = model.event_at(row)
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
        elif isinstance(view, QTableView) and (group := model.group_at(row)):
            paint_group_row(
                painter,
                style,
                rect,
                self.group_layout(view, model.cells, row, group),
                is_folded=group.is_folded,
                is_right_to_left=model.cells.is_right_to_left(group.event),
                is_door=row == self.open_row,
            )
        if is_selected and column == self.first_column:
            paint_accent_edge(painter, style.theme, style.unit, rect)
        if has_focus:
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


class EventsView(TableView):
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
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
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
        return self._rows_between(0, self.viewport().height() - 1)

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

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        """Step over the rows of groups whose events are in sight anyway."""
        index = super().moveCursor(action, modifiers)
        group = self._events.group_at(index.row()) if index.isValid() else None
        if group is None or group.is_folded:
            return index
        is_upwards = action in _UPWARDS and index.row() > 0
        return index.siblingAtRow(index.row() + (-1 if is_upwards else 1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._folds(event):
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

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells; Qt would ask model and style about each first, which takes longer than most cells."""
        model, painted, selected = self._events, set[tuple[int, int]](), self.selectionModel()
        columns = [column for column in range(model.columnCount()) if not self.isColumnHidden(column)]
        places = [(column, self.columnViewportPosition(column), self.columnWidth(column)) for column in columns]
        current = self.currentIndex() if self.hasFocus() else NO_INDEX
        focused, painter = (current.row(), current.column()), QPainter(self.viewport())
        for rect in event.region():  # type: ignore[attr-defined]  # the stubs do not know that it is iterable
            for row in self._rows_between(rect.top(), rect.bottom()):
                is_selected = selected.isSelected(model.index(row, 0))
                top, height = self.rowViewportPosition(row), self.rowHeight(row)
                for column, left, width in places:
                    cell = row, column
                    if cell in painted or left > rect.right() or left + width <= rect.left():
                        continue
                    painted.add(cell)
                    room, has_focus = QRectF(left, top, width, height), cell == focused
                    self.delegate.paint_cell(painter, room, model, *cell, is_selected=is_selected, has_focus=has_focus)
        painter.end()

    def _rows_between(self, top: int, bottom: int) -> range:
        first, last = self.rowAt(top), self.rowAt(bottom)
        return range(first, (last if last >= 0 else self._events.rowCount() - 1) + 1) if first >= 0 else range(0)

    def copy(self) -> None:
        self.copy_requested.emit()

    def ask_for_menu(self, index: QModelIndex, place: QPoint | None = None) -> None:
        """Ask for the menu of the list, which is about its current row wherever it is shown."""
        self.menu_requested.emit(place or self.viewport().mapToGlobal(self.visualRect(index).bottomLeft()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the focus, and leave it to the user to choose a row: the table would make the first one current."""
        QAbstractScrollArea.focusInEvent(self, event)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell that the room for columns changed, be it by a scroll bar; a current row that was in sight stays so."""
        top = self.rowViewportPosition(self.currentIndex().row())
        was_in_sight = self.currentIndex().isValid() and 0 <= top < event.oldSize().height()
        self.resized.emit()  # before the table looks whether its columns fit, and shows a bar for a moment
        super().resizeEvent(event)
        self.resized.emit()  # the bar beside the rows may have come or gone
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


_N_SAMPLED, _N_SEGMENTS = 30, 120
_PERCENTILE = 98
_EASY_CONTEXT, _LEAST_CONTEXT = 10, 5.25  # in sizes of the font
_LEAST_SEGMENT, _MOST_SEGMENT, _MOST_OTHER = 10, 30, 10


class ColumnWidths(QObject):
    """Give the columns of a view their widths.

    The contexts, or the relations, share in equal parts what the other columns leave; where that is too little to read
    them with ease, causes and notes give way first, then the segment, then they, then the table scrolls. A width that
    the user chose stays, also for a column that only a later study has. `changed`: the user chose a width.
    """

    changed = Signal()

    def __init__(self, view: EventsView) -> None:
        super().__init__(view)
        self._view = view
        self._needed: dict[int, int] = {}  # by place, of the columns that were shown
        self._chosen: dict[str, float] = {}  # by key, in sizes of the font
        view.header.sectionResized.connect(self._on_resized)

    @property
    def chosen(self) -> dict[str, int]:
        """Widths that the user chose, by the key of the column, at a font of 13 pixels."""
        return {key: round(13 * width) for key, width in self._chosen.items()}

    def choose(self, widths: Mapping[str, int]) -> None:
        self._chosen = {key: width / 13 for key, width in widths.items()}
        self.share()

    def forget(self) -> None:
        self._chosen = {}

    def fit(self, *keys: str) -> None:
        """Measure again what the cells of some columns need, or of each if none is named."""
        columns = self._view.events.columns
        self._needed = {
            place: width for place, width in self._needed.items() if keys and columns[place].key not in keys
        }
        self.share()

    def share(self, dragged: int = -1) -> None:
        """Set all widths for the room there is; columns before one that is being dragged stay under the pointer."""
        widths = self._wanted(dragged)
        shown = [place for place in range(len(self._view.events.columns)) if not self._view.isColumnHidden(place)]
        contexts = [place for place in shown if place not in widths]
        easy, least = (round(size * self._font_size()) * len(contexts) for size in (_EASY_CONTEXT, _LEAST_CONTEXT))
        rest = self._view.viewport().width() - sum(widths.values())
        places = {column.key: place for place, column in enumerate(self._view.events.columns)}
        for key in ("causes", "note", "segment"):
            place = places.get(key, -1)
            if easy > rest and place in widths and key not in self._chosen and dragged < place:
                given = min(easy - rest, max(widths[place] - self._least(place), 0))
                widths[place] -= given
                rest += given
        rest = max(rest, least)
        for number, place in enumerate(contexts):
            widths[place] = rest * (number + 1) // len(contexts) - rest * number // len(contexts)
        view = self._view
        if any(view.columnWidth(place) != width for place, width in widths.items()):
            with QSignalBlocker(view.header):  # else the table paints itself once more, a turn later
                for place, width in widths.items():
                    view.setColumnWidth(place, width)
            view.updateGeometries()
            view.viewport().update()

    def _wanted(self, dragged: int) -> dict[int, int]:
        """Give the widths of the shown columns by place, but for contexts that share what is left."""
        widths = {}
        for place, column in enumerate(self._view.events.columns):
            if self._view.isColumnHidden(place):
                continue
            if place <= dragged:
                widths[place] = self._view.columnWidth(place)
            elif column.key in self._chosen:
                widths[place] = round(self._chosen[column.key] * self._font_size())
            elif not column.form.shares_room:
                widths[place] = self._need(place)
        return widths

    def _need(self, place: int) -> int:
        """Give the width that most cells of a column need, judged by rows spread over the table.

        Neither the number of rows nor the length of their texts matters for the time this takes.
        """
        if place not in self._needed:
            size, n_sampled = self._font_size(), _N_SAMPLED
            least, most = self._least(place), _MOST_OTHER * size
            if self._view.events.columns[place].key == "segment":
                most, n_sampled = _MOST_SEGMENT * size, _N_SEGMENTS
            usual = _usual_width(self._view, place, _spread_rows(self._view, n_sampled))
            self._needed[place] = round(max(least, min(usual, most)))
        return self._needed[place]

    def _least(self, place: int) -> int:
        """Give the width that a column has at least: that of its title, or what a segment needs to be read."""
        is_segment = self._view.events.columns[place].key == "segment"
        return round(_LEAST_SEGMENT * self._font_size()) if is_segment else self._view.header.title_width(place)

    def _font_size(self) -> float:
        return self._view.delegate.cell_style.unit * 13

    def _on_resized(self, place: int, before: int, width: int) -> None:
        if before > 0 and width > 0:  # 0: it was hidden, or is
            self._chosen[self._view.events.columns[place].key] = width / self._font_size()
            self.share(dragged=place)
            self.changed.emit()


def _spread_rows(view: EventsView, n_rows: int) -> list[int]:
    model = view.events
    rows = sorted_distinct(np.linspace(0, max(model.rowCount() - 1, 0), n_rows).astype(int)).tolist()
    return [row for row in rows if model.rowCount() and model.event_at(row) is not None]


def _usual_width(view: EventsView, place: int, rows: list[int]) -> float:
    model, option = view.events, QStyleOptionViewItem()
    widths = [view.delegate.sizeHint(option, model.index(row, place)).width() for row in rows] or [0]
    if model.columns[place].key != "segment":
        return float(max(widths))
    ordered = np.sort(widths)  # `numpy.percentile` imports masked arrays first, which the first window waits for
    below, part = divmod((len(ordered) - 1) * _PERCENTILE / 100, 1)
    above = min(int(below) + 1, len(ordered) - 1)
    return float(ordered[int(below)] + part * (ordered[above] - ordered[int(below)]))


_ALWAYS_SHOWN, _GIVE_WAY = "segment", ("causes", "note", "place")
_OF_REVIEWS = frozenset(("verdict", "causes", "note"))
"""Columns that a review brings along: whether they were there before says nothing of what is opened next."""


class ColumnChoice(QObject):
    """Show and hide the columns of a view, by what a study needs and by what the user chose.

    `changed`: the user chose other columns or other widths.
    """

    changed = Signal()

    def __init__(self, view: EventsView) -> None:
        super().__init__(view)
        self._view = view
        self.widths = ColumnWidths(view)
        self._study: Study | None = None
        self._usual: dict[str, bool] = {}
        self._chosen: dict[str, bool] = {}
        self._is_narrow = False
        self.widths.changed.connect(self.changed)
        view.header.customContextMenuRequested.connect(self._on_menu_requested)

    @property
    def chosen(self) -> dict[str, bool]:
        return dict(self._chosen)

    def show_study(self, study: Study) -> None:
        """Show the columns that a study needs, as far as the user did not choose."""
        self._study = study
        self._hide_others()
        self.widths.fit()

    def follow(self, study: Study) -> None:
        """Take a study with the same columns for the one before."""
        self._study = study

    def shown(self) -> list[str]:
        """Name the shown columns by their keys, from left to right; last those that wait for a study that has them."""
        shown = [column.key for column in self._view.events.columns if self._is_chosen(column)]
        there = {column.key for column in self._view.events.columns}
        return shown + [key for key, is_chosen in self._chosen.items() if is_chosen and key not in there]

    def choose_all(self, keys: Collection[str]) -> None:
        """Show just some columns, for the studies shown later too, and those that a review brings along."""
        known = dict.fromkeys([*(column.key for column in self._view.events.columns), *keys])
        self._chosen = {key: key in keys for key in known if key not in _OF_REVIEWS}
        self._apply()

    def choose(self, key: str, is_shown: bool) -> None:
        """Show or hide a column, for the studies shown later too."""
        self._chosen[key] = is_shown
        self._apply()

    def set_usual(self, key: str, is_shown: bool) -> None:
        """Show or hide a column, whatever the study, until the user chooses."""
        if self._usual.get(key) != is_shown:
            self._usual[key] = is_shown
            self._apply()

    def follow_review(self, is_open: bool, decisions: Decisions) -> None:
        """Show verdicts while a review is open, causes and notes as soon as some are given."""
        before = dict(self._usual)
        self.set_usual("verdict", is_open)
        self.set_usual("causes", is_open and bool(decisions.causes))
        self.set_usual("note", is_open and decisions.have_notes)
        if self._usual != before and self._study is not None:
            self.widths.fit(*_OF_REVIEWS)

    def set_narrow(self, is_narrow: bool) -> None:
        """Leave out the columns that are missed least, or bring them back."""
        self._is_narrow = is_narrow
        self._apply()

    def menu(self, parent: QWidget | None = None) -> QMenu:
        """Make a menu that sorts by columns, shows, hides and fits them; it stays open for the next tick."""
        menu = TickingMenu("Columns", parent or self._view)
        menu.addMenu(self._sort_menu(menu))
        menu.addSeparator()
        heading = ""
        for place, column in enumerate(self._view.events.columns):
            if column.heading != heading:
                heading = column.heading
                menu.addSection(heading)
            action = menu.addAction(plain_text(column.name))
            action.setCheckable(True)
            action.setChecked(not self._view.isColumnHidden(place))
            action.setEnabled(column.key != _ALWAYS_SHOWN and not (self._is_narrow and column.key in _GIVE_WAY))
            action.setToolTip(tooltip(column.meaning()))
            action.setData(column.key)
        menu.setToolTipsVisible(True)
        menu.addSeparator()
        menu.addAction("Fit columns", self._fit)
        menu.addAction("Reset columns", self.reset)
        menu.triggered.connect(self._on_triggered)
        return menu

    def _sort_menu(self, parent: QMenu) -> QMenu:
        menu, header = QMenu("Sort by", parent), self._view.header
        for place, column in enumerate(self._view.events.columns):
            if not self._view.isColumnHidden(place):
                action = menu.addAction(plain_text(column.title), partial(self._sort, place))
                action.setCheckable(True)
                action.setChecked(header.sortIndicatorSection() == place)
        return menu

    def _sort(self, place: int) -> None:
        """Sort by a column; by the one it is sorted by, the other way round."""
        header, order = self._view.header, Qt.SortOrder.AscendingOrder
        if header.sortIndicatorSection() == place and header.sortIndicatorOrder() == order:
            order = Qt.SortOrder.DescendingOrder
        header.setSortIndicator(place, order)

    def _is_chosen(self, column: EventColumn) -> bool:
        if column.key == _ALWAYS_SHOWN:
            return True
        is_usual = self._usual.get(column.key, self._study is None or column.is_shown(self._study))
        return self._chosen.get(column.key, is_usual)

    def _apply(self) -> None:
        self._hide_others()
        if self._study is not None:
            self.widths.share()

    def _hide_others(self) -> None:
        for place, column in enumerate(self._view.events.columns):
            gives_way = self._is_narrow and column.key in _GIVE_WAY
            self._view.setColumnHidden(place, gives_way or not self._is_chosen(column))

    def _fit(self) -> None:
        self.widths.forget()
        self.widths.fit()
        self.changed.emit()

    def reset(self) -> None:
        """Show the columns a study usually needs, at their usual widths."""
        self._chosen = {}
        self._apply()
        self._fit()

    def _on_triggered(self, action: QAction) -> None:
        if action.data() is not None:
            self.choose(action.data(), action.isChecked())
            self.changed.emit()

    def _on_menu_requested(self, position: QPoint) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._view.header.mapToGlobal(position))


class KeptColumns:
    """Which columns of a list the user chose and how wide, also before there is the list."""

    def __init__(self) -> None:
        self._columns: ColumnChoice | None = None
        self._before: tuple[dict[str, bool], dict[str, int]] = {}, {}

    @property
    def are_shown(self) -> dict[str, bool]:
        return self._before[0] if self._columns is None else self._columns.chosen

    @property
    def widths(self) -> dict[str, int]:
        return self._before[1] if self._columns is None else self._columns.widths.chosen

    def choose(self, are_shown: Mapping[str, bool], widths: Mapping[str, int]) -> None:
        """Take what was chosen before, now or once there is the list."""
        self._before = {**are_shown}, {**widths}
        if self._columns is not None:
            self._columns.reset()
            for key, is_shown in are_shown.items():
                self._columns.choose(key, is_shown)
            self._columns.widths.choose(widths)

    def join(self, columns: ColumnChoice) -> None:
        self._columns = columns
        self.choose(*self._before)
