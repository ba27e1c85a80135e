"""Mentions, typed token spans, and relations, typed and directed pairs of them, held as columns."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray
from nerinspect.quantities import counted


@dataclass(frozen=True, eq=False)
class Mentions:
    """The mentions of one annotation, sorted by start; none crosses a sentence.

    Each has a half-open range of tokens of the whole text and its place in `types`, of which not all need occur.
    """

    start: IntArray
    end: IntArray
    type_codes: IntArray
    types: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.start)

    def type_names(self) -> set[str]:
        return {self.types[code] for code in np.flatnonzero(np.bincount(self.type_codes, minlength=1))}

    def chosen(self, which: AnyIntArray | BoolArray | slice) -> "Mentions":
        return Mentions(self.start[which], self.end[which], self.type_codes[which], self.types)

    def between(self, tokens: slice) -> "Mentions":
        """Take those that begin in a run of tokens."""
        bounds = np.array([tokens.start, tokens.stop], dtype=self.start.dtype)  # others would cast all mentions
        return self.chosen(slice(*np.searchsorted(self.start, bounds).tolist()))

    def with_types(self, types: Sequence[str]) -> "Mentions":
        """Express the same mentions over another list of types, which holds every type that occurs here."""
        if tuple(types) == self.types:
            return self
        place = {name: code for code, name in enumerate(types)}
        mapping = np.array([place.get(name, -1) for name in self.types], dtype=np.int32)
        codes = mapping[self.type_codes] if len(self.types) else self.type_codes
        return Mentions(self.start, self.end, codes, tuple(types))

    def tokens_between(self, one: AnyIntArray, other: AnyIntArray) -> IntArray:
        """Count the tokens between pairs of mentions, in either order; 0 for neighbours and where they overlap."""
        start = np.maximum(self.start[one], self.start[other])
        end = np.minimum(self.end[one], self.end[other])
        return np.asarray(np.maximum(start - end, 0))


def concatenated(parts: Sequence[Mentions], types: Sequence[str]) -> Mentions:
    """Lay annotations of one text, all over these `types`, behind each other; sorted within a part only."""
    if not parts:
        none = np.zeros(0, dtype=np.int32)
        return Mentions(none, none, none, tuple(types))
    if len(parts) == 1:
        return parts[0]
    return Mentions(
        np.concatenate([part.start for part in parts]),
        np.concatenate([part.end for part in parts]),
        np.concatenate([part.type_codes for part in parts]),
        tuple(types),
    )


@dataclass(frozen=True, eq=False)
class Relations:
    """The relations of one annotation: places of the arguments, of one sentence, among its mentions, and in `types`."""

    head: IntArray
    tail: IntArray
    type_codes: IntArray
    types: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.head)

    def type_names(self) -> set[str]:
        return {self.types[code] for code in np.unique(self.type_codes).tolist()}


def followed(
    relations: Relations, place: IntArray, sentence: AnyIntArray | None = None
) -> tuple[Relations, tuple[str, ...]]:
    """Let relations follow their mentions, and say in words what was left out.

    Relations that became equal count once.

    Parameters
    ----------
    place : ndarray of int32, shape (n_before,)
        For each mention there was its place among those there are; -1 if it was left out.
    sentence : ndarray of int, shape (n_mentions,), optional
        The sentence of each mention there is; if left out, all stay where they were.
    """
    head, tail = place[relations.head], place[relations.tail]
    has_both = (head >= 0) & (tail >= 0)
    is_apart = has_both & (sentence[head] != sentence[tail]) if sentence is not None else np.zeros_like(has_both)
    stays = has_both & ~is_apart
    rows = np.stack([head[stays], tail[stays], relations.type_codes[stays]], axis=1)
    first = np.sort(np.unique(rows, axis=0, return_index=True)[1])
    notes = (
        ("left out without their mentions", np.count_nonzero(~has_both)),
        ("left out: its arguments are in two sentences now", np.count_nonzero(is_apart)),
        ("equal to another now, counted once", len(rows) - len(first)),
    )
    told = tuple(f"{counted(int(number), 'relation')} {words}" for words, number in notes if number)
    own_head, own_tail, own_codes = (np.ascontiguousarray(column) for column in rows[first].T)
    return Relations(own_head, own_tail, own_codes, relations.types), told


def self_relations(relations: Relations) -> IntArray:
    """Give the numbers of the relations that join a mention with itself."""
    return np.flatnonzero(relations.head == relations.tail).astype(np.int32)


def distinct_mentions(
    start: AnyIntArray, end: AnyIntArray, type_codes: AnyIntArray, types: tuple[str, ...]
) -> tuple[Mentions, IntArray]:
    """Sort mentions by start, end and type, and keep one of several equal ones.

    Beside the distinct ones stands for each one given its place among them.
    """
    order = np.lexsort((type_codes, end, start))
    rows = np.stack((start, end, type_codes)).astype(np.int32)[:, order]
    is_first = np.append(True, (rows[:, 1:] != rows[:, :-1]).any(axis=0))[: len(order)]
    number = np.empty(len(order), dtype=np.int32)
    number[order] = np.cumsum(is_first) - 1
    kept = rows[:, is_first]
    return Mentions(kept[0], kept[1], kept[2], types), number


def join_sentences(begins: BoolArray, start: AnyIntArray, end: AnyIntArray) -> int:
    """Take away, in place, the beginnings of sentences inside mentions, which may overlap; give how many there were."""
    n_places = len(begins) + 1
    opened, closed = (np.bincount(place, minlength=n_places) for place in (start + 1, end))
    inside = np.cumsum(opened - closed)[:-1] > 0
    n_joined = int(np.count_nonzero(begins[inside]))
    begins[inside] = False
    return n_joined
