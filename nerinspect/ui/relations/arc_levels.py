"""Levels of arcs over one line: shorter ones nearer to the words, none overlapping another on its level."""

from collections.abc import Sequence

Stretch = tuple[float, float]
"""Left and right end of what something covers."""


def arc_levels(arcs: Sequence[Stretch], covered: Sequence[Stretch], apart: float) -> list[int]:
    """Give each arc the lowest level that is left to it.

    Parameters
    ----------
    arcs : sequence of (float, float)
        From end to end.
    covered : sequence of (float, float)
        The same with their names, which may be wider.
    apart : float
        Room between two on one level.

    Returns
    -------
    list of int
        From 0 next to the words; an arc lies above all those that it holds between its ends, and the later one of
        two with equal ends above the other.

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
