"""Values that are made of what is looked at: at once or behind the window, and kept; the newest question wins."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from nerinspect.errors import NerinspectError
from nerinspect.progress import no_checkpoint
from nerinspect.ui.kit.jobs import JobRunner

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
