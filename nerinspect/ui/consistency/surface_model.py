"""The surfaces as rows: columns over the surfaces that were found, and the order in which they stand."""

from typing import Final

import numpy as np
from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.analysis.percent import percent_text
from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.glossary import meaning
from nerinspect.ui.consistency.headed_model import HeadedModel
from nerinspect.ui.consistency.surface_list import SORT_KEYS, Reading, SurfaceFilter, SurfaceList, exceptions
from nerinspect.ui.tooltips import tooltip

_Index = QModelIndex | QPersistentModelIndex

SURFACE, READINGS, PLACES, UNLABELLED_PLACES, EXCEPTIONS, SHARE = range(6)
_TITLES: Final = ("Surface", "Readings", "Places", "Unlabelled", "Exceptions", "Share")
_MEANINGS: Final = (
    "surface_words", "surface_readings", "surface_places", "unlabelled", "exceptions", "share_of_exceptions",
)  # fmt: skip
_SORTED_BY: Final = ("surface", "readings", "places", "unlabelled", "exceptions", "share")


class SurfaceModel(HeadedModel):
    """Hold the surfaces that pass the filter, in the chosen order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(_TITLES, _MEANINGS, (PLACES, UNLABELLED_PLACES, EXCEPTIONS, SHARE), parent)
        self._surfaces: SurfaceList | None = None
        self._filter = SurfaceFilter()
        self._sorting = (-1, Qt.SortOrder.AscendingOrder)
        self._order: AnyIntArray = np.zeros(0, dtype=np.int64)

    @property
    def surfaces(self) -> SurfaceList | None:
        """Everything that was found."""
        return self._surfaces

    @property
    def order(self) -> AnyIntArray:
        """Numbers of the surfaces from top to bottom. Shape (n_rows,)."""
        return self._order

    @property
    def sorting(self) -> str:
        """In words how the rows are ordered; empty for the most telling first."""
        column, order = self._sorting
        if column < 0:
            return ""
        return f"by {_TITLES[column].lower()}, {'ascending' if order == Qt.SortOrder.AscendingOrder else 'descending'}"

    def show_surfaces(self, surfaces: SurfaceList | None) -> None:
        """Hold other surfaces; the filter and the sorting stay."""
        self._surfaces = surfaces
        self._rearrange()

    def set_filter(self, chosen: SurfaceFilter) -> None:
        """List the surfaces that a filter keeps."""
        self._filter = chosen
        self._rearrange()

    def surface_at(self, row: int) -> int:
        """Give the number of the surface in a row."""
        return int(self._order[row])

    def row_of(self, surface: int) -> int:
        """Find the row of a surface; -1 if it is not listed."""
        found = np.flatnonzero(self._order == surface)
        return int(found[0]) if len(found) else -1

    def readings(self, row: int) -> list[Reading]:
        """List the readings of the surface in a row."""
        assert self._surfaces is not None, "there is a row"
        return self._surfaces.readings(self.surface_at(row))

    def text(self, row: int, column: int) -> str:
        """Write one cell."""
        assert self._surfaces is not None, "there is a row"
        if column == SURFACE:
            return self._surfaces.surface(self.surface_at(row))
        readings = self.readings(row)
        if column == READINGS:
            return ", ".join(f"{reading.name} {reading.count:,}" for reading in readings)
        n_places, n_exceptions = (sum(one.count for one in some) for some in (readings, exceptions(readings)))
        if column == SHARE:
            return percent_text(n_exceptions, n_places)
        unlabelled = sum(one.count for one in readings if not one.type)
        return f"{ {PLACES: n_places, UNLABELLED_PLACES: unlabelled, EXCEPTIONS: n_exceptions}[column]:,}"

    # Qt overrides

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the rows."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the columns."""
        return 0 if parent.isValid() else len(_TITLES)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what a cell shows or says."""
        if not index.isValid() or self._surfaces is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.text(index.row(), index.column())
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self._tip(index.row(), index.column()))
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{_TITLES[index.column()]}: {self.text(index.row(), index.column())}"
            case Qt.ItemDataRole.TextAlignmentRole:
                return self.alignment(index.column())
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 goes back to the most telling first."""
        self._sorting = (column, order)
        self._rearrange()

    def _rearrange(self) -> None:
        self.beginResetModel()
        self._order = self._arranged()
        self.endResetModel()

    def _arranged(self) -> AnyIntArray:
        if self._surfaces is None:
            return np.zeros(0, dtype=np.int64)
        kept = np.flatnonzero(self._filter.mask(self._surfaces))
        column, order = self._sorting
        if column < 0:
            return kept
        keys = SORT_KEYS[_SORTED_BY[column]](self._surfaces)[kept]
        return kept[np.argsort(keys if order == Qt.SortOrder.AscendingOrder else -keys, kind="stable")]

    def _tip(self, row: int, column: int) -> str:
        text = self.text(row, column)
        if column <= READINGS:
            return text
        if column == SHARE:
            return f"{self.text(row, EXCEPTIONS)} of {self.text(row, PLACES)} places\n{meaning(_MEANINGS[column])}"
        return meaning(_MEANINGS[column])
