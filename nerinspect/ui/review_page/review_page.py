"""The parts of the page of a review: below each other, or in two columns where there is room."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QWidget

from nerinspect.glossary.wording import Wording
from nerinspect.results.table import Table
from nerinspect.ui.document import Document
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.review_page.causes_part import CausesPart
from nerinspect.ui.review_page.conflicts_part import ConflictsPart
from nerinspect.ui.review_page.corrected_scores_part import CorrectedScoresPart
from nerinspect.ui.review_page.lost_part import LOST, LostPart
from nerinspect.ui.review_page.progress_part import ProgressPart
from nerinspect.ui.review_page.progress_rows import ProgressRows
from nerinspect.ui.review_page.reviewed_kinds import MENTION_TITLES, RELATION_TITLES
from nerinspect.ui.review_page.sample_part import SamplePart
from nerinspect.ui.review_page.selections_part import SelectionsPart
from nerinspect.ui.widgets.parts_page import PartsPage

if TYPE_CHECKING:
    from nerinspect.review.stored_row import StoredDecision

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
            return self.lost.table.lost.as_table()
        return next((table.numbers.as_table() for table in self._tables if table.numbers.title == title), None)

    @property
    def first_table(self) -> NumberTable:
        """What has the focus first."""
        return next(table for table in self._tables if table.numbers.title == MENTION_TITLES.by_kind)

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        for section in self.sections:
            section.shutdown()

    @property
    def _tables(self) -> list[NumberTable]:
        return self.parts.findChildren(NumberTable)

    def _on_query_requested(self, query: str) -> None:
        self.door_opened.emit(query, -1)

    def _arrange(self) -> None:
        """Lay parts out in as many columns as have room."""
        room, unit = self.viewport().width(), font_size(self.font()) / 13
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
