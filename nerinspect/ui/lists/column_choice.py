"""Which columns of the events list are shown, and how wide: from a few of its rows, or as the user dragged them."""

from collections.abc import Collection, Mapping
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QStyleOptionViewItem, QWidget

from nerinspect.corpus.arrays import sorted_distinct
from nerinspect.events.decision import Decisions
from nerinspect.events.study import Study
from nerinspect.ui.kit.fields import TickingMenu
from nerinspect.ui.kit.screen_text import plain_text, tooltip
from nerinspect.ui.lists.event_columns import EventColumn
from nerinspect.ui.lists.event_view import EventsView

_N_SAMPLED, _N_SEGMENTS = 30, 120
_PERCENTILE = 98
_EASY_CONTEXT, _LEAST_CONTEXT = 10, 6  # in sizes of the font
_LEAST_SEGMENT, _MOST_SEGMENT, _MOST_OTHER = 8, 30, 10


class ColumnWidths(QObject):
    """Give the columns of a view their widths.

    The contexts, or the relations, share in equal parts what the other columns leave; where that is too little to read
    them with ease, the segment gives way first, then they, then the table scrolls. A width that the user chose stays,
    also for a column that only a later study has. `changed`: the user chose a width.
    """

    changed = Signal()

    def __init__(self, view: EventsView) -> None:
        super().__init__(view)
        self._view = view
        self._needed: dict[int, int] = {}  # by place, of the columns that were shown
        self._chosen: dict[str, float] = {}  # by key, in sizes of the font
        self._is_sharing = False
        view.header.sectionResized.connect(self._on_resized)

    @property
    def chosen(self) -> dict[str, int]:
        """Widths that the user chose, by the key of the column, at a font of 13 pixels."""
        return {key: round(13 * width) for key, width in self._chosen.items()}

    def choose(self, widths: Mapping[str, int]) -> None:
        self._chosen = {key: width / 13 for key, width in widths.items()}
        self.share()

    def forget(self) -> None:
        self._chosen = {}

    def fit(self, *keys: str) -> None:
        """Measure again what the cells of some columns need, or of each if none is named."""
        columns = self._view.events.columns
        self._needed = {
            place: width for place, width in self._needed.items() if keys and columns[place].key not in keys
        }
        self.share()

    def share(self, dragged: int = -1) -> None:
        """Set all widths for the room there is; columns before one that is being dragged stay under the pointer."""
        widths = self._wanted(dragged)
        shown = [place for place in range(len(self._view.events.columns)) if not self._view.isColumnHidden(place)]
        contexts = [place for place in shown if place not in widths]
        easy, least = (round(size * self._font_size()) * len(contexts) for size in (_EASY_CONTEXT, _LEAST_CONTEXT))
        rest = self._view.viewport().width() - sum(widths.values())
        lacking = easy - rest
        segment = self._segment
        if lacking > 0 and segment in widths and "segment" not in self._chosen and dragged < segment:
            given = min(lacking, max(widths[segment] - round(_LEAST_SEGMENT * self._font_size()), 0))
            widths[segment] -= given
            rest += given
        rest = max(rest, least)
        for number, place in enumerate(contexts):
            widths[place] = rest * (number + 1) // len(contexts) - rest * number // len(contexts)
        self._is_sharing = True
        for place, width in widths.items():
            self._view.setColumnWidth(place, width)
        self._is_sharing = False

    def _wanted(self, dragged: int) -> dict[int, int]:
        """Give the widths of the shown columns by place, but for contexts that share what is left."""
        widths = {}
        for place, column in enumerate(self._view.events.columns):
            if self._view.isColumnHidden(place):
                continue
            if place <= dragged:
                widths[place] = self._view.columnWidth(place)
            elif column.key in self._chosen:
                widths[place] = round(self._chosen[column.key] * self._font_size())
            elif not column.form.shares_room:
                widths[place] = self._need(place)
        return widths

    def _need(self, place: int) -> int:
        """Give the width that most cells of a column need, judged by rows spread over the table.

        Neither the number of rows nor the length of their texts matters for the time this takes.
        """
        if place not in self._needed:
            size, n_sampled = self._font_size(), _N_SAMPLED
            least, most = self._view.header.title_width(place), _MOST_OTHER * size
            if place == self._segment:
                least, most, n_sampled = round(_LEAST_SEGMENT * size), _MOST_SEGMENT * size, _N_SEGMENTS
            usual = _usual_width(self._view, place, _spread_rows(self._view, n_sampled))
            self._needed[place] = round(max(least, min(usual, most)))
        return self._needed[place]

    @property
    def _segment(self) -> int:
        keys = [column.key for column in self._view.events.columns]
        return keys.index("segment") if "segment" in keys else -1

    def _font_size(self) -> float:
        return self._view.delegate.cell_style.unit * 13

    def _on_resized(self, place: int, before: int, width: int) -> None:
        if not self._is_sharing and before > 0 and width > 0:  # 0: it was hidden, or is
            self._chosen[self._view.events.columns[place].key] = width / self._font_size()
            self.share(dragged=place)
            self.changed.emit()


