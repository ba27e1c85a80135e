"""The forms of tables and lists: CSV and JSON in full precision, Markdown, LaTeX and text for people, pages, Excel.

`FORMS` says what each can hold; commands, dialogs and menus offer what they find there.
"""

import csv
import io
import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Context, Decimal
from enum import Flag, auto
from functools import lru_cache, partial, reduce
from importlib import import_module
from itertools import chain
from typing import IO, Any, BinaryIO, Final, NamedTuple, TextIO, TypeAlias

import numpy as np
import pyarrow as pa
from pyarrow._compute import CastOptions, ReplaceSubstringOptions, call_function  # see `corpus/arrays.py`

from nerinspect.corpus.arrays import (
    arrow_text,
    as_arrow_mask,
    as_arrow_texts,
    holding,
    joined_with,
    number_texts,
    taken,
)
from nerinspect.errors import CommandError
from nerinspect.events.scores import UNDEFINED
from nerinspect.glossary.wording import JUDGED, NEUTRAL, Wording
from nerinspect.io.writing.paper import (
    CONTROLS,
    latex_line,
    latex_signs,
    markdown_signs,
    write_latex_of_paper,
    write_markdown_of_paper,
)
from nerinspect.lists.table import (
    Abridged,
    Cells,
    Coded,
    MeanOfRuns,
    PaperTable,
    PValue,
    Ratio,
    Table,
    Value,
    encodable,
)
from nerinspect.visible import visible, width_of

_FORMULA_BEGINS: Final = "'*[=+\\-@\uff1d\uff0b\uff0d\uff20]"  # the last four are full-width
_CELL_BEGINS: Final = r"(?:\A|(?<=[;\t\r\n]))"
_FORMULA: Final = re.compile(rf"{_CELL_BEGINS}(?={_FORMULA_BEGINS})|\A(?='*[\t\r])")
_MARKED_FORMULA: Final = re.compile(rf"{_CELL_BEGINS}'(?={_FORMULA_BEGINS})|\A'(?='*[\t\r])")
_NUMBER: Final = re.compile(r"[-<]?\d+(\.\d+)?( \(\d+(\.\d+)?\)| ± \d+(\.\d+)?)?")
_MARKS: Final = re.compile(r"([\\`*_\[\]<>&~|#])")  # of Markdown, in a line of words
_as_json = json.JSONEncoder(ensure_ascii=False).encode
_ALL_DIGITS: Final = Context(prec=400)  # room for the digits of every float
_NUMBERS: Final[frozenset[type]] = frozenset((int, float, type(None)))
_LISTS_KEPT: Final = 10_000  # so many are not written anew: most events have one mention of a few tokens
_ROWS_A_CELL: Final = 4  # so many at least, that columns are joined before their rows are
_COMMA, _QUOTE, _LF, _CR = b',"\n\r'
_KEPT_IN_MEMORY: Final = 1 << 20  # characters of rows that wait for the head of their table


def write_csv(table: Table, file: TextIO) -> None:
    """Write comma-separated values after RFC 4180, lines ended by LF; undefined is empty."""
    if table.texts is None:
        _write_csv(table, file, _plain, _NUMBERS | {str})
        return
    _write_csv(replace(table, rows=()), file, _plain, _NUMBERS)
    for columns in table.texts():
        lines = _csv_lines(columns)
        if isinstance(file, io.TextIOWrapper):  # of `write_as_text`, which would encode the same bytes
            file.flush()
            file.buffer.write(lines)
        else:
            file.write(str(lines, "utf-8"))


def write_safe_csv(table: Table, file: TextIO) -> None:
    """Write CSV in which no spreadsheet takes a text for a formula, see `marked_formulas`. Numbers stay."""

    def safe(value: Value) -> str | int | float | None:
        plain = _plain(value)
        return marked_formulas(plain) if isinstance(value, str | list) and isinstance(plain, str) else plain

    _write_csv(replace(table, columns=tuple(map(marked_formulas, table.columns))), file, safe, _NUMBERS)


def marked_formulas(text: str) -> str:
    """Put an apostrophe before what a spreadsheet may take for the beginning of a formula.

    That is one of `=`, `+`, `-`, `@` and their full-width forms, where a cell begins: at the beginning of the text, and
    behind a semicolon, a TAB or a line end, which part cells in other countries; also a TAB or CR that the text begins
    with. Apostrophes may stand before it, so that `unmarked_formulas` gives every text back.
    """
    return _FORMULA.sub("'", text)


