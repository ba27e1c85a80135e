"""The filters of relations: how they are matched, and panels of counts that pick."""

from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from nerinspect.analysis.relation_choice import BOUNDARIES
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.fields.relations import (
    ARGUMENT_DISTANCE,
    PREDICTED_RELATION,
    REFERENCE_RELATION,
    RELATION_KIND,
    RELATION_PART,
)
from nerinspect.query.filters import Filter
from nerinspect.query.labels import verdict_words
from nerinspect.query.relation_counts import RelationCounts
from nerinspect.query.relation_doors import (
    PartColumn,
    TypeColumn,
    kept_parts,
    pick_cells,
    pick_parts,
    pick_types,
    toggle_cell,
)
from nerinspect.query.relation_facets import DISTANCES
from nerinspect.query.selection import Selection
from nerinspect.query.values import Interval, Value, number_text
from nerinspect.ui.models.document_names import DocumentNames
from nerinspect.ui.panels.filter_panel import FilterPanel
from nerinspect.ui.panels.section import Section
from nerinspect.ui.panels.values_panel import ValuesPanel
from nerinspect.ui.relations.rates_panel import RatesPanel
from nerinspect.ui.relations.rates_rows import part_rows, part_titles
from nerinspect.ui.relations.relation_heuristic_panel import RelationHeuristicPanel
from nerinspect.ui.relations.relation_kinds_panel import RelationKindsPanel
from nerinspect.ui.relations.relation_match import RelationMatch
from nerinspect.ui.relations.relation_types_panel import RelationTypesPanel


