"""Load files in the background and say calmly what is wrong with them."""

import logging
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from nerinspect.analysis.study import Study
from nerinspect.errors import NerinspectError
from nerinspect.io.annotators import load_sides
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint
from nerinspect.ui.attribute_tables import with_tables_if_possible
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.preparing import prepare_to_show
from nerinspect.ui.training import without_training
from nerinspect.ui.widgets.message_strip import MessageStrip
from nerinspect.ui.widgets.progress_strip import ProgressStrip
from nerinspect.ui.window_words import told

_log = logging.getLogger(__name__)


class Loader(QObject):
    """Loads one request at a time, all but its training data: nobody waits for them to see errors.

    Signals
    -------
    loaded : Study, LoadRequest
        The reference and the predictions are read and aligned.
    refused : LoadRequest, NerinspectError
        The files could not be loaded as they are; the message says why.
    choice_requested : LoadRequest, NerinspectError
        The user wants to change how the files are read.
    loading_changed : bool
        Files begin to be read, or are not being read any more.
    """

    loaded = Signal(object, object)
    refused = Signal(object, object)
    choice_requested = Signal(object, object)
    loading_changed = Signal(bool)

    def __init__(self, message: MessageStrip, progress: ProgressStrip, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._message, self._progress = message, progress
        self._request: LoadRequest | None = None
        self._colours: tuple[tuple[str, int], ...] = ()
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(self._on_progressed)
        self._jobs.ended.connect(progress.hide)
        self._jobs.ended.connect(partial(self.loading_changed.emit, False))
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)
        progress.cancelled.connect(self._jobs.cancel)

    @property
    def is_loading(self) -> bool:
        """Whether files are being read."""
        return self._jobs.is_running

    def load(self, request: LoadRequest, is_behind: bool = False, colours: tuple[tuple[str, int], ...] = ()) -> None:
        """Begin to load, maybe behind files that are on show; a load that is under way is given up.

        Systems have the colours they were given, see `Study.colours`.
        """
        self._request, self._colours = request, colours
        self._message.hide()
        self._progress.begin("Reading")
        self.loading_changed.emit(True)
        start = self._jobs.start_once_painted if is_behind else self._jobs.start
        start(lambda checkpoint: _loaded(request, colours, checkpoint))

    def shutdown(self) -> None:
        """Give up and wait."""
        self._jobs.shutdown()

    def _on_progressed(self, done: int, total: int) -> None:
        """Show how much is read; what is left then is no matter of tokens."""
        if done < total:
            self._progress.show_progress(done, total)
        else:
            self._progress.begin("Aligning")

    def _on_succeeded(self, study: object) -> None:
        self.loaded.emit(study, self._request)

    def _on_failed(self, error: Exception) -> None:
        if not isinstance(error, NerinspectError):
            _log.error("loading failed", exc_info=error)
            self._message.say(f"The files could not be loaded: {error!r}. This is a fault of the program, not yours.")
            return
        assert self._request is not None, "something was loaded"
        request = self._request
        actions = [
            ("Change how files are read…", partial(self.choice_requested.emit, request, error)),
            ("Try again", partial(self.load, request, colours=self._colours)),
        ]
        self._message.say(told(error), actions)
        self.refused.emit(request, error)


def _loaded(request: LoadRequest, colours: tuple[tuple[str, int], ...], checkpoint: Checkpoint) -> Study:
    """Load files and work out, off the window's thread, the columns that showing them needs at once."""
    tables, request = request.attribute_tables, replace(without_training(request), attribute_tables=())
    study = load_sides(request, checkpoint, with_others=True)
    study = replace(with_tables_if_possible(study, tables), colours=colours)
    prepare_to_show(study)
    return study
