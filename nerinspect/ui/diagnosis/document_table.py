"""The list of documents, worst first, a page at a time."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, Protocol

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QWidget

from nerinspect.results.table import Row, Table, Value
from nerinspect.ui.diagnosis.document_rows import DOCUMENT_COLUMNS, DOCUMENT_NAMES, DOCUMENTS, count_text
from nerinspect.ui.overview.cells import Column, RowGroup, score_text
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import Index, NumberTableModel, Place

_MOST_SHOWN: Final = 12
_WRITTEN_AT_ONCE: Final = 500
_PAGE: Final = 100
"""So many rows are made at once; more when the last of them is scrolled to."""


class ListedDocuments(Protocol):
    """The documents of a study in some order."""

    def __len__(self) -> int:
        """Count the documents."""

    def rows(self, places: Sequence[int]) -> list[RowGroup]:
        """Lay out the documents at some places."""

    def values(self) -> Iterable[Row]:
        """Give all documents as they are copied."""


class DocumentModel(NumberTableModel):
    """Hold the rows that were scrolled to; copies have them all."""

    def __init__(self, columns: Sequence[Column], title: str) -> None:
        super().__init__(columns, DOCUMENT_NAMES, title)
        self._list: ListedDocuments | None = None

    def show_list(self, documents: ListedDocuments) -> None:
        """Replace all rows."""
        self._list = documents
        self.set_groups(documents.rows(range(min(len(documents), _PAGE))))

    @property
    def is_long(self) -> bool:
        """Whether writing out all rows takes so long that the window would wait."""
        return self._list is not None and len(self._list) > _WRITTEN_AT_ONCE

    def as_table(self) -> Table:
        """Give all rows as a result table, which makes them while they are read; in any thread."""
        columns = (*DOCUMENT_NAMES, *(column.title for column in self.columns[1:] if column.is_copied))
        return Table(columns, self._list.values() if self._list else [], frozenset(("F1",)))

    def as_tsv(self) -> str:
        """Write all rows as text that a spreadsheet takes."""
        return documents_text(self.as_table())

    def canFetchMore(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008 - Qt's own default
        """Tell whether there are rows that nobody has scrolled to."""
        return not parent.isValid() and self._list is not None and len(self._groups) < len(self._list)

    def fetchMore(self, parent: Index = QModelIndex()) -> None:  # noqa: B008 - Qt's own default
        """Make the next page."""
        assert self._list is not None, "there is more"
        first = len(self._groups)
        page = self._list.rows(range(first, min(first + _PAGE, len(self._list))))
        self.beginInsertRows(QModelIndex(), first, first + len(page) - 1)
        self._groups += page
        self._places += [Place(group.head, group) for group in page]
        self.endInsertRows()
        self.rows_changed.emit()


class DocumentTable(NumberTable):
    """Show the documents; a click on one filters its events.

    Parameters
    ----------
    columns : sequence of Column
        What is said of each, its name first.
    title : str
        What the table is called.
    parent : QWidget, optional
        Where the table stands.
    """

    def __init__(
        self,
        columns: Sequence[Column] = DOCUMENT_COLUMNS,
        title: str = DOCUMENTS,
        parent: QWidget | None = None,
    ) -> None:
        self._documents = DocumentModel(columns, title)
        super().__init__(self._documents, parent, _MOST_SHOWN)
        self._documents.setParent(self)

    def show_list(self, documents: ListedDocuments) -> None:
        """Show other documents."""
        self._documents.show_list(documents)
        self._fit()


def documents_text(table: Table) -> str:
    """Write documents as text that a spreadsheet takes."""
    is_score = [column in table.percentages for column in table.columns]
    lines = chain((table.columns,), (map(_written, row, is_score) for row in table))
    return "".join("\t".join(line) + "\n" for line in lines)


def _written(value: Value, is_score: bool) -> str:
    """Write a cell as it is shown."""
    if is_score:
        return score_text(value)
    if isinstance(value, float):
        return count_text(value)
    return f"{value:,}" if isinstance(value, int) else str(value or "")
