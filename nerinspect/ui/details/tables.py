"""The tables of the details: small ones whose numbers are doors, and concordances; both can be copied."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal, NamedTuple
from unicodedata import bidirectional

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.doors import Door, DoorTable, Piece, number_menu
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.styled import set_ink
from nerinspect.ui.kit.tables import NO_INDEX, Index
from nerinspect.ui.kit.tables.rows import CellStyle, paint_row_ground, plain_style, text_option
from nerinspect.ui.lists.cell_drawing import (
    paint_context,
    paint_plain,
    paint_readings,
    paint_segment,
    readings_width,
    segment_width,
)
from nerinspect.ui.lists.event_cells import SegmentCell
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.ui.theme.marks import kind_symbol_size, paint_focus_ring, paint_kind_symbol, thin_scroll_bars
from nerinspect.visible import visible

CELL_ROLE: Final = Qt.ItemDataRole.UserRole  # the whole cell, or in a concordance the whole row; what is painted
READABLE: Final = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
"""What can be done with sentences."""


def dress(
    label: QLabel, style: CellStyle, font: QFont | None = None, above: float = 0, ink: QColor | None = None
) -> None:
    """Set a label between tables: its font, by default small, room above it at a font of 13, and its colour."""
    padding = round(style.padding)
    label.setFont(style.reading_font if font is None else font)
    label.setContentsMargins(padding, round(above * style.unit), padding, 0)
    if ink is not None:
        set_ink(label, ink)


def parted(pieces: Iterable[Piece], by: str = " · ") -> list[Piece]:
    return [one for piece in pieces for one in (piece, Piece(by))][:-1]


@dataclass(frozen=True)
class DetailCell:
    """What one cell shows."""

    text: str = ""
    query: str = ""  # what a click asks for
    key: str = ""  # of its definition in the glossary
    note: str = ""  # how the text comes about, for a tooltip
    spoken: str = ""  # instead of the text
    mark: str = ""  # stands behind the text in semibold, such as a bucket
    side: Literal["", "reference", "prediction"] = ""
    """For the type of a mention: where its line stands, `reference` above and `prediction` below."""
    is_number: bool = False
    is_quiet: bool = False
    is_bold: bool = False  # in semibold as a sum, below a line
    is_strong: bool = False  # in semibold alone
    wording: Wording = JUDGED
    shown: object = None  # what of the training data a click shows, where no query finds it
    is_door: bool = False  # whether the cell looks as if it showed that

    @property
    def meaning(self) -> str:
        return self.wording.meaning(self.key) if self.key else ""

    @property
    def copied(self) -> str:
        return f"{self.text} {self.mark}" if self.mark else self.text

    @property
    def tooltip(self) -> str:
        """The note, then what the cell means; the text itself where it may be cut off."""
        parts = ("" if self.is_number else self.text, self.note, self.meaning)
        return "\n".join(dict.fromkeys(part for part in parts if part))

    def data(self, role: int) -> object:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.tooltip) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.spoken or self.text or "empty"
        return self if role == CELL_ROLE else None


class Cells(NamedTuple):
    """A small table: equally long rows, with a name each and heads, if there are any."""

    rows: Sequence[Sequence[DetailCell]] = ()
    names: Sequence[DetailCell] = ()
    heads: Sequence[DetailCell] = ()

    def as_tsv(self) -> str:
        lines = [[cell.copied for cell in row] for row in self.rows]
        if self.names:
            lines = [[name.text, *line] for name, line in zip(self.names, lines, strict=True)]
        if self.heads:
            lines.insert(0, ["", *(head.text for head in self.heads)])
        return "".join("\t".join(line) + "\n" for line in lines)


def _shape(cells: Cells) -> tuple[int, ...]:
    return len(cells.rows), len(cells.rows[0]) if cells.rows else 0, len(cells.names), len(cells.heads)


class _CellsModel(QAbstractTableModel):
    cells = Cells()

    def show_cells(self, cells: Cells) -> None:
        before = self.cells
        if _shape(before) != _shape(cells):
            self.beginResetModel()
            self.cells = cells
            self.endResetModel()
            return
        self.cells = cells
        if self.columnCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))
        for orientation, was, heads in (
            (Qt.Orientation.Horizontal, before.heads, cells.heads),
            (Qt.Orientation.Vertical, before.names, cells.names),
        ):
            if was != heads:
                self.headerDataChanged.emit(orientation, 0, len(heads) - 1)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.cells.rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() or not self.cells.rows else len(self.cells.rows[0])

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return self.cells.rows[index.row()][index.column()].data(role) if index.isValid() else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        cells = self.cells.heads if orientation == Qt.Orientation.Horizontal else self.cells.names
        return cells[section].data(role) if 0 <= section < len(cells) else None


_TIGHTER = 1.5  # so much nearer to the edge than in the events table is the line of a type, at a font of 13 pixels
_WIDEST = 110  # that a cell asks for, at a font of 13 pixels
_STRONG_CHARACTERS = 200  # so many characters are looked at to tell the direction of a text


def _paint_cell(
    painter: QPainter, style: CellStyle, rect: QRectF, cell: DetailCell, is_underlined: bool = False
) -> None:
    """Paint a cell without its ground; a text that does not fit is cut in its middle."""
    painter.save()
    if cell.side:
        tighter = _TIGHTER * style.unit
        left = rect.right() - readings_width(style, [cell.text]) if cell.is_number else rect.left()
        inner = QRectF(rect).adjusted(0, -tighter, 0, tighter)
        inner.setLeft(max(left, rect.left()))
        paint_readings(painter, style, inner, [cell.text], cell.side)
    else:
        font = style.strong_font if cell.is_bold or cell.is_strong else style.reading_font
        if is_underlined:
            font = QFont(font)
            font.setUnderline(True)
        inner = rect.adjusted(style.padding, 0, -style.padding, 0)
        if cell.mark:
            painter.setFont(style.strong_font)
            painter.setPen(style.theme.text)
            painter.drawText(inner, cell.mark, text_option(Qt.AlignmentFlag.AlignRight, is_right_to_left=False))
            inner.setRight(inner.right() - _mark_width(style, cell))
        shown = visible(cell.text)
        if text_width(style, cell, shown) > inner.width():
            metrics = style.strong_metrics if cell.is_bold or cell.is_strong else style.reading_metrics
            shown = metrics.elidedText(shown, Qt.TextElideMode.ElideMiddle, inner.width())
        at = Qt.AlignmentFlag.AlignRight if cell.is_number else Qt.AlignmentFlag.AlignLeft
        painter.setFont(font)
        painter.setPen(style.theme.text2 if cell.is_quiet else style.theme.text)
        painter.drawText(inner, shown, text_option(at, runs_right_to_left(cell.text)))
    painter.restore()


def text_width(style: CellStyle, cell: DetailCell, text: str) -> float:
    return style.strong_width(text) if cell.is_bold or cell.is_strong else style.reading_width(text)


def cell_width(style: CellStyle, cell: DetailCell) -> int:
    """Measure the room a cell asks for, padding included, in device-independent pixels."""
    if cell.side:
        width = readings_width(style, [cell.text])
    else:
        text = visible(cell.text[:_STRONG_CHARACTERS])
        width = text_width(style, cell, text) + 2 * style.padding + _mark_width(style, cell)
    return round(min(width, _WIDEST * style.unit)) + 1


def _mark_width(style: CellStyle, cell: DetailCell) -> float:
    return style.strong_width(f" {cell.mark}") if cell.mark else 0.0


def runs_right_to_left(text: str) -> bool:
    """Tell whether a text runs from right to left: its first letter decides, as in Qt."""
    if text.isascii():
        return False
    strong = (bidirectional(character) for character in text[:_STRONG_CHARACTERS])
    return next((sign for sign in strong if sign in ("L", "R", "AL")), "L") != "L"


_MARKED: Final = (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_Active).value  # as numbers: masking enums
_FOCUSED: Final = QStyle.StateFlag.State_HasFocus.value  # costs more than the ground of a cell


class _CellDelegate(QStyledItemDelegate):
    def __init__(self, table: "DetailTable") -> None:
        super().__init__(table)
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        table, style, rect = self._table, self._table.cell_style, QRectF(option.rect)
        cell = table.cells.rows[index.row()][index.column()]
        state = option.state.value
        if index.row() == table.chosen_row or state & _MARKED == _MARKED:
            painter.fillRect(rect, style.theme.selected)
        if cell.is_bold:  # a sum
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), style.theme.border)
        _paint_cell(painter, style, rect, cell, table.hovered == index)
        if state & _FOCUSED:
            paint_focus_ring(painter, style.theme, style.unit, rect)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        style = self._table.cell_style
        cell = index.data(CELL_ROLE)  # None while rows are replaced and a header still counts those of before
        return QSize(cell_width(style, cell), self._table.row_height) if cell else QSize()


class _CellHeader(QHeaderView):
    """Paint heads and names of rows like cells, without buttons."""

    def __init__(self, orientation: Qt.Orientation, table: "DetailTable") -> None:
        super().__init__(orientation, table)
        self._table = table
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)

    def sectionSizeFromContents(self, section: int) -> QSize:
        cell, style = self.model().headerData(section, self.orientation(), CELL_ROLE), self._table.cell_style
        if not isinstance(cell, DetailCell):
            return QSize()
        is_head = self.orientation() == Qt.Orientation.Horizontal
        height = self._table.head_height if is_head else self._table.row_height
        return QSize(cell_width(style, cell), round(height * style.unit))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        cell, style = self.model().headerData(section, self.orientation(), CELL_ROLE), self._table.cell_style
        if isinstance(cell, DetailCell):
            painter.fillRect(rect, style.theme.window)
            _paint_cell(painter, style, QRectF(rect), cell)


_OFF = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
_LEAST = 60  # that is left of a stretched column, at a font of 13 pixels


class DetailTable(DoorTable):
    """Show a few cells, as high as its rows.

    Heights are at a font of 13 pixels; without `head_height` there are no heads. The `stretched` column takes the room
    that is left; None shares it among all.
    """

    def __init__(
        self, desk: Desk, name: str, row_height: int, head_height: int = 0, stretched: int | None = None
    ) -> None:
        super().__init__()
        self._desk, self._stretched = desk, stretched
        self.row_height, self.head_height, self.chosen_row = row_height, head_height, -1
        self.cell_style = plain_style()
        self._model = _CellsModel(self)
        self.setAccessibleName(name)
        self.setModel(self._model)
        self.setItemDelegate(_CellDelegate(self))
        self.setHorizontalHeader(_CellHeader(Qt.Orientation.Horizontal, self))
        self.setVerticalHeader(_CellHeader(Qt.Orientation.Vertical, self))
        if corner := self.findChild(QAbstractButton):
            corner.setMaximumSize(0, 0)  # Qt shows it again whenever it is hidden
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(_OFF)

    @property
    def cells(self) -> Cells:
        return self._model.cells

    def show_cells(self, cells: Cells, n_joined: int = 0) -> None:
        """Show others and make room for them; so many cells at the front of the last row are one."""
        self._forget_place()
        if _shape(cells) != _shape(self.cells):
            self.clearSpans()
        self._model.show_cells(cells)
        if n_joined and self.columnSpan(len(cells.rows) - 1, 0) != n_joined:
            self.setSpan(len(cells.rows) - 1, 0, 1, n_joined)
        self._fit()
        self.executeDelayedItemsLayout()  # else it would be painted again a turn later

    def piece(self, index: QModelIndex) -> Piece:
        cell: DetailCell = index.data(CELL_ROLE)
        return Piece(cell.text, cell.query, cell.meaning)

    def open(self, index: QModelIndex) -> None:
        if query := self.piece(index).query:
            self._desk.open(Door(query))

    def as_tsv(self) -> str:
        return self.cells.as_tsv()

    def restyle(self, style: CellStyle) -> None:
        self.cell_style = style
        set_ink(self, style.theme.window, QPalette.ColorRole.Base)
        self.verticalHeader().setDefaultSectionSize(round(self.row_height * style.unit))
        self.horizontalHeader().setVisible(bool(self.head_height))
        self._fit()

    def _fit(self) -> None:
        self.verticalHeader().setVisible(bool(self.cells.names))
        self._fit_columns()

    def _fit_columns(self) -> None:
        n_columns = self._model.columnCount()
        if not n_columns:
            return
        names = self.verticalHeader().sizeHint().width() if self.verticalHeader().isVisibleTo(self) else 0
        room = self.width() - names
        widths = [self._wanted(self.cell_style, column) for column in range(n_columns)]
        if self._stretched is not None:
            least = min(widths[self._stretched], round(_LEAST * self.cell_style.unit))
            widths[self._stretched] = 0
            widths[self._stretched] = max(room - sum(widths), least)
        elif (spare := room - sum(widths)) > 0:
            widths = [width + spare // n_columns for width in widths]
            widths[-1] += spare % n_columns
        current = [self.columnWidth(column) for column in range(n_columns)]
        if (widths, names) != (current, self.verticalHeader().width()):
            self.set_column_widths(widths)
        height = round(self.head_height * self.cell_style.unit)
        height += round(self.row_height * self.cell_style.unit) * len(self.cells.rows)
        is_wider = sum(widths) > room
        if is_wider != (self.horizontalScrollBarPolicy() != _OFF):
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn if is_wider else _OFF)
            thin_scroll_bars(self)
        self.setFixedHeight(height + (self.horizontalScrollBar().sizeHint().height() if is_wider else 0))

    def _wanted(self, style: CellStyle, column: int) -> int:
        """Give the width that the head of a column and its own cells ask for."""
        cells = [cells[column] for row, cells in enumerate(self.cells.rows) if self.columnSpan(row, column) == 1]
        return max((cell_width(style, cell) for cell in (*cells, *self.cells.heads[column : column + 1])), default=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_columns()


class TrainingTable(DetailTable):
    """Show numbers of the training data; each shows what it counts, which no query finds."""

    shown = Signal(object)

    def __init__(self, desk: Desk, name: str, what: str, head_height: int = 0) -> None:
        super().__init__(desk, name, 20, head_height, stretched=0)
        self._what = what

    def is_door(self, index: QModelIndex) -> bool:
        cell: DetailCell = index.data(CELL_ROLE)
        return cell.is_door

    def open(self, index: QModelIndex) -> None:
        cell: DetailCell = index.data(CELL_ROLE)
        if cell.shown is not None:
            self.shown.emit(cell.shown)

    def menu_of(self, index: QModelIndex) -> QMenu:
        piece, cell = self.piece(index), index.data(CELL_ROLE)
        menu = number_menu(self, piece.text, "", piece.explanation)
        menu.addAction(f"Show {self._what} in training", lambda: self.open(index)).setEnabled(cell.shown is not None)
        menu.addAction("Copy table", self.copy_whole)
        return menu


class ConcordanceColumn(IntEnum):
    """The columns there can be; `EDGE` is the last: where the segment stands, or how it is read."""

    KIND, LEFT, SEGMENT, RIGHT, EDGE = range(5)


@dataclass(frozen=True, kw_only=True)
class ConcordanceRow:
    """An event, or a place in the training data, which has no kind."""

    left: str  # the words at the left on screen
    segment: SegmentCell
    right: str
    edge: str  # what the last column says
    place: str
    spoken: str
    kind: str = ""
    tag: str = ""  # the letters of the kind, or the words that stand for them
    is_marked: bool = False  # whether the last column is set in the colour of texts
    event: int = -1
    query: str = ""  # finds just this event
    tooltip: str = ""  # of the row; what is spoken, if empty

    @property
    def texts(self) -> tuple[str, str, str, str, str]:
        return self.tag, self.left, self.segment.text, self.right, self.edge

    @property
    def copied(self) -> tuple[str, ...]:
        """What a copy of the table has: of training, the place as well."""
        return self.texts if self.kind else (*self.texts[ConcordanceColumn.LEFT :], self.place)


_PAGE = 8  # rows that are made together


class ConcordanceRows:
    """Rows that `make` makes, from a first one in a number, when they are looked at."""

    def __init__(self, n_rows: int, make: Callable[[int, int], Sequence[ConcordanceRow]]) -> None:
        self.n_rows, self._make = n_rows, make
        self._made: dict[int, ConcordanceRow] = {}

    def row(self, number: int) -> ConcordanceRow:
        if number not in self._made:
            first = number // _PAGE * _PAGE
            self._made.update(enumerate(self._make(first, min(_PAGE, self.n_rows - first)), first))
        return self._made[number]


class _ConcordanceModel(QAbstractTableModel):
    def __init__(self, first_column: int) -> None:
        super().__init__()
        self.first_column, self.n_rows = first_column, 0
        self._rows = ConcordanceRows(0, lambda first, n: ())

    def show_rows(self, rows: ConcordanceRows, at_most: int) -> None:
        n_rows = min(at_most, rows.n_rows)
        if n_rows != self.n_rows:
            self.beginResetModel()
            self._rows, self.n_rows = rows, n_rows
            self.endResetModel()
        elif n_rows:
            self._rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(n_rows - 1, self.columnCount() - 1))

    def row(self, number: int) -> ConcordanceRow:
        return self._rows.row(number)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else self.n_rows

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else ConcordanceColumn.EDGE + 1 - self.first_column

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self.row(index.row())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.texts[self.first_column + index.column()]
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(row.tooltip or row.spoken)
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.spoken
        return row if role == CELL_ROLE else None


_LEFT_SHARE, _EDGE_SHARE = 0.45, 0.4
_ROW_HEIGHT = 26  # at a font of 13 pixels of the rows, which are set smaller
_TALLEST = 12  # so many rows are in sight at once; more are scrolled


class Concordance(DoorTable):
    """List segments below each other, with the words around them: events that rows lead to, or places in training.

    `segment_share`: so much of the room segments may take from the words around them.
    """

    def __init__(self, desk: Desk, *, of_events: bool, name: str = "", segment_share: float = 0.5) -> None:
        super().__init__()
        self._desk, self._key, self._segment_share = desk, "place" if of_events else "training_place", segment_share
        self._rows = _ConcordanceModel(ConcordanceColumn.KIND if of_events else ConcordanceColumn.LEFT)
        self.cell_style = plain_style()
        self.setAccessibleName(name)
        self.setModel(self._rows)
        self.setItemDelegate(_RowDelegate(self, self._rows))
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(_OFF)
        self.setVerticalScrollBarPolicy(_OFF)

    def show_rows(self, name: str, rows: ConcordanceRows, at_most: int | None = None) -> None:
        """List other rows, all of them or the first, and make room for them."""
        self._forget_place()
        self._rows.show_rows(rows, rows.n_rows if at_most is None else at_most)
        self.setAccessibleName(name)
        self._fit()
        self.executeDelayedItemsLayout()

    def piece(self, index: QModelIndex) -> Piece:
        row = self._rows.row(index.row())
        return Piece(row.place, row.query, meaning(self._key))

    def open(self, index: QModelIndex) -> None:
        """Go to the event of a row; a place in training has none."""
        if (event := self._rows.row(index.row()).event) >= 0:
            self._desk.event_requested.emit(event)

    def as_tsv(self) -> str:
        return "".join("\t".join(self._rows.row(number).copied) + "\n" for number in range(self._rows.n_rows))

    def restyle(self, style: CellStyle) -> None:
        """Paint with the fonts and colours of the panel, the rows set smaller, on its ground."""
        theme = style.theme._replace(base=style.theme.window, alternate=style.theme.window)
        self.cell_style = style = CellStyle(theme, style.types, scaled_font(style.font, DETAIL))
        set_ink(self, theme.base, QPalette.ColorRole.Base)
        self.verticalHeader().setDefaultSectionSize(round(_ROW_HEIGHT * style.unit))
        self._fit()

    def _fit(self) -> None:
        """Make room for the rows, of many for the first; share the width among the columns."""
        row_height, n_rows = self.verticalHeader().defaultSectionSize(), self._rows.n_rows
        is_scrolled = n_rows > _TALLEST
        if is_scrolled != (self.verticalScrollBarPolicy() != _OFF):
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn if is_scrolled else _OFF)
            thin_scroll_bars(self)
        self.setFixedHeight(row_height * min(n_rows, _TALLEST))
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Give the columns what the first rows need, up to a share; the contexts take the rest."""
        if not self._rows.n_rows:
            return
        style, rows = self.cell_style, [self._rows.row(number) for number in range(min(self._rows.n_rows, _TALLEST))]
        kind = round(kind_symbol_size(style.metrics.ascent()).width() + 2 * style.padding)
        kind = kind if self._rows.first_column == ConcordanceColumn.KIND else 0
        edge = round(max(style.metrics.horizontalAdvance(row.edge) for row in rows) + 2 * style.padding) + 1
        edge = min(edge, round(self.viewport().width() * _EDGE_SHARE))
        room = max(self.viewport().width() - kind - edge, 0)
        segment = round(max(segment_width(row.segment, style) for row in rows)) + 1
        segment = min(segment, round(room * self._segment_share))
        left = round((room - segment) * _LEFT_SHARE)
        widths = (kind, left, segment, room - segment - left, edge)
        self.set_column_widths(widths[self._rows.first_column :])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()


