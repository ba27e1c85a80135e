"""Read the data sets of a project in the background, one after the other."""

import logging
import os
import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from nerinspect.errors import NerinspectError
from nerinspect.io.project import Project
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.project.data_sets import ReadDataSet, read_data_set
from nerinspect.ui.widgets.progress_strip import ProgressStrip

_log = logging.getLogger(__name__)

WAITING: Final = "waits to be read"
READING: Final = "is being read"
CANCELLED: Final = "was not read; click here to read it"


class ProjectLoader(QObject):
    """Reads data sets; one that cannot be read holds no other up.

    Attributes
    ----------
    read : list of ReadDataSet or None
        By their place in the project.
    words : list of str
        Why a data set has no results yet; empty where it has.

    Signals
    -------
    changed
        Some data set was read, or could not be.
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
        """Whether data sets are being read."""
        return self._jobs.is_running

    def load(self, project: Project) -> None:
        """Read all data sets of a project."""
        self._jobs.cancel()
        n_sets = len(project.data_sets)
        self._project, self.read, self.words = project, [None] * n_sets, [WAITING] * n_sets
        self._queue = list(range(n_sets))
        self._read_next()

    def take_over(self, project: Project, places: Sequence[int]) -> None:
        """Show what is known of a project whose data sets were renamed, moved or removed; nothing is read again.

        Parameters
        ----------
        project : Project
            As it is now.
        places : sequence of int
            Where each of its data sets stood before; negative for one that was not there, which is read.
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
        """Read one data set that could not be read."""
        if self.read[place] is None and place not in self._queue and not (self.is_reading and place == self._place):
            self.words[place] = WAITING
            self._queue.append(place)
            if self.is_reading:
                self.changed.emit()
            else:
                self._read_next()

    def cancel(self) -> None:
        """Read no further; what was read stays."""
        if not self.is_reading:
            return
        self._jobs.cancel()
        for place in (self._place, *self._queue):
            self.words[place] = CANCELLED
        self._queue = []
        self._progress.hide()
        self.changed.emit()

    def shutdown(self) -> None:
        """Give up and wait; for closing the window."""
        self._jobs.shutdown()

    def _read_next(self) -> None:
        if not self._queue:
            self._progress.hide()
            self.changed.emit()
            return
        self._place = place = self._queue.pop(0)
        self.words[place] = READING
        self._progress.begin(self._title)
        self.changed.emit()
        data_set = self._project.data_sets[place]
        self._jobs.start_once_painted(partial(read_data_set, place, data_set, self._project.path))

    @property
    def _title(self) -> str:
        name, n_sets = self._project.data_sets[self._place].name, len(self._project.data_sets)
        n_read = sum(one is not None for one in self.read)
        return f"Reading {name}" + (f" ({n_read:,} of {n_sets:,} data sets are read)" if n_sets > 1 else "")

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
            self.words[self._place] = f"could not be read: {error!r}. This is a fault of the program, not yours"
        self._read_next()

    def _told(self, error: NerinspectError) -> str:
        """Name files from the folder of the project, and options by their keys there."""
        folder = os.path.dirname(self._project.path) + os.sep
        return re.sub(r"--([a-z]+(?:-[a-z]+)*)", r"\1", str(error).replace(folder, "")) + "."
