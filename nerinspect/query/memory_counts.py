"""What memory of the training data explains of a score: for the training panel, under one base of mentions."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.events import SIDES
from nerinspect.analysis.hits import only_right
from nerinspect.analysis.novelty import SEEN, novelty
from nerinspect.analysis.repeated_sentences import sentences_in_training
from nerinspect.analysis.retention import RETENTION
from nerinspect.analysis.scores import Counts
from nerinspect.analysis.study import Study
from nerinspect.query.filters import Filter, Term, all_of, any_of
from nerinspect.query.kept_mentions import KeptMentions, kept_mentions
from nerinspect.query.mention_base import MENTION_FIELDS, MentionBase
from nerinspect.query.selection import Selection
from nerinspect.query.tough_counts import OWN_FIELDS

REPEATED = Term("trained", ("yes",))
"""Asks for events in sentences that stand in training too."""

TRAINING_FIELDS = (*OWN_FIELDS, REPEATED.field)
"""What belongs to the panel: its lines are counted without it."""


@dataclass(frozen=True)
class MemoryCounts:
    """What one system knows beyond memory, and how much of its test it may have read before.

    Attributes
    ----------
    system : str
        The system on show.
    kept, kept_reference : Filter
        Keep exactly the events with a mention that is counted, of any side and of the reference.
    n_mentions, n_seen : int
        Reference mentions that are counted, and those that training has with their type.
    only_memory, only_system : int or None
        Reference mentions that the heuristic alone has exactly, and that the system alone has, by the first run of
        each; None if the system is the heuristic or there is no heuristic.
    n_repeated, n_sentences : int
        Sentences of the test that stand in training too, and all of them.
    with_repeated, without_repeated : Counts
        Exact matches of the prediction on show, and those outside the repeated sentences.
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

    Parameters
    ----------
    study : Study
        With training and a prediction.
    selection : Selection
        What is selected in all panels. Terms about mentions choose what is counted, but for those about training,
        which the panel picks itself; terms about outcomes do not.
    prediction : int
        The number of the prediction on show.

    Returns
    -------
    MemoryCounts
        The counts.
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
    """Keep the events with a counted mention."""
    if base.asked:
        return any_of(*(base.holding(side, types) for side in SIDES))
    return all_of(Term("type", types), base.events) if types else base.events


def _kept_reference(base: MentionBase, types: tuple[str, ...]) -> Filter:
    """Keep the events with a counted reference mention, of which terms beside it can speak."""
    if base.asked:
        return base.holding("reference", types)
    return all_of(Term("ref", types), Term("reftough", ("all",)), base.events) if types else base.events


def _score(kept: KeptMentions) -> Counts:
    """Count mentions, and those that are found."""
    reference, predicted = (len(kept.mentions[side]) for side in SIDES)
    return Counts(reference, predicted, int(np.count_nonzero(kept.is_found)))
