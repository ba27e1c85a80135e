"""Files appear whole or not at all."""

import errno
import os
import stat
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from nerinspect.errors import CommandError, OutputError

Writer = Callable[[BinaryIO], object]

_REASONS = {
    errno.ENOSPC: ("the disk is full", "make room or choose another place"),
    errno.EDQUOT: ("your disk quota is used up", "make room or choose another place"),
    errno.EACCES: ("you may not write there", "choose another place"),
    errno.EPERM: ("you may not write there", "choose another place"),
    errno.EROFS: ("the place is read-only", "choose another place"),
    errno.ENOENT: ("the folder does not exist", "make it, or choose another place"),
    errno.ENOTDIR: ("the folder does not exist", "make it, or choose another place"),
    errno.EISDIR: ("this is a directory", "name a file inside it"),
    errno.ENAMETOOLONG: ("the name is too long", "choose a shorter one"),
}


def refuse_overwriting(output: str | None, *read: str) -> None:
    """Refuse to write over a file that is read, or beside it, if it is no source of what is written.

    Raises
    ------
    CommandError
        If the output, or its provenance, is one of the files.
    """
    for target in [] if output is None else [output, f"{output}.json"]:
        if any(os.path.exists(path) and os.path.exists(target) and os.path.samefile(path, target) for path in read):
            raise CommandError(f"{target} is one of the files read; choose another file")


def write_whole(files: Sequence[tuple[str, Writer]]) -> None:
    """Write some files so that all of them appear, or none.

    Each is written aside in its own folder, brought to disk, and renamed when every one is complete.

    Parameters
    ----------
    files : sequence of (str, callable)
        Path and function that writes the content.

    Raises
    ------
    OutputError
        If one cannot be written; nothing that stood there before is touched.
    """
    written: list[tuple[str, str]] = []
    path = ""
    try:
        for path, writer in files:
            if os.path.isdir(path):
                raise IsADirectoryError(errno.EISDIR, "is a directory", path)
            written.append((_write_aside(path, writer), os.path.realpath(path)))
        for aside, path in written:
            os.replace(aside, path)
    except OSError as error:
        problem, remedy = _reason(error)
        raise OutputError(path, f"{problem}; nothing was written", remedy) from None
    finally:
        for aside, _ in written:
            Path(aside).unlink(missing_ok=True)


def write_device(path: str, writer: Writer) -> None:
    """Write to a pipe or a device, which cannot be replaced by a file.

    Raises
    ------
    OutputError
        If it takes no more.
    """
    try:
        with open(path, "wb") as device:
            writer(device)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(path, *_reason(error)) from None


def _reason(error: OSError) -> tuple[str, str]:
    """Say what is wrong and what to do."""
    unknown = f"the file cannot be written ({error.strerror or error})", "choose another place"
    return _REASONS.get(error.errno or 0, unknown)


def _write_aside(path: str, writer: Writer) -> str:
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", path)
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "not writable", path)
    handle, aside = tempfile.mkstemp(prefix=".nerinspect-", dir=target.parent)
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
