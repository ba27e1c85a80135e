"""The list of events with its head, columns and order; where it is empty, why, and what would bring rows back."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.io.request import LoadRequest
from nerinspect.quantities import counted, grouped, word_for
from nerinspect.query.counts.panels import relaxations
from nerinspect.query.filters import Filter
from nerinspect.query.language.parser import query_text
from nerinspect.query.language.words import term_label
from nerinspect.query.same_surface import alike_events
from nerinspect.query.selection import Selection
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.chips import ChipRow
from nerinspect.ui.kit.doors import number_menu
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import copy_text, plain_text
from nerinspect.ui.kit.strips import EmptyMessage
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.rows import CellStyle
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_columns import EventList, file_columns
from nerinspect.ui.lists.event_copying import rows_as_text
from nerinspect.ui.lists.event_model import MENTIONS, EventTableModel, ListSort, Sorted
from nerinspect.ui.lists.event_rows import EventGroup, GroupedRows
from nerinspect.ui.lists.event_view import ColumnChoice, EventsView
from nerinspect.ui.theme.themes import current_theme, type_styles

_AT_ONCE: Final = 20_000
_COPIED_AT_ONCE: Final = 500  # so many rows are written out without a wait that anybody would notice
_MOST_COPIED: Final = 100_000  # so many rows a clipboard takes without a wait; more are for a file


class EventCursor(QObject):
    """Goes from event to event in a view, also into folded groups.

    `activated`: another event became the current one; its number in the study, whatever the order on screen.
    """

    activated = Signal(int)

    def __init__(self, view: EventsView) -> None:
        super().__init__(view)
        self._view, self._model = view, view.events
        self._event: int | None = None  # outlives a reset of the rows
        view.selectionModel().currentRowChanged.connect(self._on_row_changed)
        view.group_toggled.connect(self._on_group_toggled)
        self._model.modelReset.connect(self._on_rows_replaced)

    def forget(self) -> None:
        self._event = None

    def current(self) -> int | None:
        """Give the number of the current event; None if there is none or it is filtered away.

        With the row of a group as the current one, it is the event that was current before.
        """
        index = self._view.currentIndex()
        if not index.isValid():
            return None
        event = self._model.event_at(index.row())
        if event is None and self._event is not None and self._model.row_of(self._event) is not None:
            return self._event
        return event

    def selected(self) -> IntArray:
        """Give the numbers of all selected events as on screen; the row of a group stands for all of its events."""
        selection = self._view.selectionModel().selection()
        ranges = sorted((part.top(), part.bottom()) for part in map(selection.at, range(selection.size())))
        parts = [self._model.rows.events_between(*bounds) for bounds in ranges]
        if len(parts) < 2:
            return parts[0] if parts else np.zeros(0, dtype=np.int32)
        events = np.concatenate(parts)
        if not self._model.sorting.is_grouped:
            return events
        first = np.unique(events, return_index=True)[1]  # a group and some of its events may both be selected
        return events[np.sort(first)]

    def select(self, event: int) -> bool:
        """Make an event the current one, unfolding its group; tell whether it is listed."""
        place = self._model.rows.place_of(event) if self._model.cells else None
        if place is not None:
            self._go_to_place(place)
        return place is not None

    def select_alike(self, events: IntArray) -> None:
        """Select events with the segment of the current one, which stays current; its group is unfolded.

        They are rows of the study, listed or not, the current one among them.
        """
        if self._event is not None:
            self.select(self._event)
        rows, last = self._model.rows, self._model.columnCount() - 1
        places = np.flatnonzero(np.isin(rows.events, events))
        chosen = QItemSelection()
        for run in np.split(places, np.flatnonzero(np.diff(places) > 1) + 1):
            if len(run):  # equal segments are in one group, so that no row of another one lies between
                first, stop = (
                    self._model.index(rows.row_at(int(place)), column)
                    for place, column in ((run[0], 0), (run[-1], last))
                )
                chosen.select(first, stop)
        self._view.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def end_selection(self) -> None:
        if self._event is not None:
            self.select(self._event)

    def select_next(self) -> None:
        """Go to the next event, also into a folded group; to the first one if there is no current event."""
        index, rows = self._view.currentIndex(), self._model.rows
        is_event = index.isValid() and self._model.event_at(index.row()) is not None
        self._go_to_place((rows.place_at(index.row()) if index.isValid() else 0) + is_event)

    def select_previous(self) -> None:
        """Go to the previous event, also into a folded group; to the last one if there is no current event."""
        index, rows = self._view.currentIndex(), self._model.rows
        self._go_to_place((rows.place_at(index.row()) if index.isValid() else rows.n_events) - 1)

    def next_undecided(self, step: int, is_undecided: BoolArray) -> bool:
        """Go to the next event that is undecided, or with -1 to the one before, wrapping round; tell if one is listed.

        `is_undecided` says so of all rows, whether they are listed or not.
        """
        index, rows = self._view.currentIndex(), self._model.rows
        here = rows.place_at(index.row()) if index.isValid() else 0
        is_event = index.isValid() and self._model.event_at(index.row()) is not None
        for steps in _in_parts(rows.n_events):
            places = ((here + is_event if step > 0 else here - 1) + step * steps) % rows.n_events
            is_wanted = is_undecided.take(rows.events.take(places))
            if is_wanted.any():
                self._go_to_place(int(places[is_wanted.argmax()]))
                return True
        return False

    def _go_to_place(self, place: int) -> None:
        rows = self._model.rows
        if not 0 <= place < rows.n_events:
            return
        row = rows.row_at(place)
        if (group := self._model.group_at(row)) is not None and group.is_folded:
            self._model.toggle_group(row)
            row = self._model.rows.row_at(place)
        self._view.scrollTo(self._select_row(row))

    def _select_row(self, row: int) -> QModelIndex:
        index = self._model.index(row, max(self._view.currentIndex().column(), self._view.delegate.first_column))
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self._view.selectionModel().setCurrentIndex(index, flags)
        return index

    def _on_row_changed(self, current: QModelIndex) -> None:
        event = self._model.event_at(current.row()) if current.isValid() else None
        if event is not None and event != self._event:
            self._event = event
            self.activated.emit(event)

    def _on_rows_replaced(self) -> None:
        row = None if self._event is None else self._model.row_of(self._event)
        if row is None:
            self._event = None
        else:
            self._view.setAutoScroll(False)
            self._view.keep_in_sight(self._select_row(row))
            self._view.setAutoScroll(True)

    def _on_group_toggled(self, row: int) -> None:
        rows, current = self._model.rows, self._view.currentIndex()
        if isinstance(rows, GroupedRows) and current.isValid() and rows.head_row(current.row()) == rows.head_row(row):
            head = self._select_row(rows.head_row(row))  # Qt would choose another event if the current one went
            self._view.keep_in_sight(head)
        self._model.toggle_group(row)


def _in_parts(number: int) -> Iterator[AnyIntArray]:
    """Count from 0, many numbers at a time: what is looked for is seldom far."""
    for first in range(0, number, _AT_ONCE):
        yield np.arange(first, min(first + _AT_ONCE, number))


COPY_AS_QUERY: Final = "Copy as query"


def menu_of_row(
    view: EventsView,
    cursor: EventCursor,
    columns: ColumnChoice,
    add_query: Callable[[str], None],
    deciding: Sequence[QAction] = (),
) -> QMenu:
    """Make the menu of the current row, which deletes itself when it closes.

    `add_query` takes the query of a chosen term; `deciding` is what may be decided about the selected events.
    """
    model, selected = view.events, cursor.selected()
    cells, sort = model.cells, model.of
    group = model.group_at(view.currentIndex().row())
    menu = QMenu(view) if group is None else _group_menu(view, group)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if cells is not None and len(selected):
        rows = word_for(len(selected), "row", counted(len(selected), "row"))
        menu.addAction(f"Copy {rows}", QKeySequence(QKeySequence.StandardKey.Copy), view.copy_requested.emit)
    event = cursor.current()
    if cells is not None and event is not None and group is None:
        menu.addAction("Copy sentence", partial(copy_text, cells.sentence_text(event)))
        if sort.query is not None:
            query = sort.query(cells, selected)
            menu.addAction(COPY_AS_QUERY, partial(copy_text, query)).setEnabled(bool(query))
        menu.addSeparator()
        for words, term in sort.terms(cells, event):
            menu.addAction(plain_text(words), partial(add_query, query_text(term)))
    if deciding and event is not None:
        menu.addSeparator()
        review = menu.addMenu("Review")
        review.setObjectName("deciding")
        review.addActions(deciding)
    menu.addSeparator()
    if model.sorting.is_grouped:
        menu.addAction("Fold all groups", partial(model.fold_all, True))
        menu.addAction("Unfold all groups", partial(model.fold_all, False))
    menu.addMenu(columns.menu(menu))
    return menu


def _group_menu(view: EventsView, group: EventGroup) -> QMenu:
    row = view.currentIndex().row()
    query, events = view.events.group_query(row), counted(group.n_events, "event")
    menu = number_menu(view, events, query, meaning("equal_surfaces"))
    menu.addSeparator()
    only = menu.addAction(f"Only these {events}", partial(view.door_opened.emit, row))
    only.setEnabled(bool(query))
    menu.addAction("Unfold" if group.is_folded else "Fold", partial(view.group_toggled.emit, row))
    return menu


class EventsPanel(Styled, QWidget):
    """List the events that pass the filter and announce the chosen one."""

    # another event became the current one; its number in the study, whatever the order on screen
    event_activated = Signal(int)
    sorting_changed = Signal()
    grouping_changed = Signal(bool)  # events of equal surface stand together, or no longer
    columns_changed = Signal()  # the user chose other columns or other widths
    query_added = Signal(str)
    rows_copied = Signal(int)  # so many rows are on the clipboard; of many rows a while after they were asked for
    rows_refused = Signal(int)  # so many rows were to be copied, which are too many for a clipboard
    # the count of a group was clicked; the query gives, among the events on show, just those of the group
    surface_requested = Signal(str)

    def __init__(self, sort: ListSort = MENTIONS) -> None:
        super().__init__()
        self.setObjectName(sort.object_name)
        self._study: Study | None = None
        self._deciding: tuple[QAction, ...] = ()
        self._model = EventTableModel(sort, self)
        self._build_ui()
        self._cursor, self._jobs, self._copying = EventCursor(self.view), JobRunner(self), JobRunner(self)
        self._n_copied = 0
        self._connect()

    @property
    def of(self) -> ListSort:
        return self._model.of

    def show_events(self, study: Study, order: IntArray) -> None:
        """Show a study, without a current event; `order` holds the numbers of the events to list."""
        self._turn_to(self._cells_of(study), order)
        self.columns.show_study(study)

    def replace_study(self, study: Study, order: IntArray) -> None:
        """Show the same events of a study with other training data or attributes, in columns as wide as before."""
        before = [column.key for column in self._model.columns]
        self._turn_to(self._cells_of(study), order)
        if [column.key for column in self._model.columns] == before:
            self.columns.follow(study)
        else:
            self.columns.show_study(study)

    def _cells_of(self, study: Study) -> EventCells:
        make = self._model.of.cells
        assert make is not None, "all rows of a study are listed"
        return make(study)

    def _turn_to(self, cells: EventCells, order: IntArray) -> None:
        self._jobs.cancel()
        self._study = cells.study
        self._cursor.forget()
        self._restyle()
        self._model.show_cells(cells, order)
        self.view.mark_sorting()

    def set_order(self, order: IntArray) -> None:
        """List other events of the same study by number; the current event stays current if it is among them."""
        self._model.set_order(order)

    def set_mask(self, mask: BoolArray, first: int = 0) -> None:
        """List those that a mask keeps of the neighbouring events from `first` on, as `set_order` does.

        It is quicker with very many events; the mask must not be changed any more.
        """
        self._model.set_mask(mask, first)

    def order(self) -> IntArray:
        return self._model.cells.events(self._model.order) if self._model.cells else self._model.order

    def listed(self, request: LoadRequest, query: str, is_reviewed: bool = False) -> EventList | None:
        """Give what is on screen as it is exported, with the query it stands for; None before there is a study."""
        from nerinspect.io.writing.export import ListedEvents  # not needed before something is exported

        if (cells := self._model.cells) is None:
            return None
        listed = ListedEvents(self.of.events, cells.study, request, self.order().copy(), query, self.sorting_text())
        columns = file_columns(self.of.events, self.columns.shown(), is_reviewed)
        return EventList(listed, self.selected_events().copy(), columns, self.of.in_words)

    def sorting_text(self) -> str:
        """Say in words how the rows are sorted; empty for the order of the study."""
        return self._model.sorting.words

    @property
    def sorted_by(self) -> tuple[str, bool]:
        """The key of the column that the rows are sorted by, empty for none, and whether the largest come first."""
        return self._model.sorted_by

    def sort_by(self, key: str, is_descending: bool) -> None:
        """Sort as `sorted_by` gave it, now or once a study is shown that has the column."""
        self._model.sort_by(key, is_descending)
        self.view.mark_sorting()

    @property
    def is_grouped(self) -> bool:
        return self._model.sorting.is_grouped

    def set_grouped(self, is_grouped: bool) -> None:
        if is_grouped != self.is_grouped:
            self._model.set_grouped(is_grouped)
            self.grouping_changed.emit(is_grouped)

    def current_event(self) -> int | None:
        row, cells = self._cursor.current(), self._model.cells
        return None if row is None or cells is None else cells.event_of(row)

    def selected_events(self) -> IntArray:
        rows = self._cursor.selected()
        return self._model.cells.events(rows) if self._model.cells else rows

    def select_event(self, event: int) -> bool:
        cells = self._model.cells
        return cells is not None and any(map(self._cursor.select, cells.rows_of(event)))

    def select_alike(self) -> None:
        """Select all listed events with the words of the current one that are of its kind and types."""
        event = self.current_event()
        if event is not None and self._study is not None:
            self._cursor.select_alike(alike_events(self._study, event))

    def select_next(self) -> None:
        self._cursor.select_next()

    def select_previous(self) -> None:
        self._cursor.select_previous()

    def next_undecided(self, step: int) -> bool:
        """Go to the next listed event without a verdict, or with -1 to the one before; tell if there is one."""
        cells = self._model.cells
        return cells is not None and self._cursor.next_undecided(step, cells.are_undecided())

    def go_on(self, decided: Iterable[int]) -> None:
        """Go to the next listed event without a verdict, for some were just given one, which may not be written yet.

        Only it stays selected.
        """
        if (cells := self._model.cells) is None:
            return
        is_undecided = cells.are_undecided()
        is_undecided[[row for event in decided for row in cells.rows_of(event)]] = False
        if not self._cursor.next_undecided(1, is_undecided):
            self._cursor.end_selection()

    def repaint_events(self, events: Sequence[int]) -> None:
        """Paint some events anew whose decisions changed, or all if none is named.

        The rows keep their order, unless all may have changed.
        """
        if not events:
            self._model.sort_again()
            self.view.viewport().update()
        elif (cells := self._model.cells) is not None:
            changed = set(events)
            in_sight = [(row, self._model.event_at(row)) for row in self.view.rows_in_sight()]
            shown = [
                (row, cells.events(np.array([event], dtype=np.int32))) for row, event in in_sight if event is not None
            ]
            self._model.repaint_rows([row for row, its_events in shown if not changed.isdisjoint(its_events.tolist())])

    def set_empty_message(self, text: str, action_text: str = "", act: Callable[[], None] | None = None) -> None:
        """Say in plain text why no event is listed, and offer on a button what would change that."""
        self._empty.show_message(text, action_text, act)

    def column_widths(self) -> tuple[int, ...]:
        """Give the widths that the user chose for shown columns, at a font of 13 pixels; 0 where the program does."""
        chosen = self.columns.widths.chosen
        return tuple(chosen.get(key, 0) for key in self.columns.shown())

    def set_column_widths(self, columns: Sequence[str], widths: Sequence[int]) -> None:
        """Take widths that `column_widths` gave for some columns; another number of widths is left alone."""
        if len(widths) == len(columns):
            self.columns.widths.choose({key: width for key, width in zip(columns, widths, strict=True) if width > 0})

    def offer_deciding(self, actions: Sequence[QAction]) -> None:
        self._deciding = tuple(actions)

    def row_menu(self) -> QMenu:
        return menu_of_row(self.view, self._cursor, self.columns, self.query_added.emit, self._deciding)

    def copy_rows(self, write: Callable[..., str] = rows_as_text) -> None:
        """Put the selected rows on the clipboard, with the columns on screen and their heads, unless they are many."""
        rows, cells = self._cursor.selected(), self._model.cells
        if cells is None or not len(rows):
            return
        if len(rows) > _MOST_COPIED:
            self.rows_refused.emit(len(rows))
            return
        every = enumerate(self._model.columns)
        shown = [column for place, column in every if not self.view.isColumnHidden(place)]
        self._n_copied, work = len(rows), partial(write, cells, rows, shown)
        if len(rows) > _COPIED_AT_ONCE:
            self._copying.start(work)
        else:
            self._on_written(work())

    def _on_written(self, text: object) -> None:
        assert isinstance(text, str), "what the work returns"
        copy_text(text)
        self.rows_copied.emit(self._n_copied)

    def _build_ui(self) -> None:
        self.view = EventsView(self._cell_style(), self._model, self)
        self.columns = ColumnChoice(self.view)
        self.view.header.setSortIndicator(self._model.place_of("place"), Qt.SortOrder.AscendingOrder)
        self.view.setSortingEnabled(True)
        self.setFocusProxy(self.view)
        self._empty = EmptyMessage(self.view.viewport())
        centred = QVBoxLayout(self.view.viewport())
        centred.addWidget(self._empty)
        fill(QVBoxLayout(self), self.view)

    def _connect(self) -> None:
        view = self.view
        self._jobs.succeeded.connect(self._on_sorted)
        self._cursor.activated.connect(self._on_activated)
        self._copying.succeeded.connect(self._on_written)
        self._model.sorting_needed.connect(lambda sort: self._jobs.start(lambda checkpoint: sort()))
        self._model.modelReset.connect(self._on_rows_replaced)
        view.resized.connect(lambda: self.columns.widths.share())
        view.copy_requested.connect(lambda: self.copy_rows())
        view.menu_requested.connect(lambda place: self.row_menu().popup(place))
        view.door_opened.connect(lambda row: self.surface_requested.emit(self._model.group_query(row)))
        self.columns.changed.connect(self.columns_changed)
        view.header.sortIndicatorChanged.connect(self.sorting_changed)

    def _cell_style(self) -> CellStyle:
        theme = current_theme()
        return CellStyle(theme, type_styles(self._study.types if self._study else (), theme), self.font())

    def _restyle(self) -> None:
        measured = self.view.delegate.cell_style.font
        self.view.set_style(self._cell_style())
        if self.font() != measured:
            self.columns.widths.fit()

    def _on_activated(self, row: int) -> None:
        assert self._model.cells is not None, "a row of it was chosen"
        self.event_activated.emit(self._model.cells.event_of(row))

    def _on_sorted(self, result: object) -> None:
        assert isinstance(result, Sorted), "what the model handed out to be run"
        self._model.take_sorted(result)

    def _on_rows_replaced(self) -> None:
        self._empty.setVisible(self._model.rowCount() == 0)


def steer(document: Document, chips: ChipRow) -> None:
    """Let the chips above a list change the one selection of a document."""
    chips.removed.connect(lambda place: document.select(document.selection.without(document.selection.terms[place])))
    chips.cleared.connect(lambda: document.select(Selection()))
    chips.copy_requested.connect(lambda: copy_text(document.query))


def explain_no_event(panel: EventsPanel, document: Document, add: QAction) -> None:
    """Say why no event is listed; `add` opens a prediction where there is none."""
    if document.study is not None and not document.study.predictions:
        said = "There is no prediction: open one with this reference to see events."
        panel.set_empty_message(said, add.text(), add.trigger)
    elif not document.n_events:
        panel.set_empty_message("Neither side has a mention.")
    else:
        explain_no_match(panel, document, "event", _widest_relaxation(document))


def _widest_relaxation(document: Document) -> tuple[Filter, int] | None:
    """Give the term without which most events would be kept, and their number; None if none would be."""
    if document.study is None or not document.selection.terms:
        return None
    among = np.zeros(len(document.study.events), dtype=bool)
    among[document.first_event :][: document.n_events] = True
    best = next(iter(relaxations(document.study, document.selection, among)), None)
    return best if best and best[1] else None


def explain_no_match(panel: EventsPanel, document: Document, noun: str, best: tuple[Filter, int] | None) -> None:
    """Say that the filter keeps nothing, and offer what would.

    `noun` is what a row is, `best` the term without which most rows would be kept, and their number, if any would be.
    """
    n_terms = len(document.selection.terms)
    said = f"No {noun} matches {word_for(n_terms, 'this term', 'these ' + counted(n_terms, 'term'))}."
    if best is None:
        panel.set_empty_message(said, "Clear all", lambda: document.select(Selection()))
        return
    term, n_rows = best
    label = term_label(term, document.study)
    said += f" Without {label if label.startswith('“') else f'“{label}”'} there would be {grouped(n_rows)}."
    panel.set_empty_message(said, "Remove it", lambda: document.select(document.selection.without(term)))
