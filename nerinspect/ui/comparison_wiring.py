"""What a comparison changes in the window: another table, other words in the row of chips, more tracks."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QStackedWidget

from nerinspect.ui.document import Document
from nerinspect.ui.emptiness import explain_no_match
from nerinspect.ui.painting.scroll_bars import thin_scroll_bars
from nerinspect.ui.panels.events_panel import EventsPanel

if TYPE_CHECKING:
    from nerinspect.ui.comparison.comparing import Comparing
    from nerinspect.ui.panels.details.compared_row import ComparedRow
    from nerinspect.ui.workspace import Workspace


class ComparisonWiring(QObject):
    """Puts the events of two predictions in the place of those of one while the document compares.

    Parameters
    ----------
    workspace : Workspace
        The parts of the window.
    document : Document
        What it looks at.
    tables : QStackedWidget
        Holds the events table; the table of the comparison is added when it is first shown.

    Signals
    -------
    ended
        The events of one prediction are on show again.
    row_changed
        Another row is the current one, or it stands for other events.
    turned : bool
        The table of a comparison is on show, or that of events.
    columns_changed
        The user chose other columns of a comparison, or other widths.
    """

    ended = Signal()
    row_changed = Signal()
    turned = Signal(bool)
    columns_changed = Signal()

    def __init__(self, workspace: "Workspace", document: Document, tables: QStackedWidget) -> None:
        super().__init__(workspace)
        self._workspace, self._document, self._tables = workspace, document, tables
        self._comparing: Comparing | None = None
        self._columns: tuple[dict[str, bool], dict[str, int]] = ({}, {})  # as chosen before there is a table
        self._is_narrow = False
        self._is_opening = False  # the rows that come next are those that a number counts
        document.compared_changed.connect(self._on_compared_changed)
        workspace.arrangement.narrowed.connect(self._on_narrowed)
        workspace.chips.exchange_requested.connect(document.exchange)
        workspace.chips.stretches_chosen.connect(self.show_stretches)

    @property
    def is_on(self) -> bool:
        """Whether two predictions are compared."""
        return self._document.compared is not None

    @property
    def table(self) -> EventsPanel:
        """The table on show."""
        return self.comparing.panel if self.is_on else self._workspace.events

    @property
    def comparing(self) -> "Comparing":
        """The rows of a comparison and their table; made when they are first asked for."""
        if self._comparing is None:
            from nerinspect.ui.comparison.comparing import Comparing  # the window shows sooner without it

            self._comparing = Comparing(self._document, self)
            self._connect(self._comparing)
            self.choose_columns(*self._columns)
            self._comparing.panel.columns_changed.connect(self.columns_changed)
        return self._comparing

    @property
    def row_on_show(self) -> "ComparedRow | None":
        """The current row, if the chosen event stands for it; None without a comparison."""
        row = self.comparing.panel.current_row() if self.is_on and self.comparing.is_listed else None
        return row if row is not None and row.event == self._document.chosen_event else None

    @property
    def chosen_columns(self) -> dict[str, bool]:
        """Whether columns of a comparison are shown, by their keys, where the user chose."""
        return self._columns[0] if self._comparing is None else self._comparing.panel.columns.chosen

    @property
    def chosen_widths(self) -> dict[str, int]:
        """Widths of columns of a comparison that the user chose, by their keys, at a font of 13 pixels."""
        return self._columns[1] if self._comparing is None else self._comparing.panel.columns.widths.chosen

    def choose_columns(self, are_shown: Mapping[str, bool], widths: Mapping[str, int]) -> None:
        """Take what `chosen_columns` and `chosen_widths` gave."""
        self._columns = {**are_shown}, {**widths}
        if self._comparing is not None:
            columns = self._comparing.panel.columns
            columns.reset()
            for key, is_shown in are_shown.items():
                columns.choose(key, is_shown)
            columns.widths.choose(widths)

    def show_table(self) -> None:
        """Turn to the table of what the document looks at."""
        self._tables.setCurrentWidget(self.table)
        self._workspace.chips.show_comparison(self.is_on, self._document.has_stretches)
        self.turned.emit(self.is_on)

    def await_door(self) -> None:
        """Let the rows that come next be stretches of text, if what a number counts has no row among mentions."""
        self._is_opening = self.is_on

    def show_stretches(self, has_stretches: bool) -> None:
        """Let rows be stretches of text, or reference mentions."""
        self._document.list_stretches(has_stretches)

    def forget(self) -> None:
        """Let go of the rows; for another study."""
        if self._comparing is not None:
            self._comparing.forget()
        self.show_table()

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        if self._comparing is not None:
            self._comparing.shutdown()

    def _connect(self, comparing: "Comparing") -> None:
        panel, work = comparing.panel, self._workspace
        self._tables.addWidget(panel)
        thin_scroll_bars(panel)
        panel.set_narrow(self._is_narrow)
        comparing.listed.connect(self._on_listed)
        comparing.event_chosen.connect(self._document.choose_event)
        comparing.event_chosen.connect(self.row_changed)  # one event may stand for several rows
        panel.query_added.connect(work.add_query)
        panel.view.activated.connect(work.context.toggle_document)
        panel.rows_copied.connect(work.events.rows_copied)
        panel.rows_refused.connect(work.events.rows_refused)

    def _on_compared_changed(self) -> None:
        """Let the events of two predictions take the place of those of one, or the other way round."""
        document, had_focus = self._document, self._tables.isAncestorOf(QApplication.focusWidget() or self._workspace)
        self.show_table()
        if had_focus:
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.is_on:
            self.comparing.follow()
        elif len(document.kept) == document.n_events:  # else another prediction is on show, and its events come
            self.ended.emit()

    def _on_listed(self) -> None:
        document, comparing, work = self._document, self.comparing, self._workspace
        if document.compared is None:
            return
        was_opened, self._is_opening = self._is_opening, False
        if was_opened and comparing.hides_spurious:
            self.show_stretches(True)
            return
        work.chips.show_comparison(True, comparing.has_stretches)
        work.chips.show_count(comparing.n_kept, comparing.n_rows)
        if not comparing.n_kept:
            self._explain_emptiness()
        work.context.compare_with((document.prediction, document.compared))
        if comparing.panel.current_event() is None:
            work.go_near(document.chosen_event)
        document.choose_event(comparing.panel.current_event())
        self.row_changed.emit()

    def _explain_emptiness(self) -> None:
        """Say why there is no row, and what would bring some."""
        document, comparing = self._document, self.comparing
        panel = comparing.panel
        if not document.selection.terms:
            panel.set_empty_message(f"There is no {comparing.row_name}.")
        elif comparing.hides_spurious:
            said = "No reference mention matches. The spurious mentions that do have rows among stretches of text."
            panel.set_empty_message(said, "Show stretches of text", lambda: self.show_stretches(True))
        else:
            explain_no_match(panel, document, comparing.row_name, comparing.relaxation)

    def _on_narrowed(self, is_narrow: bool) -> None:
        self._is_narrow = is_narrow
        if self._comparing is not None:
            self._comparing.panel.set_narrow(is_narrow)
