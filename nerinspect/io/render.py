"""Write result tables: CSV and JSON in full precision, Markdown, LaTeX and terminal text for people."""

import csv
import json
import unicodedata
from collections.abc import Callable, Iterable
from decimal import ROUND_HALF_UP, Decimal
from typing import TextIO

from nerinspect.analysis.percent import percent_text
from nerinspect.results.table import Ratio, Table, Value

UNDEFINED = "–"

_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{character: "\\" + character for character in "&%$#_{}"},
    }
)


def write_csv(table: Table, file: TextIO) -> None:
    """Write comma-separated values after RFC 4180, lines ended by LF; undefined is empty."""
    writer = csv.writer(_LineFeeds(file), lineterminator="\r\n")  # so that CR alone is quoted as well
    writer.writerow(table.columns)
    writer.writerows([_plain(value) for value in row] for row in table)


class _LineFeeds:
    """Ends each row by LF instead of CR LF."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, row: str) -> None:
        self._file.write(row.removesuffix("\r\n") + "\n")


def write_json(table: Table, file: TextIO) -> None:
    """Write a list of objects, one a line; numbers as numbers, spans as lists, undefined as null."""
    separator = "["
    for row in table:
        values = (value.value if isinstance(value, Ratio) else value for value in row)
        file.write(separator + "\n" + json.dumps(dict(zip(table.columns, values, strict=True)), ensure_ascii=False))
        separator = ","
    file.write("[]\n" if separator == "[" else "\n]\n")


def write_markdown(table: Table, file: TextIO) -> None:
    """Write a Markdown table; fractions as percent with two decimals."""
    columns, rows = _for_people(table)
    file.write(f"| {' | '.join(columns)} |\n")
    file.write("|" + "|".join("---:" if is_number else "---" for is_number in _numeric(table, rows)) + "|\n")
    for row in rows:
        cells = (cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ") for cell in row)
        file.write(f"| {' | '.join(cells)} |\n")


def write_latex(table: Table, file: TextIO) -> None:
    """Write a LaTeX tabular; fractions as percent with two decimals."""
    columns, rows = _for_people(table)
    alignment = "".join("r" if is_number else "l" for is_number in _numeric(table, rows))
    file.write(f"\\begin{{tabular}}{{{alignment}}}\n\\hline\n")
    for number, row in enumerate([columns, *rows]):
        file.write(" & ".join(cell.translate(_LATEX) for cell in row) + " \\\\\n")
        if not number:
            file.write("\\hline\n")
    file.write("\\hline\n\\end{tabular}\n")


def write_readable(table: Table, file: TextIO) -> None:
    """Write columns aligned by blanks, for a terminal; fractions as percent with two decimals."""
    columns, rows = _for_people(table)
    widths = [max(map(_width, cells)) for cells in zip(columns, *rows, strict=True)]
    numeric = _numeric(table, rows)
    for row in [columns, *rows]:
        cells = [
            " " * (width - _width(cell)) + cell if is_number else cell + " " * (width - _width(cell))
            for cell, width, is_number in zip(row, widths, numeric, strict=True)
        ]
        file.write("  ".join(cells).rstrip() + "\n")


WRITERS: dict[str, Callable[[Table, TextIO], None]] = {
    "csv": write_csv,
    "markdown": write_markdown,
    "latex": write_latex,
    "json": write_json,
}
"""The forms a result can take, by the name `--table` knows."""


def _plain(value: Value) -> str | int | float | None:
    if isinstance(value, Ratio):
        return value.value
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else value


def _for_people(table: Table) -> tuple[tuple[str, ...], list[list[str]]]:
    rows = [
        [_shown(value, column in table.percentages) for column, value in zip(table.columns, row, strict=True)]
        for row in table
    ]
    return table.columns, rows


def _shown(value: Value, is_fraction: bool) -> str:
    if isinstance(value, Ratio):
        return percent_text(value.numerator, value.denominator)
    if value is None:
        return UNDEFINED if is_fraction else ""
    if isinstance(value, float):
        exact = Decimal(value) * (100 if is_fraction else 1)
        return str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))
    return str(_plain(value)).replace("\n", " ")


def _numeric(table: Table, rows: Iterable[list[str]]) -> list[bool]:
    """Tell which columns hold numbers, so that they stand on the right."""
    columns = list(zip(*rows, strict=True)) or [()] * len(table.columns)
    return [any(map(_is_number, cells)) and all(_is_number(cell) or cell in ("", UNDEFINED) for cell in cells)
            for cells in columns]  # fmt: skip


def _is_number(cell: str) -> bool:
    return cell.replace(".", "", 1).lstrip("-").isdecimal()


def _width(text: str) -> int:
    """Count the terminal columns of a text: two for wide letters, none for combining marks."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )
