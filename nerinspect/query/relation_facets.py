"""Relation events of each value, under the filters of the other panels."""

from typing import Final

import numpy as np

from nerinspect.analysis.decisions import VERDICTS
from nerinspect.analysis.relation_columns import relation_types
from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.relation_pairing import CORRECT, RELATION_KINDS
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.query.fields.relations import ARGUMENT_DISTANCE, RELATION_KIND, RELATION_TYPE_FIELDS
from nerinspect.query.relation_filter import relation_mask
from nerinspect.query.relation_values import argument_distances, relation_type_codes
from nerinspect.query.runs import held
from nerinspect.query.selection import Selection
from nerinspect.query.values import Interval, Value

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
    """Count relation events by kind.

    Parameters
    ----------
    study : Study
        With relations.
    selection : Selection
        What is selected in all panels.
    among : ndarray of bool, shape (n_relation_events,)
        Those to count, such as those of the prediction on show.

    Returns
    -------
    ndarray of int64, shape (6,)
        In the order of `RELATION_KINDS`: as many as are left when the value is picked. So do all functions here.
    """
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
