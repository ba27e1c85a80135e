"""What is read of each shard, and how the shards of a file become one again, with its columns on disk."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import as_arrow_texts
from nerinspect.corpus.interning import Interned, numbered
from nerinspect.corpus.text import TokenColumn
from nerinspect.encoding.labels import LabelColumn
from nerinspect.errors import DataError, NoTokensError
from nerinspect.io.content import Content, text_codec
from nerinspect.io.formats.conll import ReadLines, read_lines
from nerinspect.io.formats.lines import (
    BLANK_LINE,
    count_odd_lines,
    notes_on_lines,
    refuse_other_line_ends,
    text_from_lines,
)
from nerinspect.io.formats.reader import RawFile
from nerinspect.io.index.columns import Array, Columns
from nerinspect.io.index.cutting import Shard
from nerinspect.io.index.sides import Side, folder_of
from nerinspect.io.reading.files import naming_options_of, whole_folder

FORMAT: Final = "conll"


class ShardFile(NamedTuple):
    """One shard of a task, the number of its side among all, and where what is read goes."""

    number: int
    shard: Shard
    place: str


def read_shard(task: Sequence[ShardFile]) -> list[tuple[int, str]]:
    """Read one shard of several sides, the reference first; give the mistakes, each with the number of its side.

    A side with the tokens of the first one says so instead of holding them once more.

    Raises
    ------
    DataError
        For a mistake in the reference, which goes before all others.
    """
    first: Interned | None = None
    mistakes = []
    for number, shard, place in task:
        try:
            read, odd = _read(shard)
        except DataError as mistake:
            if not number:
                raise
            mistakes.append((number, str(mistake)))
            continue
        said: dict[str, Any] = {"kinds": read.line_kinds, "odd": np.array(odd)}
        if first is None or not read.tokens.holds(first):
            tokens = read.tokens.result()
            first = first or tokens
            said |= column_said(None, tokens)
        columns = [*((one.names, one.codes) for one in read.labels), *((one.values, one.codes) for one in read.others)]
        for column, (names, codes) in enumerate(columns):
            said |= column_said(column, Interned(as_arrow_texts(names), codes))
        save(place, said)
    return mistakes


def _read(shard: Shard) -> tuple[ReadLines, tuple[int, int]]:
    """Read a shard of a file, and count its odd lines."""
    file = shard.file
    content = Content(file.path, file.text(shard.start, shard.stop), file.sha256, file.size, "")
    with naming_options_of(file.role):
        try:
            refuse_other_line_ends(content, file.rules.by_tabs, is_whole=shard.stop - shard.start == file.n_bytes)
            return read_lines(content, file.columns, file.rules), count_odd_lines(content.data)
        except DataError as mistake:
            mistake.move(shard.n_lines_before)
            raise


def column_said(number: int | None, column: Interned) -> dict[str, Array]:
    """Lay out a column for `save`, that of tokens without a number."""
    end, texts = _end_of(number), column.distinct
    return {f"codes{end}": column.codes, f"words{end}": _bytes_of(texts), f"ends{end}": _ends_of(texts)}


def _end_of(number: int | None) -> str:
    return "" if number is None else str(number)


def save(place: str, arrays: dict[str, Array]) -> None:
    """Put away what was read of a shard, whole or not at all."""
    aside = Path(f"{place}.part")
    with open(aside, "wb") as file:
        np.savez(file, allow_pickle=False, **arrays)
    aside.replace(place)


def _bytes_of(texts: pa.StringArray) -> Array:
    _, ends, data = texts.buffers()
    first, last = (np.frombuffer(ends, np.int32, 1, 4 * (texts.offset + place))[0] for place in (0, len(texts)))
    return np.asarray(np.frombuffer(data or b"", dtype=np.uint8)[first:last])


def _ends_of(texts: pa.StringArray) -> Array:
    ends = np.frombuffer(texts.buffers()[1], np.int32, len(texts) + 1, 4 * texts.offset)
    return np.asarray(ends - ends[0])


@dataclass(frozen=True)
class ShardColumns:
    """What was read of the shards of one side, each where it was put; those of the reference beside it.

    `begin_files` tells which of them begin a file.
    """

    places: Sequence[str]
    beside: Sequence[str]
    begin_files: Sequence[bool]

    def each(self, *names: str) -> Iterator[tuple[Array, ...]]:
        """Give some of what was read of each."""
        for place, other in zip(self.places, self.beside, strict=True):
            with np.load(place, allow_pickle=False) as held:
                if names[0] in held:
                    yield tuple(held[name] for name in names)
                    continue
            with np.load(other, allow_pickle=False) as held:
                yield tuple(held[name] for name in names)

    @property
    def is_same(self) -> bool:
        """Whether all tokens are those of the reference."""
        for place in self.places:
            with np.load(place, allow_pickle=False) as held:
                if "codes" in held:
                    return False
        return True

    def kinds(self, columns: Columns, name: str) -> Array:
        """Tell what each line is; a blank one stands between files."""
        border, nothing = np.full(1, BLANK_LINE, dtype=np.int8), np.zeros(0, dtype=np.int8)
        parts = (
            part
            for begins, (kinds,) in zip(self.begin_files, self.each("kinds"), strict=True)
            for part in (border if begins else nothing, kinds)
        )
        return columns.fill(f"{name}.kinds", np.int8, islice(parts, 1, None))

    def n_odd_lines(self) -> list[int]:
        """Count the lines that `count_odd_lines` counts."""
        counts: list[int] = np.sum([odd for (odd,) in self.each("odd")], axis=0).tolist()
        return counts

    def column(self, number: int | None, columns: Columns, name: str) -> Interned:
        """Join a column of all shards, that of tokens without a number; its codes stand on disk."""
        end = _end_of(number)
        vocabularies = (_texts(*one) for one in self.each(f"ends{end}", f"words{end}"))
        n_distinct = np.cumsum([0, *(len(ends) - 1 for (ends,) in self.each(f"ends{end}"))])
        distinct, places = numbered(vocabularies)
        each = enumerate(self.each(f"codes{end}"))
        codes = (places[n_distinct[shard] :][own] for shard, (own,) in each)
        return Interned(distinct, columns.fill(name, np.int32, codes))


def _texts(ends: Array, words: Array) -> pa.StringArray:
    return pa.StringArray.from_buffers(len(ends) - 1, pa.py_buffer(ends), pa.py_buffer(words))


def joined(side: Side, held: ShardColumns, reference: RawFile | None, columns: Columns, name: str) -> RawFile:
    """Make a file of what was read of the shards of a side, as if it were read whole."""
    file = side.files[0]
    kinds = held.kinds(columns, name)
    n_labels = len(file.columns.labels)
    read = [
        held.column(number, columns, f"{name}.column{number}") for number in range(n_labels + len(file.rules.others))
    ]
    tokens = None
    if reference is not None and reference.text is not None and held.is_same:
        tokens = Interned(reference.text.vocabulary, reference.text.codes)
    tokens = tokens or held.column(None, columns, f"{name}.tokens")
    if not len(tokens.codes):
        raise NoTokensError(side.path)
    labels = tuple(LabelColumn(tuple(one.distinct.to_pylist()), one.codes) for one in read[:n_labels])
    others = tuple(
        TokenColumn(f"column {number}", tuple(one.distinct.to_pylist()), one.codes)
        for number, one in zip(file.rules.others, read[n_labels:], strict=True)
    )
    contents = contents_of(side)
    raw = RawFile(
        contents[0],
        FORMAT,
        text_from_lines(*tokens, kinds),
        labels,
        line_kinds=kinds,
        options=file.options.reading,
        notes=notes_on_lines(*held.n_odd_lines()),
        separator="tab" if file.rules.by_tabs else "blanks",
        others=others,
    )
    return as_one(raw, side, contents)


def contents_of(side: Side) -> tuple[Content, ...]:
    """Say what the files of a side are, without their bytes."""
    files = side.files
    codec = "" if files[0].format == "parquet" else text_codec(files[0].options.text_encoding)
    return tuple(Content(one.path, b"", one.sha256, one.size, codec) for one in files)


def as_one(raw: RawFile, side: Side, contents: tuple[Content, ...]) -> RawFile:
    """Call what was read as its user does, who may have named several files together."""
    if side.is_one_file:
        return raw
    raw = replace(raw, content=replace(contents[0], path=folder_of(side.path)), companions=contents)
    return replace(raw, content=replace(whole_folder(raw), path=side.path))
