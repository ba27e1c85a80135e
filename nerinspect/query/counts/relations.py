"""What the panels of relations show: relation events of each value, and the rates over those that a selection keeps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.events.decision import VERDICTS
from nerinspect.events.relation_events import relation_events, relation_types
from nerinspect.events.relation_pairing import CORRECT, RELATION_KINDS
from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import BOUNDARIES, RelationChoice, Study
from nerinspect.query.fields.relation_values import argument_distances, relation_type_codes
from nerinspect.query.fields.relations import (
    ARGUMENT_DISTANCE,
    PREDICTED_RELATION,
    REFERENCE_RELATION,
    RELATION_KIND,
    RELATION_PART,
    RELATION_TYPE_FIELDS,
)
from nerinspect.query.filters import NOTHING, Filter, Term, negated, relation_mask
from nerinspect.query.language.values import Interval, Value, held
from nerinspect.query.rates import MENTION_FIELDS, types_in
from nerinspect.query.selection import Selection
from nerinspect.training.known_relations import RELATION_PARTS, has_relation_parts, relation_parts
from nerinspect.training.retention import RETENTION

BASE_FIELDS: Final = MENTION_FIELDS | {*RELATION_TYPE_FIELDS, RELATION_PART.name, ARGUMENT_DISTANCE.name}
"""The fields that ask which relations they are; any other asks how they came out, or whose they are."""

SIDE_FIELDS: Final[dict[Side, str]] = {"reference": REFERENCE_RELATION.name, "predicted": PREDICTED_RELATION.name}
"""The field about the relation types of a side."""


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
        about_types = [term for term in terms if term.fields and term.fields <= {*RELATION_TYPE_FIELDS}]
        mentioned = [pair for term in about_types for pair in types_in(term)]
        return cls(
            Selection(tuple(term for term in terms if term not in about_types)),
            frozenset(name for name, is_named in mentioned if is_named),
            frozenset(name for name, is_named in mentioned if not is_named),
        )

    def types_of(self, types: Sequence[str]) -> tuple[str, ...]:
        """Name the types that are counted, in the order given."""
        return tuple(name for name in types if name not in self.excluded and (not self.named or name in self.named))

    def on_side(self, side: Side, types: Sequence[str]) -> Filter:
        """Ask for a counted relation on a side."""
        counted, name = self.types_of(types), SIDE_FIELDS[side]
        if len(counted) == len(types):
            return negated(Term(name, (None,)))
        return Term(name, counted) if counted else NOTHING

    def kept(self, study: Study, prediction: int) -> dict[Side, BoolArray]:
        """Tell in which relation events of a prediction there is a counted relation, by side."""
        types = relation_types(study)
        is_counted = np.append(np.isin(np.array(types, dtype=str), self.types_of(types)), False)
        events = relation_mask(study, self.events.filter) & (relation_events(study).prediction == prediction)
        return {side: events & is_counted[relation_type_codes(study)[side]] for side in SIDES}


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
    for event in decisions.with_verdict():
        counts[decisions[event].verdict] += bool(events[event])
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
        """Give the counts of a code, or of all together."""
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
    of_heuristic : RelationRates or None
        Relations of the heuristic, taken together; None likewise.
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
    of_heuristic: RelationRates | None = None


def relation_counts(study: Study, prediction: int, selection: Selection) -> RelationCounts:
    """Count what the panels of relations show.

    Events are counted under everything that is selected but what a panel picks itself. Rates are taken over relations,
    however they came out: see `RelationBase`.
    """
    own = relation_events(study).prediction == prediction
    numbers, documents = count_documents(study, selection, own)
    heuristic = _heuristic(study)
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
    """Count the relations of a base by codes of their events."""
    kept, is_correct = base.kept(study, prediction), relation_events(study).kind == CORRECT
    marks = (reference, kept["reference"]), (predicted, kept["predicted"]), (reference, kept["reference"] & is_correct)
    return RelationRates(base, *(np.bincount(codes[mask], minlength=n_codes) for codes, mask in marks))


def _heuristic(study: Study) -> int | None:
    for number, one in enumerate(study.predictions):
        if one.system == RETENTION and one.annotation.relations is not None:
            return number
    return None
