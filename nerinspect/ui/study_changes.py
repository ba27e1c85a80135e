"""Changes of the study on show that are made behind it, one at a time and after those of its training data."""

import logging
from collections.abc import Callable
from functools import partial
from typing import ClassVar

from PySide6.QtCore import QObject, QTimer, Signal

from nerinspect.analysis.study import Study
from nerinspect.errors import NerinspectError
from nerinspect.progress import Checkpoint
from nerinspect.ui.document import Document
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.training import TrainingReader
from nerinspect.ui.widgets.message_strip import Actions, MessageStrip
from nerinspect.ui.widgets.progress_strip import ProgressStrip
from nerinspect.ui.window_words import told

_log = logging.getLogger(__name__)


class StudyChanges(QObject):
    """Changes the study of a document in the background; what is on show stays until then, and where it is.

    Changes of training data go first: both replace the study, and neither may lose what the other added.

    Attributes
    ----------
    waiting, failure : str
        What is said while training data is read, and before a fault of the program.

    Signals
    -------
    changed
        The document has the study that was made.
    """

    changed = Signal()

    waiting: ClassVar[str]
    failure: ClassVar[str]

    def __init__(
        self,
        document: Document,
        training: TrainingReader,
        message: MessageStrip,
        progress: ProgressStrip,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._training = document, training
        self._message, self._progress = message, progress
        self._begun_with: Study | None = None
        self._again: Callable[[], None] | None = None  # what waits for the training data, or is under way
        self._jobs = JobRunner(self)
        self._jobs.ended.connect(progress.hide)
        self._jobs.succeeded.connect(self._on_changed)
        self._jobs.failed.connect(self._on_failed)
        progress.cancelled.connect(self.give_up)
        training.busy_changed.connect(self._on_training_changed)
        document.study_changed.connect(self.give_up)

    @property
    def is_busy(self) -> bool:
        """Whether a change is under way or waits."""
        return self._again is not None

    def give_up(self) -> None:
        """End a change that is under way or waits."""
        self._again = None
        self._jobs.cancel()

    def shutdown(self) -> None:
        """Give up and wait; for closing the window."""
        self._again = None
        self._jobs.shutdown()

    def _start(self, title: str, again: Callable[[], None], work: Callable[[Study, Checkpoint], Study]) -> None:
        """Begin to make another study of the one on show; `again` begins anew where that is replaced meanwhile."""
        study = self._document.study
        if study is None:
            return
        self._again = again
        if self._training.is_busy:
            self._message.tell(self.waiting)
            return
        self._begun_with = study
        self._progress.begin(title)
        self._jobs.start_once_painted(partial(work, study))

    def _show(self, study: Study, before: Study) -> None:
        """Show the study that was made of the one before, and say what there is to say."""
        raise NotImplementedError

    def _ways_out(self, error: NerinspectError, again: Actions) -> Actions:
        """Offer what can be done about a mistake besides trying again, which may make no sense."""
        raise NotImplementedError

    def _on_training_changed(self, is_busy: bool) -> None:
        if not is_busy and self._again is not None:
            QTimer.singleShot(0, self, self._begin_again)  # the study with other training data is shown first

    def _begin_again(self) -> None:
        if self._again is not None:
            self._again()

    def _on_changed(self, study: object) -> None:
        before = self._document.study
        assert isinstance(study, Study), "what the work returns"
        assert before is not None, "behind a study"
        if self._training.is_busy:
            return  # begins again behind the training data
        if before is not self._begun_with:
            self._begin_again()
            return
        self._again = None
        self._show(study, before)
        self.changed.emit()

    def _on_failed(self, error: Exception) -> None:
        again, self._again = self._again, None
        if not isinstance(error, NerinspectError):
            _log.error("changing what is open failed", exc_info=error)
            self._message.say(f"{self.failure}: {error!r}. This is a fault of the program, not yours.")
            return
        self._message.say(told(error), self._ways_out(error, [("Try again", again)] if again else []))
