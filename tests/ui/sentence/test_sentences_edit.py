import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QTextCursor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.ui.sentence.event_context import ContextPanel

MakeStudy = Callable[..., Study]


def select_all(panel: ContextPanel) -> None:
    panel.view.selectAll()
    panel.view.copy()


def test_copied_text_stands_as_in_the_file(context_panel: ContextPanel, make_study_from: MakeStudy) -> None:
    context_panel.show_study(make_study_from("New\u00a0York/B-LOC/O a\u2028b/O/O 👍🏽/O/O"))
    context_panel.show_event(0)
    select_all(context_panel)
    assert QApplication.clipboard().text() == "New\u00a0York a\u2028b 👍🏽"


def test_running_text_is_broken_and_copied_as_in_its_file(context_panel: ContextPanel, tmp_path: Path) -> None:
    text = "He  left\tNew\r\n York, too."
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps({"text": text, "label": [[text.index("New"), text.index(","), "LOC"]]}) + "\n")
    context_panel.show_study(load_study(LoadRequest(str(path), (str(path),))))
    context_panel.show_event(0)
    layout = context_panel.view.document().firstBlock().layout()
    assert [layout.lineAt(number).textStart() for number in range(layout.lineCount())] == [0, text.index(" York")]
    mention = context_panel.view.placed_spans()[0:4:2]
    assert [len(span.boxes) for span in mention] == [1, 1]
    select_all(context_panel)
    assert QApplication.clipboard().text() == text
    context_panel.view.copy_sentence(context_panel.view.textCursor())
    assert QApplication.clipboard().text() == text


def test_neighbours_are_copied_as_lines(harwick: ContextPanel) -> None:
    select_all(harwick)
    assert QApplication.clipboard().text().split("\n")[1] == "The Port of Harwick Authority said no ."


def test_a_part_is_copied_to_the_letter(harwick: ContextPanel) -> None:
    cursor = harwick.view.textCursor()  # it stands at the beginning of the event
    cursor.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, len("Port of Harwick"))
    harwick.view.setTextCursor(cursor)
    harwick.view.copy()
    assert QApplication.clipboard().text() == "Port of Harwick"


def turn_wheel(panel: ContextPanel, delta: int) -> None:
    centre = QPointF(panel.view.viewport().rect().center())
    wheel = QWheelEvent(
        *(centre, panel.view.viewport().mapToGlobal(centre), QPoint(), QPoint(0, delta)),
        *(Qt.MouseButton.NoButton, Qt.KeyboardModifier.ControlModifier, Qt.ScrollPhase.NoScrollPhase, False),
    )
    QApplication.sendEvent(panel.view.viewport(), wheel)


def test_the_wheel_zooms_with_control(harwick: ContextPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(harwick.view.zoom_changed) as caught:
        turn_wheel(harwick, 120)
    assert caught.args == [1.7]


@pytest.mark.parametrize(
    ("deltas", "zoom"),
    [([8] * 14, 1.6), ([8] * 15, 1.7), ([-40] * 6, 1.4), ([110, -20, 110], 1.6), ([240], 1.8)],
)
def test_small_turns_of_a_touchpad_add_up_to_a_step(harwick: ContextPanel, deltas: list[int], zoom: float) -> None:
    for delta in deltas:
        turn_wheel(harwick, delta)
    assert harwick.view.zoom == zoom


def test_the_zoom_has_an_end(harwick: ContextPanel) -> None:
    harwick.view.set_zoom(9)
    assert harwick.view.zoom == 2.6


def test_a_sentence_is_copied_from_the_menu(harwick: ContextPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMenu, "popup", lambda menu, place: None)  # the offscreen platform warns of real ones
    place = harwick.view.viewport().rect().center()
    harwick.view.moveCursor(QTextCursor.MoveOperation.Start)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, harwick.mapToGlobal(place))
    QApplication.sendEvent(harwick.view.viewport(), event)
    menu = harwick.view.findChild(QMenu)
    assert menu is not None
    next(action for action in menu.actions() if action.text() == "Copy sentence").trigger()
    menu.deleteLater()
    assert QApplication.clipboard().text() == "It was so ."


@pytest.mark.parametrize(
    ("key", "zoom"), [(Qt.Key.Key_Plus, 2.1), (Qt.Key.Key_Equal, 2.1), (Qt.Key.Key_Minus, 1.9), (Qt.Key.Key_0, 1.6)]
)
def test_keys_zoom_with_control(harwick: ContextPanel, qtbot: QtBot, key: Qt.Key, zoom: float) -> None:
    harwick.view.set_zoom(2)
    QTest.keyClick(harwick.view, key, Qt.KeyboardModifier.ControlModifier)
    assert harwick.view.zoom == zoom


def test_the_text_follows_the_font_of_the_desktop(harwick: ContextPanel) -> None:
    before = harwick.view.document().firstBlock().layout().lineAt(0).height()
    font = harwick.font()
    font.setPixelSize(26)
    harwick.setFont(font)
    assert harwick.view.document().firstBlock().layout().lineAt(0).height() > 1.5 * before
