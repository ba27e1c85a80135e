"""Relations: typed, directed pairs of mentions, held as columns."""

from dataclasses import dataclass

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, IntArray
from nerinspect.errors import counted


@dataclass(frozen=True, eq=False)
class Relations:
    """The relations of one annotation.

    Attributes
    ----------
    head, tail : ndarray of int32, shape (n_relations,)
        Places of the two arguments among the mentions of the annotation; both stand in one sentence.
    type_codes : ndarray of int32, shape (n_relations,)
        For each relation its place in `types`.
    types : tuple of str
        The names of the relation types.
    """

    head: IntArray
    tail: IntArray
    type_codes: IntArray
    types: tuple[str, ...]

    def __len__(self) -> int:
        """Count the relations."""
        return len(self.head)

    def type_names(self) -> set[str]:
        """Name the types that a relation has."""
        return {self.types[code] for code in np.unique(self.type_codes).tolist()}


def followed(
    relations: Relations, place: IntArray, sentence: AnyIntArray | None = None
) -> tuple[Relations, tuple[str, ...]]:
    """Let relations follow their mentions.

    Parameters
    ----------
    relations : Relations
        Between the mentions there were.
    place : ndarray of int32, shape (n_before,)
        For each mention there was its place among those there are; -1 if it was left out.
    sentence : ndarray of int, shape (n_mentions,), optional
        The sentence of each mention there is; if left out, all stay where they were.

    Returns
    -------
    relations : Relations
        Those with both arguments left, in one sentence; relations that became equal count once.
    notes : tuple of str
        What was left out, in words.
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
