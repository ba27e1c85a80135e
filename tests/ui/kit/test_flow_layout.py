import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.layout import FlowLayout


class Box(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(40, 20)


@pytest.fixture
def layout(qtbot: QtBot) -> FlowLayout:
    holder = QWidget()
    qtbot.addWidget(holder)
    layout = FlowLayout(holder)
    layout.setContentsMargins(5, 5, 5, 5)
    layout.setSpacing(10)
    for _number in range(3):
        layout.addWidget(Box())
    layout.holder = holder  # type: ignore[attr-defined] # lives as long as the layout
    return layout


def places(layout: FlowLayout, width: int) -> list[tuple[int, int]]:
    layout.setGeometry(QRect(0, 0, width, 200))
    geometries = [layout.itemAt(number).geometry() for number in range(layout.count())]  # type: ignore[union-attr]
    return [(geometry.x(), geometry.y()) for geometry in geometries]


def test_items_stand_in_one_line_where_it_is_wide_enough(layout: FlowLayout) -> None:
    assert places(layout, 150) == [(5, 5), (55, 5), (105, 5)]


def test_items_go_on_in_the_next_line(layout: FlowLayout) -> None:
    assert places(layout, 149) == [(5, 5), (55, 5), (5, 35)]


def test_an_item_wider_than_the_line_stands_alone(layout: FlowLayout) -> None:
    assert places(layout, 20) == [(5, 5), (5, 35), (5, 65)]


@pytest.mark.parametrize(("width", "height"), [(150, 30), (149, 60), (60, 90)])
def test_the_height_follows_the_width(layout: FlowLayout, width: int, height: int) -> None:
    assert layout.hasHeightForWidth()
    assert layout.heightForWidth(width) == height


def test_the_largest_item_fits(layout: FlowLayout) -> None:
    assert layout.minimumSize().toTuple() == (50, 30)


def test_what_is_hidden_takes_no_room(layout: FlowLayout) -> None:
    layout.itemAt(1).widget().hide()  # type: ignore[union-attr]
    assert places(layout, 100)[2] == (55, 5)
    assert layout.heightForWidth(100) == 30


def test_a_taken_item_is_gone(layout: FlowLayout) -> None:
    item = layout.takeAt(0)
    assert item is not None
    assert (layout.count(), layout.itemAt(2)) == (2, None)


@pytest.mark.parametrize("index", [-1, 3])
def test_there_is_no_item_beyond_the_ends(layout: FlowLayout, index: int) -> None:
    assert layout.itemAt(index) is None
    assert layout.takeAt(index) is None
