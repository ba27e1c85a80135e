"""The format `conllu`: CoNLL-U and CoNLL-U Plus, with labels in a column of their own or inside MISC."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow.compute as pc

from nerinspect.corpus.arrays import AnyIntArray, CodeArray, IntArray, mask_from_arrow
from nerinspect.corpus.interning import FieldSpans, Interned, Interner, as_strings
from nerinspect.corpus.text import Text, TokenColumn
from nerinspect.encoding.labels import LabelColumn, malformation
from nerinspect.errors import ConlluIdError, EmptyTokenError, NoLabelFieldError, NoTokensError, TooFewColumnsError
from nerinspect.io.content import Content
from nerinspect.io.formats.lines import (
    BLANK_LINE,
    COMMENT_LINE,
    TOKEN_LINE,
    Lines,
    blocks,
    count_odd_lines,
    cut_lines,
    edited_bytes,
    notes_on_lines,
    refuse_other_line_ends,
)
from nerinspect.io.formats.reader import CERTAIN, LIKELY, Guess, RawFile, ReadOptions
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted

CONLLU_COLUMNS: Final = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")

_NAME = re.compile(rb"#\s*(newdoc|sent_id)\b(?:\s+id)?\s*=?\s*(.*)")


@dataclass(frozen=True, eq=False)
class ConlluColumns:
    """What the columns of a file are called, which of them hold labels, and which others are read."""

    names: tuple[str, ...]
    labels: tuple[str, ...]
    others: tuple[str, ...]

    @staticmethod
    def of(path: str, data: bytes, options: ReadOptions) -> "ConlluColumns":
        names = column_names(data)
        if "FORM" not in names:
            raise NoLabelFieldError(path, "no column is called FORM", names)
        labels = _label_columns(path, names, options)
        others = [name for name in names if name not in ("ID", "FORM", *labels)] if options.others else []
        return ConlluColumns(names, tuple(labels), tuple(others))


@dataclass(frozen=True, eq=False)
class ConlluLines:
    """Lines of words and their columns.

    `comments`: line (from 0), what is named and its name, for each comment that begins a document or names a sentence.
    """

    forms: Interner | Interned  # the words; multiword tokens and empty nodes are no words
    line_kinds: CodeArray  # what each physical line is; shape (n_lines,)
    columns: tuple[Interned, ...]  # of each column of labels, then of each other one
    comments: Sequence[tuple[int, str, str]]
    n_not_words: int


def column_names(data: bytes) -> tuple[str, ...]:
    """Name the columns: as `# global.columns` says, else the ten of CoNLL-U."""
    first, _, _ = data.partition(b"\n")
    words = first.decode(errors="replace").removeprefix("#").split("=", 1)
    if first.startswith(b"#") and words[0].strip() == "global.columns" and len(words) > 1:
        return tuple(words[1].split())
    return CONLLU_COLUMNS


def read_lines(
    content: Content, columns: ConlluColumns, checkpoint: Checkpoint = no_checkpoint, is_whole: bool = True
) -> ConlluLines:
    """Read words and columns of a file, or of some of its lines from the beginning of a sentence on.

    Raises
    ------
    TooFewColumnsError, ConlluIdError, EmptyTokenError, UnreadableFileError
        At the first line that is wrong.
    """
    refuse_other_line_ends(content, by_tabs=True, is_whole=is_whole)
    names, interners = columns.names, {name: Interner() for name in ("FORM", *columns.labels, *columns.others)}
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
            interner.add(block, spans)
        kinds.append(block_kinds)
        n_lines, n_words, n_bytes = n_lines + len(lines), n_words + len(words), n_bytes + len(block)
        n_not_words += n_others
        checkpoint(n_words, n_words * len(content.data) // n_bytes)
    line_kinds, forms = np.concatenate(kinds), interners.pop("FORM")
    comments = [*_names(content.data, line_kinds)]
    return ConlluLines(forms, line_kinds, tuple(one.result() for one in interners.values()), comments, n_not_words)


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


def _text(forms: Interned, line_kinds: CodeArray, names: Sequence[tuple[int, str, str]]) -> Text:
    word_line = np.flatnonzero(line_kinds == TOKEN_LINE)
    n_blank = np.cumsum(line_kinds == BLANK_LINE)[word_line]
    begins = np.append(True, n_blank[1:] > n_blank[:-1])
    first_line = word_line[begins]
    document_line = np.array([line for line, what, _ in names if what == "newdoc"], dtype=np.int64)
    document = np.searchsorted(document_line, first_line)
    changes = np.diff(document, prepend=document[:1]) > 0
    is_contiguous = bool((np.diff(word_line)[~begins[1:]] == 1).all())
    by_number = {number: name for number, (_, what, name) in enumerate(_of_kind(names, "newdoc"), start=1)}
    is_first = np.append(True, changes[1:])
    document_names = tuple(by_number.get(int(number), "") for number in document[is_first])
    return Text(
        *forms,
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


USUAL_NAMES: Final = ("NER", "NE", "Entity", "BIO", "IOB")  # fields looked at first, whatever their case


def pairs_of(value: str) -> dict[str, str]:
    """Read the pairs of one value; what has no `=` is a name without value."""
    return {name: text for name, _, text in (pair.partition("=") for pair in value.split("|"))} if value != "_" else {}


def label_names(values: Sequence[str]) -> list[str]:
    """List the names whose every value is a well-formed label, one of them not O; the usual ones first."""
    seen: Counter[str] = Counter()
    excluded: set[str] = set()
    for value in values:
        for name, text in pairs_of(value).items():
            if name in excluded:
                continue
            if malformation(text) is None:
                seen[name] += text != "O"
            else:
                excluded.add(name)
    usual = [name.casefold() for name in USUAL_NAMES]
    named = [name for name, count in seen.items() if count and name not in excluded]
    return sorted(named, key=lambda name: usual.index(name.casefold()) if name.casefold() in usual else len(usual))


def choose_name(path: str, values: Sequence[str], asked: str) -> str:
    """Choose the name that holds the labels, among the distinct values of the column, unless the user asked for one."""
    if asked:
        if any(asked in pairs_of(value) for value in values):
            return asked
        known = sorted({name for value in values for name in pairs_of(value)})
        raise NoLabelFieldError(path, f"no MISC field is called {asked}", known[:20])
    found = label_names(values)
    is_usual = found and found[0].casefold() in {name.casefold() for name in USUAL_NAMES}
    if not found or (len(found) > 1 and not is_usual):
        problem = "several MISC fields have labels" if found else "no MISC field has labels"
        raise NoLabelFieldError(path, problem, found)
    return found[0]


def misc_column(values: Sequence[str], codes: IntArray, name: str) -> LabelColumn:
    """Take the labels of one name from distinct values and the place of each token's value; a token without it is O."""
    return LabelColumn(tuple(values), codes).called([pairs_of(value).get(name, "O") for value in values])