class _RowDelegate(QStyledItemDelegate):
    """Paint rows as in the events table, but kinds by their symbol alone."""

    def __init__(self, table: Concordance, rows: _ConcordanceModel) -> None:
        super().__init__(table)
        self._table, self._rows = table, rows

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        style, rect, row = self._table.cell_style, QRectF(option.rect), self._rows.row(index.row())
        painter.save()
        is_hovered = index.row() == self._table.hovered.row()
        paint_row_ground(painter, style, rect, is_selected=False, is_hovered=is_hovered, is_alternate=False)
        is_rtl = row.segment.is_right_to_left
        match self._rows.first_column + index.column():
            case ConcordanceColumn.KIND:
                size = kind_symbol_size(style.metrics.ascent())
                corner = QPointF(rect.left() + style.padding, rect.center().y() - size.height() / 2)
                paint_kind_symbol(painter, QRectF(corner, size), row.kind, style.theme)
            case ConcordanceColumn.LEFT:
                paint_context(painter, style, rect, row.left, "left", is_right_to_left=is_rtl)
            case ConcordanceColumn.SEGMENT:
                paint_segment(painter, style, rect, row.segment)
            case ConcordanceColumn.RIGHT:
                paint_context(painter, style, rect, row.right, "right", is_right_to_left=is_rtl)
            case ConcordanceColumn.EDGE:
                ink = style.theme.text if row.is_marked else style.theme.text2
                paint_plain(painter, style, rect, row.edge, Qt.AlignmentFlag.AlignRight, ink)
        if option.state.value & _FOCUSED:
            paint_focus_ring(painter, style.theme, style.unit, rect)
        painter.restore()
