"""The swap test of a file behind its window: its files named, read, swapped, predictions scored, files written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from nerinspect.corpus.arrays import IntArray
from nerinspect.errors import FileChangedError, NerinspectError
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest, NamedPath
from nerinspect.io.request_changes import argument_of
from nerinspect.io.swap_files import (
    SwapFile,
    read_predictions,
    read_swaps,
    scores_on,
    swap_command,
    write_report,
    write_swapped,
)
from nerinspect.lists.table import Table
from nerinspect.progress import Checkpoint
from nerinspect.systems.swap_test import SwapScores
from nerinspect.tables.swap import SWAP_SETS, scored_runs, swap_table
from nerinspect.ui.kit.file_dialogs import ask_for_files, ask_where_to_save
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.screen_text import told


def ask_swapped(window: QWidget, relation_type: str) -> str:
    """Ask where the swapped sentences go; empty if nowhere."""
    return ask_where_to_save(
        window, "Write Swapped Sentences", f"{_as_file_name(relation_type)}.swapped.json", "JSON (*.json)"
    )[0]


def ask_report(window: QWidget, relation_type: str) -> str:
    """Ask where the table of scores goes; empty if nowhere."""
    return ask_where_to_save(window, "Save Report", f"{_as_file_name(relation_type)}.swap.csv", "CSV (*.csv)")[0]


def ask_predictions(window: QWidget, name: str, system: str) -> list[str]:
    """Ask for predictions on a set.

    Parameters
    ----------
    name : str
        The set, `original` or `swapped`.
    system : str
        Whose runs they are; empty for systems that are called as their files are.

    Returns
    -------
    list of str
        `PATH` or `NAME=PATH` each.
    """
    title = f"Predictions on the {name.capitalize()} Sentences"
    paths = ask_for_files(window, f"{title}: {system}" if system else title)
    return [argument_of(NamedPath(path), [system] if system else []) for path in paths]


def _as_file_name(relation_type: str) -> str:
    """Write a type as a part of a file name."""
    return "".join(character if character.isalnum() or character in "-_." else "_" for character in relation_type)


ORIGINAL, SWAPPED = SWAP_SETS

Predictions = dict[str, tuple[str, ...]]
"""What was named for each of `SWAP_SETS`."""


@dataclass(frozen=True, eq=False)
class Report:
    """What predictions make of a swap test.

    Attributes
    ----------
    predictions : dict of str to tuple of str
        The files as they were named, by set.
    scores : dict of str to list of SwapScores
        In the order of the predictions of each set.
    """

    predictions: Predictions
    studies: Mapping[str, Study]
    scores: Mapping[str, list[SwapScores]]

    def table(self) -> Table:
        """Give the scores as a table."""
        return swap_table({name: scored_runs(study, self.scores[name]) for name, study in self.studies.items()})

    def systems(self, name: str) -> tuple[str, ...]:
        """Name the systems that predicted a set."""
        return self.studies[name].systems if name in self.studies else ()

    def n_runs(self, system: str) -> int:
        """Count the runs of a system on the swapped sentences."""
        return sum(one.system == system for one in self.studies[SWAPPED].predictions)

    def patterns(self) -> dict[tuple[str, int], IntArray]:
        """Give what each run of a system makes of each swapped sentence, as places in `SWAP_PATTERNS`."""
        if SWAPPED not in self.studies:
            return {}
        runs = ((one.system, one.run) for one in self.studies[SWAPPED].predictions)
        return dict(zip(runs, (one.patterns for one in self.scores[SWAPPED]), strict=True))


NO_REPORT: Final = Report({}, {}, {})


class SwapTesting(QObject):
    """Does the work of a swap test off the window's thread.

    Parameters
    ----------
    predictions : tuple of str
        Those on the original sentences to begin with, `PATH` or `NAME=PATH` each.

    Signals
    -------
    files_read : dict of str to SwapFile
        The file, swapped for each type.
    worked : str
        What is under way, in words; empty for nothing.
    """

    files_read = Signal(object)
    reported = Signal(object)
    written = Signal(str)
    refused = Signal(str)
    worked = Signal(str)

    def __init__(
        self, request: LoadRequest, sha256: str, predictions: tuple[str, ...] = (), parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._request = replace(request, predictions=())
        self._sha256 = sha256
        self.predictions: Predictions = {ORIGINAL: predictions, SWAPPED: ()}
        self._reading, self._scoring, self._writing = JobRunner(self), JobRunner(self), JobRunner(self)
        for jobs, then in (
            (self._reading, self.files_read),
            (self._scoring, self.reported),
            (self._writing, self.written),
        ):
            jobs.succeeded.connect(then.emit)
            jobs.ended.connect(partial(self.worked.emit, ""))
            jobs.failed.connect(self._refuse)

    def read(self) -> None:
        """Read the file and swap it for each type."""
        self.worked.emit("Swapping")
        self._reading.start(partial(_read, self._request, self._sha256))

    def score(self, file: SwapFile, predictions: Predictions) -> None:
        """Read and score predictions; they are kept if they can be read."""
        self.worked.emit("Scoring")
        self._scoring.start(partial(_report, file, self._request, predictions))

    @property
    def is_scoring(self) -> bool:
        """Whether predictions are being read or scored."""
        return self._scoring.is_running

    def stop_scoring(self) -> None:
        """Drop what is being scored."""
        self._scoring.cancel()

    def write_swapped(self, file: SwapFile, path: str) -> None:
        """Write the swapped sentences."""
        command = swap_command(self._request, file.swapped.relation_type, output=path)
        read = replace(self._request, predictions=tuple(chain.from_iterable(self.predictions.values()))).files
        self._write(path, partial(write_swapped, file, path, command, read))

    def write_report(self, file: SwapFile, report: Report, path: str) -> None:
        """Write what the predictions score."""
        command = swap_command(self._request, file.swapped.relation_type, report.predictions, report=path)
        self._write(path, partial(write_report, file, report.studies, report.table(), path, command))

    def cancel(self) -> None:
        """End what is under way."""
        for jobs in (self._reading, self._scoring, self._writing):
            jobs.cancel()

    def _write(self, path: str, write: Callable[[], None]) -> None:
        def work(_checkpoint: Checkpoint) -> str:
            write()
            return path

        self._writing.start(work)

    def _refuse(self, error: Exception) -> None:
        self.refused.emit(told(error) if isinstance(error, NerinspectError) else f"{error!r}.")


def _read(request: LoadRequest, sha256: str, checkpoint: Checkpoint) -> dict[str, SwapFile]:
    files = read_swaps(request)
    raw = next(iter(files.values())).raw
    if raw.content.sha256 != sha256:
        raise FileChangedError(raw.content.path)
    return files


def _report(file: SwapFile, request: LoadRequest, predictions: Predictions, checkpoint: Checkpoint) -> Report:
    studies = {
        name: read_predictions(file, request, paths, name == SWAPPED, checkpoint)
        for name, paths in predictions.items()
        if paths
    }
    return Report(predictions, studies, {name: scores_on(file, study, name) for name, study in studies.items()})
