"""A lasting colour for each entity type: a fill for tracks and a line for readings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from nerinspect.io.colours import assign_slots, hue_of, pattern_of
from nerinspect.ui.theme import Theme

_PENS: Final = {"solid": Qt.PenStyle.SolidLine, "dashed": Qt.PenStyle.DashLine, "dotted": Qt.PenStyle.DotLine}


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


def _style(slot: int, theme: Theme) -> TypeStyle:
    if theme.is_plain:
        return TypeStyle(theme.base, theme.text, list(_PENS.values())[slot % len(_PENS)])
    fill, line = hue_of(slot)[2 if theme.is_dark else 0 :][:2]
    return TypeStyle(QColor(fill), QColor(line), _PENS[pattern_of(slot)])
