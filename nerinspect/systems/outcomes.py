"""Who has which reference mentions: what two predictions make of each, and patterns over all systems."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.checking.differing_events import Aligned, EventDifferences, differing_events
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray, kept_with_owner, spread_ranges
from nerinspect.events.members import event_of_reference, matched
from nerinspect.events.segment_events import FP, TP
from nerinspect.events.study import Study, judged, kept_count
from nerinspect.training.retention import RETENTION

_AT_ONCE = 31  # so many systems are packed into one number beside another of 32 bits


def compared_systems(study: Study) -> list[int]:
    """Give the predictions that stand for the systems: the first run of each, the retention heuristic left out."""
    firsts: dict[str, int] = {}
    for number, prediction in enumerate(study.predictions):
        firsts.setdefault(prediction.system, number)
    firsts.pop(RETENTION, None)
    return list(firsts.values())


def hits(study: Study, predictions: Sequence[int]) -> BoolArray:
    """Tell which reference mentions each of some predictions has exactly: same extent, same type."""
    return np.asarray(matched(study)[np.asarray(predictions, dtype=np.int64)])


def is_right(study: Study, name: str) -> BoolArray:
    """Tell which reference mentions a system, as `judged` finds it, has exactly; none if it is not there."""
    run = judged(study, name)
    return np.zeros(len(study.reference.mentions), dtype=bool) if run is None else matched(study)[run].copy()


def only_right(study: Study, system: str, other: str) -> BoolArray:
    """Tell which reference mentions a system has exactly and another has not, by names as `judged` finds them."""
    return is_right(study, system) & ~is_right(study, other)


@kept_with_owner
def got_by(study: Study) -> IntArray:
    """Count the systems that have each reference mention exactly, by the first run of each; shape (n_reference,)."""
    return np.asarray(hits(study, compared_systems(study)).sum(axis=0, dtype=np.int32))


@kept_with_owner
def n_runs(study: Study) -> IntArray:
    """Count for each prediction the runs of its system, itself among them; shape (n_predictions,)."""
    systems = [prediction.system for prediction in study.predictions]
    return np.array([systems.count(system) for system in systems], dtype=np.int32)


@kept_with_owner
def got_by_runs(study: Study) -> IntArray:
    """Count for each prediction the runs of its system that have each reference mention exactly; a row for each."""
    counts = np.empty(matched(study).shape, dtype=np.int32)
    systems = np.array([prediction.system for prediction in study.predictions])
    for system in study.systems:
        counts[systems == system] = matched(study)[systems == system].sum(axis=0, dtype=np.int32)
    return counts


@dataclass(frozen=True, eq=False)
class HitPatterns:
    """Who has what, as patterns: the reference mentions that the same systems have, counted."""

    predictions: tuple[int, ...]
    is_right: BoolArray  # whether each prediction has the mentions of a pattern; shape (n_patterns, n_given)
    n_mentions: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.n_mentions)

    @property
    def n_right(self) -> npt.NDArray[np.int64]:
        """How many predictions have the mentions of each pattern; shape (n_patterns,)."""
        return np.asarray(self.is_right.sum(axis=1, dtype=np.int64))

    def rows(self, which: slice | AnyIntArray | BoolArray) -> "HitPatterns":
        return replace(self, is_right=self.is_right[which], n_mentions=self.n_mentions[which])


def hit_patterns(study: Study, mentions: AnyIntArray | BoolArray, predictions: Sequence[int]) -> HitPatterns:
    """Count reference mentions, by number or as a mask, by who of some predictions has them.

    The most frequent pattern stands first, then those that more predictions have, then those that earlier ones have.
    """
    is_right = hits(study, predictions)[:, mentions]
    codes = np.zeros(is_right.shape[1], dtype=np.int64)
    for first in range(0, len(is_right), _AT_ONCE):
        block = is_right[first : first + _AT_ONCE]
        _, ranks = np.unique(codes, return_inverse=True)
        codes = (ranks << len(block)) + (np.int64(1) << np.arange(len(block), dtype=np.int64)) @ block
    _, example, counts = np.unique(codes, return_index=True, return_counts=True)
    patterns = is_right[:, example].T
    order = np.lexsort((*~patterns.T[::-1], -patterns.sum(axis=1), -counts))
    return HitPatterns(tuple(predictions), patterns[order], counts[order].astype(np.int64))


OUTCOMES: Final = ("both-right", "only-a", "only-b", "both-wrong-alike", "both-wrong-differently")
"""What two predictions can make of a reference mention; an outcome column holds places in this tuple."""

BOTH_RIGHT, ONLY_A, ONLY_B, ALIKE, DIFFERENTLY = range(5)


def outcomes(study: Study, a: int, b: int) -> CodeArray:
    """Tell what two predictions make of each reference mention, as places in `OUTCOMES`.

    A prediction is right if it has the mention exactly: same extent, same type. Both are wrong alike if their events
    there cover the same tokens and hold the same predicted mentions; if both have none there, for example.
    """
    has_a, has_b = matched(study)[[a, b]]
    codes = np.where(has_a, np.where(has_b, BOTH_RIGHT, ONLY_A), np.where(has_b, ONLY_B, DIFFERENTLY)).astype(np.int8)
    both_wrong = np.flatnonzero(codes == DIFFERENTLY)
    of_a, of_b = event_of_reference(study)[[a, b]]
    codes[both_wrong[reads_alike(study, of_a[both_wrong], of_b[both_wrong])]] = ALIKE
    return codes


def reads_alike(study: Study, one: AnyIntArray, other: AnyIntArray) -> BoolArray:
    """Tell which pairs of events cover the same tokens and hold the same predicted mentions."""
    events, mentions = study.events, study.predicted
    n_mentions = events.n_mentions("predicted", one)
    alike: BoolArray = (
        (events.start[one] == events.start[other])
        & (events.end[one] == events.end[other])
        & (n_mentions == events.n_mentions("predicted", other))
    )
    pairs = np.flatnonzero(alike)
    first, second = (events.mentions("predicted", event[pairs]) for event in (one, other))
    differ = np.zeros(len(first), dtype=bool)
    for column in (mentions.start, mentions.end, mentions.type_codes):
        differ |= column[first] != column[second]
    alike[np.repeat(pairs, n_mentions[pairs])[differ]] = False
    return alike


def alike_at_mentions(study: Study, other: int) -> BoolArray:
    """Tell at which reference mentions the event of each prediction, a row each, reads as that of another one there.

    Kept with the study.
    """

    def compare() -> BoolArray:
        has, events = matched(study), event_of_reference(study)
        found: BoolArray = has & has[other]  # where one alone has the mention, they differ
        for own, alike, both_wrong in zip(events, found, ~(has | has[other]), strict=True):
            alike[both_wrong] = reads_alike(study, own[both_wrong], events[other, both_wrong])
        return found

    return kept_count(study, "alike", other, compare)


def spurious_alike(study: Study, other: int) -> BoolArray:
    """Tell which spurious events are spurious in another prediction too: of equal extent, with the same mentions.

    Where mentions overlap, the same mention can be spurious to one prediction and part of an error to another.
    """
    events = study.events
    found = np.zeros(len(events), dtype=bool)
    spurious = np.flatnonzero(events.kind == FP)
    first, stop = np.searchsorted(spurious, study.event_start[other : other + 2])
    others = spurious[first:stop]
    ends = np.int64(study.text.n_tokens + 1)
    extents = events.start[others] * ends + events.end[others]
    wanted = events.start[spurious] * ends + events.end[spurious]
    low, high = (np.searchsorted(extents, wanted, side=side) for side in ("left", "right"))
    own = np.repeat(spurious, high - low)
    found[own[reads_alike(study, own, others[spread_ranges(low, high)])]] = True
    return found


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
    start, end : ndarray of int32, shape (n_rows,)
        Half-open token positions in the whole text.
    old_from, old_to : ndarray of int32, shape (n_rows,)
        Half-open range of the old events that the row overlaps, in `old_events`.
    place_change : ndarray of int8, shape (n_places,)
        Place in `CHANGES`. Fixed: only the old version has an error in this place; broken: only the new one; changed:
        both have.
    """

    change: CodeArray
    event: IntArray  # number of the new event in the study; -1 for a spurious mention that is gone; shape (n_rows,)
    start: IntArray
    end: IntArray
    old_from: IntArray
    old_to: IntArray
    old_events: IntArray  # numbers of old events in the study, row after row, in text order within a row
    place_change: CodeArray
    n_unchanged: int  # errors that both versions have in the same form

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
