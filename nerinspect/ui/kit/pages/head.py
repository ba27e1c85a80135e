"""The head of a page: what is counted, as a choice and in words, under which filter, copying and saving."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from nerinspect.glossary import meaning
from nerinspect.io.writing.origins import terms_by_say
from nerinspect.query.filters import Filter
from nerinspect.query.language.words import term_label
from nerinspect.query.selection import Selection
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.kit.pages.parts import flat_button
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.ui.theme.marks import line_icon
from nerinspect.ui.theme.themes import current_theme


def filter_pieces(selection: Selection) -> list[Piece]:
    """Say which terms of a selection choose what is counted, in the words of their chips, and which change nothing."""
    chosen, aside = terms_by_say(selection)
    if not chosen and not aside:
        return [Piece("There is no filter: everything is counted.")]
    pieces = [Piece("Filter on mentions: "), *_labels(chosen)] if chosen else [Piece("No filter on mentions")]
    why = "it changes" if len(aside) == 1 else "they change"
    return [*pieces, Piece(f"; left aside, since {why} no score: "), *_labels(aside)] if aside else pieces


def _labels(terms: Sequence[Filter]) -> list[Piece]:
    pieces = [piece for term in terms for piece in (Piece(" and "), Piece(term_label(term), is_bold=True))]
    return pieces[1:]


class Counted(Choice):
    """Lets the user choose whether all is counted, or what the filter keeps."""

    def __init__(self, whole: str = "the whole test set", meanings: tuple[str, str] | None = None) -> None:
        meanings = meanings or (meaning("whole_test_set"), meaning("filter_keeps"))
        super().__init__("Count", (whole, "what the filter keeps"), meanings)

    @property
    def is_kept(self) -> bool:
        """Whether only what the filter keeps is counted."""
        return self.place == 1


class PageHead(Styled, QWidget):
    """Stands above the parts of a page.

    Parameters
    ----------
    label : str
        Stands before what can be chosen; empty if nothing can.
    button : QPushButton, optional
        The one thing that the page lets the user do.

    Attributes
    ----------
    copying, saving : QMenu
        What its two buttons offer; filled by the page.
    """

    door_opened = Signal(str)

    def __init__(
        self, label: str, choice: Choice | None = None, *controls: QWidget, button: QPushButton | None = None
    ) -> None:
        super().__init__()
        self._label, self.choice = QLabel(label, self), choice
        chosen = (self._label, choice) if choice is not None else (self._label,)
        framed = (button,) if button is not None else ()
        for part in (*chosen, *controls):
            part.setParent(self)  # Tab goes through widgets in the order in which they come
        self.summary, self._filter = DoorLabel(self, words="text2"), DoorLabel(self, words="text2")
        self._buttons = copy, save = flat_button("Copy", self), flat_button("Save", self)
        self.copying, self.saving = QMenu(copy), QMenu(save)
        copy.setMenu(self.copying)
        save.setMenu(self.saving)
        copy.setAccessibleName("Copy a table")
        copy.setToolTip("Copy all rows of a table, folded ones too.")
        save.setAccessibleName("Save a table or a chart")
        save.setToolTip("Write a table or a chart to a file, and beside it what was counted and where it came from.")
        row, rows = QHBoxLayout(), QVBoxLayout(self)
        row.setSpacing(round(8 * self.unit))
        for part in (*chosen, *controls, self.summary, *framed, copy, save):
            row.addWidget(part, int(part is self.summary))
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addLayout(row)
        rows.addWidget(self._filter)
        for label_ in (self.summary, self._filter):
            label_.setWordWrap(True)
        self._label.setVisible(bool(label))
        self._filter.hide()
        self.summary.query_requested.connect(self.door_opened)

    def show_summary(self, pieces: Sequence[Piece]) -> None:
        """Say how much is counted."""
        self.summary.show_pieces(pieces)

    def show_filter(self, pieces: Sequence[Piece]) -> None:
        """Say under which filter; nothing if there are no pieces."""
        self._filter.show_pieces(pieces)
        self._filter.setVisible(bool(pieces))

    def _restyle(self) -> None:
        for part in (self._label, self.summary, self._filter, *self._buttons):
            part.setFont(scaled_font(self.font(), DETAIL))
        size = round(15 * self.unit)
        for button, icon in zip(self._buttons, ("copy", "export"), strict=True):
            button.setIcon(line_icon(icon, current_theme().text2, size))
            button.setIconSize(QSize(size, size))
