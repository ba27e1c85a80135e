import contextlib
import gzip
import hashlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from nerinspect.errors import (
    BinaryFileError,
    CommandError,
    FileChangedError,
    NerinspectError,
    UndecodableBytesError,
    UnreadableFileError,
)
from nerinspect.io.content import read_bytes, read_content, text_codec
from nerinspect.progress import Cancelled

MakeFile = Callable[..., str]


@pytest.mark.parametrize(
    ("raw", "data"),
    [
        (b"a O\nb O\n", b"a O\nb O\n"),
        (b"a O\nb O", b"a O\nb O\n"),
        (b"a O\r\nb O\r\n", b"a O\nb O\n"),
        (b"a O\r\nb O\r", b"a O\nb O\n"),
        (b"\xef\xbb\xbfa O\n", b"a O\n"),
        (b"a\rb O\n", b"a\rb O\n"),
        (b"", b"\n"),
        (b"\xef\xbb\xbf", b"\n"),
    ],
)
def test_line_ends_and_byte_order_mark_are_dropped(make_file: MakeFile, raw: bytes, data: bytes) -> None:
    assert read_content(make_file(raw)).data == data


@pytest.mark.parametrize("codec", ["latin-1", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_every_text_encoding_reads_the_same_text(make_file: MakeFile, codec: str) -> None:
    text = "Zürich B-LOC\r\nÉire B-LOC\r\n"
    content = read_content(make_file(text.encode(codec)), codec)
    assert content.data == text.replace("\r", "").encode()


@pytest.mark.parametrize("byte_order", ["utf-16-le", "utf-16-be"])
def test_utf_16_takes_its_byte_order_from_the_mark(make_file: MakeFile, byte_order: str) -> None:
    content = read_content(make_file("\ufeffżółw O\n".encode(byte_order)), "utf-16")
    assert content.data == "żółw O\n".encode()


def test_digest_and_size_are_those_on_disk(make_file: MakeFile) -> None:
    raw = "\ufeffa O\r\n".encode("utf-16-le")
    content = read_content(make_file(raw), "utf-16")
    assert (content.sha256, content.size) == (hashlib.sha256(raw).hexdigest(), len(raw))


def test_a_gz_file_is_unpacked(make_file: MakeFile) -> None:
    assert read_content(make_file(gzip.compress(b"a O\n"), "x.conll.gz")).data == b"a O\n"


@pytest.mark.parametrize("raw", [gzip.compress(b"a O\n" * 99, mtime=0)[:-9], gzip.compress(b"a O\n", mtime=0)[:5]])
def test_a_damaged_gz_file_is_refused(make_file: MakeFile, raw: bytes) -> None:
    with pytest.raises(UnreadableFileError, match="gzip file is incomplete"):
        read_content(make_file(raw, "x.gz"))


def test_a_gz_file_that_is_none_is_called_so(make_file: MakeFile) -> None:
    with pytest.raises(UnreadableFileError, match="not a gzip file, although its name says so"):
        read_content(make_file(b"a O\n", "x.gz"))


@pytest.mark.parametrize(
    ("raw", "codec", "line", "byte"),
    [
        (b"a O\nb O\nZ\xfcrich O\n", "utf-8", 3, "FC"),
        (b"a O\n" * 5000 + b"\xff O\n", "utf-8", 5001, "FF"),
        (b"a O\n\xc0\x80 O\n", "utf-8", 2, "C0"),
        (b"a O\n\xed\xa0\x80 O\n", "utf-8", 2, "ED"),
        (b"a O\n\xc3", "utf-8", 2, "C3"),
        (b"a O\nb\x81 O\n", "cp1252", 2, "81"),
        ("a O\nb O\n".encode("utf-16-le") + b"x", "utf-16-le", 3, "78"),
    ],
)
def test_an_undecodable_byte_is_named_with_its_line(
    make_file: MakeFile, raw: bytes, codec: str, line: int, byte: str
) -> None:
    path = make_file(raw)
    with pytest.raises(UndecodableBytesError, match=f"byte 0x{byte} is not valid {codec.upper()}") as caught:
        read_content(path, codec)
    assert (caught.value.path, caught.value.line) == (path, line)


@pytest.mark.parametrize("raw", [b"a O\nb\0 O\n", b"\0\xff"])
def test_a_binary_file_is_told_from_a_text_file(make_file: MakeFile, raw: bytes) -> None:
    with pytest.raises(BinaryFileError, match="not a text file"):
        read_content(make_file(raw))


def test_a_nul_byte_is_named_with_its_line(make_file: MakeFile) -> None:
    with pytest.raises(BinaryFileError) as caught:
        read_content(make_file(b"a O\nb O\nc\0 O\n"))
    assert caught.value.line == 3


@pytest.mark.parametrize(
    "name",
    ["no-such-encoding", "hex", "base64", "rot13", "undefined", "idna", "punycode", "unicode_escape", "", "a\0b"],
)
def test_what_is_no_text_encoding_is_a_mistake_of_the_command_line(name: str) -> None:
    with pytest.raises(CommandError, match="no text encoding"):
        text_codec(name)


@pytest.mark.parametrize(("name", "codec"), [("UTF8", "utf-8"), ("utf-8-sig", "utf-8"), ("latin1", "iso8859-1")])
def test_a_text_encoding_goes_by_its_canonical_name(name: str, codec: str) -> None:
    assert text_codec(name) == codec


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="there is no such file; check the path"):
        read_content(str(tmp_path / "none.conll"))


def test_a_directory_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="this is a directory"):
        read_content(str(tmp_path))


