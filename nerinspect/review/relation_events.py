"""Relation events in a review file: described for it, and found again in a study under any way of matching."""

from collections.abc import Collection, Sequence
from itertools import product
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.decision import Decision
from nerinspect.events.relation_events import relation_events
from nerinspect.events.study import RELATION_SETTINGS, RelationChoice, Study
from nerinspect.lists.relations import RELATIONS
from nerinspect.review.attaching import StoredDecision, StoredEvent
from nerinspect.review.store import ReviewFile
from nerinspect.training.retention import with_relation_choice

_UNDIRECTED: Final = "undirected relation types"


def found_relation_events(study: Study, stored: Sequence[StoredEvent]) -> list[int]:
    """Find relation events of a study as it matches relations; -1 for those that it does not have."""
    if not stored:
        return []
    sentences = study.text.sentence_of(relation_events(study).start)
    is_near = np.isin(sentences, [one.sentence - 1 for one in stored])
    numbers = _by_id(study, np.flatnonzero(is_near))
    if any(one.event not in numbers for one in stored):
        numbers |= _by_id(study, np.flatnonzero(~is_near))
    return [numbers.get(one.event, -1) for one in stored]


def attached_relations(
    study: Study, file: ReviewFile, stored: Sequence[StoredDecision]
) -> tuple[dict[int, Decision], list[StoredDecision]]:
    """Find the relation events of a study that decisions are about, and the decisions whose event is gone.

    It is gone if it is there under none of the settings; what only another setting shows is in neither. The file knows
    which types had no direction when decisions were taken.
    """
    found = found_relation_events(study, [one.event for one in stored])
    decisions = {event: one.decision for event, one in zip(found, stored, strict=True) if event >= 0}
    missing = [one for event, one in zip(found, stored, strict=True) if event < 0]
    for choice in _other_choices(study.relation_choice, _undirected(file)):
        if missing:
            elsewhere = found_relation_events(with_relation_choice(study, choice), [one.event for one in missing])
            missing = [one for event, one in zip(elsewhere, missing, strict=True) if event < 0]
    return decisions, missing


def remember_undirected(file: ReviewFile, study: Study) -> None:
    """Write down which relation types have no direction, before something is decided about such a study."""
    known, own = _undirected(file), tuple(sorted(study.relation_choice.symmetric))
    if own not in known:
        file.put_facts({_UNDIRECTED: [*known, own]})


def _undirected(file: ReviewFile) -> list[tuple[str, ...]]:
    return list(file.fact(_UNDIRECTED, tuple[tuple[str, ...], ...], ()))


def _other_choices(own: RelationChoice, undirected: Collection[tuple[str, ...]]) -> list[RelationChoice]:
    """List the ways of matching, but for one's own, under which something was decided or may be looked at."""
    symmetric = tuple(sorted(own.symmetric))
    every = [RelationChoice(*one) for one in product(RELATION_SETTINGS, dict.fromkeys((symmetric, *undirected)))]
    return [choice for choice in every if choice != RelationChoice(own.setting, symmetric)]


def _by_id(study: Study, events: AnyIntArray) -> dict[str, int]:
    return dict(zip(RELATIONS.ids(study, events), events.tolist(), strict=True))
