"""The subsets of tough mentions as a filter: how many mentions each has, and how many of them are found."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from nerinspect.analysis.tough import SUBSETS
from nerinspect.glossary.wording import Wording
from nerinspect.query.mention_base import WHOLE
from nerinspect.query.selection import Selection
from nerinspect.query.tough_counts import ToughCounts
from nerinspect.ui.models.tough_model import ToughModel
from nerinspect.ui.models.tough_rows import ALL, ToughColumn, ToughRow, kept_by, subset_name
from nerinspect.ui.painting.values_row import ValuesStyle
from nerinspect.ui.panels.filter_panel import FilterPanel
from nerinspect.ui.panels.tough_view import ToughView
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.number_menu import number_menu


class ToughPanel(FilterPanel):
    """Show the subsets of tough mentions with share and recall, and let the user pick what a cell counts.

    Signals
    -------
    rows_picked(object, object)
        A list of `ToughRow` and the `ToughColumn` of the clicked cells: just what they count is to be kept, or to be
        freed if it is already.
    row_added(object, object)
        A `ToughRow` is to be added to the picked ones or taken away, and the column likewise.
    """

    rows_picked = Signal(object, object)
    row_added = Signal(object, object)
    view: ToughView

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model = ToughModel()
        view = ToughView(self._model, ValuesStyle(current_theme(), QApplication.font()))
        super().__init__("Tough mentions", "tough", view, view, parent)
        self.setObjectName("tough_panel")
        view.chosen.connect(self._on_chosen)
        view.ranged.connect(self._on_ranged)
        view.unfolding_asked.connect(self._on_unfolding_asked)
        self._restyle()

    def speak(self, wording: Wording) -> None:
        """Show recall and what is missed, or what annotators agree on, from the next counts on."""
        super().speak(wording)
        self._model.wording = wording

    def show_counts(
        self,
        types: Sequence[str],
        counts: ToughCounts,
        picked: Collection[object] = (),
        other: ToughCounts | None = None,
        names: tuple[str, str] | None = None,
    ) -> None:
        """Show the counts.

        Parameters
        ----------
        types : sequence of str
            Names of the types of the study.
        counts : ToughCounts
            Mentions by subset under the other filters, and those that the prediction on show has.
        picked : collection of object
            Subsets that the filter names.
        other : ToughCounts or None
            Those of B, in a comparison.
        names : tuple of str or None
            What A and B are called in queries, in a comparison.
        """
        self._model.set_counts(types, counts, picked, other, names)
        is_whole = counts.base == WHOLE
        caption = counts.caption
        if counts.of_b_by_type is not None:
            caption += f" of A, {int(counts.of_b_by_type[:, SUBSETS.index(ALL)].sum()):,} of B"
        self.set_summary("recall of A and B" if other is not None and is_whole else caption)
        self.view.fit()
        self._keep_a_current_cell()

    def _keep_a_current_cell(self) -> None:
        if not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._model.index(0, 0))

    def _restyle(self) -> None:
        self.view.restyle(ValuesStyle(current_theme(), self.font()))

    def _on_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        others, row = Selection.from_filter(self._other_filters()), self._model.row(index.row())
        query = kept_by(others, [row], ToughColumn(index.column()), self._model.names).text
        menu = number_menu(self.view, index.data(), query, index.data(Qt.ItemDataRole.WhatsThisRole))
        menu.addSeparator()
        if self._model.has_types:
            is_unfolded = row.subset == self._model.unfolded
            words = "Fold Types" if is_unfolded else f"List “{subset_name(row.subset)}” by Type"
            menu.addAction(words, lambda: self._unfold(index.row(), not is_unfolded))
        menu.addAction("Copy Table", self.view.copy)
        menu.popup(place)

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        row, column = self._model.row(index.row()), ToughColumn(index.column())
        if is_added:
            self.row_added.emit(row, column)
        else:
            self.rows_picked.emit([row], column)

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        low, high = sorted((first.row(), last.row()))
        rows = [self._model.row(place) for place in range(low, high + 1)]
        self.rows_picked.emit(_of_one_sort(rows), ToughColumn(last.column()))

    def _on_unfolding_asked(self, index: QModelIndex) -> None:
        self._unfold(index.row(), self._model.row(index.row()).subset != self._model.unfolded)

    def _unfold(self, place: int, is_unfolded: bool) -> None:
        subset, column = self._model.row(place).subset, max(self.view.currentIndex().column(), 0)
        self._model.set_unfolded(subset if is_unfolded else "")
        rows = range(self._model.rowCount())
        self.view.setCurrentIndex(
            self._model.index(next(i for i in rows if self._model.row(i).subset == subset), column)
        )
        self.updateGeometry()


def _of_one_sort(rows: Sequence[ToughRow]) -> list[ToughRow]:
    """Leave out the types among subsets; types alone stay."""
    subsets = [row for row in rows if not row.type_name]
    return subsets or list(rows)
