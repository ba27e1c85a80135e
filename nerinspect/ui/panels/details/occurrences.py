"""A few events as a small concordance; a click or Enter goes to one."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QWidget

from nerinspect.glossary import meaning
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.panels.details.concordance import Concordance
from nerinspect.ui.panels.details.occurrence_model import Occurrence, OccurrenceModel
from nerinspect.ui.widgets.door_label import Piece


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
