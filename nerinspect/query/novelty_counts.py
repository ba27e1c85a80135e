"""Events by novelty of their mentions and by kind."""

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.study import Study
from nerinspect.query.selection import Selection


def novelty_matrix(study: Study, selection: Selection, first: int, last: int) -> npt.NDArray[np.int64]:
    """Count the events that match `tough:X kind:Y`, under everything selected but tough, seen and kind.

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
    raise NotImplementedError
