"""Keys that do the same in every part of the window."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

ENTER_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""Enter, on the main keys and on the number pad."""

OPENING_KEYS: Final = (*ENTER_KEYS, Qt.Key.Key_Space)
"""What opens a number or picks a value, as a click does."""

_WITH_CONTROL: Final = frozenset((Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_X, Qt.Key.Key_V))
_EVEN_WITH_SHIFT: Final = frozenset(
    (
        Qt.Key.Key_Z,
        *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End),
        *(Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Insert, *ENTER_KEYS),
    )
)
_CONTROL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def edits_text(event: QKeyEvent) -> bool:
    """Tell whether a key belongs to whoever writes: it makes a character, or everybody knows it from other fields."""
    beside, key = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier, event.key()
    if not beside & ~_SHIFT:
        return True
    return (beside == _CONTROL and key in _WITH_CONTROL) or (beside & ~_SHIFT == _CONTROL and key in _EVEN_WITH_SHIFT)


class FieldKeys(QObject):
    """Leaves to the fields of a window only keys that edit text; those of its commands act from everywhere.

    The desktop may give fields further keys, such as Ctrl+E for the end of the line, which no command could have then.

    Parameters
    ----------
    window : QWidget
        Whose fields are meant.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        app = QApplication.instance()
        assert isinstance(app, QApplication), "there is a window"
        app.focusChanged.connect(self._on_focus_changed)

    def _on_focus_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is not None:
            before.removeEventFilter(self)
        if now is not None and now.window() is self._window and _takes_text(now):
            now.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the field see a key first, then say whose it is, whether the field wants it or not."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if not event.modifiers() & ~(_SHIFT | Qt.KeyboardModifier.KeypadModifier):
            return False  # characters, and keys such as F1, which fields leave alone
        watched.event(event)
        event.setAccepted(edits_text(event))
        return True


def _takes_text(widget: QWidget) -> bool:
    if isinstance(widget, QTextEdit | QPlainTextEdit):
        return not widget.isReadOnly()
    return isinstance(widget, QLineEdit | QComboBox | QAbstractSpinBox)
