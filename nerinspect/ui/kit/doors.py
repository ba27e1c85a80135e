"""Words, numbers, pictures and tables in which a number opens the events that it counts."""

import re
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import partial
from html import escape
from typing import Final, Generic, Literal, NamedTuple, TypeVar

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLabel, QMenu, QToolTip, QWhatsThis, QWidget

from nerinspect.query.filters import Filter
from nerinspect.ui.kit.keys import OPENING_KEYS
from nerinspect.ui.kit.screen_text import announce, copy_text, plain_text, tooltip, utf16_length
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables import TableView
from nerinspect.ui.theme.themes import Theme, current_theme
from nerinspect.visible import visible

_BARE_LINK: Final = re.compile(r"<a (?![^>]*style=)")

_STEPS = {Qt.FocusReason.TabFocusReason: True, Qt.FocusReason.ShortcutFocusReason: True}
_STEPS |= {Qt.FocusReason.BacktabFocusReason: False}


class LinkLabel(Styled, QLabel):
    """Show HTML whose links are marked one by one with Tab and followed with Enter; without links Tab passes by.

    Links have the colour of the theme, whenever that changes: Qt would keep the one they were written in.
    """

    def __init__(self, parent: QWidget | None = None, *, has_one_line: bool = False) -> None:
        super().__init__(parent)
        self.setWordWrap(not has_one_line)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self._written = ""

    def setText(self, text: str) -> None:
        """Show another text; links that say nothing of their look get it here."""
        self._written = text
        look = f"color:{current_theme().accent.name()}; text-decoration:none"
        super().setText(_BARE_LINK.sub(f'<a style="{look}" ', text))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if "<a " in text else Qt.FocusPolicy.NoFocus)

    def _restyle(self) -> None:
        if _BARE_LINK.search(self._written):
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


def number_menu(parent: QWidget, text: str, query: str, explanation: str) -> QMenu:
    """Make the menu of a number; show it with `popup`.

    The query is for exactly what the number counts; empty if it is no door. The menu deletes itself when it closes;
    further actions may be added.
    """
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(plain_text(f"Copy “{text}”"), partial(copy_text, text))
    menu.addAction("Copy as query", partial(copy_text, query)).setEnabled(bool(query))
    menu.addSeparator()
    explain = menu.addAction("Explain this number")
    explain.setEnabled(bool(explanation))
    explain.triggered.connect(lambda: QWhatsThis.showText(menu.pos(), explanation, parent))
    return menu


Ink = Literal["text", "text2", "accent"]  # a colour of the theme
PAGE: Final = "page:"  # begins what a piece asks for that leads to a page of the window and is no query


class Piece(NamedTuple):
    """Some words of a line."""

    text: str
    query: str = ""  # what a click asks for, or `PAGE` and a name; empty for plain words
    explanation: str = ""  # what the number is, for tooltip and menu
    is_bold: bool = False


class Door(NamedTuple):
    """What a number opens: exactly the events that it counts."""

    asked: str | Filter  # the query, or the filter itself
    prediction: int = -1  # whose events they are; -1 for the prediction on show
    beside: int = -1  # the prediction that this one is compared with; -1 if its events alone are counted
    of_relations: bool = False  # whether they are relation events


