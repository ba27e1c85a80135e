import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from pytestqt.qtbot import QtBot

from nerinspect.ui.filters.counts_table import CountCell
from nerinspect.ui.filters.kinds import paint_kind_row
from nerinspect.ui.kit.tables.painters import ValuesStyle
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme

HEIGHT = 22


def painted(theme: Theme, share: float, count: int = 48, width: int = 308, unit: int = 13, largest: int = 0) -> QImage:
    font = QFont()
    font.setPixelSize(unit)
    image = QImage(width, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(theme.window)
    painter = QPainter(image)
    paint_kind_row(
        painter,
        ValuesStyle(theme, font),
        QRectF(image.rect()),
        CountCell("missed", "fn", count=count, share=share),
        f"{largest:,}",
        letters="FN",
    )
    painter.end()
    return image


def n_pixels(image: QImage, colour: QColor, left: int) -> int:
    return sum(image.pixelColor(x, HEIGHT // 2) == colour for x in range(left, image.width()))


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_bar_has_the_ink_of_the_kind_and_the_length_of_the_share(qtbot: QtBot, theme: Theme) -> None:
    half, whole = (n_pixels(painted(theme, share), theme.kind_colour("fn"), 150) for share in (0.5, 1.0))
    assert whole == pytest.approx(2 * half, abs=2)


@pytest.mark.parametrize(("share", "width"), [(0.0, 308), (1.0, 248)])
def test_without_a_share_or_in_a_narrow_row_there_is_no_bar(qtbot: QtBot, share: float, width: int) -> None:
    assert n_pixels(painted(LIGHT, share, width=width), LIGHT.kind_colour("fn"), 150) == 0


def test_the_symbol_keeps_its_colour_without_events(qtbot: QtBot) -> None:
    image = painted(LIGHT, 0.0, count=0)
    colours = {image.pixelColor(x, y).name() for x in range(20, 50) for y in range(HEIGHT)}
    assert LIGHT.kind_colour("fn").name() in colours


@pytest.mark.parametrize("unit", [13, 20])
@pytest.mark.parametrize("count", [7, 1_246, 411_831, 9_411_831])
def test_a_gap_parts_the_bar_from_the_count(qtbot: QtBot, count: int, unit: int) -> None:
    image = painted(LIGHT, 1.0, count, width=round(308 * unit / 13), unit=unit)
    bar_end = bar_columns(image)[-1]
    ground = LIGHT.window
    inked = [
        x for x in range(bar_end + 1, image.width()) if any(image.pixelColor(x, y) != ground for y in range(HEIGHT))
    ]
    assert inked[0] - bar_end > 6


def test_bars_begin_below_each_other_whatever_the_count(qtbot: QtBot) -> None:
    starts = {bar_columns(painted(LIGHT, 1.0, count, largest=411_831))[0] for count in (7, 1_246, 411_831)}
    assert len(starts) == 1


def bar_columns(image: QImage) -> list[int]:
    """Find the columns of a bar, right of symbol and letters."""
    colour = LIGHT.kind_colour("fn")
    return [x for x in range(image.width() // 3, image.width()) if image.pixelColor(x, HEIGHT // 2) == colour]
