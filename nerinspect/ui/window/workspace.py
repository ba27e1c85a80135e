"""The panels around one document, wired to it: filters, list, context, details, and the pages beside."""

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from nerinspect.events.segment_events import KINDS
from nerinspect.progress import Checkpoint
from nerinspect.query.filters import Term
from nerinspect.query.language.parser import query_text
from nerinspect.query.language.words import term_label
from nerinspect.query.selection import ONLY_ERRORS
from nerinspect.ui.deciding.review_part import ReviewPart
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.views import EVENTS_VIEW, RELATIONS, REVIEW, VIEWS
from nerinspect.ui.details.event_details import DetailsPanel
from nerinspect.ui.filters.column import FilterColumn
from nerinspect.ui.kit.chips import ChipRow
from nerinspect.ui.kit.doors import Door
from nerinspect.ui.kit.jobs import PAINTED_MS, Derived
from nerinspect.ui.kit.layout import PageStack, lay_out_now, stack
from nerinspect.ui.kit.screen_text import copy_text
from nerinspect.ui.lists.event_table import EventsPanel, explain_no_event, explain_no_match, steer
from nerinspect.ui.lists.event_view import KeptColumns
from nerinspect.ui.pages.arrangement import Arrangement, ListPage
from nerinspect.ui.sentence.event_context import ContextPanel
from nerinspect.ui.theme.marks import thin_scroll_bars

if TYPE_CHECKING:
    from nerinspect.query.compared_rows import ComparedRow
    from nerinspect.ui.deciding.reviewing import Reviewing
    from nerinspect.ui.kit.pages.page import Page
    from nerinspect.ui.lists.compared_rows import ComparisonPanel, Found, Wanted
    from nerinspect.ui.pages.relations import RelationsPanel


class Pages(QObject):
    """Makes the pages, and lets those that are made look at what the document looks at."""

    relations_made = Signal(object)  # RelationsPanel: the page of relations is there from now on
    choice_changed = Signal(str, object)  # what is to be remembered of a view changed

    def __init__(self, desk: Desk, stack: PageStack) -> None:
        super().__init__(stack)
        self._desk, self._document, self._stack = desk, desk.document, stack
        self._made: dict[str, Any] = {}
        self._choices: dict[str, object] = {}  # what views remember, until they are made
        self.relation_columns = KeptColumns()
        self._reviewing: Reviewing | None = None
        document = desk.document
        for changed in (
            document.study_changed,
            document.study_replaced,
            document.prediction_changed,
            document.compared_changed,
            document.analysis_changed,
            document.events_changed,
        ):
            changed.connect(self._look)

    def page(self, name: str) -> Any:  # noqa: ANN401 - of the class that the view names
        if name not in self._made:
            self._made[name] = page = VIEWS[name].load()(self._desk)
            self._stack.addWidget(page)
            thin_scroll_bars(page)
            if name == RELATIONS:
                self.relation_columns.join(page.table.columns)
                self.relations_made.emit(page)
                return page
            if name in self._choices:
                page.choose(self._choices[name])
            page.choice_changed.connect(lambda choice: self.choice_changed.emit(name, choice))
            if name == REVIEW and self._reviewing is not None:
                page.follow(self._reviewing)
            self._look_at(page)
        return self._made[name]

    def choose(self, name: str, choice: object) -> None:
        """Let a view show what was chosen before, now or when it is made."""
        self._choices[name] = choice
        if name in self._made:
            self._made[name].choose(choice)

    @property
    def relations_on_show(self) -> "RelationsPanel | None":
        page: RelationsPanel | None = self._made.get(RELATIONS)
        return page if page is not None and page is self._stack.currentWidget() else None

    def follow_review(self, reviewing: "Reviewing") -> None:
        """Let the page of the review show that of the window, now or when it is made."""
        self._reviewing = reviewing
        if REVIEW in self._made:
            self._made[REVIEW].follow(reviewing)

    @property
    def regions(self) -> list[QWidget]:
        pages = [self._made[name] for name in VIEWS if name in self._made]
        return [region for page in pages for region in page.regions]

    def _look(self) -> None:
        for name, page in self._made.items():
            if name not in (EVENTS_VIEW, RELATIONS):  # the page of relations follows the document itself
                self._look_at(page)

    def _look_at(self, page: "Page") -> None:
        if (look := self._document.look) is not None:
            page.look_at(look)


