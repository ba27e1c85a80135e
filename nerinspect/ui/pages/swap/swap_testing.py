"""The swap test of a file: its background work, and scores on the original and the swapped sentences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Final

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from nerinspect.corpus.arrays import IntArray
from nerinspect.errors import FileChangedError, NerinspectError
from nerinspect.events.scores import percent_text
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.io.request import LoadRequest, NamedPath, argument_of
from nerinspect.io.swap_files import (
    SWAP_COLUMNS,
    SWAP_SETS,
    SwapFile,
    read_predictions,
    read_swaps,
    scored_runs,
    scores_on,
    swap_command,
    swap_table,
    write_report,
    write_swapped,
)
from nerinspect.lists.table import Ratio, Row, Table, Value
from nerinspect.progress import Checkpoint
from nerinspect.quantities import grouped
from nerinspect.systems.swap_test import SWAP_PATTERNS, SwapScores
from nerinspect.tables.runs import score_text
from nerinspect.ui.kit.file_dialogs import ask_for_files, ask_where_to_save
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.screen_text import plain_text, told
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import Cell, Column, RowGroup, TableRow


def ask_swapped(window: QWidget, relation_type: str) -> str:
    """Ask where to save the swapped sentences; empty if cancelled."""
    return ask_where_to_save(
        window, "Write swapped sentences", f"{_as_file_name(relation_type)}.swapped.json", "JSON (*.json)"
    )[0]


def ask_report(window: QWidget, relation_type: str) -> str:
    """Ask where to save the table of scores; empty if cancelled."""
    return ask_where_to_save(window, "Save report", f"{_as_file_name(relation_type)}.swap.csv", "CSV (*.csv)")[0]


def ask_predictions(window: QWidget, name: str, system: str) -> list[str]:
    """Ask for predictions on a set.

    Parameters
    ----------
    name : str
        The set, `original` or `swapped`.
    system : str
        The system they are runs of; empty for systems named after their files.

    Returns
    -------
    list of str
        `PATH` or `NAME=PATH` each.
    """
    title = f"Predictions on the {name} sentences"
    paths = ask_for_files(window, f"{title}: {system}" if system else title)
    return [argument_of(NamedPath(path), [system] if system else []) for path in paths]


def _as_file_name(relation_type: str) -> str:
    return "".join(character if character.isalnum() or character in "-_." else "_" for character in relation_type)


ORIGINAL, SWAPPED = SWAP_SETS

Predictions = dict[str, tuple[str, ...]]  # arguments by set, see `SWAP_SETS`


@dataclass(frozen=True, eq=False)
class Report:
    """Scores of the predictions on a swap test."""

    predictions: Predictions  # the files as they were named, by set
    studies: Mapping[str, Study]
    scores: Mapping[str, list[SwapScores]]  # in the order of the predictions of each set

    def table(self) -> Table:
        return swap_table({name: scored_runs(study, self.scores[name]) for name, study in self.studies.items()})

    def systems(self, name: str) -> tuple[str, ...]:
        return self.studies[name].systems if name in self.studies else ()

    def name_of(self, system: str, run: int) -> str:
        """Return the name of a system, with its run if it has several on the swapped sentences."""
        n_runs = sum(one.system == system for one in self.studies[SWAPPED].predictions)
        return system if n_runs == 1 else f"{system} run {run}"

    def patterns(self) -> dict[tuple[str, int], IntArray]:
        """Return the pattern of each swapped sentence, for each run of a system, as index into `SWAP_PATTERNS`."""
        if SWAPPED not in self.studies:
            return {}
        runs = ((one.system, one.run) for one in self.studies[SWAPPED].predictions)
        return dict(zip(runs, (one.patterns for one in self.scores[SWAPPED]), strict=True))


NO_REPORT: Final = Report({}, {}, {})


class SwapTesting(QObject):
    """Runs a swap test in the background.

    `predictions` are the initial ones on the original sentences, `PATH` or `NAME=PATH` each.
    """

    files_read = Signal(object)  # the file, swapped for each type
    reported = Signal(object)
    written = Signal(str)
    refused = Signal(str)
    worked = Signal(str)  # work in progress, in words; empty for none

    def __init__(self, request: LoadRequest, sha256: str, predictions: tuple[str, ...] = ()) -> None:
        super().__init__()
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
        self.worked.emit("Swapping")
        self._reading.start(partial(_read, self._request, self._sha256))

    def score(self, file: SwapFile, predictions: Predictions) -> None:
        """Score predictions, and keep them if they can be read."""
        self.worked.emit("Scoring")
        self._scoring.start(partial(_report, file, self._request, predictions))

    @property
    def is_scoring(self) -> bool:
        return self._scoring.is_running

    def stop_scoring(self) -> None:
        self._scoring.cancel()

    def write_swapped(self, file: SwapFile, path: str) -> None:
        command = swap_command(self._request, file.swapped.relation_type, output=path)
        read = replace(self._request, predictions=tuple(chain.from_iterable(self.predictions.values()))).files
        self._write(path, partial(write_swapped, file, path, command, read))

    def write_report(self, file: SwapFile, report: Report, path: str) -> None:
        command = swap_command(self._request, file.swapped.relation_type, report.predictions, report=path)
        self._write(path, partial(write_report, file, report.studies, report.table(), path, command))

    def cancel(self) -> None:
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


PATTERN_WORDS: Final = {
    "swapped": "extracts the swapped relation alone",
    "original": "extracts the original relation, which is now false",
    "both": "extracts the swapped and the original relation",
    "none": "extracts neither the swapped nor the original relation",
}
"""Names of what a prediction extracts from a swapped sentence."""

_TITLES: Final = {
    "system": "System", "run": "Run", "set": "Set", "sentences": "Sentences",
    "ner_precision": "NER P", "ner_recall": "NER R", "ner_f1": "NER F1",
    "precision": "P", "recall": "R", "f1": "F1",
    "reverse_precision": "Rev P", "reverse_recall": "Rev R", "reverse_f1": "Rev F1",
}  # fmt: skip

_PATTERN_TITLES: Final = {
    "swapped": "Only swapped",
    "original": "Only original",
    "both": "Both",
    "none": "Neither",
}


def _meaning(column: int) -> str:
    name = SWAP_COLUMNS[column]
    if name.startswith("reverse"):
        return meaning("reverse_f1") if name == "reverse_f1" else f"{_MEASURES[name[8:]]} of the reverse F1."
    if name.startswith("ner_"):
        return f"{_MEASURES[name[4:]]} of the mentions of all types in these sentences."
    if name in _MEASURES:
        return f"{_MEASURES[name]} of the relations of the type in these sentences, strict."
    return _WORDS.get(name, "")


_MEASURES: Final = {"precision": "Precision", "recall": "Recall", "f1": "F1"}
_WORDS: Final = {
    "set": "The sentences as they were, or with head and tail swapped.",
    "sentences": "Those that could be swapped.",
}


_WIDEST: Final = {"run": "mean", "set": "swapped", "sentences": "9,999", "ner_f1": _TITLES["ner_f1"]}
_EXTRA: Final = frozenset({"ner_precision", "ner_recall", "reverse_precision", "reverse_recall"})
_MOST_ROWS: Final = 100

COLUMNS: Final = (
    *(
        Column(_TITLES[name], _meaning(place), widest=_WIDEST.get(name, "100.00"), is_extra=name in _EXTRA)
        for place, name in enumerate(SWAP_COLUMNS)
    ),
    *(
        Column(_PATTERN_TITLES[name], f"Swapped sentences: {PATTERN_WORDS[name]}.", widest="9,999")
        for name in SWAP_PATTERNS
    ),
)


@dataclass(frozen=True)
class SentencesCell(Cell):
    """Number of swapped sentences with a certain pattern."""

    chosen: tuple[str, int, int] = ("", 0, 0)  # system, run, index into `SWAP_PATTERNS`


def report_groups(report: Report) -> list[RowGroup]:
    patterns = report.patterns()
    groups = []
    for number, values in enumerate(report.table()):
        system, run, name = str(values[0]), values[1], values[2]
        found = patterns.get((system, run)) if isinstance(run, int) and name == SWAPPED else None
        make = partial(_cells, values, found)
        row = TableRow(system, (system,), make, is_total=run == "mean", is_dim=run == "std")
        groups.append(RowGroup(str(number), row))
    return groups


def _cells(values: Row, found: IntArray | None) -> tuple[Cell, ...]:
    scores = (_score_cell(place, value) for place, value in enumerate(values) if place)
    if found is None:
        return *scores, *(Cell("") for _ in SWAP_PATTERNS)
    system, run = str(values[0]), values[1]
    assert isinstance(run, int), "means have no patterns"
    counts = enumerate(np.bincount(found, minlength=len(SWAP_PATTERNS)).tolist())
    return *scores, *(_sentences_cell((system, run, pattern), count) for pattern, count in counts)


def _score_cell(place: int, value: Value) -> Cell:
    if isinstance(value, Ratio):
        why = f"\n{grouped(value.numerator)} / {grouped(value.denominator)}"
        return Cell(percent_text(value.numerator, value.denominator), value, tooltip=_meaning(place) + why)
    text = score_text(value) if isinstance(value, float) else "" if value is None else str(value)
    return Cell(text, value, tooltip=_meaning(place))


def _sentences_cell(chosen: tuple[str, int, int], count: int) -> Cell:
    said = f"Swapped sentences from which {chosen[0]} {PATTERN_WORDS[SWAP_PATTERNS[chosen[2]]]}."
    return SentencesCell(grouped(count), count, tooltip=said, is_dim=not count, chosen=chosen)


class ReportTable(NumberTable):
    """Shows the scores; a click or Enter on a number of sentences lists them."""

    # asks to list sentences: system, run, index into `SWAP_PATTERNS`
    pattern_chosen = Signal(str, int, int)

    def __init__(self) -> None:
        title = "Scores on the original and the swapped sentences"
        super().__init__(COLUMNS, (COLUMNS[0].title,), title, most_rows=_MOST_ROWS)
        self.setObjectName("swap_report")

    def is_door(self, index: QModelIndex) -> bool:
        cell = self.numbers.cell(index)
        return isinstance(cell, SentencesCell) and not cell.is_dim

    def open(self, index: QModelIndex) -> None:
        cell = self.numbers.cell(index)
        if isinstance(cell, SentencesCell) and not cell.is_dim:
            self.pattern_chosen.emit(*cell.chosen)


_HINT: Final = (
    "Write the sentences, run your systems on them, and open the predictions here. Click a number for its sentences."
)
_BUTTONS: Final = {ORIGINAL: "Predictions on the &original", SWAPPED: "Predictions on the &swapped"}


class ReportPart(Part):
    """Shows the scores of predictions, and adds predictions."""

    # asks for predictions on a set, `original` or `swapped`: of a system, or of any for an empty name
    files_requested = Signal(str, str)
    removal_requested = Signal(str)  # asks to remove the predictions on a set

    def __init__(self) -> None:
        self.table, self.save, buttons = ReportTable(), QPushButton("Save &report…"), QWidget()
        self.menus: dict[str, QMenu] = {}
        self._report = NO_REPORT
        row = fill(QHBoxLayout(buttons))
        super().__init__("What systems predict", self.table, beside=buttons)
        for name, text in _BUTTONS.items():
            button = QPushButton(text)
            self.menus[name] = menu = QMenu(button)
            menu.aboutToShow.connect(partial(self._fill, name))
            button.setMenu(menu)
            row.addWidget(button)
        row.addWidget(self.save)

    def show_report(self, report: Report) -> None:
        self._report = report
        self.table.numbers.set_groups(report_groups(report))
        self.table.setVisible(bool(report.studies))
        self.set_note("" if SWAPPED in report.studies else _HINT)
        self.save.setEnabled(bool(report.studies))

    def _fill(self, name: str) -> None:
        """Fill the menu with the systems of the other set, and an entry for other files."""
        menu = self.menus[name]
        menu.clear()
        other = SWAPPED if name == ORIGINAL else ORIGINAL
        for system in self._report.systems(other):
            menu.addAction(plain_text(f"Of {system}…"), partial(self.files_requested.emit, name, system))
        menu.addAction("Systems named after their files…", partial(self.files_requested.emit, name, ""))
        removal = menu.addAction("Remove all", partial(self.removal_requested.emit, name))
        removal.setEnabled(name in self._report.studies)
