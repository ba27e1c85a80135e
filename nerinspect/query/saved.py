"""Saved filters: read over the files that are open now, asked under other names of systems, held against each other."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.members import events_of_predictions
from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import KINDS, SIDES
from nerinspect.events.study import Study, judge_name, judged
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.fields.table import FIELDS
from nerinspect.query.filters import All, AnyOf, Filter, Not, Term, all_of, any_of, judged_together, negated
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.values import Value
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.rates import MentionBase, kept_mentions
from nerinspect.query.selection import Selection

_JUDGE_AND_KIND: Final = "kindof"
_NAMING: Final = ("system", "wrong", "right", "same", "differs", _JUDGE_AND_KIND)
"""Fields whose values name a system or, but for the first, one of its runs."""


class NewNames(NamedTuple):
    """How predictions were called before and are called now; fewer, or more of them, numbered before and after."""

    before: Study
    after: Study
    numbers: Mapping[int, int]

    def of_judge(self, name: str) -> str | None:
        """Name the prediction that a name judged before; None if it is gone."""
        number = judged(self.before, name)
        new = None if number is None else self.numbers.get(number)
        return None if new is None else judge_name(self.after, new)

    def of_system(self, name: str) -> str | None:
        """Name the system that has the runs of another one now, or some of them; None if there is none, or several."""
        runs = [number for number, one in enumerate(self.before.predictions) if one.system == name]
        found = {self.after.predictions[self.numbers[run]].system for run in runs if run in self.numbers}
        return name if name in found else found.pop() if len(found) == 1 else None

    def of_named(self, field: str, value: str) -> str | None:
        """Give what a field whose values name predictions is to be asked for now; None if that is gone."""
        if field == "system":
            return self.of_system(value)
        if field != _JUDGE_AND_KIND:
            return self.of_judge(value)
        name, _, kind = value.rpartition("=")
        new = self.of_judge(name)
        return None if new is None else f"{new}={kind}"


def with_new_names(selection: Selection, names: NewNames) -> tuple[Selection, Selection]:
    """Ask about predictions by their new names, and give the terms that asked about what is gone."""
    renamed = {term: _renamed(term, names) for term in selection.terms}
    kept = tuple(new for new in renamed.values() if new is not None)
    return Selection(kept), Selection(tuple(term for term, new in renamed.items() if new is None))


def _renamed(asked: Filter, names: NewNames) -> Filter | None:
    """Write a filter with new names; None if a part of it asks about what is gone."""
    if isinstance(asked, Term) and asked.field in _NAMING:
        values = tuple(names.of_named(asked.field, str(value)) for value in asked.values)
        return None if None in values else Term(asked.field, values)
    if isinstance(asked, Not):
        inner = _renamed(asked.inner, names)
        return None if inner is None else negated(inner)
    if isinstance(asked, All | AnyOf):
        parts = [new for part in asked.filters if (new := _renamed(part, names)) is not None]
        if len(parts) < len(asked.filters):
            return None
        return all_of(*parts) if isinstance(asked, All) else any_of(*parts)
    return asked


class SavedFilter(NamedTuple):
    """A filter with a name and its query as it was saved; None if that can no longer be read.

    The warning says what is not as it was when it was saved.
    """

    name: str
    query: str
    filter: Filter | None
    warning: str = ""


def read_saved(name: str, query: str, vocabulary: Vocabulary) -> SavedFilter:
    """Read a saved filter; a type that no open file has is only warned of, and matches nothing."""
    unknown: list[UnknownNameError] = []
    try:
        found = parse_query(query, vocabulary, unknown.append)
    except CommandError as mistake:
        return SavedFilter(name, query, None, str(mistake))
    return SavedFilter(name, query, found, "; ".join(dict.fromkeys(str(one) for one in unknown)))


COMPARED_FIELDS: Final = ("kind", "type", "verdict")
"""By the values of these fields the events of each filter are counted."""


@dataclass(frozen=True, eq=False)
class Share:
    """Some of the events that were looked at: what asks for exactly these, and how many of each kind they are."""

    door: Filter
    kinds: AnyIntArray

    @property
    def n_events(self) -> int:
        return int(self.kinds.sum())


@dataclass(frozen=True, eq=False)
class FilterSide:
    """What one of two filters keeps: events, and mentions.

    `by_value`: its events by the values of each of `COMPARED_FIELDS`; an event with two types counts for both.
    """

    filter: Filter
    n_events: int
    by_value: Mapping[str, Mapping[Value, int]]
    base: MentionBase
    counts: Counts

    def door(self, field: str, value: Value) -> Filter:
        """Keep the events that `by_value` counts under a value."""
        return both(self.filter, Term(field, (value,)))


@dataclass(frozen=True, eq=False)
class SideBySide:
    """Two filters over events of one prediction, with the events of both, only the first, only the second, neither."""

    a: FilterSide
    b: FilterSide
    parts: tuple[Share, Share, Share, Share]

    @property
    def n_events(self) -> int:
        return sum(part.n_events for part in self.parts)


def side_by_side(
    study: Study, a: Filter, b: Filter, prediction: int, checkpoint: Checkpoint = no_checkpoint
) -> SideBySide:
    among = events_of_predictions(study, prediction)
    masks = []
    for place, one in enumerate((a, b)):
        checkpoint(place, 4)
        masks.append(one.mask(study, among) & among)
    in_a, in_b = masks
    checkpoint(2, 4)
    doors = both(a, b), both(a, negated(b)), both(negated(a), b), both(negated(a), negated(b))
    kept = in_a & in_b, in_a & ~in_b, in_b & ~in_a, among & ~in_a & ~in_b
    kinds = (np.bincount(study.events.kind[mask], minlength=len(KINDS)) for mask in kept)
    first, second, third, fourth = (Share(door, counts) for door, counts in zip(doors, kinds, strict=True))
    checkpoint(3, 4)
    sides = [_side(study, one, mask, prediction) for one, mask in ((a, in_a), (b, in_b))]
    return SideBySide(sides[0], sides[1], (first, second, third, fourth))


def both(a: Filter, b: Filter) -> Filter:
    """Ask for the events that two filters keep, each by itself.

    Beside each other, `reftough:unseen-any` and `ref:ORG` speak of one mention. Terms of two filters do not: they are
    then written as what neither leaves out.
    """
    parts = [one.filters if isinstance(one, All) else (one,) for one in (a, b)]
    terms = [{part for part in of_one if isinstance(part, Term)} for of_one in parts]
    judged = {term for side in SIDES for term in judged_together(terms[0] | terms[1], side)}
    if judged & (terms[0] - terms[1]) and judged & (terms[1] - terms[0]):
        return negated(any_of(negated(a), negated(b)))
    return all_of(a, b)


def _side(study: Study, one: Filter, mask: BoolArray, prediction: int) -> FilterSide:
    base = MentionBase.of(Selection.from_filter(one))
    [kept] = kept_mentions(study, base, [prediction])
    counts = Counts(len(kept.mentions["reference"]), len(kept.mentions["predicted"]), int(kept.is_found.sum()))
    by_value = {field: FIELDS[field].counts(study, mask) for field in COMPARED_FIELDS}
    return FilterSide(one, int(np.count_nonzero(mask)), by_value, base, counts)
