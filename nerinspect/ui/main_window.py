"""The window: builds its parts and wires them; what they do is theirs."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPalette
from PySide6.QtWidgets import QFrame, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.errors import CommandError
from nerinspect.io.events_form import ExportChoice
from nerinspect.io.request import LoadRequest
from nerinspect.query.vocabulary import Vocabulary
from nerinspect.settings.bucket_choice import BucketChoice
from nerinspect.settings.diagnosis_choice import DiagnosisChoice
from nerinspect.settings.schema import Layout, Session
from nerinspect.ui.commands import Commands
from nerinspect.ui.document import Document
from nerinspect.ui.exporting import Exporter
from nerinspect.ui.layouts import layout_of, restore_layout
from nerinspect.ui.menus import MenuBar
from nerinspect.ui.opening import Opener, dropped_files
from nerinspect.ui.painting.fonts import font_size
from nerinspect.ui.painting.scroll_bars import thin_scroll_bars
from nerinspect.ui.panels.start_page import StartPage
from nerinspect.ui.searching import Searching
from nerinspect.ui.sessions import changed_files, current_session
from nerinspect.ui.status_line import StatusLine
from nerinspect.ui.toolbar import EVENTS_VIEW, REPAIR, Toolbar
from nerinspect.ui.training import waits_for_training, without_training
from nerinspect.ui.training_wiring import TrainingWiring
from nerinspect.ui.widgets.message_strip import MessageStrip
from nerinspect.ui.widgets.progress_strip import ProgressStrip
from nerinspect.ui.workspace import Workspace

_COPIED_AT_ONCE = 500
"""So many rows are copied without a word."""


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
    bucket_choice_changed : BucketChoice
        The charts of buckets show something else.
    diagnosis_choice_changed : DiagnosisChoice
        The page of the diagnosis shows something else.
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
    bucket_choice_changed = Signal(object)
    diagnosis_choice_changed = Signal(object)
    colours_chosen = Signal(str)
    window_requested = Signal()
    quit_requested = Signal()
    closing = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("main_window")
        self.setWindowTitle("nerinspect")
        self.setAcceptDrops(True)
        self._view_left = ""  # to be shown again once files are open that were open before
        self.document, self.menus = Document(self), MenuBar(self)
        self.toolbar, self.message, self.progress = Toolbar(), MessageStrip(), ProgressStrip()
        self.training_progress = ProgressStrip()
        self.start_page, self.workspace = StartPage(), Workspace(self.document)
        self.opener = Opener(self.document, self.message, self.progress, self.training_progress, self)
        self.exporter = Exporter(self.message, self.progress, self)
        self.status_line = StatusLine(self.document)
        self._build_ui()
        self._connect()
        Searching(self)
        TrainingWiring(self)
        self._connect_state()
        Commands(self)

    def open_files(self, request: LoadRequest, query: str | None = None) -> None:
        """Load files in the background and show them, with a query in force; None for all errors."""
        self.opener.open(Session(request, query))

    def open_session(self, session: Session) -> None:
        """Load the files of a session in the background and go on where it was left."""
        self.opener.open(session)

    def show_study(self, study: Study, request: LoadRequest, query: str | None = None) -> None:
        """Show a study that is loaded, with a query in force; None for all errors."""
        if study.warnings:
            self.message.say("  ·  ".join(study.warnings))
        try:
            self.document.set_study(study, request, query)
        except CommandError as mistake:
            self.message.say(f"The filter was left out: {mistake}.")
        self.opener.watch(study)

    def show_recent(self, sessions: Sequence[Session]) -> None:
        """Offer the sessions that can be opened again."""
        self.menus.show_recent(sessions)
        self.start_page.show_recent(sessions)

    def show_searches(self, searches: Sequence[str]) -> None:
        """Offer what was searched for before."""
        self.toolbar.search.set_history(searches)

    def show_export_choice(self, choice: ExportChoice) -> None:
        """Begin the next export as the last one was made."""
        self.exporter.choice = choice

    def show_bucket_choice(self, choice: BucketChoice) -> None:
        """Let the charts of buckets show what was chosen before."""
        self.workspace.pages.show_bucket_choice(choice)

    def show_diagnosis_choice(self, choice: DiagnosisChoice) -> None:
        """Let the page of the diagnosis show what was chosen before."""
        self.workspace.pages.show_diagnosis_choice(choice)

    def show_colours(self, colours: str) -> None:
        """Mark the colours in use."""
        self.menus.show_colours(colours)

    def show_view(self, name: str) -> None:
        """Turn to the events or to one of the pages."""
        self.message.pass_by()
        focus = self.focusWidget()
        had_focus = focus is not None and self.workspace.isAncestorOf(focus)
        self.toolbar.show_view(name)
        self.workspace.show_view(name)
        if had_focus:
            self.focus_main_part()

    def show_systems(self) -> None:
        """Offer the systems of the open files, and the names that queries may hold."""
        study = self.document.study
        assert study is not None, "its systems are offered"
        n_runs = {system: sum(other.system == system for other in study.predictions) for system in study.systems}
        self.toolbar.show_systems(
            [one.system if n_runs[one.system] == 1 else f"{one.system}, run {one.run}" for one in study.predictions]
        )
        self.toolbar.choose_system(self.document.prediction)
        self.toolbar.search.set_vocabulary(Vocabulary.of(study, may_wait=False), study)

    def layout_state(self) -> Layout:
        """Describe how the parts of the window lie."""
        return layout_of(self)

    def restore_layout(self, layout: Layout) -> None:
        """Lay the parts of the window out as they were."""
        restore_layout(self, layout)
        self._view_left = layout.view

    def session_state(self) -> Session | None:
        """Describe what the window looks at, or waits for; None for an empty window."""
        return current_session(self.document) or self.opener.pending

    def reload(self) -> None:
        """Read the open files again, and go on at the same place."""
        self._view_left = self.workspace.view_name
        self.opener.reload()

    def focus_search(self) -> None:
        """Let the user type a query."""
        self.activateWindow()
        self.toolbar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.toolbar.search.selectAll()

    def focus_main_part(self) -> None:
        """Leave the keyboard to the rows of events, or to what stands in their place."""
        self.workspace.main_part.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def export(self) -> None:
        """Ask what to export of the events on show, and write it."""
        study, request, events = self.document.study, self.document.request, self.workspace.events
        if study is not None and not self.document.n_kept:
            self.message.tell("There is no event on screen to export.")
        elif study is not None and request is not None:
            self.exporter.ask(
                study,
                request,
                events.order(),
                self.document.export_query,
                events.sorting_text(),
                selected=events.selected_events(),
                columns_on_screen=events.shown_columns(),
            )

    def _build_ui(self) -> None:
        self.setMenuBar(self.menus)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.start_page)
        self._pages.addWidget(self.workspace)
        centre = QWidget()
        layout = QVBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (self.toolbar, _hairline(), self.message, self.progress, self.training_progress):
            layout.addWidget(part)
        layout.addWidget(self._pages, 1)
        layout.addWidget(_hairline())
        self.setCentralWidget(centre)
        self.setStatusBar(self.status_line)
        self._restyle()
        unit = font_size(self.font()) / 13
        self.resize(round(1440 * unit), round(900 * unit))
        self.start_page.setFocus()

    def _restyle(self) -> None:
        """Follow the desktop's font and colours."""
        unit, room = font_size(self.font()) / 13, self.screen().availableGeometry()
        self.setMinimumSize(min(round(900 * unit), room.width()), min(round(600 * unit), room.height()))
        thin_scroll_bars(self.workspace)

    def _connect(self) -> None:
        self.toolbar.open_requested.connect(self.opener.ask)
        self.toolbar.export_requested.connect(self.export)
        self.toolbar.view_chosen.connect(self.show_view)
        self.toolbar.prediction_chosen.connect(self.document.show_prediction)
        self.start_page.open_requested.connect(self.opener.ask)
        self.start_page.sample_requested.connect(self.opener.open_sample)
        self.start_page.session_requested.connect(self.open_session)
        self.menus.recent_chosen.connect(self.open_session)
        self.menus.colours_chosen.connect(self.colours_chosen)
        self.opener.opened.connect(self._on_opened)
        self.workspace.events.rows_copied.connect(self._on_rows_copied)
        self.workspace.events.rows_refused.connect(self._on_rows_refused)
        self.workspace.door_opened.connect(self._on_door_opened)
        self.workspace.message_requested.connect(self.message.tell)
        self.workspace.warning_requested.connect(self.message.say)
        self.workspace.arrangement.filters_shown.connect(self.toolbar.show_filters)
        self.toolbar.filters_requested.connect(self.workspace.arrangement.toggle_filters)
        self.workspace.prediction_requested.connect(self.toolbar.choose_system)
        self.workspace.repair_requested.connect(self._on_repair_requested)
        self.status_line.query_requested.connect(self.workspace.open_door)
        self.status_line.repair_requested.connect(partial(self.show_view, REPAIR))
        self.status_line.files_requested.connect(self.menus.action("files").trigger)
        self.document.study_changed.connect(self._on_study_changed)
        self.document.events_changed.connect(self.message.pass_by)

    def _connect_state(self) -> None:
        document, work = self.document, self.workspace
        for signal in (
            *(document.events_changed, document.event_changed, document.prediction_changed),
            document.study_replaced,
            *(work.events.columns_changed, work.events.grouping_changed, work.context.zoom_changed),
            work.arrangement.splitterMoved,
        ):
            signal.connect(self.state_changed)
        work.pages.bucket_choice_changed.connect(self.bucket_choice_changed)
        work.pages.diagnosis_choice_changed.connect(self.diagnosis_choice_changed)
        self.exporter.choice_changed.connect(lambda: self.export_choice_changed.emit(self.exporter.choice))

    def _on_rows_copied(self, n_rows: int) -> None:
        """Tell that rows are on the clipboard, where that took a while."""
        if n_rows > _COPIED_AT_ONCE:
            self.message.tell(f"{n_rows:,} rows are copied.")

    def _on_rows_refused(self, n_rows: int) -> None:
        """Offer a file for rows that are too many for a clipboard."""
        self.message.say(f"That is {n_rows:,} rows; export them instead.", [("Export…", self.export)], is_passing=True)

    def _on_repair_requested(self, path: str, role: str, method: str) -> None:
        """Read the same files with another repair of one of them, and go on at the same place."""
        from nerinspect.ui.repair.sources import with_repair  # not needed before the page is shown

        request = self.document.request
        assert request is not None, "a repair of an open file was chosen"
        if role != "training":
            self._view_left = self.workspace.view_name
        self.opener.open_otherwise(with_repair(request, path, role, method))

    def _on_door_opened(self) -> None:
        self.show_view(EVENTS_VIEW)
        self.focus_main_part()

    def _on_opened(self, study: Study, session: Session) -> None:
        """Show what was loaded; where the files are the same as before, at the event chosen before."""
        request, has_training = session.request, session.request.training is not None
        waits = has_training and waits_for_training(session.query, study)
        query = None if waits else session.query
        self.show_study(study, without_training(request) if has_training else request, query)
        changed = changed_files(study, session)
        if changed:
            self.message.say(
                f"Changed since last time: {', '.join(changed)}. The filter is kept; the event chosen then is not."
            )
        elif session.digests and 0 <= session.prediction < len(study.predictions):
            self.toolbar.choose_system(session.prediction)
            self.document.show_prediction(session.prediction)
            if session.event is not None:
                self.workspace.events.select_event(session.event)
        if self._view_left:
            self.show_view(self._view_left)
            self._view_left = ""
        if has_training:
            self.opener.training.read(session if waits else replace(session, query=None))
        if waits:
            self.message.tell(f"The filter {session.query} waits until the training data is read.")
        self.session_opened.emit()

    def _on_study_changed(self) -> None:
        study = self.document.study
        assert study is not None, "a study was just opened"
        self.show_systems()
        self.toolbar.set_ready(True)
        self._pages.setCurrentWidget(self.workspace)
        self.show_view(EVENTS_VIEW)
        self.setWindowTitle(f"{study.reference.source.path.rpartition('/')[2]} – nerinspect")
        self.focus_main_part()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop's font and colours."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "_pages"):
            self._restyle()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if dropped_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask what the dropped files are."""
        event.acceptProposedAction()
        self.opener.ask(dropped_files(event.mimeData()))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Wait for work in the background."""
        for part in (self.opener, self.exporter, self.document, self.workspace, self.toolbar.search):
            part.shutdown()
        self.closing.emit()
        super().closeEvent(event)


def _hairline() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.HLine)
    line.setFrameShadow(QFrame.Shadow.Plain)
    line.setForegroundRole(QPalette.ColorRole.Midlight)
    return line
