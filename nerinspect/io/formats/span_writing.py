"""Write mentions back into records of text and spans, and leave everything else as it is."""

from collections import defaultdict
from typing import TypeAlias

import numpy as np

from nerinspect.corpus.mentions import Mentions
from nerinspect.errors import JsonShapeError
from nerinspect.io.formats.json_records import Place, Steps, elements, place_of, replaced, written_like
from nerinspect.io.formats.span_records import LaidRecords, SpanFile, SpanRecord, lay_records, utf16_units
from nerinspect.io.read_options import ReadOptions

_Key: TypeAlias = tuple[int, int, str]
"""First token, end and type of a mention."""


def rewritten(file: SpanFile, path: str, options: ReadOptions, mentions: Mentions) -> str:
    """Give the text of a file with other mentions.

    Spans that were left out on reading stay as they are. A mention that changes nothing but its type keeps its element
    and its relations; relations that lose an argument go.

    Parameters
    ----------
    file : SpanFile
        As it was read.
    path : str
        The file, for messages.
    options : ReadOptions
        How it was read.
    mentions : Mentions
        All mentions there shall be.

    Returns
    -------
    str
        The whole file.
    """
    found = lay_records(path, file.records, options)
    before, after = _keys(found.laid.mentions), _keys(mentions)
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


def _keys(mentions: Mentions) -> list[_Key]:
    names = [mentions.types[code] for code in mentions.type_codes.tolist()]
    return list(zip(mentions.start.tolist(), mentions.end.tolist(), names, strict=True))


def _by_record(found: LaidRecords, keys: list[_Key]) -> dict[int, list[_Key]]:
    """Sort mentions by the record they stand in."""
    text = found.laid.text
    documents = text.document[text.sentence_of(np.array([key[0] for key in keys], dtype=np.int32))]
    by_record = defaultdict(list)
    for record, key in zip(found.laid.passage_of_document[documents - 1].tolist(), keys, strict=True):
        by_record[record].append(key)
    return by_record


def _new_item(file: SpanFile, record: SpanRecord, found: LaidRecords, key: _Key) -> str:
    start, end = int(found.laid.offsets[key[0], 0]), int(found.laid.offsets[key[1] - 1, 1])
    surface = record.text[start:end]
    if found.by_utf16:
        units = utf16_units(record.text)
        start, end = int(units[start]), int(units[end])
    return written_like(file.new_item(record, start, end, key[2], surface), file.text, _place(file, record))


def _types_after(record: SpanRecord, keys: list[_Key | None], kept: set[_Key], new: list[_Key]) -> list[str | None]:
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
    """Add the list of spans to a record that has none."""
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