def unmarked_formulas(text: str) -> str:
    """Take away the apostrophes of `marked_formulas`."""
    return _MARKED_FORMULA.sub("", text)


def _write_csv(
    table: Table, file: TextIO, cell: Callable[[Value], str | int | float | None], as_they_are: frozenset[type]
) -> None:
    writer = csv.writer(_LineFeeds(file), lineterminator="\r\n")  # so that CR alone is quoted as well
    writer.writerow(table.columns)
    rows = _with_dashes(table) if isinstance(table, PaperTable) else table
    writer.writerows([value if type(value) in as_they_are else cell(value) for value in row] for row in rows)


def _with_dashes(table: PaperTable) -> Iterator[Sequence[Value]]:
    """Give the rows of a table that people read, in which an undefined number is seen."""
    are_numbers = [column in table.percentages for column in table.columns]
    for row in table:
        pairs = zip(row, are_numbers, strict=True)
        yield [UNDEFINED if value is None and is_number else value for value, is_number in pairs]


def _csv_lines(columns: Sequence[Cells]) -> memoryview:
    """Write rows that are given by columns; quoted is what `csv` quotes."""
    cells = [one.by_row if isinstance(one, Coded) else one for one in reduce(_with_next, columns, list[_CsvCells]())]
    if len(columns) == 1:  # a line without anything would be no row
        is_empty = call_function("equal", [cells[0], arrow_text("")])
        cells = [call_function("if_else", [is_empty, arrow_text('""'), cells[0]])]
    cells[-1] = joined_with("", cells[-1], arrow_text("\n"))
    return memoryview(joined_with(",", *cells).buffers()[2] or b"")


def _with_next(before: "list[_CsvCells]", cells: Cells) -> "list[_CsvCells]":
    """Write one more column, and join it with the last one if both have few cells, or the same codes."""
    written, last = _csv_cells(cells), before[-1] if before else None
    if not (isinstance(written, Coded) and isinstance(last, Coded)):
        return [*before, written]
    n_last, n_own = len(last.cells), len(written.cells)
    if last.codes is written.codes and n_last == n_own:
        return [*before[:-1], Coded(joined_with(",", last.cells, written.cells), last.codes)]
    if n_last * n_own * _ROWS_A_CELL > len(written.codes):
        return [*before, written]
    pairs = np.divmod(np.arange(n_last * n_own), n_own)
    texts = (taken(one.cells, own) for one, own in zip((last, written), pairs, strict=True))
    return [*before[:-1], Coded(joined_with(",", *texts), last.codes * np.int32(n_own) + written.codes)]


def _csv_cells(cells: Cells) -> "_CsvCells":
    """Write cells as CSV has them; numbers near each other, and names, each once."""
    if isinstance(cells, np.ndarray):
        least, most = int(cells.min(initial=0)), int(cells.max(initial=0))
        if most - least > len(cells):
            return number_texts(cells)
        cells = Coded(number_texts(np.arange(least, most + 1)), (cells - least).astype(np.int32))
    if isinstance(cells, Coded):
        return Coded(_quoted(_as_texts(cells.cells)), cells.codes)
    return _quoted(_as_texts(cells))


def _as_texts(cells: Cells) -> pa.StringArray:
    """Write cells as texts; undefined is empty."""
    if isinstance(cells, pa.Array):
        texts = call_function("cast", [cells], CastOptions(pa.string()))
        return call_function("coalesce", [texts, arrow_text("")]) if texts.null_count else texts
    texts = ["" if cell is None else cell if type(cell) is str else str(_plain(cell)) for cell in cells]
    try:
        return as_arrow_texts(texts)
    except UnicodeEncodeError:
        return as_arrow_texts(list(map(encodable, texts)))


def _quoted(texts: pa.StringArray) -> pa.StringArray:
    needs_quotes = holding(texts, lambda signs: (signs == _COMMA) | (signs == _QUOTE) | (signs == _LF) | (signs == _CR))
    if not needs_quotes.any():
        return texts
    quote, mask = arrow_text('"'), as_arrow_mask(needs_quotes)
    others = call_function("filter", [texts, mask])
    others = call_function("replace_substring", [others], ReplaceSubstringOptions('"', '""'))
    return call_function("replace_with_mask", [texts, mask, joined_with("", quote, others, quote)])


