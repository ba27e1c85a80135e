"""Take decisions from an edited list: chosen, read behind the window, looked at, then taken in one step."""

import os
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from nerinspect.errors import NerinspectError
from nerinspect.events.study import Study
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.file_dialogs import ask_for_file
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.screen_text import told, told_fault

if TYPE_CHECKING:
    from nerinspect.events.decision import Decision
    from nerinspect.review.list_reading import EditedList, ListChange
    from nerinspect.ui.deciding.edited_list_dialog import ImportDialog
    from nerinspect.ui.deciding.reviewing import Reviewing


class ListImporting(QObject):
    """Asks for a list and takes from it what the user has seen."""

    def __init__(self, desk: Desk, reviewing: "Reviewing") -> None:
        super().__init__(desk)
        self._desk, self._reviewing = desk, reviewing
        self._dialog: ImportDialog | None = None
        self._path = ""
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(lambda done, total: desk.progress.show_progress(done, total, "rows"))
        self._jobs.ended.connect(desk.progress.hide)
        self._jobs.succeeded.connect(self._on_read)
        self._jobs.failed.connect(self._on_failed)
        desk.progress.cancelled.connect(self._jobs.cancel)
        desk.menus.connect_command("import_decisions", self.ask)
        desk.document.study_changed.connect(self._offer)
        desk.closing.connect(self._close)
        self._reviewing.changed.connect(self._on_changed)
        self._reviewing.ready_changed.connect(self._on_ready_changed)
        self._offer()

    @property
    def is_reading(self) -> bool:
        return self._jobs.is_running

    def ask(self) -> None:
        if not self._reviewing.path:
            self._desk.menus.action("new_review").trigger()  # decisions are kept in a file
        if not self._reviewing.path:
            return
        if path := ask_for_file(self._desk.asker, "Import decisions", "Lists (*.xlsx *.csv);;All files (*)"):
            self.read(path)

    def takes(self, path: str) -> bool:
        """Tell whether a file is a list for the review that is open."""
        if not self._desk.menus.action("import_decisions").isEnabled() or not self._reviewing.path:
            return False
        from nerinspect.review.list_reading import is_list  # not needed before a file is dropped on a review

        return is_list(path)

    def read(self, path: str) -> None:
        """Show what a list would change, once it is read."""
        self._close()
        self._path = path
        self._desk.message.hide()
        self._desk.progress.begin("Reading decisions")
        self._start()

    def _offer(self) -> None:
        file, menus = self._reviewing.file, self._desk.menus
        is_possible = not file.is_read_only if file is not None else menus.action("new_review").isEnabled()
        menus.action("import_decisions").setEnabled(is_possible)

    def _start(self, *_: object) -> None:
        study, is_safe = self._desk.document.study, self._dialog is not None and self._dialog.is_safe
        if study is not None:
            self._jobs.start(partial(_read, study, self._path, is_safe))

    def _on_read(self, found: "tuple[Study, EditedList]") -> None:
        study, edited = found
        if study is not self._desk.document.study:
            self._start()
            return
        if self._dialog is None:
            from nerinspect.ui.deciding.edited_list_dialog import ImportDialog
            from nerinspect.ui.guide import offer_guide  # not needed before a list is read

            self._dialog = ImportDialog(self._desk, study, self._path)
            offer_guide(self._dialog)
            self._dialog.accepted.connect(self._take)
            self._dialog.safe_chosen.connect(self._start)
            self._dialog.open()
        self._dialog.show_list(study, edited)
        self._dialog.set_ready(self._reviewing.is_ready)

    def _on_failed(self, error: Exception) -> None:
        sentence = (
            told(error) if isinstance(error, NerinspectError) else told_fault("The list could not be read", error)
        )
        if self._dialog is not None and self._dialog.isVisible():
            self._dialog.show_mistake(sentence)
        else:
            self._desk.message.say(sentence)

    def _take(self) -> None:
        assert self._dialog is not None, "its button was pressed"
        changes, name = self._dialog.changes, os.path.basename(self._path)
        self._dialog.deleteLater()
        self._dialog = None
        after = {one.event: partial(_after, one) for one in changes}
        try:
            self._reviewing.decide_each(after, f"import of {name}", partial(self._tell, len(changes), name))
        except NerinspectError as mistake:
            self._reviewing.refused.emit(mistake)

    def _tell(self, n_taken: int, name: str) -> None:
        taken, undo = counted(n_taken, "decision was", "decisions were"), self._desk.menus.action("undo").trigger
        self._desk.message.tell(f"{taken} imported from {name}.", [("Undo", undo)])

    def _on_changed(self) -> None:
        if self._dialog is not None and self._dialog.isVisible():
            self._dialog.set_ready(False)
            self._start()

    def _on_ready_changed(self) -> None:
        """Take nothing while events are being found; close where there is no review any more."""
        self._offer()
        if self._dialog is None or not self._dialog.isVisible():
            return
        if not self._reviewing.path:
            self._close()
        elif not self._reviewing.is_ready:
            self._dialog.set_ready(False)

    def _close(self) -> None:
        if self._dialog is not None:
            self._dialog.reject()
            self._dialog.deleteLater()
            self._dialog = None


def _read(study: Study, path: str, is_safe: bool, checkpoint: Checkpoint) -> "tuple[Study, EditedList]":
    from nerinspect.review.list_reading import read_list  # not needed before a list is read

    return study, read_list(study, path, is_safe, checkpoint)


def _after(change: "ListChange", _before: "Decision") -> "Decision":
    return change.after
