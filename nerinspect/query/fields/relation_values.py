"""What is asked of relation events, as columns kept with the study, and the mention events each of them meets."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, CodeArray, IntArray, kept_with_owner
from nerinspect.events.relation_events import (
    argument_events,
    has_relations,
    relation_events,
    relation_types,
    relations_on,
)
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study


@dataclass(frozen=True, eq=False)
class Meetings:
    """Pairs of a relation event and the mention event of one of its arguments, each once, relation events ascending."""

    relation: AnyIntArray
    event: AnyIntArray


@kept_with_owner
def relation_meetings(study: Study) -> Meetings:
    """Pair each relation event with the mention events that an argument of either side lies in; kept with the study."""
    if not has_relations(study):
        return Meetings(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))
    arguments = np.stack([events for side in SIDES for events in argument_events(study, side)], axis=1)
    is_new = arguments >= 0
    for place in range(1, arguments.shape[1]):
        for before in range(place):
            is_new[:, place] &= arguments[:, place] != arguments[:, before]
    relation, argument = np.nonzero(is_new)
    return Meetings(relation, arguments[relation, argument])


@kept_with_owner
def relation_type_codes(study: Study) -> dict[Side, IntArray]:
    """Give the relation type of each relation event by side; one beyond the last where the side has no relation."""
    events, none = relation_events(study), len(relation_types(study))
    return {
        side: np.append(relations_on(study, side).type_codes, np.int32(none))[events.relations(side)] for side in SIDES
    }


@kept_with_owner
def argument_distances(study: Study) -> IntArray:
    """Count the tokens between the arguments of the reference relation, or of the predicted one; 0 for overlaps."""

    def between(side: Side) -> AnyIntArray:
        relations = relations_on(study, side)
        return study.mentions_on(side).tokens_between(relations.head, relations.tail)

    return _of_main(study, between).astype(np.int32)


@kept_with_owner
def relation_part_codes(study: Study) -> dict[Side | None, CodeArray]:
    """Give the part of the relation of each event by side; -1 where there is none, or none in training.

    Under None that of the reference relation, or of the predicted one.
    """
    from nerinspect.training.known_relations import has_relation_parts, relation_parts

    events = relation_events(study)
    if not has_relation_parts(study):
        return dict.fromkeys((*SIDES, None), np.full(len(events), -1, dtype=np.int8))
    of_reference, of_predicted = (
        np.append(relation_parts(study, side), np.int8(-1))[events.relations(side)] for side in SIDES
    )
    main = np.where(events.reference >= 0, of_reference, of_predicted)
    return {"reference": of_reference, "predicted": of_predicted, None: main}


def _of_main(study: Study, values: Callable[[Side], AnyIntArray]) -> AnyIntArray:
    """Take the value of each event's reference relation, or of its predicted one."""
    events = relation_events(study)
    of_reference, of_predicted = (np.append(values(side), 0)[events.relations(side)] for side in SIDES)
    return np.where(events.reference >= 0, of_reference, of_predicted)
