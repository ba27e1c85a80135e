"""Where the names of arcs stand: in their arc, or over one that is too short, away from the ends of other arcs."""

from collections.abc import Sequence
from typing import Final, NamedTuple

_ALONG: Final = (0.5, 0.4, 0.6, 0.28, 0.72, 0.15, 0.85, 0.0, 1.0)
"""Where along an arc a name may stand, the best place first."""


class NamePlace(NamedTuple):
    """The place of a name.

    Attributes
    ----------
    left : float
        Where it begins.
    is_over : bool
        Whether it stands over its arc.
    """

    left: float
    is_over: bool


def place_name(
    arc: tuple[float, float],
    width: float,
    stub: float,
    margins: tuple[float, float],
    legs: Sequence[float],
    clear: float,
) -> NamePlace:
    """Find a place for the name of one arc.

    Parameters
    ----------
    arc : (float, float)
        Left and right end.
    width : float
        Of the name.
    stub : float
        Of the arc on each side of a name that stands in it.
    margins : (float, float)
        Left and right end of what names may cover; a name over its arc stays between them if it can.
    legs : sequence of float
        Where arcs that may lie farther from the words come down to them.
    clear : float
        Room between a name and such a leg.

    Returns
    -------
    NamePlace
        The middle, or the place that fewest legs cross.
    """
    left, right = arc
    if is_over := right - left < width + 2 * stub:
        begin, end = left - 0.6 * width, right - 0.4 * width  # a part of it stays over the arc
        begin, end = max(begin, margins[0]), min(end, margins[1] - width)
        if begin > end:
            begin = end = max(margins[0], min((left + right - width) / 2, margins[1] - width))
    else:
        begin, end = left + stub, right - stub - width
    places = [begin + share * (end - begin) for share in _ALONG]
    if is_over:
        middle = min(max((left + right - width) / 2, begin), end)
        places.insert(0, middle)
    crossed = [sum(place - clear < leg < place + width + clear for leg in legs) for place in places]
    return NamePlace(places[crossed.index(min(crossed))], is_over)
