"""Work in the background, one piece after the other; newer work takes the place of older work of the same name."""

from collections.abc import Callable, Hashable
from typing import Any, TypeAlias

from PySide6.QtCore import QObject, Signal

from nerinspect.progress import Checkpoint
from nerinspect.ui.jobs import JobRunner

Work: TypeAlias = Callable[[Checkpoint], Any]
Prepare: TypeAlias = Callable[[], Work | None]
Deliver: TypeAlias = Callable[[Any], object]


class WorkQueue(QObject):
    """Runs work in the order in which it was asked for.

    Signals
    -------
    progressed : int, int
        Of the piece under way.
    idle
        Nothing is left to do.
    failed : object
        An exception that no work should raise.
    """

    progressed = Signal(int, int)
    idle = Signal()
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[Hashable, tuple[Prepare, Deliver]] = {}
        self._running: tuple[Hashable, Deliver] | None = None
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(self.progressed)
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)

    @property
    def is_busy(self) -> bool:
        """Whether something is under way or waits."""
        return self._running is not None or bool(self._waiting)

    def put(self, key: Hashable, prepare: Prepare, deliver: Deliver) -> None:
        """Ask for work.

        Parameters
        ----------
        key : hashable
            Its name; work of the same name that waits or runs is given up.
        prepare : callable
            Gives the work when its turn comes; None if it is no longer wanted. Called in the window's thread.
        deliver : callable
            Takes the result, in the window's thread.
        """
        self._waiting.pop(key, None)
        self._waiting[key] = (prepare, deliver)
        if self._running is not None and self._running[0] == key:
            self._running = None
            self._jobs.cancel()
        if self._running is None:
            self._next()

    def clear(self) -> None:
        """Give everything up."""
        self._waiting.clear()
        self._running = None
        self._jobs.cancel()

    def shutdown(self) -> None:
        """Give everything up and wait for the thread."""
        self.clear()
        self._jobs.shutdown()

    def _next(self) -> None:
        while self._waiting:
            key = next(iter(self._waiting))
            prepare, deliver = self._waiting.pop(key)
            work = prepare()
            if work is not None:
                self._running = (key, deliver)
                self._jobs.start(work)
                return
        self.idle.emit()

    def _on_succeeded(self, result: object) -> None:
        if self._running is not None:
            _, deliver = self._running
            self._running = None
            deliver(result)
        if self._running is None:
            self._next()

    def _on_failed(self, error: Exception) -> None:
        self._running = None
        self.failed.emit(error)
        self._next()
