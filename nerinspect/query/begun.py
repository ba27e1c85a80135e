"""The part of a query that the cursor stands in."""

import re
from dataclasses import dataclass

from nerinspect.query.fields import NAMED_FIELDS

_PIECE = re.compile(
    r"""(?P<gap>[ \t\r\n()]+) | (?P<comma>,) | (?P<name>[^ \t\r\n,()":]*:)
    | "(?:[^"\\]|\\.)*(?P<quote>"?) | [^ \t\r\n,()":]+""",
    re.VERBOSE | re.DOTALL,
)
_PATTERN = re.compile(r"/(?:\\.|[^/\\])*(?:/i?|\\?$)", re.DOTALL)


@dataclass(frozen=True)
class Begun:
    """The part of a term that the cursor stands in.

    Attributes
    ----------
    field : str or None
        The name before the colon; None where there is no colon yet.
    start : int
        Where the part begins.
    values : tuple of str
        The values before it in the term, as they are written.
    is_open : bool
        Whether the part can be completed at all: not a regular expression, not behind a closing quote.
    """

    field: str | None
    start: int
    values: tuple[str, ...]
    is_open: bool


def begun_part(before: str) -> Begun:
    """Go through what stands before the cursor, forgiving every mistake."""
    field: str | None = None
    place = start = 0
    values: tuple[str, ...] = ()
    is_open = True
    while place < len(before):
        at_start, is_open = place == start, True
        if at_start and field is None and before[place] == "-":
            place = start = place + 1
            continue
        if at_start and before[place] == "/" and (field is None or _takes_patterns(field)):
            found = _PATTERN.match(before, place)
            is_open = False
        else:
            found = _PIECE.match(before, place)
        assert found is not None  # the pieces cover every character
        place = found.end()
        kind = found.lastgroup if is_open else None
        if kind == "gap":
            field, start, values = None, place, ()
        elif kind == "comma":
            values, start = (*values, before[start : place - 1]), place
        elif kind == "name" and field is None and at_start:
            field, start = found[0][:-1], place
        elif kind == "quote":
            is_open = not found["quote"] and at_start
    return Begun(field, start, values, is_open)


def _takes_patterns(name: str) -> bool:
    field = NAMED_FIELDS.get(name.casefold())
    return field is not None and field.takes_patterns
