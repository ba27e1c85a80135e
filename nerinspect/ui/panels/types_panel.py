"""The types as a filter: reference against prediction."""

import math
from collections.abc import Collection, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QFrame, QLabel, QTableView, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.ui.delegates.matrix_delegate import MatrixDelegate, MatrixHead
from nerinspect.ui.models.type_matrix_model import TypeMatrixModel
from nerinspect.ui.painting.matrix_cell import MatrixStyle
from nerinspect.ui.panels.section import Section
from nerinspect.ui.theme import current_theme

_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_CONTROL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
_RESTYLING = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange)
_MOST_ROWS = 10  # further ones are scrolled to
_MARGIN, _GAP = 12, 4  # at a font of 13 pixels
_MOST_OF_WIDTH = 0.4  # that the names of the rows take
_N_MEASURED = 20  # names, the longest ones
_CORNER = "ref ↓ pred →"


class MatrixView(QTableView):
    """Cells that are picked, not selected.

    Signals
    -------
    cell_chosen(QModelIndex, bool), row_chosen(int, bool), column_chosen(int, bool)
        It was clicked or its key pressed; true if it is to be added to what is picked.
    """

    cell_chosen = Signal(QModelIndex, bool)
    row_chosen = Signal(int, bool)
    column_chosen = Signal(int, bool)

    def __init__(self, model: TypeMatrixModel, style: MatrixStyle, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._matrix = model
        self._delegate = MatrixDelegate(style, self)
        self._rows = MatrixHead(Qt.Orientation.Vertical, style, self)
        self._columns = MatrixHead(Qt.Orientation.Horizontal, style, self)
        self._corner = QLabel(_CORNER, self)
        self._build_ui()
        self.setModel(model)
        self._rows.chosen.connect(self.row_chosen)
        self._columns.chosen.connect(self.column_chosen)
        self.restyle(style)

    def restyle(self, style: MatrixStyle) -> None:
        """Paint with other colours and fonts."""
        self._delegate.matrix_style = self._rows.matrix_style = self._columns.matrix_style = style
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
        column = max(least, (width - head) // n_rows)
        self._resize_heads(max(head, width - column * n_rows) if n_rows <= n_shown else head, column)
        self._corner.setText(_CORNER if has_corner else "")
        is_cut = head + column * n_rows > width
        below = self.horizontalScrollBar().sizeHint().height() if is_cut else 0
        self.setFixedHeight(style.head_height + n_shown * style.row_height + below)

    def copy(self) -> None:
        """Put the whole matrix on the clipboard, as text that a spreadsheet takes."""
        QGuiApplication.clipboard().setText(self._matrix.as_tsv())

    def _build_ui(self) -> None:
        self.setAccessibleName("Types, reference by prediction")
        self.setAccessibleDescription("Enter picks the cell, Shift+Space its row, Shift+Enter its column; Ctrl adds.")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setCornerButtonEnabled(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.setItemDelegate(self._delegate)
        self.setVerticalHeader(self._rows)
        self.setHorizontalHeader(self._columns)
        self._corner.setAutoFillBackground(True)

    def _resize_heads(self, names: int, column: int) -> None:
        style = self._delegate.matrix_style
        for head, size in ((self._rows, style.row_height), (self._columns, column)):
            head.setMinimumSectionSize(size)
            head.setDefaultSectionSize(size)
        self._rows.setFixedWidth(names)
        self._columns.setFixedHeight(style.head_height)

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
        self._corner.setGeometry(0, 0, self._rows.width(), self._columns.height())
        self._corner.raise_()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the cell under the pointer."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and index.flags() & Qt.ItemFlag.ItemIsEnabled:
            self.cell_chosen.emit(index, bool(event.modifiers() & _CONTROL))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current cell, with Shift its row or column; Ctrl adds."""
        index, is_added = self.currentIndex(), bool(event.modifiers() & _CONTROL)
        is_enter, is_space = event.key() in _ENTER_KEYS, event.key() == Qt.Key.Key_Space
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif not (is_enter or is_space) or not index.isValid():
            super().keyPressEvent(event)
        elif not event.modifiers() & _SHIFT:
            self.cell_chosen.emit(index, is_added)
        elif is_space:
            self.row_chosen.emit(index.row(), is_added)
        else:
            self.column_chosen.emit(index.column(), is_added)

    def keyboardSearch(self, search: str) -> None:
        """Leave letters to the window."""


class TypesPanel(QWidget):
    """Show how many events there are of each reference and predicted type and let the user pick some.

    Signals
    -------
    cell_picked(object, object, bool)
        A reference and a predicted type, None for no mention; true if they are to be added to what is picked.
    row_picked(object, bool)
        A reference type, likewise.
    column_picked(object, bool)
        A predicted type, likewise.
    with_correct_changed(bool)
        The user wants correct events counted or left out.
    """

    cell_picked = Signal(object, object, bool)
    row_picked = Signal(object, bool)
    column_picked = Signal(object, bool)
    with_correct_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("types_panel")
        self._model = TypeMatrixModel(self)
        self._style = MatrixStyle(current_theme(), self.font())
        self._view = MatrixView(self._model, self._style)
        self._with_correct = QCheckBox("Count correct events")
        self._body = QWidget()
        self._rows = QVBoxLayout(self._body)
        self._section = Section("Types", self._body, self)
        self._build_ui()
        self._view.cell_chosen.connect(self._on_cell_chosen)
        self._view.row_chosen.connect(self._on_row_chosen)
        self._view.column_chosen.connect(self._on_column_chosen)
        self._with_correct.toggled.connect(self._on_with_correct_toggled)
        self._restyle()

    @property
    def view(self) -> MatrixView:
        """The matrix; what gets the keyboard focus."""
        return self._view

    @property
    def section(self) -> Section:
        """The head that folds the matrix away."""
        return self._section

    @property
    def with_correct(self) -> bool:
        """Whether correct events are to be counted."""
        return self._with_correct.isChecked()

    def set_with_correct(self, with_correct: bool) -> None:
        """Tick the box as it was left, without announcing it."""
        with QSignalBlocker(self._with_correct):
            self._with_correct.setChecked(with_correct)
        self._say_what_counts()

    def show_matrix(
        self,
        types: Sequence[str],
        counts: AnyIntArray,
        picked_ref: Collection[str | None] = (),
        picked_pred: Collection[str | None] = (),
        picked_types: Collection[str] = (),
    ) -> None:
        """Show the counts.

        Parameters
        ----------
        types : sequence of str
            Names of the types.
        counts : ndarray of int, shape (n_types + 1, n_types + 1)
            Events by reference and predicted type under the other filters, no mention last.
        picked_ref, picked_pred : collection of str or None
            Types that the filter names for one side; None for no mention.
        picked_types : collection of str
            Types that the filter names for either side.
        """
        self._model.set_matrix(types, counts, picked_ref, picked_pred, picked_types)
        self._view.fit()
        if not self._view.currentIndex().isValid() and len(types):
            self._view.setCurrentIndex(self._model.index(0, 0))

    def set_summary(self, text: str) -> None:
        """Say something else in the head than what is counted."""
        self._section.set_summary(text)

    def _build_ui(self) -> None:
        self._say_what_counts()
        self._rows.addWidget(self._view)
        self._rows.addWidget(self._with_correct)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._section)
        self.setFocusProxy(self._view)

    def _restyle(self) -> None:
        self._style = MatrixStyle(current_theme(), self.font())
        self._view.restyle(self._style)
        self._with_correct.setFont(self._style.count_font)
        margin, gap = round(_MARGIN * self._style.unit), round(_GAP * self._style.unit)
        self._rows.setContentsMargins(margin, 0, margin, 0)
        self._rows.setSpacing(gap)

    def _say_what_counts(self) -> None:
        self._section.set_summary("correct counted" if self.with_correct else "correct not counted")

    def _on_cell_chosen(self, index: QModelIndex, is_added: bool) -> None:
        self.cell_picked.emit(self._model.type_at(index.row()), self._model.type_at(index.column()), is_added)

    def _on_row_chosen(self, row: int, is_added: bool) -> None:
        self.row_picked.emit(self._model.type_at(row), is_added)

    def _on_column_chosen(self, column: int, is_added: bool) -> None:
        self.column_picked.emit(self._model.type_at(column), is_added)

    def _on_with_correct_toggled(self, with_correct: bool) -> None:
        self._say_what_counts()
        self.with_correct_changed.emit(with_correct)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if event.type() in _RESTYLING:
            self._restyle()
