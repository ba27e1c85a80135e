"""Records of text and spans, as annotation tools export them: what their readers and writers share."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.tokenization import tokenize
from nerinspect.errors import JsonShapeError, shown
from nerinspect.io.content import Content
from nerinspect.io.formats.json_records import (
    Json,
    Place,
    Steps,
    elements,
    place_of,
    replaced,
    well_formed,
    written_like,
)
from nerinspect.io.formats.lines import edited_text
from nerinspect.io.formats.passages import (
    CharacterSpan,
    LaidOut,
    MentionKey,
    Passage,
    SpanRelation,
    lay_on_tokens,
    lay_relations,
    mention_keys,
)
from nerinspect.io.formats.reader import RawFile, ReadOptions
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped

CHARACTERS_OF_TOKEN: Final = 6  # about as many of a file stand for a token


class FoundSpan(NamedTuple):
    """A span as a record says it: its position, counted as the file counts, and which element of the list says so.

    The surface is the characters it covers, if the record repeats them.
    """

    start: int
    end: int
    type: str
    item: int
    surface: str | None = None


class FoundRelation(NamedTuple):
    """A relation as a record says it: places of its arguments among the spans of the record, -1 for none of them.

    `item` is the element of the list of relations that says so.
    """

    head: int
    tail: int
    type: str
    item: int


class SpanRecord(NamedTuple):
    """One text with its spans and relations in file order; records count from 1.

    The paths lead from the record to the list of spans, and to that of relations, which may be one. `tokens`, of shape
    (n_tokens, 2), are half-open character positions, if the record gives tokens.
    """

    number: int
    line: int
    text: str
    spans: list[FoundSpan]
    relations: list[FoundRelation]
    list_path: Steps
    relation_path: Steps
    name: str = ""
    tokens: IntArray | None = None

    @property
    def place(self) -> str:
        return f"record {grouped(self.number)}"


@dataclass(frozen=True, eq=False)
class SpanFile:
    """A file of such records.

    `new_item`: gives an element for the list of spans, from a record, a start, an end (counted as the file counts), a
    type and the characters covered.
    """

    text: str
    places: list[Place]  # where each record stands in it, those left out included
    records: list[SpanRecord]
    notes: tuple[str, ...]
    new_item: Callable[[SpanRecord, int, int, str, str], Json]
    with_types: Callable[[Json, Sequence[str]], Json]  # gives an element of the list of spans with these types alone


class LaidRecords(NamedTuple):
    """The records on their tokens, with notes of what was found out about positions.

    These may count UTF-16 code units, as browsers do.
    """

    laid: LaidOut
    by_utf16: bool
    notes: tuple[str, ...]


class SpanReader(ABC):
    """What the readers of such files share: columns are made of what they parse, and mentions written back into it."""

    name: str

    @abstractmethod
    def parse(self, path: str, text: str, options: ReadOptions, checkpoint: Checkpoint) -> SpanFile:
        """Find the records and their spans in the text of a file."""

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        file = self.parse(content.path, content.data.decode(), options, checkpoint)
        n_tokens = len(file.text) // CHARACTERS_OF_TOKEN
        checkpoint(n_tokens, n_tokens)
        laid, _, notes = lay_records(content.path, file.records, options)
        relations, relation_notes = lay_relations(laid, list(_relations(file.records)))
        return RawFile(
            content,
            self.name,
            laid.text,
            mentions=laid.mentions,
            options=options,
            notes=(*file.notes, *notes, *laid.notes, *relation_notes),
            relations=relations if any(record.relations for record in file.records) else None,
            document_names=laid.document_names,
            offsets=laid.offsets,
        )

    def with_mentions(self, raw: RawFile, mentions: Mentions) -> bytes:
        content, options = raw.content, raw.options

        def edit(text: str) -> str:
            file = self.parse(content.path, text, options, no_checkpoint)
            return _rewritten(file, content.path, options, mentions)

        return edited_text(content.original, content.text_encoding, edit)


def lay_records(path: str, records: Sequence[SpanRecord], options: ReadOptions) -> LaidRecords:
    """Lay the spans of records on tokens, with positions counted as fits the texts."""
    beyond = [record for record in records if record.spans and not _is_basic(record.text)]
    n_spans = sum(len(record.spans) for record in beyond)
    (n_whole, n_exact), (n_whole_utf16, n_exact_utf16) = (
        np.sum([(0, 0), *(_count_fitting(record, by_utf16) for record in beyond)], axis=0) for by_utf16 in (False, True)
    )
    by_utf16 = bool(n_whole_utf16 >= n_whole and n_exact_utf16 > n_exact)
    passages = [
        Passage(record.text, _character_spans(record, by_utf16), record.name, record.tokens, line=record.line)
        for record in records
    ]
    notes = []
    if by_utf16:
        notes.append(
            f"positions count UTF-16 code units: where characters beyond U+FFFF occur, {grouped(n_exact_utf16)} of"
            f" {counted(n_spans, 'span')} fit their text so, and {grouped(n_exact)} if they counted characters; the"
            f" first such text: {beyond[0].place}"
        )
    notes += _other_surfaces(records, passages)
    return LaidRecords(lay_on_tokens(path, passages, options.spans), by_utf16, tuple(notes))


def utf16_units(text: str) -> IntArray:
    """Give for each character of a text, and for its end, how many UTF-16 code units stand before it."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return np.append(0, np.cumsum(1 + (codes > 0xFFFF))).astype(np.int32)


