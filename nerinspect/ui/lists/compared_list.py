"""The list of compared rows, in the place of the events list: found behind, painted, copied, exported."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from io import StringIO

import numpy as np
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.corpus.arrays import IntArray
from nerinspect.events.study import judge_name
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.export import ListedEvents
from nerinspect.io.writing.forms import Form, Holds, forms_for
from nerinspect.lists.compared import ComparedSort
from nerinspect.lists.table import Table
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.compared_rows import ComparedRow
from nerinspect.query.filters import any_of
from nerinspect.query.language.parser import query_text
from nerinspect.ui.kit.screen_text import copy_text, plain_text
from nerinspect.ui.kit.tables.cell_style import CellStyle
from nerinspect.ui.lists.compared_rows import (
    COMPARED,
    ComparisonCells,
    Found,
    RowsOnShow,
    compared,
)
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_columns import EventColumn
from nerinspect.ui.lists.event_copying import EventList, file_columns, filter_of_events, rows_as_text
from nerinspect.ui.lists.event_cursor import COPY_AS_QUERY
from nerinspect.ui.lists.event_table import EventsPanel


def rows_in_form(
    form: Form,
    cells: EventCells,
    events: IntArray,
    columns: Sequence[EventColumn],
    checkpoint: Checkpoint = no_checkpoint,
) -> str:
    """Write rows with their heads in a form; the other parameters are those of `rows_as_text`."""
    heads, *rows = (line.split("\t") for line in rows_as_text(cells, events, columns, checkpoint).split("\n"))
    file = StringIO()
    form.write(Table(tuple(heads), [tuple(row) for row in rows]), file)
    return file.getvalue().rstrip("\n")


def row_queries(cells: ComparisonCells, rows: IntArray) -> dict[str, str]:
    """Write, by whose events they are, queries for just the events that some rows hold; see `query_of_events`."""
    texts = EventCells(cells.study)
    of_a, of_b = cells.events_of(rows, "a"), cells.events_of(rows, "b")
    a, b = filter_of_events(texts, of_a), filter_of_events(texts, of_b)
    both = None if (len(of_a) and a is None) or (len(of_b) and b is None) else any_of(*filter(None, (a, b)))
    named = {"Events of A": a, "Events of B": b, "Events of both": both}
    return {name: "" if query is None else query_text(query) for name, query in named.items()}


_TRACKS_BELOW = 2


class ComparisonPanel(EventsPanel):
    """List reference mentions, or stretches of text, with the events of A and B, and announce the chosen one.

    The event of a row is that of A; that of B where A has none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(COMPARED, parent)
        self._found: Found | None = None

    def show_found(self, found: Found) -> None:
        """List the rows that a filter keeps.

        The current row stays, if it is kept; of other rows of the same text, the one at its place is current, or the
        next one.
        """
        was = self.current_row()
        before, self._found = self._found, found
        if before is not None and before.cells is found.cells:
            self.set_mask(found.is_kept)
            return
        study = found.wanted.study
        self._turn_to(found.cells, np.flatnonzero(found.is_kept).astype(np.int32))
        if before is None or before.wanted.study is not study:
            self.columns.show_study(study)
        else:
            self.columns.follow(study)
            if was is not None:
                self._return_to(was, found)

    def _return_to(self, was: ComparedRow, found: Found) -> None:
        """Go to the row of the same mention, else to the first one that does not end before it."""
        rows, listed = found.cells.rows, np.flatnonzero(found.is_kept)
        same = listed[rows.mention[listed] == was.mention] if was.mention >= 0 else listed[:0]
        behind = listed[rows.end[listed] > was.start]
        if nearest := [int(some[0]) for some in (same, behind, listed[::-1]) if len(some)]:
            self._cursor.select(nearest[0])

    def select_event(self, event: int) -> bool:
        """Make the first row of an event the current one, unless it has the current row; tell whether it is listed."""
        return self.current_event() == event or super().select_event(event)

    def current_row(self) -> ComparedRow | None:
        """Give the current row with its events; None if there is none."""
        row, found = self._cursor.current(), self._found
        return None if row is None or found is None else found.row(row)

    def rows_on_show(self) -> RowsOnShow | None:
        """Give the rows as they stand on screen; None before there are some."""
        if (found := self._found) is None:
            return None
        return RowsOnShow(found.wanted, found.cells.rows, self._model.order, self._cursor.selected())

    def row_menu(self) -> QMenu:
        """Make the menu of the current row; rows are copied in more forms than events, which are exported."""
        menu = super().row_menu()
        if len(self._cursor.selected()):
            copy, below, *_ = menu.actions()
            for form in forms_for(Holds.ROWS):
                action = QAction(f"{copy.text()} as {form.words}", menu)
                action.triggered.connect(lambda _, form=form: self.copy_rows(partial(rows_in_form, form)))
                menu.insertAction(below, action)
        self._offer_queries(menu)
        return menu

    def _offer_queries(self, menu: QMenu) -> None:
        """Let the events of A, of B and of both be copied as a query, where the menu offers those of A."""
        of_a, cells = next((one for one in menu.actions() if one.text() == COPY_AS_QUERY), None), self._model.cells
        if of_a is None or cells is None:
            return
        for name, query in row_queries(compared(cells), self._cursor.selected()).items():
            action = QAction(plain_text(f"{COPY_AS_QUERY}: {name}"), menu)
            action.triggered.connect(partial(copy_text, query))
            action.setEnabled(bool(query))
            menu.insertAction(of_a, action)
        menu.removeAction(of_a)

    def _cell_style(self) -> CellStyle:
        return replace(super()._cell_style(), n_below=_TRACKS_BELOW)


def rows_to_export(request: LoadRequest, shown: RowsOnShow, sorting: str, columns: Sequence[str]) -> EventList:
    """List the rows as they stand on screen; see `EventList`.

    `sorting` says in words how they are ordered, empty for the order of the text; `columns` are those of the screen.
    """
    study, a, b, has_stretches, kept_by = shown.wanted
    sort = ComparedSort(judge_name(study, a), judge_name(study, b), has_stretches)
    selected = shown.selected if len(shown.selected) > 1 else shown.selected[:0]
    listed = ListedEvents(sort, study, request, shown.order, query_text(kept_by), sorting)
    beside = ("system_a", "system_b")
    return EventList(listed, selected, file_columns(sort, columns), beside, f"A {sort.a} and B {sort.b}")
