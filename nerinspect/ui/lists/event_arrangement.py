"""Which events of a study are listed, and in which order: as handed over, sorted, or grouped and folded."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_columns import EventColumn
from nerinspect.ui.lists.event_rows import EventRows, FlatRows, GroupedRows, SiftedRows, Surfaces


class Sorting(NamedTuple):
    """By which column the events stand, if not by their place in the file, which decides between equal ones.

    Grouped ones are sorted by surface first.
    """

    column: EventColumn | None = None
    is_descending: bool = False
    is_grouped: bool = False

    @property
    def is_own(self) -> bool:
        """Whether the events stand so by themselves."""
        return self._is_of_file and not self.is_grouped

    @property
    def key(self) -> str:
        """The key of the column; empty for the place in the file."""
        return self.column.key if self.column else ""

    def by(self, key: str, is_descending: bool, columns: Sequence[EventColumn]) -> "Sorting":
        """Sort by the column of a key; by the place in the file if there is none among the columns."""
        column = next((column for column in columns if column.key == key), None)
        return Sorting(column, is_descending and column is not None, self.is_grouped)

    @property
    def words(self) -> str:
        """How the rows are sorted; empty for the order of the study."""
        words = ["grouped by segment, the most frequent first"] if self.is_grouped else []
        if self.column is not None and not self._is_of_file:
            words.append(f"by {self.column.title}, {'descending' if self.is_descending else 'ascending'}")
        return "; ".join(words)

    @property
    def _is_of_file(self) -> bool:
        return self.column is None or (self.column.key == "place" and not self.is_descending)


class Sorted(NamedTuple):
    """All events in one order.

    Attributes
    ----------
    permutation : ndarray of int32, shape (n_events,), or None
        All event numbers in that order; None if it is their own.
    places : ndarray of int64, shape (n_events,), or None
        The same numbers in the form in which numpy takes them three times as fast.
    surfaces : Surfaces or None
        What they were grouped by.
    """

    sorting: Sorting
    permutation: IntArray | None
    places: npt.NDArray[np.int64] | None
    surfaces: Surfaces | None


def sort_events(cells: EventCells, sorting: Sorting, surfaces: Surfaces | None) -> Sorted:
    """Bring all events of a study into an order; what they are grouped by is found if it is not known yet."""
    permutation = _permutation(cells, sorting)
    if sorting.is_grouped:
        surfaces = surfaces or cells.surfaces()
        permutation = surfaces.permutation(permutation)
    places = None if permutation is None else permutation.astype(np.int64)
    return Sorted(sorting, permutation, places, surfaces if sorting.is_grouped else None)


def _permutation(cells: EventCells, sorting: Sorting) -> IntArray | None:
    if sorting.column is None:
        return None
    keys = sorting.column.ranks(cells)
    if not sorting.is_descending and bool((keys[1:] >= keys[:-1]).all()):
        return None
    return np.argsort(-keys if sorting.is_descending else keys, kind="stable").astype(np.int32)


_MOST_PERMUTATIONS: Final = 4


class EventArrangement:
    """Arrange the listed events of a study into rows.

    `order`, of shape (n_listed,), holds the numbers of those to list, each once; all of them if left out.
    """

    def __init__(self, n_events: int, sorting: Sorting, order: IntArray | None = None) -> None:
        self.sorting = sorting
        self._n_events = n_events
        every = np.arange(n_events, dtype=np.int32)
        self._given: IntArray | None = every if order is None else order  # None if a mask was handed over
        self._mask: BoolArray | None = None  # the same events; None until it is needed
        self._sorted: OrderedDict[Sorting, Sorted] = OrderedDict()  # those used last
        self._surfaces: Surfaces | None = None
        self._is_folded: BoolArray = np.zeros(0, dtype=bool)

    @property
    def surfaces(self) -> Surfaces | None:
        """What the events are grouped by; None as long as nobody asked for groups."""
        return self._surfaces

    @property
    def is_ready(self) -> bool:
        """Whether all events are sorted as wanted."""
        return self.sorting.is_own or self.sorting in self._sorted

    @property
    def is_listed(self) -> BoolArray:
        """Which events of the study have a row, or would have without folding. Shape (n_events,)."""
        if self._mask is None:
            self._mask = np.zeros(self._n_events, dtype=bool)
            if self._given is not None:
                self._mask[self._given] = True
        return self._mask

    def list_order(self, order: IntArray) -> None:
        """List just these events; sorted ones that are equal stand in the order of their numbers."""
        self._given, self._mask = order, None

    def list_mask(self, mask: BoolArray, first: int) -> None:
        """List those that a mask over neighbouring events keeps, beginning with the event `first`."""
        if len(mask) < self._n_events:
            whole = np.zeros(self._n_events, dtype=bool)
            whole[first : first + len(mask)] = mask
            mask = whole
        self._given, self._mask = None, mask

    def take(self, result: Sorted) -> None:
        """Remember all events in one order, and how they are grouped."""
        self._sorted[result.sorting] = result
        if len(self._sorted) > _MOST_PERMUTATIONS:
            self._sorted.popitem(last=False)
        if result.surfaces is not None and self._surfaces is None:
            self._surfaces = result.surfaces
            self._is_folded = np.zeros(self._surfaces.n_surfaces, dtype=bool)

    def forget_sorted(self, key: str) -> None:
        """Forget how all events stand by a column whose cells change."""
        for sorting in [known for known in self._sorted if known.column is not None and known.column.key == key]:
            del self._sorted[sorting]

    def toggle(self, rows: GroupedRows, surface: int) -> GroupedRows:
        """Fold a surface or unfold it; give the rows as they are then."""
        self._is_folded[surface] = not self._is_folded[surface]
        return rows.refolded(self._is_folded)

    def fold_all(self, rows: EventRows, is_folded: bool) -> EventRows:
        """Fold or unfold all surfaces; give the rows as they are then."""
        self._is_folded[:] = is_folded
        return rows.refolded(self._is_folded) if isinstance(rows, GroupedRows) else rows

    def rows(self) -> EventRows:
        """Bring the listed events into the chosen order: those of all events in that order that are listed."""
        result = self._sorted.get(self.sorting)
        if result is None or result.permutation is None or result.places is None:
            if self._given is not None:
                return FlatRows(self._given)
            return SiftedRows(self.is_listed)
        self._sorted.move_to_end(self.sorting)
        if self.sorting.is_grouped and self._surfaces is not None:
            listed = self.is_listed.take(result.places)
            return GroupedRows(self._surfaces, result.permutation, listed, self._is_folded)
        return SiftedRows(self.is_listed, result.permutation, result.places)
