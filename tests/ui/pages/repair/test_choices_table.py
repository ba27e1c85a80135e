from fractions import Fraction

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from nerinspect.checking.repair_effects import RepairEffects, repair_effects
from nerinspect.events.scores import signed_percent
from nerinspect.glossary.wording import NEUTRAL
from nerinspect.ui.pages.repair.choices import ChoicesTable

NONE, CONLLEVAL, DISCARD, DIFFERENCE = range(4)
CHANGED, PREDICTED, CORRECT, FP, FN, LE, BE, LBE, DEMERITS, F1 = range(1, 11)


@pytest.fixture
def table(qtbot: QtBot, effects: RepairEffects) -> ChoicesTable:
    table = ChoicesTable()
    qtbot.addWidget(table)
    table.resize(1000, table.height())
    table.show_effects(effects, "conlleval", "flair")
    with qtbot.waitExposed(table):
        table.show()
    return table


def cell(table: ChoicesTable, row: int, column: int) -> QModelIndex:
    return table.numbers.index(row, column)


def texts(table: ChoicesTable, row: int) -> list[str]:
    return [str(cell(table, row, column).data()) for column in range(11)]


def click(table: ChoicesTable, row: int, column: int) -> None:
    rect = table.visualRect(cell(table, row, column))
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def test_the_model_keeps_the_rules(table: ChoicesTable, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(table.numbers)  # type: ignore[no-untyped-call]


def test_repairs_stand_side_by_side_with_their_difference(table: ChoicesTable) -> None:
    assert texts(table, NONE) == ["none", *["–"] * 10]
    assert texts(table, CONLLEVAL) == ["conlleval", "2", "4", "2", "0", "0", "0", "0", "1", "3", "57.14"]
    assert texts(table, DISCARD) == ["discard", "3", "2", "1", "0", "1", "0", "1", "0", "3", "40.00"]
    assert texts(table, DIFFERENCE) == [
        *("discard against conlleval", "+1", "−2", "−1", "0", "+1", "0", "+1", "−1", "0", "−17.14")
    ]


def test_a_click_on_a_name_chooses_the_repair(table: ChoicesTable, qtbot: QtBot) -> None:
    with qtbot.waitSignal(table.method_chosen) as caught:
        click(table, DISCARD, 0)
    assert caught.args == ["discard"]


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_keys_choose_the_repair(table: ChoicesTable, qtbot: QtBot, key: Qt.Key) -> None:
    table.setCurrentIndex(cell(table, CONLLEVAL, 0))
    QTest.keyClick(table, Qt.Key.Key_Down)
    with qtbot.waitSignal(table.method_chosen) as caught:
        QTest.keyClick(table, key)
    assert caught.args == ["discard"]


@pytest.mark.parametrize("row", [NONE, CONLLEVAL, DIFFERENCE])
def test_what_cannot_be_chosen_or_is_chosen_already_says_nothing(table: ChoicesTable, qtbot: QtBot, row: int) -> None:
    with qtbot.assertNotEmitted(table.method_chosen):
        click(table, row, 0)


@pytest.mark.parametrize(
    ("column", "query"),
    [(CHANGED, "repaired:yes"), (PREDICTED, "-pred:none"), (CORRECT, "kind:tp"), (LBE, "kind:lbe")],
)
def test_numbers_of_the_repair_in_use_open_their_events(
    table: ChoicesTable, qtbot: QtBot, column: int, query: str
) -> None:
    with qtbot.waitSignal(table.door_opened) as caught:
        click(table, CONLLEVAL, column)
    assert caught.args[0] == query


@pytest.mark.parametrize("row", [DISCARD, DIFFERENCE])
@pytest.mark.parametrize(("column", "kind"), [(FN, "fn"), (CORRECT, "tp"), (DEMERITS, "")])
def test_numbers_of_another_repair_ask_what_differs(
    table: ChoicesTable, qtbot: QtBot, row: int, column: int, kind: str
) -> None:
    with qtbot.assertNotEmitted(table.door_opened), qtbot.waitSignal(table.differences_requested) as caught:
        click(table, row, column)
    assert caught.args == [kind]


@pytest.mark.parametrize("row", [CONLLEVAL, DISCARD, DIFFERENCE])
def test_without_a_study_no_number_is_a_door(
    table: ChoicesTable, effects: RepairEffects, qtbot: QtBot, row: int
) -> None:
    table.show_effects(effects, "discard", "flair", has_doors=False)
    with qtbot.assertNotEmitted(table.door_opened), qtbot.assertNotEmitted(table.differences_requested):
        click(table, row, FN)


def test_the_chosen_repair_is_spoken(table: ChoicesTable) -> None:
    said = [cell(table, row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in (CONLLEVAL, DISCARD)]
    assert said == ["conlleval the label begins a new mention, chosen", "discard the label and its rest become O"]


def test_the_mark_is_painted_where_the_repair_is_in_use(table: ChoicesTable, effects: RepairEffects) -> None:
    before = table.grab().toImage()
    table.show_effects(effects, "discard", "flair")
    assert table.grab().toImage() != before


def test_the_table_is_copied_with_its_heads(table: ChoicesTable) -> None:
    table.clearSelection()
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    heads = "Repair\tLabels changed\tPredicted\tCorrect\tFP\tFN\tLE\tBE\tLBE\tDemerits\tF1"
    assert QGuiApplication.clipboard().text().splitlines()[0] == heads


def test_a_reference_counts_its_own_mentions(table: ChoicesTable, effects: RepairEffects) -> None:
    other = effects.choices[1].mentions
    table.show_effects(repair_effects(effects.written, other, is_reference=True), "conlleval", "reference")
    assert table.numbers.headerData(2, Qt.Orientation.Horizontal) == "Reference"


def test_labels_alone_are_counted_without_scores(table: ChoicesTable, effects: RepairEffects) -> None:
    table.show_effects(repair_effects(effects.written), "conlleval", "training")
    assert texts(table, DISCARD) == ["discard", "3", "2", *["–"] * 8]


@pytest.mark.parametrize(
    ("difference", "text"),
    [(Fraction(1, 800), "+0.13"), (Fraction(-1, 800), "−0.13"), (Fraction(0), "0.00"), (Fraction(-1, 90_000), "0.00")],
)
def test_differences_of_percentages_are_signed_and_rounded_last(difference: Fraction, text: str) -> None:
    assert signed_percent(difference) == text


def test_the_difference_of_f1_is_that_of_the_counts(table: ChoicesTable, effects: RepairEffects) -> None:
    one, other = (choice.tally for choice in effects.choices[1:])
    assert one is not None
    assert other is not None
    value = table.numbers.cell(cell(table, DIFFERENCE, F1)).value
    assert np.isclose(float(str(value)), other.overall.f1 - one.overall.f1)


def test_names_of_kinds_have_room_between_annotators(table: ChoicesTable, effects: RepairEffects) -> None:
    before = table.columnWidth(8)
    table.show_effects(effects, "conlleval", "ben", wording=NEUTRAL)
    assert table.columnWidth(8) > before