def _is_basic(text: str) -> bool:
    return text.isascii() or max(text) <= "\uffff"


def _character_spans(record: SpanRecord, by_utf16: bool) -> list[CharacterSpan]:
    if not by_utf16 or _is_basic(record.text):
        return [CharacterSpan(span.start, span.end, span.type, record.place, record.line) for span in record.spans]
    place = {unit: character for character, unit in enumerate(utf16_units(record.text).tolist())}
    outside = len(record.text) + 1
    return [
        CharacterSpan(
            place.get(span.start, outside), place.get(span.end, outside), span.type, record.place, record.line
        )
        for span in record.spans
    ]


def _count_fitting(record: SpanRecord, by_utf16: bool) -> tuple[int, int]:
    """Count the spans that cut no token, and those that lie on token borders or cover what the record says."""
    tokens = tokenize(record.text).offsets if record.tokens is None else record.tokens
    starts, ends = set(tokens[:, 0].tolist()), set(tokens[:, 1].tolist())
    inside = {place for start, end in tokens.tolist() for place in range(start + 1, end)}
    n_whole = n_exact = 0
    for span, found in zip(_character_spans(record, by_utf16), record.spans, strict=True):
        covered = record.text[max(span.start, 0) : span.end]
        n_whole += 0 <= span.start < span.end <= len(record.text) and not inside & {span.start, span.end}
        is_on_borders = span.start in starts and span.end in ends
        n_exact += is_on_borders if found.surface is None else covered == found.surface
    return n_whole, n_exact


def _other_surfaces(records: Sequence[SpanRecord], passages: Sequence[Passage]) -> Iterator[str]:
    """Tell how many spans do not cover what their record says they do; blanks do not count."""
    n_others, first = 0, ""
    for record, passage in zip(records, passages, strict=True):
        for span, found in zip(passage.spans, record.spans, strict=True):
            covered = record.text[max(span.start, 0) : span.end]
            if found.surface is not None and "".join(covered.split()) != "".join(found.surface.split()):
                first = first or f"{record.place}, {shown(covered)} given as {shown(well_formed(found.surface))}"
                n_others += 1
    if n_others:
        yield f"{counted(n_others, 'span')} whose text differs in the file, read by position; the first: {first}"


def _relations(records: Sequence[SpanRecord]) -> Iterator[SpanRelation]:
    before = 0
    for record in records:
        for one in record.relations:
            head, tail = (end + before if end >= 0 else -1 for end in (one.head, one.tail))
            yield SpanRelation(head, tail, one.type, record.place)
        before += len(record.spans)


def _rewritten(file: SpanFile, path: str, options: ReadOptions, mentions: Mentions) -> str:
    """Give the text of a file with all mentions there shall be.

    Spans that were left out on reading stay as they are. A mention that changes nothing but its type keeps its element
    and its relations; relations that lose an argument go.
    """
    found = lay_records(path, file.records, options)
    before, after = mention_keys(found.laid.mentions), mention_keys(mentions)
    known, kept = set(before), set(after)
    added = _by_record(found, [key for key in after if key not in known])
    changes: list[tuple[int, int, str]] = []
    span = 0
    for number, record in enumerate(file.records):
        of_spans = found.laid.mention_of_span[span : span + len(record.spans)].tolist()
        span += len(record.spans)
        new = added.get(number, [])
        types = _types_after(record, [before[mention] if mention >= 0 else None for mention in of_spans], kept, new)
        if not new and types == [one.type for one in record.spans]:
            continue
        lists: dict[Steps, dict[int, str]] = defaultdict(dict)
        lists[record.list_path] |= _changed_items(file, record, types)
        for relation in record.relations:
            if not all(types[end] for end in (relation.head, relation.tail) if end >= 0):
                lists[record.relation_path][relation.item] = ""
        written = [_new_item(file, record, found, key) for key in new]
        for steps, items in lists.items():
            own = written if steps == record.list_path else []
            changes.append(_changed_list(path, file, record, steps, items, own))
    return replaced(file.text, changes)


