"""From labels to mentions."""

import numpy as np

from nerinspect.corpus.mentions import Mentions
from nerinspect.encoding.tagging import Tagging


def decode(tagging: Tagging) -> Mentions:
    """Read the mentions from labelled tokens.

    Parameters
    ----------
    tagging : Tagging
        Valid labels, or repaired ones. Invalid ones are read leniently: what cannot continue a mention begins one.

    Returns
    -------
    Mentions
        Sorted by start, without overlaps; over all types of the labels.
    """
    first = np.flatnonzero(~tagging.continues)
    last = np.append(first[1:], len(tagging.position)) - 1 if len(first) else first
    return Mentions(
        tagging.position[first], tagging.position[last] + np.int32(1), tagging.type_codes[first], tagging.types
    )
