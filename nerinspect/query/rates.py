"""The base of rates, chosen without a look at how mentions came out: what it keeps and scores, and doors to that."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray, IntArray
from nerinspect.events.scores import Measure, Reconciliation, Tally
from nerinspect.events.segment_events import ERROR_KINDS, KINDS, SIDES, TP, Side
from nerinspect.events.study import Study, kept_count
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted
from nerinspect.query.fields.attributes import (
    ATTRIBUTE_VALUE,
    BUCKET,
    AttributeField,
    BucketField,
    NamedValueField,
    named_value,
)
from nerinspect.query.fields.base import MentionField
from nerinspect.query.fields.table import FIELDS, fields_about
from nerinspect.query.fields.tough import TOUGH, SubsetField
from nerinspect.query.filters import AnyOf, Everything, Filter, Not, Term, all_of, any_of, negated
from nerinspect.query.selection import TYPE_FIELDS, Selection
from nerinspect.training.tough import SUBSETS

MENTION_FIELDS: Final = fields_about("mentions")
"""The fields that ask which mentions they are; any other asks how they came out, or whose they are."""

EVERY_EVENT: Final = Everything()

_PREFIXES: Final[dict[Side, str]] = {"reference": "ref", "predicted": "pred"}
_OF_SENTENCES: Final = frozenset({"slen", "eden", "oden"})
_NOVELTIES: Final = frozenset({"seen", "unseen-type", "unseen-tokens"})
_TOUGH_FIELDS: Final = frozenset({"tough", "reftough", "predtough"})
_MOST_NAMED: Final = 3  # so many types are named one by one


class MentionBase(NamedTuple):
    """Which mentions are counted: those of some types in some events that meet some terms by themselves.

    `named` and `excluded`: types to count, all if none is named, and types not to count. `asked`: a counted mention
    meets each: is in a subset or a bucket, or has a value of an attribute; a predicted one by its own surface and type.
    The fields name no side: `tough`, `bucket`, `attr` or an attribute. `has_recall_alone`: whether subsets of tough
    mentions were asked for: a spurious mention belongs to none, so there is no precision.
    """

    events: Filter = EVERY_EVENT
    named: frozenset[str] = frozenset()
    excluded: frozenset[str] = frozenset()
    asked: tuple[Term, ...] = ()
    has_recall_alone: bool = False

    @classmethod
    def of(cls, selection: Selection) -> "MentionBase":
        """Find the mentions that a selection keeps.

        A term that asks about a field outside `MENTION_FIELDS`, such as kind, shape or system, has no say. A term about
        types alone names the types of mentions to count, or with a minus those not to count; which side it asks about
        and `none` make no difference, since a mention of one side is found or missed by what is on the other.

        A term about subsets of tough mentions (also seen), about buckets or about attributes of mentions is asked of
        each mention of both sides by itself, so recall is taken over exactly the reference mentions of a subset or
        bucket, and precision over exactly the predicted mentions that are in it by their own surface and type. Of terms
        that name a side, those about the reference (`reftough:`) judge one mention, and so do those about predictions
        (`predtough:`): what meets the former or the latter is counted; subsets, buckets and values each by themselves.

        Each remaining term chooses events, `-tough:tcm-all` too, which names no subset; the counted mentions of both
        sides in them are the base.
        """
        terms = [term for term in selection.terms if term.fields <= MENTION_FIELDS]
        others, named, excluded = types_apart(terms, TYPE_FIELDS)
        asked = {term: found for term in terms if (found := _asked_in(term))}
        return cls(
            all_of(*(term for term in others if term not in asked)),
            named,
            excluded,
            tuple(dict.fromkeys(_without_sides(asked))),
            any(term.fields & _TOUGH_FIELDS for term in terms),
        )

    @property
    def measure(self) -> Measure:
        """What tells best how well the mentions are found: F1 where there is precision."""
        return self.measured_by("F1")

    def measured_by(self, measure: Measure) -> Measure:
        """Give a measure, or recall where there is no precision."""
        return "Recall" if self.has_recall_alone else measure

    @property
    def is_everything(self) -> bool:
        return self == WHOLE

    def types_of(self, study: Study) -> tuple[str, ...]:
        """Name the types that are counted, in the order of the study."""
        return counted_types(study.types, self.named, self.excluded)

    def asked_on(self, side: Side) -> Filter:
        """Ask for events with one mention of a side that meets what is asked; types are asked for apart."""
        return all_of(*(on_side(term, side) for term in self.asked))

    def holding(self, side: Side, types: Sequence[str] = ()) -> Filter:
        """Ask for exactly the events that hold a counted mention of a side; no types if these make no difference."""
        field = _PREFIXES[side]
        of_side = all_of(*([Term(field, tuple(types))] if types else []), self.asked_on(side))
        return all_of(Not(Term(field, (None,))) if of_side == EVERY_EVENT else of_side, self.events)

    @property
    def condition(self) -> Filter:
        """What is asked of events and mentions, in one filter that says it in words; types are named apart."""
        return all_of(self.events, *self.asked)

    def caption(self, n_reference: int, types: Sequence[str], noun: str = "mention") -> str:
        """Name so many reference mentions of the base, such as `1,469 ORG mentions`; types are those of `types_of`."""
        is_typed = bool(self.named or self.excluded)
        named = f"{' or '.join(types)} " if is_typed and 0 < len(types) <= _MOST_NAMED else ""
        text = counted(n_reference, f"{named}{noun}")
        if is_typed and types and not named:
            text += f" of {counted(len(types), 'type')}"
        return text

    def passes(self, study: Study, side: Side) -> list[BoolArray]:
        """Tell which mentions of a side have a counted type, and which (or rows, by prediction) meet each term."""
        is_counted = np.isin(study.types, self.types_of(study))
        types = study.mentions_on(side).type_codes
        by_type = [] if is_counted.all() else [is_counted[types]]
        return by_type + [_mention_field(term).mentions(study, side, term.values) for term in self.asked]


WHOLE: Final = MentionBase()  # every mention


def on_side(term: Term, side: Side) -> Term:
    """Ask of one mention of a side what a term of `MentionBase.asked` asks of any."""
    field, prefix = FIELDS[term.field], _PREFIXES[side]
    if isinstance(field, AttributeField):
        name = field.attribute.name
        return Term(f"{prefix}attr", tuple(named_value(name, value) for value in term.values))
    return Term(prefix + term.field, term.values)


def speaking_of(selection: Selection, side: Side) -> Selection:
    """Let terms that choose mentions of both sides speak of one mention of a side, beside others that do.

    The same mentions are chosen, and events kept that have one of that side that meets all such terms; terms about
    types stay as they are.
    """
    for term in selection.terms:
        found = _asked_in(term)
        if found is not None and not _sides_of(term):
            selection = selection.replaced([term], on_side(found, side))
    return selection


def _sides_of(term: Filter) -> list[Side]:
    """Name the side that all fields of a term name; none if they name no side."""
    return [side for side, prefix in _PREFIXES.items() if all(name.startswith(prefix) for name in term.fields)]


def _mention_field(term: Term) -> MentionField:
    field = FIELDS[term.field]
    assert isinstance(field, MentionField), "only such fields are asked of mentions"
    return field


def _without_sides(asked: Mapping[Filter, Term]) -> Iterator[Term]:
    """Let what is asked of either side be asked of any mention: it meets the terms of one side or of the other."""
    sided: dict[str, dict[Side, list[Term]]] = {}
    for term, found in asked.items():
        if sides := _sides_of(term):
            sided.setdefault(found.field, {}).setdefault(sides[0], []).append(found)
        else:
            yield found
    for field, by_side in sided.items():
        for either in product(*by_side.values()):
            yield Term(field, tuple(value for term in either for value in term.values))


def _asked_in(term: Filter) -> Term | None:
    """Ask of a mention, whatever its side, what a term asks; None if it asks for anything else."""
    field = FIELDS[term.field] if isinstance(term, Term) else None
    if isinstance(term, Term) and isinstance(field, AttributeField) and term.field not in _OF_SENTENCES:
        return term
    if isinstance(term, Term) and isinstance(field, BucketField | NamedValueField):
        return Term(BUCKET.name if isinstance(field, BucketField) else ATTRIBUTE_VALUE.name, term.values)
    subsets = _subsets_in(term)
    return Term(TOUGH.name, tuple(name for name in SUBSETS if name in subsets)) if subsets else None


def _subsets_in(term: Filter) -> frozenset[str] | None:
    """Name the subsets that a term asks for; None if it asks for anything else, or cannot be said by names."""
    if isinstance(term, Term):
        field = FIELDS[term.field]
        return field.subsets_of(term.values) if isinstance(field, SubsetField) else None
    if isinstance(term, Not):
        inner = _subsets_in(term.inner)
        if inner is None or not inner <= {*_NOVELTIES, "unseen-any"}:
            return None
        left_out = inner | ({"unseen-type", "unseen-tokens"} if "unseen-any" in inner else set())
        return frozenset(_NOVELTIES - left_out) or None
    parts = [_subsets_in(part) for part in term.filters] if isinstance(term, AnyOf) else [None]
    return None if None in parts else frozenset().union(*(part for part in parts if part))


def types_apart(
    terms: Iterable[Filter], fields: Collection[str]
) -> tuple[list[Filter], frozenset[str], frozenset[str]]:
    """Give the terms that are not about types alone, the types that those about them name, and those they exclude."""
    others = [term for term in terms if not term.fields or not term.fields <= {*fields}]
    mentioned = [pair for term in terms if term not in others for pair in types_in(term)]
    named, excluded = (
        frozenset(name for name, is_named in mentioned if is_named == wanted) for wanted in (True, False)
    )
    return others, named, excluded


def counted_types(types: Sequence[str], named: Collection[str], excluded: Collection[str]) -> tuple[str, ...]:
    """Choose among types those that are named, or all if none is, but for those that are excluded."""
    return tuple(name for name in types if name not in excluded and (not named or name in named))


def types_in(term: Filter, is_named: bool = True) -> Iterator[tuple[str, bool]]:
    """List the types that a term about types of mentions or relations holds, and whether it names or excludes each."""
    if isinstance(term, Term):
        yield from ((str(value), is_named) for value in term.values if value is not None)
    elif isinstance(term, Not):
        yield from types_in(term.inner, not is_named)
    else:
        for part in getattr(term, "filters", ()):
            yield from types_in(part, is_named)


@dataclass(frozen=True, eq=False)
class KeptMentions:
    """The mentions that a base keeps for one prediction, those of an event beside each other, and their events."""

    mentions: Mapping[Side, AnyIntArray]
    events: Mapping[Side, AnyIntArray]
    is_found: BoolArray

    def among(self, events: BoolArray) -> "KeptMentions":
        """Keep only what lies in some events; shape of the mask (n_events,)."""
        kept = {side: events[self.events[side]] for side in SIDES}
        return KeptMentions(
            {side: self.mentions[side][kept[side]] for side in SIDES},
            {side: self.events[side][kept[side]] for side in SIDES},
            self.is_found[kept["reference"]],
        )

    def count(self, codes: Mapping[Side, IntArray | CodeArray], n_codes: int) -> npt.NDArray[np.int64]:
        """Count by code, for one prediction what `counts_by_code` counts for all."""
        reference, predicted = (codes[side][self.mentions[side]] for side in SIDES)
        counted = (reference, predicted, reference[self.is_found])
        return np.stack([np.bincount(own[own >= 0], minlength=n_codes) for own in counted])


def kept_mentions(
    study: Study,
    base: MentionBase = WHOLE,
    predictions: Sequence[int] | None = None,
    checkpoint: Checkpoint = no_checkpoint,
) -> Iterator[KeptMentions]:
    """Give the mentions that a base keeps, for some predictions (all, if left out) in order."""
    kept = None if base.events == EVERY_EVENT else base.events.mask(study)
    passes = {side: base.passes(study, side) for side in SIDES}
    passing = {side: reduce(np.logical_and, own) if own else None for side, own in passes.items()}
    numbers = range(len(study.predictions)) if predictions is None else predictions
    for place, number in enumerate(numbers):
        checkpoint(place, len(numbers))
        first, last = study.event_start[number : number + 2].tolist()
        which = np.arange(first, last) if kept is None else first + np.flatnonzero(kept[first:last])
        sides = {side: _kept_on(study, side, which, _as_seen(passing[side], number)) for side in SIDES}
        yield KeptMentions(
            {side: mentions for side, (mentions, _) in sides.items()},
            {side: events for side, (_, events) in sides.items()},
            study.events.kind[sides["reference"][1]] == TP,
        )


def counts_by_code(
    study: Study,
    codes: Mapping[Side, IntArray | CodeArray],
    n_codes: int,
    base: MentionBase = WHOLE,
    checkpoint: Checkpoint = no_checkpoint,
) -> npt.NDArray[np.int64]:
    """Count the mentions of a base by a code from 0 of each mention, such as its type or its bucket; none below 0.

    For each prediction: reference mentions, predicted mentions and exact matches, these by the code of the reference
    mention. `Counts(*counts[prediction, :, code].tolist())` scores one of them.
    """
    counts = [kept.count(codes, n_codes) for kept in kept_mentions(study, base, checkpoint=checkpoint)]
    return np.array(counts, dtype=np.int64).reshape(len(study.predictions), 3, n_codes)


def _as_seen(passing: BoolArray | None, prediction: int) -> BoolArray | None:
    """Choose the row of a prediction where each sees the mentions of the reference in its own way."""
    return passing if passing is None or passing.ndim == 1 else passing[prediction]


def _kept_on(
    study: Study, side: Side, which: AnyIntArray, passing: BoolArray | None
) -> tuple[AnyIntArray, AnyIntArray]:
    """Give the numbers of the mentions of some events that pass, and the event of each."""
    mentions = study.events.mentions(side, which)
    events = np.repeat(which, study.events.n_mentions(side, which))
    if passing is None:
        return mentions, events
    passed = passing[mentions]
    return mentions[passed], events[passed]


@dataclass(frozen=True, eq=False)
class KeptScores:
    """What one prediction scores on the mentions of a base, and the events that hold one; `tn` is 0."""

    tally: Tally
    sums: Reconciliation


def score_kept(
    study: Study, base: MentionBase = WHOLE, checkpoint: Checkpoint = no_checkpoint
) -> tuple[KeptScores, ...]:
    """Score every prediction of a study on some mentions, which are correct, or of a kind, as in the whole study."""

    def scores() -> tuple[KeptScores, ...]:
        types = {side: study.mentions_on(side).type_codes for side in SIDES}
        return tuple(
            _score(study, kept, kept.count(types, len(study.types)))
            for kept in kept_mentions(study, base, checkpoint=checkpoint)
        )

    return kept_count(study, "kept scores", None, scores) if base == WHOLE else scores()


def _score(study: Study, kept: KeptMentions, by_type: npt.NDArray[np.int64]) -> KeptScores:
    holds_one, n_kinds = np.zeros(len(study.events), dtype=bool), len(KINDS)
    for side in SIDES:
        holds_one[kept.events[side]] = True
    by_kind = [np.bincount(study.events.kind[kept.events[side]], minlength=n_kinds) for side in SIDES]
    demerits = by_kind[0] + by_kind[1]
    demerits[TP] = 0
    kinds = np.bincount(study.events.kind[holds_one], minlength=n_kinds)
    sums = Reconciliation(*(tuple(counts.tolist()) for counts in by_kind))
    return KeptScores(Tally(study.types, by_type, kinds, demerits, 0), sums)


class Doors(NamedTuple):
    """Doors to the events of the mentions that numbers count; without types all are counted."""

    base: MentionBase
    types: tuple[str, ...] = ()

    def of_type(self, name: str) -> "Doors":
        return Doors(self.base, (name,))

    @property
    def either(self) -> Filter:
        if self.base.asked:
            return self._within(self._any_side)
        return self._within(Term("type", self.types) if self.types else Term("kind", KINDS))

    @property
    def reference(self) -> Filter:
        return self._within(self._side("ref"))

    @property
    def predicted(self) -> Filter:
        return self._within(self._side("pred"))

    @property
    def correct(self) -> Filter:
        return self.of_kinds("tp")

    @property
    def errors(self) -> Filter:
        return self.of_kinds(*ERROR_KINDS)

    def of_kinds(self, *kinds: str) -> Filter:
        chosen = Term("kind", kinds)
        if self.base.asked:
            return self._within(all_of(chosen, self._any_side))
        return self._within(all_of(chosen, Term("type", self.types)) if self.types else chosen)

    def reference_in(self, *kinds: str) -> Filter:
        return self._within(all_of(Term("kind", kinds), self._side("ref")))

    def predicted_in(self, *kinds: str) -> Filter:
        return self._within(all_of(Term("kind", kinds), self._side("pred")))

    @property
    def _any_side(self) -> Filter:
        return any_of(self._side("ref"), self._side("pred"))

    def _side(self, field: str) -> Filter:
        if self.base.asked:
            asked = self.base.asked_on("reference" if field == "ref" else "predicted")
            return all_of(Term(field, self.types), asked) if self.types else asked
        return Term(field, self.types) if self.types else negated(Term(field, (None,)))

    def _within(self, door: Filter) -> Filter:
        return all_of(door, self.base.events)


def doors_to(base: MentionBase, types: tuple[str, ...]) -> Doors:
    return Doors(base, types if base.named or base.excluded else ())
