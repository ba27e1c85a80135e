"""The page Relations: filters, list, sentence and details under one selection."""

from dataclasses import dataclass
from html import escape
from typing import Final, Literal, NamedTuple

import numpy as np
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray
from nerinspect.events.kinds import RELATION_KIND_TABLE
from nerinspect.events.relation_events import (
    CORRECT,
    MISSED,
    RELATION_KINDS,
    SPURIOUS,
    followed_relation_event,
    relation_events,
)
from nerinspect.events.scores import percent_text
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.lists.relations import relation_text
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.quantities import counted, grouped
from nerinspect.query.counts.relations import RelationCounts, relation_counts
from nerinspect.query.filters import Filter, Not, Term, relation_mask
from nerinspect.query.language.words import term_label
from nerinspect.query.selection import ONLY_ERRORS, Selection
from nerinspect.training.known_relations import relation_part_codes
from nerinspect.ui.arcs.relation_sentence import RelationContext
from nerinspect.ui.deciding.decider import Decider, Looked, Reviews
from nerinspect.ui.deciding.review_part import ReviewPart
from nerinspect.ui.desk.changing import relations_size
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import ABOUT_DECISIONS, Document
from nerinspect.ui.desk.status import GAP
from nerinspect.ui.desk.views import RELATIONS as RELATIONS_VIEW
from nerinspect.ui.details.relation_details import RelationDetails
from nerinspect.ui.filters.relation_filters import RelationFilters
from nerinspect.ui.kit.chips import ChipRow
from nerinspect.ui.kit.doors import LinkLabel, Piece
from nerinspect.ui.kit.jobs import Derived
from nerinspect.ui.kit.layout import fill
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.lists.event_table import EventsPanel, explain_no_match, steer
from nerinspect.ui.lists.relation_table import RELATIONS
from nerinspect.ui.pages.arrangement import Arrangement, ListPage
from nerinspect.ui.theme.fonts import DETAIL, scaled_font
from nerinspect.ui.theme.themes import current_theme

ONLY_RELATION_ERRORS = Selection((Not(Term("relkind", ("correct",))),))  # every relation event that is not correct


def about_mention_kinds(selection: Selection) -> list[Filter]:
    """Return the terms about kinds of mention events, unless a term asks for kinds of relation events."""
    if any("relkind" in term.fields for term in selection.terms):
        return []
    return [term for term in selection.terms if term.fields == {"kind"}]


def with_relation_errors(selection: Selection) -> Selection:
    """Replace kinds of mention events by relation errors."""
    (errors,) = ONLY_RELATION_ERRORS.terms
    return selection.replaced(about_mention_kinds(selection), errors)


class Wanted(NamedTuple):
    """The relation events of a prediction that a selection keeps."""

    study: Study
    prediction: int
    selection: Selection

    @property
    def size(self) -> int:
        """Number of events and relations to look through."""
        return relations_size(self.study)


@dataclass(frozen=True, eq=False)
class Found:
    """The relation events of a prediction, and which of them are kept."""

    wanted: Wanted
    first: int  # number of the first relation event of the prediction
    kept: BoolArray  # bool, shape (n_events,): which of its relation events the selection keeps
    relaxation: tuple[Filter, int] | None  # if none is kept: the term without which most would be, and their number

    @property
    def n_kept(self) -> int:
        return int(np.count_nonzero(self.kept))

    @property
    def events(self) -> IntArray:
        """Numbers of the kept events, ascending."""
        return (np.flatnonzero(self.kept) + self.first).astype(np.int32)


def find_relation_events(wanted: Wanted, _checkpoint: Checkpoint = no_checkpoint) -> Found:
    study, selection = wanted.study, wanted.selection
    relation_part_codes(study)  # cached with the study, for rows and panels
    bounds = np.searchsorted(relation_events(study).prediction, (wanted.prediction, wanted.prediction + 1))
    own = slice(*bounds.tolist())
    kept = relation_mask(study, selection.filter)[own]
    relaxation = None
    if not kept.any() and len(kept):
        relaxation = selection.widest_without(lambda query: int(np.count_nonzero(relation_mask(study, query)[own])))
    return Found(wanted, own.start, kept, relaxation)


def counted_relations(wanted: Wanted, _checkpoint: Checkpoint) -> tuple[RelationCounts, Selection]:
    """Count each filter section under the picks in the others, and return what is selected there."""
    return relation_counts(wanted.study, wanted.prediction, wanted.selection), wanted.selection


