"""Where the arcs of one side, their ends and their names stand: pure geometry, in any unit of length."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias


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


Stretch = tuple[float, float]  # left and right end of what something covers


def arc_levels(arcs: Sequence[Stretch], covered: Sequence[Stretch], apart: float) -> list[int]:
    """Give each arc the lowest level that is left to it.

    Stretches are from end to end, those covered the same with their names; `apart` is the room between two on one
    level. Level 0 is next to the words; an arc lies above all those that it holds between its ends, and the later one
    of two with equal ends above the other.

    Examples
    --------
    >>> arc_levels([(0, 90), (10, 40), (50, 80)], [(0, 90), (10, 40), (50, 80)], 5)
    [1, 0, 0]
    """
    levels = [0] * len(arcs)
    taken: list[list[Stretch]] = []
    given: list[int] = []
    for number in sorted(range(len(arcs)), key=lambda number: (arcs[number][1] - arcs[number][0], arcs[number])):
        (left, right), cover = arcs[number], covered[number]
        held = (levels[other] + 1 for other in given if left <= arcs[other][0] and arcs[other][1] <= right)
        level = max(held, default=0)
        while level < len(taken) and any(_touch(cover, other, apart) for other in taken[level]):
            level += 1
        taken += [[] for _ in range(level + 1 - len(taken))]
        taken[level].append(cover)
        levels[number] = level
        given.append(number)
    return levels


def _touch(one: Stretch, other: Stretch, apart: float) -> bool:
    return one[0] < other[1] + apart and other[0] < one[1] + apart


def affordable_arcs(
    ends: Mapping[int, tuple[Anchor, Anchor]],
    margins: Sequence[Stretch],
    most: int,
    is_right_to_left: bool,
    kept: Collection[int],
) -> list[int]:
    """Choose arcs so that at no place of any line more than so many lie over each other.

    The arcs over fewer lines, and of these the shorter ones, are chosen before the others; those `kept` in any case.
    They are given ascending. `margins` are the left and right end of what arcs may cover on each line.
    """
    lines: list[list[Stretch]] = [[] for _ in margins]
    covered = {number: list(_stretches(own, margins, is_right_to_left)) for number, own in ends.items()}
    chosen = []

    def length(number: int) -> float:
        return sum(right - left for _, (left, right) in covered[number])

    for number in sorted(ends, key=lambda number: (number not in kept, len(covered[number]), length(number))):
        if number in kept or all(_depth(lines[line], own) < most for line, own in covered[number]):
            chosen.append(number)
            for line, own in covered[number]:
                lines[line].append(own)
    return sorted(chosen)


def _stretches(
    ends: tuple[Anchor, Anchor], margins: Sequence[Stretch], is_right_to_left: bool
) -> Iterator[tuple[int, Stretch]]:
    first, last = sorted(ends)
    for line in range(max(first.line, 0), min(last.line + 1, len(margins))):
        begin, behind = margins[line][::-1] if is_right_to_left else margins[line]
        begin = first.middle if first.line == line else begin
        behind = last.middle if last.line == line else behind
        yield line, (min(begin, behind), max(begin, behind))


def _depth(taken: Sequence[Stretch], own: Stretch) -> int:
    """Count how many of the stretches that touch one lie over each other somewhere in it."""
    near = [other for other in taken if other[0] <= own[1] and own[0] <= other[1]]
    places = [own[0], *(left for left, _ in near if left > own[0])]
    return max(sum(left <= place <= right for left, right in near) for place in places)


_ALONG: Final = (0.5, 0.4, 0.6, 0.28, 0.72, 0.15, 0.85, 0.0, 1.0)
"""Where along an arc a name may stand, the best place first."""


class NamePlace(NamedTuple):
    """The place of a name."""

    left: float
    is_over: bool  # whether it stands over its arc


def place_name(
    arc: tuple[float, float],
    width: float,
    stub: float,
    margins: tuple[float, float],
    legs: Sequence[float],
    clear: float,
) -> NamePlace:
    """Find a place for the name of one arc.

    It is the middle, or the place that the fewest legs of other arcs cross; a name over its arc stays between the
    margins if it can. `stub` is what is left of the arc on each side of a name that stands in it.
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


_Ends: TypeAlias = tuple[Anchor, Anchor]


