"""Which reference type meets which predicted type, among the errors."""

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.events import TP, EventTable
from nerinspect.corpus.arrays import spread_ranges
from nerinspect.corpus.mentions import Mentions


def count_confusions(events: EventTable, reference: Mentions, predicted: Mentions) -> npt.NDArray[np.int64]:
    """Count mentions by reference and predicted type, correct ones left out.

    An event with one mention on each side counts for their pair of types. Every other mention that is not exactly
    matched meets none.

    Parameters
    ----------
    events : EventTable
        Events of one or more predictions.
    reference, predicted : Mentions
        The mentions their ranges count in, over one list of types.

    Returns
    -------
    ndarray of int64, shape (n_types + 1, n_types + 1)
        Rows are reference types, columns predicted types; the last of each is none.
    """
    n_types = len(reference.types)
    counts = np.zeros((n_types + 1, n_types + 1), dtype=np.int64)
    errors = events.rows(events.kind != TP)
    is_pair = (errors.ref_to - errors.ref_from == 1) & (errors.pred_to - errors.pred_from == 1)
    pairs, rest = errors.rows(is_pair), errors.rows(~is_pair)
    np.add.at(counts, (reference.type_codes[pairs.ref_from], predicted.type_codes[pairs.pred_from]), 1)
    alone = reference.type_codes[spread_ranges(rest.ref_from, rest.ref_to)]
    counts[:n_types, n_types] += np.bincount(alone, minlength=n_types)
    alone = predicted.type_codes[spread_ranges(rest.pred_from, rest.pred_to)]
    counts[n_types, :n_types] += np.bincount(alone, minlength=n_types)
    return counts
