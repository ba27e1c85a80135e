"""The tables of filters: cells that are picked, not selected, in columns of numbers under quiet titles."""

from enum import IntEnum
from typing import Final, Protocol

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from nerinspect.ui.kit.keys import OPENING_KEYS
from nerinspect.ui.kit.screen_text import copy_text, tooltip
from nerinspect.ui.kit.tables.painters import PADDING, ValuesStyle
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.theme.marks import paint_accent_edge, paint_focus_ring

COUNT_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""The role under which every model of counts gives a count as a number."""


Index = QModelIndex | QPersistentModelIndex
NO_INDEX: Final = QModelIndex()


class CellRole(IntEnum):
    """What delegates ask for beside the text."""

    COUNT = COUNT_ROLE
    VALUE = Qt.ItemDataRole.UserRole + 2
    IS_PICKED = Qt.ItemDataRole.UserRole + 3
    IS_DIM = Qt.ItemDataRole.UserRole + 4


class ComparedModel(QAbstractTableModel):
    """A table of fixed columns; what stands in it, models of a kind say.

    Attributes
    ----------
    titles : tuple of str
        Names of the columns.
    """

    titles: tuple[str, ...] = ()

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """Count the columns."""
        return 0 if parent.isValid() else len(self.titles)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let only doors be clicked and have the keyboard."""
        return super().flags(index) if self.is_door(index) else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one cell shows."""
        if not index.isValid():
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(index)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.spoken(index) + (", picked" if self.is_picked(index) else "")
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.explained(index))
            case Qt.ItemDataRole.WhatsThisRole:
                return self.explained(index)
            case CellRole.COUNT:
                return self.count(index)
            case CellRole.IS_PICKED:
                return self.is_picked(index)
            case CellRole.IS_DIM:
                return self.is_dim(index)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Name a column, and say what stands in it."""
        if orientation == Qt.Orientation.Horizontal and section < len(self.titles):
            if role == Qt.ItemDataRole.DisplayRole:
                return self.titles[section]
            if role == Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.title_explained(section))
        return None

    def is_door(self, index: Index) -> bool:
        """Tell whether a click does something."""
        return index.isValid()

    def text(self, index: Index) -> str:
        """Give what is written."""
        raise NotImplementedError

    def spoken(self, index: Index) -> str:
        """Say the cell in a sentence, for a screen reader."""
        raise NotImplementedError

    def explained(self, index: Index) -> str:
        """Say what the cell counts."""
        raise NotImplementedError

    def title_explained(self, section: int) -> str:
        """Say what stands in a column; empty for nothing."""
        return ""

    def count(self, index: Index) -> int:
        """Count the mentions of a cell."""
        return 0

    def is_picked(self, index: Index) -> bool:
        """Tell whether the filter keeps just what the cell counts, or names it."""
        return False

    def is_dim(self, index: Index) -> bool:
        """Tell whether there is nothing to count."""
        return not self.count(index)

    def announce(self) -> None:
        """Tell that all cells are new."""
        if rows := self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, len(self.titles) - 1))


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


_MOST_ROWS = 20  # further ones are scrolled to
_HEAD_MARGIN = 5  # at a font of 13 pixels


class CountsTable(PickingView):
    """Cells that are picked, in columns as wide as their numbers.

    Tables of a kind set their model and its delegate, and say how the width is shared.

    Attributes
    ----------
    row_style : ValuesStyle
        Colours and fonts.
    """

    def __init__(self, model: CountedModel, name: str, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, name, parent)
        self.row_style = style
        self.setHorizontalHeader(_QuietHead(self))
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Make room for other rows whenever there are some."""
        super().setModel(model)
        if model is not None:
            model.modelReset.connect(self.fit)

    def restyle(self, style: ValuesStyle) -> None:
        """Paint with other colours and fonts."""
        self.row_style = style
        self.setFont(style.row_font)
        self.fit()
        self.viewport().update()

    def title(self, column: int) -> str:
        """Name a column as it is written."""
        return str(self.model().headerData(column, Qt.Orientation.Horizontal))

    def fit(self) -> None:
        """Give the columns the room they need, and be as high as the rows."""
        n_rows = self.model().rowCount()
        bar = self.verticalScrollBar().sizeHint().width() if n_rows > _MOST_ROWS else 0
        self._share_width(self.width() - bar)
        style, rows, heads = self.row_style, self.verticalHeader(), self.horizontalHeader()
        rows.setMinimumSectionSize(style.row_height)
        rows.setDefaultSectionSize(style.row_height)
        heads.setFixedHeight(round(heads.fontMetrics().height() + _HEAD_MARGIN * style.unit))
        self.setFixedHeight(heads.height() + style.row_height * min(n_rows, _MOST_ROWS))

    def _share_width(self, width: int) -> None:
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width among the columns."""
        super().resizeEvent(event)
        self.fit()


class _QuietHead(QHeaderView):
    """Titles of the columns, the first one at the left and those of numbers at the right."""

    def __init__(self, table: CountsTable) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self._table = table
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHighlightSections(False)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint one title."""
        style, padding = self._table.row_style, PADDING * self._table.row_style.unit
        left = 0 if section else style.margin
        is_last = all(map(self.isSectionHidden, range(section + 1, self.count())))
        right = style.margin if is_last else padding
        side = Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
        place = QRectF(rect).adjusted(left, 0, -right, 0)
        painter.save()
        painter.fillRect(rect, style.theme.window)
        draw_text(painter, style.head_font, style.theme.text2, place, self._table.title(section), side)
        painter.restore()


_Index = QModelIndex | QPersistentModelIndex


class ComparedDelegate(QStyledItemDelegate):
    """Paint a name at the left and numbers at the right; tables of a kind paint some cells in their own way."""

    def __init__(self, view: CountsTable) -> None:
        super().__init__(view)
        self.view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        style, rect = self.view.row_style, QRectF(option.rect)
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        self.paint_ground(painter, rect, index, is_hovered)
        self.paint_content(painter, rect, index, is_hovered)
        painter.restore()
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)

    def paint_ground(self, painter: QPainter, rect: QRectF, index: _Index, is_hovered: bool) -> None:
        """Paint the tint of a row that is picked or under the pointer."""
        theme = self.view.row_style.theme
        if index.data(CellRole.IS_PICKED):
            painter.fillRect(rect, theme.selected)
            if not index.column():
                paint_accent_edge(painter, theme, self.view.row_style.unit, rect)
        else:
            painter.fillRect(rect, theme.hover if is_hovered else theme.window)

    def paint_content(self, painter: QPainter, rect: QRectF, index: _Index, is_hovered: bool) -> None:
        """Paint the text, a number underlined under the pointer: a click does something."""
        style = self.view.row_style
        ink = style.theme.dimmed if index.data(CellRole.IS_DIM) else style.theme.text
        if not index.column():
            place = rect.adjusted(style.margin, 0, 0, 0)
            draw_text(painter, style.row_font, ink, place, index.data())
            return
        is_last = index.column() == index.model().columnCount() - 1
        place = rect.adjusted(0, 0, -(style.margin if is_last else PADDING * style.unit), 0)
        right, never = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideNone
        draw_text(painter, style.row_font, ink, place, index.data(), right, elide=never, is_underlined=is_hovered)
