"""The events that a selection keeps and what the filter panels count, at once or behind."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal

from nerinspect.attributes.built_in import attributes_of
from nerinspect.corpus.arrays import BoolArray
from nerinspect.events.study import Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.counts.buckets import bucket_panel_counts
from nerinspect.query.counts.panels import NOTHING_COUNTED, Bucketed, Counted, count_for_panels
from nerinspect.query.selection import Selection
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.jobs import JobRunner

_FILTERED_AT_ONCE: Final = 20_000
"""So many events a costly filter looks at without a wait that anybody would notice."""


class Filtering(QObject):
    """Applies the selection to the events of one prediction; where that fails, what was kept is kept still."""

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
        if asked.may_take_long or (asked.is_costly and last - first > _FILTERED_AT_ONCE):
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

    def _on_filtered(self, kept: object) -> None:
        assert isinstance(kept, np.ndarray), "what the work returns"
        self.kept, self.n_kept = kept, int(np.count_nonzero(kept))
        self.filtered.emit()


def _kept(study: Study, selection: Selection, first: int, last: int, checkpoint: Checkpoint) -> BoolArray:
    """Tell which events of a range a selection keeps; what is searched for then is not searched for again."""
    selection.filter.search(study, checkpoint)
    return selection.mask(study)[first:last]


class _LookedAt(NamedTuple):
    """What is counted."""

    study: Study
    selection: Selection
    prediction: int
    compared: int | None
    has_stretches: bool
    against_all: bool

    @property
    def event_range(self) -> tuple[int, int]:
        """Numbers of the first event of the prediction and of the one after its last."""
        if not self.study.predictions:
            return 0, 0
        first, last = self.study.event_start[self.prediction : self.prediction + 2].tolist()
        return first, last


class PanelCounting(QObject):
    """Counts each panel under the filters of the others.

    Attributes
    ----------
    counted : Counted
        The counts of all panels.
    counts_correct : bool
        Whether the type matrix counts correct events too.
    bucketed : Bucketed
        Whose buckets are to be on show, and how many; an attribute without values in the study waits for another one.

    Signals
    -------
    counts_changed
        The counts of all panels are new.
    """

    counts_changed = Signal()

    def __init__(self, bucketed: Bucketed, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.counted = NOTHING_COUNTED
        self.counts_correct = False
        self.bucketed = bucketed
        self._looked_at: _LookedAt | None = None
        self._counts = Derived(
            lambda _n_events, work, _checkpoint: work(), self, size=lambda n_events, _work: n_events, keeps=0
        )
        self._counts.made.connect(self._on_counted)

    def count(self, study: Study, selection: Selection, prediction: int, compared: int | None, *rows: bool) -> None:
        """Count what is looked at now; `rows` says whether they are stretches, and whether all others are compared."""
        self._looked_at = _LookedAt(study, selection, prediction, compared, *rows)
        self._count()

    def forget(self) -> None:
        """Count nothing until `count` says what; for another study."""
        self._looked_at = None

    def count_correct(self, counts_correct: bool) -> None:
        """Let the type matrix count correct events too, or not."""
        self.counts_correct = counts_correct
        self._count()

    def show_buckets(self, bucketed: Bucketed) -> None:
        """Show the buckets of another attribute, or another number of them; the other counts stay."""
        self.bucketed = bucketed
        shown = self._looked_at
        if shown is None or not shown.study.predictions or self._counts.is_running:
            self._count()
            return
        name = self._bucketed_here(shown.study).attribute
        attribute = next(one for one in attributes_of(shown.study) if one.name == name)
        before = self.counted

        def work() -> Counted:
            counts = bucket_panel_counts(shown.study, shown.selection, shown.prediction, attribute, bucketed.n_wanted)
            return before._replace(buckets=counts)

        self._run(work)

    def _count(self) -> None:
        if (shown := self._looked_at) is None:
            return
        bucketed = self._bucketed_here(shown.study)
        what = shown.study, shown.selection, *shown.event_range, self.counts_correct, bucketed
        self._run(partial(count_for_panels, *what, shown.compared, shown.has_stretches, shown.against_all))

    def _run(self, work: Callable[[], Counted]) -> None:
        assert self._looked_at is not None, "there is something to count"
        first, last = self._looked_at.event_range
        self._counts.ask(last - first, work)

    def _bucketed_here(self, study: Study) -> Bucketed:
        """Take the first attribute where the chosen one has no values."""
        names = [attribute.name for attribute in attributes_of(study)]
        return self.bucketed if self.bucketed.attribute in names else self.bucketed._replace(attribute=names[0])

    def _on_counted(self, counts: Counted) -> None:
        self.counted = counts
        self.counts_changed.emit()
