"""Sheets of Excel, opened again with openpyxl."""

import io
import math
import re
import zipfile
from collections.abc import Sequence
from decimal import Decimal
from itertools import chain, repeat
from pathlib import Path
from typing import Any, BinaryIO
from xml.etree import ElementTree

import openpyxl
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.utils.escape import unescape

from nerinspect.errors import SheetLimitError
from nerinspect.io.writing import excel
from nerinspect.io.writing.excel import LONGEST_CELL, Marked, Sheet, write_excel, write_sheet
from nerinspect.lists.table import Content, MeanOfRuns, PValue, Ratio, Row, Table
from tests.examples import examples

NAMES = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)


def written(table: Table) -> bytes:
    file = io.BytesIO()
    write_excel(table, file)
    return file.getvalue()


def opened(content: bytes) -> Any:  # noqa: ANN401 - openpyxl's sheet
    return openpyxl.load_workbook(io.BytesIO(content), rich_text=True).worksheets[0]


def values_of(table: Table) -> list[list[object]]:
    """Read the cells of all rows but the first."""
    return [[_plain(cell.value) for cell in row] for row in opened(written(table)).iter_rows(min_row=2)]


def _plain(value: object) -> object:
    return unescape(str(value)) if isinstance(value, str | CellRichText) else value


def one_column(*values: Any) -> Table:  # noqa: ANN401 - cells
    return Table(("a",), [(value,) for value in values])


# What texts stay


