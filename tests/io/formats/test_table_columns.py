"""Tables as they stand in files."""

import csv
import datetime
import gzip
import hashlib
import io

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerinspect.errors import DataError, NoMemoryError, UnreadableFileError
from nerinspect.io import content as unpacking
from nerinspect.io.formats.table_columns import TableColumns, frame_columns, read_table
from tests.io.conftest import MakeFile
from tests.io.workbooks import workbook_of


def rows_of(table: TableColumns) -> list[list[object]]:
    return [list(row) for row in zip(*(column.to_pylist() for column in table.columns), strict=True)]


@pytest.mark.parametrize(
    ("content", "names", "rows"),
    [
        ("a,b\n1,NA\n2,null\n", ("a", "b"), [["1", "NA"], ["2", "null"]]),
        ("a\tb\n1\tx, y\n", ("a", "b"), [["1", "x, y"]]),
        ('a,b\n1,"x, ""y"""\n', ("a", "b"), [["1", 'x, "y"']]),
        ('a,b\n1,5 in "x\n', ("a", "b"), [["1", '5 in "x']]),
        ("\ufeff a ,b\r\n1,\u2028\r\n", ("a", "b"), [["1", "\u2028"]]),
        ("a,b\n1,", ("a", "b"), [["1", ""]]),
        ("a,b", ("a", "b"), []),
        ("\n\na,b\n\n1,2\n\n\n", ("a", "b"), [["1", "2"]]),
        ("a,a\n1,2\n", ("a", "a"), [["1", "2"]]),
        ('"a","b\nc"\n1,2\n', ("a", "b\nc"), [["1", "2"]]),
    ],
)
def test_cells_are_read_as_they_stand(
    content: str, names: tuple[str, ...], rows: list[list[str]], make_file: MakeFile
) -> None:
    table = read_table(make_file(content))
    assert (table.names, rows_of(table), table.n_rows) == (names, rows, len(rows))


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        ("a;b\n1;0,5\n2;\n3; -7 \n", [["1", "0.5"], ["2", ""], ["3", " -7 "]]),
        ("a;b\n1;0,5\n2;x\n", [["1", "0,5"], ["2", "x"]]),
        ('a;b\n1;"x;y"\n', [["1", "x;y"]]),
        ("a,b;c\n1,2;3\n", [["1", "2;3"]]),
    ],
)
def test_semicolons_part_cells_and_bring_commas_into_numbers(
    content: str, rows: list[list[str]], make_file: MakeFile
) -> None:
    assert rows_of(read_table(make_file(content))) == rows


def test_a_sheet_keeps_its_types_and_rows(make_file: MakeFile) -> None:
    day = datetime.datetime(2024, 5, 1)
    rows: list[list[object]] = [
        ["document ", "n", "x", "date", "sure", "mixed", "big", None],
        [],
        [1, 1, 0.5, day, True, 1, 1e20],
        ["b", 2, 3, None, False, "x", None, None],
    ]
    table = read_table(make_file(workbook_of(*rows), "a.xlsx"))
    assert (table.format, table.names) == ("xlsx", ("document", "n", "x", "date", "sure", "mixed", "big"))
    assert rows_of(table) == [
        ["1", 1, 0.5, day.date(), True, "1", 1e20],
        ["b", 2, 3.0, None, False, "x", None],
    ]
    assert [table.line_of(row) for row in range(table.n_rows)] == [3, 4]
    with pytest.raises(DataError, match="the file is empty"):
        read_table(make_file(workbook_of(), "a.xlsx"))
    assert read_table(make_file(workbook_of(["a", "b"]), "a.xlsx")).n_rows == 0


def test_a_frame_is_a_table_in_memory() -> None:
    frame = pd.DataFrame({"document": [1, 2], "genre": ["a", None], 3: pd.Categorical(["x", "y"])}, index=[7, 7])
    table = frame_columns(frame, "genres")
    assert (table.file.path, table.format, table.names) == ("genres", "memory", ("document", "genre", "3"))
    assert rows_of(table) == [[1, "a", "x"], [2, None, "y"]]
    lines = b'{"document":1,"genre":"a","3":"x"}\n{"document":2,"genre":null,"3":"y"}\n'
    assert (table.file.sha256, table.file.size) == (hashlib.sha256(lines).hexdigest(), len(lines))
    assert table.line_of(0) is None


@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        (pd.DataFrame(), "genres: the DataFrame has no columns; give it a column document, sentence or event"),
        (pd.DataFrame({"genre": [1, "a"]}), "genres: the column genre has values of several kinds"),
        (pd.DataFrame({"genre": ["a", object()]}), "genres: the column genre has values of several kinds"),
        (pd.DataFrame({"genre": pd.Series(["\ud800"], dtype=object)}), "genres: the column genre has values of"),
    ],
)
def test_a_frame_that_is_no_table_is_refused(frame: pd.DataFrame, problem: str) -> None:
    with pytest.raises(DataError) as told:
        frame_columns(frame, "genres")
    assert str(told.value).startswith(problem)


def test_rows_know_their_lines(make_file: MakeFile) -> None:
    table = read_table(make_file('\na,b\n1,"x\ny"\n\n2,z\n'))
    assert [table.line_of(row) for row in range(table.n_rows)] == [3, 6]


def test_packed_tables_are_unpacked(make_file: MakeFile) -> None:
    assert rows_of(read_table(make_file(gzip.compress(b"a,b\n1,2\n"), "table.csv.gz"))) == [["1", "2"]]


