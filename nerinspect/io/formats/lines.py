"""The lines of files with a token a line: what each is, their sentences and fields, and labels changed in place."""

import codecs
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa
from pyarrow._compute import MatchSubstringOptions, call_function  # see `corpus/arrays.py`

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, ByteArray, CodeArray, IntArray, mask_from_arrow
from nerinspect.corpus.interning import FewStrings, FieldSpans, Interned, Interner, SpelledWords
from nerinspect.corpus.text import Text
from nerinspect.errors import UnreadableFileError
from nerinspect.io.content import Content, text_codec
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted

TAB, LF, BLANK = 9, 10, 32
_HASH, _HYPHEN = 35, 45
_FARTHEST = 1 << 30  # no line has so many fields, and positions in a block are 32 bits wide
_DOCSTART = np.frombuffer(b"-DOCSTART-", dtype=np.uint8)


@dataclass(frozen=True, eq=False)
class Lines:
    """The lines of one block and their fields.

    `field_start` and `field_end`: byte positions of all fields; shape (n_fields in all,).
    """

    block: ByteArray  # the bytes; ends in LF
    start: IntArray  # first byte of each line; shape (n_lines,)
    is_blank: BoolArray  # whether the line holds nothing but blanks and TABs; shape (n_lines,)
    n_fields: IntArray  # fields of each line; a blank line has one, which is empty or blank; shape (n_lines,)
    field_start: IntArray
    field_end: IntArray
    first_field: IntArray  # place of each line's first field among all; shape (n_lines,)

    def __len__(self) -> int:
        return len(self.start)

    @property
    def is_document_start(self) -> BoolArray:
        found = np.flatnonzero(self.block.take(self.start) == _HYPHEN)
        spans = self.column(0, found)
        found = found[spans.end - spans.start == len(_DOCSTART)]
        letters = self.block[self.start[found][:, None] + np.arange(len(_DOCSTART))]
        is_start = np.zeros(len(self), dtype=bool)
        is_start[found] = (letters == _DOCSTART).all(axis=1)
        return is_start

    @property
    def begins_with_hash(self) -> BoolArray:
        return np.asarray(self.block[self.start] == _HASH)

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
        start, end = (fields.take(place, mode="clip") for fields in (self.field_start, self.field_end))  # quickest
        return FieldSpans(start, end)


def line_ends(block: ByteArray) -> AnyIntArray:
    """Find where the lines of a block end.

    Beside bytes that numpy is told to find as well: for few ones, less than a tenth, it takes a slower way.
    """
    n_more = len(block) // 8
    is_found = np.ones(len(block) + n_more, dtype=bool)
    np.equal(block, LF, out=is_found[: len(block)])
    found = np.flatnonzero(is_found)
    return found[: len(found) - n_more]


def cut_lines(block: ByteArray, by_tabs: bool) -> Lines:
    """Cut a block of whole lines into lines, each with at least one field.

    Fields are cut at each TAB; otherwise at runs of blanks and TABs, where a run at the end of a line cuts off nothing.
    """
    place = np.flatnonzero(block <= BLANK)
    byte, mark = block[place], place.astype(np.int32)
    is_end = byte == LF
    is_cut = is_end | (byte == BLANK) | (byte == TAB)
    if not is_cut.all():
        mark, byte, is_end = mark[is_cut], byte[is_cut], is_end[is_cut]
    line_mark = np.flatnonzero(is_end)
    line_end = mark[line_mark]
    line_start = _resumed(line_end)
    if by_tabs:
        is_blank = np.diff(line_mark, prepend=-1) - 1 == line_end - line_start
        kept = np.flatnonzero(byte != BLANK)
        end, resume, line_mark = mark[kept], mark[kept], np.flatnonzero(is_end[kept])
    else:
        end, resume, line_mark = _merge_runs(mark, is_end, line_mark)
        is_blank = (line_end if end is mark else end[line_mark]) == line_start
    first_field = _resumed(line_mark.astype(np.int32))
    n_fields = line_mark.astype(np.int32) - first_field + np.int32(1)
    return Lines(block, line_start, is_blank, n_fields, _resumed(resume), end, first_field)


