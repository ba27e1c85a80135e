"""Align reference and prediction into segment events (Manning 2006): pair equal extents, group what overlaps."""

from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray, begins_run, range_of, sorted_distinct
from nerinspect.corpus.mentions import Mentions
from nerinspect.events.segment_events import (
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
    Join,
    in_memory,
    laid_behind,
)

_PARTS_AT_ONCE: Final = 16

MENTIONS_AT_ONCE: Final = 1 << 18
"""So many mentions of both sides, about, are aligned at once: sentences have nothing to do with each other."""


class BothSides(NamedTuple):
    """The mentions of reference and prediction behind each other, so many of the reference first.

    Extents are moved apart by one position for each sentence, so that sentences never touch, and lie below `size`;
    `type_rank` is the alphabetical order of types.
    """

    start: AnyIntArray
    end: AnyIntArray
    sentence: AnyIntArray
    type_rank: AnyIntArray
    n_reference: int
    size: int


class Pairs(NamedTuple):
    """Mentions of equal extent, one of each side, as places in `BothSides`: `n_exact` matches of equal type first.

    Each part is by extent, then type.
    """

    reference: AnyIntArray
    predicted: AnyIntArray
    n_exact: int


def both_sides(reference: Mentions, predicted: Mentions, sentence_start: IntArray) -> BothSides:
    """Lay two annotations over one list of types behind each other."""
    start = np.concatenate([reference.start, predicted.start])
    sentence = range_of(start, sentence_start)
    rank = np.empty(len(reference.types), dtype=np.int64)
    rank[sorted(range(len(rank)), key=reference.types.__getitem__)] = np.arange(len(rank))
    return BothSides(
        start + sentence,
        np.concatenate([reference.end, predicted.end]) + sentence,
        sentence,
        rank[np.concatenate([reference.type_codes, predicted.type_codes])],
        len(reference),
        int(sentence_start[-1]) + len(sentence_start),
    )


def pair_equal_extents(sides: BothSides) -> Pairs:
    """Pair exact matches, then what is left of each extent in alphabetical order of type; each mention at most once.

    No side has the same extent and type twice.
    """
    bounds = sides.start * sides.size + sides.end
    order = np.argsort(bounds, kind="stable")  # two ascending runs, which are merged
    second = np.flatnonzero(~(begins := begins_run(bounds[order])))
    first, second = order[second - 1], order[second]
    if ((first < sides.n_reference) & (second >= sides.n_reference)).all():  # no side has an extent twice
        is_exact = sides.type_rank[first] == sides.type_rank[second]
        reference, predicted = (np.append(side[is_exact], side[~is_exact]) for side in (first, second))
        return Pairs(reference, predicted, int(is_exact.sum()))
    extent = np.empty(len(bounds), dtype=np.int64)
    extent[order] = np.cumsum(begins) - 1
    exact = extent * (int(sides.type_rank.max(initial=0)) + 1) + sides.type_rank
    matched = _with_equal_keys(np.arange(len(exact)), exact, sides.n_reference)
    is_left = np.ones(len(exact), dtype=bool)
    is_left[np.concatenate(matched)] = False
    left = np.flatnonzero(is_left)
    by_type = left[np.argsort(exact[left], kind="stable")]
    other = _with_equal_keys(by_type, _ordinal_keys(by_type, extent, sides.n_reference), sides.n_reference)
    reference, predicted = (np.concatenate(parts) for parts in zip(matched, other, strict=True))
    return Pairs(reference, predicted, len(matched[0]))


def _with_equal_keys(places: AnyIntArray, keys: AnyIntArray, n_reference: int) -> tuple[AnyIntArray, AnyIntArray]:
    """Pair the places of both sides whose keys are equal, by key; a side has each key once."""
    is_reference = places < n_reference
    reference, predicted = keys[is_reference], keys[~is_reference]
    for of_side in (reference, predicted):
        assert len(sorted_distinct(of_side)) == len(of_side), "readers count a mention that is given twice once"
    _, ref, pred = np.intersect1d(reference, predicted, assume_unique=True, return_indices=True)
    return places[is_reference][ref], places[~is_reference][pred]


