"""Write the events on show to a file, in the background."""

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from nerinspect.errors import NerinspectError
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.sorts import EventSort
from nerinspect.quantities import counted, word_for
from nerinspect.settings.schema import ExportChoice
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.screen_text import copy_text, told_fault
from nerinspect.ui.kit.strips import MessageStrip, ProgressStrip
from nerinspect.ui.lists.event_copying import EventList

if TYPE_CHECKING:
    from nerinspect.ui.lists.export_dialog import ExportDialog


class Exporter(QObject):
    """Asks what is to be exported and writes one file at a time.

    `choice`: what was chosen last; set it to what is remembered from an earlier run.
    """

    choice_changed = Signal()

    def __init__(self, message: MessageStrip, progress: ProgressStrip, window: QWidget) -> None:
        super().__init__(window)
        self.choice = ExportChoice()
        self._columns: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}  # of other sorts, for this run
        self._window, self._message, self._progress = window, message, progress
        self._dialog: ExportDialog | None = None
        self._path, self._n_rows, self._event = "", 0, "event"
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(self._on_progressed)
        self._jobs.ended.connect(progress.hide)
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)
        progress.cancelled.connect(self._jobs.cancel)

    @property
    def is_exporting(self) -> bool:
        """Whether a file is being written."""
        return self._jobs.is_running

    def ask(self, events: EventList) -> None:
        """Ask what to export and where to, then write it."""
        if self.is_exporting:
            self._message.say("A file is being written. Wait until it is complete, or cancel it, before the next one.")
            return
        if self._dialog is not None:
            if self._dialog.isVisible():
                return
            self._dialog.deleteLater()
        from nerinspect.ui.lists.export_dialog import ExportDialog  # not needed before it is asked for

        self._dialog = ExportDialog(events, self._choice_for(events.sort), self._window)
        from nerinspect.ui.guide import offer_guide  # not needed before a dialog is

        offer_guide(self._dialog)
        self._dialog.accepted.connect(self._on_accepted)
        self._dialog.open()

    def _choice_for(self, sort: EventSort) -> ExportChoice:
        """Offer what was chosen last, with columns of the sort; only those of mentions outlive the program."""
        if sort is MENTIONS:
            return self.choice
        data, page = self._columns.get(sort.name, ((), ()))
        return replace(self.choice, data_columns=data, page_columns=page)

    def remember(self, sort: EventSort, choice: ExportChoice) -> None:
        """Begin the next export as this one is made."""
        if sort is not MENTIONS:
            self._columns[sort.name] = choice.data_columns, choice.page_columns
            before = self.choice
            choice = replace(choice, data_columns=before.data_columns, page_columns=before.page_columns)
        if choice != self.choice:
            self.choice = choice
            self.choice_changed.emit()

    def _on_accepted(self) -> None:
        """Write what was chosen, with its provenance beside it."""
        dialog = self._dialog
        form = dialog.form() if dialog is not None else None
        if dialog is None or form is None:
            return
        listed, path = dialog.listed, dialog.path
        self.remember(listed.sort, dialog.choice())
        self._path, self._n_rows, self._event = path, len(listed.order), listed.sort.event
        self._message.hide()
        self._progress.begin("Writing")
        self._jobs.start(lambda checkpoint: listed.export(form, path, checkpoint))

    def _on_progressed(self, done: int, total: int) -> None:
        self._progress.show_progress(done, total, "events")

    def _on_succeeded(self) -> None:
        path, written = (
            self._path,
            f"{counted(self._n_rows, self._event)} {word_for(self._n_rows, 'was', 'were')} written",
        )
        self._message.tell(
            f"{written} to {path}; provenance: {path}.json.",
            [("Open folder", partial(open_folder, path)), ("Copy path", partial(copy_text, path))],
        )

    def _on_failed(self, error: Exception) -> None:
        self._message.say(f"{error}." if isinstance(error, NerinspectError) else told_fault("The export failed", error))


def open_folder(path: str) -> None:
    """Show a file in the program for files."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(os.path.dirname(os.path.abspath(path))))
