"""The values of one field as a list with counts."""

from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import Final

import numpy as np
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.errors import counted
from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.wording import JUDGED
from nerinspect.query.runs import held
from nerinspect.ui.models.roles import COUNT_ROLE
from nerinspect.ui.models.value_order import SomeValues, Sorting, ValueOrder
from nerinspect.ui.tooltips import tooltip

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()


class ValueRole(IntEnum):
    """What the delegate asks for beside the label."""

    COUNT = COUNT_ROLE
    VALUE = Qt.ItemDataRole.UserRole + 2
    SHARE = Qt.ItemDataRole.UserRole + 3
    IS_PICKED = Qt.ItemDataRole.UserRole + 4
    IS_LEFT_OUT = Qt.ItemDataRole.UserRole + 5
    LARGEST = Qt.ItemDataRole.UserRole + 6


class ValuesModel(QAbstractListModel):
    """List the values in an order of choice; labels are asked for only where they are shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.wording = JUDGED
        self._labels: Sequence[str] = ()
        self._values: SomeValues = ()
        self._counts: AnyIntArray = np.zeros(0, dtype=np.int64)
        self._has_picks, self._picked = False, np.zeros(0, dtype=bool)
        self._largest = 0
        self._order = ValueOrder()
        self._places: AnyIntArray = np.zeros(0, dtype=np.int64)

    @property
    def n_values(self) -> int:
        """How many values there are, whether a search found them or not."""
        return len(self._values)

    @property
    def sorting(self) -> Sorting:
        """The order of the rows."""
        return self._order.sorting

    def set_values(
        self, labels: Sequence[str], values: SomeValues, counts: AnyIntArray, picked: Collection[object] = ()
    ) -> None:
        """Show other values, or other counts of the same ones.

        Parameters
        ----------
        labels : sequence of str
            The values in words.
        values : sequence of object, or ndarray of numbers
            What is picked.
        counts : ndarray of int, shape (n_values,)
            Events of each value.
        picked : collection of object
            Values the filter names; of numbers also an `Interval` that holds some.
        """
        is_other = len(values) != len(self._values) or not _are_equal(values, self._values)
        if is_other:
            self.beginResetModel()
            self._order.set_values(labels, values)
        self._labels, self._values, self._counts = labels, values, np.asarray(counts)
        self._has_picks, self._picked = bool(picked), _are_among(values, picked)
        self._largest = int(self._counts.max(initial=0))
        if is_other:
            self._places = self._order.places(self._counts)
            self.endResetModel()
        elif len(self._places):
            self._reorder()
            self.dataChanged.emit(self.index(0), self.index(len(self._places) - 1))

    def set_sorting(self, sorting: Sorting) -> None:
        """Put the rows into another order."""
        self._order.sorting = sorting
        self._reorder()

    def set_search(self, text: str) -> None:
        """Keep only the rows whose label holds some text, whatever its case and without commas in numbers."""
        self.beginResetModel()
        self._order.set_search(text)
        self._places = self._order.places(self._counts)
        self.endResetModel()

    def values_between(self, row: int, other: int) -> list[object]:
        """Give the values of the rows from one to another, both included, in the order on screen."""
        places = self._places[min(row, other) : max(row, other) + 1]
        if isinstance(self._values, np.ndarray):
            return list(self._values[places].tolist())
        return [self._values[place] for place in places.tolist()]

    def as_tsv(self) -> str:
        """Write labels and counts of all rows under their heads, as text that a spreadsheet takes."""
        labels, counts = list(map(_one_line, self._labels)), self._counts.tolist()
        return "Name\tEvents\n" + "".join(f"{labels[i]}\t{counts[i]}\n" for i in self._places.tolist())

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the values."""
        return 0 if parent.isValid() else len(self._places)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one row shows."""
        if not index.isValid():
            return None
        place = int(self._places[index.row()])
        count = int(self._counts[place])
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._labels[place]
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(place)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self._explained(place))
            case Qt.ItemDataRole.WhatsThisRole:
                return self._explained(place)
            case ValueRole.VALUE:
                return _plain(self._values[place])
            case ValueRole.COUNT:
                return count
            case ValueRole.SHARE:
                return self._share(place)
            case ValueRole.IS_PICKED:
                return bool(self._picked[place])
            case ValueRole.IS_LEFT_OUT:
                return self._has_picks and not self._picked[place]
            case ValueRole.LARGEST:
                return self._largest
        return None

    def _share(self, place: int) -> float:
        """Divide a count by the largest one."""
        return float(self._counts[place]) / self._largest if self._largest else 0.0

    def _spoken(self, place: int) -> str:
        state = ", picked" if self._picked[place] else ""
        return f"{self._labels[place]}, {counted(int(self._counts[place]), 'event')}{state}"

    def _explained(self, place: int) -> str:
        """Say what the value is, if the glossary knows it, and how many events it has."""
        value, counts = self._values[place], f"{counted(int(self._counts[place]), 'event')} under the other filters."
        if isinstance(value, str) and value in DEFINITIONS:
            return f"{self.wording.meaning(value)}\n{counts}"
        return f"{self._labels[place]}: {counts}"

    def _reorder(self) -> None:
        """Move the rows to where they belong now, the current one with its value."""
        places = self._order.places(self._counts)
        if np.array_equal(places, self._places):
            return
        self.layoutAboutToBeChanged.emit()
        row_of = np.full(len(self._values), -1)
        row_of[places] = np.arange(len(places))
        held = self.persistentIndexList()
        self.changePersistentIndexList(held, [self.index(int(row_of[self._places[index.row()]])) for index in held])
        self._places = places
        self.layoutChanged.emit()


def _are_equal(values: SomeValues, others: SomeValues) -> bool:
    return values is others or bool(np.array_equal(np.asarray(values), np.asarray(others)))


def _are_among(values: SomeValues, picked: Collection[object]) -> BoolArray:
    """Tell which values are picked, numbers by a range too."""
    numbers = np.asarray(values)
    if numbers.dtype.kind in "iuf":
        return held(numbers, picked)
    named = frozenset(picked)
    return np.array([value in named for value in values], dtype=bool)


def _one_line(label: str) -> str:
    """Replace what would end a line or a cell."""
    return label if label.isprintable() else " ".join(label.split())


def _plain(value: object) -> object:
    """Turn a number of numpy into one of Python."""
    return value.item() if isinstance(value, np.generic) else value
