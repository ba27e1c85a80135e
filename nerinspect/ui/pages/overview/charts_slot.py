"""The place of the charts, which are made when it is first shown."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.settings.schema import AnalysisChoice, BucketChoice
from nerinspect.training.retention import RETENTION
from nerinspect.ui.charts.buckets import BucketScores, count_buckets, n_counted
from nerinspect.ui.charts.score_charts import Scored
from nerinspect.ui.kit.derived import Derived

if TYPE_CHECKING:
    from nerinspect.ui.charts.charts_view import ChartsView


class ChartsSlot(QWidget):
    """Stay empty until charts can be drawn.

    Signals
    -------
    door_opened : str, int
        The query of a bar, and the number of the prediction.
    bucket_picked : str
        The bucket that is to be added to the filter.
    bucket_choice_changed : BucketChoice
        What the charts of buckets show is to be remembered.
    analysis_chosen : AnalysisChoice
        All pages are to count so.
    table_made : NumberTable
        The table of the buckets, which can be copied from now on.
    failed : str
        Why the buckets could not be counted.
    """

    door_opened = Signal(str, int)
    bucket_picked = Signal(str)
    bucket_choice_changed = Signal(object)
    analysis_chosen = Signal(object)
    table_made = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view: ChartsView | None = None
        self._scored: Scored | None = None
        self._choice, self._analysis = BucketChoice(), AnalysisChoice()
        self._buckets: Derived[BucketScores] = Derived(
            count_buckets,
            self,
            "The buckets could not be counted",
            lambda study, base, *_: n_counted(study, base, self._buckets.value),
        )
        self._buckets.begun.connect(self._on_begun)
        self._buckets.made.connect(self._on_counted)
        self._buckets.failed.connect(self.failed)
        QVBoxLayout(self).setContentsMargins(0, 0, 0, 0)

    def show_scores(self, scored: Scored) -> None:
        """Show other scores, now or when charts can be drawn."""
        self._scored = replace(scored, with_retention=self._analysis.has_retention)
        if self._view is not None:
            self._view.show_scores(self._scored)
            self._count()

    @property
    def bucket_choice(self) -> BucketChoice:
        """What the charts of buckets show."""
        return self._choice

    def show_bucket_choice(self, choice: BucketChoice) -> None:
        """Let the charts of buckets show what was chosen before, now or when they can be drawn."""
        self._choice = choice
        if self._view is not None:
            self._view.buckets.show_choice(choice)

    @property
    def analysis(self) -> AnalysisChoice:
        """How the charts count."""
        return self._analysis

    def show_analysis_choice(self, choice: AnalysisChoice) -> None:
        """Count in another way, now or when charts can be drawn."""
        if choice == self._analysis:
            return
        self._analysis = choice
        if self._view is not None:
            self._view.buckets.controls.show_choice(choice)
        if self._scored is not None:
            self.show_scores(self._scored)

    @property
    def bucket_attribute(self) -> str:
        """Name of the attribute in the large chart of buckets and in the table."""
        return "" if self._view is None else self._view.buckets.attribute

    @property
    def named_attributes(self) -> tuple[str, ...]:
        """Names of the attributes in the small charts of buckets; none if they are there without asking."""
        return () if self._view is None else self._view.buckets.named_attributes

    @property
    def has_retention(self) -> bool:
        """Whether the retention heuristic is among the systems that are drawn."""
        return self._scored is not None and RETENTION in self._scored.systems

    @property
    def bucket_systems(self) -> list[str]:
        """The names of the predictions in the large chart of buckets and in the table."""
        return [] if self._view is None else self._view.buckets.systems

    @property
    def all_bucket_systems(self) -> list[str]:
        """The names of the predictions in the small charts of buckets."""
        return [] if self._view is None else self._view.buckets.all_systems

    def picture(self, name: str) -> QWidget | None:
        """Draw charts for print; None as long as none can be drawn."""
        return None if self._view is None else self._view.picture(name)

    @property
    def systems(self) -> list[str]:
        """The names of the predictions that have charts."""
        return [] if self._scored is None else [self._scored.names[number] for number in self._scored.drawn]

    def _make(self) -> None:
        from nerinspect.ui.charts.charts_view import ChartsView

        if self._view is not None:
            return
        self._view = ChartsView(self)
        self._view.door_opened.connect(self.door_opened)
        buckets = self._view.buckets
        buckets.show_choice(self._choice)
        buckets.controls.show_choice(self._analysis)
        buckets.controls.chosen.connect(self.show_analysis_choice)
        buckets.controls.chosen.connect(self.analysis_chosen)
        buckets.picked.connect(self.bucket_picked)
        buckets.choice_changed.connect(self._on_choice_changed)
        layout = self.layout()
        assert layout is not None, "made with the widget"
        layout.addWidget(self._view)
        if self._scored is not None:
            self._view.show_scores(self._scored)
            QTimer.singleShot(0, self, self._count)  # a window is painted between one part and the next

    def _count(self) -> None:
        """Count what the charts of buckets are to show; then it is shown."""
        if self._scored is not None and self._view is not None:
            base, choice = self._scored.doors.base, self._analysis
            self._buckets.ask(self._scored.study, base, choice.n_buckets, choice.has_columns)

    def _on_begun(self) -> None:
        if self._view is not None:
            self._view.buckets.wait()

    def _on_counted(self, scores: BucketScores) -> None:
        if self._scored is not None and self._view is not None:
            is_first = not self._view.buckets.systems
            self._view.show_buckets(scores, self._scored)
            if is_first:
                self.table_made.emit(self._view.buckets.table)

    def _on_choice_changed(self, choice: BucketChoice) -> None:
        self._choice = choice
        self.bucket_choice_changed.emit(choice)

    def showEvent(self, event: QShowEvent) -> None:
        """Make the charts after the tables are painted."""
        super().showEvent(event)
        if self._view is None:
            QTimer.singleShot(0, self, self._make)
