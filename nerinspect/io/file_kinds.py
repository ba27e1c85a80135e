"""Tell by their first bytes what files are that are no text, so that a message can name them."""

from typing import Final, NamedTuple


class FileKind(NamedTuple):
    """What a file seems to be.

    Attributes
    ----------
    name : str
        In words, such as `a PDF document`.
    remedy : str
        What to do with it.
    """

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
    (b"\x1f\x8b", FileKind("a gzip file", "unpack it by hand, or let its name end in .gz")),
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
    """Tell what a file that is no text seems to be.

    Parameters
    ----------
    data : bytes
        The whole file.

    Returns
    -------
    FileKind or None
        None if its first bytes say nothing.
    """
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
