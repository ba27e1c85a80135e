"""What predictions score on the original and the swapped sentences: numbers that open these."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from nerinspect.events.scores import percent_text
from nerinspect.glossary import meaning
from nerinspect.lists.table import Ratio, Value
from nerinspect.systems.swap_test import SWAP_PATTERNS
from nerinspect.tables.runs import score_text
from nerinspect.tables.swap import SWAP_COLUMNS
from nerinspect.ui.kit.doors import DoorTable, Piece
from nerinspect.ui.kit.screen_text import plain_text, tooltip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.kit.text_lines import draw_text
from nerinspect.ui.pages.swap.swap_testing import ORIGINAL, SWAPPED, Report
from nerinspect.ui.theme.fonts import DETAIL, scaled_font, unit_of
from nerinspect.ui.theme.marks import paint_focus_ring
from nerinspect.ui.theme.themes import current_theme

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


_ROW, _PADDING = 22, 7  # at a font of 13 pixels


class ReportTable(Styled, DoorTable):
    """Show the scores; a click or Enter on a number of sentences lists these.

    Signals
    -------
    pattern_chosen : str, int, int
        A system, its run and the place in `SWAP_PATTERNS` of the sentences to be listed.
    """

    pattern_chosen = Signal(str, int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("swap_report")
        self.setAccessibleName("Scores on the original and the swapped sentences")
        self.report = ReportModel(self)
        self.setModel(self.report)
        self._delegate = _CellDelegate(self)
        self.setItemDelegate(self._delegate)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setMinimumSectionSize(1)

    def show_report(self, report: Report) -> None:
        """Show what other predictions score."""
        self.report.show_rows(report_rows(report))
        self._restyle()

    def piece(self, index: QModelIndex) -> Piece:
        """Give text and explanation of a cell."""
        row, column = index.row(), index.column()
        return Piece(self.report.text(row, column), "", self.report.explanation(row, column))

    def is_door(self, index: QModelIndex) -> bool:
        """Tell whether a click lists sentences."""
        pattern = self.report.pattern(index)
        return pattern >= 0 and self.report.rows[index.row()].counts[pattern] > 0

    def open(self, index: QModelIndex) -> None:
        """List the sentences that a number counts."""
        if self.is_door(index):
            system, run = self.report.rows[index.row()].values[:2]
            assert isinstance(run, int), "only single runs are doors"
            self.pattern_chosen.emit(str(system), run, self.report.pattern(index))

    def as_tsv(self) -> str:
        """Write all rows with their heads."""
        columns, rows = range(len(HEADS)), range(len(self.report.rows))
        texts = [HEADS, *([self.report.text(row, column) for column in columns] for row in rows)]
        return "".join("\t".join(cells) + "\n" for cells in texts)

    def _restyle(self) -> None:
        """Make columns as wide as their heads and numbers."""
        unit = self.unit
        font = scaled_font(self.font(), DETAIL)
        self.horizontalHeader().setFont(font)
        self.verticalHeader().setDefaultSectionSize(round(_ROW * unit))
        metrics = QFontMetricsF(scaled_font(self.font(), DETAIL, is_bold=True))  # as means are written
        for column, head in enumerate(HEADS):
            texts = [head, "100.00", *(self.report.text(row, column) for row in range(len(self.report.rows)))]
            widest = max(map(metrics.horizontalAdvance, texts if column < len(SWAP_COLUMNS) else [head, "9,999"]))
            if column:
                self.setColumnWidth(column, round(widest + 2 * _PADDING * unit + 1))


class _CellDelegate(QStyledItemDelegate):
    """Paint one cell; the number under the pointer is underlined if it is a door."""

    def __init__(self, table: ReportTable) -> None:
        super().__init__(table)
        self._table = table

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint ground, text, hairline and the ring of the focus."""
        theme, rect, unit = current_theme(), QRectF(option.rect), unit_of(self._table.font())
        row, model = self._table.report.rows[index.row()], self._table.report
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, theme.selected)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), theme.hairline)
        pattern = model.pattern(index)
        is_zero = pattern >= 0 and not row.counts[pattern]
        is_mean = not isinstance(row.values[1], int)
        font = scaled_font(self._table.font(), DETAIL, is_bold=row.values[1] == "mean")
        ink = theme.dimmed if is_zero else theme.text2 if is_mean and row.values[1] == "std" else theme.text
        side = Qt.AlignmentFlag.AlignLeft if index.column() < N_WORDS else Qt.AlignmentFlag.AlignRight
        hovered = self._table.hovered
        is_underlined = (hovered.row(), hovered.column()) == (index.row(), index.column())
        place = rect.adjusted(_PADDING * unit, 0, -_PADDING * unit, 0)
        draw_text(painter, font, ink, place, model.text(index.row(), index.column()), side, is_underlined=is_underlined)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, theme, unit, rect.adjusted(0, 0, 0, -1))
        painter.restore()


_HINT: Final = (
    "Write the sentences, let your systems predict them, and open their predictions here: each number of sentences"
    " behind the scores lists these."
)
_BUTTONS: Final = {ORIGINAL: "Predictions on the &Original", SWAPPED: "Predictions on the &Swapped"}


class ReportPart(Styled, QWidget):
    """Show what predictions score, and let the user name them.

    Signals
    -------
    pattern_chosen : str, int, int
        See `ReportTable`.
    files_requested : str, str
        Predictions on a set, `original` or `swapped`, are to be opened: those of a system, or of any for an empty name.
    removal_requested : str
        The predictions on a set are to be taken away.
    save_requested
        The table is to be written.
    """

    pattern_chosen = Signal(str, int, int)
    files_requested = Signal(str, str)
    removal_requested = Signal(str)
    save_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = ReportTable(self)
        self.table.pattern_chosen.connect(self.pattern_chosen)
        self._hint = QLabel(_HINT, self)
        self._hint.setWordWrap(True)
        self._report: Report | None = None
        self.menus = {name: QMenu(self) for name in _BUTTONS}
        self.save = QPushButton("Save &Report…", self)
        self.save.clicked.connect(self.save_requested)
        self._title = QLabel("What systems make of it", self)
        self._title.setFont(scaled_font(self.font(), 1.0, is_bold=True))
        unit = self.unit
        head = QHBoxLayout()
        head.setSpacing(round(8 * unit))
        head.addWidget(self._title)
        head.addStretch(1)
        for name, text in _BUTTONS.items():
            button = QPushButton(text, self)
            button.setMenu(self.menus[name])
            self.menus[name].aboutToShow.connect(partial(self._fill, name))
            head.addWidget(button)
        head.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(round(size * unit) for size in (12, 8, 12, 8)))
        column.addLayout(head)
        column.addWidget(self._hint)
        column.addWidget(self.table, 1)

    def show_report(self, report: Report) -> None:
        """Show what other predictions score."""
        self._report = report
        self.table.show_report(report)
        self.table.setVisible(bool(report.studies))
        self._hint.setVisible(SWAPPED not in report.studies)
        self.save.setEnabled(bool(report.studies))

    def _restyle(self) -> None:
        self._title.setFont(scaled_font(self.font(), 1.0, is_bold=True))

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
