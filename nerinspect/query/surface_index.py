"""The distinct surfaces of a study, most frequent first, to be found while one types."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray, as_arrow, as_arrow_texts, from_arrow, mask_from_arrow
from nerinspect.progress import Checkpoint, no_checkpoint

_FIRST_BLOCK = 50_000

_LOOKED_INSIDE = 150_000
"""So many surfaces are searched for a text inside them: the rarest are found by their beginning alone."""


@dataclass(frozen=True, eq=False)
class SurfaceIndex:
    """Surfaces, each once, by falling number of mentions on both sides.

    Attributes
    ----------
    surfaces : pyarrow.StringArray, shape (n_surfaces,)
        Their tokens joined by a blank.
    folded : pyarrow.StringArray, shape (n_surfaces,)
        The same in the form in which upper and lower case are equal.
    n_reference : ndarray of int32, shape (n_surfaces,)
        Reference mentions of each.
    """

    surfaces: pa.StringArray
    folded: pa.StringArray
    n_reference: IntArray

    def starting_with(self, text: str, limit: int) -> list[tuple[str, int]]:
        """List the surfaces that begin with a text, then those that hold it.

        Parameters
        ----------
        text : str
            What is looked for, whatever its case.
        limit : int
            How many to list at most.

        Returns
        -------
        list of (str, int)
            Surface and number of its reference mentions; the most frequent ones, first those that begin so.
        """
        folded = text.casefold()
        places = self._places(pc.starts_with, folded, limit, len(self.folded))
        if len(places) < limit:
            inside = self._places(pc.match_substring, folded, limit, min(len(self.folded), _LOOKED_INSIDE))
            places = list(dict.fromkeys(places + inside))[:limit]
        return [(str(self.surfaces[place].as_py()), int(self.n_reference[place])) for place in places]

    def _places(
        self, matches: Callable[[pa.StringArray, str], pa.BooleanArray], text: str, limit: int, n_searched: int
    ) -> list[int]:
        """Find the first places that match: most often they are among the most frequent surfaces."""
        found: list[int] = []
        first, stop = 0, min(_FIRST_BLOCK, n_searched)
        while first < stop and len(found) < limit:
            mask = mask_from_arrow(matches(self.folded.slice(first, stop - first), text))
            found += (np.flatnonzero(mask) + first)[: limit - len(found)].tolist()
            first, stop = stop, n_searched
        return found


def index_surfaces(study: Study, checkpoint: Checkpoint = no_checkpoint) -> SurfaceIndex:
    """Write out and count the surfaces of all mentions of a study.

    Parameters
    ----------
    study : Study
        The reference and the predictions.
    checkpoint : Checkpoint
        Called between the steps.

    Returns
    -------
    SurfaceIndex
        Surfaces of equal number stand in the order of the text, those of the reference first.
    """
    sides = (study.reference.mentions, study.predicted)
    start = np.concatenate([side.start for side in sides])
    end = np.concatenate([side.end for side in sides])
    encoded = study.text.joined(start, end).dictionary_encode()
    checkpoint(1, 3)
    codes, n_distinct = from_arrow(encoded.indices), len(encoded.dictionary)
    n_reference = np.bincount(codes[: len(sides[0])], minlength=n_distinct)
    example = np.full(n_distinct, len(codes), dtype=np.int64)
    np.minimum.at(example, codes, np.arange(len(codes)))
    order = np.argsort(-np.bincount(codes, minlength=n_distinct), kind="stable")
    checkpoint(2, 3)
    tokens = as_arrow_texts([token.casefold() for token in study.text.vocabulary.to_pylist()])
    folded = replace(study.text, vocabulary=tokens).joined(start[example[order]], end[example[order]])
    surfaces = encoded.dictionary.take(as_arrow(order.astype(np.int32)))
    return SurfaceIndex(surfaces, folded, n_reference[order].astype(np.int32))
