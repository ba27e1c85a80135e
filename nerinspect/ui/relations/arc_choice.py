"""Which arcs are drawn where there are too many: the shortest ones, and those that must be."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from nerinspect.ui.relations.arc_ends import Anchor
from nerinspect.ui.relations.arc_levels import Stretch


def affordable_arcs(
    ends: Mapping[int, tuple[Anchor, Anchor]],
    margins: Sequence[Stretch],
    most: int,
    is_right_to_left: bool,
    kept: Collection[int],
) -> list[int]:
    """Choose arcs so that at no place of any line more than so many lie over each other.

    Parameters
    ----------
    ends : mapping of int to (Anchor, Anchor)
        Where each arc ends.
    margins : sequence of (float, float), shape (n_lines,)
        Left and right end of what arcs may cover on each line.
    most : int
        How many may lie over each other.
    is_right_to_left : bool
        Whether lines begin on the right.
    kept : collection of int
        Those chosen in any case.

    Returns
    -------
    list of int
        Ascending. The arcs over fewer lines, and of these the shorter ones, are chosen before the others.
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
    """Say what an arc covers of each line it passes."""
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
