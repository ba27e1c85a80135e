"""A review file is written by one program at a time, and only while it is still the file that was opened."""

import os
from contextlib import suppress
from typing import Final

from filelock import FileLock, Timeout

from nerinspect.errors import NotSavedError
from nerinspect.review.refusal import FOREIGN_LOCK, OTHER_PROGRAM, Refusal, refusal_of, why_not_writable

_GONE: Final = "the review is no longer there (deleted, moved or renamed), so nothing more can be saved in it"
_REPLACED: Final = "another file has taken the place of the review, and is left as it is"


class Hold:
    """The right to write one file; others only read it meanwhile.

    Parameters
    ----------
    path : str
        The file.
    lock : FileLock
        What keeps other programs from writing it.
    """

    def __init__(self, path: str, lock: FileLock) -> None:
        self._path, self._lock = path, lock
        self._seen = _state(path)

    def is_untouched(self) -> bool:
        """Tell whether nobody else has written the file since `look`.

        Raises
        ------
        NotSavedError
            If the file is no longer there, or is another one.
        """
        try:
            found = _state(self._path)
        except (FileNotFoundError, NotADirectoryError):
            raise NotSavedError(self._path, _GONE, "write it again, there or elsewhere", is_gone=True) from None
        except OSError as error:
            refusal = refusal_of(error, self._path)
            problem = f"the review cannot be reached: {refusal.problem}"
            raise NotSavedError(self._path, problem, refusal.remedy) from None
        if found[:2] != self._seen[:2]:
            raise replaced(self._path)
        return found == self._seen

    def look(self) -> None:
        """Know the file as it is now: it was written here."""
        with suppress(OSError):
            found = _state(self._path)
            if found[:2] == self._seen[:2]:
                self._seen = found

    def let_go(self) -> None:
        """Let others write."""
        with suppress(OSError):
            os.unlink(self._lock.lock_file)
        self._lock.release()


def replaced(path: str) -> NotSavedError:
    """Say that what stands in the place of a review is not what was written there."""
    return NotSavedError(path, _REPLACED, "write what is decided here into a file of its own")


def held(path: str) -> Hold | Refusal:
    """Keep others from writing a file; or say why it can only be read."""
    folder, name = os.path.split(os.path.abspath(path))
    beside = os.path.join(folder, f".{name}.lock")
    if os.path.lexists(beside) and (not os.path.isfile(beside) or os.path.getsize(beside)):
        return Refusal(FOREIGN_LOCK.problem.format(os.path.basename(beside)), FOREIGN_LOCK.remedy)
    lock = FileLock(beside, blocking=False)
    try:
        lock.acquire()
    except Timeout:
        return OTHER_PROGRAM
    except OSError as error:
        return refusal_of(error, path)
    refusal = why_not_writable(path)
    if refusal is None:
        return Hold(path, lock)
    with suppress(OSError):
        os.unlink(beside)
    lock.release()
    return refusal


def _state(path: str) -> tuple[int, ...]:
    """Say which file it is, then how it was written last."""
    found = os.stat(path)
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
