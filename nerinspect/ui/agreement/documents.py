"""Documents by the agreement of two annotators, lowest first."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from nerinspect.analysis.agreement import AgreementCounts, DocumentAgreement
from nerinspect.analysis.study import Study
from nerinspect.glossary import meaning
from nerinspect.query.filters import Term
from nerinspect.results.table import Row
from nerinspect.ui.agreement.measured import f1_ratio
from nerinspect.ui.agreement.pair_doors import PairDoors
from nerinspect.ui.agreement.rows import count, f1_cells
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow

BY_DOCUMENT: Final = "Agreement by document"
AGREEING_COLUMNS: Final = (
    Column("Document", meaning("agreeing_document")),
    Column("F1", meaning("agreement_f1"), is_percent=True),
    Column("", "F1 as a bar, from 0 to 100", widest="", is_extra=True),
    Column("A", "Mentions of A", widest="999,999"),
    Column("B", "Mentions of B", widest="999,999"),
    Column("Both", meaning("both_mark"), widest="999,999"),
    Column("Only A", meaning("only_a_marks"), widest="999,999"),
    Column("Only B", meaning("only_b_marks"), widest="999,999"),
)


class AgreeingDocuments:
    """The documents of a study in the order of their agreement.

    Parameters
    ----------
    study : Study
        What is annotated.
    found : DocumentAgreement
        Of the two annotators.
    doors : PairDoors
        To what the two make of the whole text.
    """

    def __init__(self, study: Study, found: DocumentAgreement, doors: PairDoors) -> None:
        self._names, self._doors = study.text.document_names, doors
        self._found, self._order = found, found.worst_first

    def __len__(self) -> int:
        """Count the documents."""
        return len(self._order)

    def rows(self, places: Sequence[int]) -> list[RowGroup]:
        """Lay out the documents at some places."""
        return [self._row(int(self._order[place])) for place in places]

    def values(self) -> Iterator[Row]:
        """Give all documents as they are copied."""
        for document in self._order.tolist():
            one = self._counts(document)
            yield (*self._named(document), f1_ratio(one), one.a, one.b, one.both, one.a - one.both, one.b - one.both)

    def _row(self, document: int) -> RowGroup:
        number, note = self._named(document)
        name = f"{number:,}"
        row = TableRow(
            name, (name, note), partial(self._cells, document), note, prediction=self._doors.prediction,
            door=Term("doc", (number,)),
        )  # fmt: skip
        return RowGroup(name, row)

    def _cells(self, document: int) -> tuple[Cell, ...]:
        one, doors = self._counts(document), self._doors.in_document(document + 1)
        return (
            *f1_cells(one, doors),
            count(one.a, doors.all_of_one(is_a=True), "Mentions of A"),
            count(one.b, doors.all_of_one(is_a=False), "Mentions of B"),
            count(one.both, doors.both, meaning("both_mark")),
            count(one.a - one.both, doors.only_a, meaning("only_a_marks")),
            count(one.b - one.both, doors.only_b, meaning("only_b_marks")),
        )

    def _named(self, document: int) -> tuple[int, str]:
        return document + 1, self._names[document] if self._names else ""

    def _counts(self, document: int) -> AgreementCounts:
        a, b, both = (int(column[document]) for column in (self._found.a, self._found.b, self._found.both))
        return AgreementCounts(a, b, both, 0, 0)
