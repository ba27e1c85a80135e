"""The tables of filters as values: cells that are picked, not selected, in columns of numbers under quiet titles."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from nerinspect.quantities import grouped
from nerinspect.query.filters import Everything, Filter
from nerinspect.ui.kit.keys import OPENING_KEYS
from nerinspect.ui.kit.screen_text import copy_text, draw_text, tooltip
from nerinspect.ui.kit.tables import NO_INDEX, Index, TableView, leave_row_heads_out, set_row_height
from nerinspect.ui.kit.tables.painters import PADDING, ValuesStyle
from nerinspect.ui.theme.marks import paint_accent_edge, paint_focus_ring
from nerinspect.ui.theme.themes import current_theme


class Click(Enum):
    """What is to become of what a click or a key picks."""

    ALONE = "the only one picked, or cleared if it already is"
    ADDED = "added to the picked ones, or removed from them"
    RANGE = "picked with all from the first to the last"

    @classmethod
    def of(cls, modifiers: Qt.KeyboardModifier) -> "Click":
        """Tell what a click on one cell means with some keys held."""
        return cls.ADDED if modifiers & Qt.KeyboardModifier.ControlModifier else cls.ALONE


_EVERYTHING: Final = Everything()


@dataclass(frozen=True)
class CountCell:
    """What one cell says, and what a click on it picks."""

    text: str = ""
    value: object = None  # what is picked
    spoken: str = ""  # what a screen reader says, but for whether it is picked; the text, if empty
    why: str = ""  # what it counts
    more: str = ""  # what its menu explains besides
    count: int | None = None  # the number under all other filters, if the cell has one of its own
    door: Filter = _EVERYTHING  # keeps what it counts
    is_picked: bool = False
    is_dim: bool = False  # whether there is nothing to count, or too little to say much
    is_door: bool = True  # whether a click does something
    share: float = 0.0  # length of its bar or depth of its tint, from 0 to 1
    key: str = ""  # the digit that picks it

    @property
    def heard(self) -> str:
        state = f"{', picked' if self.is_picked else ''}{f', key {self.key}' if self.key else ''}"
        return (self.spoken or self.text) + state

    @property
    def count_text(self) -> str:
        """The count as it is written; the text, if it has none of its own."""
        return self.text if self.count is None else grouped(self.count)

    @property
    def explanation(self) -> str:
        return f"{self.why}\n{self.more}" if self.more else self.why


NO_CELL: Final = CountCell(spoken="empty", is_door=False)  # stands where nothing can be counted, and tells nothing


class Head(NamedTuple):
    """A column: its title, what stands in it, and the title where there is little room."""

    title: str = ""
    why: str = ""
    short: str = ""


def as_tsv(lines: Sequence[Sequence[str]]) -> str:
    """Write lines of cells as text that a spreadsheet takes."""
    return "".join("\t".join(line) + "\n" for line in lines)


class Sheet(NamedTuple):
    """A table as a value."""

    heads: Sequence[Head] = ()  # one for each column
    rows: Sequence[Sequence[CountCell]] = ()  # from the top
    # what each row is about: as long as they and the number of columns stay, the current cell does
    keys: Sequence[object] = ()
    lines: Callable[[], Sequence[Sequence[str]]] = tuple  # writes what is copied, heads first


class CellsModel(QAbstractTableModel):
    """Tells Qt of cells; models of a kind make them."""

    def cell(self, index: Index) -> CountCell:
        raise NotImplementedError

    def as_tsv(self) -> str:
        raise NotImplementedError

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let only doors be clicked and have the keyboard."""
        is_door = index.isValid() and self.cell(index).is_door
        return super().flags(index) if is_door else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        cell = self.cell(index)
        if cell is NO_CELL:
            return cell.spoken if role == Qt.ItemDataRole.AccessibleTextRole else None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return cell.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return cell.heard
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(cell.why)
            case Qt.ItemDataRole.WhatsThisRole:
                return cell.explanation
        return None


class SheetModel(CellsModel):
    """Shows a sheet, then others."""

    def __init__(self) -> None:
        super().__init__()
        self.sheet = Sheet()

    def show_sheet(self, sheet: Sheet) -> None:
        """Show another sheet; rows and columns about the same things stay where they are."""
        before, n_columns = self.sheet, len(sheet.heads)
        if list(before.keys) != list(sheet.keys) or len(before.heads) != n_columns:
            self.beginResetModel()
            self.sheet = sheet
            self.endResetModel()
            return
        self.sheet = sheet
        if sheet.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(sheet.rows) - 1, n_columns - 1))
        if before.heads != sheet.heads:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, n_columns - 1)

    def cell(self, index: Index) -> CountCell:
        return self.sheet.rows[index.row()][index.column()]

    def as_tsv(self) -> str:
        return as_tsv(self.sheet.lines())

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.sheet.rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.sheet.heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal and section < len(self.sheet.heads):
            if role == Qt.ItemDataRole.DisplayRole:
                return self.sheet.heads[section].title
            if role == Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.sheet.heads[section].why)
        return None


_ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)
_SHIFT = Qt.KeyboardModifier.ShiftModifier


class PickingView(TableView):
    """Cells that a click or a key picks, adds with Ctrl, and reaches to with Shift.

    A screen reader calls the table by `name`, and says `description` of its keys.
    """

    # cells were clicked or their key pressed: from the one picked or added last to this one, in either order, or twice
    # the same one; and a `Click`
    picked = Signal(QModelIndex, QModelIndex, object)
    menu_requested = Signal(QModelIndex, QPoint)  # the menu of a cell is wanted at a place on the screen
    ring_inset = 0  # pixels at the right and at the bottom that the ring of the focus leaves free

    def __init__(self, cells: CellsModel, name: str, description: str = "") -> None:
        super().__init__()
        self._cells = cells
        self.row_style = ValuesStyle(current_theme(), QApplication.font())
        self._anchor = QPersistentModelIndex()
        cells.setParent(self)
        self.setAccessibleName(name)
        self.setAccessibleDescription(description)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.setItemDelegate(_CellDelegate(self))

    def cell(self, index: Index) -> CountCell:
        return self._cells.cell(index)

    def restyle(self, font: QFont) -> None:
        raise NotImplementedError

    def paint_cell(self, painter: QPainter, rect: QRectF, index: Index, is_hovered: bool) -> None:
        """Paint one cell on its ground; the painter is given back as it was."""
        raise NotImplementedError

    def paint_ring(self, painter: QPainter, rect: QRectF) -> None:
        style, inset = self.row_style, self.ring_inset
        paint_focus_ring(painter, style.theme, style.unit, rect.adjusted(0, 0, -inset, -inset))

    def values_between(self, first: QModelIndex, last: QModelIndex) -> list[object]:
        """Give the values from one row to another, in the order on screen and the column of the last."""
        low, high = sorted((first.row(), last.row()))
        return [self.cell(last.siblingAtRow(row)).value for row in range(low, high + 1)]

    def copy(self) -> None:
        copy_text(self._cells.as_tsv())

    def _choose(self, index: QModelIndex, modifiers: Qt.KeyboardModifier) -> None:
        if not _is_door(index):
            return
        if modifiers & _SHIFT:
            self._reach(index, index)
        else:
            self._anchor = QPersistentModelIndex(index)
            self.picked.emit(index, index, Click.of(modifiers))

    def _reach(self, index: QModelIndex, if_none_was_picked: QModelIndex) -> None:
        """Ask for the range that ends here."""
        if not self._anchor.isValid():
            self._anchor = QPersistentModelIndex(if_none_was_picked)
        anchor = self.model().index(self._anchor.row(), self._anchor.column())
        self.picked.emit(anchor, index, Click.RANGE)

    def ask_for_menu(self, index: QModelIndex, place: QPoint | None = None) -> None:
        if _is_door(index):
            self.menu_requested.emit(index, place or self.viewport().mapToGlobal(self.visualRect(index).center()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self._choose(self.indexAt(event.position().toPoint()), event.modifiers())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        is_door = _is_door(self.indexAt(event.position().toPoint()))
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_door else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current cell with Enter or Space; Ctrl adds, Shift reaches to it, as do arrows with Shift."""
        before = self.currentIndex()
        if event.key() in OPENING_KEYS:
            self._choose(before, event.modifiers())
        else:
            super().keyPressEvent(event)
            if event.key() in _ARROWS and event.modifiers() & _SHIFT and self.currentIndex() != before:
                self._reach(self.currentIndex(), before)


def _is_door(index: QModelIndex) -> bool:
    return bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)


_HOVERED: Final = QStyle.StateFlag.State_MouseOver.value  # masking enums costs more than the ground of a cell
_FOCUSED: Final = QStyle.StateFlag.State_HasFocus.value


class _CellDelegate(QStyledItemDelegate):
    """Lets the view paint its cells, and the focus around them."""

    def __init__(self, view: PickingView) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect, state = QRectF(option.rect), option.state.value
        painter.save()
        self._view.paint_cell(painter, rect, index, bool(state & _HOVERED))
        painter.restore()
        if state & _FOCUSED:
            self._view.paint_ring(painter, rect)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, 0)


_MOST_ROWS = 20  # further ones are scrolled to
_HEAD_MARGIN = 5  # at a font of 13 pixels


class CountsTable(PickingView):
    """A name and numbers in each row, in columns as wide as their numbers.

    Tables of a kind say how the width is shared, and paint some cells in their own way.
    """

    home = (0, 0)  # the cell where the keyboard begins
    refuge = 0  # the column that takes the keyboard from one that is hidden

    def __init__(self, name: str, description: str) -> None:
        self._model = SheetModel()
        super().__init__(self._model, name, description)
        self.setHorizontalHeader(_QuietHead(self))
        leave_row_heads_out(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setModel(self._model)

    @property
    def sheet(self) -> Sheet:
        return self._model.sheet

    def show_sheet(self, sheet: Sheet) -> None:
        self._model.show_sheet(sheet)
        self.fit()
        if sheet.rows and not self.currentIndex().isValid():
            self.setCurrentIndex(self._model.index(*self.home))

    def restyle(self, font: QFont) -> None:
        self.row_style = ValuesStyle(current_theme(), font)
        self.setFont(self.row_style.row_font)
        self.fit()
        self.viewport().update()

    def title(self, column: int) -> str:
        return self.sheet.heads[column].title

    def texts(self, column: int) -> list[str]:
        return [row[column].text for row in self.sheet.rows]

    def fit(self) -> None:
        """Give the columns the room they need, and be as high as the rows."""
        n_rows = self._model.rowCount()
        bar = self.verticalScrollBar().sizeHint().width() if n_rows > _MOST_ROWS else 0
        if self.sheet.heads:
            self._share_width(self.width() - bar)
        style, heads = self.row_style, self.horizontalHeader()
        set_row_height(self, style.row_height)
        heads.setFixedHeight(round(heads.fontMetrics().height() + _HEAD_MARGIN * style.unit))
        self.setFixedHeight(heads.height() + style.row_height * min(n_rows, _MOST_ROWS))

    def _share_width(self, width: int) -> None:
        """Give numbers what they need and names the rest; a column without a width has no room."""
        widths = self.number_widths(width)
        for column in range(1, len(self.sheet.heads)):
            self.setColumnHidden(column, column not in widths)
        if self.isColumnHidden(self.currentIndex().column()):
            self.setCurrentIndex(self.currentIndex().siblingAtColumn(self.refuge))
        for column, own in {0: max(width - sum(widths.values()), 1), **widths}.items():
            self.setColumnWidth(column, own)

    def number_widths(self, width: int) -> Mapping[int, int]:
        """Say how wide the columns of numbers are where the whole table has some width."""
        raise NotImplementedError

    def paint_cell(self, painter: QPainter, rect: QRectF, index: Index, is_hovered: bool) -> None:
        cell = self.cell(index)
        self.paint_ground(painter, rect, index, cell, is_hovered)
        (self.paint_number if index.column() else self.paint_name)(painter, rect, index, cell, is_hovered)

    def paint_ground(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        """Paint the tint of a row that is picked or under the pointer."""
        theme = self.row_style.theme
        painter.fillRect(rect, theme.selected if cell.is_picked else theme.hover if is_hovered else theme.window)
        if cell.is_picked and not index.column():
            paint_accent_edge(painter, theme, self.row_style.unit, rect)

    def paint_name(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        style = self.row_style
        ink = style.theme.dimmed if cell.is_dim else style.theme.text
        draw_text(painter, style.row_font, ink, rect.adjusted(style.margin, 0, 0, 0), cell.text)

    def paint_number(self, painter: QPainter, rect: QRectF, index: Index, cell: CountCell, is_hovered: bool) -> None:
        """Paint the text at the right, underlined under the pointer: a click does something."""
        style, is_last = self.row_style, index.column() == len(self.sheet.heads) - 1
        ink = style.theme.dimmed if cell.is_dim else style.theme.text
        place = rect.adjusted(0, 0, -(style.margin if is_last else PADDING * style.unit), 0)
        self.draw_number(painter, place, cell.text, ink, is_hovered)

    def draw_number(
        self, painter: QPainter, place: QRectF, text: str, ink: QColor, is_underlined: bool, font: QFont | None = None
    ) -> None:
        """Write a number at the right of a place, in the font of rows if none is given; it is never cut."""
        right, never, font = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideNone, font or self.row_style.row_font
        draw_text(painter, font, ink, place, text, right, elide=never, is_underlined=is_underlined)

    def resizeEvent(self, event: QResizeEvent) -> None:
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
