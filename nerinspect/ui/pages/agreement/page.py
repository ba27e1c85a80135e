"""The page Agreement: annotators in pairs, none of whom is right or wrong."""

from collections.abc import Sequence

from nerinspect.events.study import Study, judge_name
from nerinspect.io.writing.origins import AGREEMENT_IN_PAPER, AgreementOrigin
from nerinspect.lists.table import Result, Table
from nerinspect.quantities import counted
from nerinspect.query.filters import Term
from nerinspect.query.language.parser import query_text
from nerinspect.systems.agreement import is_drawn_by_document
from nerinspect.tables.paper import agreement
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.doors import Door, Piece
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.pages.choice import Choice, NameChoice, PageHead
from nerinspect.ui.kit.pages.page import Page
from nerinspect.ui.kit.pages.parts import AS_BARS, AS_GAPS, AS_MATRIX, Awaited, Part
from nerinspect.ui.kit.pages.take_away import Source
from nerinspect.ui.kit.screen_text import announce
from nerinspect.ui.kit.tables.number_table import HeatTable, LongTable, NumberTable
from nerinspect.ui.kit.tables.sheet import Column
from nerinspect.ui.pages.agreement.pairs import (
    AGREEING_COLUMNS,
    BY_DOCUMENT,
    BY_TYPE,
    INTERVALS,
    MATRIX,
    MEANINGS,
    MEASURES,
    PAIR_COLUMNS,
    PARTED,
    TYPE_COLUMNS,
    TYPE_NAMES,
    AgreeingDocuments,
    DocumentsOfAll,
    DocumentsOfPairs,
    Measured,
    Parted,
    interval_rows,
    matrix_columns,
    matrix_rows,
    matrix_table,
    measure,
    measure_documents,
    measures_table,
    pair_at,
    pair_names,
    part_pairs,
    parted_columns,
    parted_rows,
    type_rows,
    types_of_pairs,
)
from nerinspect.ui.pages.diagnosis.diagnosed import DOCUMENT_NAMES

_MATRIX_CAPTION = "the stronger the shade, the lower; on the diagonal, mentions"
_ONE_ANNOTATOR = "Agreement needs two annotations: open another one of the same text as a prediction."
_CANCELLED = "The annotations were not compared. To compare them, switch to another page and back."


