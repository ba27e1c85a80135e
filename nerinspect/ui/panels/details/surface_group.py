"""Events with one surface: how they read, the first of the others, and the way to all."""

from itertools import pairwise
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.glossary import meaning
from nerinspect.query.filters import Term
from nerinspect.query.readings import count_readings
from nerinspect.query.same_surface import SameSurface
from nerinspect.query.writer import query_text
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.painting.fonts import DETAIL, scaled_font
from nerinspect.ui.panels.details.occurrence_model import occurrences_of
from nerinspect.ui.panels.details.occurrences import OccurrencesTable
from nerinspect.ui.widgets.door_label import DoorLabel, Piece
from nerinspect.ui.widgets.elided_label import ElidedLabel

FIRST_EVENTS: Final = 5
MOST_READINGS: Final = 12


class SurfaceGroup(QWidget):
    """Show the events with one surface.

    Attributes
    ----------
    letter : str
        Whose events they are in a comparison, A or B; else empty.

    Signals
    -------
    event_requested : int
        An event is to be shown.
    surface_requested : str
        All events with the surface are wanted.
    query_requested : str
        The events with one reading are wanted.
    """

    event_requested = Signal(int)
    surface_requested = Signal(str)
    query_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._surface = self.letter = ""
        self._caption, self._readings, self._all = ElidedLabel(), DoorLabel(doors="accent"), DoorLabel(doors="accent")
        self._events = OccurrencesTable()
        self._column = QVBoxLayout(self)
        for widget in (self._caption, self._readings, self._events, self._all):
            self._column.addWidget(widget)
        for doors in (self._readings, self._all):
            doors.setWordWrap(True)
        self._readings.query_requested.connect(self.query_requested)
        self._events.event_requested.connect(self.event_requested)
        self._all.query_requested.connect(self._on_all_requested)

    def show_group(
        self, study: Study, event: int, group: SameSurface, style: CellStyle, *, is_named: bool, letter: str = ""
    ) -> None:
        """Show another surface.

        Parameters
        ----------
        study : Study
            What the events belong to.
        event : int
            The event on show; it is counted, and not listed.
        group : SameSurface
            The surface and its events.
        style : CellStyle
            The fonts and colours of the panel.
        is_named : bool
            Whether the surface is written above its events.
        letter : str
            Whose events they are in a comparison; it is written above them.
        """
        self._surface, self.letter = group.surface, letter
        self._restyle(style)
        others = group.events[group.events != event][:FIRST_EVENTS]
        self._caption.show_text("  ".join(filter(None, (letter, group.surface if is_named or not letter else ""))))
        self._caption.setVisible(is_named or bool(letter))
        counts, rest = count_readings(study, group.surface, group.events, at_most=MOST_READINGS)
        readings = [
            Piece(f"{count.n_events:,} × {count.reading.said(study.wording)}", count.query, meaning("reading"))
            for count in counts
        ]
        if rest is not None:
            text = f"{rest.n_events:,} × in {rest.n_readings:,} other ways"
            readings.append(Piece(text, rest.query, meaning("other_readings")))
        self._readings.show_pieces([piece for reading in readings for piece in (reading, Piece(" · "))][:-1])
        whose = f" of {letter}" if letter else ""
        self._events.setAccessibleName(f"Other events{whose} with {group.surface}")
        self._events.show_events(occurrences_of(study, others.tolist()), style)
        query, n_events = query_text(Term("surface", (group.surface,))), len(group.events)
        words = {1: "The one event", 2: "Both events"}.get(n_events, f"All {n_events:,} events")
        door = Piece(f"{words}{whose} with this surface", query, study.wording.meaning("same_surface"))
        self._all.show_pieces([door, Piece(", this one included")] if event in group.events else [door])

    def restyle(self, style: CellStyle) -> None:
        """Follow other fonts and colours."""
        self._events.restyle(style)
        self._restyle(style)

    def follow(self, widget: QWidget) -> QWidget:
        """Let Tab come here from a widget; give the last part it goes through."""
        for first, second in pairwise((widget, self._readings, self._events, self._all)):
            self.setTabOrder(first, second)
        return self._all

    def _restyle(self, style: CellStyle) -> None:
        font = scaled_font(style.font, DETAIL)
        for doors in (self._readings, self._all):
            doors.setFont(font)
        self._caption.setFont(scaled_font(style.font, DETAIL, is_bold=True))
        margin = round(style.padding)
        labels: tuple[QLabel, ...] = (self._caption, self._readings, self._all)
        for label in labels:
            label.setContentsMargins(margin, 0, margin, 0)
        self._column.setContentsMargins(0, 0, 0, round(8 * style.unit))
        self._column.setSpacing(round(4 * style.unit))

    def _on_all_requested(self) -> None:
        self.surface_requested.emit(self._surface)
