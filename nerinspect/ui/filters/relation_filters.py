"""The filters of relations: how they are matched, what memory alone gets right, and panels of counts that pick."""

from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from nerinspect.events.kinds import RELATION_KIND_TABLE
from nerinspect.events.relation_pairing import CORRECT, RELATION_KINDS
from nerinspect.events.scores import Counts, percent_text
from nerinspect.events.study import BOUNDARIES, RELATION_SETTINGS, RelationSetting
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.quantities import counted, grouped
from nerinspect.query.counts.relations import (
    DISTANCES,
    PartColumn,
    RelationBase,
    RelationCounts,
    TypeColumn,
    kept_parts,
    pick_cells,
    pick_parts,
    pick_types,
    toggle_cell,
)
from nerinspect.query.fields.relations import (
    ARGUMENT_DISTANCE,
    PREDICTED_RELATION,
    REFERENCE_RELATION,
    RELATION_KIND,
    RELATION_PART,
)
from nerinspect.query.filters import Filter, Term, any_of
from nerinspect.query.language.values import Interval, Value, number_text
from nerinspect.query.selection import Selection
from nerinspect.training.retention import RETENTION
from nerinspect.ui.arcs.relation_symbol import RELATION_SYMBOLS
from nerinspect.ui.filters.counts_table import Click
from nerinspect.ui.filters.kinds import KindSort, KindsPanel
from nerinspect.ui.filters.panel import FilterPanel, Section, with_picked
from nerinspect.ui.filters.relation_types import PART_HEADS, RatesPanel, RelationTypesPanel, part_sheet
from nerinspect.ui.filters.values import ValuesPanel, show_documents, show_verdicts
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.layout import stack
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.styled import Styled, draw_switch, set_ink
from nerinspect.ui.kit.tables.painters import ValuesStyle
from nerinspect.ui.theme.themes import current_theme


class RelationHeuristicPanel(Styled, QWidget):
    """Say how many relations the heuristic predicts, how many of them are right, and its rates."""

    # a number was clicked: the heuristic's relation events under this Selection are to be shown
    opened = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relation_heuristic_panel")
        body = QWidget()
        self.section = Section("Retention heuristic", body, self)  # the head that folds it away
        self.section.set_meaning(JUDGED.meaning("relation_heuristic"))
        self._words = QLabel("the type that training has most often between the surfaces of two mentions", body)
        self._words.setWordWrap(True)
        self.numbers, self.rates = DoorLabel(body, words="text2"), DoorLabel(body, words="text2")
        self._doors: dict[str, Selection] = {}
        self._wording = JUDGED
        self._lines = QVBoxLayout(body)
        for part in (self._words, self.numbers, self.rates):
            self._lines.addWidget(part)
        for label in (self.numbers, self.rates):
            label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            label.query_requested.connect(self._on_query_requested)
        stack(self, self.section)

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        self._wording = wording
        self.section.set_meaning(wording.meaning("relation_heuristic"))

    def show_counts(self, counts: RelationCounts, selection: Selection) -> None:
        """Show what the heuristic predicts under a selection."""
        if counts.of_heuristic is None:
            return
        rates, base = counts.of_heuristic.at(), RelationBase.of(selection)
        reference, predicted = (base.on_side(side, counts.types) for side in ("reference", "predicted"))
        either = any_of(reference, predicted)
        correct = Term(RELATION_KIND.name, (RELATION_KINDS[CORRECT],))
        self._doors = {}

        def piece(text: str, explained: str, *terms: Filter) -> Piece:
            kept = Selection((Term("system", (RETENTION,)), *base.events.terms, *terms))
            self._doors[kept.text] = kept
            return Piece(text, kept.text, self._wording.said(explained))

        said = self._wording.said
        self.numbers.show_pieces(
            [
                piece(grouped(rates.correct), f"Relations of {RETENTION} that are correct.", reference, correct),
                Piece(" of "),
                piece(grouped(rates.predicted), f"Relations that {RETENTION} predicts.", predicted),
                Piece(said(" predicted are correct")),
            ]
        )
        self.rates.show_pieces(
            [
                Piece("precision "),
                piece(percent_text(rates.correct, rates.predicted), _precision(rates), predicted),
                Piece("   recall "),
                piece(percent_text(rates.correct, rates.reference), _recall(rates), reference),
                Piece("   F1 "),
                piece(percent_text(2 * rates.correct, rates.reference + rates.predicted), _f1(rates), either),
            ]
        )

    def _on_query_requested(self, query: str) -> None:
        self.opened.emit(self._doors[query])

    def _restyle(self) -> None:
        style = ValuesStyle(current_theme(), self.font())
        margin = round(style.margin)
        self._lines.setContentsMargins(margin, 0, margin, 0)
        self._lines.setSpacing(round(style.gap / 3))
        set_ink(self._words, style.theme.text2, self._words.foregroundRole())
        for label in (self._words, self.numbers, self.rates):
            label.setFont(style.row_font)


