"""The panels around one document, wired to it: filters, events, context, details, and the pages beside them."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from nerinspect.analysis.events import KINDS
from nerinspect.query.filters import Term
from nerinspect.query.labels import term_label
from nerinspect.query.selection import ONLY_ERRORS, Selection
from nerinspect.query.writer import query_text
from nerinspect.ui.arrangement import Arrangement
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.comparison_wiring import ComparisonWiring
from nerinspect.ui.document import Document
from nerinspect.ui.emptiness import explain_no_event
from nerinspect.ui.filter_column import FilterColumn
from nerinspect.ui.jobs import PAINTED_MS
from nerinspect.ui.page_wiring import PageWiring
from nerinspect.ui.pages import Pages
from nerinspect.ui.panels.context_panel import ContextPanel
from nerinspect.ui.panels.details_panel import DetailsPanel
from nerinspect.ui.panels.events_panel import EventsPanel
from nerinspect.ui.review.review_part import ReviewPart
from nerinspect.ui.views import (
    AGREEMENT,
    COMPARE,
    CONSISTENCY,
    DIAGNOSIS,
    EVENTS_VIEW,
    OVERVIEW,
    RELATIONS,
    REPAIR,
    REVIEW,
)
from nerinspect.ui.widgets.chip_row import ChipRow

if TYPE_CHECKING:
    from nerinspect.ui.agreement.agreement_panel import AgreementPanel
    from nerinspect.ui.comparison_page.compare_panel import ComparePanel
    from nerinspect.ui.consistency.consistency_panel import ConsistencyPanel
    from nerinspect.ui.diagnosis.diagnosis_panel import DiagnosisPanel
    from nerinspect.ui.overview.overview_panel import OverviewPanel
    from nerinspect.ui.panels.context_frame import ContextFrame
    from nerinspect.ui.repair.repair_panel import RepairPanel

_PAGES = {
    OVERVIEW: "overview",
    CONSISTENCY: "consistency",
    REPAIR: "repair",
    DIAGNOSIS: "diagnosis",
    COMPARE: "compare",
    AGREEMENT: "agreement",
    REVIEW: "review",
    RELATIONS: "relations",
}

_EVENTS_AT_ONCE: Final = 20_000
"""Of so many events one is listed and explained without a wait that anybody would notice."""


class Workspace(QStackedWidget):
    """Show a document in panels and hand what the user chooses back to it.

    Signals
    -------
    door_opened
        A number was clicked: its events are selected and should be on show.
    prediction_requested : int
        A number of another prediction was clicked.
    repair_requested : str, str, str
        Another repair was chosen: path and role of the source, and the repair.
    message_requested : str
        A page tells what it did.
    warning_requested : str
        A page tells what went wrong.
    """

    door_opened = Signal()
    prediction_requested = Signal(int)
    repair_requested = Signal(str, str, str)
    message_requested = Signal(str)
    warning_requested = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.filters = FilterColumn(document, self)
        self.events, self.context, self.details = EventsPanel(), ContextPanel(), DetailsPanel()
        self.review, self.chips = ReviewPart(), ChipRow()
        self._view_name = EVENTS_VIEW
        for key in ("system", "run"):  # one prediction is on show at a time
            self.events.columns.set_usual(key, False)
        self._event_timer = QTimer(self, singleShot=True, interval=0)
        self._build_ui()
        self._connect()
        self.pages = Pages(document, self)
        self._page_wiring = PageWiring(self, document)

    def show_view(self, name: str) -> None:
        """Turn to the events or to one of the pages."""
        page = _PAGES.get(name)
        self.setCurrentWidget(getattr(self.pages, page) if page else self.arrangement)
        self._view_name = name if page else EVENTS_VIEW

    @property
    def view_name(self) -> str:
        """The view on show."""
        return self._view_name

    @property
    def main_part(self) -> QWidget:
        """What the view on show is about, and what gets the focus with it."""
        page, relations = self.currentWidget(), self.pages.relations_on_show
        if relations is not None:
            return relations.table
        return self.table if page is None or page is self.arrangement else page

    @property
    def table(self) -> EventsPanel:
        """The table on show: the events, or while two predictions are compared, the events of both."""
        return self.comparison.table

    @property
    def overview(self) -> "OverviewPanel":
        """The overview; it is made when it is first asked for."""
        return self.pages.overview

    @property
    def consistency(self) -> "ConsistencyPanel":
        """The consistency of an annotation; it is made when it is first asked for."""
        return self.pages.consistency

    @property
    def repair(self) -> "RepairPanel":
        """The repairs of a source; made when they are first asked for."""
        return self.pages.repair

    @property
    def diagnosis(self) -> "DiagnosisPanel":
        """The diagnosis of all systems; made when it is first asked for."""
        return self.pages.diagnosis

    @property
    def compare(self) -> "ComparePanel":
        """Systems in pairs; made when it is first asked for."""
        return self.pages.compare

    @property
    def agreement(self) -> "AgreementPanel":
        """The agreement of annotators; made when it is first asked for."""
        return self.pages.agreement

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self.events.shutdown()
        self.comparison.shutdown()
        self.details.shutdown()
        self.filters.shutdown()
        self.pages.shutdown()

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

    def open_door(self, query: str) -> None:
        """Select exactly the events that a number counts."""
        self.comparison.await_door()
        self._document.select_query(query)
        self.door_opened.emit()

    def add_query(self, query: str) -> None:
        """Narrow the selection by a query."""
        self._document.select_query(query, is_added=True)

    def go_to_event(self, event: int) -> None:
        """Choose an event; where the filter leaves it out, it is shown all the same."""
        if not self.table.select_event(event):
            self._document.choose_event(event)

    def select_next(self) -> None:
        """Go to the next row of the table on show."""
        (self.pages.relations_on_show or self.table).select_next()

    def select_previous(self) -> None:
        """Go to the previous row of the table on show."""
        (self.pages.relations_on_show or self.table).select_previous()

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
        self.open_door("kind:fp")

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
        self.comparison = ComparisonWiring(self, self._document, self._tables)

    def _connect(self) -> None:
        document = self._document
        document.study_changed.connect(self._on_study_changed)
        document.events_changed.connect(self._on_events_changed)
        document.counts_changed.connect(self._on_counts_changed)
        document.event_changed.connect(self._event_timer.start)
        for changed in (document.compared_changed, document.rows_changed):
            changed.connect(self._paint_rows_first)
        self._event_timer.timeout.connect(self._on_event_due)
        self.events.event_activated.connect(document.choose_event)
        self.events.query_added.connect(self.add_query)
        self.events.surface_requested.connect(self.add_query)
        self.events.grouping_changed.connect(self.chips.set_grouped)
        self.events.view.activated.connect(self.context.toggle_document)
        self.arrangement.narrowed.connect(self.events.set_narrow)
        self.arrangement.details_moved.connect(self.chips.set_narrow)
        self.arrangement.details_moved.connect(self.review.set_one_row)
        self.arrangement.filters_resized.connect(self.filters.fit)
        self.context.previous_requested.connect(self.select_previous)
        self.context.next_requested.connect(self.select_next)
        self.context.event_requested.connect(self.go_to_event)
        self.details.surface_requested.connect(self._on_surface_requested)
        self.details.event_requested.connect(self.go_to_event)
        self.details.query_requested.connect(self.open_door)
        self.details.other_query_requested.connect(self._open_door_of_b)
        self.chips.focus_left.connect(lambda: self.table.setFocus())
        self.chips.removed.connect(self._on_chip_removed)
        self.chips.cleared.connect(self._on_cleared)
        self.chips.copy_requested.connect(self.copy_query)
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
        study, event = self._document.study, self._document.chosen_event
        self.context.show_event(event)
        self.details.show_event(study, event, self.comparison.row_on_show)

    def _on_chip_removed(self, place: int) -> None:
        selection = self._document.selection
        self._document.select(selection.without(selection.terms[place]))

    def _on_cleared(self) -> None:
        self._document.select(Selection())

    def _open_door_of_b(self, query: str) -> None:
        """Let B be A, whose events filters ask, and select exactly those that a number of B counts."""
        self._document.exchange()
        self.open_door(query)

    def _on_surface_requested(self, surface: str) -> None:
        self.open_door(query_text(Term("surface", (surface,))))
