"""The format `jsonl-spans`: JSON records of a text and its typed spans of characters."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import IntArray
from nerinspect.errors import CommandError, JsonShapeError
from nerinspect.io.formats.json_records import (
    Json,
    Place,
    Steps,
    elements,
    excerpt,
    first_records,
    lines_of,
    members,
    read_records,
    well_formed,
)
from nerinspect.io.formats.reader import CERTAIN, Guess, ReadOptions
from nerinspect.io.formats.span_records import (
    CHARACTERS_OF_TOKEN,
    FoundRelation,
    FoundSpan,
    SpanFile,
    SpanReader,
    SpanRecord,
)
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped

_STARTS: Final = ("start", "start_offset", "begin", "start_char")
_ENDS: Final = ("end", "end_offset", "stop", "end_char")
_TYPES: Final = ("label", "type", "labels", "entity_type", "entity", "tag", "entity_group")


class Item(NamedTuple):
    """An element of a list of spans, counted as the file counts, with a type at least.

    The key is what relations call it, the surface the characters that it repeats; None for nothing.
    """

    start: int
    end: int
    types: tuple[str, ...]
    key: str | int | None
    surface: str | None


def read_item(item: Json) -> Item | None:
    if isinstance(item, list):
        start, end, types = item[:3] if len(item) >= 3 else (None, None, None)
        key = surface = None
    elif isinstance(item, dict):
        start, end, types = (_first(item, names) for names in (_STARTS, _ENDS, _TYPES))
        key, surface = item.get("id"), item.get("text")
    else:
        return None
    start, end = (int(at) if type(at) is float and at.is_integer() else at for at in (start, end))
    names = tuple(well_formed(str(name)) for name in (types if isinstance(types, list) else [types]) if _is_type(name))
    if type(start) is not int or type(end) is not int or not names:
        return None
    is_name = isinstance(key, str | int)
    return Item(start, end, names, key if is_name else None, surface if isinstance(surface, str) else None)


def _is_type(name: Json) -> bool:
    return (isinstance(name, str) and name != "") or type(name) is int


def _first(item: dict[str, Json], names: Sequence[str]) -> Json:
    return next((item[name] for name in names if name in item), None)


class ItemWriter:
    """Writes elements of lists of spans as those that the file has; without one to go by, as objects or as lists."""

    def __init__(self, items: Sequence[Json], as_objects: bool) -> None:
        self._pattern = items[0] if items else {} if as_objects else []
        ids = [item.get("id") for item in items if isinstance(item, dict)]
        self._next_id = max((key for key in ids if type(key) is int), default=0) + 1
        self._has_ids = any(type(key) is int for key in ids)

    def new_item(self, record: SpanRecord, start: int, end: int, type_name: str, surface: str) -> Json:
        if isinstance(self._pattern, list):
            return [start, end, type_name]
        item: dict[str, Json] = {"id": self._next_id} if self._has_ids else {}
        self._next_id += 1
        for names, value in ((_STARTS, start), (_ENDS, end), (_TYPES, type_name)):
            name = next((name for name in names if name in self._pattern), names[0])
            item[name] = [value] if isinstance(self._pattern.get(name), list) else value
        if "text" in self._pattern:
            item["text"] = surface
        if record.tokens is not None and "token_start" in self._pattern:
            item["token_start"] = int(np.searchsorted(record.tokens[:, 0], start))
            item["token_end"] = int(np.searchsorted(record.tokens[:, 1], end))
        return item

    def with_types(self, item: Json, types: Sequence[str]) -> Json:
        if isinstance(item, list):
            return [*item[:2], types[0], *item[3:]]
        name = next(name for name in _TYPES if name in item)
        return {**item, name: list(types) if isinstance(item[name], list) else types[0]}


_TEXT_FIELDS: Final = ("text", "data", "sentence", "content")


class TextRecord(NamedTuple):
    """The object that holds the fields of a record, what leads there, and the text, if it has one."""

    body: dict[str, Json]
    text: str | None
    steps: Steps


def text_record(record: Json, text_field: str = "") -> TextRecord:
    """Take a record apart: an object with a field for its text, or a pair of a text and an object."""
    if isinstance(record, list) and len(record) == 2 and isinstance(record[0], str) and isinstance(record[1], dict):
        return TextRecord(record[1], record[0], (1,))
    if not isinstance(record, dict):
        return TextRecord({}, None, ())
    names = (text_field,) if text_field else _TEXT_FIELDS
    return TextRecord(record, next((record[name] for name in names if isinstance(record.get(name), str)), None), ())


def read_text_records(path: str, text: str, key: str | None) -> tuple[list[Place], list[int]]:
    """Find the records; an object without a text may hold them in a list."""
    places, lines = read_records(path, text)
    is_record = len(places) != 1 or text_record(places[0].value).text is not None
    lists = {} if is_record else _lists_of_records(text, places[0])
    if key is not None and key not in lists:
        known = f"it has {', '.join(lists)}" if lists else "leave out #"
        raise CommandError(f"{path} has no list of records called “{key}”; {known}")
    if key is None and len(lists) > 1:
        problem = f"the file has several lists: {', '.join(lists)}"
        raise JsonShapeError(path, problem, f"name one, as {path}#{next(iter(lists))}")
    if lists:
        places = list(elements(text, lists[key or next(iter(lists))].start))
        lines = lines_of(text, places)
    return places, lines


def first_of_each_list(record: Json) -> Iterator[Json]:
    """Give a record, and the first of each list that it holds if it has no text itself."""
    yield record
    if isinstance(record, dict) and text_record(record).text is None:
        yield from (value[0] for value in record.values() if isinstance(value, list) and value)


def _lists_of_records(text: str, whole: Place) -> dict[str, Place]:
    if not isinstance(whole.value, dict):
        return {}
    lists = {name: place for name, place in members(text, whole.start).items() if isinstance(place.value, list)}
    return {
        name: place for name, place in lists.items() if any(text_record(one).text is not None for one in place.value)
    }


_SPAN_FIELDS: Final = ("spans", "label", "labels", "entities", "annotations")
_LONG_RECORD: Final = re.compile(r'\s*+\[?\s*+\{(?:(?!"tokens"|"data").){,4000}?"text"\s*:\s*"', re.DOTALL)
_PAIR: Final = re.compile(r'[:\[\s]\[\s*"(?:[^"\\]|\\.)*+"\s*,\s*\{\s*"entities"\s*:\s*\[')
_LEFT_OUT: Final = ("reject", "ignore", "null")
_SHAPE: Final = 'write {"text": "…", "label": [[start, end, "TYPE"], …]} in each line'


_RECORDS_BETWEEN_CHECKPOINTS: Final = 2000


class JsonlSpansReader(SpanReader):
    """Records such as doccano, Prodigy and spaCy have: a text, and spans that count its characters."""

    name = "jsonl-spans"
    title = "JSON texts with spans (doccano, Prodigy, spaCy)"
    suffixes = (".jsonl", ".json")
    takes = "text"

    def guess(self, path: str, head: bytes) -> Guess | None:
        """Look for a record with a text and a list of spans; tokens that are words alone belong to other formats."""
        text = head.decode(errors="ignore")
        records = first_records(text)
        if not records and _LONG_RECORD.match(text):
            return Guess(CERTAIN, "by content: a long record with text")
        if _PAIR.search(text):
            return Guess(CERTAIN, "by content: pairs of a text and its entities, as spaCy has them")
        for record in chain.from_iterable(first_of_each_list(record) for record in records):
            body, own_text, _ = text_record(record)
            field = next((name for name in _SPAN_FIELDS if _is_span_list(body.get(name))), None)
            words = body.get("tokens")
            are_words = isinstance(words, list) and words != [] and not isinstance(words[0], dict)
            if own_text is None or field is None or "annotation_id" in body or are_words:
                continue
            tool = "Prodigy" if "answer" in body or "_task_hash" in body else "doccano" if field == "label" else ""
            reason = f"by content: a record with text and {field}"
            return Guess(CERTAIN, f"{reason}, as {tool} has them" if tool else reason)
        return None

    def parse(self, path: str, text: str, options: ReadOptions, checkpoint: Checkpoint) -> SpanFile:
        """Find texts and spans, but for records that were rejected or ignored."""
        places, lines = read_text_records(path, text, options.key)
        parts = [text_record(place.value, options.token_field) for place in places]
        field, notes = _span_field(path, [one.body for one in parts], options.label_field)
        records, left_out = [], []
        n_bare = 0
        for number, (part, place, line) in enumerate(zip(parts, places, lines, strict=True), start=1):
            answer = "null" if place.value is None else part.body.get("answer")
            if answer in _LEFT_OUT:
                left_out.append(f"record {grouped(number)}, {answer}")
                continue
            if part.text is None:
                name = options.token_field or "text"
                raise JsonShapeError(
                    path, f"record {grouped(number)} has no {name}: {excerpt(place.value)}", _SHAPE, line
                )
            records.append(_record(path, number, line, part, field))
            n_bare += isinstance(part.body.get("tokens"), list) and records[-1].tokens is None
            if not number % _RECORDS_BETWEEN_CHECKPOINTS:
                checkpoint(place.end // CHARACTERS_OF_TOKEN, len(text) // CHARACTERS_OF_TOKEN)
        if left_out:
            notes.append(
                f"{counted(len(left_out), 'record')} left out, rejected, ignored or null; the first: {left_out[0]}"
            )
        if n_bare:
            notes.append(f"{counted(n_bare, 'record')} with tokens that have no positions: the text is cut by rule")
        items = [item for one in parts for item in _listed(one.body, field)]
        writer = ItemWriter(items, as_objects=field == "spans")
        return SpanFile(text, places, records, tuple(notes), writer.new_item, writer.with_types)


def _span_field(path: str, bodies: Sequence[dict[str, Json]], wanted: str) -> tuple[str, list[str]]:
    """Choose the field of the spans: the first usual one that holds some, else the first that holds a list."""
    if wanted:
        if not any(wanted in body for body in bodies):
            raise JsonShapeError(path, f"no record has a field called {wanted}", "name another with --label-field")
        return wanted, []
    with_spans = [name for name in _SPAN_FIELDS if any(body.get(name) and _is_span_list(body[name]) for body in bodies)]
    with_lists = [name for name in _SPAN_FIELDS if any(isinstance(body.get(name), list) for body in bodies)]
    chosen = [*with_spans, *with_lists, "label"][0]
    others = " and ".join(with_spans[1:])
    return chosen, [f"spans are those of {chosen}, not of {others}; --label-field names another"] if others else []


def _is_span_list(value: Json) -> bool:
    return isinstance(value, list) and (not value or read_item(value[0]) is not None)


def _listed(body: dict[str, Json], field: str) -> list[Json]:
    items = body.get(field)
    return items if isinstance(items, list) else []


def _record(path: str, number: int, line: int, part: TextRecord, field: str) -> SpanRecord:
    body = part.body
    listed = body.get(field)
    if listed is not None and not isinstance(listed, list):
        problem = f"record {grouped(number)}: {field} is not a list of spans: {excerpt(listed)}"
        raise JsonShapeError(path, problem, "name the field of the spans with --label-field", line)
    spans: list[FoundSpan] = []
    by_key: dict[object, int] = {}
    for place, listed_item in enumerate(listed or []):
        item = read_item(listed_item)
        if item is None:
            problem = f"record {grouped(number)}: this in {field} is not a span: {excerpt(listed_item)}"
            raise JsonShapeError(path, problem, _SHAPE, line)
        by_key.setdefault((item.start, item.end), len(spans))
        by_key.setdefault(item.key, len(spans))
        spans += [FoundSpan(item.start, item.end, name, place, item.surface) for name in item.types]
    name = body.get("id", "")
    return SpanRecord(
        number,
        line,
        part.text or "",
        spans,
        list(_relations(body.get("relations"), by_key)),
        (*part.steps, field),
        (*part.steps, "relations"),
        well_formed(str(name)) if isinstance(name, str | int) else "",
        _tokens(body.get("tokens")),
    )


def _relations(relations: Json, by_key: dict[object, int]) -> Iterator[FoundRelation]:
    """Read relations of doccano (`from_id`, `to_id`) and Prodigy (`head_span`, `child_span`); others join nothing."""
    given = relations if isinstance(relations, list) else [relations] if relations else []
    for item, one in enumerate(given):
        relation: dict[str, Json] = one if isinstance(one, dict) else {}
        name = relation.get("type", relation.get("label", "relation"))
        ends = [relation.get(end) for end in ("from_id", "to_id")]
        if "head_span" in relation:
            spans = [relation.get(end) for end in ("head_span", "child_span")]
            ends = [(span.get("start"), span.get("end")) if isinstance(span, dict) else None for span in spans]
        head, tail = (by_key.get(end, -1) if isinstance(end, str | int | tuple) else -1 for end in ends)
        yield FoundRelation(head, tail, well_formed(str(name)), item)


def _tokens(tokens: Json) -> IntArray | None:
    if not isinstance(tokens, list) or not all(isinstance(token, dict) for token in tokens):
        return None
    offsets = [(token.get("start"), token.get("end")) for token in tokens]
    if not all(type(at) is int and 0 <= at < 1 << 31 for pair in offsets for at in pair):
        return None
    return np.array(offsets, dtype=np.int32).reshape(-1, 2)


READER = JsonlSpansReader()
