"""What memory alone gets right of relations: the retention heuristic beside the system on show."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from nerinspect.analysis.percent import percent_text
from nerinspect.analysis.relation_pairing import CORRECT, RELATION_KINDS
from nerinspect.analysis.retention import RETENTION
from nerinspect.analysis.scores import Counts
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.fields.relations import RELATION_KIND
from nerinspect.query.filters import Filter, Term, any_of
from nerinspect.query.relation_base import RelationBase
from nerinspect.query.relation_counts import RelationCounts
from nerinspect.query.selection import Selection
from nerinspect.ui.painting.values_row import ValuesStyle
from nerinspect.ui.panels.section import Section
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.door_label import DoorLabel, Piece


class RelationHeuristicPanel(QWidget):
    """Say how many relations the heuristic predicts, how many of them are right, and its rates.

    Attributes
    ----------
    section : Section
        The head that folds it away.
    numbers : DoorLabel
        What is predicted and what is right.
    rates : DoorLabel
        Precision, recall and F1.

    Signals
    -------
    opened(object)
        A number was clicked: the heuristic's relation events under this Selection are to be shown.
    """

    opened = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relation_heuristic_panel")
        body = QWidget()
        self.section = Section("Retention heuristic", body, self)
        self.section.set_meaning(JUDGED.meaning("relation_heuristic"))
        self._words = QLabel("the type that training has most often between the surfaces of two mentions", body)
        self._words.setWordWrap(True)
        self.numbers, self.rates = DoorLabel(body, words="text2"), DoorLabel(body, words="text2")
        self._doors: dict[str, Selection] = {}
        self._wording = JUDGED
        self._lines = QVBoxLayout(body)
        for part in (self._words, self.numbers, self.rates):
            self._lines.addWidget(part)
        for label in (self.numbers, self.rates):
            label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            label.query_requested.connect(self._on_query_requested)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.section)
        self._restyle()

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        self._wording = wording
        self.section.set_meaning(wording.meaning("relation_heuristic"))

    def show_counts(self, counts: RelationCounts, selection: Selection) -> None:
        """Show what the heuristic predicts under a selection."""
        if counts.of_heuristic is None:
            return
        rates, base = counts.of_heuristic.at(), RelationBase.of(selection)
        reference, predicted = (base.on_side(side, counts.types) for side in ("reference", "predicted"))
        either = any_of(reference, predicted)
        correct = Term(RELATION_KIND.name, (RELATION_KINDS[CORRECT],))
        self._doors = {}

        def piece(text: str, explained: str, *terms: Filter) -> Piece:
            kept = Selection((Term("system", (RETENTION,)), *base.events.terms, *terms))
            self._doors[kept.text] = kept
            return Piece(text, kept.text, self._wording.said(explained))

        said = self._wording.said
        self.numbers.show_pieces(
            [
                piece(f"{rates.correct:,}", f"Relations of {RETENTION} that are correct.", reference, correct),
                Piece(" of "),
                piece(f"{rates.predicted:,}", f"Relations that {RETENTION} predicts.", predicted),
                Piece(said(" predicted are correct")),
            ]
        )
        self.rates.show_pieces(
            [
                Piece("precision "),
                piece(percent_text(rates.correct, rates.predicted), _precision(rates), predicted),
                Piece("   recall "),
                piece(percent_text(rates.correct, rates.reference), _recall(rates), reference),
                Piece("   F1 "),
                piece(percent_text(2 * rates.correct, rates.reference + rates.predicted), _f1(rates), either),
            ]
        )

    def _on_query_requested(self, query: str) -> None:
        self.opened.emit(self._doors[query])

    def _restyle(self) -> None:
        style = ValuesStyle(current_theme(), self.font())
        margin = round(style.margin)
        self._lines.setContentsMargins(margin, 0, margin, 0)
        self._lines.setSpacing(round(style.gap / 3))
        colours = self._words.palette()
        colours.setColor(self._words.foregroundRole(), style.theme.text2)
        self._words.setPalette(colours)
        for label in (self._words, self.numbers, self.rates):
            label.setFont(style.row_font)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's colours and font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_lines"):
            self._restyle()


def _precision(rates: Counts) -> str:
    return f"{rates.correct:,} of {rates.predicted:,} relations of {RETENTION} are correct."


def _recall(rates: Counts) -> str:
    return f"{rates.correct:,} of {rates.reference:,} reference relations are found by {RETENTION}."


def _f1(rates: Counts) -> str:
    return f"F1 of {RETENTION}: 2 · {rates.correct:,} / ({rates.reference:,} + {rates.predicted:,})."
