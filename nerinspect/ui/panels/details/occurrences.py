"""A few events as a small concordance; a click or Enter goes to one."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from nerinspect.glossary import meaning
from nerinspect.ui.painting.cell_style import CellStyle, paint_row_ground
from nerinspect.ui.painting.event_cells import paint_context, paint_plain
from nerinspect.ui.painting.kind_symbol import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.painting.segment_cell import paint_segment, segment_width
from nerinspect.ui.panels.details import occurrence_model
from nerinspect.ui.panels.details.cells import Index
from nerinspect.ui.panels.details.occurrence_model import OCCURRENCE_ROLE, Occurrence, OccurrenceModel
from nerinspect.ui.widgets.door_label import Piece
from nerinspect.ui.widgets.door_table import DoorTable

_OFF: Final = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
_SEGMENT_SHARE, _LEFT_SHARE = 0.5, 0.45
_ROW_HEIGHT = 26  # at a font of 13 pixels of the rows, which are set smaller


class OccurrencesTable(DoorTable):
    """List a few events of a study.

    Signals
    -------
    event_requested : int
        The number of the event in the chosen row.
    """

    event_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._events = OccurrenceModel()
        self._style: CellStyle | None = None
        self.setModel(self._events)
        self.horizontalHeader().hide()
        self.verticalHeader().hide()
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setHorizontalScrollBarPolicy(_OFF)
        self.setVerticalScrollBarPolicy(_OFF)

    def piece(self, index: QModelIndex) -> Piece:
        """Give place and query of the event of a row."""
        row = self._events.row(index.row())
        return Piece(row.place, row.query, meaning("place"))

    def open(self, index: QModelIndex) -> None:
        """Go to the event of a row."""
        self.event_requested.emit(self._events.row(index.row()).event)

    def as_tsv(self) -> str:
        """Write all rows."""
        return self._events.as_tsv()

    def show_events(self, rows: Sequence[Occurrence], style: CellStyle) -> None:
        """List events, painted in a style."""
        self._events.set_rows(rows)
        self.restyle(style)

    def restyle(self, style: CellStyle) -> None:
        """Paint with other fonts and colours."""
        self._style = style
        self.setItemDelegate(_OccurrenceDelegate(style, self))
        row_height = round(_ROW_HEIGHT * style.unit)
        self.verticalHeader().setDefaultSectionSize(row_height)
        self.setFixedHeight(row_height * self._events.rowCount())
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Give the segment what it needs, up to half; the contexts share what is left."""
        if self._style is None or not self._events.rowCount():
            return
        style, rows = self._style, [self._events.row(number) for number in range(self._events.rowCount())]
        kind = round(kind_symbol_size(style.metrics.ascent()).width() + 2 * style.padding)
        place = round(max(style.metrics.horizontalAdvance(row.place) for row in rows) + 2 * style.padding) + 1
        room = max(self.width() - kind - place, 0)
        segment = round(max(segment_width(row.segment, style) for row in rows)) + 1
        segment = min(segment, round(room * _SEGMENT_SHARE))
        left = round((room - segment) * _LEFT_SHARE)
        for column, width in enumerate((kind, left, segment, room - segment - left, place)):
            self.setColumnWidth(column, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width."""
        super().resizeEvent(event)
        self._fit_columns()


class _OccurrenceDelegate(QStyledItemDelegate):
    """Paint rows as in the events table, but kinds by their symbol alone."""

    def __init__(self, style: CellStyle, table: OccurrencesTable) -> None:
        super().__init__(table)
        self._style, self._table = style, table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one cell."""
        style, rect, row = self._style, QRectF(option.rect), index.data(OCCURRENCE_ROLE)
        painter.save()
        is_hovered = index.row() == self._table.hovered.row()
        paint_row_ground(painter, style, rect, is_selected=False, is_hovered=is_hovered, is_alternate=False)
        is_rtl = row.segment.is_right_to_left
        match index.column():
            case occurrence_model.KIND:
                size = kind_symbol_size(style.metrics.ascent())
                corner = QPointF(rect.left() + style.padding, rect.center().y() - size.height() / 2)
                paint_kind_symbol(painter, QRectF(corner, size), row.kind, style.theme)
            case occurrence_model.LEFT:
                paint_context(painter, style, rect, row.left, "left", is_right_to_left=is_rtl)
            case occurrence_model.SEGMENT:
                paint_segment(painter, style, rect, row.segment)
            case occurrence_model.RIGHT:
                paint_context(painter, style, rect, row.right, "right", is_right_to_left=is_rtl)
            case occurrence_model.PLACE:
                paint_plain(painter, style, rect, row.place, Qt.AlignmentFlag.AlignRight)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)
        painter.restore()
