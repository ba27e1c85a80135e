"""One system against all others: its events by how many of the others are right, and the terms that open each count."""

from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

import numpy as np

from nerinspect.events.members import events_of_predictions
from nerinspect.events.study import Study, judge_name, shown_name
from nerinspect.query.fields.outcomes import RIGHT, WRONG
from nerinspect.query.filters import AnyOf, Filter, Term, all_of, any_of
from nerinspect.query.selection import Selection
from nerinspect.systems.outcomes import compared_systems

SHARES: Final = ("all", "some", "none")
"""How many of the others are right: all of them, some and not all, or none."""

FEWEST_OTHERS: Final = 2
"""One other is compared side by side."""


class OthersCell(NamedTuple):
    """Whether the system itself is right, and which share of the others."""

    is_right: bool
    share: str


CELLS: Final = tuple(OthersCell(is_right, share) for share, is_right in product(SHARES, (True, False)))


@dataclass(frozen=True, eq=False)
class OthersCounts:
    """Events of one prediction, by `CELLS`: who else is right at a reference mention of theirs.

    Systems are named as in queries, the others by their first runs, and as people read them.
    """

    name: str
    others: tuple[str, ...]
    shown_names: tuple[str, ...]
    n_events: dict[OthersCell, int]


def other_systems(study: Study, prediction: int) -> tuple[int, ...]:
    """Give the first run of each other system, the retention heuristic left out."""
    own = study.predictions[prediction].system
    return tuple(number for number in compared_systems(study) if study.predictions[number].system != own)


def others_counts(study: Study, selection: Selection, prediction: int) -> OthersCounts:
    """Count the events of a prediction by who else is right; its own terms about these choose no event.

    As many as are left if a cell is picked; an event with several reference mentions may be counted in several cells.
    """
    numbers = (prediction, *other_systems(study, prediction))
    name, *others = (judge_name(study, number) for number in numbers)
    shown = tuple(shown_name(study, number) for number in numbers)
    among = events_of_predictions(study, prediction)
    free = _with_cells(selection, (), name, tuple(others))

    def n_events(cell: OthersCell) -> int:
        query = all_of(free.filter, *cell_terms(cell, name, tuple(others)))
        return int(np.count_nonzero(query.mask(study, among) & among))

    return OthersCounts(name, tuple(others), shown, {cell: n_events(cell) for cell in CELLS})


def cell_terms(cell: OthersCell, name: str, others: tuple[str, ...]) -> tuple[Filter, ...]:
    """Ask for one reference mention that the system has, or has not, and so many of the others."""
    own = Term((RIGHT if cell.is_right else WRONG).name, (name,))
    if cell.share == "some":
        return own, Term(RIGHT.name, others), Term(WRONG.name, others)
    field = RIGHT if cell.share == "all" else WRONG
    return own, *(Term(field.name, (other,)) for other in others)


def picked_cells(selection: Selection, counts: OthersCounts) -> tuple[OthersCell, ...]:
    """List the cells that a selection picks."""
    return next((cells for _, cells in _picks(selection, counts.name, counts.others)), ())


def pick_cell(selection: Selection, cell: OthersCell, counts: OthersCounts, *, is_added: bool = False) -> Selection:
    """Keep just the events of a cell, or those of others too; what is picked already is freed."""
    picked = picked_cells(selection, counts)
    if is_added:
        wanted = tuple(one for one in CELLS if (one in picked) != (one == cell))
    else:
        wanted = () if picked == (cell,) else (cell,)
    return _with_cells(selection, wanted, counts.name, counts.others)


def free_cells(selection: Selection, counts: OthersCounts) -> Selection:
    """Keep the events of all cells."""
    return _with_cells(selection, (), counts.name, counts.others)


def _picks(
    selection: Selection, name: str, others: tuple[str, ...]
) -> list[tuple[tuple[Filter, ...], tuple[OthersCell, ...]]]:
    """Find the terms of a selection that pick cells, with these cells."""
    by_filter = {all_of(*cell_terms(cell, name, others)): cell for cell in CELLS}
    found: list[tuple[tuple[Filter, ...], tuple[OthersCell, ...]]] = [
        ((term,), tuple(by_filter[part] for part in term.filters))
        for term in selection.terms
        if isinstance(term, AnyOf) and all(part in by_filter for part in term.filters)
    ]
    about = tuple(term for term in selection.terms if isinstance(term, Term) and term.field in (RIGHT.name, WRONG.name))
    if {*about}:
        found += [(terms, (cell,)) for cell in CELLS if {*(terms := cell_terms(cell, name, others))} == {*about}]
    return found


def _with_cells(selection: Selection, cells: tuple[OthersCell, ...], name: str, others: tuple[str, ...]) -> Selection:
    for terms, _ in _picks(selection, name, others):
        selection = Selection(tuple(term for term in selection.terms if term not in terms))
    asked = [all_of(*cell_terms(cell, name, others)) for cell in cells]
    return selection.with_term(any_of(*asked)) if asked else selection
