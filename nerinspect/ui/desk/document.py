"""What one window looks at: the study, the prediction, the filter and what it keeps, and what panels count."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal

from nerinspect.attributes.built_in import attributes_of
from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.errors import NerinspectError
from nerinspect.events.explanation import event_surface
from nerinspect.events.scores import Reconciliation, reconcile_prediction
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.compared_rows import of_predictions
from nerinspect.query.counts.buckets import bucket_panel_counts
from nerinspect.query.counts.outcomes import FEWEST_OTHERS, other_systems
from nerinspect.query.counts.panels import NOTHING_COUNTED, Bucketed, Counted, count_for_panels
from nerinspect.query.fields.table import fields_about
from nerinspect.query.filters import all_of
from nerinspect.query.language.parser import parse_query, query_text
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import ONLY_ERRORS, History, Selection, nearest_event
from nerinspect.settings import AnalysisChoice
from nerinspect.ui.kit.jobs import Derived, JobRunner

if TYPE_CHECKING:
    from nerinspect.settings import Session


_FILTERED_AT_ONCE: Final = 20_000  # so many events a costly filter looks at without a wait that anybody would notice
_SEARCHED_FIRST: Final = 100_000  # so many events a costly filter looks at first, and then at twice as many each time
_MASKED_AT_ONCE: Final = 1_000_000  # so many events any filter looks at without such a wait


def _kept(
    study: Study,
    selection: Selection,
    first: int,
    last: int,
    told: Callable[[BoolArray], object],
    checkpoint: Checkpoint,
) -> BoolArray:
    """Tell which events of a range a selection keeps; what is searched for then is not searched for again.

    Those that a costly filter finds first are told at once.
    """
    kept, start = np.zeros(last - first, dtype=bool), first
    while selection.filter.is_costly and start < last:
        stop = min(2 * start - first + _SEARCHED_FIRST, last)

        def searching(done: int, total: int, start: int = start, stop: int = stop) -> None:
            checkpoint(start - first + (stop - start) * done // max(total, 1), last - first)

        selection.filter.search(study, searching, slice(start, stop))
        among = np.zeros(len(study.events), dtype=bool)
        among[start:stop] = True
        kept[start - first : stop - first] = selection.mask(study, among)[start:stop]
        checkpoint(stop - first, last - first)
        told(kept.copy())
        start = stop
    if not selection.filter.is_costly:
        return selection.mask(study)[first:last]
    selection.filter.search(study, checkpoint)
    return kept


class _LookedAt(NamedTuple):
    """What is counted."""

    study: Study
    selection: Selection
    prediction: int
    compared: int | None
    has_stretches: bool
    against_all: bool


ABOUT_DECISIONS: Final = fields_about("decisions")  # names of the fields that ask for decisions
DEFAULT_BUCKETED: Final = Bucketed("eCon")  # whose buckets are shown before another attribute is chosen


@dataclass(frozen=True)
class Look:
    """What the pages of a window look at: `prediction` is on show, `compared` the one it is compared with."""

    study: Study
    request: LoadRequest
    prediction: int = 0
    compared: int | None = None
    selection: Selection = field(default_factory=Selection)
    analysis: AnalysisChoice = field(default_factory=AnalysisChoice)


class Document(QObject):
    """Holds the state that panels share and changes it by verbs."""

    study_changed = Signal()
    # the same files are open with other training data; what was chosen stays, and events keep their numbers
    study_replaced = Signal()
    prediction_changed = Signal()
    compared_changed = Signal()
    analysis_changed = Signal()
    rows_changed = Signal()  # the rows of a comparison are other ones: stretches of text, or reference mentions
    events_changed = Signal()  # the selection was applied: other events are kept
    counts_changed = Signal()  # the counts of all panels are new; at once or a moment later
    event_changed = Signal()
    history_changed = Signal()
    filtering = Signal(bool)  # a costly filter is being applied in the background, or no longer
    filter_progressed = Signal(int, int)  # events that were looked at, and all
    # NerinspectError: why the selection cannot be applied; the one before it is in force again
    filter_refused = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.study: Study | None = None
        self.request: LoadRequest | None = None
        # how the same files are to be looked at once their training data are read; its query is what waits for them
        self.awaited: Session | None = None
        self.review = ""  # the review file that decisions are kept in; empty while they are kept nowhere
        self.prediction = 0
        # the prediction that the one on show is compared with, B beside A; None while there is no comparison
        self.compared: int | None = None
        self.has_stretches = False  # whether the rows of a comparison are stretches of text
        self.against_all = False  # whether the prediction on show is held against all other systems
        self.history = History()  # what is selected, with the selections to go back and forward to
        self.chosen_event: int | None = None
        # the relation event that their page looks at; None before there is one
        self.chosen_relation_event: int | None = None
        self.kept: BoolArray = np.zeros(0, dtype=bool)  # which events of the prediction on show the selection keeps
        self.n_kept = 0
        self._filtering = JobRunner(self)
        self._filtering.succeeded.connect(self._on_filtered)
        self._filtering.failed.connect(self._on_refused)
        self._filtering.progressed.connect(self.filter_progressed)
        self._filtering.progressed.connect(self._show_first)
        self._found_first: deque[BoolArray] = deque(maxlen=1)  # what was found so far, and is not on show
        self._filtering.ended.connect(partial(self.filtering.emit, False))
        self._applied: tuple[Study | None, slice, History] = (None, slice(0, 0), self.history)
        self._kept_before = self.kept  # what the selection that was applied last keeps
        self.analysis = AnalysisChoice()  # how all panels and pages count
        self.counted = NOTHING_COUNTED  # the counts of all panels, each under the filters of the others
        self.counts_correct = False  # whether the type matrix counts correct events too
        self.bucketed = DEFAULT_BUCKETED  # whose buckets are to be on show; one without values waits for another study
        self._looked_at: _LookedAt | None = None  # what is counted
        self._counts = Derived(
            lambda _n_events, work, _checkpoint: work(), self, size=lambda n_events, _work: n_events, keeps=0
        )
        self._counts.made.connect(self._on_counted)

    def tell_of_studies(self, listener: Callable[[], object]) -> None:
        """Call something whenever another study is open, or the same files with other training data."""
        self.study_changed.connect(listener)
        self.study_replaced.connect(listener)

    @property
    def selection(self) -> Selection:
        return self.history.current

    @property
    def n_events(self) -> int:
        return int(self._events.stop - self._events.start)

    @property
    def first_event(self) -> int:
        return int(self._events.start)

    @property
    def look(self) -> Look | None:
        """What the pages look at; None before there is a study."""
        if self.study is None or self.request is None:
            return None
        return Look(self.study, self.request, self.prediction, self.compared, self.selection, self.analysis)

    @property
    def order(self) -> IntArray:
        """Numbers of the events that are kept, ascending."""
        return (np.flatnonzero(self.kept) + self.first_event).astype(np.int32)

    @property
    def query(self) -> str:
        return self.selection.text

    @property
    def export_query(self) -> str:
        """The query that gives the events on show whatever else is loaded."""
        if self.study is None or len(self.study.predictions) < 2:
            return self.query
        return query_text(all_of(of_predictions(self.study, [self.prediction]), self.selection.filter))

    def all_events(self) -> IntArray:
        return np.arange(self._events.start, self._events.stop, dtype=np.int32)

    def set_study(self, study: Study, request: LoadRequest, query: str | None = "") -> None:
        """Open another study, with a filter to begin with; None for all errors.

        Raises
        ------
        CommandError
            If the query cannot be read; the study is open, with all errors selected.
        """
        self.study, self.request, self.awaited = study, request, None
        self._looked_at = None
        self.prediction, self.compared, self.chosen_event, self.against_all = 0, None, None, False
        self.history = History(Selection() if query == "" or not study.predictions else ONLY_ERRORS)
        try:
            if query:
                self.history = History(Selection.from_filter(parse_query(query, Vocabulary.of(study, may_wait=False))))
        finally:
            self.study_changed.emit()
            self.history_changed.emit()
            self._apply()

    def replace_study(self, study: Study, request: LoadRequest, history: History | None = None) -> None:
        """Go on with the same files and other training data, or none.

        Predictions that were there before have the same numbers, and so have their events. `history` is the filter with
        its history, where it had to be written anew. Terms that no longer say anything are left out of it.
        """
        self.study, self.request = study, request
        self._looked_at = None
        self.history = (history or self.history).understood(Vocabulary.of(study, may_wait=False))
        is_gone = self.prediction >= len(study.predictions)
        if is_gone:
            self.prediction, self.compared, self.chosen_event = 0, None, None
        elif self.chosen_event is not None and self.chosen_event >= len(study.events):
            self.chosen_event = None
        if (self.compared or 0) >= len(study.predictions) or (self.against_all and not self.has_others):
            self.compare_with(None)
        self.study_replaced.emit()
        self.history_changed.emit()
        if is_gone:
            self.prediction_changed.emit()
        self._apply()

    def show_prediction(self, prediction: int) -> None:
        if prediction == self.prediction:
            return
        self.prediction = prediction
        if self.compared == prediction or (self.against_all and not self.has_others):
            self.compare_with(None)
        self.prediction_changed.emit()
        self._apply()

    def compare_with(self, prediction: int | None) -> None:
        """Compare the prediction on show with another one; with None, or with itself, the comparison ends."""
        other = None if prediction == self.prediction else prediction
        if other != self.compared or self.against_all:
            self.compared, self.against_all = other, False
            self.compared_changed.emit()
            self._count()

    def compare_with_all(self) -> None:
        """Hold the prediction on show against all other systems; its own events are listed."""
        if self.has_others and not self.against_all:
            self.compared, self.against_all = None, True
            self.compared_changed.emit()
            self._count()

    @property
    def has_others(self) -> bool:
        """Whether there are several other systems that the prediction on show can be held against."""
        return self.study is not None and len(self.others) >= FEWEST_OTHERS

    @property
    def others(self) -> tuple[int, ...]:
        """The first runs of all other systems than the one on show."""
        return () if self.study is None or not self.study.predictions else other_systems(self.study, self.prediction)

    def list_stretches(self, has_stretches: bool) -> None:
        if has_stretches != self.has_stretches:
            self.has_stretches = has_stretches
            self.rows_changed.emit()
            if self.compared is not None:
                self._count()

    def exchange(self) -> None:
        if self.compared is not None:
            shown = self.prediction
            self.prediction, self.compared = self.compared, shown
            self.compared_changed.emit()
            self.prediction_changed.emit()
            self._apply()

    def select(self, selection: Selection) -> None:
        self._go_to(self.history.then(selection))

    def go_back(self) -> None:
        self._go_to(self.history.back())

    def go_forward(self) -> None:
        self._go_to(self.history.forward())

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

    def choose_analysis(self, choice: AnalysisChoice) -> None:
        if choice == self.analysis:
            return
        self.analysis = choice
        if choice.n_buckets != self.bucketed.n_wanted:
            self._show_buckets(self.bucketed._replace(n_wanted=choice.n_buckets))
        self.analysis_changed.emit()

    def count_correct(self, counts_correct: bool) -> None:
        self.counts_correct = counts_correct
        self._recount()

    def show_buckets(self, attribute: str) -> None:
        self._show_buckets(self.bucketed._replace(attribute=attribute))

    def recount(self) -> None:
        """Count what all panels show anew after decisions changed; a filter that asks for them is applied again."""
        if self.selection.filter.fields & ABOUT_DECISIONS:
            self._apply()
        else:
            self._count()

    def choose_event(self, event: int | None) -> None:
        if event != self.chosen_event:
            self.chosen_event = event
            self.event_changed.emit()

    def sums(self) -> Reconciliation | None:
        if self.study is None or not self.study.predictions:
            return None
        return reconcile_prediction(self.study, self.prediction)

    def nearest_kept(self, event: int) -> int | None:
        """Give an event if it is kept, else the next one that is, else the last one before; None if none is kept."""
        if self.study is None or not self.n_kept:
            return None
        return nearest_event(self.study, self.kept, self.first_event, event)

    def surface(self) -> str:
        if self.study is None or self.chosen_event is None:
            return ""
        return event_surface(self.study, self.chosen_event)

    @property
    def is_filtering(self) -> bool:
        return self._filtering.is_running

    def cancel_filtering(self) -> None:
        """Give up a filter that is being applied; the one before it is in force again."""
        if self.is_filtering:
            self._filtering.cancel()
            self._take_back()

    def _go_to(self, history: History) -> None:
        if history is not self.history:
            self.history = history
            self.history_changed.emit()
            self._apply()

    @property
    def _events(self) -> slice:
        return slice(0, 0) if self.study is None else self.study.rows_of(self.prediction)

    def _apply(self) -> None:
        """Find which events the selection keeps; where that fails, what was kept is kept still."""
        if self.study is None:
            return
        first, last = self._events.start, self._events.stop
        asked, self._found_first = self.selection.filter, deque(maxlen=1)
        work = partial(_kept, self.study, self.selection, first, last, self._found_first.append)
        if asked.may_take_long or last - first > (_FILTERED_AT_ONCE if asked.is_costly else _MASKED_AT_ONCE):
            if len(self.kept) != last - first:
                self.kept, self.n_kept = np.zeros(last - first, dtype=bool), 0  # what was kept is of other events
            self.filtering.emit(True)
            self._filtering.start(work)
        else:
            self._filtering.cancel()
            self._on_filtered(work(no_checkpoint))

    def _count(self) -> None:
        if self.study is not None:
            shown = self.study, self.selection, self.prediction, self.compared
            self._looked_at = _LookedAt(*shown, self.has_stretches, self.against_all)
            self._recount()

    def _recount(self) -> None:
        """Count what was looked at when panels were counted last; nothing before a new study is."""
        if (shown := self._looked_at) is None:
            return
        bucketed = self._bucketed_in(shown.study)
        what = shown.study, shown.selection, shown.prediction, self.counts_correct, bucketed
        self._run(partial(count_for_panels, *what, shown.compared, shown.has_stretches, shown.against_all))

    def _show_buckets(self, bucketed: Bucketed) -> None:
        """Show other buckets; the other counts stay."""
        self.bucketed, shown = bucketed, self._looked_at
        if shown is None or not shown.study.predictions or self._counts.is_running:
            self._recount()
            return
        name, before = self._bucketed_in(shown.study).attribute, self.counted
        attribute = next(one for one in attributes_of(shown.study) if one.name == name)

        def work() -> Counted:
            counts = bucket_panel_counts(shown.study, shown.selection, shown.prediction, attribute, bucketed.n_wanted)
            return before._replace(buckets=counts)

        self._run(work)

    def _run(self, work: Callable[[], Counted]) -> None:
        assert self._looked_at is not None, "there is something to count"
        own = self._looked_at.study.rows_of(self._looked_at.prediction)
        self._counts.ask(own.stop - own.start, work)

    def _bucketed_in(self, study: Study) -> Bucketed:
        """Take the first attribute where the chosen one has no values."""
        names = [attribute.name for attribute in attributes_of(study)]
        return self.bucketed if self.bucketed.attribute in names else self.bucketed._replace(attribute=names[0])

    def _on_counted(self, counts: Counted) -> None:
        self.counted = counts
        self.counts_changed.emit()

    def _on_refused(self, error: Exception) -> None:
        if not isinstance(error, NerinspectError):
            raise error
        self._take_back()
        self.filter_refused.emit(error)

    def _take_back(self) -> None:
        """Go back to the selection that was applied last; all errors, where it was applied to something else."""
        study, events, history = self._applied
        if study is self.study and events == self._events:
            self.history = history
            self.history_changed.emit()
            if self.kept is not self._kept_before:
                self._keep(self._kept_before)
        else:
            self.history = History(ONLY_ERRORS)
            self.history_changed.emit()
            self._apply()

    def _show_first(self) -> None:
        """Show what was found while the rest is searched; rows of a comparison are not listed before all is."""
        if self._found_first and self.compared is None and (kept := self._found_first.pop()).any():
            self._keep(kept)

    def _keep(self, kept: BoolArray) -> None:
        self.kept, self.n_kept = kept, int(np.count_nonzero(kept))
        self.events_changed.emit()

    def _on_filtered(self, kept: BoolArray) -> None:
        self._applied, self._kept_before = (self.study, self._events, self.history), kept
        self._keep(kept)
        self._count()
