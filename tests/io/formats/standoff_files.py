"""Standoff files to read and to write, and what was read in them."""

from pathlib import Path

from nerinspect.io.formats.brat import READER
from nerinspect.io.formats.reader import RawFile, ReadOptions
from nerinspect.io.reading.files import open_path, read_with
from nerinspect.io.request import FileOptions

TEXT = "Ana Smith met Bo in New York .\nThe left and right lung .\n"

LINES = (
    "T1\tPER 0 9\tAna Smith\n"
    "T2\tPER 14 16\tBo\n"
    "R1\tMet Arg1:T1 Arg2:T2\t\n"
    "T7\tLOC 20 28\tNew York\n"
    "A1\tSure T7\n"
    "#1\tAnnotatorNotes T7\ta city\n"
)

PLAIN = ReadOptions()


def put(folder: Path, lines: str | bytes, text: str | bytes = TEXT, name: str = "x") -> str:
    for ending, content in ((".ann", lines), (".txt", text)):
        path = folder / (name + ending)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(folder / f"{name}.ann")


def read(path: str | Path, options: ReadOptions = PLAIN, text_encoding: str = "utf-8") -> RawFile:
    return read_with(READER, open_path(str(path)), FileOptions(text_encoding=text_encoding, reading=options))
