"""Keys of commands, wherever the focus is: fields keep only those that edit text."""

import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QKeyCombination, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from nerinspect.ui.desk.actions import MENUS
from nerinspect.ui.kit.keys import edits_text
from nerinspect.ui.window.window import MainWindow
from tests.ui.keyboard import Key, Keyboard

CONTROL = Qt.KeyboardModifier.ControlModifier
COMMANDS = {command.name: command.keys for commands in MENUS.values() for command in commands if command.keys}
OF_TEXT = re.compile(r"(Shift\+)?.|Ctrl\+(Shift\+)?(Z|Backspace)")
"""Characters, undo and redo, and deleting a word."""


def note_field(window: MainWindow) -> QWidget:
    window.workspace.review.focus_note()
    field = window.workspace.review.findChild(QPlainTextEdit)
    assert field is not None
    return field


def cause_field(window: MainWindow) -> QWidget:
    field = window.workspace.review.findChild(QLineEdit)
    assert field is not None
    return field


FIELDS: dict[str, Callable[[MainWindow], QWidget]] = {
    "search": lambda window: window.toolbar.search,
    "note": note_field,
    "causes": cause_field,
}
TABLES: dict[str, Callable[[MainWindow], QWidget]] = {
    "events": lambda window: window.workspace.events.view,
    "sentence": lambda window: window.workspace.context.view,
    "filters": lambda window: window.workspace.filters.panels[0].focusProxy() or window.workspace.filters.panels[0],
}


@pytest.fixture
def heard(window: MainWindow) -> list[str]:
    """Let all commands be possible, and only tell that they were asked for."""
    names: list[str] = []
    for name in COMMANDS:
        action: QAction = window.menus.action(name)
        action.triggered.disconnect()
        action.triggered.connect(lambda *_, name=name: names.append(name))
    window.workspace.review.blockSignals(True)  # a note is kept before a command acts
    return names


def pressed(keys: str) -> QKeyCombination:
    combination: QKeyCombination = QKeySequence(keys)[0]  # type: ignore[index]  # whatever the stubs say
    return combination


def press(keys: str) -> None:
    """Press keys where the focus is."""
    combination = pressed(keys)
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, combination.key(), combination.keyboardModifiers())


def test_every_command_acts_wherever_the_focus_is(window: MainWindow, heard: list[str]) -> None:
    missed = []
    for where, find in (FIELDS | TABLES).items():
        place = find(window)
        for name, keys in COMMANDS.items():
            place.setFocus()
            window.menus.action(name).setEnabled(True)
            heard.clear()
            press(keys)
            is_wanted = where in TABLES or not OF_TEXT.fullmatch(keys)
            if heard != [name] * is_wanted:
                missed.append((where, name, keys, [*heard]))
    assert missed == []


class Greedy(QLineEdit):
    """Claims every key, as fields claim Ctrl+E on desktops where it is the end of the line."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)


def test_a_field_cannot_claim_the_key_of_a_command(window: MainWindow) -> None:
    field, claimed = Greedy(window), []
    field.show()
    field.setFocus()
    for keys in COMMANDS.values():
        combination = pressed(keys)
        event = QKeyEvent(QEvent.Type.ShortcutOverride, combination.key(), combination.keyboardModifiers())
        event.ignore()
        QApplication.sendEvent(field, event)
        if event.isAccepted() and not re.fullmatch(f"{OF_TEXT.pattern}|F\\d", keys):
            claimed.append(keys)
    assert claimed == []


TEXT_KEYS = [
    *("A", "Shift+A", "1", "Left", "Shift+Left", "Home", "End", "Backspace", "Delete", "Ctrl+Return"),
    *("Ctrl+A", "Ctrl+C", "Ctrl+X", "Ctrl+V", "Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Left", "Ctrl+Shift+Right"),
    *("Ctrl+Home", "Ctrl+Shift+End", "Ctrl+Backspace", "Ctrl+Delete"),
]


@pytest.mark.parametrize("keys", TEXT_KEYS)
def test_keys_that_edit_text_stay_with_the_field(keys: str) -> None:
    combination = pressed(keys)
    assert edits_text(QKeyEvent(QEvent.Type.KeyPress, combination.key(), combination.keyboardModifiers()))


def test_enter_in_the_search_field_goes_to_the_table(window: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_F, held=CONTROL)
    keyboard.type("kind:fn")
    keyboard.press(Key.Key_Return)
    assert window.document.query == "kind:fn"
    assert keyboard.focus is window.workspace.events.view
    before = window.document.chosen_event
    keyboard.press(Key.Key_J)
    assert window.document.chosen_event != before
    assert window.toolbar.search.text() == ""


def test_enter_in_the_empty_search_field_goes_to_the_table(window: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_F, held=CONTROL)
    keyboard.press(Key.Key_Return)
    assert keyboard.focus is window.workspace.events.view


def test_a_mistake_keeps_the_focus_in_the_search_field(window: MainWindow, keyboard: Keyboard) -> None:
    keyboard.press(Key.Key_F, held=CONTROL)
    keyboard.type("kind:nothing")
    keyboard.press(Key.Key_Return)
    assert keyboard.focus is window.toolbar.search
