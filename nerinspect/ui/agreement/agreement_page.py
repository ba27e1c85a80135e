"""The parts of the page of agreement below each other: the matrix, then one pair by type and by document."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.agreement import agreement_by_document
from nerinspect.results.table import Table
from nerinspect.ui.agreement.documents import AGREEING_COLUMNS, BY_DOCUMENT, AgreeingDocuments
from nerinspect.ui.agreement.measured import Measured
from nerinspect.ui.agreement.pair_doors import PairDoors
from nerinspect.ui.agreement.rows import (
    BY_TYPE,
    MATRIX,
    TYPE_COLUMNS,
    TYPE_NAMES,
    matrix_columns,
    matrix_rows,
    matrix_table,
    type_rows,
)
from nerinspect.ui.diagnosis.document_table import DocumentTable
from nerinspect.ui.diagnosis.special_tables import HeatTable
from nerinspect.ui.overview.choice import SystemPair
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.widgets.parts_page import PartsPage

TITLES = (MATRIX, BY_TYPE, BY_DOCUMENT)
"""The tables there are."""


class MatrixTable(HeatTable):
    """Show all pairs of annotators."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.numbers.title = MATRIX
        self.setAccessibleName(MATRIX)

    def show_pairs(self, measured: Measured, measure: int) -> None:
        """Show one number of every pair."""
        self.set_columns(matrix_columns(measured.names, measured.noun))
        self.numbers.set_groups(matrix_rows(measured, measure))


class AnnotatorPair(SystemPair):
    """Let the user choose annotators A and B, or systems."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words[1].setText("and B")
        self.call("Annotator")

    def call(self, noun: str) -> None:
        """Name what is chosen."""
        for box, letter in zip((self.a, self.b), "AB", strict=True):
            box.setAccessibleName(f"{noun} {letter}")


class AgreementPage(PartsPage):
    """Show how far annotators agree.

    Parameters
    ----------
    header : QWidget
        Stands above all parts, and is scrolled with them.

    Signals
    -------
    door_opened : str, int
        The query of a number, and the number of the prediction whose events it is asked of; -1 for the one on show.
    """

    door_opened = Signal(str, int)

    def __init__(self, header: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(header, parent)
        self._measured: Measured | None = None
        self._measure = 0
        self._followed = ("", "")  # A and B of the toolbar, as they were followed last
        self.matrix, self.pair = MatrixTable(), AnnotatorPair()
        self.types = NumberTable(NumberTableModel(TYPE_COLUMNS, TYPE_NAMES, BY_TYPE), most_rows=36)
        self.types.numbers.setParent(self.types)
        self.documents = DocumentTable(AGREEING_COLUMNS, BY_DOCUMENT)
        tables = (self.matrix, self.types, self.documents)
        self._tables: dict[str, NumberTable] = dict(zip(TITLES, tables, strict=True))
        self._build_ui()
        self.watch_tables(self._tables)
        for table in tables:
            table.door_opened.connect(self.door_opened)
        self.pair.chosen.connect(self._show_pair)

    def forget(self) -> None:
        """Show nothing until other annotators are compared."""
        self._measured = None
        self.parts.hide()

    def show_measured(self, measured: Measured, prediction: int) -> None:
        """Show all annotators; of the pairs that was chosen last, or the one that the toolbar shows."""
        self._measured = measured
        self.pair.show_systems(measured.names)
        self.pair.call(measured.noun.capitalize())
        self._show_matrix()
        self.follow(prediction)
        self.parts.show()

    def follow(self, prediction: int) -> None:
        """Compare A and B of the toolbar, once they are others; with a reference only while no pair was chosen."""
        if self._measured is None:
            return
        names = self._measured.names
        on_show = names[0], names[min(prediction + 1, len(names) - 1)]
        if self._measured.study.is_of_annotators:
            if on_show != self._followed:
                self.pair.want(*on_show)
        elif not {*self.pair.wanted} <= {*names}:
            self.pair.a.setCurrentIndex(0)
            self.pair.b.setCurrentIndex(names.index(on_show[1]))
        self._followed = on_show
        self._show_pair()

    def show_measure(self, measure: int) -> None:
        """Show another number in the matrix."""
        self._measure = measure
        self._show_matrix()

    def table(self, title: str) -> Table:
        """Give all rows of a table."""
        assert self._measured is not None, "annotators are on show"
        if title == MATRIX:
            return matrix_table(self._measured, self._measure)
        return self._tables[title].numbers.as_table()

    def annotators_in(self, title: str) -> Sequence[str]:
        """Name the annotators in a table."""
        assert self._measured is not None, "annotators are on show"
        a, b = self.pair.places
        return self._measured.names if title == MATRIX else (self._measured.names[a], self._measured.names[b])

    def _show_matrix(self) -> None:
        if self._measured is not None:
            self.matrix.show_pairs(self._measured, self._measure)

    def _show_pair(self) -> None:
        measured, (a, b) = self._measured, self.pair.places
        if measured is None:
            return
        for part in (self.types, self.documents):
            part.setVisible(a != b)
        if a == b:
            self._pair_part.set_caption(f"choose two {measured.noun}s")
            self._document_part.set_caption("")
            return
        self._pair_part.set_caption(f"A is {measured.names[a]}, B is {measured.names[b]}; the lowest F1 first")
        self.types.numbers.set_groups(type_rows(measured, a, b))
        found = agreement_by_document(measured.study, a, b)
        self.documents.show_list(AgreeingDocuments(measured.study, found, PairDoors(measured.study, a, b)))
        self._document_part.set_caption("the lowest F1 first")

    def _build_ui(self) -> None:
        matrix_part = Titled(MATRIX, self.matrix)
        matrix_part.set_caption(
            "a click opens what the two read differently; the diagonal holds the number of mentions"
        )
        self._pair_part = Titled(BY_TYPE, self.types, beside=self.pair)
        self._document_part = Titled(BY_DOCUMENT, self.documents)
        for part in (matrix_part, self._pair_part, self._document_part):
            self.rows.addWidget(part)
