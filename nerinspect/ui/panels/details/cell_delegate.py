"""Cells, heads and names of rows of the small tables in the details."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.panels.details.cell_painting import cell_size, paint_detail_cell
from nerinspect.ui.panels.details.cells import CELL_ROLE, DetailCell, Index
from nerinspect.ui.widgets.door_table import DoorTable

if TYPE_CHECKING:
    from nerinspect.ui.painting.cell_style import CellStyle


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
