"""What a review is asked to do, in order: small steps at once, large ones behind, each whole or not at all."""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from threading import Event, Lock
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from PySide6.QtCore import QObject, Signal

from nerinspect.errors import NerinspectError
from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.lists.sorts import EventNumbers, EventSort
from nerinspect.progress import Cancelled, Checkpoint, collecting_later, no_checkpoint
from nerinspect.ui.kit.jobs import JobRunner

if TYPE_CHECKING:
    from nerinspect.review.attaching import StoredEvent
    from nerinspect.review.deciding import Deciding
    from nerinspect.review.opening import Found
    from nerinspect.review.store import ReviewFile


Change: TypeAlias = Callable[[Decision], Decision]
"""What becomes of a decision."""

FoundEvents: TypeAlias = "tuple[Study, Found, Mapping[str, int]]"
"""A study, what was decided about its events, and the numbers of events that steps speak of."""


def changed(
    deciding: "Deciding",
    study: Study,
    by_sort: Mapping[EventSort, Mapping[int, Change]],
    words: str,
    checkpoint: Checkpoint,
) -> EventNumbers:
    """Change what was decided about events of a study, which may have been replaced meanwhile."""
    checkpoint(0, sum(map(len, by_sort.values())) + 1)
    new = {sort: _new(deciding, study, sort, changes) for sort, changes in by_sort.items()}
    deciding.decide(new, words, checkpoint)
    return {sort: list(decisions) for sort, decisions in new.items()}


def _new(deciding: "Deciding", study: Study, sort: EventSort, changes: Mapping[int, Change]) -> dict[int, Decision]:
    """Make new decisions of changes, by event numbers of the study as it is now."""
    if sort.events(deciding.study) is not sort.events(study):
        from nerinspect.review.attaching import stored_events
        from nerinspect.review.opening import found_numbers

        stored = list(stored_events(sort, study, changes))
        numbers = found_numbers(deciding.study, stored)
        named = zip(stored, changes.values(), strict=True)
        changes = {numbers[one.event]: change for one, change in named if one.event in numbers}
    known = sort.decisions(deciding.study)
    return {event: change(known[event]) for event, change in changes.items()}


def undone(deciding: "Deciding", words: str, checkpoint: Checkpoint) -> EventNumbers:
    """Take a step back, unless it was never taken."""
    return deciding.undo(checkpoint) if deciding.undo_words == words else {}


def redone(deciding: "Deciding", words: str, checkpoint: Checkpoint) -> EventNumbers:
    """Do a step again, unless it was never taken back."""
    return deciding.redo(checkpoint) if deciding.redo_words == words else {}


def sign_with(deciding: "Deciding", who: str, _checkpoint: Checkpoint) -> EventNumbers:
    """Let decisions name somebody from now on."""
    deciding.sign(who)
    return {}


def written_anew(deciding: "Deciding", path: str, _checkpoint: Checkpoint) -> EventNumbers:
    """Go on in a new file that holds all that was decided."""
    deciding.write_anew(path)
    return {}


def awaited_annotator(file: "ReviewFile", study: Study) -> str:
    """Name the annotator whose annotation is corrected, if another one is A; empty otherwise."""
    if not study.is_of_annotators:
        return ""
    from nerinspect.review.opening import corrected_annotator

    corrected = corrected_annotator(file)
    return "" if corrected == study.annotator else corrected


def found_in(study: Study, file: "ReviewFile", events: "list[StoredEvent]", checkpoint: Checkpoint) -> FoundEvents:
    """Look for the events of decisions; what ids are made with is ready for the first decision then."""
    from nerinspect.lists.ids import event_ids
    from nerinspect.review.opening import found_decisions, found_numbers, same_predictions

    checkpoint(0, 1)
    event_ids(study)
    file.same = same_predictions(file, study)
    return study, found_decisions(study, file), found_numbers(study, events)


_log = logging.getLogger(__name__)

AT_ONCE: Final = 300
"""So many events are decided without a wait that anybody would notice."""


class Act(NamedTuple):
    """Something a review is asked to do."""

    kind: Literal["decide", "undo", "redo", "none"]  # what becomes of the steps that can be taken back
    words: str
    n_events: Callable[[], int]  # how many events it is about; asked when its turn has come
    do: Callable[[Checkpoint], EventNumbers]  # the checkpoint hears of all events just before anything is written
    then: Callable[[], object] = lambda: None  # called once it is done


