"""Counts by bucket, taken in the background where that takes long."""

from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from nerinspect.analysis.study import Study
from nerinspect.query.mention_base import WHOLE, MentionBase
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.overview.bucket_scores import BucketScores, count_buckets

_AT_ONCE: Final = 20_000
"""So many events and tokens are looked through without a wait that anybody would notice."""


class BucketCounter(QObject):
    """Count the buckets of a study, and keep the counts until others are asked for.

    Signals
    -------
    counted : BucketScores
        What was asked for last.
    failed : str
        Says why there are none.
    """

    counted = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scores: BucketScores | None = None
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)

    def count(self, study: Study, base: MentionBase, n_wanted: int, has_columns: bool) -> bool:
        """Count all attributes, at once or in the background.

        Returns
        -------
        bool
            Whether the counts are there already.
        """
        have = self._scores
        wanted = base, n_wanted, has_columns
        has_values = have is not None and have.study is study and base == WHOLE
        if have is None or have.study is not study or (have.base, have.n_wanted, have.has_columns) != wanted:
            n_training = 0 if study.training is None else study.training.text.n_tokens
            if not has_values and study.text.n_tokens + n_training > _AT_ONCE:
                self._jobs.start(partial(count_buckets, study, *wanted))
                return False
            have = count_buckets(study, *wanted)
        self._jobs.cancel()
        self._on_succeeded(have)
        return True

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _on_succeeded(self, scores: BucketScores) -> None:
        self._scores = scores
        self.counted.emit(scores)

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(f"The buckets could not be counted: {error!r}.")
