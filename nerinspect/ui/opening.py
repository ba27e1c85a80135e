"""Open files: asked for, dropped, recent or changed on disk; where they were looked at before, as they were left."""

import os
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QFileSystemWatcher, QMimeData, QObject, QTimer, Signal
from PySide6.QtWidgets import QDialog, QWidget

from nerinspect.analysis.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.settings.schema import Session
from nerinspect.ui.dialogs.open_dialog import OpenDialog
from nerinspect.ui.document import Document
from nerinspect.ui.loading import Loader
from nerinspect.ui.resources import sample_request
from nerinspect.ui.sessions import current_session
from nerinspect.ui.widgets.message_strip import MessageStrip
from nerinspect.ui.widgets.progress_strip import ProgressStrip

_REPLACED_MS: Final = 200


class Opener(QObject):
    """Opens one session at a time and watches its files.

    Signals
    -------
    opened : Study, Session
        Files were loaded; the session says how they were looked at before.
    """

    opened = Signal(object, object)

    def __init__(self, document: Document, message: MessageStrip, progress: ProgressStrip, window: QWidget) -> None:
        super().__init__(window)
        self._document, self._message, self._window = document, message, window
        self._session: Session | None = None
        self.loader = Loader(message, progress, self)
        self._watcher = QFileSystemWatcher(self)
        self.loader.loaded.connect(self._on_loaded)
        self.loader.choice_requested.connect(self._on_choice_made)
        self.loader.other_files_requested.connect(self.ask)
        self._watcher.fileChanged.connect(self._on_file_changed)

    @property
    def pending(self) -> Session | None:
        """What could not be opened, or is not open yet."""
        return self._session if self._document.study is None else None

    def open(self, session: Session) -> None:
        """Load the files of a session in the background."""
        self._session = session
        self.loader.load(session.request)

    def open_sample(self) -> None:
        """Open the sample."""
        self.open(Session(sample_request()))

    def reload(self) -> None:
        """Read the open files again and go on at the same place."""
        if self._document.request is not None:
            self.open(current_session(self._document) or Session(self._document.request))

    def ask(self, paths: list[str] | None = None) -> None:
        """Ask what to open; some files may be known already."""
        from nerinspect.ui.guide_window import offer_guide  # not needed before a dialog is

        dialog = OpenDialog(paths or [], self._window)
        offer_guide(dialog)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.open(Session(dialog.request()))

    def watch(self, study: Study) -> None:
        """Tell from now on when a file of a study changes."""
        if before := self._watcher.files():
            self._watcher.removePaths(before)
        sources = [study.reference.source, *(prediction.annotation.source for prediction in study.predictions)]
        self._watcher.addPaths(sorted({source.path for source in sources}))

    def _on_loaded(self, study: Study, request: LoadRequest) -> None:
        self.opened.emit(study, self._session or Session(request))

    def _on_choice_made(self, request: LoadRequest) -> None:
        """Go on with other choices for the same files, where they were left."""
        self.open(replace(self._session, request=request) if self._session else Session(request))

    def _on_file_changed(self, path: str) -> None:
        """Wait a moment: programs that save replace a file, and it is gone for an instant."""
        QTimer.singleShot(_REPLACED_MS, self, partial(self._tell_change, path))

    def _tell_change(self, path: str) -> None:
        if not os.path.exists(path):
            self._message.say(f"{path} is no longer there. What you see is what was read.")
            return
        self._watcher.addPath(path)  # a file that was replaced is watched no more
        self._message.say(
            f"{path} has changed on disk since it was read. What you see is what was read.",
            [("Reload", self.reload)],
        )


def dropped_files(data: QMimeData) -> list[str]:
    """Give the paths of the files that are dragged."""
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
