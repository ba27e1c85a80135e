"""Finds the events that a selection keeps; where that is costly, in the background."""

from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import QObject, Signal

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.selection import Selection
from nerinspect.ui.jobs import JobRunner

_EVENTS_AT_ONCE: Final = 20_000
"""So many events a costly filter looks at without a wait that anybody would notice."""


class Filtering(QObject):
    """Applies the selection to the events of one prediction.

    Attributes
    ----------
    kept : ndarray of bool, shape (n_events,)
        Which of them the selection keeps.
    n_kept : int
        How many they are.

    Signals
    -------
    filtered
        Other events are kept.
    filtering : bool
        A costly filter is being applied in the background, or no longer.
    progressed : int, int
        Sentences that were searched for a regular expression, and all.
    failed : object
        Why a filter cannot be applied; what was kept is kept still.
    """

    filtered = Signal()
    filtering = Signal(bool)
    progressed = Signal(int, int)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.kept: BoolArray = np.zeros(0, dtype=bool)
        self.n_kept = 0
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_filtered)
        self._jobs.failed.connect(self.failed)
        self._jobs.progressed.connect(self.progressed)
        self._jobs.ended.connect(partial(self.filtering.emit, False))

    def apply(self, study: Study, selection: Selection, first: int, last: int) -> None:
        """Find which events of a range a selection keeps; what was being found before is given up."""
        work, asked = partial(_kept, study, selection, first, last), selection.filter
        if asked.may_take_long or (asked.is_costly and last - first > _EVENTS_AT_ONCE):
            if len(self.kept) != last - first:
                self.kept, self.n_kept = np.zeros(last - first, dtype=bool), 0  # what was kept is of other events
            self.filtering.emit(True)
            self._jobs.start(work)
        else:
            self._jobs.cancel()
            self._on_filtered(work(no_checkpoint))

    @property
    def is_running(self) -> bool:
        """Whether a filter is being applied in the background."""
        return self._jobs.is_running

    def cancel(self) -> None:
        """Give up what is being found."""
        self._jobs.cancel()

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _on_filtered(self, kept: object) -> None:
        assert isinstance(kept, np.ndarray), "what the work returns"
        self.kept, self.n_kept = kept, int(np.count_nonzero(kept))
        self.filtered.emit()


def _kept(study: Study, selection: Selection, first: int, last: int, checkpoint: Checkpoint) -> BoolArray:
    """Tell which events of a range a selection keeps; what is searched for then is not searched for again."""
    selection.filter.search(study, checkpoint)
    return selection.mask(study)[first:last]