class Steps(QObject):
    """Does one thing after the other.

    `refused_act` is what could not be decided, taken back or done again last; None once something was.
    """

    begun = Signal(object)
    progressed = Signal(int, int)  # events looked at, and in all; once equal they are written, and no cancel helps
    ended = Signal()  # nothing large is being done any more; comes before the two below
    done = Signal(object, object)  # what was done, and its events
    refused = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_held = False
        self.refused_act: Act | None = None
        self._waiting: list[Act] = []
        self._current: Act | None = None
        self._once_still: Callable[[], None] | None = None
        self._gate, self._over = Lock(), Event()
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(self.progressed)
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)

    @property
    def is_running(self) -> bool:
        """Whether something large is being done."""
        return self._current is not None

    @property
    def pending(self) -> list[Act]:
        """What is being done and what waits, in order."""
        return [*filter(None, [self._current]), *self._waiting]

    def take(self, act: Act) -> EventNumbers | None:
        """Do something and give its events; None if it is done later.

        Raises
        ------
        NerinspectError
            If it is done at once, and cannot be.
        """
        if not (self.is_held or self.pending) and act.n_events() <= AT_ONCE:
            return self._done(act)
        self._waiting.append(act)
        self.go_on()
        return None

    def hold(self, once_still: Callable[[], None]) -> None:
        """Let everything wait until `is_held` is taken back and `go_on` called; `once_still` nothing is being done."""
        self.is_held = True
        if self.is_running:
            self._once_still = once_still
        else:
            once_still()

    def go_on(self) -> None:
        """Do what waits."""
        while self._waiting and not (self.is_held or self.is_running):
            act = self._waiting.pop(0)
            if act.n_events() > AT_ONCE:
                self._begin(act)
                return
            try:
                events = self._done(act)
            except NerinspectError as mistake:
                self.refused.emit(mistake)
            else:
                self.done.emit(act, events)

    def drop(self) -> list[Act]:
        """Forget what waits, and give it."""
        waiting, self._waiting = self._waiting, []
        return waiting

    def cancel(self) -> None:
        """Give up what is being done, unless it is being written; what waits is done nevertheless."""
        if self.is_running and self._gate.acquire(blocking=False):
            self._jobs.cancel()
            self._settle()
            self._turn()

    def finish(self) -> None:
        """Wait until all is done; what waits for events to be found is forgotten."""
        is_still_reading = self.is_held and self._once_still is None
        waiting = [] if is_still_reading else self.drop()
        if self.is_running:
            self._over.wait()
        self._jobs.shutdown()
        for act in waiting:
            try:
                act.do(no_checkpoint)
            except NerinspectError as mistake:
                _log.error("%s", mistake)
        self.drop()
        self._once_still, self.is_held = None, False
        self._settle()

    def _done(self, act: Act) -> EventNumbers:
        if act.kind == "none":
            return act.do(no_checkpoint)
        self.refused_act = act
        events = act.do(no_checkpoint)
        self.refused_act = None
        return events

    def _begin(self, act: Act) -> None:
        self._current, self._gate, self._over = act, Lock(), Event()
        self.begun.emit(act)
        self._jobs.start_once_painted(partial(_done_behind, act, self._gate, self._over))

    def _settle(self) -> None:
        if self._current is not None:
            self._current = None
            self.ended.emit()

    def _turn(self) -> None:
        once_still, self._once_still = self._once_still, None
        if once_still is not None:
            once_still()
        self.go_on()

    def _on_succeeded(self, events: EventNumbers) -> None:
        act, self.refused_act = self._current, None
        self._settle()
        self.done.emit(act, events)
        self._turn()

    def _on_failed(self, error: Exception) -> None:
        self.refused_act = self._current
        self._settle()
        if isinstance(error, NerinspectError):
            self.refused.emit(error)
        self._turn()
        if not isinstance(error, NerinspectError):
            raise error


def foreseen(done: list[str], undone: list[str], acts: Iterable[Act]) -> tuple[list[str], list[str]]:
    """Tell what can be taken back, and done again, once some acts are done; the newest step last."""
    for act in acts:
        if act.kind == "decide":
            done, undone = [*done, act.words], []
        elif act.kind == "undo" and done:
            done, undone = done[:-1], [*undone, done[-1]]
        elif act.kind == "redo" and undone:
            done, undone = [*done, undone[-1]], undone[:-1]
    return done, undone


def _done_behind(act: Act, gate: Lock, over: Event, checkpoint: Checkpoint) -> EventNumbers:
    """Do something that can be cancelled until it is written: who passes the gate first has it so."""

    def check(done: int, total: int) -> None:
        checkpoint(done, total)
        if done == total and not gate.acquire(blocking=False):
            raise Cancelled

    try:
        with collecting_later(all_stays=True):
            return act.do(check)
    finally:
        over.set()
