from collections.abc import Callable
from time import process_time

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from nerinspect.query.language.values import Interval
from nerinspect.ui.filters.counts_table import Click
from nerinspect.ui.filters.values import ValuesPanel
from tests.measuring import keeps_within
from tests.ui.filters.cells import cell_at

SHAPES = ["shorter", "longer", "crossing", "split", "merged", "tangled"]
COUNTS = np.array([33, 21, 4, 12, 8, 0])
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def panel(qtbot: QtBot) -> ValuesPanel:
    panel = ValuesPanel("Shapes", "shape", is_sortable=True)
    qtbot.addWidget(panel)
    panel.resize(308, 300)
    panel.show_values(SHAPES, SHAPES, COUNTS, {"longer"})
    panel.show()
    return panel


def middle_of(panel: ValuesPanel, row: int) -> QPoint:
    return panel.view.visualRect(panel.view.model().index(row, 0)).center()


def click(panel: ValuesPanel, row: int, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, modifier, middle_of(panel, row))


def values(panel: ValuesPanel) -> list[object]:
    model = panel.view.model()
    return [cell_at(model.index(row, 0)).value for row in range(model.rowCount())]


@pytest.mark.parametrize(("row", "value"), [(0, "shorter"), (5, "tangled")])
def test_a_click_picks_a_value(panel: ValuesPanel, qtbot: QtBot, row: int, value: str) -> None:
    with qtbot.waitSignal(panel.picked) as caught:
        click(panel, row)
    assert caught.args == [[value], 0, Click.ALONE]


def test_a_click_with_ctrl_toggles_a_value(panel: ValuesPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.picked) as caught:
        click(panel, 3, CONTROL)
    assert caught.args == [["split"], 0, Click.ADDED]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_keys_pick_the_value_that_arrows_reached(panel: ValuesPanel, qtbot: QtBot, key: Qt.Key) -> None:
    QTest.keyClick(panel.view, Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.picked) as caught:
        QTest.keyClick(panel.view, key)
    assert caught.args == [["longer"], 0, Click.ALONE]


