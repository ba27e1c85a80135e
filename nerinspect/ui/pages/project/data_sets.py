"""Results of each data set of a project, and reading them in the background."""

import logging
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from nerinspect.attributes.buckets import bucketing
from nerinspect.attributes.built_in import attributes_of
from nerinspect.errors import DataError, NerinspectError, shown
from nerinspect.events.study import BUCKET_RANGE, DEFAULT_BUCKETS, Study
from nerinspect.io.index.opening import is_index
from nerinspect.io.projects import Project
from nerinspect.io.provenance import study_sources
from nerinspect.io.reading.interpreting import read_type_changes
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import grouped
from nerinspect.query.counts.buckets import bucket_counts
from nerinspect.query.language.words import bucket_words
from nerinspect.settings import Session
from nerinspect.systems.significance import Significance, friedman
from nerinspect.tables.projects import DataSetResult, data_set_result
from nerinspect.ui.desk.sessions import digests
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.strips import ProgressStrip


@dataclass(frozen=True, eq=False)
class BucketedResult:
    """Results of a data set for one number of buckets."""

    result: DataSetResult
    tests: Mapping[str, Significance]
    words: Mapping[tuple[str, str], str]  # what each bucket holds, by attribute and name


@dataclass(frozen=True, eq=False)
class ReadDataSet:
    """Results of a data set, kept without the data."""

    place: int
    request: LoadRequest
    by_number: Mapping[int, BucketedResult]
    sources: tuple[Mapping[str, Any], ...]  # its files, as in provenance
    digests: tuple[str, ...]  # of its files, as in sessions
    n_wanted: int = DEFAULT_BUCKETS

    def in_buckets(self, n_wanted: int) -> "ReadDataSet":
        return replace(self, n_wanted=n_wanted)

    def moved(self, place: int, name: str) -> "ReadDataSet":
        """Return its results for another place in the project, or under another name."""
        by_number = {
            number: replace(one, result=replace(one.result, name=name)) for number, one in self.by_number.items()
        }
        sources = tuple({**source, "data": name} for source in self.sources)
        return replace(self, place=place, by_number=by_number, sources=sources)

    @property
    def result(self) -> DataSetResult:
        """Scores of its systems, and F1 by bucket."""
        return self.by_number[self.n_wanted].result

    @property
    def tests(self) -> Mapping[str, Significance]:
        """Friedman's test of each attribute."""
        return self.by_number[self.n_wanted].tests

    @property
    def words(self) -> Mapping[tuple[str, str], str]:
        """What each bucket holds, by attribute and name."""
        return self.by_number[self.n_wanted].words

    @property
    def name(self) -> str:
        return self.result.name

    def first_run(self, system: str | None) -> int | None:
        found = self.result.system(system) if system else None
        return found.numbers[0] if found else None

    def session(self, door: "DataSetDoor") -> Session:
        """Return the session that a door opens."""
        return Session(
            self.request, door.query, door.prediction, None, self.digests, door.compared, relation_setting=door.setting
        )


@dataclass(frozen=True)
class DataSetDoor:
    """What a click on a number opens."""

    place: int
    query: str | None = None  # the filter; None for that of new files
    prediction: int = 0
    compared: int | None = None
    view: str = ""  # the page; empty for the events
    setting: str = ""  # how relations match; empty for the default


def read_data_set(place: int, project: Project, checkpoint: Checkpoint = no_checkpoint) -> ReadDataSet:
    """Read a data set and keep its results.

    Parameters
    ----------
    checkpoint : Checkpoint
        Called with tokens read and tokens expected, then with equal numbers while scores are counted.

    Raises
    ------
    NerinspectError
        If it cannot be read, or has no prediction.
    """
    data_set = project.data_sets[place]
    request = data_set.request
    if not request.predictions and len(request.label_columns) == 1 and not is_index(request.reference):
        problem = f"{shown(data_set.name)} names no prediction"
        raise DataError(project.path, problem, 'add a line such as predictions = ["pred.conll"]')
    study = load_study(request, checkpoint)

    def counting(done: int, total: int) -> None:
        checkpoint(1, 1)

    attributes, features = attributes_of(study), project.features
    changes = read_type_changes(request.keep_types, request.remove_types, request.map_types)
    result = data_set_result(
        data_set.name, study, attributes, DEFAULT_BUCKETS, counting, features=features, changes=changes
    )
    if len(result.systems) > 1:
        import scipy.stats  # noqa: F401 - here, where nobody waits: the tests of pairs need it

    lowest, highest = BUCKET_RANGE
    by_number = {number: _bucketed(study, result, number, counting) for number in range(lowest, highest + 1)}
    sources = tuple({"data": data_set.name, **source} for source in study_sources(study))
    return ReadDataSet(place, request, by_number, sources, digests(study))


