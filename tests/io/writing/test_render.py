import csv
import io
import json
import re
from collections.abc import Callable
from functools import partial
from typing import TextIO

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nerinspect.io.writing.forms import (
    unmarked_formulas,
    write_csv,
    write_json,
    write_json_lines,
    write_latex,
    write_markdown,
    write_readable,
    write_safe_csv,
)
from nerinspect.lists.table import Coded, PValue, Ratio, Row, Table, listed
from nerinspect.visible import width_of
from tests.examples import examples


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


TEXTS = st.text(st.characters(exclude_categories=["Cs"])) | st.text(
    "='+-@\t\r\n\",|\\[\0\x1b\u2028\u202e\u2067\u200f ab"
)


@settings(max_examples=examples(200))
@given(st.lists(st.tuples(TEXTS, st.floats(allow_nan=False)), max_size=5))
def test_csv_reads_back(rows: list[tuple[str, float]]) -> None:
    text = written(write_csv, ("text", "number"), *rows)
    back = list(csv.reader(io.StringIO(text, newline="")))
    assert back == [["text", "number"], *([word, repr(number)] for word, number in rows)]


@settings(max_examples=examples(60))
@given(
    st.lists(
        st.lists(st.sampled_from(["", "a", ",", '"', "\u00e9\r"]), min_size=1, max_size=9), min_size=1, max_size=4
    ),
    st.integers(1, 400),
    st.booleans(),
)
@example([["a", "b", ",", "d"]] * 4, 2_000, False)  # more pairs of cells than eight bits tell apart
def test_csv_by_columns_is_csv_by_rows(cells: list[list[str]], n_rows: int, has_same_codes: bool) -> None:
    codes = [(np.arange(n_rows) * (1 + 2 * place) % len(own)).astype(np.int8) for place, own in enumerate(cells)]
    if has_same_codes:
        cells, codes = [own[:1] for own in cells], [codes[0] * np.int8(0)] * len(cells)
    columns = [*(Coded([*own], which) for own, which in zip(cells, codes, strict=True)), np.arange(n_rows) - 3]
    names = tuple(map(str, range(len(columns))))
    by_columns, by_rows = io.StringIO(newline=""), io.StringIO(newline="")
    write_csv(Table(names, (), texts=lambda: iter([columns])), by_columns)
    rows = zip(*map(listed, columns), strict=True)
    write_csv(Table(names, [*rows]), by_rows)
    assert by_columns.getvalue() == by_rows.getvalue()


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+49", "'+49"),
        ("-", "'-"),
        ("@home", "'@home"),
        ("'=1", "''=1"),
        ("'s", "'s"),
        ("a=1", "a=1"),
        (" =1", " =1"),
        ("\uff1d1", "'\uff1d1"),
        ("\uff20SUM", "'\uff20SUM"),
        (";=1", ";'=1"),
        ("a;'\uff0d1;b", "a;''\uff0d1;b"),
        ("\t=1", "'\t'=1"),
        ("\tx", "'\tx"),
        ("a\n+1", '"a\n\'+1"'),
        ("a\tb;c", "a\tb;c"),
        ([(0, 1, ";=X")], '"[[0, 1, "";\'=X""]]"'),
        ('=a,"b"', '"\'=a,""b"""'),
        (-3, "-3"),
        (-0.5, "-0.5"),
        (None, ""),
        ([(0, 1, "=X")], '"[[0, 1, ""=X""]]"'),
    ],
)
def test_safe_csv_marks_texts_that_look_like_formulas(value: object, cell: str) -> None:
    assert written(write_safe_csv, ("x", "y"), (value, 1)) == f"x,y\n{cell},1\n"  # type: ignore[arg-type]


SIGNS = (*"=+-@\uff1d\uff0b\uff0d\uff20",)
HOSTILE = st.text("=+-@\uff1d\uff0b\uff0d\uff20;\t\r\n'\"a ")


@settings(max_examples=examples(300))
@given(st.lists(TEXTS | HOSTILE, max_size=5))
def test_safe_csv_undone_gives_the_original(texts: list[str]) -> None:
    safe = written(write_safe_csv, ("text", "n"), *((text, -1) for text in texts))
    cells = [row[0] for row in list(csv.reader(io.StringIO(safe, newline="")))[1:]]
    assert not any(part.startswith(SIGNS) for cell in cells for part in re.split("[;\t\r\n]", cell))
    assert not any(cell.startswith(("\t", "\r")) for cell in cells)
    assert [unmarked_formulas(cell) for cell in cells] == texts


@settings(max_examples=examples(200))
@given(st.lists(st.tuples(TEXTS, st.integers()), max_size=5))
def test_json_lines_hold_an_object_a_line(rows: list[tuple[str, int]]) -> None:
    text = written(write_json_lines, ("text", "n"), *rows)
    assert [json.loads(line) for line in text.split("\n")[:-1]] == [{"text": word, "n": n} for word, n in rows]


