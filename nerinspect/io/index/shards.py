"""What is read of each shard, and how the shards of a file become one again, with its columns on disk."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import as_arrow_texts
from nerinspect.corpus.interning import Interned, Interner, numbered
from nerinspect.corpus.text import TokenColumn
from nerinspect.encoding.labels import LabelColumn
from nerinspect.errors import DataError, NoTokensError
from nerinspect.io.content import Content, text_codec
from nerinspect.io.formats.conll import ReadLines, read_lines
from nerinspect.io.formats.lines import count_odd_lines, notes_on_lines, refuse_other_line_ends, text_from_lines
from nerinspect.io.formats.reader import RawFile
from nerinspect.io.index.columns import Array, Columns
from nerinspect.io.index.cutting import LinedFile, Shard
from nerinspect.io.reading.files import naming_options_of

FORMAT: Final = "conll"


class ShardFile(NamedTuple):
    """One file of a task, its number among all: its shard, and where what is read goes."""

    number: int
    file: LinedFile
    shard: Shard
    place: str


def read_shard(task: Sequence[ShardFile]) -> list[tuple[int, str]]:
    """Read one shard of several files, the reference first; give the mistakes, each with the number of its file.

    A file with the tokens of the first one says so instead of holding them once more.

    Raises
    ------
    DataError
        For a mistake in the reference, which goes before all others.
    """
    first: Interner | None = None
    mistakes = []
    for number, file, shard, place in task:
        try:
            read, odd = _read(file, shard)
        except DataError as mistake:
            if not number:
                raise
            mistakes.append((number, str(mistake)))
            continue
        said: dict[str, Any] = {"kinds": read.line_kinds, "odd": np.array(odd)}
        if first is None or not read.tokens.holds_same(first):
            vocabulary, codes = read.tokens.result()
            said |= {"codes": codes, "words": _bytes_of(vocabulary), "ends": _ends_of(vocabulary)}
        columns = [*((one.names, one.codes) for one in read.labels), *((one.values, one.codes) for one in read.others)]
        for column, (names, codes) in enumerate(columns):
            texts = as_arrow_texts(names)
            said |= {f"codes{column}": codes, f"words{column}": _bytes_of(texts), f"ends{column}": _ends_of(texts)}
        first = first or read.tokens
        _save(place, said)
    return mistakes


def _read(file: LinedFile, shard: Shard) -> tuple[ReadLines, tuple[int, int]]:
    """Read a shard of a file, and count its odd lines."""
    content = Content(file.path, file.text(shard.start, shard.stop), file.sha256, file.size, "")
    with naming_options_of(file.role):
        try:
            refuse_other_line_ends(content, file.rules.by_tabs, is_whole=shard.stop - shard.start == file.n_bytes)
            return read_lines(content, file.columns, file.rules), count_odd_lines(content.data)
        except DataError as mistake:
            mistake.move(shard.n_lines_before)
            raise


def _save(place: str, arrays: dict[str, Array]) -> None:
    aside = Path(f"{place}.part")
    with open(aside, "wb") as file:
        np.savez(file, allow_pickle=False, **arrays)
    aside.replace(place)


def _bytes_of(texts: pa.StringArray) -> Array:
    _, ends, data = texts.buffers()
    first, last = (np.frombuffer(ends, np.int32, 1, 4 * (texts.offset + place))[0] for place in (0, len(texts)))
    octets: Array = np.frombuffer(data or b"", dtype=np.uint8)[first:last]
    return octets


def _ends_of(texts: pa.StringArray) -> Array:
    ends = np.frombuffer(texts.buffers()[1], np.int32, len(texts) + 1, 4 * texts.offset)
    own: Array = ends - ends[0]
    return own


@dataclass(frozen=True)
class ShardColumns:
    """What was read of the shards of one file, each where it was put; those of the reference beside it."""

    places: Sequence[str]
    beside: Sequence[str]

    def _each(self, *names: str) -> Iterator[tuple[Array, ...]]:
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

    def kinds(self) -> Array:
        """Tell what each line is."""
        return np.concatenate([kinds for (kinds,) in self._each("kinds")])

    def n_odd_lines(self) -> list[int]:
        """Count the lines that `count_odd_lines` counts."""
        counts: list[int] = np.sum([odd for (odd,) in self._each("odd")], axis=0).tolist()
        return counts

    def column(self, number: int | None, columns: Columns, name: str) -> Interned:
        """Join a column of all shards, that of tokens without a number; its codes stand on disk."""
        end = "" if number is None else str(number)
        lengths = [len(codes) for (codes,) in self._each(f"codes{end}")]
        vocabularies = (_texts(*one) for one in self._each(f"ends{end}", f"words{end}"))
        n_distinct = np.cumsum([0, *(len(ends) - 1 for (ends,) in self._each(f"ends{end}"))])
        distinct, places = numbered(vocabularies)

        def fill(room: Array) -> None:
            stop = 0
            for shard, (codes,) in enumerate(self._each(f"codes{end}")):
                room[stop : stop + len(codes)] = places[n_distinct[shard] :][codes]
                stop += len(codes)

        return Interned(distinct, columns.fill(name, sum(lengths), np.int32, fill))


def _texts(ends: Array, words: Array) -> pa.StringArray:
    return pa.StringArray.from_buffers(len(ends) - 1, pa.py_buffer(ends), pa.py_buffer(words))


def joined(file: LinedFile, held: ShardColumns, reference: RawFile | None, columns: Columns, name: str) -> RawFile:
    """Make a file of what was read of its shards, as if it were read whole."""
    kinds = held.kinds()
    n_labels = len(file.columns.labels)
    read = [
        held.column(number, columns, f"{name}.column{number}") for number in range(n_labels + len(file.rules.others))
    ]
    tokens = None
    if reference is not None and reference.text is not None and held.is_same:
        tokens = Interned(reference.text.vocabulary, reference.text.codes)
    tokens = tokens or held.column(None, columns, f"{name}.tokens")
    if not len(tokens.codes):
        raise NoTokensError(file.path)
    labels = tuple(LabelColumn(tuple(one.distinct.to_pylist()), one.codes) for one in read[:n_labels])
    others = tuple(
        TokenColumn(f"column {number}", tuple(one.distinct.to_pylist()), one.codes)
        for number, one in zip(file.rules.others, read[n_labels:], strict=True)
    )
    return RawFile(
        Content(file.path, b"", file.sha256, file.size, text_codec(file.options.text_encoding)),
        FORMAT,
        text_from_lines(*tokens, kinds),
        labels,
        line_kinds=kinds,
        options=file.options.reading,
        notes=notes_on_lines(*held.n_odd_lines()),
        separator="tab" if file.rules.by_tabs else "blanks",
        others=others,
    )