def test_space_with_ctrl_toggles_a_value(panel: ValuesPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(panel.picked) as caught:
        QTest.keyClick(panel.view, Qt.Key.Key_Space, CONTROL)
    assert caught.args == [["shorter"], 0, Click.ADDED]


def test_a_number_is_picked_as_a_number(panel: ValuesPanel, qtbot: QtBot) -> None:
    panel.show_values(["document 1", "document 12"], [1, 12], np.array([3, 4]))
    with qtbot.waitSignal(panel.picked) as caught:
        click(panel, 1)
    assert caught.args == [[12], 0, Click.ALONE]


def test_copying_takes_all_rows(panel: ValuesPanel) -> None:
    QTest.keyClick(panel.view, Qt.Key.Key_C, CONTROL)
    assert QGuiApplication.clipboard().text().splitlines()[:3] == ["Name\tEvents", "shorter\t33", "longer\t21"]


def test_the_head_of_counts_sorts_down_then_up_then_not(panel: ValuesPanel) -> None:
    orders = []
    for _ in range(3):
        panel.head.buttons[1].click()
        orders.append(values(panel))
    down = ["shorter", "longer", "split", "merged", "crossing", "tangled"]
    assert orders == [down, down[::-1], SHAPES]


def test_the_head_of_names_sorts_up_first(panel: ValuesPanel) -> None:
    panel.head.buttons[0].click()
    assert values(panel) == sorted(SHAPES)


def test_the_sorted_column_is_marked(panel: ValuesPanel) -> None:
    panel.head.buttons[1].click()
    assert [button.text() for button in panel.head.buttons] == ["Name", "Events ▾"]
    assert panel.head.buttons[1].accessibleName() == "Events, sorted by count, descending"


def test_rows_without_an_order_of_choice_have_no_heads(qtbot: QtBot) -> None:
    panel = ValuesPanel("Shapes", "shape")
    qtbot.addWidget(panel)
    panel.show()
    assert not panel.head.isVisible()


def test_the_current_row_stays_when_counts_change(panel: ValuesPanel) -> None:
    panel.view.setCurrentIndex(panel.view.model().index(3, 0))
    panel.show_values(SHAPES, SHAPES, COUNTS + 1)
    assert panel.view.currentIndex().row() == 3


def test_the_summary_stays_when_folded(panel: ValuesPanel) -> None:
    panel.set_summary("21 picked")
    panel.section.set_folded(True)
    assert panel.section.summary == "21 picked"
    assert not panel.view.isVisible()
    assert not panel.head.isVisible()


def test_unfolding_brings_no_heads_where_there_were_none(qtbot: QtBot) -> None:
    panel = ValuesPanel("Shapes", "shape")
    qtbot.addWidget(panel)
    panel.show()
    panel.section.set_folded(True)
    panel.section.set_folded(False)
    assert panel.view.isVisible()
    assert not panel.head.isVisible()


def test_few_rows_need_no_scrolling(panel: ValuesPanel) -> None:
    assert panel.view.viewport().rect().contains(middle_of(panel, 5))


def test_many_rows_keep_to_a_bounded_height(panel: ValuesPanel) -> None:
    few = panel.view.height()
    panel.show_values([str(n) for n in range(1000)], range(1000), np.ones(1000, dtype=np.int64))
    assert panel.view.height() < 2 * few


def test_rows_grow_with_the_font(panel: ValuesPanel) -> None:
    before = panel.view.height()
    font = panel.font()
    font.setPixelSize(26)
    panel.setFont(font)
    assert panel.view.height() > 1.5 * before


def test_no_values_are_shown_as_no_rows(panel: ValuesPanel) -> None:
    panel.show_values([], [], np.zeros(0, dtype=np.int64))
    assert panel.view.height() == 0


def test_picked_rows_look_different(panel: ValuesPanel) -> None:
    before = panel.view.grab().toImage()
    panel.show_values(SHAPES, SHAPES, COUNTS)
    assert panel.view.grab().toImage() != before


@pytest.fixture
def documents(panel: ValuesPanel) -> ValuesPanel:
    numbers = np.arange(1, 149)
    panel.show_values([f"document {number}" for number in numbers], numbers, numbers)
    return panel


def find_field(panel: ValuesPanel) -> QLineEdit:
    return panel.findChildren(QLineEdit)[0]


def test_many_rows_are_found_by_name_as_it_is_typed(documents: ValuesPanel) -> None:
    QTest.keyClicks(find_field(documents), "14")
    assert values(documents) == [14, 114, *range(140, 149)]


def test_escape_brings_all_rows_back(documents: ValuesPanel) -> None:
    QTest.keyClicks(find_field(documents), "14")
    QTest.keyClick(find_field(documents), Qt.Key.Key_Escape)
    assert len(values(documents)) == 148


def test_escape_belongs_to_the_field_only_while_it_holds_text(documents: ValuesPanel, qtbot: QtBot) -> None:
    pressed: list[bool] = []
    QShortcut(QKeySequence(Qt.Key.Key_Escape), documents, lambda: pressed.append(True))
    with qtbot.waitActive(documents):
        documents.activateWindow()
    find_field(documents).setFocus()
    QTest.keyClicks(find_field(documents), "14")
    QTest.keyClick(find_field(documents), Qt.Key.Key_Escape)
    assert not pressed
    QTest.keyClick(find_field(documents), Qt.Key.Key_Escape)
    assert pressed


def test_rows_that_fit_are_not_searched(documents: ValuesPanel) -> None:
    assert find_field(documents).isVisible()
    QTest.keyClicks(find_field(documents), "x")
    documents.show_values(SHAPES, SHAPES, COUNTS)
    assert not find_field(documents).isVisible()
    assert values(documents) == SHAPES


def test_the_panel_keeps_its_height_while_names_are_typed(documents: ValuesPanel) -> None:
    before = documents.view.height()
    QTest.keyClicks(find_field(documents), "148")
    assert documents.view.height() == before


def test_a_search_that_finds_nothing_says_so(documents: ValuesPanel) -> None:
    find_field(documents).setText("no such name")
    rows = documents.view.viewport().grab().toImage()
    assert len({rows.pixel(x, y) for x in range(rows.width()) for y in range(22)}) > 1


def test_a_found_row_is_picked_with_the_keyboard(documents: ValuesPanel, qtbot: QtBot) -> None:
    QTest.keyClicks(find_field(documents), "148")
    with qtbot.waitSignal(documents.picked) as caught:
        QTest.keyClick(documents.view, Qt.Key.Key_Return)
    assert caught.args == [[148], 0, Click.ALONE]


def test_enter_goes_from_the_field_to_what_was_found(documents: ValuesPanel, qtbot: QtBot) -> None:
    with qtbot.waitActive(documents):
        documents.activateWindow()
    find_field(documents).setFocus()
    QTest.keyClicks(find_field(documents), "148")
    QTest.keyClick(find_field(documents), Qt.Key.Key_Return)
    assert documents.view.hasFocus()


def test_documents_in_a_picked_range_are_picked(documents: ValuesPanel) -> None:
    numbers = np.arange(1, 149)
    documents.show_values([str(n) for n in numbers], numbers, numbers, (Interval(2, 4),))
    model = documents.view.model()
    assert [cell_at(model.index(row, 0)).is_picked for row in range(5)] == [False, True, True, True, False]


@pytest.mark.benchmark
@pytest.mark.parametrize("head", [0, 1])
def test_many_documents_show_at_once(panel: ValuesPanel, head: int) -> None:
    numbers = np.arange(1, 100_001)
    labels = [f"document {number}" for number in numbers]
    counts = np.random.default_rng(0).poisson(20, len(numbers))
    ranges = [Interval(number, number + 2) for number in range(1, 90_000, 5)]
    model = panel.view.model()
    steps: list[Callable[[], object]] = [
        lambda: panel.show_values(labels, numbers.copy(), counts, {5}),
        panel.head.buttons[head].click,
        lambda: panel.show_values(list(labels), numbers.copy(), counts[::-1], {6}),
        lambda: find_field(panel).setText("9"),
        lambda: panel.view.picked.emit(model.index(0, 0), model.index(40_000, 0), Click.RANGE),
        lambda: panel.show_values(labels, numbers, counts, ranges),
    ]

    def longest_step() -> float:
        panel.show_values(SHAPES, SHAPES, COUNTS)
        return max(duration(panel, step) for step in steps)

    assert keeps_within(1, longest_step, process_time)


def duration(panel: ValuesPanel, step: Callable[[], object]) -> float:
    """Measure in seconds how long a step and its painting keep the processor busy, whoever else does."""
    start = process_time()
    step()
    panel.grab()
    return process_time() - start


def test_the_find_field_keeps_from_the_edges_of_a_section_that_was_folded(qtbot: QtBot) -> None:
    panel = ValuesPanel("Documents", "doc", is_sortable=True)
    qtbot.addWidget(panel)
    panel.resize(308, 300)
    panel.section.set_folded(True)
    numbers = np.arange(1, 100)
    panel.show_values([str(number) for number in numbers], numbers, numbers)
    panel.section.set_folded(False)
    panel.show()
    field = panel.findChildren(QLineEdit)[0]
    left = field.mapTo(panel, QPoint(0, 0)).x()
    assert min(left, panel.width() - left - field.width()) >= 8
