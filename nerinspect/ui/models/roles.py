"""The roles under which models give more than text."""

from typing import Final

from PySide6.QtCore import Qt

COUNT_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""The role under which every model of counts gives a count as a number."""
