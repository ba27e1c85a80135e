"""Tables whose rows lead to places in the text; rows are written out when they are looked at."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from nerinspect.quantities import counted
from nerinspect.ui.kit.doors import DoorTable, Piece
from nerinspect.ui.kit.screen_text import draw_text, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables import NO_INDEX, Index, leave_row_heads_out, set_row_height
from nerinspect.ui.kit.tables.number_table import broken_title
from nerinspect.ui.theme.fonts import CAPTION, DETAIL, fixed_font, scaled_font, unit_of
from nerinspect.ui.theme.marks import kind_symbol_size, paint_accent_edge, paint_focus_ring, paint_kind_symbol
from nerinspect.ui.theme.themes import Theme, current_theme

CELL_ROLE: Final = Qt.ItemDataRole.UserRole  # the `PlaceCell` of a cell, the `PlaceColumn` of a head
MOST_COPIED: Final = 300  # so many rows are written out for the clipboard without a wait that anybody would notice
_MOST_KEPT: Final = 500  # rows


@dataclass(frozen=True)
class PlaceColumn:
    """One column."""

    title: str
    tooltip: str = ""
    widest: str = ""  # a text as long as most are
    is_number: bool = False  # whether it is aligned on the right
    is_label: bool = False  # whether it is set in the fixed font
    is_stretched: bool = False  # whether it takes a share of the room that is left
    is_extra: bool = False  # whether it is left out where there is no room for its widest text; the last one goes first


@dataclass(frozen=True)
class PlaceCell:
    """What one cell shows."""

    text: str
    is_dim: bool = False
    kinds: tuple[str, ...] = ()  # event kinds whose symbols and letters stand instead of the text
    explanation: str = ""  # what a tooltip says; the text, if empty


@dataclass(frozen=True, eq=False)
class Places:
    """Rows that stand for places: how one is written out, and where it leads to, by its number."""

    columns: tuple[PlaceColumn, ...]
    n_rows: int = 0
    write: Callable[[int], tuple[PlaceCell, ...]] = lambda row: ()
    position: Callable[[int], int] = lambda row: -1  # such as a token, by its position in the whole text

    def as_tsv(self) -> str:
        """Write the rows, the first `MOST_COPIED` of many, with heads, as text that a spreadsheet takes."""
        rows = ([cell.text for cell in self.write(row)] for row in range(min(self.n_rows, MOST_COPIED)))
        return "".join("\t".join(texts) + "\n" for texts in ([column.title for column in self.columns], *rows))


class PlacesModel(QAbstractTableModel):
    """Give places to a table; rows that were written out are kept."""

    def __init__(self, places: Places) -> None:
        super().__init__()
        self.places = places
        self._kept: dict[int, tuple[PlaceCell, ...]] = {}

    def show_places(self, places: Places) -> None:
        self.beginResetModel()
        self.places, self._kept = places, {}
        self.endResetModel()

    def write_anew(self, row: int) -> None:
        """Show a row that says something else."""
        self._kept.pop(row, None)
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(self.places.columns) - 1))

    def cell(self, index: Index) -> PlaceCell:
        row = index.row()
        if row not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[row] = self.places.write(row)
        return self._kept[row][index.column()]

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else self.places.n_rows

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.places.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cell(index).text
        if role == CELL_ROLE:
            return self.cell(index)
        if role == Qt.ItemDataRole.ToolTipRole:
            cell = self.cell(index)
            return tooltip(cell.explanation or cell.text) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.places.columns[index.column()].title} {self.cell(index).text or 'empty'}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        if orientation != Qt.Orientation.Horizontal or section >= len(self.places.columns):
            return None
        column = self.places.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(column.tooltip) or None
        if role == CELL_ROLE:
            return column
        return self._alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if self.places.columns[column].is_number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


PADDING = 6  # at a font of 13 pixels
_LEFT = Qt.AlignmentFlag.AlignLeft


class PlaceFonts:
    """The fonts of a table, made once and not for each cell."""

    def __init__(self, font: QFont) -> None:
        self.unit = unit_of(font)
        self.plain, self.labels = scaled_font(font, DETAIL), fixed_font(font, DETAIL)
        self.head, self.letters = scaled_font(font, CAPTION), scaled_font(font, CAPTION, is_bold=True)

    @property
    def row_height(self) -> int:
        lines = (QFontMetricsF(self.plain).height(), QFontMetricsF(self.labels).height())
        return round(max(22 * self.unit, max(lines) + 4 * self.unit))

    def column_width(self, column: PlaceColumn) -> int:
        """Width that most texts of a column, and its head, need."""
        text = QFontMetricsF(self.labels if column.is_label else self.plain).horizontalAdvance(column.widest)
        head = QFontMetricsF(self.head).horizontalAdvance(column.title)
        return round(max(text, head) + (2 * PADDING + 2) * self.unit)


class PlaceDelegate(QStyledItemDelegate):
    """Paint ground, edge of the chosen row, text or kinds, and focus."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self.fonts = PlaceFonts(table.font())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, rect, fonts = current_theme(), QRectF(option.rect), self.fonts
        cell: PlaceCell = index.data(CELL_ROLE)
        column: PlaceColumn = index.model().headerData(index.column(), Qt.Orientation.Horizontal, CELL_ROLE)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.selected)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.hairline)
        if option.state & QStyle.StateFlag.State_Selected and not index.column():
            paint_accent_edge(painter, theme, fonts.unit, rect.adjusted(0, 0, 0, -1))
        place = rect.adjusted(PADDING * fonts.unit, 0, -PADDING * fonts.unit, 0)
        if cell.kinds:
            self._paint_kinds(painter, theme, place, cell)
        else:
            font = fonts.labels if column.is_label and not cell.is_dim else fonts.plain
            side = Qt.AlignmentFlag.AlignRight if column.is_number else _LEFT
            draw_text(painter, font, theme.text2 if cell.is_dim else theme.text, place, cell.text, side)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, theme, fonts.unit, rect.adjusted(0, 0, 0, -1))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, 0)

    def _paint_kinds(self, painter: QPainter, theme: Theme, rect: QRectF, cell: PlaceCell) -> None:
        metrics = QFontMetricsF(self.fonts.letters)
        symbol, gap = kind_symbol_size(metrics.ascent()), 4 * self.fonts.unit
        left = rect.left()
        for kind, tag in zip(cell.kinds, cell.text.split(", "), strict=True):
            width = symbol.width() + gap + metrics.horizontalAdvance(tag)
            if left + width > rect.right() + 1:
                draw_text(
                    painter, self.fonts.letters, theme.text2, QRectF(rect).adjusted(left - rect.left(), 0, 0, 0), "…"
                )
                break
            paint_kind_symbol(
                painter,
                QRectF(left, rect.center().y() - symbol.height() / 2, symbol.width(), symbol.height()),
                kind,
                theme,
            )
            place = QRectF(left + symbol.width() + gap, rect.top(), width, rect.height())
            draw_text(painter, self.fonts.letters, theme.kind_colour(kind), place, tag)
            left += width + 2 * gap


