"""The format `jsonl`: one JSON object a line (or in one array) with a list of tokens and a list of labels."""

from collections.abc import Mapping
from itertools import chain

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import IntArray, as_arrow_texts
from nerinspect.errors import CommandError, FieldError, JsonShapeError
from nerinspect.io.content import Content
from nerinspect.io.formats.json_records import (
    Json,
    Place,
    document_said,
    first_records,
    place_of,
    read_records,
    replaced,
    well_formed,
)
from nerinspect.io.formats.lines import edited_text
from nerinspect.io.formats.reader import LIKELY, Guess, RawFile, ReadOptions
from nerinspect.io.formats.token_lists import (
    LABEL_FIELDS,
    NAME_FIELDS,
    TOKEN_FIELDS,
    ListColumn,
    Lists,
    chosen_fields,
    made_of_lists,
    read_lists,
)
from nerinspect.progress import Checkpoint
from nerinspect.quantities import grouped


class JsonlReader:
    """Records as data sets for training are published: `{"tokens": […], "ner_tags": […]}`."""

    name = "jsonl"
    title = "JSON lines, tokens and labels"
    suffixes = (".jsonl", ".ndjson", ".json")
    takes = "text"

    def guess(self, path: str, head: bytes) -> Guess | None:
        """Look for a first record with a list of tokens and a list of labels."""
        if not head.lstrip().startswith((b"{", b"[")):
            return None
        records = first_records(head.decode(errors="ignore"))
        lists = _list_fields(records[0]) if records else []
        tokens = next((name for name in lists if name.casefold() in TOKEN_FIELDS), None)
        labels = next((name for name in lists if name.casefold() in LABEL_FIELDS), None)
        if tokens is None or labels is None:
            return None
        return Guess(LIKELY, f"by content: the first record has the lists {tokens} and {labels}")

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        """Read tokens and labels."""
        path = content.path
        if options.key is not None:
            raise CommandError(f"{path} is one list of records; leave out #{options.key}")
        return made_of_lists(content, self.name, read_lists(path, lists_of(content), options, checkpoint), options)

    def with_labels(self, raw: RawFile, labels: Mapping[int, str]) -> bytes:
        """Write labels back; every byte outside them stays."""
        content, options, text = raw.content, raw.options, raw.text
        assert text is not None, "every such file has tokens"

        def edit(data: str) -> str:
            places, _ = read_records(content.path, data)
            fields = _list_fields(places[0].value)
            token_field, label_field = chosen_fields(content.path, fields, options)
            filled = [place for place in places if place.value[token_field]]
            sentence = text.sentence_of(np.array(list(labels), dtype=np.int32)).tolist()
            changes = []
            for (position, label), number in zip(labels.items(), sentence, strict=True):
                token = position - int(text.sentence_start[number])
                changes.append(_change(content.path, data, filled[number], (label_field, token), label, options))
            return replaced(data, changes)

        return edited_text(content.original, content.text_encoding, edit) if labels else content.original


def lists_of(content: Content, head: bytes | None = None) -> Lists:
    """Find the lists of a file, or of some of its records; its first one, `head` if it is none of them, names them."""
    path = content.path
    places, numbers = read_records(path, content.data.decode())
    records, lines = [place.value for place in places], np.array(numbers, dtype=np.int32)
    first = next(iter(records if head is None else first_records(head.decode(errors="ignore"))), None)
    return Lists(
        _list_fields(first),
        lambda field: _column(path, records, lines, field),
        lines,
        lambda: _names(first, records),
        lambda: [document_said(record) for record in records],
    )


def _change(
    path: str, text: str, record: Place, steps: tuple[str, int], label: str, options: ReadOptions
) -> tuple[int, int, str]:
    place = place_of(text, record, steps)
    assert place is not None, "the record was read before"
    if isinstance(place.value, str):
        return place.start, place.end, f'"{label}"'
    if label not in options.label_names:
        raise CommandError(f"{path}: no number is given for {label}; add it to --label-names")
    return place.start, place.end, str(options.label_names.index(label))


def _list_fields(record: Json) -> list[str]:
    """Name the fields of a record that hold lists of texts or of numbers."""
    if not isinstance(record, dict):
        return []
    return [
        name
        for name, value in record.items()
        if isinstance(value, list) and all(type(one) is str for one in value) | all(type(one) is int for one in value)
    ]


def _names(first: Json, records: list[Json]) -> list[str]:
    field = next((name for name in NAME_FIELDS if name in first), None)
    return [well_formed(str(record.get(field, ""))) for record in records] if field else []


def _column(path: str, records: list[Json], lines: IntArray, field: str) -> ListColumn:
    """Lay the lists of one field behind each other; all hold texts, or all hold numbers."""
    lists: list[list[Json]] = []
    kinds: set[type] = set()
    for number, record in enumerate(records):
        value = record.get(field) if isinstance(record, dict) else None
        here = {type(one) for one in value} if isinstance(value, list) else {type(None)}
        kinds |= here
        if not isinstance(value, list) or len(kinds) > 1 or not kinds <= {str, int}:
            problem = f"record {grouped(number + 1)} has no list {field} of texts alone, or of numbers alone"
            raise FieldError(path, problem, (), field, "write one list of each in every record", int(lines[number]))
        lists.append(value)
    lengths = np.array([len(value) for value in lists], dtype=np.int32)
    if kinds == {int}:
        return ListColumn(_numbers(path, field, list(chain.from_iterable(lists))), lengths)
    try:
        return ListColumn(as_arrow_texts(list(chain.from_iterable(lists))), lengths)
    except UnicodeEncodeError:
        problem = f"{field} contains half a character"
        raise JsonShapeError(path, problem, "write the whole \\u pair, or none") from None


def _numbers(path: str, field: str, values: list[int]) -> pa.Int64Array:
    try:
        numbers = np.array(values, dtype=np.int64)
    except OverflowError:
        raise FieldError(path, f"{field} has a number too large for a label", (), "labels", "fix the file") from None
    return pa.Array.from_buffers(pa.int64(), len(numbers), [None, pa.py_buffer(numbers)])


READER = JsonlReader()
