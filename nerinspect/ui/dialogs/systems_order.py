"""Systems with their runs while they are renamed, coloured, moved, grouped, removed: values, so steps can be undone."""

from collections.abc import Collection
from dataclasses import replace
from itertools import count
from typing import TypeAlias, TypeVar

from nerinspect.analysis.arranging import Arranged
from nerinspect.results.systems import SystemRuns

Systems: TypeAlias = tuple[SystemRuns, ...]

One = TypeVar("One")


def renamed(systems: Systems, place: int, name: str) -> Systems:
    """Call a system otherwise; with the name of another one its runs go to that one."""
    other = next((n for n, one in enumerate(systems) if one.name == name and n != place), None)
    if other is not None:
        return joined(systems, other, [place])
    return tuple(replace(one, name=name) if n == place else one for n, one in enumerate(systems))


def joined(systems: Systems, place: int, others: Collection[int]) -> Systems:
    """Make the runs of other systems further runs of one."""
    runs = [systems[place], *(systems[n] for n in sorted(others) if n != place)]
    whole = replace(
        systems[place], numbers=sum((one.numbers for one in runs), ()), f1=sum((one.f1 for one in runs), ())
    )
    return tuple(whole if n == place else one for n, one in enumerate(systems) if n == place or n not in others)


def separated(systems: Systems, place: int, run: int, name: str) -> Systems:
    """Make a run a system of its own, behind the one it belonged to; a name that is taken gets a number.

    Its colour is the first that no other system has.
    """
    names, tried, number = {one.name for one in systems}, name, 2
    while tried in names:
        tried, number = f"{name} {number}", number + 1
    one, taken = systems[place], {one.colour for one in systems}
    colour = next(colour for colour in count() if colour not in taken)
    own = SystemRuns(tried, one.numbers[run : run + 1], one.f1[run : run + 1], colour)
    return (*systems[:place], _without_run(one, run), own, *systems[place + 1 :])


def coloured(systems: Systems, place: int, colour: int) -> Systems:
    """Give a system another colour, by its number; others may have it too."""
    return tuple(replace(one, colour=colour) if n == place else one for n, one in enumerate(systems))


def moved(systems: Systems, place: int, target: int) -> Systems:
    """Move a system to another place."""
    return _moved(systems, place, target)


def run_moved(systems: Systems, place: int, run: int, target: int) -> Systems:
    """Move a run to another place among the runs of its system."""
    one = systems[place]
    changed = replace(one, numbers=_moved(one.numbers, run, target), f1=_moved(one.f1, run, target))
    return (*systems[:place], changed, *systems[place + 1 :])


def removed(systems: Systems, place: int, run: int | None = None) -> Systems:
    """Leave out a system or one of its runs."""
    if run is None or len(systems[place].numbers) == 1:
        return (*systems[:place], *systems[place + 1 :])
    return (*systems[:place], _without_run(systems[place], run), *systems[place + 1 :])


def as_arranged(systems: Systems) -> list[Arranged]:
    """Say which predictions are wanted, in which order and under which names."""
    return [Arranged(number, system.name, system.colour) for system in systems for number in system.numbers]


def _without_run(system: SystemRuns, run: int) -> SystemRuns:
    numbers, f1 = system.numbers, system.f1
    return replace(system, numbers=numbers[:run] + numbers[run + 1 :], f1=f1[:run] + f1[run + 1 :])


def _moved(row: tuple[One, ...], place: int, target: int) -> tuple[One, ...]:
    rest = [*row[:place], *row[place + 1 :]]
    rest.insert(target, row[place])
    return tuple(rest)
