"""The subsets of tough mentions that events are in, by name."""

from collections.abc import Iterator

import numpy as np

from nerinspect.analysis.events import EventTable
from nerinspect.analysis.study import Study
from nerinspect.analysis.tough import SUBSETS, subset_members
from nerinspect.corpus.arrays import ByteArray
from nerinspect.corpus.kept import kept_with_owner


def subset_names(study: Study, events: EventTable) -> Iterator[str]:
    """Name the subsets of the reference mentions of each event.

    Parameters
    ----------
    study : Study
        What the events belong to, with training data.
    events : EventTable
        Some of its events.

    Yields
    ------
    str
        For each event the names, in the order of `SUBSETS` and parted by blanks, of those that at least one of its
        reference mentions is in; empty without a reference mention.
    """
    n_mentions = events.n_mentions("reference")
    has_mentions = n_mentions > 0
    first = np.cumsum(n_mentions) - n_mentions
    bits = np.zeros(len(events), dtype=np.uint8)
    if has_mentions.any():
        members = _member_bits(study)[events.mentions("reference")]
        bits[has_mentions] = np.bitwise_or.reduceat(members, first[has_mentions])
    names = {code: _names(code) for code in np.flatnonzero(np.bincount(bits)).tolist()}
    return map(names.__getitem__, bits.tolist())


@kept_with_owner
def _member_bits(study: Study) -> ByteArray:
    """Give the subsets of each reference mention as bits, the first subset the lowest."""
    bits: ByteArray = np.packbits(subset_members(study)["reference"], axis=0, bitorder="little")[0]
    return bits


def _names(bits: int) -> str:
    return " ".join(name for place, name in enumerate(SUBSETS) if bits >> place & 1)
