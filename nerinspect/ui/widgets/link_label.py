"""Text with links in which the keyboard goes from link to link."""

import re
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QLabel, QWidget

from nerinspect.ui.theme import current_theme

_BARE_LINK: Final = re.compile(r"<a (?![^>]*style=)")

_STEPS = {Qt.FocusReason.TabFocusReason: True, Qt.FocusReason.ShortcutFocusReason: True}
_STEPS |= {Qt.FocusReason.BacktabFocusReason: False}


class LinkLabel(QLabel):
    """Show HTML whose links are marked one by one with Tab and followed with Enter; without links Tab passes by.

    Links have the colour of the theme, whenever that changes: Qt would keep the one they were written in.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self._written = ""

    def setText(self, text: str) -> None:
        """Show another text; links that say nothing of their look get it here."""
        self._written = text
        look = f"color:{current_theme().accent.name()}; text-decoration:none"
        super().setText(_BARE_LINK.sub(f'<a style="{look}" ', text))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if "<a " in text else Qt.FocusPolicy.NoFocus)

    @property
    def marked_link(self) -> str:
        """Words of the link that Enter follows; empty if none is marked."""
        return self.selectedText()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_written") and _BARE_LINK.search(self._written):
            self.setText(self._written)

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
