"""What one window looks at: the study, the prediction on show, the selection, the chosen event."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QObject, Signal

from nerinspect.analysis.attributes import attributes_of
from nerinspect.analysis.events import SIDES
from nerinspect.analysis.explanation import surface_of
from nerinspect.analysis.reconciliation import Reconciliation, reconcile_prediction
from nerinspect.analysis.scores import Tally, score_prediction
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.io.request import LoadRequest
from nerinspect.query.bucket_panel_counts import bucket_panel_counts
from nerinspect.query.counted import NOTHING_COUNTED, Bucketed, Counted, count_for_panels
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.history import History
from nerinspect.query.parser import parse_query
from nerinspect.query.relaxation import relaxations
from nerinspect.query.selection import ONLY_ERRORS, Selection
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.query.writer import query_text
from nerinspect.ui.jobs import JobRunner

if TYPE_CHECKING:
    from nerinspect.settings.schema import Session

_EVENTS_AT_ONCE = 20_000
"""So many events a costly filter looks at without a wait that anybody would notice."""

DEFAULT_BUCKETED: Final = Bucketed("eCon")
"""Whose buckets are shown before another attribute is chosen."""


class Document(QObject):
    """Holds the state that panels share and changes it by verbs.

    Attributes
    ----------
    kept : ndarray of bool, shape (n_events,)
        Which events of the prediction on show the selection keeps.
    n_kept : int
        How many they are.
    bucketed : Bucketed
        Whose buckets are to be on show, and how many; an attribute without values in the study waits for another one.
    awaited : Session or None
        How the same files are to be looked at once their training data are read; its query is what waits for them.

    Signals
    -------
    study_changed
        Another study is open.
    study_replaced
        The same files are open with other training data; what was chosen stays, and events keep their numbers.
    prediction_changed
        Another prediction is on show.
    events_changed
        The selection was applied: other events are kept.
    counts_changed
        The counts of all panels are new; at once or a moment later.
    event_changed
        Another event is the chosen one, or none.
    history_changed
        There may be more or less to go back or forward to.
    filtering : bool
        A costly filter is being applied in the background, or no longer.
    """

    study_changed = Signal()
    study_replaced = Signal()
    prediction_changed = Signal()
    events_changed = Signal()
    counts_changed = Signal()
    event_changed = Signal()
    history_changed = Signal()
    filtering = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.study: Study | None = None
        self.request: LoadRequest | None = None
        self.awaited: Session | None = None
        self.prediction = 0
        self._history = History()
        self.chosen_event: int | None = None
        self.kept: BoolArray = np.zeros(0, dtype=bool)
        self.n_kept = 0
        self.counted = NOTHING_COUNTED
        self.counts_correct = False
        self.bucketed = DEFAULT_BUCKETED
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_filtered)
        self._jobs.ended.connect(self._on_filter_ended)
        self._counting = JobRunner(self)
        self._counting.succeeded.connect(self._on_counted)

    @property
    def selection(self) -> Selection:
        """What is selected in all panels."""
        return self._history.current

    @property
    def n_events(self) -> int:
        """Events of the prediction on show."""
        first, last = self._event_range()
        return last - first

    @property
    def first_event(self) -> int:
        """Number of the first event of the prediction on show."""
        return self._event_range()[0]

    @property
    def order(self) -> IntArray:
        """Numbers of the events that are kept, ascending."""
        return (np.flatnonzero(self.kept) + self.first_event).astype(np.int32)

    @property
    def query(self) -> str:
        """The selection as a query."""
        return self.selection.text

    @property
    def export_query(self) -> str:
        """The query that gives the events on show whatever else is loaded."""
        if self.study is None or len(self.study.predictions) < 2:
            return self.query
        shown = self.study.predictions[self.prediction]
        terms: list[Filter] = [Term("system", (shown.system,))]
        if sum(other.system == shown.system for other in self.study.predictions) > 1:
            terms.append(Term("run", (float(shown.run),)))
        return query_text(all_of(*terms, self.selection.filter))

    def all_events(self) -> IntArray:
        """Give the numbers of all events of the prediction on show."""
        return np.arange(*self._event_range(), dtype=np.int32)

    def set_study(self, study: Study, request: LoadRequest, query: str | None = "") -> None:
        """Open another study.

        Parameters
        ----------
        study : Study
            What to look at.
        request : LoadRequest
            How it was loaded.
        query : str or None
            The filter to begin with; None for all errors.

        Raises
        ------
        CommandError
            If the query cannot be read; the study is open, with all errors selected.
        """
        self.study, self.request, self.awaited = study, request, None
        self.prediction, self.chosen_event = 0, None
        self._history = History(Selection() if query == "" or not study.predictions else ONLY_ERRORS)
        try:
            if query:
                self._history = History(Selection.from_filter(parse_query(query, Vocabulary.of(study, may_wait=False))))
        finally:
            self.study_changed.emit()
            self.history_changed.emit()
            self._apply()

    def replace_study(self, study: Study, request: LoadRequest) -> None:
        """Go on with the same files and other training data, or none.

        Parameters
        ----------
        study : Study
            Predictions that were there before have the same numbers, and so have their events.
        request : LoadRequest
            How it was loaded. Terms of the filter that no longer say anything are left out, now and in its history.
        """
        self.study, self.request = study, request
        self._history = self._history.understood(Vocabulary.of(study, may_wait=False))
        is_gone = self.prediction >= len(study.predictions)
        if is_gone:
            self.prediction, self.chosen_event = 0, None
        elif self.chosen_event is not None and self.chosen_event >= len(study.events):
            self.chosen_event = None
        self.study_replaced.emit()
        self.history_changed.emit()
        if is_gone:
            self.prediction_changed.emit()
        self._apply()

    def show_prediction(self, prediction: int) -> None:
        """Show another prediction under the same selection."""
        if prediction != self.prediction:
            self.prediction = prediction
            self.prediction_changed.emit()
            self._apply()

    def select(self, selection: Selection) -> None:
        """Put another selection in force."""
        self._go_to(self._history.then(selection))

    @property
    def can_go_back(self) -> bool:
        """Whether another selection was in force before."""
        return bool(self._history.past)

    @property
    def can_go_forward(self) -> bool:
        """Whether a selection was gone back from."""
        return bool(self._history.future)

    def go_back(self) -> None:
        """Put the selection before this one in force again."""
        self._go_to(self._history.back())

    def go_forward(self) -> None:
        """Put the selection that was gone back from in force again."""
        self._go_to(self._history.forward())

    def select_query(self, query: str, is_added: bool = False) -> None:
        """Put a query in force, instead of what is selected or added to it.

        Raises
        ------
        CommandError
            If the query cannot be read; what is selected stays.
        """
        if self.study is None:
            return
        terms = parse_query(query, Vocabulary.of(self.study, may_wait=False))
        self.select(self.selection.with_term(terms) if is_added else Selection.from_filter(terms))

    def count_correct(self, counts_correct: bool) -> None:
        """Let the type matrix count correct events too, or not."""
        self.counts_correct = counts_correct
        self._count()

    def show_buckets(self, bucketed: Bucketed) -> None:
        """Show the buckets of another attribute, or another number of them; the other counts stay."""
        self.bucketed = bucketed
        study = self.study
        if study is None or not study.predictions or self._counting.is_running:
            self._count()
            return
        name = self._bucketed_here(study).attribute
        attribute = next(one for one in attributes_of(study) if one.name == name)
        before, selection, prediction = self.counted, self.selection, self.prediction

        def work() -> Counted:
            counts = bucket_panel_counts(study, selection, prediction, attribute, bucketed.n_wanted)
            return before._replace(buckets=counts)

        self._run_counting(work)

    def choose_event(self, event: int | None) -> None:
        """Make an event the chosen one."""
        if event != self.chosen_event:
            self.chosen_event = event
            self.event_changed.emit()

    def tally(self) -> Tally | None:
        """Score the prediction on show; None if there is none."""
        if self.study is None or not self.study.predictions:
            return None
        return score_prediction(self.study, self.prediction)

    def sums(self) -> Reconciliation | None:
        """Add up the mentions of both sides by kind; None if there is no prediction."""
        if self.study is None or not self.study.predictions:
            return None
        return reconcile_prediction(self.study, self.prediction)

    def nearest_kept(self, event: int) -> int | None:
        """Give an event if it is kept, else the next one that is, else the last one before; None if none is kept."""
        if not self.n_kept:
            return None
        place = max(event - self.first_event, 0)
        step = int(np.argmax(self.kept[place:])) if place < len(self.kept) else 0
        if place < len(self.kept) and self.kept[place + step]:
            return self.first_event + place + step
        return self.first_event + len(self.kept) - 1 - int(np.argmax(self.kept[::-1]))

    def surface(self) -> str:
        """Give the surface of the chosen event's first mention; empty if no event is chosen."""
        study, event = self.study, self.chosen_event
        if study is None or event is None:
            return ""
        side = next(side for side in SIDES if len(study.events.mentions_of(event, side)))
        mentions, first = study.mentions_on(side), study.events.mentions_of(event, side)[0]
        return surface_of(study, int(mentions.start[first]), int(mentions.end[first]))

    def widest_relaxation(self) -> tuple[Filter, int] | None:
        """Give the term without which most events would be kept, and their number; None if none would be."""
        if self.study is None or not self.selection.terms:
            return None
        first, last = self._event_range()
        among = np.zeros(len(self.study.events), dtype=bool)
        among[first:last] = True
        best = next(iter(relaxations(self.study, self.selection, among)), None)
        return best if best and best[1] else None

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()
        self._counting.shutdown()

    def _go_to(self, history: History) -> None:
        if history is not self._history:
            self._history = history
            self.history_changed.emit()
            self._apply()

    def _event_range(self) -> tuple[int, int]:
        if self.study is None or not self.study.predictions:
            return 0, 0
        first, last = self.study.event_start[self.prediction : self.prediction + 2]
        return int(first), int(last)

    def _apply(self) -> None:
        """Find the events that are kept; costly filters on many events go to the background."""
        if self.study is None:
            return
        first, last = self._event_range()
        work = partial(_kept, self.study, self.selection, first, last)
        if self.selection.filter.is_costly and last - first > _EVENTS_AT_ONCE:
            self.filtering.emit(True)
            self._jobs.start(lambda checkpoint: work())
        else:
            self._jobs.cancel()
            self._on_filtered(work())

    def _count(self) -> None:
        """Count under the other panels' filters; many events in the background, all panels together."""
        if self.study is None:
            return
        first, last = self._event_range()
        bucketed = self._bucketed_here(self.study)
        self._run_counting(
            partial(count_for_panels, self.study, self.selection, first, last, self.counts_correct, bucketed)
        )

    def _run_counting(self, work: Callable[[], Counted]) -> None:
        if self.n_events > _EVENTS_AT_ONCE:
            self._counting.start(lambda checkpoint: work())
        else:
            self._counting.cancel()
            self._on_counted(work())

    def _bucketed_here(self, study: Study) -> Bucketed:
        """Take the first attribute where the chosen one has no values."""
        names = [attribute.name for attribute in attributes_of(study)]
        wanted = self.bucketed
        return wanted if wanted.attribute in names else wanted._replace(attribute=names[0])

    def _on_filtered(self, kept: object) -> None:
        assert isinstance(kept, np.ndarray), "what the work returns"
        self.kept, self.n_kept = kept, int(np.count_nonzero(kept))
        self.events_changed.emit()
        self._count()

    def _on_counted(self, counts: object) -> None:
        assert isinstance(counts, Counted), "what the work returns"
        self.counted = counts
        self.counts_changed.emit()

    def _on_filter_ended(self) -> None:
        self.filtering.emit(False)


def _kept(study: Study, selection: Selection, first: int, last: int) -> BoolArray:
    """Tell which events of a range a selection keeps."""
    return selection.mask(study)[first:last]
