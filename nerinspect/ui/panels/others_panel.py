"""One system against all others, as a filter."""

import math

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QApplication, QWidget

from nerinspect.query.filters import Filter, all_of
from nerinspect.query.others_counts import OthersCell, OthersCounts, cell_terms
from nerinspect.ui.delegates.compared_delegate import ComparedDelegate
from nerinspect.ui.models.others_model import OthersModel
from nerinspect.ui.painting.values_row import ValuesStyle, number_width
from nerinspect.ui.panels.counts_table import CountsTable
from nerinspect.ui.panels.filter_panel import FilterPanel
from nerinspect.ui.theme import current_theme


class OthersPanel(FilterPanel):
    """Show in how many events of A it alone is right, or all others are, and so on, and let the user pick some.

    Signals
    -------
    cell_picked : object, bool
        An `OthersCell`; true if it is to be added to what is picked.
    """

    cell_picked = Signal(object, bool)
    view: CountsTable

    def __init__(self, parent: QWidget | None = None) -> None:
        self._model = OthersModel()
        view = _OthersView(self._model, ValuesStyle(current_theme(), QApplication.font()))
        super().__init__("Against all others", "against_all", view, view, parent)
        self.setObjectName("others_panel")
        self._counts: OthersCounts | None = None
        view.chosen.connect(lambda index, is_added: self.cell_picked.emit(self._model.cell(index), is_added))
        view.ranged.connect(lambda _first, last: self.cell_picked.emit(self._model.cell(last), True))
        view.setCurrentIndex(self._model.index(0, 1))
        self._restyle()

    def show_counts(self, counts: OthersCounts, picked: frozenset[OthersCell]) -> None:
        """Show the counts, and which cells the filter picks."""
        self._counts = counts
        self._model.set_counts(counts, picked)
        self.set_summary("events of A")
        self.view.fit()

    def _term(self, index: QModelIndex) -> Filter:
        assert self._counts is not None, "one of its numbers was clicked"
        return all_of(*cell_terms(self._model.cell(index), self._counts.name, self._counts.others))

    def _restyle(self) -> None:
        self.view.restyle(ValuesStyle(current_theme(), self.font()))


class _OthersView(CountsTable):
    """A name and two counts in each row."""

    def __init__(self, model: OthersModel, style: ValuesStyle, parent: QWidget | None = None) -> None:
        super().__init__(model, "A against all others", style, parent)
        self._others = model
        self.setAccessibleDescription("Enter picks the cell, Ctrl adds it.")
        self.setItemDelegate(ComparedDelegate(self))
        self.setModel(model)
        self.restyle(style)

    def _share_width(self, width: int) -> None:
        """Give the counts what they and their heads need, and the names the rest."""
        style, model = self.row_style, self._others
        widths = []
        for column in (1, 2):
            texts = [model.text(model.index(row, column)) for row in range(model.rowCount())]
            widths.append(math.ceil(number_width(style, model.titles[column], texts) + 2 * style.gap))
        widths[1] += round(style.margin - style.gap)
        for column, own in enumerate((max(width - sum(widths), 1), *widths)):
            self.setColumnWidth(column, own)
