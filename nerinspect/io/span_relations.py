"""Relations between spans of characters, as relations between mentions."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from nerinspect.corpus.arrays import BoolArray
from nerinspect.corpus.relations import Relations
from nerinspect.errors import counted
from nerinspect.io.character_spans import LaidOut


class SpanRelation(NamedTuple):
    """A typed, directed relation between two spans.

    Attributes
    ----------
    head, tail : int
        Places of the spans among all of the file, in the order given; -1 for none of them.
    type : str
        The type.
    place : str
        Where the file says so, in words.
    """

    head: int
    tail: int
    type: str
    place: str


def lay_relations(laid: LaidOut, relations: Sequence[SpanRelation]) -> tuple[Relations, tuple[str, ...]]:
    """Carry relations from spans to the mentions they became.

    Parameters
    ----------
    laid : LaidOut
        The spans on their tokens.
    relations : sequence of SpanRelation
        In any order.

    Returns
    -------
    relations : Relations
        Each once, in the order given. Those that have lost an argument, or whose arguments stand in two sentences,
        are left out.
    notes : tuple of str
        How many were left out, and the first.
    """
    rows = np.array([(one.head, one.tail) for one in relations], dtype=np.int64).reshape(-1, 2)
    number = np.append(laid.mention_of_span, -1)
    head, tail = number[np.where(rows < 0, len(number) - 1, rows)].T
    is_whole = (head >= 0) & (tail >= 0)
    in_one = is_whole.copy()
    starts = laid.mentions.start
    in_one[is_whole] = laid.text.sentence_of(starts[head[is_whole]]) == laid.text.sentence_of(starts[tail[is_whole]])
    types = tuple(sorted({one.type for one in relations}))
    place = {name: code for code, name in enumerate(types)}
    kept = np.flatnonzero(in_one).tolist()
    triples = list(dict.fromkeys((int(head[n]), int(tail[n]), place[relations[n].type]) for n in kept))
    columns = np.array(triples, dtype=np.int32).reshape(-1, 3).T
    notes = list(_notes(relations, is_whole, in_one))
    if len(triples) < len(kept):
        notes.append(f"{counted(len(kept) - len(triples), 'relation')} given twice, counted once")
    return Relations(columns[0].copy(), columns[1].copy(), columns[2].copy(), types), tuple(notes)


def _notes(relations: Sequence[SpanRelation], is_whole: BoolArray, in_one: BoolArray) -> Iterator[str]:
    for mask, reason in (
        (~is_whole, "an argument is no mention"),
        (is_whole & ~in_one, "its arguments are in two sentences"),
    ):
        numbers = np.flatnonzero(mask)
        if len(numbers):
            first = relations[numbers[0]]
            what = f"{counted(len(numbers), 'relation')} left out: {reason}"
            yield f"{what}; the first: {first.place}, {first.type}"
