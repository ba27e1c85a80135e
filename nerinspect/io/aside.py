"""Files that are being written: no other program takes them for abandoned, and those that are abandoned go."""

import os
import re
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

if sys.platform != "win32":
    import fcntl

_OWN: Final = re.compile(r"\.nerinspect-[a-z0-9_]{8}\.part")
_TRIES, _PAUSE_S = 100, 0.01
"""Files are renamed in far less than a second; who waits longer waits for a stranger."""


def make_aside(folder: str) -> tuple[int, str, int | None]:
    """Make an empty file to write, and remove those that ended programs left there.

    Parameters
    ----------
    folder : str
        Where.

    Returns
    -------
    tuple of (int, str, int or None)
        The open file, its path, and what holds its lock: it is to be closed when the file has another name, or is
        gone. None where an open file cannot be removed anyway.
    """
    _clear_away(folder)
    while True:
        handle, path = tempfile.mkstemp(prefix=".nerinspect-", suffix=".part", dir=folder)
        if sys.platform == "win32":
            return handle, path, None
        lock = os.dup(handle)
        _lock(lock)
        with suppress(FileNotFoundError):  # cleared away before it was locked
            if os.path.samestat(os.stat(path), os.fstat(handle)):
                return handle, path, lock
        os.close(handle)
        os.close(lock)


@contextmanager
def alone_in(folders: Iterable[str]) -> Iterator[None]:
    """Let no other program that does the same rename files in some folders, so that those of one stay together."""
    with ExitStack() as held:
        for folder in sorted(set(folders)) if sys.platform != "win32" else ():
            with suppress(OSError):  # some disks have no locks
                handle = os.open(folder, os.O_RDONLY)
                held.callback(os.close, handle)
                for _ in range(_TRIES):
                    if _lock(handle):
                        break
                    time.sleep(_PAUSE_S)
        yield


def _clear_away(folder: str) -> None:
    """Remove the files of programs that were ended: all of ours that nothing holds open."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if _OWN.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with suppress(OSError):
                    _remove_abandoned(entry.path)


def _remove_abandoned(path: str) -> None:
    if sys.platform == "win32":
        Path(path).unlink()  # refused while it is open
        return
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        if os.fstat(handle).st_uid == os.getuid() and _lock(handle):
            Path(path).unlink()
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    """Lock an open file for as long as it is open; tell whether nobody else has."""
    if sys.platform != "win32":
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True
