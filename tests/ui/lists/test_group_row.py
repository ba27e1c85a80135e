import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from nerinspect.ui.kit.tables.rows import CellStyle
from nerinspect.ui.lists.cell_drawing import GroupLayout, lay_out_group, paint_group_row
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme

ROW = QRectF(0, 0, 400, 30)


def make_style(theme: Theme = LIGHT) -> CellStyle:
    font = QFont("Noto Sans")
    font.setPixelSize(13)
    return CellStyle(theme, {}, font)


def painted(layout: GroupLayout, cell: QRectF = ROW, *, is_folded: bool = False, is_door: bool = False) -> QImage:
    image = QImage(400, 30, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_group_row(painter, make_style(), cell, layout, is_folded=is_folded, is_right_to_left=False, is_door=is_door)
    painter.end()
    return image


def has_ink(image: QImage, rect: QRectF) -> bool:
    box = rect.toRect() & image.rect()
    xs, ys = range(box.left(), box.right() + 1), range(box.top(), box.bottom() + 1)
    return any(image.pixelColor(x, y) != QColor("white") for x in xs for y in ys)


@pytest.fixture
def layout(qapp: object) -> GroupLayout:
    return lay_out_group(make_style(), ROW, 120, "Port of Harwick", "3 events")


def test_the_surface_stands_in_the_column_of_segments(layout: GroupLayout) -> None:
    assert 120 < layout.surface.left() < 130


def test_the_count_stands_behind_the_surface(layout: GroupLayout) -> None:
    assert layout.count.left() > layout.surface.right()


def test_a_long_surface_leaves_room_for_the_count(qapp: object) -> None:
    layout = lay_out_group(make_style(), ROW, 120, "Port " * 200, "3 events")
    assert "…" in layout.surface_text
    assert layout.count.right() <= ROW.right()


def test_every_part_is_painted(layout: GroupLayout) -> None:
    image = painted(layout)
    assert all(has_ink(image, rect) for rect in (layout.arrow, layout.surface, layout.count))


def test_nothing_is_painted_outside_the_cell(layout: GroupLayout) -> None:
    image = painted(layout, QRectF(0, 0, 100, 30))
    assert has_ink(image, layout.arrow)
    assert not has_ink(image, QRectF(101, 0, 299, 30))


def test_the_arrow_tells_whether_the_group_is_folded(layout: GroupLayout) -> None:
    assert painted(layout, is_folded=True) != painted(layout)


def test_a_count_that_can_be_clicked_is_underlined_in_the_accent(layout: GroupLayout) -> None:
    image = painted(layout, is_door=True)
    colours = {image.pixelColor(x, y).name() for x in range(400) for y in range(30)}
    assert LIGHT.accent.name() in colours


def test_parts_grow_with_the_font(qapp: object, layout: GroupLayout) -> None:
    font = QFont("Noto Sans")
    font.setPixelSize(26)
    larger = lay_out_group(CellStyle(DARK, {}, font), QRectF(0, 0, 800, 60), 120, "Port of Harwick", "3 events")
    assert larger.arrow.width() > 1.8 * layout.arrow.width()
    assert larger.surface.width() > 1.8 * layout.surface.width()
