"""A table that makes its rows a page at a time, as far as they are scrolled to; copies have them all."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, Protocol

from PySide6.QtCore import QModelIndex

from nerinspect.lists.table import Row, Table, Value
from nerinspect.quantities import grouped
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import Column, Index, NumberTableModel, Place, RowGroup, count_text, score_text

_MOST_SHOWN: Final = 12
_WRITTEN_AT_ONCE: Final = 500
_PAGE: Final = 100
"""So many rows are made at once; more when the last of them is scrolled to."""


class Listed(Protocol):
    """Rows in some order."""

    def __len__(self) -> int:
        """Count them."""

    def rows(self, places: Sequence[int]) -> list[RowGroup]:
        """Lay out those at some places."""

    def values(self) -> Iterable[Row]:
        """Give all as they are copied, with what stands above them."""


class LongModel(NumberTableModel):
    """Hold the rows that were scrolled to."""

    _list: Listed | None = None
    _n_above = 0

    def show_list(self, listed: Listed, *above: RowGroup) -> None:
        """Replace all rows, under some that are there from the beginning."""
        self._list, self._n_above = listed, len(above)
        self.set_groups([*above, *listed.rows(range(min(len(listed), _PAGE)))])

    @property
    def n_rows(self) -> int:
        """The number of rows, with those that nobody has scrolled to."""
        return self._n_above + len(self._list) if self._list else 0

    @property
    def is_long(self) -> bool:
        """Whether writing out all rows takes so long that the window would wait."""
        return self._list is not None and len(self._list) > _WRITTEN_AT_ONCE

    def as_table(self) -> Table:
        """Give all rows as a result table, which makes them while they are read; in any thread."""
        copied = [column for column in self.columns[1:] if column.is_copied]
        percent = frozenset(column.copied_title for column in copied if column.is_percent)
        columns = (*self._name_columns, *(column.copied_title for column in copied))
        return Table(columns, self._list.values() if self._list else [], percent)

    def as_tsv(self) -> str:
        return as_shown(self.as_table())

    def canFetchMore(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008 - Qt's own default
        """Tell whether there are rows that nobody has scrolled to."""
        return not parent.isValid() and len(self._groups) < self.n_rows

    def fetchMore(self, parent: Index = QModelIndex()) -> None:  # noqa: B008 - Qt's own default
        assert self._list is not None, "there is more"
        row = len(self._groups)
        first = row - self._n_above
        page = self._list.rows(range(first, min(first + _PAGE, len(self._list))))
        self.beginInsertRows(QModelIndex(), row, row + len(page) - 1)
        self._groups += page
        self._places += [Place(group.head, group) for group in page]
        self.endInsertRows()
        self.rows_changed.emit()


class LongTable(NumberTable):
    """Show the first rows, and others when they are asked for."""

    def __init__(self, columns: Sequence[Column], name_columns: Sequence[str], title: str) -> None:
        self._long = LongModel(columns, name_columns, title)
        super().__init__(self._long, most_rows=_MOST_SHOWN)

    def show_list(self, listed: Listed, *above: RowGroup) -> None:
        """Show other rows, under some that are there from the beginning."""
        self._long.show_list(listed, *above)


def as_shown(table: Table) -> str:
    """Write a table as its cells are shown, as text that a spreadsheet takes."""
    are_scores = [column in table.percentages for column in table.columns]
    lines = chain((table.columns,), (map(_written_as_shown, row, are_scores) for row in table))
    return "".join("\t".join(line) + "\n" for line in lines)


def _written_as_shown(value: Value, is_score: bool) -> str:
    if is_score:
        return score_text(value)
    if isinstance(value, float):
        return count_text(value)
    return grouped(value) if isinstance(value, int) else str(value or "")
