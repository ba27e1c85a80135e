"""The review that a window keeps its decisions in: opened, made, followed; its steps, at once or behind, taken back."""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from threading import Event, Lock
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

from nerinspect.errors import DataError, NerinspectError
from nerinspect.events.decision import Decision
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest, lasting_request
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.sorts import EventNumbers, EventSort
from nerinspect.progress import Cancelled, Checkpoint, collecting_later, no_checkpoint
from nerinspect.query.selection import ONLY_ERRORS, Selection
from nerinspect.settings import allow
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.jobs import JobRunner

if TYPE_CHECKING:
    from nerinspect.review.attaching import StoredDecision, StoredEvent
    from nerinspect.review.deciding import Deciding
    from nerinspect.review.opening import Found
    from nerinspect.review.store import ReviewFile


Change: TypeAlias = Callable[[Decision], Decision]  # what becomes of a decision
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


def stepped(deciding: "Deciding", is_back: bool, words: str, checkpoint: Checkpoint) -> EventNumbers:
    """Take a step back, unless it was never taken, or do it again, unless it was never taken back."""
    if words != (deciding.undo_words if is_back else deciding.redo_words):
        return {}
    return deciding.undo(checkpoint) if is_back else deciding.redo(checkpoint)


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

AT_ONCE: Final = 300  # so many events are decided without a wait that anybody would notice


class Act(NamedTuple):
    """Something a review is asked to do."""

    kind: Literal["decide", "undo", "redo", "none"]  # what becomes of the steps that can be taken back
    words: str
    n_events: Callable[[], int]  # how many events it is about; asked when its turn has come
    # gives the events, if any; the checkpoint hears of all of them just before anything is written
    do: Callable[[Checkpoint], EventNumbers | None]
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
        if act.kind != "none":
            self.refused_act = act
        events = act.do(no_checkpoint)
        if act.kind != "none":
            self.refused_act = None
        return events or {}

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
            return act.do(check) or {}
    finally:
        over.set()


_REPLACED_MS: Final = 200  # programs that save replace a file, and it is gone for an instant
_Then: TypeAlias = Callable[[], object]


