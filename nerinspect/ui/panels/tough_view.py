"""The table of tough mentions: columns as wide as their numbers, and types that unfold below a subset."""

import math
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from nerinspect.ui.models.tough_model import ToughModel, ToughRole
from nerinspect.ui.models.tough_rows import ToughColumn
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.painting.text_line import draw_text
from nerinspect.ui.painting.tough_cell import PADDING, ToughCell, column_width, name_left, paint_tough_cell
from nerinspect.ui.painting.values_row import ValuesStyle
from nerinspect.ui.panels.picking_view import PickingView

_Index = QModelIndex | QPersistentModelIndex
_WIDEST: Final = ("8,888", "100.00", "100.00", "888")
_LEAST_NAME, _BAR = 104, 48  # at a font of 13 pixels
_MOST_ROWS: Final = 20  # further ones are scrolled to
_HEAD_MARGIN: Final = 5


class ToughView(PickingView):
    """Cells that are picked; an arrow, or the keys + and -, list the types of a subset below it.

    Signals
    -------
    unfolding_asked(QModelIndex)
        The types of a row's subset are to be listed, or no longer.
    """

    unfolding_asked = Signal(QModelIndex)

    def __init__(self, model: ToughModel, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "Tough mentions", parent)
        self._tough = model
        self.row_style = style
        self.setAccessibleDescription("Enter picks the cell, Ctrl adds, Shift reaches on; + and - list types.")
        self.setItemDelegate(_ToughDelegate(self))
        self.setHorizontalHeader(_ToughHead(self))
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setModel(model)
        model.modelReset.connect(self.fit)
        self.restyle(style)

    def restyle(self, style: ValuesStyle) -> None:
        """Paint with other colours and fonts."""
        self.row_style = style
        self.setFont(style.row_font)
        self.fit()
        self.viewport().update()

    def fit(self) -> None:
        """Give numbers the room they need, recall a bar if there is more, and names the rest."""
        style, model, n_rows = self.row_style, self._tough, self._tough.rowCount()
        widths = []
        for column, widest in zip(list(ToughColumn)[1:], _WIDEST, strict=True):
            texts = [widest, *(model.row(place).text(column) for place in range(n_rows))]
            title = str(model.headerData(column, Qt.Orientation.Horizontal))
            widths.append(math.ceil(column_width(style, title, texts)))
        widths[-1] += round(style.margin - PADDING * style.unit)
        bar = self.verticalScrollBar().sizeHint().width() if n_rows > _MOST_ROWS else 0
        free = self.width() - bar - sum(widths)
        if free - _BAR * style.unit >= _LEAST_NAME * style.unit:
            widths[ToughColumn.RECALL - 1] += round(_BAR * style.unit)
            free -= round(_BAR * style.unit)
        for place, width in enumerate((max(free, 1), *widths)):
            self.setColumnWidth(place, width)
        rows = self.verticalHeader()
        rows.setMinimumSectionSize(style.row_height)
        rows.setDefaultSectionSize(style.row_height)
        head = round(self.horizontalHeader().fontMetrics().height() + _HEAD_MARGIN * style.unit)
        self.horizontalHeader().setFixedHeight(head)
        self.setFixedHeight(head + style.row_height * min(n_rows, _MOST_ROWS))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width among the columns."""
        super().resizeEvent(event)
        self.fit()

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


class _ToughHead(QHeaderView):
    """Quiet titles over the columns."""

    def __init__(self, view: ToughView) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self._view = view
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setHighlightSections(False)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        """Paint one title."""
        style, padding = self._view.row_style, PADDING * self._view.row_style.unit
        left = style.margin if section == ToughColumn.SUBSET else padding
        right = style.margin if section == ToughColumn.MISSED else padding
        side = Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
        title = str(self.model().headerData(section, Qt.Orientation.Horizontal))
        painter.save()
        painter.fillRect(rect, style.theme.window)
        draw_text(painter, style.head_font, style.theme.text2, QRectF(rect).adjusted(left, 0, -right, 0), title, side)
        painter.restore()


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
        )
        paint_tough_cell(painter, style, rect, cell)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)