def _spread_rows(view: EventsView, n_rows: int) -> list[int]:
    model = view.events
    rows = sorted_distinct(np.linspace(0, max(model.rowCount() - 1, 0), n_rows).astype(int)).tolist()
    return [row for row in rows if model.rowCount() and model.event_at(row) is not None]


def _usual_width(view: EventsView, place: int, rows: list[int]) -> float:
    model, option = view.events, QStyleOptionViewItem()
    widths = [view.delegate.sizeHint(option, model.index(row, place)).width() for row in rows] or [0]
    if model.columns[place].key != "segment":
        return float(max(widths))
    ordered = np.sort(widths)  # `numpy.percentile` imports masked arrays first, which the first window waits for
    below, part = divmod((len(ordered) - 1) * _PERCENTILE / 100, 1)
    above = min(int(below) + 1, len(ordered) - 1)
    return float(ordered[int(below)] + part * (ordered[above] - ordered[int(below)]))


_ALWAYS_SHOWN, _GIVE_WAY = "segment", ("causes", "note", "place")
_OF_REVIEWS = frozenset(("verdict", "causes", "note"))
"""Columns that a review brings along: whether they were there before says nothing of what is opened next."""


class ColumnChoice(QObject):
    """Show and hide the columns of a view, by what a study needs and by what the user chose.

    `changed`: the user chose other columns or other widths.
    """

    changed = Signal()

    def __init__(self, view: EventsView) -> None:
        super().__init__(view)
        self._view = view
        self.widths = ColumnWidths(view)
        self._study: Study | None = None
        self._usual: dict[str, bool] = {}
        self._chosen: dict[str, bool] = {}
        self._is_narrow = False
        self.widths.changed.connect(self.changed)
        view.header.customContextMenuRequested.connect(self._on_menu_requested)

    @property
    def chosen(self) -> dict[str, bool]:
        return dict(self._chosen)

    def show_study(self, study: Study) -> None:
        """Show the columns that a study needs, as far as the user did not choose."""
        self._study = study
        self._hide_others()
        self.widths.fit()

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
            self.widths.fit(*_OF_REVIEWS)

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
        menu.addAction("Fit columns", self._fit)
        menu.addAction("Reset columns", self.reset)
        menu.triggered.connect(self._on_triggered)
        return menu

    def _sort_menu(self, parent: QMenu) -> QMenu:
        menu, header = QMenu("Sort by", parent), self._view.header
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
            self.widths.share()

    def _hide_others(self) -> None:
        for place, column in enumerate(self._view.events.columns):
            gives_way = self._is_narrow and column.key in _GIVE_WAY
            self._view.setColumnHidden(place, gives_way or not self._is_chosen(column))

    def _fit(self) -> None:
        self.widths.forget()
        self.widths.fit()
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


class KeptColumns:
    """Which columns of a list the user chose and how wide, also before there is the list."""

    def __init__(self) -> None:
        self._columns: ColumnChoice | None = None
        self._before: tuple[dict[str, bool], dict[str, int]] = {}, {}

    @property
    def are_shown(self) -> dict[str, bool]:
        return self._before[0] if self._columns is None else self._columns.chosen

    @property
    def widths(self) -> dict[str, int]:
        return self._before[1] if self._columns is None else self._columns.widths.chosen

    def choose(self, are_shown: Mapping[str, bool], widths: Mapping[str, int]) -> None:
        """Take what was chosen before, now or once there is the list."""
        self._before = {**are_shown}, {**widths}
        if self._columns is not None:
            self._columns.reset()
            for key, is_shown in are_shown.items():
                self._columns.choose(key, is_shown)
            self._columns.widths.choose(widths)

    def join(self, columns: ColumnChoice) -> None:
        self._columns = columns
        self.choose(*self._before)
