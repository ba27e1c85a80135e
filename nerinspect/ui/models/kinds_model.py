"""The six event kinds as a list with counts."""

from collections.abc import Collection
from enum import IntEnum
from typing import Final

import numpy as np
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.analysis.events import KIND_NAMES, KINDS
from nerinspect.corpus.arrays import AnyIntArray

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()


class KindRole(IntEnum):
    """What the delegate asks for beside the name."""

    KIND = Qt.ItemDataRole.UserRole + 1
    COUNT = Qt.ItemDataRole.UserRole + 2
    SHARE = Qt.ItemDataRole.UserRole + 3
    IS_PICKED = Qt.ItemDataRole.UserRole + 4
    IS_LEFT_OUT = Qt.ItemDataRole.UserRole + 5


class KindsModel(QAbstractListModel):
    """List the kinds, always all of them and in the order of their keys."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counts: AnyIntArray = np.zeros(len(KINDS), dtype=np.int64)
        self._picked: frozenset[str] = frozenset()

    def set_counts(self, counts: AnyIntArray, picked: Collection[str]) -> None:
        """Show other counts.

        Parameters
        ----------
        counts : ndarray of int, shape (6,)
            Events of each kind, in the order of `KINDS`.
        picked : collection of str
            Kinds the filter names.
        """
        self._counts, self._picked = np.asarray(counts), frozenset(picked)
        self.dataChanged.emit(self.index(0), self.index(len(KINDS) - 1))

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the kinds."""
        return 0 if parent.isValid() else len(KINDS)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one row shows."""
        if not index.isValid():
            return None
        kind, count = KINDS[index.row()], int(self._counts[index.row()])
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return KIND_NAMES[kind]
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(kind, count)
            case KindRole.KIND:
                return kind
            case KindRole.COUNT:
                return count
            case KindRole.SHARE:
                return self._share(kind, count)
            case KindRole.IS_PICKED:
                return kind in self._picked
            case KindRole.IS_LEFT_OUT:
                return bool(self._picked) and kind not in self._picked
        return None

    def _share(self, kind: str, count: int) -> float:
        """Divide a count by the largest one of the errors; correct events would dwarf them and have no bar."""
        largest = int(self._counts[1:].max())
        return 0.0 if kind == "tp" or not largest else count / largest

    def _spoken(self, kind: str, count: int) -> str:
        events = "1 event" if count == 1 else f"{count:,} events"
        state = ", picked" if kind in self._picked else ""
        return f"{KIND_NAMES[kind]}, {kind.upper()}, {events}{state}, key {KINDS.index(kind) + 1}"
