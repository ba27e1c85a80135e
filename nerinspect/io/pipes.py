"""Pipes, whose writer may be slow, or never come: reading one can be ended at any time."""

import os
import select
import stat
import sys
from typing import Final

from nerinspect.progress import Checkpoint

_BLOCK: Final = 1 << 20
_PAUSE_MS: Final = 50


def is_pipe(path: str) -> bool:
    """Tell whether a path is a pipe that `read_pipe` can read; elsewhere than on Linux they are read like files."""
    return sys.platform == "linux" and stat.S_ISFIFO(os.stat(path).st_mode)


def read_pipe(path: str, checkpoint: Checkpoint) -> bytes:
    """Read a pipe to its end.

    Parameters
    ----------
    path : str
        The pipe; it need not have a writer yet.
    checkpoint : Checkpoint
        Called at least every twentieth of a second, with zeros: nobody knows how long the pipe is.

    Returns
    -------
    bytes
        All that was written before the last writer went.

    Raises
    ------
    OSError
        If it cannot be read.
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
