"""Which event, or group of events with one surface, stands in which row; laid out as far as somebody looks at them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, spread_ranges
from nerinspect.corpus.text import Text


@dataclass(frozen=True, eq=False)
class Surfaces:
    """Which events have segments of equal tokens."""

    # int32, shape (n_events,): number of each event's surface, from 0 in the order of first occurrence
    number: IntArray
    bounds: AnyIntArray  # int64, shape (n_surfaces + 1,): where each surface begins among all events sorted by surface

    @property
    def n_surfaces(self) -> int:
        return len(self.bounds) - 1

    def permutation(self, order: IntArray | None = None) -> IntArray:
        """Sort all events by surface; those of one surface stand as in `order`, or by number. Shape (n_events,)."""
        if order is None:
            return np.argsort(self.number, kind="stable").astype(np.int32)
        return order[np.argsort(self.number[order], kind="stable")]


def surfaces_of(text: Text, start: IntArray, end: IntArray) -> Surfaces:
    """Compare the segments of all rows, token by token."""
    number = text.sequence_ids(start, end)
    bounds = np.zeros(int(number.max(initial=-1)) + 2, dtype=np.int64)  # numpy takes places of 64 bits at once
    np.cumsum(np.bincount(number), out=bounds[1:])
    return Surfaces(number, bounds)


class FlatRows:
    """A row for each event; a place counts events from 0 in the order on screen, in sight or folded."""

    def __init__(self, events: IntArray) -> None:
        self._events = events

    @property
    def events(self) -> IntArray:
        """The event at each place. Shape (n_events,)."""
        return self._events

    @property
    def n_events(self) -> int:
        return len(self._events)

    def __len__(self) -> int:
        return len(self._events)

    def event_at(self, row: int) -> int | None:
        """Give the event in a row; None for the row of a group."""
        return int(self._events[row])

    def place_at(self, row: int) -> int:
        """Give the place of the event in a row; of its first event for the row of a group."""
        return row

    def row_at(self, place: int) -> int:
        """Find the row of the event at a place; that of its group if it is folded."""
        return place

    def place_of(self, event: int) -> int | None:
        """Find the place of an event; None if it is not listed."""
        if not len(self._events):
            return None
        place = int((self._events == event).argmax())
        return place if self._events[place] == event else None

    def events_between(self, top: int, bottom: int) -> IntArray:
        """Give the events that some rows stand for.

        The row of a group stands for all of its events if they are folded, or if it is the only row.
        """
        return self._events[top : bottom + 1]


class EventGroup(NamedTuple):
    """Events with the same surface, one of them by number, and how many are listed, as the row above them tells."""

    event: int
    n_events: int
    is_folded: bool


class GroupedRows:
    """A row for each surface of several events, the most frequent first, above a row for each of its events.

    What has a surface of its own comes last, without a row above it.

    Nothing is laid out by row: a row is found among the first rows of the groups, so that a million events fold in
    the time it takes to add up the sizes of their groups.

    Parameters
    ----------
    surfaces : Surfaces
        Of all events of the study.
    permutation : ndarray of int32, shape (n_all,)
        All events by surface, in each in the order wanted.
    listed : ndarray of bool, shape (n_all,)
        Which of them, in this order, have a place.
    is_folded : ndarray of bool, shape (n_surfaces,)
        Surfaces whose events have no rows.
    """

    def __init__(self, surfaces: Surfaces, permutation: IntArray, listed: BoolArray, is_folded: BoolArray) -> None:
        self._members = permutation.compress(listed)  # by surface; boolean indexing takes four times as long
        n_before = np.zeros(len(permutation) + 1, dtype=np.int32)
        np.cumsum(listed, out=n_before[1:])
        bounds = n_before.take(surfaces.bounds)
        size = np.diff(bounds)
        self._surfaces = surfaces
        self._surface = _by_size(size)
        self._size = size.take(self._surface)
        self._first = bounds.take(self._surface)  # of each group, among the members
        self._start = _sums(self._size)  # place of its first event
        self._fold(is_folded)

    def refolded(self, is_folded: BoolArray) -> "GroupedRows":
        """Give the same groups with others of them folded."""
        rows = object.__new__(GroupedRows)
        rows.__dict__.update(self.__dict__)
        rows._fold(is_folded)
        return rows

    def _fold(self, is_folded: BoolArray) -> None:
        has_head = self._size > 1
        self._is_folded = is_folded.take(self._surface) & has_head
        n_heads = np.arange(len(self._start), dtype=np.int32)
        np.minimum(n_heads, np.count_nonzero(has_head), out=n_heads)
        self._row: IntArray = np.add(self._start, n_heads)  # the first one of each group
        if self._is_folded.any():
            self._row = _sums(np.where(self._is_folded, 1, self._size + has_head))

    @cached_property
    def events(self) -> IntArray:
        """The event at each place, made when it is asked for."""
        return self._members[spread_ranges(self._first, self._first + self._size)]

    @property
    def n_events(self) -> int:
        return len(self._members)

    def __len__(self) -> int:
        return int(self._row[-1])

    def group_at(self, row: int) -> EventGroup | None:
        group = self._group_of(row)
        if row != self._row[group] or self._size[group] == 1:
            return None
        return EventGroup(int(self._members[self._first[group]]), int(self._size[group]), bool(self._is_folded[group]))

    def surface_at(self, row: int) -> int:
        return int(self._surface[self._group_of(row)])

    def head_row(self, row: int) -> int:
        return int(self._row[self._group_of(row)])

    def event_at(self, row: int) -> int | None:
        if self.group_at(row) is not None:
            return None
        group = self._group_of(row)
        beyond = max(row - int(self._row[group]) - 1, 0)
        return int(self._members[self._first[group] + beyond])

    def place_at(self, row: int) -> int:
        group = self._group_of(row)
        return int(self._start[group]) + max(row - int(self._row[group]) - 1, 0)

    def row_at(self, place: int) -> int:
        group = _stretch_of(self._start, place)
        first = int(self._row[group])
        if self._is_folded[group] or self._size[group] == 1:
            return first
        return first + 1 + place - int(self._start[group])

    def place_of(self, event: int) -> int | None:
        is_own = self._surface == self._surfaces.number[event]
        group = int(is_own.argmax()) if len(is_own) else 0
        if not is_own[group : group + 1].any():
            return None
        first = int(self._first[group])
        inside = np.flatnonzero(self._members[first : first + int(self._size[group])] == event)
        return int(self._start[group]) + int(inside[0]) if len(inside) else None

    def events_between(self, top: int, bottom: int) -> IntArray:
        last = self._group_of(bottom)
        if top == bottom == self._row[last]:  # no need to lay out all events
            return self._members[self._first[last] : self._first[last] + self._size[last]]
        is_whole = self._is_folded[last] or self._size[last] == 1
        stop = self._start[last + 1] if is_whole else int(self._start[last]) + bottom - int(self._row[last])
        return self.events[self.place_at(top) : stop]

    def _group_of(self, row: int) -> int:
        return _stretch_of(self._row, row)


EventRows: TypeAlias = FlatRows | GroupedRows


def _by_size(sizes: IntArray) -> AnyIntArray:
    """List what is not empty from the largest on; equal ones stay as they are.

    Most are of size 1 and need not be sorted; keys of 16 bits are sorted four times as fast as others.
    """
    several = np.flatnonzero(sizes > 1)
    keys = -sizes.take(several)
    if keys.min(initial=0) >= np.iinfo(np.int16).min:
        keys = keys.astype(np.int16)
    return np.concatenate([several.take(np.argsort(keys, kind="stable")), np.flatnonzero(sizes == 1)])


def _sums(sizes: AnyIntArray) -> IntArray:
    sums = np.zeros(len(sizes) + 1, dtype=np.int32)
    np.cumsum(sizes, out=sums[1:])
    return sums


def _stretch_of(starts: IntArray, place: int) -> int:
    """Find the stretch that holds a place; numpy would copy all starts to compare them with a number of Python."""
    return int(np.searchsorted(starts, np.int32(place), side="right")) - 1


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
        return self._until(self._n_events)

    @property
    def n_events(self) -> int:
        return self._n_events

    def __len__(self) -> int:
        return self._n_events

    def event_at(self, row: int) -> int:
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
