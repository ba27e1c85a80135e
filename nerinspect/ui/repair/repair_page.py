"""What is invalid in one source, what each repair makes of it, what differs, and the sentence of the chosen row."""

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from nerinspect.errors import counted
from nerinspect.glossary.wording import JUDGED
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.repair.choices_table import TITLE, ChoicesTable
from nerinspect.ui.repair.copying import CopyButton
from nerinspect.ui.repair.differing_table import DifferingTable
from nerinspect.ui.repair.invalid_table import InvalidTable
from nerinspect.ui.repair.part import Part
from nerinspect.ui.repair.readings_view import ReadingsView
from nerinspect.ui.repair.sources import TriedRepairs
from nerinspect.ui.restyling import is_restyling

CHOICES: Final = TITLE
INVALID: Final = "Invalid transitions"
DIFFERING: Final = "Events that differ"
_GAP, _WIDE = 18, 1200  # at a font of 13 pixels


class RepairPage(QWidget):
    """Show one source whose repairs were tried; the sentence follows the table that was used last.

    Signals
    -------
    method_chosen : str
        The user chose another repair.
    events_requested : str
        A number was opened: its query.
    copy_requested : str, str
        A table by its title, and the form of its copy.
    """

    method_chosen = Signal(str)
    events_requested = Signal(str)
    copy_requested = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._in_use = ""
        self._copy = {title: CopyButton(title) for title in (CHOICES, INVALID, DIFFERING)}
        self.choices, self.invalid = ChoicesTable(), InvalidTable()
        self.differing, self.view = DifferingTable(), ReadingsView()
        self._all = QPushButton("Show all")
        self._all.setAccessibleName("Show all events that differ")
        self._tried: TriedRepairs | None = None
        self._used: InvalidTable | DifferingTable = self.invalid
        self._build_ui()
        self.choices.method_chosen.connect(self.method_chosen)
        self.choices.events_requested.connect(self.events_requested)
        self.choices.differences_requested.connect(self._show_differences)
        self._all.clicked.connect(lambda: self._show_differences(""))
        self.invalid.place_chosen.connect(self._on_transition_chosen)
        self.differing.place_chosen.connect(self._on_difference_chosen)
        self.view.place_changed.connect(self._sentence_part.set_caption)
        self.view.previous_requested.connect(lambda: self._step(-1))
        self.view.next_requested.connect(lambda: self._step(1))

    def show_tried(self, tried: TriedRepairs, types: tuple[str, ...]) -> None:
        """Show another source.

        Parameters
        ----------
        tried : TriedRepairs
            What was found out about it.
        types : tuple of str
            Of the study, which have their colours among each other.
        """
        effects, name = tried.effects, tried.source.name
        n_invalid = len(effects.written.invalid)
        self._in_use, self._used = tried.source.annotation.repair.method, self.invalid
        has_doors = tried.source.role != "training"
        self.choices.show_effects(effects, self._in_use, name, has_doors, tried.wording)
        self._choice_part.set_caption("every number counted on this file; nothing is changed on disk")
        self.invalid.show_labels(effects.written, tried.wording)
        self._invalid_part.set_caption(f"{n_invalid:,} in {name}; a row shows its sentence")
        self._tried = tried
        self._list_differences("")
        self._differing_part.setVisible(effects.differences is not None)
        self.view.show_readings(tried.readings, types)
        self._sentence_part.setVisible(tried.readings is not None)
        if n_invalid:
            self.invalid.choose_row(0)

    def _build_ui(self) -> None:
        gap = round(_GAP * font_size(self.font()) / 13)
        for title, button in self._copy.items():
            button.copy_requested.connect(lambda form, title=title: self.copy_requested.emit(title, form))
        rows = QVBoxLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(gap)
        self._choice_part = Part(CHOICES, self.choices, self._copy[CHOICES])
        rows.addWidget(self._choice_part)  # Tab goes through parts in the order in which they come to the page
        self._invalid_part = Part(INVALID, self.invalid, self._copy[INVALID])
        beside = QWidget()
        buttons = QHBoxLayout(beside)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.addWidget(self._all)
        buttons.addWidget(self._copy[DIFFERING])
        self._differing_part = Part(DIFFERING, self.differing, beside)
        self._sentence_part = Part("Sentence", self.view)
        self._tables, self._halves = QSplitter(self), QSplitter(Qt.Orientation.Vertical, self)
        for part in (self._invalid_part, self._differing_part):
            self._tables.addWidget(part)
        self._halves.addWidget(self._tables)
        self._halves.addWidget(self._sentence_part)
        for splitter in (self._tables, self._halves):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(gap)
        for splitter, shares in ((self._tables, (1, 1)), (self._halves, (3, 2))):
            for place, share in enumerate(shares):
                splitter.setStretchFactor(place, share)
        rows.addWidget(self._halves, 1)
        self._restyle()

    def _on_transition_chosen(self, position: int) -> None:
        self._use(self.invalid)
        self.view.show_place(position, position + 1, self._in_use)

    def _on_difference_chosen(self, _position: int) -> None:
        self._use(self.differing)
        self.view.show_place(*self.differing.extent(self.differing.currentIndex().row()), self._in_use)

    def _use(self, table: InvalidTable | DifferingTable) -> None:
        """Mark a row in one table only: that which the sentence belongs to."""
        self._used = table
        (self.differing if table is self.invalid else self.invalid).clearSelection()

    def _list_differences(self, kind: str) -> None:
        """List the events that differ, or those with one kind among them, and say how many they are."""
        effects = self._tried.effects if self._tried else None
        self.differing.show_effects(effects, kind, self._tried.wording if self._tried else JUDGED)
        self._all.setVisible(bool(kind))
        if effects is None or effects.differences is None or effects.compared is None:
            return
        one, other = (choice.method for choice in effects.compared)
        n_all, n_shown = len(effects.differences), len(self.differing.groups)
        n_places = counted(n_all, "place")
        if kind:
            n_places = f"{n_shown:,} of {n_places} with {(self._tried.wording if self._tried else JUDGED).tag(kind)}"
        said = f"{n_places}; {one} against {other}, all other events are the same"
        self._differing_part.set_caption(said if n_all else f"no event differs; {one} against {other}")

    def _show_differences(self, kind: str) -> None:
        """Turn to the events that differ, or to those with one kind among them."""
        self._list_differences(kind)
        if self.differing.model().rowCount() and not self.differing.currentIndex().isValid():
            self.differing.choose_row(0)
        self.differing.setFocus(Qt.FocusReason.OtherFocusReason)

    def _step(self, by: int) -> None:
        """Go to the next row, or back, in the table that was used last."""
        row = self._used.currentIndex().row() + by
        if 0 <= row < self._used.model().rowCount():
            self._used.choose_row(row)

    def _restyle(self) -> None:
        for button in (*self._copy.values(), self._all):
            button.setFont(scaled_font(self.font(), DETAIL))

    # Qt overrides

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "view"):
            self._restyle()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the choices."""
        self.choices.setFocus(event.reason())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the two tables beside each other, or below if there is little room."""
        super().resizeEvent(event)
        is_wide = self.width() >= _WIDE * font_size(self.font()) / 13
        self._tables.setOrientation(Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical)
