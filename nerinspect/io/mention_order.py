"""Put mentions in order, each once, and inside sentences."""

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray
from nerinspect.corpus.mentions import Mentions


def distinct_mentions(
    start: AnyIntArray, end: AnyIntArray, type_codes: AnyIntArray, types: tuple[str, ...]
) -> tuple[Mentions, IntArray]:
    """Sort mentions by start, end and type, and keep one of several equal ones.

    Parameters
    ----------
    start, end : ndarray of int, shape (n,)
        Half-open token positions in the whole text.
    type_codes : ndarray of int, shape (n,)
        For each its place in `types`.
    types : tuple of str
        The names of the types, in order.

    Returns
    -------
    mentions : Mentions
        The distinct ones.
    number : ndarray of int32, shape (n,)
        For each one given its place among them.
    """
    order = np.lexsort((type_codes, end, start))
    rows = np.stack((start, end, type_codes)).astype(np.int32)[:, order]
    is_first = np.append(True, (rows[:, 1:] != rows[:, :-1]).any(axis=0))[: len(order)]
    number = np.empty(len(order), dtype=np.int32)
    number[order] = np.cumsum(is_first) - 1
    kept = rows[:, is_first]
    return Mentions(kept[0], kept[1], kept[2], types), number


def join_sentences(begins: BoolArray, start: AnyIntArray, end: AnyIntArray) -> int:
    """Take away the beginnings of sentences inside mentions.

    Parameters
    ----------
    begins : ndarray of bool, shape (n_tokens,)
        Which tokens begin a sentence; changed in place.
    start, end : ndarray of int, shape (n,)
        Mentions, half-open, none of them empty; they may overlap.

    Returns
    -------
    int
        How many there were.
    """
    n_places = len(begins) + 1
    opened, closed = (np.bincount(place, minlength=n_places) for place in (start + 1, end))
    inside = np.cumsum(opened - closed)[:-1] > 0
    n_joined = int(np.count_nonzero(begins[inside]))
    begins[inside] = False
    return n_joined
