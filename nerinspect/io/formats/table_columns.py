"""The columns of a table with a header: CSV, Parquet, the sheets of a workbook, or a DataFrame."""

import csv
import datetime
import hashlib
import io
import os
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from nerinspect.corpus.text import MEMORY
from nerinspect.errors import (
    BinaryFileError,
    DataError,
    ForeignFileError,
    NerinspectError,
    NoMemoryError,
    UndecodableBytesError,
    UnreadableFileError,
)
from nerinspect.io.content import Bounds, FileBytes, kind_of, read_file_bytes
from nerinspect.progress import Cancelled, Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow.parquet as pq

Cell: TypeAlias = (
    str | int | float | bool | datetime.datetime | datetime.date | datetime.time | datetime.timedelta | None
)

_OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0"  # which holds what is encrypted, too
_LOCKED: Final = "EncryptedPackage".encode("utf-16-le")
_EXCEL: Final = "an Excel workbook"
_FORMULA: Final = "f"
_UNKNOWN_NAME: Final = "#NAME?"
_BLOCK: Final = 1_000


def is_workbook(file: FileBytes) -> bool:
    """Tell whether a file is a workbook that can be read.

    Raises
    ------
    UnreadableFileError
        If it is one that cannot: locked with a password, with macros, in binary form, or cut off.
    """
    path, data = file.path, file.data
    if data.startswith(_OLD_OFFICE) and _LOCKED in data:
        raise UnreadableFileError(path, "it is locked with a password", "save it without one")
    kind = kind_of(data)
    if kind is None or kind.name != _EXCEL:
        return False
    try:
        names = {*zipfile.ZipFile(io.BytesIO(data)).namelist()}
    except (zipfile.BadZipFile, ValueError, OSError):
        raise _damaged(path, "its end is missing") from None
    if "xl/vbaProject.bin" in names:
        raise UnreadableFileError(path, "it has macros, which are not read", "save it as .xlsx, without them")
    if "xl/workbook.bin" in names:
        raise UnreadableFileError(path, "it is a binary Excel workbook", "save it as .xlsx")
    return True


def sheet_rows(file: FileBytes, checkpoint: Checkpoint = no_checkpoint) -> list[tuple[int, list[Cell]]]:
    """Read the first sheet of a workbook: each row that is not blank with its number from 1; no cell is left out.

    Of a formula the value counts; one without a value, or with a name that no spreadsheet knows, is text such as
    `=flair`. Rows are as long as the longest.
    """
    rows, formulas = _read(file, checkpoint, with_values=False)
    if formulas:
        values = dict(_read(file, checkpoint, with_values=True)[0])
        texts = dict(rows)
        for row, place in formulas:
            value = values[row][place] if row in values and place < len(values[row]) else None
            texts[row][place] = texts[row][place] if value in (None, _UNKNOWN_NAME) else value
    longest = max((len(cells) for _, cells in rows), default=0)
    return [(row, cells + [None] * (longest - len(cells))) for row, cells in rows]


