"""Training surfaces that resemble one which training does not know."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np

from nerinspect.analysis.events import Side
from nerinspect.analysis.study import Study
from nerinspect.analysis.surface_identity import surface_ids
from nerinspect.analysis.training_evidence import counts_by_type
from nerinspect.analysis.training_index import token_numbers, training_index
from nerinspect.analysis.training_search import mentions_with_edge
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray, sorted_distinct

How: TypeAlias = Literal[
    "other case",
    "one token more",
    "one token less",
    "one token more in the middle",
    "one token less in the middle",
    "same last token",
    "same last token in other case",
]

HOWS: Final[tuple[How, ...]] = (
    "other case",
    "one token more",
    "one token less",
    "one token more in the middle",
    "one token less in the middle",
    "same last token",
    "same last token in other case",
)
"""How a training surface differs: it has a token more than the mention, or one less, at its edge unless said otherwise.
The last token stands for the head."""

_DISTANCE: Final = np.array([0, 1, 1, 2, 2, 3, 4], dtype=np.int8)
_FAR: Final = len(HOWS)


@dataclass(frozen=True, eq=False)
class NearSurface:
    """A surface of training mentions that resembles that of a mention.

    Attributes
    ----------
    tokens : tuple of str
        As its first mention is written.
    how : str
        One of `HOWS`: the first that holds.
    counts : dict of str to int
        Its mentions by training type; most frequent first, then by code point.
    mentions : ndarray of int, shape (n,)
        Numbers of these training mentions, ascending.
    """

    tokens: tuple[str, ...]
    how: How
    counts: dict[str, int]
    mentions: AnyIntArray

    def __len__(self) -> int:
        """Count its mentions."""
        return len(self.mentions)


def near_surfaces(study: Study, side: Side, mention: int, at_most: int = 8) -> list[NearSurface]:
    """Find the training surfaces nearest to that of a mention.

    Parameters
    ----------
    study : Study
        With training data.
    side : str
        `reference` or `predicted`.
    mention : int
        Number of the mention on that side, usually one whose surface is no training mention.
    at_most : int
        How many surfaces.

    Returns
    -------
    list of NearSurface
        Other case first, then one token more or less at the edge, then in the middle, then the same last token, in the
        end that token in other case; among equals the most frequent first, then in text order. The surface itself is
        none of them.
    """
    assert study.training is not None
    ids, known = surface_ids(study), study.training.annotation.mentions
    own = (ids.reference if side == "reference" else ids.predicted)[mention]
    candidates = _candidates(study, side, mention)
    candidates = candidates[ids.training[candidates] != own]
    how = _how_near(study, side, mention, candidates)
    candidates, how = candidates[how < _FAR], how[how < _FAR]
    _, first, number, count = np.unique(
        ids.training[candidates], return_index=True, return_inverse=True, return_counts=True
    )
    how_of_surface = how[first]
    nearest = np.lexsort((first, -count, _DISTANCE[how_of_surface]))[:at_most]
    found = []
    for surface in nearest:
        same = candidates[number == surface]
        counts = counts_by_type(known.type_codes[same], known.types)
        written = range(known.start[same[0]], known.end[same[0]])
        tokens = tuple(study.training.text.token(position) for position in written)
        found.append(NearSurface(tokens, HOWS[how_of_surface[surface]], counts, same))
    return found


def _candidates(study: Study, side: Side, mention: int) -> AnyIntArray:
    """Find the training mentions that can be near, ascending: with the same first token, or last one whatever its case.

    A surface with one token more or less has one of the two, whichever token it is.
    """
    assert study.training is not None
    numbers, known, index = token_numbers(study), study.training.annotation.mentions, training_index(study.training)
    codes = _codes(study, side, mention)
    alike_first = np.flatnonzero(numbers.training == numbers.test[codes[0]])
    alike_last = np.flatnonzero(numbers.training_caseless == numbers.test_caseless[codes[-1]])
    by_first = mentions_with_edge(known, index, alike_first, at_end=False)
    by_last = mentions_with_edge(known, index, alike_last, at_end=True)
    return sorted_distinct(np.concatenate((by_first, by_last)))


def _codes(study: Study, side: Side, mention: int) -> IntArray:
    mentions = study.mentions_on(side)
    return study.text.codes[mentions.start[mention] : mentions.end[mention]]


def _how_near(study: Study, side: Side, mention: int, candidates: AnyIntArray) -> CodeArray:
    """Tell of some training mentions how their surface resembles that of a mention: a place in `HOWS`, or `_FAR`."""
    assert study.training is not None
    numbers, known, codes = token_numbers(study), study.training.annotation.mentions, _codes(study, side, mention)
    text_codes, length = study.training.text.codes, len(codes)
    start, end = known.start[candidates], known.end[candidates]
    how, lengths = np.full(len(candidates), _FAR, dtype=np.int8), end - start
    caseless, surface = numbers.test_caseless[codes], numbers.test[codes]
    last = text_codes[end - 1]
    how[numbers.training_caseless[last] == caseless[-1]] = HOWS.index("same last token in other case")
    how[numbers.training[last] == surface[-1]] = HOWS.index("same last token")
    for n_tokens, (edge, middle) in ((length - 1, (2, 4)), (length + 1, (1, 3))):
        number, tokens = _of_length(text_codes, start, lengths, n_tokens)
        has_one_token_apart, is_at_edge = _one_token_apart(numbers.training[tokens], surface)
        how[number[has_one_token_apart]] = middle
        how[number[is_at_edge]] = edge
    number, tokens = _of_length(text_codes, start, lengths, length)
    how[number[(numbers.training_caseless[tokens] == caseless).all(axis=1)]] = HOWS.index("other case")
    return how


def _of_length(codes: IntArray, start: IntArray, lengths: IntArray, n_tokens: int) -> tuple[AnyIntArray, IntArray]:
    """Give the mentions of a length with the codes of their tokens, a row for each."""
    number = np.flatnonzero(lengths == n_tokens)
    return number, codes[start[number][:, None] + np.arange(n_tokens)]


def _one_token_apart(rows: IntArray, surface: IntArray) -> tuple[BoolArray, BoolArray]:
    """Tell which rows become the surface, or the surface them, by leaving one token out; and out at an edge."""
    shorter = min(rows.shape[1], len(surface))
    from_left = rows[:, :shorter] == surface[:shorter]
    from_right = rows[:, rows.shape[1] - shorter :] == surface[len(surface) - shorter :]
    n_left = np.logical_and.accumulate(from_left, axis=1).sum(axis=1)
    n_right = np.logical_and.accumulate(from_right[:, ::-1], axis=1).sum(axis=1)
    return n_left + n_right >= shorter, (n_left == shorter) | (n_right == shorter)