def begin_documents(block: ByteArray, start: IntArray, ends: bytes) -> BoolArray:
    """Tell which lines begin with that which begins documents, and one of some bytes behind it."""
    letters = block.take(start[:, None] + np.arange(len(_DOCSTART) + 1), mode="clip")
    is_end = np.logical_or.reduce([letters[:, -1] == end for end in ends])  # `numpy.isin` imports masked arrays
    return np.asarray((letters[:, :-1] == _DOCSTART).all(axis=1) & is_end)


def _resumed(positions: IntArray) -> IntArray:
    """Give for each of many ascending ends where the piece that it ends began: 0, then behind the end before it."""
    begun = np.zeros_like(positions)
    np.add(positions[:-1], 1, out=begun[1:])
    return begun


def _merge_runs(mark: IntArray, is_end: BoolArray, line_mark: AnyIntArray) -> tuple[IntArray, IntArray, AnyIntArray]:
    """Make one cut of each run of blanks and TABs, and none of a run at the end of a line.

    Give the first and last byte of each cut, and which cuts are ends of lines.
    """
    touches_next = np.zeros(len(mark), dtype=bool)
    touches_next[:-1] = (mark[1:] - mark[:-1] == 1) & ~is_end[:-1]
    if not touches_next.any():
        return mark, mark, line_mark
    goes_on = np.append(False, touches_next[:-1])  # this byte belongs to the run before it
    run_first = np.flatnonzero(~goes_on)
    run_last = np.append(run_first[1:], len(mark)) - 1
    return mark[run_first], mark[run_last], np.flatnonzero(is_end[run_last])


BLANK_LINE, TOKEN_LINE, DOCUMENT_LINE, COMMENT_LINE = range(4)  # what a physical line is

BLOCK_BYTES: Final = 1 << 20  # of one block, as far as lines allow

LONGEST_LINE: Final = 1 << 30  # so many bytes of a line are read; positions in a block are 32 bits wide


def blocks(data: bytes) -> Iterator[ByteArray]:
    """Cut bytes that end in LF into blocks of whole lines, each of at least one line."""
    start = 0
    while start < len(data):
        stop = data.find(b"\n", min(start + BLOCK_BYTES, len(data)) - 1) + 1
        yield np.frombuffer(data, dtype=np.uint8, count=stop - start, offset=start)
        start = stop


def refuse_other_line_ends(content: Content, by_tabs: bool, is_whole: bool = True) -> None:
    """Refuse a file with lines that end in CR alone: they would be one line, and most of their tokens would be lost.

    Of some lines of a file nobody can tell whether they are its only one.

    Raises
    ------
    UnreadableFileError
        For such a file, and for one with a line that is too long for any file of labels.
    """
    path, data = content.path, content.data
    if is_whole and data.find(b"\n") == len(data) - 1 and b"\r" in data:
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
            problem = "the line contains another one: they are separated by CR alone, as on old Macs"
            raise UnreadableFileError(path, problem, "write LF at their ends", int(line[joined[0]]) + 1)


def count_odd_lines(data: bytes) -> tuple[int, int]:
    """Count the lines with CR in a field, and those that begin with a byte order mark."""
    n_returns = sum(b"\r" in line for line in data.split(b"\n")) if b"\r" in data else 0
    has_marks = BOM_UTF8[:1] in data and BOM_UTF8 in data  # one byte is found many times sooner than three
    n_marks = data.count(b"\n" + BOM_UTF8) + data.startswith(BOM_UTF8) if has_marks else 0
    return n_returns, n_marks


def notes_on_lines(n_returns: int, n_marks: int) -> tuple[str, ...]:
    """Tell of lines whose fields hold what was to part lines, or to begin a file, see `count_odd_lines`."""
    counts = {"with CR in a field": n_returns, "beginning with a byte order mark, read as part of a token": n_marks}
    return tuple(f"{counted(n, 'line')} {words}" for words, n in counts.items() if n)


def is_cut_by_tabs(data: bytes, comments: bool) -> bool:
    """Tell whether most token lines hold a TAB."""
    if b"\t" not in data:
        return False
    n_with_tab, n_token_lines = count_tabs(data, comments)
    return 2 * n_with_tab > n_token_lines


