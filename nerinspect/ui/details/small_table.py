"""A small table in the details: as high as its rows, its numbers are doors, and all of it can be copied."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal
from unicodedata import bidirectional

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.kit.doors import DoorTable, Piece
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.tables.cell_style import CellStyle, text_option
from nerinspect.ui.lists.cell_drawing import paint_readings, readings_width
from nerinspect.ui.theme.marks import paint_focus_ring, thin_scroll_bars
from nerinspect.visible import visible

Index = QModelIndex | QPersistentModelIndex

CELL_ROLE: Final = Qt.ItemDataRole.UserRole
"""The whole cell; what is painted."""


@dataclass(frozen=True)
class DetailCell:
    """What one cell shows.

    Attributes
    ----------
    text : str
        As on screen.
    query : str
        What a click asks for; empty if the cell is no door.
    key : str
        Key of its definition in the glossary, or empty.
    note : str
        How the text comes about, for a tooltip.
    spoken : str
        What a screen reader says instead of the text.
    mark : str
        What stands behind the text in semibold, such as a bucket.
    side : str
        For the type of a mention: where its line stands, `reference` above and `prediction` below.
    is_number, is_quiet, is_bold, is_strong : bool
        Set at the right; in the colour of labels; in semibold as a sum, below a line; in semibold alone.
    wording : Wording
        What its definition calls the two sides.
    """

    text: str = ""
    query: str = ""
    key: str = ""
    note: str = ""
    spoken: str = ""
    mark: str = ""
    side: Literal["", "reference", "prediction"] = ""
    is_number: bool = False
    is_quiet: bool = False
    is_bold: bool = False
    is_strong: bool = False
    wording: Wording = JUDGED

    @property
    def meaning(self) -> str:
        """The sentence of its definition; empty if it has none."""
        return self.wording.meaning(self.key) if self.key else ""

    @property
    def copied(self) -> str:
        """The text and what stands behind it."""
        return f"{self.text} {self.mark}" if self.mark else self.text

    @property
    def tooltip(self) -> str:
        """The note, then what the cell means; the text itself where it may be cut off."""
        parts = (self.note, self.meaning)
        own = "" if self.is_number else self.text
        return "\n".join(dict.fromkeys(part for part in (own, *parts) if part))


class DetailModel(QAbstractTableModel):
    """Hold a few rows of cells, with heads and names of rows if there are any."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[Sequence[DetailCell]] = ()
        self._names: Sequence[DetailCell] = ()
        self._heads: Sequence[DetailCell] = ()

    def set_cells(
        self,
        rows: Sequence[Sequence[DetailCell]],
        names: Sequence[DetailCell] = (),
        heads: Sequence[DetailCell] = (),
    ) -> None:
        """Replace everything; all rows are equally long, and so are the heads."""
        self.beginResetModel()
        self._rows, self._names, self._heads = rows, names, heads
        self.endResetModel()

    def as_tsv(self) -> str:
        """Write the whole table, with names and heads, as text that a spreadsheet takes."""
        lines = [[cell.copied for cell in row] for row in self._rows]
        if self._names:
            lines = [[name.text, *line] for name, line in zip(self._names, lines, strict=True)]
        if self._heads:
            lines.insert(0, ["", *(head.text for head in self._heads)])
        return "".join("\t".join(line) + "\n" for line in lines)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the columns."""
        return 0 if parent.isValid() or not self._rows else len(self._rows[0])

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what a cell shows or says."""
        return _cell_data(self._rows[index.row()][index.column()], role) if index.isValid() else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what a head or the name of a row shows or says."""
        cells = self._heads if orientation == Qt.Orientation.Horizontal else self._names
        return _cell_data(cells[section], role) if 0 <= section < len(cells) else None


def _cell_data(cell: DetailCell, role: int) -> object:
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return cell.text
        case Qt.ItemDataRole.ToolTipRole:
            return tooltip(cell.tooltip) or None
        case Qt.ItemDataRole.AccessibleTextRole:
            return cell.spoken or cell.text
        case Qt.ItemDataRole.UserRole:
            return cell
    return None


_TIGHTER = 1.5  # so much nearer to the edge than in the events table is the line of a type, at a font of 13 pixels
_WIDEST = 110  # that a cell asks for, at a font of 13 pixels
_STRONG_CHARACTERS = 200
"""So many characters are looked at to tell the direction of a text."""


def paint_detail_cell(
    painter: QPainter, style: CellStyle, rect: QRectF, cell: DetailCell, is_underlined: bool = False
) -> None:
    """Paint a cell without its ground.

    Parameters
    ----------
    painter : QPainter
        Open on the device to paint on; left as it was.
    style : CellStyle
        Colours of the types, and the font of the panel; the cells are set smaller.
    rect : QRectF
        The cell.
    cell : DetailCell
        What it shows; a text that does not fit is cut in its middle.
    is_underlined : bool
        Whether the pointer is on a door.
    """
    painter.save()
    if cell.side:
        tighter = _TIGHTER * style.unit
        left = rect.right() - readings_width(style, [cell.text]) if cell.is_number else rect.left()
        inner = QRectF(rect).adjusted(0, -tighter, 0, tighter)
        inner.setLeft(max(left, rect.left()))
        paint_readings(painter, style, inner, [cell.text], cell.side)
    else:
        font = QFont(_font(style, cell))
        font.setUnderline(is_underlined)
        inner = rect.adjusted(style.padding, 0, -style.padding, 0)
        if cell.mark:
            _paint_mark(painter, style, inner, cell)
            inner.setRight(inner.right() - _mark_width(style, cell))
        shown = cell_metrics(style, cell).elidedText(visible(cell.text), Qt.TextElideMode.ElideMiddle, inner.width())
        at = Qt.AlignmentFlag.AlignRight if cell.is_number else Qt.AlignmentFlag.AlignLeft
        painter.setFont(font)
        painter.setPen(style.theme.text2 if cell.is_quiet else style.theme.text)
        painter.drawText(inner, shown, text_option(at, runs_right_to_left(cell.text)))
    painter.restore()


def _font(style: CellStyle, cell: DetailCell) -> QFont:
    return style.strong_font if cell.is_bold or cell.is_strong else style.reading_font


def cell_metrics(style: CellStyle, cell: DetailCell) -> QFontMetricsF:
    """Measure in the font of a cell."""
    return style.strong_metrics if cell.is_bold or cell.is_strong else style.reading_metrics


def cell_size(style: CellStyle, cell: DetailCell, height: int) -> QSize:
    """Measure the room a cell asks for, padding included, in device-independent pixels."""
    if cell.side:
        width = readings_width(style, [cell.text])
    else:
        text = visible(cell.text[:_STRONG_CHARACTERS])
        width = cell_metrics(style, cell).horizontalAdvance(text) + 2 * style.padding
        width += _mark_width(style, cell)
    return QSize(round(min(width, _WIDEST * style.unit)) + 1, height)


def _paint_mark(painter: QPainter, style: CellStyle, rect: QRectF, cell: DetailCell) -> None:
    painter.setFont(style.strong_font)
    painter.setPen(style.theme.text)
    painter.drawText(rect, cell.mark, text_option(Qt.AlignmentFlag.AlignRight, is_right_to_left=False))


def _mark_width(style: CellStyle, cell: DetailCell) -> float:
    """Measure a mark and the blank before it."""
    return style.strong_metrics.horizontalAdvance(f" {cell.mark}") if cell.mark else 0.0


def runs_right_to_left(text: str) -> bool:
    """Tell whether a text runs from right to left: its first letter decides, as in Qt."""
    strong = (bidirectional(character) for character in text[:_STRONG_CHARACTERS])
    return next((sign for sign in strong if sign in ("L", "R", "AL")), "L") != "L"


class StyledTable(DoorTable):
    """A table that says how its cells are painted.

    Parameters
    ----------
    row_height, head_height : int
        At a font of 13 pixels; without height there are no heads.

    Attributes
    ----------
    cell_style : CellStyle or None
        Fonts and colours; nothing is painted before they are known.
    """

    def __init__(self, row_height: int, head_height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.row_height, self.head_height = row_height, head_height
        self.cell_style: CellStyle | None = None


class CellDelegate(QStyledItemDelegate):
    """Paint cells in the style of their table."""

    def __init__(self, table: StyledTable) -> None:
        super().__init__(table)
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint ground, line over a sum, content and focus."""
        style, rect, cell = self._table.cell_style, QRectF(option.rect), index.data(CELL_ROLE)
        if style is None:
            return
        if option.state & QStyle.StateFlag.State_Selected and option.state & QStyle.StateFlag.State_Active:
            painter.fillRect(rect, style.theme.selected)
        if cell.is_bold:  # a sum
            painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), style.theme.border)
        paint_detail_cell(painter, style, rect, cell, self._table.hovered == index)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Ask for the room of the text."""
        style = self._table.cell_style
        cell = index.data(CELL_ROLE)  # None while rows are replaced and a header still counts those of before
        return cell_size(style, cell, self._table.row_height) if style and cell else QSize()


class CellHeader(QHeaderView):
    """Paint heads and names of rows like cells, without buttons."""

    def __init__(self, orientation: Qt.Orientation, table: StyledTable) -> None:
        super().__init__(orientation, table)
        self._table = table
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)

    def sectionSizeFromContents(self, section: int) -> QSize:
        """Ask for the room of the text."""
        cell, style = self.model().headerData(section, self.orientation(), CELL_ROLE), self._table.cell_style
        if style is None or not isinstance(cell, DetailCell):
            return QSize()
        is_head = self.orientation() == Qt.Orientation.Horizontal
        height = self._table.head_height if is_head else self._table.row_height
        return cell_size(style, cell, round(height * style.unit))

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint one head or name."""
        cell, style = self.model().headerData(section, self.orientation(), CELL_ROLE), self._table.cell_style
        if style is not None and isinstance(cell, DetailCell):
            painter.fillRect(rect, style.theme.window)
            paint_detail_cell(painter, style, QRectF(rect), cell)


