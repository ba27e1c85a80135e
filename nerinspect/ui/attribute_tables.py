"""Read tables of attributes behind the files that are open, put others in their place, or take them away."""

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from nerinspect.analysis.own_attributes import attribute_sources, origin_of, table_attributes, with_own_attributes
from nerinspect.analysis.study import Study
from nerinspect.errors import NerinspectError
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint
from nerinspect.ui.document import Document
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.preparing import prepare_to_show
from nerinspect.ui.training import TrainingReader
from nerinspect.ui.widgets.message_strip import MessageStrip
from nerinspect.ui.widgets.progress_strip import ProgressStrip
from nerinspect.ui.window_words import told

_log = logging.getLogger(__name__)


class AttributeTables(QObject):
    """Changes the tables of a document in the background; what is on show stays until then, and where it is.

    Changes of training data go first: both replace the study, and neither may lose what the other added.

    Signals
    -------
    changed
        The document has other tables, or none.
    """

    changed = Signal()

    def __init__(
        self,
        document: Document,
        training: TrainingReader,
        message: MessageStrip,
        progress: ProgressStrip,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._document, self._training, self._window = document, training, window
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

    def ask(self) -> None:
        """Ask for a table, and read it."""
        if self._document.study is None:
            self._message.tell("Open the files first that the table is about.")
            return
        path, _ = QFileDialog.getOpenFileName(
            self._window, "Attribute table", "", "Tables (*.csv *.tsv *.txt *.csv.gz *.parquet);;All files (*)"
        )
        if path:
            self.read(path)

    def read(self, path: str) -> None:
        """Begin to read a table; it takes the place of those that have a column of the same name."""
        self._start("Reading the attribute table", partial(self.read, path), partial(_read, path=path))

    def remove(self) -> None:
        """Take all tables away."""
        study, request = self._document.study, self._document.request
        if study is not None and request is not None and request.attribute_tables:
            self._start("Removing attribute tables", self.remove, _without)

    def give_up(self) -> None:
        """End a change that is under way or waits."""
        self._again = None
        self._jobs.cancel()

    def shutdown(self) -> None:
        """Give up and wait; for closing the window."""
        self._again = None
        self._jobs.shutdown()

    def _start(self, title: str, again: Callable[[], None], work: Callable[[Study, Checkpoint], Study]) -> None:
        study = self._document.study
        if study is None:
            return
        self._again = again
        if self._training.is_busy:
            self._message.tell("The attribute table is read once the training data is.")
            return
        self._begun_with = study
        self._progress.begin(title)
        self._jobs.start_once_painted(partial(work, study))

    def _on_training_changed(self, is_busy: bool) -> None:
        if not is_busy and self._again is not None:
            QTimer.singleShot(0, self, self._begin_again)  # the study with other training data is shown first

    def _begin_again(self) -> None:
        if self._again is not None:
            self._again()

    def _on_changed(self, study: object) -> None:
        document, before = self._document, self._document.study
        assert isinstance(study, Study), "what the work returns"
        assert before is not None, "behind a study"
        if self._training.is_busy:
            return  # begins again behind the training data
        if before is not self._begun_with:
            self._begin_again()
            return
        self._again = None
        selection, request = document.selection, document.request
        assert request is not None, "behind a study"
        document.replace_study(study, with_tables_of(study, request))
        if gone := selection.terms_missing_from(document.selection).text:
            self._message.say(f"{gone} asked about an attribute that is gone; that part of the filter is left out.")
        elif noticed := [warning for warning in study.warnings if warning not in before.warnings]:
            self._message.say("  ·  ".join(noticed))
        elif sources := attribute_sources(study):
            self._message.tell(f"{sources[-1].path}: {'; '.join(sources[-1].notes)}.")
        else:
            self._message.tell("The attribute tables are removed.")
        self.changed.emit()

    def _on_failed(self, error: Exception) -> None:
        again, self._again = self._again, None
        if not isinstance(error, NerinspectError):
            _log.error("reading an attribute table failed", exc_info=error)
            self._message.say(
                f"The attribute table could not be used: {error!r}. This is a fault of the program, not yours."
            )
            return
        actions = [("Try again", again), ("Another file…", self.ask)] if again else []
        self._message.say(told(error), actions)


def with_tables_of(study: Study, request: LoadRequest) -> LoadRequest:
    """Ask for the tables that a study has."""
    return replace(request, attribute_tables=tuple(source.path for source in attribute_sources(study)))


def with_tables_if_possible(study: Study, paths: tuple[str, ...]) -> Study:
    """Read tables that were in use before; mistakes in them are told, and hide nothing else.

    Parameters
    ----------
    study : Study
        Just loaded, without tables.
    paths : tuple of str
        The tables.

    Returns
    -------
    Study
        With all of them, or else with those that can be read, and a warning for each of the others.
    """
    if not paths:
        return study
    from nerinspect.io.attribute_table import with_attribute_tables  # not needed where no table is named

    used: list[str] = []
    mistakes: list[str] = []
    for path in paths:
        try:
            study = with_attribute_tables(study, [*used, path])
            used.append(path)
        except NerinspectError as mistake:
            mistakes.append(str(mistake))
    return replace(study, warnings=(*study.warnings, *mistakes)) if mistakes else study


def _read(study: Study, checkpoint: Checkpoint, path: str) -> Study:
    from nerinspect.io.attribute_table import with_attribute_tables  # not needed before

    new = with_attribute_tables(study, [path])
    checkpoint(0, 1)
    names, before = {one.name for one in table_attributes(new)}, table_attributes(study)
    replaced = {origin_of(one) for one in before if one.name in names}
    kept = [
        one for one in before if (origin := origin_of(one)) and origin not in replaced and origin.source.path != path
    ]
    return _ready(with_own_attributes(study, [*kept, *table_attributes(new)]))


def _without(study: Study, checkpoint: Checkpoint) -> Study:
    checkpoint(0, 1)
    return _ready(with_own_attributes(study, []))


def _ready(study: Study) -> Study:
    prepare_to_show(study)
    return study
