"""The page of a review: its parts, which events they count, copying and saving."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from nerinspect.decisions.adjudication import lacking_words
from nerinspect.events.prediction_names import prediction_name
from nerinspect.events.study import Study
from nerinspect.glossary.wording import Wording
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.origins import ReviewProgressOrigin
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Table
from nerinspect.progress import Checkpoint
from nerinspect.query.filters import Everything, Filter, all_of
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.language.words import term_label
from nerinspect.query.language.writer import query_text
from nerinspect.query.review_progress import LACKS_CORRECTION, ReviewProgress, review_progress
from nerinspect.query.sampled import Sampled
from nerinspect.query.selection import Selection
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.doors import Door, Piece
from nerinspect.ui.kit.pages.choice import Choice
from nerinspect.ui.kit.pages.page import BackgroundPage, Followed, PartsPage
from nerinspect.ui.kit.pages.take_away import TableTaker, Taken
from nerinspect.ui.kit.pages.top_row import TopRow
from nerinspect.ui.kit.screen_text import announce
from nerinspect.ui.kit.tables.number_table import NumberTable
from nerinspect.ui.pages.review.corrected_scores import (
    CONFLICTS_TITLE,
    CORRECTED_TITLE,
    ConflictsPart,
    CorrectedScoresPart,
)
from nerinspect.ui.pages.review.lost_decisions import LOST, LostPart
from nerinspect.ui.pages.review.sample_shares import SAMPLE, SamplePart
from nerinspect.ui.pages.review.selections import SelectionsPart
from nerinspect.ui.pages.review.verdicts_and_causes import (
    CHART,
    MENTION_TITLES,
    RELATION_TITLES,
    CausesPart,
    ProgressPart,
    ProgressRows,
    relation_kinds,
    share_words,
)
from nerinspect.ui.theme.fonts import unit_of

if TYPE_CHECKING:
    from nerinspect.lists.sorts import EventSort
    from nerinspect.review.attaching import StoredDecision
    from nerinspect.ui.deciding.reviewing import Reviewing


Section: TypeAlias = ConflictsPart | CorrectedScoresPart | SamplePart | SelectionsPart

_TWO_COLUMNS: Final = 1180
"""From this width on parts stand in two columns, at a font of 13 pixels."""
_BESIDE: Final = 1320
"""From this width on causes stand beside verdicts."""


class ReviewPage(PartsPage):
    """Show a review.

    Parameters
    ----------
    document : Document
        What is reviewed.
    header : QWidget
        Stands above all parts, and is scrolled with them.

    Signals
    -------
    door_opened : str, int
        The query of a number, and the number of the prediction it counts; -1 for the one on show.
    relation_door_opened : str, int
        The same of a number that counts relation events.
    message_requested : str
        A part tells what it did.
    """

    door_opened = Signal(str, int)
    relation_door_opened = Signal(str, int)
    message_requested = Signal(str)

    def __init__(self, document: Document, header: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(header, parent)
        self.progress, self.causes, self.lost = ProgressPart(MENTION_TITLES), CausesPart(), LostPart()
        self.relations = ProgressPart(RELATION_TITLES, self)
        self.relations.hide()
        self.sections = _sections(document)
        self._laid_out: tuple[Section, ...] = ()
        self._n_columns = 0
        self._grid = QGridLayout()
        self._grid.setSpacing(self.margin)
        self._counts = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._counts.setSpacing(self.margin)
        self._counts.addWidget(self.progress, 2)
        self._counts.addWidget(self.causes, 1)
        self.rows.addLayout(self._counts)
        self.rows.addWidget(self.relations)
        self.rows.addLayout(self._grid)
        self.rows.addWidget(self.lost)
        for part in (self.progress, self.causes):
            part.door_opened.connect(self.door_opened)
        self.relations.door_opened.connect(self.relation_door_opened)
        for section in self.sections:
            section.installEventFilter(self)
            section.query_requested.connect(self._on_query_requested)
            section.message_requested.connect(self.message_requested)
        self.watch_tables({table.numbers.title: table for table in self._tables} | {LOST: self.lost.table})
        self._arrange()

    def show_progress(
        self, rows: ProgressRows, systems: Sequence[str], prediction: int, of_relations: ProgressRows | None = None
    ) -> None:
        """Show other counts, those of relations where there are some; the other parts count for themselves."""
        self.progress.show_progress(rows, systems)
        self.relations.setVisible(of_relations is not None)
        if of_relations is not None:
            self.relations.show_progress(of_relations, systems)
        self.causes.show_progress(rows, prediction)
        for section in self.sections:
            section.refresh()

    def list_lost(self, lost: "Sequence[StoredDecision]", wording: Wording) -> None:
        """List the decisions whose event is gone."""
        self.lost.show_lost(lost, wording)

    def show_lost(self) -> None:
        """Bring the decisions whose event is gone into view."""
        self.ensureWidgetVisible(self.lost)
        self.lost.table.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def titles(self) -> list[str]:
        """The tables on show."""
        shown = [table.numbers.title for table in self._tables if table.isVisibleTo(self)]
        return shown + ([] if self.lost.isHidden() else [LOST])

    def table(self, title: str) -> Table | None:
        """Give all rows of a table; None if it is not there."""
        if title == LOST:
            return self.lost.table.as_table()
        return next((table.numbers.as_table() for table in self._tables if table.numbers.title == title), None)

    @property
    def first_table(self) -> NumberTable:
        """What has the focus first."""
        return next(table for table in self._tables if table.numbers.title == MENTION_TITLES.by_kind)

    @property
    def _tables(self) -> list[NumberTable]:
        return self.parts.findChildren(NumberTable)

    def _on_query_requested(self, query: str) -> None:
        self.door_opened.emit(query, -1)

    def _arrange(self) -> None:
        """Lay parts out in as many columns as have room."""
        room, unit = self.viewport().width(), unit_of(self.font())
        has_room, n_columns = room >= _BESIDE * unit, 1 + (room >= _TWO_COLUMNS * unit)
        direction = QBoxLayout.Direction.LeftToRight if has_room else QBoxLayout.Direction.TopToBottom
        self._counts.setDirection(direction)
        in_order = tuple(sorted(self.sections, key=_has_hidden))
        if (self._n_columns, self._laid_out) == (n_columns, in_order):
            return
        self._n_columns, self._laid_out = n_columns, in_order
        for place, section in enumerate(in_order):
            self._grid.addWidget(section, place // n_columns, place % n_columns)
        self._grid.setColumnStretch(0, 1)
        self._grid.setColumnStretch(1, n_columns - 1)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Let the next part take the place of one that hides."""
        if isinstance(watched, Section) and event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            self._arrange()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay parts out anew."""
        super().resizeEvent(event)
        self._arrange()


def _sections(document: Document) -> tuple[Section, ...]:
    """Make the parts that count for themselves."""
    return CorrectedScoresPart(document), SamplePart(document), SelectionsPart(document), ConflictsPart(document)


def _has_hidden(section: Section) -> bool:
    """Whether a part hides by itself, rather than with a page that is yet to be shown."""
    return section.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide) and section.isHidden()


_COUNTED_MEANINGS = ("Every event of the system on show.", "Only events that meet all terms of the filter.")


class ReviewTop(TopRow):
    """Let the user choose which events are counted, copy and save tables and the chart.

    Attributes
    ----------
    events : Choice
        Which events are counted: all, or those that the filter keeps.

    Signals
    -------
    write_requested
        The corrected reference is to be written.
    """

    write_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__((CHART,), parent)
        self.events = Choice("Count", ("all events", "what the filter keeps"), _COUNTED_MEANINGS, self)
        self.counted.hide()
        self._copy.setToolTip("Copy all rows of a table.")
        rows = self.layout()
        assert rows is not None, "a row with a line for the filter below"
        row = next(one for one in rows.children() if isinstance(one, QHBoxLayout))
        row.insertWidget(row.indexOf(self.counted), self.events)
        self._write = QPushButton(self)
        self._write.clicked.connect(self.write_requested)
        row.insertWidget(row.indexOf(self._copy), self._write)
        self.show_writing(is_of_annotators=False, is_possible=False)

    def show_writing(self, is_of_annotators: bool, is_possible: bool) -> None:
        """Offer to write what decisions make of the reference, or of A."""
        self._write.setText("Write Adjudicated Annotation…" if is_of_annotators else "Write Corrected Reference…")
        self._write.setEnabled(is_possible)


_NO_REVIEW: Final = (
    "A review keeps what you decide about events in one file, beside the data, which never changes. Make one here, or"
    " press the key of a verdict at an event: the first asks where to keep them."
)
_NO_PREDICTION: Final = "There is no prediction: open one with this reference to have events to decide."
_OF_ALL_SYSTEMS: Final = (
    *(*MENTION_TITLES.of_all_systems, *RELATION_TITLES.of_all_systems),
    *(CORRECTED_TITLE, CONFLICTS_TITLE, LOST),
)
_READING: Final = "Decisions are being read."
_Counted: TypeAlias = tuple[ReviewProgress, ReviewProgress | None, int]
"""How far the review is, how far with relations, where there are some, and how many corrections are missing."""
_LACKING: Final = "Nothing is corrected there until a right reading is given: T takes one, M marks it."
_NO_PICTURE: Final = "There is nothing to draw: no event that is counted has a cause."


class ReviewPanel(Followed, BackgroundPage):
    """Show how far a review is; every number opens the events behind it."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("Review", "Counting", desk, parent)
        self._document = desk.document
        self._reviewing: Reviewing | None = None
        self._shown: ProgressRows | None = None
        self._wants_lost = False
        self._counted = Derived(_count, self, "The decisions could not be counted", keeps=0)
        self._build_ui()
        self._connect()

    def follow(self, reviewing: "Reviewing") -> None:
        """Show the review of the window, and whatever is decided in it from now on."""
        self._reviewing = reviewing
        reviewing.changed.connect(self._refresh)
        reviewing.relations_changed.connect(self._refresh)
        reviewing.ready_changed.connect(self._refresh)
        self._refresh()

    choice_changed = Signal(object)

    @property
    def regions(self) -> list[QWidget]:
        """What has the focus."""
        return [self]

    def show_study(self, _study: Study, _request: LoadRequest, _prediction: int = 0) -> None:
        """Show the review of another study, at once or when the page is next shown."""
        self._shown = None
        self._refresh()

    def show_prediction(self, _prediction: int) -> None:
        """Count the events of another prediction."""
        self._refresh()

    def show_selection(self, _selection: Selection) -> None:
        """Follow another selection, if only what it keeps is counted."""
        if self._top.events.place:
            self._refresh()

    @property
    def is_complete(self) -> bool:
        """Whether all numbers are on show."""
        return self._shown is not None and not self._counted.is_running

    def show_lost(self) -> None:
        """Bring the decisions into view whose event is gone, now or once all numbers are on show."""
        self._wants_lost = not self.is_complete
        if self.is_complete:
            self._page.show_lost()

    def _build_ui(self) -> None:
        self._top, self._begin = ReviewTop(), QPushButton("New Review…")
        header = self._header_below(self._top)
        below = header.layout()
        assert below is not None, "a column of the top and of words"
        below.addWidget(self._begin)
        self._begin.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._page = ReviewPage(self._document, header)
        self._taker = TableTaker(self._top, self._taken, self)
        self._show_below(self._page)

    def _connect(self) -> None:
        page, taker = self._page, self._taker
        self._begin.clicked.connect(lambda: self.desk.menus.action("new_review").trigger())
        page.door_opened.connect(self._open)
        page.relation_door_opened.connect(self._open_relations)
        page.table_focused.connect(self._offer_tables)
        page.message_requested.connect(self.desk.message.tell)
        self._top.events.chosen.connect(lambda _place: self._refresh())
        self._top.door_opened.connect(self._open)
        self._top.write_requested.connect(self.desk.menus.action("write_reference").trigger)
        self._top.chart_requested.connect(self._on_chart_requested)
        self._counted.begun.connect(self._patience.start)
        self._counted.ended.connect(self._on_ended)
        self._counted.made.connect(self._show)
        self._counted.failed.connect(self.desk.message.say)
        self._progress.cancelled.connect(self._counted.cancel)
        taker.told.connect(self.desk.message.tell)
        taker.failed.connect(self.desk.message.say)

    @property
    def _lacking(self) -> str:
        """Why there is nothing to count; empty if there is."""
        study, reviewing = self._document.study, self._reviewing
        if study is None or not study.predictions:
            return _NO_PREDICTION
        if reviewing is None or reviewing.file is None:
            return _NO_REVIEW
        return _READING if reviewing.is_reading else ""

    @property
    def _kept(self) -> Filter:
        """What is counted."""
        return self._document.selection.filter if self._top.events.place else Everything()

    def _refresh(self) -> None:
        """Count anew, if the page is visible."""
        if not self.isVisible() or self._document.study is None:
            return
        lacking = self._lacking
        had_focus = self._begin.hasFocus()
        self._say(lacking)
        self._begin.setVisible(lacking == _NO_REVIEW)
        if had_focus and self._begin.isHidden():
            self.setFocus()
        self._top.setVisible(not lacking)
        if lacking:
            self._counted.cancel()
            self._shown = None
            self._page.parts.hide()
            return
        self._counted.ask(self._document.study, self._document.prediction, self._kept)

    def _show(self, counted: _Counted) -> None:
        """Show counts, which are those of what is on show: else they would have been dropped."""
        study, reviewing = self._document.study, self._reviewing
        assert study is not None, "its events were counted"
        assert reviewing is not None, "its decisions were counted"
        progress, of_relations, n_lacking = counted
        self._shown = rows = ProgressRows(progress, study.wording, self._kept)
        words, relation_rows = share_words(progress, study.wording), None
        if of_relations is not None:
            relation_rows = ProgressRows(of_relations, study.wording, self._kept, kinds := relation_kinds())
            words = f"{words}; {share_words(of_relations, study.wording, kinds.about)}"
        side = "B " if study.wording.is_neutral else ""
        self._top.show_writing(study.is_of_annotators, not reviewing.aside)
        summary = [Piece(f"of {side}{self._name(study)}")]
        if n_lacking:
            summary += [Piece("  ·  "), Piece(lacking_words(study, n_lacking), query_text(LACKS_CORRECTION), _LACKING)]
        self._top.show_summary(summary)
        self._top.show_filter(_filter_pieces(study, self._document.selection) if self._top.events.place else ())
        self._page.show_progress(rows, self._names(study), self._document.prediction, relation_rows)
        self._page.list_lost(reviewing.lost, study.wording)
        self._page.parts.show()
        self._offer_tables()
        announce(self, words)
        if self._wants_lost:
            self._wants_lost = False
            self._page.show_lost()

    def _names(self, study: Study) -> list[str]:
        return [prediction_name(study, number) for number in range(len(study.predictions))]

    def _name(self, study: Study) -> str:
        return prediction_name(study, self._document.prediction)

    def _open_relations(self, query: str, prediction: int) -> None:
        self.desk.open(Door(query, prediction, of_relations=True))

    def _offer_tables(self, focused: str = "") -> None:
        """Offer to copy and to save the tables on show, the one that has the focus first."""
        self._top.offer_tables(sorted(self._page.titles, key=lambda title: title != focused))

    def _origin(self, study: Study, request: LoadRequest, title: str) -> ReviewProgressOrigin:
        kept = self._document.selection if self._top.events.place else None
        if title == SAMPLE:
            kept = Selection.from_filter(Sampled.of(self._document.selection).drawn)
        sort: EventSort = MENTIONS
        if title in RELATION_TITLES:
            from nerinspect.lists.relations import RELATIONS  # most studies have no relations

            sort = RELATIONS
        return ReviewProgressOrigin(study, request, kept, self._document.review, sort)

    def _taken(self, title: str) -> Taken | None:
        study, request = self._document.study, self._document.request
        table = self._page.table(title)
        if study is None or request is None or table is None:
            return None
        systems = self._names(study) if title in _OF_ALL_SYSTEMS else [self._name(study)]
        return Taken(table, self._origin(study, request, title), systems)

    def _on_chart_requested(self, title: str) -> None:
        study, request, picture = self._document.study, self._document.request, self._page.causes.picture()
        if study is None or request is None or picture is None:
            self.desk.message.say(_NO_PICTURE)
            return
        self._taker.saver.save_chart(picture, title, self._origin(study, request, title), [self._name(study)])

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the first table, or to the button that makes a review."""
        target = self._page.first_table if self._begin.isHidden() else self._begin
        target.setFocus(event.reason())


def _filter_pieces(study: Study, selection: Selection) -> list[Piece]:
    """Say what events must meet to be counted."""
    terms = ", ".join(term_label(term, study) for term in selection.terms)
    return [Piece("Only events that meet "), Piece(terms, is_bold=True)] if terms else [Piece("There is no filter.")]


def _count(study: Study, prediction: int, kept: Filter, checkpoint: Checkpoint) -> _Counted:
    """Count decisions, and import what draws their causes where the window does not wait for it."""
    progress = review_progress(study, prediction, kept, checkpoint)
    if progress.causes:
        import nerinspect.ui.charts.chart_grid  # noqa: F401
    is_kept = (LACKS_CORRECTION if kept == Everything() else all_of(LACKS_CORRECTION, kept)).mask(study)
    n_lacking = int(np.count_nonzero(is_kept[study.event_start[prediction] : study.event_start[prediction + 1]]))
    if not Vocabulary.of(study, may_wait=False).has_relations:
        return progress, None, n_lacking
    from nerinspect.query.review_progress import relation_progress  # most studies have none

    return progress, relation_progress(study, prediction, kept, checkpoint), n_lacking
