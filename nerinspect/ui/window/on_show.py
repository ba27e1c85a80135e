"""What is on show, as toolbar, menus, keys and status line know it: systems as A and B, mentions or relations."""

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject

from nerinspect.errors import CommandError
from nerinspect.events.kinds import RELATION_KIND_TABLE
from nerinspect.events.segment_events import KINDS
from nerinspect.events.study import Study
from nerinspect.io.reading.annotators import names_in
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import ONLY_ERRORS, Selection
from nerinspect.tables.runs import systems_of
from nerinspect.ui.deciding.decider import Decider
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.views import EVENTS_VIEW, RELATIONS
from nerinspect.ui.kit.doors import Door

if TYPE_CHECKING:
    from nerinspect.ui.deciding.decider import ReviewWiring
    from nerinspect.ui.dialogs.systems_dialog import SystemsDialog
    from nerinspect.ui.pages.arrangement import Arrangement
    from nerinspect.ui.pages.relations.page import RelationsPanel
    from nerinspect.ui.window.opener import Opener
    from nerinspect.ui.window.status_line import StatusLine
    from nerinspect.ui.window.toolbar import Toolbar
    from nerinspect.ui.window.workspace import Workspace


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

    def __init__(
        self,
        desk: Desk,
        workspace: "Workspace",
        toolbar: "Toolbar",
        status_line: "StatusLine",
        opener: "Opener",
        reviews: "ReviewWiring",
    ) -> None:
        super().__init__(desk)
        self._desk, self._document, self._workspace, self._toolbar = desk, desk.document, workspace, toolbar
        self._status_line, self._opener, self._reviews = status_line, opener, reviews
        self._names: dict[str, str] = {}  # what the kinds are called in the menu while mention events are on show
        self._resting: list[str] = []
        for changed in (self._document.study_changed, self._document.study_replaced):
            changed.connect(self._offer)
        self._document.compared_changed.connect(self._tell_comparison)
        workspace.currentChanged.connect(self._on_turned)
        workspace.pages.relations_made.connect(self._join)

    def _offer(self) -> None:
        """Offer the page where a file has relations; leave it where none has them any more."""
        study = self._document.study
        has_relations = study is not None and Vocabulary.of(study, may_wait=False).has_relations
        if not has_relations and self._workspace.view_name == RELATIONS:
            self._desk.view_requested.emit(EVENTS_VIEW)
        self._toolbar.offer_relations(has_relations)
        if self._names:  # those of mention events were just named again, and offered
            self._name_kinds()
            self._let_rest(True)

    def _tell_comparison(self) -> None:
        """Say where two systems are compared, if relations are on show, which are those of A alone."""
        if self._document.compared is not None and self._workspace.pages.relations_on_show is not None:
            self._desk.message.tell("A and B are compared among the events of mentions; the relations are those of A.")

    def _join(self, page: "RelationsPanel") -> None:
        work, reviews = self._workspace, self._reviews
        decider = Decider(reviews, page.review, page.table, page.look, _relation_text)
        page.listing.event_changed.connect(decider.show_decision)  # at once: the next key may be a verdict
        page.listed.connect(decider.follow)
        page.listed.connect(decider.show_decision)
        reviews.reviewing.relations_changed.connect(page.count_decided)
        reviews.join(decider)
        reviews.relation_event_requested.connect(partial(self._go_to, page))
        page.listed.connect(self._show_sums)
        self._match_for(page)
        page.arrangement.restore_sizes((*work.arrangement.remembered_sizes[:_N_WIDTHS], *_HEIGHTS))
        page.arrangement.splitterMoved.connect(self._share_widths)
        page.table.rows_copied.connect(work.events.rows_copied)
        page.table.rows_refused.connect(work.events.rows_refused)
        page.arrangement.filters_shown.connect(self._toolbar.show_filters)
        page.context.view.document_toggled.connect(self._desk.menus.action("whole_document").setChecked)
        context, zoomed = work.context, page.context
        zoomed.set_zoom(context.view.zoom)
        zoomed.zoom_changed.connect(context.set_zoom)
        context.zoom_changed.connect(zoomed.set_zoom)

    def _share_widths(self) -> None:
        """Let filters and details be as wide beside the events as beside the relations; so they are remembered."""
        work = self._workspace
        work.arrangement.restore_sizes(_with_widths(work.arrangement, work.shown_arrangement))

    def _match_for(self, page: "RelationsPanel") -> None:
        """Match relations as the page asks for."""
        from nerinspect.ui.pages.relations.relation_listing import RelationMatching  # needed with relations alone

        matching = RelationMatching(self._desk, self._opener.training)
        page.choice_requested.connect(matching.match)
        matching.settled.connect(partial(self._show_setting, page))

    def _show_setting(self, page: "RelationsPanel") -> None:
        """Show how relations are matched, also where that was given up."""
        if self._document.study is not None:
            page.filters.match.show_setting(self._document.study.relation_choice.setting)

    def _go_to(self, page: "RelationsPanel", event: int) -> None:
        """Turn to a relation event."""
        self._desk.view_requested.emit(RELATIONS)
        page.go_to_event(event)

    def _on_turned(self) -> None:
        """Let keys, menus and status line be about relation events, or about mention events again."""
        work, menus = self._workspace, self._desk.menus
        page = work.pages.relations_on_show
        if (page is not None) == bool(self._names):
            return
        if page is not None:
            page.arrangement.restore_sizes(_with_widths(page.arrangement, work.arrangement))
            page.arrangement.put_filters_away(work.arrangement.filters_are_put_away)
            self._name_kinds()
            without = (f"kind_{kind}" for kind in KINDS[len(RELATION_KIND_TABLE) :])
            self._resting = [name for name in (*_OF_MENTIONS, *without) if menus.action(name).isEnabled()]
        else:
            for name, text in self._names.items():
                menus.action(name).setText(text)
            self._names = {}
        self._turn_errors(page is not None)
        self._let_rest(page is not None)
        menus.action("whole_document").setChecked(work.shown_context.view.shows_document)
        self._toolbar.show_filters(work.shown_arrangement.filters_are_shown)
        self._show_sums()

    def _turn_errors(self, of_relations: bool) -> None:
        """Where nothing but errors is asked for, let them be those of what is on show."""
        from nerinspect.ui.pages.relations.page import ONLY_RELATION_ERRORS  # needed with relations alone

        before, after = ONLY_ERRORS, ONLY_RELATION_ERRORS
        if not of_relations:
            before, after = after, before
        if self._document.selection == before:
            self._document.select(after)

    def _let_rest(self, are_resting: bool) -> None:
        """Let commands about mention events rest, or offer again those that were offered before."""
        for name in self._resting:
            self._desk.menus.action(name).setEnabled(not are_resting)

    def _show_sums(self) -> None:
        """Let the status line say how relations add up while they are on show."""
        page = self._workspace.pages.relations_on_show
        self._status_line.show_relations(page.sums if page is not None else None)

    def _name_kinds(self) -> None:
        """Call the kinds in the menu after what their keys are about."""
        study, menus = self._document.study, self._desk.menus
        assert study is not None, "its relations are on show"
        for kind, relation_kind in zip(KINDS, RELATION_KIND_TABLE.values(), strict=False):
            action, name = menus.action(f"kind_{kind}"), study.wording.name(relation_kind.key)
            self._names[f"kind_{kind}"] = action.text()
            action.setText(f"{name[:1].upper()}{name[1:]} In or Out")