class RelationHint(Styled, QWidget):
    """Says that a term about mentions applies to the arguments of relations, and offers relation errors instead."""

    errors_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("relation_hint")
        self.words = ""
        self._label = LinkLabel(self)
        self._label.linkActivated.connect(lambda _: self.errors_requested.emit())
        self._row = fill(QHBoxLayout(self), self._label)
        self.hide()

    def show_selection(self, selection: Selection) -> None:
        """Explain what a selection means for relations; hidden if it names no kinds of mention events."""
        terms = about_mention_kinds(selection)
        labels = " and ".join(f"“{term_label(term)}”" for term in terms)
        self.words = f"{labels} is asked of mentions: a relation stays if one of its arguments fits." if terms else ""
        self._restyle()
        self.setVisible(bool(terms))

    def _restyle(self) -> None:
        theme, unit = current_theme(), self.unit
        self._row.setContentsMargins(round(12 * unit), 0, round(12 * unit), round(6 * unit))
        self._label.setFont(scaled_font(self.font(), DETAIL))
        self._label.setStyleSheet(f"color: {theme.text2.name()}")
        link = '<a href="errors">Relation errors instead</a>'
        self._label.setText(f"{escape(self.words)} {link}" if self.words else "")


class RelationRows(QWidget):
    """Lists relation events under the selection of a document."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self.chips, self.hint, self.table = ChipRow(rows="relation events"), RelationHint(), EventsPanel(RELATIONS)
        fill(QVBoxLayout(self), self.chips, self.hint, self.table, gap=0, stretched=self.table)
        self.table.query_added.connect(lambda query: document.select_query(query, is_added=True))
        self.chips.focus_left.connect(self.table.setFocus)
        steer(document, self.chips)
        self.hint.errors_requested.connect(lambda: document.select(with_relation_errors(document.selection)))

    def show_found(self, found: Found, event: int | None) -> int | None:
        """List what was found; return the current event: the one selected before, else the next after it."""
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
        """Say why the list is empty, and what would fill it."""
        if not found.wanted.study.predictions:
            self.table.set_empty_message("There is no prediction: open one with relations to see relation events.")
        elif not len(found.kept):
            self.table.set_empty_message("Neither the reference nor this prediction has a relation.")
        else:
            explain_no_match(self.table, self._document, "relation event", found.relaxation)


_WHOLE = {"reference": "-refrel:none", "predicted": "-predrel:none"}
"""Queries for all relation events with a relation of a side."""

_CORRECT = f"relkind:{RELATION_KINDS[CORRECT]}"


def relation_pieces(study: Study, prediction: int) -> list[Piece]:
    """Pieces for the scores of a prediction's relations and the sums of each side; numbers open their events."""
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
    """Precision, recall and F1 with their denominators; between annotators F1 alone."""
    correct = int(by_kind[CORRECT])
    reference, predicted = (int(by_kind.sum() - by_kind[never]) for never in (SPURIOUS, MISSED))
    among = [
        study.wording.said(f"{grouped(correct)} of {counted(number, f'{side} relation')}.")
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
    """Return the relations of a side as a sum over the kinds that hold any."""
    wording, never = study.wording, SPURIOUS if side == "reference" else MISSED
    total = int(by_kind.sum() - by_kind[never])
    pieces = [
        Piece(f"{wording.said(side)} "),
        Piece(grouped(total), _WHOLE[side], f"All {wording.said(f'{side} relations')}.", is_bold=True),
        Piece(" = "),
    ]
    for code, kind in enumerate(RELATION_KINDS):
        if code != never:
            relations = wording.said(counted(int(by_kind[code]), f"{side} relation"))
            explanation = f"{relations} in events of this kind. {wording.meaning(f'relation_{kind}')}"
            text = f"{grouped(int(by_kind[code]))} {RELATION_KIND_TABLE[kind].letters}"
            pieces += [Piece(text, f"relkind:{kind}", explanation), Piece(" + ")]
    return pieces[:-1]


_OF_MENTIONS: Final = (
    *("group", "own_window", "same_surface", "select_alike"),
    *("take_reading", "take_reading_of", "mark_reading", "remove_correction"),
)
"""Commands on the current mention event, disabled while relations are shown."""


class RelationsPanel(ListPage, QWidget):
    """Shows the relation events of a document under its selection while visible."""

    listed = Signal()
    event_changed = Signal()

    context: RelationContext
    details: RelationDetails

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.setObjectName("relations_panel")
        self.setAccessibleName("Relations")
        self._desk, self._document = desk, (document := desk.document)
        self._rows = RelationRows(document)
        self.chips, self.hint = self._rows.chips, self._rows.hint
        self.review = ReviewPart(has_reading=False)
        self.review.setAccessibleName("Review of relations")
        self.context, self.details, self.filters = RelationContext(), RelationDetails(desk), RelationFilters()
        self.arrangement = Arrangement([self.filters], self._rows, self.context, self.details, self.review)
        self.arrangement.setObjectName("relation_arrangement")
        fill(QVBoxLayout(self), self.arrangement)
        self.found: Found | None = None
        self._is_followed = False
        self._names: dict[str, str] = {}  # menu texts of the kinds for mention events
        self._resting: list[str] = []
        self._events = Derived(find_relation_events, self, size=lambda wanted: wanted.size, keeps=0)
        self._counts = Derived(counted_relations, self, size=lambda wanted: wanted.size, keeps=0)
        self._event_timer = QTimer(self, singleShot=True, interval=0)
        self._connect()

    @property
    def table(self) -> EventsPanel:
        return self._rows.table

    @property
    def filter_parts(self) -> list[QWidget]:
        return [self.filters]

    @property
    def chosen_event(self) -> int | None:
        return self._document.chosen_relation_event

    @property
    def sums(self) -> list[Piece]:
        """Scores of the relations of the current prediction, and their sums."""
        return [] if self.found is None else relation_pieces(self.found.wanted.study, self.found.wanted.prediction)

    def toggle_kind(self, place: int) -> None:
        """Add or remove a relation kind, by its index in `RELATION_KINDS`."""
        self._document.select(self._document.selection.toggle("relkind", RELATION_KINDS[place]))

    def show_only_errors(self) -> None:
        self._document.select(ONLY_RELATION_ERRORS)

    def go_to_event(self, event: int) -> None:
        if not self.table.select_event(event):
            self._choose_event(event)

    def decide_in(self, reviews: Reviews) -> None:
        decider = Decider(reviews, self.review, self.table, self.look, relation_text)
        self.event_changed.connect(decider.show_decision)  # at once: the next key may be a verdict
        self.listed.connect(decider.follow)
        self.listed.connect(decider.show_decision)
        reviews.reviewing.relations_changed.connect(self._count_decided)
        reviews.join(decider)

    def look(self) -> Looked:
        study = self.found.wanted.study if self.found is not None else None
        return Looked(study, self.chosen_event, self.table.selected_events().tolist())

    @property
    def is_on_show(self) -> bool:
        """Whether shortcuts and menus act on relation events."""
        return bool(self._names)

    def be_on_show(self, is_on_show: bool) -> None:
        """Point shortcuts and menus at relation events, or back at mention events."""
        menus = self._desk.menus
        if is_on_show:
            self._name_kinds()
            without = (f"kind_{kind}" for kind in KINDS[len(RELATION_KIND_TABLE) :])
            self._resting = [name for name in (*_OF_MENTIONS, *without) if menus.action(name).isEnabled()]
        else:
            for name, text in self._names.items():
                menus.action(name).setText(text)
            self._names = {}
        before, after = (ONLY_ERRORS, ONLY_RELATION_ERRORS) if is_on_show else (ONLY_RELATION_ERRORS, ONLY_ERRORS)
        if self._document.selection == before:  # “only errors” carries over
            self._document.select(after)
        self._let_rest(is_on_show)

    def _name_kinds(self) -> None:
        """Name the kinds in the menu after what their keys toggle."""
        study, menus = self._document.study, self._desk.menus
        assert study is not None, "its relations are on show"
        for kind, relation_kind in zip(KINDS, RELATION_KIND_TABLE.values(), strict=False):
            action, name = menus.action(f"kind_{kind}"), study.wording.name(relation_kind.key)
            self._names[f"kind_{kind}"] = action.text()
            action.setText(f"Toggle “{name}”")

    def _let_rest(self, are_resting: bool) -> None:
        """Disable commands about mention events, or enable those that were enabled before."""
        for name in self._resting:
            self._desk.menus.action(name).setEnabled(not are_resting)

    def _connect(self) -> None:
        desk, document = self._desk, self._document
        self._connect_parts()
        self._events.made.connect(self._on_found)
        self._counts.made.connect(lambda found: self.filters.show_counts(*found))
        self._event_timer.timeout.connect(self._show_event)
        self.event_changed.connect(self._event_timer.start)
        self.filters.selection_requested.connect(document.select)
        self.filters.choice_requested.connect(desk.matching_requested)
        self.filters.prediction_requested.connect(self._on_prediction_requested)
        self.table.event_activated.connect(self._on_activated)
        self.details.event_requested.connect(self.go_to_event)
        self.table.view.activated.connect(self.context.view.toggle_document)
        self.arrangement.narrowed.connect(self.table.columns.set_narrow)
        document.study_changed.connect(self._forget)
        document.study_replaced.connect(self._speak)
        document.compared_changed.connect(self._tell_comparison)
        document.events_changed.connect(self._follow)
        desk.matching_settled.connect(self._show_setting)
        desk.relation_event_requested.connect(self._on_event_requested)

    def _on_event_requested(self, event: int) -> None:
        self._desk.view_requested.emit(RELATIONS_VIEW)
        self.go_to_event(event)

    def _on_prediction_requested(self, prediction: int, selection: Selection) -> None:
        self._document.select(selection)
        self._document.show_prediction(prediction)

    def _on_activated(self, event: int) -> None:
        """Select an event, unless its row is of files closed in the meantime."""
        if self.found is not None and self._events.asked == (self.found.wanted,):
            self._choose_event(event)

    def _choose_event(self, event: int | None) -> None:
        if event != self.chosen_event:
            self._document.chosen_relation_event = event
            self.event_changed.emit()

    def _show_setting(self) -> None:
        """Show how relations are matched, also after a change was cancelled."""
        if self._document.study is not None:
            self.filters.match.show_setting(self._document.study.relation_choice.setting)

    def _speak(self) -> None:
        """Name the kinds again: the menus have just been named for mention events."""
        if self._names:
            self._name_kinds()
            self._let_rest(True)

    def _tell_comparison(self) -> None:
        """Say that relations are those of A alone while two systems are compared."""
        if self._document.compared is not None and self._names:
            self._desk.message.tell("A and B are compared among the events of mentions; the relations are those of A.")

    def _forget(self) -> None:
        self._events.forget()
        self.found = None
        self._choose_event(None)

    def _follow(self) -> None:
        document = self._document
        if not self._is_followed or document.study is None:
            return
        wanted = Wanted(document.study, document.prediction, document.selection)
        if self._events.asked != (wanted,):
            self._events.ask(wanted)

    def _on_found(self, found: Found) -> None:
        before, self.found = self.found, found
        study, cells = found.wanted.study, self.table.view.events.cells
        if self.chosen_event is not None and before is not None and before.wanted.study is not study:
            followed = followed_relation_event(before.wanted.study, self.chosen_event, study)
            self._document.chosen_relation_event = followed
        if cells is None or cells.study is not study:
            self.context.show_study(study)
            self.filters.speak(study.wording)
        self._choose_event(self._rows.show_found(found, self.chosen_event))
        self._counts.ask(found.wanted)
        self._show_progress()
        self._event_timer.start()
        self.listed.emit()

    def _show_event(self) -> None:
        """Show the current event; after the table is painted."""
        study, event, _ = self.look()
        self.context.show_event(event)
        self.details.show_event(study, event)

    def _count_decided(self) -> None:
        """Count verdicts again, and apply a filter on verdicts again."""
        self._show_progress()
        if self._document.selection.filter.fields & ABOUT_DECISIONS:
            self._events.cancel()
            self._follow()
        elif self.found is not None:
            self._counts.ask(self.found.wanted)

    def _show_progress(self) -> None:
        """Show how many of the listed errors are decided; correct events need no verdict."""
        if (found := self.found) is not None:
            shown, study = found.events, found.wanted.study
            is_error = relation_events(study).kind[shown] != CORRECT
            has_verdict = np.isin(shown, study.relation_decisions.with_verdict())
            self.review.show_progress(int(np.count_nonzero(is_error & has_verdict)), int(np.count_nonzero(is_error)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._is_followed = True
        self._follow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Postpone updates until the page is visible again."""
        super().hideEvent(event)
        self._is_followed = False
