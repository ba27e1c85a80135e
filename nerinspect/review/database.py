"""The database that a review file is: made, locked against other programs, checked and upgraded."""

import os
import sqlite3
from contextlib import closing, suppress
from shutil import copyfile
from typing import Final
from urllib.parse import quote

from filelock import FileLock, Timeout

from nerinspect.errors import DataError
from nerinspect.review.schema import APPLICATION_ID, TABLES, UPGRADES, VERSION

_HEAD: Final = b"SQLite format 3\x00"


def make_database(path: str) -> None:
    """Make a review file with empty tables.

    Raises
    ------
    DataError
        If there is a file of that name, or none can be made there.
    """
    if os.path.exists(path):
        raise DataError(path, "there is such a file already", "open it, or choose another name")
    aside = f"{path}.new"
    try:
        with closing(sqlite3.connect(aside, isolation_level=None)) as database:
            numbers = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {VERSION};"
            database.executescript(numbers + TABLES)
        os.replace(aside, path)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            os.unlink(aside)
        raise DataError(path, f"no review can be made there ({error})", "choose another place") from None


def check_head(path: str) -> None:
    """See to it that a file is a database.

    Raises
    ------
    DataError
        If it cannot be read, or is none.
    """
    try:
        with open(path, "rb") as file:
            head = file.read(len(_HEAD))
    except OSError as error:
        raise DataError(path, f"the review cannot be read ({error.strerror})", "check its name and place") from None
    if head != _HEAD:
        raise DataError(path, "this is no review of nerinspect", "name a file that nerinspect review new made")


def bring_up_to_date(path: str, may_write: bool) -> None:
    """Upgrade an older version if it may be written; a copy of the file is kept beside it.

    Raises
    ------
    DataError
        If they are no tables of a review, or newer than these.
    """
    try:
        with closing(sqlite3.connect(address(path, may_write=False), uri=True)) as database:
            application, version = (
                database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
            )
    except sqlite3.Error as error:
        raise DataError(path, f"the review is damaged ({error})", "take the last copy that can be read") from None
    if application != APPLICATION_ID:
        raise DataError(path, "this is a database, but no review of nerinspect", "name another file")
    if version > VERSION:
        remedy = "open it with the version that wrote it, or a newer one"
        raise DataError(path, f"a newer nerinspect wrote this review (version {version}, known is {VERSION})", remedy)
    if version < VERSION and may_write:
        _upgrade(path, int(version))


def _upgrade(path: str, version: int) -> None:
    copyfile(path, f"{path}.version{version}")
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for older in range(version, VERSION):
            database.executescript(f"BEGIN; {UPGRADES[older]}; PRAGMA user_version = {older + 1}; COMMIT;")


def locked(path: str) -> FileLock | None:
    """Keep others from writing; None if another program does already, or the place is not writable."""
    lock = FileLock(f"{path}.lock", blocking=False)
    try:
        lock.acquire()
    except (Timeout, OSError):
        return None
    if os.access(path, os.W_OK):
        return lock
    lock.release()
    return None


def address(path: str, may_write: bool) -> str:
    """Write how a database is opened.

    One that is only read, and that nobody has open, is taken as it stands: else a journal would be left beside it, and
    it could not be read from a place where nothing can be written.
    """
    name = f"file:{quote(os.path.abspath(path))}"
    if may_write:
        return f"{name}?mode=rw"
    is_open = any(os.path.exists(f"{path}{ending}") for ending in ("-wal", ".lock"))
    return f"{name}?mode=ro" if is_open else f"{name}?mode=ro&immutable=1"
