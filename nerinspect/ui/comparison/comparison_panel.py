"""The table of a comparison, in the place of the events table."""

from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.comparison.comparison_columns import compared
from nerinspect.ui.comparison.comparison_delegate import ComparisonDelegate
from nerinspect.ui.comparison.comparison_model import ComparisonTableModel
from nerinspect.ui.comparison.found_rows import Found, RowsOnShow
from nerinspect.ui.comparison.row_copying import ROW_FORMS, row_queries, rows_in_form
from nerinspect.ui.painting.cell_style import CellStyle
from nerinspect.ui.panels.details.compared_row import ComparedRow
from nerinspect.ui.panels.events_menu import COPY_AS_QUERY
from nerinspect.ui.panels.events_panel import EventsPanel
from nerinspect.ui.plain_text import plain_text

_TRACKS_BELOW = 2


class ComparisonPanel(EventsPanel):
    """List reference mentions, or stretches of text, with the events of A and B, and announce the chosen one.

    The event of a row is that of A; that of B where A has none.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        self._rows = ComparisonTableModel()
        super().__init__(parent, self._rows, ComparisonDelegate)
        self.setObjectName("comparison_panel")
        self.view.setAccessibleName("Comparison")
        self._found: Found | None = None

    def show_found(self, found: Found) -> None:
        """List the rows that a filter keeps.

        The current row stays, if it is kept; of other rows of the same text, the one at its place is current, or the
        next one.
        """
        was = self.current_row()
        before, self._found = self._found, found
        if before is not None and before.cells is found.cells:
            self._rows.show_found(found)
            return
        study = found.wanted.study
        self._jobs.cancel()
        self._cursor.forget()
        self._study = study
        self._restyle()
        self._rows.show_found(found)
        self.view.mark_sorting()
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
        return RowsOnShow(found.wanted, found.cells.rows, self._rows.order, self._cursor.selected())

    def row_menu(self) -> QMenu:
        """Make the menu of the current row; rows are copied in more forms than events, which are exported."""
        menu = super().row_menu()
        if len(self._cursor.selected()):
            copy, below, *_ = menu.actions()
            for form in ROW_FORMS:
                action = QAction(f"{copy.text()} as {form}", menu)
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
