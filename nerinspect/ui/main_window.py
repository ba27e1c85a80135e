"""The window: builds its parts and wires them; what they do is theirs."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QFileSystemWatcher, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QLabel, QMainWindow, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from nerinspect.analysis.events import KINDS
from nerinspect.analysis.study import Study
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.io.load import LoadRequest
from nerinspect.query.parser import with_suggestion
from nerinspect.settings.schema import Session
from nerinspect.ui.dialogs.open_dialog import OpenDialog
from nerinspect.ui.dialogs.shortcuts_dialog import ShortcutsDialog
from nerinspect.ui.document import Document
from nerinspect.ui.exporting import Exporter
from nerinspect.ui.loading import Loader
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.panels.start_page import StartPage
from nerinspect.ui.resources import sample_request
from nerinspect.ui.sessions import current_session, digests, session_title
from nerinspect.ui.status import reconciliation_text, source_text
from nerinspect.ui.toolbar import EVENTS_VIEW, OVERVIEW, Toolbar
from nerinspect.ui.widgets.message_strip import MessageStrip
from nerinspect.ui.widgets.progress_strip import ProgressStrip
from nerinspect.ui.workspace import Workspace


class MainWindow(QMainWindow):
    """Look at the errors of named-entity recognition.

    Signals
    -------
    session_opened
        Files were loaded and are on show.
    closing
        The window is about to close.
    """

    session_opened = Signal()
    closing = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("main_window")
        self.setWindowTitle("nerinspect")
        self.setAcceptDrops(True)
        self.document = Document(self)
        self.toolbar, self.message, self.progress = Toolbar(), MessageStrip(), ProgressStrip()
        self.start_page, self.workspace = StartPage(), Workspace(self.document)
        self.loader = Loader(self.message, self.progress, self)
        self.exporter = Exporter(self.message, self.progress, self)
        self._watcher = QFileSystemWatcher(self)
        self._sources, self._sums = QLabel(), QLabel()
        self._session: Session | None = None
        self._sessions: tuple[Session, ...] = ()
        self._build_ui()
        self._build_menus()
        self._build_shortcuts()
        self._connect()

    def open_files(self, request: LoadRequest, query: str = "") -> None:
        """Load files in the background and show them, with a query in force."""
        self.open_session(Session(request, query))

    def open_session(self, session: Session) -> None:
        """Load the files of a session in the background and go on where it was left."""
        self._session = session
        self.loader.load(session.request)

    def show_study(self, study: Study, request: LoadRequest, query: str = "") -> None:
        """Show a study that is loaded, with a query in force."""
        self.document.set_study(study, request)
        if query:
            self._apply_query(query)
        self._watch(study)
        if study.warnings:
            self.message.say("  ·  ".join(study.warnings))

    def show_recent(self, sessions: Sequence[Session]) -> None:
        """Offer the sessions that can be opened again."""
        self._recent.clear()
        self._recent.setEnabled(bool(sessions))
        for session in sessions:
            self._recent.addAction(self._action(session_title(session), None, partial(self.open_session, session)))
        self.start_page.show_recent([session_title(session) for session in sessions])
        self._sessions = tuple(sessions)

    def export(self) -> None:
        """Ask for a file and write the events on show to it."""
        study, request = self.document.study, self.document.request
        if study is not None and request is not None:
            model = self.workspace.events
            self.exporter.ask(study, request, model.order(), self.document.export_query, model.sorting_text())

    def _build_ui(self) -> None:
        unit = font_size(self.font()) / 13
        self._pages = QStackedWidget()
        self._pages.addWidget(self.start_page)
        self._pages.addWidget(self.workspace)
        centre = QWidget()
        layout = QVBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.toolbar, self.message, self.progress):
            layout.addWidget(part)
        layout.addWidget(self._pages, 1)
        self.setCentralWidget(centre)
        self._sources.setText("Nothing open")
        self._sources.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # the sums go first
        self.statusBar().addWidget(self._sources, 1)
        self.statusBar().addPermanentWidget(self._sums)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().setContentsMargins(round(10 * unit), 0, round(10 * unit), 0)
        self.setMinimumSize(round(900 * unit), round(600 * unit))
        self.resize(round(1440 * unit), round(900 * unit))

    def _build_menus(self) -> None:
        bar = self.menuBar()
        file, edit, view = bar.addMenu("&File"), bar.addMenu("&Edit"), bar.addMenu("&View")
        file.addAction(self._action("&Open…", QKeySequence.StandardKey.Open, self._on_open))
        self._recent = file.addMenu("Open &Recent")
        self._recent.setEnabled(False)
        file.addAction(self._action("Open the &Sample", None, self._on_open_sample))
        file.addAction(self._action("&Reload", QKeySequence.StandardKey.Refresh, self._on_reload))
        file.addSeparator()
        file.addAction(self._action("&Export…", QKeySequence("Ctrl+E"), self.export))
        file.addSeparator()
        file.addAction(self._action("&Quit", QKeySequence("Ctrl+Q"), self.close))
        edit.addAction(self._action("&Search", QKeySequence.StandardKey.Find, self._focus_search))
        edit.addAction(self._action("&Copy as Query", QKeySequence("Ctrl+Shift+C"), self.workspace.copy_query))
        edit.addAction(
            self._action("C&lear All Filters", QKeySequence("Ctrl+Backspace"), self.workspace.chips.cleared.emit)
        )
        bar.addMenu("&Help").addAction(self._action("&Keys", QKeySequence("?"), self._on_keys))
        view.addAction(self._action("&Events", QKeySequence("Ctrl+1"), partial(self._show_view, EVENTS_VIEW)))
        view.addAction(self._action("&Filters", QKeySequence("Ctrl+B"), self.workspace.arrangement.toggle_filters))
        view.addAction(self._action("&Overview", QKeySequence("Ctrl+2"), partial(self._show_view, OVERVIEW)))

    def _build_shortcuts(self) -> None:
        """Let single letters act; a text field that has the focus takes them for itself."""
        events = self.workspace.events
        for key, act in (("J", events.select_next), ("K", events.select_previous)):
            QShortcut(QKeySequence(key), self, act)
        QShortcut(QKeySequence("F6"), self, partial(self._step_region, 1))
        QShortcut(QKeySequence("Shift+F6"), self, partial(self._step_region, -1))
        for number, kind in enumerate(KINDS, start=1):
            QShortcut(QKeySequence(str(number)), self, partial(self.workspace.toggle_kind, kind))

    def _action(
        self, text: str, keys: QKeySequence | QKeySequence.StandardKey | None, act: Callable[[], object]
    ) -> QAction:
        action = QAction(text, self)
        if keys is not None:
            action.setShortcut(keys)
        action.triggered.connect(lambda: act())
        return action

    def _connect(self) -> None:
        self.toolbar.open_requested.connect(self._on_open)
        self.toolbar.export_requested.connect(self.export)
        self.toolbar.view_chosen.connect(self._show_view)
        self.toolbar.prediction_chosen.connect(self.document.show_prediction)
        search = self.toolbar.search
        search.query_entered.connect(self._on_query_entered)
        search.textEdited.connect(self.message.hide)
        search.backspaced.connect(self.workspace.remove_last_chip)
        search.escaped.connect(self._focus_events)
        self.start_page.open_requested.connect(self._on_open)
        self.start_page.sample_requested.connect(self._on_open_sample)
        self.start_page.recent_requested.connect(self._on_recent_requested)
        self.loader.loaded.connect(self._on_loaded)
        self.loader.choice_requested.connect(self.open_files)
        self.workspace.door_opened.connect(self._on_door_opened)
        self.document.study_changed.connect(self._on_study_changed)
        self.document.prediction_changed.connect(self._show_status)
        self._watcher.fileChanged.connect(self._on_file_changed)

    def _on_keys(self) -> None:
        ShortcutsDialog(self).open()

    def _step_region(self, step: int) -> None:
        """Give the focus to the next or previous region of the window that can be seen."""
        work = self.workspace
        regions = [self.toolbar.search, work.events.view, work.context.view, work.scores, work.kinds.view]
        seen = [region for region in regions if region.isVisible() and region.isEnabled()]
        focused = [number for number, region in enumerate(seen) if region.hasFocus()]
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
            self._sources.setText(source_text(study, self.document.prediction))
            self._sums.setText(reconciliation_text(self.document.sums()))

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
        self.closing.emit()
        super().closeEvent(event)
