"""What mouse, keys and menus do is the same in every filter."""

from typing import TypeVar

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QMenu, QWhatsThis, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.glossary import meaning
from nerinspect.query.filters import Term
from nerinspect.ui.filters.column import TypesPanel
from nerinspect.ui.filters.counts_table import Click, PickingView
from nerinspect.ui.filters.kinds import KindsPanel
from nerinspect.ui.filters.panel import FilterPanel
from nerinspect.ui.filters.values import ValuesPanel
from nerinspect.ui.theme.themes import current_theme

NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
SHIFT, LEFT = Qt.KeyboardModifier.ShiftModifier, Qt.MouseButton.LeftButton
MOUSE = QContextMenuEvent.Reason.Mouse

_Panel = TypeVar("_Panel", bound=QWidget)


@pytest.fixture
def kinds(qtbot: QtBot) -> KindsPanel:
    panel = KindsPanel()
    panel.show_counts(np.array([1246, 0, 61, 126, 74, 52]), set())
    return shown(panel, qtbot)


@pytest.fixture
def documents(qtbot: QtBot) -> ValuesPanel:
    panel = ValuesPanel("Documents", "doc", is_sortable=True)
    panel.show_values([f"document {n}" for n in (1, 2, 3, 4)], np.array([1, 2, 3, 4]), np.array([9, 30, 4, 12]))
    return shown(panel, qtbot)


@pytest.fixture
def types(qtbot: QtBot) -> TypesPanel:
    panel = TypesPanel()
    panel.show_matrix(
        ["LOC", "ORG", "PER"], np.array([[19, 6, 33, 3], [48, 14, 82, 17], [18, 4, 35, 22], [1, 2, 3, 0]])
    )
    return shown(panel, qtbot)


def shown(panel: _Panel, qtbot: QtBot) -> _Panel:
    qtbot.addWidget(panel)
    panel.resize(308, 300)
    panel.show()
    return panel


def middle_of(view: PickingView, row: int, column: int = 0) -> QPoint:
    return view.visualRect(view.model().index(row, column)).center()


def click(panel: FilterPanel, row: int, column: int = 0, modifier: Qt.KeyboardModifier = NONE) -> None:
    QTest.mouseClick(panel.view.viewport(), LEFT, modifier, middle_of(panel.view, row, column))


@pytest.fixture(autouse=True)
def menus(monkeypatch: pytest.MonkeyPatch) -> list[QMenu]:
    """Collect menus instead of showing them: the platform of tests cannot grab the keyboard for one."""
    collected: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: collected.append(menu))
    return collected


def ask_for_menu(widget: QWidget, place: QPoint, reason: QContextMenuEvent.Reason = MOUSE) -> None:
    QApplication.sendEvent(widget, QContextMenuEvent(reason, place, widget.mapToGlobal(place)))


def copied(menus: list[QMenu], action: int) -> str:
    menus[-1].actions()[action].trigger()
    return QGuiApplication.clipboard().text()


@pytest.mark.parametrize(("first", "last", "kinds_between"), [(1, 3, ["fp", "fn", "le"]), (4, 3, ["le", "be"])])
def test_shift_reaches_from_the_row_picked_last(
    kinds: KindsPanel, qtbot: QtBot, first: int, last: int, kinds_between: list[str]
) -> None:
    click(kinds, first)
    with qtbot.waitSignal(kinds.picked) as caught:
        click(kinds, last, modifier=SHIFT)
    assert caught.args == [kinds_between, 0, Click.RANGE]


