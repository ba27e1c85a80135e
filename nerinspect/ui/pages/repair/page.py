"""The page Repair: invalid transitions of one source, and the effects of each repair."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QWidget

from nerinspect.events.study import Study
from nerinspect.io.index.opening import is_index
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.origins import RepairOrigin, RepairsOrigin, of_repairs
from nerinspect.lists.table import Table
from nerinspect.quantities import counted, grouped
from nerinspect.tables import paper
from nerinspect.tables.annotation import RepairedSystem, differences_table, effects_table, transitions_table
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door, LinkLabel, Piece
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.pages.choice import PageHead, drop_down
from nerinspect.ui.kit.pages.page import Page
from nerinspect.ui.kit.pages.parts import Halves, Part
from nerinspect.ui.kit.pages.take_away import Source
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.pages.repair.affected_places import (
    DIFFERING,
    INVALID,
    DifferingTable,
    InvalidTable,
    ReadingsView,
    right_names,
)
from nerinspect.ui.pages.repair.choices import TITLE, ChoicesTable
from nerinspect.ui.pages.repair.tried_repairs import (
    ON_PAPER,
    RIGHT,
    SYSTEMS,
    LabelledSource,
    SystemsTable,
    TriedRepairs,
    how_read,
    labelled_sources,
    repairs_over_runs,
    system_groups,
    try_repairs,
)
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.visible import visible

_AT_ONCE: Final = 50_000  # tokens repaired without a noticeable wait
_MANY: Final = 10_000  # rows copied without a noticeable wait
_FAILED: Final = "The repairs could not be compared"
_CANCELLED: Final = "The repairs were not compared. To compare them, choose the source again."
_OVER_RUNS: Final = "of several runs mean and standard deviation; p of the rank-sum test between the repairs"
_WIDE: Final = 1200  # at a font of 13 pixels


class RepairPage(Page):
    """Shows the invalid transitions of one source, and lets the user choose its repair.

    The sentence follows the table used last.
    """

    name, doing = "Repair", "Trying every repair"
    looks_at = frozenset({"prediction"})
    window_alone = (TITLE, INVALID, DIFFERING)

    def __init__(self, desk: Desk) -> None:
        self._chooser = drop_down("Source")
        super().__init__(desk, PageHead("Labels of", None, self._chooser))
        self._prediction = 0
        self._sources: list[LabelledSource] = []
        self._tried: TriedRepairs | None = None
        self._focus_returns = False
        self._repairs = Derived(try_repairs, self, _FAILED, _n_tokens, at_once=_AT_ONCE, keeps=0)
        self._systems = Derived(
            repairs_over_runs,
            self,
            "The repairs could not be compared over systems",
            _n_tokens_of_all,
            at_once=_AT_ONCE,
        )
        self.choices, self.systems, self.invalid = ChoicesTable(), SystemsTable(), InvalidTable()
        self.differing, self.view = DifferingTable(), ReadingsView()
        self._used: InvalidTable | DifferingTable = self.invalid
        self._right = LinkLabel(has_one_line=True)
        self._right.setAccessibleName("Which repair is right")
        self._right.setToolTip(tooltip(f"{RIGHT} A click shows just these."))
        self._all = QPushButton("Show all")
        self._all.setAccessibleName("Show all events that differ")
        self._build_ui()
        self.derive(self._repairs, "repairs")
        self.derive(self._systems, "predictions")
        self._connect()

    @property
    def regions(self) -> list[QWidget]:
        return [self._chooser, self.choices, self.systems, self.invalid, self.differing, self.view]

    def forget(self) -> None:
        """List the sources of another study, keeping the chosen one."""
        assert self.look is not None, "there is another study"
        before = self._source.key if self._source else None
        self._prediction, self._sources = self.look.prediction, labelled_sources(self.look.study)
        self._chooser.blockSignals(True)
        self._chooser.clear()
        self._chooser.addItems([visible(source.title) for source in self._sources])
        keys = [source.key for source in self._sources]
        self._chooser.setCurrentIndex(keys.index(before) if before in keys else self._first_choice())
        self._chooser.blockSignals(False)
        self.head.setVisible(bool(self._sources))
        self._drop()

    def refresh(self, look: Look) -> None:
        """Try the repairs of the source, unless it needs none or was tried before."""
        if look.prediction != self._prediction:
            self._follow_prediction(look.prediction)
        predictions = [source for source in self._sources if source.role == "prediction"]
        is_invalid = any(source.annotation.source.n_invalid for source in predictions)
        if len(predictions) > 1 and is_invalid and not look.study.is_of_annotators:
            self._systems.ask(look.study, look.request)
        source = self._source
        if self._tried is not None:
            return
        if source is None:
            self.say("No file here has labels, so there is nothing to repair.")
            return
        self.head.show_summary([Piece(how_read(source))])
        if source.annotation.source.n_invalid:
            self.say("")
            self._repairs.ask(look.study, look.request, source, self._prediction)
        else:
            self.say(f"{source.title}. Its labels are read as they are.")

    @property
    def titles(self) -> Sequence[str]:
        return [part.title for part in self._tables if part.isVisibleTo(self)]

    def layouts(self, title: str) -> Sequence[str]:
        return [ON_PAPER] * (title == SYSTEMS)

    def table(self, title: str) -> Table:
        if title == SYSTEMS:
            return super().table(title)
        if title == ON_PAPER and self.look is not None and self._systems.value is not None:
            return paper.repairs(self.look.study, self._systems.value)
        assert self._tried is not None, "it is on show"
        effects = self._tried.effects
        if title == INVALID:
            return transitions_table(effects.written)
        return differences_table(effects, self.differing.groups) if title == DIFFERING else effects_table(effects)

    def source(self, title: str) -> Source | None:
        if self.look is not None and title in (SYSTEMS, ON_PAPER) and self._systems.value is not None:
            names = [system.name for system in self._systems.value]
            return Source(RepairsOrigin(self.look.study, of_repairs(self.look.request)), names)
        if self.look is None or self._tried is None:
            return None
        source, written = self._tried.source, self._tried.effects.written
        origin = RepairOrigin(
            self.look.study, self.look.request, None, source.annotation.source.path, written.dialect.name
        )
        n_rows = {INVALID: len(written.invalid), DIFFERING: len(self.differing.groups)}.get(title, 0)
        return Source(origin, (source.name,), n_rows > _MANY)

    def open_number(self, query: str, prediction: int = -1, beside: int = -1) -> None:
        self.desk.open(Door(query, -1 if self._tried is None else self._tried.source.prediction))

    def on_cancelled(self) -> None:
        self.say(_CANCELLED)

    def _build_ui(self) -> None:
        self._choice_part, self._invalid_part = Part(TITLE, self.choices), Part(INVALID, self.invalid, fills=True)
        beside = QWidget()
        fill(QHBoxLayout(beside), self._right, self._all)
        self._differing_part = Part(
            DIFFERING, self.differing, beside=beside, fills=True, small=(self._right, self._all)
        )
        self._sentence_part = Part("Sentence", self.view, fills=True)
        self._systems_part = Part(SYSTEMS, self.systems)
        self._tables = (self._choice_part, self._systems_part, self._invalid_part, self._differing_part)
        self._places = Halves(Qt.Orientation.Horizontal, (self._invalid_part, 1), (self._differing_part, 1))
        self._halves = Halves(Qt.Orientation.Vertical, (self._places, 3), (self._sentence_part, 2))
        self.add(self._choice_part, is_wide=True)
        self.add(self._systems_part, is_wide=True, opens=super().open_number)
        self.add(self._halves, is_wide=True, fills=True)
        for part in (self._invalid_part, self._differing_part):
            part.offer(self.take_away.menu_of((part.title,), (), part))

    def _connect(self) -> None:
        self._chooser.currentIndexChanged.connect(self._on_source_chosen)
        self._repairs.made.connect(self._show)
        self._systems.made.connect(self._show_systems)
        self.systems.run_chosen.connect(self._turn_to)
        self._repairs.failed.connect(lambda _why: self.say(f"{_FAILED}."))
        self.choices.method_chosen.connect(self._on_method_chosen)
        self.choices.differences_requested.connect(self._show_differences)
        self._right.linkActivated.connect(self._show_differences)
        self._all.clicked.connect(lambda: self._show_differences(""))
        self.invalid.place_chosen.connect(self._on_transition_chosen)
        self.differing.place_chosen.connect(self._on_difference_chosen)
        for table in (self.invalid, self.differing):
            table.horizontalHeader().geometriesChanged.connect(self._fit_tables)
        self.view.place_changed.connect(self._sentence_part.set_caption)
        self.view.previous_requested.connect(lambda: self._step(-1))
        self.view.next_requested.connect(lambda: self._step(1))

    @property
    def _source(self) -> LabelledSource | None:
        place = self._chooser.currentIndex()
        return self._sources[place] if 0 <= place < len(self._sources) else None

    def _first_choice(self) -> int:
        """Return a source with invalid transitions, preferably the prediction on show."""

        def rank(place: int) -> tuple[bool, bool]:
            source = self._sources[place]
            return not source.annotation.source.n_invalid, source.prediction != self._prediction

        return min(range(len(self._sources)), key=rank, default=-1)

    def _follow_prediction(self, prediction: int) -> None:
        """Switch to another prediction if one was on show, or if it changes the numbers."""
        self._prediction, source = prediction, self._source
        if source is None or source.prediction == prediction:
            return
        places = [place for place, other in enumerate(self._sources) if other.prediction == prediction]
        if source.role == "prediction" and places:
            self._chooser.blockSignals(True)
            self._chooser.setCurrentIndex(places[0])
            self._chooser.blockSignals(False)
            self._drop()
        elif source.role == "reference":
            self._drop()

    def _on_source_chosen(self) -> None:
        self._drop()
        self.look_again()

    def _drop(self) -> None:
        """Hide everything; what had the focus gets it back once it is shown again."""
        focused = QApplication.focusWidget()
        self._focus_returns = focused is not None and self._choice_part.isAncestorOf(focused)
        self._repairs.cancel()
        self._tried = None
        self._show_parts(False)

    def _show_parts(self, are_shown: bool) -> None:
        self._choice_part.setVisible(are_shown)
        self._halves.setVisible(are_shown)

    def _show(self, tried: TriedRepairs) -> None:
        assert self.look is not None, "its labels were looked at"
        effects, name = tried.effects, tried.source.name
        n_invalid = len(effects.written.invalid)
        self._tried, self._used = tried, self.invalid
        self.choices.show_effects(effects, self._in_use, name, tried.source.role != "training", tried.wording)
        self.invalid.show_labels(effects.written, tried.wording)
        chosen = "; the one in use was chosen with the index" if is_index(self.look.request.reference) else ""
        self._choice_part.set_caption(f"every number counted on this file; nothing is changed on disk{chosen}")
        self._invalid_part.set_caption(f"{grouped(n_invalid)} in {name}; a row shows its sentence")
        self._list_differences("")
        self._differing_part.setVisible(effects.differences is not None)
        self.view.show_readings(tried.readings, self.look.study.types)
        self._sentence_part.setVisible(tried.readings is not None)
        self._show_parts(True)
        if n_invalid:
            self.invalid.choose_row(0)
        if self._focus_returns and self._chooser.hasFocus():
            self.choices.setFocus(Qt.FocusReason.OtherFocusReason)
        self._focus_returns = False

    def _show_systems(self, systems: list[RepairedSystem]) -> None:
        assert self.look is not None, "its predictions were looked at"
        self.systems.numbers.set_groups(system_groups(self.look.study, systems))
        has_runs = any(len(system.numbers) > 1 for system in systems)
        self._systems_part.set_caption(_OVER_RUNS if has_runs else "F1 of all types; a name shows its labels")
        self._systems_part.show()

    def _turn_to(self, prediction: int) -> None:
        self._chooser.setCurrentIndex([source.prediction for source in self._sources].index(prediction))

    @property
    def _in_use(self) -> str:
        assert self._tried is not None, "it is on show"
        return self._tried.source.annotation.repair.method

    def _on_method_chosen(self, method: str) -> None:
        assert self._tried is not None, "its repairs are on show"
        source = self._tried.source
        self.desk.repair_requested.emit(source.annotation.source.path, source.role, method)

    def _on_transition_chosen(self, position: int) -> None:
        self._use(self.invalid)
        self.view.show_place(position, position + 1, self._in_use)

    def _on_difference_chosen(self, _position: int) -> None:
        self._use(self.differing)
        self.view.show_place(*self.differing.extent(self.differing.currentIndex().row()), self._in_use)

    def _use(self, table: InvalidTable | DifferingTable) -> None:
        """Select a row in one table only: the one the sentence belongs to."""
        self._used = table
        (self.differing if table is self.invalid else self.invalid).clearSelection()

    def _list_differences(self, shown: str) -> None:
        """List the differing events, or those with a certain kind or correct repair, and count them."""
        assert self._tried is not None, "they differ between its repairs"
        effects, wording = self._tried.effects, self._tried.wording
        self.differing.show_effects(effects, shown, wording)
        self._all.setVisible(bool(shown))
        self._fit_tables()
        if effects.differences is None or effects.compared is None:
            return
        one, other = (choice.method for choice in effects.compared)
        n_all, n_shown = len(effects.differences), len(self.differing.groups)
        n_places = counted(n_all, "place")
        names = () if wording.is_neutral else right_names(effects)
        if shown:
            why = f"where {shown} is right" if shown in names else f"with {wording.tag(shown)}"
            n_places = f"{grouped(n_shown)} of {n_places} {why}"
        counts = np.bincount(effects.differences.right, minlength=len(names)).tolist()
        pieces = [f"{name} {grouped(n)}" for name, n in zip(names, counts[: len(names)], strict=True)]
        links = [
            f'<a href="{name}">{said}</a>' if n else said for name, said, n in zip(names, pieces, counts, strict=False)
        ]
        self._right.setText(f"right: {' · '.join(links)}")
        self._right.setVisible(bool(names) and bool(n_all))
        said = f"{n_places}; {one} against {other}"
        self._differing_part.set_caption(said if n_all else f"no event differs; {one} against {other}")

    def _fit_tables(self) -> None:
        """Make short tables only as high as their rows, so that the sentence follows directly."""
        parts = ((self._invalid_part, self.invalid), (self._differing_part, self.differing))
        heights = []
        for part, table in parts:
            height = part.sizeHint().height() - table.sizeHint().height() + table.whole_height
            part.setMaximumHeight(height)
            heights.append(height)
        is_beside = self._places.orientation() == Qt.Orientation.Horizontal
        self._places.setMaximumHeight(max(heights) if is_beside else sum(heights) + self._places.handleWidth())

    def _show_differences(self, shown: str) -> None:
        """Show the differing events, or some of them; see `_list_differences`."""
        self._list_differences(shown)
        if self.differing.model().rowCount() and not self.differing.currentIndex().isValid():
            self.differing.choose_row(0)
        self.differing.setFocus(Qt.FocusReason.OtherFocusReason)

    def _step(self, by: int) -> None:
        row = self._used.currentIndex().row() + by
        if 0 <= row < self._used.model().rowCount():
            self._used.choose_row(row)

    def _restyle(self) -> None:
        super()._restyle()
        for part in (self._chooser, self._all):
            part.setFont(scaled_font(self.font(), DETAIL))
        self._fit_tables()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the repairs, or without any to the list of sources; keep it while unknown."""
        if self._seen is not None:
            (self.choices if self._tried else self._chooser).setFocus(event.reason())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the two tables side by side, or one below the other if the page is narrow."""
        super().resizeEvent(event)
        is_wide = self.width() >= _WIDE * self.unit
        self._places.turn(Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical)
        self._fit_tables()


def _n_tokens(_study: Study, _request: LoadRequest, source: LabelledSource, _prediction: int) -> int:
    return source.text.n_tokens


def _n_tokens_of_all(study: Study, _request: LoadRequest) -> int:
    return study.text.n_tokens * len(study.predictions)
