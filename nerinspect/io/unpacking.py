"""Unpack gzip piece by piece, so that a small file cannot fill the memory."""

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
    most = min(MOST_UNPACKED, max(ALWAYS_ALLOWED, MOST_TIMES * len(packed)))
    pieces, n_bytes = [], 0
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(packed)) as file:
            while piece := file.read(_PIECE):
                pieces.append(piece)
                n_bytes += len(piece)
                if n_bytes > most:
                    raise UnreadableFileError(
                        path,
                        f"its {len(packed):,} bytes unpack to more than {most:,}, as no file of labels does",
                        "unpack it by hand if it is to be trusted",
                    )
    except (OSError, EOFError, zlib.error):
        raise UnreadableFileError(path, "this is no whole gzip file", "unpack it by hand, or fetch it again") from None
    return b"".join(pieces)
