"""A line of words and numbers that are doors, and a text that is cut to its room."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.number_menu import number_menu


@dataclass(frozen=True)
class Door:
    """Words that open what they count.

    Attributes
    ----------
    text : str
        As on screen.
    query : str
        What they open.
    explanation : str
        What they are, for tooltip and menu.
    """

    text: str
    query: str
    explanation: str


class DoorLabel(QLabel):
    """Show doors in one text; Tab goes from one to the next, Enter opens.

    Signals
    -------
    door_opened : str
        The query of a door.
    """

    door_opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._doors: tuple[Door, ...] = ()
        self._hovered = 0
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.linkActivated.connect(self._on_link_activated)
        self.linkHovered.connect(self._on_link_hovered)

    def show_doors(self, doors: Sequence[Door]) -> None:
        """Show some doors instead."""
        self._doors, self._hovered = tuple(doors), 0
        self.setAccessibleName(", ".join(door.text for door in doors))
        self._write()

    def _write(self) -> None:
        style = f"color:{current_theme().accent.name()}; text-decoration:none"
        links = [f'<a href="{i}" style="{style}">{_unbroken(door.text)}</a>' for i, door in enumerate(self._doors)]
        self.setText(", ".join(links))

    def _on_link_activated(self, link: str) -> None:
        self.door_opened.emit(self._doors[int(link)].query)

    def _on_link_hovered(self, link: str) -> None:
        self._hovered = int(link) if link else 0
        self.setToolTip(self._doors[int(link)].explanation if link else "")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy the number under the pointer, or its query, and to explain it."""
        if self._doors:
            door = self._doors[self._hovered]
            number_menu(self, door.text, door.query, door.explanation).popup(event.globalPos())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_doors"):
            self._write()


class ElidedLabel(QLabel):
    """Show one line of any length; cut in its middle, with all of it in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_text(self, text: str) -> None:
        """Show another text."""
        self._whole = text
        self.setAccessibleName(text)
        self.setToolTip(text)
        self._cut()

    def _cut(self) -> None:
        room = self.contentsRect().width()
        self.setText(QFontMetricsF(self.font()).elidedText(self._whole, Qt.TextElideMode.ElideMiddle, room))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut for the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._cut()

    def changeEvent(self, event: QEvent) -> None:
        """Cut for the new font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_whole"):
            self._cut()

    def minimumSizeHint(self) -> QSize:
        """Ask for the height alone."""
        return QSize(0, super().minimumSizeHint().height())


def _unbroken(text: str) -> str:
    """Keep the words of a door on one line."""
    return escape(text).replace(" ", "&nbsp;")
