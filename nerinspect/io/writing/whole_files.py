"""Files appear whole or not at all; until then they stand aside, and those that are abandoned go."""

import errno
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from nerinspect.errors import CommandError, OutputError
from nerinspect.io.content import STANDARD_INPUT

if sys.platform != "win32":
    import fcntl

_OWN: Final = re.compile(r"\.nerinspect-[a-z0-9_]{8}\.part")
_TRIES, _PAUSE_S = 100, 0.01  # files are renamed in far less than a second; who waits longer waits for a stranger


def make_aside(folder: str) -> tuple[int, str, int | None]:
    """Make an empty file in a folder, and remove those that ended programs left there.

    It is given open, with its path and its lock. The lock is to be closed when the file has another name, or is gone;
    it is None where an open file cannot be removed anyway.
    """
    import tempfile  # not needed for standard output

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


Writer = Callable[[BinaryIO], object]


def writer_of(content: bytes) -> Writer:
    return lambda file: file.write(content)


_DATABASE: Final = b"SQLite format 3\0"
_DATABASE_ENDINGS: Final = ("", "-wal", "-shm", "-journal", ".lock")
_RECORD: Final = re.compile(rb'\s*\{\s*"program":\s*"nerinspect"')
_HEAD: Final = 4096

_REASONS = {
    errno.ENOSPC: ("the disk is full", "make room or choose another place"),
    errno.EDQUOT: ("your disk quota is used up", "make room or choose another place"),
    errno.EACCES: ("there is no permission to write there", "choose another place"),
    errno.EPERM: ("there is no permission to write there", "choose another place"),
    errno.EROFS: ("the place is read-only", "choose another place"),
    errno.ENOENT: ("the folder does not exist", "create it, or choose another place"),
    errno.ENOTDIR: ("the folder does not exist", "create it, or choose another place"),
    errno.EISDIR: ("this is a directory", "name a file inside it"),
    errno.ENAMETOOLONG: ("the name is too long", "choose a shorter one"),
}


def with_record(output: str) -> list[str]:
    """Name the files that a result takes: its own, and its record beside it."""
    return [output, f"{output}.json"]


def refuse_overwriting(targets: Collection[str], read: Iterable[str]) -> None:
    """Refuse to replace a file that was read, a database, or what stands where a record is to go and is none.

    Files are told apart as the disk does, whatever their paths look like; `-` is standard input. A target that is
    another one with `.json` behind it is that of its record.
    """
    if len({os.path.realpath(path) for path in targets}) < len(targets):
        raise CommandError(f"{next(iter(targets))} would be written twice; choose another file for one of the results")
    sources = {_identity(path) for path in read} - {None}
    for path in targets:
        target = os.path.realpath(path)
        if _identity(target) in sources:
            raise CommandError(f"{path} is one of the files read; choose another file")
        for base in (target.removesuffix(ending) for ending in _DATABASE_ENDINGS if target.endswith(ending)):
            if _head(base).startswith(_DATABASE):
                which = "is" if base == target else f"belongs to {os.path.basename(base)},"
                raise CommandError(f"{path} {which} a database, such as a review; choose another file")
        is_beside = any(path == record for other in targets for record in with_record(other)[1:])
        if is_beside and os.path.isfile(target) and not is_record(target):
            raise CommandError(
                f"{path} already exists and is not a record of nerinspect, which would be written there; choose another"
                " name for the result, or move that file"
            )


def is_record(path: str) -> bool:
    return _RECORD.match(_head(path)) is not None


def write_whole(files: Sequence[tuple[str, Writer]], read: Iterable[str]) -> None:
    """Write some files so that all of them appear, or none; none that was read is replaced, see `refuse_overwriting`.

    Each is written aside in its own folder, brought to disk, and renamed when every one is complete. Two programs that
    write the same files at once leave those of one of them. Pipes and devices are written to, after all files.

    Raises
    ------
    OutputError
        If one cannot be written; nothing that stood there before is touched.
    """
    written: list[tuple[str, str]] = []
    locks: list[int] = []
    path, devices = "", [one for one in files if is_device(one[0])]
    try:
        for path, writer in (one for one in files if one not in devices):
            if os.path.isdir(path):
                raise IsADirectoryError(errno.EISDIR, "is a directory", path)
            written.append((_write_aside(path, writer, locks), os.path.realpath(path)))
        with alone_in(os.path.dirname(path) for _, path in written):
            refuse_overwriting([path for path, _ in files], read)
            for aside, path in written:
                os.replace(aside, path)
    except OSError as error:
        problem, remedy = reason_of(error)
        raise OutputError(path, f"{problem}; nothing was written", remedy) from None
    finally:
        for aside, _ in written:
            Path(aside).unlink(missing_ok=True)
        for lock in locks:
            os.close(lock)
    for path, writer in devices:
        _write_device(path, writer)


def is_device(path: str) -> bool:
    """Tell whether a path is a pipe or a device, which no file is to replace."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def _write_device(path: str, writer: Writer) -> None:
    try:
        with open(path, "wb") as device:
            writer(device)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(path, *reason_of(error)) from None


def reason_of(error: OSError) -> tuple[str, str]:
    unknown = f"the file cannot be written ({error.strerror or error})", "choose another place"
    return _REASONS.get(error.errno or 0, unknown)


def _identity(path: str) -> tuple[int, int] | None:
    """Say which file of which disk it is; None if there is none, or it is a pipe or a device."""
    try:
        found = os.fstat(sys.stdin.fileno()) if path == STANDARD_INPUT else os.stat(path)
    except (OSError, ValueError, AttributeError):  # such as a standard input that is closed
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _head(path: str) -> bytes:
    """Read the beginning of a file; nothing if it is none, or cannot be read."""
    if _identity(path) is None:
        return b""
    try:
        with open(path, "rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""


def _write_aside(path: str, writer: Writer, locks: list[int]) -> str:
    """Write a file aside; what holds its lock comes to the others."""
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", path)
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "not writable", path)
    handle, aside, lock = make_aside(str(target.parent))
    locks += [] if lock is None else [lock]
    try:
        with open(handle, "wb") as file:
            writer(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(aside, _mode(target))
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise
    return aside


def _mode(target: Path) -> int:
    """Keep the mode of the file that is replaced; otherwise what the user's mask says."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
