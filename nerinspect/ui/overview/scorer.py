"""Scores of what is counted, taken in the background where that takes long."""

from functools import partial
from typing import Final, TypeAlias

from PySide6.QtCore import QObject, Signal

from nerinspect.analysis.study import Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.kept_scores import KeptScores, score_kept
from nerinspect.query.mention_base import MentionBase
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.overview.training_counts import TrainingCounts, count_training

Scored: TypeAlias = tuple[MentionBase, tuple[KeptScores, ...], tuple[TrainingCounts, ...]]

_AT_ONCE: Final = 20_000
"""So many events and tokens of training are looked through without a wait that anybody would notice."""


class Scorer(QObject):
    """Score a study over a base of mentions, and keep the scores until another base is asked for.

    Signals
    -------
    scored
        The scores that were asked for last are there, and the counts by training data if there is any.
    failed : str
        Says why they are not.
    """

    scored = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.scores: tuple[KeptScores, ...] = ()
        self.training: tuple[TrainingCounts, ...] = ()
        self.base: MentionBase | None = None  # None: nothing is scored
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)

    def forget(self) -> None:
        """Take all scores back; those under way would be of the study before."""
        self._jobs.cancel()
        self.scores, self.training, self.base = (), (), None

    def score(self, study: Study, base: MentionBase) -> None:
        """Score all predictions of a study, at once or in the background if there are many events."""
        n_training = 0 if study.training is None else study.training.text.n_tokens
        if base != self.base and len(study.events) + n_training > _AT_ONCE:
            self._jobs.start(partial(_scored, study, base))
            return
        self._jobs.cancel()
        if base != self.base:
            self.base, self.scores, self.training = _scored(study, base, no_checkpoint)
        self.scored.emit()

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _on_succeeded(self, result: Scored) -> None:
        self.base, self.scores, self.training = result
        self.scored.emit()

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(f"The scores could not be counted: {error!r}.")


def _scored(study: Study, base: MentionBase, checkpoint: Checkpoint) -> Scored:
    return base, score_kept(study, base, checkpoint), count_training(study, base, checkpoint)
