"""Tests of pairs of systems, made in the background, each pair once."""

from PySide6.QtCore import QObject, Signal

from nerinspect.analysis.study import Study
from nerinspect.query.comparison import Comparison, compare
from nerinspect.query.mention_base import MentionBase
from nerinspect.ui.diagnosis.pair_words import NOTHING, WAITING, PairWords, pair_words
from nerinspect.ui.jobs import JobRunner

Runs = tuple[tuple[int, ...], tuple[int, ...]]


class PairTester(QObject):
    """Test pairs of systems.

    Signals
    -------
    tested : PairWords
        What the tests say of the pair that was asked for last; or that they are still at work.
    failed : str
        Why they say nothing.
    """

    tested = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._study: Study | None = None
        self._base = MentionBase()
        self._said: dict[Runs, PairWords] = {}
        self._asked: tuple[Runs, tuple[str, str]] = (((), ()), ("", ""))
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)

    @property
    def is_running(self) -> bool:
        """Whether tests are under way."""
        return self._jobs.is_running

    def test(self, study: Study, base: MentionBase, runs: Runs, names: tuple[str, str]) -> None:
        """Test a pair by the runs of its systems; what was found before is told at once."""
        if study is not self._study or base != self._base:
            self._study, self._base, self._said = study, base, {}
        self._asked = runs, names
        self._jobs.cancel()
        if runs[0] == runs[1]:
            self.tested.emit(NOTHING)
        elif runs in self._said:
            self.tested.emit(self._said[runs])
        else:
            self.tested.emit(WAITING)
            self._jobs.start(lambda checkpoint: compare(study, *runs, base, checkpoint=checkpoint))

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _on_succeeded(self, comparison: Comparison) -> None:
        runs, names = self._asked
        assert self._study is not None, "it was tested"
        first_runs = runs[0][0], runs[1][0]
        self._said[runs] = pair_words(comparison.overall, self._study, self._base, names, first_runs)
        self.tested.emit(self._said[runs])

    def _on_failed(self, error: Exception) -> None:
        self.tested.emit(NOTHING)
        self.failed.emit(f"The two systems could not be tested: {error!r}.")
