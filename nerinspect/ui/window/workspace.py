"""The panels around one document, wired to it: filters, list, context, details, and the pages beside."""

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from nerinspect.events.segment_events import KINDS
from nerinspect.query.filters import Term
from nerinspect.query.language.words import term_label
from nerinspect.query.language.writer import query_text
from nerinspect.query.selection import ONLY_ERRORS
from nerinspect.ui.deciding.review_part import ReviewPart
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.views import EVENTS_VIEW, VIEWS
from nerinspect.ui.details.event_details import DetailsPanel
from nerinspect.ui.filters.column import FilterColumn
from nerinspect.ui.kit.chips import ChipRow
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.jobs import PAINTED_MS
from nerinspect.ui.kit.layout import lay_out_now
from nerinspect.ui.kit.screen_text import copy_text
from nerinspect.ui.lists.column_choice import KeptColumns
from nerinspect.ui.lists.event_table import EventsPanel, explain_no_event, explain_no_match, steer
from nerinspect.ui.pages.arrangement import Arrangement
from nerinspect.ui.sentence.event_context import ContextPanel
from nerinspect.ui.theme.marks import thin_scroll_bars
from nerinspect.ui.window.page_stack import Pages

if TYPE_CHECKING:
    from nerinspect.query.compared_rows import ComparedRow
    from nerinspect.ui.lists.compared_list import Comparing
    from nerinspect.ui.lists.compared_rows import Found
    from nerinspect.ui.sentence.event_context import ContextFrame


class ComparisonWiring(QObject):
    """Puts the events of two predictions in the place of those of one while the document compares."""

    ended = Signal()
    row_changed = Signal()
    turned = Signal(bool)
    columns_changed = Signal()

    def __init__(self, workspace: "Workspace", desk: Desk, tables: QStackedWidget) -> None:
        super().__init__(workspace)
        self._workspace, self._document, self._tables = workspace, desk.document, tables
        self._comparing: Comparing | None = None
        self.columns = KeptColumns()
        self._is_narrow = False
        self._is_opening = False  # the rows that come next are those that a number counts
        desk.document.compared_changed.connect(self._on_compared_changed)
        desk.door_opened.connect(self._await_door)
        workspace.arrangement.narrowed.connect(self._on_narrowed)
        workspace.chips.exchange_requested.connect(desk.document.exchange)
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
            from nerinspect.ui.lists.compared_list import Comparing  # the window shows sooner without it

            self._comparing = Comparing(self._document, self)
            self._connect(self._comparing)
            self.columns.join(self._comparing.panel.columns)
            self._comparing.panel.columns_changed.connect(self.columns_changed)
        return self._comparing

    @property
    def row_on_show(self) -> "ComparedRow | None":
        """The current row, if the chosen event stands for it; None without a comparison."""
        row = self.comparing.panel.current_row() if self.is_on and self.comparing.is_listed else None
        return row if row is not None and row.event == self._document.chosen_event else None

    def show_table(self) -> None:
        """Turn to the table of what the document looks at."""
        self._tables.setCurrentWidget(self.table)
        self._workspace.chips.show_comparison(self.is_on, self._document.has_stretches)
        self.turned.emit(self.is_on)

    def _await_door(self, door: Door) -> None:
        """Let the rows that come next be stretches of text, if what a number counts has no row among mentions."""
        self._is_opening = self.is_on and not door.of_relations

    def show_stretches(self, has_stretches: bool) -> None:
        """Let rows be stretches of text, or reference mentions."""
        self._document.list_stretches(has_stretches)

    def forget(self) -> None:
        """Let go of the rows; for another study."""
        if self._comparing is not None:
            self._comparing.forget()
        self.show_table()

    def _connect(self, comparing: "Comparing") -> None:
        panel, work = comparing.panel, self._workspace
        self._tables.addWidget(panel)
        thin_scroll_bars(panel)
        panel.columns.set_narrow(self._is_narrow)
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
        found = comparing.found
        assert found is not None, "its rows are listed"
        if was_opened and found.hides_spurious:
            self.show_stretches(True)
            return
        work.chips.show_comparison(True, document.has_stretches)
        work.chips.show_count(found.n_kept, len(found.cells))
        if not found.n_kept:
            self._explain_emptiness(found)
        work.context.compare_with((document.prediction, document.compared))
        if comparing.panel.current_event() is None:
            work.go_near(document.chosen_event)
        document.choose_event(comparing.panel.current_event())
        self.row_changed.emit()

    def _explain_emptiness(self, found: "Found") -> None:
        """Say why there is no row, and what would bring some."""
        document, panel = self._document, self.comparing.panel
        row = "stretch of text" if document.has_stretches else "reference mention"
        if not document.selection.terms:
            panel.set_empty_message(f"There is no {row}.")
        elif found.hides_spurious:
            said = "No reference mention matches. The spurious mentions that do have rows among stretches of text."
            panel.set_empty_message(said, "Show stretches of text", lambda: self.show_stretches(True))
        else:
            explain_no_match(panel, document, row, found.relaxation)

    def _on_narrowed(self, is_narrow: bool) -> None:
        self._is_narrow = is_narrow
        if self._comparing is not None:
            self._comparing.panel.columns.set_narrow(is_narrow)


