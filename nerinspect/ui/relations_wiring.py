"""Relations in a window: whether their page is offered, and what keys and status line are about while it is on show."""

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from nerinspect.analysis.events import KINDS
from nerinspect.query.selection import ONLY_ERRORS
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.ui.views import EVENTS_VIEW, RELATIONS

if TYPE_CHECKING:
    from nerinspect.ui.arrangement import Arrangement
    from nerinspect.ui.main_window import MainWindow
    from nerinspect.ui.relations.relations_panel import RelationsPanel

_OF_MENTIONS: Final = (
    *("group", "own_window", "same_surface", "select_alike"),
    *("take_reading", "take_reading_of", "mark_reading", "remove_correction"),
)
"""Commands about the mention event that was looked at; they rest while it is out of sight."""

_N_WIDTHS: Final = 3
"""Sizes of an arrangement are widths first, then heights."""

_HEIGHTS: Final = (390, 420)
"""Of table and sentence, at a font of 13: arcs take more room than the tracks of mentions."""

NO_RELATIONS: Final = "None of the open files has relations; the guide says which formats can have them."


class RelationsWiring(QObject):
    """Connects the page of relations, once it is made, with the parts of a window."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window, self._document = window, window.document
        self._names: dict[str, str] = {}  # what the kinds are called in the menu while mention events are on show
        self._resting: list[str] = []
        for changed in (self._document.study_changed, self._document.study_replaced):
            changed.connect(self._offer)
        self._document.compared_changed.connect(self._tell_comparison)
        window.workspace.currentChanged.connect(self._on_turned)
        window.workspace.pages.relations_made.connect(self._join)
        window.workspace.pages.relation_query_requested.connect(self._open_door)

    def _offer(self) -> None:
        """Offer the page where a file has relations; leave it where none has them any more."""
        study = self._document.study
        has_relations = study is not None and Vocabulary.of(study, may_wait=False).has_relations
        if not has_relations and self._window.workspace.view_name == RELATIONS:
            self._window.show_view(EVENTS_VIEW)
        self._window.toolbar.offer_relations(has_relations)
        if self._names:  # those of mention events were just named again, and offered
            self._name_kinds()
            self._let_rest(True)

    def _tell_comparison(self) -> None:
        """Say where two systems are compared, if relations are on show, which are those of A alone."""
        if self._document.compared is not None and self._window.workspace.pages.relations_on_show is not None:
            self._window.message.tell(
                "A and B are compared among the events of mentions; the relations are those of A."
            )

    def _join(self, page: "RelationsPanel") -> None:
        window = self._window
        window.reviews.decide_relations_in(page.review)
        page.table.offer_deciding(window.reviews.deciding_actions(has_reading=False))
        page.mention_event_requested.connect(self._on_mention_event_requested)
        page.details.training_requested.connect(window.opener.ask_training)
        window.reviews.relation_event_requested.connect(partial(self._go_to, page))
        reviewing = window.reviews.reviewing
        for changed in (reviewing.ready_changed, reviewing.relations_changed):
            changed.connect(lambda *_: self._show_verdicts(page))
        self._show_verdicts(page)
        page.listed.connect(self._show_sums)
        self._match_for(page)
        page.arrangement.restore_sizes((*window.workspace.arrangement.remembered_sizes[:_N_WIDTHS], *_HEIGHTS))
        page.arrangement.splitterMoved.connect(self._share_widths)
        for changed in (page.arrangement.splitterMoved, page.table.columns_changed):
            changed.connect(window.state_changed)
        page.table.rows_copied.connect(window.workspace.events.rows_copied)
        page.table.rows_refused.connect(window.workspace.events.rows_refused)
        page.arrangement.filters_shown.connect(window.toolbar.show_filters)
        page.context.view.document_toggled.connect(window.menus.action("whole_document").setChecked)
        context, zoomed = window.workspace.context, page.context
        zoomed.set_zoom(context.view.zoom)
        zoomed.zoom_changed.connect(context.set_zoom)
        context.zoom_changed.connect(zoomed.set_zoom)

    def _share_widths(self) -> None:
        """Let filters and details be as wide beside the events as beside the relations; so they are remembered."""
        work = self._window.workspace
        work.arrangement.restore_sizes(_with_widths(work.arrangement, work.shown_arrangement))

    def _match_for(self, page: "RelationsPanel") -> None:
        """Match relations as the page asks for."""
        from nerinspect.ui.relations.relation_matching import RelationMatching  # needed with relations alone

        window = self._window
        parts = window.opener.training, window.message, window.training_progress
        matching = RelationMatching(self._document, *parts, self)
        page.choice_requested.connect(matching.match)
        matching.settled.connect(partial(self._show_setting, page))
        window.closing.connect(matching.shutdown)

    def _show_setting(self, page: "RelationsPanel") -> None:
        """Show how relations are matched, also where that was given up."""
        if self._document.study is not None:
            page.filters.match.show_setting(self._document.study.relation_choice.setting)

    def _show_verdicts(self, page: "RelationsPanel") -> None:
        """Give what is decided its columns while a review is open."""
        if (study := self._document.study) is not None:
            page.table.columns.follow_review(bool(self._window.reviews.reviewing.path), study.relation_decisions)

    def _go_to(self, page: "RelationsPanel", event: int) -> None:
        """Turn to a relation event."""
        self._window.show_view(RELATIONS)
        page.go_to_event(event)

    def _open_door(self, query: str) -> None:
        """Turn to exactly the relation events that a number counts."""
        self._document.select_query(query)
        self._window.show_view(RELATIONS)
        self._window.focus_main_part()

    def _on_mention_event_requested(self, event: int) -> None:
        """Turn to the mention event that an argument lies in."""
        self._window.workspace.go_to_event(event)
        self._window.workspace.door_opened.emit()

    def _on_turned(self) -> None:
        """Let keys, menus and status line be about relation events, or about mention events again."""
        work, menus = self._window.workspace, self._window.menus
        page = work.pages.relations_on_show
        if (page is not None) == bool(self._names):
            return
        if page is not None:
            page.arrangement.restore_sizes(_with_widths(page.arrangement, work.arrangement))
            page.arrangement.put_filters_away(work.arrangement.filters_are_put_away)
            self._name_kinds()
            self._resting = [name for name in _OF_MENTIONS if menus.action(name).isEnabled()]
        else:
            for name, text in self._names.items():
                menus.action(name).setText(text)
            self._names = {}
        self._turn_errors(page is not None)
        self._let_rest(page is not None)
        menus.action("whole_document").setChecked(work.shown_context.view.shows_document)
        self._window.toolbar.show_filters(work.shown_arrangement.filters_are_shown)
        self._show_sums()

    def _turn_errors(self, of_relations: bool) -> None:
        """Where nothing but errors is asked for, let them be those of what is on show."""
        from nerinspect.ui.relations.relation_hint import ONLY_RELATION_ERRORS  # needed with relations alone

        before, after = ONLY_ERRORS, ONLY_RELATION_ERRORS
        if not of_relations:
            before, after = after, before
        if self._document.selection == before:
            self._document.select(after)

    def _let_rest(self, are_resting: bool) -> None:
        """Let commands about mention events rest, or offer again those that were offered before."""
        for name in self._resting:
            self._window.menus.action(name).setEnabled(not are_resting)

    def _show_sums(self) -> None:
        """Let the status line say how relations add up while they are on show."""
        page = self._window.workspace.pages.relations_on_show
        self._window.status_line.show_relations(page.sums if page is not None else None)

    def _name_kinds(self) -> None:
        """Call the kinds in the menu after what their keys are about."""
        from nerinspect.analysis.relation_pairing import RELATION_KINDS  # needed with relations alone

        study, menus = self._document.study, self._window.menus
        assert study is not None, "its relations are on show"
        for kind, relation_kind in zip(KINDS, RELATION_KINDS, strict=True):
            action, name = menus.action(f"kind_{kind}"), study.wording.name(f"relation_{relation_kind}")
            self._names[f"kind_{kind}"] = action.text()
            action.setText(f"{name[:1].upper()}{name[1:]} In or Out")


def _with_widths(own: "Arrangement", other: "Arrangement") -> tuple[int, ...]:
    """Give the sizes of one arrangement with the widths of another."""
    return (*other.remembered_sizes[:_N_WIDTHS], *own.remembered_sizes[_N_WIDTHS:])
