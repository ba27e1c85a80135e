"""Widgets shown alone, as wide and as high as they are in a window."""

from typing import TypeVar

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

Shown = TypeVar("Shown", bound=QWidget)


def shown_alone(widget: Shown, width: int, height: int, qtbot: QtBot) -> Shown:
    """Show a widget in front, so that it takes keys; the bot closes it."""
    qtbot.addWidget(widget)
    widget.resize(width, height)
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()
    return widget
