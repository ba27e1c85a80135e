"""Events with one surface: how they read, the first of the others as a small concordance, and the way to all."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from nerinspect.events.explanation import spoken
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.lists.mention_facts import event_query
from nerinspect.query.filters import Term
from nerinspect.query.language.writer import query_text
from nerinspect.query.same_surface import SameSurface, count_readings
from nerinspect.ui.details.concordance import Concordance, ConcordanceColumn, ConcordanceModel, ConcordanceRow
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.layout import ElidedLabel
from nerinspect.ui.kit.tables.cell_style import CellStyle
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.theme.fonts import DETAIL, scaled_font


@dataclass(frozen=True, kw_only=True)
class Occurrence(ConcordanceRow):
    """One event; at the edge stand its document and sentence.

    Attributes
    ----------
    event : int
        Number of the event in its study.
    query : str
        Finds just this event; empty where the format has no lines.
    kind_name : str
        Its kind in words.
    """

    event: int
    query: str
    kind_name: str

    @property
    def tooltip(self) -> str:
        """The kind by its name, and the words."""
        return f"{self.kind_name}: {self.segment.text}"


def occurrences_of(study: Study, events: Sequence[int]) -> list[Occurrence]:
    """Write out some events, one row each."""
    cells = EventCells(study)
    return [
        Occurrence(
            event=event,
            kind=cells.kind(event),
            left=cells.at_left(event),
            segment=cells.segment(event),
            right=cells.at_right(event),
            edge=cells.place(event),
            query=event_query(study, event),
            kind_name=study.wording.name(cells.kind(event)),
            spoken=f"{study.wording.name(cells.kind(event))}: {spoken(study, event)}",
        )
        for event in events
    ]


class OccurrenceModel(ConcordanceModel):
    """Hold a few events."""

    def __init__(self) -> None:
        super().__init__(ConcordanceColumn.KIND)
        self._rows: Sequence[Occurrence] = ()

    def set_rows(self, rows: Sequence[Occurrence]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row(self, number: int) -> Occurrence:
        """Give one event."""
        return self._rows[number]

    @property
    def n_rows(self) -> int:
        """How many events there are."""
        return len(self._rows)


class OccurrencesTable(Concordance):
    """List a few events of a study.

    Signals
    -------
    event_requested : int
        The number of the event in the chosen row.
    """

    event_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._events = OccurrenceModel()
        super().__init__(self._events, parent)

    def piece(self, index: QModelIndex) -> Piece:
        """Give place and query of the event of a row."""
        row = self._events.row(index.row())
        return Piece(row.edge, row.query, meaning("place"))

    def open(self, index: QModelIndex) -> None:
        """Go to the event of a row."""
        self.event_requested.emit(self._events.row(index.row()).event)

    def show_events(self, rows: Sequence[Occurrence], style: CellStyle) -> None:
        """List events, painted in the style of the panel."""
        self._events.set_rows(rows)
        self.restyle(style)


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
