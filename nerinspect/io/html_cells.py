"""The cells of exported pages: each event in its sentence, reference above the words and prediction below."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import Final, NamedTuple, cast

from nerinspect.analysis.events import KIND_NAMES
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.io.html_decisions import CORRECTED, DECISION_CELLS, HEADS, escaped
from nerinspect.results.events_table import LEFT_WORDS, RIGHT_WORDS, SEGMENT_BLANKS, SEGMENT_TOKENS
from nerinspect.results.table import Spans, Table, Value

_CONTEXT: Final = ("left", "text", "right")
_DRAWN_FROM: Final = (SEGMENT_TOKENS, SEGMENT_BLANKS, "start", "reference_spans", "predicted_spans")
_WORDS: Final = {"left": LEFT_WORDS, "right": RIGHT_WORDS}
_SIDES: Final = (("ref", "reference_spans"), ("pred", "predicted_spans"))
_NUMBERS: Final = frozenset({"run", "document", "sentence", "line", "start", "end", "demerits"})
_NAME_WIDTH: Final = 0.8  # of a letter in the name of a type, in digits of the text


def drawn_columns(columns: Sequence[str]) -> tuple[str, ...]:
    """List the columns of the events table that a page needs to show some columns."""
    is_drawn = "text" in columns or CORRECTED in columns
    words = [_WORDS[name] for name in columns if name in _WORDS]
    return tuple(dict.fromkeys([*columns, *words, *(_DRAWN_FROM if is_drawn else ())]))


def html_rows(table: Table, columns: Sequence[str], types: Sequence[str], wording: Wording = JUDGED) -> Iterator[str]:
    """Write events as the rows of an HTML table, the names of the columns first.

    Parameters
    ----------
    table : Table
        The columns that `drawn_columns` lists for the ones shown.
    columns : sequence of str
        What is shown; `left`, `text` and `right` are one cell, where the first of them stands.
    types : sequence of str
        All entity types; the class of a mention names the place of its type.
    wording : Wording
        How the two sides are spoken of.

    Yields
    ------
    str
        A line.
    """
    context = [name for name in _CONTEXT if name in columns]
    cells = list(dict.fromkeys("text" if "text" in context and name in context else name for name in columns))
    names = {name: HEADS.get(name, name) for name in cells} | {"text": " · ".join(context)}
    yield f"<thead><tr>{''.join(f'<th{_class(name)}>{names[name]}</th>' for name in cells)}</tr></thead>\n"
    look = _Look({name: place for place, name in enumerate(types)}, wording)
    for row in table:
        values = dict(zip(table.columns, row, strict=True))
        yield f"<tr>{''.join(_cell(name, values, context, look) for name in cells)}</tr>\n"


class _Look(NamedTuple):
    """How mentions are drawn and spoken of: the place of each type, and the words for the sides."""

    places: Mapping[str, int]
    wording: Wording


def _class(name: str) -> str:
    return ' class="number"' if name in _NUMBERS else ""


def _cell(name: str, values: Mapping[str, Value], context: Sequence[str], look: _Look) -> str:
    value = values[name]
    if name == "text":
        left, right = (f"{values[words]}" if side in context else "" for side, words in _WORDS.items())
        blanks = cast("list[str]", values[SEGMENT_BLANKS])
        before, after = escaped(left + blanks[0] * bool(left)), escaped(blanks[-1] * bool(right) + right)
        return f'<td class="context" dir="auto">{before}<mark>{_segment(values, look, _SIDES)}</mark>{after}</td>'
    if name == "kind" and value in KIND_NAMES:  # a version that has no event there has none
        return (
            f'<td class="kind" style="color: var(--{value})" title="{look.wording.name(str(value))}">'
            f'<svg aria-hidden="true"><use href="#{value}"/></svg> {str(value).upper()}</td>'
        )
    if name in DECISION_CELLS:
        return DECISION_CELLS[name](str(value), look.wording)
    if name == CORRECTED:
        return _corrected(values, look)
    value = values[_WORDS.get(name, name)]
    shown = json.dumps(value, ensure_ascii=False) if isinstance(value, list) else "" if value is None else value
    kept = _class(name) or ' dir="auto"'
    return f"<td{kept}>{escaped(str(shown))}</td>"


def _corrected(values: Mapping[str, Value], look: _Look) -> str:
    """Draw the right reading of a segment as the reference is drawn; nothing where none was given."""
    if values[CORRECTED] is None:
        return "<td></td>"
    none = "" if values[CORRECTED] else '<br><i class="none">no mention</i>'
    drawn = _segment(values, look, (("ref", CORRECTED),))
    return f'<td class="corrected" dir="auto"><mark>{drawn}</mark>{none}</td>'


def _segment(values: Mapping[str, Value], look: _Look, drawn: Sequence[tuple[str, str]]) -> str:
    """Write each token of a segment, and the blank before it, with the classes of the mentions over them."""
    blanks = cast("list[str]", values[SEGMENT_BLANKS])
    tokens, start = cast("list[str]", values[SEGMENT_TOKENS]), cast("int", values["start"])
    sides = [_Side(name, cast("Spans", values[column]), start, tokens, look.places) for name, column in drawn]
    parts = []
    for place, token in enumerate(tokens):
        if place:
            over = " ".join(filter(None, (side.before(place) for side in sides)))
            room = max(side.room.get(place, 0) for side in sides)
            apart = f' style="padding-inline-end: {room}ch"' if room else ""
            blank = blanks[place]
            parts.append(f'<span class="{over}"{apart}>{blank}</span>' if room or (over and blank) else blank)
        over = " ".join(filter(None, (side.classes[place] for side in sides)))
        named = "".join(side.name_at(place) for side in sides)
        parts.append(f'<span class="{over}"{named}>{escaped(token)}</span>')
    return "".join(parts)


class _Side:
    """The mentions of one side over the tokens of a segment.

    Where mentions overlap, the line of the shorter one is drawn; all types that begin at a token are named there.

    Attributes
    ----------
    classes : list of str
        For each token the class of the mention over it; empty outside mentions.
    room : dict of int to int
        Further room in digits before a token, so that the name of a type does not run into the next one.
    """

    def __init__(self, name: str, spans: Spans, zero: int, tokens: list[str], places: Mapping[str, int]) -> None:
        self._name = name
        self.classes = [""] * len(tokens)
        for start, end, type_name in sorted(spans, key=lambda span: span[0] - span[1]):
            self.classes[start - zero : end - zero] = [f"{name}{places[type_name]}"] * (end - start)
        types: defaultdict[int, list[str]] = defaultdict(list)
        for start, _, type_name in spans:
            types[start - zero].append(type_name)
        self._begins = {start: " ".join(names) for start, names in types.items()}
        ends = {start - zero: end - zero for start, end, _ in spans}
        self.room: dict[int, int] = {}
        for (start, names), (following, _) in pairwise(self._begins.items()):
            n_characters = sum(len(token) + 1 for token in tokens[start:following])
            if (missing := ceil(_NAME_WIDTH * len(names)) + 1 - n_characters) > 0:
                self.room[min(ends[start], following)] = missing

    def before(self, place: int) -> str:
        """Give the class of the blank before a token; empty unless a mention goes on over it."""
        return "" if place in self._begins or not self.classes[place - 1] else self.classes[place]

    def name_at(self, place: int) -> str:
        """Give the attribute that names the type of the mention that begins at a token."""
        begins = self._begins.get(place)
        return "" if begins is None else f' data-{self._name}="{escaped(begins)}"'
