"""Blind mode: deciding disagreements of annotators without seeing names, tables or filters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from nerinspect.decisions.adjudication import A_RIGHT, B_RIGHT, NEITHER_RIGHT, corrected, reading_on, to_decide
from nerinspect.decisions.corrections import CORRECTED
from nerinspect.events.context import Context, DocumentSentences, Segment, Sentence, Track, TrackSpan, context_of
from nerinspect.events.decision import Decision, Reading
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.glossary.wording import NEUTRAL
from nerinspect.lists.mentions import MENTIONS
from nerinspect.quantities import grouped
from nerinspect.ui.deciding.review_part import DecisionPart
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.keys import KeyCapButton
from nerinspect.ui.kit.layout import ElidedLabel, PageStack, fill
from nerinspect.ui.kit.screen_text import tooltip
from nerinspect.ui.kit.styled import set_ink
from nerinspect.ui.sentence.context_view import ContextView
from nerinspect.ui.theme.fonts import scaled_font
from nerinspect.ui.theme.marks import thin_scroll_bars
from nerinspect.ui.theme.themes import current_theme

if TYPE_CHECKING:
    from nerinspect.corpus.arrays import BoolArray
    from nerinspect.ui.deciding.decider import Reviews
    from nerinspect.ui.deciding.marking import Marking

FIRST, SECOND = "1", "2"  # names of the two annotations


@dataclass(frozen=True, eq=False)
class _BlindSentences(DocumentSentences):
    """Sentences of a document with anonymous tracks."""

    b_is_first: bool = False

    def sentence(self, number: int) -> Sentence:
        sentence = super().sentence(number)
        of_a, of_b = sentence.tracks
        tracks = (of_b, of_a) if self.b_is_first else (of_a, of_b)
        named = tuple(
            Track(f"annotation {name}", track.spans, ()) for name, track in zip((FIRST, SECOND), tracks, strict=True)
        )
        return sentence._replace(tracks=named, segments=())


@dataclass(frozen=True)
class BlindEvent:
    """A disagreement of A and B as two anonymous annotations."""

    study: Study
    event: int

    @property
    def b_is_first(self) -> bool:
        """Whether annotation 1 is that of B: drawn from the event's id, so it never changes."""
        (number,) = MENTIONS.ids(self.study, np.array([self.event]))
        return int(number, 16) % 2 == 1

    @property
    def readings(self) -> tuple[Reading, Reading]:
        """Annotations 1 and 2, positions in the sentence."""
        of_a, of_b = reading_on(self.study, self.event, "reference"), reading_on(self.study, self.event, "predicted")
        return (of_b, of_a) if self.b_is_first else (of_a, of_b)

    def context(self, given: Reading | None = None) -> Context:
        """Return its sentence and document, with the given annotation instead of both, if any."""
        known = context_of(self.study, self.event)
        document, segment = known.document, known.segment
        blind = _BlindSentences(
            document.study, document.predictions, document.number, document.sentences, document.own, self.b_is_first
        )
        sentence = blind.sentence(known.sentence.number)
        if given is not None:
            spans = tuple(TrackSpan(start, end, name) for start, end, name in given)
            sentence = sentence._replace(tracks=(*sentence.tracks, Track(CORRECTED, spans, (), CORRECTED)))
        return Context(Segment(self.event, "tp", segment.start, segment.end), sentence, blind)

    def verdict(self, shown: str) -> str:
        """Translate a verdict about 1 and 2 into one about A and B, and back; other verdicts stay."""
        exchanged = {A_RIGHT: B_RIGHT, B_RIGHT: A_RIGHT}
        return exchanged.get(shown, shown) if self.b_is_first else shown


_VERDICTS: Final = {
    **{name: (NEUTRAL.name(name), key, NEUTRAL.meaning(name)) for name, key in NEUTRAL.verdict_keys.items()},
    A_RIGHT: (f"{FIRST} is right", "1", f"Annotation {FIRST} is right, annotation {SECOND} is not."),
    B_RIGHT: (f"{SECOND} is right", "2", f"Annotation {SECOND} is right, annotation {FIRST} is not."),
    NEITHER_RIGHT: ("Neither is right", NEUTRAL.verdict_keys[NEITHER_RIGHT], "Neither annotation is right."),
}
"""Words, key and meaning of each verdict, as if 1 were A."""


