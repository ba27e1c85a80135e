from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from nerinspect.analysis.reconciliation import reconcile_prediction
from nerinspect.analysis.scores import score_prediction
from nerinspect.analysis.study import Study
from nerinspect.ui.panels.scores_panel import DoorTable, ScoresPanel

MakeStudy = Callable[..., Study]


@pytest.fixture
def panel(qtbot: QtBot, make_study_from: MakeStudy) -> ScoresPanel:
    panel = ScoresPanel()
    qtbot.addWidget(panel)
    study = make_study_from("Ostend/B-LOC/B-LOC said/O/O Grey/B-ORG/B-ORG Heron/I-ORG/B-ORG so/O/B-PER")
    panel.show_scores(score_prediction(study, 0), reconcile_prediction(study, 0), "flair")
    return panel


def press(table: DoorTable, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QApplication.sendEvent(table, QKeyEvent(QKeyEvent.Type.KeyPress, key, modifiers))


def test_enter_on_a_number_asks_for_what_it_counts(panel: ScoresPanel, qtbot: QtBot) -> None:
    table = panel.findChildren(DoorTable)[0]
    table.setCurrentIndex(table.model().index(1, 4))
    with qtbot.waitSignal(panel.query_requested) as caught:
        press(table, Qt.Key.Key_Return)
    assert caught.args == ["ref:LOC"]


def test_a_click_on_a_number_asks_for_what_it_counts(panel: ScoresPanel, qtbot: QtBot) -> None:
    table = panel.findChildren(DoorTable)[1]
    with qtbot.waitExposed(panel):
        panel.show()
    place = table.visualRect(table.model().index(4, 1)).center()
    with qtbot.waitSignal(panel.query_requested) as caught:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert caught.args == ["kind:be"]


def test_enter_on_a_name_asks_for_nothing(panel: ScoresPanel, qtbot: QtBot) -> None:
    table = panel.findChildren(DoorTable)[0]
    table.setCurrentIndex(table.model().index(1, 0))
    with qtbot.assertNotEmitted(panel.query_requested):
        press(table, Qt.Key.Key_Return)


def test_the_reference_adds_up_in_mentions(panel: ScoresPanel) -> None:
    lines = [label.accessibleName() for label in panel.findChildren(QLabel)]
    assert "reference 2 = 1 TP + 0 FN + 0 LE + 1 BE + 0 LBE" in lines


def test_the_prediction_adds_up_in_mentions(panel: ScoresPanel) -> None:
    lines = [label.accessibleName() for label in panel.findChildren(QLabel)]
    # The last prediction touches the one before it; only the prediction has a boundary inside.
    assert "predicted 4 = 1 TP + 1 FP + 0 LE + 2 BE + 0 LBE" in lines


def test_a_number_of_the_sum_asks_for_its_events(panel: ScoresPanel, qtbot: QtBot) -> None:
    label = next(child for child in panel.findChildren(QLabel) if child.accessibleName().startswith("reference"))
    with qtbot.waitSignal(panel.query_requested) as caught:
        label.linkActivated.emit("kind:be")
    assert caught.args == ["kind:be"]


def test_copying_takes_the_whole_table(panel: ScoresPanel) -> None:
    table = panel.findChildren(DoorTable)[0]
    press(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().startswith("Type\tPrecision\tRecall\tF1")


def test_copying_takes_the_selected_cells(panel: ScoresPanel) -> None:
    table = panel.findChildren(DoorTable)[0]
    table.selectRow(1)
    assert table.copied_text() == "LOC\t100.00\t100.00\t100.00\t1\t1\t1\n"
