"""The database that a review file is: its tables; made whole, checked, upgraded, held by one program, or refused."""

import errno
import os
import secrets
import shutil
import sqlite3
import struct
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias
from urllib.parse import quote

from nerinspect.errors import DataError, NotSavedError
from nerinspect.quantities import counted

if TYPE_CHECKING:
    from filelock import FileLock

VERSION: Final = 1  # a file that is newer is refused, an older one is upgraded and its copy kept

APPLICATION_ID: Final = 0x6E657269  # marks a database as a review file, in its first bytes: `neri`

TABLES: Final = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sources (place INTEGER PRIMARY KEY, role TEXT NOT NULL, path TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE decisions (
    event TEXT PRIMARY KEY,
    system TEXT NOT NULL, run INTEGER NOT NULL, sentence INTEGER NOT NULL,
    start INTEGER NOT NULL, "end" INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL,
    reference_spans TEXT NOT NULL, predicted_spans TEXT NOT NULL,
    verdict TEXT NOT NULL, causes TEXT NOT NULL, flag INTEGER NOT NULL, note TEXT NOT NULL,
    corrected_spans TEXT, decided TEXT NOT NULL, who TEXT NOT NULL
);
CREATE TABLE selections (name TEXT PRIMARY KEY, query TEXT NOT NULL) WITHOUT ROWID;
"""
"""Of version 1. `facts` holds the request; `decisions` says enough of an event to list it where it is gone."""

UPGRADES: Final[dict[int, str]] = {}
"""For each older version the statements that make those of the next one of its tables."""


class Refusal(NamedTuple):
    """What is wrong, and what to do."""

    problem: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.problem[:1].upper()}{self.problem[1:]}. {self.remedy[:1].upper()}{self.remedy[1:]}."


OTHER_PROGRAM: Final = Refusal("the review is open in another program", "close it there, then open the review again")
CLOSED: Final = Refusal("the review is closed", "open it again")
FOREIGN_LOCK: Final = Refusal("a file has the name of the review's lock ({})", "give that file another name")

_FULL: Final = Refusal("the disk is full", "make room, then try again")
_PERMISSION: Final = Refusal(
    "there is no permission to write there", "copy it to a place where you may write, and open the copy"
)
_READ_ONLY: Final = Refusal("the place is read-only", "copy it to a place where you may write, and open the copy")
_NO_FOLDER: Final = Refusal("the folder does not exist", "create it, or choose another place")
_FAILING: Final = Refusal("the disk reports an error", "check the disk, or choose another place")

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

_NEARLY_FULL: Final = 64 * 1024  # bytes: with less room than this a disk is full for a database


def refusal_of(error: Exception, path: str) -> Refusal:
    """Say why a file could not be written, or made; a database does not tell it, so its place is looked at."""
    if isinstance(error, UnicodeEncodeError):
        return Refusal("it contains half a character", "write the word again")
    if isinstance(error, OSError):
        return _BY_NUMBER.get(error.errno or 0, Refusal(error.strerror or str(error), "choose another place"))
    if is_damage(error):
        return Refusal(f"the review is damaged ({error})", "save it elsewhere to keep what can be read")
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


BROKEN: Final = (sqlite3.Error, UnicodeDecodeError)
"""What a damaged database raises: what SQLite says of it may hold bytes that are no text."""

_HEAD: Final = b"SQLite format 3\x00"
_HEAD_BYTES, _VERSIONS, _CHANGES = 100, slice(18, 20), slice(24, 28)
_JOURNAL_MAGIC: Final = bytes.fromhex("d9d505f920a163d7")
_MOST_BYTES: Final = 2**31  # no review is larger: a million decisions take a quarter of it

Rows: TypeAlias = Sequence[tuple[object, ...]]
Work: TypeAlias = Mapping[str, Rows]  # statements, each with the rows it is to be executed with


def new_database(path: str, work: Work) -> None:
    """Make a review file: whole, or not at all, and never in the place of another file."""
    folder, name = os.path.split(os.path.abspath(path))
    aside = os.path.join(folder, f".nerinspect-{secrets.token_hex(8)}")
    try:
        if os.path.lexists(path):
            raise FileExistsError(path)
        os.close(os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        try:
            _fill(aside, work)
            _put_in_place(aside, path)
        finally:
            with suppress(OSError):
                os.unlink(aside)
        bring_to_disk(folder)
    except FileExistsError:
        raise DataError(path, "the file already exists", "open it, or choose another name") from None
    except (OSError, sqlite3.Error, UnicodeEncodeError) as error:
        refusal = refusal_of(error, os.path.join(folder, name))
        raise DataError(path, f"no review can be made there: {refusal.problem}", "choose another place") from None


def _fill(path: str, work: Work) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = OFF")  # nobody sees it before it is whole
        database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        _make_tables(database, VERSION)
        database.execute("BEGIN")
        for statement, rows in work.items():
            database.executemany(statement, rows)
        database.execute("COMMIT")
    bring_to_disk(path)


def _put_in_place(aside: str, path: str) -> None:
    """Give a file its name, unless there is one of that name."""
    try:
        os.link(aside, path)
    except FileExistsError:
        raise
    except OSError:  # there are no links on this disk
        if os.path.lexists(path):
            raise FileExistsError(path) from None
        os.rename(aside, path)


def bring_to_disk(path: str) -> None:
    """See to it that a file, or what a folder lists, outlasts a power cut."""
    if os.name == "nt" and os.path.isdir(path):
        return  # folders cannot be opened there
    number = os.open(path, os.O_RDONLY if os.path.isdir(path) else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def check_head(path: str) -> None:
    """See to it that a file is a database."""
    if len(head := _start_of(path)) < _HEAD_BYTES or not head.startswith(_HEAD):
        raise DataError(path, "this is not a review of nerinspect", "name a file that nerinspect review new made")
    if (size := os.path.getsize(path)) > _MOST_BYTES:
        raise DataError(path, f"the file has {counted(size, 'byte')}, more than any review", "name another file")


def _start_of(path: str) -> bytes:
    try:
        if not os.path.isfile(path) and os.path.exists(path):
            raise DataError(path, "this is not a file", "name a file that nerinspect review new made")
        with open(path, "rb") as file:
            return file.read(_HEAD_BYTES)
    except DataError:
        raise
    except (OSError, ValueError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise DataError(path, f"the review cannot be read ({said})", "check its name and place") from None


def opened_to_read(path: str) -> tuple[sqlite3.Connection, TemporaryDirectory[str] | None]:
    """Open a review where it may not be written; nothing is left beside it.

    What a killed program left half done is undone in a copy, which is given, too.
    """
    try:
        if _start_of(path)[_VERSIONS] == b"\1\1" and "-wal" not in _left(path):
            database = sqlite3.connect(_address(path, "ro"), uri=True, isolation_level=None, check_same_thread=False)
            try:
                database.execute("SELECT count(*) FROM sqlite_master")
                return _wary(database), None
            except sqlite3.OperationalError:
                database.close()  # something was left half done
            except BROKEN:
                return _wary(database), None  # what can be read of it is read
        copy = _recovered_copy(path)
        name = os.path.join(copy.name, os.path.basename(path))
        return _wary(sqlite3.connect(name, isolation_level=None, check_same_thread=False)), copy
    except sqlite3.Error as error:
        raise unreadable(path, error) from None


def opened_to_write(path: str) -> sqlite3.Connection:
    """Open a review to be written: every step stands in the one file, and nothing lies beside it afterwards.

    Raises
    ------
    DataError
        If what lies beside it is of another file, or the file is damaged.
    sqlite3.Error
        If another program has it open, or the disk fails.
    """
    if _start_of(path)[_VERSIONS] != b"\1\1" or _left(path):
        _recovered_copy(path).cleanup()  # before it is written: does what lies beside it belong to it?
    database = sqlite3.connect(_address(path, "rw"), uri=True, isolation_level=None, check_same_thread=False)
    try:
        _wary(database)
        database.execute("PRAGMA journal_mode = DELETE")  # an older program had the last decisions beside the file
        database.execute("PRAGMA synchronous = EXTRA")  # the end of a step, too, outlasts a power cut
        database.execute("PRAGMA cache_spill = OFF")  # nothing is written before a step is complete
    except BROKEN as error:
        database.close()
        if is_damage(error):
            raise unreadable(path, error) from None
        raise
    return database


def unreadable(path: str, error: Exception) -> DataError:
    """Say why a database cannot be read: that it is damaged only if it is, and never that it is worth nothing."""
    if not is_damage(error):
        refusal = refusal_of(error, path)
        return DataError(path, f"the review cannot be read: {refusal.problem}", refusal.remedy)
    said = "its text is not UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
    return DataError(path, f"the review is damaged ({said})", "keep the file, and open a backup")


def check_tables(path: str, database: sqlite3.Connection) -> int:
    """See to it that a database has nothing but the tables of a review: it is data, and nobody's program.

    Give the version of the tables.
    """
    try:
        application, version = (
            int(database.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("application_id", "user_version")
        )
        if application != APPLICATION_ID:
            raise DataError(path, "this is a database, but not a review of nerinspect", "name another file")
        if version > VERSION:
            remedy = "open it with the version that wrote it, or a newer one"
            raise DataError(
                path, f"a newer nerinspect wrote this review (version {version}, known is {VERSION})", remedy
            )
        if version < 1:
            raise DataError(path, f"reviews have no version {version}", "name another file")
        found, known = _tables(database), _tables_of(version)
    except BROKEN as error:
        raise unreadable(path, error) from None
    if found - known:
        kind, name, *_ = min(found - known, key=str)
        what = f"the {_shown(kind)} “{_shown(name)}” does not belong in a review, or is not as nerinspect makes it"
        raise DataError(path, what, "ask whoever sent the file for one that nerinspect wrote")
    return version


def is_older(version: int) -> bool:
    """Tell whether tables are to be upgraded."""
    return version < VERSION


def bring_up_to_date(path: str, database: sqlite3.Connection, version: int) -> None:
    """Upgrade an older version; a copy of the file is kept beside it, under a name that was free."""
    if is_older(version):
        kept = f"{path}.version{version}"
        while os.path.lexists(kept):
            kept += "-kept"
        copyfile(path, kept)
        upgrade(database, version)


def upgrade(database: sqlite3.Connection, version: int, wanted: int | None = None) -> None:
    """Make newer tables of older ones, those of today if nothing else is wanted."""
    for older in range(version, VERSION if wanted is None else wanted):
        database.executescript(f"BEGIN; {UPGRADES[older]}; PRAGMA user_version = {older + 1}; COMMIT;")


def _make_tables(database: sqlite3.Connection, version: int) -> None:
    database.executescript(f"BEGIN; {TABLES} PRAGMA user_version = 1; COMMIT;")
    upgrade(database, 1, version)


def _tables(database: sqlite3.Connection) -> frozenset[tuple[object, ...]]:
    """List everything that a database says it has, as bytes."""
    columns = ", ".join(f"CAST({name} AS BLOB)" for name in ("type", "name", "tbl_name", "sql"))
    return frozenset(database.execute(f"SELECT {columns} FROM sqlite_master").fetchmany(1_000))


def _tables_of(version: int) -> frozenset[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        _make_tables(database, version)
        return _tables(database)


def _shown(name: Any) -> str:  # noqa: ANN401 - whatever stands in the file
    text = name.decode(errors="replace") if isinstance(name, bytes) else str(name)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _wary(database: sqlite3.Connection) -> sqlite3.Connection:
    """Let a database run nothing that stands in its file."""
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    return database


def _address(path: str, mode: str) -> str:
    return f"file:{quote(os.path.abspath(path))}?mode={mode}"


def _left(path: str) -> list[str]:
    """Name what a killed program left beside a database: the endings of files that are not empty."""
    endings = ("-journal", "-wal")
    return [ending for ending in endings if os.path.isfile(f"{path}{ending}") and os.path.getsize(f"{path}{ending}")]


def _recovered_copy(path: str) -> TemporaryDirectory[str]:
    """Copy a review with what lies beside it, and see whether one belongs to the other.

    Raises
    ------
    DataError
        If it does not: with it, a good file would become a damaged one.
    """
    folder = TemporaryDirectory(prefix="nerinspect-")
    try:
        copy, left = os.path.join(folder.name, os.path.basename(path)), _left(path)
        for ending in ("", *left):
            copyfile(f"{path}{ending}", f"{copy}{ending}")
        is_own = "-journal" not in left or _is_own_journal(copy)
        if left and not (is_own and _is_sound(copy)):
            copyfile(path, copy)
            for ending in left:
                with suppress(FileNotFoundError):
                    os.unlink(f"{copy}{ending}")
            if not is_own or _is_sound(copy):
                beside = os.path.basename(f"{path}{left[0]}")
                problem = f"{beside}, beside it, belongs to another copy of the review and would damage this one"
                raise DataError(path, problem, f"move {beside} to another folder, then open the review again")
    except OSError as error:
        folder.cleanup()
        refusal = refusal_of(error, folder.name)
        raise DataError(path, f"the review cannot be read: {refusal.problem}", refusal.remedy) from None
    except BaseException:
        folder.cleanup()
        raise
    return folder


def _is_sound(path: str) -> bool:
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            found: list[tuple[str]] = _wary(database).execute("PRAGMA quick_check(1)").fetchall()
            return found == [("ok",)]
    except BROKEN:
        return False


def _is_own_journal(path: str) -> bool:
    """Tell whether a journal was begun for the file as it is, or is now half written.

    It holds the first page as it was before: with the number of changes that the file has now, or had one change ago.
    """
    with open(f"{path}-journal", "rb") as file:
        journal = file.read()
    if len(journal) < 28 or not journal.startswith(_JOURNAL_MAGIC):
        return True  # there is nothing in it to be undone
    n_records, _, _, sector, page = map(int, struct.unpack(">5I", journal[8:28]))
    if not 512 <= page <= 65536 or not 28 <= sector <= 65536:
        return False
    changes = int.from_bytes(_start_of(path)[_CHANGES], "big")
    for place in range(sector, len(journal) - page - 7, page + 8):
        if journal[place : place + 4] == b"\0\0\0\1":
            before = journal[place + 4 : place + 4 + _HEAD_BYTES]
            return changes - int.from_bytes(before[_CHANGES], "big") in (0, 1)
    return n_records == 0


_GONE: Final = "the review is no longer there (deleted, moved or renamed), so nothing more can be saved in it"
_REPLACED: Final = "another file has replaced the review, and is left untouched"


class Hold:
    """The right to write one file, kept by a lock; others only read it meanwhile."""

    def __init__(self, path: str, lock: "FileLock") -> None:
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
    return NotSavedError(path, _REPLACED, "save what is decided here in another file")


def held(path: str) -> Hold | Refusal:
    """Keep others from writing a file; or say why it can only be read."""
    folder, name = os.path.split(os.path.abspath(path))
    beside = os.path.join(folder, f".{name}.lock")
    if os.path.lexists(beside) and (not os.path.isfile(beside) or os.path.getsize(beside)):
        return Refusal(FOREIGN_LOCK.problem.format(os.path.basename(beside)), FOREIGN_LOCK.remedy)
    from filelock import FileLock, Timeout  # long to import, and not needed to read

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
