"""Read one file, of whatever format, with the reader that fits it."""

import codecs
import os
from dataclasses import replace
from hashlib import sha256

from nerinspect.errors import CommandError, UnreadableFileError
from nerinspect.io.content import Content, FileBytes, read_file_bytes, text_codec
from nerinspect.io.formats.reader import HEAD_BYTES, Guess, Reader
from nerinspect.io.formats.registry import guess_reader, reader_named
from nerinspect.io.names import NamedPath
from nerinspect.io.raw import RawFile
from nerinspect.io.request import FileOptions
from nerinspect.progress import Checkpoint, no_checkpoint


def open_path(path: str, checkpoint: Checkpoint = no_checkpoint) -> FileBytes:
    """Read the bytes of a file; those of a folder are for its reader. Pipes are waited for, with checkpoints."""
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
    """Give the reader that was chosen, or the one that fits best and why."""
    if options.format is not None:
        return reader_named(options.format), None
    return guess_reader(file.path, head_of(file, options.text_encoding))


def read_with(reader: Reader, file: FileBytes, options: FileOptions, checkpoint: Checkpoint = no_checkpoint) -> RawFile:
    """Read a file with one reader.

    Raises
    ------
    NerinspectError
        If the file cannot be read so.
    """
    is_folder = os.path.isdir(file.path)
    if is_folder and reader.takes != "folder":
        raise UnreadableFileError(file.path, f"this is a folder, not {reader.title}", "name the file inside it")
    as_is = reader.takes == "bytes" or is_folder
    content = file.as_binary() if as_is else file.as_text(options.text_encoding)
    if is_folder:
        content = replace(content, text_encoding=text_codec(options.text_encoding))
    raw = reader.read(content, options.reading, checkpoint)
    if raw.mentions is not None and len(options.reading.label_columns) > 1:
        raise CommandError(f"{file.path} holds spans, not columns; leave out --label-column")
    if is_folder:
        raw = replace(raw, content=_whole_folder(raw))
    return replace(raw, options=options.reading)


def _whole_folder(raw: RawFile) -> Content:
    """Give a folder the digest and the size of all that was read in it."""
    digest = sha256()
    for one in raw.companions:
        digest.update(f"{os.path.relpath(one.path, raw.content.path)} {one.sha256}\n".encode(errors="surrogateescape"))
    return replace(raw.content, sha256=digest.hexdigest(), size=sum(one.size for one in raw.companions))


def read_path(file: NamedPath, options: FileOptions, checkpoint: Checkpoint = no_checkpoint) -> RawFile:
    """Read what a user named.

    Parameters
    ----------
    file : NamedPath
        Path, or a list inside it.
    options : FileOptions
        How it is read.
    checkpoint : Checkpoint
        Called with tokens read and tokens expected.

    Returns
    -------
    RawFile
        Read, not yet interpreted.

    Raises
    ------
    NerinspectError
        At the first thing that is wrong.
    """
    options = replace(options, reading=replace(options.reading, key=file.key))
    content = open_path(file.path, checkpoint)
    reader, _ = choose_reader(content, options)
    return read_with(reader, content, options, checkpoint)
