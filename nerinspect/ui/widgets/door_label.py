"""A line of words and numbers in which numbers open the events they count."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QLabel, QWidget

from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.number_menu import number_menu


class Piece(NamedTuple):
    """Some words of a line.

    Attributes
    ----------
    text : str
        As on screen.
    query : str
        What a click asks for; empty for plain words.
    tooltip : str
        What the number is.
    is_bold : bool
        Whether it is written in bold.
    """

    text: str
    query: str = ""
    tooltip: str = ""
    is_bold: bool = False


class DoorLabel(QLabel):
    """Show pieces in one line; those with a query are doors, underlined under the pointer.

    Signals
    -------
    query_requested : str
        A number was clicked, or Enter pressed on it.
    """

    query_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pieces: tuple[Piece, ...] = ()
        self._hovered = -1
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.linkActivated.connect(self._on_activated)
        self.linkHovered.connect(self._on_hovered)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What the line is made of."""
        return self._pieces

    def show_pieces(self, pieces: Sequence[Piece]) -> None:
        """Show another line."""
        self._pieces, self._hovered = tuple(pieces), -1
        self.setAccessibleName("".join(piece.text for piece in self._pieces))
        self._write()

    def _write(self) -> None:
        colour = current_theme().text.name()
        self.setText("".join(self._html(place, piece, colour) for place, piece in enumerate(self._pieces)))

    def _html(self, place: int, piece: Piece, colour: str) -> str:
        text = escape(piece.text).replace("  ", "&nbsp;&nbsp;")
        text = f"<b>{text}</b>" if piece.is_bold else text
        if not piece.query:
            return text
        line = "underline" if place == self._hovered else "none"
        return f'<a href="{place}" style="color:{colour}; text-decoration:{line}">{text}</a>'

    def _on_activated(self, link: str) -> None:
        self.query_requested.emit(self._pieces[int(link)].query)

    def _on_hovered(self, link: str) -> None:
        self._hovered = int(link) if link else -1
        self.setToolTip(self._pieces[self._hovered].tooltip if link else "")
        self._write()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy and to explain the number under the pointer."""
        if self._hovered >= 0:
            piece = self._pieces[self._hovered]
            number_menu(self, piece.text, piece.query, piece.tooltip).popup(event.globalPos())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_pieces"):
            self._write()
