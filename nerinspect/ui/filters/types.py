"""The types as a filter: reference against prediction."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QApplication, QCheckBox, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.glossary.wording import Wording
from nerinspect.query.filters import Filter, Term
from nerinspect.query.selection import Selection
from nerinspect.ui.filters.matrix_view import MatrixView
from nerinspect.ui.filters.panel import FilterPanel
from nerinspect.ui.filters.type_matrix import MatrixStyle, TypeMatrixModel
from nerinspect.ui.theme.themes import current_theme

_MARGIN, _GAP = 12, 4  # at a font of 13 pixels


class TypesPanel(FilterPanel):
    """Show how many events there are of each reference and predicted type and let the user pick some.

    Signals
    -------
    cell_picked(object, object, bool)
        A reference and a predicted type, None for no mention; true if they are to be added to what is picked.
    row_picked(object, bool)
        A reference type, likewise.
    column_picked(object, bool)
        A predicted type, likewise.
    cells_ranged(object, object)
        Lists of reference and of predicted types that are to be the only ones picked, in the order on screen.
    rows_ranged(object), columns_ranged(object)
        A list of reference or of predicted types, likewise.
    with_correct_changed(bool)
        The user wants correct events counted or left out.
    """

    cell_picked = Signal(object, object, bool)
    row_picked = Signal(object, bool)
    column_picked = Signal(object, bool)
    cells_ranged = Signal(object, object)
    rows_ranged = Signal(object)
    columns_ranged = Signal(object)
    with_correct_changed = Signal(bool)
    view: MatrixView

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model = TypeMatrixModel()
        self._style = MatrixStyle(current_theme(), QApplication.font())
        self._body = QWidget()
        super().__init__("Types", "type_matrix", MatrixView(self._model, self._style), self._body, parent)
        self.setObjectName("types_panel")
        self._with_correct = QCheckBox("Count correct events")
        self._rows = QVBoxLayout(self._body)
        self._rows.addWidget(self.view)
        self._rows.addWidget(self._with_correct)
        self._say_what_counts()
        self._connect()

    @property
    def with_correct(self) -> bool:
        """Whether correct events are to be counted."""
        return self._with_correct.isChecked()

    def set_with_correct(self, with_correct: bool) -> None:
        """Tick the box as it was left, without announcing it."""
        with QSignalBlocker(self._with_correct):
            self._with_correct.setChecked(with_correct)
        self._say_what_counts()

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        if wording == self._model.wording:
            return
        super().speak(wording)
        self._model.wording = wording
        self.view.setAccessibleName("Types, A by B" if wording.is_neutral else "Types, reference by prediction")
        self._with_correct.setText(wording.said("Count correct events"))
        self.view.show_corner("A ↓ B →" if wording.is_neutral else "ref ↓ pred →")
        self._say_what_counts()

    def show_matrix(
        self,
        types: Sequence[str],
        counts: AnyIntArray,
        picked: BoolArray | None = None,
    ) -> None:
        """Show the counts.

        Parameters
        ----------
        types : sequence of str
            Names of the types.
        counts : ndarray of int, shape (n_types + 1, n_types + 1)
            Events by reference and predicted type under the other filters, no mention last.
        picked : ndarray of bool, shape (n_types + 1, n_types + 1), optional
            Cells that the filter keeps; none, if left out.
        """
        self._model.set_matrix(types, counts, picked, self.with_correct)
        self.view.fit()
        self._place_scroll_bar()
        if not self.view.currentIndex().isValid() and len(types):
            self.view.setCurrentIndex(self._model.index(0, 0))

    def give_way(self) -> int:
        """Be as low as possible, and tell what all rows would take besides, in device-independent pixels."""
        missing = self.view.give_way()
        self._tell_height()
        return 0 if self.section.is_folded else missing

    def take(self, height: int) -> None:
        """Use what is left over, in device-independent pixels, for more rows."""
        self.view.take(height)
        self._tell_height()

    def _place_scroll_bar(self) -> None:
        """Let the scroll bar stand in the margin, so that it takes no room from the columns."""
        self._rows.setContentsMargins(self._margin, 0, max(self._margin - self.view.scroll_bar_width, 0), 0)

    def _tell_height(self) -> None:
        """Tell all that hold the matrix at once, so that who asks the panel for its height now is told the new one."""
        self._place_scroll_bar()
        for part in (self._body, self.section, self):
            part.updateGeometry()

    def _connect(self) -> None:
        view = self.view
        view.chosen.connect(self._on_cell_chosen)
        view.ranged.connect(self._on_cells_ranged)
        view.row_chosen.connect(self._on_row_chosen)
        view.column_chosen.connect(self._on_column_chosen)
        view.rows.ranged.connect(self._on_rows_ranged)
        view.columns.ranged.connect(self._on_columns_ranged)
        for head, field in ((view.rows, "ref"), (view.columns, "pred")):
            head.menu_requested.connect(partial(self._on_head_menu_requested, field))
        self._with_correct.toggled.connect(self._on_with_correct_toggled)

    def _term(self, index: QModelIndex) -> Filter:
        cell = self._model.type_at(index.row()), self._model.type_at(index.column())
        return Selection().pick_cell(*cell, self._model.with_correct).filter

    def _restyle(self) -> None:
        self._style = MatrixStyle(current_theme(), self.font())
        self.view.restyle(self._style)
        self._with_correct.setFont(self._style.count_font)
        margin, gap = round(_MARGIN * self._style.unit), round(_GAP * self._style.unit)
        self._margin = margin
        self._place_scroll_bar()
        self._rows.setSpacing(gap)

    def _say_what_counts(self) -> None:
        said = self._model.wording.said("correct")
        self.section.set_summary(f"events, {said} counted" if self.with_correct else f"events, {said} not counted")

    def _on_cell_chosen(self, index: QModelIndex, is_added: bool) -> None:
        self.cell_picked.emit(self._model.type_at(index.row()), self._model.type_at(index.column()), is_added)

    def _on_row_chosen(self, row: int, is_added: bool) -> None:
        self.row_picked.emit(self._model.type_at(row), is_added)

    def _on_column_chosen(self, column: int, is_added: bool) -> None:
        self.column_picked.emit(self._model.type_at(column), is_added)

    def _on_cells_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        rows, columns = self._types(first.row(), last.row()), self._types(first.column(), last.column())
        self.cells_ranged.emit(rows, columns)

    def _on_rows_ranged(self, first: int, last: int) -> None:
        self.rows_ranged.emit(self._types(first, last))

    def _on_columns_ranged(self, first: int, last: int) -> None:
        self.columns_ranged.emit(self._types(first, last))

    def _on_head_menu_requested(self, field: str, number: int, place: QPoint) -> None:
        orientation = Qt.Orientation.Vertical if field == "ref" else Qt.Orientation.Horizontal
        name = str(self._model.headerData(number, orientation))
        explanation = str(self._model.headerData(number, orientation, Qt.ItemDataRole.WhatsThisRole))
        self._show_menu(name, Term(field, (self._model.type_at(number),)), explanation, place)

    def _on_with_correct_toggled(self, with_correct: bool) -> None:
        self._say_what_counts()
        self.with_correct_changed.emit(with_correct)

    def _types(self, first: int, last: int) -> list[str | None]:
        """Name the types from one row or column to another, in the order on screen."""
        low, high = sorted((first, last))
        return [self._model.type_at(place) for place in range(low, high + 1)]
