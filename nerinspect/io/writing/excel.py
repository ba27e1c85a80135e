"""Write tables and lists of events as sheets of Excel: numbers are numbers, no text becomes a link or a formula.

A list has sentences with the segment in colour, readings in words, and cells to fill.
"""

import io
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from html import escape
from itertools import zip_longest
from math import isfinite, isnan
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, BinaryIO, Final, TypeAlias, cast

from nerinspect.corpus.text import as_written
from nerinspect.errors import SheetLimitError
from nerinspect.events.kinds import KIND_TABLE, RELATION_KIND_TABLE
from nerinspect.glossary.verdicts import VERDICT_TABLE
from nerinspect.glossary.wording import Wording
from nerinspect.io.colours import ROLES
from nerinspect.io.writing.forms import ListWriter, Page
from nerinspect.io.writing.html_page import CORRECTED
from nerinspect.lists.mentions import LEFT_WORDS, MENTIONS, OLD_WORDS, RIGHT_WORDS, SEGMENT_BLANKS, SEGMENT_TOKENS
from nerinspect.lists.relations import RELATIONS
from nerinspect.lists.sorts import CORRECTED_WORDS, SIDE_WORDS, EventSort
from nerinspect.lists.table import Content, MeanOfRuns, Of, Ratio, Row, Table, Value, encodable, typed
from nerinspect.quantities import counted, grouped
from nerinspect.visible import width_of

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

MOST_ROWS: Final = 1_048_575  # what a sheet has room for below its head

LONGEST_CELL: Final = 32_767  # UTF-16 units

_MOST_COLUMNS: Final = 16_384
_WHOLE: Final = 2**53  # up to here Excel holds every whole number

_TABLE, _CHOICES = "table", "choices"
_CREATED: Final = datetime(2000, 1, 1)  # so that the same rows are the same bytes
_ROOM: Final = 1.5  # beside the longest cell
_ROOM_IN_HEAD: Final = 4  # with the button of the filter
_TO_WRITE_IN, _WIDEST, _WIDEST_WRAPPED = 20, 40, 70
_LINE, _HIGHEST = 15, 409  # points; not every program makes room for lines by itself
_SMALLEST: Final = 0.001  # that is seen with four decimals


_ESCAPED: Final = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_x[0-9a-fA-F]{4}_")
"""What has no letter in a sheet. Among marked words the library would write its code twice, so nothing is marked."""


class Marked(str):
    """A text of which some words are marked: bold, and in the ink of something."""

    before = words = behind = ink = ""

    @staticmethod
    def of(before: str, words: str, behind: str, ink: str) -> "Marked":
        marked = Marked(before + words + behind)
        marked.before, marked.words, marked.behind, marked.ink = before, words, behind, ink
        return marked


@dataclass(frozen=True)
class Sheet:
    """A table as a sheet has it.

    `choices`: what the cells of some columns are chosen from; other words may be written there, too.
    """

    table: Table
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    wrapped: frozenset[str] = frozenset()  # columns whose texts are broken into lines
    edited: frozenset[str] = frozenset()  # columns that people write in: whatever is written there stays text


def write_excel(table: Table, file: BinaryIO) -> None:
    """Write a table as the first sheet of a workbook; fractions are shown as percent, undefined is an empty cell."""
    write_sheet(Sheet(table), file)


def write_sheet(sheet: Sheet, file: BinaryIO) -> None:
    """Write a sheet as a workbook. Nothing is written before all of it is known to have room.

    Raises
    ------
    SheetLimitError
        If there are more rows or columns, or longer texts, than Excel takes.
    """
    from xlsxwriter import Workbook
    from xlsxwriter.exceptions import FileCreateError

    table = typed(sheet.table)
    if len(table.columns) > _MOST_COLUMNS:
        raise SheetLimitError(
            f"Excel takes at most {counted(_MOST_COLUMNS, 'column')}, and there are {grouped(len(table.columns))}"
        )
    with TemporaryDirectory(prefix="nerinspect-") as folder, ExitStack() as held:
        packed = io.BytesIO()  # which takes all: a disk that is full is heard of once
        book = Workbook(packed, {"constant_memory": True, "tmpdir": folder, "use_zip64": True})
        book.set_properties({"created": _CREATED})
        writer = _Writer(book, book.add_worksheet(_TABLE), held)
        n_rows = writer.write_table(table, sheet)
        _write_choices(book, held, writer.sheet, sheet, n_rows)
        try:
            book.close()
        except FileCreateError as error:
            raise error.args[0] from None
        file.write(packed.getbuffer())


