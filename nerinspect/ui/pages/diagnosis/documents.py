"""The list of documents by score, worst first, a page at a time."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import isnan
from typing import Final, Protocol

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QWidget

from nerinspect.events.scores import UNDEFINED
from nerinspect.events.study import Study
from nerinspect.glossary import meaning
from nerinspect.lists.table import Ratio, Row, Table, Value
from nerinspect.query.counts.buckets import DocumentRanking
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.rates import MentionBase, doors_to
from nerinspect.ui.kit.pages.take_away import as_shown
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import (
    Cell,
    Column,
    Index,
    NumberTableModel,
    Place,
    RowGroup,
    TableRow,
    count_cell,
    count_text,
    score_text,
)

_ERRORS: Final = "Events that are not correct."

DOCUMENTS: Final = "Documents, worst first"
DOCUMENT_NAMES: Final = ("Document", "Name")
DOCUMENT_COLUMNS: Final = (
    Column("Document", "Number of the document in the reference, and its name"),
    Column("Rank", meaning("document_rank"), widest="100,000"),
    Column("F1", meaning("f1"), is_percent=True),
    Column("", "F1 as a bar, from 0 to 100", widest="", is_extra=True),
    Column("Reference", meaning("reference_mentions"), widest="999,999"),
    Column("Predicted", meaning("predicted_mentions"), widest="999,999", is_extra=True),
    Column("Errors", _ERRORS, widest="999,999"),
    Column("Demerits", meaning("demerits"), widest="999,999"),
)


class DocumentList:
    """The documents of a study in the order of their scores.

    Parameters
    ----------
    prediction : int
        The run whose events are opened.
    n_runs : int
        Runs of the system; means over several open whole documents.
    """

    def __init__(self, study: Study, ranking: DocumentRanking, base: MentionBase, prediction: int, n_runs: int) -> None:
        self._study, self._ranking, self._base = study, ranking, base
        self._prediction, self._n_runs = prediction, n_runs
        self._demerits = ranking.demerits

    def __len__(self) -> int:
        """Count the documents."""
        return len(self._ranking.document)

    def rows(self, places: Sequence[int]) -> list[RowGroup]:
        """Lay out the documents at some places."""
        return [self._row(place) for place in places]

    def values(self) -> Iterator[Row]:
        """Give all documents as they are copied, without making rows of cells."""
        ranking, names = self._ranking, self._study.text.document_names
        columns = [column.tolist() for column in (*ranking.counts[:2], ranking.errors, ranking.demerits)]
        for place, (number, rank) in enumerate(zip(ranking.document.tolist(), ranking.rank.tolist(), strict=True)):
            counts = [int(column[place]) if self._n_runs == 1 else column[place] for column in columns]
            yield number, names[number - 1] if names else None, rank or None, self._f1(place), *counts

    def _row(self, place: int) -> RowGroup:
        number, names = int(self._ranking.document[place]), self._study.text.document_names
        note = names[number - 1] if names else ""
        name = f"{number:,}"
        row = TableRow(
            name, (name, note), partial(self._cells, place, number), note, prediction=self._prediction,
            door=Term("doc", (number,)),
        )  # fmt: skip
        return RowGroup(name, row)

    def _cells(self, place: int, number: int) -> tuple[Cell, ...]:
        ranking, here = self._ranking, Term("doc", (number,))
        inside = replace(self._base, events=all_of(here, self._base.events))
        doors = doors_to(inside, self._base.types_of(self._study))
        rank, f1 = int(ranking.rank[place]), float(ranking.f1[place])
        value = self._f1(place)
        text = score_text(value)
        why = f"{meaning('f1')}\n" + (f"{UNDEFINED}: neither side has a mention." if isnan(f1) else text)
        return (
            Cell(f"{rank:,}" if rank else UNDEFINED, rank or None, tooltip=meaning("document_rank")),
            Cell(text, value, None if isnan(f1) else self._door(doors.either, here), why),
            Cell("", tooltip=f"F1 {text} of 100", bar=0.0 if isnan(f1) else f1),
            self._count(ranking.counts[0][place], self._door(doors.reference, here), meaning("reference_mentions")),
            self._count(ranking.counts[1][place], self._door(doors.predicted, here), meaning("predicted_mentions")),
            self._count(ranking.errors[place], self._door(doors.errors, here), _ERRORS),
            self._count(self._demerits[place], self._door(doors.errors, here), meaning("demerits")),
        )

    def _door(self, door: Filter, here: Filter) -> Filter:
        """Open what is counted; of a mean, which counts no events, the whole document."""
        return door if self._n_runs == 1 else here

    def _count(self, count: float, door: Filter, explained: str) -> Cell:
        if self._n_runs == 1:
            return count_cell(int(count), door, explained)
        return Cell(count_text(count), float(count), door, f"{explained}\n{meaning('mean_of_runs')}", is_dim=not count)

    def _f1(self, place: int) -> Value:
        f1 = float(self._ranking.f1[place])
        if isnan(f1):
            return Ratio(0, 0)
        if self._n_runs > 1:
            return f1
        reference, predicted, correct = (int(count) for count in self._ranking.counts[:, place])
        return Ratio(2 * correct, reference + predicted)


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
    def n_rows(self) -> int:
        """The number of documents."""
        return len(self._list) if self._list else 0

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
        return as_shown(self.as_table())

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
    """Show the documents; a click on one filters its events."""

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