def _bucketed(study: Study, result: DataSetResult, n_wanted: int, checkpoint: Checkpoint) -> BucketedResult:
    """Count again with another number of buckets: fast, because members are already counted by value."""
    bucketings = [bucketing(study, table.attribute, n_wanted) for table in result.f1_tables]
    counts = bucket_counts(study, bucketings, checkpoint=checkpoint)
    tables = [
        replace(table, buckets=own.buckets, counts=counted)
        for table, own, counted in zip(result.f1_tables, bucketings, counts, strict=True)
    ]
    words = {
        (own.attribute.name, bucket.name): bucket_words(own, number)
        for own in bucketings
        for number, bucket in enumerate(own.buckets)
    }
    tests = {table.attribute.name: friedman(table.by_run) for table in tables}
    return BucketedResult(replace(result, f1_tables=tuple(tables)), tests, words)


_log = logging.getLogger(__name__)

WAITING: Final = "waiting"
READING: Final = "is being read"
CANCELLED: Final = "was not read; click here to read it"
NO_FAILURE: Final = ("", WAITING, READING, CANCELLED)  # state of data sets that are read, or may be


class ProjectLoader(QObject):
    """Reads data sets one by one; one that cannot be read delays no other.

    Attributes
    ----------
    read : list of ReadDataSet or None
        By index in the project.
    words : list of str
        Why a data set has no results yet; empty if it has.
    """

    changed = Signal()

    def __init__(self, progress: ProgressStrip, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.read: list[ReadDataSet | None] = []
        self.words: list[str] = []
        self._project = Project("", ())
        self._queue: list[int] = []
        self._place = -1
        self._progress = progress
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(self._on_progressed)
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)
        progress.cancelled.connect(self.cancel)

    @property
    def is_reading(self) -> bool:
        return self._jobs.is_running

    def load(self, project: Project) -> None:
        self._jobs.cancel()
        n_sets = len(project.data_sets)
        self._project, self.read, self.words = project, [None] * n_sets, [WAITING] * n_sets
        self._queue = list(range(n_sets))
        self._read_next()

    def take_over(self, project: Project, places: Sequence[int]) -> None:
        """Keep results of a project whose data sets were renamed, moved or removed, without reading again.

        `places` are their former indices; a negative one marks a new data set, which is read.
        """
        before, words = self.read, self.words
        named = zip(places, project.data_sets, strict=True)
        self._project = project
        self.read = [
            one.moved(number, data_set.name) if place >= 0 and (one := before[place]) else None
            for number, (place, data_set) in enumerate(named)
        ]
        self.words = [words[place] if place >= 0 else WAITING for place in places]
        self._queue = [number for number, place in enumerate(places) if place < 0]
        self._read_next()

    def read_again(self, place: int) -> None:
        if self.read[place] is None and place not in self._queue and not (self.is_reading and place == self._place):
            self.words[place] = WAITING
            self._queue.append(place)
            if self.is_reading:
                self.changed.emit()
            else:
                self._read_next()

    def cancel(self) -> None:
        """Stop reading; results so far stay."""
        if not self.is_reading:
            return
        self._jobs.cancel()
        for place in (self._place, *self._queue):
            self.words[place] = CANCELLED
        self._queue = []
        self._progress.hide()
        self.changed.emit()

    def _read_next(self) -> None:
        if not self._queue:
            self._progress.hide()
            self.changed.emit()
            return
        self._place = place = self._queue.pop(0)
        self.words[place] = READING
        self._progress.begin(self._title)
        self.changed.emit()
        self._jobs.start_once_painted(partial(read_data_set, place, self._project))

    @property
    def _title(self) -> str:
        name, n_sets = self._project.data_sets[self._place].name, len(self._project.data_sets)
        n_read = sum(one is not None for one in self.read)
        return f"Reading {name}" + (
            f" ({grouped(n_read)} of {grouped(n_sets)} data sets are read)" if n_sets > 1 else ""
        )

    def _on_progressed(self, done: int, total: int) -> None:
        if done < total:
            self._progress.show_progress(done, total)
        else:
            self._progress.begin(self._title.replace("Reading", "Counting", 1))

    def _on_succeeded(self, found: ReadDataSet) -> None:
        self.read[found.place], self.words[found.place] = found, ""
        self._read_next()

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, NerinspectError):
            self.words[self._place] = self._told(error)
        else:
            _log.error("reading a data set failed", exc_info=error)
            self.words[self._place] = f"could not be read: {error!r}. This is a bug in nerinspect, not your mistake"
        self._read_next()

    def _told(self, error: NerinspectError) -> str:
        """Return the message with paths relative to the project, and options by their keys there."""
        folder = os.path.dirname(self._project.path) + os.sep
        return re.sub(r"--([a-z]+(?:-[a-z]+)*)", r"\1", str(error).replace(folder, "")) + "."
