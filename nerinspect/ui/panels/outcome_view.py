"""The table of outcomes: four cells with a frame, their sums beside them, and the two ways to be both wrong below."""

import math

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from nerinspect.ui.delegates.compared_delegate import ComparedDelegate
from nerinspect.ui.models.compared_cells import CellRole
from nerinspect.ui.models.outcome_model import SPLIT, OutcomeModel
from nerinspect.ui.painting.fonts import DETAIL, scaled_font
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.painting.values_row import ValuesStyle, number_width
from nerinspect.ui.panels.counts_table import CountsTable

_Index = QModelIndex | QPersistentModelIndex
_PADDING = 8  # at a font of 13 pixels, at both sides of a count
_CENTRE, _NEVER = Qt.AlignmentFlag.AlignHCenter, Qt.TextElideMode.ElideNone


class OutcomeView(CountsTable):
    """Cells that are picked; the last row is as wide as its words need."""

    def __init__(self, model: OutcomeModel, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "Outcome, A by B", style, parent)
        self._outcomes = model
        self.setAccessibleDescription("Enter picks the cell, Ctrl adds it.")
        self.setItemDelegate(_OutcomeDelegate(self))
        self.setModel(model)
        for column in (0, 2):
            self.setSpan(SPLIT, column, 1, 2)
        self.restyle(style)

    def _share_width(self, width: int) -> None:
        """Give the four cells one width, and what is left to the names."""
        style, model = self.row_style, self._outcomes
        largest = [f"{model.count(model.index(2, 3)):,}"]
        cell = math.ceil(number_width(style, "B wrong", largest) + 2 * _PADDING * style.unit)
        names = math.ceil(number_width(style, "A wrong", ()) + style.margin + 2 * style.gap)
        total = math.ceil(number_width(style, "", largest) + style.margin + style.gap)
        alike, differently = (
            math.ceil(style.metrics.horizontalAdvance(model.text(model.index(SPLIT, column)))) for column in (0, 2)
        )
        names = max(names, math.ceil(alike + style.margin + style.gap) - cell)
        total = max(total, math.ceil(differently + style.margin) - cell)
        cell = max(cell, (width - names - total) // 3)
        cell = min(cell, max((width - names - total) // 2, 1))
        for column, own in enumerate((names, cell, cell, max(width - names - 2 * cell, 1))):
            self.setColumnWidth(column, own)


class _OutcomeDelegate(ComparedDelegate):
    """Paint counts in the middle of their cells."""

    def paint_ground(self, painter: QPainter, rect: QRectF, index: _Index, is_hovered: bool) -> None:
        """Paint the ground of a cell; the four have a frame, a picked one in the colour of what is picked."""
        style, is_picked = self.view.row_style, bool(index.data(CellRole.IS_PICKED))
        theme, is_framed = style.theme, index.row() < 2 and index.column() in (1, 2)
        ground = theme.base if is_framed else theme.window
        painter.fillRect(rect, theme.selected if is_picked else theme.hover if is_hovered else ground)
        if is_framed or is_picked:
            width = max(style.unit, 1.0)
            pen = QPen(theme.accent if is_picked else theme.border, width)
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            painter.drawRect(rect.adjusted(width / 2, width / 2, -width / 2, -width / 2))

    def paint_content(self, painter: QPainter, rect: QRectF, index: _Index, is_hovered: bool) -> None:
        """Paint a name, a count in the middle of its cell, or a sum at the right."""
        style, column = self.view.row_style, index.column()
        theme = style.theme
        if index.row() == SPLIT:
            self._paint_split(painter, rect, index, is_hovered)
            return
        if not column:
            place = rect.adjusted(style.margin, 0, -style.gap, 0)
            draw_text(painter, style.head_font, theme.text2, place, index.data(), Qt.AlignmentFlag.AlignRight)
            return
        is_sum = column == 3 or index.row() == 2
        ink = theme.dimmed if index.data(CellRole.IS_DIM) else theme.text2 if is_sum else theme.text
        is_bold = bool(index.data(CellRole.IS_PICKED))
        font = scaled_font(style.font, DETAIL, is_bold=True) if is_bold else style.row_font
        side, place = _CENTRE, rect
        if column == 3:
            side, place = Qt.AlignmentFlag.AlignRight, rect.adjusted(0, 0, -style.margin, 0)
        draw_text(painter, font, ink, place, index.data(), side, elide=_NEVER, is_underlined=is_hovered)

    def _paint_split(self, painter: QPainter, rect: QRectF, index: _Index, is_hovered: bool) -> None:
        """Paint how both are wrong, in words."""
        style, left = self.view.row_style, Qt.AlignmentFlag.AlignLeft
        ink = style.theme.dimmed if index.data(CellRole.IS_DIM) else style.theme.text2
        font = scaled_font(style.font, DETAIL, is_bold=True) if index.data(CellRole.IS_PICKED) else style.row_font
        place = rect.adjusted(style.gap if index.column() else style.margin, 0, 0, 0)
        draw_text(painter, font, ink, place, index.data(), left, elide=_NEVER, is_underlined=is_hovered)
