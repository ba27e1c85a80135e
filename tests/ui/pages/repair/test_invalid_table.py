from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from nerinspect.checking.repair_effects import RepairEffects
from nerinspect.ui.kit.tables import places as place_model
from nerinspect.ui.kit.tables import places as place_table
from nerinspect.ui.kit.tables.places import PADDING, PlaceDelegate
from nerinspect.ui.pages.repair.affected_places import InvalidTable


@pytest.fixture
def table(qtbot: QtBot, effects: RepairEffects) -> InvalidTable:
    table = InvalidTable()
    qtbot.addWidget(table)
    table.resize(900, 300)
    table.show_labels(effects.written)
    with qtbot.waitExposed(table):
        table.show()
    return table


def texts(table: InvalidTable, row: int) -> list[str]:
    model = table.model()
    return [str(model.index(row, column).data()) for column in range(model.columnCount())]


def test_the_model_keeps_the_rules(table: InvalidTable, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(table.model())  # type: ignore[no-untyped-call]


def test_rows_say_where_what_and_what_becomes_of_it(table: InvalidTable) -> None:
    assert [
        table.model().headerData(column, Qt.Orientation.Horizontal) for column in range(table.model().columnCount())
    ] == ["Line", "Doc", "Sent", "Token", "Previous", "Label", "conlleval", "discard", "Problem"]
    assert texts(table, 0) == ["4", "1", "1", "Ulm", "I-LOC", "I-ORG", "B-ORG", "O", "I-ORG cannot follow I-LOC in BIO"]
    assert texts(table, 1)[4:6] == ["sentence start", "I-PER"]


def test_long_numbers_of_lines_are_shown_whole(table: InvalidTable, effects: RepairEffects) -> None:
    text = effects.written.text
    far = replace(text, sentence_line=text.sentence_line + 12_345_678)
    table.show_labels(replace(effects.written, text=far))
    line = texts(table, 1)[0]
    assert line.startswith("12,345,")
    delegate = table.itemDelegate()
    assert isinstance(delegate, PlaceDelegate)
    room = table.columnWidth(0) - 2 * PADDING
    assert room >= QFontMetricsF(delegate.fonts.plain).horizontalAdvance(line)


@pytest.mark.parametrize(("width", "is_shown"), [(900, True), (560, False)])
def test_the_problem_is_shown_whole_or_not_at_all(table: InvalidTable, width: int, is_shown: bool) -> None:
    table.resize(width, 300)
    problem = table.model().columnCount() - 1
    assert table.isColumnHidden(problem) != is_shown
    needed = QFontMetricsF(table.itemDelegate().fonts.plain).horizontalAdvance(texts(table, 0)[problem])  # type: ignore[attr-defined]
    assert not is_shown or table.columnWidth(problem) - 2 * PADDING >= needed


def test_a_click_on_a_row_leads_to_its_token(table: InvalidTable, qtbot: QtBot) -> None:
    place = table.visualRect(table.model().index(1, 3)).center()
    with qtbot.waitSignal(table.place_chosen) as caught:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert caught.args == [5]


def test_arrows_go_from_row_to_row(table: InvalidTable, qtbot: QtBot) -> None:
    table.choose_row(0)
    with qtbot.waitSignal(table.place_chosen) as caught:
        QTest.keyClick(table, Qt.Key.Key_Down)
    assert caught.args == [5]


def test_enter_leads_to_the_token_again(table: InvalidTable, qtbot: QtBot) -> None:
    table.choose_row(0)
    with qtbot.waitSignal(table.place_chosen) as caught:
        QTest.keyClick(table, Qt.Key.Key_Return)
    assert caught.args == [3]


def test_the_keyboard_begins_at_the_first_row(table: InvalidTable, qtbot: QtBot) -> None:
    table.activateWindow()
    qtbot.waitUntil(table.isActiveWindow)
    table.clearFocus()
    with qtbot.waitSignal(table.place_chosen) as caught:
        table.setFocus(Qt.FocusReason.TabFocusReason)
    assert caught.args == [3]


def test_cells_are_spoken_with_their_column(table: InvalidTable) -> None:
    assert table.model().index(0, 6).data(Qt.ItemDataRole.AccessibleTextRole) == "conlleval B-ORG"


def test_the_menu_copies_the_whole_table(table: InvalidTable) -> None:
    menu = table.menu_of(table.model().index(0, 0))
    next(action for action in menu.actions() if action.text() == "Copy table").trigger()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("Line\tDoc\tSent")
    assert len(lines) == 3


def test_of_very_many_rows_the_first_are_copied_and_the_menu_says_so(
    table: InvalidTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (place_model, place_table):
        monkeypatch.setattr(module, "MOST_COPIED", 1)
    copy = table.menu_of(table.model().index(0, 0)).actions()[-1]
    assert copy.text() == "Copy first 1 row"
    copy.trigger()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 2


def test_a_source_without_labels_empties_the_table(table: InvalidTable) -> None:
    table.show_labels(None)
    assert table.model().rowCount() == 0
