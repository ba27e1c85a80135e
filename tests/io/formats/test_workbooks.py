"""Workbooks as spreadsheets write them, and files that only look like one."""

import datetime
import io
import zipfile
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.errors import DataError, NerinspectError
from nerinspect.io import content as unpacking
from nerinspect.io.content import read_file_bytes
from nerinspect.io.formats.table_columns import Cell, cell_text, is_workbook, sheet_rows
from nerinspect.progress import Cancelled
from tests.examples import examples
from tests.io.conftest import MakeFile
from tests.io.workbooks import workbook_of


def changed(data: bytes, name: str, content: bytes | None) -> bytes:
    """Put another file in the place of one of those inside, or leave it out."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as new:
        for one in old.namelist():
            if one != name:
                new.writestr(one, old.read(one))
        if content is not None:
            new.writestr(name, content)
    return written.getvalue()


def read(path: str) -> list[tuple[int, list[Cell]]]:
    file = read_file_bytes(path)
    assert is_workbook(file)
    return sheet_rows(file)


def test_rows_know_their_numbers_and_cells_their_values(make_file: MakeFile) -> None:
    data = workbook_of(
        ["event", None, "note"], [], ["007", 1, 0.5], [True, datetime.datetime(2026, 1, 31, 9, 30), "a\nb", ""], [None]
    )
    assert read(make_file(data, "a.xlsx")) == [
        (1, ["event", None, "note"]),
        (3, ["007", 1, 0.5]),
        (4, [True, datetime.datetime(2026, 1, 31, 9, 30), "a\nb"]),
    ]


def test_only_the_first_sheet_is_read(make_file: MakeFile) -> None:
    data = workbook_of(["a"], also=lambda book: book.create_sheet("more").append(["b"]))
    assert read(make_file(data)) == [(1, ["a"])]


def test_a_formula_without_a_value_is_its_text(make_file: MakeFile) -> None:
    """That is what becomes of `=flair` in a cell; a text that begins so stays one."""

    def write_text(book: Any) -> None:  # noqa: ANN401
        book.active["A1"].data_type = "s"

    assert read(make_file(workbook_of(["=flair", "=1+1", 3], also=write_text))) == [(1, ["=flair", "=1+1", 3])]


def test_of_a_formula_with_a_value_the_value_counts(make_file: MakeFile) -> None:
    data = workbook_of(["=A2", "=flair"])
    sheet = zipfile.ZipFile(io.BytesIO(data)).read("xl/worksheets/sheet1.xml")
    sheet = sheet.replace(b"<f>A2</f><v />", b"<f>A2</f><v>7</v>")
    sheet = sheet.replace(b'<c r="B1">', b'<c r="B1" t="e">').replace(
        b"<f>flair</f><v />", b"<f>flair</f><v>#NAME?</v>"
    )
    assert b"<v>7</v>" in sheet
    assert b"#NAME?" in sheet
    assert read(make_file(changed(data, "xl/worksheets/sheet1.xml", sheet))) == [(1, [7, "=flair"])]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""), ("x_x000D_\ny", "x\ny"), (True, "TRUE"), (False, "FALSE"), (12, "12"), (1.0, "1"), (0.1, "0.1"),
        (1e300, str(int(1e300))), (float("inf"), "inf"),
        (datetime.datetime(2026, 1, 31, 9, 30), "2026-01-31 09:30:00"), (datetime.date(2026, 1, 31), "2026-01-31"),
    ],
)  # fmt: skip
def test_a_cell_is_written_as_in_csv(value: Cell, text: str) -> None:
    assert cell_text(value) == text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
         "it is locked with a password; save it without one"),
        (changed(workbook_of(["a"]), "xl/vbaProject.bin", b""), "it has macros, which are not read; save"),
        (changed(workbook_of(["a"]), "xl/workbook.bin", b""), "it is a binary Excel workbook; save it as .xlsx"),
        (workbook_of(["a"] * 99)[:-30], "this Excel workbook cannot be read (its end is missing); save it as .xlsx"),
        (changed(workbook_of(["a"]), "xl/workbook.xml", None), "this Excel workbook cannot be read ("),
        (changed(workbook_of(["a"]), "xl/worksheets/sheet1.xml", b"<work"), "this Excel workbook cannot be read ("),
        (changed(workbook_of(["a"]), "xl/styles.xml", b"nothing"), "this Excel workbook cannot be read ("),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(data: bytes, reason: str, make_file: MakeFile) -> None:
    path = make_file(data, "list.xlsx")
    with pytest.raises(DataError) as told:
        read(path)
    assert str(told.value).startswith(f"{path}: {reason}")


@pytest.mark.parametrize(
    "data", [b"event,flag\n", b"PK", b"PK\x03\x04 word/", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b""]
)
def test_other_files_are_no_workbooks(data: bytes, make_file: MakeFile) -> None:
    assert not is_workbook(read_file_bytes(make_file(data, "list.xlsx")))


def test_a_sheet_that_would_fill_the_memory_is_refused(make_file: MakeFile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "ALWAYS_ALLOWED", 1_000)
    monkeypatch.setattr(unpacking, "MOST_TIMES", 1)
    with pytest.raises(DataError, match="bytes unpack to more than"):
        read(make_file(workbook_of(["a" * 30_000])))


def test_reading_can_be_ended(make_file: MakeFile) -> None:
    def cancel(_done: int, _total: int) -> None:
        raise Cancelled

    file = read_file_bytes(make_file(workbook_of(*([["a"]] * 1_001))))
    with pytest.raises(Cancelled):
        sheet_rows(file, cancel)


WHOLE = workbook_of(["event", "flag"], ["a", True], ["=b", 1.5])


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, len(WHOLE) - 1), piece=st.binary(max_size=6))
def test_any_damage_is_read_or_refused_calmly(place: int, piece: bytes, make_file: MakeFile) -> None:
    path = make_file(WHOLE[:place] + piece + WHOLE[place + len(piece) :])
    with suppress(NerinspectError):
        file = read_file_bytes(path)
        if is_workbook(file):
            sheet_rows(file)
