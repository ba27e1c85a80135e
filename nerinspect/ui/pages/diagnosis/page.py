"""The diagnosis: its parts below each other, what is asked behind them, and what is taken away."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QStyle, QWidget

from nerinspect.attributes.own import is_file_column
from nerinspect.errors import counted
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.origins import DiagnosisOrigin
from nerinspect.lists.table import Table
from nerinspect.progress import Checkpoint
from nerinspect.query.counts.diagnosis import DocumentRanking
from nerinspect.query.rates import MentionBase
from nerinspect.query.selection import Selection
from nerinspect.settings.schema import AnalysisChoice, DiagnosisChoice
from nerinspect.training.retention import RETENTION, competing_systems
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.derived import MANY, Derived
from nerinspect.ui.kit.doors import Piece
from nerinspect.ui.kit.pages.analysis_controls import AnalysisControls
from nerinspect.ui.kit.pages.page import BackgroundPage, Followed, PartsPage
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.pages.take_away import TableTaker, Taken
from nerinspect.ui.kit.pages.top_row import TopRow, filter_pieces
from nerinspect.ui.kit.screen_text import announce
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.drawn_cells import DrawnTable
from nerinspect.ui.kit.tables.sheet import NumberTableModel
from nerinspect.ui.pages.diagnosis.attributes import (
    ATTRIBUTE_COLUMNS,
    ATTRIBUTE_NAMES,
    ATTRIBUTES,
    EXTREME_NAMES,
    EXTREMES,
    attribute_groups,
    extreme_columns,
    extreme_groups,
)
from nerinspect.ui.pages.diagnosis.diagnosed import Diagnosed, Diagnosis, diagnose_anew
from nerinspect.ui.pages.diagnosis.differences import (
    DIFFERENCES,
    NOTHING,
    WAITING,
    DifferencePicture,
    Differences,
    DifferenceView,
    pair_tested,
)
from nerinspect.ui.pages.diagnosis.documents import DOCUMENTS, DocumentList, DocumentTable
from nerinspect.ui.pages.diagnosis.heat_map import HEAT_MAP, HeatMap, HeatPicture, HeatView
from nerinspect.ui.theme.fonts import unit_of

TITLES = (ATTRIBUTES, EXTREMES, DIFFERENCES, HEAT_MAP, DOCUMENTS)
"""The tables there are."""

_GAP = 28  # at a font of 13 pixels
_MOST_ROWS = 36


class DiagnosisPage(Styled, PartsPage):
    """Show what is known of all systems.

    Parameters
    ----------
    header : QWidget
        Stands above all parts, and is scrolled with them.

    Signals
    -------
    door_opened : str, int
        The query of a number, and the number of the prediction it counts; -1 for the one on show.
    pair_chosen
        Other systems are compared.
    """

    door_opened = Signal(str, int)
    pair_chosen = Signal()

    def __init__(self, header: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(header, parent)
        self._diagnosed: Diagnosed | None = None
        self._ranked: tuple[DocumentRanking | None, int] = None, -1
        self._prediction = 0
        self.attributes = DrawnTable(
            NumberTableModel(ATTRIBUTE_COLUMNS, ATTRIBUTE_NAMES, ATTRIBUTES), most_rows=_MOST_ROWS
        )
        self._extremes = DrawnTable(
            NumberTableModel(extreme_columns(()), EXTREME_NAMES, EXTREMES), most_rows=_MOST_ROWS
        )
        self.comparison, self._heat, self.documents = DifferenceView(), HeatView(), DocumentTable()
        self._tables = {
            ATTRIBUTES: self.attributes, EXTREMES: self._extremes, HEAT_MAP: self._heat.table,
            DOCUMENTS: self.documents,
        }  # fmt: skip
        self._build_ui()
        self._connect()

    def forget(self, systems: Sequence[str]) -> None:
        """Show nothing until other systems are diagnosed."""
        self._diagnosed, self._ranked = None, (None, -1)
        self.comparison.pair.show_systems(systems)
        self.parts.hide()

    def show_diagnosed(self, diagnosed: Diagnosed, ranking: DocumentRanking, prediction: int) -> None:
        """Show all systems, and the documents of the one on show."""
        before, self._diagnosed, self._prediction = self._diagnosed, diagnosed, prediction
        if before is None or before.systems != diagnosed.systems:
            self.comparison.pair.show_systems(diagnosed.systems)
        names = {*diagnosed.systems, *(table.attribute.name for table in diagnosed.tables)}
        self._show_tables(diagnosed, names if before is None else None)
        with_retention = f"; {RETENTION} counts as a system" if RETENTION in diagnosed.systems else ""
        self._attribute_part.set_caption(f"mean value ζ, and how F1 goes with it{with_retention}")
        self._heat.show_attributes([table.attribute.name for table in diagnosed.tables])
        self._show_map()
        self._show_documents(diagnosed, ranking)
        self.parts.show()
        self._arrange()

    @property
    def sizes(self) -> tuple[int, int]:
        """How many systems and attributes the tables show."""
        assert self._diagnosed is not None, "systems were diagnosed"
        return len(self._diagnosed.systems), len(self._diagnosed.tables)

    def table(self, title: str) -> Table:
        """Give all rows of a table."""
        if title == DIFFERENCES:
            return self.differences.as_table()
        if title == HEAT_MAP:
            return self._heat_map.as_table()
        return self._tables[title].numbers.as_table()

    def attributes_in(self, title: str) -> tuple[str, ...]:
        """Name the attributes of a table or chart; none if they are those that are there without asking."""
        assert self._diagnosed is not None, "systems were diagnosed"
        if title == HEAT_MAP:
            return (self._diagnosed.bucketings[self._heat.attribute.currentIndex()].attribute.name,)
        attributes = [own.attribute for own in self._diagnosed.bucketings]
        return tuple(one.name for one in attributes) if any(map(is_file_column, attributes)) else ()

    def picture(self, name: str) -> QWidget:
        """Draw a chart for print."""
        return HeatPicture(self._heat_map) if name == HEAT_MAP else DifferencePicture(self.differences)

    @property
    def differences(self) -> Differences:
        """Those of the chosen pair."""
        assert self._diagnosed is not None, "systems were diagnosed"
        return Differences(self._diagnosed, *self.comparison.pair.places, self._prediction)

    @property
    def _heat_map(self) -> HeatMap:
        assert self._diagnosed is not None, "systems were diagnosed"
        return HeatMap(self._diagnosed, self._heat.attribute.currentIndex(), self._prediction)

    def _build_ui(self) -> None:
        unit = self.unit
        self._attribute_part, extreme_part = Part(ATTRIBUTES, self.attributes), Part(EXTREMES, self._extremes)
        extreme_part.set_caption("a click opens the bucket’s events in the system")
        self._document_part = Part(DOCUMENTS, self.documents)
        self._tops, self._bottoms = (QBoxLayout(QBoxLayout.Direction.TopToBottom) for _ in range(2))
        pairs: tuple[tuple[QBoxLayout, tuple[QWidget, ...]], ...] = (
            (self._tops, (self._attribute_part, extreme_part)),
            (self._bottoms, (self._heat, self._document_part)),
        )
        for columns, pair in pairs:
            columns.setSpacing(round(_GAP * unit))
            for part in pair:
                columns.addWidget(part, 1)
        self.rows.addLayout(self._tops)
        self.rows.addWidget(self.comparison)
        self.rows.addLayout(self._bottoms)
        self._arrange()

    def _connect(self) -> None:
        for part in (self.attributes, self._extremes, self.documents, self.comparison, self._heat):
            part.door_opened.connect(self.door_opened)
        self.comparison.chosen.connect(self._on_pair_chosen)
        self._heat.chosen.connect(self._show_map)
        self.watch_tables(self._tables)

    def _arrange(self) -> None:
        """Put two parts beside each other, or below if there is no room."""
        scroll_bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        beside = 2 * self.margin + self._tops.spacing() + scroll_bar
        for columns, wanted in (
            (self._tops, self.attributes.minimumWidth() + self._extremes.minimumWidth()),
            (self._bottoms, self._heat.table.whole_width + self.documents.minimumWidth()),
        ):
            is_wide = self.width() >= wanted + beside
            columns.setDirection(QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom)

    def _show_tables(self, diagnosed: Diagnosed, is_open: Collection[str] | None) -> None:
        """Show all but the heat map and the documents; groups stay open if `is_open` does not name them."""
        self.attributes.numbers.set_groups(attribute_groups(diagnosed), is_open)
        self._extremes.set_columns(extreme_columns(diagnosed.tables))
        self._extremes.numbers.set_groups(extreme_groups(diagnosed, self._prediction), is_open)
        self._show_comparison(diagnosed)

    def _show_comparison(self, diagnosed: Diagnosed) -> None:
        """Show the chosen pair; nothing if there is no other system."""
        has_pair = len(diagnosed.systems) > 1
        self.comparison.setVisible(has_pair)
        if has_pair:
            self.comparison.show_differences(self.differences)

    def _show_documents(self, diagnosed: Diagnosed, ranking: DocumentRanking) -> None:
        """Show the documents of the system on show; another number of buckets leaves them as they are."""
        if (ranking, self._prediction) == self._ranked:
            return
        self._ranked = ranking, self._prediction
        predictions = diagnosed.study.predictions
        system = predictions[self._prediction].system
        n_runs = sum(one.system == system for one in predictions)
        documents = DocumentList(diagnosed.study, ranking, diagnosed.base, self._prediction, n_runs)
        self.documents.show_list(documents)
        self._document_part.set_caption(f"{system}, {counted(len(documents), 'document')}, by F1 of each")

    def _show_map(self) -> None:
        """Show the chosen attribute."""
        if self._diagnosed is not None:
            self._heat.show_map(self._heat_map)
            self._arrange()

    def _on_pair_chosen(self) -> None:
        if self._diagnosed is not None:
            self._show_comparison(self._diagnosed)
            self.pair_chosen.emit()

    def _restyle(self) -> None:
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the parts beside each other, or below."""
        super().resizeEvent(event)
        if hasattr(self, "_bottoms"):
            self._arrange()


