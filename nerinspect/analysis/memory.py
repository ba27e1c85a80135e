"""Reference mentions that one system has and another has not, such as memory of the training data and a model."""

import numpy as np

from nerinspect.analysis.study import Study
from nerinspect.analysis.tough import matched
from nerinspect.corpus.arrays import BoolArray


def first_run(study: Study, system: str) -> int | None:
    """Give the number of the prediction that is the first run of a system; None if there is no such system."""
    return next((number for number, other in enumerate(study.predictions) if other.system == system), None)


def is_right(study: Study, system: str) -> BoolArray:
    """Tell which reference mentions a system has exactly: same extent, same type.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    system : str
        A name; the first of its runs is judged.

    Returns
    -------
    ndarray of bool, shape (n_reference,)
        A new array; all false for a system that is not there.
    """
    run = first_run(study, system)
    return np.zeros(len(study.reference.mentions), dtype=bool) if run is None else matched(study)[run].copy()


def only_right(study: Study, system: str, other: str) -> BoolArray:
    """Tell which reference mentions a system has exactly and another has not, by the first run of each."""
    return is_right(study, system) & ~is_right(study, other)