def test_a_parquet_table_keeps_its_types(make_file: MakeFile) -> None:
    sink = io.BytesIO()
    pq.write_table(pa.table({"document": [1, 2], "genre": ["news", None]}), sink)
    table = read_table(make_file(sink.getvalue()))
    assert (table.format, table.names, rows_of(table)) == (
        "parquet",
        ("document", "genre"),
        [[1, "news"], [2, None]],
    )
    assert table.line_of(0) is None


@pytest.mark.parametrize(
    ("content", "line", "problem"),
    [
        ("", None, "the file is empty"),
        ("a,b\n1,2\n\n3\n", 4, "the row has 1 cell, the header 2"),
        ('a,b\n1,"x\ny"\n3,4,5\n', 4, "the row has 3 cells, the header 2"),
        ('a,"b\n1,2\n', 1, "a quotation mark is never closed"),
        (f"a,{'b' * 200_000}\n1,{'c' * 200_000}\n3\n", 3, "the row has 1 cell, the header 2"),
        ('a,b\n1,2\n3,"x\n5,6\n', 3, "a quotation mark is never closed"),
        (b"a,b\n1,2\n3,\xe4\n", 3, "byte 0xE4 is not valid UTF-8"),
        (b"a,b\n1,\0\n", 2, "this is not a text file: it contains a NUL byte"),
        (b"PK\x03\x04 word/ \xff", None, "this is not a text file but seems to be a Word document"),
    ],
)
def test_a_mistake_is_told_with_its_line(
    content: str | bytes, line: int | None, problem: str, make_file: MakeFile
) -> None:
    with pytest.raises(DataError) as caught:
        read_table(make_file(content))
    assert (caught.value.line, caught.value.problem) == (line, problem)
    assert "--text-encoding" not in str(caught.value)


def test_a_parquet_table_that_needs_more_memory_is_not_called_damaged(
    make_file: MakeFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object, **_options: object) -> None:
        raise pa.ArrowMemoryError("realloc of size 2147483648 failed")

    sink = io.BytesIO()
    pq.write_table(pa.table({"document": [1]}), sink)
    monkeypatch.setattr(pq.ParquetFile, "read_row_groups", fail)
    with pytest.raises(NoMemoryError, match="the file needs more memory than there is; split it into smaller files"):
        read_table(make_file(sink.getvalue()))


def test_a_damaged_parquet_table_is_refused(make_file: MakeFile) -> None:
    with pytest.raises(DataError, match="this Parquet file cannot be read"):
        read_table(make_file(b"PAR1 and nothing more"))


def test_a_parquet_table_whose_columns_are_described_wrongly_is_refused(make_file: MakeFile) -> None:
    data = parquet_of(tokens=pa.array([["a"]]), ner_tags=pa.array([["O"]]))
    spoilt = data.replace(b"\x19\x46\0\0\0\x02", b"\x19\x26\0\0\0\x02")  # histograms of two levels instead of four
    assert spoilt != data
    with pytest.raises(UnreadableFileError, match="this Parquet file cannot be read"):
        read_table(make_file(spoilt, "a.parquet"))


def test_texts_that_are_no_utf8_are_refused(make_file: MakeFile) -> None:
    wrong = pa.StringArray.from_buffers(1, pa.py_buffer(bytes([0, 0, 0, 0, 1, 0, 0, 0])), pa.py_buffer(b"\xff"))
    sink = io.BytesIO()
    pq.write_table(pa.table({"document": [1], "genre": wrong}), sink)
    with pytest.raises(DataError, match="text that is not UTF-8"):
        read_table(make_file(sink.getvalue()))


TEXTS = st.text(st.characters(exclude_characters="\0\r", exclude_categories=["Cs"]))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(st.lists(TEXTS, min_size=3, max_size=3)), delimiter=st.sampled_from([",", "\t"]))
def test_what_the_csv_library_writes_is_read_back(rows: list[list[str]], delimiter: str, make_file: MakeFile) -> None:
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter, lineterminator="\n").writerows([["a", "b", "c"], *rows])
    assert rows_of(read_table(make_file(written.getvalue(), "table.csv"))) == rows


def parquet_of(**columns: pa.Array) -> bytes:
    data = io.BytesIO()
    pq.write_table(pa.table(columns), data, compression="zstd")
    return data.getvalue()


@pytest.mark.parametrize(
    "column",
    [
        pa.repeat("x" * 1_000, 10_000),
        pa.repeat(pa.scalar(["x" * 100] * 100), 1_000),
        pa.repeat(pa.scalar({"a": "x" * 1_000}), 10_000),
        pa.repeat(pa.scalar([{"a": "x" * 100}] * 100), 1_000),
        pa.repeat(pa.scalar(b"x" * 1_000), 10_000),
        pa.repeat(pa.scalar([7] * 3_000), 1_000),
    ],
)
def test_what_a_parquet_file_says_once_cannot_fill_the_memory(
    column: pa.Array, make_file: MakeFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = parquet_of(a=column)
    assert len(data) * 1_000 < column.nbytes
    path = make_file(data, "a.parquet")
    assert read_table(path).columns[0].equals(column)
    monkeypatch.setattr(unpacking, "ALWAYS_ALLOWED", 1 << 23)
    before = pa.total_allocated_bytes()
    with pytest.raises(DataError, match="bytes unpack to more than 8,388,608, unlike label files; split it"):
        read_table(path)
    assert pa.total_allocated_bytes() - before < 1 << 20
