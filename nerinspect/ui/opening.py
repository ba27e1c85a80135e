"""Open files: asked for, dropped, recent or changed on disk; where they were looked at before, as they were left."""

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QFileSystemWatcher, QMimeData, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from nerinspect.analysis.own_attributes import attribute_sources
from nerinspect.analysis.study import Study
from nerinspect.corpus.source import Source
from nerinspect.errors import NerinspectError
from nerinspect.io.project import is_project
from nerinspect.io.request import LoadRequest
from nerinspect.review.schema import is_review
from nerinspect.settings.schema import Session
from nerinspect.ui.attribute_tables import AttributeTables
from nerinspect.ui.document import Document
from nerinspect.ui.file_dialogs import Folders, ask_for_file, ask_for_files
from nerinspect.ui.loading import Loader
from nerinspect.ui.predictions import PredictionChanges, adds_predictions
from nerinspect.ui.resources import sample_request
from nerinspect.ui.sessions import current_session
from nerinspect.ui.training import TrainingReader, differ_in_training_alone, with_heuristic
from nerinspect.ui.widgets.message_strip import MessageStrip
from nerinspect.ui.widgets.progress_strip import ProgressStrip

if TYPE_CHECKING:
    from nerinspect.ui.dialogs.open_dialog import OpenDialog

_REPLACED_MS: Final = 200


