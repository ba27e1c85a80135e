"""What training explains of the outcome, as a filter: seen and unseen mentions, memory, repeated sentences."""

from collections.abc import Collection

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QGridLayout, QVBoxLayout, QWidget

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.percent import UNDEFINED, percent_text
from nerinspect.analysis.scores import Counts
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import Wording
from nerinspect.query.filters import Filter, Term, all_of, negated
from nerinspect.query.memory_counts import REPEATED, MemoryCounts
from nerinspect.query.writer import query_text
from nerinspect.ui.models.novelty_model import NoveltyModel
from nerinspect.ui.painting.matrix_cell import MatrixStyle
from nerinspect.ui.panels.filter_panel import FilterPanel
from nerinspect.ui.panels.novelty_view import NoveltyView
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.door_label import DoorLabel, Piece
from nerinspect.ui.widgets.elided_label import ElidedLabel

_MARGIN, _GAP, _COLUMN_GAP = 12, 5, 8  # at a font of 13 pixels
_ANY = Term("kind", KINDS)


class TrainingPanel(FilterPanel):
    """Show what training knows of the mentions of events, and what memory alone would get right.

    Signals
    -------
    novelty_picked(object, object, bool)
        Lists of novelties and of kinds that are to be picked, either may be empty; true if they are to be added.
    query_requested(str)
        A number was clicked: exactly these events are to be kept.
    """

    novelty_picked = Signal(object, object, bool)
    query_requested = Signal(str)
    view: NoveltyView

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model = NoveltyModel()
        self._body = QWidget()
        style = MatrixStyle(current_theme(), QApplication.font())
        super().__init__("Training", "novelty_matrix", NoveltyView(self._model, style), self._body, parent)
        self.setObjectName("training_panel")
        middle, end = Qt.TextElideMode.ElideMiddle, Qt.TextElideMode.ElideRight
        self._words = [ElidedLabel(middle), ElidedLabel(middle), ElidedLabel(end), ElidedLabel(end)]
        self._numbers = [DoorLabel(words="text2") for _words in self._words]
        self._rows, self._lines = QVBoxLayout(self._body), QGridLayout()
        self._build_body()
        self.view.chosen.connect(self._on_chosen)
        self.view.ranged.connect(self._on_ranged)
        self.view.setCurrentIndex(self._model.index(1, 1))
        self._restyle()

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        super().speak(wording)
        self._model.wording = wording

    def show_novelty(self, counts: AnyIntArray, subsets: Collection[object], kinds: Collection[object]) -> None:
        """Show the events by what training knows of their mentions.

        Parameters
        ----------
        counts : ndarray of int, shape (3, 6)
            Events by novelty and kind under the other filters.
        subsets, kinds : collection of object
            What the filter names of each.
        """
        self._model.set_counts(counts, subsets, kinds)
        self.view.fit()

    def show_share(self, n_seen: int, n_mentions: int) -> None:
        """Say in the head how many reference mentions training has with their type."""
        share = percent_text(n_seen, n_mentions)
        self.set_summary(
            "no mentions"
            if share == UNDEFINED
            else f"{share} % {'of A ' if self._model.wording.is_neutral else ''}seen"
        )

    def show_memory(self, counts: MemoryCounts) -> None:
        """Show what memory explains."""
        n_repeated = f"{counts.n_repeated:,} of {counts.n_sentences:,}"
        repeated = Piece(n_repeated, query_text(REPEATED), meaning("repeated_sentences"))
        whole = _f1_piece(counts.with_repeated, counts.kept, "F1 over all sentences")
        fresh = _f1_piece(counts.without_repeated, all_of(counts.kept, negated(REPEATED)), meaning("without_repeated"))
        for place, (words, number) in enumerate(_memory_lines(counts, self._model.wording)):
            self._show_line(place, words, [number])
        self._show_line(2, "Test sentences in training too", [repeated])
        self._show_line(3, "F1 with and without them", [whole, Piece("  "), fresh])

    def _show_line(self, place: int, words: str, pieces: list[Piece]) -> None:
        for part in (self._words[place], self._numbers[place]):
            part.setVisible(bool(words))
        self._words[place].show_text(words)
        self._numbers[place].show_pieces(pieces)

    def _build_body(self) -> None:
        self._rows.addWidget(self.view)
        self._rows.addLayout(self._lines)
        self._lines.setColumnStretch(0, 1)
        for place, (words, numbers) in enumerate(zip(self._words, self._numbers, strict=True)):
            self._lines.addWidget(words, place, 0)
            self._lines.addWidget(numbers, place, 1)
            numbers.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            numbers.query_requested.connect(self.query_requested)

    def _term(self, index: QModelIndex) -> Filter:
        novelty, kind = self._model.novelty_at(index.row()), self._model.kind_at(index.column())
        terms = (("tough", novelty), ("kind", kind))
        return all_of(*(Term(field, (value,)) for field, value in terms if value))

    def _restyle(self) -> None:
        style = MatrixStyle(current_theme(), self.font())
        self.view.restyle(style)
        margin, gap = round(_MARGIN * style.unit), round(_GAP * style.unit)
        self._rows.setContentsMargins(margin, 0, margin, 0)
        self._rows.setSpacing(gap)
        self._lines.setVerticalSpacing(round(gap / 2))
        self._lines.setHorizontalSpacing(round(_COLUMN_GAP * style.unit))
        for part in (*self._words, *self._numbers):
            part.setFont(style.count_font)
        for words in self._words:
            colours = words.palette()
            colours.setColor(QPalette.ColorRole.WindowText, style.theme.text2)
            words.setPalette(colours)

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        novelty, kind = self._model.novelty_at(index.row()), self._model.kind_at(index.column())
        self.novelty_picked.emit([novelty] if novelty else [], [kind] if kind else [], is_added)

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        rows, columns = (sorted(pair) for pair in ((first.row(), last.row()), (first.column(), last.column())))
        novelties = [name for row in range(rows[0], rows[1] + 1) if (name := self._model.novelty_at(row))]
        kinds = [name for column in range(columns[0], columns[1] + 1) if (name := self._model.kind_at(column))]
        self.novelty_picked.emit(novelties, kinds, False)

    def _on_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        text, explanation = index.data(Qt.ItemDataRole.DisplayRole), index.data(Qt.ItemDataRole.WhatsThisRole)
        self._show_menu(text, self._term(index), explanation, place)


def _memory_lines(counts: MemoryCounts, wording: Wording) -> list[tuple[str, Piece]]:
    """Say what each gets right alone; nothing where the system on show is memory itself."""
    if counts.only_memory is None or counts.only_system is None:
        return [("", Piece("")), ("", Piece(""))]
    memory = Piece(f"{counts.only_memory:,}", query_text(counts.memory_alone), wording.meaning("memory_alone"))
    system = Piece(f"{counts.only_system:,}", query_text(counts.system_alone), wording.meaning("system_alone"))
    if wording.is_neutral:
        return [(f"A and memory, not {counts.system}", memory), (f"A and {counts.system}, not memory", system)]
    return [(f"Memory right, {counts.system} wrong", memory), (f"{counts.system} right, memory wrong", system)]


def _f1_piece(counts: Counts, kept: Filter, explanation: str) -> Piece:
    text = percent_text(2 * counts.correct, counts.reference + counts.predicted)
    if text == UNDEFINED:
        return Piece(text, query_text(all_of(kept, _ANY)), "Undefined: no mention is left on either side.")
    return Piece(text, query_text(all_of(kept, _ANY)), explanation)
