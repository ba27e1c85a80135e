"""Where arcs end on mentions: the line of each end, and the places of several ends on one mention."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Anchor(NamedTuple):
    """Where an arc may end on a mention.

    Attributes
    ----------
    line : int
        Number of the line; -1, or the number of lines, for what stands before or behind all of them.
    left, right : float
        The stretch of the mention on that line.
    """

    line: int
    left: float
    right: float

    @property
    def middle(self) -> float:
        """The place of a single end."""
        return (self.left + self.right) / 2


class LooseEnd(NamedTuple):
    """An end that asks for its place.

    Attributes
    ----------
    anchor : Anchor
        The mention.
    direction : int
        -1 for an arc that leaves to the left, 1 to the right, 0 for one that comes back to where it began.
    reach : float
        How far it goes.
    """

    anchor: Anchor
    direction: int
    reach: float

    @property
    def rank(self) -> tuple[int, float]:
        """Where it stands among the ends on its mention, so that no two arcs that nest cross."""
        return self.direction, -self.direction * self.reach


def nearest_anchors(head: Sequence[Anchor], tail: Sequence[Anchor]) -> tuple[Anchor, Anchor]:
    """Choose the lines on which an arc between two mentions ends: those next to each other, the first of several."""
    pairs = [(one, other) for one in head for other in tail]
    return min(pairs, key=lambda pair: (abs(pair[0].line - pair[1].line), pair[0].line, pair[1].line))


def fan_out(ends: Sequence[LooseEnd], fan: float, is_right_to_left: bool = False) -> list[float]:
    """Give the ends on each mention of a line places beside each other, around its middle.

    Parameters
    ----------
    ends : sequence of LooseEnd
        Those of one line.
    fan : float
        Between two ends on one mention; less where it is too narrow for all of them.
    is_right_to_left : bool
        Whether ends that rank alike stand from right to left in their order.

    Returns
    -------
    list of float
        The place of each end, inside its mention: from left to right those that go left, the nearest first, then those
        that go right, the farthest first.
    """
    places = [end.anchor.middle for end in ends]
    by_anchor: dict[Anchor, list[int]] = {}
    for number, end in enumerate(ends):
        by_anchor.setdefault(end.anchor, []).append(number)
    for anchor, own in by_anchor.items():
        own.sort(key=lambda number: (*ends[number].rank, -number if is_right_to_left else number))
        step = min(fan, (anchor.right - anchor.left) / len(own))
        for place, number in enumerate(own):
            places[number] += (place - (len(own) - 1) / 2) * step
    return places


def free_stretch(own: tuple[float, float], nearer: Iterable[tuple[float, float]], least: float) -> tuple[float, float]:
    """Find the widest part of a mention that no mention nearer to the words covers.

    Parameters
    ----------
    own : (float, float)
        Left and right end of the mention.
    nearer : iterable of (float, float)
        Those of the mentions between it and the words.
    least : float
        A part less wide than this is not enough: the whole mention is given then.

    Examples
    --------
    >>> free_stretch((0, 100), [(70, 100)], 10)
    (0, 70)
    """
    parts, begin = [], own[0]
    for left, right in sorted(nearer):
        parts.append((begin, min(left, own[1])))
        begin = max(begin, right)
    parts.append((begin, own[1]))
    widest = max(parts, key=lambda part: part[1] - part[0])
    return widest if widest[1] - widest[0] >= least else own
