"""Systems compared in pairs, in the background; pairs can be looked at while others are still compared."""

from collections.abc import Sequence
from math import comb
from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from nerinspect.analysis.study import Study
from nerinspect.progress import Checkpoint
from nerinspect.query.comparison import Comparison, compare_each
from nerinspect.query.mention_base import WHOLE, MentionBase
from nerinspect.results.run_summary import predictions_by_system
from nerinspect.ui.comparison_page.pairs import Pair, named_pairs
from nerinspect.ui.jobs import JobRunner

_BETWEEN_MS: Final = 300
"""So seldom more pairs are told of: whoever shows them shows all of them anew."""


class PairFinder(QObject):
    """Compare all systems of a study; sentences are drawn once for all pairs.

    Signals
    -------
    found
        There are more pairs.
    begun
        Work in the background has begun.
    ended
        It is over, whichever way.
    progressed : int, int
        Sentences drawn and to be drawn.
    failed : str
        Why there are no more pairs.
    """

    found = Signal()
    begun = Signal()
    ended = Signal()
    progressed = Signal(int, int)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._study: Study | None = None
        self._base, self._runs = WHOLE, dict[str, list[int]]()
        self._found: list[Comparison] = []  # the thread adds to it
        self._is_complete, self._n_told = False, 0
        self._since_told = QElapsedTimer()
        self._since_told.start()
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(self._on_progressed)
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(lambda error: self.failed.emit(f"The systems could not be compared: {error!r}."))
        self._jobs.ended.connect(self.ended)

    @property
    def pairs(self) -> list[Pair]:
        """Those that are compared already."""
        return named_pairs(self._runs, [*self._found])

    @property
    def n_pairs(self) -> int:
        """How many there are to be."""
        return comb(len(self._runs), 2)

    @property
    def is_complete(self) -> bool:
        """Whether all pairs are compared."""
        return self._is_complete

    def compare(self, study: Study, base: MentionBase, systems: Sequence[str]) -> None:
        """Compare some systems in the mentions of a base, unless that is done or under way."""
        runs = {name: own for name, own in predictions_by_system(study).items() if name in systems}
        is_same = study is self._study and (base, runs) == (self._base, self._runs)
        if is_same and (self._is_complete or self._jobs.is_running):
            return
        self._study, self._base, self._runs, self._is_complete, self._n_told = study, base, runs, False, 0
        found: list[Comparison] = []

        def work(checkpoint: Checkpoint) -> None:
            found.extend(compare_each(study, [*runs.values()], base, checkpoint=checkpoint))  # one by one, to be read

        self._found = found
        self.begun.emit()
        self._jobs.start(work)

    def forget(self) -> None:
        """Let go of all pairs; for another study."""
        self._jobs.cancel()
        self._study, self._runs, self._found, self._is_complete = None, {}, [], False

    def cancel(self) -> None:
        """Keep the pairs that were compared."""
        self._jobs.cancel()

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _on_progressed(self, done: int, total: int) -> None:
        self.progressed.emit(done, total)
        if len(self._found) > self._n_told and self._since_told.elapsed() > _BETWEEN_MS:
            self._n_told = len(self._found)
            self._since_told.restart()
            self.found.emit()

    def _on_succeeded(self) -> None:
        self._is_complete = True
        self.found.emit()
