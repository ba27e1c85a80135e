"""All windows of the program: opened, remembered as they are left, and brought back."""

from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from nerinspect.settings.schema import Layout, OpenWindow, Session
from nerinspect.settings.store import load_settings, save_settings
from nerinspect.ui.desk.changing import with_heuristic
from nerinspect.ui.desk.desk import Remembered
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
        settings, self._problem = load_settings()
        self._remembered = Remembered(settings, self)
        self._remembered.changed.connect(self._on_remembered)
        self._is_quitting = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SAVED_AFTER_MS)
        self._timer.timeout.connect(self.save)
        choose_theme(app, _THEMES.get(settings.colours))

    def open_window(self, layout: Layout | None = None) -> MainWindow:
        """Open an empty window, laid out as the last one was."""
        settings, window = self._remembered.settings, MainWindow(self._remembered)
        self.open.append(window)
        window.restore_layout(
            layout or replace(settings.layout, geometry="" if self.open[1:] else settings.layout.geometry)
        )
        shrink_to_screen(window)
        for session in settings.sessions[:1]:
            window.opener.folders.begin_at(session.request.reference)
        window.session_opened.connect(self.save)
        window.state_changed.connect(self._timer.start)
        window.window_requested.connect(lambda: self.open_window())
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
        before = self.open[-1].layout_state() if self.open else self._remembered.settings.layout
        window = self.open_window(replace(before, geometry="", view=view))
        QTimer.singleShot(0, window, partial(window.open_session, session))

    def restore(self) -> None:
        """Open the windows that were open when the program ended, or an empty one."""
        for left in self._remembered.settings.windows or (None,):
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
        remembered = self._remembered
        for left in windows:
            if left.session:
                saved = replace(saved, sessions=saved.with_session(left.session))
        remembered.settings = replace(remembered.settings, layout=windows[-1].layout, windows=windows)
        remembered.keep("sessions", saved.sessions)
        if problem := save_settings(remembered.settings):
            for window in self.open:
                window.message.say(problem)
        self.saved.emit()

    def quit(self) -> None:
        """Close all windows; they come back at the next start."""
        self.save()
        self._is_quitting = True
        for window in list(self.open):
            window.close()
        self._app.quit()

    def _on_closing(self, window: MainWindow) -> None:
        """Save; a window closed while others stay open does not come back."""
        if not self._is_quitting:
            self.save()
        self.open.remove(window)
        if self.open and not self._is_quitting:
            self.save()
        window.deleteLater()

    def _on_remembered(self, name: str) -> None:
        if name == "colours":
            choose_theme(self._app, _THEMES.get(self._remembered.settings.colours))
        if name != "sessions":
            self._timer.start()
