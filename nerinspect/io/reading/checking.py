"""Check one file before it is opened: what it seems to be, why, and everything that is wrong with it."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.corpus.text import Text
from nerinspect.encoding.codec import candidate_dialects, decode
from nerinspect.encoding.labels import AUTO, Dialect, LabelColumn, RepairMethod, read_labels, tagged_tokens
from nerinspect.encoding.transitions import WrittenLabels, find_invalid_transitions
from nerinspect.errors import (
    CommandError,
    DataError,
    JsonShapeError,
    NerinspectError,
    TokensDifferError,
    UndecodableBytesError,
)
from nerinspect.io.content import Content, FileBytes, text_codec
from nerinspect.io.formats.conll import Columns
from nerinspect.io.formats.lines import TOKEN_LINE, blocks, cut_lines, fewest_fields, is_cut_by_tabs, kinds_of
from nerinspect.io.formats.reader import RawFile, Reader
from nerinspect.io.reading.files import choose_reader, open_path, read_with
from nerinspect.io.reading.guessing import ColumnGuess, guess_columns, guess_text_encoding
from nerinspect.io.reading.interpreting import decode_labelling, malformations, read_labelling
from nerinspect.io.reading.reference_tokens import (
    TokenComparison,
    compare_tokens,
    count_differing_tokens,
    labels_by_line,
    with_text,
)
from nerinspect.io.request import FILE_CHOICES, FileOptions, LoadRequest, NamedPath, Role, parse_named_path
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped


@dataclass(frozen=True, eq=False)
class LabelCheck:
    """A label column and what is wrong with it.

    `written`: the labels in their chunk encoding; None if a label is malformed or the encoding is undecided.
    """

    text: Text
    column: LabelColumn
    reason: str
    written: WrittenLabels | None
    malformations: tuple[str | None, ...]  # what is wrong with each distinct label; shape (n_distinct,)
    problem: NerinspectError | None = None
    repair: RepairMethod = "none"

    @property
    def encoding(self) -> str:
        return self.written.dialect.name if self.written else ""

    @property
    def n_invalid(self) -> int:
        return len(self.written.invalid) if self.written else 0

    @cached_property
    def malformed(self) -> AnyIntArray:
        is_malformed = np.array([reason is not None for reason in self.malformations], dtype=bool)
        return np.flatnonzero(is_malformed[self.column.codes])

    @cached_property
    def mentions(self) -> Mentions | None:
        """What the labels say, repaired by choice; read leniently where invalid ones are left as they are."""
        if self.written is None:
            return None
        if self.repair not in self.written.dialect.repairs:
            return decode(self.written.tagging)
        return decode(self.written.tagging.with_roles(self.written.repaired(self.repair)))


@dataclass(frozen=True, eq=False)
class FaultyLines:
    """Lines that lack a field or whose token is empty."""

    line: AnyIntArray  # physical lines from 1; shape (n_faulty,)
    n_fields: AnyIntArray  # fields of each; shape (n_faulty,)
    is_short: BoolArray  # whether a field is missing; otherwise the token is empty; shape (n_faulty,)

    def __len__(self) -> int:
        return len(self.line)

    def problem(self, number: int) -> str:
        if not self.is_short[number]:
            return "the token is empty"
        return f"{counted(int(self.n_fields[number]), 'column')}, too few"


def find_faulty_lines(data: bytes, columns: Columns, checkpoint: Checkpoint = no_checkpoint) -> FaultyLines:
    """List the lines of a CoNLL-style file that cannot be read, in file order, by the same rules as the reader's.

    The data are UTF-8, every line ends in LF; the checkpoint is called with bytes read and bytes in all.
    """
    by_tabs = is_cut_by_tabs(data, columns.comments)
    n_token_fields = fewest_fields(data, by_tabs) if columns.comments else 0
    found: list[tuple[AnyIntArray, AnyIntArray, BoolArray]] = []
    n_lines = n_bytes = 0
    in_sentence = False
    for block in blocks(data):
        lines = cut_lines(block, by_tabs)
        kinds = kinds_of(lines, n_token_fields, in_sentence)
        rows = np.flatnonzero(kinds == TOKEN_LINE)
        n_fields, token = lines.n_fields[rows], lines.column(columns.token, rows)
        missing = columns.missing(n_fields)
        wrong = np.flatnonzero(missing | (token.start == token.end))
        found.append((rows[wrong] + n_lines + 1, n_fields[wrong], missing[wrong]))
        in_sentence = bool(kinds[-1] == TOKEN_LINE)
        n_lines, n_bytes = n_lines + len(lines), n_bytes + len(block)
        checkpoint(n_bytes, len(data))
    line, n_fields, is_short = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return FaultyLines(line, n_fields, is_short)


COLUMNED: Final = "conll"  # the format whose columns are guessed


@dataclass(frozen=True, eq=False)
class FileCheck:
    """What is known of a file; the further it could be read, the more.

    `options`: how it is read: what was chosen, and what was guessed where nothing was. `bytes`, `content`, `reader`,
    `columns`, `raw`, `labels`, `comparison`: what was found; None where the check did not come so far.
    """

    argument: str
    role: Role
    file: NamedPath = field(default_factory=lambda: NamedPath(""))
    options: FileOptions = field(default_factory=FileOptions)
    chosen: frozenset[str] = frozenset()  # names of the choices that were made, see `FILE_CHOICES`
    reasons: dict[str, str] = field(default_factory=dict)
    problem: NerinspectError | None = None
    bytes: FileBytes | None = None
    content: Content | None = None
    reader: Reader | None = None
    columns: ColumnGuess | None = None
    raw: RawFile | None = None
    labels: tuple[LabelCheck, ...] = ()
    comparison: TokenComparison | None = None
    is_labels_alone: bool = False  # whether the file takes its tokens from the reference

    @property
    def text(self) -> Text | None:
        """The tokens, those of the reference for labels alone."""
        return self.raw.text if self.raw else None

    @property
    def mentions(self) -> tuple[Mentions, ...]:
        """The mentions of each annotation in the file, as far as they can be read."""
        if self.raw is not None and self.raw.mentions is not None:
            return (self.raw.mentions,)
        return tuple(check.mentions for check in self.labels if check.mentions is not None)

    @property
    def is_merged(self) -> bool:
        return self.role == "reference" and len(self.options.reading.label_columns) > 1

    @property
    def n_invalid(self) -> int:
        return sum(check.n_invalid for check in self.labels)

    @property
    def n_malformed(self) -> int:
        return sum(len(check.malformed) for check in self.labels)

    @property
    def n_differing(self) -> int:
        return len(self.comparison) if self.comparison else 0

    @cached_property
    def faulty_lines(self) -> FaultyLines | None:
        """Lines that cannot be read; None for formats without columns, or where all could be."""
        if self.raw is not None or self.content is None or self.reader is None or self.reader.name != COLUMNED:
            return None
        reading = self.options.reading
        try:
            columns = Columns(reading.token_column, reading.label_columns, reading.comments)
        except NerinspectError:
            return None
        found = find_faulty_lines(self.content.data, columns)
        return found if len(found) else None

    @cached_property
    def lists(self) -> tuple[str, ...]:
        """Names of the lists in a JSON file that holds several; empty for one that does not."""
        is_asked = self.file.key is not None or isinstance(self.problem, JsonShapeError)
        if not is_asked or self.reader is None or self.reader.name != "json" or self.content is None:
            return ()
        with suppress(ValueError, RecursionError):
            data = json.loads(self.content.data)
            if isinstance(data, dict):
                return tuple(name for name, value in data.items() if isinstance(value, list))
        return ()

    @cached_property
    def type_counts(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for mentions in self.mentions:
            numbers = np.bincount(mentions.type_codes, minlength=len(mentions.types))
            for name, number in zip(mentions.types, numbers.tolist(), strict=True):
                if number:
                    counts[name] = counts.get(name, 0) + number
        return counts


def verdict(check: FileCheck) -> tuple[bool, str]:
    """Sum a check up for a table: whether there is nothing to look at, and words such as `36 invalid transitions`."""
    if isinstance(check.problem, UndecodableBytesError):
        return False, f"bytes that are not {check.options.text_encoding}"
    if check.n_differing and not isinstance(check.problem, type(None)):
        return False, counted(check.n_differing, "sentence differs", "sentences differ")
    if (faulty := check.faulty_lines) is not None:
        return False, f"{counted(len(faulty), 'line')} cannot be read"
    if check.raw is None:
        return False, "cannot be read"
    if check.n_malformed:
        return False, counted(check.n_malformed, "malformed label")
    if check.n_invalid:
        method = check.options.repair
        return method != "none", counted(check.n_invalid, "invalid transition")
    if check.problem is not None:
        return False, "chunk encoding undecided" if not any(one.written for one in check.labels) else "a problem"
    if check.n_differing:
        return False, f"{counted(check.n_differing, 'sentence')} with different tokens"
    if check.is_labels_alone:
        return True, "tokens from the reference"
    return True, "no invalid transition" if check.labels else "spans, nothing to repair"


def check_file(
    argument: str,
    role: Role,
    request: LoadRequest,
    reference: FileCheck | None = None,
    checkpoint: Checkpoint = no_checkpoint,
    may_be_merged: bool = True,
) -> FileCheck:
    """Check one file; a mistake is a value, nothing is raised but `Cancelled`.

    Parameters
    ----------
    request : LoadRequest
        What was chosen; whatever stands at its default and is not chosen for this file alone is guessed.
    may_be_merged : bool
        Whether a reference may hold its predictions as further columns: not if it has predictions of its own.
    """
    check = FileCheck(argument, role)
    try:
        file = parse_named_path(argument)
        options = request.file_options(file.path, role)
        reading = replace(options.reading, key=file.key, may_be_labels_alone=role == "prediction")
        chosen = choices_made(request, file.path, role)
        check = replace(check, file=file, options=replace(options, reading=reading), chosen=chosen)
        check = replace(check, bytes=open_path(file.path, checkpoint))
        for step in (_guess_text, _guess_format, _decode, partial(_guess_columns, may_be_merged=may_be_merged)):
            check = step(check)
            checkpoint(0, 0)
        check = _read(check, checkpoint)
        for finish in (_lay_over, _check_labels, _compare):
            check = finish(check, reference, request)
            checkpoint(0, 0)
    except _Stopped as stopped:
        return stopped.check
    except NerinspectError as problem:
        return replace(check, problem=problem)
    return check


def choices_made(request: LoadRequest, path: str, role: Role) -> frozenset[str]:
    """Name what was chosen for a file, in the words of `FILE_CHOICES`: for it alone, or for all files."""
    named = {name for file, name, _ in request.choices if file == path}
    asked = request.file_options(path, role)
    default = LoadRequest(path).file_options(path, role)
    for name in FILE_CHOICES:
        if option_value(asked, name) != option_value(default, name):
            named.add(name)
    return frozenset(named)


def option_value(options: FileOptions, name: str) -> Any:  # noqa: ANN401
    attribute = {"label-column": "label_columns"}.get(name, name.replace("-", "_"))
    holder = options if hasattr(options, attribute) else options.reading
    return getattr(holder, attribute)


class _Stopped(Exception):
    """The check came to an end with a problem, knowing more than before."""

    def __init__(self, check: FileCheck) -> None:
        self.check = check
        super().__init__(check.argument)


def _guess_text(check: FileCheck) -> FileCheck:
    """Guess the text encoding before the format is known; a format of bytes does not use it."""
    assert check.bytes is not None, "the file was opened before"
    guess = guess_text_encoding(check.bytes.data)
    if "text-encoding" in check.chosen:
        codec = text_codec(check.options.text_encoding)
        reason = "chosen" if codec == text_codec(guess.codec) else f"chosen; {guess.codec}: {guess.reason}"
        return _because(check, "text-encoding", reason)
    options = replace(check.options, text_encoding=guess.codec)
    return _because(replace(check, options=options), "text-encoding", guess.reason)


def _guess_format(check: FileCheck) -> FileCheck:
    """Choose the format; one of bytes is recognised by the bytes as they are, and has no text encoding."""
    opened = check.bytes
    assert opened is not None, "the file was opened before"
    plain = replace(check.options, text_encoding="utf-8")
    reader, guess = choose_reader(opened, plain)
    if reader.takes == "bytes":
        if "text-encoding" not in check.chosen:
            check = replace(check, options=plain)
    else:
        reader, guess = choose_reader(opened, check.options)
    return _because(replace(check, reader=reader), "format", guess.reason if guess else "chosen")


def _decode(check: FileCheck) -> FileCheck:
    assert check.bytes is not None, "the file was opened before"
    assert check.reader is not None, "the format was chosen before"
    if check.reader.takes == "bytes" or not check.bytes.data:
        return check
    return replace(check, content=check.bytes.as_text(check.options.text_encoding))


def _guess_columns(check: FileCheck, may_be_merged: bool) -> FileCheck:
    if check.reader is None or check.reader.name != COLUMNED or check.content is None:
        return check
    reading = check.options.reading
    guess = guess_columns(check.content.data, check.role, reading.comments)
    if guess.has_comments and "comments" not in check.chosen:
        reading = replace(reading, comments=True)
        check = replace(check, options=replace(check.options, reading=reading))
        check = _because(check, "comments", "some begin with # and have fewer columns")
        guess = guess_columns(check.content.data if check.content else b"\n", check.role, comments=True)
    if not check.chosen & {"token-column", "label-column"} and guess.columns:
        labels = guess.labels if may_be_merged else guess.labels[:1]
        reading = replace(reading, token_column=guess.token, label_columns=labels)
        check = replace(check, options=replace(check.options, reading=reading))
    is_alone = guess.is_labels_alone and check.role == "prediction"
    return _because(replace(check, columns=guess, is_labels_alone=is_alone), "label-column", guess.reason)


def _read(check: FileCheck, checkpoint: Checkpoint) -> FileCheck:
    assert check.bytes is not None, "the file was opened before"
    assert check.reader is not None, "the format was chosen before"
    raw = read_with(check.reader, check.bytes, check.options, checkpoint)
    return replace(check, raw=raw, is_labels_alone=raw.text is None)


def _lay_over(check: FileCheck, reference: FileCheck | None, request: LoadRequest) -> FileCheck:
    """Give labels alone the tokens of the reference."""
    raw = check.raw
    assert raw is not None, "the file was read before"
    if raw.text is not None:
        return check
    if reference is None or reference.raw is None or reference.raw.text is None:
        problem = DataError(check.file.path, "the file has only labels", "choose a reference that can be read")
        raise _Stopped(replace(check, problem=problem))
    column = labels_by_line(reference.raw, raw)
    note = "labels only: tokens taken from the reference, line by line"
    return replace(check, raw=with_text(raw, reference.raw.text, column, note))


def _check_labels(check: FileCheck, reference: FileCheck | None, request: LoadRequest) -> FileCheck:
    raw, n_names = check.raw, len(check.file.names)
    assert raw is not None, "the file was read before"
    are_annotators = request.annotators
    n_named = max(len(raw.columns) - (not are_annotators), 0)
    if check.role == "reference" and n_names not in (0, n_named):
        columns = counted(n_named, "column" if are_annotators else "predicted column")
        raise CommandError(f"{counted(n_names, 'name')} for {columns}; give as many")
    if raw.text is None or raw.mentions is not None:
        return _because(check, "encoding", "spans, no labels")
    without = reference.labels[0].encoding if reference and reference.labels else ""
    options, path = check.options, check.file.path
    labels = tuple(
        check_labels(path, raw.text, column, options.encoding, options.repair, without or "BIO")
        for column in raw.columns
    )
    problem = next((one.problem for one in labels if one.problem), None)
    return _because(replace(check, labels=labels, problem=problem), "encoding", labels[0].reason)


def _compare(check: FileCheck, reference: FileCheck | None, request: LoadRequest) -> FileCheck:
    """Compare the tokens with the reference's; a difference matters more than a label."""
    raw, other, rule = check.raw, reference.raw if reference else None, request.tokens
    if check.role != "prediction" or check.is_labels_alone or raw is None or raw.text is None:
        return check
    if other is None or other.text is None:
        return check
    compared = compare_tokens(other, raw)
    check = replace(check, comparison=compared)
    if not len(compared) or (rule == "positions" and compared.n_tokens is not None):
        return check
    if rule == "project":
        return replace(check, problem=compared.text_problem or check.problem)
    try:
        count_differing_tokens(other, raw, by_position=rule == "positions")
    except TokensDifferError as problem:
        return replace(check, problem=problem)
    return check


