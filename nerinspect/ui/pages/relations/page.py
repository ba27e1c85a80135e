"""The page of relations: filters, list, sentence and details under the one selection."""

from html import escape
from typing import Literal

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray
from nerinspect.errors import counted
from nerinspect.events.kinds import RELATION_KIND_TABLE
from nerinspect.events.relation_events import relation_events
from nerinspect.events.relation_pairing import CORRECT, MISSED, RELATION_KINDS, SPURIOUS
from nerinspect.events.scores import percent_text
from nerinspect.events.study import Study
from nerinspect.query.filters import Filter, Not, Term
from nerinspect.query.language.words import term_label
from nerinspect.query.selection import Selection
from nerinspect.ui.arcs.relation_sentence import RelationContext
from nerinspect.ui.deciding.decider import Looked
from nerinspect.ui.deciding.review_part import ReviewPart
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import ABOUT_DECISIONS, Document
from nerinspect.ui.desk.status import GAP
from nerinspect.ui.details.relation_details import RelationDetails
from nerinspect.ui.filters.relation_filters import RelationFilters
from nerinspect.ui.kit.chips import ChipRow
from nerinspect.ui.kit.derived import Derived
from nerinspect.ui.kit.doors import LinkLabel, Piece
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.lists.event_table import EventsPanel, explain_no_match, steer
from nerinspect.ui.lists.relation_table import RELATIONS
from nerinspect.ui.pages.arrangement import Arrangement
from nerinspect.ui.pages.relations.relation_listing import Found, RelationListing, counted_relations
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.ui.theme.themes import current_theme

ONLY_RELATION_ERRORS = Selection((Not(Term("relkind", ("correct",))),))
"""Every relation event that is not correct."""


def about_mention_kinds(selection: Selection) -> list[Filter]:
    """List the terms about kinds of mention events, where no term asks for kinds of relation events."""
    if any("relkind" in term.fields for term in selection.terms):
        return []
    return [term for term in selection.terms if term.fields == {"kind"}]


def with_relation_errors(selection: Selection) -> Selection:
    """Ask for relation errors where a selection asks for kinds of mention events."""
    (errors,) = ONLY_RELATION_ERRORS.terms
    return selection.replaced(about_mention_kinds(selection), errors)


class RelationHint(Styled, QWidget):
    """Say that a term about mentions is asked of the arguments of relations, and offer relation errors instead."""

    errors_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relation_hint")
        self._words = ""
        self._label = LinkLabel(self)
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self._label.linkActivated.connect(lambda _: self.errors_requested.emit())
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._label, 1)
        self.hide()

    @property
    def words(self) -> str:
        """What it says; empty if there is nothing to say."""
        return self._words

    def show_selection(self, selection: Selection) -> None:
        """Say what the selection means for relations; nothing where it asks for no kinds of mention events."""
        terms = about_mention_kinds(selection)
        labels = " and ".join(f"“{term_label(term)}”" for term in terms)
        self._words = f"{labels} is asked of mentions: a relation stays if one of its arguments fits." if terms else ""
        self._restyle()
        self.setVisible(bool(terms))

    def _restyle(self) -> None:
        theme, unit = current_theme(), self.unit
        self._row.setContentsMargins(round(12 * unit), 0, round(12 * unit), round(6 * unit))
        self._label.setFont(scaled_font(self.font(), DETAIL))
        self._label.setStyleSheet(f"color: {theme.text2.name()}")
        link = '<a href="errors">Relation errors instead</a>'
        self._label.setText(f"{escape(self._words)} {link}" if self._words else "")


