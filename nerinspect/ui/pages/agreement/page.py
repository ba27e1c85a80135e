"""Agreement: how far annotators read a text alike, in pairs, none of whom is right or wrong."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from nerinspect.errors import counted
from nerinspect.events.prediction_names import judge_name
from nerinspect.events.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.origins import AgreementOrigin
from nerinspect.lists.table import Table
from nerinspect.query.filters import Term
from nerinspect.query.language.writer import query_text
from nerinspect.systems.agreement import agreement_by_document
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.doors import Door, Piece
from nerinspect.ui.kit.pages.choice import Choice, SystemPair
from nerinspect.ui.kit.pages.page import BackgroundPage, PartsPage, Titled
from nerinspect.ui.kit.pages.take_away import TableTaker, Taken
from nerinspect.ui.kit.pages.top_row import TopRow
from nerinspect.ui.kit.screen_text import announce
from nerinspect.ui.kit.tables.drawn_cells import HeatTable
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.kit.tables.sheet import NumberTableModel
from nerinspect.ui.pages.agreement.pairs import (
    AGREEING_COLUMNS,
    BY_DOCUMENT,
    BY_TYPE,
    MATRIX,
    MEANINGS,
    MEASURES,
    TYPE_COLUMNS,
    TYPE_NAMES,
    AgreeingDocuments,
    Measured,
    PairDoors,
    matrix_columns,
    matrix_rows,
    matrix_table,
    measure,
    pair_at,
    type_rows,
)
from nerinspect.ui.pages.diagnosis.documents import DocumentTable, documents_text

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


class AgreementTop(TopRow):
    """Let the user choose a number, copy and save tables; all of the text is counted always."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__((), parent)
        self.measure = Choice("Number", MEASURES, MEANINGS, self)
        self._label.setText("Show")
        self.counted.hide()
        self._copy.setToolTip("Copy all rows of a table.")
        rows = self.layout()
        assert rows is not None, "a row with a line for the filter below"
        row = next(one for one in rows.children() if isinstance(one, QHBoxLayout))
        row.insertWidget(row.indexOf(self.counted), self.measure)


_ONE_ANNOTATOR = "There is one annotation, and agreement takes two: open another one of the same text as a prediction."
_CANCELLED = "The annotations were not compared. To compare them, turn to another page and back."


class AgreementPanel(BackgroundPage):
    """Compare the reference and all predictions as annotators; numbers open the events behind them.

    Signals
    -------
    pair_requested : int, int, str
        The annotator with this number is to stand where a reference does; then a query is asked of this prediction.
    """

    pair_requested = Signal(int, int, str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("Agreement", "Comparing", desk, parent)
        self._study: Study | None = None
        self._request, self._prediction = LoadRequest(""), 0
        self._measured = Derived(measure, self, "The annotations could not be compared")
        self._build_ui()
        self._connect()

    def show_study(self, study: Study, request: LoadRequest, prediction: int = 0) -> None:
        """Show another study, at once or when the page is next shown.

        Parameters
        ----------
        study : Study
            Reference and predictions.
        request : LoadRequest
            How it was loaded.
        prediction : int
            The one on show.
        """
        self._measured.forget()
        self._study, self._request, self._prediction = study, request, prediction
        self._page.forget()
        self._top.show_summary(())
        self._refresh()

    def show_prediction(self, prediction: int) -> None:
        """Follow the toolbar to another pair of annotators; where there is a reference, unless a pair was chosen."""
        self._prediction = prediction
        self._page.follow(prediction)

    @property
    def is_complete(self) -> bool:
        """Whether all numbers are on show."""
        return self._measured.value is not None

    def _build_ui(self) -> None:
        self._top = AgreementTop()
        self._page = AgreementPage(self._header_below(self._top))
        self._taker = TableTaker(self._top, self._taken, self)
        self._show_below(self._page)
        self._offer_tables()

    def _connect(self) -> None:
        self._page.door_opened.connect(self._on_door_opened)
        self._page.table_focused.connect(self._offer_tables)
        self._page.documents.copy_requested.connect(self._on_list_copy_requested)
        self._top.measure.chosen.connect(self._page.show_measure)
        self._measured.begun.connect(self._patience.start)
        self._measured.ended.connect(self._on_ended)
        self._measured.made.connect(self._show)
        self._measured.failed.connect(self.desk.message.say)
        self._progress.cancelled.connect(self._on_cancelled)
        self._taker.told.connect(self.desk.message.tell)
        self._taker.failed.connect(self.desk.message.say)

    def _refresh(self) -> None:
        """Compare the annotators if they are not compared yet."""
        study = self._study
        if study is None or not self.isVisible() or self.is_complete:
            return
        self._say("" if study.predictions else _ONE_ANNOTATOR)
        if study.predictions:
            self._measured.ask(study)

    def _show(self, measured: Measured) -> None:
        self._page.show_measured(measured, self._prediction)
        pairs = len(measured.found)
        n_sides, is_judged = len(measured.names), not measured.study.is_of_annotators
        sides = f"reference and {counted(n_sides - 1, 'system')}" if is_judged else counted(n_sides, "annotator")
        words = f"{sides}, {counted(pairs, 'pair')}"
        self._top.show_summary([Piece(words)])
        announce(self, words)

    def _on_cancelled(self) -> None:
        self._measured.cancel()
        self._say(_CANCELLED)

    def _on_door_opened(self, query: str, prediction: int) -> None:
        assert self._study is not None, "its numbers are on show"
        first, prediction = pair_at(self._study, prediction)
        if first:
            self.pair_requested.emit(first, prediction, query)
            return
        beside = -1
        for number in range(len(self._study.predictions)):
            term = query_text(Term("differs", (judge_name(self._study, number),)))
            if f" {term} " in f" {query} ":
                beside = number
        self.desk.open(Door(query, prediction, beside))

    def _on_list_copy_requested(self) -> None:
        self._taker.copier.copy(self._page.table(BY_DOCUMENT), documents_text, BY_DOCUMENT, is_long=True)

    def _taken(self, title: str) -> Taken | None:
        """Give the table of a title with where its numbers come from; None while nothing is on show."""
        if self._measured.value is None:
            return None
        origin = AgreementOrigin(self._measured.value.study, self._request)
        is_long = title == BY_DOCUMENT and self._page.documents.numbers.is_long
        return Taken(self._page.table(title), origin, self._page.annotators_in(title), is_long)

    def _offer_tables(self, focused: str = "") -> None:
        """Offer to copy and to save the tables, the one that has the focus first."""
        self._top.offer_tables(sorted(TITLES, key=lambda title: title != focused))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the matrix."""
        self._page.matrix.setFocus(event.reason())
