"""Which relation events are looked at: matched, kept by the selection of a document, and counted."""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.errors import NerinspectError
from nerinspect.events.relation_events import followed_relation_event, relation_events
from nerinspect.events.study import RelationChoice, Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.counts.relations import RelationCounts, relation_counts
from nerinspect.query.fields.relation_values import relation_part_codes
from nerinspect.query.filters import Filter, relation_mask
from nerinspect.query.selection import Selection
from nerinspect.training.retention import with_relation_choice, with_relations_by_heart
from nerinspect.ui.desk.changing import StudyChanges, TrainingReader, prepared
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.derived import AT_ONCE, Derived
from nerinspect.ui.kit.strips import Actions


class Wanted(NamedTuple):
    """What is looked for: the relation events of a prediction that a selection keeps."""

    study: Study
    prediction: int
    selection: Selection

    @property
    def size(self) -> int:
        """How many events and relations are looked through."""
        annotations = (self.study.reference, *(one.annotation for one in self.study.predictions))
        n_relations = sum(len(one.relations) for one in annotations if one.relations is not None)
        return len(self.study.events) + n_relations


@dataclass(frozen=True, eq=False)
class Found:
    """The relation events of a prediction, and which of them are kept.

    Attributes
    ----------
    first : int
        Number of the first relation event of the prediction.
    kept : ndarray of bool, shape (n_events,)
        Which of its relation events the selection keeps.
    relaxation : (Filter, int) or None
        Where none is kept, the term without which most would be, and their number.
    """

    wanted: Wanted
    first: int
    kept: BoolArray
    relaxation: tuple[Filter, int] | None

    @property
    def n_kept(self) -> int:
        """How many are kept."""
        return int(np.count_nonzero(self.kept))

    @property
    def events(self) -> IntArray:
        """The numbers of those that are kept, ascending."""
        return (np.flatnonzero(self.kept) + self.first).astype(np.int32)


def find_relation_events(wanted: Wanted, _checkpoint: Checkpoint = no_checkpoint) -> Found:
    """Find the relation events of a prediction that a selection keeps."""
    study, selection = wanted.study, wanted.selection
    relation_part_codes(study)  # kept with the study: rows ask for them, and panels
    bounds = np.searchsorted(relation_events(study).prediction, (wanted.prediction, wanted.prediction + 1))
    own = slice(*bounds.tolist())
    kept = relation_mask(study, selection.filter)[own]
    relaxation = None
    if not kept.any() and len(kept):
        relaxation = selection.widest_without(lambda query: int(np.count_nonzero(relation_mask(study, query)[own])))
    return Found(wanted, own.start, kept, relaxation)


class RelationListing(QObject):
    """Follows a document while relations are on show; what takes long is found in the background.

    Signals
    -------
    listed
        Other relation events are kept, or those of another study.
    event_changed
        Another relation event is looked at, or none.
    """

    listed = Signal()
    event_changed = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.found: Found | None = None
        self._is_followed = False
        self._events = Derived(find_relation_events, self, size=lambda wanted: wanted.size, keeps=0)
        self._events.made.connect(self._on_found)
        document.study_changed.connect(self._forget)
        document.events_changed.connect(self._follow)

    @property
    def chosen_event(self) -> int | None:
        """Number of the relation event that is looked at; kept with the document."""
        return self._document.chosen_relation_event

    @property
    def is_current(self) -> bool:
        """Whether what was found is what the document looks at."""
        return self.found is not None and self._events.asked == (self.found.wanted,)

    def set_followed(self, is_followed: bool) -> None:
        """Follow the document from now on, or leave it until somebody looks."""
        self._is_followed = is_followed
        self._follow()

    def choose_event(self, event: int | None) -> None:
        """Look at another relation event, or at none."""
        if event != self.chosen_event:
            self._document.chosen_relation_event = event
            self.event_changed.emit()

    def look_again(self) -> None:
        """Look for the events that are kept although the selection is the same: something was decided about some."""
        self._events.cancel()
        self._follow()

    def _forget(self) -> None:
        self._events.forget()
        self.found = None
        self.choose_event(None)

    def _follow(self) -> None:
        document = self._document
        if not self._is_followed or document.study is None:
            return
        wanted = Wanted(document.study, document.prediction, document.selection)
        if self._events.asked != (wanted,):
            self._events.ask(wanted)

    def _on_found(self, found: Found) -> None:
        before, self.found = self.found, found
        if self.chosen_event is not None and before is not None and before.wanted.study is not found.wanted.study:
            followed = followed_relation_event(before.wanted.study, self.chosen_event, found.wanted.study)
            self._document.chosen_relation_event = followed
        self.listed.emit()


def counted_relations(wanted: Wanted, _checkpoint: Checkpoint) -> tuple[RelationCounts, Selection]:
    """Count each part of the filters under what is picked in the others, and give what is selected there."""
    return relation_counts(wanted.study, wanted.prediction, wanted.selection), wanted.selection


class RelationMatching(StudyChanges):
    """Gives the document a study whose relations are matched as the user chose; filter, event and place stay."""

    settled = Signal()

    waiting = "Relations are matched so once the training data is read."
    failure = "The relations could not be matched"

    def __init__(self, desk: Desk, training: TrainingReader) -> None:
        super().__init__(desk, training)
        self._jobs.ended.connect(self.settled)

    def match(self, choice: RelationChoice) -> None:
        """Begin to match relations in another way; those of small files are matched at once."""
        document = self._document
        study, request = document.study, document.request
        if study is None or request is None or choice == study.relation_choice:
            self.give_up()
            self.settled.emit()
        elif Wanted(study, document.prediction, document.selection).size <= AT_ONCE and not self._training.is_busy:
            self.give_up()
            document.replace_study(_rematched(study, choice), request)
            self.settled.emit()
        else:
            self._start("Matching relations", partial(self.match, choice), partial(_prepared, choice=choice))

    def _show(self, study: Study, before: Study) -> None:
        request = self._document.request
        assert request is not None, "behind a study"
        self._document.replace_study(study, request)
        self.settled.emit()

    def _ways_out(self, error: NerinspectError, again: Actions) -> Actions:
        return again


def _rematched(study: Study, choice: RelationChoice) -> Study:
    """Match relations in another way; what the heuristic relates depends on which types have no direction."""
    rematched = with_relation_choice(study, choice)
    if choice.symmetric == study.relation_choice.symmetric:
        return rematched
    return with_relations_by_heart(rematched)


def _prepared(study: Study, checkpoint: Checkpoint, choice: RelationChoice) -> Study:
    checkpoint(0, 1)
    return prepared(_rematched(study, choice))
