"""The event to go on at when the one that was looked at is left out."""

import numpy as np

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray


def nearest_event(study: Study, kept: BoolArray, first: int, event: int) -> int:
    """Give an event if it is kept, else the next one that is, else the last one before.

    Parameters
    ----------
    study : Study
        The events.
    kept : ndarray of bool, shape (n,)
        Which of the events of one prediction are kept; one is.
    first : int
        Number of the first of them.
    event : int
        Any event; that of another prediction is looked for where it stands in the text.

    Returns
    -------
    int
        Its number.
    """
    place = _place_of(study, first, first + len(kept), event)
    step = int(np.argmax(kept[place:])) if place < len(kept) else 0
    if place < len(kept) and kept[place + step]:
        return first + place + step
    return first + len(kept) - 1 - int(np.argmax(kept[::-1]))


def _place_of(study: Study, first: int, last: int, event: int) -> int:
    """Count the events of a range that stand before any event."""
    events = study.events
    if first <= event < last or event >= len(events):
        return event - first
    return int(np.searchsorted(events.end[first:last], events.start[event], side="right"))
