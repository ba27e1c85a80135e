"""Which columns of the events table are shown."""

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.analysis.decisions import Decisions
from nerinspect.analysis.study import Study
from nerinspect.ui.models.event_columns import EventColumn
from nerinspect.ui.panels.column_widths import ColumnWidths
from nerinspect.ui.panels.events_view import EventsView
from nerinspect.ui.plain_text import plain_text
from nerinspect.ui.tooltips import tooltip
from nerinspect.ui.widgets.ticking_menu import TickingMenu

_ALWAYS_SHOWN, _GIVE_WAY = "segment", ("causes", "note", "place")
_OF_REVIEWS = frozenset(("verdict", "causes", "note"))
"""Columns that a review brings along: whether they were there before says nothing of what is opened next."""


class ColumnChoice(QObject):
    """Show and hide the columns of a view, by what a study needs and by what the user chose.

    Parameters
    ----------
    view : EventsView
        The table.

    Signals
    -------
    changed()
        The user chose other columns or other widths.
    """

    changed = Signal()

    def __init__(self, view: EventsView) -> None:
        super().__init__(view)
        self._view = view
        self._widths = ColumnWidths(view)
        self._study: Study | None = None
        self._usual: dict[str, bool] = {}
        self._chosen: dict[str, bool] = {}
        self._is_narrow = False
        self._widths.changed.connect(self.changed)
        view.header.customContextMenuRequested.connect(self._on_menu_requested)

    @property
    def widths(self) -> ColumnWidths:
        """How wide they are."""
        return self._widths

    @property
    def chosen(self) -> dict[str, bool]:
        """Whether columns are shown, by their keys, where the user chose."""
        return dict(self._chosen)

    def show_study(self, study: Study) -> None:
        """Show the columns that a study needs, as far as the user did not choose."""
        self._study = study
        self._hide_others()
        self._widths.fit()

    def follow(self, study: Study) -> None:
        """Take a study with the same columns for the one before."""
        self._study = study

    def shown(self) -> list[str]:
        """Name the shown columns by their keys, from left to right; last those that wait for a study that has them."""
        shown = [column.key for column in self._view.events.columns if self._is_chosen(column)]
        there = {column.key for column in self._view.events.columns}
        return shown + [key for key, is_chosen in self._chosen.items() if is_chosen and key not in there]

    def choose_all(self, keys: Collection[str]) -> None:
        """Show just some columns, for the studies shown later too, and those that a review brings along."""
        known = dict.fromkeys([*(column.key for column in self._view.events.columns), *keys])
        self._chosen = {key: key in keys for key in known if key not in _OF_REVIEWS}
        self._apply()

    def choose(self, key: str, is_shown: bool) -> None:
        """Show or hide a column, for the studies shown later too."""
        self._chosen[key] = is_shown
        self._apply()

    def set_usual(self, key: str, is_shown: bool) -> None:
        """Show or hide a column, whatever the study, until the user chooses."""
        if self._usual.get(key) != is_shown:
            self._usual[key] = is_shown
            self._apply()

    def follow_review(self, is_open: bool, decisions: Decisions) -> None:
        """Show verdicts while a review is open, causes and notes as soon as some are given."""
        before = dict(self._usual)
        self.set_usual("verdict", is_open)
        self.set_usual("causes", is_open and bool(decisions.causes))
        self.set_usual("note", is_open and decisions.have_notes)
        if self._usual != before and self._study is not None:
            self._widths.fit()

    def set_narrow(self, is_narrow: bool) -> None:
        """Leave out the columns that are missed least, or bring them back."""
        self._is_narrow = is_narrow
        self._apply()

    def menu(self, parent: QWidget | None = None) -> QMenu:
        """Make a menu that sorts by columns, shows, hides and fits them; it stays open for the next tick."""
        menu = TickingMenu("Columns", parent or self._view)
        menu.addMenu(self._sort_menu(menu))
        menu.addSeparator()
        heading = ""
        for place, column in enumerate(self._view.events.columns):
            if column.heading != heading:
                heading = column.heading
                menu.addSection(heading)
            action = menu.addAction(plain_text(column.name))
            action.setCheckable(True)
            action.setChecked(not self._view.isColumnHidden(place))
            action.setEnabled(column.key != _ALWAYS_SHOWN and not (self._is_narrow and column.key in _GIVE_WAY))
            action.setToolTip(tooltip(column.meaning()))
            action.setData(column.key)
        menu.setToolTipsVisible(True)
        menu.addSeparator()
        menu.addAction("Fit Columns", self._fit)
        menu.addAction("Reset Columns", self.reset)
        menu.triggered.connect(self._on_triggered)
        return menu

    def _sort_menu(self, parent: QMenu) -> QMenu:
        """Offer with the keyboard what a click on a head does."""
        menu, header = QMenu("Sort By", parent), self._view.header
        for place, column in enumerate(self._view.events.columns):
            if not self._view.isColumnHidden(place):
                action = menu.addAction(plain_text(column.title), partial(self._sort, place))
                action.setCheckable(True)
                action.setChecked(header.sortIndicatorSection() == place)
        return menu

    def _sort(self, place: int) -> None:
        """Sort by a column; by the one it is sorted by, the other way round."""
        header, order = self._view.header, Qt.SortOrder.AscendingOrder
        if header.sortIndicatorSection() == place and header.sortIndicatorOrder() == order:
            order = Qt.SortOrder.DescendingOrder
        header.setSortIndicator(place, order)

    def _is_chosen(self, column: EventColumn) -> bool:
        if column.key == _ALWAYS_SHOWN:
            return True
        is_usual = self._usual.get(column.key, self._study is None or column.is_shown(self._study))
        return self._chosen.get(column.key, is_usual)

    def _apply(self) -> None:
        self._hide_others()
        if self._study is not None:
            self._widths.share()

    def _hide_others(self) -> None:
        for place, column in enumerate(self._view.events.columns):
            gives_way = self._is_narrow and column.key in _GIVE_WAY
            self._view.setColumnHidden(place, gives_way or not self._is_chosen(column))

    def _fit(self) -> None:
        self._widths.forget()
        self._widths.fit()
        self.changed.emit()

    def reset(self) -> None:
        """Show the columns a study usually needs, at their usual widths."""
        self._chosen = {}
        self._apply()
        self._fit()

    def _on_triggered(self, action: QAction) -> None:
        if action.data() is not None:
            self.choose(action.data(), action.isChecked())
            self.changed.emit()

    def _on_menu_requested(self, position: QPoint) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._view.header.mapToGlobal(position))
