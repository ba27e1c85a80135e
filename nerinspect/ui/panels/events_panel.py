"""The events that pass the filter, one in each row."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QMenu, QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.models.event_columns import COLUMN_KEYS, EVENT_COLUMNS
from nerinspect.ui.models.event_table_model import EventTableModel
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.panels.column_widths import fit_columns, share_rest
from nerinspect.ui.panels.events_view import EventsView
from nerinspect.ui.theme import current_theme
from nerinspect.ui.type_colours import type_styles

_RESTYLING = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange)


class EventsPanel(QWidget):
    """List the events that pass the filter and announce the chosen one.

    Signals
    -------
    event_activated(int)
        Another event became the current one; its number in the study, whatever the order on screen.
    sorting_changed()
        The rows stand in another order.
    columns_changed()
        The user chose other columns.
    """

    event_activated = Signal(int)
    sorting_changed = Signal()
    columns_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("events_panel")
        self._types: tuple[str, ...] = ()
        self._chosen_columns: dict[str, bool] = {}
        self._event: int | None = None  # outlives a reset of the rows
        self._model = EventTableModel(self)
        self._build_ui()
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_permuted)
        self._model.permutation_needed.connect(self._on_permutation_needed)
        self._model.modelReset.connect(self._on_rows_replaced)
        self._view.selectionModel().currentRowChanged.connect(self._on_row_changed)
        self._view.resized.connect(self._on_resized)
        self._view.header.sortIndicatorChanged.connect(self.sorting_changed)
        self._view.header.customContextMenuRequested.connect(self._on_menu_requested)

    @property
    def view(self) -> EventsView:
        """The table; what gets the keyboard focus."""
        return self._view

    def show_events(self, study: Study, order: IntArray) -> None:
        """Show a study, without a current event.

        Parameters
        ----------
        study : Study
            What the events belong to.
        order : ndarray of int32, shape (n_rows,)
            Numbers of the events to list.
        """
        self._jobs.cancel()
        self._event = None
        self._types = study.types
        self._restyle()
        self._model.set_study(study, order)
        for column in EVENT_COLUMNS:
            self._hide(column.key, not self._chosen_columns.get(column.key, column.is_shown(study)))
        fit_columns(self._view)
        share_rest(self._view)

    def set_order(self, order: IntArray) -> None:
        """List other events of the same study; the current event stays current if it is among them.

        Parameters
        ----------
        order : ndarray of int32, shape (n_rows,)
            Event numbers; the chosen sorting applies.
        """
        self._model.set_order(order)

    def order(self) -> IntArray:
        """Give the event numbers as on screen, from the first row to the last."""
        return self._model.order

    def sorting_text(self) -> str:
        """Say in words how the rows are sorted; empty for the order of the study."""
        header = self._view.header
        column = header.sortIndicatorSection()
        if not 0 <= column < len(EVENT_COLUMNS) or EVENT_COLUMNS[column].key == "place":
            return ""
        descending = header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder
        return f"by {EVENT_COLUMNS[column].title}, {'descending' if descending else 'ascending'}"

    def current_event(self) -> int | None:
        """Give the number of the current event; None if there is none or it is filtered away."""
        index = self._view.currentIndex()
        return self._model.event_at(index.row()) if index.isValid() else None

    def selected_events(self) -> IntArray:
        """Give the numbers of all selected events as on screen."""
        selection = self._view.selectionModel().selection()
        ranges = sorted((part.top(), part.bottom() + 1) for part in map(selection.at, range(selection.size())))
        parts = [self._model.order[top:stop] for top, stop in ranges]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int32)

    def select_event(self, event: int) -> bool:
        """Make an event the current one; tell whether it is listed."""
        row = self._model.row_of(event)
        if row is not None:
            self._select_row(row)
        return row is not None

    def select_next(self) -> None:
        """Go to the next event; to the first one if there is no current event."""
        self._select_row(self._view.currentIndex().row() + 1)

    def select_previous(self) -> None:
        """Go to the previous event; to the last one if there is no current event."""
        index = self._view.currentIndex()
        self._select_row((index.row() if index.isValid() else self._model.rowCount()) - 1)

    def set_empty_message(self, text: str) -> None:
        """Say why no event is listed."""
        self._empty_label.setText(text)

    def shown_columns(self) -> list[str]:
        """Name the shown columns by their keys, from left to right."""
        return [key for place, key in enumerate(COLUMN_KEYS) if not self._view.isColumnHidden(place)]

    def set_column_shown(self, key: str, is_shown: bool) -> None:
        """Show or hide a column, for the studies shown later too."""
        self._chosen_columns[key] = is_shown
        self._hide(key, not is_shown)
        share_rest(self._view)

    def column_menu(self) -> QMenu:
        """Make a menu that shows and hides columns."""
        menu = QMenu(self)
        for column in EVENT_COLUMNS:
            action = menu.addAction(column.title)
            action.setCheckable(True)
            action.setChecked(column.key in self.shown_columns())
            action.setEnabled(column.key != "segment")
            action.setData(column.key)
        menu.triggered.connect(self._on_column_chosen)
        return menu

    def _build_ui(self) -> None:
        self._view = EventsView(self._cell_style(), self)
        self._view.setModel(self._model)
        self._view.header.setSortIndicator(COLUMN_KEYS.index("place"), Qt.SortOrder.AscendingOrder)
        self._view.setSortingEnabled(True)
        self.setFocusProxy(self._view)
        self._empty_label = QLabel("No event matches.", self._view.viewport())
        self._empty_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty_label.setWordWrap(True)
        self._empty_label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        centred = QVBoxLayout(self._view.viewport())
        centred.addWidget(self._empty_label)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._view)

    def _cell_style(self) -> CellStyle:
        theme = current_theme()
        return CellStyle(theme, type_styles(self._types, theme), self.font())

    def _restyle(self) -> None:
        self._view.set_style(self._cell_style())

    def _hide(self, key: str, is_hidden: bool) -> None:
        self._view.setColumnHidden(COLUMN_KEYS.index(key), is_hidden)

    def _select_row(self, row: int) -> None:
        if not 0 <= row < self._model.rowCount():
            return
        index = self._model.index(row, max(self._view.currentIndex().column(), 0))
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self._view.selectionModel().setCurrentIndex(index, flags)
        self._view.scrollTo(index)

    def _on_row_changed(self, current: QModelIndex) -> None:
        event = self._model.event_at(current.row()) if current.isValid() else None
        if event is not None and event != self._event:
            self._event = event
            self.event_activated.emit(event)

    def shutdown(self) -> None:
        """Wait for sorting in the background; for closing the window."""
        self._jobs.shutdown()

    def _on_permutation_needed(self, sort: Callable[[], object]) -> None:
        self._jobs.start(lambda checkpoint: sort())

    def _on_permuted(self, result: object) -> None:
        assert isinstance(result, tuple), "what the model handed out to be run"
        self._model.take_permutation(*result)

    def _on_rows_replaced(self) -> None:
        self._empty_label.setVisible(self._model.rowCount() == 0)
        if self._event is not None and not self.select_event(self._event):
            self._event = None

    def _on_resized(self) -> None:
        share_rest(self._view)

    def _on_menu_requested(self, position: QPoint) -> None:
        menu = self.column_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._view.header.mapToGlobal(position))

    def _on_column_chosen(self, action: QAction) -> None:
        self.set_column_shown(action.data(), action.isChecked())
        self.columns_changed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if event.type() in _RESTYLING:
            self._restyle()
            if event.type() == QEvent.Type.FontChange:
                fit_columns(self._view)
                share_rest(self._view)