class BlindPanel(DecisionPart):
    """Shows a disagreement as two anonymous annotations.

    Signals
    -------
    verdict_chosen : str
        A verdict, as if 1 were A; empty to remove the current one.
    step_requested : int
        1 for the next event, -1 for the previous one.
    """

    step_requested = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("blind_panel")
        self.setAccessibleName("Blind adjudication")
        self._event: BlindEvent | None = None
        self._given: Reading | None = None
        self._shown = ""
        self._build_ui()
        self._connect()

    def show_types(self, types: tuple[str, ...]) -> None:
        """Give mentions of these types the colours they have elsewhere."""
        self.view.show_types(types)

    def show_event(self, event: BlindEvent, decision: Decision) -> None:
        given = decision.correction if decision.verdict == NEITHER_RIGHT else None
        if (event, given) != (self._event, self._given):
            self._event, self._given = event, given
            self._show_reading(event, given)
        self._decision, self._shown = decision, event.verdict(decision.verdict)
        self._note_edit.follow(decision.note)
        self._chips.show_words(decision.causes)
        self._show_chosen()
        self._show_note()

    def show_progress(self, place: int, n_events: int, n_decided: int) -> None:
        """Show the number of the event, from 1, and how many have a verdict."""
        self._progress.setText(f"{grouped(place)} of {grouped(n_events)}, {grouped(n_decided)} decided")

    def show_steps(self, can_undo: bool, can_redo: bool) -> None:
        self.undo.setEnabled(can_undo)
        self.redo.setEnabled(can_redo)

    def show_draft(self, reading: Reading | None) -> None:
        """Show an annotation as if it were the correct one; None for what is decided."""
        if self._event is not None:
            self._show_reading(self._event, self._given if reading is None else reading)

    def add_below(self, widget: QWidget) -> None:
        self._rows.insertWidget(self._rows.indexOf(self.view) + 1, widget)

    def _build_ui(self) -> None:
        self._title, self._progress = QLabel("Blind adjudication"), QLabel()
        self._hint = ElidedLabel(Qt.TextElideMode.ElideRight)
        self._hint.show_text("Annotators are shuffled for every disagreement.")
        self.leave = QPushButton("Close (Esc)")
        self.view = ContextView()
        self._verdicts = {verdict: KeyCapButton(words, key) for verdict, (words, key, _) in _VERDICTS.items()}
        for verdict, choice in self._verdicts.items():
            choice.setToolTip(tooltip(_VERDICTS[verdict][2]))
        self.mark = KeyCapButton("Mark the correct annotation", "M")
        self.mark.setCheckable(False)
        self._flag.setToolTip(tooltip(meaning("decision_flag")))
        self._field.setAccessibleDescription("Key C")
        self._note.setToolTip(tooltip(meaning("decision_note")))
        head, verdicts, steps = (QHBoxLayout() for _ in range(3))
        fill(head, self._title, self._progress, self._hint, self.leave, stretched=self._hint)
        fill(verdicts, *self._verdicts.values(), self.mark, self._flag, self._note, self._field, self._chips, None)
        self.before, self.next = QPushButton("Previous undecided"), QPushButton("Next undecided")
        self.undo, self.redo = QPushButton("Undo"), QPushButton("Redo")
        self._steps = {"Shift+K": self.before, "Shift+J": self.next, "Ctrl+Z": self.undo, "Ctrl+Shift+Z": self.redo}
        for keys, button in self._steps.items():
            button.setToolTip(tooltip(keys))
        fill(steps, *self._steps.values(), None)
        rows = (head, self.view, verdicts, self._shown_note, self._note_edit, steps)
        self._rows = fill(QVBoxLayout(self), *rows, stretched=self.view)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        for verdict, button in self._verdicts.items():
            button.clicked.connect(lambda _checked, chosen=verdict: self._choose(chosen))
        acts = {_VERDICTS[verdict][1]: button.click for verdict, button in self._verdicts.items()}
        acts |= {keys: button.click for keys, button in self._steps.items()}
        acts |= {"M": self.mark.click, "F": self._flag.click, "C": self._field.setFocus, "N": self._note.click}
        acts |= {"Ctrl++": self.view.zoom_in, "Ctrl+-": self.view.zoom_out, "Ctrl+0": self.view.zoom_reset}
        acts |= {"Esc": self._on_escape}
        for keys, act in acts.items():
            QShortcut(QKeySequence(keys), self).activated.connect(act)
        for sign, keys in ((1, "J"), (-1, "K")):
            QShortcut(QKeySequence(keys), self).activated.connect(lambda step=sign: self.step_requested.emit(step))
        self.view.next_requested.connect(lambda: self.step_requested.emit(1))
        self.view.previous_requested.connect(lambda: self.step_requested.emit(-1))

    def _restyle(self) -> None:
        unit = self.unit
        self._rows.setContentsMargins(*(round(side * unit) for side in (14, 10, 14, 12)))
        self._rows.setSpacing(round(10 * unit))
        self._title.setFont(scaled_font(self.font(), 1, is_bold=True))
        set_ink(self._hint, current_theme().text2)
        thin_scroll_bars(self)

    def _choose(self, verdict: str) -> None:
        self._show_chosen()
        self.verdict_chosen.emit("" if verdict == self._shown else verdict)

    def _show_chosen(self) -> None:
        super()._show_chosen()
        for verdict, button in self._verdicts.items():
            button.setChecked(verdict == self._shown)
        self.mark.setEnabled(self._shown in ("", NEITHER_RIGHT))

    def _show_reading(self, event: BlindEvent, given: Reading | None) -> None:
        """Show the two annotations, and the one given instead of both."""
        readings = zip((FIRST, SECOND), event.readings, strict=True)
        said = ", ".join(f"{name} {_said(reading)}" for name, reading in readings)
        self.view.show_context(event.context(given), said)

    def _on_escape(self) -> None:
        """Leave the field of causes, or blind mode."""
        if self._field.hasFocus():
            self.view.setFocus()
        else:
            self.leave.click()

    def _leave_note(self) -> None:
        self.view.setFocus()


