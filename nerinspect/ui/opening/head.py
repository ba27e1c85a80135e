"""The head of a part: its title, and a quiet word beside it."""

from html import escape

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from nerinspect.ui.kit.doors import LinkLabel
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import CAPTION, scaled_font
from nerinspect.visible import visible


class Head(Styled, QWidget):
    """Show a title, which may name the key that leads to a buddy, and a small note, which may hold a link, in one line.

    Signals
    -------
    link_followed
        The link in the note was followed.
    """

    link_followed = Signal()

    def __init__(self, title: str = "", note: str = "", buddy: QWidget | None = None) -> None:
        super().__init__()
        self._title, self._note = QLabel(title), LinkLabel()
        self.set_note(note)
        self._note.linkActivated.connect(self.link_followed)
        if buddy is not None:
            self._title.setBuddy(buddy)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(round(8 * self.unit))
        self._row.addWidget(self._title)
        self._row.addWidget(self._note, 1)

    def set_title(self, title: str) -> None:
        """Show another title; none leaves its room to what was inserted."""
        self._title.setText(title)
        self._title.setVisible(bool(title))

    def set_note(self, note: str, link: str = "") -> None:
        """Show another note, and words behind it that can be followed."""
        way = f' <a href="follow">{escape(link)}</a>' if link else ""
        self._note.setText(escape(visible(note)) + way)

    def insert(self, part: QWidget) -> None:
        """Put something between title and note."""
        self._row.insertWidget(1, part)

    def append(self, part: QWidget) -> None:
        """Put something at the right end."""
        self._row.addWidget(part)

    def _restyle(self) -> None:
        self._title.setFont(scaled_font(self.font(), 1.0, is_bold=True))
        self._note.setFont(scaled_font(self.font(), CAPTION))
