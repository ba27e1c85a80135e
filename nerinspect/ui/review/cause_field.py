"""The field in which causes are written."""

from collections.abc import Sequence
from typing import Final, cast

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from nerinspect.analysis.decisions import NO_VERDICT, VERDICTS
from nerinspect.glossary import meaning
from nerinspect.review.offered_causes import USUAL_CAUSES, one_cause
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.marks import paint_focus_ring
from nerinspect.ui.review.cause_list import CauseList
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip

_STEPS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}

VERDICT_SIGN: Final = "="
"""What a verdict of one's own begins with."""


class CauseField(QLineEdit):
    """Take a cause, which may hold blanks, or, behind `=`, a verdict of one's own.

    Signals
    -------
    causes_written : tuple of str
        Causes to add.
    verdict_written : str
        A verdict; empty for none.
    last_unwanted
        Backspace was pressed where nothing is written.
    """

    causes_written = Signal(object)
    verdict_written = Signal(str)
    last_unwanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cause_field")
        self.setAccessibleName("Add a cause")
        self.setPlaceholderText("Add a cause…")
        self._words: tuple[str, ...] = USUAL_CAUSES
        self._list = CauseList(self)
        self._list.word_clicked.connect(self._take)
        self.textEdited.connect(self._on_edited)
        self.returnPressed.connect(lambda: self._take(self._list.chosen or self.text()))
        self.show_reason("")

    def show_reason(self, why: str) -> None:
        """Say in the tooltip why nothing can be written, or what can."""
        how = f"Enter adds it. A word behind {VERDICT_SIGN} is a verdict of one’s own, such as {VERDICT_SIGN}unclear."
        self.setToolTip(tooltip(why or f"{meaning('decision_cause')}\n{how}"))

    def offer(self, known: Sequence[str], usual: Sequence[str] = USUAL_CAUSES) -> None:
        """Complete these words and the usual ones."""
        self._words = tuple(dict.fromkeys((*known, *usual)))

    def _on_edited(self, text: str) -> None:
        """List the words that hold what is written, those that begin so first."""
        typed = text.strip().casefold()
        found = [word for word in self._words if typed in word.casefold()] if typed else []
        self._list.offer(sorted(found, key=lambda word: not word.casefold().startswith(typed)), self)

    def _take(self, text: str) -> None:
        """Announce what is written or was clicked, and empty the field."""
        text = text.strip()
        self._list.hide()
        self.clear()
        if text.startswith(VERDICT_SIGN):
            word = "-".join(text.removeprefix(VERDICT_SIGN).split())
            known = word.casefold() if word.casefold() in VERDICTS else word
            if word:
                self.verdict_written.emit("" if known.casefold() == NO_VERDICT else known)
        elif text:
            self.causes_written.emit((one_cause(text),))

    # Qt overrides

    def event(self, event: QEvent) -> bool:
        """Keep Esc for the field while there is something to hide or to empty."""
        is_key = event.type() == QEvent.Type.ShortcutOverride
        if is_key and cast("QKeyEvent", event).key() == Qt.Key.Key_Escape and (self.text() or self._list.isVisible()):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go through the list by arrows, take back the last cause by Backspace, empty the field by Esc."""
        key = event.key()
        if step := _STEPS.get(Qt.Key(key)):
            if self._list.isVisible():
                self._list.step(step)
            else:
                self._list.offer(self._words, self)
        elif key == Qt.Key.Key_Escape and self._list.isVisible():
            self._list.hide()
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif key == Qt.Key.Key_Backspace and not self.text():
            self.last_unwanted.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Add a ring when focused."""
        super().paintEvent(event)
        if self.hasFocus():
            unit = font_size(self.font()) / 13
            paint_focus_ring(QPainter(self), current_theme(), unit, QRectF(self.rect()), radius=3)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the list."""
        super().focusOutEvent(event)
        self._list.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        """Hide the list, too."""
        super().hideEvent(event)
        self._list.hide()
