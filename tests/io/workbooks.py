"""Workbooks of a few rows."""

import io
from collections.abc import Callable, Sequence
from typing import Any

import openpyxl


def workbook_of(*rows: Sequence[Any], also: Callable[[Any], None] = lambda _book: None) -> bytes:
    book, written = openpyxl.Workbook(), io.BytesIO()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(list(row))
    also(book)
    book.save(written)
    return written.getvalue()
