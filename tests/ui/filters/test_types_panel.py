from collections.abc import Iterator
from itertools import pairwise
from time import thread_time

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QStyle, QStyleOptionButton
from pytestqt.qtbot import QtBot

from nerinspect.ui.filters.column import TypesPanel
from nerinspect.ui.filters.counts_table import Click
from nerinspect.ui.theme.themes import DARK, LIGHT, Theme, choose_theme, current_theme
from tests.measuring import keeps_within

TYPES = ["LOC", "MISC", "ORG", "PER"]
COUNTS = np.array([[19, 6, 33, 3, 40], [22, 27, 32, 14, 27], [48, 14, 82, 17, 61], [18, 4, 35, 22, 43], [0] * 5])
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def panel(qtbot: QtBot) -> TypesPanel:
    panel = TypesPanel()
    qtbot.addWidget(panel)
    panel.resize(308, 300)
    panel.show_matrix(TYPES, COUNTS)
    panel.show()
    return panel


def luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def click_cell(panel: TypesPanel, row: int, column: int, modifier: Qt.KeyboardModifier = NONE) -> None:
    place = panel.view.visualRect(panel.view.model().index(row, column)).center()
    QTest.mouseClick(panel.view.viewport(), LEFT, modifier, place)


def box_of(panel: TypesPanel) -> QCheckBox:
    return panel.findChildren(QCheckBox)[0]


@pytest.mark.parametrize(
    ("row", "column", "types"),
    [(2, 0, ["ORG", "LOC"]), (0, 4, ["LOC", None]), (4, 1, [None, "MISC"])],
)
def test_a_click_picks_a_cell(panel: TypesPanel, qtbot: QtBot, row: int, column: int, types: list[str]) -> None:
    with qtbot.waitSignal(panel.types_picked) as caught:
        click_cell(panel, row, column)
    assert caught.args == [types[:1], types[1:], Click.ALONE]


def test_a_click_with_ctrl_adds_a_cell(panel: TypesPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.types_picked) as caught:
        click_cell(panel, 1, 2, CONTROL)
    assert caught.args == [["MISC"], ["ORG"], Click.ADDED]


def test_nothing_is_picked_where_neither_side_has_a_mention(panel: TypesPanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(panel.types_picked):
        click_cell(panel, 4, 4)


@pytest.mark.parametrize(("row", "type_name"), [(2, "ORG"), (4, None)])
def test_a_click_on_its_head_picks_a_row(panel: TypesPanel, qtbot: QtBot, row: int, type_name: str | None) -> None:
    head = panel.view.verticalHeader()
    with qtbot.waitSignal(panel.types_picked) as caught:
        QTest.mouseClick(head.viewport(), LEFT, NONE, QPoint(5, head.sectionViewportPosition(row) + 5))
    assert caught.args == [[type_name], [], Click.ALONE]


def test_a_click_on_its_head_with_ctrl_adds_a_column(panel: TypesPanel, qtbot: QtBot) -> None:
    head = panel.view.horizontalHeader()
    with qtbot.waitSignal(panel.types_picked) as caught:
        QTest.mouseClick(head.viewport(), LEFT, CONTROL, QPoint(head.sectionViewportPosition(3) + 5, 5))
    assert caught.args == [[], ["PER"], Click.ADDED]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_keys_pick_the_cell_that_arrows_reached(panel: TypesPanel, qtbot: QtBot, key: Qt.Key) -> None:
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    with qtbot.waitSignal(panel.types_picked) as caught:
        QTest.keyClick(panel.view, key)
    assert caught.args == [["MISC"], ["MISC"], Click.ALONE]


def test_space_with_ctrl_adds_a_cell(panel: TypesPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.types_picked) as caught:
        QTest.keyClick(panel.view, Qt.Key.Key_Space, CONTROL)
    assert caught.args == [["LOC"], ["LOC"], Click.ADDED]


def test_space_with_shift_picks_the_row(panel: TypesPanel, qtbot: QtBot) -> None:
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.types_picked) as caught:
        QTest.keyClick(panel.view, Qt.Key.Key_Space, SHIFT)
    assert caught.args == [["MISC"], [], Click.ALONE]


def test_enter_with_shift_picks_the_column(panel: TypesPanel, qtbot: QtBot) -> None:
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    with qtbot.waitSignal(panel.types_picked) as caught:
        QTest.keyClick(panel.view, Qt.Key.Key_Return, SHIFT)
    assert caught.args == [[], ["MISC"], Click.ALONE]


def test_arrows_leave_the_empty_cell_out(panel: TypesPanel) -> None:
    panel.view.setCurrentIndex(panel.view.model().index(4, 3))
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    current = panel.view.currentIndex()
    assert (current.row(), current.column()) != (4, 4)


