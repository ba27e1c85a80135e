"""The list of the sentences of a swap test."""

from typing import Any, Final

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from nerinspect.corpus.arrays import IntArray
from nerinspect.io.swap_reading import SwapFile, relations_of
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.restyling import is_restyling
from nerinspect.ui.tooltips import tooltip
from nerinspect.visible import visible

_HEADS: Final = ("Sentence", "Head", "Tail")
_NO_ROWS: Final = np.zeros(0, dtype=np.int32)
_ROW, _NUMBER = 24, 72  # at a font of 13 pixels


class SentenceModel(QAbstractTableModel):
    """Hold the numbers of sentences; words are made for those on screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._file: SwapFile | None = None
        self.rows: IntArray = _NO_ROWS

    def show_rows(self, file: SwapFile | None, rows: IntArray) -> None:
        """Show some of the swapped sentences of a file, by number from 0."""
        self.beginResetModel()
        self._file, self.rows = file, rows
        self.endResetModel()

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the sentences."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the columns."""
        return 0 if parent.isValid() else len(_HEADS)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give the number of a sentence in its file, or the head or tail it had."""
        if index.isValid() and role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            words = visible(self._words(int(self.rows[index.row()]), index.column()))
            return words if role == Qt.ItemDataRole.DisplayRole else tooltip(words)
        if role == Qt.ItemDataRole.TextAlignmentRole and not index.column():
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give the heads of the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _HEADS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def _words(self, row: int, column: int) -> str:
        file = self._file
        assert file is not None, "there are rows"
        if not column:
            return f"{int(file.swapped.sentence[row]) + 1:,}"
        relations, mentions = relations_of(file.annotation), file.annotation.mentions
        mention = (relations.head if column == 1 else relations.tail)[file.swapped.relation[row]]
        start, stop = int(mentions.start[mention]), int(mentions.end[mention])
        return file.text.spelled(start, stop)


class SentenceList(QTableView):
    """Let the user choose a sentence.

    Signals
    -------
    chosen : int
        The number of a sentence among all that were swapped, from 0; -1 for none.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("swapped_sentences")
        self.setAccessibleName("Swapped sentences")
        self.sentences = SentenceModel(self)
        self.setModel(self.sentences)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        self._restyle()
        self.selectionModel().currentRowChanged.connect(self._on_moved)

    def show_rows(self, file: SwapFile | None, rows: IntArray) -> None:
        """List other sentences; the one that was chosen stays if it is there, else the first is."""
        before = self.current
        self.sentences.show_rows(file, rows)
        if len(rows):
            places = np.flatnonzero(rows == before)
            self.selectRow(int(places[0]) if len(places) else 0)
        self.chosen.emit(self.current)

    @property
    def current(self) -> int:
        """The chosen sentence among all that were swapped; -1 for none."""
        row = self.currentIndex().row()
        return int(self.sentences.rows[row]) if 0 <= row < len(self.sentences.rows) else -1

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font."""
        super().changeEvent(event)
        if is_restyling(event) and hasattr(self, "sentences"):
            self._restyle()

    def _restyle(self) -> None:
        unit = font_size(self.font()) / 13
        self.verticalHeader().setDefaultSectionSize(round(_ROW * unit))
        self.setColumnWidth(0, round(_NUMBER * unit))

    def _on_moved(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.current)
