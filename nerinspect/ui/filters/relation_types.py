"""The relation types as a filter: rates of each, on demand the matrix of types, and which have no direction."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from nerinspect.glossary import meaning
from nerinspect.glossary.wording import Wording
from nerinspect.query.counts.relation_doors import TypeColumn, kept_cells, kept_types, picked_cells, picked_types
from nerinspect.query.counts.relations import RelationCounts
from nerinspect.query.selection import Selection
from nerinspect.ui.filters.matrix_view import MatrixView
from nerinspect.ui.filters.panel import HeadButton
from nerinspect.ui.filters.relation_rates import RatesPanel, type_rows, type_titles
from nerinspect.ui.filters.type_matrix import MatrixStyle, TypeMatrixModel
from nerinspect.ui.kit.doors import number_menu
from nerinspect.ui.kit.screen_text import plain_text, tooltip
from nerinspect.ui.theme.themes import current_theme


class RelationTypesPanel(RatesPanel):
    """Show precision, recall and F1 by relation type, and the matrix of types where it is wanted.

    Attributes
    ----------
    matrix : MatrixView
        Reference types by predicted types; hidden until it is asked for.

    Signals
    -------
    matrix_picked(object, object, bool)
        Lists of reference and of predicted types, None for no relation, that are to be picked; either may be empty.
        True if the one cell, row or column is to be added to what is picked.
    symmetric_changed(object)
        A tuple of the relation types that are to have no direction.
    """

    matrix_picked = Signal(object, object, bool)
    symmetric_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._cells = TypeMatrixModel(noun="relation")
        self._symmetric: tuple[str, ...] = ()
        self._types: tuple[str, ...] = ()
        self._selection = Selection()
        super().__init__("Relation types", "relation", type_titles, TypeColumn.REFERENCE, parent)
        self.setObjectName("relation_types_panel")
        self._matrix_button, self._symmetric_button = HeadButton(self._body), HeadButton(self._body)
        self.matrix = MatrixView(self._cells, MatrixStyle(current_theme(), self.font()), self._body)
        self.matrix.setAccessibleName("Relation types, reference by prediction")
        self._below, self._around_matrix = QHBoxLayout(), QVBoxLayout()
        self._build_below()
        self._connect_matrix()

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        super().speak(wording)
        self._cells.wording = wording
        self.matrix.setAccessibleName(wording.said("Relation types, reference by prediction"))
        self.matrix.show_corner("A ↓ B →" if wording.is_neutral else "ref ↓ pred →")

    def show_counts(self, counts: RelationCounts, selection: Selection) -> None:
        """Show rates and matrix, and what the selection picks of them."""
        self._selection, self._types, self._symmetric = selection, counts.types, counts.choice.symmetric
        rows = type_rows(counts, picked_types(selection), self._wording)
        self.show_rows(rows, lambda names, column: kept_types(selection, names, TypeColumn(column)))
        self._cells.set_matrix(counts.types, counts.matrix, picked_cells(selection, counts.types), with_correct=True)
        self.matrix.fit()
        if counts.types and not self.matrix.currentIndex().isValid():
            self.matrix.setCurrentIndex(self._cells.index(0, 0))
        n_symmetric = len({*self._symmetric} & {*counts.types})
        self.set_summary(f"{n_symmetric} without direction" if n_symmetric else f"{len(counts.types):,}")
        self._symmetric_button.setEnabled(bool(counts.types))
        self._matrix_button.setEnabled(bool(counts.types))

    def show_matrix(self, is_shown: bool) -> None:
        """Show the matrix below the table, or hide it."""
        self._matrix_button.setChecked(is_shown)
        self.matrix.setVisible(is_shown)
        self.tell_height()

    def symmetric_menu(self) -> QMenu:
        """Make the menu of the types, those without direction ticked; show it with `popup`."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        for name in self._types:
            action = menu.addAction(plain_text(name))
            action.setToolTip(tooltip(meaning("symmetric_type")))
            action.setCheckable(True)
            action.setChecked(name in self._symmetric)
            action.triggered.connect(partial(self._on_symmetric_ticked, name))
        return menu

    def _build_below(self) -> None:
        self._matrix_button.setText("Matrix")
        self._matrix_button.setCheckable(True)
        self._matrix_button.setToolTip("Show reference types by predicted types")
        self._matrix_button.toggled.connect(self.show_matrix)
        self._symmetric_button.setText("Without direction…")
        self._symmetric_button.setToolTip(tooltip(meaning("symmetric_type")))
        self._symmetric_button.clicked.connect(self._on_symmetric_asked)
        for button in (self._matrix_button, self._symmetric_button):
            self._below.addWidget(button)
        self._below.addStretch(1)
        self._column.addLayout(self._below)
        self._around_matrix.addWidget(self.matrix)
        self._column.addLayout(self._around_matrix)
        self.matrix.hide()

    def _connect_matrix(self) -> None:
        matrix = self.matrix
        matrix.chosen.connect(
            lambda index, is_added: self.matrix_picked.emit(
                [self._cells.type_at(index.row())], [self._cells.type_at(index.column())], is_added
            )
        )
        matrix.ranged.connect(
            lambda first, last: self.matrix_picked.emit(
                self._names(first.row(), last.row()), self._names(first.column(), last.column()), False
            )
        )
        matrix.row_chosen.connect(lambda row, is_added: self.matrix_picked.emit(self._names(row, row), [], is_added))
        matrix.column_chosen.connect(lambda at, is_added: self.matrix_picked.emit([], self._names(at, at), is_added))
        matrix.rows.ranged.connect(lambda *ends: self.matrix_picked.emit(self._names(*ends), [], False))
        matrix.columns.ranged.connect(lambda *ends: self.matrix_picked.emit([], self._names(*ends), False))
        matrix.menu_requested.connect(self._on_matrix_menu_requested)
        matrix.rows.menu_requested.connect(partial(self._on_head_menu_requested, Qt.Orientation.Vertical))
        matrix.columns.menu_requested.connect(partial(self._on_head_menu_requested, Qt.Orientation.Horizontal))

    def _names(self, first: int, last: int) -> list[str | None]:
        """Name the types from one row or column of the matrix to another."""
        low, high = sorted((first, last))
        return [self._cells.type_at(place) for place in range(low, high + 1)]

    def _restyle(self) -> None:
        super()._restyle()
        style, row_style = MatrixStyle(current_theme(), self.font()), self.view.row_style
        self.matrix.restyle(style)
        margin = round(row_style.margin)
        self._below.setContentsMargins(margin // 2, 0, margin, 0)
        self._around_matrix.setContentsMargins(margin, 0, margin, 0)
        self._below.setSpacing(round(row_style.gap))
        for button in (self._matrix_button, self._symmetric_button):
            button.setFont(row_style.head_font)
            colours = button.palette()
            colours.setColor(QPalette.ColorRole.ButtonText, row_style.theme.accent)
            button.setPalette(colours)

    def _on_symmetric_asked(self) -> None:
        button = self._symmetric_button
        self.symmetric_menu().popup(button.mapToGlobal(QPoint(0, button.height())))

    def _on_symmetric_ticked(self, name: str) -> None:
        self.symmetric_changed.emit(tuple(sorted({*self._symmetric} ^ {name})))

    def _on_matrix_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        cell = [self._cells.type_at(index.row())], [self._cells.type_at(index.column())]
        self._show_matrix_menu(index.data(), cell, index.data(Qt.ItemDataRole.WhatsThisRole), place)

    def _on_head_menu_requested(self, orientation: Qt.Orientation, number: int, place: QPoint) -> None:
        names = self._names(number, number)
        name, explanation = (
            str(self._cells.headerData(number, orientation, role))
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.WhatsThisRole)
        )
        cell = (names, []) if orientation == Qt.Orientation.Vertical else ([], names)
        self._show_matrix_menu(name, cell, explanation, place)

    def _show_matrix_menu(
        self, text: str, cell: tuple[Sequence[str | None], Sequence[str | None]], explanation: str, place: QPoint
    ) -> None:
        menu = number_menu(self.matrix, text, kept_cells(self._selection, *cell).text, explanation)
        menu.addSeparator()
        menu.addAction("Copy Table", self.matrix.copy)
        menu.popup(place)