def _write_choices(book: "Workbook", held: ExitStack, listed: "Worksheet", sheet: Sheet, n_rows: int) -> None:
    """Let cells be chosen from words, which a sheet of their own holds: there they may be many, and hold commas."""
    choices = {name: words for name, words in sheet.choices.items() if words and name in sheet.table.columns}
    if not choices or not n_rows:
        return
    hidden = book.add_worksheet(_CHOICES)
    hidden.hide()
    writer = _Writer(book, hidden, held)
    for row, words in enumerate(zip_longest(*choices.values(), fillvalue="")):
        for place, word in enumerate(words):
            writer.write_text(row, place, word)
    from xlsxwriter.utility import xl_range_abs

    for place, (name, chosen) in enumerate(choices.items()):
        column = sheet.table.columns.index(name)
        source = f"={_CHOICES}!{xl_range_abs(0, place, len(chosen) - 1, place)}"
        allowed = {"validate": "list", "source": source, "show_error": False}
        _done(listed.data_validation(1, column, n_rows, column, allowed))


def _done(refused: int) -> None:
    """Check what the library gives back: it leaves out what it cannot write."""
    if refused:
        raise RuntimeError(f"XlsxWriter refused to write a part of the sheet ({refused})")


class _Writer:
    """Writes the cells of one sheet, row by row."""

    def __init__(self, book: "Workbook", sheet: "Worksheet", held: ExitStack) -> None:
        self._book, self.sheet = book, sheet
        held.callback(sheet.row_data_fh.close)
        self._formats: dict[tuple[tuple[str, object], ...], Format] = {}
        self._column_formats: list[Format] = []
        self._is_wrapped: list[bool] = []
        self._widths: list[int] = []
        self._columns: tuple[str, ...] = ()
        self._n_lines = 1  # of the row that is written

    def write_table(self, table: Table, sheet: Sheet) -> int:
        """Write head and rows; give the number of rows."""
        self._columns = columns = table.columns
        self._is_wrapped = [name in sheet.wrapped for name in columns]
        self._column_formats = [self._column_format(name, sheet) for name in columns]
        for place, one in enumerate(self._column_formats):
            _done(self.sheet.set_column(place, place, None, one))
        self._write_head()
        for place, name in enumerate(columns):
            if name in sheet.edited:
                chosen = map(width_of, sheet.choices.get(name, ()))
                self._widths[place] = max(self._widths[place], _TO_WRITE_IN, *chosen)
        percent = [name in table.percentages for name in columns]
        n_rows, rows = 0, iter(table)
        for row in rows:
            n_rows += 1
            if n_rows > MOST_ROWS:
                n_rows += sum(1 for _ in rows)
                raise SheetLimitError(
                    f"Excel takes at most {counted(MOST_ROWS, 'row')}, and there are {grouped(n_rows)}",
                    "write fewer, or ",
                )
            for place, value in enumerate(row):
                if value is not None:
                    self._write(n_rows, place, value, percent[place])
            if self._n_lines > 1:
                _done(self.sheet.set_row(n_rows, min(self._n_lines * _LINE, _HIGHEST)))
                self._n_lines = 1
        for place, width in enumerate(self._widths):
            widest = _WIDEST_WRAPPED if self._is_wrapped[place] else _WIDEST
            _done(self.sheet.set_column(place, place, min(width, widest) + _ROOM, self._column_formats[place]))
        _done(self.sheet.autofilter(0, 0, n_rows, len(columns) - 1))
        return n_rows

    def _write_head(self) -> None:
        head = self._format(bold=True, bg_color=ROLES["window"][0], bottom=1, bottom_color=ROLES["border"][0])
        for place, name in enumerate(self._columns):
            self._widths.append(width_of(name) + _ROOM_IN_HEAD)
            self._check_length(0, place, name)
            _done(self.sheet.write_string(0, place, encodable(name), head))
        self.sheet.freeze_panes(1, 0)
        every = f"A1:XFD{MOST_ROWS + 1}"
        _done(self.sheet.ignore_errors({"number_stored_as_text": every}))

    def _column_format(self, name: str, sheet: Sheet) -> "Format":
        look: dict[str, object] = {"valign": "top"}
        if name in sheet.wrapped:
            look["text_wrap"] = True
        if name in sheet.edited:
            look["num_format"] = "@"  # so that =flair stays a text, and 1-2 makes no date
        return self._format(**look)

    def _format(self, **look: object) -> "Format":
        key = tuple(sorted(look.items()))
        if key not in self._formats:
            self._formats[key] = self._book.add_format(look)
        return self._formats[key]

    def _write(self, row: int, place: int, value: Value, is_percent: bool) -> None:
        if isinstance(value, str):
            self._write_words(row, place, value)
        elif type(value) is int and -_WHOLE <= value <= _WHOLE:  # most are such
            self._widths[place] = max(self._widths[place], len(f"{value}"))
            _done(self.sheet.write_number(row, place, value))
        elif isinstance(value, list):
            self.write_text(row, place, json.dumps(value, ensure_ascii=False))
        elif isinstance(value, int):
            self.write_text(row, place, f"{value}")
        elif isinstance(value, MeanOfRuns):
            raise TypeError("means of runs have two columns")
        else:
            self._write_number(row, place, value.value if isinstance(value, Ratio) else value, is_percent)

    def _write_number(self, row: int, place: int, number: float | Decimal | None, is_percent: bool) -> None:
        if number is None or isnan(number):
            return
        if not isfinite(number):
            self.write_text(row, place, f"{number}")
            return
        shown = _number_format(number, is_percent)
        look = self._format(valign="top", num_format=shown) if shown else None
        self._widths[place] = max(self._widths[place], len(f"{number:.4f}" if shown else f"{number}"))
        _done(self.sheet.write_number(row, place, _Exact(number), look))

    def _write_words(self, row: int, place: int, text: str) -> None:
        if not isinstance(text, Marked) or not text.words or _ESCAPED.search(text):
            self.write_text(row, place, text)
            return
        mark = {"bold": True, "font_color": text.ink}
        if text == text.words:
            look = {"valign": "top", "text_wrap": self._is_wrapped[place]}
            self.write_text(row, place, text, self._format(**mark, **look))
            return
        self._check_length(row, place, text)
        parts = [
            *([encodable(text.before)] if text.before else []),
            *(self._format(**mark), encodable(text.words)),
            *([encodable(text.behind)] if text.behind else []),
        ]
        _done(self.sheet.write_rich_string(row, place, *parts, self._column_formats[place]))

    def write_text(self, row: int, place: int, text: str, look: "Format | None" = None) -> None:
        """Write a text as it is; an empty one is an empty cell."""
        if not text:
            return
        text = encodable(text)
        self._check_length(row, place, text)
        if text.startswith("<r>") and text.endswith("</r>"):  # the library would take it for the XML of marked words
            text = f'<r><t xml:space="preserve">{escape(text, quote=False)}</t></r>'
        _done(self.sheet.write_string(row, place, text, look))

    def _check_length(self, row: int, place: int, text: str) -> None:
        """Refuse a text that is too long, and make room for others."""
        if place < len(self._widths):
            width = width_of(text)
            self._widths[place] = max(self._widths[place], width)
            if self._is_wrapped[place] and (width > _WIDEST_WRAPPED or "\n" in text):
                lines = sum(width_of(line) // _WIDEST_WRAPPED + 1 for line in text.split("\n"))
                self._n_lines = max(self._n_lines, lines)
        if len(text) <= LONGEST_CELL // 2:
            return
        if (n_units := len(text.encode("utf-16-le", "surrogatepass")) // 2) > LONGEST_CELL:
            column = self._columns[place] if self._columns else _CHOICES
            raise SheetLimitError(
                f"Excel takes at most {counted(LONGEST_CELL, 'character')} in a cell, and column {column} has"
                f" {grouped(n_units)} in row {grouped(row + 1)}",
                "leave that column out, or ",
            )


class _Exact(float):
    """A number of which all digits are written; the library would write sixteen."""

    def __format__(self, _form: str) -> str:
        return repr(float(self)).removesuffix(".0")


def _number_format(number: float | Decimal, is_percent: bool) -> str:
    """Say how a number is shown; of small ones that would be shown as 0, nothing."""
    if isinstance(number, Decimal):
        return "0.00"
    if is_percent:
        return "0.00%"
    return "" if 0 < abs(number) < _SMALLEST else "0.0000"


_CONTEXT: Final = ("left", "text", "right")
_IN_WORDS: Final = {
    **{spans: column.name for spans, column in SIDE_WORDS.items()},
    CORRECTED: CORRECTED_WORDS,
    "old_predicted_spans": OLD_WORDS,
}
"""What stands in a sheet instead of spans."""

_Values: TypeAlias = Mapping[str, Value]


@dataclass(frozen=True)
class _Sheets:
    """Makes the sheets of one sort of events; `context` gives the words before a segment, the segment, and the rest."""

    sort: EventSort
    drawn_from: tuple[str, ...]
    context: Callable[[_Values], tuple[str, str, str]]
    ink: Callable[[str], str]

    def drawn(self, columns: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*(_IN_WORDS.get(name, name) for name in columns), *self.drawn_from]))

    def cells(self, table: Table, page: Page) -> Table:
        """Give the cells of a sheet: the sentence is one, which stands where its first part would."""
        context = [name for name in _CONTEXT if name in page.columns]
        sentence = " · ".join(context)
        columns = tuple(dict.fromkeys(sentence if name in context else name for name in page.columns))

        def cell(name: str, values: _Values, ink: str) -> Value:
            if name == sentence:
                parts = zip(_CONTEXT, self.context(values), strict=True)
                before, words, behind = (part if side in context else "" for side, part in parts)
                return Marked.of(before, words, behind, ink)
            value = values[_IN_WORDS.get(name, name)]
            if name == "kind":
                return Marked.of("", f"{value}", "", ink)
            return _verdict(page.wording, f"{value}") if name == "verdict" else value

        def rows() -> Iterator[Row]:
            for row in table:
                values = dict(zip(table.columns, row, strict=True))
                ink = self.ink(f"{values['kind']}")
                yield tuple(cell(name, values, ink) for name in columns)

        texts = {sentence, *_IN_WORDS}
        contents = {name: Content.TEXT if name in texts else self.sort.content(name) for name in columns}
        return Table(columns, rows(), contents=contents)

    def write(self, table: Table, file: BinaryIO, page: Page) -> None:
        """Write a sheet from a table of the columns that are `drawn`."""
        cells = self.cells(table, page)
        known = self.sort.columns
        edited = {name for name in cells.columns if name in known and known[name].of in (Of.DECISIONS, Of.PEOPLE)}
        wrapped = {name for name in cells.columns if name in _IN_WORDS or name == "note" or name not in page.columns}
        choices = {
            name: [_verdict(page.wording, word) for word in words] if name == "verdict" else words
            for name, words in page.choices.items()
        }
        write_sheet(Sheet(cells, choices, frozenset({*wrapped, "text"}), frozenset({*edited, "event"})), file)


