"""All windows of the program: opened, remembered as they are left, and brought back."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from nerinspect.io.writing.export import ExportChoice
from nerinspect.settings.schema import Layout, OpenWindow, Session
from nerinspect.settings.store import load_settings, save_settings
from nerinspect.ui.desk.document import Document
from nerinspect.ui.desk.training_data import with_heuristic
from nerinspect.ui.desk.views import VIEWS
from nerinspect.ui.kit.layout import shrink_to_screen
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme
from nerinspect.ui.window.window import MainWindow

_SAVED_AFTER_MS: Final = 2_000
"""So long after the last change everything is saved, should the program be killed."""

_THEMES: Final = {"light": LIGHT, "dark": DARK}


class Windows(QObject):
    """Keeps the windows and saves how they are left."""

    saved = Signal()

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._app = app
        self.open: list[MainWindow] = []
        self._settings, self._problem = load_settings()
        self._is_quitting = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SAVED_AFTER_MS)
        self._timer.timeout.connect(self.save)
        choose_theme(app, _THEMES.get(self._settings.colours))

    def open_window(self, layout: Layout | None = None) -> MainWindow:
        """Open an empty window, laid out as the last one was."""
        settings, window = self._settings, MainWindow()
        self.open.append(window)
        window.restore_layout(
            layout or replace(settings.layout, geometry="" if self.open[1:] else settings.layout.geometry)
        )
        shrink_to_screen(window)
        for session in settings.sessions[:1]:
            window.opener.folders.begin_at(session.request.reference)
        window.show_recent(settings.sessions)
        window.show_searches(settings.searches)
        window.show_export_choice(settings.export)
        window.document.choose_analysis(settings.analysis)
        for view in VIEWS.values():
            if view.remembers:
                window.workspace.pages.choose(view.name, getattr(settings, view.remembers))
        window.show_colours(settings.colours)
        window.session_opened.connect(self._on_session_opened)
        window.state_changed.connect(self._timer.start)
        window.searched.connect(self._on_searched)
        window.export_choice_changed.connect(self._on_export_choice_changed)
        window.document.analysis_changed.connect(partial(self._on_analysis_changed, window.document))
        window.workspace.pages.choice_changed.connect(partial(self._on_choice_changed, window))
        window.colours_chosen.connect(self._on_colours_chosen)
        window.window_requested.connect(self._on_window_requested)
        window.projects.elsewhere_requested.connect(self.open_elsewhere)
        window.quit_requested.connect(self.quit)
        window.desk.closing.connect(partial(self._on_closing, window))
        window.show()
        if self._problem:
            window.message.say(self._problem)
            self._problem = ""
        return window

    def open_elsewhere(self, session: Session, view: str = "") -> None:
        """Show a session where its files are open already, or in a window of its own."""
        request = with_heuristic(session.request)
        for window in self.open:
            state = window.session_state()
            if state and state.is_project == session.is_project and with_heuristic(state.request) == request:
                window.go_to(session, view)
                return
        before = self.open[-1].layout_state() if self.open else self._settings.layout
        window = self.open_window(replace(before, geometry="", view=view))
        QTimer.singleShot(0, window, partial(window.open_session, session))

    def restore(self) -> None:
        """Open the windows that were open when the program ended, or an empty one."""
        for left in self._settings.windows or (None,):
            window = self.open_window(left.layout if left else None)
            if left and left.session:
                QTimer.singleShot(0, window, partial(window.open_session, left.session))

    def save(self) -> None:
        """Save how all windows are now; other programs may have saved sessions since."""
        self._timer.stop()
        saved, _ = load_settings()
        windows = tuple(OpenWindow(window.layout_state(), window.session_state()) for window in self.open)
        if not windows:
            return
        self._settings = replace(self._settings, layout=windows[-1].layout, windows=windows, sessions=saved.sessions)
        for left in windows:
            if left.session:
                self._settings = replace(self._settings, sessions=self._settings.with_session(left.session))
        self._write()

    def quit(self) -> None:
        """Close all windows; they come back at the next start."""
        self.save()
        self._is_quitting = True
        for window in list(self.open):
            window.close()
        self._app.quit()

    def _write(self) -> None:
        problem = save_settings(self._settings)
        for window in self.open:
            window.show_recent(self._settings.sessions)
            if problem:
                window.message.say(problem)
        self.saved.emit()

    def _on_closing(self, window: MainWindow) -> None:
        """Save; a window closed while others stay open does not come back."""
        if not self._is_quitting:
            self.save()
        self.open.remove(window)
        if self.open and not self._is_quitting:
            self.save()
        window.deleteLater()

    def _on_session_opened(self) -> None:
        self.save()

    def _on_searched(self, searches: list[str]) -> None:
        self._settings = replace(self._settings, searches=tuple(searches))
        for window in self.open:
            if window is not self.sender():
                window.show_searches(searches)
        self._timer.start()

    def _on_export_choice_changed(self, choice: ExportChoice) -> None:
        self._settings = replace(self._settings, export=choice)
        for window in self.open:
            window.show_export_choice(choice)
        self._timer.start()

    def _on_analysis_changed(self, document: Document) -> None:
        self._settings = replace(self._settings, analysis=document.analysis)
        for window in self.open:
            window.document.choose_analysis(document.analysis)
        self._timer.start()

    def _on_choice_changed(self, window: MainWindow, view: str, choice: object) -> None:
        """Keep what was chosen on a page, and let the pages of other windows show it."""
        kept: dict[str, Any] = {VIEWS[view].remembers: choice}
        self._settings = replace(self._settings, **kept)
        for other in self.open:
            if other is not window:
                other.workspace.pages.choose(view, choice)
        self._timer.start()

    def _on_colours_chosen(self, colours: str) -> None:
        choose_theme(self._app, _THEMES.get(colours))
        self._settings = replace(self._settings, colours=colours)
        for window in self.open:
            window.show_colours(colours)
        self._timer.start()

    def _on_window_requested(self) -> None:
        self.open_window()
