"""The panels around one document, wired to it: filters, events, context, details, scores."""

from collections.abc import Sequence
from functools import partial
from typing import overload

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from nerinspect.analysis.events import KINDS, SHAPES
from nerinspect.corpus.arrays import AnyIntArray
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
from nerinspect.ui.panels.values_panel import ValuesPanel
from nerinspect.ui.toolbar import EVENTS_VIEW, OVERVIEW
from nerinspect.ui.widgets.chip_row import ChipRow

_SCORES_LATER_MS = 30
"""Scores of a new study wait until its events are painted, so that neither makes the other late."""


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
        self.types, self.shapes = TypesPanel(), ValuesPanel("Shapes", "shape")
        self.documents = ValuesPanel("Documents", "doc", is_sortable=True)
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

    def show_same_surface(self) -> None:
        """Show all events with the surface of the chosen one."""
        surface, _ = self._document.same_surface()
        if surface:
            self._on_surface_requested(surface)

    @property
    def regions(self) -> list[QWidget]:
        """The parts that can have the focus, in its order."""
        filters = [panel.view for panel in (self.kinds, self.types, self.shapes, self.documents)]
        return [self.chips, self.events.view, self.context.view, self.details, self.scores, *filters]

    def open_door(self, query: str) -> None:
        """Select exactly the events that a number counts."""
        self._document.select_query(query)
        self.door_opened.emit()

    def copy_query(self) -> None:
        """Put the selection on the clipboard as a query."""
        QGuiApplication.clipboard().setText(self._document.query)

    def _build_ui(self) -> None:
        table = QWidget()
        rows = QVBoxLayout(table)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.chips)
        rows.addWidget(self.events, 1)
        filters = [self.kinds, self.types, self.shapes, self.documents]
        for panel in filters:
            panel.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.sections = {
            "kinds": self.kinds.section,
            "types": self.types.section,
            "shapes": self.shapes.section,
            "documents": self.documents.section,
        }
        self.usually_folded = ("documents",)
        self.documents.section.set_folded(True)
        self.arrangement = Arrangement(filters, table, self.context, self.details)
        self.addWidget(self.arrangement)
        self.addWidget(self.scores)

    def _connect(self) -> None:
        document = self._document
        document.study_changed.connect(self._on_study_changed)
        document.prediction_changed.connect(self._show_scores)
        document.events_changed.connect(self._on_events_changed)
        document.counts_changed.connect(self._on_counts_changed)
        document.event_changed.connect(self._on_event_changed)
        self.kinds.kind_picked.connect(self._on_kind_picked)
        self.kinds.kind_toggled.connect(self.toggle_kind)
        for panel in (self.shapes, self.documents):
            panel.value_picked.connect(partial(self._on_value_picked, panel.field))
            panel.value_toggled.connect(partial(self._on_value_toggled, panel.field))
        self.types.cell_picked.connect(self._on_cell_picked)
        self.types.row_picked.connect(partial(self._on_type_picked, "ref"))
        self.types.column_picked.connect(partial(self._on_type_picked, "pred"))
        self.types.with_correct_changed.connect(document.count_correct)
        self.events.event_activated.connect(document.choose_event)
        self.context.previous_requested.connect(self.events.select_previous)
        self.context.next_requested.connect(self.events.select_next)
        self.details.surface_requested.connect(self._on_surface_requested)
        self.scores.query_requested.connect(self.open_door)
        self.chips.removed.connect(self._on_chip_removed)
        self.chips.cleared.connect(self._on_cleared)
        self.chips.copy_requested.connect(self.copy_query)

    def _on_study_changed(self) -> None:
        study = self._document.study
        assert study is not None, "a study was just opened"
        self.context.show_study(study)
        self.details.show_event(study, None)
        self.events.show_events(study, self._document.all_events())
        QTimer.singleShot(_SCORES_LATER_MS, self, self._show_scores)  # they are on another page

    def _show_scores(self) -> None:
        document = self._document
        tally, sums = document.tally(), document.sums()
        if document.study is not None and tally is not None and sums is not None:
            shown = document.study.predictions[document.prediction]
            self.scores.show_scores(tally, sums, shown.system if shown.run == 1 else f"{shown.system}, run {shown.run}")

    def _on_events_changed(self) -> None:
        document, selection = self._document, self._document.selection
        self.chips.show_terms([term_label(term) for term in selection.terms])
        self.chips.show_count(len(document.order), document.n_events)
        self.events.set_empty_message(self._empty_message())
        self.events.set_order(document.order)
        if self.events.current_event() is None:
            self.events.select_next()
        document.choose_event(self.events.current_event())

    def _on_counts_changed(self) -> None:
        study, selection, counted = self._document.study, self._document.selection, self._document.counted
        assert study is not None, "only events of a study are counted"
        picked = [str(kind) for kind in selection.picked("kind")]
        self.kinds.show_counts(counted.kinds, set(picked))
        n_picked = sum(int(counted.kinds[KINDS.index(kind)]) for kind in picked)
        self.kinds.set_summary(f"{n_picked:,} picked" if picked else "")
        reference, predicted, either = (_picked_types(selection, field) for field in ("ref", "pred", "type"))
        named = [name for name in either if name is not None]
        self.types.show_matrix(study.types, counted.matrix, reference, predicted, named)
        self.shapes.show_values(SHAPES[1:], SHAPES[1:], counted.shapes, selection.picked("shape"))
        numbers = counted.document_numbers
        self.documents.show_values(DocumentNames(numbers), numbers, counted.documents, selection.picked("doc"))
        self.documents.set_summary(f"{len(numbers):,}")

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

    def _on_value_picked(self, field: str, value: str | float) -> None:
        self._document.select(self._document.selection.pick(field, value))

    def _on_value_toggled(self, field: str, value: str | float) -> None:
        self._document.select(self._document.selection.toggle(field, value))

    def _on_type_picked(self, field: str, type_name: str | None, is_added: bool) -> None:
        selection = self._document.selection
        self._document.select((selection.toggle if is_added else selection.pick)(field, type_name))

    def _on_chip_removed(self, place: int) -> None:
        selection = self._document.selection
        self._document.select(selection.without(selection.terms[place]))

    def _on_cleared(self) -> None:
        self._document.select(Selection())

    def _on_surface_requested(self, surface: str) -> None:
        self.open_door(query_text(Term("surface", (surface,))))


def _picked_types(selection: Selection, field: str) -> list[str | None]:
    """Name the types a field picks; None for no mention."""
    return [None if value is None else str(value) for value in selection.picked(field)]


class DocumentNames(Sequence[str]):
    """Names documents when they are asked for, not all at once."""

    def __init__(self, numbers: AnyIntArray) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        """Count the documents."""
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> "DocumentNames": ...

    def __getitem__(self, place: int | slice) -> "str | DocumentNames":
        """Name one document, or some."""
        if isinstance(place, slice):
            return DocumentNames(self._numbers[place])
        return f"document {self._numbers[place]:,}"
