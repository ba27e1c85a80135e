"""The model of a table of numbers: cells that know their door, groups of rows that fold."""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from nerinspect.results.table import Row, Table, Value
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow
from nerinspect.ui.tooltips import tooltip

Index = QModelIndex | QPersistentModelIndex

COLUMN_ROLE: Final = Qt.ItemDataRole.UserRole
"""The `Column` of a head."""


QUERY_ROLE: Final = Qt.ItemDataRole.UserRole + 1
"""The query of a cell's door; empty where it is none."""


class Place(NamedTuple):
    """One row on screen, and the group it belongs to."""

    row: TableRow
    group: RowGroup

    @property
    def is_head(self) -> bool:
        """Whether other rows fold away under it."""
        return self.row is self.group.head


class NumberTableModel(QAbstractTableModel):
    """Hold groups of rows; names in the first column, numbers in the others.

    Signals
    -------
    rows_changed
        Other rows are on screen.
    """

    rows_changed = Signal()

    def __init__(
        self, columns: Sequence[Column], name_columns: Sequence[str], title: str, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.columns, self.title = tuple(columns), title
        self._name_columns = tuple(name_columns)
        self._groups: list[RowGroup] = []
        self._open: set[str] = set()
        self._places: list[Place] = []

    def set_columns(self, columns: Sequence[Column]) -> None:
        """Replace the columns behind the names and take all rows away; other rows are to follow."""
        self.beginResetModel()
        self.columns, self._groups, self._places = tuple(columns), [], []
        self.endResetModel()

    def set_groups(self, groups: Sequence[RowGroup], is_open: Collection[str] | None = None) -> None:
        """Replace all rows.

        Parameters
        ----------
        groups : sequence of RowGroup
            In order.
        is_open : collection of str, optional
            Keys of the groups whose rows are on screen; left out, as before.
        """
        self.beginResetModel()
        self._groups = list(groups)
        if is_open is not None:
            self._open = set(is_open)
        self._places = [
            Place(row, group)
            for group in self._groups
            for row in (group.head, *(group.rows if group.key in self._open else ()))
        ]
        self.endResetModel()
        self.rows_changed.emit()

    def place(self, row: int) -> Place:
        """Give a row on screen."""
        return self._places[row]

    @property
    def rows_shown(self) -> list[TableRow]:
        """Those on screen, in order."""
        return [place.row for place in self._places]

    def cell(self, index: Index) -> Cell:
        """Give one cell."""
        return self._places[index.row()].row.cells[index.column()]

    def is_open(self, row: int) -> bool:
        """Tell whether the rows of a row's group are on screen."""
        return self._places[row].group.key in self._open

    def can_fold(self, row: int) -> bool:
        """Tell whether there are rows that fold away under a row."""
        place = self._places[row]
        return place.is_head and place.group.make_rows is not None

    def toggle(self, row: int) -> None:
        """Fold the rows under a row away, or bring them back."""
        if not self.can_fold(row):
            return
        group = self._places[row].group
        first, last = row + 1, row + len(group.rows)
        if group.key in self._open:
            self.beginRemoveRows(QModelIndex(), first, last)
            self._open.remove(group.key)
            del self._places[first : last + 1]
            self.endRemoveRows()
        else:
            self.beginInsertRows(QModelIndex(), first, last)
            self._open.add(group.key)
            self._places[first:first] = [Place(member, group) for member in group.rows]
            self.endInsertRows()
        head = self.index(row, 0)
        self.dataChanged.emit(head, head)
        self.rows_changed.emit()

    @property
    def is_long(self) -> bool:
        """Whether writing out all rows takes so long that the window would wait."""
        return False

    def as_table(self) -> Table:
        """Give all rows, folded ones too, as a result table without columns that only draw."""
        shown = self._copied_columns
        titles = [title for number in shown for title in self.columns[number].copied_titles]
        percent = (self.columns[number].copied_titles for number in shown if self.columns[number].is_percent)
        rows: list[Row] = [(*row.copied_names, *self._copied_values(row)) for row in self._all_rows]
        return Table((*self._name_columns, *titles), rows, frozenset(chain.from_iterable(percent)))

    def as_tsv(self) -> str:
        """Write all rows as they are shown, folded ones too, as text that a spreadsheet takes."""
        shown = self._copied_columns
        heads = [*self._name_columns, *(self.columns[number].copied_title for number in shown)]
        rows = [[*row.copied_names, *(row.cells[number].text for number in shown)] for row in self._all_rows]
        return "".join("\t".join(texts) + "\n" for texts in [heads, *rows])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the rows on screen."""
        return 0 if parent.isValid() else len(self._places)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Count the columns."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give what a cell shows or explains."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cell(index).text
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self.cell(index).tooltip) or None
        if role == QUERY_ROLE:
            return self.cell(index).query
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(index)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401 - as Qt has it
        """Give the heads of the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(column.tooltip) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return column.title or ("Equals" if column.widest else "Bar") if section else column.title or "Name"
        return {COLUMN_ROLE: column, Qt.ItemDataRole.TextAlignmentRole: alignment(section)}.get(Qt.ItemDataRole(role))

    def _spoken(self, index: Index) -> str:
        """Say a name with its note and whether it is folded, a number with what it is."""
        cell, row = self.cell(index), self._places[index.row()].row
        if index.column():
            column = self.columns[index.column()]
            if not column.is_copied:
                return cell.text or (f"{row.name}, {cell.tooltip}" if cell.dots else f"{row.name}, bar")
            return f"{row.name}, {column.copied_title} {cell.text}"
        folding = f", {'open' if self.is_open(index.row()) else 'folded'}" if self.can_fold(index.row()) else ""
        return f"{row.name} {row.note}".rstrip() + folding

    def _copied_values(self, row: TableRow) -> Iterator[Value]:
        """Give what a copy says in each column, with deviations where columns are of several runs."""
        for number in self._copied_columns:
            yield row.cells[number].value
            if self.columns[number].is_of_runs:
                yield row.cells[number].deviation

    @property
    def _all_rows(self) -> list[TableRow]:
        return [row for group in self._groups for row in (group.head, *group.rows)]

    @property
    def _copied_columns(self) -> list[int]:
        return [number for number, column in enumerate(self.columns) if number and column.is_copied]


def alignment(column: int) -> Qt.AlignmentFlag:
    """Put names on the left and numbers on the right."""
    side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
