"""Sorting of all events, once for each order; the listed ones are taken out of it afterwards."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import IntArray
from nerinspect.ui.models.event_cells import EventCells
from nerinspect.ui.models.event_columns import EventColumn
from nerinspect.ui.models.event_surfaces import Surfaces


class Sorting(NamedTuple):
    """In which order the events stand; the place in the file decides between equal ones.

    Attributes
    ----------
    column : EventColumn or None
        The column; None for the place in the file.
    is_descending : bool
        Whether the largest come first.
    is_grouped : bool
        Whether events are sorted by surface first.
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
    sorting : Sorting
        The order.
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
    """Bring all events of a study into an order.

    Parameters
    ----------
    cells : EventCells
        Texts of the study.
    sorting : Sorting
        The order wanted.
    surfaces : Surfaces or None
        What the events are grouped by; None if it is not known yet.

    Returns
    -------
    Sorted
        The events in that order.
    """
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
