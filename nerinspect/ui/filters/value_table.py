"""The values of one field as a list with counts: which are listed, in which order, and how documents are named."""

import re
from collections.abc import Collection, Iterator, Sequence
from enum import Enum, IntEnum
from typing import Any, Final, TypeAlias, overload

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.corpus.arrays import AnyIntArray, BoolArray
from nerinspect.errors import counted
from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.wording import JUDGED
from nerinspect.query.language.values import held
from nerinspect.ui.filters.counts_table import COUNT_ROLE
from nerinspect.ui.kit.screen_text import tooltip


class DocumentNames(Sequence[str]):
    """Names documents when they are asked for, not all at once."""

    def __init__(self, numbers: AnyIntArray) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        """Count the documents."""
        return len(self._numbers)

    def __iter__(self) -> Iterator[str]:
        """Name all documents."""
        return (f"document {number:,}" for number in self._numbers.tolist())

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> "DocumentNames": ...

    def __getitem__(self, place: int | slice) -> "str | DocumentNames":
        """Name one document, or some."""
        if isinstance(place, slice):
            return DocumentNames(self._numbers[place])
        return f"document {self._numbers[place]:,}"


_NUMBERS: Final = re.compile(r"(\d+)")

SomeValues: TypeAlias = Sequence[Any] | npt.NDArray[Any]
"""Values that a panel lists, each once; an array of numbers serves as well as a list."""


class Sorting(Enum):
    """Orders of the rows; the first is the one they were given in."""

    GIVEN = "given"
    NAME_UP = "name, ascending"
    NAME_DOWN = "name, descending"
    COUNT_DOWN = "count, descending"
    COUNT_UP = "count, ascending"


class ValueOrder:
    """Sorts values by choice and keeps those that a search finds; what takes long is done once for the same values.

    Attributes
    ----------
    sorting : Sorting
        The order of choice.
    """

    def __init__(self) -> None:
        self.sorting = Sorting.GIVEN
        self._search = ""
        self.set_values((), ())

    def set_values(self, labels: Sequence[str], values: SomeValues) -> None:
        """List other values."""
        self._labels, self._values = labels, values
        self._by_name: AnyIntArray | None = None
        self._keys: list[str] = []

    def set_search(self, text: str) -> None:
        """Keep only the values whose label holds some text, whatever its case and without commas in numbers."""
        self._search = _folded(text)

    def places(self, counts: AnyIntArray) -> AnyIntArray:
        """Give the values in their order.

        Parameters
        ----------
        counts : ndarray of int, shape (n_values,)
            Events of each value.

        Returns
        -------
        ndarray of int, shape (n_found,)
            Places in the given order.
        """
        order = self._sorted(counts)
        if not self._search:
            return order
        if not self._keys:
            self._keys = _all_folded(self._labels)
        found = np.fromiter((self._search in key for key in self._keys), dtype=bool, count=len(self._keys))
        return np.compress(found[order], order)

    def _sorted(self, counts: AnyIntArray) -> AnyIntArray:
        match self.sorting:
            case Sorting.GIVEN:
                return np.arange(len(self._values))
            case Sorting.NAME_UP:
                return self._name_order()
            case Sorting.NAME_DOWN:
                return self._name_order()[::-1]
            case Sorting.COUNT_DOWN:
                return np.argsort(-counts, kind="stable")
            case Sorting.COUNT_UP:
                return np.argsort(counts, kind="stable")

    def _name_order(self) -> AnyIntArray:
        """Order numbers by size, and all else by label, numbers within it by size too."""
        if self._by_name is None:
            values = np.asarray(self._values)
            if values.dtype.kind in "iuf":
                self._by_name = np.argsort(values, kind="stable")
            else:
                keys = [_natural(label) for label in self._labels]
                self._by_name = np.array(sorted(range(len(keys)), key=keys.__getitem__), dtype=np.int64)
        return self._by_name


def _folded(text: str) -> str:
    return text.casefold().replace(",", "")


def _all_folded(labels: Sequence[str]) -> list[str]:
    """Fold all labels as one text, which is several times quicker than one by one."""
    folded = _folded("\n".join(labels)).split("\n")
    return folded if len(folded) == len(labels) else [_folded(label) for label in labels]


def _natural(label: str) -> list[tuple[int, str]]:
    """Split a label so that 2 comes before 10."""
    parts = _NUMBERS.split(label.casefold())
    return [(int(part), "") if place % 2 else (0, part) for place, part in enumerate(parts)]


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
