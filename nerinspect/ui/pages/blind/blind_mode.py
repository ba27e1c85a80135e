"""Blind mode of a window: what annotators disagree on is decided without any name, table or filter in sight."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from nerinspect.decisions.adjudication import NEITHER_RIGHT, corrected, to_decide
from nerinspect.events.decision import Decision, Reading
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.layout import PageStack

if TYPE_CHECKING:
    from nerinspect.corpus.arrays import BoolArray
    from nerinspect.events.study import Study
    from nerinspect.ui.corrections.marking import Marking
    from nerinspect.ui.deciding.decider import Reviews
    from nerinspect.ui.pages.blind.blind_panel import BlindPanel

_FEW = 1_000
_VERDICT, _NOTE, _CAUSES, _FLAG = "blind verdict", "blind note", "blind causes", "blind flag"
_READING, _BLIND = "blind annotation", "“Blind"
"""What steps are called, so that no menu tells who was right, and how the words of all of them begin."""


class BlindMode(QObject):
    """Puts one disagreement at a time in the place of everything else.

    Parameters
    ----------
    pages : PageStack
        Where what gives way is on show.
    telling : sequence of QWidget
        What else names or counts.
    """

    def __init__(self, desk: Desk, reviews: "Reviews", pages: PageStack, telling: Sequence[QWidget]) -> None:
        super().__init__(desk)
        self._desk, self._reviews, self._pages, self._document = desk, reviews, pages, desk.document
        self._telling = telling
        self._hidden: QWidget | None = None
        self.panel: BlindPanel | None = None  # none while it is off
        self._marking: Marking | None = None
        self._events: list[int] = []
        self._is_listed: BoolArray = np.zeros(0, dtype=bool)
        self._is_decided: BoolArray = np.zeros(0, dtype=bool)
        self._is_moving = False
        self._place = 0
        desk.menus.connect_command("blind", self.begin)
        reviews.reviewing.ready_changed.connect(self._show_state)
        reviews.reviewing.changed.connect(self._on_changed)
        self._document.tell_of_studies(self._on_study_changed)
        self._document.prediction_changed.connect(self.leave)
        self._show_state()

    def begin(self) -> None:
        """Hide who is who, and begin with the first undecided event of those that are listed."""
        study = self._document.study
        if study is None or self.panel is not None:
            return
        order = self._document.order
        self._is_listed = np.zeros(len(study.events), dtype=bool)
        self._is_listed[order] = to_decide(study)[order]
        self._events = np.flatnonzero(self._is_listed).tolist()
        if not self._events:
            self._desk.message.tell("No disagreement is listed. Change the filter, then start again.")
            return
        from nerinspect.ui.corrections.marking import Marking
        from nerinspect.ui.pages.blind.blind_panel import BlindPanel  # not needed before it is asked for

        self.panel = panel = BlindPanel()
        self._marking = marking = Marking(panel)
        marking.accepted.connect(self._on_marked)
        marking.remove_requested.connect(self._unmark)
        marking.left.connect(panel.setFocus)
        panel.show_types(study.types)
        panel.verdict_chosen.connect(self._on_verdict_chosen)
        panel.note_chosen.connect(lambda note: self._decide(lambda decision: replace(decision, note=note), _NOTE))
        panel.causes_chosen.connect(lambda causes: self._decide(lambda one: replace(one, causes=causes), _CAUSES))
        panel.flag_chosen.connect(lambda flag: self._decide(lambda one: replace(one, flag=flag), _FLAG))
        panel.mark_requested.connect(self._mark)
        panel.show_causes(study.decisions.causes)
        panel.step_requested.connect(self._step)
        panel.undecided_requested.connect(self._go_on)
        panel.undo_requested.connect(partial(self._take, "undo"))
        panel.redo_requested.connect(partial(self._take, "redo"))
        panel.left.connect(self.leave)
        self._hidden = self._pages.currentWidget()
        self._pages.addWidget(panel)
        self._set_hidden(True)
        self._pages.setCurrentWidget(panel)
        self._place = 0
        self._count(study)
        self._show()
        if study.decisions[self._events[0]].verdict:
            self._go_on(1)
        panel.setFocus()

    def leave(self) -> None:
        """Show names and tables again, at the event that was on show."""
        self._leave_marking()
        panel, self.panel = self.panel, None
        if panel is None:
            return
        panel.keep_note()
        assert self._hidden is not None, "it gave way to what is on show"
        self._pages.setCurrentWidget(self._hidden)
        self._pages.removeWidget(panel)
        panel.deleteLater()
        self._set_hidden(False)
        study, event = self._document.study, self._events[self._place]
        if study is not None and event < len(study.events):
            self._desk.event_requested.emit(event)
        self._desk.main_part_requested.emit()

    def shutdown(self) -> None:
        """Keep a note that is being written; for closing the window."""
        if self.panel is not None:
            self.panel.keep_note()

    def _set_hidden(self, is_hidden: bool) -> None:
        """Put what names or counts out of sight and out of reach; without its menus a window has no keys of theirs."""
        self._desk.menus.setEnabled(not is_hidden)
        for part in self._telling:
            part.setHidden(is_hidden)

    def _on_verdict_chosen(self, shown: str) -> None:
        from nerinspect.review.blinding import BlindEvent

        study = self._document.study
        assert study is not None, "its disagreements are on show"
        event = self._events[self._place]
        verdict = BlindEvent(study, event).verdict(shown)
        self._is_moving = True  # what is left behind need not be shown anew
        try:
            self._decide(lambda decision: replace(decision, verdict=verdict), _VERDICT)
        finally:
            self._is_moving = False
        reviewing = self._reviews.reviewing
        waits = reviewing.is_reading or reviewing.is_deciding
        if verdict and (waits or study.decisions[event].verdict == verdict):
            self._go_on(1)
        else:
            self._show()

    def _mark(self) -> None:
        """Let the right reading be marked where it is neither of the two, which does not tell A from B."""
        study, event = self._document.study, self._events[self._place]
        assert study is not None, "its disagreements are on show"
        if self._marking is None or study.decisions[event].verdict not in ("", NEITHER_RIGHT):
            return
        if self._marking.marked_event == event:
            self._marking.resume()
        else:
            self._marking.begin(study, event, study.decisions[event].correction or ())

    def _on_marked(self, reading: Reading) -> None:
        study, event = self._document.study, self._events[self._place]
        assert study is not None, "its disagreements are on show"
        self._decide(partial(corrected, study, event, reading), _READING)
        if self.panel is not None:
            self.panel.setFocus()
        self._go_on(1)

    def _unmark(self) -> None:
        self._decide(lambda decision: replace(decision, correction=None), _READING)
        if self.panel is not None:
            self.panel.setFocus()

    def _leave_marking(self) -> None:
        if self._marking is not None:
            self._marking.drop()

    def _decide(self, change: Callable[[Decision], Decision], name: str) -> None:
        self._reviews.mentions.decide_each({self._events[self._place]: change}, name)

    def _step(self, step: int) -> None:
        self._leave_marking()
        self._place = (self._place + step) % len(self._events)
        self._show()

    def _go_on(self, step: int) -> None:
        """Go to the next undecided event, or with -1 to the one before, wrapping round; stay where all are decided."""
        self._leave_marking()
        study = self._document.study
        assert study is not None, "its disagreements are on show"
        n_events = len(self._events)
        places = ((self._place + step * far) % n_events for far in range(1, n_events))
        undecided = (place for place in places if not study.decisions[self._events[place]].verdict)
        self._place = next(undecided, self._place)
        self._show()

    def _take(self, name: str) -> None:
        """Take the last step back, or do it again, and show its event."""
        self._desk.menus.action(name).trigger()
        event = self._document.chosen_event
        if event is not None and self._is_listed[event]:
            self._place = self._events.index(event)
        self._show()

    def _on_changed(self, events: list[int]) -> None:
        """Count what is decided now, of few events without looking at all, and show it."""
        study = self._document.study
        if study is None or self.panel is None:
            return
        if 0 < len(events) <= _FEW:
            for event in events:
                self._is_decided[event] = self._is_listed[event] and bool(study.decisions[event].verdict)
        else:
            self._count(study)
        if not self._is_moving:
            self._show()

    def _count(self, study: "Study") -> None:
        self._is_decided = np.zeros(len(study.events), dtype=bool)
        self._is_decided[study.decisions.with_verdict()] = True
        self._is_decided &= self._is_listed

    def _show(self) -> None:
        from nerinspect.review.blinding import BlindEvent

        study, panel, reviewing = self._document.study, self.panel, self._reviews.reviewing
        if study is None or panel is None:
            return
        event = self._events[self._place]
        panel.show_event(BlindEvent(study, event), study.decisions[event])
        n_decided = int(np.count_nonzero(self._is_decided))
        panel.show_progress(self._place + 1, len(self._events), n_decided)
        panel.show_steps(reviewing.undo_words.startswith(_BLIND), reviewing.redo_words.startswith(_BLIND))

    def _on_study_changed(self) -> None:
        self.leave()
        self._show_state()

    def _show_state(self) -> None:
        study, reviewing = self._document.study, self._reviews.reviewing
        is_blocked = bool(reviewing.aside) or (reviewing.file is not None and reviewing.file.is_read_only)
        can_begin = study is not None and study.is_of_annotators and not is_blocked
        self._desk.menus.action("blind").setEnabled(can_begin)