def lay_out_arcs(
    arcs: Sequence[Arc],
    margins: Sequence[Stretch],
    room: ArcRoom,
    is_right_to_left: bool = False,
    kept: Collection[int] = (),
) -> list[LineArcs]:
    """Find a place for every arc.

    One value is given for each line. On no level two arcs overlap; each lies above all those it holds, and as low as
    they let it. An arc that would need too many levels on some line has a part on none, unless it is `kept`.
    """
    all_ends = {number: nearest_anchors(arc.head, arc.tail) for number, arc in enumerate(arcs)}
    chosen = affordable_arcs(all_ends, margins, room.most_levels, is_right_to_left, kept)
    while True:
        ends = {number: all_ends[number] for number in chosen}
        laid_out: list[list[ArcPart]] = []
        for line, own_margins in enumerate(margins):
            before = {part.arc: part.level for part in laid_out[-1]} if laid_out else {}
            laid_out.append(_on_line(arcs, ends, line, own_margins, room, is_right_to_left, before))
        beyond = {part.arc for parts in laid_out for part in parts if part.level >= room.most_levels}.difference(kept)
        if not beyond:
            break
        chosen = [number for number in chosen if number not in beyond]
    left_out = {number: {anchor.line for anchor in own} for number, own in all_ends.items() if number not in ends}
    return [
        LineArcs(tuple(parts), tuple(number for number, lines in left_out.items() if line in lines))
        for line, parts in enumerate(laid_out)
    ]


def _on_line(
    arcs: Sequence[Arc],
    ends: Mapping[int, _Ends],
    line: int,
    margins: Stretch,
    room: ArcRoom,
    is_right_to_left: bool,
    before: Mapping[int, int],
) -> list[ArcPart]:
    """Lay out the parts of one line, as if there were levels for all; arcs of equal length keep their order."""
    parts = sorted(_parts(ends, line, margins, room.fan, is_right_to_left), key=lambda part: before.get(part.arc, -1))
    named, covered = [], []
    for part in parts:
        legs = [place for other in parts if not part.holds(other) for place, _ in other.legs]
        width = arcs[part.arc].name_width
        place = place_name((part.left, part.right), width, room.stub, margins, legs, room.apart / 2)
        named.append(replace(part, name_left=place.left, is_name_over=place.is_over))
        covered.append((min(part.left, place.left), max(part.right, place.left + width)))
    levels = arc_levels([(part.left, part.right) for part in named], covered, room.apart)
    placed = [replace(part, level=level) for part, level in zip(named, levels, strict=True)]
    return sorted(placed, key=lambda part: (part.level, part.left))


def _parts(
    ends: Mapping[int, _Ends], line: int, margins: Stretch, fan: float, is_right_to_left: bool
) -> Iterator[ArcPart]:
    """Find what each arc covers of a line; its ends stand beside those of other arcs on the same mention."""
    begin, behind = margins[::-1] if is_right_to_left else margins
    passing = [number for number, (head, tail) in ends.items() if head.line <= line <= tail.line]
    passing += [number for number, (head, tail) in ends.items() if tail.line <= line <= head.line != tail.line]
    loose: list[LooseEnd] = []
    for number in passing:
        for _, anchor, other in _both_ends(ends[number]):
            if anchor.line == line:
                there = other.middle if other.line == line else behind if other.line > line else begin
                direction = (there > anchor.middle) - (there < anchor.middle)
                reach = abs(there - anchor.middle)
                if other.line != line:  # the farther one of two that leave the line stands outside, as it does beyond
                    entry = begin if other.line > line else behind
                    reach += (abs(other.line - line) - 1) * abs(behind - begin) + abs(other.middle - entry)
                loose.append(LooseEnd(anchor, direction, reach))
    places = iter(fan_out(loose, fan, is_right_to_left))
    for number in passing:
        found: list[tuple[float, End | None]] = []
        for name, anchor, _ in _both_ends(ends[number]):
            if anchor.line == line:
                found.append((next(places), name))
            else:
                found.append((begin if anchor.line < line else behind, None))
        (left, left_end), (right, right_end) = sorted(found, key=lambda one: one[0])
        yield ArcPart(number, left, right, left_end, right_end)


def _both_ends(ends: _Ends) -> list[tuple[End, Anchor, Anchor]]:
    """Name each end, with its anchor and that of the other one."""
    return [("head", ends[0], ends[1]), ("tail", ends[1], ends[0])]
