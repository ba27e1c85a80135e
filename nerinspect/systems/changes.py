"""What became of the events of one prediction in another: fixed, broken, changed, unchanged."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from nerinspect.checking.differing_events import Aligned, EventDifferences, differing_events
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray, spread_ranges
from nerinspect.events.segment_events import TP
from nerinspect.events.study import Study

CHANGES: Final = ("fixed", "broken", "changed")
"""What can become of an event; a `change` column holds places in this tuple."""

FIXED, BROKEN, CHANGED = range(3)


@dataclass(frozen=True, eq=False)
class Changes:
    """The events of a new version that an old one does not have, and what of the old one is gone, in text order.

    A row is an event of the new version or, where it has none at all, a spurious mention of the old one that is gone. A
    *place* is a stretch of overlapping rows and old events.

    Attributes
    ----------
    change : ndarray of int8, shape (n_rows,)
        Place in `CHANGES`. Fixed: the new event is correct, or there is none. Broken: it is an error, and every old
        event that it overlaps is correct, or there is none. Changed: it is an error, and overlaps an old error.
    event : ndarray of int32, shape (n_rows,)
        Number of the new event in the study; -1 for a spurious mention that is gone.
    start, end : ndarray of int32, shape (n_rows,)
        Half-open token positions in the whole text.
    old_from, old_to : ndarray of int32, shape (n_rows,)
        Half-open range of the old events that the row overlaps, in `old_events`.
    old_events : ndarray of int32
        Numbers of old events in the study, row after row, in text order within a row.
    place_change : ndarray of int8, shape (n_places,)
        Place in `CHANGES`. Fixed: only the old version has an error in this place; broken: only the new one; changed:
        both have.
    n_unchanged : int
        Errors that both versions have in the same form.
    """

    change: CodeArray
    event: IntArray
    start: IntArray
    end: IntArray
    old_from: IntArray
    old_to: IntArray
    old_events: IntArray
    place_change: CodeArray
    n_unchanged: int

    def __len__(self) -> int:
        return len(self.change)

    @property
    def judged_event(self) -> IntArray:
        """The event of each row that a filter judges: the new one, or that of the mention that is gone."""
        judged: IntArray = np.array(self.event)
        gone = self.event < 0
        judged[gone] = self.old_events[self.old_from[gone]]
        return judged

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(np.bincount(self.change, minlength=len(CHANGES)).tolist())

    @property
    def place_counts(self) -> tuple[int, ...]:
        return tuple(np.bincount(self.place_change, minlength=len(CHANGES)).tolist())

    @property
    def wrong_places(self) -> tuple[int, int]:
        """In how many places the old version has an error, and in how many the new one; unchanged errors included."""
        fixed, broken, changed = self.place_counts
        return self.n_unchanged + fixed + changed, self.n_unchanged + broken + changed


def changes(study: Study, old: int, new: int) -> Changes:
    """Compare the events of two predictions, taken for two versions of one system; empty if both predict the same."""
    aligned = (Aligned(study.reference.mentions, study.predicted, study.events_of(number)) for number in (old, new))
    found = differing_events(*aligned)
    one, other = found.one.events.rows(found.one_events), found.other.events.rows(found.other_events)
    row, old_place = _overlapping(one.start, one.end, other.start, other.end)
    old_error = one.kind != TP
    meets_error = np.bincount(row[old_error[old_place]], minlength=len(other)) > 0
    of_events = np.where(other.kind == TP, FIXED, np.where(meets_error, CHANGED, BROKEN))
    gone = np.flatnonzero(np.bincount(old_place, minlength=len(one)) == 0)

    first_old, first_new = study.event_start[[old, new]]
    start, end = np.append(other.start, one.start[gone]), np.append(other.end, one.end[gone])
    order = np.lexsort((end, start))
    n_old = np.append(np.bincount(row, minlength=len(other)), np.ones(len(gone), dtype=np.int64))
    places = np.append(old_place, gone)
    before = np.cumsum(n_old) - n_old
    old_to = np.cumsum(n_old[order])
    all_errors = int((found.one.events.kind != TP).sum())
    return Changes(
        np.append(of_events, np.full(len(gone), FIXED))[order].astype(np.int8),
        np.append(found.other_events + first_new, np.full(len(gone), -1))[order].astype(np.int32),
        start[order],
        end[order],
        (old_to - n_old[order]).astype(np.int32),
        old_to.astype(np.int32),
        found.one_events[places[spread_ranges(before[order], (before + n_old)[order])]] + first_old,
        _place_changes(found, old_error, other.kind != TP),
        all_errors - int(old_error.sum()),
    )


def _overlapping(
    start: IntArray, end: IntArray, row_start: IntArray, row_end: IntArray
) -> tuple[AnyIntArray, AnyIntArray]:
    """Pair rows with the spans they share tokens with, row after row; both ascend by start."""
    first = np.searchsorted(np.maximum.accumulate(end), row_start, side="right")
    stop = np.maximum(first, np.searchsorted(start, row_end))
    row, place = np.repeat(np.arange(len(row_start)), stop - first), spread_ranges(first, stop)
    overlaps = end[place] > row_start[row]
    return row[overlaps], place[overlaps]


def _place_changes(found: EventDifferences, old_error: BoolArray, new_error: BoolArray) -> CodeArray:
    """Tell for each group which version has an error in it; one has."""
    has_old, has_new = (
        np.diff(np.append(0, np.cumsum(error))[first]) > 0
        for error, first in ((old_error, found.one_start), (new_error, found.other_start))
    )
    return np.where(has_new, np.where(has_old, CHANGED, BROKEN), FIXED).astype(np.int8)
