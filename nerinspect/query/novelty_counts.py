"""Events by novelty of their mentions and by kind."""

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.novelty import NOVELTIES
from nerinspect.analysis.study import Study
from nerinspect.query.fields.tough import TOUGH
from nerinspect.query.selection import Selection
from nerinspect.query.tough_counts import OWN_FIELDS


def novelty_matrix(study: Study, selection: Selection, first: int, last: int) -> npt.NDArray[np.int64]:
    """Count the events that match `tough:X kind:Y`, under everything selected but subsets and kind.

    Parameters
    ----------
    study : Study
        With training.
    selection : Selection
        What is selected in all panels.
    first, last : int
        Half-open range of the events on show.

    Returns
    -------
    ndarray of int64, shape (3, 6)
        In the order of `NOVELTIES` down, which name subsets, and `KINDS` across.

    Notes
    -----
    An event is counted by its reference mentions, or by the predicted ones if it has none, in every row that one of
    them belongs to: the sum can exceed the number of events.
    """
    rows, kept = slice(first, last), selection.without_field(*OWN_FIELDS, "kind").mask(study)
    kinds = study.events.kind[rows]
    found = (TOUGH.mask(study, (novelty,)) & kept for novelty in NOVELTIES)
    return np.stack([np.bincount(kinds[row[rows]], minlength=len(KINDS)) for row in found])
