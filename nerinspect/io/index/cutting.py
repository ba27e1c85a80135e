"""Where files of lines may be cut: at borders of sentences, the same sentences in every file."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from nerinspect.errors import DataError
from nerinspect.io.content import FileBytes, text_codec
from nerinspect.io.formats.conll import Columns, LineRules, other_columns
from nerinspect.io.formats.lines import (
    DOCUMENT_LINE,
    TOKEN_LINE,
    blocks,
    count_tabs,
    cut_lines,
    fewest_fields,
    is_one_column,
    kinds_of,
)
from nerinspect.io.reading.files import naming_options_of
from nerinspect.io.request import FileOptions, Role

_CUTTABLE: Final = ("utf-8", "iso8859", "latin", "cp125", "ascii", "koi8", "mac-")
"""Text encodings in which bytes may be looked for line ends."""

_STRETCH_BYTES: Final = 1 << 25
_HEAD_BYTES: Final = 1 << 20
_PIECE: Final = 1 << 24


def may_be_cut(text_encoding: str) -> bool:
    """Tell whether the lines of a text encoding are found among its bytes."""
    return text_codec(text_encoding).startswith(_CUTTABLE)


@dataclass(frozen=True)
class LinedFile:
    """A file of lines, which need not fit into memory.

    `path` is what its user calls it, `place` where its unpacked bytes are, of which there are `n_bytes`; `sha256` and
    `size` are those of the file on disk. The rules are those of CoNLL lines.
    """

    path: str
    role: Role
    place: str
    sha256: str
    size: int
    n_bytes: int
    options: FileOptions
    rules: LineRules
    format: str = "conll"

    @property
    def columns(self) -> Columns:
        """The fields that are read."""
        reading = self.options.reading
        return Columns(reading.token_column, reading.label_columns, reading.comments)

    def text(self, start: int, stop: int) -> bytes:
        """Read some bytes as UTF-8 with LF line ends.

        Raises
        ------
        DataError
            If they are no text; with the line in the file.
        """
        with open(self.place, "rb") as file:
            file.seek(start)
            piece = FileBytes(self.path, file.read(stop - start), self.sha256, self.size)
        with naming_options_of(self.role):
            try:
                text = piece.as_text(self.options.text_encoding).data
            except DataError as mistake:
                mistake.move(self.n_lines(start))
                raise
        return BOM_UTF8 + text if start and piece.data.startswith(BOM_UTF8) else text  # it begins no file

    def n_lines(self, stop: int, start: int = 0) -> int:
        """Count the lines before a byte, maybe only those from another one on."""
        with open(self.place, "rb") as file:
            file.seek(start)
            return sum(file.read(min(_PIECE, stop - at)).count(b"\n") for at in range(start, stop, _PIECE))

    def head(self) -> bytes:
        """Read as many lines as one block holds."""
        stop = border(self.place, min(_HEAD_BYTES, self.n_bytes) - 1, self.n_bytes, _LINE_END)
        return self.text(0, stop)

    def stretches(self) -> list[tuple[int, int]]:
        """Cut the bytes into stretches for one task each, at borders of sentences."""
        starts = [0]
        while (stop := border(self.place, starts[-1] + _STRETCH_BYTES, self.n_bytes)) < self.n_bytes:
            starts.append(stop)
        return [*zip(starts, [*starts[1:], self.n_bytes], strict=True)]

    def is_labels_alone(self) -> bool:
        """Tell whether its tokens are those of a reference."""
        head = self.head()
        return self.options.reading.may_be_labels_alone and b"\t" not in head and is_one_column(head)


class Evidence(NamedTuple):
    """What a stretch says of how the lines of its file are cut."""

    n_with_tab: int = 0
    n_token_lines: int = 0  # not counted where there is no TAB, unless it is asked for
    fewest: tuple[int, int] = (0, 0)  # fields of token lines cut at blanks, and at TABs; 0 for a stretch without one


def evidence(task: tuple[LinedFile, int, int, bool]) -> Evidence:
    """Look at a stretch of a file; without TABs only if it is asked for, or if comments are to be told from tokens."""
    file, start, stop, is_asked = task
    data, comments = file.text(start, stop), file.columns.comments
    if not (is_asked or comments or b"\t" in data):
        return Evidence()
    fewest = (fewest_fields(data, False), fewest_fields(data, True)) if comments else (0, 0)
    return Evidence(*count_tabs(data, comments), fewest)


def with_rules(files: Sequence[LinedFile], found: Sequence[Evidence], others: bool) -> tuple[LinedFile, ...]:
    """Decide how the lines of files that are read as one are cut, by all of them."""
    by_tabs = 2 * sum(one.n_with_tab for one in found) > sum(one.n_token_lines for one in found)
    fewest = min((one.fewest[by_tabs] for one in found if one.fewest[by_tabs]), default=0)
    head = b""
    for file in files:
        head += file.head() if others and len(head) < _HEAD_BYTES else b""
    further = other_columns(head, by_tabs, files[0].columns) if others else ()
    return tuple(replace(file, rules=LineRules(by_tabs, fewest, further)) for file in files)


class Piece(NamedTuple):
    """Some lines of a file, from the beginning of a sentence on; what is counted is what they hold.

    Of each document that begins there, `documents` says how many of its sentences and tokens stand before.
    """

    start: int
    stop: int
    n_lines: int
    n_sentences: int
    n_tokens: int
    documents: tuple[tuple[int, int], ...] = ()


def pieces(task: tuple[LinedFile, int, int, int]) -> list[Piece]:
    """Cut a stretch of a file into pieces of about so many bytes, and count what each holds."""
    file, start, stop, n_bytes = task
    found = []
    while start < stop:
        end = min(border(file.place, start + n_bytes, file.n_bytes), stop)
        data = file.text(start, end)
        n_sentences = n_tokens = 0
        documents: list[tuple[int, int]] = []
        for begins, kinds in _sentence_lines(file, data):
            n_before, lines = np.cumsum(kinds == TOKEN_LINE), np.flatnonzero(kinds == DOCUMENT_LINE)
            n_others = np.searchsorted(begins, lines)
            documents += zip((n_sentences + n_others).tolist(), (n_tokens + n_before[lines]).tolist(), strict=True)
            n_sentences, n_tokens = n_sentences + len(begins), n_tokens + int(n_before[-1])
        found.append(Piece(start, end, data.count(b"\n"), n_sentences, n_tokens, tuple(documents)))
        start = end
    return found


def _sentence_lines(file: LinedFile, data: bytes) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Give the lines of each block, from 0 in it, that begin sentences, and what each line is."""
    in_sentence = False
    for block in blocks(data):
        lines = cut_lines(block, file.rules.by_tabs)
        kinds = kinds_of(lines, file.rules.n_token_fields, in_sentence)
        is_token = kinds == TOKEN_LINE
        yield np.flatnonzero(is_token & ~np.append(in_sentence, is_token[:-1])), kinds
        in_sentence = bool(is_token[-1])


