"""The window: builds its parts and wires them; what they do is theirs."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPalette
from PySide6.QtWidgets import QFrame, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from nerinspect.analysis.study import Study
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.io.events_form import ExportChoice
from nerinspect.io.request import LoadRequest
from nerinspect.query.parser import with_suggestion
from nerinspect.query.vocabulary import Vocabulary
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
from nerinspect.ui.sessions import changed_files, current_session
from nerinspect.ui.status_line import StatusLine
from nerinspect.ui.toolbar import EVENTS_VIEW, REPAIR, Toolbar
from nerinspect.ui.training import waits_for_training, without_training
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
        self._view_left = ""  # to be shown again once files are open that were open before
        self.document, self.menus = Document(self), MenuBar(self)
        self.toolbar, self.message, self.progress = Toolbar(), MessageStrip(), ProgressStrip()
        self.training_progress = ProgressStrip()
        self._scroll_left: tuple[int, int] | None = None  # of the table, until its rows are listed again
        self.start_page, self.workspace = StartPage(), Workspace(self.document)
        self.opener = Opener(self.document, self.message, self.progress, self.training_progress, self)
        self.exporter = Exporter(self.message, self.progress, self)
        self.status_line = StatusLine(self.document)
        self._build_ui()
        self._connect()
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

    def show_colours(self, colours: str) -> None:
        """Mark the colours in use."""
        self.menus.show_colours(colours)

    def show_view(self, name: str) -> None:
        """Turn to the events, to the overview or to the consistency of an annotation."""
        self.message.pass_by()
        focus = self.focusWidget()
        had_focus = focus is not None and self.workspace.isAncestorOf(focus)
        self.toolbar.show_view(name)
        self.workspace.show_view(name)
        if had_focus:
            self._focus_table()

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
        search = self.toolbar.search
        search.history_changed.connect(self.searched)
        search.query_entered.connect(self._on_query_entered)
        search.textEdited.connect(self.message.pass_by)
        search.backspaced.connect(self.workspace.remove_last_chip)
        search.escaped.connect(self._focus_table)
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
        self.document.study_replaced.connect(self._on_study_replaced)
        self.document.events_changed.connect(self._restore_scrolling)
        self.document.events_changed.connect(self.message.pass_by)
        self._connect_training()

    def _connect_training(self) -> None:
        training = self.opener.training
        training.busy_changed.connect(self._show_training)
        training.arrived.connect(self._on_training_arrived)
        self.menus.matching_chosen.connect(training.compare)
        self.workspace.details.training_requested.connect(self.opener.ask_training)

    def _connect_state(self) -> None:
        document, work = self.document, self.workspace
        for signal in (
            *(document.events_changed, document.event_changed, document.prediction_changed),
            document.study_replaced,
            *(work.events.columns_changed, work.events.grouping_changed, work.context.zoom_changed),
            work.arrangement.splitterMoved,
        ):
            signal.connect(self.state_changed)
        self.exporter.choice_changed.connect(lambda: self.export_choice_changed.emit(self.exporter.choice))

    def _focus_table(self) -> None:
        self.workspace.main_part.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_rows_copied(self, n_rows: int) -> None:
        """Tell that rows are on the clipboard, where that took a while."""
        if n_rows > _COPIED_AT_ONCE:
            self.message.tell(f"{n_rows:,} rows are copied.")

    def _on_rows_refused(self, n_rows: int) -> None:
        """Offer a file for rows that are too many for a clipboard."""
        self.message.say(f"That is {n_rows:,} rows; export them instead.", [("Export…", self.export)], is_passing=True)

    def _on_query_entered(self, query: str) -> None:
        """Add a query to the filter, or say what is wrong with it and keep the filter as it is."""
        self.message.pass_by()
        try:
            self.workspace.add_query(query)
        except CommandError as mistake:
            offers = []
            if isinstance(mistake, UnknownNameError) and (better := with_suggestion(query, mistake)):
                offers.append((f"Use {mistake.nearest}", partial(self._on_query_entered, better)))
            said = str(mistake)
            self.message.say(
                f"{said[:1].upper()}{said[1:]}. The last valid filter still stands.", offers, is_passing=True
            )
        else:
            self.toolbar.search.clear()

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
        self._focus_table()

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

    def _on_training_arrived(self, session: Session) -> None:
        """Go to what was looked at with training data before, and could not be found without them."""
        study = self.document.study
        assert study is not None, "training data arrived for it"
        self.toolbar.choose_system(self.document.prediction)
        if changed := changed_files(study, session):
            self.message.say(f"Changed since last time: {', '.join(changed)}.")
        elif session.event is not None and (session.query or session.prediction == self.document.prediction):
            self.workspace.events.select_event(session.event)

    def _on_study_replaced(self) -> None:
        """Show the same files with other training data: the same rows, the same event, the same place."""
        document, work = self.document, self.workspace
        assert document.study is not None, "it was replaced"
        self._show_systems(document.study)
        self._show_training()
        across, down = work.events.view.horizontalScrollBar(), work.events.view.verticalScrollBar()
        self._scroll_left = across.value(), down.value()
        work.context.show_study(document.study)
        work.context.show_event(document.chosen_event)
        work.events.replace_study(document.study, document.all_events())
        QTimer.singleShot(0, self, self._show_details_again)  # the window answers in between

    def _show_details_again(self) -> None:
        self.workspace.details.show_event(self.document.study, self.document.chosen_event)

    def _restore_scrolling(self) -> None:
        """Bring the table back to where it was before its study was replaced."""
        if self._scroll_left is not None:
            view = self.workspace.events.view
            across, down = self._scroll_left
            self._scroll_left = None
            view.horizontalScrollBar().setValue(across)
            view.verticalScrollBar().setValue(down)

    def _show_training(self) -> None:
        """Offer what can be done with training data now."""
        study, is_busy = self.document.study, self.opener.training.is_busy
        has_training = study is not None and study.training is not None
        is_read = is_busy and self.document.awaited is not None
        self.menus.show_training(study is not None, has_training or is_read, study.matching if study else "exact")
        self.workspace.details.show_training_read(is_read)
        self.status_line.show_note("training data is read in the background" if is_read else "")

    def _show_systems(self, study: Study) -> None:
        n_runs = {system: sum(other.system == system for other in study.predictions) for system in study.systems}
        self.toolbar.show_systems(
            [one.system if n_runs[one.system] == 1 else f"{one.system}, run {one.run}" for one in study.predictions]
        )
        self.toolbar.choose_system(self.document.prediction)
        self.toolbar.search.set_vocabulary(Vocabulary.of(study), study)

    def _on_study_changed(self) -> None:
        study = self.document.study
        assert study is not None, "a study was just opened"
        self._show_systems(study)
        self._show_training()
        self.toolbar.set_ready(True)
        self._pages.setCurrentWidget(self.workspace)
        self.show_view(EVENTS_VIEW)
        self.setWindowTitle(f"{study.reference.source.path.rpartition('/')[2]} – nerinspect")
        self._focus_table()

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
