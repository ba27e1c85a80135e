import csv
import io
import json
from collections.abc import Callable
from typing import TextIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerinspect.io.render import write_csv, write_json, write_latex, write_markdown, write_readable
from nerinspect.results.table import Ratio, Row, Table


def written(write: Callable[[Table, TextIO], None], columns: tuple[str, ...], *rows: Row) -> str:
    file = io.StringIO(newline="")
    write(Table(columns, rows, frozenset({"f1"})), file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("a", "a"),
        ("a,b", '"a,b"'),
        ('a"b', '"a""b"'),
        ("a\nb", '"a\nb"'),
        ("a\rb", '"a\rb"'),
        ("a\r\n", '"a\r\n"'),
        (" a ", " a "),
        ("a\u2028b", "a\u2028b"),
        ("=1", "=1"),
        (3, "3"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1.0, "1.0"),
        (1e-7, "1e-07"),
        (Ratio(1, 3), "0.3333333333333333"),
        (Ratio(0, 0), ""),
        (None, ""),
        ([(0, 2, "LOC")], '"[[0, 2, ""LOC""]]"'),
        ([], "[]"),
        ([(0, 1, "Ö")], '"[[0, 1, ""Ö""]]"'),
    ],
)
def test_csv_cells(value: object, cell: str) -> None:
    assert written(write_csv, ("x", "y"), (value, 1)) == f"x,y\n{cell},1\n"  # type: ignore[arg-type]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.text(st.characters(exclude_categories=["Cs"])), st.floats(allow_nan=False)), max_size=5))
def test_csv_reads_back(rows: list[tuple[str, float]]) -> None:
    text = written(write_csv, ("text", "number"), *rows)
    back = list(csv.reader(io.StringIO(text, newline="")))
    assert back == [["text", "number"], *([word, repr(number)] for word, number in rows)]


def test_json_has_numbers_as_numbers_and_undefined_as_null() -> None:
    row = ("é", Ratio(1, 3), Ratio(0, 0), None, [(0, 1, "X")], 2)
    assert json.loads(written(write_json, ("a", "f1", "g", "h", "i", "j"), row)) == [
        {"a": "é", "f1": 1 / 3, "g": None, "h": None, "i": [[0, 1, "X"]], "j": 2}
    ]


@pytest.mark.parametrize("n_rows", [0, 1, 2, 3])
def test_json_is_a_list_of_every_length(n_rows: int) -> None:
    assert json.loads(written(write_json, ("a",), *[(1,)] * n_rows)) == [{"a": 1}] * n_rows


def test_markdown_shows_percent_and_escapes_bars() -> None:
    assert written(write_markdown, ("type", "f1"), ("a|b", Ratio(1, 3)), ("c", Ratio(0, 0))) == (
        "| type | f1 |\n|---|---:|\n| a\\|b | 33.33 |\n| c | – |\n"
    )


def test_latex_escapes_what_it_reads_otherwise() -> None:
    text = written(write_latex, ("type", "f1"), ("A_B & 5% #1 {x} $ ~ ^ \\", Ratio(1, 8)))
    assert r"A\_B \& 5\% \#1 \{x\} \$ \textasciitilde{} \textasciicircum{} \textbackslash{} & 12.50 \\" in text


@pytest.mark.parametrize("write", [write_markdown, write_latex, write_readable])
@pytest.mark.parametrize(("ratio", "shown"), [((1, 8000), "0.01"), ((1, 16000), "0.01"), ((2, 3), "66.67")])
def test_percent_are_rounded_half_up_from_the_counts(
    write: Callable[[Table, TextIO], None], ratio: tuple[int, int], shown: str
) -> None:
    assert shown in written(write, ("type", "f1"), ("a", Ratio(*ratio)))


def test_readable_text_is_aligned_by_what_a_terminal_shows() -> None:
    lines = written(write_readable, ("type", "n"), ("東京", 5), ("e\u0301", 12)).splitlines()
    assert lines == ["type   n", "東京   5", "e\u0301     12"]


@pytest.mark.parametrize("write", [write_csv, write_markdown, write_latex, write_readable])
def test_a_table_without_rows_has_its_header(write: Callable[[Table, TextIO], None]) -> None:
    assert "type" in written(write, ("type", "f1"))
