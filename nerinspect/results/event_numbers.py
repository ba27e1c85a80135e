"""The ids of all events of a study as numbers, to find events by them."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.study import Study
from nerinspect.corpus.kept import kept_with_owner
from nerinspect.results.events_table import events_table

IdArray: TypeAlias = npt.NDArray[np.uint64]


@kept_with_owner
def event_numbers(study: Study) -> IdArray:
    """Read the id of each event as a number of 16 hexadecimal digits. Shape (n_events,)."""
    ids = (int(str(event), 16) for (event,) in events_table(study, columns=("event",)))
    return np.fromiter(ids, dtype=np.uint64, count=len(study.events))
