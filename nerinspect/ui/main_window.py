"""The window: builds its parts and wires them; what they do is theirs."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QFileSystemWatcher, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QMainWindow,
    QMessageBox,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from nerinspect import __version__
from nerinspect.analysis.events import KINDS
from nerinspect.analysis.study import Study
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.io.events_form import ExportChoice
from nerinspect.io.load import LoadRequest
from nerinspect.query.parser import with_suggestion
from nerinspect.query.selection import ONLY_ERRORS
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.settings.schema import Layout, Session
from nerinspect.ui.dialogs.open_dialog import OpenDialog
from nerinspect.ui.dialogs.shortcuts_dialog import ShortcutsDialog
from nerinspect.ui.document import Document
from nerinspect.ui.exporting import Exporter
from nerinspect.ui.layouts import layout_of, restore_layout
from nerinspect.ui.loading import Loader
from nerinspect.ui.menus import MenuBar
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.scroll_bars import thin_scroll_bars
from nerinspect.ui.panels.start_page import StartPage
from nerinspect.ui.resources import sample_request
from nerinspect.ui.sessions import current_session, digests
from nerinspect.ui.status import reconciliation_pieces, source_pieces
from nerinspect.ui.toolbar import EVENTS_VIEW, OVERVIEW, Toolbar
from nerinspect.ui.widgets.door_label import DoorLabel, Piece
from nerinspect.ui.widgets.message_strip import MessageStrip
from nerinspect.ui.widgets.progress_strip import ProgressStrip
from nerinspect.ui.workspace import Workspace

_ABOUT: Final = (
    f"nerinspect {__version__}\n\nLook at the errors of named-entity recognition: align a reference with predictions,"
    " filter, read, export.\nEvery number is a door, and nothing is silent."
)


class MainWindow(QMainWindow):
    """Look at the errors of named-entity recognition.

    Signals
    -------
    session_opened
        Files were loaded and are on show.
    state_changed
        Something changed that is worth remembering.
    searched : list of str
        What was searched for, the newest first.
    export_choice_changed : ExportChoice
        The user exported in another form.
    colours_chosen : str
        The user wants other colours: `light`, `dark`, or empty for those of the desktop.
    window_requested, quit_requested
        The user wants another window, or all of them closed.
    closing
        The window is about to close.
    """

    session_opened = Signal()
    state_changed = Signal()
    searched = Signal(list)
    export_choice_changed = Signal(object)
    colours_chosen = Signal(str)
    window_requested = Signal()
    quit_requested = Signal()
    closing = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("main_window")
        self.setWindowTitle("nerinspect")
        self.setAcceptDrops(True)
        self.document, self.menus = Document(self), MenuBar(self)
        self.setMenuBar(self.menus)
        self.toolbar, self.message, self.progress = Toolbar(), MessageStrip(), ProgressStrip()
        self.start_page, self.workspace = StartPage(), Workspace(self.document)
        self.loader = Loader(self.message, self.progress, self)
        self.exporter = Exporter(self.message, self.progress, self)
        self._watcher = QFileSystemWatcher(self)
        self._sources, self._sums = DoorLabel(), DoorLabel()
        self._session: Session | None = None
        self._sessions: tuple[Session, ...] = ()
        self._build_ui()
        self._build_shortcuts()
        self._connect()
        self._connect_menus()
        self._connect_state()

    def open_files(self, request: LoadRequest, query: str | None = None) -> None:
        """Load files in the background and show them, with a query in force; None for all errors."""
        self.open_session(Session(request, query))

    def open_session(self, session: Session) -> None:
        """Load the files of a session in the background and go on where it was left."""
        self._session = session
        self.loader.load(session.request)

    def show_study(self, study: Study, request: LoadRequest, query: str | None = None) -> None:
        """Show a study that is loaded, with a query in force; None for all errors."""
        if study.warnings:
            self.message.say("  ·  ".join(study.warnings))
        try:
            self.document.set_study(study, request, query)
        except CommandError as mistake:
            self.message.say(f"The filter was left out: {mistake}.")
        self._watch(study)

    def show_recent(self, sessions: Sequence[Session]) -> None:
        """Offer the sessions that can be opened again."""
        self.menus.show_recent(sessions)
        self.start_page.show_recent(sessions)
        self._sessions = tuple(sessions)

    def show_searches(self, searches: Sequence[str]) -> None:
        """Offer what was searched for before."""
        self.toolbar.search.set_history(searches)

    def show_export_choice(self, choice: ExportChoice) -> None:
        """Begin the next export as the last one was made."""
        self.exporter.choice = choice

    def show_colours(self, colours: str) -> None:
        """Mark the colours in use."""
        self.menus.show_colours(colours)

    def layout_state(self) -> Layout:
        """Describe how the parts of the window lie."""
        return layout_of(self)

    def restore_layout(self, layout: Layout) -> None:
        """Lay the parts of the window out as they were."""
        restore_layout(self, layout)

    def export(self) -> None:
        """Ask what to export of the events on show, and write it."""
        study, request = self.document.study, self.document.request
        if study is not None and request is not None:
            model = self.workspace.events
            self.exporter.ask(
                study,
                request,
                model.order(),
                self.document.export_query,
                model.sorting_text(),
                selected=model.selected_events(),
                columns_on_screen=model.shown_columns(),
            )

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        self._pages = QStackedWidget()
        self._pages.addWidget(self.start_page)
        self._pages.addWidget(self.workspace)
        centre = QWidget()
        layout = QVBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.toolbar, _hairline(), self.message, self.progress):
            layout.addWidget(part)
        layout.addWidget(self._pages, 1)
        layout.addWidget(_hairline())
        thin_scroll_bars(self.workspace)
        self.setCentralWidget(centre)
        self._sources.show_pieces([Piece("Nothing open")])
        self._sources.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # the sums go first
        self.statusBar().addWidget(self._sources, 1)
        self.statusBar().addPermanentWidget(self._sums)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().setContentsMargins(round(10 * unit), 0, round(10 * unit), 0)
        self.setMinimumSize(round(900 * unit), round(600 * unit))
        self.resize(round(1440 * unit), round(900 * unit))

    def _build_shortcuts(self) -> None:
        """Let the keys act that stand in no menu."""
        QShortcut(QKeySequence("F6"), self, partial(self._step_region, 1))
        QShortcut(QKeySequence("Shift+F6"), self, partial(self._step_region, -1))

    def _connect_menus(self) -> None:
        work, document = self.workspace, self.document
        commands: dict[str, Callable[[], object]] = {
            "new_window": self.window_requested.emit,
            "open": self._on_open,
            "sample": self._on_open_sample,
            "reload": self._on_reload,
            "export": self.export,
            "close": self.close,
            "quit": self.quit_requested.emit,
            "search": self._focus_search,
            "copy_query": work.copy_query,
            "back": document.go_back,
            "forward": document.go_forward,
            "clear": work.chips.cleared.emit,
            "events": partial(self._show_view, EVENTS_VIEW),
            "overview": partial(self._show_view, OVERVIEW),
            "filters": work.arrangement.toggle_filters,
            "larger": work.context.zoom_in,
            "smaller": work.context.zoom_out,
            "usual": work.context.zoom_reset,
            "reset_layout": partial(self.restore_layout, Layout()),
            "next": work.events.select_next,
            "previous": work.events.select_previous,
            "only_errors": partial(document.select, ONLY_ERRORS),
            "same_surface": work.show_same_surface,
            "guide": self._on_guide,
            "keys": self._on_keys,
            "about": self._on_about,
        }
        for name, act in commands.items():
            self.menus.connect_command(name, act)
        for kind in KINDS:
            self.menus.connect_command(f"kind_{kind}", partial(work.filters.toggle_kind, kind))
        own_window = self.menus.action("own_window")
        own_window.toggled.connect(work.arrangement.set_context_apart)
        work.arrangement.context_set_apart.connect(own_window.setChecked)
        group = self.menus.action("group")
        group.triggered.connect(work.events.set_grouped)
        work.events.grouping_changed.connect(group.setChecked)
        whole = self.menus.action("whole_document")
        whole.triggered.connect(work.context.show_document)
        work.context.document_toggled.connect(whole.setChecked)
        work.arrangement.share_actions(self.menus.commands)
        self.menus.colours_chosen.connect(self.colours_chosen)
        self.menus.recent_chosen.connect(self.open_session)

    def _connect(self) -> None:
        self.toolbar.open_requested.connect(self._on_open)
        self.toolbar.export_requested.connect(self.export)
        self.toolbar.view_chosen.connect(self._show_view)
        self.toolbar.prediction_chosen.connect(self.document.show_prediction)
        search = self.toolbar.search
        search.history_changed.connect(self.searched)
        search.query_entered.connect(self._on_query_entered)
        search.textEdited.connect(self.message.hide)
        search.backspaced.connect(self.workspace.remove_last_chip)
        search.escaped.connect(self._focus_events)
        self.start_page.open_requested.connect(self._on_open)
        self.start_page.sample_requested.connect(self._on_open_sample)
        self.start_page.recent_requested.connect(self._on_recent_requested)
        self.loader.loaded.connect(self._on_loaded)
        self.loader.choice_requested.connect(self._on_choice_made)
        self.workspace.door_opened.connect(self._on_door_opened)
        self.workspace.overview.message_requested.connect(self.message.say)
        self.workspace.overview.prediction_requested.connect(self.toolbar.choose_system)
        for line in (self._sources, self._sums):
            line.query_requested.connect(self.workspace.open_door)
        self.document.study_changed.connect(self._on_study_changed)
        self.document.prediction_changed.connect(self._show_status)
        self._watcher.fileChanged.connect(self._on_file_changed)

    def _connect_state(self) -> None:
        document, work = self.document, self.workspace
        for signal in (document.events_changed, document.event_changed, document.prediction_changed):
            signal.connect(self.state_changed)
        for signal in (work.events.columns_changed, work.events.grouping_changed, work.context.zoom_changed):
            signal.connect(self.state_changed)
        work.arrangement.splitterMoved.connect(self.state_changed)
        document.history_changed.connect(self._on_history_changed)
        self.exporter.choice_changed.connect(lambda: self.export_choice_changed.emit(self.exporter.choice))
        self._on_history_changed()

    def _on_history_changed(self) -> None:
        self.menus.action("back").setEnabled(self.document.can_go_back)
        self.menus.action("forward").setEnabled(self.document.can_go_forward)

    def _on_guide(self) -> None:
        """Open the guide at what it says about the part that has the focus."""
        from nerinspect.ui.guide_window import open_guide, page_about

        open_guide(self, page_about(self.focusWidget()))

    def _offer_guide(self, dialog: QDialog) -> None:
        """Let a dialog have the key of the guide, for its own page."""
        from nerinspect.ui.guide_window import offer_guide  # not needed before a dialog is

        offer_guide(dialog)

    def _on_keys(self) -> None:
        dialog = ShortcutsDialog(self)
        self._offer_guide(dialog)
        dialog.open()

    def _on_about(self) -> None:
        QMessageBox.about(self, "About nerinspect", _ABOUT)

    def _step_region(self, step: int) -> None:
        """Give the focus to the next or previous region of the window that can be seen."""
        regions = [self.toolbar.search, *self.workspace.regions]
        seen = [region for region in regions if region.isVisible() and region.isEnabled()]
        focus = self.focusWidget()
        focused = [n for n, region in enumerate(seen) if focus is region or (focus and region.isAncestorOf(focus))]
        place = focused[0] + step if focused else 0
        if seen:
            seen[place % len(seen)].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_view(self, name: str) -> None:
        self.toolbar.show_view(name)
        self.workspace.show_view(name)

    def _focus_search(self) -> None:
        self.toolbar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.toolbar.search.selectAll()

    def _focus_events(self) -> None:
        self.workspace.events.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_status(self) -> None:
        study = self.document.study
        if study is not None:
            self._sources.show_pieces(source_pieces(study, self.document.prediction))
            self._sums.show_pieces(reconciliation_pieces(self.document.sums()))

    def _apply_query(self, query: str, is_added: bool = False) -> None:
        """Put a query in force, or say what is wrong with it and keep the filter as it is."""
        try:
            self.document.select_query(query, is_added)
        except CommandError as mistake:
            offers = []
            if isinstance(mistake, UnknownNameError) and (better := with_suggestion(query, mistake)):
                offers.append((f"Use {mistake.nearest}", partial(self._on_query_entered, better)))
            said = str(mistake)
            self.message.say(f"{said[:1].upper()}{said[1:]}. The last valid filter still stands.", offers)
        else:
            self.toolbar.search.clear()

    def _watch(self, study: Study) -> None:
        if before := self._watcher.files():
            self._watcher.removePaths(before)
        sources = [study.reference.source, *(prediction.annotation.source for prediction in study.predictions)]
        self._watcher.addPaths(sorted({source.path for source in sources}))

    def _on_query_entered(self, query: str) -> None:
        self.message.hide()
        self._apply_query(query, is_added=True)

    def _on_door_opened(self) -> None:
        self._show_view(EVENTS_VIEW)
        self._focus_events()

    def _on_open(self) -> None:
        self._ask_for_files([])

    def _ask_for_files(self, paths: list[str]) -> None:
        dialog = OpenDialog(paths, self)
        self._offer_guide(dialog)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.open_files(dialog.request())

    def _on_open_sample(self) -> None:
        self.open_files(sample_request())

    def _on_recent_requested(self, place: int) -> None:
        self.open_session(self._sessions[place])

    def _on_loaded(self, study: Study, request: LoadRequest) -> None:
        """Show what was loaded; where the files are the same as before, at the event chosen before."""
        session = self._session or Session(request)
        self.show_study(study, request, session.query)
        if session.digests == digests(study) and session.prediction < len(study.predictions):
            self.toolbar.choose_system(session.prediction)
            self.document.show_prediction(session.prediction)
            if session.event is not None:
                self.workspace.events.select_event(session.event)
        self.session_opened.emit()

    def _on_choice_made(self, request: LoadRequest) -> None:
        """Go on with other choices for the same files, where they were left."""
        self.open_session(replace(self._session, request=request) if self._session else Session(request))

    def _on_reload(self) -> None:
        if self.document.request is not None:
            self.open_session(current_session(self.document) or Session(self.document.request))

    def _on_study_changed(self) -> None:
        study = self.document.study
        assert study is not None, "a study was just opened"
        n_runs = {system: sum(other.system == system for other in study.predictions) for system in study.systems}
        self.toolbar.show_systems(
            [one.system if n_runs[one.system] == 1 else f"{one.system}, run {one.run}" for one in study.predictions]
        )
        self.toolbar.search.set_vocabulary(Vocabulary.of(study), study)
        self.toolbar.set_ready(True)
        self._pages.setCurrentWidget(self.workspace)
        self._show_view(EVENTS_VIEW)
        self._show_status()
        self.setWindowTitle(f"{study.reference.source.path.rpartition('/')[2]} – nerinspect")
        self._focus_events()

    def _on_file_changed(self, path: str) -> None:
        self.message.say(
            f"{path} has changed on disk since it was read. What you see is what was read.",
            [("Reload", self._on_reload)],
        )

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask what the dropped files are."""
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self._ask_for_files(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Wait for work in the background."""
        self.loader.shutdown()
        self.exporter.shutdown()
        self.document.shutdown()
        self.workspace.events.shutdown()
        self.workspace.overview.shutdown()
        self.toolbar.search.shutdown()
        self.closing.emit()
        super().closeEvent(event)


def _hairline() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Plain)
    line.setForegroundRole(QPalette.ColorRole.Midlight)
    return line