def _ordinal_keys(places: AnyIntArray, extent: AnyIntArray, n_reference: int) -> AnyIntArray:
    """Make a key of extent and number; the mentions of an extent are numbered as they come, each side by itself."""
    keys = np.empty(len(places), dtype=np.int64)
    for of_side in (places < n_reference, places >= n_reference):
        extents = extent[places[of_side]]
        first = np.searchsorted(extents, extents)
        keys[of_side] = extents * (len(extent) + 1) + np.arange(len(extents)) - first
    return keys


class Groups(NamedTuple):
    """Stretches of mentions, half-open, and `of` each mention that was grouped the number of its group.

    `first` is the place in `BothSides` of one that begins a stretch.
    """

    of: AnyIntArray
    first: AnyIntArray
    start: AnyIntArray
    end: AnyIntArray


def group_mentions(sides: BothSides, places: AnyIntArray) -> Groups:
    """Group some mentions, named by ascending places, into stretches in text order; the others have no say.

    Between two groups lies a token outside all grouped mentions, or a boundary of both sides that no grouped mention
    crosses.
    """
    start, end = sides.start[places], sides.end[places]
    order = np.argsort(start, kind="stable")
    start_in_order, reach = start[order], np.maximum.accumulate(end[order])
    following, covered = start_in_order[1:], reach[:-1]
    begins = np.ones(len(places), dtype=bool)
    begins[1:] = following > covered
    touching = np.flatnonzero(following == covered)
    begins[1 + touching] = _bounds_both(sides, places, following[touching])
    group = np.empty(len(places), dtype=np.int64)
    group[order] = np.cumsum(begins) - 1
    is_last = np.append(begins[1:], True)[: len(places)]
    return Groups(group, places[order[begins]], start_in_order[begins], reach[is_last])


def meets_other_type(sides: BothSides, places: AnyIntArray) -> BoolArray:
    """Tell which reference mentions, among ascending places, share a token with a predicted mention of another type.

    The predicted mentions that meet a reference mention are those that begin before its end, less those that end
    before its start. If these are more than the same count over its own type, one of them has another type.
    """
    is_reference = places < sides.n_reference
    reference, predicted = places[is_reference], places[~is_reference]

    def n_met(base: AnyIntArray) -> AnyIntArray:
        begun = np.sort(base[predicted] + sides.start[predicted])
        ended = np.sort(base[predicted] + sides.end[predicted])
        n_begun = np.searchsorted(begun, base[reference] + sides.end[reference], side="left")
        return n_begun - np.searchsorted(ended, base[reference] + sides.start[reference], side="right")

    return np.asarray(n_met(np.zeros_like(sides.type_rank)) > n_met(sides.type_rank * (sides.size + 1)))


def _bounds_both(sides: BothSides, places: AnyIntArray, positions: AnyIntArray) -> BoolArray:
    """Tell at which positions some of the reference mentions and some of the predicted ones start or end."""
    split = int(np.searchsorted(places, sides.n_reference))
    is_bound = np.ones(len(positions), dtype=bool)
    for side in (places[:split], places[split:]):
        bounds = np.zeros(sides.size, dtype=bool)  # a table of all positions is quicker than any search
        bounds[sides.start[side]] = bounds[sides.end[side]] = True
        is_bound &= bounds[positions]
    return is_bound


