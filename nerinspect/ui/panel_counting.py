"""Counts what the filter panels show, all panels together; of many events in the background."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, Signal

from nerinspect.analysis.attributes import attributes_of
from nerinspect.analysis.study import Study
from nerinspect.query.bucket_panel_counts import bucket_panel_counts
from nerinspect.query.counted import NOTHING_COUNTED, Bucketed, Counted, count_for_panels
from nerinspect.query.selection import Selection
from nerinspect.ui.jobs import JobRunner

_EVENTS_AT_ONCE: Final = 20_000
"""So many events are counted without a wait that anybody would notice."""


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
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_counted)

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
        if shown is None or not shown.study.predictions or self._jobs.is_running:
            self._count()
            return
        name = self._bucketed_here(shown.study).attribute
        attribute = next(one for one in attributes_of(shown.study) if one.name == name)
        before = self.counted

        def work() -> Counted:
            counts = bucket_panel_counts(shown.study, shown.selection, shown.prediction, attribute, bucketed.n_wanted)
            return before._replace(buckets=counts)

        self._run(work)

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _count(self) -> None:
        if (shown := self._looked_at) is None:
            return
        bucketed = self._bucketed_here(shown.study)
        what = shown.study, shown.selection, *shown.event_range, self.counts_correct, bucketed
        self._run(partial(count_for_panels, *what, shown.compared, shown.has_stretches, shown.against_all))

    def _run(self, work: Callable[[], Counted]) -> None:
        assert self._looked_at is not None, "there is something to count"
        first, last = self._looked_at.event_range
        if last - first > _EVENTS_AT_ONCE:
            self._jobs.start(lambda checkpoint: work())
        else:
            self._jobs.cancel()
            self._on_counted(work())

    def _bucketed_here(self, study: Study) -> Bucketed:
        """Take the first attribute where the chosen one has no values."""
        names = [attribute.name for attribute in attributes_of(study)]
        return self.bucketed if self.bucketed.attribute in names else self.bucketed._replace(attribute=names[0])

    def _on_counted(self, counts: object) -> None:
        assert isinstance(counts, Counted), "what the work returns"
        self.counted = counts
        self.counts_changed.emit()