_TOP_GAP = 18  # at a font of 13 pixels
_NO_PREDICTION = "There is no prediction: open one with this reference to see where it fails."
_RECALL_ALONE = (
    "The filter asks for tough mentions. A spurious mention belongs to none of their subsets, so there is recall "
    "alone, and this page is about F1: count the whole test set."
)
_CANCELLED = "The systems were not diagnosed. Another number of buckets begins anew."
_ONE_SYSTEM = "There is one system; a difference takes two."


class DiagnosisPanel(Followed, BackgroundPage):
    """Diagnose all systems of a study; every score opens the events behind it.

    Signals
    -------
    choice_changed : DiagnosisChoice
        What is to be remembered.
    """

    choice_changed = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("Diagnosis", "Diagnosing", desk, parent)
        self._study: Study | None = None
        self._request = LoadRequest("")
        self._prediction, self._selection = 0, Selection()
        self._shown: DiagnosisOrigin | None = None  # of the numbers on screen
        self._shown_choice = AnalysisChoice()  # likewise
        self._diagnoses = Derived(self._diagnosed, self, "The systems could not be diagnosed", keeps=MANY)
        self._tests = Derived(pair_tested, self, "The two systems could not be tested", keeps=MANY)
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
        self._diagnoses.forget()
        self._tests.forget()
        self._page.forget(self._systems)
        self._controls.offer(study)
        self._offer_tables()
        self._refresh()

    @property
    def choice(self) -> DiagnosisChoice:
        """What is to be remembered."""
        return DiagnosisChoice(*self._page.comparison.pair.wanted)

    def choose(self, choice: DiagnosisChoice) -> None:
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
        return self._shown is not None and not self._diagnoses.is_running

    @property
    def is_testing(self) -> bool:
        """Whether the tests of the pair are under way."""
        return self._tests.is_running

    def _build_ui(self) -> None:
        self._controls, self._top = AnalysisControls(), TopRow((DIFFERENCES, HEAT_MAP))
        first = QHBoxLayout()
        first.setSpacing(round(_TOP_GAP * unit_of(self.font())))
        first.addWidget(self._controls, alignment=Qt.AlignmentFlag.AlignTop)
        first.addWidget(self._top, 1)
        self._page = DiagnosisPage(self._header_below(first))
        self._taker = TableTaker(self._top, self._taken, self)
        self._show_below(self._page)
        self._offer_tables()

    def _connect(self) -> None:
        self._page.door_opened.connect(self._open)
        self._page.pair_chosen.connect(self._test_pair)
        self._page.pair_chosen.connect(lambda: self.choice_changed.emit(self.choice))
        self._controls.chosen.connect(self._refresh)
        self._controls.chosen.connect(self.desk.document.choose_analysis)
        self._page.table_focused.connect(self._offer_tables)
        self._page.documents.copy_requested.connect(self._on_list_copy_requested)
        self._top.door_opened.connect(self._open)
        self._top.counted_changed.connect(self._refresh)
        self._top.chart_requested.connect(self._on_chart_requested)
        self._diagnoses.begun.connect(self._patience.start)
        self._diagnoses.ended.connect(self._on_ended)
        self._diagnoses.made.connect(self._show)
        self._progress.cancelled.connect(self._on_cancelled)
        self._tests.begun.connect(partial(self._page.comparison.show_test, WAITING))
        self._tests.made.connect(self._page.comparison.show_test)
        self._tests.failed.connect(lambda _why: self._page.comparison.show_test(NOTHING))
        self._taker.told.connect(self.desk.message.tell)
        for failed in (self._taker.failed, self._diagnoses.failed, self._tests.failed):
            failed.connect(self.desk.message.say)

    def _refresh(self) -> None:
        """Diagnose what is not diagnosed yet; then it is shown."""
        study = self._study
        if study is None or not self.isVisible():
            return
        base = self._origin(study).base
        lacking = (_RECALL_ALONE if base.has_recall_alone else "") if self._systems else _NO_PREDICTION
        self._say(lacking)
        if lacking:
            self._diagnoses.cancel()
            self._shown = None
            self._page.parts.hide()
            self._top.show_summary(())
        else:
            if (before := self._diagnoses.value) is not None and before.diagnosed.base != base:
                self._diagnoses.forget()
            self._diagnoses.ask(study, base, self._controls.choice, self._system)

    def _diagnosed(
        self, study: Study, base: MentionBase, choice: AnalysisChoice, system: str, checkpoint: Checkpoint
    ) -> Diagnosis:
        return diagnose_anew(study, base, choice, system, self._diagnoses.kept, checkpoint)

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

    def _show(self, made: Diagnosis) -> None:
        study, diagnosed = self._study, made.diagnosed
        assert study is not None, "only a study is diagnosed"
        self._shown, self._shown_choice = self._origin(study), diagnosed.choice
        self._top.show_filter(filter_pieces(self._selection) if self._shown.kept is not None else ())
        self._page.show_diagnosed(diagnosed, made.ranking, self._prediction)
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
        study, made = self._study, self._diagnoses.value
        if study is None or made is None or len(made.diagnosed.systems) < 2:
            return
        differences, runs = self._page.differences, made.diagnosed.tables[0].runs
        pair = runs[differences.a], runs[differences.b]
        if pair[0] == pair[1]:
            self._tests.cancel()
            self._page.comparison.show_test(NOTHING)
        else:
            self._tests.ask(study, made.diagnosed.base, pair, differences.names)

    def _on_cancelled(self) -> None:
        """Leave on show what was; say so where there was nothing."""
        self._diagnoses.cancel()
        if self._shown is not None:
            self._controls.show_choice(self._shown_choice)
            self.desk.document.choose_analysis(self._shown_choice)
        else:
            self._say(_CANCELLED)

    def _taken(self, title: str) -> Taken | None:
        """Give a table to take away."""
        if self._shown is None:
            return None
        is_long = title == DOCUMENTS and self._page.documents.numbers.is_long
        return Taken(self._page.table(title), self._origin_of(self._shown, title), self._systems_in(title), is_long)

    def _on_list_copy_requested(self) -> None:
        self._taker.copier.copy(self._page.table(DOCUMENTS), DOCUMENTS, is_long=True)

    def _on_chart_requested(self, name: str) -> None:
        if self._shown is None:
            return
        if name == DIFFERENCES and not self._has_pair:
            self.desk.message.say(_ONE_SYSTEM)
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
