"""A small concordance in the details: segments below each other, with the words around them."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from nerinspect.ui.details.small_table import CELL_ROLE, Index
from nerinspect.ui.kit.doors import DoorTable
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.tables.cell_style import CellStyle, paint_row_ground
from nerinspect.ui.lists.cell_drawing import paint_context, paint_plain, paint_segment, segment_width
from nerinspect.ui.lists.event_cells import SegmentCell
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.ui.theme.kind_symbols import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.theme.marks import paint_focus_ring, thin_scroll_bars


class ConcordanceColumn(IntEnum):
    """The columns there can be; `EDGE` is the last: where the segment stands, or how it is read."""

    KIND, LEFT, SEGMENT, RIGHT, EDGE = range(5)


@dataclass(frozen=True, kw_only=True)
class ConcordanceRow:
    """What one row shows.

    Attributes
    ----------
    left, right : str
        The words that stand left and right of the segment on screen.
    segment : SegmentCell
        Its words with their readings.
    edge : str
        What the last column says.
    spoken : str
        All of it for a screen reader.
    kind : str
        Letters of an event kind; empty where there is no event.
    is_marked : bool
        Whether the last column is set in the colour of texts.
    """

    left: str
    segment: SegmentCell
    right: str
    edge: str
    spoken: str
    kind: str = ""
    is_marked: bool = False

    @property
    def texts(self) -> tuple[str, str, str, str, str]:
        """What each column says."""
        return self.kind.upper(), self.left, self.segment.text, self.right, self.edge

    @property
    def copied(self) -> tuple[str, ...]:
        """What a copy of the table has."""
        return self.texts

    @property
    def tooltip(self) -> str:
        """What is said of the row under the pointer."""
        return self.spoken


class ConcordanceModel(QAbstractTableModel):
    """Give rows for some of the columns.

    Parameters
    ----------
    first_column : int
        `KIND` or `LEFT`; those after it follow.
    """

    def __init__(self, first_column: int) -> None:
        super().__init__()
        self.first_column = first_column

    @abstractmethod
    def row(self, number: int) -> ConcordanceRow:
        """Give one row."""

    @property
    @abstractmethod
    def n_rows(self) -> int:
        """How many rows there are."""

    def as_tsv(self) -> str:
        """Write all rows as text that a spreadsheet takes."""
        return "".join("\t".join(self.row(number).copied) + "\n" for number in range(self.n_rows))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the rows."""
        return 0 if parent.isValid() else self.n_rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the columns."""
        return 0 if parent.isValid() else ConcordanceColumn.EDGE + 1 - self.first_column

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what a cell shows or says; `CELL_ROLE` gives the whole row, which is painted."""
        if not index.isValid():
            return None
        row = self.row(index.row())
        if role == Qt.ItemDataRole.DisplayRole:
            return row.texts[self.first_column + index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(row.tooltip)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        return row if role == CELL_ROLE else None


_OFF: Final = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
_LEFT_SHARE, _EDGE_SHARE = 0.45, 0.4
_ROW_HEIGHT = 26  # at a font of 13 pixels of the rows, which are set smaller
_TALLEST = 12
"""So many rows are in sight at once; more are scrolled."""


class Concordance(DoorTable):
    """List the rows of a model; what one is, and what opening it does, is said by the tables of a kind.

    Attributes
    ----------
    segment_share : float
        So much of the room segments may take from the words around them.
    """

    segment_share = 0.5

    def __init__(self, model: ConcordanceModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = model
        self._style: CellStyle | None = None
        self.setModel(model)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(_OFF)
        self.setVerticalScrollBarPolicy(_OFF)

    def as_tsv(self) -> str:
        """Write all rows."""
        return self._rows.as_tsv()

    def restyle(self, style: CellStyle) -> None:
        """Paint with the fonts and colours of the panel, the rows set smaller, on its ground."""
        theme = replace(style.theme, base=style.theme.window, alternate=style.theme.window)
        self._style = style = CellStyle(theme, style.types, scaled_font(style.font, DETAIL))
        self.setItemDelegate(_RowDelegate(style, self))
        palette = self.palette()
        palette.setColor(palette.ColorRole.Base, theme.base)
        self.setPalette(palette)
        row_height, n_rows = round(_ROW_HEIGHT * style.unit), self._rows.n_rows
        self.verticalHeader().setDefaultSectionSize(row_height)
        is_scrolled = n_rows > _TALLEST
        if is_scrolled != (self.verticalScrollBarPolicy() != _OFF):
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn if is_scrolled else _OFF)
            thin_scroll_bars(self)
        self.setFixedHeight(row_height * min(n_rows, _TALLEST))
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Give the columns what the first rows need, up to a share; the contexts take the rest."""
        if self._style is None or not self._rows.n_rows:
            return
        style, rows = self._style, [self._rows.row(number) for number in range(min(self._rows.n_rows, _TALLEST))]
        kind = round(kind_symbol_size(style.metrics.ascent()).width() + 2 * style.padding)
        kind = kind if self._rows.first_column == ConcordanceColumn.KIND else 0
        edge = round(max(style.metrics.horizontalAdvance(row.edge) for row in rows) + 2 * style.padding) + 1
        edge = min(edge, round(self.viewport().width() * _EDGE_SHARE))
        room = max(self.viewport().width() - kind - edge, 0)
        segment = round(max(segment_width(row.segment, style) for row in rows)) + 1
        segment = min(segment, round(room * self.segment_share))
        left = round((room - segment) * _LEFT_SHARE)
        widths = (kind, left, segment, room - segment - left, edge)
        self.set_column_widths(widths[self._rows.first_column :])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self._fit_columns()


class _RowDelegate(QStyledItemDelegate):
    """Paint rows as in the events table, but kinds by their symbol alone."""

    def __init__(self, style: CellStyle, table: Concordance) -> None:
        super().__init__(table)
        self._style, self._table = style, table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        style, rect, row = self._style, QRectF(option.rect), index.data(CELL_ROLE)
        model = index.model()
        assert isinstance(model, ConcordanceModel), "the only model these tables have"
        painter.save()
        is_hovered = index.row() == self._table.hovered.row()
        paint_row_ground(painter, style, rect, is_selected=False, is_hovered=is_hovered, is_alternate=False)
        is_rtl = row.segment.is_right_to_left
        match model.first_column + index.column():
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
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)
        painter.restore()
