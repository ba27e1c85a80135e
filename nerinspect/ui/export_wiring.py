"""What a window writes and copies: the events on show to a file, rows to the clipboard."""

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from nerinspect.analysis.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.io.review_origin import ReviewOrigin
from nerinspect.ui.dialogs.event_list import EventList
from nerinspect.ui.exporting import file_columns
from nerinspect.ui.jobs import JobRunner

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow
    from nerinspect.ui.relations.relation_export import RelationExport
    from nerinspect.ui.relations.relations_panel import RelationsPanel

_COPIED_AT_ONCE: Final = 500
"""So many rows are copied without a word."""

_EVENTS_AT_ONCE: Final = 20_000
"""Rows of so many events are gathered without a wait that anybody would notice."""


class ExportWiring(QObject):
    """Connects the events of a window with what writes and copies them."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._relations: RelationExport | None = None
        self._gathering = JobRunner(self)
        self._gathering.succeeded.connect(self._on_gathered)
        window.closing.connect(self.shutdown)
        window.workspace.events.rows_copied.connect(self._on_rows_copied)
        window.workspace.events.rows_refused.connect(self._on_rows_refused)

    def ask(self) -> None:
        """Ask what to export of the events on show, and write it."""
        window, document, events = self._window, self._window.document, self._window.workspace.table
        if document.study is None or document.request is None:
            return
        if (page := window.workspace.pages.relations_on_show) is not None:
            self._ask_about_relations(page, document.request)
        elif not events.view.model().rowCount():
            window.message.tell("There is no event on screen to export.")
        elif window.workspace.comparison.is_on:
            self._ask_about_rows(document.study, document.request)
        else:
            is_reviewed = window.reviews.reviewing.file is not None
            selected, columns = events.selected_events().copy(), file_columns(events.shown_columns(), is_reviewed)
            shown = document.study, document.request, events.order().copy(), document.export_query
            self._ask_about(EventList(*shown, events.sorting_text(), selected, columns))

    def _ask_about_rows(self, study: Study, request: LoadRequest) -> None:
        """Ask about the events of A and B; those of many rows are gathered in the background."""
        from nerinspect.ui.comparison.row_export import events_to_export  # there is a comparison

        panel = self._window.workspace.comparison.comparing.panel
        if (rows := panel.rows_on_show()) is None:
            return
        columns = file_columns(panel.shown_columns())
        work = partial(events_to_export, request, rows, panel.sorting_text(), columns)
        if len(study.events) > _EVENTS_AT_ONCE:
            self._gathering.start(lambda checkpoint: work())
        else:
            self._ask_about(work())

    def _ask_about(self, events: EventList) -> None:
        """Ask about events; while a review is open, with what was decided about them."""
        if self._is_busy():
            return
        if review := self._review(events.request):
            events = events.of_review(review)
        self._window.exporter.ask(events)

    def _ask_about_relations(self, page: "RelationsPanel", request: LoadRequest) -> None:
        """Ask about relation events, which another dialog does."""
        if self._is_busy():
            return
        if self._relations is None:
            from nerinspect.ui.relations.relation_export import RelationExport  # few files have relations

            self._relations = RelationExport(self._window)
        self._relations.ask(page, self._review(request))

    def _is_busy(self) -> bool:
        """Say so while decisions are being read or saved; tell whether they are."""
        reviewing = self._window.reviews.reviewing
        if reviewing.is_reading or reviewing.is_deciding:
            done = "read" if reviewing.is_reading else "saved"
            self._window.message.say(f"Decisions are being {done}; export once they are there.", is_passing=True)
            return True
        return False

    def _review(self, request: LoadRequest) -> ReviewOrigin | None:
        """Name the review that is open, if one is."""
        reviewing = self._window.reviews.reviewing
        if reviewing.file is None:
            return None
        from nerinspect.io.absolute_request import lasting_request  # not needed before there is a review
        from nerinspect.review.opening import request_of

        is_whole = request_of(reviewing.file) == lasting_request(request)
        return ReviewOrigin(reviewing.path, tuple(one.event.event for one in reviewing.lost), is_whole)

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._gathering.shutdown()

    def _on_gathered(self, events: object) -> None:
        assert isinstance(events, EventList), "what the work returns"
        if events.study is self._window.document.study:
            self._ask_about(events)

    def _on_rows_copied(self, n_rows: int) -> None:
        """Tell that rows are on the clipboard, where that took a while."""
        if n_rows > _COPIED_AT_ONCE:
            self._window.message.tell(f"{n_rows:,} rows are copied.")

    def _on_rows_refused(self, n_rows: int) -> None:
        """Offer a file for rows that are too many for a clipboard."""
        said = f"That is {n_rows:,} rows; export them instead."
        self._window.message.say(said, [("Export…", self.ask)], is_passing=True)
