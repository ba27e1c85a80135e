import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from nerinspect.checking.repair_effects import RepairEffects
from nerinspect.ui.pages.repair.affected_places import DifferingTable


@pytest.fixture
def table(qtbot: QtBot, effects: RepairEffects) -> DifferingTable:
    table = DifferingTable()
    qtbot.addWidget(table)
    table.resize(1000, 300)
    table.show_effects(effects)
    with qtbot.waitExposed(table):
        table.show()
    return table


def texts(table: DifferingTable, row: int) -> list[str]:
    model = table.model()
    return [str(model.index(row, column).data()) for column in range(model.columnCount())]


def test_the_model_keeps_the_rules(table: DifferingTable, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(table.model())  # type: ignore[no-untyped-call]


def test_rows_say_what_was_and_what_becomes_of_it(table: DifferingTable) -> None:
    assert texts(table, 0) == [
        *("LBE", "BE", "−1", "Port of Ulm now"),
        *("[LOC Port of Ulm]", "[LOC Port of] [ORG Ulm now]", "[LOC Port of]", "1 · 1"),
    ]
    assert texts(table, 1) == ["TP", "FN", "+1", "Elin", "[PER Elin]", "[PER Elin]", "–", "1 · 2"]
    assert table.model().rowCount() == 2


def test_heads_name_the_two_repairs(table: DifferingTable) -> None:
    heads = [table.model().headerData(column, Qt.Orientation.Horizontal) for column in (0, 1, 5, 6)]
    assert heads == ["conlleval", "discard", "under conlleval", "under discard"]


def test_a_row_leads_to_all_of_its_tokens(table: DifferingTable, qtbot: QtBot) -> None:
    table.choose_row(0)
    with qtbot.waitSignal(table.place_chosen) as caught:
        QTest.keyClick(table, Qt.Key.Key_Down)
    assert caught.args == [5]
    assert table.extent(0) == (1, 5)


def test_kinds_are_named_in_full_for_the_pointer(table: DifferingTable) -> None:
    said = table.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "label and boundary error" in said


def test_nothing_differs_where_there_is_nothing_to_compare(table: DifferingTable) -> None:
    table.show_effects(None)
    assert table.model().rowCount() == 0


def test_titles_are_broken_where_columns_are_narrow(table: DifferingTable) -> None:
    head = table.horizontalHeader()
    heights = []
    for width in (2000, 480):
        table.resize(width, 300)
        QApplication.processEvents()
        heights.append(head.height())
    assert heights[0] < heights[1] < 2 * heights[0]
