"""The bytes of a file: found, unpacked within bounds, digested and brought to UTF-8 with LF line ends."""

import codecs
import gzip
import hashlib
import io
import os
import select
import stat
import struct
import sys
import zlib
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import pyarrow as pa

from nerinspect.errors import (
    BinaryFileError,
    CommandError,
    FileChangedError,
    ForeignFileError,
    NerinspectError,
    NoMemoryError,
    UndecodableBytesError,
    UnreadableFileError,
)
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped


class FileKind(NamedTuple):
    """What a file seems to be in words, such as `a PDF document`, and what to do with it."""

    name: str
    remedy: str


_UNPACK: Final = "unpack it, and name a file inside it"
_EXPORT: Final = "save its text as a text file, and name that"
_CHOOSE: Final = "choose a file of labels or spans"
_PICKLE: Final = "nothing in it is run; write its labels to a text file, and name that"

_ZIP: Final = b"PK\x03\x04"
_INSIDE_ZIPS: Final = (
    (b"word/", FileKind("a Word document", _EXPORT)),
    (b"xl/", FileKind("an Excel workbook", _EXPORT)),
    (b"ppt/", FileKind("a PowerPoint presentation", _EXPORT)),
    (b"mimetypeapplication/vnd.oasis", FileKind("an OpenDocument file", _EXPORT)),
    (b"archive/data.pkl", FileKind("a PyTorch model", _CHOOSE)),
    (b".npyPK", FileKind("a NumPy archive", _CHOOSE)),
)
_KINDS: Final = (
    (b"\x1f\x8b", FileKind("a gzip file", "unpack it by hand, or rename it to end in .gz")),
    (b"\xfd7zXZ\0", FileKind("an xz file", _UNPACK)),
    (b"\x28\xb5\x2f\xfd", FileKind("a Zstandard file", _UNPACK)),
    (b"BZh91AY&SY", FileKind("a bzip2 file", _UNPACK)),
    (b"7z\xbc\xaf\x27\x1c", FileKind("a 7-Zip archive", _UNPACK)),
    (b"Rar!\x1a\x07", FileKind("a RAR archive", _UNPACK)),
    (b"%PDF-", FileKind("a PDF document", _EXPORT)),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", FileKind("an old Office document", _EXPORT)),
    (b"\x89PNG\r\n\x1a\n", FileKind("a PNG picture", _CHOOSE)),
    (b"\xff\xd8\xff", FileKind("a JPEG picture", _CHOOSE)),
    (b"GIF8", FileKind("a GIF picture", _CHOOSE)),
    (b"\x93NUMPY", FileKind("a NumPy array", _CHOOSE)),
    (b"\x89HDF\r\n\x1a\n", FileKind("an HDF5 file", _CHOOSE)),
    (b"\x7fELF", FileKind("a program", _CHOOSE)),
    (b"SQLite format 3\0", FileKind("an SQLite database", "write its labels to a text file, and name that")),
    (b"ARROW1\0\0", FileKind("an Arrow table", "write it as Parquet")),
    (b"PAR1", FileKind("a Parquet table", "choose the format parquet, or none")),
)
_TAR_MARK: Final = slice(257, 262)
_HEAD: Final = 1 << 16


def kind_of(data: bytes) -> FileKind | None:
    """Tell what a file that is no text seems to be; None if its first bytes say nothing."""
    if data.startswith(_ZIP):
        ends = data[:_HEAD] + data[-_HEAD:]  # names stand before each file, and all of them at the end
        return next((kind for name, kind in _INSIDE_ZIPS if name in ends), FileKind("a ZIP archive", _UNPACK))
    for beginning, kind in _KINDS:
        if data.startswith(beginning):
            return kind
    if data[_TAR_MARK] == b"ustar":
        return FileKind("a tar archive", _UNPACK)
    if data[:1] == b"\x80" and data[1:2] <= b"\x05" and data.endswith(b"."):
        return FileKind("a pickle of Python", _PICKLE)
    if data[:2] in (b"x\x9c", b"x\xda"):
        return FileKind("a compressed file without a name, as .spacy files are", "choose the format spacy if it is one")
    return None


_BLOCK: Final = 1 << 20
_PAUSE_MS: Final = 50


def is_pipe(path: str) -> bool:
    """Tell whether a path is a pipe that `read_pipe` can read; elsewhere than on Linux they are read like files."""
    return sys.platform == "linux" and stat.S_ISFIFO(os.stat(path).st_mode)


