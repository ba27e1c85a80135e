"""The subsets of tough mentions as a table: how many mentions each has, and how many of them are found."""

from collections.abc import Collection, Sequence
from enum import IntEnum
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from nerinspect.analysis.percent import UNDEFINED, percent_text
from nerinspect.errors import counted
from nerinspect.glossary.wording import JUDGED
from nerinspect.query.tough_counts import ToughCounts
from nerinspect.ui.models.tough_rows import ToughColumn, ToughRow, subset_name, tough_rows
from nerinspect.ui.tooltips import tooltip

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()
_TITLES: Final = ("Subset", "Mentions", "Share", "Recall", "Missed")
_COMPARED_TITLES: Final = ("Subset", "Mentions", "Share", "A", "", "B")
_NEUTRAL_TITLES: Final = ("Subset", "A", "B", "F1", "Both")
_MEANINGS: Final = ("tough", "tough_mentions", "tough_share", "tough_recall", "tough_missed", "tough_recall")


class ToughRole(IntEnum):
    """What the delegate asks for beside the text."""

    ROW = Qt.ItemDataRole.UserRole + 2
    IS_PICKED = Qt.ItemDataRole.UserRole + 3
    IS_UNFOLDED = Qt.ItemDataRole.UserRole + 4


class ToughModel(QAbstractTableModel):
    """List the subsets in the order of the screen; below one of them, on demand, its mentions of each type.

    Attributes
    ----------
    wording : Wording
        What the two sides are called from the next counts on.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[ToughRow, ...] = ()
        self._counts: ToughCounts | None = None
        self._types: tuple[str, ...] = ()
        self._picked: frozenset[str] = frozenset()
        self._unfolded = ""
        self._other: ToughCounts | None = None
        self._names: tuple[str, str] | None = None
        self._n_columns = len(_TITLES)
        self.wording = JUDGED

    @property
    def names(self) -> tuple[str, str] | None:
        """What A and B are called in queries; None while nothing is compared."""
        return self._names

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

    def set_counts(
        self,
        types: Sequence[str],
        counts: ToughCounts,
        picked: Collection[object] = (),
        other: ToughCounts | None = None,
        names: tuple[str, str] | None = None,
    ) -> None:
        """Show other counts.

        Parameters
        ----------
        types : sequence of str
            Names of the types of the study.
        counts : ToughCounts
            Mentions by subset, and those found.
        picked : collection of object
            Subsets that the filter names.
        other : ToughCounts or None
            Those of B, in a comparison.
        names : tuple of str or None
            What A and B are called in queries, in a comparison.
        """
        self._types, self._counts = tuple(types), counts
        self._other, self._names = (other, names) if other is not None else (None, None)
        self._picked = frozenset(map(str, picked))
        self._update()

    def set_unfolded(self, subset: str) -> None:
        """List the types of another subset; of none if the name is empty."""
        self._unfolded = subset
        self._update()

    def as_tsv(self) -> str:
        """Write all rows under their heads, with a column for the types if some are listed."""
        has_types = any(row.type_name for row in self._rows)
        titles = [title for title in self._titles if title]
        lines = [[*titles, *(["Type"] if has_types else [])]]
        for row in self._rows:
            numbers = [str(row.mentions), row.share_text, row.recall_text, str(row.missed)]
            if self._names is not None:
                numbers[-1] = row.text(ToughColumn.OTHER)
            if row.of_b is not None:
                numbers = [str(row.mentions), str(row.of_b), row.recall_text, str(row.recalled)]
            kind = [" ".join((row.type_name or "all").split())] if has_types else []
            lines.append([subset_name(row.subset), *numbers, *kind])
        return "".join("\t".join(line) + "\n" for line in lines)

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the subsets and the listed types."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        """Count the columns; that of B is there in a comparison alone."""
        return 0 if parent.isValid() else self._n_columns

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
                return tooltip(self._explained(row, column))
            case Qt.ItemDataRole.WhatsThisRole:
                return self._explained(row, column)
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
                    return self._titles[section]
                case Qt.ItemDataRole.ToolTipRole:
                    return tooltip(self.wording.meaning(_MEANINGS[section]))
                case Qt.ItemDataRole.TextAlignmentRole:
                    return Qt.AlignmentFlag.AlignRight if section else Qt.AlignmentFlag.AlignLeft
        return None

    @property
    def _titles(self) -> tuple[str, ...]:
        if self.wording.is_neutral:
            return _NEUTRAL_TITLES
        return _TITLES if self._names is None else _COMPARED_TITLES

    def _update(self) -> None:
        rows = () if self._counts is None else tough_rows(self._counts, self._types, self._unfolded, self._other)
        n_columns = len(self._titles)
        is_other = [(row.subset, row.type_name) for row in rows] != [(row.subset, row.type_name) for row in self._rows]
        is_other |= n_columns != self._n_columns
        if is_other:
            self.beginResetModel()
        self._rows, self._n_columns = rows, n_columns
        if is_other:
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, n_columns - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, n_columns - 1)

    def _explained(self, row: ToughRow, column: ToughColumn) -> str:
        """Say what a cell counts; of recalls in a comparison, whose they are."""
        if self._names is None or row.other is None or column not in (ToughColumn.RECALL, ToughColumn.OTHER):
            lines = _explained(row, column) if row.of_b is None else _explained_of_both(row, column)
            return "\n".join([*lines, self.wording.meaning(f"tough_{row.subset}")])
        is_b = column == ToughColumn.OTHER
        numbers = row.other if is_b else (row.recalled, row.mentions)
        type_name = f"{row.type_name} " if row.type_name else ""
        said = _side_explained("AB"[is_b], self._names[is_b], *numbers, type_name)
        return f"{said}\n{self.wording.meaning(f'tough_{row.subset}')}"

    def _spoken(self, row: ToughRow, column: ToughColumn) -> str:
        name = f"{subset_name(row.subset)}{f', {row.type_name}' if row.type_name else ''}"
        state = f"{', small' if row.is_small else ''}{', picked' if row.subset in self._picked else ''}"
        if row.of_b is not None and column != ToughColumn.SUBSET:
            return f"{name}: {_spoken_of_both(row, column)}{state}"
        match column:
            case ToughColumn.SUBSET:
                return f"{name}{state}"
            case ToughColumn.MENTIONS:
                return f"{name}: {counted(row.mentions, 'mention')}{state}"
            case ToughColumn.SHARE | ToughColumn.RECALL | ToughColumn.OTHER if row.text(column) == UNDEFINED:
                return f"{name}: {'share' if column == ToughColumn.SHARE else 'recall'} undefined{state}"
            case ToughColumn.SHARE:
                return f"{name}: {row.share_text} percent of the mentions{state}"
            case ToughColumn.RECALL | ToughColumn.OTHER:
                whose = "" if self._names is None else f" of {'A' if column == ToughColumn.RECALL else 'B'}"
                return f"{name}: recall{whose} {row.text(column)} percent{state}"
        return f"{name}: {row.missed:,} missed{state}"


def _side_explained(letter: str, name: str, n_found: int, n_mentions: int, type_name: str) -> str:
    """Say how many mentions one of two systems finds."""
    if not n_mentions:
        return f"{letter} is {name}; –: no mention is in the subset, so recall is undefined."
    mentions = counted(n_mentions, f"{type_name}mention")
    found = f"finds {n_found:,} of {mentions} with the same extent and type ({_percent(n_found, n_mentions)})"
    return f"{letter}, {name}, {found}."


def _spoken_of_both(row: ToughRow, column: ToughColumn) -> str:
    """Say a number of two annotators."""
    if column == ToughColumn.AGREEMENT:
        return "F1 undefined" if row.is_empty else f"F1 {row.recall_text} percent"
    whose = {ToughColumn.MENTIONS: "of A", ToughColumn.OF_B: "of B", ToughColumn.BOTH: "of both"}[column]
    n = {ToughColumn.MENTIONS: row.mentions, ToughColumn.OF_B: row.of_b or 0, ToughColumn.BOTH: row.recalled}[column]
    return f"{counted(n, 'mention')} {whose}"


def _explained_of_both(row: ToughRow, column: ToughColumn) -> list[str]:
    """Say by numbers what a cell counts of two annotators."""
    type_name, of_b = f"{row.type_name} " if row.type_name else "", row.of_b or 0
    if row.is_empty:
        return (
            ["–: neither has a mention in the subset, so F1 is undefined."] if column == ToughColumn.AGREEMENT else []
        )
    small = f"small: {row.mentions + of_b:,} of {counted(row.total, f'{type_name}mention')} of both sides"
    lines = [f"{small} ({_percent(row.mentions + of_b, row.total)})"] if row.is_small else []
    if column == ToughColumn.AGREEMENT:
        return [f"2 · {row.recalled:,} / ({row.mentions:,} + {of_b:,})", *lines]
    a = counted(row.mentions, f"{type_name}mention")
    return [f"{a} of A, {of_b:,} of B, {row.recalled:,} of both", *lines]


def _explained(row: ToughRow, column: ToughColumn) -> list[str]:
    """Say by numbers what a cell counts."""
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
    return lines


def _percent(numerator: int, denominator: int) -> str:
    return f"{percent_text(numerator, denominator)} %" if denominator else UNDEFINED
