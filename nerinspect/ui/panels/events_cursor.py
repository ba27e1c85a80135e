"""The current event of the table and the selected ones, whatever the rows they stand in."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QObject, Signal

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray
from nerinspect.ui.models.event_rows import GroupedRows
from nerinspect.ui.panels.events_view import EventsView

_AT_ONCE: Final = 20_000


class EventCursor(QObject):
    """Goes from event to event in a view, also into folded groups.

    Signals
    -------
    activated(int)
        Another event became the current one; its number in the study, whatever the order on screen.
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

        Parameters
        ----------
        events : ndarray of int32, shape (n_events,)
            Rows of the study, listed or not, among them the current one.
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
        """Select the current event alone."""
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
        """Go to the next event that is undecided, wrapping round; with a negative step to the one before.

        Parameters
        ----------
        step : int
            1 or -1.
        is_undecided : ndarray of bool, shape (n_rows,)
            What the rows stand for, whether they are listed or not.

        Returns
        -------
        bool
            Whether one is listed.
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
