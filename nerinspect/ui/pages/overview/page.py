"""The overview: its parts below each other, and what is taken away from it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QStyle, QVBoxLayout, QWidget

from nerinspect.events.prediction_names import prediction_name
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.origins import BucketsOrigin, ScoresOrigin
from nerinspect.lists.table import Table
from nerinspect.query.counts.buckets import toggle_bucket
from nerinspect.query.counts.mention_doors import doors_to
from nerinspect.query.fields.buckets import read_bucket_value
from nerinspect.query.selection import Selection
from nerinspect.settings.schema import AnalysisChoice, BucketChoice
from nerinspect.ui.charts.demerits import DEMERITS, printed_demerits
from nerinspect.ui.charts.score_charts import BY_BUCKET, BY_KIND, BY_TYPE, ONE_ATTRIBUTE, Scored
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.pages.page import Followed, Ground
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.pages.take_away import TableTaker, Taken
from nerinspect.ui.kit.pages.top_row import RECALL_ALONE, TopRow, base_caption, filter_pieces, summary_pieces
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import NumberTableModel, recall_alone
from nerinspect.ui.pages.overview.charts_slot import ChartsSlot
from nerinspect.ui.pages.overview.counting import Scores, n_scored, score_all
from nerinspect.ui.pages.overview.hides import HIDES, HidesView
from nerinspect.ui.pages.overview.repeated import REPEATED, RepeatedTable, tsv_text
from nerinspect.ui.pages.overview.schemes import SCHEMES_TITLE, SchemesPart
from nerinspect.ui.pages.overview.scores import NAME_COLUMNS, SCORE_COLUMNS, score_columns, score_groups
from nerinspect.ui.pages.overview.training import LAYOUTS, TOUGH, TrainingTables

CHARTS: Final = (BY_BUCKET, ONE_ATTRIBUTE, BY_TYPE, BY_KIND, DEMERITS)
"""The charts there are."""

_WINDOW_ALONE: Final = (HIDES, REPEATED, DEMERITS)
"""What shows numbers that the command line has no columns for."""


class TakingAway(QObject):
    """Offer what is on show, copy and save it, and say what its numbers count.

    Parameters
    ----------
    top : TopRow
        Where it is offered.
    tables : sequence of NumberTable
        The tables that are always there, in order.
    hides, training, repeated, charts
        The parts of the overview that have tables and charts.
    window : QWidget
        Below its dialogs.

    Signals
    -------
    told : str
        What was copied or saved.
    failed : str
        Why nothing was.
    """

    told = Signal(str)
    failed = Signal(str)

    def __init__(
        self,
        top: TopRow,
        tables: Sequence[NumberTable],
        hides: HidesView,
        training: TrainingTables,
        repeated: NumberTable,
        charts: ChartsSlot,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._top, self._hides, self._training, self._charts = top, hides, training, charts
        self._origin: ScoresOrigin | None = None  # of the scores on screen
        self._names: tuple[str, ...] = ()  # of the predictions
        self._prediction = 0
        self._taker = TableTaker(top, self._taken, window, _WINDOW_ALONE)
        self._taker.told.connect(self.told)
        self._taker.failed.connect(self.failed)
        self._tables: dict[str, NumberTable] = {}
        for table in (*tables, *training.tables.values(), repeated):
            self._add(table)
        self.offer()
        top.chart_requested.connect(self._on_chart_requested)
        repeated.copy_requested.connect(self._on_list_copy_requested)
        charts.table_made.connect(self._on_table_made)

    def forget(self) -> None:
        """Take nothing away until something is on show."""
        self._origin = None

    def show_origin(self, origin: ScoresOrigin, names: tuple[str, ...], prediction: int) -> None:
        """Say what is on show from now on.

        Parameters
        ----------
        origin : ScoresOrigin
            Where the numbers come from.
        names : tuple of str
            Of all predictions.
        prediction : int
            The one on show.
        """
        self._origin, self._names, self._prediction = origin, names, prediction

    def offer(self, focused: str = "") -> None:
        """Offer to copy and to save the tables that are shown, the one that has the focus first."""
        has_training = not self._training.isHidden()
        titles = [title for title in self._tables if has_training or title not in (*self._training.tables, REPEATED)]
        titles += LAYOUTS if has_training else ()
        self._top.offer_tables(sorted(titles, key=lambda title: title != focused))

    def _add(self, table: NumberTable) -> None:
        self._tables[table.numbers.title] = table
        table.installEventFilter(self)

    def _on_table_made(self, table: NumberTable) -> None:
        self._add(table)
        self.offer()

    def _taken(self, title: str) -> Taken | None:
        """Give a table to take away."""
        if self._origin is None:
            return None
        table, origin = self._table_of(title, self._origin)
        return Taken(table, origin, self._systems_in(title, origin), self._is_long(title))

    def _on_list_copy_requested(self) -> None:
        self._taker.copier.copy(self._tables[REPEATED].numbers.as_table(), tsv_text, REPEATED, is_long=True)

    def _table_of(self, title: str, shown: ScoresOrigin) -> tuple[Table, ScoresOrigin]:
        """Give a table with what it counts; layouts for papers count the whole test set."""
        if title in LAYOUTS:
            return LAYOUTS[title](shown.study), replace(shown, kept=None)
        return self._tables[title].numbers.as_table(), self._described(title, shown)

    def _described(self, shown: str, origin: ScoresOrigin) -> ScoresOrigin:
        """Say which attributes and how many buckets are shown, where it is buckets, and of which systems a chart is."""
        if shown not in CHARTS or shown == DEMERITS:
            return origin
        request = replace(origin.request, retention=self._charts.has_retention)
        if shown not in (BY_BUCKET, ONE_ATTRIBUTE):
            return replace(origin, request=request)
        attributes = (self._charts.bucket_attribute,) if shown == ONE_ATTRIBUTE else self._charts.named_attributes
        return BucketsOrigin(origin.study, request, origin.kept, attributes, self._charts.analysis.n_buckets)

    def _is_long(self, title: str) -> bool:
        return title in self._tables and self._tables[title].numbers.is_long

    @property
    def _alone(self) -> tuple[str, ...]:
        """The name of the prediction on show; nothing where there is none."""
        return self._names[self._prediction : self._prediction + 1]

    def _systems_in(self, title: str, origin: ScoresOrigin) -> tuple[str, ...]:
        if title == ONE_ATTRIBUTE:
            return tuple(self._charts.bucket_systems)
        if title == TOUGH or title in LAYOUTS:
            return tuple(origin.study.systems)
        return self._alone if title in (HIDES, REPEATED, SCHEMES_TITLE) else self._names

    def _on_chart_requested(self, name: str) -> None:
        picture = printed_demerits(self._hides.bars) if name == DEMERITS else self._charts.picture(name)
        if self._origin is not None and picture is not None:
            systems = {
                DEMERITS: self._alone,
                BY_BUCKET: tuple(self._charts.all_bucket_systems),
                ONE_ATTRIBUTE: tuple(self._charts.bucket_systems),
            }
            drawn = systems.get(name, tuple(self._charts.systems))
            self._taker.saver.save_chart(picture, name, self._described(name, self._origin), drawn)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Offer the table that has the focus first."""
        if event.type() == QEvent.Type.FocusIn:
            self.offer(next(title for title, table in self._tables.items() if table is watched))
        return False


