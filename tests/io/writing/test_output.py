import errno
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import BinaryIO

import pytest

from nerinspect.errors import CommandError, OutputError
from nerinspect.io.writing.whole_files import Writer, write_whole
from nerinspect.visible import shortened


def writer(data: bytes) -> Writer:
    return lambda file: file.write(data)


def failing(file: BinaryIO) -> None:
    file.write(b"half")
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def listing(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_all_files_are_written(tmp_path: Path) -> None:
    write_whole([(str(tmp_path / "a"), writer(b"1")), (str(tmp_path / "b"), writer(b"2"))], ())
    assert listing(tmp_path) == {"a": b"1", "b": b"2"}


def test_a_failure_in_the_second_file_leaves_the_first_unwritten(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="the disk is full; nothing was written; make room or choose another place"):
        write_whole([(str(tmp_path / "a"), writer(b"1")), (str(tmp_path / "b"), failing)], ())
    assert listing(tmp_path) == {}


def test_a_failure_leaves_what_was_there_before(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(OutputError):
        write_whole([(str(tmp_path / "a"), failing)], ())
    assert listing(tmp_path) == {"a": b"old"}


def test_a_mistake_in_the_writer_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        write_whole([(str(tmp_path / "a"), lambda file: file.write(b"1") // 0)], ())
    assert listing(tmp_path) == {}


def test_the_mode_of_a_replaced_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_whole([(str(path), writer(b"new"))], ())
    assert (stat.S_IMODE(path.stat().st_mode), path.read_bytes()) == (0o640, b"new")


def test_a_new_file_gets_the_mode_of_the_users_mask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole([(str(tmp_path / "a"), writer(b"new"))], ())
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "link").symlink_to("a")
    write_whole([(str(tmp_path / "link"), writer(b"new"))], ())
    assert ((tmp_path / "link").is_symlink(), (tmp_path / "a").read_bytes()) == (True, b"new")


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        ("", "this is a directory; nothing was written; name a file inside it"),
        ("none/a", "the folder does not exist; nothing was written; create it, or choose another place"),
        ("file/a", "the folder does not exist"),
        ("x" * 300, "the name is too long; nothing was written; choose a shorter one"),
    ],
)
def test_a_place_that_will_not_do_is_told(tmp_path: Path, place: str, problem: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    path = str(tmp_path / place) if place else str(tmp_path)
    with pytest.raises(OutputError, match=problem) as caught:
        write_whole([(path, writer(b"1"))], ())
    assert str(caught.value).startswith(shortened(f"{path}: "))


def test_what_becomes_a_file_that_was_read_while_it_is_written_is_not_replaced(tmp_path: Path) -> None:
    read, output = tmp_path / "read", tmp_path / "a"
    read.write_bytes(b"old")

    def linking(file: BinaryIO) -> None:
        file.write(b"new")
        output.symlink_to("read")

    with pytest.raises(CommandError, match=f"^{output} is one of the files read; choose another file$"):
        write_whole([(str(tmp_path / "b"), writer(b"1")), (str(output), linking)], [str(read)])
    assert listing(tmp_path) == {"read": b"old", "a": b"old"}


@pytest.mark.parametrize("spelled", ["read", "nosuch/../read", "link", "twin"])
def test_a_file_that_was_read_is_not_replaced(tmp_path: Path, spelled: str) -> None:
    (tmp_path / "read").write_bytes(b"old")
    (tmp_path / "link").symlink_to("read")
    os.link(tmp_path / "read", tmp_path / "twin")
    before = listing(tmp_path)
    with pytest.raises(CommandError, match="is one of the files read; choose another file"):
        write_whole([(str(tmp_path / spelled), writer(b"new"))], [str(tmp_path / "read")])
    assert listing(tmp_path) == before


@pytest.mark.parametrize("there", [b"", b"{}", b'{"mine": 1, "program": "nerinspect"}', b"[" * 100_000])
def test_only_a_record_is_replaced_by_a_record(tmp_path: Path, there: bytes) -> None:
    (tmp_path / "a.json").write_bytes(there)
    files = [(str(tmp_path / name), writer(name.encode())) for name in ("a", "a.json")]
    with pytest.raises(CommandError, match=r"a\.json already exists and is not a record of nerinspect"):
        write_whole(files, ())
    assert listing(tmp_path) == {"a.json": there}
    (tmp_path / "a.json").write_bytes(b'{"program": "nerinspect",\n')
    write_whole(files, ())
    assert listing(tmp_path) == {"a": b"a", "a.json": b"a.json"}


def test_a_full_device_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with pytest.raises(OutputError, match=r"^/dev/full: the disk is full; make room or choose another place$"):
        write_whole([("/dev/full", writer(b"1"))], ())


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a file system of 64 KiB."""
    mount = shutil.which("mount")
    if os.getuid() or mount is None:
        pytest.skip("only the superuser may mount")
    place = tmp_path / "disk"
    place.mkdir()
    options = ["-t", "tmpfs", "-o", "size=64k,mode=0777", "tmpfs", str(place)]
    if subprocess.run([mount, *options], check=False, capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_leaves_what_was_there_before(small_disk: Path) -> None:
    (small_disk / "a").write_bytes(b"old")
    with pytest.raises(OutputError, match="the disk is full; nothing was written"):
        write_whole([(str(small_disk / "a"), writer(b"x" * 100_000))], ())
    assert listing(small_disk) == {"a": b"old"}


def test_a_record_that_no_longer_fits_takes_the_result_with_it(small_disk: Path) -> None:
    with pytest.raises(OutputError, match="the disk is full"):
        write_whole(
            [(str(small_disk / "a"), writer(b"x" * 40_000)), (str(small_disk / "b"), writer(b"x" * 40_000))], ()
        )
    assert listing(small_disk) == {}


def test_a_folder_without_permission_is_told(tmp_path: Path, held_by_permissions: list[str]) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "a").write_bytes(b"old")
    folder.chmod(0o555)
    code = (
        "import sys\n"
        "from nerinspect.io.writing.whole_files import write_whole\n"
        "try:\n    write_whole([(sys.argv[1], lambda file: file.write(b'new'))], ())\n"
        "except Exception as error:\n    print(type(error).__name__, error)\n"
    )
    for name in ("a", "b"):
        path = str(folder / name)
        command = [*held_by_permissions, "-c", code, path]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert (
            said
            == f"OutputError {path}: there is no permission to write there; nothing was written; choose another place\n"
        )
    assert listing(folder) == {"a": b"old"}


def abandoned(folder: Path, name: str = ".nerinspect-ab_12345.part") -> Path:
    path = folder / name
    path.write_bytes(b"half")
    return path


def test_what_a_killed_program_left_is_cleared_away(tmp_path: Path) -> None:
    left = abandoned(tmp_path)
    write_whole([(str(tmp_path / "a"), writer(b"1"))], ())
    assert not left.exists()
    assert listing(tmp_path) == {"a": b"1"}


@pytest.mark.parametrize(
    "name",
    [".nerinspect-notes.txt", ".nerinspect-settings", "nerinspect-ab_12345.part", ".nerinspect-ab_12345.part.bak"],
)
def test_files_of_other_names_are_never_cleared_away(tmp_path: Path, name: str) -> None:
    kept = abandoned(tmp_path, name)
    write_whole([(str(tmp_path / "a"), writer(b"1"))], ())
    assert kept.read_bytes() == b"half"


def test_links_and_folders_are_never_cleared_away(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"kept")
    (tmp_path / ".nerinspect-link_123.part").symlink_to(target)
    (tmp_path / ".nerinspect-folder_1.part").mkdir()
    write_whole([(str(tmp_path / "a"), writer(b"1"))], ())
    assert target.read_bytes() == b"kept"
    assert len(list(tmp_path.iterdir())) == 4


def test_what_another_program_is_writing_stays(tmp_path: Path) -> None:
    def writing(file: BinaryIO) -> None:
        file.write(b"outer")
        write_whole([(str(tmp_path / "inner"), writer(b"inner"))], ())

    write_whole([(str(tmp_path / "outer"), writing)], ())
    assert listing(tmp_path) == {"inner": b"inner", "outer": b"outer"}


KILLED = """
import os, signal, sys
from nerinspect.io.writing.whole_files import write_whole
write_whole([(sys.argv[1], lambda file: os.kill(os.getpid(), signal.SIGKILL))], ())
"""


def test_a_killed_export_leaves_nothing_once_another_is_made(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "killed")], check=False)
    assert [path.suffix for path in tmp_path.iterdir()] == [".part"]
    write_whole([(str(tmp_path / "a"), writer(b"1"))], ())
    assert listing(tmp_path) == {"a": b"1"}


def test_files_of_two_programs_are_never_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one renames its files, another waits."""
    paths = [str(tmp_path / name) for name in ("a", "b")]
    others: list[Thread] = []
    replace = os.replace

    def replaced(aside: str, path: str) -> None:
        replace(aside, path)
        if not others:  # another program comes between the two files
            waits = Event()
            monkeypatch.setattr("nerinspect.io.writing.whole_files.time.sleep", lambda seconds: waits.set())
            monkeypatch.setattr("nerinspect.io.writing.whole_files._TRIES", 10**9)
            others.append(Thread(target=write_whole, args=([(path, writer(b"second")) for path in paths], ())))
            others[0].start()
            assert waits.wait(60)
            assert listing(tmp_path)["a"] == b"first"

    monkeypatch.setattr(os, "replace", replaced)
    write_whole([(path, writer(b"first")) for path in paths], ())
    others[0].join()
    assert set(listing(tmp_path).values()) == {b"second"}


def test_a_folder_that_a_stranger_has_locked_is_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fcntl = pytest.importorskip("fcntl")
    pauses: list[float] = []
    monkeypatch.setattr("nerinspect.io.writing.whole_files.time.sleep", pauses.append)
    handle = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        write_whole([(str(tmp_path / "a"), writer(b"1"))], ())
    finally:
        os.close(handle)
    assert listing(tmp_path) == {"a": b"1"}
    assert 0 < sum(pauses) < 5


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe, beside = tmp_path / "pipe", tmp_path / "beside"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_whole([(str(pipe), writer(b"1")), (str(beside), writer(b"2"))], ())
    assert (os.read(reader, 9), beside.read_bytes(), pipe.is_fifo()) == (b"1", b"2", True)
    os.close(reader)