def _precision(rates: Counts) -> str:
    return f"{grouped(rates.correct)} of {counted(rates.predicted, 'relation')} of {RETENTION} are correct."


def _recall(rates: Counts) -> str:
    return f"{grouped(rates.correct)} of {grouped(rates.reference)} reference relations are found by {RETENTION}."


def _f1(rates: Counts) -> str:
    return (
        f"F1 of {RETENTION}: 2 · {grouped(rates.correct)} / ({grouped(rates.reference)} + {grouped(rates.predicted)})."
    )


_LETTERS: Final = {code: kind.letters for code, kind in RELATION_KIND_TABLE.items()}
_KINDS: Final = KindSort(_LETTERS, "relation event", RELATION_SYMBOLS)


class RelationMatch(Styled, QWidget):
    """Let the user choose what makes an argument right."""

    setting_chosen = Signal(str)  # another one of `RELATION_SETTINGS` was chosen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relation_match")
        self._setting: RelationSetting = RELATION_SETTINGS[0]
        self._label, self._group = QLabel("Match", self), QButtonGroup(self)
        self._buttons: dict[RelationSetting, QToolButton] = {}
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._label)
        for setting in RELATION_SETTINGS:
            button = self._buttons[setting] = QToolButton(self)
            button.setText(setting)
            button.setAccessibleName(f"Match {setting}")
            button.setToolTip(tooltip(meaning(f"setting_{setting}")))
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(partial(self._on_clicked, setting))
            self._group.addButton(button)
            self._row.addWidget(button)
        self._row.addStretch(1)
        self.show_setting(self._setting)

    @property
    def buttons(self) -> dict[RelationSetting, QToolButton]:
        """The buttons, by what they choose."""
        return dict(self._buttons)

    def show_setting(self, setting: RelationSetting) -> None:
        """Show how relations are matched now."""
        self._setting = setting
        self._buttons[setting].setChecked(True)

    def _on_clicked(self, setting: RelationSetting) -> None:
        if setting != self._setting:
            self.setting_chosen.emit(setting)

    def _restyle(self) -> None:
        style = ValuesStyle(current_theme(), self.font())
        margin = round(style.margin)
        self._row.setContentsMargins(margin, margin // 2, margin, margin // 2)
        self._row.setSpacing(0)
        self._label.setFont(style.row_font)
        self._label.setContentsMargins(0, 0, round(style.gap), 0)
        for button in self._buttons.values():
            button.setFont(style.row_font)
        draw_switch(list(self._buttons.values()), style.unit)


class RelationFilters(QWidget):
    """Show counts of relation events and rates of relations, and tell what the user picks."""

    selection_requested = Signal(object)  # the Selection that is to be the one of the window
    choice_requested = Signal(object)  # the RelationChoice by which relations are to be matched
    # the relation events of the prediction with this number, and of those the Selection keeps, are to be shown
    prediction_requested = Signal(int, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relation_filters")
        self.setAccessibleName("Filters of relations")
        self._counts, self._selection, self._choice = RelationCounts(), Selection(), BOUNDARIES
        self.match, self.types = RelationMatch(self), RelationTypesPanel(self)
        # the relation kinds
        self.kinds = KindsPanel("Relation kinds", RELATION_KIND.name, "relation_kind", _KINDS, self)
        self.kinds.setObjectName("relation_kinds_panel")
        # relations by what training has of them; hidden without relations in training
        self.parts = RatesPanel("Seen in training", "relation_part", PART_HEADS, PartColumn.SHARE, self)
        self.parts.setObjectName("relation_parts_panel")
        self.parts.set_summary("exact, partial, new")
        # relation events by the distance of their arguments
        self.distances = ValuesPanel("Argument distance", ARGUMENT_DISTANCE.name, self, key="relation_distance")
        self.distances.set_summary("tokens between")
        # what memory alone gets right; hidden without relations of the heuristic
        self.heuristic = RelationHeuristicPanel(self)
        self.documents = ValuesPanel("Documents", "doc", self, is_sortable=True)
        self.review = ValuesPanel("Review", "verdict", self)
        self._wording = JUDGED
        parts = (self.match, *self._panels.values())
        for part in parts:
            if part is not self.heuristic:  # its words are wrapped, and then it is higher than it asks for
                part.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        stack(self, *parts).addStretch(1)
        for hidden in (self.parts, self.heuristic):
            hidden.hide()
        for folded in (self.documents, self.review):
            folded.section.set_folded(True)
        self._connect()

    @property
    def sections(self) -> dict[str, Section]:
        """The sections that fold, by lasting names, from the top."""
        return {name: panel.section for name, panel in self._panels.items()}

    def speak(self, wording: Wording) -> None:
        """Call the two sides so from the next counts on."""
        if wording != self._wording:
            self._wording = wording
            for panel in self._panels.values():
                panel.speak(wording)

    @property
    def _panels(self) -> dict[str, FilterPanel | RelationHeuristicPanel]:
        return {
            "relation-kinds": self.kinds,
            "relation-types": self.types,
            "relation-parts": self.parts,
            "relation-heuristic": self.heuristic,
            "relation-distance": self.distances,
            "relation-documents": self.documents,
            "relation-review": self.review,
        }

    def show_counts(self, counts: RelationCounts, selection: Selection) -> None:
        """Show what is counted under a selection, and what that picks."""
        self._counts, self._selection, self._choice = counts, selection, counts.choice
        self.match.show_setting(counts.choice.setting)
        kinds = selection.picked(RELATION_KIND.name)
        self.kinds.show_counts(counts.kinds, kinds)
        self.kinds.set_summary(f"{grouped(counts.n_events)} picked" if kinds else grouped(counts.n_events))
        self.types.show_counts(counts, selection)
        self.parts.show_rates(
            part_sheet(counts, selection.picked(RELATION_PART.name), self._wording),
            lambda parts, column: kept_parts(selection, parts, PartColumn(column), counts.types),
        )
        self.parts.setVisible(counts.by_part is not None)
        picked = selection.picked(ARGUMENT_DISTANCE.name)
        self.distances.show_values([distance_words(one) for one in DISTANCES], DISTANCES, counts.distances, picked)
        show_documents(self.documents, counts, selection)
        show_verdicts(self.review, counts, selection, self._wording)
        self.heuristic.setVisible(counts.of_heuristic is not None)
        self.heuristic.show_counts(counts, selection)

    def _connect(self) -> None:
        self.match.setting_chosen.connect(
            lambda setting: self.choice_requested.emit(replace(self._choice, setting=setting))
        )
        self.types.symmetric_changed.connect(
            lambda names: self.choice_requested.emit(replace(self._choice, symmetric=names))
        )
        for panel in (self.kinds, self.distances, self.documents, self.review):
            panel.picked.connect(partial(self._on_values_picked, panel.field))
            panel.set_query_context(partial(self._others, panel.field))
        self.types.picked.connect(self._on_types_picked)
        self.types.matrix_picked.connect(self._on_matrix_picked)
        self.parts.picked.connect(self._on_parts_picked)
        self.heuristic.opened.connect(self._on_heuristic_opened)

    def _others(self, field: str) -> Filter:
        return self._selection.without_field(field).filter

    def _on_values_picked(self, field: str, values: list[Value], _column: int, click: Click) -> None:
        self.selection_requested.emit(with_picked(self._selection, field, values, click))

    def _on_types_picked(self, names: list[str], column: int, click: Click) -> None:
        picked = pick_types(self._selection, names, TypeColumn(column), click == Click.ADDED)
        self.selection_requested.emit(picked)

    def _on_matrix_picked(self, reference: list[str | None], predicted: list[str | None], click: Click) -> None:
        selection = self._selection
        if click != Click.ADDED:
            selection = pick_cells(selection, reference, predicted)
        elif reference and predicted:
            selection = toggle_cell(selection, reference[0], predicted[0], self._counts.types)
        else:
            field, names = (REFERENCE_RELATION, reference) if reference else (PREDICTED_RELATION, predicted)
            selection = selection.toggle(field.name, names[0])
        self.selection_requested.emit(selection)

    def _on_parts_picked(self, parts: list[str], column: int, click: Click) -> None:
        is_added = click == Click.ADDED
        self.selection_requested.emit(
            pick_parts(self._selection, parts, PartColumn(column), self._counts.types, is_added)
        )

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
