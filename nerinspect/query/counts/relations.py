"""What the panels of relations count, and what a click on a number keeps: exactly the events that it counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.events.decision import VERDICTS
from nerinspect.events.relation_events import (
    CORRECT,
    RELATION_KINDS,
    argument_distances,
    relation_events,
    relation_type_codes,
    relation_types,
    relations_on,
)
from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import BOUNDARIES, RelationChoice, Study
from nerinspect.query.fields.relations import (
    ARGUMENT_DISTANCE,
    PREDICTED_PART,
    PREDICTED_RELATION,
    REFERENCE_PART,
    REFERENCE_RELATION,
    RELATION_FIELDS,
    RELATION_KIND,
    RELATION_PART,
    RELATION_TYPE,
    RELATION_TYPE_FIELDS,
)
from nerinspect.query.filters import NOTHING, Filter, Term, all_of, negated, relation_mask
from nerinspect.query.language.values import Interval, Value, held, toggled
from nerinspect.query.rates import MENTION_FIELDS, counted_types, types_apart
from nerinspect.query.selection import Selection, cells_filter, cells_of
from nerinspect.training.known_relations import RELATION_PARTS, has_relation_parts, relation_parts
from nerinspect.training.retention import RETENTION

BASE_FIELDS: Final = MENTION_FIELDS | {field.name for field in RELATION_FIELDS if field is not RELATION_KIND}
"""The fields that ask which relations they are; any other asks how they came out, or whose they are."""

SIDE_FIELDS: Final[dict[Side, str]] = {"reference": REFERENCE_RELATION.name, "predicted": PREDICTED_RELATION.name}
"""The field about the relation types of a side."""

PART_FIELDS: Final[dict[Side, str]] = {"reference": REFERENCE_PART.name, "predicted": PREDICTED_PART.name}
"""The field about what training has of the relation of a side."""


@dataclass(frozen=True)
class RelationBase:
    """Which relations are counted: those of some types (all, if none is named) in some relation events."""

    events: Selection = field(default_factory=Selection)
    named: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()

    @classmethod
    def of(cls, selection: Selection) -> "RelationBase":
        """Find the relations that a selection keeps.

        A term that asks about a field outside `BASE_FIELDS`, such as `relkind:` or `kind:`, has no say. A term about
        relation types alone names the types to count, or with a minus those not to count, whichever side it asks about.
        Each remaining term chooses events; the relations of both sides in them are counted.
        """
        terms = [term for term in selection.terms if term.fields <= BASE_FIELDS]
        others, named, excluded = types_apart(terms, RELATION_TYPE_FIELDS)
        return cls(Selection(tuple(others)), named, excluded)

    def types_of(self, types: Sequence[str]) -> tuple[str, ...]:
        return counted_types(types, self.named, self.excluded)

    def on_side(self, side: Side, types: Sequence[str]) -> Filter:
        counted, name = self.types_of(types), SIDE_FIELDS[side]
        if len(counted) == len(types):
            return negated(Term(name, (None,)))
        return Term(name, counted) if counted else NOTHING

    def holding(self, side: Side, types: Sequence[str], name: str | None = None, part: str | None = None) -> Filter:
        """Ask for exactly the events with a counted relation of a side, of one type and in one part or any."""
        of_type = self.on_side(side, types) if name is None else Term(SIDE_FIELDS[side], (name,))
        in_part = () if part is None else (Term(PART_FIELDS[side], (part,)),)
        return all_of(*self.events.terms, of_type, *in_part)

    def kept(self, study: Study) -> dict[Side, BoolArray]:
        """Tell in which relation events there is a counted relation, by side."""
        types = relation_types(study)
        is_counted = np.append(np.isin(np.array(types, dtype=str), self.types_of(types)), False)
        events = relation_mask(study, self.events.filter) if self.events.terms else np.True_
        return {side: events & is_counted[relation_type_codes(study)[side]] for side in SIDES}


def count_relations(study: Study, base: RelationBase = RelationBase()) -> AnyIntArray:
    """Count relations by type and part for each prediction, as `Study.relation_choice` matches them.

    Shape (n_predictions, 3, n_relation_types, n_parts): relations of the reference, predicted ones and correct ones,
    each predicted one by its own type and in its own part. Relations that match have one type and are in one part, in
    whatever order their arguments stand, so precision and recall of a part share the number of correct ones. Without
    training data all are new.
    """
    events, kept = relation_events(study), base.kept(study)
    shape = len(study.predictions), len(relation_types(study)), len(RELATION_PARTS)
    size, n_codes = int(np.prod(shape)), shape[1] * shape[2]

    def counted(side: Side, mask: BoolArray) -> AnyIntArray:
        own = relations_on(study, side)
        codes = own.type_codes.astype(np.int64) * len(RELATION_PARTS) + relation_parts(study, side)
        run = events.prediction[mask].astype(np.int64)
        return np.bincount(run * n_codes + codes[events.relations(side)[mask]], minlength=size).reshape(shape)

    is_correct = kept["reference"] & (events.kind == CORRECT)
    columns = *(counted(side, kept[side]) for side in SIDES), counted("reference", is_correct)
    return np.stack(columns, axis=1)


DISTANCES: Final[tuple[Value, ...]] = (
    0,
    Interval(1, 2),
    Interval(3, 5),
    Interval(6, 10),
    Interval(11, 20),
    Interval(low=20, low_open=True),
)
"""The distances of arguments that are counted together; the same for all data sets, so that these can be compared."""


def count_kinds(study: Study, selection: Selection, among: BoolArray) -> AnyIntArray:
    """Count relation events by kind: as here always, as many as are left when the value is picked."""
    events = _under_others(study, selection, among, RELATION_KIND.name)
    return np.bincount(relation_events(study).kind[events], minlength=len(RELATION_KINDS))


def count_types(study: Study, selection: Selection, among: BoolArray) -> AnyIntArray:
    """Count by reference type, down, and predicted type, across, no relation last; (n_types + 1, n_types + 1)."""
    events, size = _under_others(study, selection, among, *RELATION_TYPE_FIELDS), len(relation_types(study)) + 1
    reference, predicted = (codes[events].astype(np.int64) for codes in relation_type_codes(study).values())
    return np.bincount(reference * size + predicted, minlength=size * size).reshape(size, size)


def count_distances(study: Study, selection: Selection, among: BoolArray) -> AnyIntArray:
    """Count by distance of the arguments, in the order of `DISTANCES`; shape (6,)."""
    events = _under_others(study, selection, among, ARGUMENT_DISTANCE.name)
    distances = argument_distances(study)[events]
    return np.array([np.count_nonzero(held(distances, (bucket,))) for bucket in DISTANCES])


def count_documents(study: Study, selection: Selection, among: BoolArray) -> tuple[AnyIntArray, AnyIntArray]:
    """List the documents with relation events among some, and count those left in each; shape (n_documents,) both."""
    start = relation_events(study).start
    numbers, place = np.unique(study.text.document[study.text.sentence_of(start[among])], return_inverse=True)
    events = _under_others(study, selection, among, "doc")[among]
    return numbers, np.bincount(place[events], minlength=len(numbers))


def count_verdicts(study: Study, selection: Selection, among: BoolArray) -> dict[Value, int]:
    """Count by verdict: undecided ones under None, the four, then those of one's own."""
    events, decisions = _under_others(study, selection, among, "verdict"), study.relation_decisions
    counts: dict[Value, int] = dict.fromkeys((None, *VERDICTS, *decisions.own_verdicts), 0)
    for event, decision in decisions.items():
        if decision.verdict:
            counts[decision.verdict] += bool(events[event])
    counts[None] = int(np.count_nonzero(events)) - sum(counts.values())
    return counts


