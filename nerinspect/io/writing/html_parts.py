"""What pages and notebooks draw in HTML: text as it is, symbols of kinds, and readings as lines over the words."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from math import ceil
from typing import Final

from nerinspect.events.context import stack_levels
from nerinspect.events.kinds import KIND_TABLE
from nerinspect.lists.table import Spans

_NAME_WIDTH: Final = 0.8  # of a letter in the name of a type, in digits of the text
_MOST_LEVELS: Final = 4  # lines of mentions that overlap; those beyond share the outermost
_LEVEL: Final = 5  # from one of these lines to the next, in pixels

LEVEL_STYLE: Final = "".join(
    f".o{level} {{ padding-block: calc(.1em + {level * _LEVEL}px); }}\n" for level in range(1, _MOST_LEVELS)
)
"""Rules that part the lines of mentions that overlap."""


def escaped(text: str) -> str:
    """Write text so that a browser reads it unchanged; NUL, which it cannot hold, is marked."""
    return escape(text).replace("\r", "&#13;").replace("\0", "\ufffd")


def mention_symbol(kind: str) -> str:
    """Draw the symbol of a kind of mention events in the colour of the text, on a grid of 18 by 15."""
    bars = KIND_TABLE[kind].symbol
    return _bar(bars.above, 1.5) + _bar(bars.below, 9, bars.is_hollow)


def _bar(width: float, top: float, is_hollow: bool = False) -> str:
    if is_hollow:
        edge = 'fill="none" stroke="currentColor" stroke-width="1.5"'
        return f'<rect x="1.75" y="{top + 0.75}" width="{width - 1.5}" height="3" {edge}/>'
    if width:
        return f'<rect x="1" y="{top}" width="{width}" height="4.5" rx="1"/>'
    dots = 'stroke="currentColor" stroke-width="1.5" stroke-dasharray="1.5 2.7" stroke-linecap="round"'
    return f'<path d="M2 {top + 2.25}H16" {dots}/>'


class Side:
    """The mentions of one side over the tokens of a segment.

    Where mentions overlap, their lines lie over each other, the shorter ones nearer to the words; all types that begin
    at a token are named there.

    `over`: for each token the classes of the lines over it, by their levels. `room`: further room in digits before a
    token, so that the name of a type does not run into the next one.
    """

    def __init__(self, name: str, spans: Spans, zero: int, tokens: Sequence[str], places: Mapping[str, int]) -> None:
        self._name = name
        here = sorted((start - zero, end - zero, type_name) for start, end, type_name in spans)
        self.over: list[dict[int, str]] = [{} for _ in tokens]
        self._goes_on: list[dict[int, str]] = [{} for _ in tokens]
        types: defaultdict[int, list[str]] = defaultdict(list)
        levels = stack_levels([(start, end) for start, end, _ in here])
        for (start, end, type_name), level in zip(here, levels, strict=True):
            types[start].append(type_name)
            for place in range(start, end):
                line = {min(level, _MOST_LEVELS - 1): f"{name}{places[type_name]}"}
                self.over[place] |= line
                self._goes_on[place] |= line if place > start else {}
        self._begins = {start: " ".join(names) for start, names in types.items()}
        ends = {start: end for start, end, _ in here}
        self.room: dict[int, int] = {}
        for (start, names), (following, _) in pairwise(self._begins.items()):
            n_characters = sum(len(token) + 1 for token in tokens[start:following])
            if (missing := ceil(_NAME_WIDTH * len(names)) + 1 - n_characters) > 0:
                self.room[min(ends[start], following)] = missing

    @property
    def n_levels(self) -> int:
        return max((level for lines in self.over for level in lines), default=-1) + 1

    def before(self, place: int) -> dict[int, str]:
        """Give the classes of the lines over the blank before a token: of mentions that go on there."""
        return self._goes_on[place]

    def touches(self, place: int) -> bool:
        """Tell whether a mention begins at a token where another one ends."""
        return place in self._begins and any(level not in self._goes_on[place] for level in self.over[place - 1])

    def name_at(self, place: int) -> str:
        """Give the attribute that names the type of the mention that begins at a token."""
        begins = self._begins.get(place)
        return "" if begins is None else f' data-{self._name}="{escaped(begins)}"'


def line_height(usual: float, sides: Sequence[Side]) -> str:
    """Give a cell lines so high that readings with several levels have room; empty where the usual height is enough."""
    more = 2 * _LEVEL * (max(side.n_levels for side in sides) - 1)
    return f' style="line-height: calc({usual}em + {more}px)"' if more > 0 else ""


def drawn_segment(tokens: Sequence[str], blanks: Sequence[str], sides: Sequence[Side], has_names: bool = True) -> str:
    """Write each token of a segment, and the blank before it, with the classes of the lines over them.

    Parameters
    ----------
    blanks : sequence of str
        What stands before each token.
    has_names : bool
        Whether types are named at the first tokens of mentions, with room for the names.
    """
    parts = []
    for place, token in enumerate(tokens):
        if place:
            over = [side.before(place) for side in sides]
            room = max(side.room.get(place, 0) for side in sides) if has_names else 0
            blank = blanks[place]
            if room:
                parts.append(_lined(blank, over, f' style="padding-inline-end: {room}ch"'))
            elif not blank and any(side.touches(place) for side in sides):
                parts.append('<span class="apart"></span>')
            else:
                parts.append(_lined(blank, over) if blank and any(over) else blank)
        named = "".join(side.name_at(place) for side in sides) if has_names else ""
        parts.append(_lined(escaped(token), [side.over[place] for side in sides], named))
    return "".join(parts)


def _lined(inside: str, over: Sequence[Mapping[int, str]], attributes: str = "") -> str:
    """Put lines over some words: the levels as elements around each other, the outermost of which has attributes."""
    levels = sorted({0}.union(*over))
    for level in levels:
        classes = [lines[level] for lines in over if level in lines] + ([f"o{level}"] if level else [])
        own = attributes if level == levels[-1] else ""
        inside = f'<span class="{" ".join(classes)}"{own}>{inside}</span>'
    return inside
