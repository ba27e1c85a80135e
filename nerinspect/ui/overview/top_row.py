"""The row above the overview: what is counted, how much it is, copying and saving."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QWidget

from nerinspect.glossary import meaning
from nerinspect.ui.overview.choice import Choice
from nerinspect.ui.overview.copying import FORMS
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.widgets.door_label import DoorLabel, Piece


class TopRow(QWidget):
    """Let the user choose what is counted, copy tables and save charts.

    Parameters
    ----------
    charts : sequence of str
        What can be saved, by name.

    Signals
    -------
    counted_changed : bool
        Whether only what the filter keeps is to be counted.
    copy_requested : str, str
        A table and the form of its copy.
    save_requested : str
        A chart.
    door_opened : str
        The query of a number.
    """

    counted_changed = Signal(bool)
    copy_requested = Signal(str, str)
    save_requested = Signal(str)
    door_opened = Signal(str)

    def __init__(self, charts: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = QLabel("Count", self)
        meanings = meaning("whole_test_set"), meaning("filter_keeps")
        self.counted = Choice("Count", ("the whole test set", "what the filter keeps"), meanings, self)
        self.summary = DoorLabel(self, words="text2")
        self.summary.setWordWrap(True)
        self._copy, self._save = QPushButton("Copy table as…", self), QPushButton("Save charts…", self)
        self._copy.setMenu(QMenu(self._copy))
        self._save.setMenu(QMenu(self._save))
        for name in charts:
            self._save.menu().addAction(f"{name}…", partial(self.save_requested.emit, name))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(round(8 * font_size(self.font()) / 13))
        for part in (self._label, self.counted, self.summary, self._copy, self._save):
            row.addWidget(part, int(part is self.summary))
        self.counted.chosen.connect(lambda place: self.counted_changed.emit(place == 1))
        self.summary.query_requested.connect(self.door_opened)
        self._restyle()

    @property
    def menus(self) -> tuple[QMenu, QMenu]:
        """What the two buttons offer."""
        return self._copy.menu(), self._save.menu()

    def offer_tables(self, tables: Sequence[str]) -> None:
        """Offer to copy some tables, in this order."""
        menu = self._copy.menu()
        menu.clear()
        for place, title in enumerate(tables):
            if place:
                menu.addSeparator()
            for form in FORMS:
                menu.addAction(f"{title} as {form}", partial(self.copy_requested.emit, title, form))

    def show_summary(self, pieces: Sequence[Piece]) -> None:
        """Say how much is counted."""
        self.summary.show_pieces(pieces)

    def _restyle(self) -> None:
        for part in (self._label, self.summary, self._copy, self._save):
            part.setFont(scaled_font(self.font(), DETAIL))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_save"):
            self._restyle()
