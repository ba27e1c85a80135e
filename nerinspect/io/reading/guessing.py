"""Guess the text encoding of a file and its columns of tokens and labels; every guess is shown and can be corrected."""

import codecs
import re
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, from_arrow
from nerinspect.corpus.interning import as_strings
from nerinspect.encoding.labels import malformation, split_label
from nerinspect.io.formats.conll import MOST_COLUMNS
from nerinspect.io.formats.lines import TOKEN_LINE, Lines, blocks, cut_lines, fewest_fields, is_cut_by_tabs, kinds_of
from nerinspect.io.request import Role
from nerinspect.quantities import counted

_LIKE_LABELS: Final = 0.95
_MOST_LABELS: Final = 5_000
_N_SAMPLES: Final = 3


@dataclass(frozen=True)
class ColumnProfile:
    """What one column of a file holds."""

    number: int
    samples: tuple[str, ...]  # some of its values; those that tell most first
    types: frozenset[str] = frozenset()  # entity types, if it looks like labels
    is_outside: bool = False  # whether every value is `O`
    is_counting: bool = False  # whether it numbers the tokens of a sentence


@dataclass(frozen=True)
class ColumnGuess:
    """Which columns to read.

    `labels`: of the label: -1 for the last column; for a merged file the reference's and one for each system.
    """

    token: int  # of the token, from 0
    labels: tuple[int, ...]
    columns: tuple[ColumnProfile, ...]
    reason: str
    is_labels_alone: bool = False  # whether there is one column, and it looks like labels
    has_comments: bool = False  # whether lines look like comments: they begin with `#` and have fewer columns than most


def guess_columns(data: bytes, role: Role, comments: bool = False) -> ColumnGuess:
    """Look at the beginning of a file for columns that look like labels; else take the first and the last column.

    The data are UTF-8, every line ends in LF. Only a reference may be a merged file: several columns of labels that
    share a type.
    """
    by_tabs = is_cut_by_tabs(data, comments)
    lines = cut_lines(next(blocks(data)), by_tabs)
    kinds = kinds_of(lines, fewest_fields(data, by_tabs) if comments else 0, in_sentence=False)
    rows = np.flatnonzero(kinds == TOKEN_LINE)
    if not len(rows):
        return ColumnGuess(0, (-1,), (), "no line has a token")
    plain = rows[~lines.begins_with_hash[rows]]
    n_columns = int(np.bincount(lines.n_fields[plain if len(plain) else rows]).argmax())
    usual = rows[lines.n_fields[rows] == n_columns]
    has_comments = bool((lines.begins_with_hash & (lines.n_fields < n_columns)).any())
    columns = tuple(_profile(lines, usual, number) for number in range(min(n_columns, MOST_COLUMNS)))
    words = f"{counted(n_columns, 'column')}, {'tab' if by_tabs else 'blank'}" if n_columns > 1 else "one column"
    if len(usual) < len(rows):
        least, most = int(lines.n_fields[rows].min()), int(lines.n_fields[rows].max())
        words = f"{least} to {counted(most, 'column')}, mostly {n_columns}"
    return replace(_chosen(columns, words, role), has_comments=has_comments)


def _chosen(columns: tuple[ColumnProfile, ...], words: str, role: Role) -> ColumnGuess:
    last = columns[-1]
    like_labels = [column for column in columns if column.types]
    if len(columns) == 1:
        is_labels_alone = bool(like_labels) or last.is_outside
        return ColumnGuess(0, (-1,), columns, "labels only" if is_labels_alone else words, is_labels_alone)
    token = next((column.number for column in columns if not (column.types or column.is_counting)), 0)
    if not like_labels:
        reason = words if last.is_outside else f"{words}; none looks like labels"
        return ColumnGuess(token, (-1,), columns, reason)
    alike = [column.number for column in like_labels if column.types & like_labels[-1].types]
    if role == "reference" and len(alike) > 1:
        return ColumnGuess(token, tuple(alike), columns, f"{words}; {len(alike)} of labels: a merged file")
    label = alike[0] if role == "training" else alike[-1]
    others = [column for column in like_labels if column.number != label]
    reason = f"{words}; {len(others) + 1} look like labels" if others else words
    return ColumnGuess(token, (-1 if label == last.number else label,), columns, reason)


def _profile(lines: Lines, rows: AnyIntArray, number: int) -> ColumnProfile:
    encoded = as_strings(lines.block, lines.column(number, rows)).dictionary_encode()
    counts = np.bincount(from_arrow(encoded.indices), minlength=len(encoded.dictionary))
    if len(counts) > _MOST_LABELS:
        values = encoded.dictionary[:_N_SAMPLES].to_pylist()
        return ColumnProfile(number, _decoded(values))
    values = encoded.dictionary.to_pylist()
    names = _decoded(values)
    fits = np.array([malformation(name) is None for name in names], dtype=bool)
    share = counts[fits].sum() / counts.sum()
    samples = sorted(names, key=lambda name: name in ("O", "_", "-"))[:_N_SAMPLES]
    types: frozenset[str] = frozenset()
    if share >= _LIKE_LABELS:
        types = frozenset(split_label(name)[1] for name, fit in zip(names, fits, strict=True) if fit and name != "O")
    is_counting = {"1", "2"} <= {*names} and all(name.isdecimal() for name in names)
    return ColumnProfile(number, tuple(samples), types, names == ("O",), is_counting)


