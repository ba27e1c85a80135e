"""The cells of the small tables in the details: what each shows, says and opens."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.ui.tooltips import tooltip

Index = QModelIndex | QPersistentModelIndex

CELL_ROLE: Final = Qt.ItemDataRole.UserRole
"""The whole cell; what is painted."""


@dataclass(frozen=True)
class DetailCell:
    """What one cell shows.

    Attributes
    ----------
    text : str
        As on screen.
    query : str
        What a click asks for; empty if the cell is no door.
    key : str
        Key of its definition in the glossary, or empty.
    note : str
        How the text comes about, for a tooltip.
    spoken : str
        What a screen reader says instead of the text.
    mark : str
        What stands behind the text in semibold, such as a bucket.
    side : str
        For the type of a mention: where its line stands, `reference` above and `prediction` below.
    is_number, is_quiet, is_bold, is_strong : bool
        Set at the right; in the colour of labels; in semibold as a sum, below a line; in semibold alone.
    wording : Wording
        What its definition calls the two sides.
    """

    text: str = ""
    query: str = ""
    key: str = ""
    note: str = ""
    spoken: str = ""
    mark: str = ""
    side: Literal["", "reference", "prediction"] = ""
    is_number: bool = False
    is_quiet: bool = False
    is_bold: bool = False
    is_strong: bool = False
    wording: Wording = JUDGED

    @property
    def meaning(self) -> str:
        """The sentence of its definition; empty if it has none."""
        return self.wording.meaning(self.key) if self.key else ""

    @property
    def copied(self) -> str:
        """The text and what stands behind it."""
        return f"{self.text} {self.mark}" if self.mark else self.text

    @property
    def tooltip(self) -> str:
        """The note, then what the cell means; the text itself where it may be cut off."""
        parts = (self.note, self.meaning)
        own = "" if self.is_number else self.text
        return "\n".join(dict.fromkeys(part for part in (own, *parts) if part))


class DetailModel(QAbstractTableModel):
    """Hold a few rows of cells, with heads and names of rows if there are any."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[Sequence[DetailCell]] = ()
        self._names: Sequence[DetailCell] = ()
        self._heads: Sequence[DetailCell] = ()

    def set_cells(
        self,
        rows: Sequence[Sequence[DetailCell]],
        names: Sequence[DetailCell] = (),
        heads: Sequence[DetailCell] = (),
    ) -> None:
        """Replace everything; all rows are equally long, and so are the heads."""
        self.beginResetModel()
        self._rows, self._names, self._heads = rows, names, heads
        self.endResetModel()

    def as_tsv(self) -> str:
        """Write the whole table, with names and heads, as text that a spreadsheet takes."""
        lines = [[cell.copied for cell in row] for row in self._rows]
        if self._names:
            lines = [[name.text, *line] for name, line in zip(self._names, lines, strict=True)]
        if self._heads:
            lines.insert(0, ["", *(head.text for head in self._heads)])
        return "".join("\t".join(line) + "\n" for line in lines)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the columns."""
        return 0 if parent.isValid() or not self._rows else len(self._rows[0])

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what a cell shows or says."""
        return _cell_data(self._rows[index.row()][index.column()], role) if index.isValid() else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what a head or the name of a row shows or says."""
        cells = self._heads if orientation == Qt.Orientation.Horizontal else self._names
        return _cell_data(cells[section], role) if 0 <= section < len(cells) else None


def _cell_data(cell: DetailCell, role: int) -> object:
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return cell.text
        case Qt.ItemDataRole.ToolTipRole:
            return tooltip(cell.tooltip) or None
        case Qt.ItemDataRole.AccessibleTextRole:
            return cell.spoken or cell.text
        case Qt.ItemDataRole.UserRole:
            return cell
    return None
