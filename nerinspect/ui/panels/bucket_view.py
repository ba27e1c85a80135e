"""The table of buckets: names with the values they hold, F1 with a bar where there is room, and mentions."""

import math
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from nerinspect.ui.models.bucket_model import BucketModel, BucketRole
from nerinspect.ui.models.bucket_rows import BucketColumn
from nerinspect.ui.painting.bucket_cell import BucketCell, bucket_width, names_width, paint_bucket_cell
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.painting.values_row import PADDING, ValuesStyle, number_width
from nerinspect.ui.panels.bucket_choices import ChoiceButton
from nerinspect.ui.panels.counts_table import CountsTable

_Index = QModelIndex | QPersistentModelIndex
_WIDEST: Final = {BucketColumn.SCORE: "100.00", BucketColumn.MENTIONS: "8,888"}
_LEAST_BAR, _BAR, _GAP = 26, 72, 6  # at a font of 13 pixels


class BucketView(CountsTable):
    """Cells that are picked; in place of a title stands the number of buckets, which can be chosen.

    Attributes
    ----------
    wanted : ChoiceButton
        Chooses the number of buckets.
    names_width : float
        Room of the names, in device-independent pixels.
    """

    def __init__(self, model: BucketModel, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "Buckets", style, parent)
        self._buckets = model
        self.names_width = 0.0
        self.wanted = ChoiceButton("Number of buckets", self)
        self.setAccessibleDescription("Enter picks the cell, Ctrl adds, Shift reaches on.")
        self.setItemDelegate(_BucketDelegate(self))
        self.setModel(model)
        self.restyle(style)

    def restyle(self, style: ValuesStyle) -> None:
        """Paint with other colours and fonts."""
        self.wanted.restyle(style.head_font, style.theme.text2)
        super().restyle(style)

    def title(self, column: int) -> str:
        """Name a column, but for the one that the button names."""
        return "" if column == BucketColumn.BUCKET and not self.wanted.isHidden() else super().title(column)

    def fit(self) -> None:
        """Give the columns the room they need; the button lies in the head of the first."""
        super().fit()
        head, left = self.horizontalHeader().height(), round(self.row_style.margin - self.wanted.padding)
        self.wanted.set_room(self.columnWidth(BucketColumn.BUCKET) - left)
        self.wanted.setGeometry(left, 0, self.wanted.sizeHint().width(), head)

    def _share_width(self, width: int) -> None:
        """Give numbers their room, then names with what they hold, and a bar what is left; the bar goes first."""
        style, rows = self.row_style, self._buckets.rows
        self.names_width = names_width(style, rows)
        widths = {}
        for column, widest in _WIDEST.items():
            texts = (widest, *(row.text(column) for row in rows))
            widths[column] = math.ceil(number_width(style, self.title(column), texts) + _GAP * style.unit)
        widths[BucketColumn.MENTIONS] += round(style.margin - PADDING * style.unit)
        needed = max((bucket_width(style, row, self.names_width) for row in rows), default=0.0)
        spare = width - sum(widths.values()) - needed
        if spare >= _LEAST_BAR * style.unit:
            widths[BucketColumn.SCORE] += math.floor(min(spare, _BAR * style.unit))
        for column, own in {BucketColumn.BUCKET: max(width - sum(widths.values()), 1), **widths}.items():
            self.setColumnWidth(column, own)


class _BucketDelegate(QStyledItemDelegate):
    """Paint a cell, and the focus around it."""

    def __init__(self, view: BucketView) -> None:
        super().__init__(view)
        self._view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one cell."""
        style, rect, state = self._view.row_style, QRectF(option.rect), option.state
        is_hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        row, is_picked = index.data(BucketRole.ROW), index.data(BucketRole.IS_PICKED)
        cell = BucketCell(row, BucketColumn(index.column()), is_picked, is_hovered, self._view.names_width)
        paint_bucket_cell(painter, style, rect, cell)
        if state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, style.theme, style.unit, rect)
