"""Files that are cut without a look at others: CoNLL-U between sentences, JSON lines and Parquet between records."""

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain, pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.interning import Interned, Interner
from nerinspect.errors import DataError, NoTokensError, UnreadableFileError
from nerinspect.io.content import Content
from nerinspect.io.formats.conllu import ConlluColumns, ConlluLines, made_of_lines, read_lines
from nerinspect.io.formats.json_records import DOCUMENT_FIELD, document_said
from nerinspect.io.formats.jsonl_tokens import ListColumn, Lists, ReadLists, lists_of, made_of_lists
from nerinspect.io.formats.jsonl_tokens import read_lists as read_records
from nerinspect.io.formats.lines import TOKEN_LINE, count_odd_lines
from nerinspect.io.formats.parquet import table_lists
from nerinspect.io.formats.reader import RawFile
from nerinspect.io.formats.table_columns import read_parquet
from nerinspect.io.index.columns import Array, Columns
from nerinspect.io.index.cutting import BLANK_LINE, LinedFile, Shard, border
from nerinspect.io.index.shards import ShardColumns, as_one, column_said, contents_of, save
from nerinspect.io.index.sides import OwnLines, Side
from nerinspect.io.reading.files import naming_options_of

if TYPE_CHECKING:
    import pyarrow.parquet as pq

_ENDS: Final = {"conllu": BLANK_LINE, "jsonl": re.compile(rb"\}\r?\n(?=\{)")}
"""What a sentence or a record ends with; no line of a record ends with a brace before one that begins with another."""

_BEGINS_DOCUMENT: Final = re.compile(rb"\n\r?\n(?=(?:#[^\n]*\n)*#[ \t]*newdoc\b)")

FORMATS: Final = (*_ENDS, "parquet")

_BYTES_OF_TOKEN: Final = 20
_NOTHING: Final = Interned(pa.nulls(0, pa.string()), np.zeros(0, dtype=np.int32))


class Part(NamedTuple):
    """The bytes or the rows of a part of a file, where what is read goes, how the first file of its side begins.

    `number` is that of the side.
    """

    number: int
    shard: Shard
    place: str
    head: bytes


def parts_of(file: LinedFile, shard_tokens: int) -> list[Shard]:
    """Cut a file into parts of about so many tokens, if there are places to cut it at."""
    if file.format == "parquet":
        return _rows(file, shard_tokens)
    starts = [0]
    while starts[-1] < file.n_bytes:
        stop = border(file.place, starts[-1] + _BYTES_OF_TOKEN * shard_tokens, file.n_bytes, _ENDS[file.format])
        starts.append(_where_document_begins(file, starts[-1], stop) if stop < file.n_bytes else stop)
    n_lines = accumulate((file.n_lines(stop, start) for start, stop in pairwise(starts)), initial=0)
    return [Shard(file, start, stop, n_before) for (start, stop), n_before in zip(pairwise(starts), n_lines)]  # noqa: B905


def _where_document_begins(file: LinedFile, start: int, stop: int) -> int:
    """Move the end of a part to the last document that begins behind its start; no document is cut that fits it."""
    end = _ENDS[file.format]
    with open(file.place, "rb") as opened:
        opened.seek(start)
        data = opened.read(border(file.place, stop, file.n_bytes, end) - start)
    if file.format == "conllu":
        begins = [found.end() for found in _BEGINS_DOCUMENT.finditer(data)] if b"newdoc" in data else []
        return start + max((place for place in begins if place <= stop - start), default=stop - start)
    if b'"document"' not in data:
        return stop
    places = [0, *(found.end() for found in end.finditer(data)), len(data)]
    records = [(place, data[place:behind]) for place, behind in pairwise(places) if place < behind]
    place, said = stop - start, _document(records.pop()[1])
    while records and _document(records[-1][1]) == said:
        place, _ = records.pop()
    return start + place if place else stop


def _document(record: bytes) -> str | int | None:
    """Give what a record says of its document, as far as it must be known whether another one says the same."""
    try:
        value, _ = json.JSONDecoder().raw_decode(record.decode("latin-1"))
    except (ValueError, RecursionError):
        return None
    return document_said(value) if isinstance(value, dict) else None


