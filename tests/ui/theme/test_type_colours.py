"""Colours of entity types: lasting, distinct and readable."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from nerinspect.io.colours import assign_slots
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme, type_styles

_MANY = [f"TYPE{number}" for number in range(30)]


def _luminance(colour: QColor) -> float:
    channels = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def _contrast(one: QColor, other: QColor) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(
    ("theme", "values"),
    [
        (LIGHT, "#cfe6d2 #3b8f55 #f2d8ee #b355a8 #cfe0f4 #1c57a6 #f4e0b8 #ad7708"),
        (DARK, "#24432e #74cc92 #4b2e4a #e39be0 #243d5c #4e90e6 #4a3b17 #c99522"),
    ],
    ids=["light", "dark"],
)
def test_the_four_common_types_have_the_agreed_colours(theme: Theme, values: str) -> None:
    styles = type_styles(["LOC", "MISC", "ORG", "PER"], theme).values()
    assert [colour.name() for style in styles for colour in (style.fill, style.line)] == values.split()


def test_a_type_keeps_its_colour_whatever_the_order() -> None:
    assert assign_slots(_MANY) == assign_slots(_MANY[::-1])


def test_case_of_a_name_does_not_change_its_colour() -> None:
    assert type_styles(["per"], LIGHT)["per"] == type_styles(["PER"], LIGHT)["PER"]


def test_families_come_before_other_types() -> None:
    # PERCENT sorts before PERSON, and its own slot is the amber one.
    assert type_styles(["PERCENT", "PERSON"], LIGHT)["PERSON"] == type_styles(["PER"], LIGHT)["PER"]


def test_no_two_types_share_a_slot() -> None:
    assert len(set(assign_slots(_MANY).values())) == len(_MANY)


def test_patterns_begin_at_the_thirteenth_type() -> None:
    pens = [style.pen for style in type_styles(_MANY, LIGHT).values()]
    solid, dashed, dotted = Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine
    assert [pens.count(pen) for pen in (solid, dashed, dotted)] == [12, 12, 6]


def test_a_later_type_does_not_recolour_an_earlier_one() -> None:
    earlier = assign_slots(["PERCENT"])
    assert assign_slots(["PER", "PERCENT"], earlier)["PERCENT"] == earlier["PERCENT"]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_text_is_readable_on_every_fill(theme: Theme) -> None:
    styles = type_styles(_MANY[:12], theme).values()
    assert min(_contrast(theme.text, style.fill) for style in styles) >= 7


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_lines_stand_out_from_the_base(theme: Theme) -> None:
    styles = type_styles(_MANY[:12], theme).values()
    assert min(_contrast(style.line, theme.base) for style in styles) >= 3.8
