"""What the panels of relations show: relation events of each value, and how many relations of a type are found."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from nerinspect.analysis.events import SIDES
from nerinspect.analysis.relation_choice import BOUNDARIES, RelationChoice
from nerinspect.analysis.relation_columns import relation_types
from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.relation_pairing import CORRECT, RELATION_KINDS
from nerinspect.analysis.relation_parts import RELATION_PARTS, has_relation_parts, relation_parts
from nerinspect.analysis.retention import RETENTION
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.query.fields.relations import RELATION_PART, RELATION_TYPE_FIELDS
from nerinspect.query.relation_base import RelationBase
from nerinspect.query.relation_facets import (
    DISTANCES,
    count_distances,
    count_documents,
    count_kinds,
    count_types,
    count_verdicts,
    n_undecided,
)
from nerinspect.query.relation_filter import relation_mask
from nerinspect.query.relation_values import relation_type_codes
from nerinspect.query.selection import Selection
from nerinspect.query.values import Value


@dataclass(frozen=True, eq=False)
class RelationRates:
    """Relations of one prediction by some code, such as their type.

    Attributes
    ----------
    base : RelationBase
        The relations that are counted.
    reference, predicted, correct : ndarray of int64, shape (n_codes,)
        Relations of the reference, of the prediction, and those of the reference that the prediction has.
    """

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
    """What the panels of relations show, each count under the other panels' filters.

    Attributes
    ----------
    choice : RelationChoice
        How relations are matched.
    types : tuple of str
        The relation types of the study.
    n_events : int
        Relation events of the prediction on show under all filters.
    kinds : ndarray of int64, shape (6,)
        Relation events of each kind, in the order of `RELATION_KINDS`.
    matrix : ndarray of int64, shape (n_types + 1, n_types + 1)
        Relation events by reference and predicted type, no relation last.
    by_type : RelationRates
        Relations by type, under all that is selected about mentions and relations but their types.
    distances : ndarray of int64, shape (6,)
        Relation events by distance of their arguments, in the order of `DISTANCES`.
    document_numbers, documents : ndarray of int64, shape (n_documents,)
        The documents with relation events, and how many are in each.
    verdicts : mapping of Value to int
        Relation events by verdict: undecided ones under None, the four, then those of one's own.
    n_undecided : int
        Relation events of the prediction on show that are not correct and have no verdict, whatever the filters.
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

    Parameters
    ----------
    study : Study
        With relations.
    prediction : int
        The number of the prediction on show.
    selection : Selection
        What is selected in all panels.

    Returns
    -------
    RelationCounts
        Events are counted under everything that is selected but what a panel picks itself. Rates are taken over
        relations, however they came out: see `RelationBase`.
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
