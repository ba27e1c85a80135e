"""Filters as values: they compare, hash, combine with `&`, `|` and `~`, and mask events or relation events."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, Protocol, TypeVar

import numpy as np

from nerinspect.attributes.mention_columns import events_with
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, sorted_distinct
from nerinspect.events.members import events_holding
from nerinspect.events.segment_events import FP, SIDES, Side
from nerinspect.events.study import Study
from nerinspect.progress import Checkpoint
from nerinspect.query.fields.attributes import (
    CORRECT_BUCKET,
    PREDICTED_BUCKET,
    PREDICTED_VALUE,
    REFERENCE_BUCKET,
    REFERENCE_VALUE,
    found_in_buckets,
)
from nerinspect.query.fields.base import MentionField
from nerinspect.query.fields.decisions import DecisionField
from nerinspect.query.fields.kinds import PREDICTED_TYPE, REFERENCE_TYPE
from nerinspect.query.fields.outcomes import OUTCOME_FIELDS, LikenessField
from nerinspect.query.fields.relations import RelationField
from nerinspect.query.fields.table import FIELDS, TEXT
from nerinspect.query.fields.texts import search_sentences
from nerinspect.query.fields.tough import PREDICTED_TOUGH, REFERENCE_TOUGH
from nerinspect.query.language.values import Pattern, Values


class Asked(Protocol):
    """A field and the values of which it is to have one, such as a term of a filter."""

    @property
    def field(self) -> str:
        """Name of the field."""

    @property
    def values(self) -> Values:
        """The values."""


AskedT = TypeVar("AskedT", bound=Asked)

_BINDING: Final[dict[Side, tuple[MentionField, ...]]] = {
    "reference": (REFERENCE_TOUGH, REFERENCE_BUCKET, REFERENCE_VALUE),
    "predicted": (PREDICTED_TOUGH, PREDICTED_BUCKET, PREDICTED_VALUE, CORRECT_BUCKET),
}
"""The fields that let all the others of their side speak of their mention."""

_JUDGED: Final[dict[Side, dict[str, MentionField]]] = {
    "reference": {field.name: field for field in (REFERENCE_TYPE, *_BINDING["reference"], *OUTCOME_FIELDS)},
    "predicted": {field.name: field for field in (PREDICTED_TYPE, *_BINDING["predicted"])},
}
"""What can be asked of one mention of each side."""

_LIKENESSES: Final = {field.name: field for field in OUTCOME_FIELDS if isinstance(field, LikenessField)}


def judged_together(terms: Iterable[AskedT], side: Side) -> list[AskedT]:
    """Pick the terms of a conjunction that judge one and the same mention of a side.

    With a term `reftough:`, `refbucket:` or `refattr:`, all of these, `ref:` and the fields of outcomes (`wrong:`,
    `right:`, `same:`, `differs:`, `kindof:`, `gotby:`, `gotbyruns:`); without one, those of outcomes alone. With a
    term `predtough:`, `predbucket:`, `predattr:` or `correctbucket:`, all of these and `pred:`; without one, none.
    """
    own = [term for term in terms if term.field in _JUDGED[side]]
    if _binds(side, own):
        return own
    return [term for term in own if _JUDGED[side][term.field] in OUTCOME_FIELDS]


def judged_across(terms: Sequence[AskedT]) -> list[AskedT]:
    """Pick the terms of a conjunction that judge a reference mention and what is found in it; none in most of them."""
    reference, predicted = (judged_together(terms, side) for side in SIDES)
    if _binds("reference", reference) and any(term.field == CORRECT_BUCKET.name for term in predicted):
        return [*reference, *predicted]
    return []


def mentions_meeting(study: Study, side: Side, terms: Sequence[Asked]) -> BoolArray:
    """Tell which mentions of a side meet every term; if need be, in rows, as each prediction sees them."""
    return reduce(np.logical_and, (_JUDGED[side][term.field].mentions(study, side, term.values) for term in terms))


def events_meeting(study: Study, terms: Sequence[AskedT]) -> Iterator[tuple[list[AskedT], BoolArray]]:
    """Judge the terms of a conjunction that speak of one and the same mention of a side: two at least, and the events.

    Beside `correctbucket:` those that bind a reference mention speak of the one in which the member is found, which may
    lie in another event where mentions overlap. Spurious events are judged by each of the terms, if all are about
    likeness.
    """
    reference, predicted = (judged_together(terms, side) for side in SIDES)
    if across := judged_across(terms):
        yield across, events_with(study, "predicted", _found_meeting(study, reference, predicted))
        return
    if len(reference) > 1:
        holding = events_holding(study, mentions_meeting(study, "reference", reference))
        yield reference, holding | _spurious_meeting(study, reference)
    if len(predicted) > 1:
        yield predicted, events_with(study, "predicted", mentions_meeting(study, "predicted", predicted))


def _binds(side: Side, terms: Iterable[Asked]) -> bool:
    return any(_JUDGED[side][term.field] in _BINDING[side] for term in terms)


def _spurious_meeting(study: Study, terms: Sequence[Asked]) -> BoolArray:
    """Tell which spurious events meet terms about other readings, if all are: no mention is judged there."""
    mask: BoolArray = study.events.kind == FP
    for term in terms:
        field = _LIKENESSES.get(term.field)
        if field is None:
            return np.zeros(len(mask), dtype=bool)
        mask &= field.spurious(study, term.values)
    return mask


def _found_meeting(study: Study, reference: Sequence[Asked], predicted: Sequence[Asked]) -> BoolArray:
    """Tell which predicted mentions meet their terms and hold what is found in reference mentions that meet theirs."""
    others = [term for term in predicted if term.field != CORRECT_BUCKET.name]
    met = mentions_meeting(study, "predicted", others) if others else np.ones(len(study.predicted), dtype=bool)
    in_reference = mentions_meeting(study, "reference", reference)
    found = (
        found_in_buckets(study, term.values, in_reference, met)
        for term in predicted
        if term.field == CORRECT_BUCKET.name
    )
    return reduce(np.logical_and, found)


class Filter(ABC):
    """A condition on events."""

    @abstractmethod
    def mask(self, study: Study, among: BoolArray | None = None) -> BoolArray:
        """Tell which events meet the condition; for events not `among` those that matter the answer means nothing."""

    @property
    @abstractmethod
    def terms(self) -> frozenset["Term"]:
        """All terms it is made of."""

    @property
    def fields(self) -> frozenset[str]:
        return frozenset(term.field for term in self.terms)

    @property
    def is_costly(self) -> bool:
        """Whether it is better asked last, of the events that are left."""
        return any(FIELDS[name].is_costly for name in self.fields)

    @property
    def may_take_long(self) -> bool:
        """Whether it holds a regular expression that may take long, in a study of whatever size."""
        return any(pattern.may_take_long for _, pattern in self._patterns())

    def search(self, study: Study, checkpoint: Checkpoint, events: slice = slice(None)) -> None:
        """Search every sentence with one of some events for its regular expressions, so that `mask` need not.

        Raises
        ------
        SlowPatternError
            If one takes too long.
        """
        for field, pattern in self._patterns():
            if field == TEXT:
                search_sentences(study.text, sorted_distinct(study.event_sentence[events]), pattern, checkpoint)

    def _patterns(self) -> Iterator[tuple[str, Pattern]]:
        return ((term.field, one) for term in self.terms for one in term.values if isinstance(one, Pattern))

    @property
    def asks_of_relations(self) -> bool:
        """Whether it asks of relation events too, see `relation_filter`."""
        return any(FIELDS[name].about == "relations" for name in self.fields)

    def __and__(self, other: "Filter") -> "Filter":
        return all_of(self, other)

    def __or__(self, other: "Filter") -> "Filter":
        return any_of(self, other)

    def __invert__(self) -> "Filter":
        return negated(self)


@dataclass(frozen=True)
class Everything(Filter):
    """The condition that every event meets."""

    def mask(self, study: Study, among: BoolArray | None = None) -> BoolArray:
        return np.ones(len(study.events), dtype=bool)

    @property
    def terms(self) -> frozenset["Term"]:
        return frozenset()


@dataclass(frozen=True)
class Term(Filter):
    """One field has one of some values."""

    field: str
    values: Values

    def __post_init__(self) -> None:
        """Drop repeated values, and refuse what no query can say."""
        if self.field not in FIELDS or not self.values:
            raise ValueError(f"a term has a known field and a value: {self.field}")
        object.__setattr__(self, "values", tuple(dict.fromkeys(self.values)))

    def mask(self, study: Study, among: BoolArray | None = None) -> BoolArray:
        return FIELDS[self.field].mask(study, self.values, among)

    @property
    def terms(self) -> frozenset["Term"]:
        return frozenset([self])


@dataclass(frozen=True)
class Not(Filter):
    """The opposite of a filter; build it with `negated`, which takes double ones apart."""

    inner: Filter

    def mask(self, study: Study, among: BoolArray | None = None) -> BoolArray:
        if self.asks_of_relations:
            return _events_at_relations(study, self, among)
        return ~self.inner.mask(study, among)

    @property
    def terms(self) -> frozenset[Term]:
        return self.inner.terms


@dataclass(frozen=True)
class _Several(Filter):
    """Two or more distinct filters, none of the class they stand in; build them with `all_of` and `any_of`."""

    filters: tuple[Filter, ...]

    def __post_init__(self) -> None:
        """Refuse what would have two equal forms."""
        is_nested = any(isinstance(part, type(self) | Everything) for part in self.filters)
        if is_nested or len(self.filters) < 2 or len(set(self.filters)) < len(self.filters):
            raise ValueError("combine filters with all_of or any_of")

    @property
    def terms(self) -> frozenset[Term]:
        return frozenset[Term]().union(*(part.terms for part in self.filters))

    def _cheap_first(self) -> list[Filter]:
        return sorted(self.filters, key=lambda part: part.is_costly)


@dataclass(frozen=True)
class All(_Several):
    """All of some filters."""

    def mask(self, study: Study, among: BoolArray | None = None) -> BoolArray:
        """Mark the events that meet every condition; costly ones are asked about what is left.

        Terms that speak of one and the same mention are judged together, see `events_meeting`.
        """
        if self.asks_of_relations:
            return _events_at_relations(study, self, among)
        left, done = among, set[Filter]()
        for together, mask in events_meeting(study, [part for part in self.filters if isinstance(part, Term)]):
            left = mask if left is None else left & mask
            done.update(together)
        for part in (part for part in self._cheap_first() if part not in done):
            mask = part.mask(study, left)
            left = mask if left is None else left & mask
        assert left is not None  # there are two filters at least
        return left


@dataclass(frozen=True)
class AnyOf(_Several):
    """At least one of some filters."""

    def mask(self, study: Study, among: BoolArray | None = None) -> BoolArray:
        """Mark the events that meet a condition; costly ones are asked about what met none."""
        if self.asks_of_relations:
            return _events_at_relations(study, self, among)
        found = np.zeros(len(study.events), dtype=bool)
        for part in self._cheap_first():
            open_still = ~found if among is None else among & ~found
            found |= part.mask(study, open_still) & open_still
        return found


NOTHING = Not(Everything())  # the condition that no event meets


def all_of(*filters: Filter) -> Filter:
    """Ask for all of some filters, in the simplest form that says so."""
    parts: dict[Filter, None] = {}
    for part in filters:
        parts.update(dict.fromkeys(part.filters if isinstance(part, All) else (part,)))
    parts.pop(Everything(), None)
    return _one_of_class(All, tuple(parts), Everything())


def any_of(*filters: Filter) -> Filter:
    """Ask for at least one of some filters, in the simplest form that says so."""
    parts: dict[Filter, None] = {}
    for part in filters:
        parts.update(dict.fromkeys(part.filters if isinstance(part, AnyOf) else (part,)))
    return Everything() if Everything() in parts else _one_of_class(AnyOf, tuple(parts), NOTHING)


def negated(inner: Filter) -> Filter:
    return inner.inner if isinstance(inner, Not) else Not(inner)


def _one_of_class(several: type[All] | type[AnyOf], parts: tuple[Filter, ...], if_none: Filter) -> Filter:
    if len(parts) > 1:
        return several(parts)
    return parts[0] if parts else if_none


def relation_mask(study: Study, query: Filter) -> BoolArray:
    from nerinspect.events.relation_events import relation_events, relation_meetings  # most studies have no relations

    meetings = relation_meetings(study)
    found = np.zeros(len(relation_events(study)), dtype=bool)
    found[meetings.relation[_Places(study, meetings.relation, meetings.event, is_decided=True).met(query)]] = True
    return found


def _events_at_relations(study: Study, query: Filter, among: BoolArray | None) -> BoolArray:
    """Tell which mention events meet a filter that asks about relations too, as `Filter.mask` does."""
    from nerinspect.events.relation_events import relation_meetings  # most studies have no relations

    meetings = relation_meetings(study)
    matters = np.ones(len(study.events), dtype=bool) if among is None else among
    own, alone = np.flatnonzero(matters[meetings.event]), np.flatnonzero(matters)
    relation = np.concatenate([meetings.relation[own], np.full(len(alone), _NO_RELATION)])
    event = np.concatenate([meetings.event[own], alone])
    found = np.zeros(len(study.events), dtype=bool)
    found[event[_Places(study, relation, event).met(query)]] = True
    return found


_NO_RELATION = -1


class _Places:
    """Meetings, and mention events alone, at which a filter is asked.

    With `is_decided`, relation events are asked what was decided about them.

    A filter holds or fails at a *meeting*, a relation event together with the mention event of one of its arguments:
    terms about mentions look at the mention event, terms about relations at the relation event, and minus, OR and
    parentheses combine what they find there.

    - A relation event is kept if the filter holds at one of its meetings. So terms about mentions that stand together
      are asked of one and the same argument, and `-type:PER` keeps a relation with an argument that is no person.
    - What people decided is asked of the event that is kept or not: `verdict:`, `cause:`, `flag:` and `note:` ask of a
      relation event what was decided about itself, not about its arguments.
    - A mention event is kept if the filter holds at one of its meetings, so terms about relations that stand together
      are asked of one and the same relation event; or if the filter holds for the event alone. There no term about
      relations is met, with a minus or without: `-relkind:correct` keeps the mentions of relations that went wrong, not
      those that have no relation.
    """

    def __init__(self, study: Study, relation: AnyIntArray, event: AnyIntArray, is_decided: bool = False) -> None:
        self._study, self._relation, self._event = study, relation, event
        self._is_decided = is_decided

    def met(self, query: Filter, left: BoolArray | None = None, is_negated: bool = False) -> BoolArray:
        """Tell where a filter holds, or where its opposite does; for places not `left` the answer means nothing."""
        if isinstance(query, Not):
            return self.met(query.inner, left, not is_negated)
        if not self._asks_of_relations(query):
            at_event = query.mask(self._study, self._looked_at(query, left))[self._event]
            return ~at_event if is_negated else at_event
        if isinstance(query, Term):
            return self._relation_met(query, is_negated)
        assert isinstance(query, All | AnyOf), "all other filters hold no filters"
        wants_all = isinstance(query, All) != is_negated
        found = np.full(len(self._event), wants_all)
        for part in self._judged_together(query):
            is_open = found if wants_all else ~found
            is_open = is_open if left is None else is_open & left
            answer = self.met(part, is_open, is_negated)
            found = found & answer if wants_all else found | (answer & is_open)
        return found

    def _relation_met(self, term: Term, is_negated: bool) -> BoolArray:
        field = FIELDS[term.field]
        assert isinstance(field, RelationField | DecisionField), "a term that asks of relations"
        mask = field.relation_mask(self._study, term.values)
        met: BoolArray = np.append(~mask if is_negated else mask, False)[self._relation]  # the last where there is none
        return met

    def _looked_at(self, query: Filter, left: BoolArray | None) -> BoolArray | None:
        """Mark the events that matter to a filter that is better asked of few."""
        if not query.is_costly:
            return None
        looked_at = np.zeros(len(self._study.events), dtype=bool)
        looked_at[self._event if left is None else self._event[left]] = True
        return looked_at

    def _asks_of_relations(self, query: Filter) -> bool:
        """Tell whether a filter asks of the relation events, too."""
        is_decision = any(isinstance(FIELDS[name], DecisionField) for name in query.fields)
        return query.asks_of_relations or (self._is_decided and is_decision)

    def _judged_together(self, query: All | AnyOf) -> list[Filter]:
        """Take the parts about mentions as one, which may speak of one and the same mention; costly ones last."""
        of_relations = [part for part in query.filters if self._asks_of_relations(part)]
        of_mentions = [part for part in query.filters if not self._asks_of_relations(part)]
        combined = (all_of if isinstance(query, All) else any_of)(*of_mentions)
        return sorted([*of_relations, *([combined] if of_mentions else [])], key=lambda part: part.is_costly)
