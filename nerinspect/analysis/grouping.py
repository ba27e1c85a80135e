"""Group mentions that share tokens, or that touch where the other side has no boundary."""

from typing import NamedTuple

import numpy as np

from nerinspect.analysis.pairing import BothSides
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, is_member, sorted_distinct


class Groups(NamedTuple):
    """Stretches of mentions.

    Attributes
    ----------
    of : ndarray of int64, shape (n_grouped,)
        Number of the group of each mention that was grouped.
    start, end : ndarray of int64, shape (n_groups,)
        First token, and that behind the last one.
    """

    of: AnyIntArray
    start: AnyIntArray
    end: AnyIntArray


def group_mentions(sides: BothSides, places: AnyIntArray) -> Groups:
    """Group some mentions of both sides.

    Parameters
    ----------
    sides : BothSides
        All mentions.
    places : ndarray of int64, shape (n_grouped,)
        Those to group, ascending; the others have no say.

    Returns
    -------
    Groups
        In text order. Between two groups lies a token outside all grouped mentions, or a boundary of both sides that no
        grouped mention crosses.
    """
    start, end = sides.start[places], sides.end[places]
    order = np.argsort(start, kind="stable")
    start_in_order, reach = start[order], np.maximum.accumulate(end[order])
    following, covered = start_in_order[1:], reach[:-1]
    begins = np.ones(len(places), dtype=bool)
    begins[1:] = (following > covered) | ((following == covered) & _bounds_both(sides, places, following))
    group = np.empty(len(places), dtype=np.int64)
    group[order] = np.cumsum(begins) - 1
    is_last = np.append(begins[1:], True)[: len(places)]
    return Groups(group, start_in_order[begins], reach[is_last])


def meets_other_type(sides: BothSides, places: AnyIntArray) -> BoolArray:
    """Tell which reference mentions share a token with a predicted mention of another type.

    Parameters
    ----------
    sides : BothSides
        All mentions.
    places : ndarray of int64, shape (n,)
        The mentions to look at, ascending.

    Returns
    -------
    ndarray of bool, shape (n_reference,)
        One for each reference mention among `places`.

    Notes
    -----
    The predicted mentions that meet a reference mention are those that begin before its end, less those that end
    before its start. If these are more than the same count over its own type, one of them has another type.
    """
    is_reference = places < sides.n_reference
    reference, predicted = places[is_reference], places[~is_reference]

    def n_met(base: AnyIntArray) -> AnyIntArray:
        begun = np.sort(base[predicted] + sides.start[predicted])
        ended = np.sort(base[predicted] + sides.end[predicted])
        n_begun = np.searchsorted(begun, base[reference] + sides.end[reference], side="left")
        return n_begun - np.searchsorted(ended, base[reference] + sides.start[reference], side="right")

    return np.asarray(n_met(np.zeros_like(sides.type_rank)) > n_met(sides.type_rank * (sides.size + 1)))


def _bounds_both(sides: BothSides, places: AnyIntArray, positions: AnyIntArray) -> BoolArray:
    """Tell at which positions some of the reference mentions and some of the predicted ones start or end."""
    split = int(np.searchsorted(places, sides.n_reference))
    is_bound = np.ones(len(positions), dtype=bool)
    for side in (places[:split], places[split:]):
        is_bound &= is_member(positions, sorted_distinct(np.concatenate([sides.start[side], sides.end[side]])))
    return is_bound
