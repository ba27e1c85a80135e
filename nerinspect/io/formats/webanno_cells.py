r"""The cells of WebAnno TSV: annotations stacked with `|`, each a value with a number in brackets, `\` before signs."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

NOTHING: Final = "_"
"""A cell without annotation."""

NO_VALUE: Final = "*"
"""An annotation without a value."""

NO_NUMBER: Final = -1
"""An annotation without a number."""

_ESCAPED: Final = re.compile(r"\\(->|.)", re.DOTALL)
_RESERVED: Final = re.compile(r"->|[\\\[\]|_;*\t\n]")
_NUMBERED: Final = re.compile(r"((?:[^\\]|\\.)*)\[([0-9]{1,9})\]", re.DOTALL)
_REFERENCE: Final = re.compile(r"([0-9]+-[0-9]+(?:\.[0-9]+)?)(?:\[([0-9]{1,9})(?:_([0-9]{1,9}))?\])?")
_CONTROL: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "b": "\b"}
_AS_LETTER: Final = {"\t": "\\t", "\n": "\\n"}


class Item(NamedTuple):
    """One annotation of a cell.

    Attributes
    ----------
    value : str
        As written.
    number : int
        What ties the cells of one annotation together; `NO_NUMBER` if there is none.
    """

    value: str
    number: int


class UnitReference(NamedTuple):
    """A cell that names an annotation elsewhere.

    Attributes
    ----------
    unit : str
        Its first token or part of a token, such as `1-3`.
    number, own_number : int
        Its number, and in relations that of the annotation here; 0 or `NO_NUMBER` if there is none.
    """

    unit: str
    number: int
    own_number: int


def split(cell: str, sign: str) -> list[str]:
    r"""Cut a cell at a sign that has no `\` before it."""
    cuts = [found.start() for found in re.finditer(rf"\\.|{re.escape(sign)}", cell, re.DOTALL) if found[0] == sign]
    starts, ends = [0, *(cut + 1 for cut in cuts)], [*cuts, len(cell)]
    return [cell[start:end] for start, end in zip(starts, ends, strict=True)]


@lru_cache(maxsize=4096)
def items(cell: str) -> tuple[Item, ...]:
    """Give the annotations stacked in a cell."""
    if cell == NOTHING:
        return ()
    found = [(value, _NUMBERED.fullmatch(value)) for value in split(cell, "|")]
    return tuple(Item(match[1], int(match[2])) if match else Item(value, NO_NUMBER) for value, match in found)


def reference(value: str) -> UnitReference | None:
    """Read what a relation or a slot names; None if it cannot be read."""
    match = _REFERENCE.fullmatch(value)
    return UnitReference(match[1], int(match[2] or NO_NUMBER), int(match[3] or NO_NUMBER)) if match else None


def plain(value: str) -> str:
    r"""Take the `\` away."""
    return _ESCAPED.sub(lambda found: _CONTROL.get(found[1], found[1]), value) if "\\" in value else value


def escaped(value: str) -> str:
    r"""Put a `\` before signs that mean something."""
    return _RESERVED.sub(lambda found: _AS_LETTER.get(found[0], f"\\{found[0]}"), value)
