"""Read files, of whatever format, with the readers that fit them: one, or all of a request side by side."""

import codecs
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import NamedTuple

from nerinspect.errors import CommandError, NerinspectError, UnreadableFileError
from nerinspect.io.content import Content, FileBytes, read_file_bytes, text_codec
from nerinspect.io.formats.lines import Lead
from nerinspect.io.formats.reader import (
    HEAD_BYTES,
    Guess,
    Held,
    RawFile,
    Reader,
    guess_reader,
    no_lead,
    reader_named,
)
from nerinspect.io.index.opening import is_index
from nerinspect.io.request import FileOptions, LoadRequest, NamedPath, Role, parse_named_path
from nerinspect.progress import Cancelled, Checkpoint, no_checkpoint


def refuse_index(path: str) -> None:
    """Raise a `CommandError` if something is an index, of which there may be one as the reference alone."""
    if is_index(path):
        raise CommandError(f"{path} is an index, and only a reference may be one; name the files it was made of")


def open_path(path: str, checkpoint: Checkpoint = no_checkpoint) -> FileBytes:
    """Read the bytes of a file; those of a folder are for its reader. Pipes are waited for, with checkpoints."""
    refuse_index(path)
    if os.path.isdir(path):
        return FileBytes(path, b"", sha256().hexdigest(), 0)
    return read_file_bytes(path, checkpoint)


def head_of(file: FileBytes, text_encoding: str) -> bytes:
    """Give the beginning of a file as `Reader.guess` wants it."""
    head, codec = file.data[:HEAD_BYTES], text_codec(text_encoding)
    if codec != "utf-8":
        head = head.decode(codec, errors="replace").encode(errors="replace")
    return head.removeprefix(codecs.BOM_UTF8).replace(b"\r\n", b"\n")


def choose_reader(file: FileBytes, options: FileOptions) -> tuple[Reader, Guess | None]:
    if options.format is not None:
        return reader_named(options.format), None
    return guess_reader(file.path, head_of(file, options.text_encoding))


def read_with(reader: Reader, file: FileBytes, options: FileOptions, checkpoint: Checkpoint = no_checkpoint) -> RawFile:
    is_folder = os.path.isdir(file.path)
    if is_folder and reader.takes != "folder":
        raise UnreadableFileError(file.path, f"this is a folder, not {reader.title}", "name the file inside it")
    as_is = reader.takes == "bytes" or is_folder
    content = file.as_binary() if as_is else file.as_text(options.text_encoding)
    if is_folder:
        content = replace(content, text_encoding=text_codec(options.text_encoding))
    raw = reader.read(content, options.reading, checkpoint)
    if raw.mentions is not None and len(options.reading.label_columns) > 1:
        raise CommandError(f"{file.path} has spans, not columns; leave out --label-column")
    if is_folder:
        raw = replace(raw, content=whole_folder(raw))
    return replace(raw, options=options.reading)


def whole_folder(raw: RawFile) -> Content:
    """Give a folder the digest and the size of all that was read in it."""
    digest = sha256()
    for one in raw.companions:
        digest.update(f"{os.path.relpath(one.path, raw.content.path)} {one.sha256}\n".encode(errors="surrogateescape"))
    return replace(raw.content, sha256=digest.hexdigest(), size=sum(one.size for one in raw.companions))


def read_path(file: NamedPath, options: FileOptions, checkpoint: Checkpoint = no_checkpoint) -> RawFile:
    """Read what a user named, a path or a list inside it, without interpreting it yet."""
    options = replace(options, reading=replace(options.reading, key=file.key))
    content = open_path(file.path, checkpoint)
    reader, _ = choose_reader(content, options)
    return read_with(reader, content, options, checkpoint)


class Input(NamedTuple):
    """One file, what it is for and how it is read; `held` is what is in memory and no file."""

    file: NamedPath
    role: Role
    options: FileOptions
    held: Held | None = None


def inputs_of(request: LoadRequest, with_others: bool) -> list[Input]:
    arguments: list[tuple[str, Role]] = [(request.reference, "reference")]
    arguments += [(argument, "prediction") for argument in request.predictions]
    arguments += [(request.training, "training")] if request.training else []
    inputs = []
    for argument, role in arguments:
        file = parse_named_path(argument)
        options = request.file_options(file.path, role)
        options = replace(options, reading=replace(options.reading, others=with_others))
        inputs.append(Input(file, role, options, request.held(file.path)))
    return inputs


def read_all(inputs: Sequence[Input], checkpoint: Checkpoint) -> list[RawFile]:
    """Read files side by side; the first mistake in their order ends the rest."""
    progress, waiting = _SharedProgress(len(inputs), checkpoint), list[Future[RawFile]]()
    made, one_at_a_time = cache(_lead_of), threading.Lock()

    def lead() -> Lead | None:
        with one_at_a_time:
            return made(waiting[0])  # the reference, so nobody waits for what has not begun

    with ThreadPoolExecutor(max_workers=4) as pool:
        for number, one in enumerate(inputs):
            reading = replace(one.options.reading, lead=lead if one.role == "prediction" else no_lead)
            one = one._replace(options=replace(one.options, reading=reading))
            waiting.append(pool.submit(read_one, one, progress.of_file(number)))
        try:
            found = [future.result() for future in waiting]
            return [replace(raw, options=replace(raw.options, lead=no_lead)) for raw in found]
        except BaseException:
            progress.stop()
            for future in waiting:
                future.cancel()
            raise


def _lead_of(reference: Future[RawFile]) -> Lead:
    raw = reference.result()
    return Lead.of(raw.own_text, raw.line_kinds)


def read_one(one: Input, checkpoint: Checkpoint) -> RawFile:
    with naming_options_of(one.role):
        return one.held.read(one.options.reading) if one.held else read_path(one.file, one.options, checkpoint)


@contextmanager
def naming_options_of(role: Role) -> Iterator[None]:
    """Let mistakes in training data name the options that hold for them."""
    try:
        yield
    except NerinspectError as mistake:
        if role == "training":
            mistake.name_training_options()
        raise


class _SharedProgress:
    """Joins the progress of files that are read side by side."""

    def __init__(self, n_files: int, checkpoint: Checkpoint) -> None:
        self._done, self._total = [0] * n_files, [0] * n_files
        self._checkpoint, self._lock = checkpoint, threading.Lock()
        self._stopped = False

    def of_file(self, number: int) -> Checkpoint:
        def report(done: int, total: int) -> None:
            with self._lock:
                if self._stopped:
                    raise Cancelled
                self._done[number], self._total[number] = done, total
                self._checkpoint(sum(self._done), sum(self._total))

        return report

    def stop(self) -> None:
        self._stopped = True
