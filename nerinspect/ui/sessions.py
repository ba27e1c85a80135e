"""Remember the window and its files, and bring them back."""

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject

from nerinspect.analysis.study import Study
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.load import LoadRequest
from nerinspect.io.names import parse_named_path, stem
from nerinspect.settings.schema import Session, Settings
from nerinspect.settings.store import load_settings, save_settings
from nerinspect.ui.document import Document
from nerinspect.ui.models.event_columns import COLUMN_KEYS

if TYPE_CHECKING:
    from nerinspect.ui.main_window import MainWindow


class SessionKeeper(QObject):
    """Saves how a window was left, and restores it."""

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._settings, self._problem = load_settings()
        window.session_opened.connect(self.remember)
        window.closing.connect(self.remember)

    def restore_window(self) -> None:
        """Bring back size, columns and zoom, and offer the recent sessions."""
        settings, window = self._settings, self._window
        if settings.geometry:
            window.restoreGeometry(QByteArray.fromBase64(settings.geometry.encode()))
        for key in COLUMN_KEYS if settings.columns else ():
            window.workspace.events.set_column_shown(key, key in settings.columns)
        if settings.zoom:
            window.workspace.context.set_zoom(settings.zoom)
        window.show_recent(settings.sessions)
        if self._problem:
            window.message.say(self._problem)

    def restore_session(self) -> None:
        """Open again what was open when the window was closed."""
        if self._settings.was_open and self._settings.sessions:
            self._window.open_session(self._settings.sessions[0])

    def remember(self) -> None:
        """Save how the window is now; other windows may have saved since."""
        window = self._window
        saved, _ = load_settings()
        session = current_session(window.document)
        self._settings = Settings(
            geometry=bytes(window.saveGeometry().toBase64().data()).decode(),
            columns=tuple(window.workspace.events.shown_columns()),
            zoom=window.workspace.context.view.zoom,
            was_open=session is not None,
            sessions=saved.with_session(session) if session else saved.sessions,
        )
        problem = save_settings(self._settings)
        window.show_recent(self._settings.sessions)
        if problem:
            window.message.say(problem)


def current_session(document: Document) -> Session | None:
    """Describe what a document looks at; None if nothing that can be opened again."""
    study, request = document.study, document.request
    if study is None or request is None or STANDARD_INPUT in (request.reference, *request.predictions):
        return None
    absolute = replace(
        request,
        reference=_absolute(request.reference),
        predictions=tuple(_absolute(argument) for argument in request.predictions),
    )
    return Session(absolute, document.query, document.prediction, document.chosen_event, digests(study))


def digests(study: Study) -> tuple[str, ...]:
    """Give the digests of a study's files, the reference first."""
    sources = [study.reference.source, *(prediction.annotation.source for prediction in study.predictions)]
    return tuple(source.sha256 for source in sources)


def session_title(session: Session) -> str:
    """Name a session by its files."""
    request = session.request
    return f"{os.path.basename(request.reference)}: {_names(request)}" if request.predictions else request.reference


def _names(request: LoadRequest) -> str:
    files = request.predictions[:3]
    parsed = [parse_named_path(argument) for argument in files]
    names = ", ".join(file.names[0] if file.names else stem(file.path) for file in parsed)
    return names + (", …" if len(request.predictions) > len(files) else "")


def _absolute(argument: str) -> str:
    """Make the path in an argument absolute, its names and key kept."""
    file = parse_named_path(argument)
    path = os.path.abspath(file.path) + (f"#{file.key}" if file.key else "")
    return f"{','.join(file.names)}={path}" if file.names else path
