"""The colours of exported pages: those of the window, on a light and on a dark ground."""

import zlib
from collections.abc import Iterator, Sequence
from typing import Final

from nerinspect.analysis.events import KINDS

GROUND: Final = {
    "base": ("#FFFFFF", "#1B1C1E"),
    "text": ("#1C1D1F", "#E7E8E9"),
    "text2": ("#505458", "#B3B7BC"),
    "hairline": ("#DDDDDA", "#36393D"),
    "selected": ("#DDE8F5", "#2A3B52"),
}
"""Light and dark colour of each role."""

KIND_INKS: Final = dict(
    zip(
        KINDS,
        (
            ("#38403B", "#A9B5AC"),
            ("#994B09", "#FDA072"),
            ("#0C4497", "#6EA5FC"),
            ("#7A4ACA", "#DBADFE"),
            ("#1B7175", "#8CE8E0"),
            ("#C22061", "#FD7D8A"),
        ),
        strict=True,
    )
)
"""Light and dark ink of each kind of event."""

_LINES: Final = (
    ("#973754", "#D06A84"),
    ("#B7573E", "#ED886D"),
    ("#7F4400", "#FBA962"),
    ("#AD7708", "#C99522"),
    ("#5D6000", "#C0C65C"),
    ("#3B8F55", "#74CC92"),
    ("#01675B", "#02A998"),
    ("#078699", "#2CD0EB"),
    ("#1C57A6", "#4E90E6"),
    ("#6C6BC1", "#A5A7FF"),
    ("#6A4190", "#A076CA"),
    ("#B355A8", "#E39BE0"),
)
_FAMILIES: Final = {"PER": 3, "PERSON": 3, "LOC": 5, "GPE": 5, "ORG": 8, "MISC": 11}
_PATTERNS: Final = ("solid", "dashed", "dotted")


def type_lines(types: Sequence[str]) -> dict[str, tuple[str, str, str]]:
    """Choose the line of each entity type as the window does.

    Parameters
    ----------
    types : sequence of str
        All types of the data, in any order.

    Returns
    -------
    dict of str to (str, str, str)
        Colour on a light and on a dark ground, and the pattern: `solid` for the first twelve types.
    """
    slots: dict[str, int] = {}
    for name in sorted(types, key=lambda name: (name.upper() not in _FAMILIES, name)):
        slots[name] = next(slot for slot in _slots_for(name) if slot not in slots.values())
    return {
        name: (*_LINES[slots[name] % len(_LINES)], _PATTERNS[min(slots[name] // len(_LINES), len(_PATTERNS) - 1)])
        for name in types
    }


def _slots_for(name: str) -> Iterator[int]:
    """List the slots of a type, the preferred one first, one round of hues after the other."""
    upper, first, n_hues = name.upper(), 0, len(_LINES)
    preferred = _FAMILIES.get(upper, zlib.crc32(upper.encode()) % n_hues)
    while True:
        yield from (first + (preferred + step) % n_hues for step in range(n_hues))
        first += n_hues
