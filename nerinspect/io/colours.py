"""The colours of the program, as text: of the window and of exported pages, on a light and on a dark ground."""

import zlib
from collections.abc import Mapping, Sequence
from typing import Final

ROLES: Final[dict[str, tuple[str, str]]] = {
    "window": ("#F2F2F0", "#26282B"),
    "base": ("#FFFFFF", "#1B1C1E"),
    "alternate": ("#F8F8F7", "#202225"),
    "hairline": ("#DDDDDA", "#36393D"),
    "border": ("#BFBFBB", "#50545A"),
    "button": ("#FAFAF9", "#303337"),
    "selected": ("#DDE8F5", "#2A3B52"),
    "hover": ("#ECECE9", "#2E3134"),
    "text": ("#1C1D1F", "#E7E8E9"),
    "text2": ("#505458", "#B3B7BC"),
    "text3": ("#62666B", "#A1A6AC"),
    "dimmed": ("#63676C", "#A0A5AB"),
    "accent": ("#2563B0", "#86B4EE"),
    "warning": ("#8A5300", "#F0BC66"),
    "warning_strip": ("#FBF1DC", "#3A3120"),
    "chart_bar": ("#C9CDD2", "#55595F"),
    "support_bar": ("#BFBFBB", "#50545A"),
    "heat": ("#254878", "#86B4EE"),
}
"""Light and dark colour of each role."""

SYSTEM_COLOURS: Final = ("grey", "blue", "orange", "green", "purple", "red", "pink")
"""Names of the colours that systems can have, by their numbers."""

SYSTEM_INKS: Final = (
    ("#7F8585", "#A49E98"),
    ("#0072B2", "#56B4E9"),
    ("#D55E00", "#E69F00"),
    ("#074304", "#98FD7F"),
    ("#5C1AA0", "#AC6ABE"),
    ("#9C4B4C", "#F24033"),
    ("#791F52", "#FECBE1"),
)
"""Light and dark ink of each of them; the colour-blind tell them apart too."""

VERDICT_INKS: Final = (("#A3AFBC", "#7F8B98"), ("#A5C1E6", "#3E6294"), ("#D5DADF", "#4A5057"))
"""Light and dark ink of the first verdicts in charts; others have none, only an edge."""

HUES: Final = (
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
"""Light fill, light line, dark fill and dark line of each hue; neighbours differ in lightness, not in hue alone."""

_AMBER, _GREEN, _BLUE, _MAGENTA = 3, 5, 8, 11
_FAMILIES: Final = {
    "PER": _AMBER,
    "PERSON": _AMBER,
    "ORG": _BLUE,
    "LOC": _GREEN,
    "GPE": _GREEN,
    "MISC": _MAGENTA,
}
PATTERNS: Final = ("solid", "dashed", "dotted")
"""Patterns of the lines of types: of the first twelve, of the next twelve, of all others."""


def assign_slots(types: Sequence[str], earlier: Mapping[str, int] | None = None) -> dict[str, int]:
    """Choose a slot from 0 for each type, no two the same; those given earlier stay as they are.

    Slot modulo 12 is the hue, slot divided by 12 the pattern of the line.
    """
    listed = set(types)
    slots = {name: slot for name, slot in (earlier or {}).items() if name in listed}
    taken = set((earlier or {}).values())
    first, n_hues = 0, len(HUES)  # of the pattern in which a hue is free
    for name in sorted(listed - set(slots), key=lambda name: (name.upper() not in _FAMILIES, name)):
        while taken.issuperset(range(first, first + n_hues)):
            first += n_hues
        turn = (first + (_preferred_slot(name) + step) % n_hues for step in range(n_hues))
        slots[name] = next(slot for slot in turn if slot not in taken)
        taken.add(slots[name])
    return slots


def system_ink(colour: int) -> tuple[str, str]:
    """Give the light and the dark ink of a colour by its number; past the last one they begin again."""
    return SYSTEM_INKS[colour % len(SYSTEM_INKS)]


def system_colour_name(colour: int) -> str:
    return SYSTEM_COLOURS[colour % len(SYSTEM_COLOURS)]


def hue_of(slot: int) -> tuple[str, str, str, str]:
    """Give the hue of a slot: light fill, light line, dark fill and dark line."""
    return HUES[slot % len(HUES)]


def pattern_of(slot: int) -> str:
    return PATTERNS[min(slot // len(HUES), len(PATTERNS) - 1)]


def _preferred_slot(name: str) -> int:
    upper = name.upper()
    return _FAMILIES.get(upper, zlib.crc32(upper.encode()) % len(HUES))
