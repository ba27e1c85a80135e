"""The places of a surface in training as rows of a small concordance, each made when it is shown."""

from typing import Final

from PySide6.QtCore import QAbstractTableModel, Qt

from nerinspect.ui.panels.details.cells import Index
from nerinspect.ui.panels.details.training_facts import ALL, TrainingPlace, TrainingSurface

PLACE_ROLE: Final = Qt.ItemDataRole.UserRole
"""The whole row; what is painted."""

LEFT, SEGMENT, RIGHT, READING = range(4)

_PAGE = 8  # rows that are made together


class TrainingPlaceModel(QAbstractTableModel):
    """Hold the first places of a surface."""

    def __init__(self) -> None:
        super().__init__()
        self._surface: TrainingSurface | None = None
        self._reading, self._n_shown = ALL, 0
        self._made: dict[int, TrainingPlace] = {}

    def show_places(self, surface: TrainingSurface, reading: str, at_most: int) -> None:
        """Hold so many places of a surface that are read in one way, or `ALL`."""
        self.beginResetModel()
        if surface is not self._surface or reading != self._reading:
            self._made = {}
        self._surface, self._reading = surface, reading
        self._n_shown = min(at_most, surface.count(reading))
        self.endResetModel()

    def row(self, number: int) -> TrainingPlace:
        """Give one row."""
        if number not in self._made:
            assert self._surface is not None, "there is a row"
            first = number // _PAGE * _PAGE
            n_rows = min(_PAGE, self._surface.count(self._reading) - first)
            places = self._surface.places(self._reading, first, n_rows)
            self._made.update(enumerate(places, first))
        return self._made[number]

    def as_tsv(self) -> str:
        """Write all rows on show as text that a spreadsheet takes."""
        rows = (self.row(number) for number in range(self._n_shown))
        return "".join("\t".join((*_texts(row), row.place)) + "\n" for row in rows)

    def rowCount(self, parent: Index | None = None) -> int:
        """Count the rows."""
        return 0 if parent is not None and parent.isValid() else self._n_shown

    def columnCount(self, parent: Index | None = None) -> int:
        """Count the columns."""
        return 0 if parent is not None and parent.isValid() else 4

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what a cell shows or says."""
        if not index.isValid():
            return None
        row = self.row(index.row())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _texts(row)[index.column()]
            case Qt.ItemDataRole.ToolTipRole:
                return row.spoken
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.spoken
            case Qt.ItemDataRole.UserRole:
                return row
        return None


def _texts(row: TrainingPlace) -> tuple[str, str, str, str]:
    return row.left, row.segment.text, row.right, row.reading