def _verdict(wording: Wording, verdict: str) -> str:
    return wording.name(verdict) if verdict in VERDICT_TABLE else verdict


def _mention_context(values: _Values) -> tuple[str, str, str]:
    tokens, blanks = cast("list[str]", values[SEGMENT_TOKENS]), cast("list[str]", values[SEGMENT_BLANKS])
    left, right = f"{values[LEFT_WORDS]}", f"{values[RIGHT_WORDS]}"
    return left + blanks[0] * bool(left), as_written(tokens, blanks[:-1]), blanks[-1] * bool(right) + right


def _relation_context(values: _Values) -> tuple[str, str, str]:
    left, right = f"{values['left']}", f"{values['right']}"
    return left + " " * bool(left), f"{values['text']}", " " * bool(right) + right


def _mention_ink(kind: str) -> str:
    return KIND_TABLE[kind].ink[0] if kind in KIND_TABLE else ROLES["text2"][0]  # a version without an event has none


def _relation_ink(kind: str) -> str:
    return _mention_ink(RELATION_KIND_TABLE[kind].like)


_OF_MENTIONS: Final = _Sheets(
    *(MENTIONS, ("kind", LEFT_WORDS, SEGMENT_TOKENS, SEGMENT_BLANKS, RIGHT_WORDS), _mention_context, _mention_ink)
)
_OF_RELATIONS: Final = _Sheets(RELATIONS, ("kind", *_CONTEXT), _relation_context, _relation_ink)

MENTION_SHEET: Final = ListWriter(_OF_MENTIONS.drawn, _OF_MENTIONS.write, _OF_MENTIONS.cells)
RELATION_SHEET: Final = ListWriter(_OF_RELATIONS.drawn, _OF_RELATIONS.write, _OF_RELATIONS.cells)
