"""Where the arcs of one side stand: pure geometry, in any unit of length.

A line of text has levels, from 0 next to the words. An arc stands on one level of each line it passes; shorter ones lie
nearer to the words, so that arcs nest. Over a line break an arc runs to the margin and goes on with its name repeated.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from nerinspect.ui.relations.arc_choice import affordable_arcs
from nerinspect.ui.relations.arc_ends import Anchor, LooseEnd, fan_out, nearest_anchors
from nerinspect.ui.relations.arc_levels import Stretch, arc_levels
from nerinspect.ui.relations.arc_names import place_name
from nerinspect.ui.relations.arc_parts import Arc, ArcPart, ArcRoom, End, LineArcs

_Ends: TypeAlias = tuple[Anchor, Anchor]


def lay_out_arcs(
    arcs: Sequence[Arc],
    margins: Sequence[Stretch],
    room: ArcRoom,
    is_right_to_left: bool = False,
    kept: Collection[int] = (),
) -> list[LineArcs]:
    """Find a place for every arc.

    Parameters
    ----------
    arcs : sequence of Arc
        Those of one side.
    margins : sequence of (float, float), shape (n_lines,)
        Left and right end of what arcs and names may cover on each line.
    room : ArcRoom
        How close they may stand.
    is_right_to_left : bool
        Whether lines begin on the right.
    kept : collection of int
        Places of the arcs that are never left out.

    Returns
    -------
    list of LineArcs, shape (n_lines,)
        On no level two arcs overlap; each lies above all those it holds, and as low as they let it. An arc that would
        need too many levels on some line has a part on none.
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