def test_copying_takes_the_whole_matrix(panel: TypesPanel) -> None:
    QTest.keyClick(panel.view, Qt.Key.Key_C, CONTROL)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[3] == "ORG\t48\t14\t82\t17\t61"


def test_the_box_asks_for_correct_events(panel: TypesPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.with_correct_changed) as caught:
        box_of(panel).click()
    assert caught.args == [True]
    assert panel.section.summary == "events, correct counted"


def test_the_head_says_that_correct_events_are_left_out(panel: TypesPanel) -> None:
    assert panel.section.summary == "events, correct not counted"


def test_a_folded_section_hides_matrix_and_box(panel: TypesPanel) -> None:
    panel.section.set_folded(True)
    assert not panel.view.isVisible()
    assert not box_of(panel).isVisible()


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("is_checked", [False, True])
@pytest.mark.usefixtures("follow_the_desktop")
def test_the_edge_of_the_box_can_be_seen(
    panel: TypesPanel, qapp: QApplication, qtbot: QtBot, theme: Theme, is_checked: bool
) -> None:
    box_of(panel).setChecked(is_checked)
    choose_theme(qapp, theme)
    qtbot.waitUntil(lambda: edge_contrast(panel, theme) >= 3)


def edge_contrast(panel: TypesPanel, theme: Theme) -> float:
    """Compare the window with the pixels at the left of the box, of which one is its edge."""
    box, option = box_of(panel), QStyleOptionButton()
    option.initFrom(box)
    indicator = box.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, box)
    place = box.mapTo(panel, QPoint(indicator.left(), indicator.center().y()))
    image = panel.grab().toImage()
    return max(contrast(image.pixelColor(place.x() + step, place.y()), theme.window) for step in range(3))


@pytest.fixture
def follow_the_desktop(qapp: QApplication) -> Iterator[None]:
    """Give the colours back after a test that chose some."""
    yield
    choose_theme(qapp, None)


@pytest.mark.parametrize("width", [248, 308, 420])
def test_four_types_need_no_scrolling(panel: TypesPanel, width: int) -> None:
    panel.resize(width, 300)
    assert panel.view.horizontalScrollBar().maximum() == 0
    assert panel.view.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize("n_types", [6, 8, 10])
def test_ten_types_need_no_scrolling(panel: TypesPanel, n_types: int) -> None:
    panel.resize(284, 400)
    show_types(panel, n_types)
    assert panel.view.horizontalScrollBar().maximum() == panel.view.verticalScrollBar().maximum() == 0
    metrics = QFontMetricsF(panel.view.font())
    assert panel.view.columnWidth(0) > 0.9 * metrics.horizontalAdvance("88")


def show_types(panel: TypesPanel, n_types: int) -> None:
    panel.show_matrix([f"creative-work-{n}" for n in range(n_types)], np.full((n_types + 1, n_types + 1), 88))


ALIKE = [
    ["movie", "musicartist", "geo-loc", "facility", "company", "product", "sportsteam", "tvshow", "person", "other"],
    ["Compare", "Conjunction", "Evaluate-for", "Feature-of", "Hyponym-of", "Part-of", "Used-for"],
    [f"a-long-beginning-that-all-types-share-{last}" for last in ("one", "two", "six")],
]


@pytest.mark.parametrize("types", ALIKE, ids=len)
def test_types_that_begin_alike_have_different_heads(panel: TypesPanel, types: list[str]) -> None:
    panel.show_matrix(types, np.full((len(types) + 1, len(types) + 1), 8))
    for head in (panel.view.columns, panel.view.rows):
        image = head.viewport().grab().toImage()
        is_row = head is panel.view.rows
        least = min(head.sectionSize(place) for place in range(len(types)))
        shown = range(min(len(types), 6))
        begins = [head.sectionViewportPosition(place) for place in shown]
        pictures = [
            image.copy(0, at, image.width(), least) if is_row else image.copy(at, 0, least, image.height())
            for at in begins
        ]
        assert all(one != other for one, other in pairwise(pictures))


def test_a_column_takes_the_room_of_its_head_before_names_are_turned(panel: TypesPanel) -> None:
    types = ["LOC", "ORGANIZATION", "PER"]
    panel.show_matrix(types, np.full((4, 4), 8))
    needed = QFontMetricsF(panel.view.columns.matrix_style.head_font).horizontalAdvance("ORGANIZATION")
    assert panel.view.columnWidth(1) > needed > panel.view.columnWidth(0)
    assert not panel.view.columns.is_upright


def test_names_are_turned_where_they_have_no_room_and_turned_back(panel: TypesPanel) -> None:
    flat = panel.view.columns.height()
    panel.show_matrix(ALIKE[1], np.full((8, 8), 8))
    names = QFontMetricsF(panel.view.columns.matrix_style.head_font)
    assert panel.view.columns.height() > max(map(names.horizontalAdvance, ALIKE[1]))
    assert panel.view.viewport().height() >= 8 * panel.view.rowHeight(0)
    panel.show_matrix(TYPES, COUNTS)
    assert panel.view.columns.height() == flat


