"""Cut lines into fields, many lines at a time.

Only ASCII bytes cut: TAB, blank and LF. Everything else, such as NBSP, U+2028 or U+3000, belongs to tokens.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, ByteArray, IntArray, as_arrow

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
        """Locate one field in some lines.

        Parameters
        ----------
        column : int
            From 0, or negative from the end. In a line without that field the nearest one there is is located.
        rows : ndarray of int, shape (n_rows,), or slice
            Which lines.

        Returns
        -------
        FieldSpans
            Byte positions, shape (n_rows,) each.
        """
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
    """Cut a block into lines and fields.

    Parameters
    ----------
    block : ndarray of uint8
        Whole lines; the last byte is LF.
    by_tabs : bool
        Cut at each TAB; otherwise at runs of blanks and TABs, where a run at the end of a line cuts off nothing.

    Returns
    -------
    Lines
        With at least one field in each line.
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

    Returns
    -------
    first, last, line_mark : ndarray of int32
        First and last byte of each cut, and which cuts are ends of lines.
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
    """Gather fields of a block into one array.

    Parameters
    ----------
    block : ndarray of uint8
        The bytes, fewer than 2 GiB.
    spans : FieldSpans
        Fields in ascending order.

    Returns
    -------
    pyarrow.BinaryArray, shape (n_lines,)
        Their bytes.
    """
    n_fields = len(spans.start)
    if not n_fields:
        return pa.array([], type=pa.binary())
    offsets = np.empty(2 * n_fields, dtype=np.int32)
    offsets[0::2], offsets[1::2] = spans.start, spans.end
    with_gaps = pa.Array.from_buffers(
        pa.binary(), 2 * n_fields - 1, [None, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(block))]
    )
    return with_gaps.take(as_arrow(np.arange(0, 2 * n_fields - 1, 2, dtype=np.int32)))
