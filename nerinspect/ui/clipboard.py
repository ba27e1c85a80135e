"""Putting text on the clipboard."""

from PySide6.QtGui import QGuiApplication


def copy_text(text: str) -> None:
    """Put a text on the clipboard."""
    QGuiApplication.clipboard().setText(text)
