"""What A and B make of each reference mention, as a filter."""

from typing import Final

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.query.beside_counts import BesideCounts
from nerinspect.query.fields.outcomes import GOT_BY
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.outcome_counts import outcome_terms
from nerinspect.query.writer import query_text
from nerinspect.ui.models.outcome_model import ALL, OutcomeModel
from nerinspect.ui.painting.fonts import CAPTION, scaled_font
from nerinspect.ui.painting.values_row import ValuesStyle
from nerinspect.ui.panels.filter_panel import FilterPanel
from nerinspect.ui.panels.outcome_view import OutcomeView
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.door_label import DoorLabel, Piece
from nerinspect.ui.widgets.elided_label import ElidedLabel

_GOT_BY: Final = ("nobody gets", "only one gets")


class OutcomePanel(FilterPanel):
    """Show how many reference mentions both, one or none have exactly, and let the user pick some.

    Attributes
    ----------
    got_by : DoorLabel
        With three and more systems, the mentions that none and that just one of them has.

    Signals
    -------
    cell_picked : str, bool
        A cell as `outcome_counts` names them, or `ALL`; true if it is to be added to what is picked.
    got_by_picked : int
        The mentions that so many systems have are to be kept, or to be freed if they are already.
    """

    cell_picked = Signal(str, bool)
    got_by_picked = Signal(int)
    view: OutcomeView

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model, self._body = OutcomeModel(), QWidget()
        view = OutcomeView(self._model, ValuesStyle(current_theme(), QApplication.font()))
        super().__init__("Outcome", "outcome_table", view, self._body, parent)
        self.setObjectName("outcome_panel")
        self.set_summary("reference mentions")
        self._names = ("A", "B")
        self._who = ElidedLabel(parent=self._body)
        self.got_by = DoorLabel(self._body, words="text2")
        self.got_by.setWordWrap(True)
        self._rows = QVBoxLayout(self._body)
        for part in (self._who, view, self.got_by):
            self._rows.addWidget(part)
        view.chosen.connect(self._on_chosen)
        view.ranged.connect(lambda _first, last: self._on_chosen(last, True))
        self.got_by.query_requested.connect(self._on_door_opened)
        self._restyle()

    def show_counts(self, counts: BesideCounts, picked: frozenset[str], n_got_by: frozenset[int] = frozenset()) -> None:
        """Show the counts.

        Parameters
        ----------
        counts : BesideCounts
            Mentions by outcome under the other filters.
        picked : frozenset of str
            The outcomes that the filter keeps, as `picked_outcomes` gives them.
        n_got_by : frozenset of int
            The numbers of systems that the filter names.
        """
        self._names = counts.names
        self.set_summary(counted(counts.outcomes.n_reference, "reference mention"))
        self._model.set_counts(counts.outcomes, picked, counts.names)
        self._who.show_text("A {}   B {}".format(*counts.shown_names))
        self.got_by.setVisible(bool(counts.n_got_by))
        self.got_by.show_pieces(self._got_by_pieces(counts, n_got_by))
        self.view.fit()
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._model.index(0, 1))

    def _got_by_pieces(self, counts: BesideCounts, picked: frozenset[int]) -> list[Piece]:
        pieces: list[Piece] = []
        for n_systems, n_mentions in enumerate(counts.n_got_by):
            query = query_text(all_of(self._other_filters(), Term(GOT_BY.name, (float(n_systems),))))
            explained = f"{counted(n_mentions, 'reference mention')} under the other filters.\n{meaning('got_by')}"
            text = f"{_GOT_BY[n_systems]} {n_mentions:,}"
            pieces += [Piece(" · ")] if pieces else []
            pieces.append(Piece(text, query, explained, is_bold=n_systems in picked))
        return pieces

    def _term(self, index: QModelIndex) -> Filter:
        cell = self._model.cell(index)
        return all_of(*(() if cell == ALL else outcome_terms(cell, *self._names)))

    def _restyle(self) -> None:
        style = ValuesStyle(current_theme(), self.font())
        self.view.restyle(style)
        margin, gap = round(style.margin), round(style.gap / 2)
        self._who.setFont(scaled_font(self.font(), CAPTION))
        self.got_by.setFont(style.row_font)
        for label in (self._who, self.got_by):
            label.setContentsMargins(margin, 0, margin, 0)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(gap)

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        self.cell_picked.emit(self._model.cell(index), is_added)

    def _on_door_opened(self, query: str) -> None:
        doors = [piece.query for piece in self.got_by.pieces if piece.query]
        self.got_by_picked.emit(doors.index(query))
