"""What predictions score on the original and the swapped sentences: numbers that open these."""

from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from nerinspect.corpus.arrays import IntArray
from nerinspect.events.scores import percent_text
from nerinspect.glossary import meaning
from nerinspect.lists.table import Ratio, Row, Value
from nerinspect.systems.swap_test import SWAP_PATTERNS
from nerinspect.tables.runs import score_text
from nerinspect.tables.swap import SWAP_COLUMNS
from nerinspect.ui.kit.pages.parts import Part
from nerinspect.ui.kit.screen_text import plain_text
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import Cell, Column, NumberTableModel, RowGroup, TableRow
from nerinspect.ui.pages.swap.swap_testing import ORIGINAL, SWAPPED, Report

PATTERN_WORDS: Final = {
    "swapped": "extracts the swapped relation alone",
    "original": "extracts the original relation, which is now false",
    "both": "extracts the swapped and the original relation",
    "none": "extracts neither the swapped nor the original relation",
}
"""What a prediction makes of a swapped sentence, in words."""

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
    """How many swapped sentences a run makes something of.

    Attributes
    ----------
    chosen : tuple of str, int, int
        The system, its run and the place in `SWAP_PATTERNS`.
    """

    chosen: tuple[str, int, int] = ("", 0, 0)


def report_groups(report: Report) -> list[RowGroup]:
    """Lay out what a report says."""
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
        why = f"\n{value.numerator:,} / {value.denominator:,}"
        return Cell(percent_text(value.numerator, value.denominator), value, tooltip=_meaning(place) + why)
    text = score_text(value) if isinstance(value, float) else "" if value is None else str(value)
    return Cell(text, value, tooltip=_meaning(place))


def _sentences_cell(chosen: tuple[str, int, int], count: int) -> Cell:
    said = f"Swapped sentences from which {chosen[0]} {PATTERN_WORDS[SWAP_PATTERNS[chosen[2]]]}."
    return SentencesCell(f"{count:,}", count, tooltip=said, is_dim=not count, chosen=chosen)


class ReportTable(NumberTable):
    """Show the scores; a click or Enter on a number of sentences lists these.

    Signals
    -------
    pattern_chosen : str, int, int
        A system, its run and the place in `SWAP_PATTERNS` of the sentences to be listed.
    """

    pattern_chosen = Signal(str, int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        title = "Scores on the original and the swapped sentences"
        super().__init__(NumberTableModel(COLUMNS, (COLUMNS[0].title,), title), parent, most_rows=_MOST_ROWS)
        self.numbers.setParent(self)
        self.setObjectName("swap_report")

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether a click lists sentences."""
        cell = self.numbers.cell(index)
        return isinstance(cell, SentencesCell) and not cell.is_dim

    def open(self, index: QModelIndex) -> None:
        """List the sentences that a number counts."""
        cell = self.numbers.cell(index)
        if isinstance(cell, SentencesCell) and not cell.is_dim:
            self.pattern_chosen.emit(*cell.chosen)


_HINT: Final = (
    "Write the sentences, let your systems predict them, and open their predictions here: each number of sentences"
    " behind the scores lists these."
)
_BUTTONS: Final = {ORIGINAL: "Predictions on the &Original", SWAPPED: "Predictions on the &Swapped"}


class ReportPart(Part):
    """Show what predictions score, and let the user name them.

    Signals
    -------
    files_requested : str, str
        Predictions on a set, `original` or `swapped`, are to be opened: those of a system, or of any for an empty name.
    removal_requested : str
        The predictions on a set are to be taken away.
    """

    files_requested = Signal(str, str)
    removal_requested = Signal(str)

    def __init__(self) -> None:
        self.table, self.save, buttons = ReportTable(), QPushButton("Save &Report…"), QWidget()
        self.menus: dict[str, QMenu] = {}
        self._report: Report | None = None
        row = QHBoxLayout(buttons)
        row.setContentsMargins(0, 0, 0, 0)
        super().__init__("What systems make of it", self.table, beside=buttons)
        for name, text in _BUTTONS.items():
            button = QPushButton(text)
            self.menus[name] = menu = QMenu(button)
            menu.aboutToShow.connect(partial(self._fill, name))
            button.setMenu(menu)
            row.addWidget(button)
        row.addWidget(self.save)

    def show_report(self, report: Report) -> None:
        """Show what other predictions score."""
        self._report = report
        self.table.numbers.set_groups(report_groups(report))
        self.table.setVisible(bool(report.studies))
        self.set_note("" if SWAPPED in report.studies else _HINT)
        self.save.setEnabled(bool(report.studies))

    def _fill(self, name: str) -> None:
        """Offer the systems of the other set by name, and files of any other one."""
        menu = self.menus[name]
        menu.clear()
        other = SWAPPED if name == ORIGINAL else ORIGINAL
        for system in self._report.systems(other) if self._report is not None else ():
            menu.addAction(plain_text(f"Of {system}…"), partial(self.files_requested.emit, name, system))
        menu.addAction("Of Systems Named as Their Files…", partial(self.files_requested.emit, name, ""))
        removal = menu.addAction("Remove All", partial(self.removal_requested.emit, name))
        removal.setEnabled(self._report is not None and name in self._report.studies)