def _decoded(values: list[bytes]) -> tuple[str, ...]:
    return tuple(value.decode(errors="replace") for value in values)


TEXT_ENCODINGS: Final = (
    *("utf-8", "cp1252", "latin-1", "utf-16", "utf-16-le", "utf-16-be", "cp1250", "iso8859-2", "iso8859-15", "cp1251"),
    *("koi8-r", "cp1253", "cp1254", "cp1255", "cp1256", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr"),
)
"""Text encodings that are offered; others can be written."""

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8", "begins with the byte order mark of UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32", "begins with the byte order mark of UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32", "begins with the byte order mark of UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16", "begins with the byte order mark of UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16", "begins with the byte order mark of UTF-16"),
)
_HEAD: Final = 1 << 14
_DAMAGED: Final = 20
"""A file is damaged UTF-8, and in no other encoding, if not even one in so many of its high bytes fails to fit."""

_UNUSED_IN_CP1252: Final = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")
_CONTROLS: Final = re.compile(rb"[\x80-\x9f]")
_ESCAPED: Final = re.compile("[\udc80-\udcff]")


class TextEncodingGuess(NamedTuple):
    """The name of the text encoding that a file's bytes seem to be in, and why in a few words."""

    codec: str
    reason: str


def guess_text_encoding(data: bytes) -> TextEncodingGuess:
    """Tell which text encoding a whole file is in.

    Its mark says so, else it is UTF-8 if all bytes fit or nearly all; else UTF-16 without a mark, Windows-1252 or
    Latin-1.
    """
    for mark, codec, reason in _MARKS:
        if data.startswith(mark):
            return TextEncodingGuess(codec, reason)
    if data.isascii():
        return _by_nul_if_readable(data) or TextEncodingGuess("utf-8", "ASCII only")
    text = data.decode("utf-8", errors="surrogateescape")
    n_unfit = len(_ESCAPED.findall(text))
    if not n_unfit:
        return _by_nul_if_readable(data) or TextEncodingGuess("utf-8", "every byte fits, no mark")
    if n_unfit * _DAMAGED < int(np.count_nonzero(np.frombuffer(data, dtype=np.uint8) > 0x7F)):
        return TextEncodingGuess("utf-8", "nearly every byte fits: the file is damaged")
    return _by_nul(data) or _western(data)


def undecodable_lines(data: bytes, codec: str) -> AnyIntArray:
    """List the lines, from 1, that hold bytes which do not fit a text encoding."""
    try:
        text = data.decode(codec, errors="surrogateescape")
    except UnicodeError as error:
        end = error.start if isinstance(error, UnicodeDecodeError) else 0
        return np.array([data[:end].decode(codec, errors="replace").count("\n") + 1])
    characters = np.frombuffer(text.encode("utf-32-le", errors="surrogatepass"), dtype="<u4")
    unfit = np.flatnonzero((characters >= 0xDC80) & (characters <= 0xDCFF))
    return np.unique(np.searchsorted(np.flatnonzero(characters == ord("\n")), unfit) + 1)


def _by_nul_if_readable(data: bytes) -> TextEncodingGuess | None:
    """Recognise UTF-16 among what is also UTF-8: only where every byte fits it, too."""
    if (guess := _by_nul(data)) is None:
        return None
    try:
        data.decode(guess.codec)
    except UnicodeDecodeError:
        return None
    return guess


def _by_nul(data: bytes) -> TextEncodingGuess | None:
    """Recognise UTF-16 without a mark: in the texts of alphabets every second byte is mostly NUL."""
    head = np.frombuffer(data[:_HEAD], dtype=np.uint8)
    is_nul = head == 0
    if len(head) < 2 or not is_nul.any():
        return None
    even, odd = float(is_nul[::2].mean()), float(is_nul[1::2].mean())
    if max(even, odd) < 0.4 or min(even, odd) > 0.1:
        return None
    return TextEncodingGuess("utf-16-le" if odd > even else "utf-16-be", "every second byte is NUL")


def _western(data: bytes) -> TextEncodingGuess:
    if not _CONTROLS.search(data):
        return TextEncodingGuess("latin-1", "not UTF-8; a guess, look at the preview")
    if not _UNUSED_IN_CP1252.search(data):
        return TextEncodingGuess("cp1252", "not UTF-8; a guess, look at the preview")
    return TextEncodingGuess("latin-1", "not UTF-8 and hard to guess, look at the preview")
