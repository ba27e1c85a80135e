"""Cells of the events table: each form of column is painted by its own function."""

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from nerinspect.ui.models.event_cells import EventCells
from nerinspect.ui.models.event_columns import CellForm, EventColumn
from nerinspect.ui.models.event_rows import EventGroup
from nerinspect.ui.models.event_speech import counted_events
from nerinspect.ui.models.event_table_model import EventTableModel
from nerinspect.ui.models.event_verdicts import verdict_mark
from nerinspect.ui.painting.cell_style import CellStyle, paint_row_ground
from nerinspect.ui.painting.event_cells import (
    kind_width,
    paint_context,
    paint_kind,
    paint_number,
    paint_plain,
    paint_readings,
    readings_width,
)
from nerinspect.ui.painting.group_row import GroupLayout, lay_out_group, paint_group_row
from nerinspect.ui.painting.marks import paint_accent_edge, paint_focus_ring
from nerinspect.ui.painting.segment_cell import paint_segment, segment_width
from nerinspect.ui.painting.verdict_cell import paint_verdict, verdict_width

_SELECTED: Final = QStyle.StateFlag.State_Selected.value  # masking enums costs more than the ground of a cell
_FOCUSED: Final = QStyle.StateFlag.State_HasFocus.value
_Index = QModelIndex | QPersistentModelIndex
_Painter: TypeAlias = Callable[[QPainter, CellStyle, QRectF, EventCells, int, EventColumn], None]


class EventDelegate(QStyledItemDelegate):
    """Paint the cells of the events table with one frozen style.

    Attributes
    ----------
    cell_style : CellStyle
        Fonts and colours.
    hovered_row : int
        Row under the pointer; -1 if there is none.
    open_row : int
        Row of the group whose count is under the pointer; -1 if there is none.
    first_column : int
        The column at the left edge of the rows.
    """

    def __init__(self, style: CellStyle, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.cell_style = style
        self.hovered_row = self.open_row = -1
        self.first_column = 0
        self._group: tuple[EventCells, EventGroup, QRectF, int, CellStyle] | None = None  # whose layout is kept
        self._layout: GroupLayout | None = None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
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
            self.paint_cell(painter, rect, model.cells, event, shown)
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
            surface, counted = cells.segment_text(group.event), counted_events(group.n_events)
            self._group, self._layout = key, lay_out_group(self.cell_style, rect, key[3], surface, counted)
        return self._layout

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Ask for the room the whole text of a cell needs."""
        style, model = self.cell_style, index.model()
        assert isinstance(model, EventTableModel), "what this delegate is made for"
        column, event, cells = model.columns[index.column()], model.event_at(index.row()), model.cells
        width = self.cell_width(cells, event, column) if event is not None and cells is not None else 0.0
        return QSize(round(width) + 1, style.row_height)

    def paint_cell(self, painter: QPainter, rect: QRectF, cells: EventCells, event: int, column: EventColumn) -> None:
        """Paint what stands in the cell of one event, on the ground of its row."""
        _PAINTERS[column.form](painter, self.cell_style, rect, cells, event, column)

    def cell_width(self, cells: EventCells, event: int, column: EventColumn) -> float:
        """Measure the room a cell needs, in device-independent pixels."""
        style = self.cell_style
        match column.form:
            case CellForm.KIND:
                return kind_width(style, cells.study.wording)
            case CellForm.SEGMENT:
                return segment_width(cells.segment(event), style)
            case CellForm.REFERENCE:
                return readings_width(style, cells.reference_types(event))
            case CellForm.PREDICTION:
                return readings_width(style, cells.predicted_types(event))
            case CellForm.VERDICT:
                return verdict_width(style)
        return QFontMetricsF(style.font).horizontalAdvance(column.text(cells, event)) + 2 * style.padding


def _paint_context(
    painter: QPainter, style: CellStyle, rect: QRectF, cells: EventCells, event: int, column: EventColumn
) -> None:
    is_rtl = cells.is_right_to_left(event)
    side: Literal["left", "right"] = "left" if column.form is CellForm.LEFT else "right"
    paint_context(painter, style, rect, column.text(cells, event), side, is_right_to_left=is_rtl)


def _paint_text(
    painter: QPainter, style: CellStyle, rect: QRectF, cells: EventCells, event: int, column: EventColumn
) -> None:
    paint_plain(painter, style, rect, column.text(cells, event), Qt.AlignmentFlag.AlignLeft)


_PAINTERS: Final[dict[CellForm, _Painter]] = {
    CellForm.KIND: lambda p, style, rect, cells, event, _: paint_kind(
        p, style, rect, cells.kind(event), cells.study.wording
    ),
    CellForm.LEFT: _paint_context,
    CellForm.SEGMENT: lambda p, style, rect, cells, event, _: paint_segment(p, style, rect, cells.segment(event)),
    CellForm.RIGHT: _paint_context,
    CellForm.REFERENCE: lambda p, style, rect, cells, event, _: paint_readings(
        p, style, rect, cells.reference_types(event), "reference"
    ),
    CellForm.PREDICTION: lambda p, style, rect, cells, event, _: paint_readings(
        p, style, rect, cells.predicted_types(event), "prediction"
    ),
    CellForm.TEXT: _paint_text,
    CellForm.NUMBER: lambda p, style, rect, cells, event, column: paint_number(
        p, style, rect, column.text(cells, event)
    ),
    CellForm.VERDICT: lambda p, style, rect, cells, event, _: paint_verdict(
        p, style, rect, verdict_mark(cells, event), cells.decisions[event].flag, cells.lacks_correction(event)
    ),
}
