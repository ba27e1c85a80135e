"""Keys that do the same in every part of the window, and buttons that show their key."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QTextEdit,
    QWidget,
)

from nerinspect.ui.theme.fonts import CAPTION, scaled_font, unit_of
from nerinspect.ui.theme.themes import current_theme

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


class KeyButton(QAbstractButton):
    """Offer an action by its words, with the key for it in a small frame."""

    def __init__(self, text: str, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self._key = key
        self.setAccessibleName(text)
        self.setAccessibleDescription(f"Key {key}")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def sizeHint(self) -> QSize:
        """Follow the widget's font."""
        metrics, unit = QFontMetricsF(self.font()), self._unit()
        width = metrics.horizontalAdvance(self.text()) + self._key_width() + 16 * unit
        return QSize(round(width), round(metrics.height() + 4 * unit))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words, the key, and a ring when focused."""
        theme, unit = current_theme(), self._unit()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(4 * unit, 0, -4 * unit, 0)
        painter.setPen(self._ink())
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), self.text())
        height = QFontMetricsF(scaled_font(self.font(), CAPTION)).height()
        key = QRectF(rect.right() - self._key_width(), rect.center().y() - height / 2, self._key_width(), height)
        painter.setPen(QPen(theme.border, 1))
        painter.setBrush(theme.base)
        painter.drawRoundedRect(key.adjusted(0.5, 0.5, -0.5, -0.5), 3 * unit, 3 * unit)
        painter.setPen(theme.text2)
        painter.setFont(scaled_font(self.font(), CAPTION))
        painter.drawText(key, int(Qt.AlignmentFlag.AlignCenter), self._key)
        if self.hasFocus():
            painter.setPen(QPen(theme.accent, 2 * unit))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(unit, unit, -unit, -unit), 3 * unit, 3 * unit)
        painter.end()

    def _ink(self) -> "QPen":
        theme = current_theme()
        if not self.isEnabled():
            return QPen(theme.dimmed)
        return QPen(theme.text if self.underMouse() or self.isDown() else theme.text2)

    def _unit(self) -> float:
        return unit_of(self.font())

    def _key_width(self) -> float:
        metrics = QFontMetricsF(scaled_font(self.font(), CAPTION))
        return max(metrics.horizontalAdvance(self._key) + 8 * self._unit(), metrics.height())
