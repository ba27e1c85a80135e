"""Pairs of mentions that stand in one sentence."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, spread_ranges

_AT_ONCE: Final = 1 << 20
"""About so many pairs are listed at once."""


def pairs_within_sentences(
    sentence: AnyIntArray, is_first: BoolArray, is_second: BoolArray
) -> Iterator[tuple[AnyIntArray, AnyIntArray]]:
    """List ordered pairs of different mentions of one sentence.

    Parameters
    ----------
    sentence : ndarray of int, shape (n_mentions,)
        The sentence of each mention; ascending.
    is_first, is_second : ndarray of bool, shape (n_mentions,)
        Which mentions may stand first in a pair, and which second.

    Yields
    ------
    (ndarray of int64, ndarray of int64)
        Numbers of the first and of the second mentions of a block of pairs; in all blocks together ascending by the
        first, then by the second. A block holds the pairs of one mention at least.
    """
    first, second = np.flatnonzero(is_first), np.flatnonzero(is_second)
    begin = np.searchsorted(sentence[second], sentence[first])
    end = np.searchsorted(sentence[second], sentence[first], side="right")
    before = np.append(0, np.cumsum(end - begin))
    start = 0
    while start < len(first):
        stop = max(int(np.searchsorted(before, before[start] + _AT_ONCE, side="right")) - 1, start + 1)
        rows = slice(start, stop)
        one = np.repeat(first[rows], (end - begin)[rows])
        other = second[spread_ranges(begin[rows], end[rows])]
        differs = one != other
        yield one[differs], other[differs]
        start = stop
