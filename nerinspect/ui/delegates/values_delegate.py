"""Rows of a filter over the values of a field."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from nerinspect.ui.models.values_model import ValueRole
from nerinspect.ui.painting.marks import paint_accent_edge, paint_focus_ring
from nerinspect.ui.painting.values_row import PaintRow, ValuesRow, ValuesStyle

_Index = QModelIndex | QPersistentModelIndex


class ValuesDelegate(QStyledItemDelegate):
    """Paint a value with its tint, and the focus around it."""

    def __init__(self, style: ValuesStyle, paint_row: PaintRow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.row_style = style
        self._paint_row = paint_row

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one row."""
        style, rect = self.row_style, QRectF(option.rect)
        row = ValuesRow(
            index.data(),
            index.data(ValueRole.COUNT),
            index.data(ValueRole.SHARE),
            index.data(ValueRole.IS_PICKED),
            index.data(ValueRole.IS_LEFT_OUT),
            bool(option.state & QStyle.StateFlag.State_MouseOver),
            index.data(ValueRole.VALUE),
            index.data(ValueRole.LARGEST),
        )
        ground = style.theme.hover if row.is_hovered else style.theme.window
        painter.fillRect(rect, style.theme.selected if row.is_picked else ground)
        if row.is_picked:
            paint_accent_edge(painter, style.theme, style.unit, rect)
        self._paint_row(painter, style, rect, row)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Ask for a row; its width is the panel's."""
        return QSize(0, self.row_style.row_height)
