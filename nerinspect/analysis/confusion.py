"""Which reference type meets which predicted type, among the errors."""

import numpy as np

from nerinspect.analysis.events import SIDES, TP, EventTable
from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.mentions import Mentions


def confused_types(events: EventTable, reference: Mentions, predicted: Mentions) -> tuple[IntArray, IntArray]:
    """Pair mentions by reference and predicted type, correct ones left out.

    The two mentions of an event with one on each side are a pair. Every other mention that is not exactly matched
    meets none.

    Parameters
    ----------
    events : EventTable
        Events of one or more predictions.
    reference, predicted : Mentions
        The mentions of both sides, over one list of types.

    Returns
    -------
    tuple of ndarray of int32, shape (n_pairs,)
        The codes of reference types and of predicted types; none has the number of types as its code.
    """
    is_pair = (events.n_mentions("reference") == 1) & (events.n_mentions("predicted") == 1)
    confused, rest = is_pair & (events.kind != TP), ~is_pair
    ours, theirs = (
        [mentions.type_codes[events.mentions(side, chosen)] for chosen in (confused, rest)]
        for side, mentions in zip(SIDES, (reference, predicted), strict=True)
    )
    none = np.full(max(len(ours[1]), len(theirs[1])), len(reference.types), dtype=np.int32)
    return (
        np.concatenate([*ours, none[: len(theirs[1])]]),
        np.concatenate([theirs[0], none[: len(ours[1])], theirs[1]]),
    )
