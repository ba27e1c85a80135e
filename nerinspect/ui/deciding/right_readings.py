"""The right reading of the chosen event: asked for after a verdict, taken, marked, taken away; what follows from it."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from nerinspect.corpus.arrays import IntArray
from nerinspect.decisions.adjudication import corrected, event_readings, lacking_correction, lacking_words, reading_on
from nerinspect.decisions.corrections import why_not_applied
from nerinspect.events.decision import Decision, Reading
from nerinspect.events.explanation import surface_of
from nerinspect.events.scores import percent_text
from nerinspect.events.study import Study, shown_name
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped, word_for
from nerinspect.query.filters import Filter
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Document
from nerinspect.ui.desk.views import EVENTS_VIEW
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.screen_text import plain_text
from nerinspect.visible import cut

if TYPE_CHECKING:
    from nerinspect.decisions.corrections import CorrectedStudy
    from nerinspect.events.scores import Counts
    from nerinspect.ui.deciding.decider import Reviews
    from nerinspect.ui.deciding.marking import Marking
    from nerinspect.ui.deciding.reviewing import Reviewing
    from nerinspect.ui.sentence.event_context import ContextPanel


_MOST_SHOWN: Final = 40  # characters of a segment in a sentence
_KEYS: Final = ("Alt+T", "Alt+M")


class ReadingAsking(QObject):
    """Offers to take or to mark the right reading of events that were just found wrong in the reference.

    The question waits while the next event is looked at, until it is answered or something else is decided.
    """

    def __init__(self, desk: Desk, wiring: "Reviews", taking: "ReadingTaking") -> None:
        super().__init__(wiring)
        self._desk, self._document, self._taking = desk, desk.document, taking
        self._asked = ""
        wiring.mentions.verdict_given.connect(self._ask)
        wiring.reviewing.changed.connect(self._withdraw)
        self._document.tell_of_studies(self._withdraw)

    def _ask(self, events: list[int]) -> None:
        study = self._document.study
        if study is None or not events or not all(study.decisions[event].lacks_correction for event in events):
            return
        take = partial(self._taking.take, int(study.events.prediction[events[0]]), tuple(events))
        actions: list[tuple[str, Callable[[], object]]] = [
            ("Accept B’s annotation (Alt+T)" if study.is_of_annotators else "Accept the prediction (Alt+T)", take)
        ]
        if len(events) == 1:
            actions.append(("Mark it (Alt+M)", partial(self._mark, events[0])))
        verdict = study.wording.name(study.decisions[events[0]].verdict).lower()
        self._asked = f"{_events_named(study, events)}: {verdict}, no correction yet."
        self._desk.message.tell(self._asked, actions, is_passing=False, keys=_KEYS)

    def _mark(self, event: int) -> None:
        self._desk.event_requested.emit(event)
        self._desk.menus.action("mark_reading").trigger()

    def _withdraw(self, _events: object = None) -> None:
        if self._asked and self._desk.message.text == self._asked:
            self._desk.message.hide()
        self._asked = ""


def _events_named(study: Study, events: list[int]) -> str:
    if len(events) > 1:
        return counted(len(events), "event")
    surface = surface_of(study, int(study.events.start[events[0]]), int(study.events.end[events[0]]))
    return f"“{cut(surface, _MOST_SHOWN)}”"


class ReadingMarking(QObject):
    """Let the right reading be marked in the sentence."""

    sentence_requested = Signal()

    def __init__(self, desk: Desk, wiring: "Reviews", context: "ContextPanel") -> None:
        super().__init__(wiring)
        self._desk, self._document, self._wiring, self._context = desk, desk.document, wiring, context
        self._marking: Marking | None = None
        self._part = wiring.mentions.part.reading
        desk.menus.connect_command("mark_reading", self.mark)
        desk.menus.connect_command("remove_correction", self.remove)
        self._part.take_requested.connect(desk.menus.action("take_reading").trigger)
        self._part.mark_requested.connect(self.mark)
        wiring.reviewing.changed.connect(context.show_decisions)
        wiring.reviewing.changed.connect(self._show_reading)
        document = self._document
        document.tell_of_studies(self._show_types)
        document.event_changed.connect(self._show_reading)
        document.event_changed.connect(self._leave_other)
        document.tell_of_studies(self._drop)

    def mark(self) -> None:
        """Let the right reading of the chosen event be marked, or go on with it."""
        study, event = self._document.study, self._document.chosen_event
        if study is None or not self._wiring.may_decide() or event is None:
            return
        marking = self._made()
        if marking.marked_event == event:
            marking.resume()
            return
        self._desk.view_requested.emit(EVENTS_VIEW)
        self.sentence_requested.emit()
        if self._context.event_on_show != event:  # keys may be quicker than the sentence
            self._context.show_event(event)
        reading = study.decisions[event].correction
        if reading is None:
            (reading,) = event_readings(study, [event], study.reference.mentions)
        marking.begin(study, event, reading or ())

    def remove(self) -> None:
        study = self._document.study
        if study is None or not self._wiring.mentions.part.is_ready:
            return
        events = [event for event in self._wiring.mentions.events() if study.decisions[event].correction is not None]
        if events:
            change = partial(replace, correction=None)
            self._wiring.mentions.decide_each(dict.fromkeys(events, change), "no correction")

    def _show_types(self) -> None:
        study = self._document.study
        assert study is not None, "a study was just opened"
        self._part.show_types(study.types)

    def _show_reading(self) -> None:
        study, event, part = self._document.study, self._document.chosen_event, self._part
        if study is None or event is None or study.decisions[event].is_empty:
            part.show_reading(None)
            return
        decision, zero = study.decisions[event], int(study.text.sentence_start[study.event_sentence[event]])
        mentions = None
        if decision.correction is not None:
            mentions = [(name, surface_of(study, zero + start, zero + end)) for start, end, name in decision.correction]
        why_not = study.wording.said(why_not_applied(study, event))
        part.show_reading(mentions, why_not, decided_words(decision))

    def _made(self) -> "Marking":
        if self._marking is None:
            from nerinspect.ui.deciding.marking import Marking  # not needed before something is marked

            self._marking = Marking(self._context.view, self._context.show_draft)
            self._context.add_below(self._marking.bar)
            self._marking.accepted.connect(self._on_accepted)
            self._marking.remove_requested.connect(self._on_remove_requested)
            self._marking.left.connect(self._desk.main_part_requested)
            self._marking.dropped.connect(self._on_dropped)
        return self._marking

    def _leave_other(self) -> None:
        if self._marking is not None and self._marking.marked_event != self._document.chosen_event:
            self._marking.drop()

    def _drop(self) -> None:
        if self._marking is not None:
            self._marking.drop()

    def _on_accepted(self, reading: Reading) -> None:
        study, event = self._document.study, self._document.chosen_event
        self._desk.main_part_requested.emit()
        if study is None or event is None:
            return
        decision, said = study.decisions[event], event_readings(study, [event], study.reference.mentions)[0]
        if reading == said and decision.correction is None:
            other = study.annotator or "the reference"
            self._desk.message.say(f"This is the same as {other}; nothing is corrected.", is_passing=True)
            return
        self._wiring.mentions.decide_each(
            {event: partial(corrected, study, event, reading)}, "correct annotation", goes_on=True
        )

    def _on_remove_requested(self) -> None:
        self._desk.main_part_requested.emit()
        self.remove()

    def _on_dropped(self, was_changed: bool) -> None:
        if was_changed:
            self._desk.message.say("The marked annotation was not accepted; nothing has changed.", is_passing=True)


def decided_words(decision: Decision) -> str:
    """Say when something was decided, and by whom if that is known; a flag, a cause or a note decides nothing."""
    if not decision.decided or not (decision.verdict or decision.correction is not None):
        return ""
    try:
        time = datetime.fromisoformat(decision.decided).astimezone()
    except ValueError:
        return f"by {decision.who}" if decision.who else ""
    return f"decided {time:%Y-%m-%d %H:%M}" + (f" by {decision.who}" if decision.who else "")


_ACCESS_KEYS: Final = "123456789"


class ReadingTaking(QObject):
    """Take what a system says of the selected events for their right reading."""

    def __init__(self, desk: Desk, wiring: "Reviews") -> None:
        super().__init__(wiring)
        self._desk, self._document, self._wiring = desk, desk.document, wiring
        desk.menus.connect_command("take_reading", self.take)
        self._menu = desk.menus.readings
        self._document.tell_of_studies(self._fill)
        self._document.prediction_changed.connect(self._fill)
        self._fill()

    def take(self, prediction: int | None = None, events: Sequence[int] = ()) -> None:
        """Take the reading of a prediction by its number; of the one on show if none is given.

        It is taken for some events, or for the selected ones, from which the next key goes on.
        """
        study, goes_on, events = self._document.study, not events, events or self._wiring.mentions.events()
        if study is None or not self._wiring.may_decide() or not events:
            return
        prediction = self._document.prediction if prediction is None else prediction
        name = shown_name(study, prediction)
        found, why = _wanted(study, events, prediction, name)
        changes = {event: partial(corrected, study, event, reading) for event, reading in found.items()}
        if changes:
            self._wiring.mentions.decide_each(changes, f"annotation of {name}", goes_on)
        if why:
            self._desk.message.say(why, is_passing=True)

    def _fill(self) -> None:
        self._menu.clear()
        study = self._document.study
        self._menu.setEnabled(study is not None)
        if study is None:
            return
        for prediction in range(len(study.predictions)):
            name = plain_text(shown_name(study, prediction))
            key = f"&{_ACCESS_KEYS[prediction]}  " if prediction < len(_ACCESS_KEYS) else ""
            self._menu.addAction(f"{key}{name}", partial(self.take, prediction))


def _wanted(study: Study, events: Sequence[int], prediction: int, name: str) -> tuple[dict[int, Reading], str]:
    """Find the readings that can be taken and change the reference, and say why others cannot."""
    theirs = event_readings(study, events, study.predictions[prediction].mentions)
    said = event_readings(study, events, study.reference.mentions)
    found = {
        event: reading
        for event, reading, before in zip(events, theirs, said, strict=True)
        if reading is not None and reading != before
    }
    n_unfit, n_same = theirs.count(None), len(events) - len(found) - theirs.count(None)
    reasons = []
    if n_unfit:
        reasons.append(f"mentions of {name} reach beyond {_it(len(events), n_unfit)}, or overlap")
    if n_same:
        other = study.annotator or "the reference"
        reasons.append(f"{name} annotates {_it(len(events), n_same)} as {other} does")
    return found, f"Not accepted: {' and '.join(reasons)}. M marks the correct annotation." if reasons else ""


def _it(n_events: int, n_concerned: int) -> str:
    return "the event" if n_events == 1 else f"{grouped(n_concerned)} of the {counted(n_events, 'event')}"


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
        document.tell_of_studies(self._score_soon)
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


_MOST_OFFERED: Final = 60  # characters of a segment in a sentence
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
    reading, shown = reading_on(study, event, "reference"), cut(surface_of(study, start, end), _MOST_OFFERED)
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
    return f"Change {'all' if is_many else 'it'} to {cut(wanted, _MOST_OFFERED)}"


def _is_whole(study: Study, event: int, reading: Reading) -> bool:
    """Tell whether a reading is one mention of all tokens of an event."""
    zero = int(study.text.sentence_start[study.event_sentence[event]])
    place = int(study.events.start[event]) - zero, int(study.events.end[event]) - zero
    return len(reading) == 1 and reading[0][:2] == place


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
