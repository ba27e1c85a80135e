"""The format `conll`: one token and its labels a line, a blank line between sentences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import PurePath
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, CodeArray
from nerinspect.corpus.interning import FewStrings, FieldSpans, Interner
from nerinspect.corpus.text import Text, TokenColumn
from nerinspect.encoding.labels import LabelColumn
from nerinspect.errors import CommandError, EmptyTokenError, LabelLinesError, NoTokensError, TooFewColumnsError
from nerinspect.io.content import Content
from nerinspect.io.formats.lines import (
    BLANK_LINE,
    TOKEN_LINE,
    Followed,
    Lead,
    Lines,
    blocks,
    count_odd_lines,
    cut_lines,
    edited_bytes,
    fewest_fields,
    follow,
    is_cut_by_tabs,
    is_one_column,
    kinds_of,
    notes_on_lines,
    refuse_other_line_ends,
    text_from_lines,
)
from nerinspect.io.formats.reader import FALLBACK, Guess, RawFile, ReadOptions, no_lead
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted

MOST_COLUMNS: Final = 64  # so many fields of a line are looked at


@dataclass(frozen=True)
class Columns:
    """Which fields of a line to read, from 0 or negative from the end; several labels for a merged file."""

    token: int = 0
    labels: tuple[int, ...] = (-1,)
    comments: bool = False

    def __post_init__(self) -> None:
        """Refuse one field asked for twice."""
        if len(set(self.all)) < len(self.all):
            asked = ", ".join(str(column) for column in self.all)
            raise CommandError(f"columns {asked}: each column can be read only once; name different ones")

    @property
    def all(self) -> tuple[int, ...]:
        return (self.token, *self.labels)

    def missing(self, n_fields: AnyIntArray) -> BoolArray:
        """Tell which lines lack a field asked for, or would give one field for two columns."""
        needed = max(column + 1 if column >= 0 else -column for column in self.all)
        missing: BoolArray = n_fields < needed
        for one, other in product(self.all, self.all):
            if one >= 0 > other:
                missing = missing | (n_fields == one - other)
        return missing


class LineRules(NamedTuple):
    """How the lines of a file are taken, which is decided by all of them."""

    by_tabs: bool
    n_token_fields: int = 0  # what a comment must stay below; 0 if no line is a comment
    others: tuple[int, ...] = ()  # the fields that are read besides tokens and labels

    @staticmethod
    def of(content: Content, columns: Columns, others: bool) -> "LineRules":
        """Decide by a whole file."""
        by_tabs = is_cut_by_tabs(content.data, columns.comments)
        n_token_fields = fewest_fields(content.data, by_tabs) if columns.comments else 0
        return LineRules(by_tabs, n_token_fields, other_columns(content.data, by_tabs, columns) if others else ())


@dataclass(frozen=True, eq=False)
class ConllFile:
    """A CoNLL-style file as columns.

    `labels`: one for each label column asked for. For labels alone: one label for each line that is not blank.
    """

    text: Text | None
    labels: tuple[LabelColumn, ...]
    line_kinds: CodeArray  # what each physical line is; shape (n_lines,)
    by_tabs: bool
    others: tuple[TokenColumn, ...] = ()
    odd_lines: tuple[int, int] = (0, 0)  # see `count_odd_lines`


def read_conll(
    content: Content,
    columns: Columns,
    may_be_labels_alone: bool = False,
    others: bool = False,
    checkpoint: Checkpoint = no_checkpoint,
    wait_for_lead: Callable[[], Lead | None] = no_lead,
) -> ConllFile:
    """Read a CoNLL-style file with at least one token, and the other columns if they are wanted.

    Where it may be labels alone, a file with one field in each line takes its tokens from a reference. For the lead
    see `ReadOptions`.

    Raises
    ------
    TooFewColumnsError, EmptyTokenError, NoTokensError, UnreadableFileError
        With the file and, for the first two, the line.
    """
    lead = wait_for_lead()
    is_plain = not (columns.token or columns.comments or (may_be_labels_alone and is_one_column(content.data)))
    followed = lead and is_plain and follow(lead, content.data, checkpoint)
    if lead and followed and (file := _of_followed(lead, followed, content.data, columns, others)):
        return file
    rules = LineRules.of(content, columns, others)
    refuse_other_line_ends(content, rules.by_tabs)
    if may_be_labels_alone and not rules.by_tabs and is_one_column(content.data):
        return _read_labels_alone(content, checkpoint)
    read = read_lines(content, columns, rules, checkpoint)
    if not (read.line_kinds == TOKEN_LINE).any():
        raise NoTokensError(content.path)
    tokens = lead.interned(read.tokens) if lead else read.tokens.result()
    text = text_from_lines(*tokens, read.line_kinds)
    odd_lines = count_odd_lines(content.data)
    return ConllFile(text, read.labels, read.line_kinds, rules.by_tabs, read.others, odd_lines)


def _of_followed(lead: Lead, read: Followed, data: bytes, columns: Columns, others: bool) -> ConllFile | None:
    """Cut what stands behind the tokens into fields; None if some are missing."""
    further = other_columns(data, read.by_tabs, columns) if others else ()

    def cut(rests: list[str]) -> list[list[str]]:
        rows = [["", *(rest.split("\t") if read.by_tabs else filter(None, rest.split(" ")))] for rest in rests]
        if columns.missing(np.array([len(row) for row in rows])).any():
            return []
        found = [[row[column] for row in rows] for column in columns.labels]
        return found + [[row[column] if column < len(row) else "" for row in rows] for column in further]

    found = [*read.rests.columns(cut)]
    if not found:
        return None
    labels, more = found[: len(columns.labels)], found[len(columns.labels) :]
    own = (TokenColumn(f"column {column}", *one) for column, one in zip(further, more, strict=True))
    return ConllFile(lead.text, tuple(LabelColumn(*one) for one in labels), read.line_kinds, read.by_tabs, tuple(own))


class ReadLines(NamedTuple):
    """Some lines of a file: their tokens, what else they say of each token, and what each line is."""

    tokens: Interner
    labels: tuple[LabelColumn, ...]
    others: tuple[TokenColumn, ...]
    line_kinds: CodeArray


def read_lines(
    content: Content, columns: Columns, rules: LineRules, checkpoint: Checkpoint = no_checkpoint
) -> ReadLines:
    """Read lines, maybe not all of a file's, from the beginning of a sentence on; the rules hold for all of them.

    Raises
    ------
    TooFewColumnsError, EmptyTokenError
        With the line, from the first of these on.
    """
    by_tabs = rules.by_tabs
    tokens = Interner()
    labels, others_read = ([FewStrings() for _ in which] for which in (columns.labels, rules.others))
    read: list[Interner | FewStrings] = [tokens, *labels, *others_read]
    kinds: list[CodeArray] = []
    n_lines = n_tokens = n_bytes = 0
    in_sentence = False
    for block in blocks(content.data):
        lines = cut_lines(block, by_tabs)
        block_kinds = kinds_of(lines, rules.n_token_fields, in_sentence)
        token_lines = np.flatnonzero(block_kinds == TOKEN_LINE)
        spans = [lines.column(column, token_lines) for column in columns.all]
        _check_fields(content.path, lines.n_fields[token_lines], spans[0], columns, n_lines + 1 + token_lines)
        spans += [_or_empty(lines, column, token_lines) for column in rules.others]
        for strings, span in zip(read, spans, strict=True):
            strings.add(block, span)
        kinds.append(block_kinds)
        n_lines, n_tokens, n_bytes = n_lines + len(lines), n_tokens + len(token_lines), n_bytes + len(block)
        in_sentence = bool(block_kinds[-1] == TOKEN_LINE)
        checkpoint(n_tokens, n_tokens * len(content.data) // n_bytes)
    others = tuple(map(_token_column, rules.others, others_read))
    return ReadLines(tokens, tuple(map(_label_column, labels)), others, np.concatenate(kinds))


def other_columns(data: bytes, by_tabs: bool, columns: Columns) -> tuple[int, ...]:
    lines = cut_lines(next(blocks(data)), by_tabs)
    filled = ~lines.is_blank & ~lines.is_document_start & ~lines.begins_with_hash
    n_fields = int(lines.n_fields[filled].max()) if filled.any() else 0
    asked = {column % n_fields for column in columns.all} if n_fields else set()
    return tuple(column for column in range(min(n_fields, MOST_COLUMNS)) if column not in asked)


def _or_empty(lines: Lines, column: int, rows: AnyIntArray) -> FieldSpans:
    """Locate one field in some lines; it is empty where there is none."""
    start, end = lines.column(column, rows)
    return FieldSpans(start, np.where(lines.n_fields[rows] > column, end, start))


def _token_column(column: int, interner: FewStrings) -> TokenColumn:
    values, codes = interner.result()
    return TokenColumn(f"column {column}", tuple(values.to_pylist()), codes)


def _check_fields(
    path: str, n_fields: AnyIntArray, token: FieldSpans, columns: Columns, line_numbers: AnyIntArray
) -> None:
    """Refuse the first token line that lacks a field or whose token is empty."""
    missing = columns.missing(n_fields)
    wrong = missing | (token.start == token.end)
    if wrong.any():
        first = int(np.argmax(wrong))
        line = int(line_numbers[first])
        if missing[first]:
            raise TooFewColumnsError(path, line, int(n_fields[first]), columns.all)
        raise EmptyTokenError(path, line)


def _read_labels_alone(content: Content, checkpoint: Checkpoint) -> ConllFile:
    """Read a file with one label a line; which lines stand for tokens only the reference knows."""
    interner = FewStrings()
    kinds: list[CodeArray] = []
    n_lines = n_labels = n_bytes = 0
    for block in blocks(content.data):
        lines = cut_lines(block, by_tabs=False)
        filled = np.flatnonzero(~lines.is_blank)
        wrong = np.flatnonzero(lines.n_fields[filled] != 1)
        if len(wrong):
            raise LabelLinesError(
                content.path,
                f"the line has {counted(int(lines.n_fields[filled][wrong[0]]), 'field')}, but the file has only labels",
                "write one label, or a token and its label in every line",
                n_lines + int(filled[wrong[0]]) + 1,
            )
        interner.add(block, lines.column(0, filled))
        kinds.append(np.where(lines.is_blank, BLANK_LINE, TOKEN_LINE).astype(np.int8))
        n_lines, n_labels, n_bytes = n_lines + len(lines), n_labels + len(filled), n_bytes + len(block)
        checkpoint(n_labels, n_labels * len(content.data) // n_bytes)
    return ConllFile(None, (_label_column(interner),), np.concatenate(kinds), by_tabs=False)


def _label_column(interner: FewStrings) -> LabelColumn:
    names, codes = interner.result()
    return LabelColumn(tuple(names.to_pylist()), codes)


class ConllReader:
    """CoNLL-style lines, as the first shared tasks wrote them."""

    name = "conll"
    title = "CoNLL columns"
    suffixes = (".conll", ".bio", ".iob", ".iob2", ".bioes", ".tsv", ".labels")
    takes = "text"

    def guess(self, path: str, head: bytes) -> Guess | None:
        """Take any text: what no other format claims are lines with fields."""
        suffix = PurePath(path.removesuffix(".gz")).suffix.casefold()
        if suffix in self.suffixes:
            return Guess(FALLBACK, f"by its ending {suffix}")
        return Guess(FALLBACK, "lines with fields")

    def read(self, content: Content, options: ReadOptions, checkpoint: Checkpoint) -> RawFile:
        options.refuse_key(content.path, "has no lists")
        columns = Columns(options.token_column, options.label_columns, options.comments)
        parsed = read_conll(content, columns, options.may_be_labels_alone, options.others, checkpoint, options.lead)
        return RawFile(
            content,
            self.name,
            parsed.text,
            parsed.labels,
            line_kinds=parsed.line_kinds,
            options=options,
            notes=notes_on_lines(*parsed.odd_lines),
            separator="tab" if parsed.by_tabs else "blanks",
            others=parsed.others,
        )

    def with_labels(self, raw: RawFile, labels: Mapping[int, str]) -> bytes:
        lines = raw.own_text.lines_of(np.fromiter(labels, dtype=np.int64, count=len(labels))).tolist()
        by_line = dict(zip(lines, labels.values(), strict=True))
        content, column = raw.content, raw.options.label_columns[0]
        return edited_bytes(content.original, content.text_encoding, column, raw.separator == "tab", by_line)


READER = ConllReader()
