"""A keyboard, whose keys go to the window in front."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QLineEdit,
    QMenu,
    QWidget,
)
from pytestqt.qtbot import QtBot

Key, Modifier = Qt.Key, Qt.KeyboardModifier

LONGEST_WAY = 150
"""More stops than any round through the window has."""


class Keyboard:
    """Presses keys on whatever window is in front."""

    def __init__(self, qtbot: QtBot) -> None:
        self._qtbot = qtbot
        self._timer: QTimer | None = None
        """Waits for a file dialog."""

    @property
    def focus(self) -> QWidget | None:
        """What the keys go to."""
        return QApplication.focusWidget()

    def press(self, *keys: Qt.Key, held: Qt.KeyboardModifier = Modifier.NoModifier) -> None:
        """Press keys one after the other."""
        for key in keys:
            popup = QApplication.activePopupWidget()
            QTest.keyClick(QGuiApplication.focusWindow() if popup is None else popup, key, held)
            QApplication.processEvents()

    def type(self, text: str) -> None:
        """Type a text."""
        assert self.focus is not None
        QTest.keyClicks(self.focus, text)
        QApplication.processEvents()

    def tab_to(self, is_wanted: Callable[[QWidget], bool], key: Qt.Key = Key.Key_Tab) -> QWidget:
        """Press Tab until the focus is where it is wanted."""
        for _ in range(LONGEST_WAY):
            self.press(key)
            if (focus := self.focus) is not None and is_wanted(focus):
                return focus
        pytest.fail("Tab does not lead there")

    def way_to(self, home: QWidget, key: Qt.Key) -> list[QWidget]:
        """Press a key until the focus is on a widget; list where it was on the way, there at last."""
        way: list[QWidget] = []
        for _ in range(LONGEST_WAY):
            self.press(key)
            focus = self.focus
            assert focus is not None
            way.append(focus)
            if focus is home:
                return way
        pytest.fail(f"stuck in {self.focus}")

    def go_to_region(self, region: QWidget) -> None:
        """Press F6 until the focus is in a region of the window."""
        for _ in range(LONGEST_WAY):
            self.press(Key.Key_F6)
            if (focus := self.focus) is not None and (focus is region or region.isAncestorOf(focus)):
                return
        pytest.fail(f"F6 does not lead to {region.objectName()}")

    def choose(self, *path: str) -> None:
        """Go through an open menu and its submenus by arrows and press Enter on the last."""
        for place, text in enumerate(path):
            menu = QApplication.activePopupWidget()
            assert isinstance(menu, QMenu)
            for _ in menu.actions():
                active = menu.activeAction()
                if active is not None and active.text() == text:
                    break
                self.press(Key.Key_Down)
            active = menu.activeAction()
            assert active is not None
            assert active.text() == text
            self.press(Key.Key_Return if place + 1 == len(path) else Key.Key_Right)

    def answer_file_dialog(self, path: Path) -> None:
        """Put a path into the next file dialog, as soon as it is there; one that will not take it is closed."""
        timer = QTimer(interval=20)
        tries = iter(range(3000))
        is_answered = False

        def answer() -> None:
            nonlocal is_answered
            dialog = QApplication.activeModalWidget()
            if next(tries, None) is None:
                timer.stop()
                if isinstance(dialog, QFileDialog):
                    dialog.reject()
                pytest.fail(f"no file dialog took {path}; in front is {dialog}")
            if not isinstance(dialog, QFileDialog):
                if is_answered:
                    timer.stop()
            elif (field := dialog.findChild(QLineEdit)) is not None and field.isVisible():
                is_answered = True
                field.setText(str(path))  # key by key, completions would pop up and take Return
                # Posted: the dialog may wait for the thread that reads its folder, which may wait for Python.
                for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                    QApplication.postEvent(field, QKeyEvent(kind, Key.Key_Return, Modifier.NoModifier, "\r"))

        timer.timeout.connect(answer)
        timer.start()
        self._timer = timer
