"""Telling those who hear the screen what has just changed on it."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    """Let a screen reader say a text at once, without moving the focus."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
