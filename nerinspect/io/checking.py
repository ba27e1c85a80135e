"""Check one file before it is opened: what it seems to be, why, and everything that is wrong with it."""

from dataclasses import replace
from functools import partial
from typing import Any

from nerinspect.errors import (
    CommandError,
    DataError,
    NerinspectError,
    TokensDifferError,
    counted,
)
from nerinspect.io.column_guess import guess_columns
from nerinspect.io.content import text_codec
from nerinspect.io.file_check import COLUMNED, FileCheck
from nerinspect.io.label_check import check_labels
from nerinspect.io.names import parse_named_path
from nerinspect.io.reading import choose_reader, open_path, read_with
from nerinspect.io.request import FILE_CHOICES, FileOptions, LoadRequest, Role
from nerinspect.io.same_tokens import count_differing_tokens, labels_by_line, with_text
from nerinspect.io.text_encoding_guess import guess_text_encoding
from nerinspect.io.token_comparison import compare_tokens
from nerinspect.progress import Checkpoint, no_checkpoint


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
    argument : str
        `PATH` or `NAME=PATH`, either with `#KEY`.
    role : str
        What the file is for.
    request : LoadRequest
        What was chosen; whatever stands at its default and is not chosen for this file alone is guessed.
    reference : FileCheck or None
        The reference, for a prediction.
    checkpoint : Checkpoint
        Called with tokens read and tokens expected.
    may_be_merged : bool
        Whether a reference may hold its predictions as further columns: not if it has predictions of its own.

    Returns
    -------
    FileCheck
        As far as the file could be read.
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
    """Give the value of a choice by its name in `FILE_CHOICES`."""
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
        problem = DataError(check.file.path, "the file holds labels alone", "choose a reference that can be read")
        raise _Stopped(replace(check, problem=problem))
    column = labels_by_line(reference.raw, raw)
    note = "labels alone: tokens taken from the reference, line by line"
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
