"""A comparison in the whole window, by keys."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from nerinspect.events.segment_events import TP
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Keyboard

Key = Qt.Key


def current_row(window: MainWindow) -> int:
    return int(window.workspace.table.view.currentIndex().row())


def test_keys_walk_through_the_rows(window: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    window.document.compare_with(1)
    keyboard.press(Key.Key_Escape)
    assert QApplication.focusWidget() is window.workspace.table.view
    first = current_row(window)
    keyboard.press(Key.Key_J)
    keyboard.press(Key.Key_J)
    assert current_row(window) == first + 2
    keyboard.press(Key.Key_K)
    assert current_row(window) == first + 1
    row = window.workspace.comparison.row_on_show
    assert row is not None
    assert row.event == window.document.chosen_event


def test_surfaces_are_not_grouped_while_systems_are_compared(window: MainWindow) -> None:
    group = window.menus.action("group")
    window.document.compare_with(1)
    assert not group.isEnabled()
    window.document.compare_with(None)
    assert group.isEnabled()


def test_a_kind_key_filters_the_rows_by_the_kind_of_a(window: MainWindow, keyboard: Keyboard) -> None:
    window.document.compare_with(1)
    keyboard.press(Key.Key_Escape)
    keyboard.press(Key.Key_3)
    view = window.workspace.table.view
    kinds = {view.model().index(row, 0).data() for row in range(view.model().rowCount())}
    assert kinds == {"FN"}


def test_the_mention_stays_current_when_a_and_b_change_places(window: MainWindow, keyboard: Keyboard) -> None:
    window.document.compare_with(1)
    keyboard.press(Key.Key_Escape)
    for _ in range(9):
        keyboard.press(Key.Key_J)
    before = window.workspace.comparison.row_on_show
    keyboard.press(Key.Key_X, held=Qt.KeyboardModifier.ShiftModifier)
    after = window.workspace.comparison.row_on_show
    assert before is not None
    assert after is not None
    assert (after.mention, after.predictions) == (before.mention, before.predictions[::-1])


def test_a_mention_is_found_again_in_its_stretch_of_text(window: MainWindow, keyboard: Keyboard) -> None:
    window.document.compare_with(1)
    keyboard.press(Key.Key_Escape)
    for _ in range(9):
        keyboard.press(Key.Key_J)
    mention = window.workspace.comparison.row_on_show
    window.workspace.chips.stretches_chosen.emit(True)
    stretch = window.workspace.comparison.row_on_show
    assert mention is not None
    assert stretch is not None
    assert stretch.start <= mention.start < stretch.end


def test_the_number_of_spurious_mentions_opens_rows(window: MainWindow) -> None:
    window.document.compare_with(1)
    window.desk.open(Door("kind:fp", beside=1))
    assert window.document.has_stretches
    assert window.workspace.table.view.model().rowCount() > 0


def test_a_number_of_one_system_opens_exactly_its_events(
    window: MainWindow, press_button: Callable[[QWidget, str], None]
) -> None:
    document = window.document
    for prediction in (0, 1):
        document.show_prediction(0)
        document.compare_with(1)
        window.desk.open(Door("-kind:tp", prediction))
        study = document.study
        assert study is not None
        rows = study.rows_of(prediction)
        n_errors = int(np.count_nonzero(study.events.kind[rows] != TP))
        assert (document.prediction, document.compared) == (prediction, None)
        assert window.workspace.table.view.model().rowCount() == n_errors > 0
        press_button(window.desk.message, "Compare again")
        assert (document.prediction, document.compared) == (0, 1)


def test_a_number_of_relations_leaves_the_comparison(window: MainWindow) -> None:
    window.document.compare_with(1)
    window.desk.open(Door("", of_relations=True))
    assert window.document.compared == 1


def test_a_typed_filter_leaves_the_rows_as_they_are(window: MainWindow) -> None:
    window.document.compare_with(1)
    window.document.select_query("kind:fp")
    assert not window.document.has_stretches
