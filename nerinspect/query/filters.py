"""Filters as values: they compare, hash, combine with `&`, `|` and `~`, and give a mask of events."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.progress import Checkpoint
from nerinspect.query.fields import FIELDS, TEXT
from nerinspect.query.fields.relations import RelationField
from nerinspect.query.fields.sentences import search_sentences
from nerinspect.query.same_mention import events_meeting
from nerinspect.query.values import Pattern, Values


class Filter(ABC):
    """A condition on events."""

    @abstractmethod
    def mask(self, study: Study, among: BoolArray | None = None) -> BoolArray:
        """Tell which events meet the condition.

        Parameters
        ----------
        study : Study
            The events.
        among : ndarray of bool, shape (n_events,), optional
            The events that matter; the answer for any other means nothing. All, if left out.

        Returns
        -------
        ndarray of bool, shape (n_events,)
            A new array.
        """

    @property
    @abstractmethod
    def terms(self) -> frozenset["Term"]:
        """All terms it is made of."""

    @property
    def fields(self) -> frozenset[str]:
        """The names of all fields it asks about."""
        return frozenset(term.field for term in self.terms)

    @property
    def is_costly(self) -> bool:
        """Whether it is better asked last, of the events that are left."""
        return any(FIELDS[name].is_costly for name in self.fields)

    @property
    def may_take_long(self) -> bool:
        """Whether it holds a regular expression that may take long, in a study of whatever size."""
        return any(pattern.may_take_long for _, pattern in self._patterns())

    def search(self, study: Study, checkpoint: Checkpoint) -> None:
        """Search every sentence with an event for its regular expressions, so that `mask` need not.

        Parameters
        ----------
        study : Study
            The events.
        checkpoint : Checkpoint
            Called with sentences done and sentences in all, for each expression.

        Raises
        ------
        SlowPatternError
            If one takes too long.
        """
        for field, pattern in self._patterns():
            if field == TEXT:
                search_sentences(study.text, np.unique(study.event_sentence), pattern, checkpoint)

    def _patterns(self) -> Iterator[tuple[str, Pattern]]:
        """Go through the regular expressions, each with the name of its field."""
        return ((term.field, one) for term in self.terms for one in term.values if isinstance(one, Pattern))

    @property
    def asks_of_relations(self) -> bool:
        """Whether it asks of relation events too, see `relation_filter`."""
        return any(isinstance(FIELDS[name], RelationField) for name in self.fields)

    def __and__(self, other: "Filter") -> "Filter":
        """Ask for both."""
        return all_of(self, other)

    def __or__(self, other: "Filter") -> "Filter":
        """Ask for either."""
        return any_of(self, other)

    def __invert__(self) -> "Filter":
        """Ask for the opposite."""
        return negated(self)


@dataclass(frozen=True)
class Everything(Filter):
    """The condition that every event meets."""

    def mask(self, study: Study, among: BoolArray | None = None) -> BoolArray:
        """Mark all events."""
        return np.ones(len(study.events), dtype=bool)

    @property
    def terms(self) -> frozenset["Term"]:
        """None."""
        return frozenset()


@dataclass(frozen=True)
class Term(Filter):
    """One field has one of some values.

    Attributes
    ----------
    field : str
        A name in `FIELDS`.
    values : tuple
        At least one, each once, in the order given.
    """

    field: str
    values: Values

    def __post_init__(self) -> None:
        """Drop repeated values, and refuse what no query can say."""
        if self.field not in FIELDS or not self.values:
            raise ValueError(f"a term has a known field and a value: {self.field}")
        object.__setattr__(self, "values", tuple(dict.fromkeys(self.values)))

    def mask(self, study: Study, among: BoolArray | None = None) -> BoolArray:
        """Mark the events with one of the values."""
        return FIELDS[self.field].mask(study, self.values, among)

    @property
    def terms(self) -> frozenset["Term"]:
        """Itself."""
        return frozenset([self])


@dataclass(frozen=True)
class Not(Filter):
    """The opposite of a filter; build it with `negated`, which takes double ones apart."""

    inner: Filter

    def mask(self, study: Study, among: BoolArray | None = None) -> BoolArray:
        """Mark the events that the filter leaves out."""
        if self.asks_of_relations:
            return _at_relations(self, study, among)
        return ~self.inner.mask(study, among)

    @property
    def terms(self) -> frozenset[Term]:
        """Those of the filter."""
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
        """Those of all the filters."""
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
            return _at_relations(self, study, among)
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
            return _at_relations(self, study, among)
        found = np.zeros(len(study.events), dtype=bool)
        for part in self._cheap_first():
            open_still = ~found if among is None else among & ~found
            found |= part.mask(study, open_still) & open_still
        return found


NOTHING = Not(Everything())
"""The condition that no event meets."""


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
    """Ask for the opposite of a filter."""
    return inner.inner if isinstance(inner, Not) else Not(inner)


def _one_of_class(several: type[All] | type[AnyOf], parts: tuple[Filter, ...], if_none: Filter) -> Filter:
    if len(parts) > 1:
        return several(parts)
    return parts[0] if parts else if_none


def _at_relations(query: Filter, study: Study, among: BoolArray | None) -> BoolArray:
    """Ask where relation events and mention events meet."""
    from nerinspect.query.relation_filter import events_meeting as events_at_relations

    return events_at_relations(study, query, among)
