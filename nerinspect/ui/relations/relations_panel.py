"""The page of relations: filters, relation events, the sentence with its arcs, and what is said of one event."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.analysis.relation_pairing import RELATION_KINDS
from nerinspect.corpus.arrays import IntArray
from nerinspect.query.labels import term_label
from nerinspect.query.selection import Selection
from nerinspect.ui.arrangement import Arrangement
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.document import ABOUT_DECISIONS, Document
from nerinspect.ui.emptiness import explain_no_match
from nerinspect.ui.relations.relation_context import RelationContext
from nerinspect.ui.relations.relation_counting import RelationCounting
from nerinspect.ui.relations.relation_details import RelationDetails
from nerinspect.ui.relations.relation_filters import RelationFilters
from nerinspect.ui.relations.relation_hint import ONLY_RELATION_ERRORS, RelationHint, with_relation_errors
from nerinspect.ui.relations.relation_listing import RelationListing
from nerinspect.ui.relations.relation_review import RelationReview
from nerinspect.ui.relations.relation_status import relation_pieces
from nerinspect.ui.relations.relation_table import RelationTable
from nerinspect.ui.widgets.chip_row import ChipRow
from nerinspect.ui.widgets.door_label import Piece


class RelationsPanel(QWidget):
    """Show the relation events of a document under its one selection.

    Attributes
    ----------
    filters : RelationFilters
        Counts that pick, and how relations are matched.
    table : RelationTable
        The relation events that are kept.
    context : RelationContext
        The sentence of the one that is looked at.
    details : RelationDetails
        What is said of it.
    review : RelationReview
        What is decided about the one that is looked at.
    arrangement : Arrangement
        How the parts lie beside each other.

    Signals
    -------
    listed
        Other relation events are on show.
    choice_requested : RelationChoice
        Relations are to be matched in another way.
    mention_event_requested : int
        A mention event is to be looked at.
    message_requested, warning_requested : str
        Something is to be said.
    """

    listed = Signal()
    choice_requested = Signal(object)
    mention_event_requested = Signal(int)
    message_requested = Signal(str)
    warning_requested = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relations_panel")
        self.setAccessibleName("Relations")
        self._document = document
        self.chips, self.hint, self.table = ChipRow(rows="relation events"), RelationHint(), RelationTable()
        self.review = RelationReview()
        self._listing, self._counting = RelationListing(document, self), RelationCounting(self)
        self._event_timer = QTimer(self, singleShot=True, interval=0)
        self._build_ui()
        self._connect()

    @property
    def regions(self) -> list[QWidget]:
        """The parts that can have the focus, in its order."""
        chips = [self.chips] if self.chips.texts else []
        parts = [self.table.view, self.context.view, self.review, self.details]
        return [*chips, *parts, self.filters]

    @property
    def chosen_event(self) -> int | None:
        """The relation event that is looked at."""
        return self._listing.chosen_event

    @property
    def sums(self) -> list[Piece]:
        """How right the relations of the prediction on show are, and how they add up."""
        found = self._listing.found
        return [] if found is None else relation_pieces(found.wanted.study, found.wanted.prediction)

    def select_next(self) -> None:
        """Go to the next relation event."""
        self.table.select_next()

    def select_previous(self) -> None:
        """Go to the previous relation event."""
        self.table.select_previous()

    def toggle_kind(self, place: int) -> None:
        """Add a relation kind to those picked or take it away, by its place in `RELATION_KINDS`."""
        self._document.select(self._document.selection.toggle("relkind", RELATION_KINDS[place]))

    def show_only_errors(self) -> None:
        """Keep every relation event that is not correct."""
        self._document.select(ONLY_RELATION_ERRORS)

    def go_to_event(self, event: int) -> None:
        """Look at a relation event; where the filter leaves it out, it is shown all the same."""
        if not self.table.select_event(event):
            self._listing.choose_event(event)

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self.table.shutdown()
        self.details.shutdown()
        self._listing.shutdown()
        self._counting.shutdown()

    def _build_ui(self) -> None:
        centre = QWidget()
        rows = QVBoxLayout(centre)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        for part in (self.chips, self.hint):
            rows.addWidget(part)
        rows.addWidget(self.table, 1)
        self.context, self.details = RelationContext(), RelationDetails()
        self.filters = RelationFilters()
        self.arrangement = Arrangement([self.filters], centre, self.context, self.details, self.review)
        self.arrangement.setObjectName("relation_arrangement")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.arrangement)

    def _connect(self) -> None:
        document, listing = self._document, self._listing
        listing.listed.connect(self._on_listed)
        self._counting.counted.connect(self.filters.show_counts)
        self.filters.selection_requested.connect(document.select)
        self.filters.choice_requested.connect(self.choice_requested)
        self.filters.prediction_requested.connect(self._on_prediction_requested)
        listing.event_changed.connect(self._event_timer.start)
        self._event_timer.timeout.connect(self._show_event)
        self.table.event_activated.connect(self._on_activated)
        self.table.query_added.connect(self._add_query)
        self.table.view.selectionModel().selectionChanged.connect(lambda *_: self._show_decision())
        self.hint.errors_requested.connect(lambda: document.select(with_relation_errors(document.selection)))
        self.context.previous_requested.connect(self.select_previous)
        self.context.next_requested.connect(self.select_next)
        self.context.event_requested.connect(self.go_to_event)
        self.details.event_requested.connect(self.go_to_event)
        self.details.query_requested.connect(document.select_query)
        self.details.mention_event_requested.connect(self.mention_event_requested)
        self.table.view.activated.connect(self.context.view.toggle_document)
        self.chips.focus_left.connect(self.table.setFocus)
        self.chips.removed.connect(self._on_chip_removed)
        self.chips.cleared.connect(lambda: document.select(Selection()))
        self.chips.copy_requested.connect(lambda: copy_text(document.query))
        self.review.decided.connect(self._on_decided)
        self.review.undecided_requested.connect(self.table.next_undecided)
        self.arrangement.narrowed.connect(self.table.set_narrow)
        self.arrangement.details_moved.connect(self.chips.set_narrow)
        self.arrangement.details_moved.connect(self.review.set_one_row)

    def _add_query(self, query: str) -> None:
        self._document.select_query(query, is_added=True)

    def _on_chip_removed(self, place: int) -> None:
        selection = self._document.selection
        self._document.select(selection.without(selection.terms[place]))

    def _on_prediction_requested(self, prediction: int, selection: Selection) -> None:
        self._document.select(selection)
        self._document.show_prediction(prediction)

    def _on_activated(self, event: int) -> None:
        """Look at an event of what is wanted; rows may be of files that are closed."""
        if self._listing.is_current:
            self._listing.choose_event(event)

    def _on_listed(self) -> None:
        found = self._listing.found
        assert found is not None, "it was just listed"
        study, selection = found.wanted.study, found.wanted.selection
        self.chips.show_terms([term_label(term, study) for term in selection.terms])
        self.chips.show_count(found.n_kept, len(found.kept))
        self.hint.show_selection(selection)
        self.filters.speak(study.wording)
        self._counting.count(found.wanted)
        self._explain_emptiness()
        cells = self.table.view.events.cells
        if cells is None or cells.study is not study:
            self.table.show_events(study, self._kept())
            self.context.show_study(study)
        else:
            self.table.set_mask(found.kept, found.first)
        self._return_to(self._listing.chosen_event)
        self.review.show_shown(study, self._kept())
        self._event_timer.start()
        self.listed.emit()

    def _kept(self) -> IntArray:
        """Give the numbers of the relation events that are kept."""
        found = self._listing.found
        assert found is not None, "something was listed"
        events: IntArray = (found.kept.nonzero()[0] + found.first).astype("int32")
        return events

    def _return_to(self, event: int | None) -> None:
        """Stay at the event that is looked at; where it is no longer listed, go to the nearest one behind it."""
        if event is not None and self.table.select_event(event):
            self._listing.choose_event(event)
            return
        listed = self._kept()
        behind = listed[listed > event] if event is not None else listed
        nearest = behind[:1] if len(behind) else listed[-1:]
        if event is None:
            self.table.select_next()
        elif len(nearest):
            self.table.select_event(int(nearest[0]))
        self._listing.choose_event(self.table.current_event())

    def _explain_emptiness(self) -> None:
        """Say why no relation event is listed, and what would bring some."""
        found, document = self._listing.found, self._document
        if found is None or found.n_kept:
            return
        if not found.wanted.study.predictions:
            self.table.set_empty_message("There is no prediction: open one with relations to see relation events.")
        elif not len(found.kept):
            self.table.set_empty_message("Neither the reference nor this prediction has a relation.")
        else:
            explain_no_match(self.table, document, "relation event", found.relaxation)

    def _show_event(self) -> None:
        """Show the event that is looked at; after the table is painted."""
        found = self._listing.found
        study = found.wanted.study if found is not None else None
        self.context.show_event(self._listing.chosen_event)
        self.details.show_event(study, self._listing.chosen_event)
        self._show_decision()

    def _show_decision(self) -> None:
        """Show what was decided about the event that is looked at, or is to be about all that are selected."""
        found = self._listing.found
        study = found.wanted.study if found is not None else None
        self.review.show_event(study, self._listing.chosen_event, self.table.selected_events().tolist())

    def _on_decided(self, events: list[int]) -> None:
        """Show other verdicts in the rows and count them; a filter that asks for them is applied again."""
        self.table.repaint_events(events)
        if self._document.selection.filter.fields & ABOUT_DECISIONS:
            self._listing.look_again()
        elif (found := self._listing.found) is not None:
            self._counting.count(found.wanted)

    def showEvent(self, event: QShowEvent) -> None:
        """Look at what the document looks at from now on."""
        super().showEvent(event)
        self._listing.set_followed(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Let changes wait until the page is looked at again."""
        super().hideEvent(event)
        self._listing.set_followed(False)