def cell_text(value: Cell) -> str:
    """Write the value of a cell as a spreadsheet would write it into CSV; a date with its time, as in ISO 8601."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, str):
        return value.replace("_x000D_", "\r").replace("\r\n", "\n")
    return str(value)


def _read(
    file: FileBytes, checkpoint: Checkpoint, with_values: bool
) -> tuple[list[tuple[int, list[Cell]]], list[tuple[int, int]]]:
    """Read rows, with formulas or with their values; and where formulas are."""
    rows, formulas = list[tuple[int, list[Cell]]](), list[tuple[int, int]]()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and the like, which say nothing of cells
            for number, row in enumerate(_cells(file, with_values), 1):
                if number % _BLOCK == 0:
                    checkpoint(0, 0)
                values = [cell.value for cell in row]
                while values and values[-1] in (None, ""):
                    values.pop()
                if values:
                    rows.append((number, values))
                    formulas += ((number, place) for place, cell in enumerate(row) if cell.data_type == _FORMULA)
    except (Cancelled, DataError):
        raise
    except MemoryError:
        raise NoMemoryError(file.path) from None
    except Exception as mistake:  # its parsers raise what they meet
        lines = str(mistake).splitlines()
        raise _damaged(file.path, lines[0].rstrip(".") if lines else type(mistake).__name__) from None
    return rows, formulas


def _cells(file: FileBytes, with_values: bool) -> Iterator[Sequence[Any]]:
    from openpyxl import load_workbook

    bounds = Bounds(file.path, len(file.data))
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        for one in archive.infolist():
            bounds.take(one.file_size)
    book = load_workbook(io.BytesIO(file.data), read_only=True, data_only=with_values, keep_links=False)
    try:
        if not book.worksheets:
            raise DataError(file.path, "the workbook has no sheet with cells", "save it as .xlsx again")
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # some programs write none, or wrong ones
        yield from sheet.iter_rows()
    finally:
        book.close()


def _damaged(path: str, reason: str) -> UnreadableFileError:
    return UnreadableFileError(path, f"this Excel workbook cannot be read ({reason[:120]})", "save it as .xlsx again")


_PARQUET: bytes = b"PAR1"
_NUMBER: Final = 4  # bytes that a number, or the place where a text begins, takes at least

_COMMA_NUMBER: Final = r"^\s*(-?\d+(,\d+)?)?\s*$"

csv.field_size_limit((1 << 31) - 1)  # a cell may hold a text


@dataclass(frozen=True, eq=False)
class TableColumns:
    """A table as it was read."""

    file: FileBytes
    format: str
    names: tuple[str, ...]  # the header, blanks around the names left out
    columns: tuple[pa.Array, ...]  # texts, if the format has nothing else; shape (n_rows,)
    delimiter: str = ""  # between the cells of a row of CSV
    text: str = field(default="", repr=False)
    lines: Sequence[int] = ()  # where each row is in its sheet, from 1; shape (n_rows,)

    @property
    def n_rows(self) -> int:
        return len(self.columns[0])

    def line_of(self, row: int) -> int | None:
        """Find the physical line in which a row (from 0) begins, or its row in the sheet; None where there are none."""
        if self.lines:
            return self.lines[row]
        if not self.delimiter:
            return None
        return next(line for number, (line, _) in enumerate(_rows(self.text, self.delimiter), -1) if number == row)


def read_table(path: str) -> TableColumns:
    """Read a table with at least one column, maybe without rows; `.gz` is unpacked.

    It is UTF-8 with cells as RFC 4180 says, separated by commas, semicolons or tabs, where `NA` is a text like any
    other; or Parquet; or a workbook.
    """
    file = read_file_bytes(path)
    if file.data.startswith(_PARQUET):
        table = read_parquet(path, file.data)
        try:
            table.validate(full=True)
        except pa.ArrowException:
            raise DataError(path, "it has text that is not UTF-8", "write the table again") from None
        columns = tuple(map(_whole, table.columns))
        return TableColumns(file, "parquet", tuple(name.strip() for name in table.schema.names), columns)
    if is_workbook(file):
        return _read_sheet(file)
    try:
        text = file.as_text().data.decode()
    except (UndecodableBytesError, BinaryFileError, ForeignFileError) as mistake:
        raise DataError(
            path, mistake.problem, "save the table as CSV in UTF-8, as .xlsx, or as Parquet", mistake.line
        ) from None
    return _read_csv(file, text)


def frame_columns(frame: "pd.DataFrame", name: str) -> TableColumns:
    """Take the columns of a DataFrame, which is called `name` in messages; its index is none.

    The digest is that of its rows as JSON lines, undefined values as null and times as ISO 8601.

    Raises
    ------
    DataError
        If it has no column, or one of objects that are no texts, numbers or times of one kind.
    """
    if not frame.columns.size:
        raise DataError(name, "the DataFrame has no columns", "give it a column document, sentence or event")
    columns = list[pa.Array]()
    for place, column in enumerate(map(str, frame.columns)):
        try:
            found = pa.array(frame.iloc[:, place], from_pandas=True)
        except (pa.ArrowException, ValueError, TypeError):
            problem = f"the column {column} has values of several kinds, or other than numbers, dates and texts"
            raise DataError(name, problem, "give it values of one kind, or leave it out") from None
        columns.append(_whole(found) if isinstance(found, pa.ChunkedArray) else found)
    data = b""
    if frame.columns.is_unique:  # it is refused soon where they are not
        lines = frame.to_json(orient="records", lines=True, date_format="iso", date_unit="us", double_precision=15)
        data = lines.encode()
    file = FileBytes(name, b"", hashlib.sha256(data).hexdigest(), len(data))
    return TableColumns(file, MEMORY, tuple(str(one).strip() for one in frame.columns), tuple(columns))


def _read_sheet(file: FileBytes) -> TableColumns:
    """Read a sheet; a column holds numbers, dates or truth values, or texts where it mixes them."""
    rows = sheet_rows(file)
    if not rows:
        raise _no_rows(file.path)
    (_, head), *rows = rows
    names = tuple(cell_text(cell).strip() for cell in head)
    cells = list(zip(*(row for _, row in rows), strict=True)) or [()] * len(names)
    wanted = [place for place, name in enumerate(names) if name or any(cell is not None for cell in cells[place])]
    columns = tuple(_column([None if cell == "" else cell for cell in cells[place]]) for place in wanted)
    lines = tuple(line for line, _ in rows)
    return TableColumns(file, "xlsx", tuple(names[place] for place in wanted), columns, lines=lines)


def _column(cells: Sequence[Cell]) -> pa.Array:
    kinds = {type(cell) for cell in cells if cell is not None}
    if kinds <= {int, float}:
        with suppress(pa.ArrowException, OverflowError):  # a number beyond 64 bits is a text
            return pa.array(cells, pa.float64() if float in kinds else None)
    if kinds <= {datetime.date, datetime.datetime}:
        return pa.array(cells, pa.date32())
    if kinds == {bool}:
        return pa.array(cells, pa.bool_())
    return pa.array([None if cell is None else cell_text(cell) for cell in cells], pa.string())


def _whole(column: pa.ChunkedArray) -> pa.Array:
    return pa.concat_arrays(column.chunks) if column.chunks else pa.nulls(0)


def _with_points(column: pa.StringArray) -> pa.StringArray:
    """Write numbers with a point where all are numbers with a comma or none: commas are why semicolons part cells."""
    if not len(column) or not pc.all(pc.match_substring_regex(column, _COMMA_NUMBER)).as_py():
        return column
    return pc.replace_substring(column, ",", ".")


def _no_rows(path: str) -> DataError:
    return DataError(path, "the file is empty", "write a header, and a row for each document, sentence or event")


def read_parquet(path: str, data: bytes | str, groups: Sequence[int] | None = None) -> pa.Table:
    """Read a Parquet table from its bytes, or some row groups of it from the place where it is unpacked.

    Raises
    ------
    UnreadableFileError
        If it is damaged, or needs more memory than a table may.
    """
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(_source(data))
        if groups is None:
            file.scan_contents()  # tells calmly what is wrong with a column; to ask for its metadata would abort
        groups = range(file.metadata.num_row_groups) if groups is None else groups
        _check_size(path, data, file, groups)
        return file.read_row_groups(groups)
    except MemoryError:
        raise NoMemoryError(path) from None
    except NerinspectError:
        raise
    except (pa.ArrowException, OSError, ValueError) as mistake:
        reason = str(mistake).splitlines()[0].rstrip(".") if str(mistake) else type(mistake).__name__
        raise UnreadableFileError(
            path, f"this Parquet file cannot be read ({reason[:120]})", "write it again"
        ) from None


def _source(data: bytes | str) -> io.BytesIO | str:
    return data if isinstance(data, str) else io.BytesIO(data)


def _check_size(path: str, data: bytes | str, file: "pq.ParquetFile", groups: Sequence[int]) -> None:
    """Refuse a table that would fill the memory: a text that is said once may stand in millions of cells."""
    import pyarrow.parquet as pq

    bounds, schema = Bounds(path, os.path.getsize(data) if isinstance(data, str) else len(data)), file.schema
    held = {number: file.metadata.row_group(number) for number in groups}
    for group in held.values():
        bounds.take(max(group.total_byte_size, 0))
    columns = [schema.column(place) for place in range(len(schema))]
    texts = [column.path for column in columns if column.physical_type == "BYTE_ARRAY"]
    by_text = pq.ParquetFile(_source(data), read_dictionary=texts)
    for number, group in held.items():
        n_bytes = _NUMBER * sum(group.column(at).num_values for at in range(len(columns)))
        bounds.take(max(n_bytes - max(group.total_byte_size, 0), 0))
        bounds.take(sum(_text_size(column) for column in by_text.read_row_group(number).columns))


def _text_size(column: pa.Array | pa.ChunkedArray) -> int:
    """Count the bytes of all texts in a column in which each distinct one stands once."""
    if isinstance(column, pa.ChunkedArray):
        return sum(_text_size(chunk) for chunk in column.chunks)
    kind = column.type
    if pa.types.is_dictionary(kind) and not pa.types.is_primitive(kind.value_type):
        length = pc.fill_null(pc.binary_length(column.dictionary), 0).to_numpy(zero_copy_only=False)
        times = np.bincount(column.indices.drop_null().to_numpy(zero_copy_only=False), minlength=len(length))
        return int(length.astype(np.int64) @ times)
    if pa.types.is_struct(kind):
        return sum(map(_text_size, column.flatten()))
    if pa.types.is_nested(kind):
        return _text_size(column.values if hasattr(column, "values") else column.flatten())
    return 0


def _read_csv(file: FileBytes, text: str) -> TableColumns:
    import pyarrow.csv

    path, text = file.path, text.rstrip("\n") + "\n"
    head = text.lstrip("\n").partition("\n")[0]
    delimiter = "\t" if "\t" in head else ";" if ";" in head and "," not in head else ","
    _check_quotes(path, text, delimiter)
    header = next((cells for _, cells in _rows(text, delimiter)), [])
    if not header:
        raise _no_rows(path)
    places = [str(place) for place in range(len(header))]
    data = text.lstrip("\n").encode()
    try:
        table = pyarrow.csv.read_csv(
            pa.BufferReader(data),
            pyarrow.csv.ReadOptions(
                use_threads=False, block_size=len(data) + 1, column_names=places, skip_rows_after_names=1
            ),
            pyarrow.csv.ParseOptions(delimiter=delimiter, newlines_in_values=True),
            pyarrow.csv.ConvertOptions(column_types=dict.fromkeys(places, pa.string()), strings_can_be_null=False),
        )
    except pa.ArrowInvalid as mistake:
        raise _ragged(path, text, delimiter, len(header)) or DataError(
            path, f"this table cannot be read ({str(mistake).splitlines()[0][:120]})", "write it as CSV"
        ) from None
    columns = tuple(map(_whole, table.columns))
    if delimiter == ";":
        columns = tuple(map(_with_points, columns))
    return TableColumns(file, "csv", tuple(name.strip() for name in header), columns, delimiter, text)


def _rows(text: str, delimiter: str, strict: bool = False) -> Iterator[tuple[int, list[str]]]:
    """Give each row that is not blank, the header first, with the physical line in which it begins."""
    reader, line = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict), 1
    for cells in reader:
        if cells:
            yield line, cells
        line = reader.line_num + 1


def _check_quotes(path: str, text: str, delimiter: str) -> None:
    """Refuse a quotation mark that is never closed: all that follows would be one cell."""
    line = 1
    if text.count('"') % 2 == 0:
        return
    try:
        for line, cells in _rows(text, delimiter, strict=True):
            line += sum(cell.count("\n") for cell in cells) + 1
    except csv.Error:
        raise DataError(
            path, "a quotation mark is never closed", "close it, or write it twice inside quotes", line
        ) from None


def _ragged(path: str, text: str, delimiter: str, n_cells: int) -> DataError | None:
    """Say which row has other cells than the header; None if all have as many."""
    for line, cells in _rows(text, delimiter):
        if len(cells) != n_cells:
            problem = f"the row has {counted(len(cells), 'cell')}, the header {grouped(n_cells)}"
            return DataError(path, problem, "fix the row, with quotes around a cell that contains a separator", line)
    return None
