"""A line of words and numbers in which numbers open the events they count."""

from collections.abc import Sequence
from html import escape
from typing import Final, Literal, NamedTuple

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.ui.painting.context_layout import utf16_length
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.link_label import LinkLabel
from nerinspect.ui.widgets.number_menu import number_menu
from nerinspect.visible import visible

Ink = Literal["text", "text2", "accent"]
"""A colour of the theme."""

PAGE: Final = "page:"
"""Begins what a piece asks for that leads to a page of the window and is no query."""


class Piece(NamedTuple):
    """Some words of a line.

    Attributes
    ----------
    text : str
        As on screen.
    query : str
        What a click asks for, or `PAGE` and a name; empty for plain words.
    explanation : str
        What the number is, for tooltip and menu.
    is_bold : bool
        Whether it is written in bold.
    """

    text: str
    query: str = ""
    explanation: str = ""
    is_bold: bool = False


class DoorLabel(LinkLabel):
    """Show pieces in one line; those with a query are doors, underlined under the pointer.

    Tab goes from one door to the next, Enter opens.

    Parameters
    ----------
    words, doors : Ink
        Colours of plain words and of doors.

    Attributes
    ----------
    keeps_doors_whole : bool
        Whether a door stays on one line, as numbers do; names of any length may go on in the next.

    Signals
    -------
    query_requested : str
        A number was clicked, or Enter pressed on it.
    door_opened : int
        The same, with the place of the piece.
    """

    query_requested = Signal(str)
    door_opened = Signal(int)
    keeps_doors_whole = True

    def __init__(self, parent: QWidget | None = None, *, words: Ink = "text", doors: Ink = "text") -> None:
        super().__init__(parent)
        self._words, self._doors = words, doors
        self._pieces: tuple[Piece, ...] = ()
        self._hovered = -1
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

    def menu_of(self, piece: Piece) -> QMenu:
        """Make the menu of what can be done with a number."""
        query = "" if piece.query.startswith(PAGE) else piece.query
        return number_menu(self, piece.text, query, piece.explanation)

    def _write(self) -> None:
        theme = current_theme()
        words, doors = getattr(theme, self._words), getattr(theme, self._doors)
        self.setText("".join(self._html(place, words, doors) for place in range(len(self._pieces))))

    def _html(self, place: int, words: QColor, doors: QColor) -> str:
        piece = self._pieces[place]
        text = escape(visible(piece.text))
        text = f"<b>{text}</b>" if piece.is_bold else text
        if not piece.query:
            return f'<span style="color:{words.name()}">{_as_written(text)}</span>'
        line = "underline" if place == self._hovered else "none"
        text = text.replace(" ", "&nbsp;") if self.keeps_doors_whole else text
        return f'<a href="{place}" style="color:{doors.name()}; text-decoration:{line}">{text}</a>'

    def _focused(self) -> int:
        """Find the door that has the keyboard: Qt selects its text; -1 if none has."""
        start = self.selectionStart()
        for place, piece in enumerate(self._pieces):
            if start == 0 and piece.query:
                return place
            start -= utf16_length(visible(piece.text))
        return -1

    def _on_activated(self, link: str) -> None:
        query = self._pieces[int(link)].query  # which may be another one once somebody has heard of it
        self.door_opened.emit(int(link))
        self.query_requested.emit(query)

    def _on_hovered(self, link: str) -> None:
        self._hovered = int(link) if link else -1
        self.setToolTip(tooltip(self._pieces[self._hovered].explanation) if link else "")
        self._write()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy and to explain the number under the pointer, or that which has the keyboard."""
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        place = self._hovered if is_mouse else self._focused()
        if place >= 0:
            self.menu_of(self._pieces[place]).popup(event.globalPos())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_pieces"):
            self._write()


def _as_written(text: str) -> str:
    """Keep wide gaps and ends of lines, which HTML would take for one blank."""
    return text.replace("  ", "&nbsp;&nbsp;").replace("\n", "<br>")
