"""Pair each mention with at most one mention of the other side, by extent, then by shared tokens."""

from typing import Final, NamedTuple

import numpy as np

from nerinspect.analysis.events import BE, LBE, LE, SIDES, TP
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, is_member, sorted_distinct, spread_ranges
from nerinspect.corpus.kept import kept_with_owner

PAIRINGS: Final = ("exact", "extent", "type", "overlap", "missed", "spurious")
"""What a mention has on the other side: its equal, one of equal extent, an overlapping one of its type or of another,
or none; a column of codes holds places in this tuple."""

EXACT, EXTENT, TYPE, OVERLAP, MISSED, SPURIOUS = range(6)


class Units(NamedTuple):
    """What a scheme counts, each once: a pair of mentions, or a mention that is left alone.

    Attributes
    ----------
    reference, predicted : ndarray of int64, shape (n_units,)
        Numbers of mentions, predicted ones through all predictions; -1 for none.
    code : ndarray of int8, shape (n_units,)
        What the unit is.
    """

    reference: AnyIntArray
    predicted: AnyIntArray
    code: CodeArray


class Candidates(NamedTuple):
    """Mentions that share a token and are no match, one of each side.

    Attributes
    ----------
    reference, predicted : ndarray of int64, shape (n_candidates,)
        Numbers of mentions.
    is_same_type : ndarray of bool, shape (n_candidates,)
        Whether they have the same type.
    is_contested : ndarray of bool, shape (n_candidates,)
        Whether one of the two shares a token with a further mention of the other side.
    """

    reference: AnyIntArray
    predicted: AnyIntArray
    is_same_type: BoolArray
    is_contested: BoolArray


@kept_with_owner
def pairings(study: Study) -> tuple[Units, ...]:
    """Pair the mentions of each prediction with those of the reference.

    Returns
    -------
    tuple of Units
        One for each prediction, with codes of `PAIRINGS`; every mention is in exactly one unit.

    Notes
    -----
    Exact matches and mentions of equal extent pair as in events. Of the rest, overlapping mentions pair one by one:
    those of the same type first, then those that share more tokens, then the leftmost shared tokens, then the shorter
    stretch over both. Nothing in this asks which side is the reference.
    """
    return tuple(_pairing(study, number) for number in range(len(study.predictions)))


def equal_extents(study: Study, prediction: int) -> Units:
    """Give the exact matches and the pairs of equal extent of a prediction."""
    events = study.events_of(prediction)
    exact, extent = ([events.mentions(side, events.kind == kind) for side in SIDES] for kind in (TP, LE))
    code = np.repeat(np.array([EXACT, EXTENT], dtype=np.int8), [len(exact[0]), len(extent[0])])
    return Units(np.concatenate([exact[0], extent[0]]), np.concatenate([exact[1], extent[1]]), code)


def overlapping(study: Study, prediction: int) -> Candidates:
    """List which mentions without one of equal extent share a token with which of the other side."""
    events = study.events_of(prediction)
    is_error = (events.kind == BE) | (events.kind == LBE)
    references, predicted = events.mentions("reference", is_error), events.mentions("predicted", is_error)
    ours, theirs = study.reference.mentions, study.predicted
    predicted = predicted[np.argsort(theirs.start[predicted], kind="stable")]
    reach = np.maximum.accumulate(theirs.end[predicted])
    first = np.searchsorted(reach, ours.start[references], side="right")
    stop = np.searchsorted(theirs.start[predicted], ours.end[references], side="left")
    stop = np.maximum(first, stop)
    reference, other = np.repeat(references, stop - first), predicted[spread_ranges(first, stop)]
    meets = theirs.end[other] > ours.start[reference]
    reference, other = reference[meets], other[meets]
    several = (np.bincount(numbers)[numbers] > 1 for numbers in (reference, other))
    is_contested = np.logical_or(*several)
    return Candidates(reference, other, ours.type_codes[reference] == theirs.type_codes[other], is_contested)


def with_alone(study: Study, prediction: int, paired: Units, missed: int, spurious: int) -> Units:
    """Add the mentions of a prediction, and those of the reference, that are in no unit.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    prediction : int
        Its number.
    paired : Units
        The units there are.
    missed, spurious : int
        The codes of those to add, for reference and predicted mentions.
    """
    events = study.events_of(prediction)
    missing = _left(events.mentions("reference"), paired.reference)
    extra = _left(events.mentions("predicted"), paired.predicted)
    nobody = np.full(len(missing) + len(extra), -1)
    return Units(
        np.concatenate([paired.reference, missing, nobody[: len(extra)]]),
        np.concatenate([paired.predicted, nobody[: len(missing)], extra]),
        np.concatenate([paired.code, np.repeat(np.array([missed, spurious], np.int8), [len(missing), len(extra)])]),
    )


def _left(mentions: AnyIntArray, numbers: AnyIntArray) -> AnyIntArray:
    return mentions[~is_member(mentions, sorted_distinct(numbers))]


def _pairing(study: Study, prediction: int) -> Units:
    equal, near = equal_extents(study, prediction), overlapping(study, prediction)
    chosen = ~near.is_contested
    contested = np.flatnonzero(near.is_contested)
    chosen[contested[_one_by_one(study, near, contested)]] = True
    code = np.where(near.is_same_type[chosen], TYPE, OVERLAP).astype(np.int8)
    paired = Units(
        np.concatenate([equal.reference, near.reference[chosen]]),
        np.concatenate([equal.predicted, near.predicted[chosen]]),
        np.concatenate([equal.code, code]),
    )
    return with_alone(study, prediction, paired, MISSED, SPURIOUS)


def _one_by_one(study: Study, near: Candidates, places: AnyIntArray) -> list[int]:
    """Take the best pair again and again, among some candidates; tell which places were taken."""
    reference, predicted = near.reference[places], near.predicted[places]
    ours, theirs = study.reference.mentions, study.predicted
    starts = ours.start[reference], theirs.start[predicted]
    ends = ours.end[reference], theirs.end[predicted]
    shared_start, n_shared = np.maximum(*starts), np.minimum(*ends) - np.maximum(*starts)
    n_covered = np.maximum(*ends) - np.minimum(*starts)
    order = np.lexsort((n_covered, shared_start, -n_shared, ~near.is_same_type[places]))
    taken: list[int] = []
    gone: tuple[set[int], set[int]] = set(), set()
    for place, one, other in zip(order.tolist(), reference[order].tolist(), predicted[order].tolist(), strict=True):
        if one not in gone[0] and other not in gone[1]:
            taken.append(place)
            gone[0].add(one)
            gone[1].add(other)
    return taken