def _because(check: FileCheck, name: str, reason: str) -> FileCheck:
    return replace(check, reasons={**check.reasons, name: reason})


def check_labels(
    path: str, text: Text, column: LabelColumn, encoding: str, repair: RepairMethod, without_mentions: str = "BIO"
) -> LabelCheck:
    """Check one label column, one label for each token, for the first problem; nothing is raised.

    The parameters are those of `read_labelling`.
    """
    check = LabelCheck(text, column, "", None, tuple(malformations(column, encoding)), repair=repair)
    try:
        written = read_labelling(path, text, column, encoding, without_mentions)
    except NerinspectError as problem:
        return replace(check, problem=problem, reason="not known yet" if encoding == AUTO else "chosen")
    reason = _reason(written, text) if encoding == AUTO else "chosen"
    check = replace(check, written=written, reason=reason)
    try:
        decode_labelling(path, written, repair, "--repair")
    except NerinspectError as problem:
        return replace(check, problem=problem)
    return check


def _reason(written: WrittenLabels, text: Text) -> str:
    """Say why `auto` took the encoding it took."""
    column, taken = written.column, written.dialect
    candidates = candidate_dialects(column.names)
    if set(column.names) <= {"O"}:
        return "no mention; that of the reference"
    if len(candidates) == 1:
        return "only one fits"
    counts = _count_invalid(column, text, candidates)
    fewest = counts[taken.name]
    fitting = [name for name, n_invalid in counts.items() if n_invalid == fewest]
    if len(fitting) > 1:
        return f"{' and '.join(fitting)} read the same mentions"
    if not fewest:
        return "only one fits"
    next_best, n_next = min(
        ((name, n_invalid) for name, n_invalid in counts.items() if name != taken.name), key=lambda pair: pair[1]
    )
    return f"{counted(fewest, 'invalid transition')}; {next_best} has {grouped(n_next)}"


def _count_invalid(column: LabelColumn, text: Text, candidates: Sequence[Dialect]) -> dict[str, int]:
    tagged = tagged_tokens(column, read_labels(column.names, candidates[0]), text.sentence_start)
    codes = column.codes[tagged.position]
    counts: dict[str, int] = {}
    for dialect in candidates:
        tagging = replace(tagged, roles=read_labels(column.names, dialect).roles[codes])
        counts[dialect.name] = len(find_invalid_transitions(tagging, dialect, text.sentence_start))
    return counts