def with_label(value: str, name: str, label: str) -> str:
    """Write one label into a value, keeping every other pair as it stands."""
    pairs = [] if value == "_" else value.split("|")
    written = f"{name}={label}"
    for number, pair in enumerate(pairs):
        if pair.partition("=")[0] == name:
            pairs[number] = written
            return "|".join(pairs)
    return "|".join([*pairs, written]) if label != "O" else value


_TEN_FIELDS = re.compile(rb"(?:#[^\n]*+\n|[ \t]*+\n)*+[0-9]+(?:[-.][0-9]+)?(?:\t[^\t\n]+){9}\n")
_DEFAULT_COLUMNS = ReadOptions().label_columns


class ConlluReader:
    """Words with ten columns, the labels in one field of MISC; or with the columns the file names itself."""

    name = "conllu"
    title = "CoNLL-U"
    suffixes = (".conllu", ".conllup")
    takes = "text"

    def guess(self, path: str, head: bytes) -> Guess | None:
        if head.startswith(b"#") and column_names(head) != CONLLU_COLUMNS:
            return Guess(CERTAIN, "by content: # global.columns names the columns")
        if _TEN_FIELDS.match(head):
            return Guess(LIKELY, "by content: ten fields after a number")
        return None

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        options.refuse_key(content.path, "has no lists")
        columns = ConlluColumns.of(content.path, content.data, options)
        lines = read_lines(content, columns, checkpoint)
        return made_of_lines(content, columns, lines, options, *count_odd_lines(content.data))

    def with_labels(self, raw: RawFile, labels: Mapping[int, str]) -> bytes:
        content, text = raw.content, raw.own_text
        names = column_names(content.data)
        name = _label_columns(content.path, names, raw.options)[0]
        column = names.index(name)
        by_line = {line: label for position, label in labels.items() if (line := text.line_of(position)) is not None}
        if name == "MISC" and by_line:
            lines = content.data.split(b"\n")
            values = {line: lines[line - 1].split(b"\t")[column].decode() for line in by_line}
            distinct = {line.split(b"\t")[column].decode() for line in lines if line.count(b"\t") >= column}
            field = choose_name(content.path, sorted(distinct), raw.options.label_field)
            by_line = {line: with_label(values[line], field, label) for line, label in by_line.items()}
        return edited_bytes(content.original, content.text_encoding, column, True, by_line)


