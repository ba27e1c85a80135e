"""The format `jsonl`: records, one a line or in one array, that each hold a list of tokens and a list of labels."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, compress
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.arrays import IntArray, as_arrow_texts, from_arrow, mask_from_arrow
from nerinspect.corpus.interning import Interned
from nerinspect.corpus.text import Text, TokenColumn, documents_of
from nerinspect.encoding.labels import LabelColumn
from nerinspect.errors import CommandError, DataError, EmptyTokenError, FieldError, JsonShapeError, NoTokensError
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
from nerinspect.io.formats.reader import LIKELY, POSSIBLE, Guess, RawFile, ReadOptions
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped

TOKEN_FIELDS: Final = ("tokens", "words", "token", "word", "form", "sentence")
LABEL_FIELDS: Final = ("ner_tags", "labels", "tags", "ner", "ner_labels", "entities_bio", "label", "bio", "iob")
"""The usual names, the most usual first; case does not matter."""

NAME_FIELDS: Final = ("id", "sent_id", "sentence_id", "guid")  # what a record may be called by


@dataclass(frozen=True, eq=False)
class ListColumn:
    """One list for each record, laid behind each other."""

    values: pa.Array  # texts, or numbers that stand for them; shape (n_values,)
    lengths: IntArray  # values of each record; shape (n_records,)
    names: tuple[str, ...] = ()  # the texts that numbers stand for; empty where there are none


def choose_field(path: str, asked: str, usual: Sequence[str], there: Sequence[str], what: str) -> str:
    if asked:
        if asked not in there:
            raise FieldError(path, f"there is no field {asked}", there, what)
        return asked
    folded = {name.casefold(): name for name in reversed(there)}
    for name in usual:
        if name in folded:
            return folded[name]
    raise FieldError(path, f"no field has a usual name for {what} ({', '.join(usual[:4])}, …)", there, what)


def _check_tokens(path: str, tokens: ListColumn, lines: IntArray | None) -> None:
    empty = np.flatnonzero(mask_from_arrow(pc.equal(pc.binary_length(tokens.values), 0)))
    if len(empty):
        record = int(np.searchsorted(np.cumsum(tokens.lengths), empty[0], side="right"))
        place = path if lines is not None else f"{path}, record {grouped(record + 1)}"
        raise EmptyTokenError(place, None if lines is None else int(lines[record]))


def _text(read: "ReadLists") -> tuple[Text, tuple[str, ...]]:
    """Make each record with tokens a sentence; give notes of what was left out."""
    filled, lines = read.lengths > 0, read.lines
    start = np.append(0, np.cumsum(read.lengths[filled])).astype(np.int32)
    n_left_out = int(np.count_nonzero(~filled))
    sentence_line = np.zeros(len(start) - 1, dtype=np.int32) if lines is None else lines[filled]
    kept_names = tuple(compress(read.names, filled.tolist()))
    document, document_names, notes = documents_of(
        list(compress(read.documents, filled.tolist())) or [None] * (len(start) - 1)
    )
    text = Text(
        *read.tokens,
        start,
        sentence_line,
        document,
        None if lines is None else np.repeat(lines, read.lengths),
        document_names,
        sentence_names=kept_names if any(kept_names) else (),
    )
    left_out = (f"{counted(n_left_out, 'record')} without tokens left out",) if n_left_out else ()
    return text, (*left_out, *notes)


def _label_column(
    path: str, field: str, labels: ListColumn, tokens: ListColumn, lines: IntArray | None, names: Sequence[str]
) -> Interned:
    """Read labels that are texts, or numbers with a list of names, which the file may give; one for each token."""
    differs = np.flatnonzero(labels.lengths != tokens.lengths)
    if len(differs):
        record = int(differs[0])
        n_labels, n_tokens = int(labels.lengths[record]), int(tokens.lengths[record])
        problem = f"record {grouped(record + 1)} has {counted(n_tokens, 'token')}, but {grouped(n_labels)} in {field}"
        line = None if lines is None else int(lines[record])
        raise FieldError(path, problem, (), "labels", "give one label for each token", line)
    return distinct_values(path, field, labels, names)


def other_columns(
    names: Sequence[str], tokens: ListColumn, column_of: Callable[[str], ListColumn]
) -> dict[str, Interned | None]:
    """Read further lists with one value for each token; None for those that could not be read.

    `column_of` gives the column of a field, or raises DataError.
    """
    found: dict[str, Interned | None] = {}
    for name in names:
        try:
            column = column_of(name)
        except DataError:  # the labels do not depend on it
            column = None
        is_read = column is not None and np.array_equal(column.lengths, tokens.lengths)
        found[name] = _distinct_or_numbers(name, column) if column is not None and is_read else None
    return found


def _distinct_or_numbers(field: str, column: ListColumn) -> Interned:
    try:
        return distinct_values("", field, column, column.names)
    except FieldError:  # numbers without names stand for themselves
        return _encoded(column.values.cast(pa.string()))


def distinct_values(path: str, field: str, column: ListColumn, names: Sequence[str]) -> Interned:
    """Give the distinct texts of a column in order of first occurrence, and for each value its place among them."""
    if pa.types.is_string(column.values.type):
        return _encoded(column.values)
    known = tuple(names) or column.names
    numbers = column.values
    if not known:
        raise FieldError(path, f"{field} has numbers without names", (), "labels", "name them with --label-names")
    lowest, highest = pc.min_max(numbers)["min"].as_py(), pc.min_max(numbers)["max"].as_py()
    if lowest is not None and (lowest < 0 or highest >= len(known)):
        wrong = lowest if lowest < 0 else highest
        problem = f"{field} has the number {wrong}, but there are {counted(len(known), 'name')}, numbered from 0"
        raise FieldError(path, problem, (), "labels", "name all of them with --label-names")
    encoded = numbers.dictionary_encode()
    texts = [known[number] for number in encoded.dictionary.to_pylist()]
    place = {text: code for code, text in enumerate(dict.fromkeys(texts))}
    codes = from_arrow(encoded.indices.cast(pa.int32()))
    return Interned(as_arrow_texts([*place]), np.array([place[text] for text in texts], dtype=np.int32)[codes])


def _encoded(values: pa.StringArray) -> Interned:
    encoded = values.dictionary_encode()
    return Interned(encoded.dictionary, from_arrow(encoded.indices.cast(pa.int32())))


def lengths_of(lists: pa.Array) -> IntArray:
    """Count the values of each list; one that is missing has none."""
    return from_arrow(pc.fill_null(pc.list_value_length(lists), 0).cast(pa.int32()))


@dataclass(frozen=True, eq=False)
class Lists:
    """The fields of a file that hold a list in each record, and what reads them.

    `lines` are physical lines of records. What the file calls each record, and says of the document in which it stands,
    if it does, is given once tokens are read.
    """

    fields: Sequence[str]
    column: Callable[[str], ListColumn]
    lines: IntArray | None
    names: Callable[[], Sequence[str]]
    documents: Callable[[], Sequence[object]]


def chosen_fields(path: str, fields: Sequence[str], options: ReadOptions) -> tuple[str, str]:
    tokens = choose_field(path, options.token_field, TOKEN_FIELDS, fields, "tokens")
    return tokens, choose_field(path, options.label_field, LABEL_FIELDS, fields, "labels")


@dataclass(frozen=True, eq=False)
class ReadLists:
    """What records hold, maybe not all of a file's: tokens and labels, and other lists, None for those left out.

    `lengths` are the tokens of each record, the rest is as in `Lists`.
    """

    tokens: Interned
    lengths: IntArray
    lines: IntArray | None
    names: Sequence[str]
    documents: Sequence[object]
    labels: Interned
    others: dict[str, Interned | None]


def read_lists(path: str, lists: Lists, options: ReadOptions, checkpoint: Checkpoint = no_checkpoint) -> ReadLists:
    token_field, label_field = chosen_fields(path, lists.fields, options)
    tokens = lists.column(token_field)
    if not pa.types.is_string(tokens.values.type):
        raise FieldError(path, f"{token_field} has numbers, not tokens", lists.fields, "tokens")
    checkpoint(len(tokens.values), len(tokens.values))
    if not len(tokens.values):
        raise NoTokensError(path)
    _check_tokens(path, tokens, lists.lines)
    names, documents = lists.names(), lists.documents()
    labels = _label_column(path, label_field, lists.column(label_field), tokens, lists.lines, options.label_names)
    others = [field for field in lists.fields if field not in (token_field, label_field)] if options.others else []
    read = other_columns(others, tokens, lists.column)
    return ReadLists(_encoded(tokens.values), tokens.lengths, lists.lines, names, documents, labels, read)


def made_of_lists(content: Content, name: str, read: ReadLists, options: ReadOptions) -> RawFile:
    text, notes = _text(read)
    labels = LabelColumn(tuple(read.labels.distinct.to_pylist()), read.labels.codes)
    others, more = token_columns(read.others)
    return RawFile(content, name, text, (labels,), options=options, notes=(*notes, *more), others=others)


def token_columns(read: dict[str, Interned | None]) -> tuple[tuple[TokenColumn, ...], tuple[str, ...]]:
    """Give the further lists that could be read, and notes of the others."""
    found = [TokenColumn(name, tuple(one.distinct.to_pylist()), one.codes) for name, one in read.items() if one]
    left_out = [name for name, one in read.items() if not one]
    said = f"{counted(len(left_out), 'list')} left out, not one value for each token: {', '.join(left_out)}"
    return tuple(found), (said,) if left_out else ()


class JsonlReader:
    """Records as data sets for training are published: `{"tokens": […], "ner_tags": […]}`."""

    name = "jsonl"
    title = "JSON lines, tokens and labels"
    suffixes = (".jsonl", ".ndjson", ".json")
    takes = "text"

    def guess(self, path: str, head: bytes) -> Guess | None:
        if not head.lstrip().startswith((b"{", b"[")):
            return None
        records = first_records(head.decode(errors="ignore"))
        lists = _list_fields(records[0]) if records else []
        tokens = next((name for name in lists if name.casefold() in TOKEN_FIELDS), None)
        labels = next((name for name in lists if name.casefold() in LABEL_FIELDS), None)
        if tokens is None or labels is None:
            is_one = path.removesuffix(".gz").casefold().endswith((".jsonl", ".ndjson"))
            return Guess(POSSIBLE, "by its ending .jsonl") if is_one else None
        return Guess(LIKELY, f"by content: the first record has the lists {tokens} and {labels}")

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        path = content.path
        options.refuse_key(path, "is one list of records")
        return made_of_lists(content, self.name, read_lists(path, lists_of(content), options, checkpoint), options)

    def with_labels(self, raw: RawFile, labels: Mapping[int, str]) -> bytes:
        content, options, text = raw.content, raw.options, raw.own_text

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
