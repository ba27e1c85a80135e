"""Tables of numbers that paint differences as bars, and scores on shades."""

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QFont, QPainter, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from nerinspect.ui.diagnosis.cell_painting import paint_difference, paint_shaded
from nerinspect.ui.overview.cells import Cell, Column
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_delegate import NumberDelegate
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.theme import Theme, current_theme
from nerinspect.visible import visible

_LEAST_MAP, _MOST_CELL, _PADDING = 500, 112, 6  # at a font of 13 pixels

_MARKED = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus
_AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


@dataclass(frozen=True)
class BarCell(Cell):
    """A bar from the middle: to the right if A is better, to the left if B is.

    Attributes
    ----------
    reach : float
        From -1 to 1; nan for no bar.
    """

    reach: float = 0.0


@dataclass(frozen=True)
class HeatCell(Cell):
    """A score on a shade.

    Attributes
    ----------
    shade : float
        From 0 to 1; nan if the score is undefined.
    """

    shade: float = 0.0


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


class HeatTable(DrawnTable):
    """Show systems against buckets; `names` says what the rows are, where they are something else."""

    def __init__(self, parent: QWidget | None = None, names: tuple[str, ...] = ("System",), title: str = "") -> None:
        super().__init__(NumberTableModel([Column("System")], names, title), parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    @property
    def whole_width(self) -> int:
        """Give the width in which nothing is scrolled sideways."""
        return max(self.minimumWidth(), self._names_width + sum(self._widths.values()))

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
