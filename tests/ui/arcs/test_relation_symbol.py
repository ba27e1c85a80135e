"""The symbols of relation kinds: arcs in miniature, each kind told by its form alone."""

import pytest
from PySide6.QtGui import QImage

from nerinspect.events.relation_events import RELATION_KINDS
from nerinspect.ui.arcs.relation_symbol import paint_relation_symbol, relation_colour, relation_symbol_size
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme
from tests.ui.theme.symbols import has_ink, painted


def symbol(kind: str, theme: Theme = LIGHT) -> QImage:
    return painted(paint_relation_symbol, 16, kind, theme)


@pytest.mark.parametrize(
    ("kind", "arrows"),
    [
        ("correct", {"above right", "below right"}),
        ("spurious", {"below right"}),
        ("missed", {"above right"}),
        ("wrong-type", {"above right", "below right"}),
        ("wrong-argument", {"above right", "below middle"}),
        ("reversed", {"above right", "below left"}),
    ],
)
def test_arrows_point_where_each_side_has_its_tail(qapp: object, kind: str, arrows: set[str]) -> None:
    image = symbol(kind)
    beside_the_stem = {
        **{f"above {side}": (x, 5.6) for side, x in (("left", 1.4), ("middle", 7.4), ("right", 16.6))},
        **{f"below {side}": (x, 10.4) for side, x in (("left", 1.4), ("middle", 7.4), ("right", 16.6))},
    }
    assert {place for place, (x, y) in beside_the_stem.items() if has_ink(image, x, y)} == arrows


@pytest.mark.parametrize(("kind", "y"), [("spurious", 2), ("missed", 14)])
def test_a_side_without_a_relation_is_dotted(qapp: object, kind: str, y: int) -> None:
    image = symbol(kind)
    along = [has_ink(image, x / 4, y) for x in range(24, 48)]
    assert True in along
    assert False in along
    assert all(has_ink(image, x / 4, 16 - y) for x in range(24, 48))


def test_a_wrong_type_has_a_hollow_label_on_the_arc_below(qapp: object) -> None:
    image = symbol("wrong-type")
    assert not has_ink(image, 9, 13.5)
    assert has_ink(image, 7, 13.5)
    assert has_ink(image, 9, 12)
    assert not has_ink(symbol("correct"), 9, 12)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("kind", RELATION_KINDS)
def test_symbols_are_drawn_in_the_ink_of_their_kind(qapp: object, kind: str, theme: Theme) -> None:
    image = symbol(kind, theme)
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert relation_colour(theme, kind).name() in colours


def test_no_two_kinds_look_alike_without_colour(qapp: object) -> None:
    shapes = {bytes(symbol(kind).createMaskFromColor(0xFFFFFFFF).constBits()) for kind in RELATION_KINDS}
    assert len(shapes) == len(RELATION_KINDS)


def test_each_kind_has_an_ink_and_letters_of_its_own() -> None:
    for theme in (LIGHT, DARK):
        assert len({relation_colour(theme, kind).name() for kind in RELATION_KINDS}) == len(RELATION_KINDS)


def test_beside_text_of_13_pixels_a_symbol_is_as_wide_as_those_of_mentions(qapp: object) -> None:
    size = relation_symbol_size(14)
    assert (size.width(), size.height()) == (18, 16)
