"""Surfaces that one annotation reads in several ways, or marks in one place and not in another."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, IntArray, begins_run, first_of_each, spread_ranges, stable_order
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.training.surfaces import Places, Surfaces, occurrences_by_block, unlabelled_among

_MENTIONS_AT_ONCE: Final = 1 << 17

UNLABELLED: Final = -1  # stands for a type where a surface occurs and overlaps no mention


@dataclass(frozen=True, eq=False)
class Inconsistencies:
    """Surfaces annotated in several ways: a reading is a type, or being left unlabelled.

    Surfaces whose most frequent reading is a type come before those that are mostly unlabelled. Among each of the two,
    those with the smallest share of exceptions come first; then those with more places; then in text order.

    Attributes
    ----------
    start, end : ndarray of int32, shape (n_surfaces,)
        The first mention of each surface, as half-open token positions in the whole text.
    first_reading : ndarray of int32, shape (n_surfaces + 1,)
        Where the readings of each surface begin; the last entry is `n_readings`.
    type_codes : ndarray of int32, shape (n_readings,)
        The type of each reading as a place in `types`, or `UNLABELLED`. The readings of a surface: its types, most
        frequent first and by code point among equals, then the unlabelled places, if there are any.
    first_place : ndarray of int32, shape (n_readings + 1,)
        Where the places of each reading begin; the last entry is `n_places`.
    """

    start: IntArray
    end: IntArray
    first_reading: IntArray
    type_codes: IntArray
    first_place: IntArray
    places: IntArray  # first token of each place, ascending within a reading; shape (n_places,)
    types: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.start)

    @property
    def counts(self) -> IntArray:
        """Places of each reading. Shape (n_readings,)."""
        return np.diff(self.first_place)

    @property
    def n_places(self) -> IntArray:
        """Places of each surface, mentions and unlabelled ones. Shape (n_surfaces,)."""
        return np.diff(self.first_place[self.first_reading])

    @property
    def n_unlabelled(self) -> IntArray:
        """Unlabelled places of each surface. Shape (n_surfaces,)."""
        last = self.first_reading[1:] - 1
        return np.where(self.type_codes[last] == UNLABELLED, self.counts[last], 0).astype(np.int32)

    @property
    def n_types(self) -> IntArray:
        """Types of each surface. Shape (n_surfaces,)."""
        return np.diff(self.first_reading) - (self.n_unlabelled > 0)

    @property
    def n_exceptions(self) -> IntArray:
        """Places of each surface that have not its most frequent reading. Shape (n_surfaces,)."""
        return self.n_places - np.maximum.reduceat(self.counts, self.first_reading[:-1]) if len(self) else self.start


def find_inconsistencies(text: Text, mentions: Mentions, checkpoint: Checkpoint = no_checkpoint) -> Inconsistencies:
    """Find surfaces with mentions of several types, or with mentions and unlabelled places; mentions may overlap.

    An unlabelled place has exactly the tokens of the surface, lies inside one sentence and overlaps no mention. A
    surface inside a longer mention is therefore neither labelled nor unlabelled there.
    """
    example = _first_of_each(text, mentions)
    surfaces = Surfaces.of_spans(text, mentions.start[example], mentions.end[example])
    readings = np.int64(len(mentions.types) + 1)  # of a surface at most; the first is that of unlabelled places
    unlabelled: list[Places] = []

    def keys() -> Iterator[AnyIntArray]:
        for block, found in occurrences_by_block(text, surfaces, checkpoint):
            own = mentions.between(block)
            yield _surfaces_among(found, own) * readings + 1 + own.type_codes
            unlabelled.append(unlabelled_among(found, own, block))
            yield unlabelled[-1][0] * readings

    key, count = _several(keys(), readings)

    def places() -> Iterator[tuple[AnyIntArray, IntArray]]:
        while unlabelled:
            number, start = unlabelled.pop(0)
            yield number * readings, start
        known = np.unique(key // readings)
        n_known, step = len(known), max(_MENTIONS_AT_ONCE, len(known))
        for at in range(0, len(mentions), step):
            rows = np.append(example[known], np.arange(at, min(at + step, len(mentions)), dtype=np.int32))
            number = text.sequence_ids(mentions.start[rows], mentions.end[rows])[n_known:]
            own, number = rows[n_known:][number < n_known], number[number < n_known]
            yield known[number] * readings + 1 + mentions.type_codes[own], mentions.start[own]

    return _arranged(key, count, places(), mentions, example)


def _first_of_each(text: Text, mentions: Mentions) -> IntArray:
    """Give the first mention of each surface, ascending."""
    found, at = np.zeros(0, dtype=np.int32), 0
    while at < len(mentions):
        stop = min(at + max(_MENTIONS_AT_ONCE, len(found)), len(mentions))  # as many as are known, or these were often
        rows = np.append(found, np.arange(at, stop, dtype=np.int32))
        number = text.sequence_ids(mentions.start[rows], mentions.end[rows])  # in order of first occurrence
        found, at = rows[first_of_each(number)], stop
    return found


def _surfaces_among(found: Sequence[Places], mentions: Mentions) -> IntArray:
    """Give the surface of each mention by the places of surfaces, its own among them."""
    surface, length = np.zeros(len(mentions), dtype=np.int32), mentions.end - mentions.start
    for n_tokens, (number, place) in enumerate(found, 1):
        rows = np.flatnonzero(length == n_tokens)
        surface[rows] = number[np.searchsorted(place, mentions.start[rows])]
    return surface


def _several(keys: Iterable[AnyIntArray], readings: np.int64) -> tuple[AnyIntArray, AnyIntArray]:
    """Count the places of each reading of the surfaces that have several; a key is a surface with a reading."""
    key, count = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    parts = [(key, count)]
    for more in chain(keys, [None]):
        if more is not None:
            parts.append(np.unique(more, return_counts=True))
        if more is None or sum(len(own) for own, _ in parts[1:]) > len(key):  # not all too often with those known
            key, place = np.unique(np.concatenate([own for own, _ in parts]), return_inverse=True)
            count = np.bincount(place, np.concatenate([times for _, times in parts])).astype(np.int64)
            parts = [(key, count)]
    is_kept = np.bincount(key // readings, minlength=1)[key // readings] > 1
    return key[is_kept], count[is_kept]


def _arranged(
    key: AnyIntArray,
    count: AnyIntArray,
    places: Iterable[tuple[AnyIntArray, IntArray]],
    mentions: Mentions,
    example: IntArray,
) -> Inconsistencies:
    """Bring readings, and their places, which ascend, into their order."""
    readings = len(mentions.types) + 1
    type_codes = (key % readings - 1).astype(np.int32)
    numbers, surface, n_of_surface = np.unique(key // readings, return_inverse=True, return_counts=True)
    rank = _ranks(surface, type_codes, count, len(numbers))
    is_unlabelled = type_codes == UNLABELLED
    order = np.lexsort((_name_ranks(mentions.types)[type_codes], -count, is_unlabelled, rank[surface]))
    shown = example[numbers[np.argsort(rank)]]
    first_place = _bounds(count[order])
    next_place = np.empty(len(key), dtype=np.int64)
    next_place[order] = first_place[:-1]
    return Inconsistencies(
        mentions.start[shown],
        mentions.end[shown],
        _bounds(n_of_surface[np.argsort(rank)]),
        type_codes[order],
        first_place,
        _laid_out(places, key, next_place, int(count.sum())),
        mentions.types,
    )


def _laid_out(
    places: Iterable[tuple[AnyIntArray, IntArray]], key: AnyIntArray, next_place: AnyIntArray, n: int
) -> IntArray:
    """Lay the places of each key behind each other, from where its next one stands on; those of other keys are left."""
    laid = np.empty(n, dtype=np.int32)
    for own, start in places:
        order = stable_order(own)
        begins = np.flatnonzero(begins_run(own[order]))
        found, length = own[order[begins]], np.diff(begins, append=len(own))
        number = np.searchsorted(key, found)
        is_known = np.append(key, -1)[number] == found
        number, begins, length = number[is_known], begins[is_known], length[is_known]
        laid[spread_ranges(next_place[number], next_place[number] + length)] = start[
            order[spread_ranges(begins, begins + length)]
        ]
        next_place[number] += length
    return laid


def _ranks(surface: AnyIntArray, type_codes: IntArray, count: AnyIntArray, n_surfaces: int) -> AnyIntArray:
    n_places = np.bincount(surface, count, n_surfaces)
    labelled, unlabelled = np.zeros(n_surfaces), np.zeros(n_surfaces)
    is_unlabelled = type_codes == UNLABELLED
    np.maximum.at(labelled, surface[~is_unlabelled], count[~is_unlabelled])
    unlabelled[surface[is_unlabelled]] = count[is_unlabelled]
    share = 1 - np.maximum(labelled, unlabelled) / np.maximum(n_places, 1)
    rank = np.empty(n_surfaces, dtype=np.int64)
    rank[np.lexsort((np.arange(n_surfaces), -n_places, share, unlabelled > labelled))] = np.arange(n_surfaces)
    return rank


def _name_ranks(types: tuple[str, ...]) -> IntArray:
    """Rank the types by code point; the last entry is that of no type."""
    rank = np.zeros(len(types) + 1, dtype=np.int32)
    rank[sorted(range(len(types)), key=types.__getitem__)] = np.arange(len(types))
    return rank


def _bounds(counts: AnyIntArray) -> IntArray:
    bounds = np.zeros(len(counts) + 1, dtype=np.int32)
    np.cumsum(counts, out=bounds[1:])
    return bounds
