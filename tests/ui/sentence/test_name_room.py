from collections.abc import Sequence

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter

from nerinspect.events.context import TrackSpan
from nerinspect.ui.sentence.placed_spans import LineNames, PlacedSpan, name_room
from nerinspect.ui.sentence.tracks import TrackMetrics, paint_span_name
from nerinspect.ui.theme.fonts import close_font

LIMITS = (0.0, 300.0)
BOX = QRectF(100, 0, 10, 20)
FRAME = QRectF(96, -5, 18, 60)


@pytest.fixture
def font(qapp: object) -> QFont:
    font = QFont("Noto Sans")
    font.setPixelSize(11)
    return font


def names_on(font: QFont, frames: Sequence[QRectF] = (), is_right_to_left: bool = False) -> LineNames:
    return LineNames(list(frames), LIMITS, font, unit=1, is_right_to_left=is_right_to_left)


def mention(name: str, box: QRectF = BOX) -> PlacedSpan:
    return PlacedSpan((box,), 0, TrackSpan(0, 1, name), ())


def test_a_name_has_room_up_to_what_stands_behind_its_box() -> None:
    assert name_room(BOX, [QRectF(150, 0, 10, 20)], LIMITS, False, 1) == QRectF(100, 0, 47, 20)


def test_a_name_from_right_to_left_has_room_up_to_what_stands_on_its_left() -> None:
    assert name_room(BOX, [QRectF(50, 0, 10, 20)], LIMITS, True, 1) == QRectF(63, 0, 47, 20)


def test_a_name_between_neighbours_has_no_more_than_its_box() -> None:
    neighbours = [QRectF(90, 0, 10, 20), QRectF(111, 0, 10, 20)]
    assert name_room(BOX, neighbours, LIMITS, False, 1) == name_room(BOX, neighbours, LIMITS, True, 1) == BOX


def test_a_name_ends_where_the_view_does() -> None:
    assert name_room(QRectF(280, 0, 10, 20), [], LIMITS, False, 1).right() == LIMITS[1]


def test_a_name_that_fits_close_stays_on_its_box(font: QFont) -> None:
    box = QRectF(100, 0, QFontMetricsF(close_font(font)).horizontalAdvance("company") + 3, 20)
    names = names_on(font)
    names.place(mention("company", box), [])
    assert names.placed[0][1] == box


def test_a_name_a_little_wider_than_its_box_is_set_closer_and_stays_on_it(font: QFont) -> None:
    box = QRectF(100, 0, QFontMetricsF(close_font(font)).horizontalAdvance("musicartist") * 0.93, 20)
    names = names_on(font)
    names.place(mention("musicartist", box), [])
    assert names.placed[0][1] == box
    picture = QImage(300, 20, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.white)
    painter = QPainter(picture)
    painter.setFont(font)
    paint_span_name(
        painter, box, "reference", "musicartist", TrackMetrics(1, 18, 20, (4,), 12, (1, 1), 0, 0, 0, 90), False
    )
    assert painter.font() == font
    painter.end()
    inked = [x for x in range(300) for y in range(20) if picture.pixelColor(x, y).lightness() < 200]
    assert inked
    assert box.left() <= min(inked) <= max(inked) <= box.right()


@pytest.mark.parametrize("is_right_to_left", [False, True])
def test_the_frame_of_the_event_grows_with_its_name(font: QFont, is_right_to_left: bool) -> None:
    names = names_on(font, [FRAME], is_right_to_left)
    names.place(mention("FACILITY"), [])
    (frame,) = names.frames
    width = QFontMetricsF(font).horizontalAdvance("FACILITY")
    assert (frame.top(), frame.bottom()) == (FRAME.top(), FRAME.bottom())
    assert (BOX.right() - frame.left() if is_right_to_left else frame.right() - BOX.left()) > width


def test_the_name_before_the_frame_ends_there(font: QFont) -> None:
    names = names_on(font, [FRAME])
    names.place(mention("FACILITY", QRectF(60, 0, 10, 20)), [])
    assert names.placed[0][1].right() < FRAME.left()
    assert names.frames == [FRAME]


@pytest.mark.parametrize(("width", "name"), [(200, "ORG repaired"), (30, "ORG")])
def test_more_is_said_where_it_has_room(font: QFont, width: float, name: str) -> None:
    names = names_on(font)
    names.place(mention("ORG", QRectF(0, 0, width, 20)), [], " repaired")
    assert names.placed[0][2] == name