class Comparison(QObject):
    """Puts the events of two predictions in the place of those of one while the document compares."""

    ended = Signal()
    row_changed = Signal()
    turned = Signal(bool)
    table_made = Signal(object)
    columns_changed = Signal()

    def __init__(self, workspace: "Workspace", desk: Desk, tables: PageStack) -> None:
        super().__init__(workspace)
        self._workspace, self._document, self._tables = workspace, desk.document, tables
        self._panel: ComparisonPanel | None = None
        self._found: Derived[Found] = Derived(self._find, self, size=lambda _wanted: desk.document.n_events, keeps=0)
        self._found.made.connect(self._on_found)
        self.columns = KeptColumns()
        self._is_narrow = False
        self._is_opening = False  # the rows that come next are those that a number counts
        desk.document.compared_changed.connect(self._on_compared_changed)
        desk.document.rows_changed.connect(self.follow)
        desk.door_opened.connect(self._await_door)
        workspace.arrangement.narrowed.connect(self._on_narrowed)
        workspace.chips.exchange_requested.connect(desk.document.exchange)
        workspace.chips.stretches_chosen.connect(desk.document.list_stretches)

    @property
    def is_on(self) -> bool:
        return self._document.compared is not None

    @property
    def table(self) -> EventsPanel:
        return self.panel if self.is_on else self._workspace.events

    @property
    def panel(self) -> "ComparisonPanel":
        if self._panel is None:
            from nerinspect.ui.lists.compared_rows import ComparisonPanel  # the window shows sooner without it

            self._panel = panel = ComparisonPanel()
            self._tables.addWidget(panel)
            thin_scroll_bars(panel)
            panel.columns.set_narrow(self._is_narrow)
            panel.event_activated.connect(self._on_activated)
            panel.query_added.connect(self._workspace.add_query)
            panel.view.activated.connect(self._workspace.context.view.toggle_document)
            panel.columns_changed.connect(self.columns_changed)
            self.columns.join(panel.columns)
            self.table_made.emit(panel)
        return self._panel

    @property
    def found(self) -> "Found | None":
        """The rows there are, whatever the filter, and which it keeps; None before they are found."""
        return self._found.value

    @property
    def _is_listed(self) -> bool:
        """Whether the rows on show are those that are wanted; others are being found."""
        return self.found is not None and self._found.asked == (self.found.wanted,)

    @property
    def row_on_show(self) -> "ComparedRow | None":
        """The current row, if the chosen event stands for it; None without a comparison."""
        row = self.panel.current_row() if self.is_on and self._is_listed else None
        return row if row is not None and row.event == self._document.chosen_event else None

    def follow(self) -> None:
        """List what the document compares, under its selection; rows of many events are found behind the window."""
        from nerinspect.ui.lists.compared_rows import Wanted  # there is a comparison

        document = self._document
        if document.study is None or document.compared is None:
            return
        wanted = Wanted(
            document.study, document.prediction, document.compared, document.has_stretches, document.selection.filter
        )
        if self._found.asked != (wanted,):
            self._found.ask(wanted)
        elif not self._found.is_running:
            self._on_listed()

    def show_table(self) -> None:
        self._tables.setCurrentWidget(self.table, self.table)
        self._workspace.chips.show_comparison(self.is_on, self._document.has_stretches)
        self.turned.emit(self.is_on)

    def _await_door(self, door: Door) -> None:
        """Let the rows that come next be stretches of text, if what a number counts has no row among mentions."""
        self._is_opening = self.is_on and not door.of_relations

    def forget(self) -> None:
        self._found.forget()
        self.show_table()

    def _find(self, wanted: "Wanted", _checkpoint: Checkpoint) -> "Found":
        from nerinspect.ui.lists.compared_rows import find_rows  # there is a comparison

        return find_rows(wanted, self._found.value)

    def _on_found(self, found: "Found") -> None:
        self.panel.show_found(found)
        self._on_listed()

    def _on_activated(self, event: int) -> None:
        """Look at an event of the rows that are wanted; others may be of files that are closed."""
        if self._is_listed:
            self._document.choose_event(event)
            self.row_changed.emit()  # one event may stand for several rows

    def _on_compared_changed(self) -> None:
        """Let the events of two predictions take the place of those of one, or the other way round."""
        document = self._document
        self.show_table()
        if self.is_on:
            self.follow()
        elif len(document.kept) == document.n_events:  # else another prediction is on show, and its events come
            self.ended.emit()

    def _on_listed(self) -> None:
        document, panel, work = self._document, self.panel, self._workspace
        if document.compared is None:
            return
        was_opened, self._is_opening = self._is_opening, False
        found = self.found
        assert found is not None, "its rows are listed"
        if was_opened and found.hides_spurious:
            document.list_stretches(True)
            return
        work.chips.show_comparison(True, document.has_stretches)
        work.chips.show_count(found.n_kept, len(found.cells))
        if not found.n_kept:
            self._explain_emptiness(found)
        work.context.compare_with((document.prediction, document.compared))
        if panel.current_event() is None:
            work.go_near(document.chosen_event)
        document.choose_event(panel.current_event())
        self.row_changed.emit()

    def _explain_emptiness(self, found: "Found") -> None:
        """Say why there is no row, and what would bring some."""
        document, panel = self._document, self.panel
        row = "stretch of text" if document.has_stretches else "reference mention"
        if not document.selection.terms:
            panel.set_empty_message(f"There is no {row}.")
        elif found.hides_spurious:
            said = "No reference mention matches. The spurious mentions that match are among the stretches of text."
            panel.set_empty_message(said, "Show stretches of text", lambda: document.list_stretches(True))
        else:
            explain_no_match(panel, document, row, found.relaxation)

    def _on_narrowed(self, is_narrow: bool) -> None:
        self._is_narrow = is_narrow
        if self._panel is not None:
            self._panel.columns.set_narrow(is_narrow)


