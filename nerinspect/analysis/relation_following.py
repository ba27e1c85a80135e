"""Finds a relation event again in a study that matches the same relations in another way."""

from typing import Final

import numpy as np

from nerinspect.analysis.events import SIDES
from nerinspect.analysis.relation_columns import RelationColumns, relations_on
from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.study import Study

_NOWHERE: Final = -1


def followed_relation_event(before: Study, event: int, after: Study) -> int | None:
    """Find the event that the same relation is in.

    Parameters
    ----------
    before, after : Study
        The same files; under another relation choice, or with other training data.
    event : int
        Number of a relation event of the first study.

    Returns
    -------
    int or None
        Number of the event of the same prediction that the reference relation of the event is in, of the one the
        predicted relation is in if there is none; None if neither is there.
    """
    old, new = relation_events(before), relation_events(after)
    for side in SIDES:
        number = int(old.relations(side)[event])
        if number < 0:
            continue
        same = _same_relation(relations_on(before, side), number, relations_on(after, side))
        is_there = (new.relations(side) == same) & (new.prediction == old.prediction[event])
        if same != _NOWHERE and is_there.any():
            return int(is_there.argmax())
    return None


def _same_relation(before: RelationColumns, number: int, after: RelationColumns) -> int:
    """Find a relation by its mentions and type; given the other way round where it counts once for both."""
    name = before.types[before.type_codes[number]]
    if name not in after.types:
        return _NOWHERE
    head, tail = before.head[number], before.tail[number]
    is_of_type = after.type_codes == after.types.index(name)
    for first, second in ((head, tail), (tail, head)):
        is_same = is_of_type & (after.head == first) & (after.tail == second)
        if is_same.any():
            return int(np.argmax(is_same))
    return _NOWHERE
