"""What is decided about the chosen relation event: verdict, causes, flag and note, as about any other event."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import NerinspectError, counted
from nerinspect.events.decision import Decision
from nerinspect.events.relation_events import relation_events
from nerinspect.events.relation_pairing import CORRECT
from nerinspect.events.study import Study
from nerinspect.query.language.words import verdict_words
from nerinspect.ui.deciding.review_part import ReviewPart

if TYPE_CHECKING:
    from nerinspect.ui.deciding.reviewing import Reviewing
    from nerinspect.ui.deciding.steps import Change

_LONGEST: Final = 48  # characters of an event in the name of a step


class RelationReview(QWidget):
    """Show what was decided about a relation event, and keep what the user decides.

    Signals
    -------
    decided : list of int
        Something else was decided about these relation events, or about any if there is none.
    undecided_requested : int
        The next undecided event is wanted, or with -1 the one before.
    verdict_given : list of int
        These relation events have one now, or will: the next undecided event is wanted.
    left
        A key ended the note: the focus belongs to the table again.
    """

    decided = Signal(object)  # Qt would copy each number of a list
    undecided_requested = Signal(int)
    verdict_given = Signal(object)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relation_review")
        self._study: Study | None = None
        self._event: int | None = None
        self._selected: list[int] = []
        self._shown: AnyIntArray = np.empty(0, dtype=np.int32)
        self._reviewing: Reviewing | None = None
        self._make: Callable[[], bool] = lambda: False
        self._part = ReviewPart(self, has_reading=False)
        self._part.setAccessibleName("Review of relations")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._part)
        self.setFocusProxy(self._part)
        self._part.verdict_chosen.connect(self._on_verdict_chosen)
        self._part.causes_chosen.connect(lambda causes: self._decide(_with_causes(causes), "causes"))
        self._part.flag_chosen.connect(self._on_flag_chosen)
        self._part.note_chosen.connect(lambda note: self._decide(lambda one: replace(one, note=note), "note"))
        self._part.left.connect(self.left)
        self._show()

    def follow(self, reviewing: "Reviewing", make: Callable[[], bool]) -> None:
        """Keep decisions in the review of a window.

        Parameters
        ----------
        reviewing : Reviewing
            The review.
        make : callable
            Asks where decisions are to be kept where there is no review; tells whether there is one now.
        """
        self._reviewing, self._make = reviewing, make
        reviewing.relations_changed.connect(self._on_decided)
        reviewing.ready_changed.connect(self._show)
        self._show()

    def show_event(self, study: Study | None, event: int | None, selected: Sequence[int] = ()) -> None:
        """Show what was decided about a relation event; a choice is about all selected ones if it is among them."""
        self._study, self._event = study, event
        self._selected = list(selected) if event in selected else [] if event is None else [event]
        self._show()

    def show_shown(self, study: Study | None, events: AnyIntArray) -> None:
        """Say how many errors among the relation events on show are decided."""
        self._study, self._shown = study, events
        self._show_progress()

    def set_one_row(self, is_one_row: bool) -> None:
        """Stand in one row, under the sentence, or in a column."""
        self._part.set_one_row(is_one_row)

    def choose_verdict(self, verdict: str) -> None:
        """Do what a click on the verdict does: choose it, or take it back."""
        self._part.choose_verdict(verdict)

    def toggle_flag(self) -> None:
        """Flag the event, or take the flag away."""
        if self._part.is_ready:
            self._on_flag_chosen(not self._decision.flag)

    def focus_causes(self) -> None:
        """Let a cause be written."""
        self._part.focus_causes()

    def focus_note(self) -> None:
        """Let the note be written."""
        self._part.focus_note()

    def keep_note(self) -> None:
        """Keep a note that is being written, before the window closes or does something else."""
        self._part.keep_note()

    def show_causes(self, known: Sequence[str]) -> None:
        """Complete these causes."""
        self._part.show_causes(known, ())

    @property
    def _decision(self) -> Decision:
        if self._study is None or self._event is None:
            return Decision()
        return self._study.relation_decisions[self._event]

    def _show(self) -> None:
        if self._study is not None:
            self._part.speak(self._study.wording)
        self._part.show_decision(self._decision, max(len(self._selected), 1))
        why = self._reviewing.why_not if self._reviewing is not None else "Open files to decide."
        if self._event is None and not (self._reviewing and self._reviewing.aside):
            why = "Choose a relation event to decide."
        self._part.set_ready(not why, why)

    def _show_progress(self) -> None:
        """Count the errors on show; what is correct wants no verdict."""
        n_errors = n_decided = 0
        if self._study is not None and len(self._shown):
            is_error = relation_events(self._study).kind[self._shown] != CORRECT
            has_verdict = np.isin(self._shown, self._study.relation_decisions.with_verdict())
            n_errors, n_decided = int(np.count_nonzero(is_error)), int(np.count_nonzero(is_error & has_verdict))
        self._part.show_progress(n_decided, n_errors)

    def _on_verdict_chosen(self, verdict: str) -> None:
        name = verdict_words(verdict, self._study.wording) if verdict and self._study else "no verdict"
        self._decide(lambda one: replace(one, verdict=verdict), name, goes_on=bool(verdict))

    def _on_flag_chosen(self, flag: bool) -> None:
        self._decide(lambda one: replace(one, flag=flag), "flag" if flag else "no flag")

    def _decide(self, change: "Change", name: str, goes_on: bool = False) -> None:
        """Change what was decided about the selected events, in a review that is asked for; go on after a verdict."""
        study, event, selected = self._study, self._event, self._selected
        if study is None or event is None or self._reviewing is None:
            return
        if not (self._reviewing.path or self._make()):
            return
        words = f"“{name[:1].upper()}{name[1:]}” for {_named(study, selected)}"
        try:
            is_decided = self._reviewing.decide_relations(study, dict.fromkeys(selected, change), words)
        except NerinspectError as mistake:
            self._reviewing.refused.emit(mistake)
            return
        if is_decided and goes_on and self._event == event:
            self.verdict_given.emit(selected)

    def _on_decided(self, events: list[int]) -> None:
        """Show other decisions, and say so."""
        self._show()
        self._show_progress()
        self.decided.emit(events)


def _with_causes(causes: tuple[str, ...]) -> "Change":
    return lambda one: replace(one, causes=causes)


def _named(study: Study, events: Sequence[int]) -> str:
    """Name relation events: one by what it says, several by their number."""
    if len(events) > 1:
        return counted(len(events), "relation event")
    from nerinspect.review.relation_events import relation_text  # a database is not needed before a review is

    said = relation_text(study, events[0])
    return said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1].rstrip()}…"
