"""Where relation events and mention events meet: each relation event at the mention events of its arguments."""

from dataclasses import dataclass

import numpy as np

from nerinspect.analysis.events import SIDES
from nerinspect.analysis.relation_columns import has_relations
from nerinspect.analysis.relation_events import argument_events
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.corpus.kept import kept_with_owner


@dataclass(frozen=True, eq=False)
class Meetings:
    """Pairs of a relation event and the mention event of one of its arguments, each once.

    Attributes
    ----------
    relation : ndarray of int, shape (n_meetings,)
        Numbers of relation events; ascending, each at least once.
    event : ndarray of int, shape (n_meetings,)
        Numbers of mention events.
    """

    relation: AnyIntArray
    event: AnyIntArray


@kept_with_owner
def relation_meetings(study: Study) -> Meetings:
    """Pair each relation event with the mention events that an argument of either side lies in.

    Parameters
    ----------
    study : Study
        Any; without relations nothing meets.

    Returns
    -------
    Meetings
        Kept with the study.
    """
    if not has_relations(study):
        return Meetings(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))
    arguments = np.stack([events for side in SIDES for events in argument_events(study, side)], axis=1)
    is_new = arguments >= 0
    for place in range(1, arguments.shape[1]):
        for before in range(place):
            is_new[:, place] &= arguments[:, place] != arguments[:, before]
    relation, argument = np.nonzero(is_new)
    return Meetings(relation, arguments[relation, argument])
