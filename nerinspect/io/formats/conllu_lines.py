"""The lines of CoNLL-U and CoNLL-U Plus: words, what is no word, and the names that comments give."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow.compute as pc

from nerinspect.corpus.arrays import AnyIntArray, CodeArray, IntArray, mask_from_arrow
from nerinspect.corpus.text import Text
from nerinspect.errors import ConlluIdError, EmptyTokenError, NoTokensError, TooFewColumnsError
from nerinspect.io.content import Content
from nerinspect.io.formats.conll_lines import BLANK_LINE, COMMENT_LINE, TOKEN_LINE, blocks, refuse_other_line_ends
from nerinspect.io.formats.fields import FieldSpans, Lines, as_strings, cut_lines
from nerinspect.io.formats.interning import Interner
from nerinspect.progress import Checkpoint

CONLLU_COLUMNS: Final = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")

_NAME = re.compile(rb"#\s*(newdoc|sent_id)\b(?:\s+id)?\s*=?\s*(.*)")


@dataclass(frozen=True, eq=False)
class ConlluLines:
    """A file of words and their columns.

    Attributes
    ----------
    text : Text
        The words; multiword tokens and empty nodes are no words.
    line_kinds : ndarray of int8, shape (n_lines,)
        What each physical line is.
    columns : dict of str to (tuple of str, ndarray of int32)
        The distinct values of each column asked for, and for each word its place among them.
    n_not_words : int
        Multiword tokens and empty nodes.
    """

    text: Text
    line_kinds: CodeArray
    columns: dict[str, tuple[tuple[str, ...], IntArray]]
    n_not_words: int


def column_names(data: bytes) -> tuple[str, ...]:
    """Name the columns: as `# global.columns` says, else the ten of CoNLL-U."""
    first, _, _ = data.partition(b"\n")
    words = first.decode(errors="replace").removeprefix("#").split("=", 1)
    if first.startswith(b"#") and words[0].strip() == "global.columns" and len(words) > 1:
        return tuple(words[1].split())
    return CONLLU_COLUMNS


def read_lines(content: Content, names: Sequence[str], wanted: Sequence[str], checkpoint: Checkpoint) -> ConlluLines:
    """Read the words of a file and some of their columns.

    Parameters
    ----------
    content : Content
        The file.
    names : sequence of str
        Its columns; `FORM` is one of them.
    wanted : sequence of str
        Which to read besides `FORM`.
    checkpoint : Checkpoint
        Called for each block.

    Returns
    -------
    ConlluLines
        With at least one word.

    Raises
    ------
    TooFewColumnsError, ConlluIdError, EmptyTokenError, NoTokensError, UnreadableFileError
        At the first line that is wrong.
    """
    refuse_other_line_ends(content, by_tabs=True)
    interners = {name: Interner() for name in ("FORM", *wanted)}
    kinds: list[CodeArray] = []
    n_lines = n_words = n_bytes = n_not_words = 0
    for block in blocks(content.data):
        lines = cut_lines(block, by_tabs=True)
        block_kinds, n_others = _kinds(content.path, lines, names, n_lines + 1)
        words = np.flatnonzero(block_kinds == TOKEN_LINE)
        for name, interner in interners.items():
            spans = lines.column(names.index(name), words)
            if name == "FORM":
                _refuse_empty(content.path, spans, n_lines + 1 + words)
            interner.add(as_strings(block, spans))
        kinds.append(block_kinds)
        n_lines, n_words, n_bytes = n_lines + len(lines), n_words + len(words), n_bytes + len(block)
        n_not_words += n_others
        checkpoint(n_words, n_words * len(content.data) // n_bytes)
    if not n_words:
        raise NoTokensError(content.path)
    line_kinds = np.concatenate(kinds)
    columns = {}
    for name in wanted:
        values, codes = interners[name].result()
        columns[name] = (tuple(values.to_pylist()), codes)
    return ConlluLines(_text(content.data, interners["FORM"], line_kinds), line_kinds, columns, n_not_words)


def _kinds(path: str, lines: Lines, names: Sequence[str], first_line: int) -> tuple[CodeArray, int]:
    """Tell what each line is, and how many are multiword tokens or empty nodes."""
    kinds = np.where(lines.is_blank, BLANK_LINE, TOKEN_LINE).astype(np.int8)
    kinds[lines.begins_with_hash] = COMMENT_LINE
    rows = np.flatnonzero(kinds == TOKEN_LINE)
    short = lines.n_fields[rows] < len(names)
    if short.any():
        row = int(rows[np.argmax(short)])
        raise TooFewColumnsError(path, first_line + row, int(lines.n_fields[row]), range(len(names)))
    if "ID" not in names or not len(rows):
        return kinds, 0
    numbers = as_strings(lines.block, lines.column(names.index("ID"), rows))
    is_word = mask_from_arrow(pc.match_substring_regex(numbers, "^[0-9]+$"))
    is_other = mask_from_arrow(pc.match_substring_regex(numbers, "^[0-9]+[-.][0-9]+$"))
    wrong = ~is_word & ~is_other
    if wrong.any():
        place = int(np.argmax(wrong))
        raise ConlluIdError(path, first_line + int(rows[place]), numbers[place].as_py().decode(errors="replace"))
    kinds[rows[is_other]] = COMMENT_LINE
    return kinds, int(is_other.sum())


def _refuse_empty(path: str, spans: FieldSpans, line_numbers: AnyIntArray) -> None:
    empty = spans.start == spans.end
    if empty.any():
        raise EmptyTokenError(path, int(line_numbers[np.argmax(empty)]))


def _text(data: bytes, forms: Interner, line_kinds: CodeArray) -> Text:
    word_line = np.flatnonzero(line_kinds == TOKEN_LINE)
    n_blank = np.cumsum(line_kinds == BLANK_LINE)[word_line]
    begins = np.append(True, n_blank[1:] > n_blank[:-1])
    first_line = word_line[begins]
    names = list(_names(data, line_kinds))
    document_line = np.array([line for line, what, _ in names if what == "newdoc"], dtype=np.int64)
    document = np.searchsorted(document_line, first_line)
    changes = np.diff(document, prepend=document[:1]) > 0
    vocabulary, codes = forms.result()
    is_contiguous = bool((np.diff(word_line)[~begins[1:]] == 1).all())
    by_number = {number: name for number, (_, what, name) in enumerate(_of_kind(names, "newdoc"), start=1)}
    is_first = np.append(True, changes[1:])
    document_names = tuple(by_number.get(int(number), "") for number in document[is_first])
    return Text(
        vocabulary,
        codes,
        np.append(np.flatnonzero(begins), len(word_line)).astype(np.int32),
        (first_line + 1).astype(np.int32),
        (np.cumsum(changes) + 1).astype(np.int32),
        None if is_contiguous else (word_line + 1).astype(np.int32),
        document_names if any(document_names) else (),
        _sentence_names(list(_of_kind(names, "sent_id")), first_line),
    )


def _names(data: bytes, line_kinds: CodeArray) -> Iterator[tuple[int, str, str]]:
    """List line (from 0), what is named and its name, for each comment that begins a document or names a sentence."""
    if b"newdoc" not in data and b"sent_id" not in data:
        return
    lines = data.split(b"\n")
    for line in np.flatnonzero(line_kinds == COMMENT_LINE).tolist():
        if found := _NAME.match(lines[line]):
            yield line, found[1].decode(), found[2].decode().strip()


def _of_kind(names: Sequence[tuple[int, str, str]], what: str) -> Iterator[tuple[int, str, str]]:
    return (name for name in names if name[1] == what)


def _sentence_names(names: Sequence[tuple[int, str, str]], first_line: AnyIntArray) -> tuple[str, ...]:
    """Give each sentence the last name that stands between the sentence before it and its first word."""
    if not names:
        return ()
    place = np.searchsorted(first_line, [line for line, _, _ in names])
    by_sentence = {sentence: name for sentence, (_, _, name) in zip(place.tolist(), names, strict=True)}
    return tuple(by_sentence.get(sentence, "") for sentence in range(len(first_line)))
