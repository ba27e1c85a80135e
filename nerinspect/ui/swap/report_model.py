"""The rows of the report of a swap test: scores of each run on both sets, and its swapped sentences by pattern."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.percent import percent_text
from nerinspect.analysis.swap_scores import SWAP_PATTERNS
from nerinspect.glossary import meaning
from nerinspect.results.swap_table import SWAP_COLUMNS
from nerinspect.results.systems import score_text
from nerinspect.results.table import Ratio, Value
from nerinspect.ui.swap.testing import SWAPPED, Report
from nerinspect.ui.tooltips import tooltip

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

HEADS: Final = (*(_TITLES[name] for name in SWAP_COLUMNS), *(_PATTERN_TITLES[name] for name in SWAP_PATTERNS))
N_WORDS: Final = 3
"""So many columns at the left hold words."""


class ReportRow(NamedTuple):
    """One row.

    Attributes
    ----------
    values : tuple of str, int, float, Ratio or None
        Under `SWAP_COLUMNS`.
    counts : tuple of int
        Swapped sentences of each of `SWAP_PATTERNS`; empty for originals, and for means.
    """

    values: tuple[Value, ...]
    counts: tuple[int, ...]


def report_rows(report: Report) -> list[ReportRow]:
    """Lay out what a report says."""
    patterns = report.patterns()
    rows = []
    for values in report.table():
        found = patterns.get((str(values[0]), values[1])) if isinstance(values[1], int) else None
        is_counted = found is not None and values[2] == SWAPPED
        counts = np.bincount(found, minlength=len(SWAP_PATTERNS)).tolist() if is_counted and found is not None else []
        rows.append(ReportRow(values, tuple(counts)))
    return rows


class ReportModel(QAbstractTableModel):
    """Hold the rows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[ReportRow] = []

    def show_rows(self, rows: Sequence[ReportRow]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    def pattern(self, index: QModelIndex | QPersistentModelIndex) -> int:
        """Give the place in `SWAP_PATTERNS` of what a cell counts; -1 if it counts no sentences."""
        place = index.column() - len(SWAP_COLUMNS)
        return place if place >= 0 and self.rows[index.row()].counts else -1

    def text(self, row: int, column: int) -> str:
        """Give the words of a cell."""
        values, counts = self.rows[row]
        if column >= len(SWAP_COLUMNS):
            return f"{counts[column - len(SWAP_COLUMNS)]:,}" if counts else ""
        value = values[column]
        if isinstance(value, Ratio):
            return percent_text(value.numerator, value.denominator)
        return score_text(value) if isinstance(value, float) else "" if value is None else str(value)

    def explanation(self, row: int, column: int) -> str:
        """Say what a cell is."""
        if column >= len(SWAP_COLUMNS):
            words = PATTERN_WORDS[SWAP_PATTERNS[column - len(SWAP_COLUMNS)]]
            return f"Swapped sentences from which {self.rows[row].values[0]} {words}." if self.rows[row].counts else ""
        value = self.rows[row].values[column]
        why = f"\n{value.numerator:,} / {value.denominator:,}" if isinstance(value, Ratio) else ""
        return _meaning(column) + why

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the rows."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the columns."""
        return 0 if parent.isValid() else len(HEADS)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give what a cell shows or explains."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self.explanation(index.row(), index.column())) or None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{HEADS[index.column()]} {self.text(index.row(), index.column())}"
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give the heads of the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return HEADS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(section)
        if role == Qt.ItemDataRole.ToolTipRole:
            place = section - len(SWAP_COLUMNS)
            said = _meaning(section) if place < 0 else f"Swapped sentences: {PATTERN_WORDS[SWAP_PATTERNS[place]]}."
            return tooltip(said) or None
        return None


def alignment(column: int) -> Qt.AlignmentFlag:
    """Put words on the left and numbers on the right."""
    side = Qt.AlignmentFlag.AlignLeft if column < N_WORDS else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


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
