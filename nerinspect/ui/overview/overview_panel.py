"""The overview: scores of all systems, what F1 hides, what training explains, charts."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QStyle, QVBoxLayout, QWidget

from nerinspect.analysis.memory import prediction_name
from nerinspect.analysis.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.io.scores_file import ScoresOrigin
from nerinspect.query.fields.buckets import read_bucket_value
from nerinspect.query.picked_buckets import toggle_bucket
from nerinspect.query.selection import Selection
from nerinspect.settings.analysis_choice import AnalysisChoice
from nerinspect.settings.bucket_choice import BucketChoice
from nerinspect.ui.charts.scored import Scored
from nerinspect.ui.overview.base_text import RECALL_ALONE, base_caption, filter_pieces, summary_pieces
from nerinspect.ui.overview.cells import recall_alone
from nerinspect.ui.overview.charts_slot import ChartsSlot
from nerinspect.ui.overview.doors import doors_to
from nerinspect.ui.overview.hides_view import HidesView
from nerinspect.ui.overview.kind_rows import HIDES
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.repeated_table import RepeatedTable
from nerinspect.ui.overview.schemes_part import SchemesPart
from nerinspect.ui.overview.score_rows import NAME_COLUMNS, SCORE_COLUMNS, score_columns, score_groups
from nerinspect.ui.overview.scorer import Scorer
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.taking_away import CHARTS, TakingAway
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.overview.top_row import TopRow
from nerinspect.ui.overview.training_tables import TrainingTables
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.widgets.ground import Ground

_MARGIN, _GAP = 18, 28  # at a font of 13 pixels


class OverviewPanel(QWidget):
    """Show all scores of a study in which every number opens the events behind it.

    Nothing is computed while it is hidden.

    Signals
    -------
    query_requested : str
        A query of the query language: the events that a number counts.
    prediction_requested : int
        The events that are asked for next are those of another prediction.
    message_requested : str
        A sentence to show: what was copied or saved.
    warning_requested : str
        A sentence to show: what could not be counted, drawn or saved, and why.
    bucket_choice_changed : BucketChoice
        What the charts of buckets show from now on.
    analysis_chosen : AnalysisChoice
        All pages are to count so.
    """

    query_requested = Signal(str)
    prediction_requested = Signal(int)
    message_requested = Signal(str)
    warning_requested = Signal(str)
    bucket_choice_changed = Signal(object)
    analysis_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("overview_panel")
        self.setAccessibleName("Overview")
        self._study: Study | None = None
        self._request = LoadRequest("")
        self._prediction, self._selection = 0, Selection()
        self._opened = -1  # the prediction whose types are on screen
        self._scorer = Scorer(self)
        self._build_ui()
        self._connect()

    def show_study(
        self, study: Study, request: LoadRequest, prediction: int = 0, selection: Selection | None = None
    ) -> None:
        """Show another study, at once or when the overview is next shown.

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
        self._prediction, self._selection = prediction, selection or Selection()
        self._opened = -1
        self._taking.forget()
        self._scorer.forget()
        self._schemes.forget()
        self._refresh()

    def show_prediction(self, prediction: int) -> None:
        """Show another prediction of the study."""
        self._prediction = prediction
        self._refresh()

    def show_selection(self, selection: Selection) -> None:
        """Follow another selection, if only what it keeps is counted."""
        self._selection = selection
        if self._top.counted.place:  # else the selection changes no number
            self._refresh()

    def show_bucket_choice(self, choice: BucketChoice) -> None:
        """Let the charts of buckets show what was chosen before."""
        self._charts.show_bucket_choice(choice)

    def show_analysis_choice(self, choice: AnalysisChoice) -> None:
        """Let the charts count in another way."""
        self._charts.show_analysis_choice(choice)

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        for worker in (self._scorer, self._schemes, self._taking, self._charts):
            worker.shutdown()

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        self._margin = round(_MARGIN * unit)
        self._top = TopRow(CHARTS, self)  # first: Tab goes through widgets as they are made
        self._table = NumberTable(NumberTableModel(SCORE_COLUMNS, NAME_COLUMNS, "Scores", self), self)
        self._schemes, self._hides, self._charts = SchemesPart(self), HidesView(self), ChartsSlot(self)
        self._training, self._repeated = TrainingTables(self), RepeatedTable(self)
        self._training.hide()
        self._repeated.hide()
        tables, listed = (self._table, self._hides.table, self._schemes.table), self._repeated.table
        self._taking = TakingAway(self._top, tables, self._hides, self._training, listed, self._charts, self)
        self._score_part, self._hides_part = Titled("Scores", self._table), Titled(HIDES, self._hides)
        self._page = Ground()
        self._columns = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        for columns in (self._columns, self._training.columns):
            columns.setSpacing(round(_GAP * unit))
        scored = QVBoxLayout()
        scored.setSpacing(self._margin)
        scored.addWidget(self._score_part)
        scored.addWidget(self._schemes)
        scored.addStretch(1)
        self._columns.addLayout(scored, 1)
        self._columns.addWidget(self._hides_part, 1)
        rows = QVBoxLayout(self._page)
        rows.setContentsMargins(self._margin, self._margin, self._margin, self._margin)
        rows.setSpacing(self._margin)
        rows.addWidget(self._top)
        rows.addLayout(self._columns)
        rows.addWidget(self._training)
        rows.addWidget(self._repeated)
        rows.addWidget(self._charts)
        rows.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self._page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self._arrange()

    def _arrange(self) -> None:
        """Put two tables beside each other, or below if there is no room."""
        scroll_bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        beside = 2 * self._margin + self._columns.spacing() + scroll_bar
        pairs = (
            (self._columns, (self._table, self._hides.table)),
            (self._training.columns, self._training.tables.values()),
        )
        for columns, tables in pairs:
            is_wide = self.width() >= sum(table.minimumWidth() for table in tables) + beside
            columns.setDirection(QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom)

    def _connect(self) -> None:
        self._table.door_opened.connect(self._on_door_opened)
        self._hides.door_opened.connect(self.query_requested)
        self._top.door_opened.connect(self.query_requested)
        self._top.counted_changed.connect(lambda _is_kept: self._refresh())
        self._taking.told.connect(self.message_requested)
        self._scorer.scored.connect(self._show)
        for part in (self._schemes, self._training, self._repeated, self._charts):
            part.door_opened.connect(self._on_door_opened)
        self._charts.bucket_picked.connect(self._on_bucket_picked)
        self._charts.bucket_choice_changed.connect(self.bucket_choice_changed)
        self._charts.analysis_chosen.connect(self.analysis_chosen)
        for failed in (self._taking.failed, self._scorer.failed, self._schemes.failed, self._charts.failed):
            failed.connect(self.warning_requested)

    def _refresh(self) -> None:
        """Score what is not scored yet; then it is shown."""
        if self._study is not None and self.isVisible():
            self._scorer.score(self._study, self._origin(self._study).base)

    def _origin(self, study: Study) -> ScoresOrigin:
        """Say what is to be counted."""
        return ScoresOrigin(study, self._request, self._selection if self._top.counted.place else None)

    def _show(self) -> None:
        study, base, scores = self._study, self._scorer.base, self._scorer.scores
        assert study is not None, "only a study is scored"
        assert base is not None, "scores were just taken"
        names = tuple(prediction_name(study, number) for number in range(len(scores)))
        self._taking.show_origin(self._origin(study), names, self._prediction)
        self._top.show_summary(summary_pieces(study, base, scores[self._prediction] if scores else None))
        self._top.show_filter(filter_pieces(self._selection) if self._top.counted.place else ())
        for part in (self._score_part, self._hides_part, self._schemes, self._charts):
            part.setVisible(bool(scores))
        has_training = bool(self._scorer.training)
        if has_training == self._training.isHidden():
            self._training.setVisible(has_training)
            self._repeated.setVisible(has_training)
            self._taking.offer()
        if not scores:
            return
        types, current = base.types_of(study), scores[self._prediction]
        doors = doors_to(base, types)
        is_open = None if self._opened == self._prediction else {str(self._prediction)}
        self._opened = self._prediction
        columns = score_columns(has_runs=len(study.systems) < len(study.predictions))
        groups = score_groups(study, base, scores)
        if base.has_recall_alone:
            columns, groups = recall_alone(columns, groups)
        self._table.set_columns(columns)
        self._table.numbers.set_groups(groups, is_open)
        self._hides.show_scores(names[self._prediction], current, doors)
        counted = base_caption(base, types, current)
        self._schemes.show_scores(study, base, self._prediction, names[self._prediction], counted)
        said = RECALL_ALONE if base.has_recall_alone else ""
        self._score_part.set_caption(", ".join(filter(None, ("exact match, micro-averaged, percent", said, counted))))
        self._hides_part.set_caption(", ".join(filter(None, (names[self._prediction], counted))))
        if has_training:
            self._training.show_counts(study, self._scorer.training, self._prediction, counted)
            repeated = self._scorer.training[self._prediction].repeated
            self._repeated.show_counts(study, repeated, base, self._prediction, counted)
            self._arrange()
        self._charts.show_scores(Scored(names, scores, self._prediction, types, doors, study, counted))

    def _on_door_opened(self, query: str, prediction: int) -> None:
        if prediction not in (-1, self._prediction):
            self.prediction_requested.emit(prediction)
        self.query_requested.emit(query)

    def _on_bucket_picked(self, pick: str) -> None:
        """Add a bucket to the filter, or take it away."""
        if value := read_bucket_value(pick):
            added = toggle_bucket(self._selection, value.attribute, value.bucket, value.n_wanted)
            self.query_requested.emit(added.text)

    def showEvent(self, event: QShowEvent) -> None:
        """Score what was put off."""
        super().showEvent(event)
        self._refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the scores; were they a focus proxy, Tab would leave out what stands above them."""
        self._table.setFocus(event.reason())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "_page"):
            self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the parts beside each other, or below."""
        super().resizeEvent(event)
        self._arrange()
