"""The cells of Excel workbooks; openpyxl, which reads them, is imported with the first."""

import datetime
import io
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from nerinspect.errors import DataError, NoMemoryError, UnreadableFileError
from nerinspect.io.content import Bounds, FileBytes, kind_of
from nerinspect.progress import Cancelled, Checkpoint, no_checkpoint

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
        raise UnreadableFileError(path, "it holds macros, which are not read", "save it as .xlsx, without them")
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
    return UnreadableFileError(path, f"this is no whole Excel workbook ({reason[:120]})", "save it as .xlsx again")