class Opener(QObject):
    """Opens one session at a time and watches its files.

    Signals
    -------
    opened : Study, Session
        Files were loaded, but for training data; the session says how they were looked at before.
    project_requested, review_requested : str
        A project or a review was chosen where files are.
    """

    opened = Signal(object, object)
    project_requested = Signal(str)
    review_requested = Signal(str)

    def __init__(
        self,
        document: Document,
        message: MessageStrip,
        progress: ProgressStrip,
        training_progress: ProgressStrip,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._document, self._message, self._window = document, message, window
        self._session: Session | None = None
        self.folders = Folders(window)
        self._dialog: OpenDialog | None = None
        self.loader = Loader(message, progress, self)
        self.training = TrainingReader(document, message, training_progress, self)
        self.attributes = AttributeTables(document, self.training, message, training_progress, window)
        self.predictions = PredictionChanges(document, self.training, message, progress, self)
        self._watcher = QFileSystemWatcher(self)
        self._watched: dict[str, Source] = {}
        self.loader.loaded.connect(self._on_loaded)
        self.loader.refused.connect(self.ask_again)
        self.loader.choice_requested.connect(self.ask_again)
        self.training.choice_requested.connect(self._ask_otherwise)
        self.predictions.choice_requested.connect(self._ask_otherwise)
        document.study_replaced.connect(self._watch_replaced)
        self._watcher.fileChanged.connect(self._on_file_changed)

    @property
    def pending(self) -> Session | None:
        """What could not be opened, or is not open yet."""
        return self._session if self._document.study is None else None

    def open(self, session: Session) -> None:
        """Load the files of a session in the background."""
        self._session = replace(session, request=with_heuristic(session.request))
        is_behind = self._document.study is not None
        self.loader.load(self._session.request, is_behind, self._session.colours)

    def open_otherwise(self, request: LoadRequest) -> None:
        """Read the open files in another way and go on at the same place; only what is read otherwise is read again."""
        document, request = self._document, with_heuristic(request)
        if document.study is None or document.request is None:
            self.open(replace(self._session, request=request) if self._session else Session(request))
        elif not request.annotators and adds_predictions(document.study, document.request, request):
            self.predictions.add_from(request)
        elif not differ_in_training_alone(document.request, request):
            self.open(replace(current_session(document) or Session(document.request), request=request))
        elif request.training:
            self.training.read(Session(request, document.awaited.query if document.awaited else None))
        else:
            self.training.remove()

    def open_sample(self) -> None:
        """Open the sample."""
        self.open(Session(sample_request()))

    def reload(self) -> None:
        """Read the open files again and go on at the same place."""
        if self._document.request is not None:
            self.open(current_session(self._document) or Session(self._document.request))

    def ask(self, paths: list[str] | None = None) -> None:
        """Ask for files, unless they are known already, then how to read them."""
        from nerinspect.ui.dialogs.open_dialog import OpenDialog  # the window shows sooner without it

        paths = paths or ask_for_files(self._window, "Open")
        for path in filter(is_project, paths):
            self.project_requested.emit(path)
        for path in filter(is_review, paths):
            self.review_requested.emit(path)
        if files := [path for path in paths if not is_project(path) and not is_review(path)]:
            self._show_dialog(OpenDialog(files, self._window), None)

    def ask_again(self, request: LoadRequest, problem: NerinspectError | None = None) -> None:
        """Ask how to read files that could not be opened as they are."""
        from nerinspect.ui.dialogs.open_dialog import OpenDialog

        self._show_dialog(OpenDialog((), self._window, request, problem), self._session)

    def ask_training(self) -> None:
        """Ask for training data, or how those there are should be read."""
        from nerinspect.ui.dialogs.open_dialog import OpenDialog

        document = self._document
        if document.study is None or document.request is None:
            return
        request = document.awaited.request if document.awaited else document.request
        if request.training is None:
            path = ask_for_file(self._window, "Training data")
            if not path:
                return
            request = replace(request, training=path)
        dialog = OpenDialog((), self._window, request)
        dialog.table.choose(next(entry for entry in dialog.files.entries if entry.role == "training"))
        self._show_dialog(dialog, current_session(document), is_change=True)

    def ask_predictions(self) -> None:
        """Ask for predictions that come to those that are open."""
        if self._document.study is None:
            self.ask()
            return
        self._add(ask_for_files(self._window, "Further predictions"))

    def _add(self, paths: Sequence[str]) -> None:
        """Read further predictions; further annotators are read together with the others, all by the same rules."""
        request, projects = self._document.request, [*filter(is_project, paths)]
        if projects:
            self.project_requested.emit(projects[0])
        elif request is not None and request.annotators and paths:
            self.open_otherwise(replace(request, predictions=(*request.predictions, *paths)))
        else:
            self.predictions.add(paths)

    def take_dropped(self, paths: list[str]) -> None:
        """Ask what dropped files are: to be opened, or predictions for the reference that is open."""
        study = self._document.study
        if study is None:
            self.ask(paths)
            return
        files = os.path.basename(paths[0]) if len(paths) == 1 else f"{len(paths)} files"
        reference = os.path.basename(study.reference.source.path)
        actions = [
            (f"Add to {reference}", partial(self._add, paths)),
            ("Open anew…", partial(self.ask, paths)),
        ]
        what = "further annotators of the text of" if study.is_of_annotators else "predictions for"
        self._message.say(f"{files} dropped: {what} {reference}, or something else?", actions)

    def _ask_otherwise(self, request: LoadRequest, problem: NerinspectError) -> None:
        """Ask how to read training data or further predictions that could not be read as they are."""
        from nerinspect.ui.dialogs.open_dialog import OpenDialog

        dialog = OpenDialog((), self._window, request, problem)
        self._show_dialog(dialog, current_session(self._document), is_change=True)

    def shutdown(self) -> None:
        """Give up what is under way and wait for it; for closing the window."""
        self.loader.shutdown()
        self.training.shutdown()
        self.attributes.shutdown()
        self.predictions.shutdown()
        if self._dialog is not None:
            self._dialog.shutdown()
            self._dialog.reject()

    def _show_dialog(self, dialog: "OpenDialog", session: Session | None, is_change: bool = False) -> None:
        """Show the only dialog; what is accepted is looked at as its session was."""
        from nerinspect.ui.guide_window import offer_guide  # not needed before a dialog is

        if self._dialog is not None:
            self._dialog.reject()
        self._dialog = dialog
        offer_guide(dialog)
        dialog.project_requested.connect(self.project_requested)
        dialog.accepted.connect(partial(self._on_accepted, dialog, session, is_change))
        dialog.finished.connect(partial(self._on_finished, dialog))
        dialog.open()

    def _on_accepted(self, dialog: "OpenDialog", session: Session | None, is_change: bool) -> None:
        request = dialog.request()
        if request is None:
            return
        if session is not None and request.training:
            request = replace(request, matching=session.request.matching)
        if is_change:
            self.open_otherwise(request)
        else:
            self.open(replace(session, request=request) if session is not None else Session(request))

    def _on_finished(self, dialog: "OpenDialog", _result: int = 0) -> None:
        if self._dialog is dialog:
            self._dialog = None
        dialog.deleteLater()

    def watch(self, study: Study) -> None:
        """Tell from now on when a file of a study changes, and begin to look for further ones beside it."""
        self.folders.begin_at(study.reference.source.path)
        if before := self._watcher.files():
            self._watcher.removePaths(before)
        sources = [study.reference.source, *(prediction.annotation.source for prediction in study.predictions)]
        sources += [study.training.annotation.source] if study.training else []
        sources += attribute_sources(study)
        self._watched = {source.path: source for source in sources}
        self._watcher.addPaths(sorted(self._watched))

    def _watch_replaced(self) -> None:
        if self._document.study is not None:
            self.watch(self._document.study)

    def _on_loaded(self, study: Study, request: LoadRequest) -> None:
        self.training.give_up()
        self.opened.emit(study, self._session or Session(request))

    def _on_file_changed(self, path: str) -> None:
        """Wait a moment: programs that save replace a file, and it is gone for an instant."""
        if path in self._watched:
            QTimer.singleShot(_REPLACED_MS, self, partial(self._tell_change, self._watched[path]))

    def _tell_change(self, source: Source) -> None:
        path = source.path
        if self._watched.get(path) is not source:
            return  # it was read again meanwhile, or is no longer on show
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
