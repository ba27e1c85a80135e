"""Rows of the kinds filter."""

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from nerinspect.ui.models.kinds_model import KindRole
from nerinspect.ui.painting.cell_style import CellStyle, paint_accent_edge, paint_focus_ring
from nerinspect.ui.painting.kind_row import KindRow, KindRowStyle, paint_kind_row

_Index = QModelIndex | QPersistentModelIndex


class KindDelegate(QStyledItemDelegate):
    """Paint a kind with its tint, and the focus around it."""

    def __init__(self, style: KindRowStyle, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.row_style = style

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one row."""
        style, rect = self.row_style, QRectF(option.rect)
        row = KindRow(
            index.data(KindRole.KIND),
            index.data(),
            index.data(KindRole.COUNT),
            index.data(KindRole.SHARE),
            index.data(KindRole.IS_PICKED),
            index.data(KindRole.IS_LEFT_OUT),
        )
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        ground = style.theme.hover if is_hovered else style.theme.window
        edges = CellStyle(style.theme, {}, style.font)
        painter.fillRect(rect, style.theme.selected if row.is_picked else ground)
        if row.is_picked:
            paint_accent_edge(painter, edges, rect)
        paint_kind_row(painter, style, rect, row)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, edges, rect)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Ask for a row; its width is the panel's."""
        return QSize(0, self.row_style.row_height)
