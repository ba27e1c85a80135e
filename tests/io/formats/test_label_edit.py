import gzip
from collections.abc import Callable

import pytest

from nerinspect.io.content import read_file_bytes
from nerinspect.io.formats.lines import edited_bytes

MakeFile = Callable[..., str]

CASES = [
    ("a B-X\nb I-Y\n", -1, False, "a B-X\nb B-Y\n"),
    ("a B-X\nb I-Y", -1, False, "a B-X\nb B-Y"),
    ("a  B-X\r\n b\t  I-Y \t\r\n\r\n", -1, False, "a  B-X\r\n b\t  B-Y \t\r\n\r\n"),
    ("New York\tB-X\nb \tI-Y\t\n", 1, True, "New York\tB-X\nb \tB-Y\t\n"),
    ("a I-Y I-Y\nb I-Y I-Y\n", 1, False, "a I-Y I-Y\nb B-Y I-Y\n"),
    ("\ufeffa\u00a0 B-X\n\u3000 I-Y\n", -1, False, "\ufeffa\u00a0 B-X\n\u3000 B-Y\n"),
    ("a\u2028b B-X\nb\rc I-Y\n", -1, False, "a\u2028b B-X\nb\rc B-Y\n"),
]


@pytest.mark.parametrize(("before", "column", "by_tabs", "after"), CASES)
def test_only_the_label_changes(make_file: MakeFile, before: str, column: int, by_tabs: bool, after: str) -> None:
    assert edited_bytes(read_file_bytes(make_file(before)).data, "utf-8", column, by_tabs, {2: "B-Y"}).decode() == after


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
@pytest.mark.parametrize(("before", "column", "by_tabs", "after"), CASES)
def test_the_text_encoding_is_kept(
    make_file: MakeFile, codec: str, before: str, column: int, by_tabs: bool, after: str
) -> None:
    path = make_file(before.encode(codec))
    assert edited_bytes(read_file_bytes(path).data, codec, column, by_tabs, {2: "B-Y"}) == after.encode(codec)


@pytest.mark.parametrize(
    ("codec", "order", "mark"),
    [("utf-16", "utf-16-be", "\ufeff"), ("utf-16", "utf-16-le", "\ufeff"), ("utf-32", "utf-32-be", "\ufeff")],
)
def test_the_byte_order_mark_and_the_byte_order_are_kept(
    make_file: MakeFile, codec: str, order: str, mark: str
) -> None:
    path = make_file(f"{mark}a B-X\nb I-Y\n".encode(order))
    assert edited_bytes(read_file_bytes(path).data, codec, -1, False, {2: "B-Y"}) == f"{mark}a B-X\nb B-Y\n".encode(
        order
    )


def test_no_byte_order_mark_is_added(make_file: MakeFile) -> None:
    path = make_file("a B-X\nb I-Y\n".encode("utf-16")[2:])
    assert (
        edited_bytes(read_file_bytes(path).data, "utf-16", -1, False, {2: "B-Y"})
        == "a B-X\nb B-Y\n".encode("utf-16")[2:]
    )


def test_latin_1_is_kept(make_file: MakeFile) -> None:
    path = make_file("Zürich\xa0é I-LÖC\n".encode("latin-1"))
    assert edited_bytes(read_file_bytes(path).data, "latin-1", -1, False, {1: "B-LÖC"}) == "Zürich\xa0é B-LÖC\n".encode(
        "latin-1"
    )


def test_a_gz_file_is_unpacked(make_file: MakeFile) -> None:
    path = make_file(gzip.compress(b"a I-X\n"), "x.gz")
    assert edited_bytes(read_file_bytes(path).data, "utf-8", -1, False, {1: "B-X"}) == b"a B-X\n"
