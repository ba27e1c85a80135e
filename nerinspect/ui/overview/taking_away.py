"""What is taken away from the overview: its tables as text and files, its charts as pictures."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget

from nerinspect.io.buckets_file import BucketsOrigin
from nerinspect.io.scores_file import ScoresOrigin
from nerinspect.results.table import Table
from nerinspect.ui.charts.bars import BY_BUCKET, BY_KIND, BY_TYPE, ONE_ATTRIBUTE
from nerinspect.ui.overview.charts_slot import ChartsSlot
from nerinspect.ui.overview.demerits_view import DEMERITS, printed_demerits
from nerinspect.ui.overview.hides_view import HidesView
from nerinspect.ui.overview.kind_rows import HIDES
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.repeated_rows import REPEATED
from nerinspect.ui.overview.repeated_table import tsv_text
from nerinspect.ui.overview.scheme_rows import SCHEMES_TITLE
from nerinspect.ui.overview.table_taker import TableTaker, Taken
from nerinspect.ui.overview.top_row import TopRow
from nerinspect.ui.overview.tough_rows import TOUGH
from nerinspect.ui.overview.training_tables import LAYOUTS, TrainingTables

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

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._taker.shutdown()

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
