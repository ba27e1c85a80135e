"""The current event of the list and the selected ones, in whatever rows, and the menu of the current row."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray
from nerinspect.glossary import meaning
from nerinspect.quantities import counted, word_for
from nerinspect.query.language.parser import query_text
from nerinspect.ui.kit.doors import number_menu
from nerinspect.ui.kit.screen_text import copy_text, plain_text
from nerinspect.ui.lists.column_choice import ColumnChoice
from nerinspect.ui.lists.event_rows import EventGroup, GroupedRows
from nerinspect.ui.lists.event_view import EventsView

_AT_ONCE: Final = 20_000


class EventCursor(QObject):
    """Goes from event to event in a view, also into folded groups.

    `activated`: another event became the current one; its number in the study, whatever the order on screen.
    """

    activated = Signal(int)

    def __init__(self, view: EventsView) -> None:
        super().__init__(view)
        self._view, self._model = view, view.events
        self._event: int | None = None  # outlives a reset of the rows
        view.selectionModel().currentRowChanged.connect(self._on_row_changed)
        view.group_toggled.connect(self._on_group_toggled)
        self._model.modelReset.connect(self._on_rows_replaced)

    def forget(self) -> None:
        """Have no current event; for another study."""
        self._event = None

    def current(self) -> int | None:
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

    def selected(self) -> IntArray:
        """Give the numbers of all selected events as on screen; the row of a group stands for all of its events."""
        selection = self._view.selectionModel().selection()
        ranges = sorted((part.top(), part.bottom()) for part in map(selection.at, range(selection.size())))
        parts = [self._model.rows.events_between(*bounds) for bounds in ranges]
        if len(parts) < 2:
            return parts[0] if parts else np.zeros(0, dtype=np.int32)
        events = np.concatenate(parts)
        if not self._model.sorting.is_grouped:
            return events
        first = np.unique(events, return_index=True)[1]  # a group and some of its events may both be selected
        return events[np.sort(first)]

    def select(self, event: int) -> bool:
        """Make an event the current one, unfolding its group; tell whether it is listed."""
        place = self._model.rows.place_of(event) if self._model.cells else None
        if place is not None:
            self._go_to_place(place)
        return place is not None

    def select_alike(self, events: IntArray) -> None:
        """Select events with the segment of the current one, which stays current; its group is unfolded.

        They are rows of the study, listed or not, the current one among them.
        """
        if self._event is not None:
            self.select(self._event)
        rows, last = self._model.rows, self._model.columnCount() - 1
        places = np.flatnonzero(np.isin(rows.events, events))
        chosen = QItemSelection()
        for run in np.split(places, np.flatnonzero(np.diff(places) > 1) + 1):
            if len(run):  # equal segments are in one group, so that no row of another one lies between
                first, stop = (
                    self._model.index(rows.row_at(int(place)), column)
                    for place, column in ((run[0], 0), (run[-1], last))
                )
                chosen.select(first, stop)
        self._view.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def end_selection(self) -> None:
        if self._event is not None:
            self.select(self._event)

    def select_next(self) -> None:
        """Go to the next event, also into a folded group; to the first one if there is no current event."""
        index, rows = self._view.currentIndex(), self._model.rows
        is_event = index.isValid() and self._model.event_at(index.row()) is not None
        self._go_to_place((rows.place_at(index.row()) if index.isValid() else 0) + is_event)

    def select_previous(self) -> None:
        """Go to the previous event, also into a folded group; to the last one if there is no current event."""
        index, rows = self._view.currentIndex(), self._model.rows
        self._go_to_place((rows.place_at(index.row()) if index.isValid() else rows.n_events) - 1)

    def next_undecided(self, step: int, is_undecided: BoolArray) -> bool:
        """Go to the next event that is undecided, or with -1 to the one before, wrapping round; tell if one is listed.

        `is_undecided` says so of all rows, whether they are listed or not.
        """
        index, rows = self._view.currentIndex(), self._model.rows
        here = rows.place_at(index.row()) if index.isValid() else 0
        is_event = index.isValid() and self._model.event_at(index.row()) is not None
        for steps in _in_parts(rows.n_events):
            places = ((here + is_event if step > 0 else here - 1) + step * steps) % rows.n_events
            is_wanted = is_undecided.take(rows.events.take(places))
            if is_wanted.any():
                self._go_to_place(int(places[is_wanted.argmax()]))
                return True
        return False

    def _go_to_place(self, place: int) -> None:
        rows = self._model.rows
        if not 0 <= place < rows.n_events:
            return
        row = rows.row_at(place)
        if (group := self._model.group_at(row)) is not None and group.is_folded:
            self._model.toggle_group(row)
            row = self._model.rows.row_at(place)
        self._view.scrollTo(self._select_row(row))

    def _select_row(self, row: int) -> QModelIndex:
        index = self._model.index(row, max(self._view.currentIndex().column(), self._view.delegate.first_column))
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self._view.selectionModel().setCurrentIndex(index, flags)
        return index

    def _on_row_changed(self, current: QModelIndex) -> None:
        event = self._model.event_at(current.row()) if current.isValid() else None
        if event is not None and event != self._event:
            self._event = event
            self.activated.emit(event)

    def _on_rows_replaced(self) -> None:
        row = None if self._event is None else self._model.row_of(self._event)
        if row is None:
            self._event = None
        else:
            self._view.setAutoScroll(False)
            self._view.keep_in_sight(self._select_row(row))
            self._view.setAutoScroll(True)

    def _on_group_toggled(self, row: int) -> None:
        rows, current = self._model.rows, self._view.currentIndex()
        if isinstance(rows, GroupedRows) and current.isValid() and rows.head_row(current.row()) == rows.head_row(row):
            head = self._select_row(rows.head_row(row))  # Qt would choose another event if the current one went
            self._view.keep_in_sight(head)
        self._model.toggle_group(row)


def _in_parts(number: int) -> Iterator[AnyIntArray]:
    """Count from 0, many numbers at a time: what is looked for is seldom far."""
    for first in range(0, number, _AT_ONCE):
        yield np.arange(first, min(first + _AT_ONCE, number))


COPY_AS_QUERY: Final = "Copy as query"


def menu_of_row(
    view: EventsView,
    cursor: EventCursor,
    columns: ColumnChoice,
    add_query: Callable[[str], None],
    deciding: Sequence[QAction] = (),
) -> QMenu:
    """Make the menu of the current row, which deletes itself when it closes.

    `add_query` takes the query of a chosen term; `deciding` is what may be decided about the selected events.
    """
    model, selected = view.events, cursor.selected()
    cells, sort = model.cells, model.of
    group = model.group_at(view.currentIndex().row())
    menu = QMenu(view) if group is None else _group_menu(view, group)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if cells is not None and len(selected):
        rows = word_for(len(selected), "row", counted(len(selected), "row"))
        menu.addAction(f"Copy {rows}", QKeySequence(QKeySequence.StandardKey.Copy), view.copy_requested.emit)
    event = cursor.current()
    if cells is not None and event is not None and group is None:
        menu.addAction("Copy sentence", partial(copy_text, cells.sentence_text(event)))
        if sort.query is not None:
            query = sort.query(cells, selected)
            menu.addAction(COPY_AS_QUERY, partial(copy_text, query)).setEnabled(bool(query))
        menu.addSeparator()
        for words, term in sort.terms(cells, event):
            menu.addAction(plain_text(words), partial(add_query, query_text(term)))
    if deciding and event is not None:
        menu.addSeparator()
        review = menu.addMenu("Review")
        review.setObjectName("deciding")
        review.addActions(deciding)
    menu.addSeparator()
    if model.sorting.is_grouped:
        menu.addAction("Fold all groups", partial(model.fold_all, True))
        menu.addAction("Unfold all groups", partial(model.fold_all, False))
    menu.addMenu(columns.menu(menu))
    return menu


def _group_menu(view: EventsView, group: EventGroup) -> QMenu:
    """Begin the menu of a group's row with what its count offers."""
    row = view.currentIndex().row()
    query, events = view.events.group_query(row), counted(group.n_events, "event")
    menu = number_menu(view, events, query, meaning("equal_surfaces"))
    menu.addSeparator()
    only = menu.addAction(f"Only these {events}", partial(view.door_opened.emit, row))
    only.setEnabled(bool(query))
    menu.addAction("Unfold" if group.is_folded else "Fold", partial(view.group_toggled.emit, row))
    return menu
