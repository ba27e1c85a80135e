"""The filters of relations: how they are matched, types and parts with rates, and panels of counts that pick."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from nerinspect.events.kinds import RELATION_KIND_TABLE
from nerinspect.events.relation_events import CORRECT, RELATION_KINDS
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
    kept_cells,
    kept_parts,
    kept_types,
    pick_cells,
    pick_parts,
    pick_types,
    picked_cells,
    picked_types,
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
from nerinspect.training.known_relations import RELATION_PARTS
from nerinspect.training.retention import RETENTION
from nerinspect.ui.arcs.relation_symbol import RELATION_SYMBOLS
from nerinspect.ui.filters.counts_table import Click, CountCell, CountsTable, Head, Sheet
from nerinspect.ui.filters.kinds import KindSort, KindsPanel
from nerinspect.ui.filters.matrix import MatrixView, TypeMatrixModel
from nerinspect.ui.filters.panel import FilterPanel, HeadButton, Section
from nerinspect.ui.filters.values import ValuesPanel, show_documents, show_verdicts
from nerinspect.ui.kit.doors import DoorLabel, Piece
from nerinspect.ui.kit.layout import fill, stack
from nerinspect.ui.kit.screen_text import plain_text, tooltip
from nerinspect.ui.kit.styled import Styled, draw_switch, set_ink
from nerinspect.ui.kit.tables.painters import PADDING, ValuesStyle, number_width
from nerinspect.ui.theme.themes import current_theme


def _heads(titles: str, short: str = "") -> tuple[Head, ...]:
    return tuple(
        Head(title, short=brief) for title, brief in zip(titles.split("|"), (short or titles).split("|"), strict=True)
    )


TYPE_HEADS: Final = (_heads("Type|Reference|Precision|Recall|F1", "Type|Ref.|P|R|F1"), _heads("Type|A|B|Both|F1"))
"""The columns of types; between annotators relations of A, of B and of both."""

PART_HEADS: Final = (
    _heads("Part|Relations|Share|Recall|Missed", "Part|Count|Share|R|Missed"),
    _heads("Part|Of A|Share|Agreed|Only A"),
)
"""The columns of parts; between annotators relations of A and how many B has."""

_UNDER = "Under the filters that say which relations they are."
_Row: TypeAlias = tuple[str, tuple[str, ...], tuple[str, ...], bool]
"""A key, empty for the row of all; its name and numbers; what each of them is; whether there is nothing to count."""


def type_sheet(counts: RelationCounts, picked: Collection[object], wording: Wording) -> Sheet:
    rows = []
    for code, key in [(None, ""), *enumerate(counts.types)]:
        rates, of_type = counts.by_type.at(code), f" of type {key}" if key else ""
        name = f"{key} ↔" if key in counts.choice.symmetric else key or "all types"
        direction = "; head and tail may change places" if key in counts.choice.symmetric else ""
        correct, predicted, reference = rates.correct, rates.predicted, rates.reference
        all_predicted = f"{counted(predicted, 'predicted relation')}{of_type}"
        all_reference = f"{counted(reference, 'reference relation')}{of_type}"
        explained = (
            f"Relations{of_type or ' of all types'}, of the reference or predicted{direction}.",
            f"{all_reference}.",
            f"{grouped(correct)} of {all_predicted} are correct; a click keeps all {grouped(predicted)} predicted.",
            f"{grouped(correct)} of {all_reference} are found; a click keeps the {grouped(correct)} found.",
            f"F1{of_type}: 2 · {grouped(correct)} / ({grouped(reference)} + {grouped(predicted)}); a click keeps both.",
        )
        texts = (name, grouped(reference), *_type_numbers(rates, wording))
        said = tuple(map(wording.said, explained))
        rows.append((key, texts, said, not reference + predicted))
    return _sheet(TYPE_HEADS[wording.is_neutral], rows, picked)


def part_sheet(counts: RelationCounts, picked: Collection[object], wording: Wording) -> Sheet:
    """List all relations, then those of each part; nothing where there are none in training."""
    if counts.by_part is None:
        return Sheet(PART_HEADS[wording.is_neutral])
    rows, total = [], counts.by_part.at().reference
    for code, key in [(None, ""), *enumerate(RELATION_PARTS)]:
        rates = counts.by_part.at(code)
        missed = rates.reference - rates.correct
        relations = f"{counted(rates.reference, f'{key} reference relation'.strip())}"
        explained = (
            wording.meaning(f"part_{key}") if key else "Relations of all parts.",
            f"{relations}.",
            f"{relations}, of {grouped(total)} in all.",
            f"{grouped(rates.correct)} of {relations} are found; a click keeps the {grouped(rates.correct)} found.",
            f"{grouped(missed)} of {relations} are not found, or found with a mistake.",
        )
        numbers = (
            grouped(rates.reference),
            percent_text(rates.reference, total),
            percent_text(rates.correct, rates.reference),
            grouped(missed),
        )
        said = (explained[0], *map(wording.said, explained[1:]))
        is_empty = not rates.reference
        rows.append((key, (key or "all relations", *numbers), said, is_empty))
    return _sheet(PART_HEADS[wording.is_neutral], rows, picked)


def _sheet(heads: Sequence[Head], rows: Sequence[_Row], picked: Collection[object]) -> Sheet:
    cells = [
        [
            CountCell(
                text,
                key,
                f"{texts[0]}, {head.title} {text}" if column else text,
                f"{why}\n{_UNDER}",
                is_picked=bool(key) and key in picked,
                is_dim=is_empty,
            )
            for column, (head, text, why) in enumerate(zip(heads, texts, said, strict=True))
        ]
        for key, texts, said, is_empty in rows
    ]
    lines = [[head.title for head in heads], *([" ".join(text.split()) for text in texts] for _, texts, _, _ in rows)]
    return Sheet(heads, cells, [key for key, *_ in rows], lambda: lines)


def _type_numbers(rates: Counts, wording: Wording) -> tuple[str, str, str]:
    f1 = percent_text(2 * rates.correct, rates.reference + rates.predicted)
    if wording.is_neutral:
        return grouped(rates.predicted), grouped(rates.correct), f1
    return percent_text(rates.correct, rates.predicted), percent_text(rates.correct, rates.reference), f1


_WIDEST: Final = "100.00"
_GAP, _MOST_GAP = 5, 14  # at a font of 13 pixels
_MOST_OF_WIDTH: Final = 0.4  # that names take before numbers give way


class RatesView(CountsTable):
    """A name and four numbers in each row.

    The column `least` says least; it is left out where there is no room for names.
    """

    def __init__(self, name: str, least: int) -> None:
        super().__init__(name, "Enter picks the cell, Ctrl adds, Shift extends.")
        self._least, self._is_short = least, False

    def title(self, column: int) -> str:
        head = self.sheet.heads[column]
        return head.short if self._is_short else head.title

    def number_widths(self, width: int) -> Mapping[int, int]:
        """Give numbers what they need, names the rest, and what names do not need to the gaps.

        In a narrow panel titles are short first, then the column goes that says least.
        """
        style, unit = self.row_style, self.row_style.unit
        names = max(map(style.metrics.horizontalAdvance, self.texts(0)), default=0.0)
        names = math.ceil(names + style.margin + PADDING * unit)
        wanted, numbers = min(names, _MOST_OF_WIDTH * width), dict[int, int]()
        for is_short, left_out in ((False, 0), (True, 0), (True, self._least)):
            self._is_short = is_short
            numbers = self._number_widths(left_out)
            if width - sum(numbers.values()) - _GAP * unit * len(numbers) >= wanted:
                break
        spare = (width - sum(numbers.values()) - names) / len(numbers)
        gap = min(max(spare, _GAP * unit), _MOST_GAP * unit)
        return {column: math.floor(number + gap) for column, number in numbers.items()}

    def _number_widths(self, left_out: int) -> dict[int, int]:
        """Measure the columns of numbers but one, the padding at the right of each included."""
        style, widths, n_columns = self.row_style, {}, len(self.sheet.heads)
        for column in range(1, n_columns):
            texts = self.texts(column)
            widest = [*texts, _WIDEST] if any("." in text for text in texts) else texts
            padding = style.margin if column == n_columns - 1 else PADDING * style.unit
            if column != left_out:
                widths[column] = math.ceil(number_width(style, self.title(column), widest) + padding)
        return widths


Door: TypeAlias = Callable[[Sequence[str], int], Selection]
"""Gives the selection that some keys, or none for all, in a column stand for."""


class RatesPanel(FilterPanel):
    """Show rates of relations by some key and let the user pick what a cell counts.

    There are `heads` for a reference and between annotators; `least` is as for `RatesView`. The values of `picked` are
    keys: none for the row of all.
    """

    view: RatesView

    def __init__(
        self, title: str, key: str, heads: Sequence[Sequence[Head]], least: int, parent: QWidget | None = None
    ) -> None:
        self._heads = heads
        self._door: Door = lambda _keys, _column: Selection()
        self._body, view = QWidget(), RatesView(title, least)
        super().__init__(title, key, view, self._body, parent)
        self._column = stack(self._body, view)
        view.show_sheet(Sheet(heads[False]))

    def show_rates(self, sheet: Sheet, door: Door) -> None:
        self._door = door
        self.view.show_sheet(sheet)

    def query(self, index: QModelIndex) -> str:
        return self._door(_keys([self.view.cell(index).value]), index.column()).text

    def _pick(self, values: Sequence[object], column: int, click: Click) -> None:
        super()._pick(_keys(values), column, click)


def _keys(values: Sequence[object]) -> list[str]:
    return [str(value) for value in values if value]


class RelationTypesPanel(RatesPanel):
    """Show precision, recall and F1 by relation type, and the matrix of types where it is wanted."""

    # lists of reference and of predicted types, None for no relation, and a `Click`; one list may be empty
    matrix_picked = Signal(object, object, object)
    symmetric_changed = Signal(object)  # the relation types that are to have no direction

    def __init__(self, parent: QWidget | None = None) -> None:
        self._symmetric: tuple[str, ...] = ()
        self._types: tuple[str, ...] = ()
        self._selection = Selection()
        super().__init__("Relation types", "relation", TYPE_HEADS, TypeColumn.REFERENCE, parent)
        self.setObjectName("relation_types_panel")
        self._matrix_button, self._symmetric_button = HeadButton(self._body), HeadButton(self._body)
        # reference types by predicted types; hidden until it is asked for
        self.matrix = MatrixView(TypeMatrixModel(noun="relation"), "Relation types, reference by prediction")
        self.matrix.types_picked.connect(self.matrix_picked)
        self.matrix.types_menu_requested.connect(self._on_matrix_menu_requested)
        self._below, self._around_matrix = QHBoxLayout(), QVBoxLayout()
        self._build_below()

    def speak(self, wording: Wording) -> None:
        super().speak(wording)
        self.matrix.speak(wording)

    def show_counts(self, counts: RelationCounts, selection: Selection) -> None:
        self._selection, self._types, self._symmetric = selection, counts.types, counts.choice.symmetric
        sheet = type_sheet(counts, picked_types(selection), self.wording)
        self.show_rates(sheet, lambda names, column: kept_types(selection, names, TypeColumn(column)))
        self.matrix.show_matrix(counts.types, counts.matrix, picked_cells(selection, counts.types), with_correct=True)
        n_symmetric = len({*self._symmetric} & {*counts.types})
        self.set_summary(f"{n_symmetric} symmetric" if n_symmetric else grouped(len(counts.types)))
        self._symmetric_button.setEnabled(bool(counts.types))
        self._matrix_button.setEnabled(bool(counts.types))

    def show_matrix(self, is_shown: bool) -> None:
        self._matrix_button.setChecked(is_shown)
        self.matrix.setVisible(is_shown)
        self.tell_height()

    def symmetric_menu(self) -> QMenu:
        """Make the menu of the types, those without direction ticked; show it with `popup`."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        for name in self._types:
            action = menu.addAction(plain_text(name))
            action.setToolTip(tooltip(meaning("symmetric_type")))
            action.setCheckable(True)
            action.setChecked(name in self._symmetric)
            action.triggered.connect(partial(self._on_symmetric_ticked, name))
        return menu

    def _build_below(self) -> None:
        self._matrix_button.setText("Matrix")
        self._matrix_button.setCheckable(True)
        self._matrix_button.setToolTip("Show reference types by predicted types")
        self._matrix_button.toggled.connect(self.show_matrix)
        self._symmetric_button.setText("Symmetric types…")
        self._symmetric_button.setToolTip(tooltip(meaning("symmetric_type")))
        self._symmetric_button.clicked.connect(self._on_symmetric_asked)
        fill(self._below, self._matrix_button, self._symmetric_button, None)
        self._column.addLayout(self._below)
        self._around_matrix.addWidget(self.matrix)
        self._column.addLayout(self._around_matrix)
        self.matrix.hide()

    def _restyle(self) -> None:
        super()._restyle()
        row_style = self.view.row_style
        self.matrix.restyle(self.font())
        margin = round(row_style.margin)
        self._below.setContentsMargins(margin // 2, 0, margin, 0)
        self._around_matrix.setContentsMargins(margin, 0, margin, 0)
        self._below.setSpacing(round(row_style.gap))
        for button in (self._matrix_button, self._symmetric_button):
            button.setFont(row_style.head_font)
            set_ink(button, row_style.theme.accent, QPalette.ColorRole.ButtonText)

    def _on_symmetric_asked(self) -> None:
        button = self._symmetric_button
        self.symmetric_menu().popup(button.mapToGlobal(QPoint(0, button.height())))

    def _on_symmetric_ticked(self, name: str) -> None:
        self.symmetric_changed.emit(tuple(sorted({*self._symmetric} ^ {name})))

    def _on_matrix_menu_requested(
        self, cell: tuple[Sequence[str | None], Sequence[str | None]], text: str, explanation: str, place: QPoint
    ) -> None:
        query = kept_cells(self._selection, *cell).text
        self._menu_of(text, query, explanation, self.matrix).popup(place)


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
        said = "the type that training has most often between the surfaces of two mentions"
        self._words = QLabel(said, body, wordWrap=True)
        self.numbers, self.rates = (DoorLabel(body, words="text2", has_one_line=True) for _ in range(2))
        self._doors: dict[str, Selection] = {}
        self._wording = JUDGED
        self._lines = QVBoxLayout(body)
        for part in (self._words, self.numbers, self.rates):
            self._lines.addWidget(part)
        for label in (self.numbers, self.rates):
            label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            label.query_requested.connect(lambda query: self.opened.emit(self._doors[query]))
        stack(self, self.section)

    def speak(self, wording: Wording) -> None:
        self._wording = wording
        self.section.set_meaning(wording.meaning("relation_heuristic"))

    def show_counts(self, counts: RelationCounts, selection: Selection) -> None:
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

        said, n_correct, n_reference = self._wording.said, grouped(rates.correct), grouped(rates.reference)
        precision = f"{n_correct} of {counted(rates.predicted, 'relation')} of {RETENTION} are correct."
        recall = f"{n_correct} of {n_reference} reference relations are found by {RETENTION}."
        f1 = f"F1 of {RETENTION}: 2 · {n_correct} / ({n_reference} + {grouped(rates.predicted)})."
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
                piece(percent_text(rates.correct, rates.predicted), precision, predicted),
                Piece("   recall "),
                piece(percent_text(rates.correct, rates.reference), recall, reference),
                Piece("   F1 "),
                piece(percent_text(2 * rates.correct, rates.reference + rates.predicted), f1, either),
            ]
        )

    def _restyle(self) -> None:
        style = ValuesStyle(current_theme(), self.font())
        margin = round(style.margin)
        self._lines.setContentsMargins(margin, 0, margin, 0)
        self._lines.setSpacing(round(style.gap / 3))
        set_ink(self._words, style.theme.text2, self._words.foregroundRole())
        for label in (self._words, self.numbers, self.rates):
            label.setFont(style.row_font)


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
        return dict(self._buttons)

    def show_setting(self, setting: RelationSetting) -> None:
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

    def __init__(self) -> None:
        super().__init__()
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
            panel.pick_in(lambda: self._selection, self.selection_requested.emit)
        self.types.picked.connect(self._on_types_picked)
        self.types.matrix_picked.connect(self._on_matrix_picked)
        self.parts.picked.connect(self._on_parts_picked)
        self.heuristic.opened.connect(self._on_heuristic_opened)

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
