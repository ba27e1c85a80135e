"""Counts what the filters of relations show; of many events in the background."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from nerinspect.query.relation_counts import RelationCounts, relation_counts
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.relations.relation_listing import Wanted


class RelationCounting(QObject):
    """Counts each part of the filters under what is picked in the others.

    Signals
    -------
    counted : RelationCounts, Selection
        The counts of what is looked at, and what is selected there.
    """

    counted = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted: Wanted | None = None
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_counted)

    def count(self, wanted: Wanted) -> None:
        """Count what is looked at now."""
        self._wanted = wanted
        work = partial(relation_counts, wanted.study, wanted.prediction, wanted.selection)
        if wanted.is_quick:
            self._jobs.cancel()
            self._on_counted(work())
        else:
            self._jobs.start_once_painted(lambda checkpoint: work())

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _on_counted(self, counts: object) -> None:
        assert isinstance(counts, RelationCounts), "what the work returns"
        assert self._wanted is not None, "it was asked for"
        self.counted.emit(counts, self._wanted.selection)