def n_undecided(study: Study, among: BoolArray) -> int:
    """Count relation events that are not correct and have no verdict, whatever the filters."""
    is_left = among & (relation_events(study).kind != CORRECT)
    is_left[study.relation_decisions.with_verdict()] = False
    return int(np.count_nonzero(is_left))


def _under_others(study: Study, selection: Selection, among: BoolArray, *fields: str) -> BoolArray:
    return relation_mask(study, selection.without_field(*fields).filter) & among


@dataclass(frozen=True, eq=False)
class RelationRates:
    """Relations of one prediction by some code, such as their type; correct are those of the reference that it has."""

    base: RelationBase
    reference: AnyIntArray
    predicted: AnyIntArray
    correct: AnyIntArray

    def at(self, code: int | None = None) -> Counts:
        columns = (self.correct, self.predicted, self.reference)
        correct, predicted, reference = (int(column.sum() if code is None else column[code]) for column in columns)
        return Counts(correct=correct, predicted=predicted, reference=reference)


def _none(*shape: int) -> AnyIntArray:
    return np.zeros(shape, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class RelationCounts:
    """What the panels of relations show for the prediction on show, each count under the other panels' filters.

    Attributes
    ----------
    matrix : ndarray of int64, shape (n_types + 1, n_types + 1)
        Relation events by reference and predicted type, no relation last.
    distances : ndarray of int64, shape (6,)
        Relation events by distance of their arguments, in the order of `DISTANCES`.
    document_numbers, documents : ndarray of int64, shape (n_documents,)
        The documents with relation events, and how many are in each.
    by_part : RelationRates or None
        Relations by what training has of each, in the order of `RELATION_PARTS`; None without relations in training.
    heuristic : int or None
        The number of the prediction of the retention heuristic; None if there is none that has relations.
    """

    choice: RelationChoice = BOUNDARIES
    types: tuple[str, ...] = ()
    n_events: int = 0
    kinds: AnyIntArray = field(default_factory=lambda: _none(len(RELATION_KINDS)))
    matrix: AnyIntArray = field(default_factory=lambda: _none(1, 1))
    by_type: RelationRates = field(default_factory=lambda: RelationRates(RelationBase(), _none(0), _none(0), _none(0)))
    distances: AnyIntArray = field(default_factory=lambda: _none(len(DISTANCES)))
    document_numbers: AnyIntArray = field(default_factory=lambda: _none(0))
    documents: AnyIntArray = field(default_factory=lambda: _none(0))
    verdicts: Mapping[Value, int] = field(default_factory=dict)
    n_undecided: int = 0
    by_part: RelationRates | None = None
    heuristic: int | None = None
    of_heuristic: RelationRates | None = None  # relations of the heuristic, taken together; None likewise


def relation_counts(study: Study, prediction: int, selection: Selection) -> RelationCounts:
    """Count what the panels of relations show.

    Events are counted under everything that is selected but what a panel picks itself. Rates are taken over relations,
    however they came out: see `RelationBase`.
    """
    own = relation_events(study).prediction == prediction
    numbers, documents = count_documents(study, selection, own)
    of_retention = (
        number
        for number, one in enumerate(study.predictions)
        if one.system == RETENTION and one.annotation.relations is not None
    )
    heuristic = next(of_retention, None)
    return RelationCounts(
        study.relation_choice,
        relation_types(study),
        int(np.count_nonzero(relation_mask(study, selection.filter) & own)),
        count_kinds(study, selection, own),
        count_types(study, selection, own),
        _rates_by_type(study, selection, prediction),
        count_distances(study, selection, own),
        numbers,
        documents,
        count_verdicts(study, selection, own),
        n_undecided(study, own),
        _rates_by_part(study, selection, prediction) if has_relation_parts(study) else None,
        heuristic,
        None if heuristic is None else _whole_rates(study, selection, heuristic),
    )


def _rates_by_type(study: Study, selection: Selection, prediction: int) -> RelationRates:
    base, codes = RelationBase.of(selection.without_field(*RELATION_TYPE_FIELDS)), relation_type_codes(study)
    n_types = len(relation_types(study))
    return _rates(study, base, prediction, codes["reference"], codes["predicted"], n_types)


def _rates_by_part(study: Study, selection: Selection, prediction: int) -> RelationRates:
    base, events = RelationBase.of(selection.without_field(RELATION_PART.name)), relation_events(study)
    reference, predicted = (np.append(relation_parts(study, side), 0)[events.relations(side)] for side in SIDES)
    return _rates(study, base, prediction, reference, predicted, len(RELATION_PARTS))


def _whole_rates(study: Study, selection: Selection, prediction: int) -> RelationRates:
    one = np.zeros(len(relation_events(study)), dtype=np.int8)
    return _rates(study, RelationBase.of(selection), prediction, one, one, 1)


def _rates(
    study: Study, base: RelationBase, prediction: int, reference: AnyIntArray, predicted: AnyIntArray, n_codes: int
) -> RelationRates:
    events = relation_events(study)
    kept = {side: mask & (events.prediction == prediction) for side, mask in base.kept(study).items()}
    is_correct = kept["reference"] & (events.kind == CORRECT)
    marks = (reference, kept["reference"]), (predicted, kept["predicted"]), (reference, is_correct)
    return RelationRates(base, *(np.bincount(codes[mask], minlength=n_codes) for codes, mask in marks))


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
