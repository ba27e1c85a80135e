"""The model of a table whose rows stand for places in the text; rows are written out when they are looked at."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.ui.tooltips import tooltip

Index = QModelIndex | QPersistentModelIndex

CELL_ROLE: Final = Qt.ItemDataRole.UserRole
"""The `PlaceCell` of a cell, the `PlaceColumn` of a head."""

MOST_COPIED: Final = 300
"""So many rows are written out for the clipboard without a wait that anybody would notice."""

_MOST_KEPT: Final = 500  # rows


@dataclass(frozen=True)
class PlaceColumn:
    """One column.

    Attributes
    ----------
    title : str
        What its head says.
    tooltip : str
        What stands in it.
    widest : str
        A text as long as most are.
    is_number, is_label, is_stretched : bool
        Whether it is aligned on the right; set in the fixed font; takes a share of the room that is left.
    """

    title: str
    tooltip: str = ""
    widest: str = ""
    is_number: bool = False
    is_label: bool = False
    is_stretched: bool = False


@dataclass(frozen=True)
class PlaceCell:
    """What one cell shows.

    Attributes
    ----------
    text : str
        As on screen.
    is_dim : bool
        Whether it is written quieter.
    kinds : tuple of str
        Event kinds whose symbols and letters stand instead of the text.
    explanation : str
        What a tooltip says; the text, if empty.
    """

    text: str
    is_dim: bool = False
    kinds: tuple[str, ...] = ()
    explanation: str = ""


class PlaceModel(QAbstractTableModel):
    """Hold rows that stand for places; kinds of models say how a row is written out.

    Parameters
    ----------
    columns : sequence of PlaceColumn
        From left to right.
    """

    def __init__(self, columns: Sequence[PlaceColumn], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._n_rows = 0
        self._kept: dict[int, tuple[PlaceCell, ...]] = {}

    @abstractmethod
    def position(self, row: int) -> int:
        """Give the token, by its position in the whole text, that a row stands for."""

    @abstractmethod
    def write_row(self, row: int) -> tuple[PlaceCell, ...]:
        """Write out the cells of a row."""

    def cell(self, index: Index) -> PlaceCell:
        """Give one cell."""
        return self._cells(index.row())[index.column()]

    def as_tsv(self) -> str:
        """Write the rows, the first `MOST_COPIED` of many, with heads, as text that a spreadsheet takes."""
        rows = ([cell.text for cell in self.write_row(row)] for row in range(min(self._n_rows, MOST_COPIED)))
        return "".join("\t".join(texts) + "\n" for texts in ([column.title for column in self.columns], *rows))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the rows."""
        return 0 if parent.isValid() else self._n_rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the columns."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give what a cell shows or says."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cell(index).text
        if role == CELL_ROLE:
            return self.cell(index)
        if role == Qt.ItemDataRole.ToolTipRole:
            cell = self.cell(index)
            return tooltip(cell.explanation or cell.text) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.columns[index.column()].title} {self.cell(index).text or 'empty'}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(index.column())
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give the heads of the columns."""
        if orientation != Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(column.tooltip) or None
        if role == CELL_ROLE:
            return column
        return self._alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def _reset(self, n_rows: int, columns: Sequence[PlaceColumn]) -> None:
        """Replace all rows, and perhaps the columns."""
        self.beginResetModel()
        self._n_rows, self.columns, self._kept = n_rows, tuple(columns), {}
        self.endResetModel()

    def _cells(self, row: int) -> tuple[PlaceCell, ...]:
        if row not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[row] = self.write_row(row)
        return self._kept[row]

    def _alignment(self, column: int) -> Qt.AlignmentFlag:
        side = Qt.AlignmentFlag.AlignRight if self.columns[column].is_number else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter
