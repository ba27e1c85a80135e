"""After a correction: the offer to correct the other places that were read alike, too."""

from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject

from nerinspect.analysis.adjudication import reading_on
from nerinspect.analysis.decisions import Decision, Reading
from nerinspect.analysis.explanation import surface_of
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.errors import counted
from nerinspect.progress import Checkpoint
from nerinspect.query.filters import Filter
from nerinspect.query.writer import query_text
from nerinspect.ui.jobs import JobRunner

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow

_MOST_SHOWN: Final = 60
"""Characters of a segment in a sentence."""
_COMMANDS: Final = ("correct_alike", "show_alike")


class Offer(NamedTuple):
    """What is offered.

    Attributes
    ----------
    study : Study
        What is on show.
    event : int
        The one that was corrected.
    reading : tuple of (int, int, str)
        Its correction.
    others : ndarray of int32, shape (n,)
        The other places.
    query : Filter or None
        Keeps exactly these; None if none does.
    """

    study: Study
    event: int
    reading: Reading
    others: IntArray
    query: Filter | None


class SamePlaces(QObject):
    """Offers a correction for the other places with the same tokens and the same reading of the reference.

    Parameters
    ----------
    window : MainWindow
        Whose review it is; made after `window.reviews`.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window, self._document = window, window.document
        self._reviewing = window.reviews.reviewing
        self._seen: dict[int, Reading | None] = {}
        self._undone = ""
        self._offer: Offer | None = None
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_found)
        self._jobs.failed.connect(_raise)
        self._document.event_changed.connect(self._remember)
        self._document.study_changed.connect(self._forget)
        self._document.study_replaced.connect(self._withdraw)
        self._reviewing.changed.connect(self._on_changed)
        window.closing.connect(self._jobs.shutdown)
        for name, act in zip(_COMMANDS, (self.correct, self.show), strict=True):
            window.menus.connect_command(name, act)
        self._withdraw()

    @property
    def is_looking(self) -> bool:
        """Whether other places are being looked for."""
        return self._jobs.is_running

    def correct(self) -> None:
        """Correct the other places too, in one step."""
        if (offer := self._offer) is None or offer.study is not self._document.study:
            return
        from nerinspect.query.same_places import corrected_alike, open_places

        self._withdraw()
        others = open_places(offer.study, offer.event)
        after = corrected_alike(offer.study, offer.event, others)
        changes = {event: partial(_instead, decision) for event, decision in after.items()}
        self._window.reviews.decide_each(changes, "same reading", then=partial(self._tell, len(others)))
        self._window.focus_main_part()

    def _tell(self, n_corrected: int) -> None:
        undo = self._window.menus.action("undo").trigger
        self._window.message.tell(f"{counted(n_corrected, 'other place')} corrected too.", [("Undo", undo)])

    def show(self) -> None:
        """Filter to exactly the other places."""
        if (offer := self._offer) is None or offer.query is None or offer.study is not self._document.study:
            return
        self._document.show_prediction(int(offer.study.events.prediction[offer.event]))
        self._window.workspace.open_door(query_text(offer.query))
        self._window.focus_main_part()

    def _forget(self) -> None:
        self._seen.clear()
        self._withdraw()

    def _withdraw(self) -> None:
        """Offer nothing any more."""
        self._jobs.cancel()
        self._offer = None
        for name in _COMMANDS:
            self._window.menus.action(name).setEnabled(False)

    def _remember(self) -> None:
        """Keep what the correction of an event was before it is decided."""
        study, event = self._document.study, self._document.chosen_event
        if study is not None and event is not None:
            self._seen[event] = _accepted(study, event)

    def _on_changed(self, events: list[int]) -> None:
        """Look for other places of a correction that was given now; steps back and forward give none."""
        study, redone = self._document.study, self._undone
        self._undone = self._reviewing.redo_words
        if study is None or study.is_of_annotators:
            return
        is_step = bool(self._undone) or (bool(redone) and self._reviewing.undo_words == redone)
        before = dict(self._seen)
        changed = events if len(events) == 1 else self._seen  # there may be very many, and others are not asked about
        self._seen.update({event: _accepted(study, event) for event in changed})
        if self._offer is not None and self._offer.event in events:
            self._withdraw()
        if is_step or len(events) != 1 or events[0] not in before:
            return
        reading = self._seen[events[0]]
        if reading is not None and reading != before[events[0]]:
            self._jobs.start(partial(_looked_for, study, events[0], reading))

    def _on_found(self, offer: Offer) -> None:
        study, event = offer.study, offer.event
        if study is not self._document.study or _accepted(study, event) != offer.reading or not len(offer.others):
            return
        self._offer = offer
        actions = [("Correct them too" if len(offer.others) > 1 else "Correct it too", self.correct)]
        if offer.query is not None:
            actions.append(("Show them" if len(offer.others) > 1 else "Show it", self.show))
        for name in _COMMANDS[: len(actions)]:
            self._window.menus.action(name).setEnabled(True)
        self._window.message.tell(offer_words(study, event, len(offer.others)), actions)


def offer_words(study: Study, event: int, n_others: int) -> str:
    """Say how many other places the reference reads as it read an event."""
    start, end = int(study.events.start[event]), int(study.events.end[event])
    surface, reading = surface_of(study, start, end), reading_on(study, event, "reference")
    shown = surface if len(surface) <= _MOST_SHOWN else f"{surface[: _MOST_SHOWN - 1]}…"
    is_many = n_others > 1
    head = f"{counted(n_others, 'other place')} "
    if not reading:
        return f"{head}{'leave' if is_many else 'leaves'} “{shown}” unmarked."
    zero = int(study.text.sentence_start[study.event_sentence[event]])
    reads = "read" if is_many else "reads"
    if reading[0][:2] == (start - zero, end - zero):
        return f"{head}{reads} “{shown}” as {reading[0][2]}."
    return f"{head}{reads} “{shown}” as the reference did here."


def _accepted(study: Study, event: int) -> Reading | None:
    decision = study.decisions[event]
    return decision.correction if decision.corrects else None


def _instead(decision: Decision, _before: Decision) -> Decision:
    return decision


def _looked_for(study: Study, event: int, reading: Reading, checkpoint: Checkpoint) -> Offer:
    from nerinspect.query.same_places import open_places, places_filter  # not needed before something is corrected

    checkpoint(0, 1)
    others = open_places(study, event)
    return Offer(study, event, reading, others, places_filter(study, event, others) if len(others) else None)


def _raise(error: Exception) -> None:
    raise error
