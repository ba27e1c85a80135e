"""The lines of files with a token a line: what each is, the sentences they make, their fields, many at a time."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, ByteArray, CodeArray, IntArray, as_arrow, from_arrow
from nerinspect.corpus.text import Text
from nerinspect.errors import UnreadableFileError
from nerinspect.io.content import Content

TAB, LF, BLANK = 9, 10, 32
_HASH, _HYPHEN = 35, 45
_FARTHEST = 1 << 30  # no line has so many fields, and positions in a block are 32 bits wide
_DOCSTART = np.frombuffer(b"-DOCSTART-", dtype=np.uint8)


class FieldSpans(NamedTuple):
    """Where one field of each line stands in a block, half-open byte positions, shape (n_lines,) each."""

    start: AnyIntArray
    end: AnyIntArray


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines of one block and their fields.

    Attributes
    ----------
    block : ndarray of uint8
        The bytes; ends in LF.
    start : ndarray of int32, shape (n_lines,)
        First byte of each line.
    is_blank : ndarray of bool, shape (n_lines,)
        Whether the line holds nothing but blanks and TABs.
    n_fields : ndarray of int32, shape (n_lines,)
        Fields of each line; a blank line has one, which is empty or blank.
    field_start, field_end : ndarray of int32, shape (n_fields in all,)
        Byte positions of all fields.
    first_field : ndarray of int32, shape (n_lines,)
        Place of each line's first field among all.
    """

    block: ByteArray
    start: IntArray
    is_blank: BoolArray
    n_fields: IntArray
    field_start: IntArray
    field_end: IntArray
    first_field: IntArray

    def __len__(self) -> int:
        """Count the lines."""
        return len(self.start)

    @property
    def is_document_start(self) -> BoolArray:
        """Whether the first field of each line is exactly `-DOCSTART-`."""
        if _DOCSTART.tobytes() not in self.block.tobytes():
            return np.zeros(len(self), dtype=bool)
        spans = self.column(0)
        fits = (spans.end - spans.start == len(_DOCSTART)) & (self.block[spans.start] == _HYPHEN)
        found = np.flatnonzero(fits)
        letters = self.block[spans.start[found][:, None] + np.arange(len(_DOCSTART))]
        is_start = np.zeros(len(self), dtype=bool)
        is_start[found] = (letters == _DOCSTART).all(axis=1)
        return is_start

    @property
    def begins_with_hash(self) -> BoolArray:
        """Whether each line begins with `#`."""
        begins: BoolArray = self.block[self.start] == _HASH
        return begins

    def column(self, column: int, rows: AnyIntArray | slice = slice(None)) -> FieldSpans:
        """Locate one field, from 0 or negative from the end, in some lines; where it lacks, the nearest there is."""
        first = self.first_field[rows]
        if column == 0:
            place = first
        else:
            n_fields, column = self.n_fields[rows], max(-_FARTHEST, min(column, _FARTHEST))
            place = first + (
                np.minimum(n_fields - np.int32(1), column) if column > 0 else np.maximum(n_fields + column, np.int32(0))
            )
        return FieldSpans(self.field_start[place], self.field_end[place])


def cut_lines(block: ByteArray, by_tabs: bool) -> Lines:
    """Cut a block of whole lines into lines, each with at least one field.

    Fields are cut at each TAB; otherwise at runs of blanks and TABs, where a run at the end of a line cuts off nothing.
    """
    mark = np.flatnonzero(block <= BLANK).astype(np.int32)
    byte = block[mark]
    is_end = byte == LF
    is_cut = is_end | (byte == BLANK) | (byte == TAB)
    if not is_cut.all():
        mark, byte, is_end = mark[is_cut], byte[is_cut], is_end[is_cut]
    line_end = mark[is_end]
    line_start = _resumed(line_end)
    if by_tabs:
        white_mark = np.flatnonzero(is_end).astype(np.int32)
        is_blank = white_mark - _resumed(white_mark) == line_end - line_start
        kept = byte != BLANK
        end, resume, line_mark = mark[kept], mark[kept], np.flatnonzero(is_end[kept]).astype(np.int32)
    else:
        end, resume, line_mark = _merge_runs(mark, is_end)
        is_blank = end[line_mark] == line_start
    first_field = _resumed(line_mark)
    n_fields = line_mark - first_field + np.int32(1)
    return Lines(block, line_start, is_blank, n_fields, _resumed(resume), end, first_field)


