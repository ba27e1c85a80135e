"""Rows of a comparison of two predictions: mentions or stretches of text, their events and the query for them."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from functools import reduce
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, kept_with_owner
from nerinspect.events.members import event_of_reference, events_of_predictions
from nerinspect.events.segment_events import FP
from nerinspect.events.study import Study
from nerinspect.query.fields.attributes import (
    ATTRIBUTE_VALUE,
    ATTRIBUTES,
    BUCKET,
    CORRECT_BUCKET,
    REFERENCE_BUCKET,
    REFERENCE_VALUE,
)
from nerinspect.query.fields.base import MentionField
from nerinspect.query.fields.kinds import REFERENCE_TYPE, TYPE
from nerinspect.query.fields.outcomes import OUTCOME_FIELDS
from nerinspect.query.fields.tough import REFERENCE_TOUGH, SEEN, TOUGH
from nerinspect.query.filters import All, AnyOf, Everything, Filter, Term, all_of, any_of
from nerinspect.query.selection import Selection

_AT_MENTION: Final[dict[str, MentionField]] = {
    field.name: field
    for field in (
        TYPE, REFERENCE_TYPE, BUCKET, TOUGH, REFERENCE_TOUGH, SEEN, REFERENCE_BUCKET, ATTRIBUTE_VALUE, REFERENCE_VALUE,
        *ATTRIBUTES, *OUTCOME_FIELDS,
    )
}  # fmt: skip
"""The fields that look at the reference mentions of an event, if it has any."""


@dataclass(frozen=True, eq=False)
class ComparisonRows:
    """Reference mentions or stretches of text, each with the events that two predictions, A and B, have there.

    `start` and `end`: half-open token positions in the whole text: what the events of the row cover together; shape
    (n_rows,). `a_from` and `a_to`: half-open range of the events of A, by their number in the study; empty where A has
    none; shape (n_rows,). `b_from` and `b_to`: the same of B; shape (n_rows,).
    """

    start: IntArray
    end: IntArray
    mention: IntArray  # number of the reference mention; -1 for a stretch; shape (n_rows,)
    a_from: IntArray
    a_to: IntArray
    b_from: IntArray
    b_to: IntArray

    def __len__(self) -> int:
        return len(self.start)

    def rows(self, which: slice | AnyIntArray | BoolArray) -> "ComparisonRows":
        return replace(self, **{column.name: getattr(self, column.name)[which] for column in fields(self)})


class ComparedRow(NamedTuple):
    """A reference mention, or a stretch of text, with the events of A and of B.

    `start` and `end`: half-open token positions in the whole text: the reference mention, or the whole stretch.
    """

    start: int
    end: int
    mention: int  # number of the reference mention; -1 for a stretch
    predictions: tuple[int, int]  # numbers of A and B
    events: tuple[range, range]  # numbers of their events

    @property
    def event(self) -> int:
        """The event that stands for the row: the first one of A; that of B where A has none."""
        return (self.events[0] or self.events[1])[0]


def kept_reference(study: Study, query: Filter, prediction: int) -> BoolArray:
    """Tell which reference mentions a filter keeps as one prediction sees them.

    It keeps their event of the prediction, and of them themselves is true what terms ask of the reference mentions of
    an event: their type, attributes, buckets and subsets, and how they came out.
    """
    return _holding(study, query, prediction, events_of_predictions(study, prediction))


def mention_rows(study: Study, query: Filter, a: int, b: int) -> ComparisonRows:
    """List the reference mentions that a filter keeps, asked as `kept_reference` does, with their events of A and B."""
    mention = np.flatnonzero(kept_reference(study, query, a)).astype(np.int32)
    of_a, of_b = event_of_reference(study)[[a, b]][:, mention]
    start, end = study.events.start, study.events.end
    return ComparisonRows(
        np.minimum(start[of_a], start[of_b]),
        np.maximum(end[of_a], end[of_b]),
        mention,
        of_a,
        of_a + np.int32(1),
        of_b,
        of_b + np.int32(1),
    )


def stretch_rows(study: Study, query: Filter, a: int, b: int) -> ComparisonRows:
    """List the stretches of text that a filter keeps: the largest sets of events of A and B that overlap.

    They are in text order; spurious mentions have their place here.
    """
    both = [study.rows_of(number) for number in (a, b)]
    own = np.concatenate([np.arange(one.start, one.stop, dtype=np.int32) for one in both])
    starts, ends = study.events.start[own], study.events.end[own]
    order = np.argsort(starts, kind="stable")
    starts, reach = starts[order], np.maximum.accumulate(ends[order])
    is_first = np.append(True, starts[1:] >= reach[:-1])[: len(own)]
    start, end = starts[is_first], reach[np.append(is_first[1:], True)[: len(own)]]
    (a_from, a_to), (b_from, b_to) = (_events_from(study, number, start) for number in (a, b))
    rows = ComparisonRows(start, end, np.full(len(start), -1, dtype=np.int32), a_from, a_to, b_from, b_to)
    return rows if query == Everything() else rows.rows(kept_stretches(study, query, rows, a, b))


def kept_stretches(study: Study, query: Filter, rows: ComparisonRows, a: int, b: int) -> BoolArray:
    """Tell which of all stretches of text a filter keeps.

    Those in which an event of A is kept, or a spurious event of B; where A has none, any event of B.
    """
    among = np.zeros(len(study.events), dtype=bool)
    for number in (a, b):
        among[study.rows_of(number)] = True
    kept = query.mask(study, among)
    kept_b = kept & (study.events.kind == FP)
    return np.where(
        rows.a_to > rows.a_from,
        _has_kept(kept, rows.a_from, rows.a_to) | _has_kept(kept_b, rows.b_from, rows.b_to),
        _has_kept(kept, rows.b_from, rows.b_to),
    )


def _holding(study: Study, query: Filter, prediction: int, among: BoolArray) -> BoolArray:
    """Judge mentions as `kept_reference` says; the events of the prediction are those that matter."""
    if isinstance(query, Term) and _judges_mentions(query):
        found = _AT_MENTION[query.field].mentions(study, "reference", query.values)
        return found if found.ndim == 1 else found[prediction]
    if isinstance(query, AnyOf) and _judges_mentions(query):
        return reduce(np.logical_or, (_holding(study, part, prediction, among) for part in query.filters))
    if isinstance(query, All) and _judges_mentions(query):
        judging = [part for part in query.filters if _judges_mentions(part)]
        held = [_holding(study, part, prediction, among) for part in judging]
        joins_sides = any(isinstance(part, Term) and part.field == CORRECT_BUCKET.name for part in query.filters)
        others = query if joins_sides else all_of(*(part for part in query.filters if part not in judging))
        return reduce(np.logical_and, held, _at_events(study, others, prediction, among))
    return _at_events(study, query, prediction, among)


def _judges_mentions(part: Filter) -> bool:
    """Tell whether a filter may tell the mentions of an event apart: what is negated is true of all or of none."""
    if isinstance(part, AnyOf | All):
        return any(map(_judges_mentions, part.filters))
    asks_for_none = isinstance(part, Term) and part.field == TYPE.name and None in part.values
    return isinstance(part, Term) and part.field in _AT_MENTION and not asks_for_none


def _at_events(study: Study, query: Filter, prediction: int, among: BoolArray) -> BoolArray:
    return np.asarray(query.mask(study, among)[event_of_reference(study)[prediction]])


def _events_from(study: Study, prediction: int, start: IntArray) -> tuple[IntArray, IntArray]:
    own = study.rows_of(prediction)
    place = np.append(np.searchsorted(study.events.start[own], start), own.stop - own.start).astype(np.int32)
    place += np.int32(own.start)
    return place[:-1], place[1:]


def _has_kept(kept: BoolArray, first: IntArray, stop: IntArray) -> BoolArray:
    n_kept = np.append(0, np.cumsum(kept, dtype=np.int32))
    return np.asarray(n_kept[stop] > n_kept[first])


def of_predictions(study: Study, numbers: Iterable[int]) -> Filter:
    """Ask for the events of some predictions, whatever else is loaded; of a system with one run for the system."""
    runs: dict[str, list[int]] = {}
    for number in sorted(set(numbers)):
        runs.setdefault(study.predictions[number].system, []).append(study.predictions[number].run)
    names = [prediction.system for prediction in study.predictions]
    if all(names.count(system) == 1 for system in runs):
        return Term("system", tuple(runs))
    asked = (all_of(Term("system", (system,)), Term("run", tuple(map(float, of)))) for system, of in runs.items())
    return any_of(*asked)


_SPURIOUS = Term("kind", ("fp",))


def spurious_of(study: Study, prediction: int) -> Filter:
    return all_of(_SPURIOUS, of_predictions(study, [prediction]))


def spurious_stretches(study: Study, a: int, b: int) -> tuple[int, int]:
    """Count the stretches of text with spurious events of A, and of B; kept with the study."""
    known = known_spurious_stretches(study, a, b)
    if known is None:
        rows = stretch_rows(study, Everything(), a, b)
        n_a, n_b = (
            int(np.count_nonzero(kept_stretches(study, spurious_of(study, number), rows, a, b))) for number in (a, b)
        )
        known = n_a, n_b
        _kept(study).update({(a, b): known, (b, a): (n_b, n_a)})
    return known


def known_spurious_stretches(study: Study, a: int, b: int) -> tuple[int, int] | None:
    """Give what `spurious_stretches` counted before; None if it did not."""
    return _kept(study).get((a, b))


def keeps_spurious(study: Study, query: Filter, a: int, b: int) -> bool:
    """Tell whether a filter keeps a spurious event of A or of B: a stretch of text is listed for it."""
    among = study.events.kind == FP
    prediction = study.events.prediction
    among &= (prediction == a) | (prediction == b)
    return bool(np.any(query.mask(study, among) & among))


def is_spurious_picked(selection: Selection, asked: Filter) -> bool:
    return {*_terms(asked)} <= {*selection.terms}


def without_spurious(selection: Selection, *asked: Filter) -> Selection:
    for one in asked:
        if is_spurious_picked(selection, one):
            selection = selection.without(*_terms(one))
    return selection


def _terms(asked: Filter) -> tuple[Filter, ...]:
    return asked.filters if isinstance(asked, All) else (asked,)


@kept_with_owner
def _kept(study: Study) -> dict[tuple[int, int], tuple[int, int]]:
    return {}
