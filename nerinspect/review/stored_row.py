"""Decisions as rows of a review file: written, and read with distrust."""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from nerinspect.analysis.decisions import Decision, Reading
from nerinspect.review.stored_event import EVENT_PARTS, StoredEvent

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
        if not {*map(type, column)} <= allowed:
            raise TypeError
    if any(min(column) < 0 or max(column) >= _MOST for column in columns[_NUMBERS]):
        raise ValueError
    if not rows:
        return []
    *plain, reference, predicted, verdict, causes, flag, note, corrected, decided, who = columns
    events = map(StoredEvent, *plain, map(_spans, reference), map(_spans, predicted))
    corrections = (None if text is None else _spans(text) for text in corrected)
    decisions = map(_decision, verdict, map(_words, causes), map(bool, flag), note, corrections, decided, who)
    return list(map(StoredDecision, events, decisions))


_decision = lru_cache(_KEPT)(Decision)
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
