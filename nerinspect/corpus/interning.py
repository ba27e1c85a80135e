"""Columns of strings in which each distinct string is kept once: as they stand in bytes, many at a time."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyarrow._compute import CastOptions, call_function  # see `corpus/arrays.py`

from nerinspect.corpus.arrays import AnyIntArray, ByteArray, IntArray, as_arrow, as_arrow_texts, from_arrow


class FieldSpans(NamedTuple):
    """Where one field of each line stands in a block, half-open byte positions, shape (n_lines,) each."""

    start: AnyIntArray
    end: AnyIntArray


def as_strings(block: ByteArray, spans: FieldSpans) -> pa.BinaryArray:
    """Gather fields of a block of fewer than 2 GiB, in ascending order, into one array."""
    n_fields = len(spans.start)
    if not n_fields:
        return call_function("cast", [as_arrow_texts([])], CastOptions.safe(pa.binary()))
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
_BYTES: Final = _BYTES_OF[_SHORT]  # what of a number are bytes
_LENGTH_AT: Final = np.uint64(8 * _SHORT)
_LONG: Final = np.uint64(_SHORT + 1) << _LENGTH_AT


def _beginnings(block: ByteArray, start: AnyIntArray, length: AnyIntArray) -> npt.NDArray[np.uint64]:
    """Give each string of a block as the number that its bytes are, and 0 for each of more than `_SHORT` bytes."""
    padded = np.concatenate([block, np.zeros(8, dtype=np.uint8)])
    eight_bytes = np.ndarray(len(block) + 1, dtype="V8", buffer=padded, strides=(1,))  # from every byte on
    numbers = eight_bytes[start].view("<u8").astype(np.uint64, copy=False)
    numbers &= _BYTES_OF.take(length, mode="clip")  # twice as quick as with places looked at first
    return numbers


class Interner:
    """Collects one column of a file, keeping each distinct string once.

    Nearly all strings are short, and numbers are compared in a fraction of the time: a short string becomes one of its
    length and its bytes. The long ones stand beside these numbers.
    """

    def __init__(self) -> None:
        self.numbers: list[npt.NDArray[np.uint64]] = []
        self.long: list[pa.BinaryArray] = []

    def add(self, block: ByteArray, spans: FieldSpans) -> None:
        """Add the next strings of the column: fields of a block of fewer than 2 GiB, in ascending order."""
        length = np.minimum(spans.end - spans.start, _SHORT + 1)
        numbers = _beginnings(block, spans.start, length)
        numbers |= length.astype(np.uint64) << _LENGTH_AT
        self.numbers.append(numbers)
        long = np.flatnonzero(length > _SHORT)
        if len(long):
            self.long.append(as_strings(block, FieldSpans(spans.start[long], spans.end[long])))

    def add_texts(self, texts: pa.StringArray) -> None:
        """Add the next strings of the column, none of them null."""
        _, offsets, data = texts.buffers()
        if len(texts):
            ends = np.frombuffer(offsets, dtype=np.int32, count=len(texts) + 1, offset=4 * texts.offset)
            self.add(np.frombuffer(data or b"", dtype=np.uint8), FieldSpans(ends[:-1], ends[1:]))

    def holds(self, other: Interned) -> bool:
        """Tell whether another column has the same strings in the same order."""
        words, n_before, long = SpelledWords.of(other.distinct), 0, [np.zeros(0, dtype=np.int32)]
        for numbers in self.numbers:
            codes = other.codes[n_before : n_before + len(numbers)]
            found = words.numbers.take(codes)
            if not np.array_equal(found, numbers):
                return False
            long.append(codes[np.flatnonzero(found == _LONG)])
            n_before += len(codes)
        strings = pa.chunked_array([words.taken(np.concatenate(long))])
        return n_before == len(other.codes) and bool(strings.equals(self._all_long()))

    def result(self) -> Interned:
        if not any(map(len, self.numbers)):
            return Interned(as_arrow_texts([]), np.zeros(0, dtype=np.int32))
        long = call_function("dictionary_encode", [self._all_long()])
        self._number_long([from_arrow(chunk.indices) for chunk in long.chunks])
        encoded = call_function("dictionary_encode", [self._all_numbers()])
        for numbers in self.numbers:
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
        for numbers in self.numbers:
            long = np.flatnonzero(numbers == _LONG)
            numbers[long] += added[n_before : n_before + len(long)]
            n_before += len(long)

    def _all_numbers(self) -> pa.ChunkedArray:
        arrays = [pa.Array.from_buffers(pa.uint64(), len(one), [None, pa.py_buffer(one)]) for one in self.numbers]
        return pa.chunked_array(arrays, type=pa.uint64())

    def _all_long(self) -> pa.ChunkedArray:
        return pa.chunked_array(self.long, type=pa.binary())


class SpelledWords(NamedTuple):
    """Distinct strings as others are compared with them: `numbers` are those of an `Interner`."""

    numbers: npt.NDArray[np.uint64]
    strings: pa.BinaryArray
    length: IntArray  # in bytes

    @classmethod
    def of(cls, distinct: pa.StringArray) -> "SpelledWords":
        words = Interner()
        words.add_texts(distinct)
        numbers = np.concatenate([np.zeros(0, dtype=np.uint64), *words.numbers])
        length = from_arrow(call_function("binary_length", [distinct]))
        return cls(numbers, call_function("cast", [distinct], CastOptions.safe(pa.binary())), length)

    def taken(self, codes: IntArray) -> pa.BinaryArray:
        return call_function("take", [self.strings, as_arrow(codes)])

    def ends(self, block: ByteArray, lines: FieldSpans, codes: IntArray) -> AnyIntArray | None:
        """Tell where the words end with which lines of a block begin; None if one has another word, or nothing else."""
        numbers = self.numbers.take(codes)
        length = (numbers >> _LENGTH_AT).astype(np.intp)
        long = np.flatnonzero(length > _SHORT)
        codes = codes[long]
        length[long] = self.length.take(codes)
        end = lines.start + length
        numbers ^= _beginnings(block, lines.start, length)
        if (numbers & _BYTES).any() or not (end < lines.end).all():
            return None
        own = as_strings(block, FieldSpans(lines.start[long], end[long]))
        return end if own.equals(self.taken(codes)) else None


def numbered(columns: Iterable[pa.StringArray]) -> Interned:
    """Keep each distinct string of several columns, laid behind each other, once."""
    interner = Interner()
    for texts in columns:
        interner.add_texts(texts)
    return interner.result()


_SAMPLE: Final = 64


class _FewOfBlock(NamedTuple):
    """The distinct strings of a block of a column: `frequent` is the place of that which all have but `others`."""

    distinct: pa.StringArray
    n: int
    frequent: int
    others: AnyIntArray
    codes: IntArray


class FewStrings:
    """Collects one column of few distinct strings, such as labels, in half the room."""

    def __init__(self) -> None:
        self._blocks: list[_FewOfBlock] = []

    def add(self, block: ByteArray, spans: FieldSpans) -> int:
        """Add the next strings of the column, and tell how many different ones they are.

        The one that most of the first ones are, mostly O, is found again by its bytes.
        """
        start, end = spans
        sample = [block[first:stop].tobytes() for first, stop in zip(start[:_SAMPLE], end[:_SAMPLE], strict=True)]
        if not sample:
            return 0
        [(frequent, _)] = Counter(sample).most_common(1)
        is_again = end - start == len(frequent)
        for place, byte in enumerate(frequent):
            is_again &= block.take(start + place, mode="clip") == byte
        first = int(is_again.argmax())
        is_again[first] = False
        others, interner = np.flatnonzero(~is_again), Interner()
        interner.add(block, FieldSpans(start[others], end[others]))
        distinct, codes = interner.result()
        self._blocks.append(_FewOfBlock(distinct, len(start), int(codes[first]), others, codes))
        return len(distinct)

    def result(self) -> Interned:
        distinct, places = self._numbered()
        return Interned(distinct, self._laid_out(places))

    def columns(self, cut: Callable[[list[str]], list[list[str]]]) -> Iterator[tuple[tuple[str, ...], IntArray]]:
        """Make columns of parts of the strings: the distinct ones in order of first occurrence, and codes."""
        distinct, places = self._numbered()
        for parts in cut(distinct.to_pylist()):
            number = {part: code for code, part in enumerate(dict.fromkeys(parts))}
            yield tuple(number), self._laid_out(np.array([number[part] for part in parts], dtype=np.int32)[places])

    def _numbered(self) -> Interned:
        """Keep each distinct string once, and give its place to those of each block."""
        return numbered(one.distinct for one in self._blocks)

    def _laid_out(self, places: IntArray) -> IntArray:
        """Give each string of the column its code, by those of the distinct ones of each block."""
        codes = np.empty(sum(one.n for one in self._blocks), dtype=np.int32)
        n_codes = n_places = 0
        for one in self._blocks:
            own = places[n_places : n_places + len(one.distinct)]
            codes_of_block = codes[n_codes : n_codes + one.n]
            codes_of_block[:] = own[one.frequent]
            codes_of_block[one.others] = own[one.codes]
            n_codes, n_places = n_codes + one.n, n_places + len(one.distinct)
        return codes
