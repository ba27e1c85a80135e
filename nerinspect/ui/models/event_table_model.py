"""The events table: columns of a study behind one array that says which event stands in which row."""

from collections.abc import Callable
from enum import IntEnum
from functools import partial
from typing import Final, TypeAlias

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from nerinspect.analysis.events import KIND_NAMES
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.ui.models.event_cells import EventCells
from nerinspect.ui.models.event_columns import COLUMN_KEYS, EVENT_COLUMNS, CellForm, EventColumn

_Index = QModelIndex | QPersistentModelIndex
_Sorting: TypeAlias = tuple[int, Qt.SortOrder]
_NO_INDEX: Final = QModelIndex()
_NO_EVENTS: Final = np.zeros(0, dtype=np.int32)
_EVENTS_AT_ONCE: Final = 50_000
"""So many events are sorted without a wait that anybody would notice."""


class EventRole(IntEnum):
    """What the delegate asks for beside the texts."""

    SEGMENT = Qt.ItemDataRole.UserRole + 1
    TYPES = Qt.ItemDataRole.UserRole + 2
    KIND = Qt.ItemDataRole.UserRole + 3
    RIGHT_TO_LEFT = Qt.ItemDataRole.UserRole + 4


class EventTableModel(QAbstractTableModel):
    """List events of a study in any order; every text is built when its cell is asked for.

    Signals
    -------
    permutation_needed : callable
        So many events are to be sorted that the callable should run in a thread; `take_permutation` takes its result.
    """

    permutation_needed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cells: EventCells | None = None
        self._given = _NO_EVENTS  # the events as handed over
        self._order = _NO_EVENTS  # the same ones as on screen
        self._n_events = 0
        self._permutations: dict[_Sorting, IntArray | None] = {}  # None: the events' own order
        self._sorted_by: tuple[int, Qt.SortOrder] | None = None

    @property
    def order(self) -> IntArray:
        """The event number of each row. Shape (n_rows,)."""
        return self._order

    def set_study(self, study: Study, order: IntArray | None = None) -> None:
        """Show another study.

        Parameters
        ----------
        study : Study
            Its events are the rows.
        order : ndarray of int32, shape (n_rows,), optional
            Numbers of the events to list, each once; all of them if left out.
        """
        self.beginResetModel()
        self._cells = EventCells(study)
        self._permutations = {}
        self._n_events = len(study.events)
        self._given = np.arange(len(study.events), dtype=np.int32) if order is None else order
        self._order = self._sorted(self._given)
        self.endResetModel()

    def set_order(self, order: IntArray) -> None:
        """List other events of the same study; the sorting chosen before stays.

        Parameters
        ----------
        order : ndarray of int32, shape (n_rows,)
            Event numbers, each once. Sorted events that are equal stand in the order of their numbers.
        """
        self.beginResetModel()
        self._given = order
        self._order = self._sorted(order)
        self.endResetModel()

    def event_at(self, row: int) -> int:
        """Give the number of the event in a row."""
        return int(self._order[row])

    def row_of(self, event: int) -> int | None:
        """Find the row of an event; None if it is not listed."""
        rows = np.flatnonzero(self._order == event)
        return int(rows[0]) if len(rows) else None

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the listed events."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the columns, hidden ones too."""
        return 0 if parent.isValid() else len(EVENT_COLUMNS)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one cell shows."""
        if self._cells is None or not index.isValid():
            return None
        event, column = int(self._order[index.row()]), EVENT_COLUMNS[index.column()]
        if role == _DISPLAY:
            return column.text(self._cells, event)
        if role in _PAINTED:
            return _PAINTED[role](self._cells, event, column)
        return _spoken(self._cells, event, column, role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | Qt.AlignmentFlag | None:
        """Give the head of a column."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(EVENT_COLUMNS):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return EVENT_COLUMNS[section].title
        return EVENT_COLUMNS[section].alignment if role == Qt.ItemDataRole.TextAlignmentRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, now and for every later list of events; -1 goes back to the order as handed over.

        Many events are sorted by somebody else, see `permutation_needed`; until then the rows stay as they are.
        """
        self._sorted_by = (column, order) if 0 <= column < len(COLUMN_KEYS) else None
        if self._cells is not None and self._sorted_by is not None and self._is_work(self._sorted_by):
            self.permutation_needed.emit(partial(_named_permutation, self._cells, self._sorted_by))
            return
        self._resort()

    def take_permutation(self, sorting: _Sorting, permutation: IntArray | None) -> None:
        """Take what was sorted elsewhere, and sort the rows by it if that is still wanted.

        Parameters
        ----------
        sorting : tuple
            Column and direction.
        permutation : ndarray of int32, shape (n_events,), or None
            All event numbers in that order, None if it is their own; events that sort as equal stand in their own.
        """
        self._permutations[sorting] = permutation
        if sorting == self._sorted_by:
            self._resort()

    def _resort(self) -> None:
        self.beginResetModel()
        self._order = self._sorted(self._given)
        self.endResetModel()

    def _is_work(self, sorting: _Sorting) -> bool:
        is_known = sorting in self._permutations or EVENT_COLUMNS[sorting[0]].key == "place"
        return not is_known and self._n_events > _EVENTS_AT_ONCE

    def _sorted(self, events: IntArray) -> IntArray:
        """Bring events into the chosen order: those of all events in that order that are listed."""
        if self._sorted_by is None or self._cells is None or self._is_work(self._sorted_by):
            return events
        if self._sorted_by not in self._permutations:
            self._permutations[self._sorted_by] = _permutation(self._cells, *self._sorted_by)
        permutation = self._permutations[self._sorted_by]
        if permutation is None:
            return events
        is_listed = np.zeros(self._n_events, dtype=bool)
        is_listed[events] = True
        return permutation.compress(is_listed.take(permutation))  # boolean indexing takes four times as long


def _named_permutation(cells: EventCells, sorting: _Sorting) -> tuple[_Sorting, IntArray | None]:
    return sorting, _permutation(cells, *sorting)


def _permutation(cells: EventCells, column: int, direction: Qt.SortOrder) -> IntArray | None:
    keys = EVENT_COLUMNS[column].ranks(cells)
    is_ascending = direction == Qt.SortOrder.AscendingOrder
    if is_ascending and bool((keys[1:] >= keys[:-1]).all()):
        return None
    return np.argsort(keys if is_ascending else -keys, kind="stable").astype(np.int32)


def _types(cells: EventCells, event: int, column: EventColumn) -> list[str]:
    return cells.reference_types(event) if column.form is CellForm.REFERENCE else cells.predicted_types(event)


_DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)  # looking an enum up in each cell costs more than the cell
_PAINTED: Final[dict[int, Callable[[EventCells, int, EventColumn], object]]] = {
    int(EventRole.SEGMENT): lambda cells, event, _column: cells.segment(event),
    int(EventRole.TYPES): _types,
    int(EventRole.KIND): lambda cells, event, _column: cells.kind(event),
    int(EventRole.RIGHT_TO_LEFT): lambda cells, event, _column: cells.is_right_to_left(event),
}


def _spoken(cells: EventCells, event: int, column: EventColumn, role: int) -> object:
    """Give what standard parts of Qt ask for: alignment, and the words of screen readers and tooltips."""
    if role == Qt.ItemDataRole.TextAlignmentRole:
        return column.alignment
    if role == Qt.ItemDataRole.AccessibleTextRole:
        if column.form in (CellForm.KIND, CellForm.SEGMENT):
            return cells.sentence_for_reader(event)
        return f"{column.title}: {column.text(cells, event)}"
    if role != Qt.ItemDataRole.ToolTipRole:
        return None
    if column.form is CellForm.KIND:
        return f"{cells.kind(event).upper()}: {KIND_NAMES[cells.kind(event)]}"
    return cells.segment_text(event) if column.form is CellForm.SEGMENT else None