_AT_REST_MS: Final = 150
"""Keys that are held come again sooner."""

_EVENTS_AT_ONCE: Final = 20_000
"""Of so many events one is listed and explained without a wait that anybody would notice."""


class Workspace(QStackedWidget):
    """Show a document in panels and hand what the user chooses back to it."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self._document = desk, desk.document
        document = desk.document
        self.filters = FilterColumn(document, self)
        self.events, self.context, self.details = EventsPanel(), ContextPanel(), DetailsPanel(desk)
        self.review, self.chips = ReviewPart(), ChipRow()
        self._view_name = EVENTS_VIEW
        for key in ("system", "run"):  # one prediction is on show at a time
            self.events.columns.set_usual(key, False)
        self._event_timer = QTimer(self, singleShot=True, interval=0)
        self._is_held = False
        self._rest_timer = QTimer(self, singleShot=True, interval=_AT_REST_MS)
        self.installEventFilter(self)
        self._build_ui()
        self._connect()
        self.pages = Pages(desk, self)

    def show_view(self, name: str) -> None:
        """Turn to the events or to one of the pages."""
        is_page = name in VIEWS and name != EVENTS_VIEW
        self.setCurrentWidget(self.pages.page(name) if is_page else self.arrangement)
        self._view_name = name if is_page else EVENTS_VIEW

    @property
    def view_name(self) -> str:
        """The view on show."""
        return self._view_name

    @property
    def main_part(self) -> QWidget:
        """What the view on show is about, and what gets the focus with it."""
        page, is_list = self.currentWidget(), self.pages.relations_on_show is not None
        return self.list_on_show if is_list or page is None or page is self.arrangement else page

    @property
    def list_on_show(self) -> EventsPanel:
        """The list on show, of mention events, compared rows or relation events."""
        relations = self.pages.relations_on_show
        return self.table if relations is None else relations.table

    @property
    def table(self) -> EventsPanel:
        """The table on show: the events, or while two predictions are compared, the events of both."""
        return self.comparison.table

    def page(self, name: str) -> Any:  # noqa: ANN401 - of the class that the view names
        """Give the page of a view; it is made when it is first asked for."""
        return self.pages.page(name)

    @property
    def regions(self) -> list[QWidget]:
        """The parts that can have the focus, in its order."""
        chips = [self.chips] if self.chips.texts else []
        parts = [self.table.view, self.context.view, self.review, self.details]
        return [*chips, *parts, *self.pages.regions, *self.filters.panels]

    def remove_last_chip(self) -> None:
        """Take back the term added last."""
        if terms := self._document.selection.terms:
            self._document.select(self._document.selection.without(terms[-1]))

    def copy_query(self) -> None:
        """Put the selection on the clipboard as a query."""
        copy_text(self._document.query)

    def add_query(self, query: str) -> None:
        """Narrow the selection by a query."""
        self._document.select_query(query, is_added=True)

    def go_to_event(self, event: int) -> None:
        """Choose an event; where the filter leaves it out, it is shown all the same."""
        if not self.table.select_event(event):
            self._document.choose_event(event)

    def select_next(self) -> None:
        """Go to the next row of the table on show."""
        self.list_on_show.select_next()

    def select_previous(self) -> None:
        """Go to the previous row of the table on show."""
        self.list_on_show.select_previous()

    @property
    def shown_arrangement(self) -> Arrangement:
        """How the events, or the relation events, lie beside their filters."""
        relations = self.pages.relations_on_show
        return self.arrangement if relations is None else relations.arrangement

    @property
    def shown_context(self) -> "ContextFrame":
        """The sentence on show."""
        relations = self.pages.relations_on_show
        return self.context if relations is None else relations.context

    def show_document(self, is_shown: bool) -> None:
        """Show the whole document in the place of the sentence, or the sentence again."""
        self.shown_context.view.show_document(is_shown)

    def toggle_filters(self) -> None:
        """Fold the filters away or bring them back; those of relations and those of events go together."""
        shown = self.shown_arrangement
        shown.toggle_filters()
        if shown is not self.arrangement:
            self.arrangement.put_filters_away(shown.filters_are_put_away)

    def toggle_kind(self, place: int) -> None:
        """Add a kind of the events on show to those picked or take it away, by its place among the kinds."""
        if (relations := self.pages.relations_on_show) is not None:
            relations.toggle_kind(place)
        else:
            self.filters.toggle_kind(KINDS[place])

    def show_only_errors(self) -> None:
        """Keep every event that is not correct, of those on show."""
        if (relations := self.pages.relations_on_show) is not None:
            relations.show_only_errors()
        else:
            self._document.select(ONLY_ERRORS)

    def show_spurious(self) -> None:
        """Show the stretches of text with spurious mentions, which have no row among reference mentions."""
        self.comparison.show_stretches(True)
        self._desk.open(Door("kind:fp"))

    def show_same_surface(self) -> None:
        """Keep only events with the surface of the chosen one, of those on show."""
        if surface := self._document.surface():
            self.add_query(query_text(Term("surface", (surface,))))

    def go_near(self, event: int | None) -> None:
        """Go to the listed event nearest to one that is listed no more; to the first if there was none."""
        nearest = None if event is None else self._document.nearest_kept(event)
        if nearest is None or not self.table.select_event(nearest):
            self.table.select_next()

    def _build_ui(self) -> None:
        table = QWidget()
        rows = QVBoxLayout(table)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.chips)
        self._tables = QStackedWidget()
        self._tables.addWidget(self.events)
        rows.addWidget(self._tables, 1)
        self.arrangement = Arrangement(self.filters.panels, table, self.context, self.details, self.review)
        self.addWidget(self.arrangement)
        self.comparison = ComparisonWiring(self, self._desk, self._tables)

    def _connect(self) -> None:
        document = self._document
        self._desk.event_requested.connect(self.go_to_event)
        document.study_changed.connect(self._on_study_changed)
        document.events_changed.connect(self._on_events_changed)
        document.counts_changed.connect(self._on_counts_changed)
        document.event_changed.connect(self._event_timer.start)
        for changed in (document.compared_changed, document.rows_changed):
            changed.connect(self._paint_rows_first)
        self._event_timer.timeout.connect(self._on_event_due)
        self._rest_timer.timeout.connect(self._show_details)
        self.events.event_activated.connect(document.choose_event)
        self.events.query_added.connect(self.add_query)
        self.events.surface_requested.connect(self.add_query)
        self.events.grouping_changed.connect(self.chips.set_grouped)
        self.events.view.activated.connect(self.context.toggle_document)
        self.arrangement.narrowed.connect(self.events.columns.set_narrow)
        self.arrangement.details_moved.connect(self.chips.set_narrow)
        self.arrangement.details_moved.connect(self.review.set_one_row)
        self.arrangement.filters_resized.connect(self.filters.fit)
        self.filters.panels_made.connect(lambda: self.arrangement.add_filters(self.filters.panels))
        self.context.previous_requested.connect(self.select_previous)
        self.context.next_requested.connect(self.select_next)
        self.context.event_requested.connect(self.go_to_event)
        self.chips.focus_left.connect(lambda: self.table.setFocus())
        steer(document, self.chips)
        self.chips.grouping_chosen.connect(self.events.set_grouped)
        self.comparison.ended.connect(self._list_events)
        self.comparison.ended.connect(self._event_timer.start)
        self.comparison.row_changed.connect(self._event_timer.start)

    def _on_study_changed(self) -> None:
        study = self._document.study
        assert study is not None, "a study was just opened"
        self._event_timer.setInterval(PAINTED_MS if self.isVisible() else 0)
        self.comparison.forget()
        self.context.show_study(study)
        self.details.show_event(study, None)
        self.events.show_events(study, self._document.all_events())

    def _on_events_changed(self) -> None:
        document, selection = self._document, self._document.selection
        self.chips.show_terms([term_label(term, document.study) for term in selection.terms])
        if self.comparison.is_on:
            self.comparison.comparing.follow()
        else:
            self._list_events()

    def _paint_rows_first(self) -> None:
        """Let the rows of a comparison be painted before one is explained, where many rows make both take long."""
        if self.isVisible() and self._document.n_events > _EVENTS_AT_ONCE:
            self._event_timer.setInterval(PAINTED_MS)

    def _list_events(self) -> None:
        document = self._document
        self.context.compare_with((document.prediction, *document.others) if document.against_all else ())
        self.chips.show_count(document.n_kept, document.n_events)
        if not document.n_kept:
            explain_no_event(self.events, document)
        self.events.set_mask(document.kept, document.first_event)
        if self.events.current_event() is None:
            self.go_near(document.chosen_event)
        document.choose_event(self.events.current_event())

    def _on_counts_changed(self) -> None:
        """Name the same buckets everywhere."""
        self.context.n_buckets = self._document.bucketed.n_wanted
        self.details.set_number_of_buckets(self.context.n_buckets)

    def _on_event_due(self) -> None:
        """Show the chosen event; after a pause in a step of its own, for what was painted meanwhile took long."""
        if self._event_timer.interval():
            self._event_timer.setInterval(0)
            self._event_timer.start()
        else:
            self._show_event()

    def _show_event(self) -> None:
        """Show the chosen event; after the table is painted, and but once where keys come faster than that."""
        self._event_timer.setInterval(0)  # only a study that was just opened has a whole window to paint
        self.context.show_event(self._document.chosen_event)
        if self._is_held:
            self._rest_timer.start()
        else:
            self._show_details()

    def _show_details(self) -> None:
        """Explain the chosen event; once the key is let go where one that is held goes from event to event."""
        self._rest_timer.stop()
        self.details.show_event(self._document.study, self._document.chosen_event, self.comparison.row_on_show)
        lay_out_now()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice that a key is held, before a shortcut takes it, and that it is let go."""
        if isinstance(event, QKeyEvent):
            self._is_held = event.isAutoRepeat()
            if event.type() == QEvent.Type.KeyRelease and not self._is_held and self._rest_timer.isActive():
                self._show_details()
        return False
