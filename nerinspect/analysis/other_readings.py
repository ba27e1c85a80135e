"""The other types that the reference gives to the surface of a type-confusable mention."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.study import Study
from nerinspect.analysis.surface_identity import surface_ids
from nerinspect.corpus.arrays import AnyIntArray


@dataclass(frozen=True, eq=False)
class OtherReading:
    """Another type that the reference gives to the same surface.

    Attributes
    ----------
    type : str
        The type.
    mentions : ndarray of int, shape (n,)
        Numbers of the reference mentions with this reading, ascending; at least one.
    """

    type: str
    mentions: AnyIntArray

    def __len__(self) -> int:
        """Count the mentions."""
        return len(self.mentions)


def other_readings(study: Study, mention: int) -> list[OtherReading]:
    """Find the other readings of a type-confusable reference mention in the test set.

    Parameters
    ----------
    study : Study
        With or without training data.
    mention : int
        Number of a reference mention.

    Returns
    -------
    list of OtherReading
        The other types of its surface, most frequent first, then by code point; empty if it has but one.
    """
    surface, codes = surface_ids(study).reference, study.reference.mentions.type_codes
    same = np.flatnonzero((surface == surface[mention]) & (codes != codes[mention]))
    found = [(study.types[code], same[codes[same] == code]) for code in np.unique(codes[same])]
    return [OtherReading(*pair) for pair in sorted(found, key=lambda pair: (-len(pair[1]), pair[0]))]