def _relation_text(study: Study, event: int) -> str:
    from nerinspect.lists.relations import relation_text  # most studies have no relations

    return relation_text(study, event)


def _with_widths(own: "Arrangement", other: "Arrangement") -> tuple[int, ...]:
    """Give the sizes of one arrangement with the widths of another."""
    return (*other.remembered_sizes[:_N_WIDTHS], *own.remembered_sizes[_N_WIDTHS:])


class SystemsWiring(QObject):
    """Connects the choosers of systems with the document of a window."""

    def __init__(self, desk: Desk, toolbar: "Toolbar", opener: "Opener") -> None:
        super().__init__(desk)
        self._desk, self._toolbar, self._opener = desk, toolbar, opener
        self._wanted: tuple[str, Door] | None = None  # the annotator that is to be A, and what is to be opened then
        self._document, self._chooser = desk.document, toolbar.systems
        document = self._document
        self._chooser.prediction_chosen.connect(document.show_prediction)
        self._chooser.compared_chosen.connect(self._compare)
        self._chooser.all_chosen.connect(self._compare_with_all)
        desk.menus.connect_command("compare_with", self._chooser.ask_compared)
        toolbar.annotators.first_chosen.connect(self._put_first)
        toolbar.annotators.second_chosen.connect(self._put_second)
        desk.menus.connect_command("swap", self._exchange)
        opener.predictions.changed.connect(self._on_changed)
        desk.menus.connect_command("systems", self._ask)
        for changed in (document.study_changed, document.study_replaced):
            changed.connect(self._show_systems)
        for changed in (document.prediction_changed, document.compared_changed):
            changed.connect(self._show_choice)

    def _show_systems(self) -> None:
        assert self._document.study is not None, "its systems are offered"
        self._chooser.show_systems(systems_of(self._document.study))
        self._toolbar.speak_of_annotators(self._document.study.is_of_annotators)
        self._show_choice()

    def _show_choice(self) -> None:
        if self._document.study is not None and self._document.study.predictions:
            self._chooser.offer_all(self._document.has_others)
            against_all = self._document.against_all
            self._chooser.choose(self._document.prediction, self._document.compared, is_against_all=against_all)
            if self._document.study.is_of_annotators:
                self._toolbar.annotators.show_annotators(names_in(self._document.study), self._document.prediction + 1)

    def _exchange(self) -> None:
        if self._document.study is not None and self._document.study.is_of_annotators:
            self._put_first(self._document.prediction + 1)
        else:
            self._document.exchange()

    def _put_first(self, annotator: int) -> None:
        """Let an annotator be A, and its events with B be listed."""
        if annotator:
            self._opener.predictions.put_first(annotator - 1)
            self._show_choice()  # as it is until the work is done

    def open_pair(self, first: int, prediction: int, query: str) -> None:
        """Let an annotator be A, then open what a number counts that it has with another one."""
        assert self._document.study is not None, "a number of it was clicked"
        self._wanted = names_in(self._document.study)[first], Door(query, prediction)
        self._put_first(first)

    def _on_changed(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None and self._document.study is not None and self._document.study.annotator == wanted[0]:
            self._desk.open(wanted[1])

    def _put_second(self, annotator: int) -> None:
        """Let an annotator be B; if it is A, the two change places."""
        if annotator:
            self._document.show_prediction(annotator - 1)
        else:
            self._exchange()

    def _compare(self, prediction: int | None) -> None:
        """Compare with another system; what new files are shown with, every error, would hide what only A has."""
        if self._document.compared is None and prediction is not None and self._document.selection == ONLY_ERRORS:
            self._document.select(Selection())
        self._document.compare_with(prediction)

    def _compare_with_all(self) -> None:
        """Hold the system on show against all others, under all outcomes where new files show every error."""
        if self._document.compared is None and self._document.selection == ONLY_ERRORS:
            self._document.select(Selection())
        self._document.compare_with_all()

    def _ask(self) -> None:
        """Let systems be renamed, moved, grouped and removed."""
        from nerinspect.ui.dialogs.systems_dialog import SystemsDialog  # not needed before it is asked for
        from nerinspect.ui.guide.guide_window import offer_guide

        if self._opener.predictions.is_busy:
            self._desk.message.tell("The systems are changing; they can be arranged once they are there.")
            return
        assert self._document.study is not None, "its systems are listed"
        dialog = SystemsDialog(self._document.study, self._desk.asker)
        offer_guide(dialog)
        dialog.accepted.connect(partial(self._apply, dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _apply(self, dialog: "SystemsDialog") -> None:
        try:
            self._opener.predictions.arrange(dialog.arranged())
        except CommandError as mistake:
            self._desk.message.say(f"The systems stay as they are: {mistake}.")
