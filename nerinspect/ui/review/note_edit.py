"""A few lines in which a note is written."""

from typing import Final, cast

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from nerinspect.ui.keys import ENTER_KEYS, edits_text
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme

_LINES: Final = 3

_STAYING: Final = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Who opens a menu of the edit, or looks into another window, has not left the note."""

_HELD: Final = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta)


class NoteEdit(QPlainTextEdit):
    """Show itself while a note is written.

    Signals
    -------
    written : str
        The note is another one.
    closed : bool
        The edit is hidden; whether a key of its own did it.
    """

    written = Signal(str)
    closed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("note_edit")
        self.setAccessibleName("Note")
        self.setPlaceholderText("Ctrl+Enter keeps the note, Esc leaves it as it was")
        self.setTabChangesFocus(True)
        self._before = ""
        self._is_open = False
        self._app = cast("QApplication", QApplication.instance())
        self._fit()
        self.hide()

    @property
    def is_open(self) -> bool:
        """Whether a note is being written."""
        return self._is_open

    def open(self, note: str) -> None:
        """Let a note be changed."""
        self._before, self._is_open = note, True
        self.setPlainText(note)
        self.moveCursor(self.textCursor().MoveOperation.End)
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._app.installEventFilter(self)

    def keep(self) -> None:
        """Announce the note if it is another one than before; the edit stays."""
        note = self.toPlainText().strip()
        if self._is_open and note != self._before:
            self._before = note
            self.written.emit(note)

    def follow(self, note: str) -> None:
        """Hide if another note is on show than the one that is being changed."""
        if note != self._before:
            self._close()

    def _close(self, by_key: bool = False) -> None:
        if self._is_open:
            self._is_open = False
            self._app.removeEventFilter(self)
            self.hide()
            self.closed.emit(by_key)

    def _fit(self) -> None:
        around = 2 * (self.frameWidth() + round(self.document().documentMargin()))
        self.setFixedHeight(_LINES * QFontMetrics(self.font()).lineSpacing() + around)

    # Qt overrides

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the note before a click elsewhere does anything, such as choose another event."""
        if event.type() == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            is_inside = watched is self or self.isAncestorOf(watched)
            if not is_inside and watched.window() is self.window():
                self.keep()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Keep Esc and Ctrl+Enter for the edit; keep the note before any other key does something elsewhere."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().event(event)
        if _ends(event):
            event.accept()
            return True
        is_taken = super().event(event)
        if event.key() not in _HELD and not edits_text(event):
            self.keep()
        return is_taken

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep the note, or leave it as it was."""
        if not _ends(event):
            super().keyPressEvent(event)
            return
        if event.key() != Qt.Key.Key_Escape:
            self.keep()
        self._close(by_key=True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Add a ring when focused."""
        super().paintEvent(event)
        if self.hasFocus():
            unit, port = font_size(self.font()) / 13, self.viewport()
            paint_focus_ring(QPainter(port), current_theme(), unit, QRectF(port.rect()))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keep what is left."""
        super().focusOutEvent(event)
        if event.reason() not in _STAYING:
            self.keep()
            self._close()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_is_open"):
            self._fit()


def _ends(event: QKeyEvent) -> bool:
    has_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    return event.key() == Qt.Key.Key_Escape or (event.key() in ENTER_KEYS and has_control)