_CsvCells: TypeAlias = pa.StringArray | Coded


class _LineFeeds:
    """Ends each row by LF instead of CR LF."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, row: str) -> None:
        self._file.write(row.removesuffix("\r\n") + "\n")


def write_json(table: Table, file: TextIO) -> None:
    """Write a list of objects, one a line; numbers as numbers, spans as lists, undefined as null."""
    separator = "["
    for line in _objects(table):
        file.write(f"{separator}\n{line}")
        separator = ","
    file.write("[]\n" if separator == "[" else "\n]\n")


def write_json_lines(table: Table, file: TextIO) -> None:
    """Write an object a line, without a list around them; values as in `write_json`."""
    file.writelines(f"{line}\n" for line in _objects(table))


def write_markdown(table: Table, file: TextIO) -> None:
    """Write a Markdown table; fractions as percent with two decimals, and a table for a paper as it is laid out."""

    def line(row: list[str]) -> str:
        cells = " | ".join(map(markdown_signs, row))
        return f"| {cells} |\n"

    if isinstance(table, PaperTable):
        write_markdown_of_paper(table, file)
        return
    with _row_store() as rows:
        numeric = _write_rows(table, rows, line)
        file.write(f"| {' | '.join(table.columns)} |\n")
        file.write("|" + "|".join("---:" if is_number else "---" for is_number in numeric) + "|\n")
        file.writelines(rows)


def write_latex(table: Table, file: TextIO) -> None:
    """Write a LaTeX tabular; fractions as percent with two decimals, and a table for a paper as it is laid out."""

    def line(row: Iterable[str]) -> str:
        return latex_line(map(latex_signs, row))

    if isinstance(table, PaperTable):
        write_latex_of_paper(table, file)
        return
    with _row_store() as rows:
        numeric = _write_rows(table, rows, line)
        alignment = "".join("r" if is_number else "l" for is_number in numeric)
        file.write(f"\\begin{{tabular}}{{{alignment}}}\n\\hline\n{line(table.columns)}\\hline\n")
        file.writelines(rows)
    file.write("\\hline\n\\end{tabular}\n")


def write_readable(table: Table, file: TextIO, width: int | None = None) -> None:
    """Write columns aligned by blanks, for a terminal; fractions as percent with two decimals.

    Where that is wider than `width`, long texts are cut, and no numbers.
    """
    columns, rows = list(table.columns), [list(map(visible, row)) for row in _for_people(table)]
    widths = [max(map(width_of, cells)) for cells in zip(columns, *rows, strict=True)]
    numeric = _Numeric(table)
    for row in rows:
        numeric.see(row)
    if width is not None:
        widths = _fitted(widths, numeric.columns, width)
        columns, *rows = [[*map(_cut_to, row, widths)] for row in (columns, *rows)]
    for shown in [columns, *rows]:
        cells = [
            " " * (width - width_of(cell)) + cell if is_number else cell + " " * (width - width_of(cell))
            for cell, width, is_number in zip(shown, widths, numeric.columns, strict=True)
        ]
        file.write((" " * _GAP).join(cells).rstrip() + "\n")


_GAP: Final = 2  # between columns
_NARROWEST: Final = 6


def _fitted(widths: Sequence[int], is_number: Sequence[bool], width: int) -> list[int]:
    """Narrow the widest columns of text until all fit, or until none could be read."""

    def capped(cap: int) -> list[int]:
        return [one if number else min(one, cap) for one, number in zip(widths, is_number, strict=True)]

    room = width - _GAP * (len(widths) - 1)
    caps = range(_NARROWEST, max(widths, default=0) + 1)
    return capped(caps[max(bisect_right(caps, room, key=lambda cap: sum(capped(cap))) - 1, 0)] if caps else _NARROWEST)


def _cut_to(text: str, width: int) -> str:
    """Cut a text that takes more columns of a terminal."""
    if width_of(text) <= width:
        return text
    cut = text[:width]
    while width_of(cut) >= width:
        cut = cut[:-1]
    return f"{cut.rstrip()}…"


def _plain(value: Value) -> str | int | float | None:
    if isinstance(value, list):
        return _list_text(tuple(value))
    if isinstance(value, Ratio):
        return value.value
    return str(value) if isinstance(value, Decimal | MeanOfRuns) else value


_list_text = lru_cache(_LISTS_KEPT)(_as_json)


def _objects(table: Table) -> Iterator[str]:
    for row in table:
        yield _as_json(dict(chain.from_iterable(map(_fields, table.columns, row))))


def _fields(column: str, value: Value) -> list[tuple[str, object]]:
    """Give the fields a value fills in an object: one, and for a mean of runs one more with its deviation."""
    if isinstance(value, MeanOfRuns):
        return [(column, float(value.mean)), (f"{column} std", float(value.deviation))]
    if isinstance(value, Decimal):
        return [(column, float(value))]
    return [(column, value.value if isinstance(value, Ratio) else value)]


def _for_people(table: Table) -> Iterator[list[str]]:
    are_fractions = [column in table.percentages for column in table.columns]
    return ([_shown(*pair) for pair in zip(row, are_fractions, strict=True)] for row in table)


def _shown(value: Value, is_fraction: bool) -> str:
    if isinstance(value, Ratio):
        return str(value)
    if value is None:
        return UNDEFINED if is_fraction else ""
    if isinstance(value, PValue):
        from nerinspect.systems.significance import p_text  # few tables have any

        return p_text(value).replace(" ", "")  # one word, so that blanks part columns
    if isinstance(value, float):
        exact = Decimal(value).scaleb(2 if is_fraction else 0, _ALL_DIGITS)
        n_decimals = 2 if is_fraction else max(2, 1 - exact.adjusted())  # small edges of buckets shall differ
        return f"{exact.quantize(Decimal(1).scaleb(-n_decimals), ROUND_HALF_UP, _ALL_DIGITS):f}"
    return CONTROLS.sub(" ", value.short if isinstance(value, Abridged) else str(_plain(value)))


def _row_store() -> AbstractContextManager[IO[str]]:
    """Make room for rows whose head is known only behind the last of them; beyond a size it is on disk."""
    import tempfile  # not needed where programs read

    return tempfile.SpooledTemporaryFile(
        _KEPT_IN_MEMORY, mode="w+", encoding="utf-8", errors="surrogatepass", newline=""
    )


def _write_rows(table: Table, file: IO[str], line: Callable[[list[str]], str]) -> list[bool]:
    """Write the rows of a table and go back to the first; tell which columns hold numbers."""
    numeric = _Numeric(table)
    for row in _for_people(table):
        numeric.see(row)
        file.write(line(row))
    file.seek(0)
    return numeric.columns


class _Numeric:
    """Finds out which columns hold numbers, so that they stand on the right."""

    def __init__(self, table: Table) -> None:
        self._has_number = [column in table.percentages | table.counts for column in table.columns]
        self._has_text = [False] * len(table.columns)

    def see(self, row: list[str]) -> None:
        for place, cell in enumerate(row):
            if not self._has_text[place] and cell not in ("", UNDEFINED):
                is_number = _NUMBER.fullmatch(cell) is not None
                self._has_number[place] |= is_number
                self._has_text[place] = not is_number

    @property
    def columns(self) -> list[bool]:
        return [has_number and not text for has_number, text in zip(self._has_number, self._has_text, strict=True)]


def _loaded(place: str) -> Any:  # noqa: ANN401 - what stands there
    """Load what few files need, from `module:name` beside this one."""
    module, _, name = place.partition(":")
    return getattr(import_module(f"nerinspect.io.writing.{module}"), name)


def _writer_in(place: str) -> Callable[[Table, Any], None]:
    return lambda table, file: _loaded(place)(table, file)


class Holds(Flag):
    """What a form can hold: so many are the places that offer it."""

    RESULTS = auto()  # tables of results, by commands and in files of pages
    COPIES = auto()  # tables of results on the clipboard
    ROWS = auto()  # rows of compared events on the clipboard
    LISTS = auto()  # lists of events, by commands
    EXPORTS = auto()  # lists of events, in the dialogs that export them

    TABLES = RESULTS | COPIES | ROWS
    FILES = RESULTS | LISTS | EXPORTS


@dataclass(frozen=True)
class Page:
    """What a page says around its rows, and which columns it shows; the record stands at the foot.

    `types` are all of the data, `more_types` those that only corrections have. Where all are annotators, `annotator`
    stands in the place of the reference. `choices` are what people choose the cells of some columns from.
    """

    title: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    record: Mapping[str, Any]
    more_types: tuple[str, ...] = ()
    annotator: str = ""
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def every_type(self) -> tuple[str, ...]:
        """All types, in the order of their classes."""
        return (*self.types, *self.more_types)

    @property
    def wording(self) -> Wording:
        return NEUTRAL if self.annotator else JUDGED


class ListWriter(NamedTuple):
    """Writes a list of events that is more than a table, from the columns that `drawn` gives for those shown.

    What it writes is text or bytes, as its form is; of one that is no text, `shown` gives the cells for a preview.
    """

    drawn: Callable[[Sequence[str]], tuple[str, ...]]
    write: Callable[[Table, Any, Page], None]
    shown: Callable[[Table, Page], Table] | None = None


TextWriter: TypeAlias = Callable[[Table, TextIO], None]
BinaryWriter: TypeAlias = Callable[[Table, BinaryIO], None]


def write_as_text(table: Table, file: BinaryIO, write: TextWriter) -> None:
    r"""Write a table as UTF-8 to a binary file, line ends as they are written.

    Bytes of a file name that are no UTF-8 appear as `\udcXX`, as they do in the provenance.
    """
    text = io.TextIOWrapper(file, encoding="utf-8", errors="backslashreplace", newline="")
    write(table, text)
    text.flush()
    text.detach()


def _write_no_table(table: Table, file: IO[Any]) -> None:
    raise TypeError("the form holds lists of events alone")


@dataclass(frozen=True)
class Form:
    """How tables and lists can be written.

    Attributes
    ----------
    write : callable
        Writes a table: to a file of text or, where the form `is_binary`, of bytes.
    is_for_people : bool
        Whether people read it: a few places then stand for many, and lists have the columns on screen.
    safe : callable, optional
        Writes a table in which no spreadsheet takes a text for a formula, where that is another one.
    above, below, comment : str
        How a line of words stands before a table and behind it, and one that is not shown; empty where none can.
    is_of_examples : bool
        Whether a list has the columns `is_in_examples` unless others are asked for, instead of all.
    lists : dict of str to str
        The `ListWriter` of sorts, by their names, as `module:name`; lists of others are tables. Loaded with the first.
    """

    name: str
    words: str
    suffix: str
    holds: Holds
    write: Callable[[Table, Any], None] = _write_no_table
    is_binary: bool = False
    is_for_people: bool = False
    safe: TextWriter | None = None
    above: str = ""
    below: str = ""
    comment: str = ""
    escaped: Callable[[str], str] = str
    is_of_examples: bool = False
    lists: Mapping[str, str] = field(default_factory=dict)
    body: tuple[str, str] | None = None  # the ends between which a preview is shown

    def __post_init__(self) -> None:
        """Refuse what would fail when it is chosen."""
        if not self.holds or bool(self.holds & Holds.FILES) != bool(self.suffix):
            raise ValueError(f"{self.name}: a form holds something, and has a suffix where there are files")
        has_writers = {"mentions", "compared"} <= {*self.lists}
        if self.write is _write_no_table and (self.holds & Holds.TABLES or not has_writers):
            raise ValueError(f"{self.name}: nothing writes this form")
        if self.is_binary and (self.is_for_people or self.safe or self.holds & (Holds.COPIES | Holds.ROWS)):
            raise ValueError(f"{self.name}: what is no text has no words around it and is not copied")

    @property
    def file_words(self) -> str:
        return f"{self.words} (*.{self.suffix})"

    def can_list(self, sort: str) -> bool:
        """Tell whether it can hold a list of a sort, by its name; labels of words are of mentions alone."""
        return self.write is not _write_no_table or sort in self.lists

    def list_writer(self, sort: str) -> ListWriter | None:
        """Load what writes lists of a sort, by its name; None where a list is a table."""
        return _loaded(self.lists[sort]) if sort in self.lists else None

    def in_bytes(self, write: Callable[[Table, Any], None]) -> BinaryWriter:
        """Make of something that writes this form, be it text or not, what writes bytes."""
        return write if self.is_binary else partial(write_as_text, write=write)


def forms_by_name(*forms: Form) -> dict[str, Form]:
    for said in ([form.name for form in forms], [form.words for form in forms], [f.suffix for f in forms if f.suffix]):
        if len({*said}) < len(said):
            raise ValueError(f"two forms share one of {', '.join(said)}")
    return {form.name: form for form in forms}


HTML: Final = "html"

EXAMPLES: Final = "latex-examples"

_RESULTS: Final = Holds.RESULTS | Holds.LISTS
_FILES: Final = _RESULTS | Holds.EXPORTS

FORMS: Final = forms_by_name(
    Form("text", "Text", "", Holds.COPIES, write_readable, is_for_people=True, above="{}\n", below="{}\n"),
    Form("csv", "CSV", "csv", ~Holds(0), write_csv, safe=write_safe_csv),
    Form(
        *("markdown", "Markdown", "md", ~Holds(0), write_markdown),
        is_for_people=True, above="{}\n\n", below="\n{}\n", comment="\n<!-- {} -->\n",
        escaped=partial(_MARKS.sub, r"\\\1"),
    ),
    Form(
        *("latex", "LaTeX", "tex", ~Holds.ROWS, write_latex),
        is_for_people=True, above="% {}\n", below="% {}\n", comment="% {}\n",
    ),
    Form("json", "JSON", "json", _RESULTS, write_json),
    Form("jsonl", "JSON Lines", "jsonl", Holds.LISTS | Holds.EXPORTS, write_json_lines),
    Form(
        *(EXAMPLES, "LaTeX examples", "examples.tex", Holds.LISTS | Holds.EXPORTS),
        is_for_people=True, is_of_examples=True,
        lists={
            "mentions": "latex_examples:MENTION_EXAMPLES",
            "relations": "latex_examples:RELATION_EXAMPLES",
            "compared": "latex_examples:COMPARED_EXAMPLES",
        },
    ),
    Form(
        *("latex-slashes", "LaTeX examples: word/reference/prediction", "slashes.tex", Holds.LISTS | Holds.EXPORTS),
        is_for_people=True, is_of_examples=True,
        lists={"mentions": "latex_examples:MENTION_SLASHES", "compared": "latex_examples:COMPARED_SLASHES"},
    ),
    Form(
        *(HTML, "HTML with highlights", "html", Holds.LISTS | Holds.EXPORTS),
        is_for_people=True, body=("<table>\n", "\n</table>"),
        lists={
            "mentions": "html_page:MENTION_PAGE",
            "relations": "html_page:RELATION_PAGE",
            "compared": "html_page:COMPARED_PAGE",
        },
    ),
    Form(
        *("xlsx", "Excel", "xlsx", _FILES, _writer_in("excel:write_excel")), is_binary=True,
        lists={"mentions": "excel:MENTION_SHEET", "relations": "excel:RELATION_SHEET"},
    ),
    Form("parquet", "Parquet", "parquet", _FILES, _writer_in("parquet:write_parquet"), is_binary=True),
)  # fmt: skip
"""All forms by name, in the order in which commands name them."""


def forms_for(what: Holds) -> list[Form]:
    """List the forms that can hold something; those that programs read first where an export is chosen."""
    found = [form for form in FORMS.values() if what & form.holds]
    return sorted(found, key=lambda form: form.is_for_people) if what is Holds.EXPORTS else found


_SAFE: Final = " --spreadsheet-safe"


def form_of_file(form: str | None, path: str | None) -> str | None:
    """Give the form asked for; if none is, the binary one that the name of a file ends like, or none."""
    if form is not None or path is None:
        return form
    return next((one.name for one in FORMS.values() if one.is_binary and path.lower().endswith(one.suffix)), None)


def chosen_form(form: str | None, is_safe: bool) -> str | None:
    """Join the name of a form with the choice that spreadsheets shall take no text for a formula."""
    if is_safe and not FORMS[form or "csv"].safe:
        raise CommandError(f"only CSV has a form that is safe for spreadsheets; {form} needs none")
    return f"{form or 'csv'}{_SAFE}" if is_safe else form


def form_of(chosen: str) -> Form:
    """Give the form that `chosen_form` names."""
    return FORMS[chosen.removesuffix(_SAFE)]


def writer_of(chosen: str) -> Callable[[Table, Any], None]:
    """Give what writes a table, as text or not, in a form as `chosen_form` names it."""
    form = form_of(chosen)
    return form.safe if form.safe and chosen.endswith(_SAFE) else form.write


def bytes_writer_of(chosen: str) -> BinaryWriter:
    """Give what writes the bytes of a table in a form as `chosen_form` names it."""
    return form_of(chosen).in_bytes(writer_of(chosen))
