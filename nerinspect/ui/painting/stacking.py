"""Levels of mentions that overlap: the shortest next to the words, longer ones beyond those they overlap."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np


def stack_levels(ranges: Sequence[tuple[int, int]]) -> list[int]:
    """Give each range a level on which it overlaps no other.

    Parameters
    ----------
    ranges : sequence of (int, int)
        Half-open ranges of positions, sorted by start.

    Returns
    -------
    list of int
        From 0 on; a range lies above all shorter ones it overlaps.

    Examples
    --------
    >>> stack_levels([(0, 4), (1, 2), (3, 6)])
    [2, 0, 1]
    """
    if all(following[0] >= range_[1] for range_, following in pairwise(ranges)):
        return [0] * len(ranges)
    levels = [0] * len(ranges)
    taken = np.zeros(max(end for _, end in ranges), dtype=np.int64)
    for place in sorted(range(len(ranges)), key=lambda place: ranges[place][1] - ranges[place][0]):
        start, end = ranges[place]
        levels[place] = int(taken[start:end].max(initial=0))
        taken[start:end] = levels[place] + 1
    return levels