def count_tabs(data: bytes, comments: bool) -> tuple[int, int]:
    n_with_tab = n_token_lines = 0
    for block in blocks(data):
        lines = cut_lines(block, by_tabs=True)
        is_token = ~lines.is_blank
        may_begin = np.flatnonzero(block.take(lines.start) == _HYPHEN)
        is_token[may_begin] = ~begin_documents(block, lines.start[may_begin], b"\t \n")
        if comments:
            is_token &= ~lines.begins_with_hash
        n_token_lines += int(is_token.sum())
        n_with_tab += int((is_token & (lines.n_fields > 1)).sum())
    return n_with_tab, n_token_lines


def is_one_column(data: bytes) -> bool:
    block = next(blocks(data)).tobytes()
    return not re.search(rb"[ \t][^ \t\n]", block) and bool(block.strip(b" \t\n"))


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
    kinds: CodeArray = (~lines.is_blank).astype(np.int8)  # BLANK_LINE or TOKEN_LINE
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
    bounds = np.flatnonzero(np.diff(line_kinds == TOKEN_LINE, prepend=False, append=False))
    first_line, n_tokens = bounds[::2], bounds[1::2] - bounds[::2]
    document_line = np.flatnonzero(line_kinds == DOCUMENT_LINE)
    n_document_lines = np.searchsorted(document_line, first_line)  # a running sum would hold all threads meanwhile
    changes = np.diff(n_document_lines, prepend=n_document_lines[:1]) > 0
    return Text(
        vocabulary,
        codes,
        np.append(np.int32(0), np.cumsum(n_tokens, dtype=np.int32)),
        (first_line + 1).astype(np.int32),
        (np.cumsum(changes) + 1).astype(np.int32),
    )


_FIELD = re.compile(rb"[^ \t]+")

_BYTE_ORDERS = {
    "utf-16": {"little": codecs.BOM_UTF16_LE, "big": codecs.BOM_UTF16_BE},
    "utf-32": {"little": codecs.BOM_UTF32_LE, "big": codecs.BOM_UTF32_BE},
}


def edited_bytes(data: bytes, text_encoding: str, column: int, by_tabs: bool, labels: Mapping[int, str]) -> bytes:
    """Give the unpacked bytes of a file with new labels by physical line, from 1."""
    codec = _codec_with_byte_order(text_codec(text_encoding), data)
    if codec != "utf-8":
        return _edited(data.decode(codec).encode(), column, by_tabs, labels).decode().encode(codec)
    return _edited(data, column, by_tabs, labels)


def edited_text(data: bytes, text_encoding: str, edit: Callable[[str], str]) -> bytes:
    """Change the text of a file; text encoding and byte order mark stay.

    `edit` gives the new text for the old one, which begins with the byte order mark if the file does.
    """
    codec = _codec_with_byte_order(text_codec(text_encoding), data)
    return edit(data.decode(codec)).encode(codec)


def _codec_with_byte_order(codec: str, data: bytes) -> str:
    """Name the byte order of a file, so that it and the byte order mark, or its absence, are kept."""
    if codec not in _BYTE_ORDERS:
        return codec
    marked = (order for order, mark in _BYTE_ORDERS[codec].items() if data.startswith(mark))
    return f"{codec}-{next(marked, sys.byteorder)[0]}e"


def _edited(data: bytes, column: int, by_tabs: bool, labels: Mapping[int, str]) -> bytes:
    line_start = np.append(0, np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == LF) + 1)
    line_stop = np.append(line_start[1:] - 1, len(data))
    numbers = np.array(sorted(labels), dtype=np.int64)
    pieces, done = [], 0
    for number, start, stop in zip(
        numbers.tolist(), line_start[numbers - 1].tolist(), line_stop[numbers - 1].tolist(), strict=True
    ):
        line = data[start:stop].removesuffix(b"\r")
        first, last = list(_fields(line, by_tabs))[column]
        pieces += [data[done : start + first], labels[number].encode()]
        done = start + last
    return b"".join([*pieces, data[done:]])


