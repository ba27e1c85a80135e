"""The tokens whose label is not O: all that validation, repair and decoding have to look at."""

from dataclasses import dataclass, replace

import numpy as np

from nerinspect.corpus.arrays import BoolArray, CodeArray, IntArray
from nerinspect.encoding.dialects import BEGIN, END, INSIDE, OUTSIDE
from nerinspect.encoding.labels import LabelColumn, ReadLabels


@dataclass(frozen=True, eq=False)
class Tagging:
    """The labelled tokens of one annotation, in text order.

    Attributes
    ----------
    position : ndarray of int32, shape (n_tagged,)
        Token positions in the whole text.
    roles : ndarray of int8, shape (n_tagged,)
        Role of the state of each.
    type_codes : ndarray of int32, shape (n_tagged,)
        Type of each, a place in `types`.
    follows : ndarray of bool, shape (n_tagged,)
        Whether the token stands directly behind the tagged token before it, in the same sentence.
    types : tuple of str
        The names of the types.
    """

    position: IntArray
    roles: CodeArray
    type_codes: IntArray
    follows: BoolArray
    types: tuple[str, ...]

    @property
    def same_type(self) -> BoolArray:
        """Whether each token follows a tagged token of its own type."""
        same = np.zeros(len(self.position), dtype=bool)
        same[1:] = self.follows[1:] & (self.type_codes[1:] == self.type_codes[:-1])
        return same

    @property
    def previous_roles(self) -> CodeArray:
        """The role of the token directly before each, O at the start of a sentence."""
        previous = np.full(len(self.position), OUTSIDE, dtype=np.int8)
        previous[1:] = np.where(self.follows[1:], self.roles[:-1], OUTSIDE)
        return previous

    @property
    def continues(self) -> BoolArray:
        """Whether each token goes on with the mention of the token before it.

        For valid labels this is what the encoding says. For invalid ones it is the lenient reading: a token that
        cannot continue begins a mention.
        """
        previous, roles = self.previous_roles, self.roles
        open_before = (previous == BEGIN) | (previous == INSIDE)
        continues: BoolArray = self.same_type & open_before & ((roles == INSIDE) | (roles == END))
        return continues

    @property
    def edges(self) -> tuple[BoolArray, BoolArray]:
        """Whether each token is the first of its mention, and whether it is the last, in the lenient reading."""
        first = ~self.continues
        return first, np.append(first[1:], np.ones(min(len(first), 1), dtype=bool))

    def with_roles(self, roles: CodeArray) -> "Tagging":
        """Give the tokens other roles; those that became O are dropped."""
        kept = roles != OUTSIDE
        if kept.all():
            return replace(self, roles=roles)
        position = self.position[kept]
        follows = self.follows[kept]
        follows[1:] &= position[1:] == position[:-1] + 1
        follows[:1] = False
        return Tagging(position, roles[kept], self.type_codes[kept], follows, self.types)


def tagged_tokens(column: LabelColumn, read: ReadLabels, sentence_start: IntArray) -> Tagging:
    """Pick the tokens that are not labelled O.

    Parameters
    ----------
    column : LabelColumn
        The labels, one for each token.
    read : ReadLabels
        What they say.
    sentence_start : ndarray of int32, shape (n_sentences + 1,)
        First token of each sentence.

    Returns
    -------
    Tagging
        The labelled tokens in text order.
    """
    position = np.flatnonzero(read.roles[column.codes] != OUTSIDE).astype(np.int32)
    codes = column.codes[position]
    follows = np.zeros(len(position), dtype=bool)
    follows[1:] = position[1:] == position[:-1] + 1
    place = np.searchsorted(position, sentence_start)
    inside = place < len(position)
    place, starts = place[inside], sentence_start[inside]
    follows[place[position[place] == starts]] = False
    return Tagging(position, read.roles[codes], read.type_codes[codes], follows, read.types)
