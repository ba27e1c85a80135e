"""The right reading of the chosen event marked or taken away, and shown in its sentence."""

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from nerinspect.analysis.corrected_track import why_not_applied
from nerinspect.analysis.decisions import Decision, Reading
from nerinspect.analysis.event_readings import corrected, event_readings
from nerinspect.analysis.explanation import surface_of
from nerinspect.ui.views import EVENTS_VIEW

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow
    from nerinspect.ui.review.marking import Marking
    from nerinspect.ui.review.wiring import ReviewWiring


class ReadingMarking(QObject):
    """Let the right reading be marked in the sentence.

    Parameters
    ----------
    window : MainWindow
        With the menus and the sentence.
    wiring : ReviewWiring
        Decides.
    """

    def __init__(self, window: "MainWindow", wiring: "ReviewWiring") -> None:
        super().__init__(wiring)
        self._window, self._document, self._wiring = window, window.document, wiring
        self._marking: Marking | None = None
        window.menus.connect_command("mark_reading", self.mark)
        window.menus.connect_command("remove_correction", self.remove)
        part = window.workspace.review.reading
        part.take_requested.connect(window.menus.action("take_reading").trigger)
        part.mark_requested.connect(self.mark)
        wiring.reviewing.changed.connect(window.workspace.context.show_decisions)
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
        if study is None or not self._wiring.may_decide() or event is None or not self._wiring.has_reading():
            return
        marking = self._made()
        if marking.marked_event == event:
            marking.resume()
            return
        self._window.show_view(EVENTS_VIEW)
        self._window.workspace.arrangement.show_context()
        if self._window.workspace.context.event_on_show != event:  # keys may be quicker than the sentence
            self._window.workspace.context.show_event(event)
        reading = study.decisions[event].correction
        if reading is None:
            (reading,) = event_readings(study, [event], study.reference.mentions)
        marking.begin(study, event, reading or ())

    def remove(self) -> None:
        """Take the corrections of the selected events away."""
        study = self._document.study
        if study is None or not self._window.workspace.review.is_ready:
            return
        events = [event for event in self._wiring.events() if study.decisions[event].correction is not None]
        if events:
            change = partial(replace, correction=None)
            self._wiring.decide_each(dict.fromkeys(events, change), "no correction")

    def _show_types(self) -> None:
        study = self._document.study
        assert study is not None, "a study was just opened"
        self._window.workspace.review.reading.show_types(study.types)

    def _show_reading(self) -> None:
        """Show the right reading of the chosen event, and when it was decided."""
        study, event, part = self._document.study, self._document.chosen_event, self._window.workspace.review.reading
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
        """Give what marks; it is made when it is first asked for."""
        if self._marking is None:
            from nerinspect.ui.review.marking import Marking  # not needed before something is marked

            self._marking = Marking(self._window.workspace.context)
            self._marking.accepted.connect(self._on_accepted)
            self._marking.remove_requested.connect(self._on_remove_requested)
            self._marking.left.connect(self._window.focus_main_part)
            self._marking.dropped.connect(self._on_dropped)
        return self._marking

    def _leave_other(self) -> None:
        """Leave a reading whose event is no longer on show."""
        if self._marking is not None and self._marking.marked_event != self._document.chosen_event:
            self._marking.drop()

    def _drop(self) -> None:
        if self._marking is not None:
            self._marking.drop()

    def _on_accepted(self, reading: Reading) -> None:
        study, event = self._document.study, self._document.chosen_event
        self._window.focus_main_part()
        if study is None or event is None:
            return
        decision, said = study.decisions[event], event_readings(study, [event], study.reference.mentions)[0]
        if reading == said and decision.correction is None:
            other = study.annotator or "the reference"
            self._window.message.say(f"This is what {other} says already; nothing is corrected.", is_passing=True)
            return
        self._wiring.decide_each({event: partial(corrected, study, event, reading)}, "right reading", goes_on=True)

    def _on_remove_requested(self) -> None:
        self._window.focus_main_part()
        self.remove()

    def _on_dropped(self, was_changed: bool) -> None:
        if was_changed:
            self._window.message.say("What was marked was not accepted, so nothing has changed.", is_passing=True)


def decided_words(decision: Decision) -> str:
    """Say when something was decided, and by whom if that is known; a flag, a cause or a note decides nothing."""
    if not decision.decided or not (decision.verdict or decision.correction is not None):
        return ""
    try:
        time = datetime.fromisoformat(decision.decided).astimezone()
    except ValueError:
        return f"by {decision.who}" if decision.who else ""
    return f"decided {time:%Y-%m-%d %H:%M}" + (f" by {decision.who}" if decision.who else "")