def test_a_name_that_is_too_long_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="the file cannot be read"):
        read_content(str(tmp_path / ("x" * 5000)))


def test_a_file_without_permission_is_told(make_file: MakeFile, held_by_permissions: list[str]) -> None:
    path = make_file("a O\n")
    os.chmod(path, 0)
    code = (
        "import sys\n"
        "from nerinspect.io.content import read_content\n"
        "try:\n    read_content(sys.argv[1])\n"
        "except Exception as error:\n    print(type(error).__name__, error)\n"
    )
    said = subprocess.run([*held_by_permissions, "-c", code, path], capture_output=True, text=True, check=True)
    assert (
        said.stdout
        == f"UnreadableFileError {path}: there is no permission to read this file; ask its owner for permission\n"
    )


def test_a_file_that_grows_while_it_is_read_is_told(make_file: MakeFile, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_file("a O\n")
    look = os.fstat

    def grow_and_look(handle: int) -> os.stat_result:
        seen = look(handle)
        with open(path, "ab") as file:
            file.write(b"b O\n")
        return seen

    monkeypatch.setattr(os, "fstat", grow_and_look)
    with pytest.raises(FileChangedError, match="has changed since it was read; open it again"):
        read_content(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_may_be_written_to_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)

    data = b"a O\n" * 500_000  # more than a pipe holds

    def write() -> None:
        Path(path).write_bytes(data)

    writer = threading.Thread(target=write)
    writer.start()
    content = read_content(str(path))
    writer.join()
    assert content.data == data


@pytest.mark.skipif(sys.platform != "linux", reason="pipes are read like files here")
@pytest.mark.parametrize("has_writer", [False, True])
def test_waiting_for_a_pipe_can_be_ended(tmp_path: Path, has_writer: bool) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    n_calls = count()

    def end_soon(_done: int, _total: int) -> None:
        if next(n_calls) == 3:
            raise Cancelled

    writer = os.open(path, os.O_RDWR) if has_writer else None
    with pytest.raises(Cancelled):
        read_bytes(str(path), end_soon)
    if writer is not None:
        os.close(writer)


@pytest.mark.parametrize("codec", ["utf-7", "gb18030", "shift_jis", "hz", "iso2022_jp", "utf-32", "cp037"])
def test_odd_text_encodings_never_end_in_a_traceback(make_file: MakeFile, codec: str) -> None:
    path = make_file(b"a\\udc80 \xff\\x O\n+2AA-\n~{")
    with contextlib.suppress(NerinspectError):
        read_content(path, codec).data.decode()
