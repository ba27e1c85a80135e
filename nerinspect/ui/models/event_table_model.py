"""The events table: columns of a study behind rows that say which event stands where."""

from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.ui.models.event_cells import EventCells
from nerinspect.ui.models.event_columns import COLUMN_KEYS, EVENT_COLUMNS
from nerinspect.ui.models.event_queries import query_of_group
from nerinspect.ui.models.event_rows import EventGroup, EventRows, FlatRows, GroupedRows
from nerinspect.ui.models.event_sorting import Sorted, Sorting, sort_events
from nerinspect.ui.models.event_speech import group_speech, head_tooltip, spoken

if TYPE_CHECKING:
    from nerinspect.ui.models.event_surfaces import Surfaces

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()
_DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)  # looking an enum up in each cell costs more than the cell
_NO_EVENTS: Final = np.zeros(0, dtype=np.int32)
_SEGMENT: Final = COLUMN_KEYS.index("segment")
_EVENTS_AT_ONCE: Final = 50_000
"""So many events are sorted without a wait that anybody would notice."""
_MOST_PERMUTATIONS: Final = 4


class EventTableModel(QAbstractTableModel):
    """List events of a study in any order; every text is built when its cell is asked for.

    Signals
    -------
    sorting_needed : callable
        So many events are to be sorted that the callable should run in a thread; `take_sorted` takes its result.
    """

    sorting_needed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.cells: EventCells | None = None
        self._given: IntArray | None = None  # the events in the order handed over; None if a mask was
        self._mask: BoolArray | None = None  # the same ones; None until it is needed
        self._rows: EventRows = FlatRows(_NO_EVENTS)
        self._n_rows = 0  # asked for more often than anything else
        self._sorting = Sorting()
        self._sorted: OrderedDict[Sorting, Sorted] = OrderedDict()  # those used last
        self._surfaces: Surfaces | None = None
        self._is_folded: BoolArray = np.zeros(0, dtype=bool)
        self._door: tuple[EventRows, int, str] = (self._rows, -1, "")  # the last one asked for

    @property
    def order(self) -> IntArray:
        """The listed events as on screen, those of folded groups included. Shape (n_events,)."""
        return self._rows.events

    @property
    def rows(self) -> EventRows:
        """Which event stands in which row."""
        return self._rows

    @property
    def is_listed(self) -> BoolArray:
        """Which events of the study have a row, or would have without folding. Shape (n_all,)."""
        if self._mask is None:
            self._mask = np.zeros(self._n_events, dtype=bool)
            if self._given is not None:
                self._mask[self._given] = True
        return self._mask

    @property
    def is_grouped(self) -> bool:
        """Whether events of equal surface are to stand together."""
        return self._sorting.is_grouped

    def set_study(self, study: Study, order: IntArray | None = None) -> None:
        """Show another study.

        Parameters
        ----------
        study : Study
            Its events are the rows.
        order : ndarray of int32, shape (n_rows,), optional
            Numbers of the events to list, each once; all of them if left out.
        """
        self.cells = EventCells(study)
        self._sorted.clear()
        self._surfaces = None
        self._given = np.arange(len(study.events), dtype=np.int32) if order is None else order
        self._mask = None
        self._sort_if_needed()
        self._rearrange()

    def set_order(self, order: IntArray) -> None:
        """List other events of the same study; the sorting chosen before stays.

        Parameters
        ----------
        order : ndarray of int32, shape (n_rows,)
            Event numbers, each once. Sorted events that are equal stand in the order of their numbers.
        """
        self._given, self._mask = order, None
        self._rearrange()

    def set_mask(self, mask: BoolArray, first: int = 0) -> None:
        """List other events of the same study, as `set_order` does; quicker, since no numbers are written out.

        Parameters
        ----------
        mask : ndarray of bool, shape (n,)
            Which of `n` neighbouring events are listed; all others are not.
        first : int
            Number of the first of them.
        """
        if len(mask) < self._n_events:
            whole = np.zeros(self._n_events, dtype=bool)
            whole[first : first + len(mask)] = mask
            mask = whole
        self._given, self._mask = None, mask
        self._rearrange()

    def set_grouped(self, is_grouped: bool) -> None:
        """Let events of equal surface stand together under a row of their own, or not."""
        self._sorting = self._sorting._replace(is_grouped=is_grouped)
        if not self._sort_if_needed():
            self._rearrange()

    def toggle_group(self, row: int) -> None:
        """Fold the group that a row belongs to, or unfold it."""
        rows = self._rows
        if not isinstance(rows, GroupedRows):
            return
        head = rows.head_row(row)
        group = rows.group_at(head)
        assert group is not None, "the first row of a group is its own"
        surface = rows.surface_at(head)
        change = (_NO_INDEX, head + 1, head + group.n_events)
        (self.beginInsertRows if group.is_folded else self.beginRemoveRows)(*change)
        self._is_folded[surface] = not group.is_folded
        self._show(rows.refolded(self._is_folded))
        (self.endInsertRows if group.is_folded else self.endRemoveRows)()
        self.dataChanged.emit(self.index(head, 0), self.index(head, self.columnCount() - 1))

    def fold_all(self, is_folded: bool) -> None:
        """Fold all groups, or unfold them."""
        self._is_folded[:] = is_folded
        if isinstance(self._rows, GroupedRows):
            self.beginResetModel()
            self._show(self._rows.refolded(self._is_folded))
            self.endResetModel()

    def event_at(self, row: int) -> int | None:
        """Give the number of the event in a row; None for the row of a group."""
        return self._rows.event_at(row)

    def group_at(self, row: int) -> EventGroup | None:
        """Give the group whose own row this is."""
        return self._rows.group_at(row) if row >= 0 and isinstance(self._rows, GroupedRows) else None

    def group_query(self, row: int) -> str:
        """Write the query that gives just the events of a group, among those listed; empty if there is none."""
        rows = self._rows
        if not isinstance(rows, GroupedRows) or self.cells is None or self.group_at(row) is None:
            return ""
        if self._door[0] is not rows or self._door[1] != row:
            query = query_of_group(self.cells.study, self.is_listed, rows.events_between(row, row))
            self._door = (rows, row, query)
        return self._door[2]

    def row_of(self, event: int) -> int | None:
        """Find the row of an event, that of its group if it is folded; None if it is not listed."""
        place = self._rows.place_of(event)
        return None if place is None else self._rows.row_at(place)

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else self._n_rows

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the columns, hidden ones too."""
        return 0 if parent.isValid() else len(EVENT_COLUMNS)

    def data(self, index: _Index, role: int = _DISPLAY) -> object:
        """Give what one cell shows or says; the delegate asks `cells` itself."""
        if self.cells is None or not index.isValid():
            return None
        event = self._rows.event_at(index.row())
        if event is None:
            group = self.group_at(index.row())
            return group and group_speech(self.cells, group, role, index.column() == _SEGMENT)
        column = EVENT_COLUMNS[index.column()]
        return column.text(self.cells, event) if role == _DISPLAY else spoken(self.cells, event, column, role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY
    ) -> str | Qt.AlignmentFlag | None:
        """Give the head of a column."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(EVENT_COLUMNS):
            return None
        column = EVENT_COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return head_tooltip(column)
        return column.alignment if role == Qt.ItemDataRole.TextAlignmentRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, now and for every later list of events; -1 goes back to the order as handed over.

        Many events are sorted by somebody else, see `sorting_needed`; until then the rows stay as they are.
        """
        column = column if 0 <= column < len(COLUMN_KEYS) else -1
        is_descending = column >= 0 and order == Qt.SortOrder.DescendingOrder
        self._sorting = Sorting(column, is_descending, self._sorting.is_grouped)
        if not self._sort_if_needed():
            self._rearrange()

    def take_sorted(self, result: Sorted) -> None:
        """Take what was sorted elsewhere, and arrange the rows by it if that is still wanted."""
        self._remember(result)
        if result.sorting == self._sorting:
            self._rearrange()

    @property
    def _n_events(self) -> int:
        return 0 if self.cells is None else len(self.cells.study.events)

    def _is_ready(self) -> bool:
        return self._sorting.is_own or self._sorting in self._sorted

    def _sort_if_needed(self) -> bool:
        """Have all events sorted; tell whether that goes on elsewhere."""
        if self.cells is None or self._is_ready():
            return False
        work = partial(sort_events, self.cells, self._sorting, self._surfaces)
        if self._n_events > _EVENTS_AT_ONCE:
            self.sorting_needed.emit(work)
            return True
        self._remember(work())
        return False

    def _remember(self, result: Sorted) -> None:
        self._sorted[result.sorting] = result
        if len(self._sorted) > _MOST_PERMUTATIONS:
            self._sorted.popitem(last=False)
        if result.surfaces is not None and self._surfaces is None:
            self._surfaces = result.surfaces
            self._is_folded = np.zeros(self._surfaces.n_surfaces, dtype=bool)

    def _rearrange(self) -> None:
        self.beginResetModel()
        self._show(self._arranged())
        self.endResetModel()

    def _show(self, rows: EventRows) -> None:
        self._rows, self._n_rows = rows, len(rows)

    def _arranged(self) -> EventRows:
        """Bring the listed events into the chosen order: those of all events in that order that are listed."""
        result = self._sorted.get(self._sorting)
        if result is None or result.permutation is None or result.places is None:
            if self._given is not None:
                return FlatRows(self._given)
            return FlatRows(np.flatnonzero(self.is_listed).astype(np.int32), is_ascending=True)
        self._sorted.move_to_end(self._sorting)
        listed = self.is_listed.take(result.places)
        if self._sorting.is_grouped and self._surfaces is not None:
            return GroupedRows(self._surfaces, result.permutation, listed, self._is_folded)
        return FlatRows(result.permutation.compress(listed))  # boolean indexing would take four times as long
