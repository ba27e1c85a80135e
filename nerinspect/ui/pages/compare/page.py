"""Compare: its parts below each other, what is asked behind them, and what is taken away."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from nerinspect.errors import counted
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.origins import PAIRS, VERSIONS, ComparisonOrigin
from nerinspect.query.rates import WHOLE, MentionBase
from nerinspect.query.selection import Selection
from nerinspect.settings.schema import AnalysisChoice, ComparisonChoice
from nerinspect.tables.runs import predictions_by_system
from nerinspect.training.retention import RETENTION, competing_systems
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.doors import Door, Piece
from nerinspect.ui.kit.pages.analysis_controls import AnalysisControls
from nerinspect.ui.kit.pages.page import BackgroundPage, PartsPage, Titled
from nerinspect.ui.kit.pages.take_away import TableTaker, Taken
from nerinspect.ui.kit.pages.top_row import TopRow, filter_pieces
from nerinspect.ui.kit.screen_text import announce
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.pages.compare.hits import HITS, HitPart
from nerinspect.ui.pages.compare.pair_table import PairPart
from nerinspect.ui.pages.compare.pairs import PairFinder
from nerinspect.ui.pages.compare.versions import ChangesPart

TITLES: Final = (PAIRS, HITS, *VERSIONS)
"""The tables there are."""

CHARTS: Final = (PAIRS, HITS)
"""Those that draw, and are saved as pictures too."""

_CHOOSE_B = "Choose a system to compare with (Ctrl+D), or click a pair above: A is the old version, B the new one."


class ComparisonPage(PartsPage):
    """Show how systems differ.

    Parameters
    ----------
    header : QWidget
        Stands above all parts, and is scrolled with them.
    """

    def __init__(self, header: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(header, parent)
        self.pairs, self.hits, self.changes = PairPart(), HitPart(), ChangesPart()
        self._no_pair = Titled("Two versions", QLabel(_CHOOSE_B))
        tables = (self.pairs.table, self.hits.table, self.changes.fates, self.changes.kinds)
        self._tables: dict[str, NumberTable] = dict(zip(TITLES, tables, strict=True))
        for part in (self.pairs, self.hits, self.changes, self._no_pair):
            self.rows.addWidget(part)
        self.watch_tables(self._tables)

    def show_study(self, study: Study, systems: Sequence[str]) -> None:
        """Take all numbers away; those of some systems of a study are to follow."""
        self.pairs.show_study(study, systems)
        self.hits.forget()
        self.changes.forget()
        self.parts.setVisible(len(systems) > 1 and not study.is_of_annotators)

    def show_versions(self, study: Study, old: int, new: int | None) -> None:
        """Compare two versions; without a new one, say how to choose it."""
        self.changes.setVisible(new is not None)
        self._no_pair.setVisible(new is None)
        if new is None:
            self.changes.forget()
        else:
            self.changes.show_versions(study, old, new)

    def picture(self, title: str) -> QWidget | None:
        """Draw a table of `CHARTS` for print; nothing while its numbers are on their way."""
        return self.pairs.picture if title == PAIRS else self.hits.picture

    def table(self, title: str) -> NumberTable:
        """Give a table by its title."""
        return self._tables[title]


_NO_SYSTEM = "There is no prediction: open two with this reference to compare them."
_ONE_SYSTEM = "There is one system, and a comparison takes two: add another prediction (Ctrl+Shift+O)."
_NO_PICTURE = "There is nothing to draw yet: the systems are still being compared."
_ANNOTATORS = "None of these annotators is right or wrong, so none is scored against another: see Agreement (Ctrl+7)."


class ComparePanel(BackgroundPage):
    """Compare all systems of a study; every number opens the events behind it.

    Signals
    -------
    choice_changed : ComparisonChoice
        What is to be remembered.
    analysis_chosen : AnalysisChoice
        All pages are to count so.
    """

    choice_changed = Signal(object)
    analysis_chosen = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("Compare", "Comparing", desk, parent)
        self._study: Study | None = None
        self._request, self._selection = LoadRequest(""), Selection()
        self._prediction, self._compared = 0, -1
        self._finder = PairFinder(self)
        self._build_ui()
        self._connect()

    def show_study(
        self, study: Study, request: LoadRequest, prediction: int = 0, selection: Selection | None = None
    ) -> None:
        """Show another study, at once or when the page is next shown.

        Parameters
        ----------
        study : Study
            Reference and predictions.
        request : LoadRequest
            How it was loaded.
        prediction : int
            The one on show.
        selection : Selection, optional
            What is selected in all panels; nothing, if left out.
        """
        self._finder.forget()
        self._study, self._request = study, request
        self._prediction, self._selection = prediction, selection or Selection()
        self._controls.offer(study)
        self._offer_systems()
        self._refresh()

    @property
    def choice(self) -> ComparisonChoice:
        """What is to be remembered."""
        return ComparisonChoice(*self._page.pairs.choice.wanted, self._page.hits.wanted_sort)

    def show_choice(self, choice: ComparisonChoice) -> None:
        """Show what was chosen before; systems and types that are not there are chosen once they are."""
        self._page.pairs.want(choice.system, choice.types)
        self._page.hits.want_sort(choice.sort)

    def show_analysis_choice(self, choice: AnalysisChoice) -> None:
        """Compare the retention heuristic too, or not."""
        is_other = choice.has_retention != self._controls.choice.has_retention
        self._controls.show_choice(choice)
        if is_other:
            self._on_systems_chosen()

    def show_prediction(self, prediction: int) -> None:
        """Let another prediction be A of the two versions."""
        self._prediction = prediction
        self._refresh()

    def show_compared(self, compared: int | None) -> None:
        """Let a prediction be B of the two versions, or none."""
        self._compared = -1 if compared is None else compared
        self._refresh()

    def show_selection(self, selection: Selection) -> None:
        """Follow another selection, if only what it keeps is counted."""
        self._selection = selection
        if self._top.counted.place:  # else the selection changes no number
            self._refresh()

    @property
    def is_complete(self) -> bool:
        """Whether all pairs are compared."""
        return self._finder.is_complete

    def _build_ui(self) -> None:
        self._top = TopRow(CHARTS)
        self._controls = AnalysisControls(has_attributes=False)
        first = QHBoxLayout()
        first.addWidget(self._controls, alignment=Qt.AlignmentFlag.AlignTop)
        first.addWidget(self._top, 1)
        self._page = ComparisonPage(self._header_below(first))
        self._taker = TableTaker(self._top, self._taken, self)
        self._show_below(self._page)
        self._offer_tables()

    def _connect(self) -> None:
        page, finder = self._page, self._finder
        self._controls.chosen.connect(self._on_systems_chosen)
        self._controls.chosen.connect(self.analysis_chosen)
        page.pairs.door_opened.connect(lambda query, a, b: self.desk.open(Door(query, a, b)))
        page.pairs.pair_opened.connect(self._on_pair_opened)
        page.hits.door_opened.connect(lambda query, _prediction: self._open(query))
        page.changes.door_opened.connect(self._on_version_door_opened)
        page.table_focused.connect(self._offer_tables)
        for chosen in (page.pairs.choice.chosen, page.hits.sort_chosen):
            chosen.connect(lambda: self.choice_changed.emit(self.choice))
        self._top.chart_requested.connect(self._on_chart_requested)
        self._top.door_opened.connect(self._open)
        self._top.counted_changed.connect(lambda _is_kept: self._refresh())
        finder.begun.connect(self._patience.start)
        finder.found.connect(self._show_pairs)
        finder.ended.connect(self._on_ended)
        finder.progressed.connect(lambda done, total: self._progress.show_progress(done, total, "draws"))
        self._progress.cancelled.connect(finder.cancel)
        self._taker.told.connect(self.desk.message.tell)
        for failed in (self._taker.failed, finder.failed, page.hits.failed, page.changes.failed):
            failed.connect(self.desk.message.say)

    def _refresh(self) -> None:
        """Compare what is not compared yet."""
        study = self._study
        if study is None or not self.isVisible():
            return
        lacking = _ANNOTATORS if study.is_of_annotators else (_NO_SYSTEM, _ONE_SYSTEM, "")[min(len(self._systems), 2)]
        self._say(lacking)
        if lacking:
            return
        base = self._base
        self._top.show_filter(() if self._kept is None else filter_pieces(self._kept))
        self._page.hits.show_hits(study, base, self._prediction)
        self._page.show_versions(study, self._prediction, self._compared if self._compared >= 0 else None)
        self._finder.compare(study, base, self._systems)
        self._show_pairs()

    @property
    def _systems(self) -> tuple[str, ...]:
        """Those that are compared."""
        return competing_systems(self._study, self._controls.choice.has_retention) if self._study else ()

    def _offer_systems(self) -> None:
        """Take all numbers away; those of the systems there are now are to follow."""
        if self._study is not None:
            self._page.show_study(self._study, self._systems)
            self._top.show_summary(())

    def _on_systems_chosen(self) -> None:
        self._offer_systems()
        self._refresh()

    @property
    def _kept(self) -> Selection | None:
        """What is selected, if only what it keeps is counted."""
        return self._selection if self._top.counted.place else None

    @property
    def _base(self) -> MentionBase:
        """The mentions to count."""
        return WHOLE if self._kept is None else MentionBase.of(self._kept)

    def _show_pairs(self) -> None:
        study, finder = self._study, self._finder
        if study is None:
            return
        self._page.pairs.show_pairs(self._base, finder.pairs, finder.n_pairs)
        words = f"{counted(len(self._systems), 'system')}, {counted(finder.n_pairs, 'pair')}"
        self._top.show_summary([Piece(words)])
        if finder.is_complete:
            announce(self, words)

    def _on_pair_opened(self, a: int, b: int) -> None:
        """Compare two systems in the events, under the filter in force."""
        self.desk.open(Door(self._selection.text, a, b))

    def _on_version_door_opened(self, query: str, prediction: int) -> None:
        beside = self._compared if prediction == self._prediction else self._prediction
        self.desk.open(Door(query, prediction, beside if prediction >= 0 else -1))

    def _taken(self, title: str) -> Taken | None:
        study = self._study
        systems = self._systems
        if study is None or len(systems) < 2:
            return None
        request = replace(self._request, retention=RETENTION in systems)
        origin = ComparisonOrigin(study, request, self._kept, tuple(self._page.pairs.notes))
        if title == PAIRS:
            systems = self._page.pairs.systems
            if (chosen := self._page.pairs.choice.system) in study.systems:
                origin = origin.of_pairs(predictions_by_system(study)[chosen])
        elif title in VERSIONS:
            if self._compared < 0:
                self.desk.message.say("There are no two versions on show; choose a system to compare with.")
                return None
            versions = self._prediction, self._compared
            systems = tuple(study.predictions[number].system for number in versions)
            origin = replace(origin, request=replace(request, retention=RETENTION in systems)).of_versions(*versions)
        return Taken(self._page.table(title).numbers.as_table(), origin, systems)

    def _on_chart_requested(self, title: str) -> None:
        taken, picture = self._taken(title), self._page.picture(title)
        if taken is not None and picture is not None:
            self._taker.saver.save_chart(picture, title, taken.origin, taken.systems)
        else:
            self.desk.message.say(_NO_PICTURE)

    def _offer_tables(self, focused: str = "") -> None:
        """Offer to copy and to save all tables, the one that has the focus first."""
        self._top.offer_tables(sorted(TITLES, key=lambda title: title != focused))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the first table."""
        self._page.pairs.table.setFocus(event.reason())
