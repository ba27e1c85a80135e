"""Unpack piece by piece and within bounds, so that a small file cannot fill the memory."""

import gzip
import io
import zlib
from typing import Final

from nerinspect.errors import UnreadableFileError

MOST_UNPACKED: Final = 4 << 30
"""So many bytes a file may unpack to."""

ALWAYS_ALLOWED: Final = 256 << 20
"""So many bytes any file may unpack to, however small it is: a column of nothing but O packs a thousandfold."""

MOST_TIMES: Final = 200
"""So many times its own size a file may unpack to beyond that."""

_PIECE: Final = 1 << 22


def unpacked(path: str, packed: bytes) -> bytes:
    """Unpack a gzip file.

    Parameters
    ----------
    path : str
        The file, for messages.
    packed : bytes
        As it is on disk.

    Returns
    -------
    bytes
        All its members behind each other.

    Raises
    ------
    UnreadableFileError
        If it is damaged, or unpacks to more than any file of labels its size.
    """
    bounds, pieces = Bounds(path, len(packed), "unpack it by hand if it is to be trusted"), []
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(packed)) as file:
            while piece := file.read(_PIECE):
                bounds.take(len(piece))
                pieces.append(piece)
    except (OSError, EOFError, zlib.error):
        raise UnreadableFileError(path, "this is no whole gzip file", "unpack it by hand, or fetch it again") from None
    return b"".join(pieces)


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
    """What a packed file may unpack to.

    Parameters
    ----------
    path : str
        The file, for messages.
    n_packed : int
        Bytes on disk.
    remedy : str, optional
        What to do if it is more.
    """

    def __init__(self, path: str, n_packed: int, remedy: str = "cut it into smaller files") -> None:
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
                f"its {self._n_packed:,} bytes unpack to more than {self._most:,}, as no file of labels does",
                self._remedy,
            )
