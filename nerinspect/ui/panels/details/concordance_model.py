"""Words around a segment as rows: what the small concordances in the details have in common."""

from abc import abstractmethod
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from nerinspect.ui.models.event_cells import SegmentCell
from nerinspect.ui.panels.details.cells import CELL_ROLE, Index
from nerinspect.ui.tooltips import tooltip


class ConcordanceColumn(IntEnum):
    """The columns there can be; `EDGE` is the last: where the segment stands, or how it is read."""

    KIND, LEFT, SEGMENT, RIGHT, EDGE = range(5)


@dataclass(frozen=True, kw_only=True)
class ConcordanceRow:
    """What one row shows.

    Attributes
    ----------
    left, right : str
        The words that stand left and right of the segment on screen.
    segment : SegmentCell
        Its words with their readings.
    edge : str
        What the last column says.
    spoken : str
        All of it for a screen reader.
    kind : str
        Letters of an event kind; empty where there is no event.
    is_marked : bool
        Whether the last column is set in the colour of texts.
    """

    left: str
    segment: SegmentCell
    right: str
    edge: str
    spoken: str
    kind: str = ""
    is_marked: bool = False

    @property
    def texts(self) -> tuple[str, str, str, str, str]:
        """What each column says."""
        return self.kind.upper(), self.left, self.segment.text, self.right, self.edge

    @property
    def copied(self) -> tuple[str, ...]:
        """What a copy of the table has."""
        return self.texts

    @property
    def tooltip(self) -> str:
        """What is said of the row under the pointer."""
        return self.spoken


class ConcordanceModel(QAbstractTableModel):
    """Give rows for some of the columns.

    Parameters
    ----------
    first_column : int
        `KIND` or `LEFT`; those after it follow.
    """

    def __init__(self, first_column: int) -> None:
        super().__init__()
        self.first_column = first_column

    @abstractmethod
    def row(self, number: int) -> ConcordanceRow:
        """Give one row."""

    @property
    @abstractmethod
    def n_rows(self) -> int:
        """How many rows there are."""

    def as_tsv(self) -> str:
        """Write all rows as text that a spreadsheet takes."""
        return "".join("\t".join(self.row(number).copied) + "\n" for number in range(self.n_rows))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the rows."""
        return 0 if parent.isValid() else self.n_rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the columns."""
        return 0 if parent.isValid() else ConcordanceColumn.EDGE + 1 - self.first_column

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what a cell shows or says; `CELL_ROLE` gives the whole row, which is painted."""
        if not index.isValid():
            return None
        row = self.row(index.row())
        if role == Qt.ItemDataRole.DisplayRole:
            return row.texts[self.first_column + index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(row.tooltip)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        return row if role == CELL_ROLE else None
