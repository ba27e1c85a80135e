import pytest
from PySide6.QtGui import QImage

from nerinspect.events.segment_events import KINDS
from nerinspect.ui.theme.marks import kind_symbol_size, paint_kind_symbol
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme
from tests.ui.theme.symbols import has_ink, painted


def symbol(kind: str, theme: Theme = LIGHT) -> QImage:
    return painted(paint_kind_symbol, 15, kind, theme)


@pytest.mark.parametrize(
    ("kind", "above", "below", "below_at_right"),
    [
        ("tp", True, True, True),
        ("fp", False, True, True),
        ("fn", True, False, False),
        ("le", True, True, True),
        ("be", True, True, False),
        ("lbe", True, True, False),
    ],
)
def test_bars_are_the_event_in_miniature(
    qapp: object, kind: str, above: bool, below: bool, below_at_right: bool
) -> None:
    image = symbol(kind)
    found = has_ink(image, 8, 2.2), has_ink(image, 5, 9.7), has_ink(image, 15, 9.7)  # dots are less high than bars
    assert found == (above, below, below_at_right)


@pytest.mark.parametrize("kind", ["le", "lbe"])
def test_the_bar_below_is_hollow_if_the_types_differ(qapp: object, kind: str) -> None:
    assert not has_ink(symbol(kind), 5, 11.25)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_symbols_are_drawn_in_the_ink_of_their_kind(qapp: object, kind: str, theme: Theme) -> None:
    image = symbol(kind, theme)
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
    assert theme.kind_colour(kind).name() in colours


def test_no_two_kinds_look_alike_without_colour(qapp: object) -> None:
    shapes = {bytes(symbol(kind).createMaskFromColor(0xFFFFFFFF).constBits()) for kind in KINDS}
    assert len(shapes) == len(KINDS)


def test_symbol_beside_thirteen_pixels_of_text_has_the_agreed_size(qapp: object) -> None:
    size = kind_symbol_size(14)
    assert (size.width(), size.height()) == (18, 15)