_MARGIN, _GAP = 18, 28  # at a font of 13 pixels


class OverviewPanel(Followed, Styled, QWidget):
    """Show all scores of a study in which every number opens the events behind it.

    Nothing is computed while it is hidden.

    Signals
    -------
    choice_changed : BucketChoice
        What the charts of buckets show from now on.
    """

    choice_changed = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setObjectName("overview_panel")
        self.setAccessibleName("Overview")
        self._study: Study | None = None
        self._request = LoadRequest("")
        self._prediction, self._selection = 0, Selection()
        self._opened = -1  # the prediction whose types are on screen
        self._scores = Derived(score_all, self, "The scores could not be counted", n_scored)
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
        self._scores.forget()
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

    def choose(self, choice: BucketChoice) -> None:
        """Let the charts of buckets show what was chosen before."""
        self._charts.show_bucket_choice(choice)

    def show_analysis_choice(self, choice: AnalysisChoice) -> None:
        """Let the charts count in another way."""
        self._charts.show_analysis_choice(choice)

    def _build_ui(self) -> None:
        unit = self.unit
        self._margin = round(_MARGIN * unit)
        self._top = TopRow(CHARTS, self)  # first: Tab goes through widgets as they are made
        self._table = NumberTable(NumberTableModel(SCORE_COLUMNS, NAME_COLUMNS, "Scores", self), self)
        self._schemes, self._hides, self._charts = SchemesPart(self), HidesView(self), ChartsSlot(self)
        self._training, self._repeated = TrainingTables(self), RepeatedTable(self)
        self._training.hide()
        self._repeated.hide()
        tables, listed = (self._table, self._hides.table, self._schemes.table), self._repeated.table
        self._taking = TakingAway(self._top, tables, self._hides, self._training, listed, self._charts, self)
        self._score_part, self._hides_part = Part("Scores", self._table), Part(HIDES, self._hides)
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
        for part in (self._table, self._hides, self._top, self._schemes, self._training, self._repeated, self._charts):
            part.door_opened.connect(self._open)
        self._top.counted_changed.connect(lambda _is_kept: self._refresh())
        self._taking.told.connect(self.desk.message.tell)
        document = self.desk.document
        self._charts.show_analysis_choice(document.analysis)
        document.analysis_changed.connect(lambda: self._charts.show_analysis_choice(document.analysis))
        self._scores.made.connect(self._show)
        self._charts.bucket_picked.connect(self._on_bucket_picked)
        self._charts.bucket_choice_changed.connect(self.choice_changed)
        self._charts.analysis_chosen.connect(self.desk.document.choose_analysis)
        for failed in (self._taking.failed, self._scores.failed, self._schemes.failed, self._charts.failed):
            failed.connect(self.desk.message.say)

    def _refresh(self) -> None:
        """Score what is not scored yet; then it is shown."""
        if self._study is not None and self.isVisible():
            self._scores.ask(self._study, self._origin(self._study).base)

    def _origin(self, study: Study) -> ScoresOrigin:
        """Say what is to be counted."""
        return ScoresOrigin(study, self._request, self._selection if self._top.counted.place else None)

    def _show(self, found: Scores) -> None:
        study, (base, scores, training) = self._study, found
        assert study is not None, "only a study is scored"
        names = tuple(prediction_name(study, number) for number in range(len(scores)))
        self._taking.show_origin(self._origin(study), names, self._prediction)
        self._top.show_summary(summary_pieces(study, base, scores[self._prediction] if scores else None))
        self._top.show_filter(filter_pieces(self._selection) if self._top.counted.place else ())
        for part in (self._score_part, self._hides_part, self._schemes, self._charts):
            part.setVisible(bool(scores))
        has_training = bool(training)
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
            self._training.show_counts(study, training, self._prediction, counted)
            self._repeated.show_counts(study, training[self._prediction].repeated, base, self._prediction, counted)
            self._arrange()
        self._charts.show_scores(Scored(names, scores, self._prediction, types, doors, study, counted))

    def _open(self, query: str, prediction: int = -1) -> None:
        self.desk.open(Door(query, prediction))

    def _on_bucket_picked(self, pick: str) -> None:
        """Add a bucket to the filter, or take it away."""
        if value := read_bucket_value(pick):
            added = toggle_bucket(self._selection, value.attribute, value.bucket, value.n_wanted)
            self.desk.open(Door(added.text))

    def showEvent(self, event: QShowEvent) -> None:
        """Score what was put off."""
        super().showEvent(event)
        self._refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the scores; were they a focus proxy, Tab would leave out what stands above them."""
        self._table.setFocus(event.reason())

    def _restyle(self) -> None:
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the parts beside each other, or below."""
        super().resizeEvent(event)
        self._arrange()
