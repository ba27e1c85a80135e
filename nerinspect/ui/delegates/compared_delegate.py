"""Cells of the filter tables about two systems: a number on its tint, and the focus around it."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from nerinspect.ui.models.compared_cells import CellRole
from nerinspect.ui.painting.marks import paint_accent_edge, paint_focus_ring
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.painting.values_row import PADDING
from nerinspect.ui.panels.counts_table import CountsTable

_Index = QModelIndex | QPersistentModelIndex


class ComparedDelegate(QStyledItemDelegate):
    """Paint a name at the left and numbers at the right; tables of a kind paint some cells in their own way."""

    def __init__(self, view: CountsTable) -> None:
        super().__init__(view)
        self.view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        style, rect = self.view.row_style, QRectF(option.rect)
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        self.paint_ground(painter, rect, index, is_hovered)
        self.paint_content(painter, rect, index, is_hovered)
        painter.restore()
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)

    def paint_ground(self, painter: QPainter, rect: QRectF, index: _Index, is_hovered: bool) -> None:
        """Paint the tint of a row that is picked or under the pointer."""
        theme = self.view.row_style.theme
        if index.data(CellRole.IS_PICKED):
            painter.fillRect(rect, theme.selected)
            if not index.column():
                paint_accent_edge(painter, theme, self.view.row_style.unit, rect)
        else:
            painter.fillRect(rect, theme.hover if is_hovered else theme.window)

    def paint_content(self, painter: QPainter, rect: QRectF, index: _Index, is_hovered: bool) -> None:
        """Paint the text, a number underlined under the pointer: a click does something."""
        style = self.view.row_style
        ink = style.theme.dimmed if index.data(CellRole.IS_DIM) else style.theme.text
        if not index.column():
            place = rect.adjusted(style.margin, 0, 0, 0)
            draw_text(painter, style.row_font, ink, place, index.data())
            return
        is_last = index.column() == index.model().columnCount() - 1
        place = rect.adjusted(0, 0, -(style.margin if is_last else PADDING * style.unit), 0)
        right, never = Qt.AlignmentFlag.AlignRight, Qt.TextElideMode.ElideNone
        draw_text(painter, style.row_font, ink, place, index.data(), right, elide=never, is_underlined=is_hovered)
