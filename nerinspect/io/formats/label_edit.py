"""Change labels in a file and nothing else: every other byte stays."""

import codecs
import re
import sys
from collections.abc import Callable, Iterable, Mapping

import numpy as np

from nerinspect.io.content import text_codec
from nerinspect.io.formats.lines import LF

_FIELD = re.compile(rb"[^ \t]+")

_BYTE_ORDERS = {
    "utf-16": {"little": codecs.BOM_UTF16_LE, "big": codecs.BOM_UTF16_BE},
    "utf-32": {"little": codecs.BOM_UTF32_LE, "big": codecs.BOM_UTF32_BE},
}


def edited_bytes(data: bytes, text_encoding: str, column: int, by_tabs: bool, labels: Mapping[int, str]) -> bytes:
    """Give the unpacked bytes of a file with new labels by physical line, from 1."""
    codec = _codec_with_byte_order(text_codec(text_encoding), data)
    if codec != "utf-8":
        return _edited(data.decode(codec).encode(), column, by_tabs, labels).decode().encode(codec)
    return _edited(data, column, by_tabs, labels)


def edited_text(data: bytes, text_encoding: str, edit: Callable[[str], str]) -> bytes:
    """Change the text of a file; text encoding and byte order mark stay.

    `edit` gives the new text for the old one, which begins with the byte order mark if the file does.
    """
    codec = _codec_with_byte_order(text_codec(text_encoding), data)
    return edit(data.decode(codec)).encode(codec)


def _codec_with_byte_order(codec: str, data: bytes) -> str:
    """Name the byte order of a file, so that it and the byte order mark, or its absence, are kept."""
    if codec not in _BYTE_ORDERS:
        return codec
    marked = (order for order, mark in _BYTE_ORDERS[codec].items() if data.startswith(mark))
    return f"{codec}-{next(marked, sys.byteorder)[0]}e"


def _edited(data: bytes, column: int, by_tabs: bool, labels: Mapping[int, str]) -> bytes:
    line_start = np.append(0, np.flatnonzero(np.frombuffer(data, dtype=np.uint8) == LF) + 1)
    line_stop = np.append(line_start[1:] - 1, len(data))
    numbers = np.array(sorted(labels), dtype=np.int64)
    pieces, done = [], 0
    for number, start, stop in zip(
        numbers.tolist(), line_start[numbers - 1].tolist(), line_stop[numbers - 1].tolist(), strict=True
    ):
        line = data[start:stop].removesuffix(b"\r")
        first, last = list(_fields(line, by_tabs))[column]
        pieces += [data[done : start + first], labels[number].encode()]
        done = start + last
    return b"".join([*pieces, data[done:]])


def _fields(line: bytes, by_tabs: bool) -> Iterable[tuple[int, int]]:
    """Locate the fields of a line; blanks at its beginning make an empty first field."""
    if not by_tabs:
        if line[:1] in (b" ", b"\t"):
            yield 0, 0
        yield from (match.span() for match in _FIELD.finditer(line))
        return
    start = 0
    for field in line.split(b"\t"):
        yield start, start + len(field)
        start += len(field) + 1
