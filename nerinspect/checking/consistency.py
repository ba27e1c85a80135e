"""Surfaces that one annotation reads in several ways, or marks in one place and not in another."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, spread_ranges
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.training.surfaces import Surfaces, occurrences

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
    surface = text.sequence_ids(mentions.start, mentions.end)
    _, example = np.unique(surface, return_index=True)  # numbers count in order of first occurrence
    surfaces = Surfaces.of_spans(text, mentions.start[example], mentions.end[example])
    number, start = occurrences(text, surfaces, checkpoint)
    is_free = ~_touched(mentions, text.n_tokens, start, start + surfaces.lengths.astype(np.int32)[number])
    number, start = number[is_free], start[is_free]
    readings = len(mentions.types) + 1  # of a surface at most; the first is that of unlabelled places
    if readings * len(surfaces) >= 2**31:  # else 32 bits do: there are as many places as tokens
        surface, number = surface.astype(np.int64), number.astype(np.int64)
    key: AnyIntArray = np.append(surface * readings + 1 + mentions.type_codes, number * readings)
    place = np.append(mentions.start, start)
    is_kept = _has_several(key, readings, len(surfaces))
    key, place = key[is_kept], place[is_kept]
    order = np.argsort(key, kind="stable")  # places of either kind ascend already
    return _arranged(key[order], place[order], mentions, example)


def _touched(mentions: Mentions, n_tokens: int, start: AnyIntArray, end: AnyIntArray) -> BoolArray:
    """Tell which spans share a token with a mention."""
    is_before = np.zeros(n_tokens + 1, dtype=bool)
    is_before[spread_ranges(mentions.start, mentions.end) + 1] = True
    n_before = np.cumsum(is_before, dtype=np.int32)
    touched: BoolArray = n_before[end] > n_before[start]
    return touched


def _has_several(key: AnyIntArray, readings: int, n_surfaces: int) -> BoolArray:
    """Tell which places belong to a surface with several readings."""
    n_readings = np.bincount(np.unique(key) // readings, minlength=n_surfaces)
    several: BoolArray = n_readings[key // readings] > 1
    return several


def _arranged(key: AnyIntArray, place: IntArray, mentions: Mentions, example: npt.NDArray[np.int64]) -> Inconsistencies:
    """Bring the places, sorted by surface and type, into their order."""
    readings = len(mentions.types) + 1
    first = np.flatnonzero(np.diff(key, prepend=-1))
    distinct, count = key[first], np.diff(first, append=len(key))
    type_codes = (distinct % readings - 1).astype(np.int32)
    numbers, surface, n_of_surface = np.unique(distinct // readings, return_inverse=True, return_counts=True)
    rank = _ranks(surface, type_codes, count, len(numbers))
    is_unlabelled = type_codes == UNLABELLED
    order = np.lexsort((_name_ranks(mentions.types)[type_codes], -count, is_unlabelled, rank[surface]))
    by_rank = np.argsort(rank)
    shown = example[numbers[by_rank]]
    return Inconsistencies(
        mentions.start[shown],
        mentions.end[shown],
        _bounds(n_of_surface[by_rank]),
        type_codes[order],
        _bounds(count[order]),
        place[spread_ranges(first[order], (first + count)[order])],
        mentions.types,
    )


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
