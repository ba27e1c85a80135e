"""A lasting colour for each entity type: a fill for tracks and a line for readings."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from nerinspect.ui.theme import Theme

_HUES: Final = (  # light fill, light line, dark fill, dark line; neighbours differ in lightness, not in hue alone
    ("#FCD1D9", "#973754", "#532E37", "#D06A84"),
    ("#FDD3C8", "#B7573E", "#533026", "#ED886D"),
    ("#F8D7BE", "#7F4400", "#4F331B", "#FBA962"),
    ("#F4E0B8", "#AD7708", "#4A3B17", "#C99522"),
    ("#DEE2BC", "#5D6000", "#3B3D19", "#C0C65C"),
    ("#CFE6D2", "#3B8F55", "#24432E", "#74CC92"),
    ("#BAE9E0", "#01675B", "#10443D", "#02A998"),
    ("#B9E8F1", "#078699", "#0D424B", "#2CD0EB"),
    ("#CFE0F4", "#1C57A6", "#243D5C", "#4E90E6"),
    ("#D8DBFE", "#6C6BC1", "#363757", "#A5A7FF"),
    ("#E6D6F9", "#6A4190", "#423351", "#A076CA"),
    ("#F2D8EE", "#B355A8", "#4B2E4A", "#E39BE0"),
)
_AMBER, _GREEN, _BLUE, _MAGENTA = 3, 5, 8, 11
_FAMILIES: Final = {
    "PER": _AMBER,
    "PERSON": _AMBER,
    "ORG": _BLUE,
    "LOC": _GREEN,
    "GPE": _GREEN,
    "MISC": _MAGENTA,
}
_PATTERNS: Final = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)


@dataclass(frozen=True)
class TypeStyle:
    """How one entity type is drawn.

    Attributes
    ----------
    fill : QColor
        Tint of a track; ordinary text is readable on it.
    line : QColor
        Line of a reading.
    pen : Qt.PenStyle
        Pattern of the line: solid for the first twelve types, then dashes, then dots.
    """

    fill: QColor
    line: QColor
    pen: Qt.PenStyle


def assign_slots(types: Sequence[str], earlier: Mapping[str, int] | None = None) -> dict[str, int]:
    """Choose a slot for each type; no two types share one.

    Parameters
    ----------
    types : sequence of str
        Names of types, in any order.
    earlier : mapping of str to int, optional
        Slots given before, which stay as they are.

    Returns
    -------
    dict of str to int
        Slots from 0; slot modulo 12 is the hue, slot divided by 12 the pattern of the line.
    """
    slots = {name: slot for name, slot in (earlier or {}).items() if name in types}
    taken = set((earlier or {}).values())
    for name in sorted(set(types) - set(slots), key=lambda name: (name.upper() not in _FAMILIES, name)):
        slots[name] = _free_slot(_preferred_slot(name), taken)
        taken.add(slots[name])
    return slots


def type_styles(types: Sequence[str], theme: Theme, earlier: Mapping[str, int] | None = None) -> dict[str, TypeStyle]:
    """Choose how each type is drawn; the same names always give the same colours.

    Parameters
    ----------
    types : sequence of str
        Names of types, in any order.
    theme : Theme
        The colours around them.
    earlier : mapping of str to int, optional
        Slots given before, which stay as they are.

    Returns
    -------
    dict of str to TypeStyle
        A style for each name, in the order of `types`.
    """
    slots = assign_slots(types, earlier)
    return {name: _style(slots[name], theme) for name in types}


def _preferred_slot(name: str) -> int:
    upper = name.upper()
    return _FAMILIES.get(upper, zlib.crc32(upper.encode()) % len(_HUES))


def _free_slot(preferred: int, taken: set[int]) -> int:
    """Find the next free hue; when all are taken, the next one with another pattern."""
    n_hues, first = len(_HUES), 0
    while True:
        for step in range(n_hues):
            slot = first + (preferred + step) % n_hues
            if slot not in taken:
                return slot
        first += n_hues


def _style(slot: int, theme: Theme) -> TypeStyle:
    if theme.is_plain:
        return TypeStyle(theme.base, theme.text, _PATTERNS[slot % len(_PATTERNS)])
    fill, line = _HUES[slot % len(_HUES)][2 if theme.is_dark else 0 :][:2]
    pattern = min(slot // len(_HUES), len(_PATTERNS) - 1)
    return TypeStyle(QColor(fill), QColor(line), _PATTERNS[pattern])
