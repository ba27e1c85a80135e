"""Which values are listed, and in which order."""

import re
from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from nerinspect.corpus.arrays import AnyIntArray

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
