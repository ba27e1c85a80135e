"""The type matrix: cells and heads that are picked, sharing the width there is."""

import math

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from nerinspect.ui.delegates.matrix_delegate import MatrixDelegate, MatrixHead
from nerinspect.ui.keys import ENTER_KEYS
from nerinspect.ui.models.type_matrix_model import TypeMatrixModel
from nerinspect.ui.painting.matrix_cell import MatrixStyle
from nerinspect.ui.panels.picking_view import PickingView

_CONTROL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
_MOST_ROWS = 10  # further ones are scrolled to
_MOST_OF_WIDTH = 0.4  # that the names of the rows take
_N_MEASURED = 20  # names, the longest ones
_SCROLLED_COLUMN = 44  # at a font of 13 pixels: names of columns are read where not all fit anyway
_CORNER = "ref ↓ pred →"


class MatrixView(PickingView):
    """Cells, rows and columns that are picked.

    Attributes
    ----------
    rows, columns : MatrixHead
        The names at the left and at the top, which are picked too.

    Signals
    -------
    row_chosen(int, bool), column_chosen(int, bool)
        The keys that pick a row or column were pressed; true if it is to be added to what is picked.
    """

    row_chosen = Signal(int, bool)
    column_chosen = Signal(int, bool)

    def __init__(self, model: TypeMatrixModel, style: MatrixStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "Types, reference by prediction", parent)
        self._matrix = model
        self._delegate = MatrixDelegate(style, self)
        self.rows = MatrixHead(Qt.Orientation.Vertical, style, self)
        self.columns = MatrixHead(Qt.Orientation.Horizontal, style, self)
        self._corner = QLabel(_CORNER, self)
        self._build_ui()
        self.setModel(model)
        self.rows.chosen.connect(self.row_chosen)
        self.columns.chosen.connect(self.column_chosen)
        self.restyle(style)

    def restyle(self, style: MatrixStyle) -> None:
        """Paint with other colours and fonts."""
        self._delegate.matrix_style = self.rows.matrix_style = self.columns.matrix_style = style
        colours = self._corner.palette()
        colours.setColor(QPalette.ColorRole.WindowText, style.theme.text3)
        self._corner.setPalette(colours)
        self._corner.setFont(style.head_font)
        self.fit()
        self.viewport().update()

    def fit(self) -> None:
        """Share the width among the columns, and be as high as the rows, up to some; the others are scrolled to."""
        style, n_rows = self._delegate.matrix_style, self._matrix.rowCount()
        n_shown = min(n_rows, _MOST_ROWS)
        width = self.width() - (self.verticalScrollBar().sizeHint().width() if n_rows > n_shown else 0)
        least, names = self._least_column(), self._names_width()
        corner = max(names, self._corner_width())
        has_corner = corner + least * n_rows <= width or names + least * n_rows > width
        head = corner if has_corner else names
        is_cut = head + least * n_rows > width
        column = max(least, round(_SCROLLED_COLUMN * style.unit)) if is_cut else (width - head) // n_rows
        self._resize_heads(max(head, width - column * n_rows) if n_rows <= n_shown else head, column)
        self._corner.setText(_CORNER if has_corner else "")
        below = self.horizontalScrollBar().sizeHint().height() if is_cut else 0
        self.setFixedHeight(style.head_height + n_shown * style.row_height + below)

    def _build_ui(self) -> None:
        self.setAccessibleDescription(
            "Enter picks the cell, Shift+Space its row, Shift+Enter its column; Ctrl adds, Shift+arrows reach on."
        )
        self.setCornerButtonEnabled(False)
        self.setItemDelegate(self._delegate)
        self.setVerticalHeader(self.rows)
        self.setHorizontalHeader(self.columns)
        self._corner.setAutoFillBackground(True)

    def _resize_heads(self, names: int, column: int) -> None:
        style = self._delegate.matrix_style
        for head, size in ((self.rows, style.row_height), (self.columns, column)):
            head.setMinimumSectionSize(size)
            head.setDefaultSectionSize(size)
        self.rows.setFixedWidth(names)
        self.columns.setFixedHeight(style.head_height)

    def _names_width(self) -> int:
        style = self._delegate.matrix_style
        names = ("none", *self._matrix.longest_names(_N_MEASURED))
        widest = max(map(style.head_metrics.horizontalAdvance, names)) + style.padding
        return math.ceil(min(widest, _MOST_OF_WIDTH * self.width()))

    def _corner_width(self) -> int:
        style = self._delegate.matrix_style
        return math.ceil(style.head_metrics.horizontalAdvance(_CORNER) + style.padding)

    def _least_column(self) -> int:
        """Leave room for the largest count and for a short name."""
        style = self._delegate.matrix_style
        count = style.count_metrics.horizontalAdvance(f"{self._matrix.largest:,}")
        return round(max(count, style.head_metrics.horizontalAdvance("none")) + 1.5 * style.padding)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width among the columns."""
        super().resizeEvent(event)
        self.fit()

    def updateGeometries(self) -> None:
        """Keep the words in the corner."""
        super().updateGeometries()
        self._corner.setGeometry(0, 0, self.rows.width(), self.columns.height())
        self._corner.raise_()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the row of the current cell with Shift+Space, its column with Shift+Enter; Ctrl adds."""
        index, is_added = self.currentIndex(), bool(event.modifiers() & _CONTROL)
        if not index.isValid() or not event.modifiers() & _SHIFT:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space:
            self.row_chosen.emit(index.row(), is_added)
        elif event.key() in ENTER_KEYS:
            self.column_chosen.emit(index.column(), is_added)
        else:
            super().keyPressEvent(event)
