"""How the models of filters give counts, and tell them in words."""

from html import escape
from typing import Final

from PySide6.QtCore import Qt

COUNT_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""The role under which every model of counts gives a count as a number."""


def events_text(count: int) -> str:
    """Write a number of events, such as `1 event` or `1,246 events`."""
    return "1 event" if count == 1 else f"{count:,} events"


def tooltip(explanation: str) -> str:
    """Turn plain text into a tooltip that wraps; signs such as `<` stay what they are."""
    lines = escape(explanation, quote=False).replace("\n", "<br>")
    return f"<p>{lines}</p>"
