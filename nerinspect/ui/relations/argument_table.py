"""Type, head and tail of a relation event on both sides, beside each other."""

from typing import Final

from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget

from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.panels.details.cell_painting import cell_font
from nerinspect.ui.panels.details.cells import CELL_ROLE, DetailCell
from nerinspect.ui.panels.details.detail_table import DetailTable

_SIDES: Final = (0, 1)
"""The columns of the two sides, which share the room."""

_LONGEST: Final = 200  # characters that are measured


class ArgumentTable(DetailTable):
    """Show what the sides say; each gets half of the room, or what the other one does not need."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Arguments", 20, head_height=20, stretched=_SIDES[1], parent=parent)

    def _fit_columns(self) -> None:
        super()._fit_columns()
        if self.cell_style is None or not self.cells.rowCount():
            return
        room, half = sum(map(self.columnWidth, _SIDES)), sum(map(self.columnWidth, _SIDES)) // 2
        first, second = (self._needed(self.cell_style, column) for column in _SIDES)
        width = half if first + second > room else min(max(half, first), room - second)
        self.setColumnWidth(_SIDES[0], width)
        self.setColumnWidth(_SIDES[1], room - width)

    def _needed(self, style: CellStyle, side: int) -> int:
        """Measure the widest text of a side."""
        cells: list[DetailCell] = [self.cells.index(row, side).data(CELL_ROLE) for row in range(self.cells.rowCount())]
        widths = (QFontMetricsF(cell_font(style, cell)).horizontalAdvance(cell.text[:_LONGEST]) for cell in cells)
        return round(max(widths) + 2 * style.padding) + 1
