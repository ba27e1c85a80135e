"""Find the events that stored decisions are about in a study, and list those that are no longer there."""

from collections.abc import Collection, Sequence

import numpy as np

from nerinspect.analysis.decisions import Decision
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.results.event_numbers import event_numbers
from nerinspect.results.events_table import events_table
from nerinspect.review.stored_event import StoredEvent
from nerinspect.review.stored_row import StoredDecision


def attached(
    study: Study, stored: Sequence[StoredDecision], same: Collection[tuple[str, int]] = ()
) -> tuple[dict[int, Decision], list[StoredDecision]]:
    """Find the events of a study that decisions are about.

    Parameters
    ----------
    study : Study
        Loaded from the sources of the review, which may have changed.
    stored : sequence of StoredDecision
        What the review holds about events of mentions.
    same : collection of (str, int)
        Predictions whose events stand where they stood, see `review/sameness.py`.

    Returns
    -------
    decisions : dict of int to Decision
        By event number.
    lost : list of StoredDecision
        Those whose event is no longer there.
    """
    found = found_events(study, [one.event for one in stored], same)
    decisions: dict[int, Decision] = {}
    lost = []
    for one, event in zip(stored, found, strict=True):
        if event < 0:
            lost.append(one)
        else:
            decisions[event] = one.decision
    return decisions, lost


def found_events(study: Study, stored: Sequence[StoredEvent], same: Collection[tuple[str, int]] = ()) -> list[int]:
    """Find events of a study; -1 for those that are no longer there."""
    found: AnyIntArray = _expected(study, stored)
    unsure = [place for place, one in enumerate(stored) if (one.system, one.run) not in same]
    if unsure:
        found[unsure] = _found_by_id(study, [stored[place].event for place in unsure], found[unsure])
    events: list[int] = found.tolist()
    return events


def events_by_id(study: Study, ids: Sequence[str]) -> list[int]:
    """Find events by their ids; -1 where there is none, or the id is none."""
    found: list[int] = _found_by_id(study, ids, np.full(len(ids), -1)).tolist()
    return found


def _found_by_id(study: Study, ids: Sequence[str], expected: AnyIntArray) -> AnyIntArray:
    """Find events by their ids, first where they are expected: the ids of all events take their time."""
    found = np.full(len(ids), -1, dtype=np.int64)
    places = np.flatnonzero(expected >= 0)
    order = places[np.argsort(expected[places], kind="stable")]  # ids of one sentence behind each other are quickest
    rows = events_table(study, expected[order], columns=("event",))
    for place, (event,) in zip(order.tolist(), rows, strict=True):
        if event == ids[place]:
            found[place] = expected[place]
    missing = np.flatnonzero(found < 0)
    if len(missing):
        found[missing] = _searched(study, [ids[place] for place in missing.tolist()])
    return found


def _searched(study: Study, ids: Sequence[str]) -> AnyIntArray:
    """Look ids up among those of all events."""
    numbers = event_numbers(study)
    order = np.argsort(numbers, kind="stable")
    wanted = np.array([_number(one) for one in ids], dtype=np.uint64)
    place = np.minimum(np.searchsorted(numbers, wanted, sorter=order), max(len(order) - 1, 0))
    if not len(order):
        return np.full(len(ids), -1, dtype=np.int64)
    found = order[place]
    is_there = (numbers[found] == wanted) & np.array([_is_id(one) for one in ids], dtype=bool)
    return np.where(is_there, found, -1)


def _expected(study: Study, stored: Sequence[StoredEvent]) -> AnyIntArray:
    """Say which event stands where each stored one stood; -1 where none does."""
    numbers = {(one.system, one.run): number for number, one in enumerate(study.predictions)}
    n_sentences, sentence_start = study.text.n_sentences, study.text.sentence_start
    events, first = study.events, study.event_start
    expected = np.full(len(stored), -1, dtype=np.int64)
    by_prediction: dict[int, list[tuple[int, int, int]]] = {}
    for place, event in enumerate(stored):
        number = numbers.get((event.system, event.run))
        if number is not None and 1 <= event.sentence <= n_sentences:
            zero = int(sentence_start[event.sentence - 1])
            by_prediction.setdefault(number, []).append((place, zero + event.start, zero + event.end))
    for number, wanted in by_prediction.items():
        place, start, end = np.array(wanted, dtype=np.int64).T
        low, high = first[number : number + 2].tolist()
        if low == high:
            continue
        at = low + np.searchsorted(events.start[low:high], start)
        at_there = np.minimum(at, high - 1)
        fits = (at < high) & (events.start[at_there] == start) & (events.end[at_there] == end)
        expected[place[fits]] = at_there[fits]
    return expected


def _is_id(text: str) -> bool:
    return len(text) == 16 and all(letter in "0123456789abcdef" for letter in text)


def _number(text: str) -> int:
    return int(text, 16) if _is_id(text) else 0
