"""Long work off the window's thread, and values made by it: the newest wins, and all ends with the window."""

import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import thread_time
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal

from nerinspect.errors import NerinspectError
from nerinspect.progress import Cancelled, Checkpoint, no_checkpoint, tell_heap

_TICK_MS = 50
PAINTED_MS: Final = 20  # windows are painted once in 5 to 17 milliseconds; while one is, a timer waits
_MOST_SECONDS_TO_PAINT = 0.3
_LONG_SECONDS = 3  # as on ten million events; among a million the next action would wait for its memory


class _Job(QRunnable):
    """One call of a plain function that takes a checkpoint."""

    def __init__(self, ticket: int, work: Callable[[Checkpoint], Any], finished: Callable[[int, Any], None]) -> None:
        super().__init__()
        self.setAutoDelete(False)
        self.ticket, self.done, self.total = ticket, 0, 0
        self.work, self._finished = work, finished
        self._is_cancelled = threading.Event()
        self.may_begin = threading.Event()

    def cancel(self) -> None:
        """Ask the work to end at its next checkpoint."""
        self._is_cancelled.set()
        self.may_begin.set()

    def run(self) -> None:
        """Do the work; the result or the error goes back through a signal."""
        self.may_begin.wait(_MOST_SECONDS_TO_PAINT)
        begin = thread_time()
        try:
            result = self.work(self._checkpoint)
        except Cancelled:
            return
        except Exception as error:
            result = error
        if thread_time() - begin > _LONG_SECONDS:
            tell_heap("malloc_trim", 0)  # it keeps what the work took, up to a quarter of all memory
        with suppress(RuntimeError):  # the window was closed and its signals are gone
            self._finished(self.ticket, result)

    def _checkpoint(self, done: int, total: int) -> None:
        if self._is_cancelled.is_set():
            raise Cancelled
        self.done, self.total = done, total  # read by a timer: a signal for each block would flood the window