@pytest.mark.parametrize("scrolled", [0, 150, 10_000])
def test_no_mention_stays_in_sight_and_can_be_picked(panel: TypesPanel, qtbot: QtBot, scrolled: int) -> None:
    show_types(panel, 20)
    panel.view.horizontalScrollBar().setValue(scrolled)
    assert panel.view.horizontalScrollBar().maximum() > 150
    none = panel.view.visualRect(panel.view.model().index(1, 20))
    assert none.right() == panel.view.viewport().rect().right()
    with qtbot.waitSignal(panel.types_picked) as caught:
        click_cell(panel, 1, 20)
    assert caught.args == [["creative-work-1"], [None], Click.ALONE]
    with qtbot.waitSignal(panel.types_picked) as caught:
        QTest.mouseClick(panel.view.columns.viewport(), LEFT, NONE, QPoint(none.center().x(), 5))
    assert caught.args == [[], [None], Click.ALONE]


def test_no_mention_is_painted_at_the_same_place_after_scrolling(panel: TypesPanel) -> None:
    show_types(panel, 20)
    left = panel.view.visualRect(panel.view.model().index(0, 20)).left()
    before = panel.view.viewport().grab().toImage().copy(left, 0, 30, 20)
    panel.view.horizontalScrollBar().setValue(60)
    assert panel.view.viewport().grab().toImage().copy(left, 0, 30, 20) == before


def test_a_cell_reached_by_keys_is_not_hidden_by_no_mention(panel: TypesPanel) -> None:
    show_types(panel, 20)
    for column in range(1, 20):
        QTest.keyClick(panel.view, Qt.Key.Key_Right)
        index = panel.view.currentIndex()
        assert index.column() == column
        assert panel.view.indexAt(panel.view.visualRect(index).center()) == index
    here = panel.view.horizontalScrollBar().value()
    QTest.keyClick(panel.view, Qt.Key.Key_Right)
    assert panel.view.currentIndex().column() == 20
    assert panel.view.horizontalScrollBar().value() == here


def test_only_the_current_cell_of_a_focused_matrix_has_a_ring(panel: TypesPanel, qtbot: QtBot) -> None:
    panel.show_matrix(TYPES, COUNTS, COUNTS == 33)  # in the first row, the third column
    with qtbot.waitActive(panel):
        panel.activateWindow()
    panel.view.setFocus()
    assert (edge_width(panel, 0, 0), edge_width(panel, 0, 2)) == (2, 1)
    panel.view.clearFocus()
    assert (edge_width(panel, 0, 0), edge_width(panel, 0, 2)) == (0, 1)


def edge_width(panel: TypesPanel, row: int, column: int) -> int:
    rect = panel.view.visualRect(panel.view.model().index(row, column))
    image = panel.view.viewport().grab().toImage()
    return sum(image.pixelColor(rect.left() + 4, rect.top() + step) == current_theme().accent for step in range(4))


def test_the_matrix_grows_with_the_font(panel: TypesPanel) -> None:
    before = panel.view.height()
    font = panel.font()
    font.setPixelSize(26)
    panel.setFont(font)
    assert panel.view.height() > 1.5 * before


def test_the_current_cell_stays_when_counts_change(panel: TypesPanel) -> None:
    panel.view.setCurrentIndex(panel.view.model().index(2, 1))
    panel.show_matrix(TYPES, COUNTS + 1, COUNTS > 40)
    assert (panel.view.currentIndex().row(), panel.view.currentIndex().column()) == (2, 1)


def test_a_matrix_without_types_is_shown(panel: TypesPanel) -> None:
    panel.show_matrix([], np.zeros((1, 1), dtype=np.int64))
    assert not panel.grab().isNull()


def test_many_types_keep_to_a_bounded_height(panel: TypesPanel) -> None:
    few = panel.view.height()
    panel.show_matrix([f"TYPE-{n:04}" for n in range(1000)], np.ones((1001, 1001), dtype=np.int64))
    assert panel.view.height() < 3 * few


@pytest.mark.benchmark
def test_a_thousand_types_show_at_once(panel: TypesPanel) -> None:
    types = [f"A-RATHER-LONG-TYPE-NAME-{n:04}" for n in range(1000)]
    counts = np.random.default_rng(0).poisson(3, (1001, 1001))

    def show() -> float:
        panel.show_matrix(TYPES, COUNTS)
        start = thread_time()
        panel.show_matrix(types, counts, counts > 5)
        panel.grab()
        return thread_time() - start

    assert keeps_within(1, show, thread_time)
