"""Rows of the listed events among all of a study, laid out as far as somebody looks at them."""

from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.ui.models.event_rows import FlatRows

_FIRST: Final = 1 << 14
"""Events that are looked through at first; twice as many are the next time, so that a few times do for all."""


class SiftedRows(FlatRows):
    """A row for each event that is listed, in the order of all events.

    A filter changes all rows, of which a screen shows a few: only their number is counted at once. The first rows are
    laid out as far as they are asked for, and those laid out stay.

    Parameters
    ----------
    is_listed : ndarray of bool, shape (n_all,)
        By event number; it must not be changed any more.
    permutation : ndarray of int32, shape (n_all,), optional
        All events in the order wanted; left out if it is that of their numbers.
    places : ndarray of int64, shape (n_all,), optional
        The same numbers in the form in which numpy takes them three times as fast; goes with `permutation`.
    """

    def __init__(
        self,
        is_listed: BoolArray,
        permutation: IntArray | None = None,
        places: npt.NDArray[np.int64] | None = None,
    ) -> None:
        super().__init__(np.zeros(0, dtype=np.int32))  # those laid out already
        self._is_listed, self._permutation, self._places = is_listed, permutation, places
        self._n_events = int(np.count_nonzero(is_listed))
        self._n_seen = 0  # of all events, listed or not

    @property
    def events(self) -> IntArray:
        """The event in each row."""
        return self._until(self._n_events)

    @property
    def n_events(self) -> int:
        """How many rows there are."""
        return self._n_events

    def __len__(self) -> int:
        """Count the events."""
        return self._n_events

    def event_at(self, row: int) -> int:
        """Give the event in a row."""
        return int(self._until(row + 1)[row])

    def place_of(self, event: int) -> int | None:
        """Find the row of an event: as many are before it as are listed."""
        if event >= len(self._is_listed) or not self._is_listed[event]:
            return None
        if self._permutation is None or self._places is None:
            return int(np.count_nonzero(self._is_listed[:event]))
        before = self._places[: int((self._permutation == event).argmax())]
        return int(np.count_nonzero(self._is_listed.take(before)))

    def events_between(self, top: int, bottom: int) -> IntArray:
        """Give the events from one row to another, both included."""
        return self._until(bottom + 1)[top : bottom + 1]

    def _until(self, n_rows: int) -> IntArray:
        """Lay out so many rows at least, if there are so many."""
        if len(self._events) < n_rows and len(self._events) < self._n_events:
            self._lay_out(n_rows)
        return self._events

    def _lay_out(self, n_rows: int) -> None:
        parts, n_laid_out = [self._events], len(self._events)
        while n_laid_out < min(n_rows, self._n_events):
            parts.append(self._next())
            n_laid_out += len(parts[-1])
        self._events = np.concatenate(parts)

    def _next(self) -> IntArray:
        """Give the listed ones among the next events."""
        first = self._n_seen
        if self._permutation is None or self._places is None:
            first += int(self._is_listed[first:].argmax())
            self._n_seen = stop = first + max(first, _FIRST)
            return (np.flatnonzero(self._is_listed[first:stop]) + first).astype(np.int32)
        self._n_seen = stop = first + max(first, _FIRST)
        listed = self._is_listed.take(self._places[first:stop])
        return self._permutation[first:stop].compress(listed)  # boolean indexing would take four times as long
