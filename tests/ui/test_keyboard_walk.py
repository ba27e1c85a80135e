"""The whole program without a mouse: every step is reached and told by keys that go to the window in front."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QWidget,
)
from pytestqt.qtbot import QtBot

from nerinspect.events.explanation import explain
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.ui.charts.demerits import DemeritsView
from nerinspect.ui.desk.views import OVERVIEW
from nerinspect.ui.details.event_details import SurfaceGroup
from nerinspect.ui.details.tables import Concordance, DetailTable
from nerinspect.ui.guide import GuideWindow
from nerinspect.ui.kit.doors import DoorLabel
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.lists.export_dialog import ExportDialog
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard, Modifier

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def says(text: str) -> Callable[[QWidget], bool]:
    """Make a test for the button that says a text."""
    return lambda widget: isinstance(widget, QAbstractButton) and widget.text() == text


def is_a(kind: type[QWidget]) -> Callable[[QWidget], bool]:
    return lambda widget: isinstance(widget, kind)


def is_shown(window: QWidget, kind: type[QWidget]) -> bool:
    return any(part.isVisible() for part in window.findChildren(kind))


def current(window: MainWindow) -> int:
    event = window.workspace.events.current_event()
    assert event is not None
    return event


def order(window: MainWindow) -> list[int]:
    return [int(event) for event in window.workspace.events.order()]


def queries(window: MainWindow) -> list[str]:
    return list(window.workspace.chips.texts)


def test_the_start_page_leads_to_the_first_error_explained(
    empty_window: MainWindow, keyboard: Keyboard, qtbot: QtBot
) -> None:
    window = empty_window
    keyboard.tab_to(says("Open the sample"))
    keyboard.press(Key.Key_Space)
    qtbot.waitUntil(lambda: window.document.study is not None and bool(order(window)))
    assert keyboard.focus is window.workspace.events.view
    study = window.document.study
    assert study is not None
    assert current(window) == order(window)[0]
    said = explain(study, current(window))
    qtbot.waitUntil(lambda: said in [label.text() for label in window.workspace.details.findChildren(QLabel)])


def test_letters_and_digits_step_and_filter(errors: MainWindow, keyboard: Keyboard, sample_study: Study) -> None:
    keyboard.press(Key.Key_J, Key.Key_J)
    assert current(errors) == order(errors)[2]
    keyboard.press(Key.Key_K)
    assert current(errors) == order(errors)[1]
    keyboard.press(Key.Key_3)
    kinds = sample_study.events.kind[order(errors)]
    assert KINDS.index("fn") not in kinds
    assert len(set(kinds.tolist())) > 1


def test_the_search_completes_and_filters(errors: MainWindow, keyboard: Keyboard) -> None:
    before = len(order(errors))
    keyboard.press(Key.Key_F, held=Modifier.ControlModifier)
    keyboard.type("ty")
    keyboard.press(Key.Key_Tab)
    assert errors.toolbar.search.text() == "type:"
    keyboard.type("MI")
    keyboard.press(Key.Key_Down, Key.Key_Return, Key.Key_Return)
    assert queries(errors)[-1] == "type: MISC"
    assert 0 < len(order(errors)) < before
    keyboard.press(Key.Key_Escape)
    assert keyboard.focus is errors.workspace.events.view


@pytest.mark.parametrize("key", [Key.Key_Tab, Key.Key_Backtab])
def test_a_chip_is_reached_and_taken_away(errors: MainWindow, keyboard: Keyboard, key: Qt.Key) -> None:
    errors.document.select_query("type:ORG", is_added=True)
    keyboard.tab_to(lambda widget: widget.accessibleName() == "type: ORG", key)
    keyboard.press(Key.Key_Space)
    assert queries(errors) == ["kind: not correct"]


def test_the_menu_of_the_table_sorts(errors: MainWindow, keyboard: Keyboard, sample_study: Study) -> None:
    keyboard.press(Key.Key_F10, held=Modifier.ShiftModifier)
    keyboard.choose("Columns", "Sort by", "Kind")
    kinds = sample_study.events.kind[order(errors)].tolist()
    assert kinds == sorted(kinds)
    assert len(set(kinds)) > 1
    keyboard.press(Key.Key_F10, held=Modifier.ShiftModifier)
    keyboard.choose("Columns", "Sort by", "Kind")
    kinds = sample_study.events.kind[order(errors)].tolist()
    assert kinds == sorted(kinds, reverse=True)


def test_kinds_are_picked_added_and_ranged(errors: MainWindow, keyboard: Keyboard, sample_study: Study) -> None:
    keyboard.go_to_region(errors.workspace.filters.kinds)
    keyboard.press(Key.Key_Home, Key.Key_Down, Key.Key_Space)
    assert queries(errors) == ["kind: spurious"]
    keyboard.press(Key.Key_Down)
    keyboard.press(Key.Key_Space, held=Modifier.ControlModifier)
    assert set(sample_study.events.kind[order(errors)].tolist()) == {KINDS.index("fp"), KINDS.index("fn")}
    keyboard.press(Key.Key_End)
    keyboard.press(Key.Key_Space, held=Modifier.ShiftModifier)
    assert KINDS.index("tp") not in sample_study.events.kind[order(errors)]
    assert KINDS.index("lbe") in sample_study.events.kind[order(errors)]
    keyboard.press(Key.Key_Escape)
    assert keyboard.focus is errors.workspace.events.view


def test_cells_rows_and_columns_of_the_matrix_are_picked(errors: MainWindow, keyboard: Keyboard) -> None:
    keyboard.go_to_region(errors.workspace.filters.types)
    keyboard.press(Key.Key_Right, Key.Key_Space)
    assert [term.split(":")[0] for term in queries(errors)[-2:]] == ["ref", "pred"]
    keyboard.press(Key.Key_Space)
    keyboard.press(Key.Key_Space, held=Modifier.ShiftModifier)
    assert queries(errors)[-1].startswith("ref")
    keyboard.press(Key.Key_Space, held=Modifier.ShiftModifier)
    keyboard.press(Key.Key_Return, held=Modifier.ShiftModifier)
    assert queries(errors)[-1].startswith("pred")


def test_the_document_is_read_and_copied(errors: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_Return)
    assert errors.workspace.context.view.shows_document
    keyboard.go_to_region(errors.workspace.context.view)
    keyboard.press(Key.Key_Home, held=Modifier.ControlModifier)
    keyboard.press(Key.Key_Right, held=Modifier.ControlModifier | Modifier.ShiftModifier)
    keyboard.press(Key.Key_C, held=Modifier.ControlModifier)
    copied = QGuiApplication.clipboard().text().strip()
    assert copied
    assert errors.workspace.context.view.toPlainText().lstrip().startswith(copied)
    keyboard.press(Key.Key_Escape)
    assert not errors.workspace.context.view.shows_document
    keyboard.press(Key.Key_Escape)
    assert keyboard.focus is errors.workspace.events.view


def test_details_lead_to_other_events(errors: MainWindow, keyboard: Keyboard) -> None:
    shared = next(
        event
        for event in order(errors)
        if errors.workspace.events.select_event(event)
        and (QApplication.processEvents() or errors.workspace.details.findChildren(SurfaceGroup))
        and errors.workspace.details.findChildren(SurfaceGroup)[0].isVisible()
    )
    keyboard.go_to_region(errors.workspace.details)
    first = keyboard.focus
    assert isinstance(first, DetailTable)
    keyboard.tab_to(
        lambda widget: isinstance(widget, Concordance) and widget.accessibleName().startswith("Other events")
    )
    keyboard.press(Key.Key_Return)
    assert errors.document.chosen_event != shared
    link = keyboard.tab_to(
        lambda widget: isinstance(widget, DoorLabel) and "with this surface" in widget.accessibleName()
    )
    assert isinstance(link, DoorLabel)
    keyboard.press(Key.Key_Return)
    assert queries(errors)[0].startswith("surface")
    assert keyboard.focus is errors.workspace.events.view


def test_tables_bars_and_charts_open_their_events(errors: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    from nerinspect.ui.charts.bar_chart import BarChart

    kinds: tuple[type[QWidget], ...] = (NumberTable, DemeritsView, BarChart)
    for kind in kinds:
        keyboard.press(Key.Key_2, held=Modifier.ControlModifier)
        assert errors.workspace.view_name == OVERVIEW
        qtbot.waitUntil(partial(is_shown, errors, kind))
        errors.document.select_query("doc:1")
        keyboard.tab_to(is_a(kind))
        keyboard.press(Key.Key_Right, Key.Key_Return)
        assert errors.workspace.view_name != OVERVIEW
        assert queries(errors) != ["doc: 1"]
        assert keyboard.focus is errors.workspace.events.view


def test_events_are_exported_to_a_file(errors: MainWindow, keyboard: Keyboard, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "errors.csv"
    keyboard.press(Key.Key_E, held=Modifier.ControlModifier)
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), ExportDialog))
    keyboard.answer_file_dialog(path)
    keyboard.press(Key.Key_Return)
    qtbot.waitUntil(lambda: not errors.exporter.is_exporting and path.exists())
    assert path.read_bytes().count(b"\n") == len(order(errors)) + 1


def test_the_guide_opens_at_the_part_and_leads_back(errors: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    keyboard.press(Key.Key_F1)
    qtbot.waitUntil(lambda: isinstance(QApplication.activeWindow(), GuideWindow))
    keyboard.press(Key.Key_Tab, Key.Key_Escape)
    qtbot.waitUntil(lambda: not errors.findChildren(GuideWindow))
    errors.activateWindow()  # as a window manager would
    qtbot.waitUntil(lambda: keyboard.focus is errors.workspace.events.view)


def test_the_keys_are_listed_and_put_away(errors: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    keyboard.press(Key.Key_Question)
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
    keyboard.press(Key.Key_Escape)
    qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None)


def test_the_program_is_quit(errors: MainWindow, keyboard: Keyboard, qtbot: QtBot) -> None:
    with qtbot.waitSignal(errors.quit_requested):
        keyboard.press(Key.Key_Q, held=Modifier.ControlModifier)
