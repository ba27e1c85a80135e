"""Arcs that ask for their place, and what each covers of a line once it has one."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from nerinspect.ui.relations.arc_ends import Anchor

End: TypeAlias = Literal["head", "tail"]


@dataclass(frozen=True)
class Arc:
    """An arc that asks for its place.

    Attributes
    ----------
    head, tail : tuple of Anchor
        The mentions it joins, one anchor for each line that they have a part in; at least one.
    name_width : float
        Width of its name.
    """

    head: tuple[Anchor, ...]
    tail: tuple[Anchor, ...]
    name_width: float


@dataclass(frozen=True)
class ArcRoom:
    """How close arcs may stand.

    Attributes
    ----------
    fan : float
        Between two ends on one mention, where it is wide enough.
    apart : float
        Between two arcs, or their names, on one level.
    stub : float
        Of an arc on each side of a name that stands in it; a name with less room stands over its arc.
    most_levels : int
        So many levels have arcs on a line; arcs that would go beyond are left out.
    """

    fan: float
    apart: float
    stub: float
    most_levels: int


@dataclass(frozen=True)
class ArcPart:
    """What one arc covers of one line.

    Attributes
    ----------
    arc : int
        Place of the arc among those laid out.
    left, right : float
        The stretch it covers.
    left_end, right_end : str or None
        Which argument it ends on at that side, `head` or `tail`; None where it goes on in another line.
    level : int
        From 0 next to the words.
    name_left : float
        Where its name begins.
    is_name_over : bool
        Whether the name stands over the arc instead of in it.
    """

    arc: int
    left: float
    right: float
    left_end: End | None
    right_end: End | None
    level: int = 0
    name_left: float = 0.0
    is_name_over: bool = False

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
    """The arcs of one line.

    Attributes
    ----------
    parts : tuple of ArcPart
        By level, then from left to right.
    left_out : tuple of int
        Arcs with an end on this line that are not drawn.
    """

    parts: tuple[ArcPart, ...] = ()
    left_out: tuple[int, ...] = ()

    @property
    def n_levels(self) -> int:
        """Levels up to the highest arc."""
        return max((part.level for part in self.parts), default=-1) + 1

    def distances(self, first: float, pitch: float, more: float) -> list[float]:
        """Give the distance of each level from the words.

        Parameters
        ----------
        first : float
            That of level 0.
        pitch : float
            From one level to the next.
        more : float
            What is added beyond a level where a name stands over its arc.

        Returns
        -------
        list of float, shape (n_levels,)
            Ascending.
        """
        raised = {part.level for part in self.parts if part.is_name_over}
        found, distance = [], first
        for level in range(self.n_levels):
            found.append(distance)
            distance += pitch + (more if level in raised else 0.0)
        return found