class PlaceHead(QHeaderView):
    """Paint quiet titles over a line, those wider than their column in two lines; columns can be made wider."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self.setHighlightSections(False)
        self.setSectionsClickable(False)
        self._n_lines = 1
        self._counted: dict[int, int] = {}  # the lines of each title
        self.sectionResized.connect(self._count_lines)

    def sizeHint(self) -> QSize:
        unit = unit_of(self.font())
        return QSize(0, round(self._n_lines * QFontMetricsF(scaled_font(self.font(), CAPTION)).height() + 8 * unit))

    def _count_lines(self, resized: int, _before: int, size: int) -> None:
        n_columns = self.model().columnCount()
        if size and resized < n_columns:
            self._counted[resized] = len(self._lines(resized, size))  # Qt tells before the section has this size
        n_lines = max((n_lines for section, n_lines in self._counted.items() if section < n_columns), default=1)
        if n_lines != self._n_lines:
            self._n_lines = n_lines
            self.geometriesChanged.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self.viewport()) as painter:
            rest = self.viewport().rect().adjusted(self.length() - self.offset(), 0, 0, 0)
            painter.fillRect(rest, current_theme().base)

    def _lines(self, section: int, size: int) -> tuple[str, ...]:
        """Break the title of a column where it needs more room than there is."""
        title = self.model().headerData(section, Qt.Orientation.Horizontal)
        room = size - 2 * PADDING * unit_of(self.font())
        return broken_title(title, room, QFontMetricsF(scaled_font(self.font(), CAPTION)))

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        column = self.model().headerData(logicalIndex, Qt.Orientation.Horizontal, CELL_ROLE)
        theme, unit, place = current_theme(), unit_of(self.font()), QRectF(rect)
        painter.save()
        painter.fillRect(place, theme.base)
        painter.fillRect(QRectF(place.left(), place.bottom() - 1, place.width(), 1), theme.border)
        if isinstance(column, PlaceColumn):
            side = Qt.AlignmentFlag.AlignRight if column.is_number else _LEFT
            caption = scaled_font(self.font(), CAPTION)
            line = QFontMetricsF(caption).height()
            words = place.adjusted(PADDING * unit, (self._n_lines - 1) * line, -PADDING * unit, 0)
            for number, text in enumerate(reversed(self._lines(logicalIndex, rect.width()))):
                draw_text(painter, caption, theme.text2, words.translated(0, -number * line), text, side)
        painter.restore()


def let_rows_be_chosen(table: QTableView) -> PlaceHead:
    """Let whole rows of a table be chosen, one at a time, under quiet titles."""
    head = PlaceHead(table)
    table.setHorizontalHeader(head)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    leave_row_heads_out(table)
    return head


_LEAST_ROWS, _USUAL_ROWS = 3, 9
_LEAST_WIDTH = 320  # at a font of 13 pixels


class PlaceTable(Styled, DoorTable):
    """Let the user choose a row with the mouse or the keyboard."""

    place_chosen = Signal(int)  # a row was chosen: the position of its place

    def __init__(self, name: str, places: Places) -> None:
        super().__init__()
        self._rows = PlacesModel(places)
        self._rows.setParent(self)
        self._delegate = PlaceDelegate(self)
        self.setAccessibleName(name)
        self.setModel(self._rows)
        self.setItemDelegate(self._delegate)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._head = let_rows_be_chosen(self)
        self.selectionModel().currentRowChanged.connect(self._on_row_changed)
        self._rows.modelReset.connect(self._fit_columns)

    @property
    def places(self) -> Places:
        return self._rows.places

    def show_places(self, places: Places) -> None:
        self._rows.show_places(places)

    def choose_row(self, row: int) -> None:
        self.setCurrentIndex(self._rows.index(row, 0))

    def piece(self, index: QModelIndex) -> Piece:
        cell = self._rows.cell(index)
        return Piece(cell.text, "", self.places.columns[index.column()].tooltip)

    def open(self, index: QModelIndex) -> None:
        self.place_chosen.emit(self.places.position(index.row()))

    def as_tsv(self) -> str:
        return self.places.as_tsv()

    def menu_of(self, index: QModelIndex) -> QMenu:
        """Make the menu of a cell; it says so if only the first rows are copied."""
        menu = super().menu_of(index)
        if self.places.n_rows > MOST_COPIED:
            menu.actions()[-1].setText(f"Copy first {counted(MOST_COPIED, 'row')}")
        return menu

    def _on_row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if current.isValid():
            self.place_chosen.emit(self.places.position(current.row()))

    def _restyle(self) -> None:
        self._delegate.fonts = PlaceFonts(self.font())
        set_row_height(self, self._delegate.fonts.row_height)
        self._fit_columns()

    def _fit_columns(self) -> None:
        fonts = self._delegate.fonts
        self._head.setMinimumSectionSize(round(36 * fonts.unit))
        for number, column in enumerate(self.places.columns):
            mode = QHeaderView.ResizeMode.Stretch if column.is_stretched else QHeaderView.ResizeMode.Interactive
            self._head.setSectionResizeMode(number, mode)
            if not column.is_stretched:
                self.setColumnWidth(number, fonts.column_width(column))
        self._leave_out()

    def _leave_out(self) -> None:
        columns, fonts = self.places.columns, self._delegate.fonts
        lacking = sum(map(fonts.column_width, columns)) - self.viewport().width()
        for number in reversed([number for number, column in enumerate(columns) if column.is_extra]):
            self.setColumnHidden(number, lacking > 0)
            lacking -= (lacking > 0) * fonts.column_width(columns[number])

    @property
    def whole_height(self) -> int:
        return self._height_of(max(self.places.n_rows, 1)) + 2 * self.frameWidth()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._leave_out()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self._height_of(_USUAL_ROWS))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(_LEAST_WIDTH * self.unit), self._height_of(min(_LEAST_ROWS, max(self.places.n_rows, 1))))

    def _height_of(self, n_rows: int) -> int:
        return self._head.sizeHint().height() + n_rows * self.verticalHeader().defaultSectionSize()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the chosen row; let the keyboard begin at the first one."""
        super().focusInEvent(event)
        is_key = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if self.currentIndex().isValid():
            self.selectRow(self.currentIndex().row())
            self.open(self.currentIndex())
        elif is_key and self.places.n_rows:
            self.choose_row(0)
