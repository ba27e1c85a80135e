"""How cells of numbers are painted: arrows of groups, bars, dots, doors, hairlines."""

from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.painting.recall_dots import paint_recall_dots
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.theme import Theme, current_theme
from nerinspect.ui.widgets.door_table import DoorTable

EDGE: Final = 4
"""So far from the left edge names begin, at a font of 13 pixels; the ring of the focus needs as much."""

_PADDING, _GAP, _INDENT, _ARROW, _BAR, _WORDS = 6, 14, 14, 7, 7, 4  # at a font of 13 pixels


class NumberDelegate(QStyledItemDelegate):
    """Paint one cell; the number under the pointer is underlined if it is a door."""

    def __init__(self, table: DoorTable) -> None:
        super().__init__(table)
        self._table = table
        self.restyle(table.font())

    def restyle(self, font: QFont) -> None:
        """Write in other fonts; they are made once, not for each cell."""
        self._unit = font_size(font) / 13
        self._plain, self._bold = scaled_font(font, DETAIL), scaled_font(font, DETAIL, is_bold=True)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint ground, content, hairline and the ring of the focus."""
        model = index.model()
        assert isinstance(model, NumberTableModel), "the only model these tables have"
        theme, rect = current_theme(), QRectF(option.rect)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_selected:
            painter.fillRect(rect, theme.selected)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.hairline)
        if index.column():
            self._paint_number(painter, theme, rect, model, index)
        else:
            self._paint_name(painter, theme, rect, model, index.row())
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, theme, self._unit, rect.adjusted(0, 0, 0, -1))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Ask for nothing: columns and rows are sized for the whole table."""
        return QSize(0, 0)

    def name_width(self, model: NumberTableModel, number: int, most: float) -> float:
        """Measure what the name of a row needs, up to some width, and the words behind it."""
        row = model.place(number).row
        name = QFontMetricsF(self._bold if row.is_total else self._plain).horizontalAdvance(row.name)
        words = QFontMetricsF(self._plain).horizontalAdvance(row.note) + _WORDS * self._unit if row.note else 0.0
        return self._name_left(model, number) + min(name, most) + words + _GAP * self._unit

    def _name_left(self, model: NumberTableModel, number: int) -> float:
        """Tell how far from the left edge a name begins."""
        is_member = not model.place(number).is_head
        left = _INDENT if model.can_fold(number) or is_member else EDGE
        return (left + model.place(number).row.depth * _INDENT + (2 if is_member else 0)) * self._unit

    def _paint_name(self, painter: QPainter, theme: Theme, rect: QRectF, model: NumberTableModel, number: int) -> None:
        unit, row = self._unit, model.place(number).row
        if model.can_fold(number):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.text2)
            tip = QPointF(rect.left() + (EDGE + row.depth * _INDENT) * unit, rect.center().y())
            painter.drawPolygon(_arrow(tip, unit, model.is_open(number)))
        place = rect.adjusted(self._name_left(model, number), 0, -_PADDING * unit, 0)
        written = self._bold if row.is_total else self._plain
        ink, hovered = theme.text3 if row.is_dim else theme.text, self._table.hovered
        is_underlined = row.door is not None and (hovered.row(), hovered.column()) == (number, 0)
        middle = Qt.TextElideMode.ElideMiddle
        draw_text(painter, written, ink, place, row.name, elide=middle, is_underlined=is_underlined)
        behind = place.adjusted(QFontMetricsF(written).horizontalAdvance(row.name) + _WORDS * unit, 0, 0, 0)
        if row.note and QFontMetricsF(self._plain).horizontalAdvance(row.note) <= behind.width():  # or not at all
            draw_text(painter, self._plain, theme.text2, behind, row.note)

    def _paint_number(
        self,
        painter: QPainter,
        theme: Theme,
        rect: QRectF,
        model: NumberTableModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        cell, unit = model.cell(index), self._unit
        if cell.bar >= 0:
            full = rect.adjusted(2 * _PADDING * unit, 0, -_PADDING * unit, 0)
            height = _BAR * unit
            bar = QRectF(full.left(), full.center().y() - height / 2, full.width() * cell.bar, height)
            painter.fillRect(QRectF(full.left(), bar.bottom() - 1, full.width(), 1), theme.hairline)
            painter.fillRect(bar, theme.support_bar)
            return
        row = model.place(index.row()).row
        if cell.dots:
            paint_recall_dots(
                painter, theme, rect.adjusted(_PADDING * unit, 0, -2 * _PADDING * unit, 0), cell.dots, unit
            )
            return
        is_total = row.is_total or model.columns[index.column()].title == "Sum"
        written = self._bold if is_total else self._plain
        place = rect.adjusted(0, 0, -_PADDING * unit, 0)
        ink = theme.text3 if cell.is_dim or row.is_dim else theme.text
        at = Qt.AlignmentFlag.AlignRight
        draw_text(painter, written, ink, place, cell.text, at, is_underlined=self._table.hovered == index)


def _arrow(left: QPointF, unit: float, is_open: bool) -> QPolygonF:
    """Draw the arrow of a group: down when open, right when folded."""
    size = _ARROW * unit
    corners = [(0, -0.25), (1, -0.25), (0.5, 0.35)] if is_open else [(0.2, -0.5), (0.2, 0.5), (0.8, 0)]
    return QPolygonF([QPointF(left.x() + x * size, left.y() + y * size) for x, y in corners])
