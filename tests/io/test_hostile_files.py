"""Files that are no text, or that are made to fill the memory or to keep the program busy.

No reader knows XML, so there are no entities to expand.
"""

import bz2
import contextlib
import gzip
import io
import lzma
import os
import pickle
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from nerinspect.errors import ForeignFileError, NerinspectError, UnreadableFileError
from nerinspect.io import content as unpacking
from nerinspect.io.content import read_content
from nerinspect.io.formats.reader import RawFile, ReadOptions
from nerinspect.io.reading.files import choose_reader, open_path, read_path
from nerinspect.io.request import FileOptions, NamedPath
from tests.measuring import keeps_within

MakeFile = Callable[..., str]


class Bomb:
    """Leaves a trace if a pickle of it is opened."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.trace),)


def zipped(*names: str) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name in names:
            archive.writestr(name, "B-PER\n")
    return target.getvalue()


def tarred() -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as archive:
        archive.add(__file__)
    return target.getvalue()


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (zipped("a.conll"), "a ZIP archive; unpack it, and name a file inside it"),
        (zipped("[Content_Types].xml", "word/document.xml"), "a Word document; save its text as a text file"),
        (zipped("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook"),
        (gzip.compress(b"a O\n" * 9, mtime=0), "a gzip file; unpack it by hand, or rename it to end in .gz"),
        (lzma.compress(b"a O\n"), "an xz file"),
        (bz2.compress(b"a O\n"), "a bzip2 file"),
        (b"\x28\xb5\x2f\xfd\x04\x00\x21\x00\x00a O\n\xff", "a Zstandard file"),
        (tarred(), "a tar archive"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG picture"),
        (pickle.dumps(["B-PER"]), "a pickle of Python; nothing in it is run"),
        (zlib.compress(b"a O\n" * 99), "a compressed file without a name, as .spacy files are"),
        (b"PAR1\x15\x04\xff\0", "a Parquet table"),
    ],
)
@pytest.mark.parametrize("text_encoding", ["utf-8", "ascii"])
def test_a_file_that_is_no_text_is_named(make_file: MakeFile, data: bytes, kind: str, text_encoding: str) -> None:
    with pytest.raises(ForeignFileError) as caught:
        read_content(make_file(data), text_encoding)
    assert f"this is not a text file but seems to be {kind}" in str(caught.value)


@pytest.mark.parametrize("data", [b"%PDF-1.4 O\n", b"PK O\n", b"GIF8 O\n", b"BZh O\n", "x^\u017c O\n".encode()])
def test_text_that_begins_like_another_file_is_text(make_file: MakeFile, data: bytes) -> None:
    assert read_content(make_file(data)).data == data


def test_a_pickle_is_never_opened(make_file: MakeFile, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    with pytest.raises(ForeignFileError):
        read_content(make_file(pickle.dumps(Bomb(trace))))
    assert not trace.exists()


def test_a_small_file_cannot_unpack_to_fill_the_memory(make_file: MakeFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "ALWAYS_ALLOWED", 1 << 23)
    path = make_file(gzip.compress(bytes(1 << 25)), "x.gz")
    with pytest.raises(UnreadableFileError, match=r"its 32,\d+ bytes unpack to more than 8,388,608"):
        read_content(path)


def test_many_small_members_cannot_fill_the_memory(make_file: MakeFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "ALWAYS_ALLOWED", 1 << 20)
    with pytest.raises(UnreadableFileError, match="unpack to more than"):
        read_content(make_file(gzip.compress(bytes(1 << 16)) * 99, "x.gz"))


def test_a_column_of_nothing_but_o_packs_a_thousandfold_and_is_read(make_file: MakeFile) -> None:
    data = b"O\n" * 3_000_000
    packed = gzip.compress(data)
    assert len(packed) * 500 < len(data)
    assert read_content(make_file(packed, "x.gz")).data == data


def test_what_is_packed_twice_is_named(make_file: MakeFile) -> None:
    with pytest.raises(ForeignFileError, match="a gzip file; unpack it by hand"):
        read_content(make_file(gzip.compress(gzip.compress(b"a O\n" * 99)), "x.gz"))


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/null"])
def test_a_device_is_refused(device: str) -> None:
    if not os.path.exists(device):
        pytest.skip("no such device here")
    with pytest.raises(UnreadableFileError, match="this is a device, not a file"):
        read_content(device)


def test_a_file_larger_than_the_memory_is_told(make_file: MakeFile) -> None:
    path = make_file(b"a O\n")
    try:
        os.truncate(path, 1 << 42)
    except OSError:
        pytest.skip("no such large files here")
    with pytest.raises(UnreadableFileError, match="needs more memory than there is"):
        read_content(path)


DEEP = 100_000

HOSTILE_JSON = (
    "[" * DEEP,
    "[" * DEEP + "]" * DEEP,
    '{"a":' * DEEP,
    '[{"tokens":["a"],"entities":[' + "[" * 900 + "]" * 900 + "]}]",
    '{"text":"a","label":[' + "[" * 900 + "]" * 900 + "]}",
    '{"text":"a","label":[[0,' + "9" * 4000 + ',"X"]]}',
    '{"text":"a","label":[[0,' + "9" * 5000 + ',"X"]]}',
    '{"text":"a","label":[[0,9000000000000000,"X"]]}',
    '{"text":"a","label":[[NaN,1e400,"X"]]}',
    '{"tokens":["a"],"ner_tags":[' + "9" * 40 + "]}",
    '{"tokens":["a"],"ner_tags":[NaN]}',
    '{"tokens":["\\ud800"],"ner_tags":["O"]}',
    '{"\\ud800":[1],"tokens":["a"]}',
    '{"text":"\\ud800","label":[[0,1,"\\udfff"]]}',
    '{"text":"' + "a b " * 5000 + '","label":[' + ",".join(['[0,19999,"X"]'] * 5000) + "]}",
)


JSON_FORMATS = ["json", "jsonl", "jsonl-spans", "label-studio"]


def time_to_read(path: str, name: str) -> float:
    """Read hostile JSON, or be told of it; measure how long the processor is busy."""
    begun = process_time()
    with contextlib.suppress(NerinspectError):
        choose_reader(open_path(path), FileOptions())
        raw = read_path(NamedPath(path), FileOptions(format=name, reading=ReadOptions(spans="skip")))
        assert raw.text is not None
    return process_time() - begun


@pytest.mark.parametrize("text", HOSTILE_JSON)
@pytest.mark.parametrize("name", JSON_FORMATS)
def test_hostile_json_is_read_or_told(make_file: MakeFile, text: str, name: str) -> None:
    time_to_read(make_file(text, "x.json"), name)


@pytest.mark.benchmark
@pytest.mark.parametrize("name", JSON_FORMATS)
def test_hostile_json_is_read_or_told_at_once(make_file: MakeFile, name: str) -> None:
    paths = [make_file(text, f"{number}.json") for number, text in enumerate(HOSTILE_JSON)]
    assert keeps_within(50, lambda: max(time_to_read(path, name) for path in paths), process_time)


ODD_LINES = pytest.mark.parametrize(
    "line",
    [
        "a" * 10_000_000 + " O\n",
        "a" + " " * 10_000_000 + "O\n",
        "a\t" + "x\t" * 200_000 + "B-X\n",
        "\n" * 2_000_000 + "a O\n",
        "-DOCSTART- O\n\na O\n\n" * 200_000,
        "a O\n" * 200_000 + "b\u2028c\x85d\x0be O\n",
        "a B-\x1b[31m\x07\n",
    ],
)


@ODD_LINES
def test_odd_lines_are_read(make_file: MakeFile, line: str) -> None:
    assert read_odd(make_file(line)).text is not None


@pytest.mark.benchmark
@ODD_LINES
def test_odd_lines_are_read_at_once(make_file: MakeFile, line: str) -> None:
    path = make_file(line)

    def read() -> float:
        begun = process_time()
        read_odd(path)
        return process_time() - begun

    assert keeps_within(50, read, process_time)


def read_odd(path: str) -> RawFile:
    return read_path(NamedPath(path), FileOptions(format="conll", reading=ReadOptions(others=True)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_beside_an_annotation_is_not_waited_for(make_file: MakeFile, tmp_path: Path) -> None:
    path = make_file("T1\tX 0 1\ta\n", "x.ann")
    os.mkfifo(tmp_path / "x.txt")
    with pytest.raises(UnreadableFileError, match=r"there is no x\.txt beside it"):
        read_path(NamedPath(path), FileOptions(format="brat"))


def test_a_folder_leads_nowhere_else(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("a b")
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "x.ann").write_text("T1\tX 0 1\ta\n")
    (folder / "x.txt").symlink_to(secret)
    with pytest.raises(UnreadableFileError):
        read_path(NamedPath(str(folder)), FileOptions(format="brat"))
