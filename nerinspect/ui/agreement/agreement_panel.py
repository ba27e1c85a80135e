"""Agreement: how far annotators read a text alike, in pairs, none of whom is right or wrong."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.memory import judge_name
from nerinspect.analysis.study import Study
from nerinspect.errors import counted
from nerinspect.io.agreement_file import AgreementOrigin
from nerinspect.io.request import LoadRequest
from nerinspect.query.filters import Term
from nerinspect.query.writer import query_text
from nerinspect.ui.agreement.agreement_page import TITLES, AgreementPage
from nerinspect.ui.agreement.documents import BY_DOCUMENT
from nerinspect.ui.agreement.measured import Measured, measure
from nerinspect.ui.agreement.pair_doors import pair_at
from nerinspect.ui.agreement.top import AgreementTop
from nerinspect.ui.announcing import announce
from nerinspect.ui.diagnosis.document_table import documents_text
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.overview.table_taker import TableTaker, Taken
from nerinspect.ui.widgets.background_page import BackgroundPage
from nerinspect.ui.widgets.door_label import Piece

_ONE_ANNOTATOR = "There is one annotation, and agreement takes two: open another one of the same text as a prediction."
_CANCELLED = "The annotations were not compared. To compare them, turn to another page and back."


class AgreementPanel(BackgroundPage):
    """Compare the reference and all predictions as annotators; numbers open the events behind them.

    Signals
    -------
    comparison_requested : int
        They are to be compared with those of this prediction; comes before the query.
    pair_requested : int, int, str
        The annotator with this number is to stand where a reference does; then a query is asked of this prediction.
    """

    comparison_requested = Signal(int)
    pair_requested = Signal(int, int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Agreement", "Comparing", parent)
        self._study: Study | None = None
        self._measured: Measured | None = None
        self._request, self._prediction = LoadRequest(""), 0
        self._jobs = JobRunner(self)
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
        self._jobs.cancel()
        self._study, self._request, self._prediction, self._measured = study, request, prediction, None
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
        return self._measured is not None

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        for worker in (self._jobs, self._taker):
            worker.shutdown()

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
        self._jobs.ended.connect(self._on_ended)
        self._jobs.succeeded.connect(self._show)
        self._jobs.failed.connect(self._on_failed)
        self._progress.cancelled.connect(self._on_cancelled)
        self._taker.told.connect(self.message_requested)
        self._taker.failed.connect(self.warning_requested)

    def _refresh(self) -> None:
        """Compare the annotators if they are not compared yet."""
        study = self._study
        if study is None or not self.isVisible() or self._measured is not None or self._jobs.is_running:
            return
        self._say("" if study.predictions else _ONE_ANNOTATOR)
        if study.predictions:
            self._patience.start()
            self._jobs.start(partial(measure, study))

    def _show(self, measured: Measured) -> None:
        self._measured = measured
        self._page.show_measured(measured, self._prediction)
        pairs = len(measured.found)
        n_sides, is_judged = len(measured.names), not measured.study.is_of_annotators
        sides = f"reference and {counted(n_sides - 1, 'system')}" if is_judged else counted(n_sides, "annotator")
        words = f"{sides}, {counted(pairs, 'pair')}"
        self._top.show_summary([Piece(words)])
        announce(self, words)

    def _on_cancelled(self) -> None:
        self._jobs.cancel()
        self._say(_CANCELLED)

    def _on_failed(self, error: Exception) -> None:
        self.warning_requested.emit(f"The annotations could not be compared: {error!r}.")

    def _on_door_opened(self, query: str, prediction: int) -> None:
        assert self._study is not None, "its numbers are on show"
        first, prediction = pair_at(self._study, prediction)
        if first:
            self.pair_requested.emit(first, prediction, query)
            return
        if prediction not in (-1, self._prediction):
            self.prediction_requested.emit(prediction)
        for number in range(len(self._study.predictions)):
            term = query_text(Term("differs", (judge_name(self._study, number),)))
            if f" {term} " in f" {query} ":
                self.comparison_requested.emit(number)
        self.query_requested.emit(query)

    def _on_list_copy_requested(self) -> None:
        self._taker.copier.copy(self._page.table(BY_DOCUMENT), documents_text, BY_DOCUMENT, is_long=True)

    def _taken(self, title: str) -> Taken | None:
        """Give the table of a title with where its numbers come from; None while nothing is on show."""
        if self._measured is None:
            return None
        origin = AgreementOrigin(self._measured.study, self._request)
        is_long = title == BY_DOCUMENT and self._page.documents.numbers.is_long
        return Taken(self._page.table(title), origin, self._page.annotators_in(title), is_long)

    def _offer_tables(self, focused: str = "") -> None:
        """Offer to copy and to save the tables, the one that has the focus first."""
        self._top.offer_tables(sorted(TITLES, key=lambda title: title != focused))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the matrix."""
        self._page.matrix.setFocus(event.reason())
