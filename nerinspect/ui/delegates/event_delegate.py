"""Cells of the events table: each form of column is painted by its own function."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from nerinspect.ui.models.event_columns import EVENT_COLUMNS, CellForm
from nerinspect.ui.models.event_table_model import EventRole
from nerinspect.ui.painting.cell_style import CellStyle, paint_accent_edge, paint_focus_ring, paint_row_ground
from nerinspect.ui.painting.event_cells import (
    kind_width,
    paint_context,
    paint_kind,
    paint_plain,
    paint_readings,
    readings_width,
)
from nerinspect.ui.painting.segment_cell import paint_segment, segment_width

_SELECTED, _FOCUSED = QStyle.StateFlag.State_Selected, QStyle.StateFlag.State_HasFocus
_Index = QModelIndex | QPersistentModelIndex


class EventDelegate(QStyledItemDelegate):
    """Paint the cells of an event's row with one frozen style."""

    def __init__(self, style: CellStyle, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.cell_style = style
        self.hovered_row = -1

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        style, rect = self.cell_style, QRectF(option.rect)
        state = option.state
        is_selected = bool(state & _SELECTED)
        painter.save()
        paint_row_ground(
            painter,
            style,
            rect,
            is_selected=is_selected,
            is_hovered=index.row() == self.hovered_row,
            is_alternate=index.row() % 2 == 1,
        )
        if is_selected and index.column() == 0:
            paint_accent_edge(painter, style, rect)
        paint_event_cell(painter, style, rect, index)
        if state & _FOCUSED:
            paint_focus_ring(painter, style, rect)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Ask for the room the whole text of a cell needs."""
        style = self.cell_style
        match EVENT_COLUMNS[index.column()].form:
            case CellForm.KIND:
                width = kind_width(style)
            case CellForm.SEGMENT:
                width = segment_width(index.data(EventRole.SEGMENT), style)
            case CellForm.REFERENCE | CellForm.PREDICTION:
                width = readings_width(style, index.data(EventRole.TYPES))
            case _:
                width = QFontMetricsF(style.font).horizontalAdvance(str(index.data())) + 2 * style.padding
        return QSize(round(width) + 1, style.row_height)


def paint_event_cell(painter: QPainter, style: CellStyle, rect: QRectF, index: _Index) -> None:
    """Paint the content of a cell in the form its column declares."""
    match EVENT_COLUMNS[index.column()].form:
        case CellForm.KIND:
            paint_kind(painter, style, rect, index.data(EventRole.KIND))
        case CellForm.LEFT:
            _paint_context(painter, style, rect, index, is_left=True)
        case CellForm.RIGHT:
            _paint_context(painter, style, rect, index, is_left=False)
        case CellForm.SEGMENT:
            paint_segment(painter, style, rect, index.data(EventRole.SEGMENT))
        case CellForm.REFERENCE:
            paint_readings(painter, style, rect, index.data(EventRole.TYPES), "reference")
        case CellForm.PREDICTION:
            paint_readings(painter, style, rect, index.data(EventRole.TYPES), "prediction")
        case CellForm.TEXT:
            paint_plain(painter, style, rect, index.data(), Qt.AlignmentFlag.AlignLeft)
        case CellForm.NUMBER:
            paint_plain(painter, style, rect, index.data(), Qt.AlignmentFlag.AlignRight)


def _paint_context(painter: QPainter, style: CellStyle, rect: QRectF, index: _Index, *, is_left: bool) -> None:
    is_right_to_left = bool(index.data(EventRole.RIGHT_TO_LEFT))
    paint_context(painter, style, rect, index.data(), "left" if is_left else "right", is_right_to_left=is_right_to_left)