def _resumed(positions: IntArray) -> IntArray:
    """Give for each of many ascending ends where the piece that it ends began: 0, then behind the end before it."""
    begun = np.zeros_like(positions)
    np.add(positions[:-1], 1, out=begun[1:])
    return begun


def _merge_runs(mark: IntArray, is_end: BoolArray) -> tuple[IntArray, IntArray, IntArray]:
    """Make one cut of each run of blanks and TABs, and none of a run at the end of a line.

    Give the first and last byte of each cut, and which cuts are ends of lines.
    """
    touches_next = np.zeros(len(mark), dtype=bool)
    touches_next[:-1] = (mark[1:] - mark[:-1] == 1) & ~is_end[:-1]
    if not touches_next.any():
        return mark, mark, np.flatnonzero(is_end).astype(np.int32)
    goes_on = np.append(False, touches_next[:-1])  # this byte belongs to the run before it
    run_first = np.flatnonzero(~goes_on)
    run_last = np.append(run_first[1:], len(mark)) - 1
    return mark[run_first], mark[run_last], np.flatnonzero(is_end[run_last]).astype(np.int32)


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
    return with_gaps.take(as_arrow(np.arange(0, 2 * n_fields - 1, 2, dtype=np.int32)))


BLANK_LINE, TOKEN_LINE, DOCUMENT_LINE, COMMENT_LINE = range(4)
"""What a physical line is."""

BLOCK_BYTES: Final = 1 << 20
"""Of one block, as far as lines allow."""

LONGEST_LINE: Final = 1 << 30
"""So many bytes of a line are read; positions in a block are 32 bits wide."""


def blocks(data: bytes) -> Iterator[ByteArray]:
    """Cut bytes that end in LF into blocks of whole lines, each of at least one line."""
    start = 0
    while start < len(data):
        stop = data.find(b"\n", min(start + BLOCK_BYTES, len(data)) - 1) + 1
        yield np.frombuffer(data, dtype=np.uint8, count=stop - start, offset=start)
        start = stop


def refuse_other_line_ends(content: Content, by_tabs: bool) -> None:
    """Refuse a file with lines that end in CR alone: they would be one line, and most of their tokens would be lost.

    Raises
    ------
    UnreadableFileError
        For such a file, and for one with a line that is too long for any file of labels.
    """
    path, data = content.path, content.data
    if data.find(b"\n") == len(data) - 1 and b"\r" in data:
        raise UnreadableFileError(path, "its lines end in CR alone, as on old Macs", "write LF at their ends")
    if len(data) > LONGEST_LINE and any(len(block) > LONGEST_LINE for block in blocks(data)):
        raise UnreadableFileError(path, "one of its lines has more than a gigabyte", "choose a file of labels")
    if b"\r" in data:
        signs = np.frombuffer(data, np.uint8)
        ends, gaps, returns = (
            np.flatnonzero(np.isin(signs, list(one))) for one in (b"\n", b"\t" if by_tabs else b" \t", b"\r")
        )
        line = np.searchsorted(ends, returns)
        starts = np.concatenate([[0], ends[:-1] + 1])[line]
        n_before, at, n_behind = (np.searchsorted(gaps, place) for place in (starts, returns, ends[line]))
        joined = np.flatnonzero((n_before < at) & (at < n_behind))
        if len(joined):
            problem = "the line holds another one: they are parted by CR alone, as on old Macs"
            raise UnreadableFileError(path, problem, "write LF at their ends", int(line[joined[0]]) + 1)


def notes_on_lines(content: Content) -> tuple[str, ...]:
    """Count the lines whose fields hold what was to part lines, or to begin a file."""
    data = content.data
    n_returns = sum(b"\r" in line for line in data.split(b"\n")) if b"\r" in data else 0
    n_marks = data.count(b"\n" + BOM_UTF8) + data.startswith(BOM_UTF8)
    counts = {"with CR in a field": n_returns, "beginning with a byte order mark, read as part of a token": n_marks}
    return tuple(f"{n:,} line{'s' if n > 1 else ''} {words}" for words, n in counts.items() if n)


def is_cut_by_tabs(data: bytes, comments: bool) -> bool:
    """Tell whether most token lines hold a TAB."""
    if b"\t" not in data:
        return False
    n_with_tab = n_token_lines = 0
    for block in blocks(data):
        lines = cut_lines(block, by_tabs=True)
        is_token = ~lines.is_blank & ~cut_lines(block, by_tabs=False).is_document_start
        if comments:
            is_token &= ~lines.begins_with_hash
        n_token_lines += int(is_token.sum())
        n_with_tab += int((is_token & (lines.n_fields > 1)).sum())
    return 2 * n_with_tab > n_token_lines


