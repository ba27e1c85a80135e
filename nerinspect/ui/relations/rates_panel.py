"""A table of rates in a section: what a click asks for is told, and the query of each number can be copied."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.selection import Selection
from nerinspect.ui.painting.values_row import ValuesStyle
from nerinspect.ui.panels.filter_panel import FilterPanel
from nerinspect.ui.relations.rates_model import RatesModel
from nerinspect.ui.relations.rates_rows import RatesRow
from nerinspect.ui.relations.rates_view import RatesView
from nerinspect.ui.theme import current_theme
from nerinspect.ui.widgets.number_menu import number_menu

Titles: TypeAlias = Callable[[Wording], tuple[tuple[str, ...], tuple[str, ...]]]
Door: TypeAlias = Callable[[Sequence[str], int], Selection]


class RatesPanel(FilterPanel):
    """Show rates of relations by some key and let the user pick what a cell counts.

    Parameters
    ----------
    title : str
        What stands in the head.
    key : str
        Under which the glossary says what is counted.
    titles : callable
        Names the columns, in full and shortly.
    least : int
        The column that says least, for `RatesView`.
    parent : QWidget, optional
        Where the panel stands.

    Signals
    -------
    cells_picked(object, int, bool)
        A list of keys, empty for all, and the column of the clicked cells; true if they are to be added to what is
        picked.
    """

    cells_picked = Signal(object, int, bool)
    view: RatesView

    def __init__(self, title: str, key: str, titles: Titles, least: int, parent: QWidget | None = None) -> None:
        self._model = RatesModel(titles(JUDGED)[0])
        self._titles, self._wording = titles, JUDGED
        self._door: Door = lambda _keys, _column: Selection()
        self._body = QWidget()
        view = RatesView(self._model, title, ValuesStyle(current_theme(), QApplication.font()), least)
        super().__init__(title, key, view, self._body, parent)
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(view)
        view.chosen.connect(self._on_chosen)
        view.ranged.connect(self._on_ranged)
        view.set_titles(*titles(JUDGED))
        self._restyle()

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        super().speak(wording)
        self._wording = wording
        self.view.set_titles(*self._titles(wording))

    def show_rows(self, rows: Sequence[RatesRow], door: Door) -> None:
        """Show the rows.

        Parameters
        ----------
        rows : sequence of RatesRow
            The row of all first.
        door : callable
            Gives the selection that some keys in a column stand for.
        """
        self._door = door
        self._model.set_rows(rows)
        self.view.fit()
        if rows and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._model.index(0, 0))

    def _restyle(self) -> None:
        self.view.restyle(ValuesStyle(current_theme(), self.font()))

    def _on_chosen(self, index: QModelIndex, is_added: bool) -> None:
        self.cells_picked.emit(self._model.keys_between(index.row(), index.row()), index.column(), is_added)

    def _on_ranged(self, first: QModelIndex, last: QModelIndex) -> None:
        self.cells_picked.emit(self._model.keys_between(first.row(), last.row()), last.column(), False)

    def _on_menu_requested(self, index: QModelIndex, place: QPoint) -> None:
        door = self._door(self._model.keys_between(index.row(), index.row()), index.column())
        menu = number_menu(self.view, index.data(), door.text, index.data(Qt.ItemDataRole.WhatsThisRole))
        menu.addSeparator()
        menu.addAction("Copy Table", self.view.copy)
        menu.popup(place)
