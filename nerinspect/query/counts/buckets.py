"""Buckets of an attribute: members, how many are correct, what opens each, those picked; F1 of every system in them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.attributes.buckets import Bucketing, bucketing
from nerinspect.attributes.built_in import distinct_values
from nerinspect.corpus.arrays import AnyIntArray, BoolArray, FloatArray, IntArray, sorted_distinct, spread_ranges
from nerinspect.events.members import NO_PARTNER, entity_tokens, members
from nerinspect.events.scores import Counts, f1_of, mean_defined
from nerinspect.events.segment_events import SIDES, TP, Side
from nerinspect.events.study import DEFAULT_BUCKETS, Attribute, Study, Unit, all_counts, kept_count
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.fields.attributes import (
    BUCKET,
    CORRECT_BUCKET,
    PREDICTED_BUCKET,
    REFERENCE_BUCKET,
    BucketValue,
    bucket_value,
    read_bucket_value,
)
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.language.values import toggled
from nerinspect.query.language.words import bucket_words
from nerinspect.query.rates import WHOLE, KeptMentions, MentionBase, kept_mentions
from nerinspect.query.selection import Selection
from nerinspect.systems.diagnosis import F1Table
from nerinspect.training.retention import competing_systems

Chosen: TypeAlias = tuple[AnyIntArray | slice, AnyIntArray | slice, AnyIntArray]
"""Members of one prediction: those of the reference, predicted ones, and of the reference those that are correct."""

_MOST_VALUES: Final = 20_000
"""Of attributes with no more different values it is kept how many members have each, a few bytes a prediction."""


def bucket_counts(
    study: Study,
    bucketings: Sequence[Bucketing],
    base: MentionBase = WHOLE,
    predictions: Sequence[int] | None = None,
    checkpoint: Checkpoint = no_checkpoint,
) -> list[npt.NDArray[np.int64]]:
    """Count the members of a base by bucket, for several attributes at once; the buckets stay those of the whole study.

    Of each attribute, by prediction (all, if left out): members of the reference, predicted ones, and those of them
    that are correct. `Counts(*counts[prediction, :, bucket].tolist())` scores one bucket.
    """
    numbers = range(len(study.predictions)) if predictions is None else predictions
    counts: list[list[npt.NDArray[np.int64]]] = [[] for _ in bucketings]
    units = {bucketing.attribute.unit for bucketing in bucketings}
    for number, kept in zip(numbers, _kept(study, base, numbers, checkpoint), strict=True):
        chosen = {} if kept is None else {unit: _kept_members(study, kept, unit) for unit in units}
        for one, own in zip(bucketings, counts, strict=True):
            unit = one.attribute.unit
            own.append(_count(one, chosen[unit], number) if chosen else _count_all(study, one, number))
    return [
        np.array(own, dtype=np.int64).reshape(len(numbers), 3, len(bucketing.buckets))
        for bucketing, own in zip(bucketings, counts, strict=True)
    ]


def _kept(
    study: Study, base: MentionBase, predictions: Sequence[int], checkpoint: Checkpoint
) -> Iterator[KeptMentions | None]:
    """Give the mentions that a base keeps of each prediction; None for all."""
    if base != WHOLE:
        yield from kept_mentions(study, base, predictions, checkpoint)
        return
    for place in range(len(predictions)):
        checkpoint(place, len(predictions))
        yield None


def _count_all(study: Study, bucketing: Bucketing, prediction: int) -> npt.NDArray[np.int64]:
    """Count all members by bucket: by value, which another number of buckets does not change, then these counts."""
    attribute, known = bucketing.attribute, all_counts(study).get("by value", {})
    if len(bucketing.distinct.values) > _MOST_VALUES and (attribute.name, prediction) not in known:
        return _count(bucketing, _all_members(study, prediction, attribute.unit), prediction)
    by_value = count_by_value(study, attribute, prediction)
    sums = [np.bincount(bucketing.of_value, counts, len(bucketing.buckets)) for counts in by_value]
    return np.stack(sums).astype(np.int64)


def count_by_value(study: Study, attribute: Attribute, prediction: int) -> npt.NDArray[np.int64]:
    """Count all members as `bucket_counts` does, by the value that each has. Shape (3, n_values)."""

    def count() -> npt.NDArray[np.int64]:
        distinct, chosen = distinct_values(study, attribute), _all_members(study, prediction, attribute.unit)
        return _by_code(distinct.reference_of(prediction), distinct.predicted, chosen, len(distinct.values))

    return kept_count(study, "by value", (attribute.name, prediction), count)


def _count(bucketing: Bucketing, chosen: Chosen, prediction: int) -> npt.NDArray[np.int64]:
    return _by_code(bucketing.reference_of(prediction), bucketing.predicted, chosen, len(bucketing.buckets))


def _by_code(
    of_reference: AnyIntArray, of_predicted: AnyIntArray, chosen: Chosen, n_codes: int
) -> npt.NDArray[np.int64]:
    """Count chosen members by a code that each has. Shape (3, n_codes)."""
    reference, predicted, correct = chosen
    counted = of_reference[reference], of_predicted[predicted], of_reference[correct]
    return np.stack([np.bincount(own, minlength=n_codes) for own in counted])


def _all_members(study: Study, prediction: int, unit: Unit) -> Chosen:
    own = members(study, unit)
    predicted = own.of_prediction(prediction)
    partner = own.partner[predicted]
    return slice(None), predicted, partner[partner != NO_PARTNER]


def _kept_members(study: Study, kept: KeptMentions, unit: Unit) -> Chosen:
    """List the kept mentions, or their tokens; a token is correct if both sides keep it."""
    reference, predicted = kept.mentions["reference"], kept.mentions["predicted"]
    if unit == "mention":
        return reference, predicted, reference[kept.is_found]
    reference, predicted = _tokens_of(study, reference, "reference"), _tokens_of(study, predicted, "predicted")
    own = members(study, "token")
    in_reference = np.zeros(own.n_reference + 1, dtype=bool)  # the last entry answers for `NO_PARTNER`
    in_reference[reference] = True
    partner = own.partner[predicted]
    return reference, predicted, partner[in_reference[partner]]


def _tokens_of(study: Study, mentions: AnyIntArray, side: Side) -> AnyIntArray:
    """List the tokens of some mentions, each once: those that overlap may share some."""
    tokens = entity_tokens(study)[side]
    return sorted_distinct(tokens.pair[spread_ranges(tokens.first[mentions], tokens.first[mentions + 1])])


class BucketDoors(NamedTuple):
    """Doors to exactly the events that hold what a bucket counts: members of the reference, predicted, correct ones."""

    reference: Filter
    predicted: Filter
    correct: Filter


def bucket_doors(own: Bucketing, place: int, base: MentionBase = WHOLE, types: Sequence[str] = ()) -> BucketDoors:
    """Make the doors of one bucket; the types are those that the base counts, none if it counts all.

    A token is correct if it stands in a counted mention of each side, so its door asks both sides.
    """
    value = bucket_value(own.attribute.name, own.buckets[place].name, own.n_wanted)
    inside = base._replace(asked=(*base.asked, Term(BUCKET.name, (value,))))
    correct = [Term(CORRECT_BUCKET.name, (value,)), *([Term("pred", tuple(types))] if types else [])]
    both_sides = own.attribute.unit == "token" and base.asked
    of_reference = [base.asked_on("reference")] if both_sides else []
    return BucketDoors(
        inside.holding("reference", types),
        inside.holding("predicted", types),
        all_of(*correct, base.asked_on("predicted"), *of_reference, base.events),
    )


BUCKET_FIELDS: Final = frozenset(field.name for field in (BUCKET, REFERENCE_BUCKET, PREDICTED_BUCKET, CORRECT_BUCKET))
"""The fields that ask for buckets."""


def without_buckets(selection: Selection, attribute: str) -> Selection:
    """Drop what is said about the buckets of one attribute: its counts are taken under what is left."""
    return selection.replaced(_about(selection, attribute), None)


def picked_buckets(selection: Selection, attribute: str, n_wanted: int = DEFAULT_BUCKETS) -> tuple[str, ...]:
    """Name the buckets of an attribute that are picked, on any side, among so many."""
    return tuple(
        dict.fromkeys(
            value.bucket
            for term in _about(selection, attribute)
            if isinstance(term, Term)
            for value in _values(term)
            if bucket_value(attribute, value.bucket, value.n_wanted) == bucket_value(attribute, value.bucket, n_wanted)
        )
    )


def toggle_bucket(selection: Selection, attribute: str, bucket: str, n_wanted: int = DEFAULT_BUCKETS) -> Selection:
    """Add a bucket to those picked of an attribute, or take it away; those of another number are dropped."""
    picked = toggled(picked_buckets(selection, attribute, n_wanted), bucket)
    return pick_buckets(selection, attribute, map(str, picked), n_wanted)


def pick_buckets(
    selection: Selection, attribute: str, buckets: Iterable[str], n_wanted: int = DEFAULT_BUCKETS
) -> Selection:
    """Let an attribute have just some buckets, such as those between two clicks; none free it.

    Kept are events with a reference or predicted member in one of them; what was said about the attribute is gone.
    """
    values = tuple(bucket_value(attribute, bucket, n_wanted) for bucket in buckets)
    return selection.replaced(_about(selection, attribute), Term(BUCKET.name, values) if values else None)


def _about(selection: Selection, attribute: str) -> list[Filter]:
    return [
        term
        for term in selection.terms
        if term.fields
        and term.fields <= BUCKET_FIELDS
        and {one.attribute for part in term.terms for one in _values(part)} == {attribute}
    ]


def _values(term: Term) -> Iterator[BucketValue]:
    return filter(None, map(read_bucket_value, term.values))


@dataclass(frozen=True, eq=False)
class BucketPanelCounts:
    """Members by bucket, for one prediction: of the reference, predicted ones, and those of them that are correct."""

    own: Bucketing
    base: MentionBase
    types: tuple[str, ...]
    members: npt.NDArray[np.int64]

    def scores(self, place: int) -> Counts:
        return Counts(*self.members[:, place].tolist())

    def doors(self, place: int) -> BucketDoors:
        return bucket_doors(self.own, place, self.base, self.types if self.base.named or self.base.excluded else ())

    def words(self, place: int) -> str:
        return bucket_words(self.own, place)

    @cached_property
    def caption(self) -> str:
        """What is counted, such as `1,469 ORG mentions`, or `2,031 ORG tokens` for an attribute of tokens."""
        return self.base.caption(int(self.members[0].sum()), self.types, self.own.attribute.unit)


def bucket_panel_counts(
    study: Study, selection: Selection, prediction: int, attribute: Attribute, n_wanted: int = DEFAULT_BUCKETS
) -> BucketPanelCounts:
    """Count the members of the mentions that a selection keeps, whatever buckets of the attribute are picked.

    Terms about mentions, such as type and document, choose what is counted; terms about outcomes do not.
    """
    base = MentionBase.of(without_buckets(selection, attribute.name))
    own = bucketing(study, attribute, n_wanted)
    (members,) = bucket_counts(study, [own], base, [prediction])
    return BucketPanelCounts(own, base, base.types_of(study), members[0])


@dataclass(frozen=True, eq=False)
class DocumentRanking:
    """All documents by F1, the lowest first; of equal ones those with more demerits first, then as they stand."""

    document: IntArray  # numbers from 1, as `doc:` knows them. Every document is among them. Shape (n_documents,).
    rank: IntArray  # from 1, equal for equal F1; 0 where F1 is undefined, at the end; shape (n_documents,)
    counts: FloatArray  # reference, predicted and correct mentions; of several runs the means; shape (3, n_documents)
    f1: FloatArray  # a fraction, the mean over the runs where it is defined; nan if undefined; shape (n_documents,)
    errors: FloatArray  # error events that hold a counted mention; of several runs the means; shape (n_documents,)

    @property
    def demerits(self) -> FloatArray:
        """Mentions of both sides that are not matched exactly. Shape (n_documents,)."""
        reference, predicted, correct = self.counts
        return np.asarray(reference + predicted - 2 * correct)


def rank_documents(
    study: Study, predictions: Sequence[int], base: MentionBase = WHOLE, checkpoint: Checkpoint = no_checkpoint
) -> DocumentRanking:
    """Rank the documents, also those without a mention, by the score of the runs of a system, worst first."""
    by_run = _by_document(study, predictions, base, checkpoint)
    *counts, errors = by_run.mean(axis=0)
    f1, (reference, predicted, correct) = mean_defined(f1_of(by_run[:, :3])), counts
    order = np.lexsort((2 * correct - reference - predicted, f1))  # puts nan behind, and keeps equals as they stand
    f1 = f1[order]
    rank = np.where(np.isnan(f1), 0, 1 + np.searchsorted(f1, f1))
    return DocumentRanking(
        (order + 1).astype(np.int32), rank.astype(np.int32), np.array(counts)[:, order], f1, errors[order]
    )


def _by_document(
    study: Study, predictions: Sequence[int], base: MentionBase, checkpoint: Checkpoint
) -> npt.NDArray[np.int64]:
    """Count by document mentions of a base, those predicted, correct ones, and error events that hold any.

    Shape (n_predictions, 4, n_documents).
    """
    place, n_documents = study.text.document - 1, study.text.n_documents

    def count(kept: KeptMentions) -> npt.NDArray[np.int64]:
        of_reference, of_predicted = (kept.events[side] for side in SIDES)
        events = np.concatenate([of_reference, of_predicted])
        errors = sorted_distinct(events[study.events.kind[events] != TP])
        counted = of_reference, of_predicted, of_reference[kept.is_found], errors
        return np.stack([np.bincount(place[study.event_sentence[own]], minlength=n_documents) for own in counted])

    def of_all(prediction: int) -> npt.NDArray[np.int64]:
        return count(next(kept_mentions(study, WHOLE, [prediction], checkpoint)))

    if base == WHOLE:
        counts = [kept_count(study, "documents", one, partial(of_all, one)) for one in predictions]
    else:
        counts = [count(kept) for kept in kept_mentions(study, base, predictions, checkpoint)]
    return np.array(counts, dtype=np.int64).reshape(len(predictions), 4, n_documents)


def f1_tables(
    study: Study,
    attributes: Sequence[Attribute],
    n_wanted: int = DEFAULT_BUCKETS,
    base: MentionBase = WHOLE,
    with_retention: bool = True,
    checkpoint: Checkpoint = no_checkpoint,
) -> list[F1Table]:
    """Score every system, with or without the heuristic, in buckets of attributes; these stay those of the study."""
    bucketings = [bucketing(study, attribute, n_wanted) for attribute in attributes]
    systems = competing_systems(study, with_retention)
    runs = tuple(
        tuple(number for number, one in enumerate(study.predictions) if one.system == system) for system in systems
    )
    predictions = range(sum(map(len, runs)))  # the heuristic is the last one
    counts = bucket_counts(study, bucketings, base, predictions, checkpoint)
    zetas = _mean_values(study, attributes, base, predictions, checkpoint)
    return [
        F1Table(own.attribute, own.buckets, systems, runs, counted, zeta)
        for own, counted, zeta in zip(bucketings, counts, zetas, strict=True)
    ]


def _mean_values(
    study: Study, attributes: Sequence[Attribute], base: MentionBase, predictions: range, checkpoint: Checkpoint
) -> list[float]:
    """Average each attribute over the reference members of a base, as predictions see them; nan for names."""
    n_predictions = max(len(predictions), 1)
    if base.is_everything or not predictions:
        n_seen = [n_predictions if distinct_values(study, one).reference.ndim > 1 else 1 for one in attributes]
        means = [(one, n, partial(_mean_value, study, one, None, n)) for one, n in zip(attributes, n_seen, strict=True)]
        return [kept_count(study, "means", (one.name, n), mean) for one, n, mean in means]
    is_kept = np.zeros((n_predictions, len(study.reference.mentions)), dtype=bool)
    for row, kept in zip(is_kept, kept_mentions(study, base, predictions, checkpoint), strict=True):
        row[kept.mentions["reference"]] = True
    return [_mean_value(study, attribute, is_kept, n_predictions) for attribute in attributes]


def _mean_value(study: Study, attribute: Attribute, is_kept: BoolArray | None, n_predictions: int) -> float:
    """Average an attribute over some reference mentions (or all), or the tokens in them. Shape (n_predictions, n)."""
    if attribute.scale == "name":
        return float("nan")
    if is_kept is not None and attribute.unit == "token":
        tokens = entity_tokens(study)["reference"]
        is_kept = np.array([tokens.of_mentions(row) for row in is_kept])
    distinct = distinct_values(study, attribute)
    values = distinct.values[np.atleast_2d(distinct.reference)[:n_predictions]]
    values, is_kept = np.broadcast_arrays(values, True if is_kept is None else is_kept)
    defined = values[is_kept & ~np.isnan(values)]
    return float(defined.mean()) if len(defined) else float("nan")
