"""The subsets of tough mentions as a table: how many mentions each has, and how many of them are found."""

from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.analysis.percent import UNDEFINED, percent_text
from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.query.tough_counts import ToughCounts
from nerinspect.ui.models.tough_rows import ToughColumn, ToughRow, subset_name, tough_rows
from nerinspect.ui.tooltips import tooltip

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()
_TITLES: Final = ("Subset", "Mentions", "Share", "Recall", "Missed")
_MEANINGS: Final = ("tough", "tough_mentions", "tough_share", "tough_recall", "tough_missed")


class ToughRole(IntEnum):
    """What the delegate asks for beside the text."""

    ROW = Qt.ItemDataRole.UserRole + 2
    IS_PICKED = Qt.ItemDataRole.UserRole + 3
    IS_UNFOLDED = Qt.ItemDataRole.UserRole + 4


class ToughModel(QAbstractTableModel):
    """List the subsets in the order of the screen; below one of them, on demand, its mentions of each type."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ToughRow, ...] = ()
        self._counts: ToughCounts | None = None
        self._types: tuple[str, ...] = ()
        self._picked: frozenset[str] = frozenset()
        self._unfolded = ""

    @property
    def unfolded(self) -> str:
        """The subset whose types are listed; empty if none is."""
        return self._unfolded

    @property
    def has_types(self) -> bool:
        """Whether there is more than one type to list."""
        return self._counts is not None and len(self._counts.types) > 1

    def row(self, place: int) -> ToughRow:
        """Give what a row counts."""
        return self._rows[place]

    def set_counts(self, types: Sequence[str], counts: ToughCounts, picked: Collection[object] = ()) -> None:
        """Show other counts.

        Parameters
        ----------
        types : sequence of str
            Names of the types of the study.
        counts : ToughCounts
            Mentions by subset, and those found.
        picked : collection of object
            Subsets that the filter names.
        """
        self._types, self._counts = tuple(types), counts
        self._picked = frozenset(map(str, picked))
        self._update()

    def set_unfolded(self, subset: str) -> None:
        """List the types of another subset; of none if the name is empty."""
        self._unfolded = subset
        self._update()

    def as_tsv(self) -> str:
        """Write all rows under their heads, with a column for the types if some are listed."""
        titles = [*_TITLES, "Type"] if any(row.type_name for row in self._rows) else [*_TITLES]
        lines = [titles]
        for row in self._rows:
            numbers = [str(row.mentions), row.share_text, row.recall_text, str(row.missed)]
            kind = [" ".join((row.type_name or "all").split())] if len(titles) > len(_TITLES) else []
            lines.append([subset_name(row.subset), *numbers, *kind])
        return "".join("\t".join(line) + "\n" for line in lines)

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the subsets and the listed types."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the columns, which are always the same."""
        return 0 if parent.isValid() else len(ToughColumn)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Give what one cell shows."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], ToughColumn(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.text(column)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(_explained(row, column))
            case Qt.ItemDataRole.WhatsThisRole:
                return _explained(row, column)
            case ToughRole.ROW:
                return row
            case ToughRole.IS_PICKED:
                return row.subset in self._picked
            case ToughRole.IS_UNFOLDED:
                return row.subset == self._unfolded
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Name a column, and say what stands in it."""
        if orientation == Qt.Orientation.Horizontal:
            match role:
                case Qt.ItemDataRole.DisplayRole:
                    return _TITLES[section]
                case Qt.ItemDataRole.ToolTipRole:
                    return tooltip(meaning(_MEANINGS[section]))
                case Qt.ItemDataRole.TextAlignmentRole:
                    return Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
        return None

    def _update(self) -> None:
        rows = () if self._counts is None else tough_rows(self._counts, self._types, self._unfolded)
        is_other = [(row.subset, row.type_name) for row in rows] != [(row.subset, row.type_name) for row in self._rows]
        if is_other:
            self.beginResetModel()
        self._rows = rows
        if is_other:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(ToughColumn) - 1))

    def _spoken(self, row: ToughRow, column: ToughColumn) -> str:
        name = f"{subset_name(row.subset)}{f', {row.type_name}' if row.type_name else ''}"
        state = f"{', small' if row.is_small else ''}{', picked' if row.subset in self._picked else ''}"
        match column:
            case ToughColumn.SUBSET:
                return f"{name}{state}"
            case ToughColumn.MENTIONS:
                return f"{name}: {counted(row.mentions, 'mention')}{state}"
            case ToughColumn.SHARE | ToughColumn.RECALL if row.text(column) == UNDEFINED:
                return f"{name}: {_TITLES[column].casefold()} undefined{state}"
            case ToughColumn.SHARE:
                return f"{name}: {row.share_text} percent of the mentions{state}"
            case ToughColumn.RECALL:
                return f"{name}: recall {row.recall_text} percent{state}"
        return f"{name}: {row.missed:,} missed{state}"


def _explained(row: ToughRow, column: ToughColumn) -> str:
    """Say what a cell counts, by numbers, then what the subset is."""
    type_name = f"{row.type_name} " if row.type_name else ""
    lines = []
    if column == ToughColumn.RECALL and not row.mentions:
        lines.append("–: no mention is in the subset, so recall is undefined.")
    elif column == ToughColumn.SHARE and row.total and not row.mentions:
        lines.append("–: no mention is in the subset.")
    elif column in (ToughColumn.RECALL, ToughColumn.MISSED):
        n, is_found = (row.recalled, "found") if column == ToughColumn.RECALL else (row.missed, "not found")
        mentions = counted(row.mentions, f"{type_name}mention")
        lines.append(f"{n:,} of {mentions} {is_found} with the same extent and type ({_percent(n, row.mentions)})")
    if not row.total:
        lines.append("–: there are no mentions, so shares are undefined.")
    elif row.is_small or column in (ToughColumn.MENTIONS, ToughColumn.SHARE):
        whole = counted(row.total, f"{type_name}mention")
        small = "small: " if row.is_small else ""
        lines.append(f"{small}{row.mentions:,} of {whole} ({_percent(row.mentions, row.total)})")
    return "\n".join([*lines, meaning(f"tough_{row.subset}")])


def _percent(numerator: int, denominator: int) -> str:
    return f"{percent_text(numerator, denominator)} %" if denominator else UNDEFINED
