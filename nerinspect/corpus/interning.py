"""Columns of strings in which each distinct string is kept once: as they stand in bytes, many at a time."""

from collections.abc import Iterable
from concurrent.futures import Future
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyarrow._compute import CastOptions, call_function  # see `corpus/arrays.py`

from nerinspect.corpus.arrays import AnyIntArray, ByteArray, IntArray, as_arrow, from_arrow


class FieldSpans(NamedTuple):
    """Where one field of each line stands in a block, half-open byte positions, shape (n_lines,) each."""

    start: AnyIntArray
    end: AnyIntArray


def as_strings(block: ByteArray, spans: FieldSpans) -> pa.BinaryArray:
    """Gather fields of a block of fewer than 2 GiB, in ascending order, into one array."""
    n_fields = len(spans.start)
    if not n_fields:
        return pa.array([], type=pa.binary())
    offsets = np.empty(2 * n_fields, dtype=np.int32)
    offsets[0::2], offsets[1::2] = spans.start, spans.end
    with_gaps = pa.Array.from_buffers(
        pa.binary(), 2 * n_fields - 1, [None, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(block))]
    )
    return call_function("take", [with_gaps, as_arrow(np.arange(0, 2 * n_fields - 1, 2, dtype=np.int32))])


class Interned(NamedTuple):
    """The distinct strings of a column in order of first occurrence, and for each string its place among them."""

    distinct: pa.StringArray
    codes: IntArray


_SHORT: Final = 7  # so many bytes of a string stand in a number, below its length

_BYTES_OF: Final = np.array([*((1 << 8 * n) - 1 for n in range(_SHORT + 1)), 0], dtype=np.uint64)
_LENGTH_AT: Final = np.uint64(8 * _SHORT)
_LONG: Final = np.uint64(_SHORT + 1) << _LENGTH_AT


class Interner:
    """Collects one column of a file, keeping each distinct string once.

    Nearly all strings are short, and numbers are compared in a fraction of the time: a short string becomes one of its
    length and its bytes. The long ones stand beside these numbers.
    """

    def __init__(self) -> None:
        self._numbers: list[npt.NDArray[np.uint64]] = []
        self._long: list[pa.BinaryArray] = []

    def add(self, block: ByteArray, spans: FieldSpans) -> None:
        """Add the next strings of the column: fields of a block of fewer than 2 GiB, in ascending order."""
        length = np.minimum(spans.end - spans.start, _SHORT + 1)
        padded = np.concatenate([block, np.zeros(8, dtype=np.uint8)])
        eight_bytes = np.ndarray(len(block) + 1, dtype="V8", buffer=padded, strides=(1,))  # from every byte on
        numbers = eight_bytes[spans.start].view("<u8").astype(np.uint64, copy=False)
        numbers &= _BYTES_OF.take(length, mode="clip")  # twice as quick as with places looked at first
        numbers |= length.astype(np.uint64) << _LENGTH_AT
        self._numbers.append(numbers)
        long = np.flatnonzero(length > _SHORT)
        if len(long):
            self._long.append(as_strings(block, FieldSpans(spans.start[long], spans.end[long])))

    def add_texts(self, texts: pa.StringArray) -> None:
        """Add the next strings of the column, none of them null."""
        _, offsets, data = texts.buffers()
        if len(texts):
            ends = np.frombuffer(offsets, dtype=np.int32, count=len(texts) + 1, offset=4 * texts.offset)
            self.add(np.frombuffer(data or b"", dtype=np.uint8), FieldSpans(ends[:-1], ends[1:]))

    def holds_same(self, other: "Interner") -> bool:
        """Tell whether two columns hold the same strings in the same order."""
        same: bool = self._all_numbers().equals(other._all_numbers()) and self._all_long().equals(other._all_long())
        return same

    def result(self) -> Interned:
        if not any(map(len, self._numbers)):
            return Interned(pa.array([], type=pa.string()), np.zeros(0, dtype=np.int32))
        long = call_function("dictionary_encode", [self._all_long()])
        self._number_long([from_arrow(chunk.indices) for chunk in long.chunks])
        encoded = call_function("dictionary_encode", [self._all_numbers()])
        for numbers in self._numbers:
            np.minimum(numbers, _LONG, out=numbers)
        codes = np.concatenate([from_arrow(chunk.indices) for chunk in encoded.chunks if len(chunk)])
        dictionary = encoded.chunk(0).dictionary
        distinct = np.frombuffer(dictionary.buffers()[1], dtype=np.uint64, count=len(dictionary))
        is_long = distinct >= _LONG
        short = distinct[~is_long]
        first = np.arange(0, 8 * len(short), 8)
        length = (short >> _LENGTH_AT).astype(np.int64)
        strings = as_strings(short.astype("<u8", copy=False).view(np.uint8), FieldSpans(first, first + length))
        if long.num_chunks:
            place = np.empty(len(distinct), dtype=np.int32)
            place[~is_long] = np.arange(len(short))
            place[is_long] = len(short) + (distinct[is_long] - _LONG).astype(np.int32)
            strings = call_function("take", [pa.concat_arrays([strings, long.chunk(0).dictionary]), as_arrow(place)])
        return Interned(call_function("cast", [strings], CastOptions.safe(pa.string())), codes)

    def _number_long(self, places: list[IntArray]) -> None:
        """Add to the numbers of long strings their places among the distinct ones."""
        added = np.concatenate([np.zeros(0, dtype=np.int32), *places]).astype(np.uint64)
        n_before = 0
        for numbers in self._numbers:
            long = np.flatnonzero(numbers == _LONG)
            numbers[long] += added[n_before : n_before + len(long)]
            n_before += len(long)

    def _all_numbers(self) -> pa.ChunkedArray:
        arrays = [pa.Array.from_buffers(pa.uint64(), len(one), [None, pa.py_buffer(one)]) for one in self._numbers]
        return pa.chunked_array(arrays, type=pa.uint64())

    def _all_long(self) -> pa.ChunkedArray:
        return pa.chunked_array(self._long, type=pa.binary())