class DoorLabel(LinkLabel):
    """Show pieces behind each other; those with a query are doors, underlined under the pointer.

    Tab goes from one door to the next, Enter opens.

    `keeps_doors_whole` keeps a door on one line, as numbers are; names of any length may go on in the next.
    """

    query_requested = Signal(str)
    door_opened = Signal(int)  # the same, with the place of the piece
    keeps_doors_whole = True

    def __init__(
        self, parent: QWidget | None = None, *, words: Ink = "text", doors: Ink = "text", has_one_line: bool = False
    ) -> None:
        super().__init__(parent, has_one_line=has_one_line)
        self._words, self._doors = words, doors
        self.pieces: tuple[Piece, ...] = ()
        self._hovered = -1
        self.linkActivated.connect(self._on_activated)
        self.linkHovered.connect(self._on_hovered)

    def show_pieces(self, pieces: Sequence[Piece]) -> None:
        self.pieces, self._hovered = tuple(pieces), -1
        self.setAccessibleName("".join(piece.text for piece in self.pieces))
        self._write()

    def menu_of(self, piece: Piece) -> QMenu:
        """Make the menu of what can be done with a number."""
        query = "" if piece.query.startswith(PAGE) else piece.query
        return number_menu(self, piece.text, query, piece.explanation)

    def _write(self) -> None:
        theme = current_theme()
        words, doors = getattr(theme, self._words), getattr(theme, self._doors)
        self.setText("".join(self._html(place, words, doors) for place in range(len(self.pieces))))

    def _html(self, place: int, words: QColor, doors: QColor) -> str:
        piece = self.pieces[place]
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
        for place, piece in enumerate(self.pieces):
            if start == 0 and piece.query:
                return place
            start -= utf16_length(visible(piece.text))
        return -1

    def _on_activated(self, link: str) -> None:
        query = self.pieces[int(link)].query  # which may be another one once somebody has heard of it
        self.door_opened.emit(int(link))
        self.query_requested.emit(query)

    def _on_hovered(self, link: str) -> None:
        self._hovered = int(link) if link else -1
        self.setToolTip(tooltip(self.pieces[self._hovered].explanation) if link else "")
        self._write()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy and to explain the number under the pointer, or that which has the keyboard."""
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        place = self._hovered if is_mouse else self._focused()
        if place >= 0:
            self.menu_of(self.pieces[place]).popup(event.globalPos())

    def _restyle(self) -> None:
        self._write()


def _as_written(text: str) -> str:
    """Keep wide gaps and ends of lines, which HTML would take for one blank."""
    return text.replace("  ", "&nbsp;&nbsp;").replace("\n", "<br>")


S = TypeVar("S")


class DoorPicture(Styled, QWidget, Generic[S]):
    """Paint numbers that are doors: a click, or arrows and Enter, open them; each is explained where the pointer is.

    Pictures of a kind say where a door is, what it says and what opening it does. `current` is the door that has the
    keyboard; None if nothing is on show.
    """

    current: S | None = None

    def __init__(self, parent: QWidget | None = None, theme: Theme | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    @property
    def theme(self) -> Theme:
        """The colours it is painted in: those of the desktop, unless it was given others."""
        return self._theme or current_theme()

    @abstractmethod
    def spot_at(self, place: QPoint) -> S | None:
        """Find the door at a place; None if there is none."""

    @abstractmethod
    def beside(self, spot: S, key: int) -> S | None:
        """Give the door that a key leads to from another one; None if the key does something else."""

    @abstractmethod
    def piece(self, spot: S) -> Piece:
        """Give text, query and explanation of a door."""

    @abstractmethod
    def open(self, spot: S, is_added: bool) -> None:
        """Show what a door counts; `is_added` says that Ctrl is held."""

    def words(self, spot: S) -> str:
        return self.piece(spot).explanation

    def _go_to(self, spot: S) -> None:
        self.current, words = spot, self.words(spot)
        self.setAccessibleDescription(words)
        announce(self, words)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        spot = self.current
        if event.key() in OPENING_KEYS:
            if spot is not None:
                self.open(spot, _is_adding(event))
        elif spot is not None and (other := self.beside(spot, event.key())) is not None:
            self._go_to(other)
        else:
            super().keyPressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        is_door = self.spot_at(event.position().toPoint()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_door else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        spot = self.spot_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and spot is not None:
            self.open(spot, _is_adding(event))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        is_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        spot = self.spot_at(event.pos()) if is_mouse else self.current
        if spot is not None:
            number_menu(self, *self.piece(spot)[:3]).popup(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.current is not None:
            self._go_to(self.current)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            spot = self.spot_at(event.pos())
            QToolTip.showText(
                event.globalPos(), tooltip(self.piece(spot).explanation) if spot is not None else "", self
            )
            return True
        return super().event(event)


def _is_adding(event: QMouseEvent | QKeyEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


class DoorTable(TableView):
    """Open cells with a click, Enter or Space, copy them with Ctrl+C, and offer a menu on each.

    Tables of a kind say what a cell is, what opening it does, how all of the table is written, and on which `side` of
    their cells numbers stand.
    """

    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignRight

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hovered = QPersistentModelIndex()

    @abstractmethod
    def piece(self, index: QModelIndex) -> Piece:
        """Give text, query and explanation of a cell."""

    @abstractmethod
    def open(self, index: QModelIndex) -> None:
        """Do what a click on a cell does, if anything."""

    @abstractmethod
    def as_tsv(self) -> str:
        """Write the whole table, with heads, as text that a spreadsheet takes."""

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether a click on a cell opens events."""
        return bool(self.piece(index).query)

    def is_copied(self, index: QModelIndex) -> bool:
        """Tell whether a selected cell stands in a copy; cells that only draw do not."""
        return index.isValid()

    def copy(self) -> None:
        """Put the selected cells on the clipboard as tab-separated lines; the whole table if fewer than two are."""
        chosen = self.selectedIndexes()
        if len(chosen) < 2:
            self.copy_whole()
            return
        rows: dict[int, list[str]] = {}
        for index in sorted(chosen, key=lambda index: (index.row(), index.column())):
            if self.is_copied(index):
                rows.setdefault(index.row(), []).append(self.piece(index).text)
        copy_text("".join("\t".join(texts) + "\n" for texts in rows.values()))

    def menu_of(self, index: QModelIndex) -> QMenu:
        piece = self.piece(index)
        menu = number_menu(self, piece.text, piece.query, piece.explanation)
        menu.addAction("Copy table", self.copy_whole)
        return menu

    def copy_whole(self) -> None:
        copy_text(self.as_tsv())

    def set_column_widths(self, widths: Iterable[int]) -> None:
        """Give the columns from the first on their widths, to be painted once with all else that changes now."""
        with QSignalBlocker(self.horizontalHeader()):  # it would have the table painted again a turn later
            for column, width in enumerate(widths):
                self.setColumnWidth(column, width)
        self.updateGeometries()
        self.viewport().update()

    def _forget_place(self) -> None:
        """Leave where the pointer and the keyboard were: other cells are there now."""
        self.hovered = QPersistentModelIndex()
        self.selectionModel().clear()

    def _hover(self, index: QModelIndex) -> None:
        is_door = index.isValid() and self.is_door(index)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if is_door else Qt.CursorShape.ArrowCursor)
        hovered = QPersistentModelIndex(index) if is_door else QPersistentModelIndex()
        if hovered != self.hovered:
            self.hovered = hovered
            self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in OPENING_KEYS and index.isValid():
            self.open(index)
        else:
            super().keyPressEvent(event)

    def ask_for_menu(self, index: QModelIndex, place: QPoint | None = None) -> None:
        if index.isValid():
            self.menu_of(index).popup(place or self.viewport().mapToGlobal(self.visualRect(index).center()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the door under a plain click; a drag or a click with a key selects."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier and len(self.selectedIndexes()) <= 1
        is_current = index.isValid() and index == self.currentIndex()
        if event.button() == Qt.MouseButton.LeftButton and is_plain and is_current:
            self.open(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(self.indexAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(QModelIndex())
