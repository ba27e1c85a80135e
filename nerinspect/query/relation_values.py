"""What filters and panels ask of relation events, as columns kept with the study."""

from collections.abc import Callable

import numpy as np

from nerinspect.analysis.events import SIDES, Side
from nerinspect.analysis.relation_columns import relation_types, relations_on
from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, CodeArray, IntArray
from nerinspect.corpus.kept import kept_with_owner


@kept_with_owner
def relation_type_codes(study: Study) -> dict[Side, IntArray]:
    """Give the relation type of each relation event by side.

    Returns
    -------
    dict of Side to ndarray of int32, shape (n_relation_events,)
        Places in `relation_types`; one beyond where a side has no relation.
    """
    events, none = relation_events(study), len(relation_types(study))
    return {
        side: np.append(relations_on(study, side).type_codes, np.int32(none))[events.relations(side)] for side in SIDES
    }


@kept_with_owner
def argument_distances(study: Study) -> IntArray:
    """Count the tokens between the arguments of the reference relation, of the predicted one where there is none.

    Returns
    -------
    ndarray of int32, shape (n_relation_events,)
        0 for neighbours, and for arguments that overlap.
    """

    def between(side: Side) -> AnyIntArray:
        relations = relations_on(study, side)
        return study.mentions_on(side).tokens_between(relations.head, relations.tail)

    return _of_main(study, between).astype(np.int32)


@kept_with_owner
def relation_part_codes(study: Study) -> CodeArray:
    """Give the part of the reference relation, of the predicted one where there is none.

    Returns
    -------
    ndarray of int8, shape (n_relation_events,)
        Places in `RELATION_PARTS`; -1 if training has no relations.
    """
    from nerinspect.analysis.relation_parts import has_relation_parts, relation_parts

    if not has_relation_parts(study):
        return np.full(len(relation_events(study)), -1, dtype=np.int8)
    return _of_main(study, lambda side: relation_parts(study, side)).astype(np.int8)


def _of_main(study: Study, values: Callable[[Side], AnyIntArray]) -> AnyIntArray:
    """Take the value of each event's reference relation, or of its predicted one."""
    events = relation_events(study)
    of_reference, of_predicted = (np.append(values(side), 0)[events.relations(side)] for side in SIDES)
    return np.where(events.reference >= 0, of_reference, of_predicted)