def _by_record(found: LaidRecords, keys: list[MentionKey]) -> dict[int, list[MentionKey]]:
    text = found.laid.text
    documents = text.document[text.sentence_of(np.array([key[0] for key in keys], dtype=np.int32))]
    by_record = defaultdict(list)
    for record, key in zip(found.laid.passage_of_document[documents - 1].tolist(), keys, strict=True):
        by_record[record].append(key)
    return by_record


def _new_item(file: SpanFile, record: SpanRecord, found: LaidRecords, key: MentionKey) -> str:
    start, end = int(found.laid.offsets[key[0], 0]), int(found.laid.offsets[key[1] - 1, 1])
    surface = record.text[start:end]
    if found.by_utf16:
        units = utf16_units(record.text)
        start, end = int(units[start]), int(units[end])
    return written_like(file.new_item(record, start, end, key[2], surface), file.text, _place(file, record))


def _types_after(
    record: SpanRecord, keys: list[MentionKey | None], kept: set[MentionKey], new: list[MentionKey]
) -> list[str | None]:
    """Give each span its type, None if it goes; a new mention of the extent of one that goes takes its place."""
    types: list[str | None] = []
    for span, key in zip(record.spans, keys, strict=True):
        heir = next((one for one in new if key is not None and key not in kept and one[:2] == key[:2]), None)
        if heir is not None:
            new.remove(heir)
            types.append(heir[2])
        else:
            types.append(span.type if key is None or key in kept else None)
    return types


def _changed_items(file: SpanFile, record: SpanRecord, types: list[str | None]) -> dict[int, str]:
    """Write anew the elements whose types change; one that loses all becomes empty."""
    place = _place(file, record)
    types_of: dict[int, list[str]] = defaultdict(list)
    for span, type_name in zip(record.spans, types, strict=True):
        types_of[span.item] += [type_name] if type_name else []
    changed = {span.item for span, name in zip(record.spans, types, strict=True) if name != span.type}
    listed = place_of(file.text, place, record.list_path) if changed else None
    if listed is None:
        return {}
    written = {}
    for item in changed:
        value = file.with_types(listed.value[item], types_of[item]) if types_of[item] else None
        written[item] = written_like(value, file.text, place) if value is not None else ""
    return written


def _changed_list(
    path: str, file: SpanFile, record: SpanRecord, steps: Steps, changed: dict[int, str], new: list[str]
) -> tuple[int, int, str]:
    """Write a list anew: its range in the file, and what to put there."""
    text = file.text
    listed = place_of(text, _place(file, record), steps)
    if listed is None:
        return _inserted(path, file, record, new)
    if not isinstance(listed.value, list) or not listed.value:
        return listed.start, listed.end, f"[{', '.join(new)}]"
    items = list(elements(text, listed.start))
    written = [changed.get(number, text[item.start : item.end]) for number, item in enumerate(items)]
    kept = [item for item in (*written, *new) if item]
    between = text[items[0].end : items[1].start] if len(items) > 1 else ", "
    opening, closing = text[listed.start : items[0].start], text[items[-1].end : listed.end]
    return listed.start, listed.end, f"{opening}{between.join(kept)}{closing}" if kept else "[]"


def _inserted(path: str, file: SpanFile, record: SpanRecord, new: list[str]) -> tuple[int, int, str]:
    parent = place_of(file.text, _place(file, record), record.list_path[:-1])
    if parent is None:
        problem = f"{record.place} has no {record.list_path[0]} to write mentions into"
        raise JsonShapeError(path, problem, "add an empty one to the file", record.line)
    field = written_like({str(record.list_path[-1]): []}, file.text, parent)[1:-3]
    body = file.text[parent.start : parent.end - 1].rstrip()
    at = parent.start + len(body)
    return at, at, f"{', ' if parent.value else ''}{field}[{', '.join(new)}]"


def _place(file: SpanFile, record: SpanRecord) -> Place:
    return file.places[record.number - 1]
