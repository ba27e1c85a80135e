"""What follows from corrections: the score that they make, and the offer to correct the places that were read alike."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from nerinspect.corpus.arrays import IntArray
from nerinspect.decisions.adjudication import lacking_correction, lacking_words, reading_on
from nerinspect.events.decision import Decision, Reading
from nerinspect.events.explanation import surface_of
from nerinspect.events.scores import percent_text
from nerinspect.events.study import Study
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, word_for
from nerinspect.query.filters import Filter
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.doors import Door

if TYPE_CHECKING:
    from nerinspect.decisions.corrections import CorrectedStudy
    from nerinspect.events.scores import Counts
    from nerinspect.ui.deciding.decider import Reviews
    from nerinspect.ui.deciding.reviewing import Reviewing


_PAUSE_MS: Final = 300  # decisions may follow each other faster than anybody reads scores
_RESTS: Final = 4  # after very many corrections it rests so many times as long as it scored


class CorrectedLine(QObject):
    """Scores the prediction on show with corrections applied, behind the window."""

    words_changed = Signal(str)  # such as `F1 66.03, corrected 66.41 (12 corrections)`; empty without corrections
    lacking_changed = Signal(str)  # such as `6 wrong references without a correction`; empty if there are none

    def __init__(self, document: Document, reviewing: "Reviewing", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._reviewing = document, reviewing
        self._scored: _Scored | None = None
        self.words, self._lacking, self._began = "", "", 0.0
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self._score)
        self._scores = Derived(_scored, self, keeps=0)
        self._scores.made.connect(self._on_scored)
        reviewing.changed.connect(self._score_soon)
        reviewing.ready_changed.connect(self._score_soon)
        document.study_changed.connect(self._score_soon)
        document.study_replaced.connect(self._score_soon)
        document.prediction_changed.connect(self._tell)

    def _score_soon(self) -> None:
        study = self._document.study
        if study is not None and self._reviewing.file is not None:
            if not self._timer.isActive():
                self._timer.start()
        else:
            self._timer.stop()
            self._scores.cancel()
            self._scored = None
        self._tell()

    def _score(self) -> None:
        if self._document.study is not None:
            self._began = perf_counter()
            self._scores.ask(self._document.study)

    def _on_scored(self, result: "_Scored") -> None:
        self._timer.setInterval(max(_PAUSE_MS, round(_RESTS * 1000 * (perf_counter() - self._began))))
        self._scored = result
        self._tell()

    def _tell(self) -> None:
        words = lacking = ""
        if self._scored is not None and self._scored.study is self._document.study:
            study, corrected, n_lacking = self._scored
            prediction = self._document.prediction
            words = corrected_words(corrected, prediction) if corrected is not None else ""
            lacking = lacking_words(study, n_lacking[prediction]) if n_lacking[prediction] else ""
        if words != self.words:
            self.words = words
            self.words_changed.emit(words)
        if lacking != self._lacking:
            self._lacking = lacking
            self.lacking_changed.emit(lacking)


def corrected_words(corrected: "CorrectedStudy", prediction: int) -> str:
    """Say what the F1 of a prediction is, and what it is with corrections."""
    before, after = corrected.scores.original(prediction), corrected.scores.corrected(prediction)
    number = counted(len(corrected.applied), "correction")
    return f"F1 {_f1_text(before)}, corrected {_f1_text(after)} ({number})"


def _f1_text(counts: "Counts") -> str:
    return percent_text(2 * counts.correct, counts.reference + counts.predicted)


class _Scored(NamedTuple):
    """What is counted of a study: its scores, unless nothing is corrected, and wrong references by prediction."""

    study: "Study"
    corrected: "CorrectedStudy | None"
    n_lacking: tuple[int, ...]


def _scored(study: "Study", checkpoint: Checkpoint) -> _Scored:
    from nerinspect.decisions.corrections import correct_study  # not needed before something is corrected

    checkpoint(0, 1)
    numbers = Counter(study.events.prediction[lacking_correction(study)].tolist())
    n_lacking = tuple(numbers[number] for number in range(len(study.predictions)))
    is_scored = not study.is_of_annotators and any(decision.corrects for _, decision in study.decisions.items())
    return _Scored(study, correct_study(study) if is_scored else None, n_lacking)


_MOST_SHOWN: Final = 60  # characters of a segment in a sentence
_CORRECT, _SHOW = _COMMANDS = ("correct_alike", "show_alike")


class Offer(NamedTuple):
    """What is offered."""

    study: Study
    event: int
    reading: Reading  # its correction
    others: IntArray  # the other places
    query: Filter | None  # keeps exactly these; None if none does


class SamePlaces(QObject):
    """Offers a correction for the other places with the same tokens and the same reading of the reference."""

    def __init__(self, desk: Desk, reviews: "Reviews") -> None:
        super().__init__(desk)
        self._desk, self._document = desk, desk.document
        self._reviews, self._reviewing = reviews, reviews.reviewing
        self._seen: dict[int, Reading | None] = {}
        self._undone = self._told = ""
        self._offer: Offer | None = None
        self._decided: list[int] = []
        self.found = Derived(_looked_for, self, keeps=0)
        self.found.made.connect(self._on_found)
        self._document.event_changed.connect(self._remember)
        self._document.study_changed.connect(self._forget)
        self._document.study_replaced.connect(self._withdraw)
        self._reviewing.changed.connect(self._on_changed)
        for name, act in zip(_COMMANDS, (self.correct, self.show), strict=True):
            desk.menus.connect_command(name, act)
        self._withdraw()

    def correct(self) -> None:
        """Correct the other places too, in one step."""
        self._correct(lambda others: others)

    def correct_selected(self) -> None:
        """Correct those of the other places whose rows are selected, in one step."""
        selected = self._reviews.mentions.events()
        self._correct(lambda others: others[np.isin(others, selected)])

    def show(self) -> None:
        """Filter to exactly the other places; the offer stays, and some of them can be chosen."""
        if (offer := self._offer) is None or offer.query is None or offer.study is not self._document.study:
            return
        self._desk.open(Door(offer.query, int(offer.study.events.prediction[offer.event])))
        self._tell(offer, is_shown=True)

    def _correct(self, wanted: Callable[[IntArray], IntArray]) -> None:
        if (offer := self._offer) is None or offer.study is not self._document.study:
            return
        from nerinspect.query.same_surface import corrected_alike, open_places

        others = wanted(open_places(offer.study, offer.event))
        if not len(others):
            self._tell(offer, is_shown=True)
            return
        self._withdraw()
        after = corrected_alike(offer.study, offer.event, others)
        changes = {event: partial(_instead, decision) for event, decision in after.items()}
        self._reviews.mentions.decide_each(changes, "same correction", then=partial(self._tell_corrected, len(others)))
        self._desk.main_part_requested.emit()

    def _tell(self, offer: Offer, is_shown: bool = False) -> None:
        """Make the offer; it stays until it is taken, dismissed, or no longer fits."""
        change = change_words(offer)
        actions: list[tuple[str, Callable[[], object]]] = [(change, self.correct)]
        if is_shown and len(offer.others) > 1:
            actions.append(("Change selected rows only", self.correct_selected))
        elif not is_shown and offer.query is not None:
            actions.append((word_for(len(offer.others), "Show it", "Show them"), self.show))
        self._told = offer_words(offer.study, offer.event, len(offer.others))
        self._desk.message.tell(self._told, actions, is_passing=False)

    def _tell_corrected(self, n_corrected: int) -> None:
        undo = self._desk.menus.action("undo").trigger
        self._desk.message.tell(f"{counted(n_corrected, 'other place')} corrected too.", [("Undo", undo)])

    def _forget(self) -> None:
        self._seen.clear()
        self._withdraw()

    def _withdraw(self) -> None:
        self.found.cancel()
        if self._offer is not None and self._desk.message.text == self._told:
            self._desk.message.hide()
        self._offer = None
        for name in _COMMANDS:
            self._desk.menus.action(name).setEnabled(False)

    def _remember(self) -> None:
        """Keep what the correction of an event was before it is decided."""
        study, event = self._document.study, self._document.chosen_event
        if study is not None and event is not None:
            self._seen[event] = _accepted(study, event)

    def _on_changed(self, events: list[int]) -> None:
        """Look for other places of a correction that was given now; steps back and forward give none."""
        study, redone, self._decided = self._document.study, self._undone, events
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
            self.found.ask(study, events[0], reading)

    def _on_found(self, offer: Offer) -> None:
        study, event = offer.study, offer.event
        if study is not self._document.study or _accepted(study, event) != offer.reading or not len(offer.others):
            return
        self._offer = offer
        self._desk.menus.action(_CORRECT).setEnabled(True)
        self._desk.menus.action(_SHOW).setEnabled(offer.query is not None)
        if self._decided == [event]:  # else the message asks about what was decided since
            self._tell(offer)


def offer_words(study: Study, event: int, n_others: int) -> str:
    """Say in how many other places the reference reads the same tokens as it read an event."""
    start, end = int(study.events.start[event]), int(study.events.end[event])
    reading, shown = reading_on(study, event, "reference"), _cut(surface_of(study, start, end))
    places = f"in {counted(n_others, 'other place')}."
    if not reading:
        return f"“{shown}” is not labelled {places}"
    if _is_whole(study, event, reading):
        return f"“{shown}” is labelled {reading[0][2]} {places}"
    return f"“{shown}” has the same old annotation {places}"


def change_words(offer: Offer) -> str:
    is_many = len(offer.others) > 1
    if not offer.reading:
        return "Remove all these labels" if is_many else "Remove this label"
    zero = int(offer.study.text.sentence_start[offer.study.event_sentence[offer.event]])
    named = [f"{name} “{surface_of(offer.study, zero + start, zero + end)}”" for start, end, name in offer.reading]
    wanted = offer.reading[0][2] if _is_whole(offer.study, offer.event, offer.reading) else ", ".join(named)
    return f"Change {'all' if is_many else 'it'} to {_cut(wanted)}"


def _is_whole(study: Study, event: int, reading: Reading) -> bool:
    """Tell whether a reading is one mention of all tokens of an event."""
    zero = int(study.text.sentence_start[study.event_sentence[event]])
    place = int(study.events.start[event]) - zero, int(study.events.end[event]) - zero
    return len(reading) == 1 and reading[0][:2] == place


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…"


def _accepted(study: Study, event: int) -> Reading | None:
    decision = study.decisions[event]
    return decision.correction if decision.corrects else None


def _instead(decision: Decision, _before: Decision) -> Decision:
    return decision


def _looked_for(study: Study, event: int, reading: Reading, checkpoint: Checkpoint) -> Offer:
    from nerinspect.query.same_surface import open_places, places_filter  # not needed before something is corrected

    checkpoint(0, 1)
    others = open_places(study, event)
    return Offer(study, event, reading, others, places_filter(study, event, others) if len(others) else None)
