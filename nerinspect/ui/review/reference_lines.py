"""The table of the lines that change in a corrected reference."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from nerinspect.review.changed_lines import ChangedLine
from nerinspect.ui.clipboard import copy_text
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.tooltips import tooltip
from nerinspect.visible import visible

_Index: TypeAlias = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()
_TITLES: Final = ("Line", "Now", "Corrected")
_NUMBER: Final = 0
_NEW, _GONE = "new", "–"


class ReferenceLines(QTableView):
    """Show changed lines, each as it is and as it will be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Lines that change")
        self._model = _LinesModel(self)
        self.setModel(self._model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setWordWrap(False)
        height = QFontMetrics(self.font()).height() + round(6 * font_size(self.font()) / 13)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        head = self.horizontalHeader()
        head.setHighlightSections(False)
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(_NUMBER, QHeaderView.ResizeMode.Fixed)

    def show_lines(self, lines: Sequence[ChangedLine]) -> None:
        """Show other lines."""
        self._model.show_lines(lines)
        widest = f"{max((line.number for line in lines), default=0):,}"
        room = QFontMetrics(self.font()).horizontalAdvance(max(widest, _TITLES[_NUMBER], key=len))
        self.setColumnWidth(_NUMBER, room + round(24 * font_size(self.font()) / 13))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected lines, cells parted by tabs."""
        if not event.matches(QKeySequence.StandardKey.Copy):
            super().keyPressEvent(event)
            return
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        copy_text("\n".join("\t".join(self._model.cells(row)) for row in rows))


class _LinesModel(QAbstractTableModel):
    """Lines as rows; cells are made when they are looked at."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: Sequence[ChangedLine] = ()

    def show_lines(self, lines: Sequence[ChangedLine]) -> None:
        """Show other lines."""
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()

    def cells(self, row: int) -> tuple[str, str, str]:
        """Give the texts of a row."""
        line = self._lines[row]
        return f"{line.number:,}" if line.number else _NEW, line.before or _GONE, line.after or _GONE

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the rows."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the columns."""
        return 0 if parent.isValid() else len(_TITLES)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give what a cell shows or says."""
        if not index.isValid():
            return None
        text = self.cells(index.row())[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return visible(text.replace("\t", "    "))
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(text)
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == _NUMBER:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        """Give the title of a column."""
        is_title = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return _TITLES[section] if is_title else None