_AT_REST_MS: Final = 150  # keys that are held come again sooner
_EVENTS_AT_ONCE: Final = 20_000
"""Of so many events one is listed and explained without a wait that anybody would notice."""


_N_WIDTHS: Final = 3  # sizes of an arrangement are widths first, then heights
_HEIGHTS: Final = (390, 420)  # of table and sentence, at a font of 13: arcs take more room than the tracks of mentions


class Workspace(ListPage, PageStack):
    """Show a document in panels and hand what the user chooses back to it."""

    turned = Signal()  # the events, or the relation events, took the place of the other

    context: ContextPanel
    details: DetailsPanel

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk, self._document = desk, desk.document
        document = desk.document
        self.filters = FilterColumn(document, self)
        self.events, self.context, self.details = EventsPanel(), ContextPanel(), DetailsPanel(desk)
        self.review, self.chips = ReviewPart(), ChipRow()
        self.view_name = EVENTS_VIEW
        for key in ("system", "run"):  # one prediction is on show at a time
            self.events.columns.set_usual(key, False)
        self._event_timer = QTimer(self, singleShot=True, interval=0)
        self._is_held = False
        self._relations: RelationsPanel | None = None
        self._place_left: tuple[int, int, int] | None = None  # rows and scrolling, until the rows are listed again
        self._rest_timer = QTimer(self, singleShot=True, interval=_AT_REST_MS)
        self.installEventFilter(self)
        self._build_ui()
        self._connect()
        self.pages = Pages(desk, self)
        self.pages.relations_made.connect(self._join)
        self.currentChanged.connect(self._on_turned)

    def show_view(self, name: str) -> None:
        is_page = name in VIEWS and name != EVENTS_VIEW
        page = self.pages.page(name) if is_page else self.arrangement
        self.setCurrentWidget(page, self._main_part_of(page))
        self.view_name = name if is_page else EVENTS_VIEW

    @property
    def main_part(self) -> QWidget:
        """What the view on show is about, and what gets the focus with it."""
        return self._main_part_of(self.currentWidget())

    def _main_part_of(self, page: QWidget | None) -> QWidget:
        if page is None or page is self.arrangement:
            return self.table
        return page.table if isinstance(page, ListPage) else page

    @property
    def list_page(self) -> ListPage:
        """The page of a list on show: that of relation events, or this one."""
        return self.pages.relations_on_show or self

    @property
    def table(self) -> EventsPanel:
        return self.comparison.table

    @property
    def filter_parts(self) -> list[QWidget]:
        return [*self.pages.regions, *self.filters.panels]

    def page(self, name: str) -> Any:  # noqa: ANN401 - of the class that the view names
        return self.pages.page(name)

    def remove_last_chip(self) -> None:
        if terms := self._document.selection.terms:
            self._document.select(self._document.selection.without(terms[-1]))

    def copy_query(self) -> None:
        copy_text(self._document.query)

    def add_query(self, query: str) -> None:
        self._document.select_query(query, is_added=True)

    def go_to_event(self, event: int) -> None:
        """Choose an event; where the filter leaves it out, it is shown all the same."""
        if not self.table.select_event(event):
            self._document.choose_event(event)

    def toggle_filters(self) -> None:
        """Fold the filters away or bring them back; those of relations and those of events go together."""
        shown = self.list_page.arrangement
        shown.toggle_filters()
        if shown is not self.arrangement:
            self.arrangement.put_filters_away(shown.filters_are_put_away)

    def toggle_kind(self, place: int) -> None:
        self.filters.toggle_kind(KINDS[place])

    def show_only_errors(self) -> None:
        self._document.select(ONLY_ERRORS)

    def show_spurious(self) -> None:
        """Show the stretches of text with spurious mentions, which have no row among reference mentions."""
        self._document.list_stretches(True)
        self._desk.open(Door("kind:fp", beside=self._desk.beside))

    def show_same_surface(self) -> None:
        if surface := self._document.surface():
            self.add_query(query_text(Term("surface", (surface,))))

    def go_near(self, event: int | None) -> None:
        """Go to the listed event nearest to one that is listed no more; to the first if there was none."""
        nearest = None if event is None else self._document.nearest_kept(event)
        if nearest is None or not self.table.select_event(nearest):
            self.table.select_next()

    def _build_ui(self) -> None:
        table = QWidget()
        self._tables = PageStack()
        self._tables.addWidget(self.events)
        stack(table, self.chips, self._tables).setStretchFactor(self._tables, 1)
        self.arrangement = Arrangement(self.filters.panels, table, self.context, self.details, self.review)
        self.addWidget(self.arrangement)
        self.comparison = Comparison(self, self._desk, self._tables)

    def _connect(self) -> None:
        document = self._document
        self._connect_parts()
        self._desk.event_requested.connect(self.go_to_event)
        document.study_changed.connect(self._on_study_changed)
        document.study_replaced.connect(self._on_study_replaced)
        document.events_changed.connect(self._on_events_changed)
        document.counts_changed.connect(self._on_counts_changed)
        document.event_changed.connect(self._event_timer.start)
        for changed in (document.compared_changed, document.rows_changed):
            changed.connect(self._paint_rows_first)
        self._event_timer.timeout.connect(self._on_event_due)
        self._rest_timer.timeout.connect(self._show_details)
        self.events.event_activated.connect(document.choose_event)
        self.events.query_added.connect(self.add_query)
        self.events.surface_requested.connect(self.add_query)
        self.events.grouping_changed.connect(self.chips.set_grouped)
        self.events.view.activated.connect(self.context.view.toggle_document)
        self.arrangement.narrowed.connect(self.events.columns.set_narrow)
        self.arrangement.filters_resized.connect(self.filters.fit)
        self.filters.panels_made.connect(lambda: self.arrangement.add_filters(self.filters.panels))
        steer(document, self.chips)
        self.chips.grouping_chosen.connect(self.events.set_grouped)
        self.comparison.ended.connect(self._list_events)
        self.comparison.ended.connect(self._event_timer.start)
        self.comparison.row_changed.connect(self._event_timer.start)

    def _on_study_changed(self) -> None:
        study = self._document.study
        assert study is not None, "a study was just opened"
        self._event_timer.setInterval(PAINTED_MS if self.isVisible() else 0)
        self.comparison.forget()
        self.context.show_study(study)
        self.details.show_event(study, None)
        self.events.show_events(study, self._document.all_events())

    def _on_study_replaced(self) -> None:
        """Show the same files with other training data: the same rows, the same event, the same place."""
        document, view = self._document, self.events.view
        assert document.study is not None, "it was replaced"
        self._place_left = (
            view.model().rowCount(), view.horizontalScrollBar().value(), view.verticalScrollBar().value()
        )  # fmt: skip
        self.context.show_study(document.study)
        self.context.show_event(document.chosen_event)
        self.events.replace_study(document.study, document.all_events())
        QTimer.singleShot(0, self, self._explain_again)  # the window answers in between

    def _explain_again(self) -> None:
        self.details.show_event(self._document.study, self._document.chosen_event)

    def _join(self, page: "RelationsPanel") -> None:
        """Let the page of relations have the widths and the size of the sentence of this one, and both keep them."""
        self._relations, widths = page, self.arrangement.remembered_sizes[:_N_WIDTHS]
        page.arrangement.restore_sizes((*widths, *_HEIGHTS))
        page.arrangement.splitterMoved.connect(self._share_widths)
        page.context.view.document_toggled.connect(self._desk.menus.action("whole_document").setChecked)
        context, zoomed = self.context, page.context
        zoomed.view.set_zoom(context.view.zoom)
        zoomed.view.zoom_changed.connect(context.view.set_zoom)
        context.view.zoom_changed.connect(zoomed.view.set_zoom)

    def _share_widths(self) -> None:
        """Let filters and details be as wide beside the events as beside the relations; so they are remembered."""
        self.arrangement.restore_sizes(_with_widths(self.arrangement, self.list_page.arrangement))

    def _on_turned(self) -> None:
        """Let keys and menus be about relation events, or about mention events again."""
        page = self._relations
        is_on_show = page is not None and page is self.currentWidget()
        if page is None or page.is_on_show == is_on_show:
            return
        if is_on_show:
            page.arrangement.restore_sizes(_with_widths(page.arrangement, self.arrangement))
            page.arrangement.put_filters_away(self.arrangement.filters_are_put_away)
        page.be_on_show(is_on_show)
        self._desk.menus.action("whole_document").setChecked(self.list_page.context.view.shows_document)
        self.turned.emit()

    def _on_events_changed(self) -> None:
        document, selection = self._document, self._document.selection
        self.chips.show_terms([term_label(term, document.study) for term in selection.terms])
        if self.comparison.is_on:
            self.comparison.follow()
        else:
            self._list_events()
        if self._place_left is not None:
            self._restore_scrolling(*self._place_left)
            self._place_left = None

    def _restore_scrolling(self, n_rows: int, across: int, down: int) -> None:
        view = self.events.view
        view.horizontalScrollBar().setValue(across)
        view.verticalScrollBar().setValue(down)
        if view.model().rowCount() != n_rows:  # a part of the filter fell away
            view.scrollTo(view.currentIndex())

    def _paint_rows_first(self) -> None:
        """Let the rows of a comparison be painted before one is explained, where many rows make both take long."""
        if self.isVisible() and self._document.n_events > _EVENTS_AT_ONCE:
            self._event_timer.setInterval(PAINTED_MS)

    def _list_events(self) -> None:
        document = self._document
        self.context.compare_with((document.prediction, *document.others) if document.against_all else ())
        self.chips.show_count(document.n_kept, document.n_events)
        if not document.n_kept:
            explain_no_event(self.events, document, self._desk.menus.action("add_predictions"))
        self.events.set_mask(document.kept, document.first_event)
        if self.events.current_event() is None:
            self.go_near(document.chosen_event)
        document.choose_event(self.events.current_event())

    def _on_counts_changed(self) -> None:
        self.context.n_buckets = self._document.bucketed.n_wanted
        self.details.set_number_of_buckets(self.context.n_buckets)

    def _on_event_due(self) -> None:
        """Show the chosen event; after a pause in a step of its own, for what was painted meanwhile took long."""
        if self._event_timer.interval():
            self._event_timer.setInterval(0)
            self._event_timer.start()
        else:
            self._show_event()

    def _show_event(self) -> None:
        """Show the chosen event; after the table is painted, and but once where keys come faster than that."""
        self._event_timer.setInterval(0)  # only a study that was just opened has a whole window to paint
        self.context.show_event(self._document.chosen_event)
        if self._is_held:
            self._rest_timer.start()
        else:
            self._show_details()

    def _show_details(self) -> None:
        """Explain the chosen event; once the key is let go where one that is held goes from event to event."""
        self._rest_timer.stop()
        self.details.show_event(self._document.study, self._document.chosen_event, self.comparison.row_on_show)
        lay_out_now()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice that a key is held, before a shortcut takes it, and that it is let go."""
        if isinstance(event, QKeyEvent):
            self._is_held = event.isAutoRepeat()
            if event.type() == QEvent.Type.KeyRelease and not self._is_held and self._rest_timer.isActive():
                self._show_details()
        return False


def _with_widths(own: Arrangement, other: Arrangement) -> tuple[int, ...]:
    return (*other.remembered_sizes[:_N_WIDTHS], *own.remembered_sizes[_N_WIDTHS:])
