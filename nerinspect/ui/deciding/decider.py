"""Verdicts in a window: keys and menu, the file they are kept in, and what is said of it."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QInputDialog,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from nerinspect.decisions.adjudication import to_decide
from nerinspect.errors import NerinspectError, NotSavedError
from nerinspect.events.decision import VERDICTS, Decision, Decisions
from nerinspect.events.segment_events import SIDES
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest, lasting_request
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.sorts import EventNumbers
from nerinspect.quantities import counted, grouped
from nerinspect.query.language.words import verdict_words
from nerinspect.review import SUFFIX
from nerinspect.settings import Session, allow, not_allowed, outside_words
from nerinspect.ui.deciding.reviewing import Act, Change, Reviewing, Steps
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.sessions import current_session
from nerinspect.ui.desk.views import EVENTS_VIEW, RELATIONS, REVIEW, VIEWS
from nerinspect.ui.kit.file_dialogs import save_folder, saved_at
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.screen_text import plain_text, told, tooltip
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.theme.fonts import unit_of

if TYPE_CHECKING:
    from nerinspect.review.attaching import StoredDecision
    from nerinspect.review.store import ReviewFile
    from nerinspect.ui.deciding.review_part import ReviewPart
    from nerinspect.ui.lists.event_table import EventsPanel


_NOT_ON_SCREEN = f"The chosen event is not on screen. Go to Events ({VIEWS[EVENTS_VIEW].key}) to decide it."
_AGREEMENT = "Accept what all annotators agree on"
_MEANING = "If this is off, mentions that both annotators have are shown for review and counted as undecided, too."


class NewReview(NamedTuple):
    """Where decisions are to be kept, and whether agreement is to be decided, too."""

    path: str
    walks_agreement: bool = False


def ask_new_review(study: Study, window: QWidget) -> NewReview | None:
    walks_agreement = False
    if study.is_of_annotators:
        dialog = AgreementDialog(study.annotator, window)
        is_wanted = dialog.exec() == QDialog.DialogCode.Accepted
        walks_agreement = dialog.walks_agreement
        dialog.deleteLater()
        if not is_wanted:
            return None
    name = os.path.splitext(os.path.basename(study.reference.source.path))[0]
    path = ask_place(os.path.join(save_folder(window), name + SUFFIX), window)
    return NewReview(path, walks_agreement) if path else None


def ask_place(suggested: str, window: QWidget) -> str:
    """Ask which file decisions are kept in; empty for none."""
    path, _ = QFileDialog.getSaveFileName(
        window, "Save review as", suggested, f"Reviews (*{SUFFIX})", options=QFileDialog.Option.DontConfirmOverwrite
    )
    saved_at(window, path)
    return path if not path or path.endswith(SUFFIX) else path + SUFFIX


class AgreementDialog(QDialog):
    """Say what adjudicating makes of an annotation, and let agreement be taken over or not."""

    def __init__(self, annotator: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("agreement_dialog")
        self.setWindowTitle("New review")
        words = QLabel(
            f"Your decisions correct the annotation of {annotator} (A). Where you decide nothing, the annotation of"
            f" {annotator} is kept. The files do not change.",
            wordWrap=True,
        )
        self._takes_over = QCheckBox(_AGREEMENT)
        self._takes_over.setChecked(True)
        self._takes_over.setToolTip(tooltip(_MEANING))
        self._takes_over.setAccessibleDescription(_MEANING)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Choose location…")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        unit = unit_of(self.font())
        fill(QVBoxLayout(self), words, self._takes_over, buttons, gap=round(12 * unit), has_margins=True)
        self.setMinimumWidth(round(420 * unit))
        self._takes_over.setFocus()

    @property
    def walks_agreement(self) -> bool:
        return not self._takes_over.isChecked()


_VERBS = {"decide": "Deciding", "undo": "Undoing", "redo": "Redoing"}


class StepTelling(QObject):
    """Shows on the progress strip what a review decides behind the window."""

    def __init__(self, desk: Desk, steps: Steps) -> None:
        super().__init__(desk)
        self._desk = desk
        steps.begun.connect(self._on_begun)
        steps.progressed.connect(self._on_progressed)
        steps.ended.connect(desk.progress.hide)
        desk.progress.cancelled.connect(steps.cancel)

    def _on_begun(self, act: Act) -> None:
        self._desk.progress.begin(f"{_VERBS[act.kind]} {counted(act.n_events(), 'event')}")

    def _on_progressed(self, done: int, total: int) -> None:
        """Offer no end of it any more once it is being written."""
        if done < total:
            self._desk.progress.show_progress(done, total, "done")
        else:
            self._desk.progress.hide()


_MOST_NAMED: Final = 3  # so many are named; the page of the review has all


class LostTelling(QObject):
    """Tells of them once, when they are found missing, and leads to all of them."""

    all_requested = Signal()  # all of them are wanted on the page of the review, which is on show

    def __init__(self, desk: Desk, reviewing: "Reviewing") -> None:
        super().__init__(desk)
        self._desk, self._reviewing = desk, reviewing
        self._told: frozenset[str] = frozenset()
        self._reviewing.ready_changed.connect(self._on_ready_changed)

    def _on_ready_changed(self) -> None:
        if self._reviewing.is_reading:
            return
        lost, told = self._reviewing.lost, self._told
        self._told = frozenset(one.event.event for one in lost)
        if self._told - told:
            message = self._desk.message
            words = "  ·  ".join(filter(None, (message.text, lost_words(lost))))
            message.say(words, [("Show all", self._show_all)])

    def _show_all(self) -> None:
        self._desk.view_requested.emit(REVIEW)
        self.all_requested.emit()


def lost_words(lost: "Sequence[StoredDecision]") -> str:
    """Say how many decisions have no event, and name the first few."""
    named = [f"“{one.event.text}” (sentence {grouped(one.event.sentence)})" for one in lost[:_MOST_NAMED]]
    n_more = len(lost) - len(named)
    names = ", ".join(named) + (f" and {grouped(n_more)} more" if n_more else "")
    return f"{counted(len(lost), 'decision')} without an event in these files, kept in the review: {names}."


_LONGEST: Final = 48  # characters of an event in the name of a step


class Looked(NamedTuple):
    """What is looked at in a list: an event of a study by its number, if any, and the events that are selected."""

    study: Study | None
    event: int | None
    selected: list[int]


class Decider(QObject):
    """Shows what was decided about the events of one list, and keeps what the user decides.

    `look` tells what is looked at, `name` says in words which event of a study one is, for the name of a step; it is
    just counted if left out. Once a verdict on events, or none any more, stands in the file, `verdict_given` lists
    them.
    """

    verdict_given = Signal(object)  # Qt would copy each number of a list

    def __init__(
        self,
        reviews: "Reviews",
        part: "ReviewPart",
        table: "EventsPanel",
        look: Callable[[], Looked],
        name: Callable[[Study, int], str] | None = None,
    ) -> None:
        super().__init__(reviews)
        self._reviews, self._sort, self._look, self._name = reviews, table.of.events, look, name
        self.part, self.table, self._n_shown = part, table, 1
        part.verdict_chosen.connect(self._on_verdict_chosen)
        part.causes_chosen.connect(lambda causes: self._decide(lambda one: replace(one, causes=causes), "causes"))
        part.flag_chosen.connect(self._on_flag_chosen)
        part.note_chosen.connect(lambda note: self._decide(lambda one: replace(one, note=note), "note"))
        reviewing = reviews.reviewing
        (reviewing.changed if self._sort is MENTIONS else reviewing.relations_changed).connect(self._on_decided)
        table.view.selectionModel().selectionChanged.connect(lambda *_: self._on_selection_changed())

    def events(self) -> list[int]:
        """List the selected events; the chosen one where it is not among them."""
        _, event, selected = self._look()
        return selected if event in selected else [] if event is None else [event]

    @property
    def why_not(self) -> str:
        """Why nothing can be decided, in a sentence; empty if something can."""
        reviewing, event = self._reviews.reviewing, self._sort.event
        if self._look().event is not None or reviewing.aside:
            return reviewing.why_not
        return f"Choose {'an' if event[0] in 'aeiou' else 'a'} {event} to decide."

    def follow(self) -> None:
        """Show what the review that is open says of the study on show."""
        study = self._look().study
        decisions = self._sort.decisions(study) if study is not None else Decisions()
        self.table.columns.follow_review(bool(self._reviews.reviewing.path), decisions)
        if study is not None:
            self.part.speak(study.wording)
        self._show_ready()

    def show_decision(self) -> None:
        """Show what was decided about the event that is looked at, and of how many events the next choice is."""
        self._n_shown = max(len(self.events()), 1)
        self.part.show_decision(self._decision, self._n_shown)
        self._show_ready()

    def toggle_flag(self) -> None:
        self._on_flag_chosen(not self._decision.flag)

    def decide_each(
        self, changes: Mapping[int, Change], name: str, goes_on: bool = False, then: Callable[[], object] = lambda: None
    ) -> None:
        """Change what was decided about events, in a review that is asked for; go on to the next one if wanted.

        `then` is called once it stands in the file.
        """
        reviewing, study = self._reviews.reviewing, self._look().study
        if not changes or study is None or not (reviewing.path or self._reviews.make()):
            return
        before = self._look().event
        try:
            words = f"“{name[:1].upper()}{name[1:]}” for {self._named(study, [*changes])}"
            is_decided = reviewing.decide_each(changes, words, then, self._sort, study)
        except NerinspectError as mistake:
            reviewing.refused.emit(mistake)
            return
        is_there = self._look().event == before  # a filter may have moved on already
        if is_decided and goes_on and is_there:
            self.table.go_on(changes)

    @property
    def _decision(self) -> Decision:
        study, event, _ = self._look()
        return Decision() if study is None or event is None else self._sort.decisions(study)[event]

    def _named(self, study: Study, events: list[int]) -> str:
        """Name events: one by what it says, where its sort has words for that, several by their number."""
        if self._name is None or len(events) > 1:
            return counted(len(events), self._sort.event)
        said = self._name(study, events[0])
        return said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1].rstrip()}…"

    def _show_ready(self) -> None:
        why = self.why_not
        self.part.set_ready(not why, why)

    def _decide(self, change: Change, name: str) -> None:
        self.decide_each(dict.fromkeys(self.events(), change), name)

    def _on_verdict_chosen(self, verdict: str) -> None:
        study = self._look().study
        name = verdict_words(verdict, study.wording) if verdict and study else "no verdict"
        events = self.events()
        changes = dict.fromkeys(events, lambda decision: replace(decision, verdict=verdict))
        self.decide_each(changes, name, goes_on=bool(verdict), then=partial(self.verdict_given.emit, events))

    def _on_flag_chosen(self, flag: bool) -> None:
        self._decide(lambda one: replace(one, flag=flag), "flag" if flag else "no flag")

    def _on_selection_changed(self) -> None:
        """Say of how many events the next choice is; another event that is looked at is shown right after this."""
        if max(len(self.events()), 1) != self._n_shown:
            self.show_decision()

    def _on_decided(self, events: list[int]) -> None:
        if self._look().study is not None:
            self.table.repaint_events(events)
        self.show_decision()


class Reviews(QObject):
    """Opens and makes reviews, and lets keys and menus decide in the one that is open.

    `mentions` decides about mention events.
    """

    joined = Signal()  # there is a part more in which events are decided
    files_requested = Signal(object)  # the Session of a review is to be opened
    place_changed = Signal()  # decisions are kept in another file, or nowhere any more
    words_changed = Signal(str)  # such as `test.nerinspect, all decisions saved`; empty while they are kept nowhere

    def __init__(self, desk: Desk, part: "ReviewPart", events: "EventsPanel") -> None:
        super().__init__(desk)
        self._desk, self._document, self._events = desk, desk.document, events
        self.reviewing = Reviewing(desk.document, self)
        self._coming: ReviewFile | None = None
        self._deciders: list[Decider] = []
        self._said_of_selection = ""
        for verdict in VERDICTS:
            choose = partial(self._choose_verdict, verdict)
            desk.menus.connect_command(f"verdict_{verdict}", self._deciding(choose))
        for name, act in self._acts().items():
            desk.menus.connect_command(name, act)
        events.view.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.mentions = Decider(self, part, events, self._look)
        self.reviewing.changed.connect(self._on_changed)
        self.reviewing.relations_changed.connect(self._show_state)
        self.reviewing.ready_changed.connect(self._show_state)
        self.reviewing.stepped.connect(self._go_to)
        self.reviewing.refused.connect(self._tell_refusal)
        document = self._document
        for changed in (document.study_changed, document.study_replaced, document.prediction_changed):
            changed.connect(self._show_state)
        document.event_changed.connect(self.mentions.show_decision)
        document.counts_changed.connect(self._show_progress)
        self.join(self.mentions)

    def _acts(self) -> dict[str, Callable[[], object]]:
        return {
            "flag": self._deciding(lambda: self.on_show.toggle_flag()),
            "note": self._deciding(lambda: self.on_show.part.focus_note()),
            "cause": self._deciding(lambda: self.on_show.part.focus_causes()),
            "select_alike": self._select_alike,
            "next_undecided": lambda: self.on_show.table.next_undecided(1),
            "previous_undecided": lambda: self.on_show.table.next_undecided(-1),
            "undo": lambda: self._step(self.reviewing.undo),
            "redo": lambda: self._step(self.reviewing.redo),
            "new_review": self.make,
            "sign": self._ask_who,
        }

    def _look(self) -> Looked:
        document = self._document
        selected = [] if document.compared is not None else self._events.selected_events().tolist()
        return Looked(document.study, document.chosen_event, selected)

    @property
    def on_show(self) -> Decider:
        """Decides about the list on show: the keys are about its events."""
        return next((one for one in self._deciders if one is not self.mentions and one.part.isVisible()), self.mentions)

    def join(self, decider: Decider) -> None:
        """Let the events of one more list be decided, by the same keys while it is on show and from its menus."""
        self._deciders.append(decider)
        decider.part.left.connect(self._desk.main_part_requested)
        names = [*(f"verdict_{verdict}" for verdict in VERDICTS), "flag", "note", "cause"]
        names += ["take_reading", "mark_reading"] if decider is self.mentions else []
        decider.table.offer_deciding([self._desk.menus.action(name) for name in names])
        self._show_state()
        self.joined.emit()

    def show_causes(self, offered: Sequence[str]) -> None:
        for decider in self._deciders:
            decider.part.show_causes(offered, ())

    def open(self, path: str, session: Session | None = None) -> None:
        """Open a review and its files, or read those of the one that is open again; a session says how they looked."""
        from nerinspect.review.opening import request_of  # a database is not needed before a review is
        from nerinspect.review.store import open_review

        path = os.path.abspath(path)
        if path == self.reviewing.path:
            self._desk.menus.action("reload").trigger()
            return
        file: ReviewFile | None = None
        try:
            file = open_review(path)
            request = request_of(file)
        except NerinspectError as mistake:
            if file is not None:
                file.close()
            self._desk.message.say(told(mistake))
            return
        if outside := not_allowed(path, [request]):
            file.close()
            open_them = partial(self._open_outside, path, request, session)
            self._desk.message.say(f"{outside_words(path, outside)}. Open them?", [("Open them", open_them)])
            return
        self._give_up_coming()
        self._coming = file
        self.files_requested.emit(replace(session or Session(request), request=request, review=path))

    def _open_outside(self, path: str, request: LoadRequest, session: Session | None) -> None:
        """Open a review with files that lie elsewhere; that they may be opened is remembered."""
        allow(path, [request])
        self.open(path, session)

    @property
    def is_settled(self) -> bool:
        """Whether no review is being opened, and nothing waits to be decided."""
        return self._coming is None and not self.reviewing.is_reading and not self.reviewing.steps.pending

    def shutdown(self) -> None:
        """Close the file; for closing the window."""
        for decider in self._deciders:
            decider.part.keep_note()
        self._give_up_coming()
        self.reviewing.shutdown()

    def follow_files(self, _study: Study, session: Session) -> None:
        """Begin the review that its files were opened for, go on with one whose files were read again, or end it."""
        coming = self._coming
        if coming is not None and session.review == coming.path:
            self._coming = None
            self.reviewing.begin(coming)
            self._tell_state(coming)
        elif self.reviewing.path and session.review == self.reviewing.path:
            self.reviewing.follow()
        else:
            self._give_up_coming()
            self.reviewing.end()
        self._document.review = self.reviewing.path
        self.place_changed.emit()
        self._show_state()

    def _give_up_coming(self) -> None:
        if self._coming is not None:
            self._coming.close()
            self._coming = None

    def make(self) -> bool:
        """Ask where decisions are to be kept; tell whether there is such a place now."""
        document = self._document
        if document.study is None or document.request is None or self.reviewing.path:
            return bool(self.reviewing.path)
        wanted = ask_new_review(document.study, self._desk.asker)
        if wanted is None:
            return False
        if os.path.exists(wanted.path):
            name = os.path.basename(wanted.path)
            words = f"{name} already exists. Open it to continue, or choose another name."
            self._desk.message.say(words, [("Open it", partial(self.open, wanted.path))])
            return False
        request = document.awaited.request if document.awaited else document.request
        try:
            self.reviewing.make(wanted.path, request, wanted.walks_agreement)
        except NerinspectError as mistake:
            self._desk.message.say(told(mistake))
            return False
        document.review = self.reviewing.path
        self.place_changed.emit()
        return True

    def _tell_refusal(self, mistake: NerinspectError) -> None:
        """Say why something could not be done; what a file does not take can be written into another one."""
        actions: list[tuple[str, Callable[[], object]]] = []
        if isinstance(mistake, NotSavedError) and self.reviewing.file and not self.reviewing.file.is_read_only:
            actions = [("Write elsewhere…", self._ask_elsewhere)]
            if mistake.is_gone:
                actions.insert(0, ("Write it again", partial(self._write_anew, mistake.path)))
        self._desk.message.say(told(mistake), actions)
        self._show_state()

    def _ask_elsewhere(self) -> None:
        if path := ask_place(self.reviewing.path, self._desk.asker):
            self._write_anew(path)

    def _write_anew(self, path: str) -> None:
        """Write all that was decided into a new file, and go on there."""
        try:
            self.reviewing.write_anew(path)
        except NerinspectError as mistake:
            self._desk.message.say(told(mistake), [("Write elsewhere…", self._ask_elsewhere)])
            return
        self._document.review = self.reviewing.path
        if self._document.request is not None:
            allow(path, [lasting_request(self._document.request)])
        self.place_changed.emit()
        self._show_state()
        self._desk.message.tell(f"All decisions are saved in {path}.")

    def may_decide(self) -> bool:
        """Tell whether anything can be decided now; say why if nothing can, or if the event is not on screen."""
        if why := self.on_show.why_not or ("" if self._desk.view in (EVENTS_VIEW, RELATIONS) else _NOT_ON_SCREEN):
            self._desk.message.say(why, is_passing=True)
        return not why

    def _choose_verdict(self, verdict: str) -> None:
        self.on_show.part.choose_verdict(verdict)

    def _deciding(self, act: Callable[[], object]) -> Callable[[], object]:
        return lambda: self.may_decide() and act()

    def _select_alike(self) -> None:
        """Select all listed events with the words and the mistake of the chosen one; say how many, while they are."""
        study, event, message = self._document.study, self._document.chosen_event, self._desk.message
        if study is None or event is None:
            return
        self._events.select_alike()
        cells, n_alike = EventCells(study), len(self.mentions.events())
        arrow = " → ".join(cells.reading(event, side) for side in SIDES)
        said = f"“{cells.segment_text(event)}”, {study.wording.name(cells.kind(event))}, {arrow}"
        message.tell(
            f"{counted(n_alike, 'event')} selected: {said}." if n_alike > 1 else f"No other event listed is {said}."
        )
        self._said_of_selection = message.text

    def _on_selection_changed(self) -> None:
        if self._said_of_selection and self._said_of_selection == self._desk.message.text:
            self._desk.message.pass_by()
        self._said_of_selection = ""

    def _ask_who(self) -> None:
        before, words = self.reviewing.signed, "Your name, stored with each new decision; leave empty for none:"
        name, is_wanted = QInputDialog.getText(
            self._desk.asker, "Sign decisions", words, QLineEdit.EchoMode.Normal, before
        )
        name = " ".join(name.split())
        if is_wanted and name != before and self.reviewing.attempt(lambda: self.reviewing.sign(name)):
            signed = f"signed “{name}”" if name else "not signed"
            self._desk.message.tell(f"Decisions are {signed} from now on.")

    def _step(self, step: Callable[[], EventNumbers]) -> None:
        self.reviewing.attempt(lambda: self._go_to(step()))

    def _go_to(self, events: EventNumbers) -> None:
        desk = self._desk
        for sort, numbers in events.items():
            if numbers:
                (desk.event_requested if sort is MENTIONS else desk.relation_event_requested).emit(numbers[0])
                return

    def _on_changed(self) -> None:
        if self._document.study is not None:
            self._document.recount()
        self._show_state()

    def _show_state(self, _events: object = None) -> None:
        """Say how much is decided, what can be taken back, and where decisions are kept."""
        menus, reviewing, study = self._desk.menus, self.reviewing, self._document.study
        for name, words in (("undo", reviewing.undo_words), ("redo", reviewing.redo_words)):
            action = menus.action(name)
            action.setEnabled(bool(words))
            action.setText(f"&{name.capitalize()} {plain_text(words)}".rstrip())
        menus.action("new_review").setEnabled(study is not None and not reviewing.path)
        menus.action("sign").setEnabled(reviewing.is_ready)
        for decider in self._deciders:
            decider.follow()
        self.words_changed.emit(self._words())

    def _show_progress(self) -> None:
        """Say how many of the errors on show are decided; they are counted with what the panels show."""
        document = self._document
        if document.study is not None:
            is_wanted = to_decide(document.study)[document.first_event : document.first_event + document.n_events]
            n_errors, is_all = int(np.count_nonzero(is_wanted)), document.study.decisions.walks_agreement
            self.mentions.part.show_progress(n_errors - document.counted.n_undecided, n_errors, is_all)

    def _words(self) -> str:
        if (file := self.reviewing.file) is None:
            return ""
        name = os.path.basename(file.path)
        if file.is_read_only:
            return f"{name}, read only"
        if not file.is_saved and not self.reviewing.is_deciding:
            return f"{name}, not saved"
        return f"{name}, saving…" if self.reviewing.is_deciding else f"{name}, all decisions saved"

    def _tell_state(self, file: "ReviewFile") -> None:
        """Say that the review can only be read, and which files are no longer what they were."""
        study = self._document.study
        assert study is not None, "its files are open"
        from nerinspect.review.opening import changed_sources

        told: list[str] = []
        actions: list[tuple[str, Callable[[], object]]] = []
        if file.why_read_only:
            told.append(f"{os.path.basename(file.path)} is read-only here: {_uncapitalised(str(file.why_read_only))}")
            actions.append(("Try again", partial(self._open_anew, file.path)))
        if changed := changed_sources(file, study):
            names = ", ".join(os.path.basename(path) for path in changed)
            told.append(f"Changed since the review was made: {names}. No decision is lost.")
        if told:
            self._desk.message.say(" ".join(told), actions)

    def _open_anew(self, path: str) -> None:
        """Open a review that could only be read once more: perhaps it can be written now."""
        session = current_session(self._document)
        self.reviewing.end()
        self.open(path, session)


def _uncapitalised(text: str) -> str:
    return f"{text[:1].lower()}{text[1:]}"