def read_pipe(path: str, checkpoint: Checkpoint) -> bytes:
    """Read a pipe, which need not have a writer yet, until the last writer went.

    The checkpoint is called at least every twentieth of a second, with zeros: nobody knows how long the pipe is.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # or opening would wait for a writer
    try:
        waiting, blocks = select.poll(), list[bytes]()
        waiting.register(descriptor, select.POLLIN)
        while True:
            checkpoint(0, 0)
            if not waiting.poll(_PAUSE_MS):  # nothing is written, or nobody has come to write
                continue
            block = os.read(descriptor, _BLOCK)
            if not block:
                return b"".join(blocks)
            blocks.append(block)
    finally:
        os.close(descriptor)


MOST_UNPACKED: Final = 4 << 30  # so many bytes a file may unpack to

ALWAYS_ALLOWED: Final = 256 << 20
"""So many bytes any file may unpack to, however small it is: a column of nothing but O packs a thousandfold."""

MOST_TIMES: Final = 200  # so many times its own size a file may unpack to beyond that

_PIECE: Final = 1 << 22


def unpacked(path: str, packed: bytes) -> bytes:
    """Unpack a gzip file: all its members behind each other."""
    bounds, pieces = Bounds(path, len(packed), "unpack it by hand if you trust it"), []
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(packed)) as file:
            while piece := file.read(_PIECE):
                bounds.take(len(piece))
                pieces.append(piece)
    except (OSError, EOFError, zlib.error):
        raise bad_gzip(path, packed[:2]) from None
    return b"".join(pieces)


def bad_gzip(path: str, begin: bytes) -> UnreadableFileError:
    """Say what is wrong with a file that cannot be unpacked, from its first two bytes."""
    if begin != b"\x1f\x8b":
        return UnreadableFileError(path, "this is not a gzip file, although its name says so", "rename it without .gz")
    return UnreadableFileError(path, "this gzip file is incomplete", "unpack it by hand, or download it again")


def inflated(path: str, packed: bytes) -> bytes:
    """Unpack one stream of zlib, within the same bounds.

    Raises
    ------
    UnreadableFileError
        If it unpacks to more than any file of labels its size.
    zlib.error
        If it is damaged.
    """
    bounds, unpacker, pieces = Bounds(path, len(packed)), zlib.decompressobj(), []
    while not unpacker.eof and (piece := unpacker.decompress(packed, _PIECE)):
        bounds.take(len(piece))
        pieces.append(piece)
        packed = unpacker.unconsumed_tail
    if not unpacker.eof:
        raise zlib.error("the stream has no end")
    return b"".join(pieces)


class Bounds:
    """What a packed file of a number of bytes may unpack to, and what to do if it is more."""

    def __init__(self, path: str, n_packed: int, remedy: str = "split it into smaller files") -> None:
        self._path, self._n_packed, self._remedy, self._n_bytes = path, n_packed, remedy, 0
        self._most = min(MOST_UNPACKED, max(ALWAYS_ALLOWED, MOST_TIMES * n_packed))

    def take(self, n_bytes: int) -> None:
        """Count bytes that were unpacked, or will be.

        Raises
        ------
        UnreadableFileError
            If they are more than any file of labels this size holds.
        """
        self._n_bytes += n_bytes
        if self._n_bytes > self._most:
            raise UnreadableFileError(
                self._path,
                f"its {counted(self._n_packed, 'byte')} unpack to more than {grouped(self._most)}, unlike label files",
                self._remedy,
            )


STANDARD_INPUT = "-"

_NOT_OF_FILES: Final = ("punycode", "unicode-escape", "raw-unicode-escape")
"""These encode names of hosts and strings of programs; some are slow on long texts."""


@dataclass(frozen=True, eq=False)
class Content:
    """One file, ready to be cut into lines.

    `sha256`: digest of the bytes on disk, in hexadecimal; of a folder that of all files read in it, with their names.
    `text_encoding`: of the bytes on disk (of the unpacked ones for `.gz`), or of the files in a folder; empty for a
    binary format.
    """

    path: str
    data: bytes  # UTF-8 without byte order mark; every line ends in LF, CR before LF is dropped
    sha256: str
    size: int
    text_encoding: str
    original: bytes = field(default=b"", repr=False)  # the unpacked bytes as they are, for writing back


@dataclass(frozen=True, eq=False)
class FileBytes:
    """One file as it is on disk, unpacked, not yet known to be text; a folder has no bytes.

    The digest, in hexadecimal, and the size are those of the bytes on disk.
    """

    path: str
    data: bytes = field(repr=False)
    sha256: str
    size: int

    def as_binary(self) -> Content:
        return Content(self.path, self.data, self.sha256, self.size, "", self.data)

    def as_text(self, text_encoding: str = "utf-8") -> Content:
        """Bring the bytes to UTF-8 with LF line ends; even an empty file holds one line end."""
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


def no_permission(path: str, what: str = "file") -> UnreadableFileError:
    """Say that somebody else's file, or what is named instead, may not be read."""
    return UnreadableFileError(path, f"there is no permission to read this {what}", "ask its owner for permission")


def read_bytes(path: str, checkpoint: Checkpoint = no_checkpoint) -> bytes:
    """Read a file as it is on disk, or standard input for `-`; the checkpoint is called while a pipe is waited for.

    Raises
    ------
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
        raise no_permission(path) from None
    except MemoryError:
        raise NoMemoryError(path) from None
    except NerinspectError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableFileError(path, f"the file cannot be read ({reason})", "check the path and the disk") from None
    is_file = stat.S_ISREG(before.st_mode)  # a terminal is written to while it is read
    if is_file and (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise FileChangedError(path)
    return data


def read_content(path: str, text_encoding: str = "utf-8") -> Content:
    """Read a file, or standard input for `-`, and bring it to UTF-8 with LF line ends; `.gz` is unpacked."""
    return read_file_bytes(path).as_text(text_encoding)


def read_file_bytes(path: str, checkpoint: Checkpoint = no_checkpoint) -> FileBytes:
    """Read a file, or standard input for `-`; `.gz` is unpacked. The checkpoint is that of `read_bytes`."""
    raw = read_bytes(path, checkpoint)
    data = unpacked(path, raw) if path.endswith(".gz") else raw
    return FileBytes(path, data, hashlib.sha256(raw).hexdigest(), len(raw))


def text_codec(name: str) -> str:
    """Give the canonical name of a text encoding."""
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
            path, f"the text contains invalid characters ({codec})", "name another --text-encoding"
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
