"""Mentions: typed token spans, held as columns."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, IntArray


@dataclass(frozen=True, eq=False)
class Mentions:
    """The mentions of one annotation, sorted by start.

    Attributes
    ----------
    start, end : ndarray of int32, shape (n_mentions,)
        Half-open token positions in the whole text; no mention crosses a sentence.
    type_codes : ndarray of int32, shape (n_mentions,)
        For each mention its place in `types`.
    types : tuple of str
        The names of the types; need not all occur.
    """

    start: IntArray
    end: IntArray
    type_codes: IntArray
    types: tuple[str, ...]

    def __len__(self) -> int:
        """Count the mentions."""
        return len(self.start)

    def type_names(self) -> set[str]:
        """Name the types that occur."""
        return {self.types[code] for code in np.flatnonzero(np.bincount(self.type_codes, minlength=1))}

    def with_types(self, types: Sequence[str]) -> "Mentions":
        """Express the same mentions over another list of types.

        Parameters
        ----------
        types : sequence of str
            A list that holds every type that occurs here.

        Returns
        -------
        Mentions
            Equal extents and types, with `type_codes` into the given list.
        """
        place = {name: code for code, name in enumerate(types)}
        mapping = np.array([place.get(name, -1) for name in self.types], dtype=np.int32)
        codes = mapping[self.type_codes] if len(self.types) else self.type_codes
        return Mentions(self.start, self.end, codes, tuple(types))

    def tokens_between(self, one: AnyIntArray, other: AnyIntArray) -> IntArray:
        """Count the tokens between pairs of mentions.

        Parameters
        ----------
        one, other : ndarray of int, shape (n,)
            Numbers of mentions; it makes no difference which stands first in the text.

        Returns
        -------
        ndarray of int32, shape (n,)
            0 for neighbours, and for mentions that overlap.
        """
        start = np.maximum(self.start[one], self.start[other])
        end = np.minimum(self.end[one], self.end[other])
        between: IntArray = np.maximum(start - end, 0)
        return between


def concatenated(parts: Sequence[Mentions], types: Sequence[str]) -> Mentions:
    """Lay several annotations over one list of types behind each other.

    Parameters
    ----------
    parts : sequence of Mentions
        Annotations of the same text; all over the same `types`.
    types : sequence of str
        That list of types.

    Returns
    -------
    Mentions
        The mentions of the first part, then of the second, and so on; sorted within a part only.
    """
    if not parts:
        none = np.zeros(0, dtype=np.int32)
        return Mentions(none, none, none, tuple(types))
    return Mentions(
        np.concatenate([part.start for part in parts]),
        np.concatenate([part.end for part in parts]),
        np.concatenate([part.type_codes for part in parts]),
        tuple(types),
    )
