"""What training knows of the mentions of a base: tough subsets, novelty, and what memory of training explains."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import KINDS, SIDES, Side
from nerinspect.events.study import Study, kept_count
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.fields.tough import TOUGH
from nerinspect.query.filters import Filter, Term, all_of, any_of
from nerinspect.query.rates import MENTION_FIELDS, WHOLE, KeptMentions, MentionBase, doors_to, kept_mentions
from nerinspect.query.selection import Selection
from nerinspect.systems.outcomes import only_right
from nerinspect.training.retention import RETENTION
from nerinspect.training.surfaces import NOVELTIES, SEEN, novelty
from nerinspect.training.tough import SUBSETS, repeated_sentences, sentences_in_training, subset_members

OWN_FIELDS: Final = ("tough", "seen", "reftough", "predtough")
"""What belongs to the panels of tough mentions and of training: their counts are taken without it."""


@dataclass(frozen=True, eq=False)
class ToughCounts:
    """Reference mentions by type and subset, in the order of `SUBSETS`, for one prediction, and those it has exactly.

    0 for a type that is not counted; shape (n_types, 8). `of_b_by_type`: mentions of B in each subset by type, where
    the two sides are annotators; shape (n_types, 8).
    """

    base: MentionBase
    types: tuple[str, ...]  # the types of these mentions, in the order of the study
    mentions_by_type: AnyIntArray
    recalled_by_type: AnyIntArray
    of_b_by_type: AnyIntArray | None = None

    @cached_property
    def mentions(self) -> AnyIntArray:
        """Those of all types; shape (8,)."""
        return np.asarray(self.mentions_by_type.sum(axis=0))

    @cached_property
    def recalled(self) -> AnyIntArray:
        """Those of all types that are matched exactly; shape (8,)."""
        return np.asarray(self.recalled_by_type.sum(axis=0))

    @property
    def missed(self) -> AnyIntArray:
        """The mentions in each subset that are not matched exactly; shape (8,)."""
        return self.mentions - self.recalled

    @property
    def caption(self) -> str:
        """What is counted, such as `1,469 ORG mentions`."""
        return self.base.caption(int(self.mentions[SUBSETS.index("all")]), self.types)


def tough_counts(study: Study, selection: Selection, prediction: int) -> ToughCounts:
    """Count the mentions that a selection keeps, whatever subsets are picked and however they came out.

    Terms about mentions, such as type and document, choose what is counted; terms about outcomes do not.
    """
    return count_subsets(study, MentionBase.of(selection.without_field(*OWN_FIELDS)), prediction)


def count_subsets(study: Study, base: MentionBase = WHOLE, prediction: int = 0) -> ToughCounts:
    """Count the reference mentions of a base by subset; one is found if its event is correct."""
    (kept,) = kept_mentions(study, base, [prediction])
    return ToughCounts(base, base.types_of(study), *_by_subset(study, kept))


def _by_subset(study: Study, kept: KeptMentions) -> tuple[AnyIntArray, AnyIntArray, AnyIntArray | None]:
    """Count by type and subset: reference mentions, those found, and where both sides are annotators mentions of B."""
    of_b = _by_type(study, "predicted", kept) if study.is_of_annotators else None
    return _by_type(study, "reference", kept), _by_type(study, "reference", kept, kept.is_found), of_b


def _by_type(study: Study, side: Side, kept: KeptMentions, among: BoolArray | None = None) -> AnyIntArray:
    mentions = kept.mentions[side] if among is None else kept.mentions[side][among]
    types, members = study.mentions_on(side).type_codes[mentions], subset_members(study, side, mentions)
    return np.stack([np.bincount(types[own], minlength=len(study.types)) for own in members], axis=1)


@dataclass(frozen=True, eq=False)
class RepeatedCounts:
    """What stands in the repeated sentences, for one prediction."""

    # int, shape (n_distinct,): events of any kind, whatever is counted; without one there is nothing to open
    n_events: AnyIntArray
    n_mentions: AnyIntArray  # int, shape (n_distinct,): reference mentions that are counted
    n_wrong: AnyIntArray  # int, shape (n_distinct,): error events with a counted mention


@dataclass(frozen=True, eq=False)
class TrainingCounts:
    """Counts of one prediction's mentions and the reference's."""

    subsets: ToughCounts
    types: tuple[str, ...]
    # int64, shape (3, n_novelties, n_types): reference mentions, predicted ones and exact matches, every mention by its
    # own surface and type
    novelties: npt.NDArray[np.int64]
    repeated: RepeatedCounts

    def of(self, novelties: Collection[str], type_name: str | None = None) -> Counts:
        rows = [place for place, name in enumerate(NOVELTIES) if name in novelties]
        types = slice(None) if type_name is None else [self.types.index(type_name)]
        return Counts(*self.novelties[:, rows][:, :, types].sum(axis=(1, 2)).tolist())


def count_training(
    study: Study, base: MentionBase = WHOLE, checkpoint: Checkpoint = no_checkpoint
) -> tuple[TrainingCounts, ...]:
    """Count the mentions of a base for every prediction; nothing without training data."""
    if study.training is None:
        return ()

    def count() -> tuple[tuple[Any, ...], ...]:
        n_types = len(study.types)
        codes = {side: novelty(study)[side] * np.int32(n_types) + study.mentions_on(side).type_codes for side in SIDES}
        is_wrong = doors_to(base, base.types_of(study)).errors.mask(study)
        counts = []
        for number, kept in enumerate(kept_mentions(study, base, checkpoint=checkpoint)):
            novelties = kept.count(codes, len(NOVELTIES) * n_types).reshape(3, len(NOVELTIES), n_types)
            counts.append((*_by_subset(study, kept), novelties, *_in_repeated(study, number, kept, is_wrong)))
        return tuple(counts)

    found = kept_count(study, "training", None, count) if base == WHOLE else count()
    types = base.types_of(study)
    return tuple(
        TrainingCounts(ToughCounts(base, types, *own[:3]), study.types, own[3], RepeatedCounts(*own[4:]))
        for own in found
    )


def _in_repeated(study: Study, prediction: int, kept: KeptMentions, is_wrong: BoolArray) -> tuple[AnyIntArray, ...]:
    """Count events, mentions and errors in each repeated sentence; `is_wrong`: which events hold such a mention."""
    repeated, own = repeated_sentences(study), study.rows_of(prediction)
    sentence = study.event_sentence[own]
    of_mentions = study.event_sentence[kept.events["reference"]]
    places = (repeated.number[held] + 1 for held in (sentence, of_mentions, sentence[is_wrong[own]]))
    return tuple(np.bincount(place, minlength=len(repeated) + 1)[1:] for place in places)  # others do not count


REPEATED = Term("trained", ("yes",))  # asks for events in sentences that stand in training too

TRAINING_FIELDS = (*OWN_FIELDS, REPEATED.field)  # what belongs to the panel: its lines are counted without it


class MemoryCounts(NamedTuple):
    """What one system knows beyond memory, and how much of its test it may have read before.

    `kept` and `kept_reference`: keep exactly the events with a mention that is counted, of any side and of the
    reference. `n_mentions` and `n_seen`: reference mentions that are counted, and those that training has with their
    type. `only_memory` and `only_system`: reference mentions that the heuristic alone has exactly, and that the system
    alone has, by the first run of each; None if the system is the heuristic or there is no heuristic.
    """

    system: str
    kept: Filter
    kept_reference: Filter
    n_mentions: int
    n_seen: int
    only_memory: int | None
    only_system: int | None
    n_repeated: int
    n_sentences: int
    with_repeated: Counts
    without_repeated: Counts

    @property
    def memory_alone(self) -> Filter:
        return all_of(self.kept_reference, Term("wrong", (self.system,)), Term("right", (RETENTION,)))

    @property
    def system_alone(self) -> Filter:
        return all_of(self.kept_reference, Term("right", (self.system,)), Term("wrong", (RETENTION,)))


def memory_counts(study: Study, selection: Selection, prediction: int) -> MemoryCounts:
    """Count what memory explains.

    Terms about mentions choose what is counted, but for those about training, which the panel picks itself; terms about
    outcomes do not.
    """
    terms = (term for term in selection.terms if term.fields <= MENTION_FIELDS)
    asked = Selection(tuple(terms)).without_field(*TRAINING_FIELDS)
    base, system = MentionBase.of(asked), study.predictions[prediction].system
    types = base.types_of(study) if base.named or base.excluded else ()
    (kept,) = kept_mentions(study, base, [prediction])
    mentions = kept.mentions["reference"]
    repeated = sentences_in_training(study)
    only_memory = only_system = None
    if system != RETENTION and RETENTION in study.systems:
        only_memory = int(np.count_nonzero(only_right(study, RETENTION, system)[mentions]))
        only_system = int(np.count_nonzero(only_right(study, system, RETENTION)[mentions]))
    return MemoryCounts(
        system,
        _kept(base, types),
        _kept_reference(base, types),
        len(mentions),
        int(np.count_nonzero(novelty(study)["reference"][mentions] == SEEN)),
        only_memory,
        only_system,
        int(np.count_nonzero(repeated)),
        len(repeated),
        _score(kept),
        _score(kept.among(~repeated[study.event_sentence])),
    )


def _kept(base: MentionBase, types: tuple[str, ...]) -> Filter:
    if base.asked:
        return any_of(*(base.holding(side, types) for side in SIDES))
    return all_of(Term("type", types), base.events) if types else base.events


def _kept_reference(base: MentionBase, types: tuple[str, ...]) -> Filter:
    """Keep the events with a counted reference mention, of which terms beside it can speak."""
    if base.asked:
        return base.holding("reference", types)
    return all_of(Term("ref", types), Term("reftough", ("all",)), base.events) if types else base.events


def _score(kept: KeptMentions) -> Counts:
    reference, predicted = (len(kept.mentions[side]) for side in SIDES)
    return Counts(reference, predicted, int(np.count_nonzero(kept.is_found)))


def novelty_matrix(study: Study, selection: Selection, first: int, last: int) -> npt.NDArray[np.int64]:
    """Count the events that match `tough:X kind:Y`, under everything selected but subsets and kind.

    `NOVELTIES`, which name subsets, stand down, `KINDS` across.

    An event is counted by its reference mentions, or by the predicted ones if it has none, in every row that one of
    them belongs to: the sum can exceed the number of events.
    """
    rows, kept = slice(first, last), selection.without_field(*OWN_FIELDS, "kind").mask(study)
    kinds = study.events.kind[rows]
    found = (TOUGH.mask(study, (novelty,)) & kept for novelty in NOVELTIES)
    return np.stack([np.bincount(kinds[row[rows]], minlength=len(KINDS)) for row in found])
