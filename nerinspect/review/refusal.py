"""Why a review cannot be written, in words: the true cause, and what to do about it."""

import errno
import os
import shutil
import sqlite3
from typing import Final, NamedTuple


class Refusal(NamedTuple):
    """What is wrong, and what to do."""

    problem: str
    remedy: str

    def __str__(self) -> str:
        """Say both in sentences of a window."""
        return f"{self.problem[:1].upper()}{self.problem[1:]}. {self.remedy[:1].upper()}{self.remedy[1:]}."


OTHER_PROGRAM: Final = Refusal("another program writes this review", "close it there, then open the review again")
CLOSED: Final = Refusal("the review is closed", "open it again")
FOREIGN_LOCK: Final = Refusal(
    "a file of yours has the name by which programs keep out of each other's way ({})", "give that file another name"
)

_FULL: Final = Refusal("the disk is full", "make room, then try again")
_PERMISSION: Final = Refusal("you may not write there", "copy it to a place where you may, and open the copy")
_READ_ONLY: Final = Refusal("the place is read-only", "copy it to a place where you may write, and open the copy")
_NO_FOLDER: Final = Refusal("the folder does not exist", "make it, or choose another place")
_FAILING: Final = Refusal("the disk reports an error", "look after the disk, or choose another place")

_BY_NUMBER: Final = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: Refusal("your disk quota is used up", "make room, then try again"),
    errno.EACCES: _PERMISSION,
    errno.EPERM: _PERMISSION,
    errno.EROFS: _READ_ONLY,
    errno.ENOENT: _NO_FOLDER,
    errno.ENOTDIR: _NO_FOLDER,
    errno.ENAMETOOLONG: Refusal("the name is too long", "choose a shorter one"),
}

_DAMAGE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})

_NEARLY_FULL: Final = 64 * 1024
"""Bytes: with less room than this a disk is full for a database."""


def refusal_of(error: Exception, path: str) -> Refusal:
    """Say why a file could not be written, or made; a database does not tell it, so its place is looked at."""
    if isinstance(error, UnicodeEncodeError):
        return Refusal("it holds half a character", "write the word again")
    if isinstance(error, OSError):
        return _BY_NUMBER.get(error.errno or 0, Refusal(error.strerror or str(error), "choose another place"))
    if is_damage(error):
        return Refusal(f"the review is damaged ({error})", "what can be read of it is kept if it is written elsewhere")
    code = _code(error)
    if code == sqlite3.SQLITE_FULL:
        return _FULL
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return OTHER_PROGRAM
    try:
        is_full = shutil.disk_usage(os.path.dirname(os.path.abspath(path))).free < _NEARLY_FULL
    except OSError as missing:
        return refusal_of(missing, path)
    failing = Refusal(f"{_FAILING.problem} ({error})", _FAILING.remedy)
    return _FULL if is_full else why_not_writable(path) or failing


def is_damage(error: Exception) -> bool:
    """Tell whether an error of a database is about what stands in it, not about the disk or other programs."""
    return isinstance(error, UnicodeDecodeError) or _code(error) in _DAMAGE


def _code(error: Exception) -> int:
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def why_not_writable(path: str) -> Refusal | None:
    """Say why nothing can be written into a file and its folder; None if it can."""
    folder = os.path.dirname(os.path.abspath(path))
    try:
        if os.path.exists(path):
            os.close(os.open(path, os.O_RDWR | getattr(os, "O_NONBLOCK", 0)))
    except OSError as error:
        return refusal_of(error, path)
    return None if os.access(folder, os.W_OK) else _PERMISSION
