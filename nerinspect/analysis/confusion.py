"""Which reference type meets which predicted type, among the errors."""

import numpy as np
import numpy.typing as npt

from nerinspect.analysis.events import SIDES, TP, EventTable
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
        The mentions of both sides, over one list of types.

    Returns
    -------
    ndarray of int64, shape (n_types + 1, n_types + 1)
        Rows are reference types, columns predicted types; the last of each is none.
    """
    n_types = len(reference.types)
    counts = np.zeros((n_types + 1, n_types + 1), dtype=np.int64)
    is_pair = (events.n_mentions("reference") == 1) & (events.n_mentions("predicted") == 1)
    pairs, rest = is_pair & (events.kind != TP), ~is_pair
    types_of = {"reference": reference.type_codes, "predicted": predicted.type_codes}
    np.add.at(counts, tuple(types_of[side][events.mentions(side, pairs)] for side in SIDES), 1)
    alone = (np.bincount(types_of[side][events.mentions(side, rest)], minlength=n_types) for side in SIDES)
    counts[:n_types, n_types], counts[n_types, :n_types] = alone
    return counts
