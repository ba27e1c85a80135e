"""The panels around one document, wired to it: filters, events, context, details, scores."""

from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from nerinspect.analysis.events import KINDS
from nerinspect.query.filters import Term
from nerinspect.query.labels import term_label
from nerinspect.query.selection import Selection
from nerinspect.query.writer import query_text
from nerinspect.ui.arrangement import Arrangement
from nerinspect.ui.document import Document
from nerinspect.ui.panels.context_panel import ContextPanel
from nerinspect.ui.panels.details_panel import DetailsPanel
from nerinspect.ui.panels.events_panel import EventsPanel
from nerinspect.ui.panels.kinds_panel import KindsPanel
from nerinspect.ui.panels.scores_panel import ScoresPanel
from nerinspect.ui.panels.types_panel import TypesPanel
from nerinspect.ui.toolbar import EVENTS_VIEW, OVERVIEW
from nerinspect.ui.widgets.chip_row import ChipRow


class Workspace(QStackedWidget):
    """Show a document in panels and hand what the user chooses back to it.

    Signals
    -------
    door_opened
        A number was clicked: its events are selected and should be on show.
    """

    door_opened = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.kinds, self.events, self.context = KindsPanel(), EventsPanel(), ContextPanel()
        self.types = TypesPanel()
        self.details, self.scores, self.chips = DetailsPanel(), ScoresPanel(), ChipRow()
        self.events.set_column_shown("system", False)  # one prediction is on show at a time
        self._build_ui()
        self._connect()

    def show_view(self, name: str) -> None:
        """Turn to the events or to the overview."""
        self.setCurrentIndex(0 if name == EVENTS_VIEW else 1)

    @property
    def view_name(self) -> str:
        """The view on show."""
        return EVENTS_VIEW if self.currentIndex() == 0 else OVERVIEW

    def toggle_kind(self, kind: str) -> None:
        """Add a kind to those picked or take it away."""
        self._document.select(self._document.selection.toggle("kind", kind))

    def remove_last_chip(self) -> None:
        """Take back the term added last."""
        if terms := self._document.selection.terms:
            self._document.select(self._document.selection.without(terms[-1]))

    def copy_query(self) -> None:
        """Put the selection on the clipboard as a query."""
        QGuiApplication.clipboard().setText(self._document.query)

    def _build_ui(self) -> None:
        self.kinds.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        table = QWidget()
        rows = QVBoxLayout(table)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.chips)
        rows.addWidget(self.events, 1)
        self.types.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.arrangement = Arrangement([self.kinds, self.types], table, self.context, self.details)
        self.addWidget(self.arrangement)
        self.addWidget(self.scores)

    def _connect(self) -> None:
        document = self._document
        document.study_changed.connect(self._on_study_changed)
        document.prediction_changed.connect(self._show_scores)
        document.events_changed.connect(self._on_events_changed)
        document.event_changed.connect(self._on_event_changed)
        self.kinds.kind_picked.connect(self._on_kind_picked)
        self.kinds.kind_toggled.connect(self.toggle_kind)
        self.types.cell_picked.connect(self._on_cell_picked)
        self.types.row_picked.connect(partial(self._on_type_picked, "ref"))
        self.types.column_picked.connect(partial(self._on_type_picked, "pred"))
        self.types.with_correct_changed.connect(document.count_correct)
        self.events.event_activated.connect(document.choose_event)
        self.context.previous_requested.connect(self.events.select_previous)
        self.context.next_requested.connect(self.events.select_next)
        self.details.surface_requested.connect(self._on_surface_requested)
        self.scores.query_requested.connect(self._on_door_opened)
        self.chips.removed.connect(self._on_chip_removed)
        self.chips.cleared.connect(self._on_cleared)
        self.chips.copy_requested.connect(self.copy_query)

    def _on_study_changed(self) -> None:
        study = self._document.study
        assert study is not None, "a study was just opened"
        self.context.show_study(study)
        self.details.show_event(study, None)
        self.events.show_events(study, self._document.all_events())
        QTimer.singleShot(0, self, self._show_scores)  # in a turn of its own, so that neither is a wait

    def _show_scores(self) -> None:
        document = self._document
        tally, sums = document.tally(), document.sums()
        if document.study is not None and tally is not None and sums is not None:
            shown = document.study.predictions[document.prediction]
            self.scores.show_scores(tally, sums, shown.system if shown.run == 1 else f"{shown.system}, run {shown.run}")

    def _on_events_changed(self) -> None:
        document, selection = self._document, self._document.selection
        picked = [str(kind) for kind in selection.picked("kind")]
        self.kinds.show_counts(document.counts, set(picked))
        n_picked = sum(int(document.counts[KINDS.index(kind)]) for kind in picked)
        self.kinds.set_summary(f"{n_picked:,} picked" if picked else "")
        assert document.study is not None, "only events of a study are filtered"
        reference, predicted, either = (_picked_types(selection, field) for field in ("ref", "pred", "type"))
        named = [name for name in either if name is not None]
        self.types.show_matrix(document.study.types, document.matrix, reference, predicted, named)
        self.chips.show_terms([term_label(term) for term in selection.terms])
        self.chips.show_count(len(document.order), document.n_events)
        self.events.set_empty_message(self._empty_message())
        self.events.set_order(document.order)
        if self.events.current_event() is None:
            self.events.select_next()
        document.choose_event(self.events.current_event())

    def _empty_message(self) -> str:
        n_terms = len(self._document.selection.terms)
        if self._document.study is not None and not self._document.study.predictions:
            return "There is no prediction: open one with this reference to see events."
        if not n_terms:
            return "Neither side has a mention."
        return f"No event matches {'this term' if n_terms == 1 else f'these {n_terms} terms'}."

    def _on_event_changed(self) -> None:
        study, event = self._document.study, self._document.chosen_event
        self.context.show_event(event)
        self.details.show_event(study, event, *self._document.same_surface())

    def _on_kind_picked(self, kind: str) -> None:
        self._document.select(self._document.selection.pick("kind", kind))

    def _on_cell_picked(self, reference: str | None, predicted: str | None, is_added: bool) -> None:
        selection = self._document.selection
        if is_added:
            self._document.select(selection.toggle("ref", reference).toggle("pred", predicted))
        else:
            self._document.select(selection.pick_cell(reference, predicted, self._document.counts_correct))

    def _on_type_picked(self, field: str, type_name: str | None, is_added: bool) -> None:
        selection = self._document.selection
        self._document.select((selection.toggle if is_added else selection.pick)(field, type_name))

    def _on_chip_removed(self, place: int) -> None:
        selection = self._document.selection
        self._document.select(selection.without(selection.terms[place]))

    def _on_cleared(self) -> None:
        self._document.select(Selection())

    def _on_surface_requested(self, surface: str) -> None:
        self._on_door_opened(query_text(Term("surface", (surface,))))

    def _on_door_opened(self, query: str) -> None:
        self._document.select_query(query)
        self.door_opened.emit()


def _picked_types(selection: Selection, field: str) -> list[str | None]:
    """Name the types a field picks; None for no mention."""
    return [None if value is None else str(value) for value in selection.picked(field)]