class RelationFilters(QWidget):
    """Show counts of relation events and rates of relations, and tell what the user picks.

    Attributes
    ----------
    match : RelationMatch
        What makes an argument right.
    kinds : RelationKindsPanel
        The relation kinds.
    types : RelationTypesPanel
        Rates by relation type, and the matrix of types.
    parts : RatesPanel
        Relations by what training has of them; hidden without relations in training.
    distances : ValuesPanel
        Relation events by the distance of their arguments.
    heuristic : RelationHeuristicPanel
        What memory alone gets right; hidden without relations of the heuristic.
    documents, review : ValuesPanel
        Relation events by document, and by what was decided about them; folded at first.

    Signals
    -------
    selection_requested(object)
        A Selection that is to be the one of the window.
    choice_requested(object)
        A RelationChoice by which relations are to be matched.
    prediction_requested(int, object)
        The relation events of the prediction with this number, and of those the Selection keeps, are to be shown.
    """

    selection_requested = Signal(object)
    choice_requested = Signal(object)
    prediction_requested = Signal(int, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relation_filters")
        self.setAccessibleName("Filters of relations")
        self._counts, self._selection, self._choice = RelationCounts(), Selection(), BOUNDARIES
        self.match, self.kinds, self.types = RelationMatch(self), RelationKindsPanel(self), RelationTypesPanel(self)
        self.parts = RatesPanel("Seen in training", "relation_part", part_titles, PartColumn.SHARE, self)
        self.parts.setObjectName("relation_parts_panel")
        self.parts.set_summary("exact, partial, new")
        self.distances = ValuesPanel("Argument distance", "relation_distance", self)
        self.distances.setObjectName("relation_distance_panel")
        self.distances.field = ARGUMENT_DISTANCE.name
        self.distances.set_summary("tokens between")
        self.heuristic = RelationHeuristicPanel(self)
        self.documents = ValuesPanel("Documents", "doc", self, is_sortable=True)
        self.review = ValuesPanel("Review", "verdict", self)
        self._wording = JUDGED
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.match, *self._panels):
            if part is not self.heuristic:  # its words are wrapped, and then it is higher than it asks for
                part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
            column.addWidget(part)
        column.addStretch(1)
        for hidden in (self.parts, self.heuristic):
            hidden.hide()
        for folded in (self.documents, self.review):
            folded.section.set_folded(True)
        self._connect()

    @property
    def sections(self) -> dict[str, Section]:
        """The sections that fold, by lasting names, from the top."""
        return {
            "relation-kinds": self.kinds.section,
            "relation-types": self.types.section,
            "relation-parts": self.parts.section,
            "relation-heuristic": self.heuristic.section,
            "relation-distance": self.distances.section,
            "relation-documents": self.documents.section,
            "relation-review": self.review.section,
        }

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        if wording != self._wording:
            self._wording = wording
            for panel in self._panels:
                panel.speak(wording)

    @property
    def _panels(self) -> tuple[FilterPanel | RelationHeuristicPanel, ...]:
        """All panels, from the top."""
        left = (self.kinds, self.types, self.parts, self.heuristic)
        return (*left, self.distances, self.documents, self.review)

    def show_counts(self, counts: RelationCounts, selection: Selection) -> None:
        """Show what is counted under a selection.

        Parameters
        ----------
        counts : RelationCounts
            As `relation_counts` gives them for the selection.
        selection : Selection
            What is selected in all panels.
        """
        self._counts, self._selection, self._choice = counts, selection, counts.choice
        self.match.show_setting(counts.choice.setting)
        self.kinds.show_counts(counts.kinds, counts.n_events, selection.picked(RELATION_KIND.name))
        self.types.show_counts(counts, selection)
        self.parts.show_rows(
            part_rows(counts, selection.picked(RELATION_PART.name), self._wording),
            lambda parts, column: kept_parts(selection, parts, PartColumn(column), counts.types),
        )
        self.parts.setVisible(counts.by_part is not None)
        picked = selection.picked(ARGUMENT_DISTANCE.name)
        self.distances.show_values([distance_words(one) for one in DISTANCES], DISTANCES, counts.distances, picked)
        picked = selection.picked("doc")
        self.documents.show_values(
            DocumentNames(counts.document_numbers), counts.document_numbers, counts.documents, picked
        )
        self.documents.set_summary(f"{len(counts.documents):,}")
        self._show_verdicts(counts, selection)
        self.heuristic.setVisible(counts.of_heuristic is not None)
        self.heuristic.show_counts(counts, selection)

    def _show_verdicts(self, counts: RelationCounts, selection: Selection) -> None:
        verdicts = list(counts.verdicts)
        words = [verdict_words(verdict, self._wording) for verdict in verdicts]
        numbers = np.array(list(counts.verdicts.values()), dtype=np.int64)
        self.review.show_values(words, verdicts, numbers, selection.picked("verdict"))
        self.review.set_summary(f"{counts.n_undecided:,} undecided")

    def _connect(self) -> None:
        self.match.setting_chosen.connect(
            lambda setting: self.choice_requested.emit(replace(self._choice, setting=setting))
        )
        self.types.symmetric_changed.connect(
            lambda names: self.choice_requested.emit(replace(self._choice, symmetric=names))
        )
        for panel in (self.kinds, self.distances, self.documents, self.review):
            panel.value_picked.connect(partial(self._on_value_picked, panel))
            panel.value_toggled.connect(partial(self._on_value_toggled, panel))
            panel.values_ranged.connect(partial(self._on_values_ranged, panel))
            panel.set_query_context(partial(self._others, panel.field))
        self.types.cells_picked.connect(self._on_types_picked)
        self.types.matrix_picked.connect(self._on_matrix_picked)
        self.parts.cells_picked.connect(self._on_parts_picked)
        self.heuristic.opened.connect(self._on_heuristic_opened)

    def _others(self, field: str) -> Filter:
        """Give what the counts of a field were taken under."""
        return self._selection.without_field(field).filter

    def _on_value_picked(self, panel: ValuesPanel, value: Value) -> None:
        self.selection_requested.emit(self._selection.pick(panel.field, value))

    def _on_value_toggled(self, panel: ValuesPanel, value: Value) -> None:
        self.selection_requested.emit(self._selection.toggle(panel.field, value))

    def _on_values_ranged(self, panel: ValuesPanel, values: list[Value]) -> None:
        self.selection_requested.emit(self._selection.pick_all(panel.field, values))

    def _on_types_picked(self, names: list[str], column: int, is_added: bool) -> None:
        self.selection_requested.emit(pick_types(self._selection, names, TypeColumn(column), is_added))

    def _on_matrix_picked(self, reference: list[str | None], predicted: list[str | None], is_added: bool) -> None:
        selection = self._selection
        if not is_added:
            selection = pick_cells(selection, reference, predicted)
        elif reference and predicted:
            selection = toggle_cell(selection, reference[0], predicted[0], self._counts.types)
        else:
            field, names = (REFERENCE_RELATION, reference) if reference else (PREDICTED_RELATION, predicted)
            selection = selection.toggle(field.name, names[0])
        self.selection_requested.emit(selection)

    def _on_parts_picked(self, parts: list[str], column: int, is_added: bool) -> None:
        picked = pick_parts(self._selection, parts, PartColumn(column), self._counts.types, is_added)
        self.selection_requested.emit(picked)

    def _on_heuristic_opened(self, selection: Selection) -> None:
        assert self._counts.heuristic is not None, "one of its numbers was clicked"
        self.prediction_requested.emit(self._counts.heuristic, selection.without_field("system"))


def distance_words(distance: Value) -> str:
    """Say which distances of arguments are counted together, such as `3–5`."""
    if not isinstance(distance, Interval):
        return str(distance)
    if distance.low_open:
        return f"more than {number_text(distance.low)}"
    return f"{number_text(distance.low)}–{number_text(distance.high)}"
