"""The panels around one document, wired to it: filters, events, context, details, and the pages beside them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from nerinspect.query.filters import Term
from nerinspect.query.labels import term_label
from nerinspect.query.selection import Selection
from nerinspect.query.writer import query_text
from nerinspect.ui.arrangement import Arrangement
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.document import Document
from nerinspect.ui.filter_column import FilterColumn
from nerinspect.ui.jobs import PAINTED_MS
from nerinspect.ui.pages import Pages
from nerinspect.ui.panels.context_panel import ContextPanel
from nerinspect.ui.panels.details_panel import DetailsPanel
from nerinspect.ui.panels.events_panel import EventsPanel
from nerinspect.ui.toolbar import CONSISTENCY, DIAGNOSIS, EVENTS_VIEW, OVERVIEW, REPAIR
from nerinspect.ui.widgets.chip_row import ChipRow

if TYPE_CHECKING:
    from nerinspect.ui.consistency.consistency_panel import ConsistencyPanel
    from nerinspect.ui.diagnosis.diagnosis_panel import DiagnosisPanel
    from nerinspect.ui.overview.overview_panel import OverviewPanel
    from nerinspect.ui.repair.repair_panel import RepairPanel

_PAGES = {OVERVIEW: "overview", CONSISTENCY: "consistency", REPAIR: "repair", DIAGNOSIS: "diagnosis"}


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
        self.chips = ChipRow()
        self._view_name = EVENTS_VIEW
        for key in ("system", "run"):  # one prediction is on show at a time
            self.events.columns.set_usual(key, False)
        self._event_timer = QTimer(self, singleShot=True, interval=0)
        self._build_ui()
        self._connect()
        self.pages = Pages(document, self)
        self._connect_pages()

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
        page = self.currentWidget()
        return self.events if page is None or page is self.arrangement else page

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

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self.events.shutdown()
        self.details.shutdown()
        self.filters.shutdown()
        self.pages.shutdown()

    @property
    def regions(self) -> list[QWidget]:
        """The parts that can have the focus, in its order."""
        chips = [self.chips] if self.chips.texts else []
        return [*chips, self.events.view, self.context.view, self.details, *self.pages.regions, *self.filters.panels]

    def remove_last_chip(self) -> None:
        """Take back the term added last."""
        if terms := self._document.selection.terms:
            self._document.select(self._document.selection.without(terms[-1]))

    def copy_query(self) -> None:
        """Put the selection on the clipboard as a query."""
        copy_text(self._document.query)

    def open_door(self, query: str) -> None:
        """Select exactly the events that a number counts."""
        self._document.select_query(query)
        self.door_opened.emit()

    def add_query(self, query: str) -> None:
        """Narrow the selection by a query."""
        self._document.select_query(query, is_added=True)

    def go_to_event(self, event: int) -> None:
        """Choose an event; where the filter leaves it out, it is shown all the same."""
        if not self.events.select_event(event):
            self._document.choose_event(event)

    def show_same_surface(self) -> None:
        """Select all events with the surface of the chosen one."""
        if surface := self._document.surface():
            self._on_surface_requested(surface)

    def _build_ui(self) -> None:
        table = QWidget()
        rows = QVBoxLayout(table)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.chips)
        rows.addWidget(self.events, 1)
        self.arrangement = Arrangement(self.filters.panels, table, self.context, self.details)
        self.addWidget(self.arrangement)

    def _on_place_opened(self, sentence: int, start: int, end: int) -> None:
        """Go to the event at a place; say so where there is none."""
        from nerinspect.ui.consistency.place_context import event_at

        study = self._document.study
        assert study is not None, "a place of it was chosen"
        event = event_at(study, self._document.prediction, sentence, start, end) if study.predictions else None
        if event is None:
            self.message_requested.emit(
                "No event stands there: neither side marks it."
                if study.predictions
                else "There is no prediction: open one with this reference to see events."
            )
            return
        self.go_to_event(event)
        self.door_opened.emit()

    def _connect_pages(self) -> None:
        pages = self.pages
        pages.query_requested.connect(self.open_door)
        pages.prediction_requested.connect(self._document.show_prediction)
        pages.prediction_requested.connect(self.prediction_requested)
        pages.place_opened.connect(self._on_place_opened)
        pages.repair_requested.connect(self.repair_requested)
        pages.message_requested.connect(self.message_requested)
        pages.warning_requested.connect(self.warning_requested)

    def _connect(self) -> None:
        document = self._document
        document.study_changed.connect(self._on_study_changed)
        document.events_changed.connect(self._on_events_changed)
        document.counts_changed.connect(self._on_counts_changed)
        document.event_changed.connect(self._event_timer.start)
        self._event_timer.timeout.connect(self._show_event)
        self.events.event_activated.connect(document.choose_event)
        self.events.query_added.connect(self.add_query)
        self.events.surface_requested.connect(self.add_query)
        self.events.grouping_changed.connect(self.chips.set_grouped)
        self.events.view.activated.connect(self.context.toggle_document)
        self.arrangement.narrowed.connect(self.events.set_narrow)
        self.arrangement.details_moved.connect(self.chips.set_narrow)
        self.arrangement.filters_resized.connect(self.filters.fit)
        self.context.previous_requested.connect(self.events.select_previous)
        self.context.next_requested.connect(self.events.select_next)
        self.context.event_requested.connect(self.go_to_event)
        self.details.surface_requested.connect(self._on_surface_requested)
        self.details.event_requested.connect(self.go_to_event)
        self.details.query_requested.connect(self.open_door)
        self.chips.focus_left.connect(self.events.setFocus)
        self.chips.removed.connect(self._on_chip_removed)
        self.chips.cleared.connect(self._on_cleared)
        self.chips.copy_requested.connect(self.copy_query)
        self.chips.grouping_chosen.connect(self.events.set_grouped)

    def _on_study_changed(self) -> None:
        study = self._document.study
        assert study is not None, "a study was just opened"
        self._event_timer.setInterval(PAINTED_MS if self.isVisible() else 0)
        self.context.show_study(study)
        self.details.show_event(study, None)
        self.events.show_events(study, self._document.all_events())

    def _on_events_changed(self) -> None:
        document, selection = self._document, self._document.selection
        self.chips.show_terms([term_label(term, document.study) for term in selection.terms])
        self.chips.show_count(document.n_kept, document.n_events)
        if not document.n_kept:
            self._explain_emptiness()
        self.events.set_mask(document.kept, document.first_event)
        if self.events.current_event() is None:
            self._go_near(document.chosen_event)
        document.choose_event(self.events.current_event())

    def _on_counts_changed(self) -> None:
        """Name the same buckets everywhere."""
        self.context.n_buckets = self._document.bucketed.n_wanted
        self.details.set_number_of_buckets(self.context.n_buckets)

    def _go_near(self, event: int | None) -> None:
        """Go to the listed event nearest to one that is listed no more; to the first if there was none."""
        nearest = None if event is None else self._document.nearest_kept(event)
        if nearest is None or not self.events.select_event(nearest):
            self.events.select_next()

    def _explain_emptiness(self) -> None:
        """Say why no event is listed, and what would bring some back."""
        document, n_terms = self._document, len(self._document.selection.terms)
        if document.study is not None and not document.study.predictions:
            self.events.set_empty_message("There is no prediction: open one with this reference to see events.")
            return
        if not document.n_events:
            self.events.set_empty_message("Neither side has a mention.")
            return
        said = f"No event matches {'this term' if n_terms == 1 else f'these {n_terms} terms'}."
        if (best := document.widest_relaxation()) is None:
            self.events.set_empty_message(said, "Clear all", self._on_cleared)
            return
        term, n_events = best
        label = term_label(term, document.study)
        said += f" Without {label if label.startswith('“') else f'“{label}”'} there would be {n_events:,}."
        self.events.set_empty_message(said, "Remove it", lambda: document.select(document.selection.without(term)))

    def _show_event(self) -> None:
        """Show the chosen event; after the table is painted, and but once where keys come faster than that."""
        self._event_timer.setInterval(0)  # only a study that was just opened has a whole window to paint
        study, event = self._document.study, self._document.chosen_event
        self.context.show_event(event)
        self.details.show_event(study, event)

    def _on_chip_removed(self, place: int) -> None:
        selection = self._document.selection
        self._document.select(selection.without(selection.terms[place]))

    def _on_cleared(self) -> None:
        self._document.select(Selection())

    def _on_surface_requested(self, surface: str) -> None:
        self.open_door(query_text(Term("surface", (surface,))))
