"""The page of relations: filters, relation events, the sentence with its arcs, and what is said of one event."""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.analysis.relation_pairing import RELATION_KINDS
from nerinspect.query.selection import Selection
from nerinspect.ui.arrangement import Arrangement
from nerinspect.ui.document import ABOUT_DECISIONS, Document
from nerinspect.ui.relations.relation_context import RelationContext
from nerinspect.ui.relations.relation_counting import RelationCounting
from nerinspect.ui.relations.relation_details import RelationDetails
from nerinspect.ui.relations.relation_filters import RelationFilters
from nerinspect.ui.relations.relation_hint import ONLY_RELATION_ERRORS
from nerinspect.ui.relations.relation_listing import RelationListing
from nerinspect.ui.relations.relation_review import RelationReview
from nerinspect.ui.relations.relation_rows import RelationRows
from nerinspect.ui.relations.relation_status import relation_pieces
from nerinspect.ui.widgets.door_label import Piece


class RelationsPanel(QWidget):
    """Show the relation events of a document under its one selection.

    Attributes
    ----------
    filters : RelationFilters
        Counts that pick, and how relations are matched.
    chips : ChipRow
        The terms of the selection.
    hint : RelationHint
        What a term about mentions means for relations.
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
    """

    listed = Signal()
    choice_requested = Signal(object)
    mention_event_requested = Signal(int)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relations_panel")
        self.setAccessibleName("Relations")
        self._document = document
        self._rows = RelationRows(document)
        self.chips, self.hint, self.table = self._rows.chips, self._rows.hint, self._rows.table
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
        self.context, self.details = RelationContext(), RelationDetails()
        self.filters = RelationFilters()
        self.arrangement = Arrangement([self.filters], self._rows, self.context, self.details, self.review)
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
        listing.event_changed.connect(self._show_decision)  # at once: the next key may be a verdict
        listing.event_changed.connect(self._event_timer.start)
        self._event_timer.timeout.connect(self._show_event)
        self.table.event_activated.connect(self._on_activated)
        self.table.view.selectionModel().selectionChanged.connect(lambda *_: self._show_decision())
        self.context.previous_requested.connect(self.select_previous)
        self.context.next_requested.connect(self.select_next)
        self.context.event_requested.connect(self.go_to_event)
        self.details.event_requested.connect(self.go_to_event)
        self.details.query_requested.connect(document.select_query)
        self.details.mention_event_requested.connect(self.mention_event_requested)
        self.table.view.activated.connect(self.context.view.toggle_document)
        self.review.decided.connect(self._on_decided)
        self.review.undecided_requested.connect(self.table.next_undecided)
        self.review.verdict_given.connect(self.table.go_on)
        self.arrangement.narrowed.connect(self.table.set_narrow)
        self.arrangement.details_moved.connect(self.chips.set_narrow)
        self.arrangement.details_moved.connect(self.review.set_one_row)

    def _on_prediction_requested(self, prediction: int, selection: Selection) -> None:
        self._document.select(selection)
        self._document.show_prediction(prediction)

    def _on_activated(self, event: int) -> None:
        """Look at an event of what is wanted; rows may be of files that are closed."""
        if self._listing.is_current:
            self._listing.choose_event(event)

    def _on_listed(self) -> None:
        found, cells = self._listing.found, self.table.view.events.cells
        assert found is not None, "it was just listed"
        study = found.wanted.study
        if cells is None or cells.study is not study:
            self.context.show_study(study)
            self.filters.speak(study.wording)
        self._listing.choose_event(self._rows.show_found(found, self._listing.chosen_event))
        self._counting.count(found.wanted)
        self.review.show_shown(study, found.events)
        self._show_decision()
        self._event_timer.start()
        self.listed.emit()

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
