"""The windows of the program, brought back as they were left, or drawn once; faults are logged and shown."""

import logging
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Final

import numpy as np
from platformdirs import user_log_path
from PySide6.QtCore import QBuffer, QEvent, QEventLoop, QIODevice, QLoggingCategory, QObject, QTimer, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from nerinspect.errors import CommandError, NerinspectError, NoDisplayError, NoWindowError, OutputError
from nerinspect.io.projects import is_project, read_project
from nerinspect.io.reading.loading import load_sides
from nerinspect.io.request import LoadRequest
from nerinspect.io.writing.whole_files import is_record, write_whole
from nerinspect.lists.mentions import MENTIONS
from nerinspect.progress import Checkpoint, collecting_later, no_checkpoint
from nerinspect.quantities import counted
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.review import is_review
from nerinspect.settings import Layout, OpenWindow, Session, check_outside, load_settings, save_settings
from nerinspect.ui.desk.changing import with_heuristic
from nerinspect.ui.desk.desk import Remembered
from nerinspect.ui.desk.views import VIEWS
from nerinspect.ui.kit.jobs import JobRunner, end_work
from nerinspect.ui.kit.layout import shrink_to_screen
from nerinspect.ui.kit.styled import FocusRing, apply_theme
from nerinspect.ui.platforms import is_seen, resource_path, sample_request, working_platform
from nerinspect.ui.theme.themes import DARK, LIGHT, choose_theme
from nerinspect.ui.window.window import MainWindow

_SAVED_AFTER_MS: Final = 2_000  # so long after the last change everything is saved, should the program be killed
_AT_REST_MS: Final = 1_000  # so long after the start a window has been painted

_LATER: Final = (
    *("ui.opening.open_dialog", "ui.lists.export_dialog", "ui.guide"),
    *("review.opening", "review.store", "review.deciding"),
)
"""What windows are painted without, besides the pages, and what would hold them up when it is asked for."""

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
        self._timer = QTimer(self, singleShot=True, interval=_SAVED_AFTER_MS)
        self._timer.timeout.connect(self.save)
        choose_theme(app, _THEMES.get(settings.colours))
        QTimer.singleShot(_AT_REST_MS, self, partial(JobRunner(self).start, _import_later))
        app.aboutToQuit.connect(self._end_work)

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
        window.session_opened.connect(partial(QTimer.singleShot, _AT_REST_MS, self, self.save))
        window.state_changed.connect(self._timer.start)
        window.window_requested.connect(self.save)  # another window offers what this one has opened
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
        self._end_work()
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

    def _end_work(self) -> None:
        end_work(self)

    def _on_remembered(self, name: str) -> None:
        if name == "colours":
            choose_theme(self._app, _THEMES.get(self._remembered.settings.colours))
        if name != "sessions":
            self._timer.start()


def _import_later(checkpoint: Checkpoint) -> None:
    for number, module in enumerate(_LATER):
        checkpoint(number, len(_LATER))
        import_module(f"nerinspect.{module}")
    for number, view in enumerate(VIEWS.values()):
        checkpoint(number, len(VIEWS))
        if view.page:
            view.load()


_log = logging.getLogger("nerinspect")


def log_path() -> Path:
    """Find the file that faults are written to; it need not exist."""
    return user_log_path("nerinspect") / "nerinspect.log"


def watch_for_faults() -> None:
    """Show every exception that nobody handled; what is open stays open."""
    _start_log()

    def show(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.exit(130)
        _log.critical("unhandled exception", exc_info=(kind, error, trace))
        fault_box(_front_window(), "".join(traceback.format_exception(kind, error, trace))).open()

    sys.excepthook = show


def fault_box(window: QWidget | None, details: str) -> QMessageBox:
    said = "Something in the program went wrong. What is open stays open; your files are untouched."
    box = QMessageBox(QMessageBox.Icon.Warning, "An error in nerinspect", said, parent=window)
    box.setObjectName("fault_box")
    box.setInformativeText(f"The details below are also in {log_path()}. They help to fix the bug.")
    box.setDetailedText(details)
    return box


def mistake_box(mistake: str) -> QMessageBox:
    box = QMessageBox(QMessageBox.Icon.Warning, "nerinspect", mistake)
    box.setObjectName("mistake_box")
    return box


def _front_window() -> QWidget | None:
    shown = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    return QApplication.activeWindow() or next(iter(shown), None)


def _start_log() -> None:
    path = log_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = logging.FileHandler(path, encoding="utf-8", delay=True)
    except OSError:
        handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)


_DEMO_PICTURE, _DEMO_CSV = "nerinspect-demo.png", "nerinspect-demo.csv"


