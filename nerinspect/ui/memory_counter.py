"""What memory explains, counted in the background where that takes long."""

from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from nerinspect.analysis.study import Study
from nerinspect.progress import Checkpoint
from nerinspect.query.memory_counts import MemoryCounts, memory_counts
from nerinspect.query.selection import Selection
from nerinspect.ui.jobs import JobRunner

_AT_ONCE: Final = 20_000
"""So many events are counted without a wait that anybody would notice."""


class MemoryCounter(QObject):
    """Count what memory of the training data explains; the newest question wins.

    Signals
    -------
    counted : object
        The `MemoryCounts` that were asked for last.
    """

    counted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self.counted)

    def count(self, study: Study, selection: Selection, prediction: int) -> None:
        """Count for one prediction under a selection."""
        self._jobs.cancel()
        if len(study.events) > _AT_ONCE:
            self._jobs.start(partial(_counted, study, selection, prediction))
        else:
            self.counted.emit(memory_counts(study, selection, prediction))

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()


def _counted(study: Study, selection: Selection, prediction: int, checkpoint: Checkpoint) -> MemoryCounts:
    return memory_counts(study, selection, prediction)
