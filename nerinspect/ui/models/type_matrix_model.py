"""Reference types against predicted types, with the events of each pair."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Final

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.analysis.type_names import NO_TYPE, type_or_none
from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.errors import counted
from nerinspect.glossary.wording import JUDGED
from nerinspect.ui.models.roles import COUNT_ROLE
from nerinspect.ui.tooltips import tooltip

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()
_SEVERAL: Final = "An event with several types stands in several cells."


class MatrixRole(IntEnum):
    """What the delegate asks for beside the count as text."""

    COUNT = COUNT_ROLE
    SHARE = Qt.ItemDataRole.UserRole + 2
    IS_PICKED = Qt.ItemDataRole.UserRole + 3


class TypeMatrixModel(QAbstractTableModel):
    """Show the counts as they lie in their array: reference types down, predicted ones across, none last.

    Parameters
    ----------
    parent : QObject, optional
        What the model belongs to.
    noun : str
        What has the types.
    """

    def __init__(self, parent: QObject | None = None, noun: str = "mention") -> None:
        super().__init__(parent)
        self._noun = noun
        self.wording = JUDGED
        self._types: tuple[str, ...] = ()
        self._counts: AnyIntArray = np.zeros((1, 1), dtype=np.int64)
        self._largest = 0
        self._with_correct = False
        self._picked: BoolArray = np.zeros((1, 1), dtype=bool)

    @property
    def largest(self) -> int:
        """The largest count."""
        return self._largest

    @property
    def largest_by_column(self) -> list[int]:
        """The largest count of each column."""
        return [int(count) for count in self._counts.max(axis=0)]

    @property
    def with_correct(self) -> bool:
        """Whether correct events are counted."""
        return self._with_correct

    def set_matrix(
        self,
        types: Sequence[str],
        counts: AnyIntArray,
        picked: BoolArray | None = None,
        with_correct: bool = False,
    ) -> None:
        """Show another matrix.

        Parameters
        ----------
        types : sequence of str
            Names of the types.
        counts : ndarray of int, shape (n_types + 1, n_types + 1)
            Events by reference and predicted type, no mention last.
        picked : ndarray of bool, shape (n_types + 1, n_types + 1), optional
            Cells that the filter keeps; none, if left out.
        with_correct : bool
            Whether correct events are counted.
        """
        is_other = tuple(types) != self._types
        if is_other:
            self.beginResetModel()
        self._types, self._counts = tuple(types), np.asarray(counts)
        self._largest, self._with_correct = int(self._counts.max()), with_correct
        self._picked = np.zeros(self._counts.shape, dtype=bool) if picked is None else picked
        if is_other:
            self.endResetModel()
        else:
            last = len(self._types)
            self.dataChanged.emit(self.index(0, 0), self.index(last, last))

    def type_at(self, place: int) -> str | None:
        """Name the type of a row or column; None for no mention."""
        return self._types[place] if place < len(self._types) else None

    def longest_names(self, n_names: int) -> list[str]:
        """Give the names with most characters, to be measured."""
        return sorted(self._types, key=len, reverse=True)[:n_names]

    def as_tsv(self) -> str:
        """Write the whole matrix with its heads, as text that a spreadsheet takes."""
        names = [*(type_or_none(" ".join(name.split())) for name in self._types), NO_TYPE]
        lines = ["\t".join([self.wording.said("reference \\ predicted"), *names])]
        for name, row in zip(names, self._counts, strict=True):
            # The text of a whole list is made twice as fast as that of its numbers one by one.
            lines.append(f"{name}\t" + str(row.tolist())[1:-1].replace(", ", "\t"))
        lines[-1] = lines[-1].rpartition("\t")[0] + "\t"
        return "".join(f"{line}\n" for line in lines)

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the types and the row of no mention."""
        return 0 if parent.isValid() else len(self._types) + 1

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the types and the column of no mention."""
        return 0 if parent.isValid() else len(self._types) + 1

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Leave the cell out where both sides have no mention."""
        return Qt.ItemFlag.NoItemFlags if self._is_void(index) else super().flags(index)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one cell shows."""
        if not index.isValid() or self._is_void(index):
            return None
        row, column = index.row(), index.column()
        count = int(self._counts[row, column])
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{count:,}"
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row, column, count)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self._explained(row, column, count))
            case Qt.ItemDataRole.WhatsThisRole:
                return self._explained(row, column, count)
            case MatrixRole.COUNT:
                return count
            case MatrixRole.SHARE:
                return count / self._largest if self._largest else 0.0
            case MatrixRole.IS_PICKED:
                return bool(self._picked[row, column])
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        """Name a row or column."""
        name = self.type_at(section)
        is_row = orientation == Qt.Orientation.Vertical
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return type_or_none(name)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{self.wording.said('reference' if is_row else 'predicted')} {type_or_none(name)}"
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self.wording.said(self._head_explained(name, is_row)))
            case Qt.ItemDataRole.WhatsThisRole:
                return self.wording.said(self._head_explained(name, is_row))
        return None

    def _is_void(self, index: _Index) -> bool:
        return index.row() == index.column() == len(self._types)

    def _spoken(self, row: int, column: int, count: int) -> str:
        ref, pred = type_or_none(self.type_at(row)), type_or_none(self.type_at(column))
        state = ", picked" if self._picked[row, column] else ""
        sides = f"{self.wording.said('reference')} {ref}, {self.wording.said('predicted')} {pred}"
        return f"{sides}: {counted(count, 'event')}{state}"

    def _explained(self, row: int, column: int, count: int) -> str:
        ref, pred = self._side(self.type_at(row), is_reference=True), self._side(self.type_at(column), False)
        if ref.startswith("with "):
            pred = pred.removeprefix("with ")
        here = f"{counted(count, 'event')} {ref} and {pred} under the other filters"
        if self._noun != "mention":
            return self.wording.said(f"{here}.")
        correct = "counted too" if self._with_correct else "left out"
        return self.wording.said(f"{here}; correct events are {correct}. {_SEVERAL}")

    def _head_explained(self, name: str | None, is_reference: bool) -> str:
        keys = "Shift+Space" if is_reference else "Shift+Enter"
        return f"Events {self._side(name, is_reference)}, correct ones too; a click or {keys} picks them."

    def _side(self, name: str | None, is_reference: bool) -> str:
        of_side = f"{'reference' if is_reference else 'predicted'} {self._noun}"
        return f"without a {of_side}" if name is None else f"with a {of_side} {name}"
