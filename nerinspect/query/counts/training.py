"""What training knows of the mentions of a base: tough subsets, novelty, and what memory of training explains."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.events.scores import Counts
from nerinspect.events.segment_events import KINDS, SIDES, Side
from nerinspect.events.study import Study
from nerinspect.query.fields.tough import TOUGH
from nerinspect.query.filters import Filter, Term, all_of, any_of
from nerinspect.query.rates import MENTION_FIELDS, WHOLE, KeptMentions, MentionBase, kept_mentions
from nerinspect.query.selection import Selection
from nerinspect.systems.outcomes import only_right
from nerinspect.training.repeated_sentences import sentences_in_training
from nerinspect.training.retention import RETENTION
from nerinspect.training.surfaces import NOVELTIES, SEEN, novelty
from nerinspect.training.tough import SUBSETS, subset_members

OWN_FIELDS: Final = ("tough", "seen", "reftough", "predtough")
"""What belongs to the panels of tough mentions and of training: their counts are taken without it."""


@dataclass(frozen=True, eq=False)
class ToughCounts:
    """Reference mentions by subset, in the order of `SUBSETS`, for one prediction, and those it matches exactly.

    `mentions_by_type` and `recalled_by_type`: the same for each type of the study; 0 for a type that is not counted;
    shape (n_types, 8). `of_b_by_type`: mentions of B in each subset by type, where the two sides are annotators; shape
    (n_types, 8).
    """

    base: MentionBase
    types: tuple[str, ...]  # the types of these mentions, in the order of the study
    mentions: AnyIntArray
    recalled: AnyIntArray
    mentions_by_type: AnyIntArray
    recalled_by_type: AnyIntArray
    of_b_by_type: AnyIntArray | None = None

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
    return subsets_of_kept(study, base, kept)


def subsets_of_kept(study: Study, base: MentionBase, kept: KeptMentions) -> ToughCounts:
    """Count by subset the reference mentions that a base keeps for one prediction."""
    by_type = _by_type(study, "reference", kept)
    found_by_type = _by_type(study, "reference", kept, kept.is_found)
    of_b_by_type = _by_type(study, "predicted", kept) if study.is_of_annotators else None
    counts = (by_type.sum(axis=0), found_by_type.sum(axis=0), by_type, found_by_type, of_b_by_type)
    return ToughCounts(base, base.types_of(study), *counts)


def _by_type(study: Study, side: Side, kept: KeptMentions, among: BoolArray | None = None) -> AnyIntArray:
    mentions = kept.mentions[side] if among is None else kept.mentions[side][among]
    types, members = study.mentions_on(side).type_codes[mentions], subset_members(study, side, mentions)
    return np.stack([np.bincount(types[own], minlength=len(study.types)) for own in members], axis=1)


REPEATED = Term("trained", ("yes",))  # asks for events in sentences that stand in training too

TRAINING_FIELDS = (*OWN_FIELDS, REPEATED.field)  # what belongs to the panel: its lines are counted without it


@dataclass(frozen=True)
class MemoryCounts:
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
        """The events with a mention that only memory gets right."""
        return all_of(self.kept_reference, Term("wrong", (self.system,)), Term("right", (RETENTION,)))

    @property
    def system_alone(self) -> Filter:
        """The events with a mention that only the system gets right."""
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