def test_shift_before_any_pick_takes_the_row_itself(kinds: KindsPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(kinds.picked) as caught:
        click(kinds, 2, modifier=SHIFT)
    assert caught.args == [["fn"], 0, Click.RANGE]


def test_ranges_begin_at_a_row_added_last(kinds: KindsPanel, qtbot: QtBot) -> None:
    click(kinds, 5)
    click(kinds, 1, modifier=CONTROL)
    with qtbot.waitSignal(kinds.picked) as caught:
        click(kinds, 3, modifier=SHIFT)
    assert caught.args == [["fp", "fn", "le"], 0, Click.RANGE]


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_keys_with_shift_reach_too(kinds: KindsPanel, qtbot: QtBot, key: Qt.Key) -> None:
    QTest.keyClick(kinds.view, key)
    QTest.keyClick(kinds.view, Qt.Key.Key_Down)
    with qtbot.waitSignal(kinds.picked) as caught:
        QTest.keyClick(kinds.view, key, SHIFT)
    assert caught.args == [["tp", "fp"], 0, Click.RANGE]


def test_arrows_with_shift_reach_row_by_row(kinds: KindsPanel, qtbot: QtBot) -> None:
    ranges: list[list[str]] = []
    kinds.picked.connect(lambda values, _column, _click: ranges.append(values))
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        QTest.keyClick(kinds.view, key, SHIFT)
    assert ranges == [["tp", "fp"], ["tp", "fp", "fn"], ["tp", "fp"]]


def test_an_arrow_with_shift_that_moves_nothing_picks_nothing(kinds: KindsPanel, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(kinds.picked):
        QTest.keyClick(kinds.view, Qt.Key.Key_Up, SHIFT)


def test_a_range_follows_the_order_on_screen(documents: ValuesPanel, qtbot: QtBot) -> None:
    documents.head.buttons[1].click()  # 2, 4, 1, 3 by count
    click(documents, 0)
    with qtbot.waitSignal(documents.picked) as caught:
        click(documents, 2, modifier=SHIFT)
    assert caught.args == [[2, 4, 1], 0, Click.RANGE]


def test_a_range_begins_at_the_picked_value_wherever_it_moved(documents: ValuesPanel, qtbot: QtBot) -> None:
    click(documents, 1)
    documents.head.buttons[1].click()
    with qtbot.waitSignal(documents.picked) as caught:
        click(documents, 1, modifier=SHIFT)
    assert caught.args == [[2, 4], 0, Click.RANGE]


def test_a_range_of_cells_is_its_rows_and_columns(types: TypesPanel, qtbot: QtBot) -> None:
    click(types, 1, 2)
    with qtbot.waitSignal(types.types_picked) as caught:
        click(types, 2, 0, SHIFT)
    assert caught.args == [["ORG", "PER"], ["LOC", "ORG", "PER"], Click.RANGE]


def test_a_range_of_cells_takes_no_mention_in(types: TypesPanel, qtbot: QtBot) -> None:
    click(types, 2, 3)
    with qtbot.waitSignal(types.types_picked) as caught:
        QTest.keyClick(types.view, Qt.Key.Key_Left, SHIFT)
    assert caught.args == [["PER"], ["PER", None], Click.RANGE]


def test_heads_are_ranged_with_shift(types: TypesPanel, qtbot: QtBot) -> None:
    head = types.view.rows
    places = [QPoint(5, head.sectionViewportPosition(row) + 5) for row in range(4)]
    QTest.mouseClick(head.viewport(), LEFT, NONE, places[3])
    with qtbot.waitSignal(types.types_picked) as caught:
        QTest.mouseClick(head.viewport(), LEFT, SHIFT, places[1])
    assert caught.args == [["ORG", "PER", None], [], Click.RANGE]


def test_ranges_of_heads_begin_at_one_added_last(types: TypesPanel, qtbot: QtBot) -> None:
    head = types.view.rows
    places = [QPoint(5, head.sectionViewportPosition(row) + 5) for row in range(4)]
    QTest.mouseClick(head.viewport(), LEFT, NONE, places[3])
    QTest.mouseClick(head.viewport(), LEFT, CONTROL, places[0])
    with qtbot.waitSignal(types.types_picked) as caught:
        QTest.mouseClick(head.viewport(), LEFT, SHIFT, places[1])
    assert caught.args == [["LOC", "ORG"], [], Click.RANGE]


def test_columns_are_ranged_with_shift(types: TypesPanel, qtbot: QtBot) -> None:
    head = types.view.columns
    places = [QPoint(head.sectionViewportPosition(column) + 5, 5) for column in range(4)]
    QTest.mouseClick(head.viewport(), LEFT, NONE, places[0])
    with qtbot.waitSignal(types.types_picked) as caught:
        QTest.mouseClick(head.viewport(), LEFT, SHIFT, places[1])
    assert caught.args == [[], ["LOC", "ORG"], Click.RANGE]


def test_the_menu_of_a_row_copies_count_and_query(kinds: KindsPanel, menus: list[QMenu]) -> None:
    ask_for_menu(kinds.view.viewport(), middle_of(kinds.view, 0))
    assert (copied(menus, 0), copied(menus, 1)) == ("1,246", "kind:tp")


def test_the_menu_copies_the_table_with_its_heads(kinds: KindsPanel, menus: list[QMenu]) -> None:
    ask_for_menu(kinds.view.viewport(), middle_of(kinds.view, 0))
    assert copied(menus, -1).splitlines()[:2] == ["Name\tEvents", "correct\t1246"]


def test_the_menu_key_opens_the_menu_of_the_current_row(documents: ValuesPanel, menus: list[QMenu]) -> None:
    QTest.keyClick(documents.view, Qt.Key.Key_Down)
    ask_for_menu(documents.view, QPoint(0, 0), QContextMenuEvent.Reason.Keyboard)
    assert copied(menus, 1) == "doc:2"


def test_shift_f10_stands_in_for_the_menu_key(types: TypesPanel, menus: list[QMenu]) -> None:
    QTest.keyClick(types.view, Qt.Key.Key_Right)
    QTest.keyClick(types.view, Qt.Key.Key_F10, SHIFT)
    assert copied(menus, 1) == "ref:LOC pred:ORG"


def test_the_menu_explains_the_number(kinds: KindsPanel, menus: list[QMenu], monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(QWhatsThis, "showText", lambda place, text, widget: said.append(text))
    ask_for_menu(kinds.view.viewport(), middle_of(kinds.view, 4))
    menus[-1].actions()[3].trigger()
    assert said == [f"{meaning('be')}\n74 events under the other filters."]


def test_there_is_no_menu_where_nothing_is_counted(types: TypesPanel, menus: list[QMenu]) -> None:
    ask_for_menu(types.view.viewport(), middle_of(types.view, 3, 3))
    assert not menus


@pytest.mark.parametrize(
    ("cell", "with_correct", "query"),
    [
        ((1, 0), False, "ref:ORG pred:LOC"),
        ((0, 3), False, "ref:LOC pred:none"),
        ((1, 1), False, "-kind:tp ref:ORG pred:ORG"),
        ((1, 1), True, "ref:ORG pred:ORG"),
    ],
)
def test_the_query_of_a_cell_keeps_what_it_counts(
    types: TypesPanel, menus: list[QMenu], cell: tuple[int, int], with_correct: bool, query: str
) -> None:
    types.findChildren(QCheckBox)[0].setChecked(with_correct)
    types.show_matrix(["LOC", "ORG", "PER"], np.ones((4, 4), dtype=np.int64))
    ask_for_menu(types.view.viewport(), middle_of(types.view, *cell))
    assert copied(menus, 1) == query


def test_heads_have_a_menu(types: TypesPanel, menus: list[QMenu]) -> None:
    rows, columns = types.view.rows, types.view.columns
    ask_for_menu(rows.viewport(), QPoint(5, rows.sectionViewportPosition(1) + 5))
    assert copied(menus, 1) == "ref:ORG"
    ask_for_menu(columns.viewport(), QPoint(columns.sectionViewportPosition(3) + 5, 5))
    assert copied(menus, 1) == "pred:none"


def test_a_query_names_the_other_filters_if_they_are_known(kinds: KindsPanel, menus: list[QMenu]) -> None:
    kinds.set_query_context(lambda: Term("ref", ("ORG",)))
    ask_for_menu(kinds.view.viewport(), middle_of(kinds.view, 5))
    assert copied(menus, 1) == "ref:ORG kind:lbe"


@pytest.mark.parametrize(
    ("cell", "shape"), [((1, 1), Qt.CursorShape.PointingHandCursor), ((3, 3), Qt.CursorShape.ArrowCursor)]
)
def test_the_hand_shows_over_what_can_be_picked(
    types: TypesPanel, cell: tuple[int, int], shape: Qt.CursorShape
) -> None:
    QTest.mouseMove(types.view.viewport(), middle_of(types.view, *cell))
    assert types.view.viewport().cursor().shape() == shape


@pytest.mark.parametrize("row", [1, 4])
def test_a_row_under_the_pointer_looks_different(kinds: KindsPanel, row: int) -> None:
    before = kinds.view.grab().toImage()
    QTest.mouseMove(kinds.view.viewport(), middle_of(kinds.view, row))
    assert kinds.view.grab().toImage() != before


def test_a_row_with_the_focus_is_ringed_also_when_it_is_picked(kinds: KindsPanel, qtbot: QtBot) -> None:
    kinds.show_counts(np.ones(6, dtype=np.int64), {"fp"})
    kinds.view.setCurrentIndex(kinds.view.model().index(1, 0))
    with qtbot.waitActive(kinds):
        kinds.activateWindow()
    kinds.view.setFocus()
    rect = kinds.view.visualRect(kinds.view.model().index(1, 0))
    colour = kinds.view.viewport().grab().toImage().pixelColor(rect.center().x(), rect.top())
    assert colour == current_theme().accent


def test_tab_reaches_heads_and_find_field_too(documents: ValuesPanel, qtbot: QtBot) -> None:
    numbers = np.arange(1, 100)
    documents.show_values([str(number) for number in numbers], numbers, numbers)
    with qtbot.waitActive(documents):
        documents.activateWindow()
    documents.section.head.setFocus()
    reached = []
    for _stop in range(4):
        QTest.keyClick(documents.window().focusWidget(), Qt.Key.Key_Tab)
        reached.append(documents.window().focusWidget().accessibleName())
    assert reached == ["Find documents", "Name, sort", "Events, sort", "Documents"]


@pytest.mark.parametrize(("is_folded", "focused"), [(False, "Event kinds"), (True, "Event kinds, folded")])
def test_the_focus_goes_to_the_rows_or_to_the_head_over_folded_ones(
    kinds: KindsPanel, qtbot: QtBot, is_folded: bool, focused: str
) -> None:
    with qtbot.waitActive(kinds):
        kinds.activateWindow()
    kinds.section.set_folded(is_folded)
    kinds.setFocus()
    assert kinds.window().focusWidget().accessibleName() == focused