def numbered(columns: Iterable[pa.StringArray]) -> Interned:
    """Keep each distinct string of several columns, laid behind each other, once."""
    interner = Interner()
    for texts in columns:
        interner.add_texts(texts)
    return interner.result()


class FewStrings:
    """Collects one column of few distinct strings, such as labels, in half the room."""

    def __init__(self) -> None:
        self._blocks: list[Interned] = []

    def add(self, block: ByteArray, spans: FieldSpans) -> None:
        """Add the next strings of the column; the first one of a single byte, mostly O, is found again by that byte."""
        if not len(spans.start):
            return
        is_again = spans.end - spans.start == 1
        first = int(is_again.argmax())
        is_again &= block[spans.start] == block[spans.start[first]]
        is_again[first] = False
        kept, interner = np.flatnonzero(~is_again), Interner()
        interner.add(block, FieldSpans(spans.start[kept], spans.end[kept]))
        distinct, places = interner.result()
        codes = np.full(len(is_again), places[first])
        codes[kept] = places
        self._blocks.append(Interned(distinct, codes))

    def result(self) -> Interned:
        distinct, places = numbered(one.distinct for one in self._blocks)
        first = np.cumsum([0, *(len(one.distinct) for one in self._blocks)])
        codes = [places[start:][one.codes] for start, one in zip(first, self._blocks, strict=False)]
        return Interned(distinct, np.concatenate([np.zeros(0, dtype=np.int32), *codes]))


class SharedTokens:
    """The tokens of a reference, which files that hold the same ones take over instead of making them anew."""

    def __init__(self) -> None:
        self._given: Future[tuple[Interner, Interned] | None] = Future()

    def give(self, tokens: Interner) -> Interned:
        """Make the tokens of the reference, and give them to the others."""
        interned = tokens.result()
        self._given.set_result((tokens, interned))
        return interned

    def end(self, _reference: Future[Any]) -> None:
        """Let nobody wait for a reference that was read, or could not be, and had none to give."""
        if not self._given.done():
            self._given.set_result(None)

    def take(self, tokens: Interner) -> Interned:
        """Wait for the tokens of the reference, and take them over if they are the same."""
        given = self._given.result()
        return given[1] if given and tokens.holds_same(given[0]) else tokens.result()
