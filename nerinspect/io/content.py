"""The bytes of a file: found, unpacked, digested and brought to UTF-8 with LF line ends."""

import codecs
import hashlib
import os
import stat
import struct
import sys
from dataclasses import dataclass, field
from typing import Final

import pyarrow as pa

from nerinspect.errors import (
    BinaryFileError,
    CommandError,
    FileChangedError,
    ForeignFileError,
    NoMemoryError,
    UndecodableBytesError,
    UnreadableFileError,
)
from nerinspect.io.file_kinds import kind_of
from nerinspect.io.pipes import is_pipe, read_pipe
from nerinspect.io.unpacking import unpacked
from nerinspect.progress import Checkpoint, no_checkpoint

STANDARD_INPUT = "-"

_NOT_OF_FILES: Final = ("punycode", "unicode-escape", "raw-unicode-escape")
"""These encode names of hosts and strings of programs; some are slow on long texts."""


@dataclass(frozen=True, eq=False)
class Content:
    """One file, ready to be cut into lines.

    Attributes
    ----------
    path : str
        The file as the user named it.
    data : bytes
        UTF-8 without byte order mark; every line ends in LF, CR before LF is dropped.
    sha256 : str
        Digest of the bytes on disk, in hexadecimal; of a folder that of all files read in it, with their names.
    size : int
        Bytes on disk.
    text_encoding : str
        Of the bytes on disk (of the unpacked ones for `.gz`), or of the files in a folder; empty for a binary format.
    original : bytes
        The unpacked bytes as they are, for writing back.
    """

    path: str
    data: bytes
    sha256: str
    size: int
    text_encoding: str
    original: bytes = field(default=b"", repr=False)


@dataclass(frozen=True, eq=False)
class FileBytes:
    """One file as it is on disk, not yet known to be text.

    Attributes
    ----------
    path : str
        The file as the user named it.
    data : bytes
        Unpacked; empty for a folder.
    sha256 : str
        Digest of the bytes on disk, in hexadecimal; of nothing for a folder.
    size : int
        Bytes on disk.
    """

    path: str
    data: bytes = field(repr=False)
    sha256: str
    size: int

    def as_binary(self) -> Content:
        """Take the bytes as they are."""
        return Content(self.path, self.data, self.sha256, self.size, "", self.data)

    def as_text(self, text_encoding: str = "utf-8") -> Content:
        """Bring the bytes to UTF-8 with LF line ends.

        Parameters
        ----------
        text_encoding : str
            Any encoding Python knows.

        Returns
        -------
        Content
            Not empty: even an empty file holds one line end.

        Raises
        ------
        DataError
            If the bytes cannot be decoded.
        """
        path, codec = self.path, text_codec(text_encoding)
        data = _validated(path, self.data) if codec == "utf-8" else _recoded(path, self.data, codec)
        if b"\0" in data:
            _refuse_other_kind(path, self.data)
            raise BinaryFileError(path, data.count(b"\n", 0, data.index(b"\0")) + 1)
        data = data.removeprefix(codecs.BOM_UTF8)
        if b"\r" in data:
            data = data.replace(b"\r\n", b"\n").removesuffix(b"\r")
        if not data.endswith(b"\n"):
            data += b"\n"
        return Content(path, data, self.sha256, self.size, codec, self.data)


