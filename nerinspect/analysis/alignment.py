"""Align reference and prediction into segment events (Manning 2006)."""

from typing import NamedTuple

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
from nerinspect.corpus.arrays import (
    AnyIntArray,
    BoolArray,
    CodeArray,
    IntArray,
    is_member,
    sorted_distinct,
    spread_ranges,
)
from nerinspect.corpus.mentions import Mentions


class _Spans(NamedTuple):
    """Extents moved apart by one position for each sentence, so that sentences never touch."""

    start: AnyIntArray
    end: AnyIntArray


def find_events(reference: Mentions, predicted: Mentions, sentence_start: IntArray) -> EventTable:
    """Cut the text into segments and tell the kind of each that is not outside every mention.

    Parameters
    ----------
    reference, predicted : Mentions
        Two annotations of one text over one list of types; none of a side's mentions overlap.
    sentence_start : ndarray of int32, shape (n_sentences + 1,)
        First token of each sentence.

    Returns
    -------
    EventTable
        The events of prediction 0 in text order, without `tn` segments.

    References
    ----------
    Manning (2006), Doing named entity recognition? Don't optimize for F1.
    """
    ref, pred = _moved_apart(reference, sentence_start), _moved_apart(predicted, sentence_start)
    start = _segment_starts(ref, pred)
    shift = np.searchsorted(sentence_start[:-1] + np.arange(len(sentence_start) - 1), start, side="right") - 1
    ref_from, ref_to = _members(ref, start)
    pred_from, pred_to = _members(pred, start)
    n_ref, n_pred = ref_to - ref_from, pred_to - pred_from

    first_ref, first_pred = _picked(ref, ref_from, n_ref), _picked(pred, pred_from, n_pred)
    end = np.maximum(_picked(ref, ref_to - 1, n_ref).end, _picked(pred, pred_to - 1, n_pred).end)
    same_extent = (
        (n_ref == 1) & (n_pred == 1) & (first_ref.start == first_pred.start) & (first_ref.end == first_pred.end)
    )
    conflict = _has_type_conflict(ref, pred, reference.type_codes, predicted.type_codes, n_ref)

    kind = np.where(conflict, LBE, BE).astype(np.int8)
    kind[n_pred == 0] = FN
    kind[n_ref == 0] = FP
    kind[same_extent] = np.where(conflict[same_extent], LE, TP)
    return EventTable(
        prediction=np.zeros(len(start), dtype=np.int32),
        start=(start - shift).astype(np.int32),
        end=(end - shift).astype(np.int32),
        kind=kind,
        shape=_shapes(kind, n_ref, n_pred, first_ref, first_pred),
        demerits=np.where(kind == TP, 0, n_ref + n_pred).astype(np.int32),
        ref_from=ref_from,
        ref_to=ref_to,
        pred_from=pred_from,
        pred_to=pred_to,
    )


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
    edges = sorted_distinct(np.concatenate([sentence_start, events.end]))  # where a stretch may begin
    following = np.searchsorted(events.start, edges[:-1])
    covered = np.zeros(len(edges) - 1, dtype=bool)
    inside = following < len(events)
    covered[inside] = events.start[following[inside]] == edges[:-1][inside]
    sentence = np.searchsorted(sentence_start, edges[:-1][~covered], side="right") - 1
    return np.bincount(sentence, minlength=n_sentences).astype(np.int32)


def _moved_apart(mentions: Mentions, sentence_start: IntArray) -> _Spans:
    sentence = np.searchsorted(sentence_start, mentions.start, side="right") - 1
    return _Spans(mentions.start + sentence, mentions.end + sentence)


def _segment_starts(ref: _Spans, pred: _Spans) -> AnyIntArray:
    """Find where segments begin: behind an O/O token, and where both sides have a boundary inside a stretch."""
    start, end = np.concatenate([ref.start, pred.start]), np.concatenate([ref.end, pred.end])
    order = np.argsort(start, kind="stable")
    start, reach = start[order], np.maximum.accumulate(end[order])
    begins = np.ones(len(start), dtype=bool)
    begins[1:] = start[1:] > reach[:-1]
    stretch_end = reach[np.append(begins[1:], True)] if len(start) else reach
    ref_boundaries, pred_boundaries = sorted_distinct(np.concatenate(ref)), sorted_distinct(np.concatenate(pred))
    shared = ref_boundaries[is_member(ref_boundaries, pred_boundaries)]
    return sorted_distinct(np.concatenate([start[begins], shared[~is_member(shared, stretch_end)]]))


def _members(spans: _Spans, segment_start: AnyIntArray) -> tuple[IntArray, IntArray]:
    """Give the half-open range of mentions that begin in each segment; a mention never leaves its segment."""
    first = np.searchsorted(spans.start, segment_start).astype(np.int32)
    return first, np.append(first[1:], np.int32(len(spans.start)))[: len(first)].astype(np.int32)


def _picked(spans: _Spans, place: AnyIntArray, n_members: AnyIntArray) -> _Spans:
    """Take one mention for each segment, -1 where the side has none."""
    if not len(spans.start):
        return _Spans(np.full(len(place), -1), np.full(len(place), -1))
    has_any = n_members > 0
    place = np.where(has_any, place, 0)
    return _Spans(np.where(has_any, spans.start[place], -1), np.where(has_any, spans.end[place], -1))


def _has_type_conflict(
    ref: _Spans, pred: _Spans, ref_types: IntArray, pred_types: IntArray, n_ref: AnyIntArray
) -> BoolArray:
    """Tell for each segment whether at some token both sides are inside a mention and the types differ."""
    first = np.searchsorted(pred.end, ref.start, side="right")
    last = np.searchsorted(pred.start, ref.end, side="left")
    ref_place = np.repeat(np.arange(len(ref.start)), last - first)
    differs = ref_types[ref_place] != pred_types[spread_ranges(first, last)]
    segment = np.repeat(np.arange(len(n_ref)), n_ref)
    conflict = np.zeros(len(n_ref), dtype=bool)
    conflict[segment[ref_place[differs]]] = True
    return conflict


def _shapes(
    kind: CodeArray, n_ref: AnyIntArray, n_pred: AnyIntArray, first_ref: _Spans, first_pred: _Spans
) -> CodeArray:
    """Refine boundary errors by the numbers of mentions and, for one on each side, by how they lie."""
    shape = np.full(len(kind), TANGLED, dtype=np.int8)
    shape[n_ref == 1] = SPLIT
    shape[n_pred == 1] = MERGED
    one_each = (n_ref == 1) & (n_pred == 1)
    shape[one_each] = CROSSING
    starts_later, ends_earlier = first_pred.start >= first_ref.start, first_pred.end <= first_ref.end
    starts_earlier, ends_later = first_pred.start <= first_ref.start, first_pred.end >= first_ref.end
    shape[one_each & starts_later & ends_earlier] = SHORTER
    shape[one_each & starts_earlier & ends_later] = LONGER
    shape[(kind != BE) & (kind != LBE)] = NO_SHAPE
    return shape
