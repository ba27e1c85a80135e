"""Write the events on show to a file, in the background."""

import logging

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import IntArray
from nerinspect.errors import NerinspectError
from nerinspect.io.export import export_events
from nerinspect.io.load import LoadRequest
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.widgets.message_strip import MessageStrip
from nerinspect.ui.widgets.progress_strip import ProgressStrip

_log = logging.getLogger(__name__)


class Exporter(QObject):
    """Writes one file at a time."""

    def __init__(self, message: MessageStrip, progress: ProgressStrip, window: QWidget) -> None:
        super().__init__(window)
        self._window, self._message, self._progress = window, message, progress
        self._said = ""
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

    def ask(self, study: Study, request: LoadRequest, order: IntArray, query: str, sorting: str) -> None:
        """Ask for a path and export; see `export`."""
        title = f"Export {len(order):,} events as CSV"
        path, _ = QFileDialog.getSaveFileName(self._window, title, "events.csv", "CSV (*.csv)")
        if path:
            self.export(study, request, order, query, sorting, path)

    def export(self, study: Study, request: LoadRequest, order: IntArray, query: str, sorting: str, path: str) -> None:
        """Write events in the order on screen, with their provenance beside them.

        Parameters
        ----------
        study : Study
            Where the events are.
        request : LoadRequest
            How it was loaded.
        order : ndarray of int32, shape (n_rows,)
            Event numbers as they stand on screen.
        query : str
            The filter that gives these events.
        sorting : str
            In words, how the rows are ordered.
        path : str
            The file.
        """
        self._message.hide()
        self._said = f"{len(order):,} events were written to {path}; where they came from stands in {path}.json."
        self._progress.begin("Writing")
        rows = order.copy()
        self._jobs.start(lambda checkpoint: export_events(study, request, rows, query, sorting, path, checkpoint))

    def shutdown(self) -> None:
        """Give up and wait; a file that is not complete does not appear."""
        self._jobs.shutdown()

    def _on_progressed(self, done: int, total: int) -> None:
        self._progress.show_progress(done, total, "events")

    def _on_succeeded(self) -> None:
        self._message.say(self._said)

    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, NerinspectError):
            self._message.say(f"{error}.")
        else:
            _log.error("export failed", exc_info=error)
            self._message.say(f"The export failed: {error!r}. This is a fault of the program, not yours.")
