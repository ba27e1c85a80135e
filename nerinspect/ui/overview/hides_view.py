"""What F1 hides: events and demerits by kind, as a ledger, as sums and as bars."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.analysis.events import ERROR_KINDS, KINDS
from nerinspect.query.filters import Filter
from nerinspect.query.mention_base import KeptScores
from nerinspect.ui.overview.demerit_bars import segments_of
from nerinspect.ui.overview.demerits_view import DemeritsView
from nerinspect.ui.overview.door_label import DoorLabel, Part
from nerinspect.ui.overview.doors import Doors
from nerinspect.ui.overview.kind_rows import KIND_COLUMNS, NAME_COLUMNS, kind_groups
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.painting.fonts import DETAIL, font_size, scaled_font


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
        self.table = NumberTable(NumberTableModel(KIND_COLUMNS, NAME_COLUMNS, "What F1 hides", self), self)
        self._demerits, self._reference, self._predicted = DoorLabel(self), DoorLabel(self), DoorLabel(self)
        self.bars = DemeritsView(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(round(6 * font_size(self.font()) / 13))
        for part in (self.table, self._demerits, self._reference, self._predicted, self.bars):
            column.addWidget(part)
        self.table.door_opened.connect(lambda query, _prediction: self.door_opened.emit(query))
        self.bars.door_opened.connect(self.door_opened)
        for label in self._labels:
            label.door_opened.connect(self.door_opened)
        self._restyle()

    def show_scores(self, scores: KeptScores, doors: Doors) -> None:
        """Show other events and demerits.

        Parameters
        ----------
        scores : KeptScores
            Of one prediction.
        doors : Doors
            To its events.
        """
        self.table.numbers.set_groups(kind_groups(scores, doors))
        self.bars.show_segments(segments_of(scores, doors))
        self.bars.setVisible(bool(self.bars.segments))
        tally, sums = scores.tally, scores.sums
        demerits, positives, negatives = (
            f"{count:,}" for count in (tally.demerits, tally.overall.false_positives, tally.overall.false_negatives)
        )
        self._demerits.show_parts(
            (
                "Demerits ",
                (demerits, doors.of_kinds(*ERROR_KINDS)),
                " = ",
                (f"{positives} false positives", doors.predicted_in(*ERROR_KINDS)),
                " + ",
                (f"{negatives} false negatives", doors.reference_in(*ERROR_KINDS)),
                ". Every mention lies in exactly one event.",
            )
        )
        self._reference.show_parts(_sum_parts("reference", sums.reference, "fp", doors.reference, doors))
        self._predicted.show_parts(_sum_parts("predicted", sums.predicted, "fn", doors.predicted, doors))

    @property
    def _labels(self) -> tuple[DoorLabel, ...]:
        return self._demerits, self._reference, self._predicted

    def _restyle(self) -> None:
        for label in self._labels:
            label.setFont(scaled_font(self.font(), DETAIL))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_demerits"):
            self._restyle()


def _sum_parts(side: str, counts: tuple[int, ...], never: str, whole: Filter, doors: Doors) -> list[Part]:
    """Say how the mentions of a side add up over the kinds that hold any."""
    door_in = doors.reference_in if side == "reference" else doors.predicted_in
    parts: list[Part] = [f"{side} ", (f"{sum(counts):,}", whole)]
    terms = [(kind, n) for kind, n in zip(KINDS, counts, strict=True) if kind != never]
    for place, (kind, n) in enumerate(terms):
        parts += [" + " if place else " = ", (f"{n:,} {kind.upper()}", door_in(kind))]
    return parts
