"""Keys that do the same in every part of the window."""

from typing import Final

from PySide6.QtCore import Qt

ENTER_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""Enter, on the main keys and on the number pad."""

OPENING_KEYS: Final = (*ENTER_KEYS, Qt.Key.Key_Space)
"""What opens a number or picks a value, as a click does."""
