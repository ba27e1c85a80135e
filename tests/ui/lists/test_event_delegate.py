from collections.abc import Callable

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from nerinspect.events.study import Study
from nerinspect.ui.kit.tables.rows import CellStyle
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_columns import COLUMN_KEYS
from nerinspect.ui.lists.event_model import EventTableModel
from nerinspect.ui.lists.event_view import EventDelegate
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme, type_styles


@pytest.fixture
def model(qapp: object, make_study_from: Callable[..., Study]) -> EventTableModel:
    model = EventTableModel()
    model.show_cells(EventCells(make_study_from("x/O/O Velden/B-ORG/B-LOC x/O/O Basel/B-LOC/O")))
    return model


@pytest.fixture
def delegate(qapp: object) -> EventDelegate:
    return make_delegate(LIGHT)


def make_delegate(theme: Theme, pixel_size: int = 13) -> EventDelegate:
    font = QFont("Noto Sans")
    font.setPixelSize(pixel_size)
    return EventDelegate(CellStyle(theme, type_styles(["LOC", "ORG"], theme), font))


def painted(
    delegate: EventDelegate,
    model: EventTableModel,
    key: str,
    row: int = 0,
    *,
    is_selected: bool = False,
    has_focus: bool = False,
) -> QImage:
    image = QImage(120, 30, QImage.Format.Format_RGB32)
    image.fill(QColor("magenta"))
    painter = QPainter(image)
    place = QRectF(0, 0, 120, 30)
    delegate.paint_cell(
        painter, place, model, row, COLUMN_KEYS.index(key), is_selected=is_selected, has_focus=has_focus
    )
    painter.end()
    return image


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("key", COLUMN_KEYS)
def test_every_cell_covers_its_ground(model: EventTableModel, theme: Theme, key: str) -> None:
    image = painted(make_delegate(theme), model, key)
    assert image.pixelColor(119, 0) == theme.base


def test_every_second_row_is_tinted(delegate: EventDelegate, model: EventTableModel) -> None:
    assert painted(delegate, model, "place", row=1).pixelColor(0, 0) == LIGHT.alternate


def test_the_hovered_row_is_tinted(delegate: EventDelegate, model: EventTableModel) -> None:
    delegate.hovered_row = 0
    assert painted(delegate, model, "place").pixelColor(0, 0) == LIGHT.hover


def test_a_selected_row_is_tinted(delegate: EventDelegate, model: EventTableModel) -> None:
    assert painted(delegate, model, "place", is_selected=True).pixelColor(0, 0) == LIGHT.selected


def test_a_selected_row_has_an_edge_at_its_left(delegate: EventDelegate, model: EventTableModel) -> None:
    image = painted(delegate, model, "kind", is_selected=True)
    assert [image.pixelColor(x, 15) == LIGHT.accent for x in range(5)] == [True, True, True, False, False]


def test_the_focused_cell_has_a_ring(delegate: EventDelegate, model: EventTableModel) -> None:
    image = painted(delegate, model, "place", has_focus=True)
    corners = [image.pixelColor(x, y) for x, y in ((0, 0), (119, 1), (1, 29), (118, 28))]
    assert corners == [LIGHT.accent] * 4


@pytest.mark.parametrize(("key", "type_name", "y"), [("reference", "ORG", 5), ("prediction", "LOC", 24)])
def test_readings_have_their_line_on_their_side(
    delegate: EventDelegate, model: EventTableModel, key: str, type_name: str, y: int
) -> None:
    image = painted(delegate, model, key)
    assert image.pixelColor(10, y) == delegate.cell_style.types[type_name].line


def test_a_missing_reading_has_no_line(delegate: EventDelegate, model: EventTableModel) -> None:
    image = painted(delegate, model, "prediction", row=1)
    assert {image.pixelColor(x, 24).name() for x in range(120)} == {LIGHT.alternate.name()}


def test_kind_is_painted_in_its_ink(delegate: EventDelegate, model: EventTableModel) -> None:
    image = painted(delegate, model, "kind")
    colours = {image.pixelColor(x, y).name() for x in range(120) for y in range(30)}
    assert LIGHT.kind_colour("le").name() in colours


@pytest.mark.parametrize("key", COLUMN_KEYS)
def test_cells_ask_for_more_room_with_a_larger_font(model: EventTableModel, key: str) -> None:
    index, option = model.index(0, COLUMN_KEYS.index(key)), QStyleOptionViewItem()
    small, large = (make_delegate(LIGHT, size).sizeHint(option, index) for size in (13, 26))
    assert large.height() > small.height()
    assert large.width() > small.width()


def test_rows_are_thirty_pixels_high_at_a_font_of_thirteen(delegate: EventDelegate) -> None:
    assert delegate.cell_style.row_height == 30
