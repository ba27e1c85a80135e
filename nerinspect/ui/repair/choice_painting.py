"""How the table of repairs is painted: radio buttons before the names, kinds in one line of the head."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from nerinspect.ui.overview.table_delegate import NumberDelegate
from nerinspect.ui.overview.table_head import NumberHead
from nerinspect.ui.overview.table_model import COLUMN_ROLE, Index, NumberTableModel
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.marks import paint_accent_edge
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.theme import Theme, current_theme
from nerinspect.ui.widgets.door_table import DoorTable

_EDGE, _RADIO, _GAP, _PADDING = 8, 13, 6, 6  # at a font of 13 pixels


class ChoiceDelegate(NumberDelegate):
    """Paint the row in use with tint and edge, and a radio button before each repair.

    Attributes
    ----------
    in_use : str
        The repair whose button is filled.
    unavailable : frozenset of str
        Repairs that cannot be chosen.
    """

    def __init__(self, table: DoorTable) -> None:
        self.in_use, self.unavailable = "", frozenset[str]()
        super().__init__(table)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground of the row in use under its cells."""
        model = index.model()
        assert isinstance(model, NumberTableModel), "the only model these tables have"
        if self.in_use and model.place(index.row()).group.key == self.in_use:
            theme = current_theme()
            painter.fillRect(option.rect, theme.selected)
            if not index.column():
                paint_accent_edge(painter, theme, self._unit, QRectF(option.rect).adjusted(0, 0, 0, -1))
        super().paint(painter, option, index)

    def name_width(self, model: NumberTableModel, number: int, most: float) -> float:
        """Measure what the name of a repair needs, up to some width, with its button and the words behind it."""
        row = model.place(number).row
        name = min(QFontMetricsF(self._bold).horizontalAdvance(row.name), most)
        words = QFontMetricsF(self._plain).horizontalAdvance(row.note)
        return name + words + (_EDGE + _RADIO + 2 * _GAP + _PADDING) * self._unit

    def _paint_name(self, painter: QPainter, theme: Theme, rect: QRectF, model: NumberTableModel, number: int) -> None:
        place, unit = model.place(number), self._unit
        key, row = place.group.key, place.row
        left = rect.adjusted(_EDGE * unit, 0, 0, 0)
        if not key:
            draw_text(painter, self._plain, theme.text2, left, row.name)
            return
        centre = QPointF(left.left() + _RADIO * unit / 2, rect.center().y())
        self._paint_radio(painter, theme, centre, key)
        words = left.adjusted((_RADIO + _GAP) * unit, 0, 0, 0)
        draw_text(painter, self._bold, theme.text, words, row.name)
        beside = words.adjusted(QFontMetricsF(self._bold).horizontalAdvance(row.name) + _GAP * unit, 0, 0, 0)
        draw_text(painter, self._plain, theme.text2, beside, row.note)

    def _paint_radio(self, painter: QPainter, theme: Theme, centre: QPointF, key: str) -> None:
        radius = (_RADIO - 1) * self._unit / 2
        is_chosen, is_open = key == self.in_use, key not in self.unavailable
        painter.setPen(QPen(theme.accent if is_chosen else theme.text3 if is_open else theme.border, self._unit))
        painter.setBrush(theme.base if is_open or is_chosen else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, radius, radius)
        if is_chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.accent)
            painter.drawEllipse(centre, radius / 2, radius / 2)


class ChoiceHead(NumberHead):
    """Paint symbol and letters of kinds where other columns have their title."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(has_kinds=False, parent=parent)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        """Paint one title over a line."""
        column = self.model().headerData(logicalIndex, Qt.Orientation.Horizontal, COLUMN_ROLE)
        if not column.kind:
            super().paintSection(painter, rect, logicalIndex)
            return
        theme, place = current_theme(), QRectF(rect)
        painter.save()
        painter.fillRect(place, theme.base)
        painter.fillRect(QRectF(place.left(), place.bottom() - 1, place.width(), 1), theme.border)
        self._paint_kind(painter, place.adjusted(0, 0, -_GAP * font_size(self.font()) / 13, -1), column)
        painter.restore()
