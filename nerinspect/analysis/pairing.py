"""Pair the mentions of reference and prediction that have the same extent."""

from typing import NamedTuple

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, IntArray, sorted_distinct
from nerinspect.corpus.mentions import Mentions


class BothSides(NamedTuple):
    """The mentions of reference and prediction behind each other.

    Attributes
    ----------
    start, end : ndarray of int64, shape (n_mentions,)
        Extents, moved apart by one position for each sentence, so that sentences never touch.
    type_rank : ndarray of int64, shape (n_mentions,)
        Place of the type in alphabetical order.
    n_reference : int
        So many are of the reference.
    size : int
        Above every position.
    """

    start: AnyIntArray
    end: AnyIntArray
    type_rank: AnyIntArray
    n_reference: int
    size: int


class Pairs(NamedTuple):
    """Mentions of equal extent, one of each side.

    Attributes
    ----------
    reference, predicted : ndarray of int64, shape (n_pairs,)
        Places among the mentions of both sides; exact matches first, each part by extent, then type.
    n_exact : int
        So many are of equal type too.
    """

    reference: AnyIntArray
    predicted: AnyIntArray
    n_exact: int


def both_sides(reference: Mentions, predicted: Mentions, sentence_start: IntArray) -> BothSides:
    """Lay two annotations over one list of types behind each other."""
    start = np.concatenate([reference.start, predicted.start])
    sentence = np.searchsorted(sentence_start, start, side="right") - 1
    rank = np.empty(len(reference.types), dtype=np.int64)
    rank[sorted(range(len(rank)), key=reference.types.__getitem__)] = np.arange(len(rank))
    return BothSides(
        start + sentence,
        np.concatenate([reference.end, predicted.end]) + sentence,
        rank[np.concatenate([reference.type_codes, predicted.type_codes])],
        len(reference),
        int(sentence_start[-1]) + len(sentence_start),
    )


def pair_equal_extents(sides: BothSides) -> Pairs:
    """Pair exact matches, then what is left of each extent in alphabetical order of type.

    Parameters
    ----------
    sides : BothSides
        No side has the same extent and type twice.

    Returns
    -------
    Pairs
        Each mention in at most one.
    """
    _, extent = np.unique(sides.start * sides.size + sides.end, return_inverse=True)
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
