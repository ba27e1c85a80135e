"""Rows of a list taken away: as text on the clipboard, as a query for exactly their events, or exported to a file."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from nerinspect.corpus.arrays import BoolArray, IntArray
from nerinspect.errors import NerinspectError
from nerinspect.events.study import Study
from nerinspect.lists.mention_facts import event_filter
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.sorts import EventSort
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, word_for
from nerinspect.query.fields.kinds import event_line, event_sentence_number
from nerinspect.query.filters import NOTHING, Filter, Term, all_of, any_of, negated
from nerinspect.query.language.parser import query_text
from nerinspect.query.language.values import Values
from nerinspect.settings import ExportChoice
from nerinspect.ui.kit.file_dialogs import ways_to
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.screen_text import told_fault
from nerinspect.ui.kit.strips import MessageStrip, ProgressStrip
from nerinspect.ui.lists.event_cells import EventCells
from nerinspect.ui.lists.event_columns import EventColumn, EventList

if TYPE_CHECKING:
    from nerinspect.ui.lists.export_dialog import ExportDialog

_MOST_NAMED: Final = 100  # so many events are named one by one in a query; each costs a look at all of them
_OTHER_EXTENTS: Final = negated(Term("kind", ("be", "lbe")))
"""Leaves out the events whose mentions are not as long as their segment."""


def query_of_events(cells: EventCells, events: IntArray) -> str:
    """Write the shortest query of some that gives just these events.

    It is empty if none does, if there are too many events for one, or if they belong to several predictions.
    """
    found = filter_of_events(cells, events)
    return "" if found is None else query_text(found)


def filter_of_events(cells: EventCells, events: IntArray) -> Filter | None:
    if not 0 < len(events) <= _MOST_NAMED:
        return None
    study = cells.study
    predictions = np.unique(study.events.prediction[events])
    if len(predictions) > 1:
        return None
    of_prediction = _prediction_filter(study, int(predictions[0]))
    exact = (
        query
        for named in _ways_to_name(cells, events)
        if np.array_equal(np.flatnonzero((query := all_of(of_prediction, named)).mask(study)), np.sort(events))
    )
    return next(exact, None)


def _ways_to_name(cells: EventCells, events: IntArray) -> Iterator[Filter]:
    """Ask for events by their lines, by sentence and surface, or one by one; the first two may give more."""
    study = cells.study
    if not study.text.files and (event_line(study)[events] > 0).all():
        yield _at_lines(study, events)
    surfaces = tuple(cells.surface(event) for event in events.tolist())
    yield all_of(Term("sent", _numbers(event_sentence_number(study)[events])), Term("surface", surfaces))
    one_by_one = [event_filter(study, event) for event in events.tolist()]
    if None not in one_by_one:
        yield any_of(*filter(None, one_by_one))


def query_of_group(study: Study, among: BoolArray, events: IntArray) -> str:
    """Write the shortest query of some that gives, added to a filter, just the events of one group; empty if none does.

    `among`, of shape (n_all,), are the events that the filter keeps, `events` those of them whose segment is one
    surface. The surface alone may give more: an event is found by any of its mentions, and a mention may be shorter
    than the segment.
    """
    first = int(events[0])
    start, end = (np.array([bound[first]]) for bound in (study.events.start, study.events.end))
    surface = Term("surface", (str(study.text.joined(start, end)[0].as_py()),))
    wanted = np.zeros(len(among), dtype=bool)
    wanted[events] = True
    found = surface.mask(study) & among
    if np.array_equal(found, wanted):
        return query_text(surface)
    candidates = [all_of(surface, _OTHER_EXTENTS)]
    missing, extra = (np.flatnonzero(mask).astype(np.int32) for mask in (wanted & ~found, found & ~wanted))
    if len(missing) + len(extra) <= _MOST_NAMED and (event_line(study)[np.append(missing, extra)] > 0).all():
        candidates.append(all_of(any_of(surface, _at_lines(study, missing)), negated(_at_lines(study, extra))))
    exact = (query_text(query) for query in candidates if np.array_equal(query.mask(study) & among, wanted))
    return next(exact, "")


def _prediction_filter(study: Study, number: int) -> Filter:
    shown = study.predictions[number]
    n_runs = sum(other.system == shown.system for other in study.predictions)
    system = [Term("system", (shown.system,))] if len(study.predictions) > 1 else []
    return all_of(*system, *([Term("run", (float(shown.run),))] if n_runs > 1 else []))


def _at_lines(study: Study, events: IntArray) -> Filter:
    lines = _numbers(event_line(study)[events])
    return Term("line", lines) if lines else NOTHING


def _numbers(values: IntArray) -> Values:
    return tuple(float(value) for value in np.sort(values))


_BLOCK = 1_000


def rows_as_text(
    cells: EventCells, events: IntArray, columns: Sequence[EventColumn], checkpoint: Checkpoint = no_checkpoint
) -> str:
    """Write rows, by number in the order wanted, as lines of cells parted by tabs, below a line of heads.

    There is no line break at the end. No cell holds a tab or a line break: tokens are shown as one line.
    """
    cells = cells.anew()
    lines = ["\t".join(column.title for column in columns)]
    for first in range(0, len(events), _BLOCK):
        checkpoint(first, len(events))
        block = events[first : first + _BLOCK].tolist()
        lines += ["\t".join(column.text(cells, event) for column in columns) for event in block]
    return "\n".join(lines)


class Exporter(QObject):
    """Asks what is to be exported and writes one file at a time.

    `choice`: what was chosen last; set it to what is remembered from an earlier run.
    """

    choice_changed = Signal()

    def __init__(self, message: MessageStrip, progress: ProgressStrip, window: QWidget) -> None:
        super().__init__(window)
        self.choice = ExportChoice()
        self._columns: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}  # of other sorts, for this run
        self._window, self._message, self._progress = window, message, progress
        self._dialog: ExportDialog | None = None
        self._path, self._n_rows, self._event = "", 0, "event"
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(self._on_progressed)
        self._jobs.ended.connect(progress.hide)
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)
        progress.cancelled.connect(self._jobs.cancel)

    @property
    def is_exporting(self) -> bool:
        return self._jobs.is_running

    def ask(self, events: EventList) -> None:
        if self.is_exporting:
            self._message.say("A file is being written. Wait until it is complete, or cancel it, before the next one.")
            return
        if self._dialog is not None:
            if self._dialog.isVisible():
                return
            self._dialog.deleteLater()
        from nerinspect.ui.lists.export_dialog import ExportDialog  # not needed before it is asked for

        self._dialog = ExportDialog(events, self._choice_for(events.sort), self._window)
        from nerinspect.ui.guide import offer_guide  # not needed before a dialog is

        offer_guide(self._dialog)
        self._dialog.accepted.connect(self._on_accepted)
        self._dialog.open()

    def _choice_for(self, sort: EventSort) -> ExportChoice:
        """Offer what was chosen last, with columns of the sort; only those of mentions outlive the program."""
        if sort is MENTIONS:
            return self.choice
        data, page = self._columns.get(sort.name, ((), ()))
        return replace(self.choice, data_columns=data, page_columns=page)

    def remember(self, sort: EventSort, choice: ExportChoice) -> None:
        """Begin the next export as this one is made."""
        if sort is not MENTIONS:
            self._columns[sort.name] = choice.data_columns, choice.page_columns
            before = self.choice
            choice = replace(choice, data_columns=before.data_columns, page_columns=before.page_columns)
        if choice != self.choice:
            self.choice = choice
            self.choice_changed.emit()

    def _on_accepted(self) -> None:
        dialog = self._dialog
        form = dialog.form() if dialog is not None else None
        if dialog is None or form is None:
            return
        listed, path = dialog.listed, dialog.path
        self.remember(listed.sort, dialog.choice())
        self._path, self._n_rows, self._event = path, len(listed.order), listed.sort.event
        self._message.hide()
        self._progress.begin("Writing")
        self._jobs.start(lambda checkpoint: listed.export(form, path, checkpoint))

    def _on_progressed(self, done: int, total: int) -> None:
        self._progress.show_progress(done, total, "events")

    def _on_succeeded(self) -> None:
        path, what = self._path, counted(self._n_rows, self._event)
        was = word_for(self._n_rows, "was", "were")
        self._message.tell(f"{what} {was} written to {path}; provenance: {path}.json.", ways_to(path))

    def _on_failed(self, error: Exception) -> None:
        self._message.say(f"{error}." if isinstance(error, NerinspectError) else told_fault("The export failed", error))
