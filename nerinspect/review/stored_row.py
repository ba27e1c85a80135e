"""Decisions as rows of a review file: written, and read with distrust."""

import json
from functools import lru_cache
from typing import Any, Final, NamedTuple

from nerinspect.analysis.decisions import Decision, Reading
from nerinspect.review.stored_event import EVENT_PARTS, StoredEvent, stored_event

_DECISION_PARTS: Final = ("verdict", "causes", "flag", "note", "corrected_spans", "decided", "who")
COLUMNS: Final = ", ".join(f'"{name}"' for name in (*EVENT_PARTS, *_DECISION_PARTS))
PLACES: Final = ", ".join("?" * (len(EVENT_PARTS) + len(_DECISION_PARTS)))

_TYPES: Final = (str, str, *(int,) * 4, *(str,) * 6, int, *(str,) * 4)
"""Of the columns; the right reading, the third from the end, may be missing."""
_TYPES_WITHOUT_READING: Final = (*_TYPES[:-3], type(None), *_TYPES[-2:])
_NUMBERS: Final = slice(2, 6)
_N_PLAIN: Final = len(EVENT_PARTS) - 2  # the two readings come last
_MOST: Final = 2**31
"""No position, sentence or run is as large."""
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


def decision_of(row: tuple[Any, ...]) -> StoredDecision | None:
    """Read a row; None if a value is of another type, out of range, or cannot be understood."""
    types, numbers = tuple(map(type, row)), row[_NUMBERS]
    if types not in (_TYPES, _TYPES_WITHOUT_READING) or min(numbers) < 0 or max(numbers) >= _MOST:
        return None
    *plain, reference, predicted, verdict, causes, flag, note, corrected, decided, who = row
    try:
        event = stored_event((*plain, _spans(reference), _spans(predicted)))
        correction = None if corrected is None else _spans(corrected)
        return StoredDecision(event, Decision(verdict, _words(causes), bool(flag), note, correction, decided, who))
    except (ValueError, TypeError, RecursionError):
        return None


_json = lru_cache(_KEPT)(json.JSONEncoder(ensure_ascii=False).encode)
"""Writes tuples."""


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
