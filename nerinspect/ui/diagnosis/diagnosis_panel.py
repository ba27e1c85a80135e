"""The diagnosis: which attributes make mentions hard, where systems are weak, where two differ, which documents."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from nerinspect.analysis.retention import RETENTION, competing_systems
from nerinspect.analysis.study import Study
from nerinspect.errors import counted
from nerinspect.io.diagnosis_file import DiagnosisOrigin
from nerinspect.io.request import LoadRequest
from nerinspect.query.selection import Selection
from nerinspect.settings.analysis_choice import AnalysisChoice
from nerinspect.settings.diagnosis_choice import DiagnosisChoice
from nerinspect.ui.announcing import announce
from nerinspect.ui.diagnosis.diagnoser import Diagnoser
from nerinspect.ui.diagnosis.diagnosis_page import TITLES, DiagnosisPage
from nerinspect.ui.diagnosis.differences import DIFFERENCES
from nerinspect.ui.diagnosis.document_rows import DOCUMENTS
from nerinspect.ui.diagnosis.document_table import documents_text
from nerinspect.ui.diagnosis.heat_map import HEAT_MAP
from nerinspect.ui.diagnosis.pair_tester import PairTester
from nerinspect.ui.overview.base_text import filter_pieces
from nerinspect.ui.overview.table_taker import TableTaker, Taken
from nerinspect.ui.overview.top_row import TopRow
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.widgets.analysis_controls import AnalysisControls
from nerinspect.ui.widgets.background_page import BackgroundPage
from nerinspect.ui.widgets.door_label import Piece

_GAP = 18  # at a font of 13 pixels
_NO_PREDICTION = "There is no prediction: open one with this reference to see where it fails."
_RECALL_ALONE = (
    "The filter asks for tough mentions. A spurious mention belongs to none of their subsets, so there is recall "
    "alone, and this page is about F1: count the whole test set."
)
_CANCELLED = "The systems were not diagnosed. Another number of buckets begins anew."
_ONE_SYSTEM = "There is one system; a difference takes two."


class DiagnosisPanel(BackgroundPage):
    """Diagnose all systems of a study; every score opens the events behind it.

    Signals
    -------
    choice_changed : DiagnosisChoice
        What is to be remembered.
    analysis_chosen : AnalysisChoice
        All pages are to count so.
    """

    choice_changed = Signal(object)
    analysis_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Diagnosis", "Diagnosing", parent)
        self._study: Study | None = None
        self._request = LoadRequest("")
        self._prediction, self._selection = 0, Selection()
        self._shown: DiagnosisOrigin | None = None  # of the numbers on screen
        self._shown_choice = AnalysisChoice()  # likewise
        self._diagnoser, self._tester = Diagnoser(self), PairTester(self)
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
        self._study, self._request = study, request
        self._prediction, self._selection, self._shown = prediction, selection or Selection(), None
        self._diagnoser.forget()
        self._page.forget(self._systems)
        self._controls.offer(study)
        self._offer_tables()
        self._refresh()

    @property
    def choice(self) -> DiagnosisChoice:
        """What is to be remembered."""
        return DiagnosisChoice(*self._page.comparison.pair.wanted)

    def show_choice(self, choice: DiagnosisChoice) -> None:
        """Show what was chosen before; systems that are not there are chosen once they are."""
        self._page.comparison.pair.want(choice.a, choice.b)
        self._refresh()

    def show_analysis_choice(self, choice: AnalysisChoice) -> None:
        """Count in another way."""
        if choice != self._controls.choice:
            self._controls.show_choice(choice)
            self._refresh()

    def show_prediction(self, prediction: int) -> None:
        """Rank the documents by another prediction's system."""
        self._prediction = prediction
        self._refresh()

    def show_selection(self, selection: Selection) -> None:
        """Follow another selection, if only what it keeps is counted."""
        self._selection = selection
        self._refresh()

    @property
    def is_complete(self) -> bool:
        """Whether all numbers that were asked for are on show; tests of the pair may be under way."""
        return self._shown is not None and not self._diagnoser.is_running

    @property
    def is_testing(self) -> bool:
        """Whether the tests of the pair are under way."""
        return self._tester.is_running

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        for worker in (self._diagnoser, self._tester, self._taker):
            worker.shutdown()

    def _build_ui(self) -> None:
        self._controls, self._top = AnalysisControls(), TopRow((DIFFERENCES, HEAT_MAP))
        first = QHBoxLayout()
        first.setSpacing(round(_GAP * font_size(self.font()) / 13))
        first.addWidget(self._controls, alignment=Qt.AlignmentFlag.AlignTop)
        first.addWidget(self._top, 1)
        self._page = DiagnosisPage(self._header_below(first))
        self._taker = TableTaker(self._top, self._taken, self)
        self._show_below(self._page)
        self._offer_tables()

    def _connect(self) -> None:
        self._page.door_opened.connect(self._on_door_opened)
        self._page.pair_chosen.connect(self._test_pair)
        self._page.pair_chosen.connect(lambda: self.choice_changed.emit(self.choice))
        self._controls.chosen.connect(self._refresh)
        self._controls.chosen.connect(self.analysis_chosen)
        self._page.table_focused.connect(self._offer_tables)
        self._page.documents.copy_requested.connect(self._on_list_copy_requested)
        self._top.door_opened.connect(self.query_requested)
        self._top.counted_changed.connect(self._refresh)
        self._top.chart_requested.connect(self._on_chart_requested)
        self._diagnoser.begun.connect(self._patience.start)
        self._diagnoser.ended.connect(self._on_ended)
        self._diagnoser.diagnosed.connect(self._show)
        self._progress.cancelled.connect(self._on_cancelled)
        self._tester.tested.connect(self._page.comparison.show_test)
        self._taker.told.connect(self.message_requested)
        for failed in (self._taker.failed, self._diagnoser.failed, self._tester.failed):
            failed.connect(self.warning_requested)

    def _refresh(self) -> None:
        """Diagnose what is not diagnosed yet; then it is shown."""
        study = self._study
        if study is None or not self.isVisible():
            return
        base = self._origin(study).base
        lacking = (_RECALL_ALONE if base.has_recall_alone else "") if self._systems else _NO_PREDICTION
        self._say(lacking)
        if lacking:
            self._diagnoser.cancel()
            self._shown = None
            self._page.parts.hide()
            self._top.show_summary(())
        else:
            self._diagnoser.diagnose(study, base, self._controls.choice, self._system)

    @property
    def _system(self) -> str:
        """The system on show."""
        assert self._study is not None, "a system of it is on show"
        return self._study.predictions[self._prediction].system

    @property
    def _systems(self) -> tuple[str, ...]:
        """Those that are diagnosed."""
        return competing_systems(self._study, self._controls.choice.has_retention) if self._study else ()

    def _origin(self, study: Study) -> DiagnosisOrigin:
        """Say what is to be counted."""
        kept, choice = self._selection if self._top.counted.place else None, self._controls.choice
        request = replace(self._request, retention=RETENTION in self._systems)
        return DiagnosisOrigin(study, request, kept, choice.n_buckets)

    def _show(self) -> None:
        study, diagnosed, ranking = self._study, self._diagnoser.result, self._diagnoser.ranking
        assert study is not None, "only a study is diagnosed"
        assert diagnosed is not None, "it was just made"
        assert ranking is not None, "it was just made"
        self._shown, self._shown_choice = self._origin(study), diagnosed.choice
        self._top.show_filter(filter_pieces(self._selection) if self._shown.kept is not None else ())
        self._page.show_diagnosed(diagnosed, ranking, self._prediction)
        self._show_sizes()
        self._test_pair()

    def _show_sizes(self) -> None:
        """Say how many systems and attributes the tables show."""
        systems, attributes = self._page.sizes
        words = f"{counted(systems, 'system')}, {counted(attributes, 'attribute')}"
        self._top.show_summary([Piece(words)])
        announce(self, words)

    def _test_pair(self) -> None:
        """Let the chosen pair be tested, if there is one."""
        study, diagnosed = self._study, self._diagnoser.result
        if study is not None and diagnosed is not None and len(diagnosed.systems) > 1:
            differences, runs = self._page.differences, diagnosed.tables[0].runs
            self._tester.test(study, diagnosed.base, (runs[differences.a], runs[differences.b]), differences.names)

    def _on_cancelled(self) -> None:
        """Leave on show what was; say so where there was nothing."""
        self._diagnoser.cancel()
        if self._shown is not None:
            self._controls.show_choice(self._shown_choice)
            self.analysis_chosen.emit(self._shown_choice)
        else:
            self._say(_CANCELLED)

    def _on_door_opened(self, query: str, prediction: int) -> None:
        if prediction not in (-1, self._prediction):
            self.prediction_requested.emit(prediction)
        self.query_requested.emit(query)

    def _taken(self, title: str) -> Taken | None:
        """Give a table to take away."""
        if self._shown is None:
            return None
        is_long = title == DOCUMENTS and self._page.documents.numbers.is_long
        return Taken(self._page.table(title), self._origin_of(self._shown, title), self._systems_in(title), is_long)

    def _on_list_copy_requested(self) -> None:
        self._taker.copier.copy(self._page.table(DOCUMENTS), documents_text, DOCUMENTS, is_long=True)

    def _on_chart_requested(self, name: str) -> None:
        if self._shown is None:
            return
        if name == DIFFERENCES and not self._has_pair:
            self.warning_requested.emit(_ONE_SYSTEM)
        else:
            origin = self._origin_of(self._shown, name)
            self._taker.saver.save_chart(self._page.picture(name), name, origin, self._systems_in(name))

    def _origin_of(self, shown: DiagnosisOrigin, title: str) -> DiagnosisOrigin:
        """Say where the numbers of one table or chart come from."""
        return replace(shown, attributes=self._page.attributes_in(title))

    @property
    def _has_pair(self) -> bool:
        return len(self._systems) > 1

    def _systems_in(self, title: str) -> Sequence[str]:
        if title == DOCUMENTS:
            return (self._system,)
        return self._page.differences.names if title == DIFFERENCES else self._systems

    def _offer_tables(self, focused: str = "") -> None:
        """Offer to copy and to save the tables there are, the one that has the focus first."""
        titles = [title for title in TITLES if self._has_pair or title != DIFFERENCES]
        self._top.offer_tables(sorted(titles, key=lambda title: title != focused))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the first table."""
        self._page.attributes.setFocus(event.reason())