def _label_columns(path: str, names: Sequence[str], options: ReadOptions) -> list[str]:
    """Name the columns of the labels: as asked, a column by its usual name, else MISC."""
    if options.label_columns != _DEFAULT_COLUMNS:
        wrong = [column for column in options.label_columns if not -len(names) <= column < len(names)]
        if wrong:
            raise NoLabelFieldError(path, f"there is no column {wrong[0]} among {len(names)}", names)
        return [names[column] for column in options.label_columns]
    if options.label_field in names:
        return [options.label_field]
    usual = {name.casefold() for name in USUAL_NAMES}
    named = [name for name in names if name.rpartition(":")[2].casefold() in usual]
    if named or "MISC" in names:
        return named[:1] or ["MISC"]
    raise NoLabelFieldError(path, "no column has a usual name for labels", names)


def made_of_lines(
    content: Content, columns: ConlluColumns, lines: ConlluLines, options: ReadOptions, *n_odd_lines: int
) -> RawFile:
    """Make a file with at least one word of all its lines; for the odd ones see `count_odd_lines`."""
    if not (lines.line_kinds == TOKEN_LINE).any():
        raise NoTokensError(content.path)
    forms = lines.forms
    if isinstance(forms, Interner):
        forms = lead.interned(forms) if (lead := options.lead()) else forms.result()
    text = _text(forms, lines.line_kinds, lines.comments)
    n_labels, n_left_out = len(columns.labels), lines.n_not_words
    read = [(tuple(values.to_pylist()), codes) for values, codes in lines.columns]
    notes = [f"{counted(n_left_out, 'line')} left out: multiword tokens, empty nodes"] if n_left_out else []
    labels = zip(columns.labels, read[:n_labels], strict=True)
    others = zip(columns.others, read[n_labels:], strict=True)
    return RawFile(
        content,
        READER.name,
        text,
        tuple(_labels(content.path, name, *column, options.label_field) for name, column in labels),
        line_kinds=lines.line_kinds,
        options=options,
        notes=(*notes, *notes_on_lines(*n_odd_lines)),
        separator="tab",
        others=tuple(TokenColumn(name, *column) for name, column in others if column[0] != ("_",)),
        document_names=text.document_names,
    )


def _labels(path: str, column: str, values: tuple[str, ...], codes: IntArray, asked: str) -> LabelColumn:
    if column == "MISC":
        return misc_column(values, codes, choose_name(path, values, "" if asked == column else asked))
    names = ["O" if value in ("_", "*") and malformation(value) else value for value in values]
    return LabelColumn(values, codes).called(names)


READER = ConlluReader()
