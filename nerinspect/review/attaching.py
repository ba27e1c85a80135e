"""Events and decisions as a review file names them, and their events found again in a study."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, repeat
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.events.decision import Decision, Reading
from nerinspect.events.study import Study
from nerinspect.lists.mentions import MENTIONS, event_numbers
from nerinspect.lists.sorts import EventSort

_Row = TypeVar("_Row", bound=tuple[Any, ...])

OF_RELATIONS: Final = "relation:"
"""How the kinds of relation events begin in a file; those of mentions stand as they are."""


class StoredEvent(NamedTuple):
    """One event as the table of events has it, by its id; positions count in the sentence; see `stored_events`."""

    event: str
    system: str
    run: int
    sentence: int
    start: int
    end: int
    kind: str
    text: str
    reference_spans: Reading
    predicted_spans: Reading

    @property
    def is_of_relations(self) -> bool:
        """Whether it is a relation event."""
        return self.kind.startswith(OF_RELATIONS)

    @property
    def sort(self) -> EventSort:
        if not self.is_of_relations:
            return MENTIONS
        from nerinspect.lists.relations import RELATIONS  # few reviews are about relations

        return RELATIONS


EVENT_PARTS = StoredEvent._fields  # what is kept of an event, under the names of the events table


def stored_events(sort: EventSort, study: Study, events: Iterable[int]) -> Iterator[StoredEvent]:
    """Describe some events of a study, in the order given.

    Of a relation event, the kind begins with `OF_RELATIONS`, the spans are those of head and tail, and the text is the
    relation in words.
    """
    order = np.fromiter(events, dtype=np.int64)
    if sort is MENTIONS:
        yield from map(stored_event, MENTIONS.table(study, order, EVENT_PARTS))
        return
    parts = ["words" if name == "text" else name for name in EVENT_PARTS]
    for one in map(stored_event, sort.table(study, order, parts)):
        yield one._replace(kind=f"{OF_RELATIONS}{one.kind}")


def stored_event(row: Sequence[Any]) -> StoredEvent:
    """Make an event of its parts, in the order of `EVENT_PARTS`."""
    *plain, reference, predicted = row
    return StoredEvent._make((*plain, tuple(reference), tuple(predicted)))


_DECISION_PARTS: Final = ("verdict", "causes", "flag", "note", "corrected_spans", "decided", "who")
COLUMNS: Final = ", ".join(f'"{name}"' for name in (*EVENT_PARTS, *_DECISION_PARTS))
PLACES: Final = ", ".join("?" * (len(EVENT_PARTS) + len(_DECISION_PARTS)))

_TEXT, _NUMBER = frozenset[object]({str}), frozenset[object]({int})
_TYPES: Final = (
    *(_TEXT,) * 2, *(_NUMBER,) * 4, *(_TEXT,) * 6, _NUMBER, _TEXT, _TEXT | {type(None)}, *(_TEXT,) * 2,
)  # fmt: skip
"""Of the columns; the right reading, the third from the end, may be missing."""
_NUMBERS: Final = slice(2, 6)
_N_PLAIN: Final = len(EVENT_PARTS) - 2  # the two readings come last
_MOST: Final = 2**31  # no position, sentence or run is as large
_KEPT: Final = 10_000
"""So many texts are neither read nor written twice: most events have the spans and the causes of others."""


class StoredDecision(NamedTuple):
    """A decision with the event it is about."""

    event: StoredEvent
    decision: Decision


def row_of(event: StoredEvent, decision: Decision) -> tuple[object, ...]:
    """Write a decision as a row."""
    return (
        *event[:_N_PLAIN],
        *map(_json, event[_N_PLAIN:]),
        decision.verdict,
        _json(decision.causes),
        int(decision.flag),
        decision.note,
        None if decision.correction is None else _json(decision.correction),
        decision.decided,
        decision.who,
    )


def decisions_of(rows: Sequence[tuple[Any, ...]]) -> list[StoredDecision]:
    """Read rows; one with a value of another type, out of range, or that cannot be understood is left out."""
    try:
        return _read(rows)
    except (ValueError, TypeError, RecursionError):
        if len(rows) == 1:
            return []
    return [one for row in rows for one in decisions_of([row])]


def _read(rows: Sequence[tuple[Any, ...]]) -> list[StoredDecision]:
    """Read rows by columns, all of them or none."""
    columns = list(zip(*rows, strict=True))
    for column, allowed in zip(columns, _TYPES, strict=bool(rows)):
        if allowed is _TEXT:
            "".join(column)  # which takes nothing else, and asks quickest
        elif not {*map(type, column)} <= allowed:
            raise TypeError
    if any(min(column) < 0 or max(column) >= _MOST for column in columns[_NUMBERS]):
        raise ValueError
    if not rows:
        return []
    *plain, reference, predicted, verdict, causes, flag, note, corrected, decided, who = columns
    events = _each(StoredEvent, *plain, map(_spans, reference), map(_spans, predicted))
    corrections = (None if text is None else _spans(text) for text in corrected)
    decisions = map(_decision, verdict, map(_words, causes), map(bool, flag), note, corrections, decided, who)
    return list(_each(StoredDecision, events, decisions))


def _each(kind: type[_Row], *columns: Iterable[object]) -> Iterator[_Row]:
    """Make a named tuple of each row of some columns, without a call of its own for each."""
    return map(tuple.__new__, repeat(kind), zip(*columns, strict=True))


_decision = lru_cache(_KEPT)(Decision)
_json = lru_cache(_KEPT)(json.JSONEncoder(ensure_ascii=False).encode)  # writes tuples


@lru_cache(_KEPT)
def _spans(text: str) -> Reading:
    spans = tuple((start, end, name) for start, end, name in json.loads(text))
    for start, end, name in spans:
        if (type(start), type(end), type(name)) != (int, int, str) or not 0 <= start < end < _MOST:
            raise ValueError(text)
        name.encode()  # JSON can hold half characters
    return spans


@lru_cache(_KEPT)
def _words(text: str) -> tuple[str, ...]:
    words = json.loads(text)
    if type(words) is not list or not all(type(word) is str for word in words):
        raise ValueError(text)
    "".join(words).encode()
    return tuple(words)


def attached(
    study: Study, stored: Sequence[StoredDecision], same: Collection[tuple[str, int]] = ()
) -> tuple[dict[int, Decision], list[StoredDecision]]:
    """Find the events of a study that decisions are about, and the decisions whose event is no longer there.

    Files may have changed since; `same` are the predictions whose events stand where they stood, see
    `same_predictions`.
    """
    found = found_events(study, [event for event, _ in stored], same)
    decisions = dict(zip(found, [decision for _, decision in stored], strict=True))
    if decisions.pop(-1, None) is None:
        return decisions, []
    return decisions, [one for event, one in zip(found, stored, strict=True) if event < 0]


def found_events(study: Study, stored: Sequence[StoredEvent], same: Collection[tuple[str, int]] = ()) -> list[int]:
    """Find events of a study; -1 for those that are no longer there."""
    found: AnyIntArray = _expected(study, stored)
    if {one[1:3] for one in stored} - {*same}:  # system and run
        unsure = [place for place, one in enumerate(stored) if (one.system, one.run) not in same]
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
    for place, event in zip(order.tolist(), MENTIONS.ids(study, expected[order]), strict=True):
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
    wanted = np.array([int(one, 16) if _is_id(one) else 0 for one in ids], dtype=np.uint64)
    place = np.minimum(np.searchsorted(numbers, wanted, sorter=order), max(len(order) - 1, 0))
    if not len(order):
        return np.full(len(ids), -1, dtype=np.int64)
    found = order[place]
    is_there = (numbers[found] == wanted) & np.array([_is_id(one) for one in ids], dtype=bool)
    return np.where(is_there, found, -1)


def _expected(study: Study, stored: Sequence[StoredEvent]) -> AnyIntArray:
    """Say which event stands where each stored one stood; -1 where none does."""
    expected = np.full(len(stored), -1, dtype=np.int64)
    if not stored:
        return expected
    _, systems, runs, *positions = islice(zip(*stored, strict=True), 6)
    sentence, start, end = np.array(positions, dtype=np.int64)
    numbers = {(one.system, one.run): number for number, one in enumerate(study.predictions)}
    of_prediction = np.array([*map(numbers.get, zip(systems, runs, strict=True), repeat(-1))])
    of_prediction[(sentence < 1) | (sentence > study.text.n_sentences)] = -1
    events, first = study.events, study.event_start
    for number in np.unique(of_prediction[of_prediction >= 0]).tolist():
        low, high = first[number : number + 2].tolist()
        if low == high:
            continue
        place = np.flatnonzero(of_prediction == number)
        zero = study.text.sentence_start[sentence[place] - 1]
        order = np.argsort(zero + start[place])  # what is searched in order is found three times as fast
        place, zero = place[order], zero[order]
        at = low + np.searchsorted(events.start[low:high], zero + start[place])
        at_there = np.minimum(at, high - 1)
        fits = at < high
        fits &= (events.start[at_there] == zero + start[place]) & (events.end[at_there] == zero + end[place])
        expected[place[fits]] = at_there[fits]
    return expected


def _is_id(text: str) -> bool:
    return len(text) == 16 and all(letter in "0123456789abcdef" for letter in text)
