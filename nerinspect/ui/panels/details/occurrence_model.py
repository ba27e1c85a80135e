"""A few events as rows of a small concordance."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt

from nerinspect.analysis.events import KIND_NAMES
from nerinspect.analysis.explanation import spoken
from nerinspect.analysis.study import Study
from nerinspect.results.mention_facts import event_query
from nerinspect.ui.models.event_cells import EventCells, SegmentCell
from nerinspect.ui.panels.details.cells import Index

OCCURRENCE_ROLE: Final = Qt.ItemDataRole.UserRole
"""The whole row; what is painted."""

KIND, LEFT, SEGMENT, RIGHT, PLACE = range(5)


@dataclass(frozen=True)
class Occurrence:
    """What one row shows.

    Attributes
    ----------
    event : int
        Number of the event in its study.
    kind : str
        Letters of its kind.
    left, right : str
        The words that stand left and right of the segment on screen.
    segment : SegmentCell
        Its words with both readings.
    place : str
        Document and sentence.
    query : str
        Finds just this event; empty where the format has no lines.
    spoken : str
        Kind, surface and readings in words.
    """

    event: int
    kind: str
    left: str
    segment: SegmentCell
    right: str
    place: str
    query: str
    spoken: str


def occurrences_of(study: Study, events: Sequence[int]) -> list[Occurrence]:
    """Write out some events, one row each."""
    cells = EventCells(study)
    rows = []
    for event in events:
        kind = cells.kind(event)
        rows.append(
            Occurrence(
                event,
                kind,
                cells.at_left(event),
                cells.segment(event),
                cells.at_right(event),
                cells.place(event),
                event_query(study, event),
                f"{KIND_NAMES[kind]}: {spoken(study, event)}",
            )
        )
    return rows


class OccurrenceModel(QAbstractTableModel):
    """Hold a few rows."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[Occurrence] = ()

    def set_rows(self, rows: Sequence[Occurrence]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row(self, number: int) -> Occurrence:
        """Give one row."""
        return self._rows[number]

    def as_tsv(self) -> str:
        """Write all rows as text that a spreadsheet takes."""
        return "".join("\t".join(_texts(row)) + "\n" for row in self._rows)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the columns."""
        return 0 if parent.isValid() else 5

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what a cell shows or says."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _texts(row)[index.column()]
            case Qt.ItemDataRole.ToolTipRole:
                return f"{KIND_NAMES[row.kind]}: {row.segment.text}"
            case Qt.ItemDataRole.AccessibleTextRole:
                return row.spoken
            case Qt.ItemDataRole.UserRole:
                return row
        return None


def _texts(row: Occurrence) -> tuple[str, str, str, str, str]:
    return row.kind.upper(), row.left, row.segment.text, row.right, row.place
