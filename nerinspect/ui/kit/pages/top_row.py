"""What stands above a page: what is counted, in words and as a choice, under which filter, copying and saving."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from nerinspect.glossary import meaning
from nerinspect.io.writing.forms import Form, Holds, forms_for
from nerinspect.io.writing.origins import terms_by_say
from nerinspect.query.filters import Filter
from nerinspect.query.language.words import term_label
from nerinspect.query.selection import Selection
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.kit.pages.copying import called
from nerinspect.ui.kit.screen_text import plain_text
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


class TopRow(Styled, QWidget):
    """Let the user choose what is counted, copy tables, save tables and charts.

    Parameters
    ----------
    charts : sequence of str
        The charts there are, by name.

    Signals
    -------
    counted_changed : bool
        Whether only what the filter keeps is to be counted.
    copy_requested : str, str
        A table and the form of its copy.
    table_requested, chart_requested : str
        A table or a chart that is to be saved.
    door_opened : str
        The query of a number.
    """

    counted_changed = Signal(bool)
    copy_requested = Signal(str, str)
    table_requested = Signal(str)
    chart_requested = Signal(str)
    door_opened = Signal(str)

    def __init__(self, charts: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._charts, self._is_signed = tuple(charts), False
        self._forms: dict[str, QMenu] = {}  # of each table
        self._label = QLabel("Count", self)
        meanings = meaning("whole_test_set"), meaning("filter_keeps")
        self.counted = Choice("Count", ("the whole test set", "what the filter keeps"), meanings, self)
        self.summary = DoorLabel(self, words="text2")
        self.summary.setWordWrap(True)
        self._copy, self._save = _menu_button("Copy table as…", self), _menu_button("Save…", self)
        self._copy.setToolTip("Copy all rows of a table, those of folded systems too.")
        self._save.setToolTip(
            "Write a table or a chart to a file, and beside it what was counted and where it came from."
        )
        self._save.setAccessibleName("Save a table or a chart")
        self._filter = DoorLabel(self, words="text2")
        self._filter.setWordWrap(True)
        self._filter.hide()
        row = QHBoxLayout()
        row.setSpacing(round(8 * self.unit))
        for part in (self._label, self.counted, self.summary, self._copy, self._save):
            row.addWidget(part, int(part is self.summary))
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addLayout(row)
        rows.addWidget(self._filter)
        self.counted.chosen.connect(lambda place: self.counted_changed.emit(place == 1))
        self.summary.query_requested.connect(self.door_opened)

    @property
    def menus(self) -> tuple[QMenu, QMenu]:
        """What the two buttons offer."""
        return self._copy.menu(), self._save.menu()

    def show_whole(self) -> None:
        """Offer no choice of what is counted: it is everything."""
        self._label.hide()
        self.counted.hide()

    def offer_tables(self, tables: Sequence[str]) -> None:
        """Offer to copy and to save some tables, in this order."""
        menu, saving = self._copy.menu(), self._save.menu()
        menu.clear()
        saving.clear()
        for title in tables:
            menu.addMenu(self._forms_of(title))
            saving.addAction(plain_text(f"Table “{title}”…"), partial(self.table_requested.emit, title))
        menu.addSeparator()
        with_signature = [form.words for form in forms_for(Holds.COPIES) if form.comment]
        signed = menu.addAction(f"Signature in {' and '.join(with_signature)}", self._turn_signed)
        signed.setCheckable(True)
        signed.setChecked(self._is_signed)
        saving.addSeparator()
        for name in self._charts:
            saving.addAction(plain_text(f"Chart “{name}”…"), partial(self.chart_requested.emit, name))

    def show_summary(self, pieces: Sequence[Piece]) -> None:
        """Say how much is counted."""
        self.summary.show_pieces(pieces)

    def show_filter(self, pieces: Sequence[Piece]) -> None:
        """Say under which filter; nothing if there are no pieces."""
        self._filter.show_pieces(pieces)
        self._filter.setVisible(bool(pieces))

    def _forms_of(self, title: str) -> QMenu:
        """Offer the forms in which a table can be copied."""
        if title not in self._forms:
            menu = self._forms[title] = QMenu(plain_text(title), self)
            for form in forms_for(Holds.COPIES):
                menu.addAction(form.words, partial(self._copy_as, title, form))
        return self._forms[title]

    def _copy_as(self, title: str, form: Form) -> None:
        self.copy_requested.emit(title, called(form, self._is_signed))

    def _turn_signed(self) -> None:
        self._is_signed = not self._is_signed

    def _restyle(self) -> None:
        for part in (self._label, self.summary, self._filter, self._copy, self._save):
            part.setFont(scaled_font(self.font(), DETAIL))
        size = round(15 * self.unit)
        for button, icon in ((self._copy, "copy"), (self._save, "export")):
            button.setIcon(line_icon(icon, current_theme().text2, size))
            button.setIconSize(QSize(size, size))


def _menu_button(text: str, parent: QWidget) -> QToolButton:
    """Make a flat button with an icon that opens a menu."""
    button = QToolButton(parent)
    button.setText(text)
    button.setAccessibleName(text)
    button.setAutoRaise(True)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setStyleSheet("QToolButton::menu-indicator { image: none; }")  # the dots say that there is more
    button.setMenu(QMenu(button))
    return button