def read_bytes(path: str, checkpoint: Checkpoint = no_checkpoint) -> bytes:
    """Read a file as it is on disk, or standard input for `-`; the checkpoint is called while a pipe is waited for.

    Raises
    ------
    UnreadableFileError
        If it is missing, a directory or not permitted.
    FileChangedError
        If it is written to while it is read.
    """
    if path == STANDARD_INPUT:
        try:
            return sys.stdin.buffer.read()
        except OSError as error:
            raise UnreadableFileError(
                path, f"standard input cannot be read ({error.strerror})", "name a file, or pipe one in"
            ) from None
    try:
        if is_pipe(path):
            return read_pipe(path, checkpoint)
        with open(path, "rb") as file:
            before = os.fstat(file.fileno())
            _refuse_device(path, before.st_mode, file.isatty())
            data = file.read()
            after = os.fstat(file.fileno())
    except FileNotFoundError:
        raise UnreadableFileError(path, "there is no such file", "check the path") from None
    except IsADirectoryError:
        raise UnreadableFileError(path, "this is a directory", "name the file inside it") from None
    except PermissionError:
        raise UnreadableFileError(path, "you may not read this file", "ask its owner for permission") from None
    except MemoryError:
        raise NoMemoryError(path) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableFileError(path, f"the file cannot be read ({reason})", "check the path and the disk") from None
    is_file = stat.S_ISREG(before.st_mode)  # a terminal is written to while it is read
    if is_file and (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise FileChangedError(path)
    return data


def read_content(path: str, text_encoding: str = "utf-8") -> Content:
    """Read a file and bring it to UTF-8 with LF line ends.

    Parameters
    ----------
    path : str
        A path, or `-` for standard input; `.gz` is unpacked.
    text_encoding : str
        Any encoding Python knows.

    Returns
    -------
    Content
        Not empty: even an empty file holds one line end.

    Raises
    ------
    DataError
        If the file cannot be read, unpacked or decoded.
    """
    return read_file_bytes(path).as_text(text_encoding)


def read_file_bytes(path: str, checkpoint: Checkpoint = no_checkpoint) -> FileBytes:
    """Read a file, or standard input for `-`; `.gz` is unpacked. The checkpoint is that of `read_bytes`.

    Raises
    ------
    DataError
        If the file cannot be read or unpacked.
    """
    raw = read_bytes(path, checkpoint)
    data = unpacked(path, raw) if path.endswith(".gz") else raw
    return FileBytes(path, data, hashlib.sha256(raw).hexdigest(), len(raw))


def text_codec(name: str) -> str:
    """Give the canonical name of a text encoding.

    Raises
    ------
    CommandError
        If Python has none of that name.
    """
    try:
        codec = codecs.lookup(name)
        b"a".decode(name, errors="replace")  # hex and the like encode no text
        if codec.name in _NOT_OF_FILES:
            raise LookupError
    except (LookupError, ValueError):
        raise CommandError(f"there is no text encoding called “{name}”; try utf-8, latin-1, cp1252 or utf-16") from None
    return "utf-8" if codec.name == "utf-8-sig" else codec.name


def _refuse_device(path: str, mode: int, is_terminal: bool) -> None:
    """Refuse devices, some of which never end; pipes and terminals do."""
    if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not is_terminal):
        raise UnreadableFileError(path, "this is a device, not a file", "name a file")


def _refuse_other_kind(path: str, data: bytes) -> None:
    """Refuse what is no text and says by its first bytes what it is."""
    kind = kind_of(data)
    if kind is not None:
        raise ForeignFileError(path, kind.name, kind.remedy)


def _validated(path: str, data: bytes) -> bytes:
    """Check UTF-8 without making a string of the whole file."""
    offsets = pa.py_buffer(struct.pack("=qq", 0, len(data)))
    whole = pa.LargeStringArray.from_buffers(1, offsets, pa.py_buffer(data))
    try:
        whole.validate(full=True)
    except pa.ArrowInvalid:
        _raise_undecodable(path, data, "utf-8")
    return data


def _recoded(path: str, data: bytes, codec: str) -> bytes:
    try:
        return data.decode(codec).removeprefix("\ufeff").encode()
    except UnicodeDecodeError:
        _raise_undecodable(path, data, codec)
    except UnicodeError:
        raise UnreadableFileError(
            path, f"the text holds characters that are none ({codec})", "name another --text-encoding"
        ) from None
    raise AssertionError("unreachable")


def _raise_undecodable(path: str, data: bytes, codec: str) -> None:
    _refuse_other_kind(path, data)
    try:
        data.decode(codec)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(codec, errors="replace").count("\n") + 1
        byte = data[error.start]
        is_utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        if b"\0" in data[:4096] and codec == "utf-8" and not is_utf16:
            raise BinaryFileError(path, data.count(b"\n", 0, data.index(b"\0")) + 1) from None
        raise UndecodableBytesError(path, line, byte, codec.upper()) from None
