"""Search the training text by its index: places of a surface, mentions that begin or end with a token."""

import numpy as np

from nerinspect.analysis.training_index import TrainingIndex
from nerinspect.corpus.arrays import AnyIntArray, IntArray, spread_ranges
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text


def places_in_training(text: Text, index: TrainingIndex, numbers: IntArray, surface: IntArray) -> IntArray:
    """Find every place of a surface in the training text: exactly its tokens, inside one sentence.

    Parameters
    ----------
    text : Text
        The training text.
    index : TrainingIndex
        Its index.
    numbers : ndarray of int32, shape (n_distinct,)
        Number of each token of the vocabulary; tokens with equal numbers count as the same.
    surface : ndarray of int32, shape (n,)
        The numbers of the tokens that are looked for, at least one; they need not occur.

    Returns
    -------
    ndarray of int32, shape (n_places,)
        Positions of the first token, ascending. Places may overlap.
    """
    alike = [np.flatnonzero(numbers == number) for number in surface]
    anchor = int(np.argmin([int((index.first[codes + 1] - index.first[codes]).sum()) for codes in alike]))
    place = _positions(index, alike[anchor]) - np.int32(anchor)
    place = place[(place >= 0) & (place + len(surface) <= text.n_tokens)]
    for offset, number in enumerate(surface):
        if offset:
            place = place[~index.starts_sentence[place + offset]]
        if offset != anchor:
            place = place[numbers[text.codes[place + offset]] == number]
    return place


def mentions_with_edge(mentions: Mentions, index: TrainingIndex, codes: AnyIntArray, *, at_end: bool) -> AnyIntArray:
    """Find the training mentions whose first, or last, token is one of some.

    Parameters
    ----------
    mentions : Mentions
        The training mentions.
    index : TrainingIndex
        Of the training text.
    codes : ndarray of int, shape (n,)
        Places of the tokens in the vocabulary, each once.
    at_end : bool
        Whether the last token is asked for, or the first.

    Returns
    -------
    ndarray of int, shape (n_found,)
        Numbers of the mentions, each once, by the position of that token.
    """
    place = _positions(index, codes)
    place = place[(index.ends_mention if at_end else index.starts_mention)[place]]
    edges, place = (mentions.end, place + np.int32(1)) if at_end else (mentions.start, place)
    by_edge = index.by_end if at_end and len(index.by_end) else None
    first, stop = (np.searchsorted(edges, place, side, by_edge) for side in ("left", "right"))
    found = spread_ranges(first, stop)
    return found if by_edge is None else by_edge[found]


def _positions(index: TrainingIndex, codes: AnyIntArray) -> IntArray:
    """Give the positions of any of some tokens, ascending."""
    if len(codes) == 1:
        return index.positions[index.first[codes[0]] : index.first[codes[0] + 1]]
    return np.sort(index.positions[spread_ranges(index.first[codes], index.first[codes + 1])])
