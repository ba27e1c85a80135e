"""Tables of numbers that paint differences as bars, and scores on shades."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from nerinspect.ui.diagnosis.cell_painting import paint_difference, paint_shaded
from nerinspect.ui.diagnosis.differences import BarCell, difference_columns
from nerinspect.ui.diagnosis.heat_map import HEAT_MAP, HeatCell, HeatMap
from nerinspect.ui.overview.cells import Column
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_delegate import NumberDelegate
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.theme import Theme, current_theme
from nerinspect.visible import visible

_GAP, _LEAST_NAME, _MOST_NAME, _LEAST_BAR, _MOST_BAR = 16, 40, 110, 90, 208  # at a font of 13 pixels
_LEAST_MAP, _MOST_CELL = 500, 112
_ROWS, _PADDING = 12, 6

_MARKED = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus
_AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class DrawingDelegate(NumberDelegate):
    """Paint what these tables draw, and anything else as all tables of numbers do."""

    def restyle(self, font: QFont) -> None:
        """Paint with other fonts and colours."""
        super().restyle(font)
        self._theme, self._room = current_theme(), round(_PADDING * font_size(font) / 13)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one cell; plain numbers, of which there are hundreds, in the quickest way."""
        model = index.model()
        assert isinstance(model, NumberTableModel), "the only model these tables have"
        cell, is_marked = model.cell(index), option.state & _MARKED
        is_plain = index.column() and not cell.dots and cell.bar < 0 and not isinstance(cell, BarCell | HeatCell)
        if not is_plain or is_marked or self._table.hovered == index:
            super().paint(painter, option, index)
            return
        rect, row = option.rect, model.place(index.row()).row
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, self._theme.hairline)
        if cell.text:
            painter.setFont(self._bold if row.is_total else self._plain)
            painter.setPen(self._theme.text3 if cell.is_dim or row.is_dim else self._theme.text)
            painter.drawText(rect.adjusted(0, 0, -self._room, 0), _AT_RIGHT, visible(cell.text))

    def _paint_number(
        self,
        painter: QPainter,
        theme: Theme,
        rect: QRectF,
        model: NumberTableModel,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        cell = model.cell(index)
        if isinstance(cell, BarCell):
            paint_difference(painter, theme, rect, cell.reach, self._unit)
        elif isinstance(cell, HeatCell):
            is_hovered = self._table.hovered == index
            paint_shaded(painter, theme, self._plain, rect, cell.text, cell.shade, is_hovered)
        else:
            super()._paint_number(painter, theme, rect, model, index)


class DrawnTable(NumberTable):
    """A table of numbers with bars and shades; its parameters are those of `NumberTable`."""

    def __init__(self, model: NumberTableModel, parent: QWidget | None = None, most_rows: int = 24) -> None:
        super().__init__(model, parent, most_rows)
        model.setParent(self)
        self._delegate = DrawingDelegate(self)
        self.setItemDelegate(self._delegate)
        self._restyle()


class DifferenceTable(DrawnTable):
    """Show the buckets of one attribute with their bars around zero.

    Parameters
    ----------
    name : str
        The attribute.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(NumberTableModel(difference_columns("A", "B"), ("Bucket",), name), parent, _ROWS)
        self._head.hide()

    def _share_room(self) -> None:
        """Give the bars what room the words leave, up to some."""
        unit = font_size(self.font()) / 13
        metrics = QFontMetricsF(scaled_font(self.font(), DETAIL))
        names = [self.numbers.place(row).row.name for row in range(self.numbers.rowCount())]
        widest = max((metrics.horizontalAdvance(name) for name in names), default=0.0) + _GAP * unit
        width = round(min(max(widest, _LEAST_NAME * unit), _MOST_NAME * unit))
        words = width + sum(self._widths.get(column, 0) for column in (2, 3))
        least, most = round(_LEAST_BAR * unit), round(_MOST_BAR * unit)
        self.setColumnWidth(0, width)
        self.setColumnWidth(1, max(min(self.viewport().width() - words, most), least))
        self.setMinimumWidth(words + least)

    def _fit(self) -> None:
        """Be as high as the rows, without a head."""
        n_rows = min(self._model.rowCount(), self._most_rows)
        self.setFixedHeight(n_rows * self.verticalHeader().defaultSectionSize() + 1)


class HeatTable(DrawnTable):
    """Show systems against buckets; `names` says what the rows are, where they are something else."""

    def __init__(self, parent: QWidget | None = None, names: tuple[str, ...] = ("System",)) -> None:
        super().__init__(NumberTableModel([Column("System")], names, HEAT_MAP), parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    @property
    def whole_width(self) -> int:
        """Give the width in which nothing is scrolled sideways."""
        return max(self.minimumWidth(), self._names_width + sum(self._widths.values()))

    def show_map(self, heat_map: HeatMap) -> None:
        """Show other scores."""
        self.set_columns(heat_map.columns())
        self.numbers.set_groups(heat_map.rows())

    def _share_room(self) -> None:
        """Make all buckets equally wide, up to some width; where there is no room for all, they are scrolled to."""
        if not self._widths:
            return
        unit, names = font_size(self.font()) / 13, max(self._names_width, self._title_width)
        room = self.viewport().width() - names
        width = max(min(room // len(self._widths), round(_MOST_CELL * unit)), *self._widths.values())
        self.setColumnWidth(0, names)
        for column in self._widths:
            self.setColumnWidth(column, width)
        self.setMinimumWidth(round(_LEAST_MAP * unit))
        self._fit()

    def _fit(self) -> None:
        """Leave room for a scroll bar below."""
        super()._fit()
        is_scrolled = self._head.length() > self.viewport().width() > 0
        if is_scrolled:
            self.setFixedHeight(self.height() + self.horizontalScrollBar().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for a scroll bar, or need none."""
        super().resizeEvent(event)
        self._fit()