@dataclass(frozen=True)
class Shard:
    """The bytes of one shard, and how many lines of its file stand before."""

    file: LinedFile
    start: int
    stop: int
    n_lines_before: int


def sentences_at(found: Sequence[Piece], n_tokens: int) -> list[int]:
    """Choose the sentences, by number from 0, that begin shards of about so many tokens.

    No document is cut that has no more tokens; another one is, where a piece ends.
    """
    counts = np.cumsum([(0, 0), *((piece.n_sentences, piece.n_tokens) for piece in found)], axis=0)
    starts = [np.array(piece.documents, np.int64).reshape(-1, 2) + n for n, piece in zip(counts, found, strict=False)]
    documents = np.concatenate([np.zeros((0, 2), np.int64), *starts])
    ends = np.sort(np.concatenate([documents, counts]), axis=0)  # both columns ascend together
    chosen, n_held = [0], 0
    while (n_most := n_held + n_tokens) < counts[-1, 1]:
        fits = documents[: np.searchsorted(documents[:, 1], n_most, "right")][-1:]
        if not len(fits) or fits[0, 1] <= n_held:
            fits = ends[np.searchsorted(ends[:, 1], n_most) :][:1]
        sentence, n_held = fits[0].tolist()
        chosen.append(sentence)
    return chosen if chosen[-1] < counts[-1, 0] else chosen[:-1]


def shards_at(file: LinedFile, found: Sequence[Piece], sentences: Sequence[int]) -> list[Shard]:
    """Cut a file where the sentences of these numbers, from 0, begin; the first shard begins with the file."""
    sentences_before = np.cumsum([0, *(piece.n_sentences for piece in found)])
    lines_before = np.cumsum([0, *(piece.n_lines for piece in found)])
    places = [(0, 0)]
    for sentence in sentences[1:]:
        number = int(np.searchsorted(sentences_before, sentence, side="right")) - 1
        number = min(number, len(found) - 1)
        n_lines, offset = _begin(file, found[number], sentence - int(sentences_before[number]))
        places.append((found[number].start + offset, int(lines_before[number]) + n_lines))
    ends = [*(start for start, _ in places[1:]), file.n_bytes]
    return [Shard(file, start, stop, n_lines) for (start, n_lines), stop in zip(places, ends, strict=True)]


def _begin(file: LinedFile, piece: Piece, sentence: int) -> tuple[int, int]:
    """Find a sentence of a piece, from 0: its line, from 0, and its byte on disk."""
    if not sentence:
        return 0, 0
    line = n_lines = 0
    for begins, kinds in _sentence_lines(file, file.text(piece.start, piece.stop)):
        if sentence < len(begins):
            line = n_lines + int(begins[sentence])
            break
        sentence, n_lines = sentence - len(begins), n_lines + len(kinds)
    with open(file.place, "rb") as opened:
        opened.seek(piece.start)
        data = opened.read(piece.stop - piece.start)
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
    return line, int(ends[line - 1]) + 1


_LINE_END: Final = re.compile(rb"\n")
BLANK_LINE: Final = re.compile(rb"\n\r?\n")  # ends a sentence
_LONGEST_END: Final = 4


def border(path: str, place: int, n_bytes: int, end: re.Pattern[bytes] = BLANK_LINE) -> int:
    """Find the place behind the first blank line, or other end, from a byte on; the end of the file without one."""
    with open(path, "rb") as file:
        file.seek(place)
        rest = b""
        while block := file.read(1 << 16):
            data, first = rest + block, file.tell() - len(block) - len(rest)
            if found := end.search(data):
                return first + found.end()
            rest = data[1 - _LONGEST_END :]
    return n_bytes
