"""The part of the page of a review that says what a sample tells of the whole list."""

from functools import partial
from typing import Final, TypeAlias

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.analysis.shares import SampleShares, sample_words
from nerinspect.analysis.study import Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.sampled import Sampled, shares_in
from nerinspect.ui.document import Document
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.overview.cells import Column
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.review_page.sample_rows import NAME_COLUMNS, SampleRows

SAMPLE: Final = "Shares estimated from a sample"
_NO_SAMPLE: Final = (
    "Too many to decide? Review > Draw a Sample… draws some of the events on show at random; what you decide of them"
    " is told here for all."
)
_AT_ONCE: Final = 20_000
"""The sample of so many events is counted without a wait that anybody would notice."""

_Counted: TypeAlias = tuple[Study, Sampled, SampleShares | None]


class SamplePart(QWidget):
    """Show shares of verdicts and causes in the sample that the filter draws, with their 95 % intervals.

    Signals
    -------
    query_requested : str
        The query of a number: the events are to be shown.
    message_requested : str
        What could not be done.
    """

    query_requested = Signal(str)
    message_requested = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.table = NumberTable(NumberTableModel((Column(""),), NAME_COLUMNS, SAMPLE))
        self.table.numbers.setParent(self.table)
        self.table.hide()
        self._titled = Titled(SAMPLE, self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._titled)
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._show)
        self._jobs.failed.connect(lambda error: self.message_requested.emit(f"Nothing was counted: {error!r}."))
        self.table.door_opened.connect(lambda query, _prediction: self.query_requested.emit(query))
        document.events_changed.connect(self._on_events_changed)

    @property
    def words(self) -> str:
        """What is said of the sample."""
        return self._titled.caption

    def refresh(self) -> None:
        """Count anew what is decided of the sample."""
        study, document = self._document.study, self._document
        if study is None or not study.predictions:
            return
        work = partial(_counted, study, document.prediction, Sampled.of(document.selection))
        if len(study.events) > _AT_ONCE:
            self._jobs.start(work)
        else:
            self._jobs.cancel()
            self._show(work(no_checkpoint))

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _on_events_changed(self) -> None:
        if self.isVisible():
            self.refresh()

    def _show(self, counted: _Counted) -> None:
        study, sampled, shares = counted
        self._titled.set_caption(_NO_SAMPLE if shares is None else sample_words(shares))
        if shares is not None:
            rows = SampleRows(shares, sampled, study.wording)
            self.table.set_columns(rows.columns)
            self.table.numbers.set_groups(rows.groups)
        self.table.setVisible(shares is not None)


def _counted(study: Study, prediction: int, sampled: Sampled, checkpoint: Checkpoint) -> _Counted:
    return study, sampled, shares_in(study, prediction, sampled, checkpoint)