def _said(reading: Reading) -> str:
    return " and ".join(name for _, _, name in reading) or "no name"


_FEW = 1_000
_VERDICT, _NOTE, _CAUSES, _FLAG = "blind verdict", "blind note", "blind causes", "blind flag"
_READING, _BLIND = "blind annotation", "“Blind"
"""Neutral names of steps, so that no menu reveals who was right, by how their usual words begin."""


class BlindMode(QObject):
    """Shows one disagreement at a time instead of everything else.

    Parameters
    ----------
    pages : PageStack
        Hides what it shows.
    telling : sequence of QWidget
        Other widgets that name annotators or count.
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
        """Hide all names, and begin with the first undecided event of those listed."""
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
        from nerinspect.ui.deciding.marking import Marking

        self.panel = panel = BlindPanel()
        self._marking = marking = Marking(panel.view, panel.show_draft)
        panel.add_below(marking.bar)
        marking.accepted.connect(self._on_marked)
        marking.remove_requested.connect(self._unmark)
        marking.left.connect(panel.setFocus)
        panel.show_types(study.types)
        panel.verdict_chosen.connect(self._on_verdict_chosen)
        panel.note_chosen.connect(lambda note: self._decide(lambda decision: replace(decision, note=note), _NOTE))
        panel.causes_chosen.connect(lambda causes: self._decide(lambda one: replace(one, causes=causes), _CAUSES))
        panel.flag_chosen.connect(lambda flag: self._decide(lambda one: replace(one, flag=flag), _FLAG))
        panel.mark.clicked.connect(self._mark)
        panel.show_causes(study.decisions.causes)
        panel.step_requested.connect(self._step)
        panel.next.clicked.connect(lambda: self._go_on(1))
        panel.before.clicked.connect(lambda: self._go_on(-1))
        panel.undo.clicked.connect(lambda: self._take("undo"))
        panel.redo.clicked.connect(lambda: self._take("redo"))
        panel.leave.clicked.connect(self.leave)
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
        """Show names and tables again, at the current event."""
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
        """Save a note that is being written; for closing the window."""
        if self.panel is not None:
            self.panel.keep_note()

    def _set_hidden(self, is_hidden: bool) -> None:
        """Hide and disable what names or counts; a window without menus has no shortcuts of theirs."""
        self._desk.menus.setEnabled(not is_hidden)
        for part in self._telling:
            part.setHidden(is_hidden)

    @property
    def _on_show(self) -> tuple[Study, int]:
        """The study and the disagreement on show."""
        study = self._document.study
        assert study is not None, "its disagreements are on show"
        return study, self._events[self._place]

    def _on_verdict_chosen(self, shown: str) -> None:
        study, event = self._on_show
        verdict = BlindEvent(study, event).verdict(shown)
        self._is_moving = True  # the page that is left needs no update
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
        """Mark the correct annotation where it is neither of the two; this does not tell A from B."""
        study, event = self._on_show
        if self._marking is None or study.decisions[event].verdict not in ("", NEITHER_RIGHT):
            return
        if self._marking.marked_event == event:
            self._marking.resume()
        else:
            self._marking.begin(study, event, study.decisions[event].correction or ())

    def _on_marked(self, reading: Reading) -> None:
        self._decide(partial(corrected, *self._on_show, reading), _READING)
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
        """Go to the next undecided event, or with -1 to the previous one, wrapping around; stay if all are decided."""
        self._leave_marking()
        study, n_events = self._on_show[0], len(self._events)
        places = ((self._place + step * far) % n_events for far in range(1, n_events))
        undecided = (place for place in places if not study.decisions[self._events[place]].verdict)
        self._place = next(undecided, self._place)
        self._show()

    def _take(self, name: str) -> None:
        """Undo or redo, and show the event concerned."""
        self._desk.menus.action(name).trigger()
        event = self._document.chosen_event
        if event is not None and self._is_listed[event]:
            self._place = self._events.index(event)
        self._show()

    def _on_changed(self, events: list[int]) -> None:
        """Count decisions again, for few events without looking at all, and show them."""
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
