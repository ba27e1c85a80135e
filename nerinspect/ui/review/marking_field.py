"""The field in which the type of a mention is written while the right reading is marked."""

from collections.abc import Sequence
from typing import Final, cast

from PySide6.QtCore import QEvent, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QTextEdit

from nerinspect.ui.keys import ENTER_KEYS
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.review.cause_list import CauseList
from nerinspect.ui.theme import current_theme

_WIDTH: Final = 180  # at a font of 13 pixels
_STEPS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class TypeField(QLineEdit):
    """Take the name of a type, completed from a list, or a new one.

    Signals
    -------
    written : str
        A type was chosen.
    left
        The field was left without one.
    """

    written = Signal(str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("type_field")
        self.setAccessibleName("Type")
        self.setPlaceholderText("Type…")
        self._types: tuple[str, ...] = ()
        self._list = CauseList(self)
        self._list.word_clicked.connect(self._take)
        self.textChanged.connect(self._offer)
        self.hide()

    def open(self, types: Sequence[str], text: str, view: QTextEdit) -> None:
        """Let a type be written, beginning with a text, below the caret of a view."""
        window, caret = view.window(), view.cursorRect()
        if self.parentWidget() is not window:
            self.setParent(window)
        self._types = tuple(types)
        self.setFont(view.font())
        unit = font_size(view.font()) / 13
        self.resize(round(_WIDTH * unit), self.sizeHint().height())
        port = view.viewport()
        place = port.mapTo(window, QPoint(min(caret.left(), port.width() - self.width()), caret.bottom()))
        self.move(place.x(), min(place.y(), window.height() - self.height()))
        self.setText(text)
        self.show()
        self.raise_()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self._offer(text)

    def close_field(self) -> None:
        """Leave the field, if it is there."""
        self._list.hide()
        self.hide()

    def _offer(self, text: str) -> None:
        """List the types that begin with what is written, then those that hold it; the first is chosen."""
        typed = text.strip().casefold()
        holding = [name for name in self._types if typed in name.casefold()]
        found = sorted(holding, key=lambda name: not name.casefold().startswith(typed))
        self._list.offer(found, self)
        self._list.setAccessibleName(f"{len(found)} type{'' if len(found) == 1 else 's'}")
        if typed and found and found[0].casefold().startswith(typed):
            self._list.setCurrentRow(0)

    def _take(self, text: str) -> None:
        self.close_field()
        if text := text.strip():
            self.written.emit(text)
        else:
            self.left.emit()

    # Qt overrides

    def event(self, event: QEvent) -> bool:
        """Keep all letters and Esc for the field, as long as it is there."""
        if event.type() == QEvent.Type.ShortcutOverride and cast("QKeyEvent", event).key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the list by arrows, take a type by Enter, none by Esc."""
        key = Qt.Key(event.key())
        if step := _STEPS.get(key):
            self._list.step(step)
        elif key in ENTER_KEYS:
            self._take(self._list.chosen or self.text())
        elif key == Qt.Key.Key_Escape:
            self._take("")
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Add a ring when focused."""
        super().paintEvent(event)
        if self.hasFocus():
            unit = font_size(self.font()) / 13
            paint_focus_ring(QPainter(self), current_theme(), unit, QRectF(self.rect()), radius=3)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leave the field when something else is turned to."""
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.close_field()
