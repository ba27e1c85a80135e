"""Projects in a window: opened, shown in the place of events, and added to."""

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QInputDialog

from nerinspect.errors import NerinspectError
from nerinspect.io.projects import SUFFIX, Project, add_data_set, data_set_name, read_project
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted
from nerinspect.settings import Session, allow, not_allowed, outside_words
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.sessions import current_session
from nerinspect.ui.kit.file_dialogs import ask_for_file, save_folder, saved_at
from nerinspect.ui.kit.jobs import JobRunner, end_work
from nerinspect.ui.kit.layout import PageStack
from nerinspect.ui.kit.screen_text import plain_title
from nerinspect.ui.theme.marks import thin_scroll_bars

if TYPE_CHECKING:
    from nerinspect.ui.pages.project.page import ProjectPage
    from nerinspect.ui.window.opener import Opener
    from nerinspect.ui.window.status_line import StatusLine

_FILTER = f"Projects (*{SUFFIX})"
_TITLE = "Add to a project"


class Projects(QObject):
    """Opens projects in the place of events, and adds to them; `panel` is the page of the one on show."""

    opened = Signal()
    elsewhere_requested = Signal(object, str)

    def __init__(self, desk: Desk, opener: "Opener", pages: PageStack, status_line: "StatusLine") -> None:
        super().__init__(desk)
        self._desk, self._opener, self._pages, self._status_line = desk, opener, pages, status_line
        self.panel: ProjectPage | None = None
        self._awaited: Project | None = None
        self._importing = JobRunner(self)
        self._importing.succeeded.connect(self._on_imported)
        self._importing.failed.connect(self._on_failed)
        desk.menus.connect_command("open_project", self.ask)
        desk.menus.connect_command("add_to_project", self.ask_to_add)
        desk.menus.connect_command("reload", self._reload)
        opener.project_requested.connect(self.open)
        desk.document.study_changed.connect(self._close)

    @property
    def session(self) -> Session | None:
        project = self._awaited or (self.panel and self.panel.project)
        return _session(project.path) if project else None

    @property
    def is_reading(self) -> bool:
        """Whether data sets are being read, or the page is not there yet."""
        return self._awaited is not None or (self.panel is not None and self.panel.is_reading)

    def ask(self) -> None:
        if path := ask_for_file(self._desk.asker, "Open project", _FILTER):
            self.open(path)

    def open(self, path: str) -> None:
        """Show a project; in another window if this one shows something else."""
        message, path = self._desk.message, os.path.abspath(path)
        try:
            project = read_project(path)
        except NerinspectError as mistake:
            message.say(f"{mistake}.", [("Try again", partial(self.open, path))])
            return
        requests = [one.request for one in project.data_sets]
        if outside := not_allowed(path, requests):
            open_them = partial(self._open_outside, path, requests)
            message.say(f"{outside_words(path, outside)}. Open them?", [("Open them", open_them)])
            return
        if (self.session or self._opener.session) not in (None, _session(path)):
            self.elsewhere_requested.emit(_session(path), "")
            return
        message.hide()
        if self.panel is None:
            self._awaited = project
            self._importing.start(_import_page)
        else:
            self._show(project)

    def _open_outside(self, path: str, requests: Sequence[LoadRequest]) -> None:
        """Show a project with files that lie elsewhere; that they may be opened is remembered."""
        allow(path, requests)
        self.open(path)

    def ask_to_add(self) -> None:
        asker, message, session = self._desk.asker, self._desk.message, current_session(self._desk.document)
        if session is None:
            message.tell("Open files first to add them to a project.")
            return
        keep = QFileDialog.Option.DontConfirmOverwrite
        suggested = os.path.join(save_folder(asker), f"project{SUFFIX}")
        path, _ = QFileDialog.getSaveFileName(asker, _TITLE, suggested, _FILTER, options=keep)
        saved_at(asker, path)
        if not path:
            return
        path = os.path.abspath(path if os.path.splitext(path)[1] else path + SUFFIX)
        request = replace(session.request, retention=False)  # the window adds it by itself
        name, is_given = QInputDialog.getText(asker, _TITLE, "Name of the data set", text=data_set_name(request))
        if not is_given or not name.strip():
            return
        try:
            project = add_data_set(path, name.strip(), request)
        except NerinspectError as mistake:
            message.say(f"{mistake}.", [("Try again", self.ask_to_add)])
            return
        allow(path, [request])
        n_sets = counted(len(project.data_sets), "data set")
        said = f"{name.strip()} was added to {os.path.basename(path)}, which names {n_sets}."
        message.say(said, [("Open the project", partial(self.open, path))])

    def _show(self, project: Project) -> None:
        self._page().show_project(project)
        self._desk.asker.setWindowTitle(plain_title(f"{os.path.basename(project.path)} – nerinspect"))
        self._tell_size()
        self.opened.emit()

    def _tell_size(self) -> None:
        if self.panel is not None:
            project = self.panel.project
            n_sets = counted(len(project.data_sets), "data set")
            self._status_line.show_words(f"Project of {n_sets}: {project.path}")

    def _on_imported(self) -> None:
        project, self._awaited = self._awaited, None
        if project is not None:
            self._show(project)

    def _on_failed(self, error: Exception) -> None:
        self._awaited = None
        self._desk.message.say(f"The page of the project cannot be shown: {error}.")

    def _page(self) -> "ProjectPage":
        if self.panel is None:
            from nerinspect.ui.pages.project.page import ProjectPage

            self.panel = panel = ProjectPage(self._desk)
            panel.session_requested.connect(self.elsewhere_requested)
            panel.project_changed.connect(self._tell_size)
            thin_scroll_bars(panel)
            self._pages.addWidget(panel)
        self._pages.setCurrentWidget(self.panel)
        self.panel.setFocus()
        return self.panel

    def _reload(self) -> None:
        if self.panel is not None:
            self.open(self.panel.project.path)

    def _close(self) -> None:
        """Give way to files that were opened in this window."""
        self._awaited = None
        if self.panel is not None:
            end_work(self.panel)
            self._pages.removeWidget(self.panel)
            self.panel.deleteLater()
            self.panel = None


def _import_page(checkpoint: Checkpoint) -> None:
    """Import the page, which takes a fifth of a second, beside the window's thread."""
    import nerinspect.ui.pages.project.page  # noqa: F401


def _session(path: str) -> Session:
    return Session(LoadRequest(path), is_project=True)
