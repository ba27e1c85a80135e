"""What the rows of both tables have in common when they are painted: ground, edge and focus."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from nerinspect.ui.consistency.rows_view import RowsView
from nerinspect.ui.painting.cell_style import CellStyle, paint_row_ground
from nerinspect.ui.painting.marks import paint_accent_edge, paint_focus_ring


class RowsDelegate(QStyledItemDelegate):
    """Paint rows as the events table paints those of events; what stands in a cell is left to others."""

    def __init__(self, view: RowsView) -> None:
        super().__init__(view)
        self._rows = view

    def paint_cell(self, painter: QPainter, style: CellStyle, rect: QRectF, row: int, column: int) -> None:
        """Paint what stands in a cell."""
        raise NotImplementedError

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one cell."""
        style, rect, row, column = self._rows.cell_style, QRectF(option.rect), index.row(), index.column()
        if style is None:
            return
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        paint_row_ground(
            painter, style, rect,
            is_selected=is_selected, is_hovered=row == self._rows.hovered_row, is_alternate=row % 2 == 1,
        )  # fmt: skip
        self.paint_cell(painter, style, rect, row, column)
        if is_selected and column == self._rows.first_column:
            paint_accent_edge(painter, style.theme, style.unit, rect)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)
        painter.restore()