class JobRunner(QObject):
    """Runs one job at a time in a thread; a newer one replaces it.

    It is a child of the part of the window that the work is for; see `end_work`.
    """

    progressed = Signal(int, int)  # work done and work in all, at most twenty times a second
    succeeded = Signal(object)  # what the work returned
    failed = Signal(object)  # the exception it raised
    ended = Signal()  # the job is over, whichever way; comes before the two above
    _finished = Signal(int, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._job: _Job | None = None
        self._jobs: list[_Job] = []
        self._ticket = 0
        self._is_over = False
        self._timer = QTimer(self, interval=_TICK_MS)
        self._timer.timeout.connect(self._on_tick)
        self._finished.connect(self._on_finished)

    @property
    def is_running(self) -> bool:
        return self._job is not None

    def start(self, work: Callable[[Checkpoint], Any]) -> None:
        """Start some work; a job that is still running is cancelled and its result dropped."""
        self._start(work).may_begin.set()

    def start_once_painted(self, work: Callable[[Checkpoint], Any]) -> None:
        """Start some work as `start` does, but let the window paint first what it shows of it.

        Threads take turns in the interpreter: painting beside work in Python takes several times as long.
        """
        job = self._start(work)
        QTimer.singleShot(PAINTED_MS, self, lambda: job.may_begin.set())  # a method alone would not hold the job

    def cancel(self) -> None:
        """End the job at once for the user; the thread follows at its next checkpoint."""
        if self._job is not None:
            self._drop()
            self.ended.emit()

    def end(self) -> None:
        """Cancel without a word, and never start anything again."""
        self._is_over = True
        self._drop()

    def shutdown(self) -> None:
        """Cancel, and wait for the thread."""
        self._drop()
        self._pool.waitForDone()

    def _start(self, work: Callable[[Checkpoint], Any]) -> _Job:
        self._drop()
        self._ticket += 1
        job = _Job(self._ticket, work, self._finished.emit)
        if not self._is_over:
            self._job = job
            self._jobs = [*self._jobs[-4:], job]  # Python must hold a job as long as its thread does
            self._timer.start()
            self._pool.start(job)
        return job

    def _drop(self) -> None:
        if self._job is not None:
            self._job.cancel()
        self._job = None
        self._timer.stop()

    def _on_tick(self) -> None:
        if self._job is not None and self._job.total:
            self.progressed.emit(self._job.done, self._job.total)

    def _on_finished(self, ticket: int, result: object) -> None:
        if self._job is None or ticket != self._job.ticket:
            return
        del self._job.work  # and the study that it holds: the job itself is held longer
        self._drop()
        self.ended.emit()
        (self.failed if isinstance(result, Exception) else self.succeeded).emit(result)


def end_work(window: QObject) -> None:
    """Cancel the work of all parts of a window and wait for its threads; from now on nothing begins in any of them.

    The runners of a window are found among its children, so that no part need hand on that it is closed.
    """
    runners = window.findChildren(JobRunner)
    for runner in runners:
        runner.end()
    for runner in runners:
        runner.shutdown()


T = TypeVar("T")

AT_ONCE: Final = 20_000  # so many events, or tokens, are looked through without a wait that anybody would notice
MANY: Final = 50  # so many values are kept where users turn from one to the other and back


class Derived(QObject, Generic[T]):
    """Answers one question at a time; the newest takes the place of one that is still worked on.

    `make` makes the value of a question from its parts and a checkpoint; `size` tells how much is looked through for
    it: up to `at_once` that is done at once, without `size` never. So many values as `keeps` says are kept by their
    questions, the newest; none if the answer to a question may change. `what` says what went wrong if there is no
    value, such as `The scores could not be counted`; without these words the program is at fault, and the exception is
    raised.

    `asked` is the question whose value was told last or is on its way; None if there is none, or none any more.
    """

    made = Signal(object)  # the value of the newest question, each time it is asked for
    failed = Signal(str)  # why there is none, in a sentence
    begun = Signal()
    ended = Signal()  # that is over, whichever way; comes before the signals above
    progressed = Signal(int, int)  # work done and work in all

    def __init__(
        self,
        make: Callable[..., T],
        parent: QObject,
        what: str = "",
        size: Callable[..., float] | None = None,
        at_once: int = AT_ONCE,
        keeps: int = 1,
    ) -> None:
        super().__init__(parent)
        self.asked: tuple[Any, ...] | None = None
        self.value: T | None = None
        self._make, self._what, self._size, self._at_once, self._keeps = make, what, size, at_once, keeps
        self._kept: list[tuple[tuple[Any, ...], T]] = []
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(self.progressed)
        self._jobs.ended.connect(self.ended)
        self._jobs.succeeded.connect(self._on_made)
        self._jobs.failed.connect(self._on_failed)

    @property
    def is_running(self) -> bool:
        """Whether a value is being made behind the window."""
        return self._jobs.is_running

    @property
    def kept(self) -> list[T]:
        """The values that are kept, the newest first."""
        return [value for _, value in self._kept]

    def ask(self, *question: Any) -> None:  # noqa: ANN401 - what `make` takes
        """Ask for a value; `made` tells it, now if it is known or quickly made."""
        if self._keeps and self.is_running and question == self.asked:
            return
        self.asked = question
        known = [value for kept, value in self._kept if kept == question]
        if not known and not self.is_quick(*question):
            self._jobs.start_once_painted(partial(self._make, *question))
            self.begun.emit()
            return
        self._jobs.cancel()
        if known:
            self._on_made(known[0])
            return
        try:
            value = self._make(*question, no_checkpoint)
        except Exception as error:
            self._on_failed(error)
        else:
            self._on_made(value)

    def is_quick(self, *question: Any) -> bool:  # noqa: ANN401 - what `make` takes
        """Tell whether a value is made at once."""
        return self._size is not None and self._size(*question) <= self._at_once

    def cancel(self) -> None:
        """Drop the question; what was made before stays."""
        self.asked = None
        self._jobs.cancel()

    def forget(self) -> None:
        """Drop the question and all that was made; for another study."""
        self.cancel()
        self.value, self._kept = None, []

    def _on_made(self, value: T) -> None:
        assert self.asked is not None, "it was asked for"
        others = [(known, other) for known, other in self._kept if known != self.asked]
        self.value, self._kept = value, [(self.asked, value), *others][: self._keeps]
        self.made.emit(value)

    def _on_failed(self, error: Exception) -> None:
        self.asked = None
        if not self._what:
            raise error
        self.failed.emit(f"{self._what}: {str(error) if isinstance(error, NerinspectError) else repr(error)}.")