def run_window(request: LoadRequest | None, query: str | None, picture: str | None, allow_outside: bool = False) -> int:
    """Open the window, or draw it into the PNG file `picture`; give the exit status.

    A request for nothing opens an empty window; without a query all errors are shown. `allow_outside` says whether a
    review or project may open what it names outside its folder; else the window asks.
    """
    if request is not None and is_review(request.reference):
        return _run_review(request, query, picture, allow_outside)
    project = request.reference if request is not None and is_project(request.reference) else ""
    if project and (query is not None or request != LoadRequest(project)):
        raise CommandError(
            f"{project} is a project, which is opened by itself; set options for its files in the project itself"
        )
    if project and (picture is not None or allow_outside):
        check_outside(project, (one.request for one in read_project(project).data_sets), allow_outside)
    try:
        app = make_app(needs_display=picture is None)
    except NoWindowError:
        if project:
            read_project(project)
        elif request is not None:
            load_sides(request)  # what is wrong with the files is told first
        raise
    if picture is not None:
        window, read = MainWindow(), request.files if request else ()
        if project:
            read = read_project(project).files
            window.projects.open(project)
            while window.projects.is_reading:
                app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        elif request is not None:
            request = with_heuristic(request)
            study = load_sides(request, with_others=True)
            parse_query(query or "", Vocabulary.of(study)).search(study, no_checkpoint)
            window.opener.show(study, request, query)
        draw(app, window, picture, read)
        return 0
    if project:
        return _run(app, lambda window: window.projects.open(project))
    return _run(app, (lambda window: window.open_files(request, query)) if request is not None else None)


def _run(app: QApplication, act: Callable[[MainWindow], object] | None) -> int:
    """Show a window and let it do something, or bring back those of before."""
    with collecting_later(all_stays=True):
        windows = Windows(app)
        watch_for_faults()
        if act is None:
            windows.restore()
        else:
            window = windows.open_window()
            QTimer.singleShot(0, window, partial(act, window))
    return app.exec()


def _run_review(request: LoadRequest, query: str | None, picture: str | None, allow_outside: bool) -> int:
    """Open the window on a review, or draw it; what is wrong with its file is told before."""
    from nerinspect.review.opening import request_of  # a database is not needed before a review is
    from nerinspect.review.store import open_review

    path = request.reference
    if request != LoadRequest(path):
        raise CommandError(f"{path} is a review, which records how its files are read; open it alone")
    with open_review(path, to_read=True) as file:
        session = Session(request_of(file), query)
    if picture is not None or allow_outside:
        check_outside(path, [session.request], allow_outside)
    app = make_app(needs_display=picture is None)
    if picture is None:
        return _run(app, lambda window: window.reviews.open(path, session))
    window, mistakes = MainWindow(), list[NerinspectError]()
    window.opener.loader.refused.disconnect(window.opener.ask_again)  # nobody is there to answer
    window.opener.loader.refused.connect(lambda _, mistake: mistakes.append(mistake))
    window.reviews.open(path, session)
    while window.opener.loader.is_loading or (window.document.study is not None and not window.reviews.is_settled):
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    if window.document.study is None:
        said = window.message.text
        window.close()
        raise mistakes[0] if mistakes else OutputError(path, "the window could not be drawn", said)
    draw(app, window, picture, (path, *session.request.files))
    return 0


def run_demo(picture: str | None) -> int:
    """Open the window on the sample; without a display draw it and write the sample's errors."""
    request = sample_request()
    reason = "there is no display"
    if picture is not None or is_seen():
        try:
            return run_window(request, None, picture)
        except NoDisplayError as error:
            reason = error.problem
    if (there := next(filter(os.path.lexists, (_DEMO_PICTURE, _DEMO_CSV)), "")) and not is_record(f"{_DEMO_CSV}.json"):
        raise CommandError(f"{there} already exists and is not from a demo; start the demo in another folder")
    from nerinspect.io.writing.export import ListedEvents, ListForm  # the window shows sooner without it

    run_window(request, None, _DEMO_PICTURE)
    study = load_sides(request, with_others=True)
    errors = np.flatnonzero(parse_query("-kind:tp", Vocabulary.of(study)).mask(study)).astype(np.int32)
    listed = ListedEvents(MENTIONS, study, request, errors, "-kind:tp")
    listed.export(ListForm(MENTIONS, "csv", MENTIONS.names_for(study)), _DEMO_CSV)
    print(
        f"{reason[0].upper()}{reason[1:]}, so the window was drawn into {_DEMO_PICTURE},"
        f" and the sample's {counted(len(errors), 'error')} were written to {_DEMO_CSV}.",
        flush=True,
    )
    return 0


def make_app(needs_display: bool = True) -> QApplication:
    """Make the application in the program's colours.

    Raises
    ------
    NoWindowError
        If a display is needed and none answers, or Qt lacks libraries.
    """
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        QLoggingCategory.setFilterRules("qt.text.font.db=false")  # an empty box in the window says the same
        with working_platform(needs_display) as platform:
            app = QApplication(["nerinspect", *(["-platform", platform] if platform else [])])
        app.setApplicationName("nerinspect")
        app.setDesktopFileName(os.environ.get("FLATPAK_ID", "nerinspect"))  # by which Wayland finds the icon
        app.setWindowIcon(QIcon(str(resource_path("nerinspect.svg"))))
        apply_theme(app)
        FocusRing(app)
    return app


def draw(app: QApplication, window: MainWindow, path: str, read: Sequence[str]) -> None:
    """Show a window, let it lay itself out, and write its picture as PNG; `read` is what it is not to replace.

    Raises
    ------
    CommandError
        If the file is one of those that were read.
    OutputError
        If the file cannot be written.
    """
    window.show()
    while window.document.is_filtering:
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    for _ in range(3):  # showing, laying out, and what that changes
        app.processEvents()
        app.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    window.grab().save(buffer, "PNG")
    data = buffer.data().data()
    window.close()
    write_whole([(path, lambda file: file.write(data))], read)
