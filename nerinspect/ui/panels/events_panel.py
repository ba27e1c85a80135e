"""The events that pass the filter, one in each row."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.glossary import meaning
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.models.event_columns import COLUMN_KEYS, EVENT_COLUMNS
from nerinspect.ui.models.event_queries import query_of_events
from nerinspect.ui.models.event_rows import GroupedRows
from nerinspect.ui.models.event_sorting import Sorted
from nerinspect.ui.models.event_speech import counted_events
from nerinspect.ui.models.event_table_model import EventTableModel
from nerinspect.ui.models.event_text import rows_as_text
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.panels.column_choice import ColumnChoice
from nerinspect.ui.panels.events_view import EventsView
from nerinspect.ui.panels.row_menu import add_filter_actions
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.type_colours import type_styles
from nerinspect.ui.widgets.empty_message import EmptyMessage
from nerinspect.ui.widgets.number_menu import number_menu

_COPIED_AT_ONCE = 500
"""So many rows are written out without a wait that anybody would notice."""

_MOST_COPIED = 100_000
"""So many rows a clipboard takes without a wait; more are for a file."""


class EventsPanel(QWidget):
    """List the events that pass the filter and announce the chosen one.

    Signals
    -------
    event_activated(int)
        Another event became the current one; its number in the study, whatever the order on screen.
    sorting_changed()
        The rows stand in another order.
    grouping_changed(bool)
        Events of equal surface stand together, or no longer.
    columns_changed()
        The user chose other columns or other widths.
    query_added(str)
        The user asks for the events on show that a query gives.
    rows_copied(int)
        So many rows are on the clipboard; of many rows a while after they were asked for.
    rows_refused(int)
        So many rows were to be copied, which are too many for a clipboard.
    surface_requested(str)
        The count of a group was clicked; the query gives, among the events on show, just those of the group.
    """

    event_activated = Signal(int)
    sorting_changed = Signal()
    grouping_changed = Signal(bool)
    columns_changed = Signal()
    query_added = Signal(str)
    rows_copied = Signal(int)
    rows_refused = Signal(int)
    surface_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("events_panel")
        self._study: Study | None = None
        self._event: int | None = None  # outlives a reset of the rows
        self._model = EventTableModel(self)
        self._build_ui()
        self._jobs, self._copying = JobRunner(self), JobRunner(self)
        self._connect()

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
        self._event, self._study = None, study
        self._restyle()
        self._model.set_study(study, order)
        self._columns.show_study(study)

    def set_order(self, order: IntArray) -> None:
        """List other events of the same study; the current event stays current if it is among them.

        Parameters
        ----------
        order : ndarray of int32, shape (n_rows,)
            Event numbers; the chosen sorting applies.
        """
        self._model.set_order(order)

    def set_mask(self, mask: BoolArray, first: int = 0) -> None:
        """List other events of the same study, as `set_order` does; quicker with very many events.

        Parameters
        ----------
        mask : ndarray of bool, shape (n,)
            Which of `n` neighbouring events are listed; it must not be changed any more.
        first : int
            Number of the first of them.
        """
        self._model.set_mask(mask, first)

    def order(self) -> IntArray:
        """Give the event numbers as on screen, from the first row to the last; those of folded groups too."""
        return self._model.order

    def sorting_text(self) -> str:
        """Say in words how the rows are sorted; empty for the order of the study."""
        header = self._view.header
        column = header.sortIndicatorSection()
        is_descending = header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder
        words = ["grouped by segment, the most frequent first"] if self.is_grouped else []
        if 0 <= column < len(EVENT_COLUMNS) and (is_descending or EVENT_COLUMNS[column].key != "place"):
            words.append(f"by {EVENT_COLUMNS[column].title}, {'descending' if is_descending else 'ascending'}")
        return "; ".join(words)

    @property
    def is_grouped(self) -> bool:
        """Whether events of equal surface stand together."""
        return self._model.is_grouped

    def set_grouped(self, is_grouped: bool) -> None:
        """Let events of equal surface stand together under a row of their own, or not."""
        if is_grouped != self.is_grouped:
            self._model.set_grouped(is_grouped)
            self.grouping_changed.emit(is_grouped)

    def current_event(self) -> int | None:
        """Give the number of the current event; None if there is none or it is filtered away.

        With the row of a group as the current one, it is the event that was current before.
        """
        index = self._view.currentIndex()
        if not index.isValid():
            return None
        event = self._model.event_at(index.row())
        if event is None and self._event is not None and self._model.row_of(self._event) is not None:
            return self._event
        return event

    def selected_events(self) -> IntArray:
        """Give the numbers of all selected events as on screen; the row of a group stands for all of its events."""
        selection = self._view.selectionModel().selection()
        ranges = sorted((part.top(), part.bottom()) for part in map(selection.at, range(selection.size())))
        parts = [self._model.rows.events_between(*bounds) for bounds in ranges]
        if len(parts) < 2:
            return parts[0] if parts else np.zeros(0, dtype=np.int32)
        events = np.concatenate(parts)
        if not self.is_grouped:
            return events
        first = np.unique(events, return_index=True)[1]  # a group and some of its events may both be selected
        return events[np.sort(first)]

    def select_event(self, event: int) -> bool:
        """Make an event the current one, unfolding its group; tell whether it is listed."""
        place = self._model.rows.place_of(event) if self._study else None
        if place is not None:
            self._go_to_place(place)
        return place is not None

    def select_next(self) -> None:
        """Go to the next event, also into a folded group; to the first one if there is no current event."""
        index, rows = self._view.currentIndex(), self._model.rows
        is_event = index.isValid() and self._model.event_at(index.row()) is not None
        self._go_to_place((rows.place_at(index.row()) if index.isValid() else 0) + is_event)

    def select_previous(self) -> None:
        """Go to the previous event, also into a folded group; to the last one if there is no current event."""
        index, rows = self._view.currentIndex(), self._model.rows
        self._go_to_place((rows.place_at(index.row()) if index.isValid() else rows.n_events) - 1)

    def set_empty_message(self, text: str, action_text: str = "", act: Callable[[], None] | None = None) -> None:
        """Say why no event is listed, and offer what would change that.

        Parameters
        ----------
        text : str
            Plain text.
        action_text : str
            What a button under it says; empty for none.
        act : callable, optional
            What the button does.
        """
        self._empty.show_message(text, action_text, act)

    @property
    def columns(self) -> ColumnChoice:
        """Which columns are shown, and how wide."""
        return self._columns

    def shown_columns(self) -> list[str]:
        """Name the shown columns by their keys, from left to right, as the user chose them."""
        return self._columns.shown()

    def set_column_shown(self, key: str, is_shown: bool) -> None:
        """Show or hide a column, for the studies shown later too."""
        self._columns.choose(key, is_shown)

    def set_narrow(self, is_narrow: bool) -> None:
        """Leave out the column that is missed least, or bring it back."""
        self._columns.set_narrow(is_narrow)

    def column_widths(self) -> tuple[int, ...]:
        """Give the widths that the user chose, at a font of 13 pixels; 0 for those that the program chooses."""
        return self._columns.widths.chosen

    def set_column_widths(self, widths: Sequence[int]) -> None:
        """Take widths that `column_widths` gave."""
        self._columns.widths.choose(widths)

    def row_menu(self) -> QMenu:
        """Make the menu of the current row."""
        cells, event, selected = self._model.cells, self.current_event(), self.selected_events()
        row = self._view.currentIndex().row()
        group = self._model.group_at(row)
        if group is not None:
            query, counted = self._model.group_query(row), counted_events(group.n_events)
            menu = number_menu(self, counted, query, meaning("equal_surfaces"))
            menu.addSeparator()
            menu.addAction(f"Only These {counted.title()}", partial(self.surface_requested.emit, query)).setEnabled(
                bool(query)
            )
            menu.addAction("Unfold" if group.is_folded else "Fold", partial(self._on_group_toggled, row))
        else:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if cells is not None and len(selected):
            rows = "Row" if len(selected) == 1 else f"{len(selected):,} Rows"
            menu.addAction(f"Copy {rows}", QKeySequence(QKeySequence.StandardKey.Copy), self.copy_rows)
        if cells is not None and event is not None and group is None:
            menu.addAction("Copy Sentence", partial(copy_text, cells.sentence_text(event)))
            query = query_of_events(cells, selected)
            menu.addAction("Copy as Query", partial(copy_text, query)).setEnabled(bool(query))
            menu.addSeparator()
            add_filter_actions(menu, cells, event, self.query_added.emit)
        menu.addSeparator()
        if self.is_grouped:
            menu.addAction("Fold All Groups", partial(self._model.fold_all, True))
            menu.addAction("Unfold All Groups", partial(self._model.fold_all, False))
        menu.addMenu(self._columns.menu(menu))
        return menu

    def copy_rows(self) -> None:
        """Put the selected rows on the clipboard, with the columns on screen and their heads, unless they are many."""
        events = self.selected_events()
        if self._study is None or not len(events):
            return
        if len(events) > _MOST_COPIED:
            self.rows_refused.emit(len(events))
            return
        shown = [column for place, column in enumerate(EVENT_COLUMNS) if not self._view.isColumnHidden(place)]
        work = partial(rows_as_text, self._study, events, shown)
        if len(events) > _COPIED_AT_ONCE:
            self._copying.start(work)
        else:
            self._on_copied(work())

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()
        self._copying.shutdown()

    def _build_ui(self) -> None:
        self._view = EventsView(self._cell_style(), self._model, self)
        self._columns = ColumnChoice(self._view)
        self._view.header.setSortIndicator(COLUMN_KEYS.index("place"), Qt.SortOrder.AscendingOrder)
        self._view.setSortingEnabled(True)
        self.setFocusProxy(self._view)
        self._empty = EmptyMessage(self._view.viewport())
        centred = QVBoxLayout(self._view.viewport())
        centred.addWidget(self._empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._view)

    def _connect(self) -> None:
        view = self._view
        self._jobs.succeeded.connect(self._on_sorted)
        self._copying.succeeded.connect(self._on_copied)
        self._model.sorting_needed.connect(self._on_sorting_needed)
        self._model.modelReset.connect(self._on_rows_replaced)
        view.selectionModel().currentRowChanged.connect(self._on_row_changed)
        view.resized.connect(self._on_resized)
        view.copy_requested.connect(self.copy_rows)
        view.menu_requested.connect(self._on_menu_requested)
        view.group_toggled.connect(self._on_group_toggled)
        view.door_opened.connect(self._on_door_opened)
        self._columns.changed.connect(self.columns_changed)
        view.header.sortIndicatorChanged.connect(self.sorting_changed)

    def _cell_style(self) -> CellStyle:
        theme = current_theme()
        return CellStyle(theme, type_styles(self._study.types if self._study else (), theme), self.font())

    def _restyle(self) -> None:
        self._view.set_style(self._cell_style())

    def _go_to_place(self, place: int) -> None:
        rows = self._model.rows
        if not 0 <= place < rows.n_events:
            return
        row = rows.row_at(place)
        if (group := self._model.group_at(row)) is not None and group.is_folded:
            self._model.toggle_group(row)
            row = self._model.rows.row_at(place)
        self._select_row(row)

    def _select_row(self, row: int) -> None:
        index = self._model.index(row, max(self._view.currentIndex().column(), self._view.delegate.first_column))
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self._view.selectionModel().setCurrentIndex(index, flags)
        self._view.scrollTo(index)

    def _on_row_changed(self, current: QModelIndex) -> None:
        event = self._model.event_at(current.row()) if current.isValid() else None
        if event is not None and event != self._event:
            self._event = event
            self.event_activated.emit(event)

    def _on_sorting_needed(self, sort: Callable[[], object]) -> None:
        self._jobs.start(lambda checkpoint: sort())

    def _on_sorted(self, result: object) -> None:
        assert isinstance(result, Sorted), "what the model handed out to be run"
        self._model.take_sorted(result)

    def _on_copied(self, text: object) -> None:
        assert isinstance(text, str), "what the work returns"
        copy_text(text)
        self.rows_copied.emit(text.count("\n"))  # below a line of heads

    def _on_rows_replaced(self) -> None:
        self._empty.setVisible(self._model.rowCount() == 0)
        row = None if self._event is None else self._model.row_of(self._event)
        if row is None:
            self._event = None
        else:
            self._select_row(row)

    def _on_group_toggled(self, row: int) -> None:
        rows, current = self._model.rows, self._view.currentIndex()
        if isinstance(rows, GroupedRows) and current.isValid() and rows.head_row(current.row()) == rows.head_row(row):
            self._select_row(rows.head_row(row))  # Qt would choose another event if the current one went
        self._model.toggle_group(row)

    def _on_door_opened(self, row: int) -> None:
        self.surface_requested.emit(self._model.group_query(row))

    def _on_resized(self) -> None:
        self._columns.widths.share()

    def _on_menu_requested(self, position: QPoint) -> None:
        self.row_menu().popup(position)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event):
            self._restyle()
            if event.type() == QEvent.Type.FontChange:
                self._columns.widths.fit()
