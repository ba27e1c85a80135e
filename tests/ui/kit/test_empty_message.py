from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from nerinspect.ui.kit.strips import EmptyMessage


@pytest.fixture
def message(qtbot: QtBot) -> EmptyMessage:
    message = EmptyMessage()
    qtbot.addWidget(message)
    message.show()
    return message


@pytest.fixture
def acted() -> list[str]:
    return []


def remover(acted: list[str]) -> Callable[[], None]:
    return lambda: acted.append("removed")


def test_a_message_stands_alone_without_anything_to_do(message: EmptyMessage) -> None:
    message.show_message("Every error here is decided.")
    assert [label.text() for label in message.findChildren(QLabel)] == ["Every error here is decided."]
    assert message.button is None


def test_the_button_does_what_it_says(message: EmptyMessage, acted: list[str]) -> None:
    message.show_message("No event matches this term.", "Remove it", remover(acted))
    assert message.button is not None
    QTest.mouseClick(message.button, Qt.MouseButton.LeftButton)
    assert (message.button.text(), acted) == ("Remove it", ["removed"])


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_the_button_can_be_pressed_by_key(message: EmptyMessage, acted: list[str], key: Qt.Key) -> None:
    message.show_message("No event matches this term.", "Remove it", remover(acted))
    assert message.button is not None
    assert message.button.focusPolicy() & Qt.FocusPolicy.TabFocus
    QTest.keyClick(message.button, key)
    assert acted == ["removed"]


def test_a_new_message_takes_the_old_button_away(message: EmptyMessage, acted: list[str]) -> None:
    message.show_message("No event matches this term.", "Remove it", remover(acted))
    message.show_message("Neither side has a mention.")
    assert message.button is None
