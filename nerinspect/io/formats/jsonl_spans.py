"""The format `jsonl-spans`: JSON records of a text and its typed spans of characters.

Doccano, Prodigy and spaCy's training pairs have this form, and most exports made by hand.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.errors import JsonShapeError, counted
from nerinspect.io.content import Content
from nerinspect.io.formats.json_records import (
    Json,
    excerpt,
    first_records,
    well_formed,
)
from nerinspect.io.formats.reader import CERTAIN, Guess
from nerinspect.io.formats.span_items import ItemWriter, read_item
from nerinspect.io.formats.span_records import (
    CHARACTERS_OF_TOKEN,
    FoundRelation,
    FoundSpan,
    SpanFile,
    SpanRecord,
    raw_file,
)
from nerinspect.io.formats.span_writing import rewritten
from nerinspect.io.formats.text_records import TextRecord, first_of_each_list, read_text_records, text_record
from nerinspect.io.label_edit import edited_text
from nerinspect.io.raw import RawFile
from nerinspect.io.read_options import ReadOptions
from nerinspect.progress import Checkpoint, no_checkpoint

_SPAN_FIELDS: Final = ("spans", "label", "labels", "entities", "annotations")
_LONG_RECORD: Final = re.compile(r'\s*+\[?\s*+\{(?:(?!"tokens"|"data").){,4000}?"text"\s*:\s*"', re.DOTALL)
_PAIR: Final = re.compile(r'[:\[\s]\[\s*"(?:[^"\\]|\\.)*+"\s*,\s*\{\s*"entities"\s*:\s*\[')
_LEFT_OUT: Final = ("reject", "ignore", "null")
_SHAPE: Final = 'write {"text": "…", "label": [[start, end, "TYPE"], …]} in each line'


_RECORDS_BETWEEN_CHECKPOINTS: Final = 2000


class JsonlSpansReader:
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

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        """Read texts and mentions."""
        file = _parse(content.path, content.data.decode(), options, checkpoint)
        return raw_file(content, self.name, file, options, checkpoint)

    def with_mentions(self, raw: RawFile, mentions: Mentions) -> bytes:
        """Write mentions back; records whose mentions stay keep every byte."""
        content, options = raw.content, raw.options

        def edit(text: str) -> str:
            return rewritten(_parse(content.path, text, options), content.path, options, mentions)

        return edited_text(content.original, content.text_encoding, edit)


def _parse(path: str, text: str, options: ReadOptions, checkpoint: Checkpoint = no_checkpoint) -> SpanFile:
    places, lines = read_text_records(path, text, options.key)
    parts = [text_record(place.value, options.token_field) for place in places]
    field, notes = _span_field(path, [one.body for one in parts], options.label_field)
    records, left_out = [], []
    n_bare = 0
    for number, (part, place, line) in enumerate(zip(parts, places, lines, strict=True), start=1):
        answer = "null" if place.value is None else part.body.get("answer")
        if answer in _LEFT_OUT:
            left_out.append(f"record {number:,}, {answer}")
            continue
        if part.text is None:
            name = options.token_field or "text"
            raise JsonShapeError(path, f"record {number:,} has no {name}: {excerpt(place.value)}", _SHAPE, line)
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
        problem = f"record {number:,}: {field} is no list of spans: {excerpt(listed)}"
        raise JsonShapeError(path, problem, "name the field of the spans with --label-field", line)
    spans: list[FoundSpan] = []
    by_key: dict[object, int] = {}
    for place, listed_item in enumerate(listed or []):
        item = read_item(listed_item)
        if item is None:
            problem = f"record {number:,}: this in {field} is no span: {excerpt(listed_item)}"
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
    """Read the positions of Prodigy's tokens."""
    if not isinstance(tokens, list) or not all(isinstance(token, dict) for token in tokens):
        return None
    offsets = [(token.get("start"), token.get("end")) for token in tokens]
    if not all(type(at) is int and 0 <= at < 1 << 31 for pair in offsets for at in pair):
        return None
    return np.array(offsets, dtype=np.int32).reshape(-1, 2)


READER = JsonlSpansReader()