def find_events(
    reference: Mentions, predicted: Mentions, sentence_start: IntArray, join: Join = in_memory
) -> EventTable:
    """Put every mention of both sides into one event, and tell the kind of each.

    No side has the same extent and type twice. The events are those of prediction 0, without `tn` segments.

    Exact matches are `tp`. Of the rest, mentions of equal extent pair to `le` in alphabetical order of type. What is
    left falls into groups, one event each: mentions that share a token belong together, and mentions that touch do
    unless both sides have a boundary there; matched mentions have no say in this. Where no mentions of a side overlap,
    these are exactly the segments of Manning: a matched pair has a boundary of both sides at each end.

    References
    ----------
    Manning (2006), Doing named entity recognition? Don't optimize for F1.
    """
    n_parts = -(-(len(reference) + len(predicted)) // MENTIONS_AT_ONCE) or 1
    place = np.linspace(0, len(sentence_start) - 1, n_parts + 1).astype(np.int64)
    ref_cut, pred_cut = (np.searchsorted(side.start, sentence_start[place]) for side in (reference, predicted))
    found, before = list[EventTable](), list[EventTable]()
    cuts = np.stack([place, ref_cut, pred_cut], axis=1)
    for (first, ref_first, pred_first), (stop, ref_stop, pred_stop) in pairwise(cuts):
        sides = reference.chosen(slice(ref_first, ref_stop)), predicted.chosen(slice(pred_first, pred_stop))
        found.append(_find_at_once(*sides, sentence_start[first : stop + 1]).behind(ref_first, pred_first))
        if len(found) == _PARTS_AT_ONCE:
            before, found = [*before, laid_behind(found, join)], []
    parts = [*before, *found]
    return parts[0] if len(parts) == 1 else laid_behind(parts, join)


def _find_at_once(reference: Mentions, predicted: Mentions, sentence_start: IntArray) -> EventTable:
    """Find the events of some sentences."""
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
    shift = sides.sentence[np.concatenate([pairs.reference, groups.first])]

    bounds = start * sides.size + end
    order = np.argsort(bounds, kind="stable")  # a few ascending runs, which are merged
    if not begins_run(bounds[order]).all():
        order = np.lexsort((kind, bounds))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return _table(sides, rank[event], (start - shift)[order], (end - shift)[order], kind[order].astype(np.int8))


def count_outside(events: EventTable, sentence_start: IntArray) -> int:
    """Count the `tn` segments: the stretches of sentences outside every mention of both sides.

    The events are all of one prediction, in text order; a sentence without events has at least 1.
    """
    reach = np.maximum.accumulate(np.append(sentence_start[0], events.end))
    following = np.append(events.start, sentence_start[-1])
    is_outside = following > reach
    bounds = np.concatenate([reach[is_outside], following[is_outside] - 1])
    first, last = range_of(bounds, sentence_start).reshape(2, -1)
    return int((last - first + 1).sum())


def _group_kinds(sides: BothSides, left: AnyIntArray, groups: Groups) -> AnyIntArray:
    """Tell the kind of each group of mentions that have no counterpart of their extent."""
    n_groups = len(groups.start)
    is_reference = left < sides.n_reference
    reference, predicted = groups.of[is_reference], groups.of[~is_reference]
    n_reference, n_predicted = (np.bincount(of_side, minlength=n_groups) for of_side in (reference, predicted))
    their_type = np.zeros(n_groups, dtype=np.int64)
    their_type[predicted] = sides.type_rank[left[~is_reference]]
    other_type = np.zeros(n_groups, dtype=bool)  # of one mention of each side, which share a token
    other_type[reference] = their_type[reference] != sides.type_rank[left[is_reference]]
    has_more = (n_reference > 0) & (n_predicted > 0) & (n_reference + n_predicted > 2)
    among_more = has_more[groups.of]
    met = meets_other_type(sides, left[among_more])
    n_met = np.bincount(groups.of[is_reference & among_more][met], minlength=n_groups)
    has_conflict = np.where(has_more, n_met > 0, other_type)
    return np.select([n_predicted == 0, n_reference == 0, has_conflict], [FN, FP, LBE], BE)


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


def nested_sentences(mentions: Mentions, sentence_start: IntArray) -> IntArray:
    """Find the sentences in which mentions overlap: their numbers from 0, ascending."""
    later = mentions.start[1:][mentions.start[1:] < mentions.end[:-1]]
    return sorted_distinct(range_of(later, sentence_start)).astype(np.int32)