class Reviewing(QObject):
    """Keeps the decisions about the study of a document in a review file.

    `changed` and `relations_changed` name the events about which something else was decided; any, if there is none.
    """

    changed = Signal(object)  # Qt would copy each number of a list
    relations_changed = Signal(object)
    stepped = Signal(object)  # EventNumbers that were taken back or done again, which `undo` could not do at once
    refused = Signal(object)  # the NerinspectError, where something was not written or the file is gone
    ready_changed = Signal()  # decisions can be taken now, or no longer

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._deciding: Deciding | None = None
        self.lost: list[StoredDecision] = []  # decisions whose event is not in the open files; they stay in the file
        # the annotator whose annotation is corrected, while another one is A: decisions wait in the file until it is A
        # again. Empty if nothing waits.
        self.aside = ""
        self._words_before: tuple[list[str], list[str]] = [], []
        self.steps = Steps(self)  # what is being decided behind the window, and what waits
        self.steps.begun.connect(self._on_begun)
        self.steps.ended.connect(self.ready_changed)
        self.steps.done.connect(self._on_done)
        self.steps.refused.connect(self.refused)
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_found)
        self._jobs.failed.connect(self._on_failed)
        document.study_replaced.connect(self.follow)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(lambda: QTimer.singleShot(_REPLACED_MS, self, self._look))

    @property
    def file(self) -> "ReviewFile | None":
        return self._deciding.file if self._deciding else None

    @property
    def path(self) -> str:
        return self.file.path if self.file else ""

    @property
    def is_ready(self) -> bool:
        return self.file is not None and not (self.file.is_read_only or self.is_reading or self.aside)

    @property
    def why_not(self) -> str:
        """Why nothing can be decided now, in a sentence; empty if something can, or once there is a file."""
        if self.aside:
            return f"Decisions correct {self.aside}. Make {self.aside} annotator A again to continue."
        if self.file is not None and self.file.why_read_only:
            return str(self.file.why_read_only)
        return "Decisions are being read." if self.file is not None and not self.is_ready else ""

    @property
    def is_reading(self) -> bool:
        return self.steps.is_held

    @property
    def is_deciding(self) -> bool:
        """Whether very many events are being decided behind the window; what is decided meanwhile waits."""
        return self.steps.is_running

    @property
    def undo_words(self) -> str:
        """What would be taken back; empty for nothing."""
        return "".join(self._foreseen()[0][-1:])

    @property
    def redo_words(self) -> str:
        """What would be done again; empty for nothing."""
        return "".join(self._foreseen()[1][-1:])

    @property
    def signed(self) -> str:
        return self._deciding.signed if self._deciding else ""

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do something that the file may refuse; tell whether it was done."""
        try:
            act()
        except NerinspectError as mistake:
            self.refused.emit(mistake)
            return False
        return True

    def sign(self, who: str) -> None:
        """Let decisions name somebody from now on; empty for nobody."""
        if (deciding := self._deciding) is not None and self.is_ready:
            self.steps.take(Act("none", "", lambda: 0, lambda _checkpoint: deciding.sign(who)))

    def make(self, path: str, request: LoadRequest, walks_agreement: bool = False) -> None:
        """Keep decisions in a new file from now on; raises what `make_review` does."""
        assert self._document.study is not None, "there are events to decide"
        from nerinspect.review.opening import make_review  # a database is not needed before something is decided
        from nerinspect.review.store import open_review

        make_review(path, request, self._document.study, walks_agreement)
        allow(path, [lasting_request(request)])
        self.begin(open_review(path))

    def begin(self, file: "ReviewFile") -> None:
        """Keep decisions in a file from now on, and show those it holds."""
        assert self._document.study is not None, "its files are open"
        from nerinspect.review.deciding import Deciding
        from nerinspect.review.opening import walks_agreement

        self.end()
        self._deciding = Deciding(file, self._document.study)
        self._watch()
        self.follow()
        if walks_agreement(file) and self._document.selection == ONLY_ERRORS:
            self._document.select(Selection())  # what is agreed on is walked through, too

    def write_anew(self, path: str) -> None:
        """Go on in a new file with all that was decided or refused; raises a NerinspectError if it cannot be made."""
        if (deciding := self._deciding) is None:
            return
        refused = self.steps.refused_act
        self._take(Act("none", "", lambda: 0, lambda _checkpoint: deciding.write_anew(path)))
        self._watch()
        self.ready_changed.emit()
        if refused is not None:
            self._take(refused)

    def _watch(self) -> None:
        """Tell from now on if another program moves, deletes or replaces the file."""
        if before := self._watcher.files():
            self._watcher.removePaths(before)
        if self.path and not (self.file and self.file.is_read_only):
            self._watcher.addPath(self.path)

    def _look(self) -> None:
        """See whether the file is still there; say once if it is not."""
        if self.file is None or not self.file.is_saved:
            return
        if self.attempt(self.file.check):
            self._watch()

    def end(self) -> None:
        self._jobs.cancel()
        self.steps.finish()
        self.lost, self.aside = [], ""
        if self._deciding is not None:
            self._deciding.end()
            self._deciding = None
            self._watch()
            self.ready_changed.emit()

    def follow(self) -> None:
        """Find the events of its decisions in what is open now, once nothing is being decided."""
        if self._deciding is not None and self._document.study is not None:
            self.steps.hold(self._find)

    def _find(self) -> None:
        study = self._document.study
        if self._deciding is not None and study is not None:
            self.aside = awaited_annotator(self._deciding.file, study)
            if self.aside:
                self._set_aside(study)
                return
            self._jobs.start(partial(found_in, study, self._deciding.file, self._deciding.events))
            self.ready_changed.emit()

    def decide(self, change: "Change", events: list[int], words: str, then: _Then = lambda: None) -> bool:
        """Change what was decided about some events, about all of them in the same way; see `decide_each`."""
        return self.decide_each(dict.fromkeys(events, change), words, then)

    def decide_each(
        self,
        changes: Mapping[int, "Change"],
        words: str,
        then: _Then = lambda: None,
        sort: EventSort = MENTIONS,
        study: Study | None = None,
    ) -> bool:
        """Change what was decided about some events: very many behind the window, and in the order asked for.

        `changes` say by event number what becomes of the decision, `words` what is done, as a menu says it; `then` is
        called once it stands in the file, never if that was cancelled or is not possible. The numbers are those of
        `study`, that of the document if left out. Tell whether it is, or will be once earlier decisions are read and
        written.

        Raises
        ------
        DataError
            If it cannot be written.
        """
        study = study or self._document.study
        return study is not None and self.decide_sorts(study, {sort: changes}, words, then)

    def decide_sorts(
        self,
        study: Study,
        by_sort: "Mapping[EventSort, Mapping[int, Change]]",
        words: str,
        then: _Then = lambda: None,
    ) -> bool:
        """Change what was decided about events of each sort, by their numbers in a study, in one step."""
        if self._deciding is None or self._deciding.file.is_read_only or self.aside:
            return False
        do = partial(changed, self._deciding, study, by_sort, words)
        self._take(Act("decide", words, lambda: sum(map(len, by_sort.values())), do, then))
        return True

    def undo(self) -> EventNumbers:
        """Take back what was decided last; give its events, none if it is done later; see `stepped`."""
        return self._step(self.undo_words, is_back=True)

    def redo(self) -> EventNumbers:
        """Decide again what was taken back last; give its events, none if it is done later."""
        return self._step(self.redo_words, is_back=False)

    def _step(self, words: str, is_back: bool) -> EventNumbers:
        deciding = self._deciding
        if deciding is None or not words or deciding.file.is_read_only:
            return {}
        do = partial(stepped, deciding, is_back, words)
        if is_back:
            return self._take(Act("undo", words, lambda: deciding.n_to_undo, do))
        return self._take(Act("redo", words, lambda: deciding.n_to_redo, do))

    def shutdown(self) -> None:
        """Close the file; for closing the window."""
        self._jobs.shutdown()
        self.end()

    def _take(self, act: Act) -> EventNumbers:
        """Do something now or later; give its events if it is done."""
        events = self.steps.take(act)
        if events is None:
            self.ready_changed.emit()
            return {}
        self._tell(events)
        act.then()
        return events

    def _tell(self, events: EventNumbers) -> None:
        for sort, numbers in (events or {MENTIONS: []}).items():
            (self.changed if sort is MENTIONS else self.relations_changed).emit(numbers)

    def _tell_any(self) -> None:
        self.changed.emit([])
        self.relations_changed.emit([])

    def _foreseen(self) -> tuple[list[str], list[str]]:
        """Name what can be taken back and done again once everything that waits is done."""
        if self._deciding is None or self.aside:
            return [], []
        before = self._words_before if self.is_deciding else self._deciding.step_words
        return foreseen(*before, self.steps.pending)

    def _on_begun(self) -> None:
        assert self._deciding is not None, "it decides"
        self._words_before = self._deciding.step_words

    def _on_done(self, act: Act, events: EventNumbers) -> None:
        if act.kind != "none":
            self._tell(events)
        if act.kind in ("undo", "redo") and events:
            self.stepped.emit(events)
        act.then()

    def _set_aside(self, study: Study) -> None:
        """Show no decision while another annotator is A than the one whose annotation is corrected."""
        assert self._deciding is not None, "its decisions wait"
        self._jobs.cancel()
        self._deciding.follow(study, {})
        self.lost, waiting, self.steps.is_held = [], self.steps.drop(), False
        self.ready_changed.emit()
        self._tell_any()
        if waiting:
            remedy = f"make {self.aside} annotator A, then decide it again"
            self.refused.emit(
                DataError(self.path, "the last decision was not saved, because another annotator is A", remedy)
            )

    def _on_failed(self, error: Exception) -> None:
        """Keep no decision beside those that could not be read."""
        self.end()
        raise error

    def _on_found(self, found: "FoundEvents") -> None:
        study, decided, numbers = found
        self.steps.is_held = False
        if self._deciding is None or study is not self._document.study:
            return
        from nerinspect.review.opening import walks_agreement

        decided.fill(study)
        study.decisions.walks_agreement = walks_agreement(self._deciding.file)
        self._deciding.follow(study, numbers)
        self.lost = decided.lost
        if self._deciding.file.is_damaged:
            remedy = "keep a copy of the file as it is, and what can be read is shown"
            self.refused.emit(DataError(self.path, "some decisions are damaged and cannot be read", remedy))
        self.ready_changed.emit()
        self._tell_any()
        self.steps.go_on()
