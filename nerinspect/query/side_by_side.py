"""Two filters held against each other: what both keep, what one keeps alone, and what each is made of."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from nerinspect.analysis.events import KINDS, SIDES
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.fields import FIELDS
from nerinspect.query.filters import All, Filter, Term, all_of, any_of, negated
from nerinspect.query.kept_mentions import kept_mentions
from nerinspect.query.mention_base import MentionBase
from nerinspect.query.same_mention import judged_together
from nerinspect.query.selection import Selection
from nerinspect.query.values import Value

COMPARED_FIELDS: Final = ("kind", "type", "verdict")
"""By the values of these fields the events of each filter are counted."""


@dataclass(frozen=True, eq=False)
class Part:
    """Some of the events.

    Attributes
    ----------
    door : Filter
        Keeps exactly these among the events that were looked at.
    kinds : ndarray of int64, shape (6,)
        How many of each kind, in the order of `KINDS`.
    """

    door: Filter
    kinds: AnyIntArray

    @property
    def n_events(self) -> int:
        """How many there are."""
        return int(self.kinds.sum())


@dataclass(frozen=True, eq=False)
class FilterSide:
    """What one of two filters keeps.

    Attributes
    ----------
    filter : Filter
        The filter.
    n_events : int
        The events it keeps.
    by_value : mapping of str to mapping of Value to int
        Its events by the values of each of `COMPARED_FIELDS`; an event with two types counts for both.
    base : MentionBase
        The mentions it chooses.
    counts : Counts
        Of these mentions.
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
    """Two filters over the events of one prediction.

    Attributes
    ----------
    a, b : FilterSide
        What each keeps.
    parts : tuple of Part
        The events in both, only in the first, only in the second, in neither.
    """

    a: FilterSide
    b: FilterSide
    parts: tuple[Part, Part, Part, Part]

    @property
    def n_events(self) -> int:
        """All events of the prediction."""
        return sum(part.n_events for part in self.parts)


def side_by_side(
    study: Study, a: Filter, b: Filter, prediction: int, checkpoint: Checkpoint = no_checkpoint
) -> SideBySide:
    """Hold two filters against each other.

    Parameters
    ----------
    study : Study
        The events.
    a, b : Filter
        The two.
    prediction : int
        Whose events are looked at.
    checkpoint : Checkpoint
        Called between the steps.
    """
    among = np.zeros(len(study.events), dtype=bool)
    among[slice(*study.event_start[prediction : prediction + 2].tolist())] = True
    masks = []
    for place, one in enumerate((a, b)):
        checkpoint(place, 4)
        masks.append(one.mask(study, among) & among)
    in_a, in_b = masks
    checkpoint(2, 4)
    doors = both(a, b), both(a, negated(b)), both(negated(a), b), both(negated(a), negated(b))
    kept = in_a & in_b, in_a & ~in_b, in_b & ~in_a, among & ~in_a & ~in_b
    first, second, third, fourth = (Part(door, _kinds(study, mask)) for door, mask in zip(doors, kept, strict=True))
    checkpoint(3, 4)
    sides = [_side(study, one, mask, prediction) for one, mask in ((a, in_a), (b, in_b))]
    return SideBySide(sides[0], sides[1], (first, second, third, fourth))


def both(a: Filter, b: Filter) -> Filter:
    """Ask for the events that two filters keep, each by itself.

    Beside each other, `reftough:unseen-any` and `ref:ORG` speak of one mention. Terms of two filters do not: they are
    then written as what neither leaves out.
    """
    terms = [{part for part in _parts(one) if isinstance(part, Term)} for one in (a, b)]
    judged = {term for side in SIDES for term in judged_together(terms[0] | terms[1], side)}
    if judged & (terms[0] - terms[1]) and judged & (terms[1] - terms[0]):
        return negated(any_of(negated(a), negated(b)))
    return all_of(a, b)


def _parts(one: Filter) -> tuple[Filter, ...]:
    return one.filters if isinstance(one, All) else (one,)


def _kinds(study: Study, mask: BoolArray) -> AnyIntArray:
    return np.bincount(study.events.kind[mask], minlength=len(KINDS))


def _side(study: Study, one: Filter, mask: BoolArray, prediction: int) -> FilterSide:
    base = MentionBase.of(Selection.from_filter(one))
    [kept] = kept_mentions(study, base, [prediction])
    counts = Counts(len(kept.mentions["reference"]), len(kept.mentions["predicted"]), int(kept.is_found.sum()))
    by_value = {field: FIELDS[field].counts(study, mask) for field in COMPARED_FIELDS}
    return FilterSide(one, int(np.count_nonzero(mask)), by_value, base, counts)