@pytest.mark.parametrize(
    "text",
    [
        *("=1+1", "+1", "-1", "@a", "{=1}", "'=1", "'apostrophe", "http://x.org/a b", "mailto:a@b.c", "internal:a!B1"),
        *("external:c:\\a", "ftp://x", "12", "007", "1e5", "1/2", "TRUE", "#N/A", "1234567890123e45", "2026-01-31"),
        *("<r>a</r>", "<r><t>a</t></r>", "<b>&amp;</b>", "</r>", "&lt;", '"a"', " a ", "\ta\n b ", "a\nb", "\n", " "),
        *("a\x00b", "\x0b", "\x1f", "a\rb", "\r\n", "\x7f\x85", "\ufffe\uffff", "_x0041_", "a_x005F_b", "\u2028"),
        *("\U0001f600", "é", "\u200f\u05d0", "a" * LONGEST_CELL, "\U0001f600" * (LONGEST_CELL // 2)),
    ],
)
def test_a_text_stays_a_text(text: str) -> None:
    cell = opened(written(one_column(text)))["A2"]
    assert (cell.data_type, cell.hyperlink) == ("s", None)
    assert decoded(written(one_column(text))) == text


def decoded(content: bytes) -> str:
    """Read the text of the second row as Excel does: without its marks, and with what its escapes stand for."""
    sheet = ElementTree.fromstring(zipfile.ZipFile(io.BytesIO(content)).read("xl/worksheets/sheet1.xml"))
    cell = sheet.find(".//m:c[@r='A2']", NAMES)
    assert cell is not None
    raw = "".join(part.text or "" for part in cell.iterfind(".//m:t", NAMES))
    return re.sub("_x([0-9A-F]{4})_", lambda code: chr(int(code[1], 16)), raw)


@settings(max_examples=examples(150))
@given(text=TEXTS | st.text("<r>/_x04 1\r\n'=", min_size=1))
def test_any_text_comes_back(text: str) -> None:
    sheet = zipfile.ZipFile(io.BytesIO(written(one_column(text)))).read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet
    assert "hyperlink" not in sheet
    assert decoded(written(one_column(text))) == text


def test_half_characters_are_written_as_in_records() -> None:
    assert values_of(one_column("a\udcff", "\ud800b")) == [["a\\udcff"], ["\\ud800b"]]


def test_an_empty_text_and_none_are_empty_cells() -> None:
    assert values_of(Table(("a", "b"), [("", 1), (None, 2)])) == [[None, 1], [None, 2]]


def test_lists_are_json() -> None:
    assert values_of(one_column([(0, 2, "é")], ["a"])) == [['[[0, 2, "é"]]'], ['["a"]']]


# Numbers


def test_numbers_are_numbers_in_full_precision() -> None:
    exact = [1 / 3, 0.1 + 0.2, 1e-300, 1.7976931348623157e308, -2.5, 3.0]
    found = values_of(one_column(7, -1, 2**53, *exact, Decimal("72.50"), PValue(0.0123)))
    assert [value for (value,) in found] == [7, -1, 2**53, *exact, 72.5, 0.0123]


@settings(max_examples=examples(100))
@given(number=st.floats(allow_nan=False, allow_infinity=False))
def test_any_number_comes_back(number: float) -> None:
    assert values_of(one_column(number)) == [[number]]


def test_what_is_no_number_of_excel() -> None:
    found = values_of(Table(("a", "b"), [(value, 0) for value in (math.nan, math.inf, -math.inf, 2**53 + 1)]))
    assert [value for value, _ in found] == [None, "inf", "-inf", "9007199254740993"]


def test_fractions_are_shown_as_percent_and_others_with_four_decimals() -> None:
    rows: list[Row] = [(Ratio(2, 3), 2, PValue(0.5)), (Ratio(0, 0), 0, PValue(1e-9)), (0.5, None, 0.0)]
    sheet = opened(written(Table(("f1", "n", "p"), rows, frozenset({"f1"}))))
    shown = [[(cell.value, cell.number_format) for cell in row] for row in sheet.iter_rows(min_row=2)]
    assert [row[0] for row in shown] == [(2 / 3, "0.00%"), (None, "General"), (0.5, "0.00%")]
    assert [row[1] for row in shown] == [(2, "General"), (0, "General"), (None, "General")]
    assert [row[2] for row in shown] == [(0.5, "0.0000"), (1e-9, "General"), (0, "0.0000")]


def test_means_of_runs_have_a_column_for_their_deviation() -> None:
    table = one_column(MeanOfRuns(Decimal("72.50"), Decimal("0.41")), None)
    frame = pd.read_excel(io.BytesIO(written(table)))
    assert frame.columns.tolist() == ["a", "a std"]
    assert frame.iloc[0].tolist() == [72.5, 0.41]


# The sheet


def test_the_head_is_frozen_and_filters() -> None:
    sheet = opened(written(Table(("a", "b"), [(1, "x"), (2, "y")])))
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A2", "A1:B3")
    assert [cell.value for cell in sheet[1]] == ["a", "b"]
    assert sheet["A1"].font.b


def test_an_empty_table_has_a_head() -> None:
    sheet = opened(written(Table(("a", "b"), [])))
    assert (sheet.max_row, sheet.auto_filter.ref) == (1, "A1:B1")


def test_columns_are_as_wide_as_their_cells_but_not_wider_than_a_screen() -> None:
    sheet = opened(written(Table(("a", "b", "c"), [("x" * 20, "y" * 900, 1)])))
    a, b, c = (sheet.column_dimensions[name].width for name in "ABC")
    assert 20 < a < 24
    assert c < 8 < a < b < 80


def test_numbers_that_are_texts_are_not_marked_as_mistakes() -> None:
    sheet = zipfile.ZipFile(io.BytesIO(written(one_column("12")))).read("xl/worksheets/sheet1.xml").decode()
    assert '<ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/>' in sheet


def test_the_same_rows_are_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(("a",), [("x",), (1,)])
    first = written(table)
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    assert written(table) == first


def test_words_are_marked_in_bold_and_colour() -> None:
    sheet = opened(written(one_column(Marked.of("an ", "Ann", " met", "#AA3355"), Marked.of("", "Ann", "", "#AA3355"))))
    before, ann, behind = sheet["A2"].value
    assert (before, str(ann), behind if isinstance(behind, str) else behind.text) == ("an ", "Ann", " met")
    assert isinstance(ann, TextBlock)
    assert ann.font.b
    assert ann.font.color is not None
    assert ann.font.color.rgb == "FFAA3355"
    alone = sheet["A3"]
    assert (alone.value, alone.font.b, alone.font.color.rgb) == ("Ann", True, "FFAA3355")


@pytest.mark.parametrize("before", ["", "a", " ", "<r>", "=1"])
@pytest.mark.parametrize("words", ["", "b", "</r>", "\x00", "\udcff"])
@pytest.mark.parametrize("behind", ["", "c", "</r>"])
def test_no_marked_text_is_left_out(before: str, words: str, behind: str) -> None:
    text = (before + words + behind).replace("\udcff", "\\udcff")
    content = written(Table(("a", "b"), [(Marked.of(before, words, behind, "#000000"), 0)]))
    assert decoded(content) == text if text else opened(content)["A2"].value is None


def test_long_texts_make_their_row_higher() -> None:
    file = io.BytesIO()
    write_sheet(Sheet(Table(("a", "b"), [("x " * 80, "y " * 80), ("x", "y")]), wrapped=frozenset({"a"})), file)
    sheet = opened(file.getvalue())
    assert sheet.row_dimensions[2].height == 45
    assert sheet.row_dimensions[3].height is None
    assert [sheet[cell].alignment.wrap_text for cell in ("A2", "B2")] == [True, None]


def with_choices(choices: dict[str, Sequence[str]], n_rows: int = 2) -> Any:  # noqa: ANN401 - openpyxl's workbook
    file = io.BytesIO()
    table = Table(("id", "verdict", "note"), [("x", "", "")] * n_rows)
    write_sheet(Sheet(table, choices, edited=frozenset({"verdict", "note"})), file)
    return openpyxl.load_workbook(file)


def test_cells_are_chosen_from_words_and_take_others_too() -> None:
    words = ["=1", "a, b", *(f"cause {number}" * 9 for number in range(90))]
    book = with_choices({"verdict": words, "note": ("yes",), "gone": ("x",)})
    verdict, note = book.worksheets[0].data_validations.dataValidation
    assert (verdict.type, str(verdict.sqref), verdict.formula1) == ("list", "B2:B3", "choices!$A$1:$A$92")
    assert (str(note.sqref), note.formula1) == ("C2:C3", "choices!$B$1")
    assert not verdict.showErrorMessage
    assert not verdict.showDropDown  # which hides it
    choices = book["choices"]
    assert choices.sheet_state == "hidden"
    assert [cell.value for cell in choices["A"]] == words
    assert {cell.data_type for cell in choices["A"]} == {"s"}
    assert [cell.value for cell in choices["B"]][:2] == ["yes", None]


@pytest.mark.parametrize(("choices", "n_rows"), [({}, 2), ({"verdict": ()}, 2), ({"verdict": ("a",)}, 0)])
def test_where_nothing_is_chosen_there_is_one_sheet(choices: dict[str, Sequence[str]], n_rows: int) -> None:
    assert len(with_choices(choices, n_rows).worksheets) == 1


def test_what_is_written_into_cells_for_people_stays_text() -> None:
    columns = with_choices({}).worksheets[0].column_dimensions.values()
    shown = {place: one.number_format for one in columns for place in range(one.min, one.max + 1)}
    assert shown == {1: "General", 2: "@", 3: "@"}


# What is refused


def test_more_rows_than_excel_takes_are_refused_with_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(excel, "MOST_ROWS", 3)
    file = io.BytesIO()
    with pytest.raises(
        SheetLimitError, match="Excel takes at most 3 rows, and there are 1,234; write fewer, or choose another"
    ):
        write_excel(Table(("a",), repeat(("x",), 1234)), file)
    assert file.getvalue() == b""
    write_excel(Table(("a",), repeat(("x",), 3)), file)
    assert opened(file.getvalue()).max_row == 4


@pytest.mark.parametrize("text", ["a" * (LONGEST_CELL + 1), "\U0001f600" * (LONGEST_CELL // 2 + 1)])
@pytest.mark.parametrize("is_marked", [False, True])
def test_a_longer_text_than_excel_takes_is_refused_with_its_length(text: str, is_marked: bool) -> None:
    value = Marked.of("", text, "", "#000000") if is_marked else text
    file = io.BytesIO()
    with pytest.raises(
        SheetLimitError, match="Excel takes at most 32,767 characters in a cell, and column b has 32,768 in row 3"
    ):
        write_excel(Table(("a", "b"), [("x", "y"), ("x", value)]), file)
    with pytest.raises(SheetLimitError, match="column a has"):
        write_excel(Table(("a",), [(Marked.of("x", text, "y", "#000000"),)]), file)
    assert file.getvalue() == b""


def test_more_columns_than_excel_takes_are_refused() -> None:
    with pytest.raises(SheetLimitError, match="Excel takes at most 16,384 columns, and there are 16,385"):
        written(Table(tuple(map(str, range(16_385))), []))


def test_a_failure_leaves_no_file_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def rows() -> Any:  # noqa: ANN401 - an iterator that fails
        yield ("x",)
        raise ValueError("gone")

    with pytest.raises(ValueError, match="gone"):
        written(Table(("a",), rows(), contents={"a": Content.TEXT}))
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_an_error_of_the_disk() -> None:
    class Full(io.BytesIO):
        def write(self, _data: object) -> int:
            raise OSError(28, "No space left on device")

    full: BinaryIO = Full()
    with pytest.raises(OSError, match="No space left"):
        write_excel(one_column("x"), full)


def test_rows_are_written_as_they_are_made() -> None:
    """Most of a long list is never in memory at once: its rows can be dropped as soon as they are read."""
    alive = 0
    most = 0

    class Counted(str):
        def __del__(self) -> None:
            nonlocal alive
            alive -= 1

    def cell(number: int) -> Counted:
        nonlocal alive, most
        alive += 1
        most = max(most, alive)
        return Counted(number)

    rows = chain.from_iterable(((cell(number),),) for number in range(2_000))
    table = Table(("a",), rows, contents={"a": Content.TEXT})
    write_excel(table, io.BytesIO())
    assert most < 100