_OFF = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
_LEAST = 60  # that is left of a stretched column, at a font of 13 pixels


class DetailTable(StyledTable):
    """Show a few cells.

    Parameters
    ----------
    name : str
        What a screen reader calls the table.
    row_height, head_height : int
        At a font of 13 pixels.
    stretched : int or None
        The column that takes the room that is left; None shares it among all.

    Signals
    -------
    door_opened : str
        A door was clicked or entered: its query.
    """

    door_opened = Signal(str)

    def __init__(
        self,
        name: str,
        row_height: int,
        head_height: int = 0,
        stretched: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(row_height, head_height, parent)
        self.setAccessibleName(name)
        self._stretched = stretched
        self._cells = DetailModel(self)
        self.setModel(self._cells)
        self.setItemDelegate(CellDelegate(self))
        self.setHorizontalHeader(CellHeader(Qt.Orientation.Horizontal, self))
        self.setVerticalHeader(CellHeader(Qt.Orientation.Vertical, self))
        if corner := self.findChild(QAbstractButton):
            corner.setMaximumSize(0, 0)  # Qt shows it again whenever it is hidden
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(_OFF)

    @property
    def cells(self) -> DetailModel:
        """The rows; after changing them, `fit` makes room."""
        return self._cells

    def piece(self, index: QModelIndex) -> Piece:
        """Give text, query and explanation of a cell."""
        cell: DetailCell = index.data(CELL_ROLE)
        return Piece(cell.text, cell.query, cell.meaning)

    def open(self, index: QModelIndex) -> None:
        """Open a door."""
        if query := self.piece(index).query:
            self.door_opened.emit(query)

    def as_tsv(self) -> str:
        """Write the whole table, with names and heads."""
        return self._cells.as_tsv()

    def fit(self, style: CellStyle) -> None:
        """Paint in a style and make room for all rows; share the width among the columns."""
        self.cell_style = style
        palette = self.palette()
        palette.setColor(palette.ColorRole.Base, style.theme.window)
        self.setPalette(palette)
        self.verticalHeader().setDefaultSectionSize(round(self.row_height * style.unit))
        self.horizontalHeader().setVisible(bool(self.head_height))
        self.verticalHeader().setVisible(self._cells.headerData(0, Qt.Orientation.Vertical) is not None)
        self._fit_columns()

    def _fit_columns(self) -> None:
        n_columns = self._cells.columnCount()
        if self.cell_style is None or not n_columns:
            return
        names = self.verticalHeader().sizeHint().width() if self.verticalHeader().isVisibleTo(self) else 0
        room = self.width() - names
        widths = [self._wanted(column) for column in range(n_columns)]
        if self._stretched is not None:
            least = min(widths[self._stretched], round(_LEAST * self.cell_style.unit))
            widths[self._stretched] = 0
            widths[self._stretched] = max(room - sum(widths), least)
        elif (spare := room - sum(widths)) > 0:
            widths = [width + spare // n_columns for width in widths]
            widths[-1] += spare % n_columns
        self.set_column_widths(widths)
        height = round(self.head_height * self.cell_style.unit)
        height += round(self.row_height * self.cell_style.unit) * self._cells.rowCount()
        is_wider = sum(widths) > room
        if is_wider != (self.horizontalScrollBarPolicy() != _OFF):
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn if is_wider else _OFF)
            thin_scroll_bars(self)
        self.setFixedHeight(height + (self.horizontalScrollBar().sizeHint().height() if is_wider else 0))

    def _wanted(self, column: int) -> int:
        """Give the width that the head of a column and its own cells ask for."""
        assert self.cell_style is not None, "columns are fitted in a style"
        rows = [row for row in range(self._cells.rowCount()) if self.columnSpan(row, column) == 1]
        cells = [self._cells.index(row, column).data(CELL_ROLE) for row in rows]
        head = self._cells.headerData(column, Qt.Orientation.Horizontal, CELL_ROLE)
        cells += [head] if isinstance(head, DetailCell) else []
        return max((cell_size(self.cell_style, cell, 0).width() for cell in cells), default=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_columns()
