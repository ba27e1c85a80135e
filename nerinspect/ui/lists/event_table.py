"""The list of events with its head, columns and order; where it is empty, why, and what would bring rows back."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.events.study import Study
from nerinspect.quantities import grouped, word_for
from nerinspect.query.counts.panels import relaxations
from nerinspect.query.filters import Filter
from nerinspect.query.language.words import term_label
from nerinspect.query.same_surface import alike_events
from nerinspect.query.selection import Selection
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.chips import ChipRow
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import copy_text
from nerinspect.ui.kit.strips import EmptyMessage
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.cell_style import CellStyle
from nerinspect.ui.lists.column_choice import ColumnChoice
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_copying import RowCopier, rows_as_text
from nerinspect.ui.lists.event_cursor import EventCursor, menu_of_row
from nerinspect.ui.lists.event_model import MENTIONS, EventTableModel, ListSort, Sorted
from nerinspect.ui.lists.event_view import EventsView
from nerinspect.ui.theme.themes import current_theme, type_styles


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

    def __init__(self, sort: ListSort = MENTIONS, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(sort.object_name)
        self._study: Study | None = None
        self._deciding: tuple[QAction, ...] = ()
        self._model = EventTableModel(sort, self)
        self._build_ui()
        self._cursor, self._copier, self._jobs = EventCursor(self.view), RowCopier(self), JobRunner(self)
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
        """Give the event numbers as on screen, from the first row to the last; those of folded groups too."""
        return self._model.cells.events(self._model.order) if self._model.cells else self._model.order

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
        """Whether events of equal surface stand together."""
        return self._model.sorting.is_grouped

    def set_grouped(self, is_grouped: bool) -> None:
        """Let events of equal surface stand together under a row of their own, or not."""
        if is_grouped != self.is_grouped:
            self._model.set_grouped(is_grouped)
            self.grouping_changed.emit(is_grouped)

    def current_event(self) -> int | None:
        """Give the number of the current event; None if there is none or it is filtered away."""
        row, cells = self._cursor.current(), self._model.cells
        return None if row is None or cells is None else cells.event_of(row)

    def selected_events(self) -> IntArray:
        """Give the numbers of all selected events as on screen; the row of a group stands for all of its events."""
        rows = self._cursor.selected()
        return self._model.cells.events(rows) if self._model.cells else rows

    def select_event(self, event: int) -> bool:
        """Make an event the current one, unfolding its group; tell whether it is listed."""
        cells = self._model.cells
        return cells is not None and any(map(self._cursor.select, cells.rows_of(event)))

    def select_alike(self) -> None:
        """Select all listed events with the words of the current one that are of its kind and types."""
        event = self.current_event()
        if event is not None and self._study is not None:
            self._cursor.select_alike(alike_events(self._study, event))

    def select_next(self) -> None:
        """Go to the next event; to the first one if there is no current event."""
        self._cursor.select_next()

    def select_previous(self) -> None:
        """Go to the previous event; to the last one if there is no current event."""
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
        """Offer in the menu of a row what can be decided about it."""
        self._deciding = tuple(actions)

    def row_menu(self) -> QMenu:
        return menu_of_row(self.view, self._cursor, self.columns, self.query_added.emit, self._deciding)

    def copy_rows(self, write: Callable[..., str] = rows_as_text) -> None:
        """Put the selected rows on the clipboard, with the columns on screen and their heads, unless they are many."""
        rows, cells = self._cursor.selected(), self._model.cells
        if cells is not None and len(rows):
            every = enumerate(self._model.columns)
            shown = [column for place, column in every if not self.view.isColumnHidden(place)]
            self._copier.copy(cells, rows, shown, write)

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
        self._copier.copied.connect(self.rows_copied)
        self._copier.refused.connect(self.rows_refused)
        self._model.sorting_needed.connect(self._on_sorting_needed)
        self._model.modelReset.connect(self._on_rows_replaced)
        view.resized.connect(self._on_resized)
        view.copy_requested.connect(lambda: self.copy_rows())
        view.menu_requested.connect(self._on_menu_requested)
        view.door_opened.connect(self._on_door_opened)
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

    def _on_sorting_needed(self, sort: Callable[[], object]) -> None:
        self._jobs.start(lambda checkpoint: sort())

    def _on_sorted(self, result: object) -> None:
        assert isinstance(result, Sorted), "what the model handed out to be run"
        self._model.take_sorted(result)

    def _on_rows_replaced(self) -> None:
        self._empty.setVisible(self._model.rowCount() == 0)

    def _on_door_opened(self, row: int) -> None:
        self.surface_requested.emit(self._model.group_query(row))

    def _on_resized(self) -> None:
        self.columns.widths.share()

    def _on_menu_requested(self, position: QPoint) -> None:
        self.row_menu().popup(position)


def steer(document: Document, chips: ChipRow) -> None:
    """Let the chips above a list change the one selection of a document."""
    chips.removed.connect(lambda place: document.select(document.selection.without(document.selection.terms[place])))
    chips.cleared.connect(lambda: document.select(Selection()))
    chips.copy_requested.connect(lambda: copy_text(document.query))


def explain_no_event(panel: EventsPanel, document: Document) -> None:
    """Say why no event is listed."""
    if document.study is not None and not document.study.predictions:
        panel.set_empty_message("There is no prediction: open one with this reference to see events.")
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
    said = f"No {noun} matches {word_for(n_terms, 'this term', f'these {n_terms} terms')}."
    if best is None:
        panel.set_empty_message(said, "Clear all", lambda: document.select(Selection()))
        return
    term, n_rows = best
    label = term_label(term, document.study)
    said += f" Without {label if label.startswith('“') else f'“{label}”'} there would be {grouped(n_rows)}."
    panel.set_empty_message(said, "Remove it", lambda: document.select(document.selection.without(term)))
