"""What a click on a number of the panels of relations keeps: exactly the relation events that hold what it counts."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

from nerinspect.corpus.arrays import BoolArray
from nerinspect.events.relation_pairing import CORRECT, RELATION_KINDS
from nerinspect.query.counts.relations import RelationBase
from nerinspect.query.fields.relations import (
    PREDICTED_RELATION,
    REFERENCE_RELATION,
    RELATION_KIND,
    RELATION_PART,
    RELATION_TYPE,
    RELATION_TYPE_FIELDS,
)
from nerinspect.query.filters import NOTHING, Filter, Term, all_of, negated
from nerinspect.query.language.values import toggled
from nerinspect.query.selection import Selection, cells_filter, cells_of


class TypeColumn(IntEnum):
    """The columns of relation types, from the left."""

    TYPE = 0
    REFERENCE = 1
    PRECISION = 2
    RECALL = 3
    F1 = 4


class PartColumn(IntEnum):
    """The columns of parts, from the left."""

    PART = 0
    RELATIONS = 1
    SHARE = 2
    RECALL = 3
    MISSED = 4


_FIELDS: Final = {
    TypeColumn.TYPE: RELATION_TYPE.name,
    TypeColumn.REFERENCE: REFERENCE_RELATION.name,
    TypeColumn.PRECISION: PREDICTED_RELATION.name,
    TypeColumn.RECALL: REFERENCE_RELATION.name,
    TypeColumn.F1: RELATION_TYPE.name,
}
"""What a column asks the type of: of a relation on either side, or on one."""

_WITH_REFERENCE: Final = negated(Term(REFERENCE_RELATION.name, (None,)))
_CORRECT: Final = Term(RELATION_KIND.name, (RELATION_KINDS[CORRECT],))
_PART_OUTCOMES: Final = {PartColumn.RECALL: (_CORRECT,), PartColumn.MISSED: (negated(_CORRECT),)}


def kept_types(selection: Selection, names: Sequence[str], column: TypeColumn) -> Selection:
    """Keep just what the cells of some relation types (none: all) in a column count.

    A name leaves the other filters alone. A number counts relations however they came out, so its column takes the
    place of all that is said about outcomes: reference relations, predicted ones for precision, those that are found
    for recall, and events of either for F1.
    """
    others, field = selection.without_field(*RELATION_TYPE_FIELDS), _FIELDS[column]
    about_type = [Term(field, tuple(names))] if names else []
    if column == TypeColumn.TYPE:
        return Selection((*others.terms, *about_type))
    is_there = [] if names or field == RELATION_TYPE.name else [negated(Term(field, (None,)))]
    outcome = [_CORRECT] if column == TypeColumn.RECALL else []
    return Selection((*RelationBase.of(others).events.terms, *about_type, *is_there, *outcome))


def pick_types(selection: Selection, names: Sequence[str], column: TypeColumn, is_added: bool = False) -> Selection:
    """Keep what `kept_types` does, or add the one type to what is picked; what is kept already is freed."""
    if is_added and names:
        picked = selection.picked(_FIELDS[column])
        names = [str(name) for name in toggled(picked, names[0]) if name is not None]
        return kept_types(selection, names, column) if names else selection.without_field(*RELATION_TYPE_FIELDS)
    return _unless_kept(selection, kept_types(selection, names, column), RELATION_TYPE_FIELDS, is_name=not column)


def picked_types(selection: Selection) -> frozenset[str]:
    """Name the relation types that a selection picks, on any side."""
    return frozenset(
        str(name) for field in RELATION_TYPE_FIELDS for name in selection.picked(field) if name is not None
    )


def kept_parts(selection: Selection, parts: Sequence[str], column: PartColumn, types: Sequence[str]) -> Selection:
    """Keep just what the cells of some parts (none: all relations) in a column count.

    A name leaves the other filters alone, a number takes the place of all that is said about outcomes.
    """
    others = selection.without_field(RELATION_PART.name)
    about_part: list[Filter] = [Term(RELATION_PART.name, tuple(parts))] if parts else []
    if column == PartColumn.PART:
        return Selection((*others.terms, *about_part))
    base = RelationBase.of(others)
    is_counted, outcome = base.on_side("reference", types), _PART_OUTCOMES.get(column, ())
    return Selection((*base.events.terms, is_counted, *about_part, *outcome))


def pick_parts(
    selection: Selection, parts: Sequence[str], column: PartColumn, types: Sequence[str], is_added: bool = False
) -> Selection:
    """Keep what some cells count, or add it to what is picked, as `pick_types` does."""
    if is_added and parts:
        parts = [str(part) for part in toggled(selection.picked(RELATION_PART.name), parts[0])]
        return kept_parts(selection, parts, column, types) if parts else selection.without_field(RELATION_PART.name)
    kept = kept_parts(selection, parts, column, types)
    return _unless_kept(selection, kept, (RELATION_PART.name,), is_name=not column)


def kept_cells(selection: Selection, reference: Sequence[str | None], predicted: Sequence[str | None]) -> Selection:
    """Keep the relation events of some rows and columns of the matrix of types; None for no relation."""
    sides = ((REFERENCE_RELATION.name, reference), (PREDICTED_RELATION.name, predicted))
    about_types = [Term(field, tuple(names)) for field, names in sides if names]
    return Selection((*selection.without_field(*RELATION_TYPE_FIELDS).terms, *about_types))


def pick_cells(selection: Selection, reference: Sequence[str | None], predicted: Sequence[str | None]) -> Selection:
    """Keep the relation events of some rows and columns of the matrix; if they are kept already, free the types."""
    return _unless_kept(selection, kept_cells(selection, reference, predicted), RELATION_TYPE_FIELDS, is_name=True)


def picked_cells(selection: Selection, types: Sequence[str]) -> BoolArray:
    """Tell which cells of the matrix the terms about relation types keep; none, if there is no such term.

    Reference types stand down, predicted types across, no relation last.
    """
    about = [term for term in selection.terms if term.fields and term.fields <= {*RELATION_TYPE_FIELDS}]
    return cells_of(all_of(*about) if about else NOTHING, types, RELATION_TYPE_FIELDS)


def toggle_cell(selection: Selection, reference: str | None, predicted: str | None, types: Sequence[str]) -> Selection:
    """Add a cell of the matrix to those picked, or take it away; the types are free if none is left."""
    names, cells = (*types, None), picked_cells(selection, types)
    place = names.index(reference), names.index(predicted)
    cells[place] = not cells[place]
    others = selection.without_field(*RELATION_TYPE_FIELDS)
    return others.with_term(cells_filter(cells, types, RELATION_TYPE_FIELDS))


def _unless_kept(selection: Selection, kept: Selection, own: Sequence[str], is_name: bool) -> Selection:
    """Free what a panel picked if it is what is kept; a number also frees the outcome and the side it asked for."""
    if {*kept.terms} != {*selection.terms}:
        return kept
    free = selection.without_field(*own)
    return free if is_name else free.without_field(RELATION_KIND.name).without(_WITH_REFERENCE)
