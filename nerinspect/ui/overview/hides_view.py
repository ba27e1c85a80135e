"""What F1 hides: events and demerits by kind, as a ledger, as sums and as bars."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.analysis.events import ERROR_KINDS
from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.query.filters import Filter
from nerinspect.query.kept_scores import KeptScores
from nerinspect.query.writer import query_text
from nerinspect.ui.overview.demerit_bars import segments_of
from nerinspect.ui.overview.demerits_view import DemeritsView
from nerinspect.ui.overview.doors import Doors
from nerinspect.ui.overview.kind_rows import HIDES, KIND_COLUMNS, NAME_COLUMNS, kind_groups
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.status import sum_pieces
from nerinspect.ui.widgets.door_label import DoorLabel, Piece


class HidesView(QWidget):
    """Show one prediction's events and demerits.

    Signals
    -------
    door_opened : str
        The query of a number.
    """

    door_opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = NumberTable(NumberTableModel(KIND_COLUMNS, NAME_COLUMNS, HIDES, self), self)
        self._demerits, self._reference, self._predicted = (DoorLabel(self, words="text2") for _ in range(3))
        self.bars = DemeritsView(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(6 * font_size(self.font()) / 13))
        for part in (self.table, *self._labels, self.bars):
            column.addWidget(part)
        self.table.door_opened.connect(lambda query, _prediction: self.door_opened.emit(query))
        self.bars.door_opened.connect(self.door_opened)
        for label in self._labels:
            label.setWordWrap(True)
            label.query_requested.connect(self.door_opened)
        self._restyle()

    def show_scores(self, system: str, scores: KeptScores, doors: Doors) -> None:
        """Show other events and demerits.

        Parameters
        ----------
        system : str
            What copies call the prediction.
        scores : KeptScores
            Of one prediction.
        doors : Doors
            To its events.
        """
        self.table.numbers.set_groups(kind_groups(system, scores, doors))
        self.bars.show_segments(segments_of(scores, doors))
        self.bars.setVisible(bool(self.bars.segments))
        tally, sums, reference, predicted = scores.tally, scores.sums, doors.reference_in, doors.predicted_in
        overall = tally.overall
        self._demerits.show_pieces(
            (
                Piece("Demerits "),
                _door(f"{tally.demerits:,}", doors.of_kinds(*ERROR_KINDS), "demerits"),
                Piece(" = "),
                _door(counted(overall.false_positives, "false positive"), predicted(*ERROR_KINDS), "false_positives"),
                Piece(" + "),
                _door(counted(overall.false_negatives, "false negative"), reference(*ERROR_KINDS), "false_negatives"),
                Piece(". Every mention lies in exactly one event."),
            )
        )
        self._reference.show_pieces(
            sum_pieces(
                "reference", sums.reference, query_text(doors.reference), lambda kind: query_text(reference(kind))
            )
        )
        self._predicted.show_pieces(
            sum_pieces(
                "predicted", sums.predicted, query_text(doors.predicted), lambda kind: query_text(predicted(kind))
            )
        )

    @property
    def _labels(self) -> tuple[DoorLabel, ...]:
        return self._demerits, self._reference, self._predicted

    def _restyle(self) -> None:
        for label in self._labels:
            label.setFont(scaled_font(self.font(), DETAIL))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_demerits"):
            self._restyle()


def _door(text: str, door: Filter, key: str) -> Piece:
    return Piece(text, query_text(door), meaning(key))
