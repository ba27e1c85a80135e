"""The table of tough mentions: columns as wide as their numbers, and types that unfold below a subset."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from nerinspect.ui.models.tough_model import ToughModel, ToughRole
from nerinspect.ui.models.tough_rows import ToughColumn, ToughRow
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.painting.tough_cell import ToughCell, name_left, name_width, paint_tough_cell
from nerinspect.ui.painting.values_row import PADDING, ValuesStyle, number_width
from nerinspect.ui.panels.counts_table import CountsTable

_Index = QModelIndex | QPersistentModelIndex
_WIDEST: Final = {
    ToughColumn.MENTIONS: "8,888",
    ToughColumn.SHARE: "100.00",
    ToughColumn.RECALL: "100.00",
    ToughColumn.MISSED: "888",
    ToughColumn.OTHER: "100.00",
}
_LEAST_BAR, _BAR = 26, 48  # at a font of 13 pixels, with a gap
_SHORT_TITLES: Final = {ToughColumn.MENTIONS: "Count"}


class _Arrangement(NamedTuple):
    """What is shown, from the usual to what gives way in narrow panels."""

    has_share: bool = False
    gap: int = 4  # between columns, at a font of 13 pixels
    has_short_titles: bool = True
    has_short_names: bool = False


_ARRANGEMENTS: Final = (
    _Arrangement(has_share=True, gap=6, has_short_titles=False),
    _Arrangement(has_share=True, has_short_titles=False),
    _Arrangement(has_short_titles=False),
    _Arrangement(),
    _Arrangement(has_short_names=True),
)


class ToughView(CountsTable):
    """Cells that are picked; an arrow, or the keys + and -, list the types of a subset below it.

    Signals
    -------
    unfolding_asked(QModelIndex)
        The types of a row's subset are to be listed, or no longer.
    """

    unfolding_asked = Signal(QModelIndex)

    def __init__(self, model: ToughModel, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "Tough mentions", style, parent)
        self._tough = model
        self.arrangement = _ARRANGEMENTS[0]
        self.setAccessibleDescription("Enter picks the cell, Ctrl adds, Shift reaches on; + and - list types.")
        self.setItemDelegate(_ToughDelegate(self))
        self.setModel(model)
        self.restyle(style)

    def title(self, column: int) -> str:
        """Name a column, shortly where the panel is narrow."""
        title = super().title(column)
        if self._tough.wording.is_neutral:
            return title
        return _SHORT_TITLES.get(ToughColumn(column), title) if self.arrangement.has_short_titles else title

    def _share_width(self, width: int) -> None:
        """Choose the first arrangement in which all subsets can be read, with a bar beside recall if there is room.

        In a narrow panel gaps shrink first, then the share goes, then titles and names are short.
        """
        unit, rows = self.row_style.unit, [self._tough.row(place) for place in range(self._tough.rowCount())]
        needed, widths = 0.0, dict[ToughColumn, int]()
        for self.arrangement in _ARRANGEMENTS:
            is_short, subsets = self.arrangement.has_short_names, (row for row in rows if not row.type_name)
            needed = max((name_width(self.row_style, row, is_short) for row in subsets), default=0.0)
            widths = self._number_widths(rows)
            if width - sum(widths.values()) >= needed:
                break
        spare = width - sum(widths.values()) - needed
        if self._tough.names is None and spare >= _LEAST_BAR * unit:
            widths[ToughColumn.RECALL] += math.floor(min(spare, _BAR * unit))
        for column in (ToughColumn.SHARE, ToughColumn.MISSED, ToughColumn.OTHER):
            self.setColumnHidden(column, column not in widths)
        if self.isColumnHidden(self.currentIndex().column()):
            self.setCurrentIndex(self.currentIndex().siblingAtColumn(ToughColumn.RECALL))
        for column, own in {ToughColumn.SUBSET: max(width - sum(widths.values()), 1), **widths}.items():
            self.setColumnWidth(column, own)

    def _number_widths(self, rows: Sequence[ToughRow]) -> dict[ToughColumn, int]:
        """Measure the columns of numbers, the gap before each included."""
        style, widths = self.row_style, {}
        gap = self.arrangement.gap * style.unit
        left_out = ToughColumn.OTHER if self._tough.names is None else ToughColumn.MISSED
        for column, widest in _WIDEST.items():
            if column == left_out:
                continue
            if self.arrangement.has_share or column != ToughColumn.SHARE or self._tough.wording.is_neutral:
                texts = (widest, *(row.text(column) for row in rows))
                widths[column] = math.ceil(number_width(style, self.title(column), texts) + gap)
        widths[max(widths)] += round(style.margin - PADDING * style.unit)
        return widths

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Unfold at the arrow, choose elsewhere."""
        place = event.position().toPoint()
        index = self.indexAt(place)
        if event.button() == Qt.MouseButton.LeftButton and self._is_arrow(index, place.x()):
            self.unfolding_asked.emit(index)
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """List types with + and fold them with -."""
        index = self.currentIndex()
        if index.isValid() and event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Minus) and self._tough.has_types:
            if index.data(ToughRole.IS_UNFOLDED) == (event.key() == Qt.Key.Key_Minus):
                self.unfolding_asked.emit(index)
        else:
            super().keyPressEvent(event)

    def _is_arrow(self, index: QModelIndex, x: int) -> bool:
        if not index.isValid() or index.column() != ToughColumn.SUBSET or not self._tough.has_types:
            return False
        row = self._tough.row(index.row())
        return not row.type_name and x < name_left(self.row_style, row)


class _ToughDelegate(QStyledItemDelegate):
    """Paint a cell, and the focus around it."""

    def __init__(self, view: ToughView) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        style, rect, model = self._view.row_style, QRectF(option.rect), index.model()
        cell = ToughCell(
            index.data(ToughRole.ROW),
            ToughColumn(index.column()),
            index.data(ToughRole.IS_PICKED),
            bool(option.state & QStyle.StateFlag.State_MouseOver),
            isinstance(model, ToughModel) and model.has_types,
            index.data(ToughRole.IS_UNFOLDED),
            self._view.arrangement.has_short_names,
        )
        paint_tough_cell(painter, style, rect, cell)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)