class AgreementPage(Page):
    """Compares reference and predictions as annotators, in pairs."""

    name, doing = "Agreement", "Comparing"
    looks_at = frozenset({"prediction"})
    awaited = (
        Awaited(MATRIX, "How far any two annotations of the text agree.", AS_MATRIX),
        Awaited(BY_TYPE, "The types, and the documents, that are annotated least alike.", AS_GAPS),
        Awaited(PARTED, "Other types, other extents, and mentions that only one of two marks.", AS_BARS),
    )

    def __init__(self, desk: Desk) -> None:
        self._measure = Choice("Number", MEASURES, MEANINGS)
        super().__init__(desk, PageHead("Show", self._measure))
        self._measured = Derived(measure, self, "The annotations could not be compared")
        self._matrix, self._pair = HeatTable(title=MATRIX), NameChoice("Pair")
        self._types = NumberTable(TYPE_COLUMNS, TYPE_NAMES, BY_TYPE, most_rows=36)
        self._documents = LongTable(AGREEING_COLUMNS, DOCUMENT_NAMES, BY_DOCUMENT)
        self._intervals = NumberTable(PAIR_COLUMNS, ("Pair",), INTERVALS)
        self._parted = NumberTable([Column("Difference")], ("Difference",), PARTED)
        self._matrix_part, self._parted_part = Part(MATRIX, self._matrix, self._intervals), Part(PARTED, self._parted)
        self._parted_part.set_caption("places; a click opens them")
        self._matrix_part.set_caption(_MATRIX_CAPTION)
        self._pair_part = Part(BY_TYPE, self._types, beside=self._pair)
        self._document_part = Part(BY_DOCUMENT, self._documents)
        for part in (self._matrix_part, self._pair_part, self._document_part, self._parted_part):
            self.add(part)
        self.derive(self._measured)
        self._measured.made.connect(self._show)
        self._by_document = Derived(measure_documents, self, size=_n_compared)
        self._by_document.made.connect(self._show_documents)
        self._parting = Derived(part_pairs, self, size=_n_compared)
        self._parting.made.connect(self._show_parted)
        self._pair.chosen.connect(self._show_pair)

    def refresh(self, look: Look) -> None:
        self.say("" if look.study.predictions else _ONE_ANNOTATOR, wants_prediction=True)
        if look.study.predictions:
            self._measured.ask(look.study)

    def source(self, title: str) -> Source | None:
        measured = self._measured.value
        if measured is None or self.look is None:
            return None
        pair = self._chosen(measured) if title in (BY_TYPE, BY_DOCUMENT) else None
        names = measured.names if pair is None else tuple(measured.names[one] for one in pair)
        is_long = title == BY_DOCUMENT and self._documents.numbers.is_long
        return Source(AgreementOrigin(measured.study, self.look.request), names, is_long)

    def layouts(self, title: str) -> Sequence[str]:
        return [AGREEMENT_IN_PAPER] if title == MATRIX else []

    def table(self, title: str) -> Table:
        measured = self._measured.value
        if title == AGREEMENT_IN_PAPER and measured is not None:
            return agreement(Result(measures_table(measured), {}), [one.source for one in measured.study.annotations])
        if title == MATRIX and measured is not None:
            return matrix_table(measured, self._measure.place)
        return super().table(title)

    def open_number(self, query: str, prediction: int = -1, beside: int = -1) -> None:
        """Open the events behind a number of a pair; if neither annotator is A, make one of them A."""
        measured = self._measured.value
        assert measured is not None, "its numbers are on show"
        first, prediction = pair_at(measured.study, prediction)
        if first:
            self.desk.pair_requested.emit(first, prediction, query)
            return
        for number in range(len(measured.study.predictions)):
            term = query_text(Term("differs", (judge_name(measured.study, number),)))
            if f" {term} " in f" {query} ":
                beside = number
        self.desk.open(Door(query, prediction, beside))

    def on_cancelled(self) -> None:
        self.say(_CANCELLED)

    def _show(self, measured: Measured) -> None:
        columns, rows = matrix_columns(measured.names, measured.noun), matrix_rows(measured, self._measure.place)
        self._matrix.show_rows(columns, rows)
        self._pair.offer([f"all {counted(len(measured.found), 'pair')}", *pair_names(measured, " and ")])
        self._pair.setVisible(len(measured.found) > 1)
        self.show_parts(True)
        self._parting.ask(measured.study)
        self._show_pair()
        n_sides, is_judged = len(measured.names), not measured.study.is_of_annotators
        sides = f"reference and {counted(n_sides - 1, 'system')}" if is_judged else counted(n_sides, "annotator")
        words = f"{sides}, {counted(len(measured.found), 'pair')}"
        self.head.show_summary([Piece(words)])
        announce(self, words)

    def _chosen(self, measured: Measured) -> tuple[int, int] | None:
        """Return the pair whose counts are shown; None while the matrix shows all pairs."""
        pairs = list(measured.found)
        return pairs[max(self._pair.place, 1) - 1] if self._pair.place or len(pairs) == 1 else None

    def _show_pair(self) -> None:
        if (measured := self._measured.value) is None:
            return
        pair = self._chosen(measured)
        columns, rows = types_of_pairs(measured) if pair is None else (TYPE_COLUMNS, type_rows(measured, *pair))
        self._pair_part.set_caption("F1 of all pairs, the lowest first" if pair is None else "the lowest F1 first")
        self._types.show_rows(columns, rows)
        self._by_document.ask(measured.study)
        if self._by_document.value is not None:
            self._show_documents(self._by_document.value)

    def _show_parted(self, parted: Parted) -> None:
        measured = self._measured.value
        assert measured is not None, "its pairs were asked for"
        self._intervals.numbers.set_groups(interval_rows(measured, parted))
        self._parted.show_rows(parted_columns(measured), parted_rows(measured, parted))
        drawn = "documents" if is_drawn_by_document(measured.study) else "sentences"
        words = f"Intervals: bootstrap over {drawn}. Kappa counts tokens, those in no mention as O."
        self._matrix_part.set_note(words)

    def _show_documents(self, found: DocumentsOfPairs) -> None:
        measured = self._measured.value
        assert measured is not None, "its pair was asked for"
        if (pair := self._chosen(measured)) is None:
            documents: DocumentsOfAll | AgreeingDocuments = DocumentsOfAll(measured, found)
            caption = "F1; the lowest pair first, in bold"
        else:
            documents, caption = AgreeingDocuments(measured, found, *pair), "the lowest F1 first"
        self._documents.set_columns(documents.columns)
        self._documents.show_list(documents)
        self._document_part.set_caption(caption)


def _n_compared(study: Study) -> int:
    return len(study.predictions) * sum(len(one.mentions) for one in study.annotations)