def test_json_lines_have_spans_as_lists() -> None:
    assert written(write_json_lines, ("spans", "f1"), ([(0, 2, "é")], Ratio(0, 0))) == (
        '{"spans": [[0, 2, "é"]], "f1": null}\n'
    )


@settings(max_examples=examples(200))
@given(st.lists(TEXTS, max_size=5))
@pytest.mark.parametrize(("write", "n_more"), [(write_markdown, 2), (write_latex, 6), (write_readable, 1)])
def test_a_row_for_people_is_one_line(write: Callable[[Table, TextIO], None], n_more: int, texts: list[str]) -> None:
    lines = written(write, ("text", "n"), *((text, 1) for text in texts)).splitlines()
    assert len(lines) == len(texts) + n_more


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


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (4.5, "4.50"),
        (0.0769, "0.077"),
        (0.00066845, "0.00067"),
        (1.5e-9, "0.0000000015"),
        (0.0, "0.00"),
        (1e30, "1000000000000000019884624838656.00"),
    ],
)
def test_markdown_shows_two_digits_of_small_numbers(number: float, shown: str) -> None:
    assert written(write_markdown, ("lower",), (number,)) == f"| lower |\n|---:|\n| {shown} |\n"


@pytest.mark.parametrize(
    ("p", "shown"), [(0.25, "0.250"), (1.0, "1.000"), (0.001, "0.001"), (0.000999, "<0.001"), (1e-300, "<0.001")]
)
def test_people_read_p_values_with_three_decimals(p: float, shown: str) -> None:
    assert written(write_readable, ("p_value",), (PValue(p),), (PValue(0.5),)).splitlines()[1] == shown.rjust(7)
    assert written(write_csv, ("p",), (PValue(p),)) == f"p\n{p!r}\n"
    assert json.loads(written(write_json, ("p",), (PValue(p),))) == [{"p": p}]


def test_latex_shows_less_and_greater() -> None:
    assert r"\textless{}0.001 & a\textgreater{}b \\" in written(write_latex, ("p", "a"), (PValue(0), "a>b"))


def test_markdown_shows_signs_as_they_are() -> None:
    assert "| \\<b\\> \\*a\\_b\\* \\`c\\` \\[d\\] \\&amp; \\\\ |" in written(
        write_markdown, ("text",), ("<b> *a_b* `c` [d] &amp; \\",)
    )


@pytest.mark.parametrize(("text", "line"), [("[x", "{}[x & 1"), ("*", "{}* & 1"), ("x[", "x[ & 1"), ("", " & 1")])
def test_latex_does_not_read_a_cell_as_an_option_of_the_line_before(text: str, line: str) -> None:
    assert written(write_latex, ("text", "n"), (text, 1)).splitlines()[4] == f"{line} \\\\"


@pytest.mark.parametrize("write", [write_markdown, write_latex])
def test_many_rows_stay_in_order(write: Callable[[Table, TextIO], None]) -> None:
    numbers, system = list(range(5_000)), "\udcff" + 200 * "a"
    text = written(write, ("n", "system"), *((number, system) for number in numbers))
    assert [int(number) for number in re.findall(r"^\D*(\d+) .*\udcff", text, re.MULTILINE)] == numbers


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


def test_a_terminal_shows_what_nobody_would_see_and_files_keep_it() -> None:
    rows = ("type", "n"), ("ORG\u202e", 5), ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", 6)
    assert "ORG⟨U+202E⟩  5" in written(write_readable, *rows)
    assert "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645" in written(write_readable, *rows)
    for write in (write_csv, write_json, write_markdown, write_latex):
        assert "ORG\u202e" in written(write, *rows)


FIT = partial(write_readable, width=24)


def test_a_table_fits_its_terminal_by_cutting_the_longest_texts() -> None:
    text = written(FIT, ("kind", "text", "n"), ("fn", "a few words that go on", 1234567), ("be", "short", 2))
    assert text == "kind  text             n\nfn    a few wo…  1234567\nbe    short            2\n"


@settings(max_examples=examples(200))
@given(st.lists(st.tuples(TEXTS, TEXTS, st.integers(0, 10**9)), max_size=5), st.integers(1, 100))
def test_numbers_are_never_cut_and_texts_no_more_than_needed(rows: list[tuple[str, str, int]], width: int) -> None:
    whole = written(write_readable, ("a", "text", "n"), *rows)
    fitted = written(partial(write_readable, width=width), ("a", "text", "n"), *rows)
    longest = max(map(width_of, whole.splitlines()))
    narrowest = 6 + 6 + max([1, *(len(str(row[2])) for row in rows)]) + 4
    assert fitted.count("\n") == len(rows) + 1
    assert (fitted == whole) or longest > width
    assert max(map(width_of, fitted.splitlines())) <= max(width, narrowest)
    assert all(line.endswith(str(row[2])) for line, row in zip(fitted.splitlines()[1:], rows, strict=True))