def _rows(file: LinedFile, shard_tokens: int) -> list[Shard]:
    """Cut a table where row groups begin, or where the document does that such a row is in, if it fits the part."""
    import pyarrow.parquet as pq

    try:
        table = pq.ParquetFile(file.place)
        table.scan_contents()  # see `read_parquet`
        n_held, starts, n_rows = 0, [0], 0
        for number in range(table.metadata.num_row_groups):
            group = table.metadata.row_group(number)
            n_held, n_rows = n_held + group.total_byte_size, n_rows + group.num_rows
            if n_held >= _BYTES_OF_TOKEN * shard_tokens and n_rows < table.metadata.num_rows:
                starts.append(_where_document_of_row_begins(table, starts[-1], n_rows))
                n_held = 0
    except (pa.ArrowException, OSError, ValueError):
        return []
    bounds = pairwise([*starts, n_rows])
    return [Shard(file, start, stop, 0) for start, stop in bounds if start < stop]


def _where_document_of_row_begins(table: "pq.ParquetFile", start: int, row: int) -> int:
    if DOCUMENT_FIELD not in table.schema_arrow.names:
        return row
    groups, first = _groups_with(table, start, row + 1)
    said = table.read_row_groups(groups, [DOCUMENT_FIELD]).column(0)[start - first : row + 1 - first].to_pylist()
    place = next((n for n in range(row - start, 0, -1) if said[n - 1] != said[-1]), 0)
    return start + place if place else row


def _groups_with(table: "pq.ParquetFile", start: int, stop: int) -> tuple[range, int]:
    """Give the row groups that hold some rows, and the first row of the first."""
    ends = [0, *accumulate(table.metadata.row_group(n).num_rows for n in range(table.metadata.num_row_groups))]
    first, last = bisect_right(ends, start) - 1, bisect_left(ends, stop)
    return range(first, last), ends[first]


def read_part(part: Part) -> str:
    """Read a part and put it away; give a mistake in words, if there is one."""
    file, shard = part.shard.file, part.shard
    try:
        with naming_options_of(file.role):
            if file.format == "parquet":
                _save_lists(part, table_lists(file.path, _rows_of(shard)))
                return ""
            data = file.text(shard.start, shard.stop)
            content = Content(file.path, data, file.sha256, file.size, "")
            try:
                if file.format == "conllu":
                    _save_lines(part, content)
                else:
                    _save_lists(part, lists_of(content, part.head))
            except DataError as mistake:
                mistake.move(shard.n_lines_before)
                raise
    except DataError as mistake:
        return str(mistake)
    return ""


def _rows_of(shard: Shard) -> pa.Table:
    import pyarrow.parquet as pq

    groups, first = _groups_with(pq.ParquetFile(shard.file.place), shard.start, shard.stop)
    table = read_parquet(shard.file.path, shard.file.place, groups)
    return table.slice(shard.start - first, shard.stop - shard.start)


def _save_lines(part: Part, content: Content) -> None:
    columns = ConlluColumns.of(content.path, part.head, part.shard.file.options.reading)
    lines = read_lines(content, columns, is_whole=False)
    assert isinstance(lines.forms, Interner), "words that were just read"
    said = {"comments": lines.comments, "n_not_words": lines.n_not_words}
    save(
        part.place,
        {"kinds": lines.line_kinds, "odd": np.array(count_odd_lines(content.data)), "said": _packed(said)}
        | column_said(None, lines.forms.result())
        | _columns_said(lines.columns),
    )


def _save_lists(part: Part, lists: Lists) -> None:
    kinds: dict[str, str] = {}

    def column(field: str) -> ListColumn:
        found = lists.column(field)
        kinds[field] = _kind_of(found)
        return found

    read = read_records(part.shard.file.path, replace(lists, column=column), part.shard.file.options.reading)
    others = [one or _NOTHING for one in read.others.values()]
    documents = [one if isinstance(one, str | int) else None for one in read.documents]
    said = {
        "fields": [*lists.fields],
        "names": [*read.names],
        "documents": documents,
        "kinds": kinds,
        "others": {name: one is not None for name, one in read.others.items()},
    }
    lines = {} if read.lines is None else {"lines": read.lines + np.int32(part.shard.n_lines_before)}
    save(
        part.place,
        {"lengths": read.lengths, "said": _packed(said), **lines}
        | column_said(None, read.tokens)
        | _columns_said([read.labels, *others]),
    )


