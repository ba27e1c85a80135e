"""Text with links in which the keyboard goes from link to link."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLabel, QWidget

_STEPS = {Qt.FocusReason.TabFocusReason: True, Qt.FocusReason.ShortcutFocusReason: True}
_STEPS |= {Qt.FocusReason.BacktabFocusReason: False}


class LinkLabel(QLabel):
    """Show HTML whose links are marked one by one with Tab and followed with Enter; without links Tab passes by."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)

    def setText(self, text: str) -> None:
        """Show another text."""
        super().setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if "<a " in text else Qt.FocusPolicy.NoFocus)

    @property
    def marked_link(self) -> str:
        """Words of the link that Enter follows; empty if none is marked."""
        return self.selectedText()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Mark a link at once; Qt would wait for a second Tab, with nothing to be seen."""
        super().focusInEvent(event)
        is_next = _STEPS.get(event.reason())
        if is_next is not None:
            super().focusNextPrevChild(is_next)

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """Go to the next link, else to the next widget; Qt never leaves a link that begins the text backwards."""
        if not is_next and self.hasSelectedText() and self.selectionStart() == 0:
            return QWidget.focusNextPrevChild(self, is_next)
        return super().focusNextPrevChild(is_next)
