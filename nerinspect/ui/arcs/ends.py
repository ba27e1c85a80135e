"""Arcs that ask for their place, where they end on mentions, and what each covers of a line once it has a place."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias


class Anchor(NamedTuple):
    """Where an arc may end on a mention."""

    line: int  # number of the line; -1, or the number of lines, for what stands before or behind all of them
    left: float
    right: float

    @property
    def middle(self) -> float:
        """The place of a single end."""
        return (self.left + self.right) / 2


class LooseEnd(NamedTuple):
    """An end that asks for its place."""

    anchor: Anchor
    direction: int  # -1 for an arc that leaves to the left, 1 to the right, 0 for one that comes back to where it began
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

    Each stays inside its mention, less than `fan` apart where that is too narrow: from left to right those that go
    left, the nearest first, then those that go right, the farthest first. Ends that rank alike stand in the direction
    of reading.
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

    A part less wide than `least` is not enough: the whole mention is given then.

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


End: TypeAlias = Literal["head", "tail"]


@dataclass(frozen=True)
class Arc:
    """An arc that asks for its place."""

    head: tuple[Anchor, ...]  # the mentions it joins, one anchor for each line that they have a part in; at least one
    tail: tuple[Anchor, ...]
    name_width: float


@dataclass(frozen=True)
class ArcRoom:
    """How close arcs may stand."""

    fan: float  # between two ends on one mention, where it is wide enough
    apart: float  # between two arcs, or their names, on one level
    stub: float  # of an arc on each side of a name that stands in it; a name with less room stands over its arc
    most_levels: int  # so many levels have arcs on a line; arcs that would go beyond are left out


@dataclass(frozen=True)
class ArcPart:
    """What one arc covers of one line."""

    arc: int
    left: float
    right: float
    left_end: End | None  # the argument it ends on at that side; None where it goes on in another line
    right_end: End | None
    level: int = 0  # from 0 next to the words
    name_left: float = 0.0
    is_name_over: bool = False  # whether the name stands over the arc instead of in it

    @property
    def legs(self) -> list[tuple[float, End]]:
        """Where the arc comes down to the words, and to which argument."""
        both = ((self.left, self.left_end), (self.right, self.right_end))
        return [(place, end) for place, end in both if end is not None]

    def holds(self, other: "ArcPart") -> bool:
        """Tell whether another part, or this one itself, stands between the ends of this one, and so nearer."""
        return self.left <= other.left and other.right <= self.right


@dataclass(frozen=True)
class LineArcs:
    """The arcs of one line."""

    parts: tuple[ArcPart, ...] = ()  # by level, then from left to right
    left_out: tuple[int, ...] = ()  # arcs with an end on this line that are not drawn

    @property
    def n_levels(self) -> int:
        """Levels up to the highest arc."""
        return max((part.level for part in self.parts), default=-1) + 1

    def distances(self, first: float, pitch: float, more: float) -> list[float]:
        """Give the distance of each level from the words: `more` beyond one where a name stands over its arc."""
        raised = {part.level for part in self.parts if part.is_name_over}
        found, distance = [], first
        for level in range(self.n_levels):
            found.append(distance)
            distance += pitch + (more if level in raised else 0.0)
        return found
