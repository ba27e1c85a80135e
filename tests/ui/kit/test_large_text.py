"""What is ticked, and the arrows of boxes, are as large as the letters beside them."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QListWidget,
    QRadioButton,
    QStyle,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from nerinspect.ui.opening.file_list import FileList
from nerinspect.ui.opening.files_table import FilesTable

pytestmark = [
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
    pytest.mark.usefixtures("drawn_as_the_program_is"),
]


@pytest.fixture(params=[13, 26])
def growth(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[int]:
    """Show text in two sizes; give how many times as large as usual."""
    before = qapp.font()
    font = qapp.font()
    font.setPixelSize(request.param)
    qapp.setFont(font)
    yield request.param // 13
    qapp.setFont(before)


def shown(qtbot: QtBot, widget: QWidget) -> QWidget:
    qtbot.addWidget(widget)
    widget.show()
    return widget


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        (QCheckBox, QStyle.SubElement.SE_CheckBoxIndicator),
        (QRadioButton, QStyle.SubElement.SE_RadioButtonIndicator),
    ],
)
def test_buttons_that_are_ticked_grow(qtbot: QtBot, growth: int, kind: type[QWidget], part: QStyle.SubElement) -> None:
    button, option = shown(qtbot, kind()), QStyleOptionButton()
    option.initFrom(button)
    assert button.style().subElementRect(part, option, button).width() == 14 * growth


@pytest.mark.parametrize("kind", [QListWidget, FilesTable])
def test_rows_that_are_ticked_grow(qtbot: QtBot, growth: int, kind: type[QWidget]) -> None:
    rows = shown(qtbot, FilesTable(FileList()) if kind is FilesTable else kind())
    assert rows.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorHeight, None, rows) == 14 * growth


@pytest.mark.parametrize("is_editable", [False, True])
def test_arrows_of_boxes_grow_beside_the_words(qtbot: QtBot, growth: int, is_editable: bool) -> None:
    box, option = QComboBox(editable=is_editable), QStyleOptionComboBox()
    shown(qtbot, box)
    box.initStyleOption(option)
    assert option.rect == box.rect()
    arrow, words = (
        box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box)
        for part in (QStyle.SubControl.SC_ComboBoxArrow, QStyle.SubControl.SC_ComboBoxEditField)
    )
    assert words.right() <= arrow.left() + 1
    inner = arrow.adjusted(3, 6, -3, -6)
    picture = box.grab(inner).toImage()
    rows = [[picture.pixelColor(x, y).lightness() for x in range(inner.width())] for y in range(inner.height())]
    drawn = [[abs(light - row[0]) > 40 for light in row] for row in rows]
    assert 7 * growth <= sum(map(any, zip(*drawn, strict=True))) <= 10 * growth
    assert 3 * growth <= sum(map(any, drawn)) <= 6 * growth


def test_long_names_leave_room_beside_a_box(qtbot: QtBot, growth: int) -> None:
    box = QComboBox(sizeAdjustPolicy=QComboBox.SizeAdjustPolicy.AdjustToContents)
    box.addItem("a name that is longer than the head of a part has room for, and then some more of it")
    assert shown(qtbot, box).sizeHint().width() <= 240 * growth