def is_one_column(data: bytes) -> bool:
    """Tell whether the first block of a file holds one field a line."""
    lines = cut_lines(next(blocks(data)), by_tabs=False)
    return bool((lines.n_fields == 1).all() and not lines.is_blank.all())


def fewest_fields(data: bytes, by_tabs: bool) -> int:
    """Count the fields of token lines that do not begin with `#`: what a comment must stay below."""
    fewest = []
    for block in blocks(data):
        lines = cut_lines(block, by_tabs)
        is_token = ~lines.is_blank & ~lines.is_document_start & ~lines.begins_with_hash
        if is_token.any():
            fewest.append(int(lines.n_fields[is_token].min()))
    return min(fewest, default=0)


def kinds_of(lines: Lines, n_token_fields: int, in_sentence: bool) -> CodeArray:
    """Tell what each line of a block is; comments only stand before the first token of a sentence."""
    kinds = np.where(lines.is_blank, BLANK_LINE, TOKEN_LINE).astype(np.int8)
    kinds[lines.is_document_start] = DOCUMENT_LINE
    if not n_token_fields:
        return kinds
    may_comment = (kinds == TOKEN_LINE) & lines.begins_with_hash & (lines.n_fields < n_token_fields)
    if may_comment.any():
        number = np.arange(len(kinds))
        breaks = np.where((kinds == BLANK_LINE) | (kinds == DOCUMENT_LINE), number, -1)
        tokens = np.where((kinds == TOKEN_LINE) & ~may_comment, number, -1)
        last_break = np.maximum.accumulate(breaks)
        last_token = np.maximum.accumulate(tokens)
        before_tokens = (last_break > last_token) | ((last_break == last_token) & (not in_sentence))
        kinds[may_comment & before_tokens] = COMMENT_LINE
    return kinds


def text_from_lines(vocabulary: pa.StringArray, codes: IntArray, line_kinds: CodeArray) -> Text:
    """Group tokens, one of the vocabulary for each token line, into sentences and documents as the kinds of lines say.

    Documents without a sentence are not counted; what stands before the first document line is document 1.
    """
    token_line = np.flatnonzero(line_kinds == TOKEN_LINE)
    begins = np.ones(len(token_line), dtype=bool)
    begins[1:] = np.diff(token_line) > 1
    first_token = np.flatnonzero(begins)
    first_line = token_line[first_token]
    document_line = np.flatnonzero(line_kinds == DOCUMENT_LINE)
    n_document_lines = np.searchsorted(document_line, first_line)  # a running sum would hold all threads meanwhile
    changes = np.diff(n_document_lines, prepend=n_document_lines[:1]) > 0
    return Text(
        vocabulary,
        codes,
        np.append(first_token, len(token_line)).astype(np.int32),
        (first_line + 1).astype(np.int32),
        (np.cumsum(changes) + 1).astype(np.int32),
    )


class Interned(NamedTuple):
    """The distinct strings of a column in order of first occurrence, and for each string its place among them."""

    distinct: pa.StringArray
    codes: IntArray


_SHORT: Final = 7
"""So many bytes of a string stand in a number, below its length."""

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
        numbers &= _BYTES_OF[length]
        numbers |= length.astype(np.uint64) << _LENGTH_AT
        self._numbers.append(numbers)
        long = np.flatnonzero(length > _SHORT)
        if len(long):
            self._long.append(as_strings(block, FieldSpans(spans.start[long], spans.end[long])))

    def holds_same(self, other: "Interner") -> bool:
        """Tell whether two columns hold the same strings in the same order."""
        return self._all_numbers().equals(other._all_numbers()) and self._all_long().equals(other._all_long())

    def result(self) -> Interned:
        """Keep each distinct string once."""
        if not any(map(len, self._numbers)):
            return Interned(pa.array([], type=pa.string()), np.zeros(0, dtype=np.int32))
        long = self._all_long().dictionary_encode()
        self._number_long([from_arrow(chunk.indices) for chunk in long.chunks])
        encoded = self._all_numbers().dictionary_encode()
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
            strings = pa.concat_arrays([strings, long.chunk(0).dictionary]).take(as_arrow(place))
        return Interned(strings.cast(pa.string()), codes)

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
