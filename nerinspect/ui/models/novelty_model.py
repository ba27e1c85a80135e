"""What training knows of mentions against event kinds, with the events of each pair."""

from collections.abc import Collection
from typing import Final

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.novelty import NOVELTIES
from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.errors import counted
from nerinspect.glossary.wording import JUDGED
from nerinspect.ui.models.type_matrix_model import MatrixRole
from nerinspect.ui.tooltips import tooltip

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()


class NoveltyModel(QAbstractTableModel):
    """Show counts under a row of kinds and behind a column of names, which are cells like any other.

    Attributes
    ----------
    wording : Wording
        What the two sides and the kinds are called from the next counts on.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counts: AnyIntArray = np.zeros((len(NOVELTIES), len(KINDS)), dtype=np.int64)
        self._picked: BoolArray = np.zeros(self._counts.shape, dtype=bool)
        self.wording = JUDGED

    @property
    def largest_by_kind(self) -> list[int]:
        """The largest count of each kind."""
        return [int(count) for count in self._counts.max(axis=0)]

    def set_counts(self, counts: AnyIntArray, subsets: Collection[object], kinds: Collection[object]) -> None:
        """Show other counts.

        Parameters
        ----------
        counts : ndarray of int, shape (3, 6)
            Events by novelty, in the order of `NOVELTIES`, and by kind.
        subsets, kinds : collection of object
            What the filter names of each; no kind named means all.
        """
        self._counts = np.asarray(counts)
        rows = [name in subsets or (name != "seen" and "unseen-any" in subsets) for name in NOVELTIES]
        columns = [not kinds or kind in kinds for kind in KINDS]
        self._picked = np.logical_and.outer(rows, columns)
        self.dataChanged.emit(self.index(0, 0), self.index(len(NOVELTIES), len(KINDS)))

    def novelty_at(self, row: int) -> str | None:
        """Name what a row counts; None for the head."""
        return NOVELTIES[row - 1] if row else None

    def kind_at(self, column: int) -> str | None:
        """Name the kind that a column counts; None for the column of names."""
        return KINDS[column - 1] if column else None

    def as_tsv(self) -> str:
        """Write the whole table with its heads, as text that a spreadsheet takes."""
        rows = zip(NOVELTIES, self._counts.tolist(), strict=True)
        lines = [("novelty", *KINDS), *((name, *map(str, counts)) for name, counts in rows)]
        return "".join("\t".join(line) + "\n" for line in lines)

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the rows and the head."""
        return 0 if parent.isValid() else len(NOVELTIES) + 1

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the kinds and the names."""
        return 0 if parent.isValid() else len(KINDS) + 1

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Leave the corner out."""
        is_corner = index.row() == index.column() == 0
        return Qt.ItemFlag.NoItemFlags if is_corner else super().flags(index)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one cell shows."""
        novelty, kind = self.novelty_at(index.row()), self.kind_at(index.column())
        if not index.isValid() or (novelty is None and kind is None):
            return None
        if role == Qt.ItemDataRole.WhatsThisRole:
            return self._explained(novelty, kind)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self._explained(novelty, kind))
        if novelty is None or kind is None:
            is_text = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return (novelty or self.wording.tag(str(kind))) if is_text else None
        return self._counted(index.row() - 1, index.column() - 1, role)

    def _counted(self, row: int, column: int, role: int) -> object:
        count = int(self._counts[row, column])
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{count:,}"
            case Qt.ItemDataRole.AccessibleTextRole:
                state = ", picked" if self._picked[row, column] else ""
                return f"{NOVELTIES[row]}, {self.wording.name(KINDS[column])}: {counted(count, 'event')}{state}"
            case MatrixRole.COUNT:
                return count
            case MatrixRole.SHARE:
                return self._share(count, column)
            case MatrixRole.IS_PICKED:
                return bool(self._picked[row, column])
        return None

    def _share(self, count: int, column: int) -> float:
        """Divide a count by the largest one of the errors; correct events would dwarf them and have no tint."""
        largest = int(self._counts[:, 1:].max())
        return 0.0 if column == 0 or not largest else count / largest

    def _explained(self, novelty: str | None, kind: str | None) -> str:
        if novelty is None:
            return f"{self.wording.meaning(str(kind))} A click picks the kind."
        if kind is None:
            return f"{self.wording.meaning(f'tough_{novelty}')} A click picks events with such a mention."
        count = counted(int(self._counts[NOVELTIES.index(novelty), KINDS.index(kind)]), "event")
        return f"{count} under the other filters: {self.wording.name(kind)}, with a mention that is {novelty}."
