"""Which events of a study are listed, and in which order: as handed over, sorted, or grouped and folded."""

from collections import OrderedDict
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.ui.models.event_rows import EventRows, FlatRows, GroupedRows
from nerinspect.ui.models.event_sorting import Sorted, Sorting
from nerinspect.ui.models.event_surfaces import Surfaces
from nerinspect.ui.models.sifted_rows import SiftedRows

_MOST_PERMUTATIONS: Final = 4


class EventArrangement:
    """Arrange the listed events of a study into rows.

    Parameters
    ----------
    n_events : int
        All events of the study.
    sorting : Sorting
        The order wanted.
    order : ndarray of int32, shape (n_listed,), optional
        Numbers of those to list, each once; all of them if left out.
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
