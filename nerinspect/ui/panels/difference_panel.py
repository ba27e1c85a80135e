"""How far apart A and B are in F1 or recall, for all mentions and by type, and what tests say; a filter by type."""

from collections.abc import Collection
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from nerinspect.glossary import meaning
from nerinspect.query.filters import Everything, Filter, Term
from nerinspect.ui.models.compared_cells import CellRole
from nerinspect.ui.models.difference_model import DifferenceModel, difference_meaning
from nerinspect.ui.painting.fonts import CAPTION, scaled_font
from nerinspect.ui.painting.values_row import ValuesStyle
from nerinspect.ui.panels.bucket_choices import Choice, ChoiceButton
from nerinspect.ui.panels.difference_tester import Answer, Draws
from nerinspect.ui.panels.difference_view import DifferenceView
from nerinspect.ui.panels.filter_panel import FilterPanel
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.door_label import DoorLabel, Piece

WAITING: Final = "Sentences are being drawn …"
DRAWS: Final = (Draws(), Draws(2_000), Draws(10_000), Draws(1_000, 1), Draws(1_000, 2))
_MEANING: Final = meaning("bootstrap")


def _choice(draws: Draws) -> Choice:
    if draws == DRAWS[0]:
        return Choice("95 %, paired bootstrap", "95 %", f"{draws.n_samples:,} samples, seed {draws.seed}. {_MEANING}")
    seed = f", seed {draws.seed}" if draws.seed else ""
    name = f"95 %, {draws.n_samples:,} samples{seed}"
    return Choice(name, "95 %", f"{draws.n_samples:,} samples, seed {draws.seed}. {_MEANING}")


class DifferencePanel(FilterPanel):
    """Show the difference of F1 with its interval, and let the user pick types.

    Attributes
    ----------
    draws : Draws
        How often sentences are drawn, and the seed.
    words : DoorLabel
        What tests say; or that they are at work.

    Signals
    -------
    type_picked : object, bool
        A type, None for all; true if it is to be added to what is picked.
    types_ranged : object
        A list of types that are to be the only ones picked.
    draws_chosen
        Other draws are wanted.
    door_opened : str
        A number of the tests was clicked: the events of A.
    door_of_b_opened : str
        The same, but the events of B.
    """

    type_picked = Signal(object, bool)
    types_ranged = Signal(object)
    draws_chosen = Signal()
    door_opened = Signal(str)
    door_of_b_opened = Signal(str)
    view: DifferenceView

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model, self._body = DifferenceModel(), QWidget()
        view = DifferenceView(self._model, ValuesStyle(current_theme(), QApplication.font()))
        super().__init__("F1 difference", "f1_difference", view, self._body, parent)
        self.setObjectName("difference_panel")
        self.draws = DRAWS[0]
        self._query_of_b = ""
        self._choice = ChoiceButton("Interval", self)
        self._choice.set_choices([_choice(draws) for draws in DRAWS], 0)
        self.section.add_tool(self._choice)
        self.words = DoorLabel(self._body, words="text2", doors="text")
        self.words.setWordWrap(True)
        self._rows = QVBoxLayout(self._body)
        self._rows.addWidget(view)
        self._rows.addWidget(self.words)
        self._choice.chosen.connect(self._on_draws_chosen)
        view.chosen.connect(self._on_chosen)
        view.ranged.connect(self._on_ranged)
        self.words.query_requested.connect(self._on_door_opened)
        self._restyle()

    def show_waiting(self) -> None:
        """Dim what is shown until newer numbers come."""
        self._model.set_stale()
        if not self._model.rowCount():
            self.words.show_pieces([Piece(WAITING)])

    def show_failure(self, text: str) -> None:
        """Say why there are no newer numbers."""
        self.words.show_pieces([Piece(text)])

    def show_answer(self, answer: Answer, names: tuple[str, str]) -> None:
        """Show what was found.

        Parameters
        ----------
        answer : Answer
            All counted mentions, then each type.
        names : tuple of str
            What A and B are called in queries.
        """
        from nerinspect.ui.panels.difference_words import query_of_one, tested_pieces  # not before systems are compared

        question, overall = answer.question, answer.rows[0]
        types = question.base.types_of(question.study)
        caption, measure = question.base.caption(overall.n_reference, types), question.base.measure
        self._model.set_rows(answer.rows, names, caption, measure)
        self.section.set_title(f"{measure} difference")
        self.section.set_meaning(difference_meaning(measure))
        self.words.show_pieces(tested_pieces(overall, question))
        self._query_of_b = query_of_one(question, "only-b")
        self.view.fit()
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._model.index(0, 0))

    def show_picked(self, types: Collection[object]) -> None:
        """Mark the types that the filter names."""
        self._model.set_picked(types)

    def _term(self, index: QModelIndex) -> Filter:
        name = index.data(CellRole.VALUE).type_name
        return Everything() if name is None else Term("type", (name,))

    def _on_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        self._show_menu(index.data(), self._term(index), index.data(Qt.ItemDataRole.WhatsThisRole), place)

    def _restyle(self) -> None:
        style = ValuesStyle(current_theme(), self.font())
        self.view.restyle(style)
        self.words.setFont(scaled_font(self.font(), CAPTION))
        self.words.setContentsMargins(round(style.margin), 0, round(style.margin), 0)
        self._choice.restyle(style.head_font, style.theme.text2)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(round(style.gap / 2))
        self._give_room()

    def _give_room(self) -> None:
        self._choice.set_room(self.width() - self.section.title_width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write the choice shortly where there is little room."""
        super().resizeEvent(event)
        self._give_room()

    def minimumSizeHint(self) -> QSize:
        """Be as narrow as is wanted."""
        return QSize(0, super().minimumSizeHint().height())

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        self.type_picked.emit(index.data(CellRole.VALUE).type_name, is_added)

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        low, high = sorted((first.row(), last.row()))
        names = [self._model.row(place).type_name for place in range(low, high + 1)]
        self.types_ranged.emit([name for name in names if name is not None])

    def _on_door_opened(self, query: str) -> None:
        (self.door_of_b_opened if query == self._query_of_b else self.door_opened).emit(query)

    def _on_draws_chosen(self, place: int) -> None:
        self.draws = DRAWS[place]
        self._choice.set_choices([_choice(draws) for draws in DRAWS], place)
        self.draws_chosen.emit()
