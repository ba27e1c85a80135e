"""The window: builds its parts and wires them, lays them out as they were left, and reads the search field."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QByteArray, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPalette
from PySide6.QtWidgets import QFrame, QMainWindow, QWidget

from nerinspect.errors import CommandError, NerinspectError, UnknownNameError
from nerinspect.io.projects import is_project
from nerinspect.io.request import LoadRequest
from nerinspect.query.language.parser import with_suggestion
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.review import is_review
from nerinspect.settings import Layout, Session
from nerinspect.ui.deciding.causes import CauseWords
from nerinspect.ui.deciding.decider import LostTelling, Reviews, StepTelling
from nerinspect.ui.deciding.edited_lists import ListImporting
from nerinspect.ui.deciding.reference_writing import ReferenceWriting
from nerinspect.ui.deciding.right_readings import (
    CorrectedLine,
    ReadingAsking,
    ReadingMarking,
    ReadingTaking,
    SamePlaces,
)
from nerinspect.ui.deciding.saved_selections import KeptSelections
from nerinspect.ui.desk.desk import Desk, Remembered
from nerinspect.ui.desk.views import EVENTS_VIEW, RELATIONS, REVIEW, VIEWS
from nerinspect.ui.kit.jobs import end_work
from nerinspect.ui.kit.layout import PageStack, size_on_screen, stack
from nerinspect.ui.kit.screen_text import plain_title
from nerinspect.ui.kit.strips import Actions, ProgressStrip
from nerinspect.ui.kit.styled import Styled
from nerinspect.ui.lists.event_copying import Exporter
from nerinspect.ui.pages.blind import BlindMode
from nerinspect.ui.theme.marks import thin_scroll_bars
from nerinspect.ui.window.commands import Commands, EventsExport, Signatures, SwapTest
from nerinspect.ui.window.opener import Opener, StartPage, dropped_files
from nerinspect.ui.window.projects import Projects
from nerinspect.ui.window.search_field import SearchField
from nerinspect.ui.window.status_line import StatusLine
from nerinspect.ui.window.systems import Systems
from nerinspect.ui.window.toolbar import Toolbar
from nerinspect.ui.window.workspace import Workspace

if TYPE_CHECKING:
    from nerinspect.ui.pages.relations import RelationsPanel


NO_RELATIONS: Final = "None of the open files has relations; the guide lists the formats that support them."

_SOON_MS: Final = 300  # a search that ends sooner is not spoken of


class Searching(QObject):
    """Connects the search field of a window with its events."""

    def __init__(self, desk: Desk, field: SearchField, workspace: Workspace, progress: ProgressStrip) -> None:
        super().__init__(desk)
        self._desk, self._document, self._message = desk, desk.document, desk.message
        self._field, self._workspace, self._progress, self._entered = field, workspace, progress, ""
        self._waiting = QTimer(self, interval=_SOON_MS, singleShot=True)
        self._waiting.timeout.connect(partial(self._progress.begin, "Searching"))
        self._field.query_entered.connect(self._on_entered)
        self._field.textEdited.connect(self._message.pass_by)
        self._field.backspaced.connect(self._workspace.remove_last_chip)
        self._field.left.connect(desk.main_part_requested)
        self._progress.cancelled.connect(self._document.cancel_filtering)
        self._document.filtering.connect(self._on_filtering)
        self._document.filter_progressed.connect(self._on_progressed)
        self._document.filter_refused.connect(self._on_refused)
        self._document.tell_of_studies(self._offer_names)

    def _offer_names(self) -> None:
        study = self._document.study
        assert study is not None, "its names are offered"
        self._field.set_vocabulary(Vocabulary.of(study, may_wait=False), study)

    def _on_entered(self, query: str) -> None:
        """Add a query to the filter, or say what is wrong with it and keep the filter as it is."""
        self._message.pass_by()
        try:
            self._workspace.add_query(query)
        except CommandError as mistake:
            offers = []
            if isinstance(mistake, UnknownNameError) and (better := with_suggestion(query, mistake)):
                offers.append((f"Use {mistake.nearest}", partial(self._on_entered, better)))
            self._say(mistake, offers)
        else:
            self._entered = query
            self._field.clear()
            self._desk.main_part_requested.emit()

    def _say(self, mistake: NerinspectError, offers: Actions = ()) -> None:
        said = str(mistake)
        self._message.say(
            f"{said[:1].upper()}{said[1:]}. The last valid filter still applies.", offers, is_passing=True
        )

    def _on_refused(self, mistake: NerinspectError) -> None:
        """Say why a filter was not applied, and let what was searched for be changed."""
        self._say(mistake)
        if not self._field.text():
            self._field.setText(self._entered)

    def _on_filtering(self, is_under_way: bool) -> None:
        if is_under_way:
            self._waiting.start()
        else:
            self._waiting.stop()
            self._progress.hide()

    def _on_progressed(self, done: int, total: int) -> None:
        if self._progress.isVisible():
            self._progress.show_progress(done, total, "events")


class MainWindow(Styled, QMainWindow):
    """Look at the errors of named-entity recognition."""

    session_opened = Signal()
    state_changed = Signal()
    window_requested = Signal()
    quit_requested = Signal()

    def __init__(self, remembered: Remembered | None = None) -> None:
        super().__init__()
        self.setObjectName("main_window")
        self.setWindowTitle("nerinspect")
        self.setAcceptDrops(True)
        self._chosen_here = ""  # what of all that is remembered changes in this window now
        self.desk = desk = Desk(self, remembered)
        self.document, self.menus, self.message, self.progress = desk.document, desk.menus, desk.message, desk.progress
        self.toolbar, self.training_progress, self.search_progress = (
            Toolbar(desk),
            desk.training_progress,
            ProgressStrip(),
        )
        self.start_page, self.workspace = StartPage(), Workspace(desk)
        self.opener = Opener(desk)
        self.exporter = Exporter(self.message, self.progress, self)
        self.status_line = StatusLine(desk)
        self._build_ui()
        self._connect()
        work, opener = self.workspace, self.opener
        Searching(desk, self.toolbar.search, work, self.search_progress)
        self.projects = Projects(desk, opener, self._pages, self.status_line)
        self.signatures = Signatures(desk, work, self.projects)
        Systems(desk, self.toolbar.systems, self.toolbar.annotators, opener)
        SwapTest(desk)
        self._build_review()
        Commands(desk, work, self.toolbar, opener)
        self._connect_state()
        self._share_choices()
        desk.menus.refuse_idle()

    def _build_review(self) -> None:
        """Make what asks, decides and tells about the review, in the order in which it hears of changes."""
        desk, work = self.desk, self.workspace
        self.reviews = reviews = Reviews(desk, work.review, work.events)
        reviewing = reviews.reviewing
        reviews.words_changed.connect(partial(self.status_line.say, "review"))
        reviews.files_requested.connect(self.opener.open)
        self.opener.opened.connect(reviews.follow_files)
        self.opener.review_requested.connect(reviews.open)
        ReadingAsking(desk, reviews, ReadingTaking(desk, reviews))
        ReadingMarking(desk, reviews, work.context).sentence_requested.connect(work.arrangement.show_context)
        KeptSelections(desk, reviewing, reviews.make)
        StepTelling(desk, reviewing.steps)
        work.pages.follow_review(reviewing)
        LostTelling(desk, reviewing).all_requested.connect(lambda: work.page(REVIEW).show_lost())
        self._exporting = EventsExport(desk, work, self.exporter, reviewing)
        parts = self.toolbar, self.status_line
        work.pages.relations_made.connect(lambda page: page.decide_in(reviews))
        self.blind = BlindMode(desk, reviews, self._pages, parts)
        self.lists = ListImporting(desk, reviewing)
        ReferenceWriting(desk, reviewing)
        self.same_places = SamePlaces(desk, reviews)
        corrected = CorrectedLine(self.document, reviewing, self)
        corrected.words_changed.connect(partial(self.status_line.say, "corrected"))
        corrected.lacking_changed.connect(partial(self.status_line.say, "lacking"))
        causes = CauseWords(desk, reviewing, reviews.show_causes)
        reviews.joined.connect(causes.show)

    def open_files(self, request: LoadRequest, query: str | None = None) -> None:
        self.opener.open(Session(request, query))

    def open_session(self, session: Session) -> None:
        """Load the files of a session in the background and go on where it was left; or open its project."""
        if session.is_project:
            self.projects.open(session.request.reference)
        elif session.review:
            self.reviews.open(session.review, session)
        else:
            self.opener.open(session)

    def go_to(self, session: Session, view: str = "") -> None:
        if self.document.study is None or self.document.awaited:
            self.open_session(session)
        else:
            self.document.show_prediction(session.prediction)
            self.document.compare_with(session.compared)
            if session.against_all:
                self.document.compare_with_all()
            if session.query is not None:
                self.document.select_query(session.query)
            self.show_view(view or EVENTS_VIEW)
        self.activateWindow()

    def show_recent(self, sessions: Sequence[Session]) -> None:
        self.menus.show_recent(sessions)
        self.start_page.show_recent(sessions)

    def show_view(self, name: str) -> None:
        self.message.pass_by()
        if name == RELATIONS and self.document.study is not None and not self.desk.offers(name):
            self.message.tell(NO_RELATIONS)
            return
        self.toolbar.views.show_view(name)
        self.workspace.show_view(name)
        self.desk.view = self.workspace.view_name
        self._offer_filters()

    def layout_state(self) -> Layout:
        work = self.workspace
        sorted_by, is_descending = work.events.sorted_by
        return Layout(
            geometry=bytes(self.saveGeometry().toBase64().data()).decode(),
            sizes=work.arrangement.remembered_sizes,
            folded=work.filters.folded,
            columns=tuple(work.events.columns.shown()),
            widths=work.events.column_widths(),
            zoom=work.context.view.zoom,
            is_grouped=work.events.is_grouped,
            view=work.view_name,
            is_apart=work.arrangement.context_is_apart,
            hides_filters=work.arrangement.filters_are_put_away,
            token_columns=tuple((column.source, column.name) for column in work.context.columns),
            bucket_attribute=self.document.bucketed.attribute,
            compared_columns=tuple(work.comparison.columns.are_shown.items()),
            compared_widths=tuple(work.comparison.columns.widths.items()),
            relation_columns=tuple(work.pages.relation_columns.are_shown.items()),
            relation_widths=tuple(work.pages.relation_columns.widths.items()),
            has_stretches=self.document.has_stretches,
            sorted_by=sorted_by,
            is_descending=is_descending,
        )

    def restore_layout(self, layout: Layout) -> None:
        work = self.workspace
        if layout.geometry:
            self.restoreGeometry(QByteArray.fromBase64(layout.geometry.encode()))
        work.arrangement.restore_sizes(layout.sizes)
        work.arrangement.put_filters_away(layout.hides_filters)
        work.arrangement.set_context_apart(layout.is_apart)
        work.filters.set_folded(layout.folded)
        work.filters.choose_buckets(layout.bucket_attribute)
        if layout.columns:
            work.events.columns.choose_all(layout.columns)
            work.events.set_column_widths(layout.columns, layout.widths)
        else:
            work.events.columns.reset()
        work.events.sort_by(layout.sorted_by, layout.is_descending)
        work.events.set_grouped(layout.is_grouped)
        work.comparison.columns.choose(dict(layout.compared_columns), dict(layout.compared_widths))
        work.pages.relation_columns.choose(dict(layout.relation_columns), dict(layout.relation_widths))
        self.document.list_stretches(layout.has_stretches)
        if layout.token_columns:
            work.context.set_columns(layout.token_columns)
        if layout.zoom:
            work.context.view.set_zoom(layout.zoom)
        else:
            work.context.view.zoom_reset()
        self.opener.view_left = layout.view

    def session_state(self) -> Session | None:
        return self.projects.session or self.opener.session

    def focus_search(self) -> None:
        self.activateWindow()
        self.toolbar.search.setFocus(Qt.FocusReason.OtherFocusReason)  # else Orca hears of the selection first
        self.toolbar.search.selectAll()

    def focus_main_part(self) -> None:
        """Leave the keyboard to the rows of events, or to what stands in their place."""
        self.workspace.main_part.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def export(self) -> None:
        self._exporting.ask()

    def _build_ui(self) -> None:
        self.setMenuBar(self.menus)
        self._pages = PageStack()
        self._pages.addWidget(self.start_page)
        self._pages.addWidget(self.workspace)
        centre = QWidget()
        strips = self.message, self.progress, self.training_progress, self.search_progress
        stack(centre, self.toolbar, _hairline(), *strips, self._pages, _hairline()).setStretchFactor(self._pages, 1)
        self.setCentralWidget(centre)
        self.setStatusBar(self.status_line)
        self.message.tell_over(self.status_line)
        unit = self.unit
        self.resize(round(1440 * unit), round(900 * unit))
        self.start_page.sample.setFocus()

    def _restyle(self) -> None:
        self.setMinimumSize(size_on_screen(self, 900, 600))
        thin_scroll_bars(self.workspace)

    def _connect(self) -> None:
        self.opener.loader.loading_changed.connect(self.start_page.set_waiting)
        self.start_page.open_requested.connect(self.opener.ask)
        self.start_page.sample_requested.connect(self.opener.open_sample)
        self.start_page.session_requested.connect(self.open_session)
        self.menus.recent_chosen.connect(self.open_session)
        self.desk.view_requested.connect(self.show_view)
        self.desk.main_part_requested.connect(self.focus_main_part)
        for name, act in (
            ("new_window", self.window_requested.emit),
            ("quit", self.quit_requested.emit),
            ("search", self.focus_search),
            ("reset_layout", partial(self.restore_layout, Layout())),
        ):
            self.menus.connect_command(name, act)
        self.workspace.arrangement.filters_shown.connect(self._offer_filters)
        self.status_line.spurious_requested.connect(self.workspace.show_spurious)
        self.workspace.turned.connect(self._on_turned)
        self.document.study_changed.connect(self._on_study_changed)
        self.document.events_changed.connect(self.message.pass_by)

    def _connect_state(self) -> None:
        document, work = self.document, self.workspace
        for signal in (
            *(document.events_changed, document.event_changed, document.prediction_changed),
            *(document.compared_changed, document.rows_changed, work.comparison.columns_changed),
            document.study_replaced,
            *(work.events.columns_changed, work.events.sorting_changed, work.events.grouping_changed),
            work.context.view.zoom_changed,
            work.arrangement.splitterMoved,
            self.reviews.place_changed,
        ):
            signal.connect(self.state_changed)
        document.tell_of_studies(self._offer_relations)
        work.pages.relations_made.connect(self._connect_relations)
        for opened in (self.opener.opened, self.projects.opened):
            opened.connect(self.session_opened)

    def _share_choices(self) -> None:
        """Show what all windows remember, and let them remember what is chosen here."""
        remembered, document, exporter, pages = self.desk.remembered, self.document, self.exporter, self.workspace.pages
        for name in self._shown_choices:
            self._on_remembered(name)
        remembered.changed.connect(self._on_remembered)
        pages.choice_changed.connect(lambda view, choice: self._remember(VIEWS[view].remembers, choice))
        self.menus.colours_chosen.connect(partial(self._remember, "colours"))
        self.toolbar.search.history_changed.connect(lambda searches: self._remember("searches", tuple(searches)))
        exporter.choice_changed.connect(lambda: self._remember("export", exporter.choice))
        document.analysis_changed.connect(lambda: self._remember("analysis", document.analysis))

    @property
    def _shown_choices(self) -> dict[str, Callable[[Any], object]]:
        """What shows each choice that windows share; not kept: a window that holds its methods lives on."""
        exporter, pages = self.exporter, self.workspace.pages
        return {
            "sessions": self.show_recent,
            "searches": self.toolbar.search.set_history,
            "export": lambda choice: setattr(exporter, "choice", choice),
            "analysis": self.document.choose_analysis,
            "colours": self.menus.show_colours,
            **{view.remembers: partial(pages.choose, view.name) for view in VIEWS.values() if view.remembers},
        }

    def _remember(self, name: str, choice: object) -> None:
        self._chosen_here = name
        self.desk.remembered.keep(name, choice)
        self._chosen_here = ""

    def _on_remembered(self, name: str) -> None:
        show = self._shown_choices.get(name)
        if show is not None and name != self._chosen_here:
            show(getattr(self.desk.remembered.settings, name))

    def _on_turned(self) -> None:
        """Let status line and toolbar be about relations, or about mentions again."""
        self.toolbar.show_filters(self.workspace.list_page.arrangement.filters_are_shown)
        self._show_sums()

    def _offer_filters(self) -> None:
        self.toolbar.show_filters(self.workspace.list_page.arrangement.filters_are_shown)

    def _show_sums(self) -> None:
        relations = self.workspace.pages.relations_on_show
        self.status_line.show_relations(relations.sums if relations is not None else None)

    def _offer_relations(self) -> None:
        """Offer the page where a file has relations; leave it where none has them any more."""
        has_relations = self.desk.offers(RELATIONS)
        if not has_relations and self.workspace.view_name == RELATIONS:
            self.show_view(EVENTS_VIEW)
        self.toolbar.offer_relations(has_relations)

    def _connect_relations(self, page: "RelationsPanel") -> None:
        page.listed.connect(self._show_sums)
        page.arrangement.filters_shown.connect(self._offer_filters)
        for signal in (page.arrangement.splitterMoved, page.table.columns_changed):
            signal.connect(self.state_changed)

    def _on_study_changed(self) -> None:
        study = self.document.study
        assert study is not None, "a study was just opened"
        self.toolbar.set_ready(True)
        self._pages.setCurrentWidget(self.workspace, self.workspace.main_part)
        self.show_view(EVENTS_VIEW)
        self.setWindowTitle(plain_title(f"{study.reference.source.path.rpartition('/')[2]} – nerinspect"))
        self.focus_main_part()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        paths = dropped_files(event.mimeData())
        for path in filter(is_project, paths):
            self.projects.open(path)
        for path in filter(is_review, paths):
            self.reviews.open(path)
        files = [path for path in paths if not is_project(path) and not is_review(path)]
        if len(files) == 1 and self.lists.takes(files[0]):
            self.lists.read(files[0])
        elif files:
            self.opener.take_dropped(files)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Wait for work in the background; windows that belong to this one go with it."""
        self.blind.shutdown()  # first: a note may be kept still
        self.reviews.shutdown()
        end_work(self)
        self.desk.closing.emit()
        super().closeEvent(event)
        for child in self.findChildren(QWidget):
            if child.isWindow():
                child.hide()


def _hairline() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Plain)
    line.setForegroundRole(QPalette.ColorRole.Midlight)
    return line