def _kind_of(column: ListColumn) -> str:
    """Say what values are, those of parts that cannot be laid behind each other differently; nothing of none."""
    if not len(column.values) or pa.types.is_string(column.values.type):
        return "texts" if len(column.values) else ""
    least, most = (pc.min_max(column.values)[name].as_py() for name in ("min", "max"))
    return "numbers" if column.names and 0 <= least <= most < len(column.names) else "numbers without names"


def _packed(said: Mapping[str, Any]) -> Array:
    return np.frombuffer(json.dumps(said).encode(), dtype=np.uint8)


def _columns_said(columns: Sequence[Interned]) -> dict[str, Array]:
    return dict(chain.from_iterable(column_said(number, one).items() for number, one in enumerate(columns)))


def joined_parts(side: Side, parts: Sequence[Part], columns: Columns, name: str) -> tuple[RawFile, OwnLines] | None:
    """Make a file of what was read of its parts, as if it were read whole; None if they do not fit together.

    The parts may be those of several files. With it come the lines of these.

    Raises
    ------
    NoTokensError, UnreadableFileError
        If one of several files has no tokens, or other lists than the first.
    """
    file, places, contents = side.files[0], [part.place for part in parts], contents_of(side)
    begins = [not number or part.shard.file is not parts[number - 1].shard.file for number, part in enumerate(parts)]
    held = ShardColumns(places, places, begins)
    said = [json.loads(one.tobytes()) for (one,) in held.each("said")]
    is_lines = file.format == "conllu"
    sizes = [
        (len(one) + begin, int(np.count_nonzero(one == TOKEN_LINE if is_lines else one)))
        for begin, (one,) in zip(begins, held.each("kinds" if is_lines else "lengths"), strict=True)
    ]  # with the blank line between files
    n_lines, n_filled = np.add.reduceat(np.array(sizes), np.flatnonzero(begins)).T.tolist()
    if not (all(n_filled) or side.is_one_file):
        raise NoTokensError(side.files[n_filled.index(0)].path)
    if file.format == "jsonl":
        n_lines = [*(one.n_lines(one.n_bytes) + 1 for one in side.files[:-1]), 0]
    n_before = [*accumulate(n_lines[:-1], initial=0)]
    own = OwnLines(side, n_before, [*accumulate(n_filled[:-1], initial=0)] if file.format == "parquet" else ())
    tokens = held.column(None, columns, f"{name}.tokens")

    def column(number: int) -> Interned:
        return held.column(number, columns, f"{name}.column{number}")

    reading = file.options.reading
    if is_lines:
        chosen = ConlluColumns.of(file.path, parts[0].head, reading)
        ends = accumulate((size for size, _ in sizes), initial=0)
        comments = [
            (n + begin - 1 + at, what, of)  # the first file has no blank line before it
            for n, begin, one in zip(ends, begins, said, strict=False)
            for at, what, of in one["comments"]
        ]
        read = tuple(map(column, range(len(chosen.labels) + len(chosen.others))))
        lines = ConlluLines(tokens, held.kinds(columns, name), read, comments, sum(one["n_not_words"] for one in said))
        raw = made_of_lines(contents[0], chosen, lines, reading, *held.n_odd_lines())
        return as_one(raw, side, contents), own
    for part, one in zip(parts, said, strict=True):
        if one["fields"] != said[0]["fields"]:
            names = ", ".join(said[0]["fields"])
            problem = f"files that are read as one must have the same lists, and the first has {names}"
            raise UnreadableFileError(part.shard.file.path, problem, "write them with the same columns")
    kinds = {field: {one["kinds"].get(field, "") for one in said} - {""} for field in said[0]["kinds"]}
    is_read = {field: all(one["others"][field] for one in said) for field in said[0]["others"]}
    if any(len(kinds[field]) > 1 for field in kinds if is_read.get(field, True)):
        return None
    before = np.array(n_before, np.int32)[np.cumsum(begins) - 1]
    lists = ReadLists(
        tokens,
        np.concatenate([one for (one,) in held.each("lengths")]),
        None
        if file.format == "parquet"
        else np.concatenate([one + n for n, (one,) in zip(before, held.each("lines"), strict=True)]),
        [*chain.from_iterable(one["names"] for one in said)],
        [*chain.from_iterable(one["documents"] for one in said)],
        column(0),
        {field: column(1 + number) if is_read[field] else None for number, field in enumerate(is_read)},
    )
    return as_one(made_of_lists(contents[0], file.format, lists, reading), side, contents), own
