"""The surfaces that events are grouped by: the token sequences of their segments."""

from dataclasses import dataclass

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, IntArray
from nerinspect.corpus.text import Text


@dataclass(frozen=True, eq=False)
class Surfaces:
    """Which events have segments of equal tokens.

    Attributes
    ----------
    number : ndarray of int32, shape (n_events,)
        Number of each event's surface, from 0 in the order of first occurrence.
    bounds : ndarray of int64, shape (n_surfaces + 1,)
        Where each surface begins among all events sorted by surface.
    """

    number: IntArray
    bounds: AnyIntArray

    @property
    def n_surfaces(self) -> int:
        """Distinct surfaces."""
        return len(self.bounds) - 1

    def permutation(self, order: IntArray | None = None) -> IntArray:
        """Sort all events by surface.

        Parameters
        ----------
        order : ndarray of int32, shape (n_events,), optional
            How events of one surface stand; by number if left out.

        Returns
        -------
        ndarray of int32, shape (n_events,)
            Event numbers.
        """
        if order is None:
            return np.argsort(self.number, kind="stable").astype(np.int32)
        return order[np.argsort(self.number[order], kind="stable")]


def surfaces_of(text: Text, start: IntArray, end: IntArray) -> Surfaces:
    """Compare the segments of all rows, token by token."""
    number = text.sequence_ids(start, end)
    bounds = np.zeros(int(number.max(initial=-1)) + 2, dtype=np.int64)  # numpy takes places of 64 bits at once
    np.cumsum(np.bincount(number), out=bounds[1:])
    return Surfaces(number, bounds)