class RelationRows(QWidget):
    """List relation events under the one selection of a document, and change it by chips and rows."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.chips, self.hint, self.table = ChipRow(rows="relation events"), RelationHint(), EventsPanel(RELATIONS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.chips, self.hint):
            column.addWidget(part)
        column.addWidget(self.table, 1)
        self.table.query_added.connect(lambda query: document.select_query(query, is_added=True))
        self.chips.focus_left.connect(self.table.setFocus)
        steer(document, self.chips)
        self.hint.errors_requested.connect(lambda: document.select(with_relation_errors(document.selection)))

    def show_found(self, found: Found, event: int | None) -> int | None:
        """List what was found; give the event that is current now: the one looked at, else the nearest behind it."""
        study, selection = found.wanted.study, found.wanted.selection
        self.chips.show_terms([term_label(term, study) for term in selection.terms])
        self.chips.show_count(found.n_kept, len(found.kept))
        self.hint.show_selection(selection)
        if not found.n_kept:
            self._explain_emptiness(found)
        cells = self.table.view.events.cells
        if cells is None or cells.study is not study:
            self.table.show_events(study, found.events)
        else:
            self.table.set_mask(found.kept, found.first)
        if event is None:
            self.table.select_next()
        elif not self.table.select_event(event) and len(listed := found.events):
            behind = listed[listed > event]
            self.table.select_event(int(behind[0] if len(behind) else listed[-1]))
        return self.table.current_event()

    def _explain_emptiness(self, found: Found) -> None:
        """Say why no relation event is listed, and what would bring some."""
        if not found.wanted.study.predictions:
            self.table.set_empty_message("There is no prediction: open one with relations to see relation events.")
        elif not len(found.kept):
            self.table.set_empty_message("Neither the reference nor this prediction has a relation.")
        else:
            explain_no_match(self.table, self._document, "relation event", found.relaxation)


_WHOLE = {"reference": "-refrel:none", "predicted": "-predrel:none"}
"""The queries for all relation events with a relation of a side."""

_CORRECT = f"relkind:{RELATION_KINDS[CORRECT]}"


def relation_pieces(study: Study, prediction: int) -> list[Piece]:
    """Say how right the relations of a prediction are, and how those of each side add up; numbers open their events."""
    if not study.predictions:
        return []
    events = relation_events(study)
    by_kind = np.bincount(events.kind[events.prediction == prediction], minlength=len(RELATION_KINDS))
    return [
        *_score_pieces(study, by_kind),
        GAP,
        *_sum_pieces(study, "reference", by_kind),
        GAP,
        *_sum_pieces(study, "predicted", by_kind),
    ]


def _score_pieces(study: Study, by_kind: AnyIntArray) -> list[Piece]:
    """Say precision, recall and F1, each with what it is divided by; between annotators F1 alone."""
    correct = int(by_kind[CORRECT])
    reference, predicted = (int(by_kind.sum() - by_kind[never]) for never in (SPURIOUS, MISSED))
    among = [
        study.wording.said(f"{correct:,} of {counted(number, f'{side} relation')}.")
        for side, number in (("reference", reference), ("predicted", predicted))
    ]
    f1 = Piece(percent_text(2 * correct, reference + predicted), _CORRECT, " ".join(among), is_bold=True)
    if study.wording.is_neutral:
        return [Piece("F1 "), f1]
    return [
        Piece("precision "),
        Piece(percent_text(correct, predicted), _WHOLE["predicted"], among[1], is_bold=True),
        Piece("  recall "),
        Piece(percent_text(correct, reference), _WHOLE["reference"], among[0], is_bold=True),
        Piece("  F1 "),
        f1,
    ]


def _sum_pieces(study: Study, side: Literal["reference", "predicted"], by_kind: AnyIntArray) -> list[Piece]:
    """Say how the relations of a side add up over the kinds that hold any."""
    wording, never = study.wording, SPURIOUS if side == "reference" else MISSED
    total = int(by_kind.sum() - by_kind[never])
    pieces = [
        Piece(f"{wording.said(side)} "),
        Piece(f"{total:,}", _WHOLE[side], f"All {wording.said(f'{side} relations')}.", is_bold=True),
        Piece(" = "),
    ]
    for code, kind in enumerate(RELATION_KINDS):
        if code != never:
            relations = wording.said(counted(int(by_kind[code]), f"{side} relation"))
            explanation = f"{relations} in events of this kind. {wording.meaning(f'relation_{kind}')}"
            text = f"{int(by_kind[code]):,} {RELATION_KIND_TABLE[kind].letters}"
            pieces += [Piece(text, f"relkind:{kind}", explanation), Piece(" + ")]
    return pieces[:-1]


class RelationsPanel(QWidget):
    """Show the relation events of a document under its one selection.

    Signals
    -------
    listed
        Other relation events are on show.
    choice_requested : RelationChoice
        Relations are to be matched in another way.
    """

    listed = Signal()
    choice_requested = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("relations_panel")
        self.setAccessibleName("Relations")
        self._desk, self._document = desk, (document := desk.document)
        self._rows = RelationRows(document)
        self.chips, self.hint, self.table = self._rows.chips, self._rows.hint, self._rows.table
        self.review = ReviewPart(has_reading=False)
        self.review.setAccessibleName("Review of relations")
        self.listing = RelationListing(document, self)
        self._counts = Derived(counted_relations, self, size=lambda wanted: wanted.size, keeps=0)
        self._event_timer = QTimer(self, singleShot=True, interval=0)
        self._build_ui()
        self._connect()

    @property
    def regions(self) -> list[QWidget]:
        """The parts that can have the focus, in its order."""
        chips = [self.chips] if self.chips.texts else []
        parts = [self.table.view, self.context.view, self.review, self.details]
        return [*chips, *parts, self.filters]

    @property
    def chosen_event(self) -> int | None:
        """The relation event that is looked at."""
        return self.listing.chosen_event

    @property
    def sums(self) -> list[Piece]:
        """How right the relations of the prediction on show are, and how they add up."""
        found = self.listing.found
        return [] if found is None else relation_pieces(found.wanted.study, found.wanted.prediction)

    def toggle_kind(self, place: int) -> None:
        """Add a relation kind to those picked or take it away, by its place in `RELATION_KINDS`."""
        self._document.select(self._document.selection.toggle("relkind", RELATION_KINDS[place]))

    def show_only_errors(self) -> None:
        """Keep every relation event that is not correct."""
        self._document.select(ONLY_RELATION_ERRORS)

    def go_to_event(self, event: int) -> None:
        """Look at a relation event; where the filter leaves it out, it is shown all the same."""
        if not self.table.select_event(event):
            self.listing.choose_event(event)

    def _build_ui(self) -> None:
        self.context, self.details = RelationContext(), RelationDetails(self._desk)
        self.filters = RelationFilters()
        self.arrangement = Arrangement([self.filters], self._rows, self.context, self.details, self.review)
        self.arrangement.setObjectName("relation_arrangement")
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.arrangement)

    def _connect(self) -> None:
        document, listing = self._document, self.listing
        listing.listed.connect(self._on_listed)
        self._counts.made.connect(lambda found: self.filters.show_counts(*found))
        self.filters.selection_requested.connect(document.select)
        self.filters.choice_requested.connect(self.choice_requested)
        self.filters.prediction_requested.connect(self._on_prediction_requested)
        listing.event_changed.connect(self._event_timer.start)
        self._event_timer.timeout.connect(self._show_event)
        self.table.event_activated.connect(self._on_activated)
        self.context.previous_requested.connect(self.table.select_previous)
        self.context.next_requested.connect(self.table.select_next)
        self.context.event_requested.connect(self.go_to_event)
        self.details.event_requested.connect(self.go_to_event)
        self.table.view.activated.connect(self.context.view.toggle_document)
        self.arrangement.narrowed.connect(self.table.columns.set_narrow)
        self.arrangement.details_moved.connect(self.chips.set_narrow)
        self.arrangement.details_moved.connect(self.review.set_one_row)

    def _on_prediction_requested(self, prediction: int, selection: Selection) -> None:
        self._document.select(selection)
        self._document.show_prediction(prediction)

    def _on_activated(self, event: int) -> None:
        """Look at an event of what is wanted; rows may be of files that are closed."""
        if self.listing.is_current:
            self.listing.choose_event(event)

    def _on_listed(self) -> None:
        found, cells = self.listing.found, self.table.view.events.cells
        assert found is not None, "it was just listed"
        study = found.wanted.study
        if cells is None or cells.study is not study:
            self.context.show_study(study)
            self.filters.speak(study.wording)
        self.listing.choose_event(self._rows.show_found(found, self.listing.chosen_event))
        self._counts.ask(found.wanted)
        self._show_progress()
        self._event_timer.start()
        self.listed.emit()

    def _show_event(self) -> None:
        """Show the event that is looked at; after the table is painted."""
        found = self.listing.found
        study = found.wanted.study if found is not None else None
        self.context.show_event(self.listing.chosen_event)
        self.details.show_event(study, self.listing.chosen_event)

    def look(self) -> Looked:
        """Tell what is looked at."""
        found = self.listing.found
        study = found.wanted.study if found is not None else None
        return Looked(study, self.listing.chosen_event, self.table.selected_events().tolist())

    def count_decided(self) -> None:
        """Count verdicts anew; a filter that asks for them is applied again."""
        self._show_progress()
        if self._document.selection.filter.fields & ABOUT_DECISIONS:
            self.listing.look_again()
        elif (found := self.listing.found) is not None:
            self._counts.ask(found.wanted)

    def _show_progress(self) -> None:
        """Say how many errors on show are decided; what is correct wants no verdict."""
        if (found := self.listing.found) is not None:
            shown, study = found.events, found.wanted.study
            is_error = relation_events(study).kind[shown] != CORRECT
            has_verdict = np.isin(shown, study.relation_decisions.with_verdict())
            self.review.show_progress(int(np.count_nonzero(is_error & has_verdict)), int(np.count_nonzero(is_error)))

    def showEvent(self, event: QShowEvent) -> None:
        """Look at what the document looks at from now on."""
        super().showEvent(event)
        self.listing.set_followed(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Let changes wait until the page is looked at again."""
        super().hideEvent(event)
        self.listing.set_followed(False)
