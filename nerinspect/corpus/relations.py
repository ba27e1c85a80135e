"""Relations: typed, directed pairs of mentions, held as columns."""

from dataclasses import dataclass

import numpy as np

from nerinspect.corpus.arrays import IntArray


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