def _fields(line: bytes, by_tabs: bool) -> Iterable[tuple[int, int]]:
    """Locate the fields of a line; blanks at its beginning make an empty first field."""
    if not by_tabs:
        if line[:1] in (b" ", b"\t"):
            yield 0, 0
        yield from (match.span() for match in _FIELD.finditer(line))
        return
    start = 0
    for field in line.split(b"\t"):
        yield start, start + len(field)
        start += len(field) + 1


_ODD_TOKEN: Final = "[ \t]|^\ufeff|^-DOCSTART-$"  # read as something else, or told of, where lines begin with it

_FEW, _SHARE = 100, 0.1  # so many different rests there may be in a block, and such a share of its lines more


class Lead(NamedTuple):
    """The tokens and lines of a reference, as those of predictions are compared with them."""

    text: Text
    words: SpelledWords  # its vocabulary
    kinds: CodeArray | None  # of the lines; None if they are not plain enough to be followed

    @staticmethod
    def of(text: Text, kinds: CodeArray | None) -> "Lead":
        words = text.vocabulary
        is_odd = call_function("match_substring_regex", [words], MatchSubstringOptions(_ODD_TOKEN))
        if kinds is not None and ((kinds == COMMENT_LINE).any() or mask_from_arrow(is_odd).any()):
            kinds = None
        return Lead(text, SpelledWords.of(words), kinds)

    def interned(self, tokens: Interner) -> Interned:
        """Take over the tokens of the reference if others are the same."""
        own = Interned(self.text.vocabulary, self.text.codes)
        return own if tokens.holds(own) else tokens.result()


class Followed(NamedTuple):
    """What stands behind the token of each token line, and what each line is."""

    rests: FewStrings
    by_tabs: bool
    line_kinds: CodeArray


def follow(lead: Lead, data: bytes, checkpoint: Checkpoint) -> Followed | None:
    """Read lines that begin with the tokens of a reference; None if they do not, or not as plainly as most do."""
    if lead.kinds is None or b"\r" in data or len(data) > LONGEST_LINE:
        return None
    separator = TAB if b"\t" in data else BLANK
    rests, n_lines, n_tokens, n_bytes = FewStrings(), 0, 0, 0
    for block in blocks(data):
        bounds = np.append(-1, line_ends(block))  # of the lines, which lie between
        kinds = lead.kinds[n_lines : n_lines + len(bounds) - 1]
        rest = _behind_tokens(lead, n_tokens, kinds, block, bounds, separator)
        if rest is None or rests.add(block, rest) > _FEW + _SHARE * len(rest.start):
            return None
        n_lines, n_tokens, n_bytes = n_lines + len(bounds) - 1, n_tokens + len(rest.start), n_bytes + len(block)
        checkpoint(n_tokens, n_tokens * len(data) // n_bytes)
    if n_tokens < lead.text.n_tokens:
        return None
    more = np.full(max(n_lines - len(lead.kinds), 0), BLANK_LINE, dtype=np.int8)
    kinds = np.append(lead.kinds, more) if len(more) else lead.kinds[:n_lines]
    return Followed(rests, separator == TAB, kinds)


def _behind_tokens(
    lead: Lead, n_before: int, kinds: CodeArray, block: ByteArray, bounds: AnyIntArray, separator: int
) -> FieldSpans | None:
    """Locate what stands behind the separator in lines of some kinds, their tokens being the reference's next ones."""
    token, document = (np.flatnonzero(kinds == kind) for kind in (TOKEN_LINE, DOCUMENT_LINE))
    lines = FieldSpans(bounds.take(token) + 1, bounds[1:].take(token))
    stop = lead.words.ends(block, lines, lead.text.codes[n_before : n_before + len(token)])
    n_blank = len(bounds) - 1 - len(token) - len(document)
    if stop is None or np.count_nonzero(np.diff(bounds) == 1) != n_blank or (block.take(stop) != separator).any():
        return None
    is_same = begin_documents(block, bounds[document] + 1, bytes([separator, LF])).all()
    return FieldSpans(stop + 1, lines.end) if is_same else None
