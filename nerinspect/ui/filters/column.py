"""The filter panels, wired to a document: what they count, what is picked in them, which fold."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QVBoxLayout, QWidget

from nerinspect.attributes.built_in import attributes_of
from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.events.segment_events import KINDS, SHAPES
from nerinspect.events.study import Study
from nerinspect.glossary.wording import Wording
from nerinspect.progress import Checkpoint
from nerinspect.quantities import grouped
from nerinspect.query.counts.buckets import picked_buckets
from nerinspect.query.counts.outcomes import BesideCounts
from nerinspect.query.counts.panels import Counted
from nerinspect.query.counts.training import MemoryCounts, ToughCounts, memory_counts
from nerinspect.query.fields.outcomes import GOT_BY_RUNS
from nerinspect.query.filters import Term, all_of
from nerinspect.query.language.parser import query_text
from nerinspect.query.language.values import Value, Values
from nerinspect.query.selection import TYPE_FIELDS, Selection
from nerinspect.training.tough import SUBSETS
from nerinspect.ui.desk.document import DEFAULT_BUCKETED, Document
from nerinspect.ui.filters.buckets import BucketPanel
from nerinspect.ui.filters.counts_table import Click
from nerinspect.ui.filters.kinds import KindsPanel
from nerinspect.ui.filters.matrix import MatrixStyle, MatrixView, TypeMatrixModel
from nerinspect.ui.filters.panel import FilterPanel, Section, with_picked
from nerinspect.ui.filters.tough import picked_subsets
from nerinspect.ui.filters.values import ValuesPanel, show_documents, show_verdicts
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.theme.themes import current_theme

if TYPE_CHECKING:
    from nerinspect.ui.filters.compared_panels import ComparedFilters
    from nerinspect.ui.filters.tough import ToughPanel
    from nerinspect.ui.filters.training import TrainingPanel


_MARGIN, _GAP = 12, 4  # at a font of 13 pixels


class TypesPanel(FilterPanel):
    """Show how many events there are of each reference and predicted type and let the user pick some."""

    # lists of reference and of predicted types, None for no mention, and a `Click`; one list may be empty
    types_picked = Signal(object, object, object)
    with_correct_changed = Signal(bool)  # the user wants correct events counted or left out
    view: MatrixView

    def __init__(self) -> None:
        self._model = TypeMatrixModel()
        self._body = QWidget()
        view = MatrixView(self._model, "Types, reference by prediction")
        super().__init__("Types", "type_matrix", view, self._body)
        self.setObjectName("types_panel")
        self._with_correct = QCheckBox("Count correct events")
        self._rows = fill(QVBoxLayout(self._body), self.view, self._with_correct)
        self._say_what_counts()
        self._with_correct.toggled.connect(self._on_with_correct_toggled)

    @property
    def with_correct(self) -> bool:
        return self._with_correct.isChecked()

    def speak(self, wording: Wording) -> None:
        if wording == self._model.wording:
            return
        super().speak(wording)
        self.view.speak(wording)
        self._with_correct.setText(wording.said("Count correct events"))
        self._say_what_counts()

    def others(self, selection: Selection) -> Selection:
        return selection.without_field(*TYPE_FIELDS)

    def show_matrix(self, types: Sequence[str], counts: AnyIntArray, picked: BoolArray | None = None) -> None:
        self.view.show_matrix(types, counts, picked, self.with_correct)
        self._place_scroll_bar()

    def give_way(self) -> int:
        """Be as low as possible, and tell what all rows would take besides, in device-independent pixels."""
        missing = self.view.give_way()
        self.tell_height()
        return 0 if self.section.is_folded else missing

    def take(self, height: int) -> None:
        """Use what is left over, in device-independent pixels, for more rows."""
        self.view.take(height)
        self.tell_height()

    def _place_scroll_bar(self) -> None:
        """Let the scroll bar stand in the margin, so that it takes no room from the columns."""
        self._rows.setContentsMargins(self._margin, 0, max(self._margin - self.view.scroll_bar_width, 0), 0)

    def tell_height(self) -> None:
        self._place_scroll_bar()
        super().tell_height()

    def _connect_view(self) -> None:
        self.view.types_picked.connect(self.types_picked)
        self.view.types_menu_requested.connect(self._on_types_menu_requested)

    def _on_types_menu_requested(
        self, both: Sequence[Sequence[str | None]], text: str, explanation: str, place: QPoint
    ) -> None:
        reference, predicted = both
        door = all_of(
            *(Term(field, tuple(types)) for field, types in (("ref", reference), ("pred", predicted)) if types)
        )
        if reference and predicted:
            door = Selection().pick_cell(reference[0], predicted[0], self._model.with_correct).filter
        self._menu_of(text, query_text(all_of(self._other_filters(), door)), explanation).popup(place)

    def _restyle(self) -> None:
        super()._restyle()
        style = MatrixStyle(current_theme(), self.font())
        self._with_correct.setFont(style.row_font)
        margin, gap = round(_MARGIN * style.unit), round(_GAP * style.unit)
        self._margin = margin
        self._place_scroll_bar()
        self._rows.setSpacing(gap)

    def _say_what_counts(self) -> None:
        said = self._model.wording.said("correct")
        self.section.set_summary(f"events, {said} counted" if self.with_correct else f"events, {said} not counted")

    def _on_with_correct_toggled(self, with_correct: bool) -> None:
        self._say_what_counts()
        self.with_correct_changed.emit(with_correct)


class Folding:
    """Fold sections from the bottom for want of room, and open again those that have some, from the top.

    The `types` give way before a section folds, all but the `least`: their rows are scrolled. What is left over in the
    end is given back to them.
    """

    def __init__(self, types: TypesPanel, least: Collection[Section]) -> None:
        self._types, self._least = types, least
        self._given_way: list[tuple[Section, int]] = []  # folded for want of room, and what each took

    def is_by_user(self, section: Section) -> bool:
        """Tell whether a section is folded, and not for want of room."""
        return section.is_folded and all(section is not other for other, _ in self._given_way)

    def forget(self) -> None:
        """Forget what was folded for want of room."""
        self._given_way = []

    def leave(self, section: Section) -> None:
        self._given_way = [pair for pair in self._given_way if pair[0] is not section]

    def fit(self, shown: Sequence[FilterPanel], height: int) -> None:
        """Fold sections until the others have room, and open again what was folded so.

        The panels on screen are given from the top, the first of which never folds; `height`, in device-independent
        pixels, is room for all of them.
        """
        missing = self._types.give_way()
        limits = dict.fromkeys(self._least, height - missing)
        needed = sum(_height(panel) for panel in shown)
        for section in reversed([panel.section for panel in shown[1:]]):
            if needed > limits.get(section, height) and not section.is_folded:
                before = _height(section)
                section.set_folded(True)
                saved = before - _height(section)
                self._given_way.append((section, saved))
                needed -= saved
        for section, saved in reversed(self._given_way.copy()):
            if needed + saved <= limits.get(section, height):
                self.leave(section)
                section.set_folded(False)
                needed += saved
        self._types.take(height - needed)


def _height(part: QWidget) -> int:
    """Give the height a part needs, where words are wrapped at the width it has."""
    return part.heightForWidth(part.width()) if part.hasHeightForWidth() else part.sizeHint().height()


def _explained(study: Study, selection: Selection, prediction: int, checkpoint: Checkpoint) -> MemoryCounts:
    return memory_counts(study, selection, prediction)


_NAMES = (
    "others",
    "outcome",
    "difference",
    "kind_pairs",
    "kinds",
    "runs",
    "types",
    "tough",
    "buckets",
    "training",
    "shapes",
    "documents",
    "review",
)
_OWNED = ("runs", "types", "buckets", "training", "shapes", "documents", "review")
"""Those that count events of A where two systems are compared."""

_RUNS: Final[dict[Value, str]] = {None: "no run", "some": "some runs, not all", "all": "all runs"}
"""How many runs of a system have a mention, in words."""

_USUALLY_FOLDED = ("training", "documents", "review")


class FilterColumn(QObject):
    """Holds the panels, shows what the document counts in them, and hands picks back to it.

    Panels that only some studies have are made when they are first asked for.
    """

    panels_made = Signal()  # there are more panels

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._made: dict[str, FilterPanel] = {}
        self._folded: Collection[str] = _USUALLY_FOLDED  # as panels begin that are still to be made
        self.kinds, self.types, self.buckets = KindsPanel(), TypesPanel(), BucketPanel()
        self._memory = Derived(_explained, self, size=lambda study, *_: len(study.events))
        self.shapes = ValuesPanel("Shapes", "shape")
        self.documents = ValuesPanel("Documents", "doc", is_sortable=True)
        self.review = ValuesPanel("Review", "verdict")  # what was decided
        right = {"shapes": self.shapes, "documents": self.documents, "review": self.review}
        self._room = 0  # for all of them, as told last
        self._folding = Folding(self.types, least=[panel.section for panel in right.values()])
        self._shown_rows: tuple[int | bool, ...] = ()  # what the heights of the panels depend on
        self._add(kinds=self.kinds, types=self.types, buckets=self.buckets, **right)
        self.buckets.hide()
        self._connect()

    def _add(self, **panels: FilterPanel) -> None:
        """Take panels that were made, by the lasting names of their sections."""
        for name, panel in panels.items():
            panel.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
            panel.section.set_folded(name in self._folded)
            panel.section.folded.connect(lambda _, section=panel.section: self._folding.leave(section))
            panel.pick_in(lambda: self._document.selection, self._document.select)
        made = {**self._made, **panels}
        self._made = {name: made[name] for name in _NAMES if name in made}
        self.panels_made.emit()

    @property
    def panels(self) -> list[FilterPanel]:
        return list(self._made.values())

    @cached_property
    def compared(self) -> "ComparedFilters":
        from nerinspect.ui.filters.compared_panels import ComparedFilters  # the window shows sooner without them

        compared = ComparedFilters(self._document, self)
        compared.height_changed.connect(lambda: self.fit(self._room))
        outcome, difference, kinds = compared.panels
        self._add_hidden(others=compared.others, outcome=outcome, difference=difference, kind_pairs=kinds)
        return compared

    @cached_property
    def tough(self) -> "ToughPanel":
        from nerinspect.ui.filters.tough import ToughPanel

        tough = ToughPanel()
        self._add_hidden(tough=tough)
        return tough

    @cached_property
    def training(self) -> "TrainingPanel":
        from nerinspect.ui.filters.training import TrainingPanel

        training = TrainingPanel()
        training.novelty_picked.connect(self._on_novelty_picked)
        training.query_requested.connect(self._document.select_query)
        self._memory.made.connect(training.show_memory)
        self._add_hidden(training=training)
        return training

    @cached_property
    def runs(self) -> ValuesPanel:
        runs = ValuesPanel("Over runs", GOT_BY_RUNS.name, key="got_by_runs")
        self._add_hidden(runs=runs)
        return runs

    def _add_hidden(self, **panels: FilterPanel) -> None:
        """Take panels that are shown when there is something to count."""
        for panel in panels.values():
            panel.hide()
            if self._document.study is not None:
                panel.speak(self._document.study.wording)
        self._add(**panels)

    @property
    def sections(self) -> dict[str, Section]:
        """The sections that fold, by lasting names, from the top."""
        return {name: panel.section for name, panel in self._made.items()}

    @property
    def folded(self) -> tuple[str, ...]:
        return tuple(name for name in _NAMES if self._is_folded(name))

    def _is_folded(self, name: str) -> bool:
        panel = self._made.get(name)
        return name in self._folded if panel is None else self._folding.is_by_user(panel.section)

    def set_folded(self, names: Collection[str] | None) -> None:
        """Fold some sections and open the others; None for the usual ones."""
        self._folding.forget()
        self._folded = _USUALLY_FOLDED if names is None else names
        for name, section in self.sections.items():
            section.set_folded(name in self._folded)

    def choose_buckets(self, attribute: str) -> None:
        """Show the buckets of an attribute; of the usual one for an empty name."""
        if (wanted := attribute or DEFAULT_BUCKETED.attribute) != self._document.bucketed.attribute:
            self._document.show_buckets(wanted)

    def fit(self, height: int) -> None:
        """Fold sections until the others have room, as `Folding` does, and open again what was folded so.

        The panels must be on screen, or nothing is known of their heights.
        """
        self._room = height
        if any(panel.isVisible() for panel in self.panels):
            shown = self._by_importance()
            for panel in shown:
                panel.tell_height()
            self._folding.fit(shown, height)

    def _by_importance(self) -> list[FilterPanel]:
        """List the panels on show, the last to fold first: of two systems types say least."""
        shown: list[FilterPanel] = [panel for panel in self.panels if not panel.isHidden()]
        if self._names is not None:
            shown.remove(self.types)
            training = self._made.get("training")
            shown.insert(shown.index(training if training in shown else self.shapes), self.types)
        return shown

    def toggle_kind(self, kind: str) -> None:
        self._document.select(self._document.selection.toggle("kind", kind))

    def _connect(self) -> None:
        self._document.counts_changed.connect(self._on_counts_changed)
        self.types.types_picked.connect(self._on_types_picked)
        self.buckets.attribute_chosen.connect(self.choose_buckets)
        self.buckets.number_chosen.connect(self._on_number_of_buckets_chosen)
        self.types.with_correct_changed.connect(self._on_with_correct_changed)

    def _on_types_picked(self, reference: Sequence[str | None], predicted: Sequence[str | None], click: Click) -> None:
        selection, counts_correct = self._document.selection, self._document.counts_correct
        if not reference or not predicted:
            field, names = ("ref", reference) if reference else ("pred", predicted)
            picked = with_picked(selection.without_picked_cells(), field, names, click)
        elif click == Click.ADDED:
            picked = selection.toggle_cell(reference[0], predicted[0], self._types, counts_correct)
        else:
            picked = selection.pick_cells(reference, predicted, counts_correct)
        self._document.select(picked)

    def _on_novelty_picked(self, subsets: Sequence[str], kinds: Sequence[str], is_added: bool) -> None:
        before = self._document.selection
        picked = {"tough": picked_subsets(before), "kind": before.picked("kind")}
        picks = (("tough", subsets), ("kind", kinds))
        values: dict[str, Values] = {field: tuple(names) for field, names in picks if names}
        if is_added:
            values = {field: tuple(dict.fromkeys((*picked[field], *new))) for field, new in values.items()}
        elif all(picked[field] == new for field, new in values.items()):
            values = dict.fromkeys(values, ())
        after = before.without_field("seen", "reftough", "predtough") if subsets else before
        for field, names in values.items():
            after = after.pick_all(field, names)
        self._document.select(after)

    def _on_with_correct_changed(self, with_correct: bool) -> None:
        self._document.count_correct(with_correct)
        self._document.select(self._document.selection.counting_correct(with_correct, self._types))

    @property
    def _compares(self) -> bool:
        return "outcome" in self._made

    @property
    def _names(self) -> tuple[str, str] | None:
        """What A and B are called in queries; None while nothing is compared."""
        return self.compared.names if self._compares else None

    @property
    def _types(self) -> tuple[str, ...]:
        return tuple(self._document.study.types) if self._document.study else ()

    def _show_tough(self, types: Sequence[str], counts: ToughCounts | None, beside: BesideCounts | None) -> None:
        if counts is not None:
            other = (beside.tough, beside.names) if beside is not None else (None, None)
            self.tough.show_counts(types, counts, picked_subsets(self._document.selection), *other)
        for name in ("tough", "training"):
            if name in self._made:
                self._made[name].setVisible(counts is not None)

    def _show_buckets(self, study: Study, counted: Counted) -> None:
        if (counts := counted.buckets) is not None:
            picked = picked_buckets(self._document.selection, counts.own.attribute.name, counts.own.n_wanted)
            self.buckets.show_counts(attributes_of(study), counts, picked)
        self.buckets.setVisible(counts is not None)

    def _on_number_of_buckets_chosen(self, number: int) -> None:
        self._document.choose_analysis(replace(self._document.analysis, n_buckets=number))

    def _show_training(self, study: Study, counted: Counted) -> None:
        if counted.tough is None or counted.novelty is None:
            return
        selection, mentions = self._document.selection, counted.tough.mentions
        self.training.show_novelty(counted.novelty, picked_subsets(selection), selection.picked("kind"))
        self.training.show_share(int(mentions[SUBSETS.index("seen")]), int(mentions[SUBSETS.index("all")]))
        self._memory.ask(study, selection, self._document.prediction)

    def _show_runs(self, counts: Mapping[Value, int]) -> None:
        if counts:
            events = np.array(list(counts.values()), dtype=np.int64)
            picked = self._document.selection.picked(GOT_BY_RUNS.name)
            self.runs.show_values([_RUNS[share] for share in counts], list(counts), events, picked)
            self.runs.set_summary("have the mention")
        if "runs" in self._made:
            self.runs.setVisible(bool(counts))

    def _on_counts_changed(self) -> None:
        study, selection, counted = self._document.study, self._document.selection, self._document.counted
        assert study is not None, "only events of a study are counted"
        picked = [str(kind) for kind in selection.picked("kind")]
        for panel in self.panels:
            panel.speak(study.wording)
        self.kinds.show_counts(counted.kinds, set(picked))
        n_picked = sum(int(counted.kinds[KINDS.index(kind)]) for kind in picked)
        self.kinds.set_summary(f"{grouped(n_picked)} picked" if picked else "")
        self.types.show_matrix(study.types, counted.matrix, selection.picked_cells(study.types))
        self._show_training(study, counted)
        self._show_tough(study.types, counted.tough, counted.beside)
        self._show_runs(counted.runs)
        self.kinds.setVisible(counted.beside is None)
        if self._compares or counted.beside is not None or counted.others is not None:
            self.compared.show_counts(counted.beside)
            self.compared.show_others(counted.others)
        for name in _OWNED:
            if name in self._made:
                self._made[name].section.set_owner("A" if counted.beside else "")
        self._show_buckets(study, counted)
        self.shapes.show_values(SHAPES[1:], SHAPES[1:], counted.shapes, selection.picked("shape"))
        show_documents(self.documents, counted, selection)
        show_verdicts(self.review, counted, selection, study.wording)
        n_buckets = len(counted.buckets.own.buckets) if counted.buckets else 0
        has = [one is not None for one in (counted.tough, counted.beside, counted.others)]
        has += [bool(self.buckets.caption), bool(counted.runs)]
        rows = len(study.types), len(counted.documents), len(counted.verdicts), n_buckets, *has
        if rows != self._shown_rows:
            self._shown_rows = rows
            self.fit(self._room)
