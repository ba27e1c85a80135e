"""The pages beside the events, such as the overview, each made when it is first shown."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from nerinspect.settings.schema import BucketChoice, ComparisonChoice, DiagnosisChoice
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.theme.marks import thin_scroll_bars

if TYPE_CHECKING:
    from nerinspect.ui.deciding.reviewing import Reviewing
    from nerinspect.ui.pages.agreement.page import AgreementPanel
    from nerinspect.ui.pages.compare.page import ComparePanel
    from nerinspect.ui.pages.consistency.page import ConsistencyPanel
    from nerinspect.ui.pages.diagnosis.page import DiagnosisPanel
    from nerinspect.ui.pages.overview.page import OverviewPanel
    from nerinspect.ui.pages.relations.page import RelationsPanel
    from nerinspect.ui.pages.repair.page import RepairPanel
    from nerinspect.ui.pages.review.page import ReviewPanel

    Evaluated: TypeAlias = OverviewPanel | ConsistencyPanel | RepairPanel | DiagnosisPanel
    Page: TypeAlias = Evaluated | ComparePanel | AgreementPanel | ReviewPanel


class Pages(QObject):
    """Makes the pages, and shows the document on those that are made.

    Signals
    -------
    pair_requested : int, int, str
        A number of two annotators was clicked, neither of whom is A: which of them is to be A, and the prediction and
        query for what it counts.
    repair_requested : str, str, str
        Another repair was chosen: path and role of the source, and the repair.
    relations_made : RelationsPanel
        The page of relations is there from now on.
    bucket_choice_changed : BucketChoice
        The charts of buckets show something else.
    diagnosis_choice_changed : DiagnosisChoice
        The page of the diagnosis shows something else.
    comparison_choice_changed : ComparisonChoice
        The page of comparisons shows something else.
    """

    pair_requested = Signal(int, int, str)
    repair_requested = Signal(str, str, str)
    relations_made = Signal(object)
    bucket_choice_changed = Signal(object)
    diagnosis_choice_changed = Signal(object)
    comparison_choice_changed = Signal(object)

    def __init__(self, desk: Desk, stack: QStackedWidget) -> None:
        super().__init__(stack)
        self._desk, self._document, self._stack = desk, desk.document, stack
        document = desk.document
        self._bucket_choice = BucketChoice()
        self._diagnosis_choice = DiagnosisChoice()
        self._comparison_choice = ComparisonChoice()
        self._overview: OverviewPanel | None = None
        self._consistency: ConsistencyPanel | None = None
        self._repair: RepairPanel | None = None
        self._diagnosis: DiagnosisPanel | None = None
        self._compare: ComparePanel | None = None
        self._agreement: AgreementPanel | None = None
        self._review: ReviewPanel | None = None
        self._relations: RelationsPanel | None = None
        self._relation_columns: tuple[dict[str, bool], dict[str, int]] = {}, {}  # until the page is made
        self._reviewing: Reviewing | None = None
        document.study_changed.connect(self._on_study_changed)
        document.study_replaced.connect(self._on_study_changed)
        document.prediction_changed.connect(self._on_prediction_changed)
        document.compared_changed.connect(self._on_compared_changed)
        document.analysis_changed.connect(self._on_analysis_changed)
        document.events_changed.connect(self._on_events_changed)

    @property
    def overview(self) -> "OverviewPanel":
        """Scores, and what they hide."""
        if self._overview is None:
            from nerinspect.ui.pages.overview.page import OverviewPanel  # the window shows sooner without it

            self._overview = page = OverviewPanel(self._desk)
            page.show_bucket_choice(self._bucket_choice)
            page.show_analysis_choice(self._document.analysis)
            page.analysis_chosen.connect(self._document.choose_analysis)
            page.bucket_choice_changed.connect(self.bucket_choice_changed)
            self._add(page)
        return self._overview

    @property
    def consistency(self) -> "ConsistencyPanel":
        """Surfaces that are annotated in several ways."""
        if self._consistency is None:
            from nerinspect.ui.pages.consistency.page import ConsistencyPanel

            self._consistency = page = ConsistencyPanel(self._desk)
            self._add(page)
        return self._consistency

    @property
    def repair(self) -> "RepairPanel":
        """Invalid transitions, and what each repair does."""
        if self._repair is None:
            from nerinspect.ui.pages.repair.page import RepairPanel

            self._repair = page = RepairPanel(self._desk)
            page.repair_requested.connect(self.repair_requested)
            self._add(page)
        return self._repair

    @property
    def diagnosis(self) -> "DiagnosisPanel":
        """Where systems are weak, and where two of them differ."""
        if self._diagnosis is None:
            from nerinspect.ui.pages.diagnosis.page import DiagnosisPanel

            self._diagnosis = page = DiagnosisPanel(self._desk)
            page.show_choice(self._diagnosis_choice)
            page.show_analysis_choice(self._document.analysis)
            page.analysis_chosen.connect(self._document.choose_analysis)
            page.choice_changed.connect(self.diagnosis_choice_changed)
            self._add(page)
        return self._diagnosis

    @property
    def compare(self) -> "ComparePanel":
        """Systems in pairs, and who has which mention."""
        if self._compare is None:
            from nerinspect.ui.pages.compare.page import ComparePanel

            self._compare = page = ComparePanel(self._desk)
            page.show_compared(self._document.compared)
            page.show_choice(self._comparison_choice)
            page.show_analysis_choice(self._document.analysis)
            page.analysis_chosen.connect(self._document.choose_analysis)
            page.choice_changed.connect(self.comparison_choice_changed)
            self._add(page)
        return self._compare

    @property
    def agreement(self) -> "AgreementPanel":
        """How far annotators agree, in pairs."""
        if self._agreement is None:
            from nerinspect.ui.pages.agreement.page import AgreementPanel

            self._agreement = page = AgreementPanel(self._desk)
            page.pair_requested.connect(self.pair_requested)
            self._add(page)
        return self._agreement

    @property
    def review(self) -> "ReviewPanel":
        """How far the review is."""
        if self._review is None:
            from nerinspect.ui.pages.review.page import ReviewPanel

            self._review = page = ReviewPanel(self._desk)
            if self._reviewing is not None:
                page.follow(self._reviewing)
            self._add(page)
        return self._review

    @property
    def relations(self) -> "RelationsPanel":
        """Relation events, with what filters, explains and decides them; it follows the document itself."""
        if self._relations is None:
            from nerinspect.ui.pages.relations.page import RelationsPanel  # most files have no relations

            self._relations = page = RelationsPanel(self._document)
            self._stack.addWidget(page)
            thin_scroll_bars(page)
            self.choose_relation_columns(*self._relation_columns)
            self.relations_made.emit(page)
        return self._relations

    @property
    def relations_on_show(self) -> "RelationsPanel | None":
        """The page of relations, while it is the one on show."""
        return self._relations if self._relations is self._stack.currentWidget() else None

    @property
    def relation_columns(self) -> tuple[dict[str, bool], dict[str, int]]:
        """Whether columns of relation events are shown, and how wide they are, where the user chose."""
        if self._relations is None:
            return self._relation_columns
        columns = self._relations.table.columns
        return columns.chosen, columns.widths.chosen

    def choose_relation_columns(self, are_shown: Mapping[str, bool], widths: Mapping[str, int]) -> None:
        """Take what `relation_columns` gave, now or when the page is made."""
        self._relation_columns = {**are_shown}, {**widths}
        if self._relations is not None:
            columns = self._relations.table.columns
            columns.reset()
            for key, is_shown in are_shown.items():
                columns.choose(key, is_shown)
            columns.widths.choose(widths)

    def follow_review(self, reviewing: "Reviewing") -> None:
        """Let the page of the review show that of the window, now or when it is made."""
        self._reviewing = reviewing
        if self._review:
            self._review.follow(reviewing)

    @property
    def regions(self) -> list[QWidget]:
        """The parts of the pages that can have the focus, in its order."""
        parts: list[QWidget] = [self._overview] if self._overview else []
        parts += self._consistency.regions if self._consistency else []
        parts += self._repair.regions if self._repair else []
        parts += self._relations.regions if self._relations else []
        return parts + [page for page in (self._diagnosis, self._compare, self._agreement, self._review) if page]

    def show_bucket_choice(self, choice: BucketChoice) -> None:
        """Let the charts of buckets show what was chosen before, now or when they are made."""
        self._bucket_choice = choice
        if self._overview:
            self._overview.show_bucket_choice(choice)

    def show_diagnosis_choice(self, choice: DiagnosisChoice) -> None:
        """Let the page of the diagnosis show what was chosen before, now or when it is made."""
        self._diagnosis_choice = choice
        if self._diagnosis:
            self._diagnosis.show_choice(choice)

    def show_comparison_choice(self, choice: ComparisonChoice) -> None:
        """Let the page of comparisons show what was chosen before, now or when it is made."""
        self._comparison_choice = choice
        if self._compare:
            self._compare.show_choice(choice)

    @property
    def _made(self) -> "list[Page]":
        """The pages that were shown."""
        evaluated = self._overview, self._consistency, self._repair, self._diagnosis
        pages = (*evaluated, self._compare, self._agreement, self._review)
        return [page for page in pages if page]

    def _add(self, page: "Page") -> None:
        self._stack.addWidget(page)
        thin_scroll_bars(page)
        self._show_on(page)

    def _show_on(self, page: "Page") -> None:
        study, request, prediction = self._document.study, self._document.request, self._document.prediction
        if study is None or request is None:
            return
        if page is self._overview or page is self._diagnosis or page is self._compare:
            page.show_study(study, request, prediction, self._document.selection)
        else:
            page.show_study(study, request, prediction)

    def _on_study_changed(self) -> None:
        for page in self._made:
            self._show_on(page)

    def _on_prediction_changed(self) -> None:
        for page in self._made:
            page.show_prediction(self._document.prediction)

    def _on_compared_changed(self) -> None:
        if self._compare:
            self._compare.show_compared(self._document.compared)

    def _on_analysis_changed(self) -> None:
        for page in (self._overview, self._diagnosis, self._compare):
            if page:
                page.show_analysis_choice(self._document.analysis)

    def _on_events_changed(self) -> None:
        for page in (self._overview, self._diagnosis, self._compare, self._review):
            if page:
                page.show_selection(self._document.selection)
