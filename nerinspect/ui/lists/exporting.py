"""Write the events on show to a file, in the background."""

import logging
import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from nerinspect.errors import NerinspectError
from nerinspect.io.writing.events_form import ExportChoice
from nerinspect.lists.columns import is_attribute_column, is_token_column
from nerinspect.lists.mentions import MENTIONS
from nerinspect.lists.table import Of
from nerinspect.progress import Checkpoint
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.screen_text import copy_text
from nerinspect.ui.kit.strips import MessageStrip, ProgressStrip
from nerinspect.ui.lists.exported_events import EventList

if TYPE_CHECKING:
    from nerinspect.ui.lists.export_dialog import ExportDialog

_log = logging.getLogger(__name__)


class Exporter(QObject):
    """Asks what is to be exported and writes one file at a time.

    Attributes
    ----------
    choice : ExportChoice
        What was chosen last; set it to what is remembered from an earlier run.

    Signals
    -------
    choice_changed
        Something else was chosen.
    """

    choice_changed = Signal()

    def __init__(self, message: MessageStrip, progress: ProgressStrip, window: QWidget) -> None:
        super().__init__(window)
        self.choice = ExportChoice()
        self._window, self._message, self._progress = window, message, progress
        self._dialog: ExportDialog | None = None
        self._path, self._n_rows = "", 0
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

        self._dialog = ExportDialog(events, self.choice, self._window)
        from nerinspect.ui.guide.guide_window import offer_guide  # not needed before a dialog is

        offer_guide(self._dialog)
        self._dialog.accepted.connect(self._on_accepted)
        self._dialog.open()

    def remember(self, choice: ExportChoice) -> None:
        """Offer a choice again next time."""
        if choice != self.choice:
            self.choice = choice
            self.choice_changed.emit()

    def write(self, path: str, n_rows: int, work: Callable[[Checkpoint], None]) -> None:
        """Write a file of so many rows in the background, and say what became of it."""
        self._path, self._n_rows = path, n_rows
        self._message.hide()
        self._progress.begin("Writing")
        self._jobs.start(work)

    def _on_accepted(self) -> None:
        """Write what was chosen, with its provenance beside it."""
        dialog = self._dialog
        form = dialog.form() if dialog is not None else None
        if dialog is None or form is None:
            return
        self.remember(dialog.choice())
        events = dialog.events
        listed, path = events.listed(dialog.order), dialog.path
        self.write(path, len(listed.order), partial(listed.export, form, path))

    def _on_progressed(self, done: int, total: int) -> None:
        self._progress.show_progress(done, total, "events")

    def _on_succeeded(self) -> None:
        path, were = self._path, "event was" if self._n_rows == 1 else "events were"
        self._message.tell(
            f"{self._n_rows:,} {were} written to {path}; where they came from stands in {path}.json.",
            [("Open folder", partial(open_folder, path)), ("Copy path", partial(copy_text, path))],
        )

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, NerinspectError):
            self._message.say(f"{error}.")
        else:
            _log.error("export failed", exc_info=error)
            self._message.say(f"The export failed: {error!r}. This is a fault of the program, not yours.")


def file_columns(columns_on_screen: Sequence[str], of_review: bool = False) -> tuple[str, ...]:
    """Name the columns of a file that stand for columns on screen; those that no file has are left out."""
    names = [name for key in columns_on_screen for name in MENTIONS.stands_for.get(key, (key,))]
    every = MENTIONS.names(Of.EVENTS, *([Of.DECISIONS, Of.PEOPLE] if of_review else []))
    return tuple(dict.fromkeys(name for name in names if name in every or _is_optional(name)))


def _is_optional(column: str) -> bool:
    return is_token_column(column) or is_attribute_column(column)


def open_folder(path: str) -> None:
    """Show a file in the program for files."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(os.path.dirname(os.path.abspath(path))))
