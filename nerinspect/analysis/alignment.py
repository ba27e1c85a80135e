"""Align reference and prediction into segment events (Manning 2006)."""

import numpy as np

from nerinspect.analysis.events import (
    BE,
    CROSSING,
    FN,
    FP,
    LBE,
    LE,
    LONGER,
    MERGED,
    NO_SHAPE,
    SHORTER,
    SPLIT,
    TANGLED,
    TP,
    EventTable,
)
from nerinspect.analysis.grouping import Groups, group_mentions, meets_other_type
from nerinspect.analysis.pairing import BothSides, both_sides, pair_equal_extents
from nerinspect.corpus.arrays import AnyIntArray, CodeArray, IntArray
from nerinspect.corpus.mentions import Mentions


def find_events(reference: Mentions, predicted: Mentions, sentence_start: IntArray) -> EventTable:
    """Put every mention of both sides into one event, and tell the kind of each.

    Parameters
    ----------
    reference, predicted : Mentions
        Two annotations of one text over one list of types; no side has the same extent and type twice.
    sentence_start : ndarray of int32, shape (n_sentences + 1,)
        First token of each sentence.

    Returns
    -------
    EventTable
        The events of prediction 0 by start, end and kind, without `tn` segments.

    Notes
    -----
    Exact matches are `tp`. Of the rest, mentions of equal extent pair to `le` in alphabetical order of type. What is
    left falls into groups, one event each: mentions that share a token belong together, and mentions that touch do
    unless both sides have a boundary there; matched mentions have no say in this. Where no mentions of a side overlap,
    these are exactly the segments of Manning: a matched pair has a boundary of both sides at each end.

    References
    ----------
    Manning (2006), Doing named entity recognition? Don't optimize for F1.
    """
    sides = both_sides(reference, predicted, sentence_start)
    pairs = pair_equal_extents(sides)
    n_pairs = len(pairs.reference)
    event = np.full(len(sides.start), -1, dtype=np.int64)
    event[pairs.reference] = event[pairs.predicted] = np.arange(n_pairs)
    left = np.flatnonzero(event < 0)
    groups = group_mentions(sides, left)
    event[left] = n_pairs + groups.of
    start = np.concatenate([sides.start[pairs.reference], groups.start])
    end = np.concatenate([sides.end[pairs.reference], groups.end])
    kind = np.concatenate(
        [np.repeat([TP, LE], [pairs.n_exact, n_pairs - pairs.n_exact]), _group_kinds(sides, left, groups)]
    )

    order = np.lexsort((kind, start * sides.size + end))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    shift = np.searchsorted(sentence_start[:-1] + np.arange(len(sentence_start) - 1), start[order], side="right") - 1
    return _table(sides, rank[event], start[order] - shift, end[order] - shift, kind[order].astype(np.int8))


def outside_segments(events: EventTable, sentence_start: IntArray) -> IntArray:
    """Count the `tn` segments of each sentence: the stretches outside every mention of both sides.

    Parameters
    ----------
    events : EventTable
        All events of one prediction, in text order.
    sentence_start : ndarray of int32, shape (n_sentences + 1,)
        First token of each sentence.

    Returns
    -------
    ndarray of int32, shape (n_sentences,)
        At least 1 in a sentence without events.
    """
    n_sentences = len(sentence_start) - 1
    reach = np.maximum.accumulate(np.append(sentence_start[0], events.end))
    following = np.append(events.start, sentence_start[-1])
    is_outside = following > reach
    first = np.searchsorted(sentence_start, reach[is_outside], side="right") - 1
    behind = np.searchsorted(sentence_start, following[is_outside], side="left")
    change = np.bincount(first, minlength=n_sentences + 1) - np.bincount(behind, minlength=n_sentences + 1)
    return np.cumsum(change)[:n_sentences].astype(np.int32)


def _group_kinds(sides: BothSides, left: AnyIntArray, groups: Groups) -> AnyIntArray:
    """Tell the kind of each group of mentions that have no counterpart of their extent."""
    n_groups = len(groups.start)
    is_reference = left < sides.n_reference
    of_reference = groups.of[is_reference]
    has_reference = np.bincount(of_reference, minlength=n_groups) > 0
    has_predicted = np.bincount(groups.of[~is_reference], minlength=n_groups) > 0
    has_conflict = np.bincount(of_reference[meets_other_type(sides, left)], minlength=n_groups) > 0
    return np.select([~has_predicted, ~has_reference, has_conflict], [FN, FP, LBE], BE)


def _table(sides: BothSides, event: AnyIntArray, start: AnyIntArray, end: AnyIntArray, kind: CodeArray) -> EventTable:
    """Lay out events, given the event of each mention."""
    ref_members, ref_from, ref_to = _members(event[: sides.n_reference], len(start))
    pred_members, pred_from, pred_to = _members(event[sides.n_reference :], len(start))
    n_ref, n_pred = ref_to - ref_from, pred_to - pred_from
    shape = np.full(len(start), NO_SHAPE, dtype=np.int8)
    shaped = np.flatnonzero((kind == BE) | (kind == LBE))
    first_ref, first_pred = ref_members[ref_from[shaped]], sides.n_reference + pred_members[pred_from[shaped]]
    shape[shaped] = _shapes(sides, n_ref[shaped], n_pred[shaped], first_ref, first_pred)
    return EventTable(
        prediction=np.zeros(len(start), dtype=np.int32),
        start=start.astype(np.int32),
        end=end.astype(np.int32),
        kind=kind,
        shape=shape,
        demerits=np.where(kind == TP, 0, n_ref + n_pred).astype(np.int32),
        ref_from=ref_from,
        ref_to=ref_to,
        pred_from=pred_from,
        pred_to=pred_to,
        ref_members=ref_members,
        pred_members=pred_members,
    )


def _members(event: AnyIntArray, n_events: int) -> tuple[IntArray, IntArray, IntArray]:
    """List the mentions of a side by event, and give the half-open range of each event in that list."""
    members = np.argsort(event, kind="stable").astype(np.int32)
    bounds = np.append(0, np.cumsum(np.bincount(event, minlength=n_events))).astype(np.int32)
    return members, bounds[:-1], bounds[1:]


def _shapes(
    sides: BothSides, n_ref: AnyIntArray, n_pred: AnyIntArray, first_ref: AnyIntArray, first_pred: AnyIntArray
) -> AnyIntArray:
    """Refine boundary errors by the numbers of mentions and, for one on each side, by how they lie."""
    begins_later, ends_later = (bound[first_pred] - bound[first_ref] for bound in (sides.start, sides.end))
    is_shorter, is_longer = (begins_later >= 0) & (ends_later <= 0), (begins_later <= 0) & (ends_later >= 0)
    return np.select(
        [(n_ref > 1) & (n_pred > 1), n_ref > 1, n_pred > 1, is_shorter, is_longer],
        [TANGLED, MERGED, SPLIT, SHORTER, LONGER],
        CROSSING,
    )
