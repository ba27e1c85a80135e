"""The right reading of the chosen event: asked for after a verdict, taken from a system, marked, taken away."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from nerinspect.decisions.adjudication import corrected, event_readings
from nerinspect.decisions.corrections import why_not_applied
from nerinspect.events.decision import Decision, Reading
from nerinspect.events.explanation import surface_of
from nerinspect.events.study import Study, shown_name
from nerinspect.quantities import counted, grouped
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.views import EVENTS_VIEW
from nerinspect.ui.kit.screen_text import plain_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from nerinspect.ui.corrections.marking import Marking
    from nerinspect.ui.deciding.decider import Reviews
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
        self._document.study_changed.connect(self._withdraw)
        self._document.study_replaced.connect(self._withdraw)

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
    return f"“{surface if len(surface) <= _MOST_SHOWN else surface[: _MOST_SHOWN - 1] + '…'}”"


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
        for changed in (document.study_changed, document.study_replaced):
            changed.connect(self._show_types)
        document.event_changed.connect(self._show_reading)
        document.event_changed.connect(self._leave_other)
        for changed in (document.study_changed, document.study_replaced):
            changed.connect(self._drop)

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
        """Take the corrections of the selected events away."""
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
            from nerinspect.ui.corrections.marking import Marking  # not needed before something is marked

            self._marking = Marking(self._context)
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
        document = self._document
        for changed in (document.study_changed, document.study_replaced, document.prediction_changed):
            changed.connect(self._fill)
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
