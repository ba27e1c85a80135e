"""The page of a review: its parts, which events they count, copying and saving."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QPushButton, QWidget

from nerinspect.decisions.adjudication import lacking_words
from nerinspect.events.study import Study, prediction_name
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
from nerinspect.ui.deciding.saved_selections import selections_of
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Look
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.doors import Door, Piece
from nerinspect.ui.kit.pages.head import Counted, PageHead
from nerinspect.ui.kit.pages.page import Page
from nerinspect.ui.kit.pages.take_away import Source
from nerinspect.ui.kit.screen_text import announce
from nerinspect.ui.pages.review.before_review import AwaitedPart, BeginningPart
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
    ProgressParts,
    ProgressRows,
    relation_kinds,
    share_words,
)

if TYPE_CHECKING:
    from nerinspect.lists.sorts import EventSort
    from nerinspect.ui.deciding.reviewing import Reviewing


_COUNTED_MEANINGS: Final = ("Every event of the system on show.", "Only events that meet all terms of the filter.")
_NO_PREDICTION: Final = "There is no prediction: open one with this reference to have events to decide."
_READING: Final = "Decisions are being read."
_OF_ALL_SYSTEMS: Final = (
    *(*MENTION_TITLES.of_all_systems, *RELATION_TITLES.of_all_systems),
    *(CORRECTED_TITLE, CONFLICTS_TITLE, LOST),
)
_Counted: TypeAlias = tuple[ReviewProgress, ReviewProgress | None, int]
"""How far the review is, how far with relations, where there are some, and how many corrections are missing."""
_LACKING: Final = "Nothing is corrected there until a right reading is given: T takes one, M marks it."
_NO_PICTURE: Final = "There is nothing to draw: no event that is counted has a cause."


class ReviewPage(Page):
    """Shows how far a review is; every number opens the events behind it."""

    name, charts = "Review", (CHART,)
    looks_at = frozenset({"prediction", "selection"})

    def __init__(self, desk: Desk) -> None:
        action = desk.menus.action
        self._write = QPushButton()
        self._write.clicked.connect(action("write_reference").trigger)
        super().__init__(desk, PageHead("Count", Counted("all events", _COUNTED_MEANINGS), button=self._write))
        self._reviewing: Reviewing | None = None
        self._has_counts = self._wants_lost = False
        self._counted = Derived(_count, self, "The decisions could not be counted", keeps=0)
        self._beginning, self._awaited = BeginningPart(action("new_review")), AwaitedPart()
        self._progress_parts = ProgressParts("Progress", MENTION_TITLES)
        self._relation_parts = ProgressParts("Progress with relations", RELATION_TITLES)
        self._causes, self._lost = CausesPart(action("causes")), LostPart()
        self._sections = scores, sample, selections, conflicts = (
            *(CorrectedScoresPart(), SamplePart(action("draw_sample"))),
            *(SelectionsPart(desk), ConflictsPart()),
        )
        self._selections = selections
        by_kind, *others = self._progress_parts.parts
        self._shown = by_kind, self._causes, scores, sample, *others, selections, selections.compared, conflicts
        self.add(self._beginning)
        self.add(self._awaited)
        for part in self._shown:
            self.add(part, charts=(CHART,) if part is self._causes else ())
        for part in self._relation_parts.parts:
            self.add(part, opens=self._open_relations)
        self.add(self._lost, is_wide=True, drawn=(LOST,))
        self._lost.table.installEventFilter(self)
        for work in (self._counted, *(section.work for section in self._sections), selections.compared.work):
            self.derive(work, "events")
        self._counted.made.connect(self._show)
        for line in (self._progress_parts.line, scores.line):
            line.query_requested.connect(self.open_number)
        self._relation_parts.line.query_requested.connect(self._open_relations)
        selections_of(desk.document).changed.connect(self.look_again)
        self._show_nothing()

    def follow(self, reviewing: "Reviewing") -> None:
        """Show the review of the window, and whatever is decided in it from now on."""
        self._reviewing = reviewing
        for changed in (reviewing.changed, reviewing.relations_changed, reviewing.ready_changed):
            changed.connect(self.look_again)
        self.look_again()

    @property
    def is_complete(self) -> bool:
        """Whether all numbers are on show."""
        return self._has_counts and super().is_complete

    def forget(self) -> None:
        """Show nothing until the decisions about another study are counted."""
        self._show_nothing()

    def refresh(self, look: Look) -> None:
        """Count what is decided now, or say why there is nothing to count."""
        reviewing = self._reviewing
        has_review, lacking = reviewing is not None and reviewing.file is not None, ""
        if not look.study.predictions:
            lacking = _NO_PREDICTION
        elif reviewing is not None and has_review and reviewing.is_reading:
            lacking = _READING
        had_focus = self._beginning.button.hasFocus()
        self.say(lacking)
        self._beginning.show_keys(look.study.wording)
        self._awaited.show_wording(look.study.wording)
        for part in (self._beginning, self._awaited):
            part.setVisible(not has_review and not lacking)
        if had_focus and self._beginning.isHidden():
            self.setFocus()
        is_counted = has_review and not lacking
        self.head.setVisible(is_counted)
        if is_counted:
            self.head.show_filter(() if self.kept is None else _filter_pieces(look.study, self.kept))
            self._counted.ask(look.study, look.prediction, self._filter)
        else:
            self._show_nothing()

    def show_lost(self) -> None:
        """Bring the decisions into view whose event is gone, now or once all numbers are on show."""
        self._wants_lost = not self._has_counts or self._counted.is_running
        if not self._wants_lost:
            self._lost.table.setFocus()
            QTimer.singleShot(0, self, lambda: self.area.ensureWidgetVisible(self._lost))  # once it is laid out

    def source(self, title: str) -> Source | None:
        """Tell where the numbers of a table or chart come from."""
        look = self.look
        if look is None or not self._has_counts:
            return None
        kept = Selection.from_filter(Sampled.of(look.selection).drawn) if title == SAMPLE else self.kept
        sort: EventSort = MENTIONS
        if title in RELATION_TITLES:
            from nerinspect.lists.relations import RELATIONS  # most studies have no relations

            sort = RELATIONS
        systems = _names(look.study) if title in _OF_ALL_SYSTEMS else [prediction_name(look.study, look.prediction)]
        return Source(ReviewProgressOrigin(look.study, look.request, kept, self.desk.document.review, sort), systems)

    def picture(self, title: str) -> QWidget | None:
        """Draw the bars of the causes for print."""
        picture = self._causes.picture()
        if picture is None:
            self.desk.message.say(_NO_PICTURE)
        return picture

    @property
    def titles(self) -> Sequence[str]:
        """The tables on show, that which had the focus last before the others."""
        lost = () if self._lost.isHidden() else (LOST,)
        return sorted((*super().titles, *lost), key=lambda title: title != self.focused)

    def table(self, title: str) -> Table:
        """Give all rows of a table."""
        return self._lost.table.as_table() if title == LOST else super().table(title)

    def open_number(self, query: str, prediction: int = -1, beside: int = -1) -> None:
        """Open what a number counts; what was saved may ask for a type that is gone, which no typed query may."""
        selections = selections_of(self.desk.document)
        if selections.read("", query).warning:
            selections.put_in_force(query)
        else:
            super().open_number(query, prediction, beside)

    def _open_relations(self, query: str, prediction: int = -1, beside: int = -1) -> None:
        self.desk.open(Door(query, prediction, beside, of_relations=True))

    @property
    def _filter(self) -> Filter:
        """What is counted."""
        return Everything() if self.kept is None else self.kept.filter

    def _show_nothing(self) -> None:
        self._has_counts = False
        self._counted.cancel()
        for section in (*self._sections, self._selections.compared):
            section.work.cancel()
        for part in (*self._shown, *self._relation_parts.parts, self._lost):
            part.hide()

    def _show(self, counted: _Counted) -> None:
        """Show counts, and let the parts count that do so for themselves."""
        look, reviewing = self.look, self._reviewing
        assert look is not None, "its events were counted"
        assert reviewing is not None, "its decisions were counted"
        study, (progress, of_relations, n_lacking) = look.study, counted
        rows = ProgressRows(progress, study.wording, self._filter)
        words, names = share_words(progress, study.wording), _names(study)
        self._has_counts = True
        self._progress_parts.show_progress(rows, names)
        self._causes.show_progress(rows, look.prediction)
        if of_relations is None:
            self._relation_parts.hide()
        else:
            of_all = ProgressRows(of_relations, study.wording, self._filter, kinds := relation_kinds())
            self._relation_parts.show_progress(of_all, names)
            words = f"{words}; {share_words(of_relations, study.wording, kinds.about)}"
        for section in self._sections:
            section.refresh(look)
        self._lost.show_lost(reviewing.lost, study.wording)
        self._tell(look, reviewing, n_lacking)
        announce(self, words)
        if self.hasFocus():
            self._take_focus(Qt.FocusReason.OtherFocusReason)
        if self._wants_lost:
            self.show_lost()

    def _tell(self, look: Look, reviewing: "Reviewing", n_lacking: int) -> None:
        """Say in the head what is counted, and offer to write what decisions make of the reference, or of A."""
        study = look.study
        self._write.setText("Write Adjudicated Annotation…" if study.is_of_annotators else "Write Corrected Reference…")
        self._write.setEnabled(not reviewing.aside)
        side = "B " if study.wording.is_neutral else ""
        summary = [Piece(f"of {side}{prediction_name(study, look.prediction)}")]
        if n_lacking:
            summary += [Piece("  ·  "), Piece(lacking_words(study, n_lacking), query_text(LACKS_CORRECTION), _LACKING)]
        self.head.show_summary(summary)

    def _take_focus(self, reason: Qt.FocusReason) -> None:
        is_begun = self._beginning.isHidden()
        (self.tables[MENTION_TITLES.by_kind] if is_begun else self._beginning.button).setFocus(reason)

    # Qt overrides

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the focus to the first table, or to the button that makes a review."""
        self._take_focus(event.reason())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Know which table had the focus last."""
        if watched is self._lost.table and event.type() == QEvent.Type.FocusIn:
            self.focused = LOST
            return False
        return super().eventFilter(watched, event)


def _names(study: Study) -> list[str]:
    return [prediction_name(study, number) for number in range(len(study.predictions))]


def _filter_pieces(study: Study, selection: Selection) -> list[Piece]:
    """Say what events must meet to be counted."""
    terms = ", ".join(term_label(term, study) for term in selection.terms)
    return [Piece("Only events that meet "), Piece(terms, is_bold=True)] if terms else [Piece("There is no filter.")]


def _count(study: Study, prediction: int, kept: Filter, checkpoint: Checkpoint) -> _Counted:
    progress = review_progress(study, prediction, kept, checkpoint)
    is_kept = (LACKS_CORRECTION if kept == Everything() else all_of(LACKS_CORRECTION, kept)).mask(study)
    n_lacking = int(np.count_nonzero(is_kept[study.rows_of(prediction)]))
    if not Vocabulary.of(study, may_wait=False).has_relations:
        return progress, None, n_lacking
    from nerinspect.query.review_progress import relation_progress  # most studies have none

    return progress, relation_progress(study, prediction, kept, checkpoint), n_lacking
