"""Write lists of events as sheets of Excel: sentences with the segment in colour, readings in words, cells to fill."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO, Final, TypeAlias, cast

from nerinspect.corpus.text import as_written
from nerinspect.events.kinds import KIND_TABLE, RELATION_KIND_TABLE
from nerinspect.glossary.verdicts import VERDICT_TABLE
from nerinspect.glossary.wording import Wording
from nerinspect.io.colours import ROLES
from nerinspect.io.writing.excel import Marked, Sheet, write_sheet
from nerinspect.io.writing.forms import ListWriter, Page
from nerinspect.io.writing.html_page import CORRECTED
from nerinspect.lists.mentions import LEFT_WORDS, MENTIONS, OLD_WORDS, RIGHT_WORDS, SEGMENT_BLANKS, SEGMENT_TOKENS
from nerinspect.lists.relations import RELATIONS
from nerinspect.lists.sorts import CORRECTED_WORDS, SIDE_WORDS, EventSort
from nerinspect.lists.table import Content, Of, Row, Table, Value

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
        """List the columns that a sheet needs to show some columns."""
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
