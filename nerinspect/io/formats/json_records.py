"""JSON files of many records, one a line or in one array, with the places of all their parts."""

import json
import re
from bisect import bisect_left
from collections.abc import Generator, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from nerinspect.errors import JsonShapeError, shown

Json: TypeAlias = Any  # what a piece of JSON may be

Steps: TypeAlias = tuple[str | int, ...]  # names and numbers that lead from a record to a part of it

DOCUMENT_FIELD: Final = "document"
"""Where a record of one sentence says in which document it stands, by name or by number."""

_BLANKS: Final = re.compile(r"[ \t\n\r]*")


class GivenTwiceError(Exception):
    """An object has two values of one name: only one of them could be read."""


def each_name_once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise GivenTwiceError(next(name for name in names if names.count(name) > 1))
    return found


_DECODER: Final = json.JSONDecoder()
_STRICT: Final = json.JSONDecoder(object_pairs_hook=each_name_once)


class Place(NamedTuple):
    """A value and its half-open position in the text of the file."""

    value: Json
    start: int
    end: int


def read_records(path: str, text: str) -> tuple[list[Place], list[int]]:
    """Read all records of a file in their order, each with the physical line it begins in, from 1.

    They are JSON values behind each other, one a line as a rule, or one array of them. An array that begins with a
    string is a record by itself.
    """
    try:
        records = list(_records(text, _STRICT))
    except json.JSONDecodeError as error:
        line = text.count("\n", 0, min(error.pos, len(text.rstrip()))) + 1
        raise JsonShapeError(path, f"this is not valid JSON ({error.msg})", "fix the file", line) from None
    except GivenTwiceError as error:
        raise JsonShapeError(path, f"an object gives {shown(error.args[0])} twice", "leave out one of them") from None
    except (RecursionError, ValueError):
        raise JsonShapeError(
            path, "the JSON is nested too deeply, or holds too long a number", "fix the file"
        ) from None
    return records, lines_of(text, records)


def lines_of(text: str, places: Sequence[Place]) -> list[int]:
    """Give the physical line each place begins in, from 1."""
    line_ends = [found.start() for found in re.finditer("\n", text)]
    return [bisect_left(line_ends, place.start) + 1 for place in places]


def first_records(text: str) -> list[Json]:
    """Read the records that are whole in the beginning of a file."""
    found = []
    try:
        for record in _records(text, _DECODER):
            found.append(record.value)  # noqa: PERF401 - what was found before the end of the text counts
    except (ValueError, RecursionError):
        pass
    return found


def elements(text: str, start: int, decoder: json.JSONDecoder = _DECODER) -> Generator[Place, None, int]:
    """Give the elements of the array that begins at a position; return where it ends."""
    at = _skip(text, start + 1)
    while text[at : at + 1] != "]":
        place = _value(text, at, decoder)
        yield place
        at = _skip(text, place.end)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != "]":
            raise json.JSONDecodeError("Expecting ',' or ']'", text, at)
    return at + 1


def members(text: str, start: int) -> dict[str, Place]:
    """Give the values of the object that begins at a position, by name."""
    found = {}
    at = _skip(text, start + 1)
    while text[at : at + 1] != "}":
        name = _value(text, at)
        found[name.value] = place = _value(text, _skip(text, _skip(text, name.end) + 1))
        at = _skip(text, place.end)
        at = _skip(text, at + 1) if text[at] == "," else at
    return found


def place_of(text: str, record: Place, steps: Steps) -> Place | None:
    """Find a part of a record by the names and numbers that lead to it; None if it has none."""
    place: Place | None = record
    for step in steps:
        if place is None:
            return None
        if isinstance(step, int):
            place = dict(enumerate(elements(text, place.start))).get(step) if isinstance(place.value, list) else None
        else:
            place = members(text, place.start).get(step) if isinstance(place.value, dict) else None
    return place


def written_like(value: Json, text: str, record: Place) -> str:
    """Write a value with the blanks and the escapes that a record uses."""
    sample = text[record.start : record.end]
    colon = ":" if re.search(r'":[^ \n]', sample) else ": "
    comma = "," if colon == ":" else ", "
    return json.dumps(value, ensure_ascii=sample.isascii() and "\\u" in sample, separators=(comma, colon))


def replaced(text: str, changes: Sequence[tuple[int, int, str]]) -> str:
    """Put other text in some places, none of which overlap."""
    parts, at = [], 0
    for start, end, new in sorted(changes):
        parts += [text[at:start], new]
        at = end
    return "".join([*parts, text[at:]])


def well_formed(text: str) -> str:
    """Write half characters, which JSON can hold and UTF-8 cannot, as escapes."""
    return text.encode(errors="backslashreplace").decode()


def document_said(record: dict[str, Json]) -> str | int | None:
    """Give what a record says of its document: a name, a number, or nothing."""
    said = record.get(DOCUMENT_FIELD)
    return well_formed(said) if isinstance(said, str) else said if type(said) is int else None


def excerpt(value: Json) -> str:
    return shown(well_formed(json.dumps(value, ensure_ascii=False)), 80)


def _records(text: str, decoder: json.JSONDecoder) -> Iterator[Place]:
    at = _skip(text, int(text.startswith("\ufeff")))
    if text[at : at + 1] == "[" and text[(first := _skip(text, at + 1)) : first + 1] != '"':
        at = _skip(text, (yield from elements(text, at, decoder)))
        if at < len(text):
            raise json.JSONDecodeError("Extra data", text, at)
    while at < len(text):
        place = _value(text, at, decoder)
        yield place
        at = _skip(text, place.end)


def _value(text: str, at: int, decoder: json.JSONDecoder = _DECODER) -> Place:
    value, end = decoder.raw_decode(text, at)
    return Place(value, at, end)


def _skip(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    assert found is not None
    return found.end()
