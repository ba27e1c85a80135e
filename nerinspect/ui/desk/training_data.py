"""Read training data behind the files that are open, put others in their place, or take them away."""

import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from nerinspect.attributes.buckets import bucketing
from nerinspect.attributes.built_in import attributes_of
from nerinspect.attributes.mention_columns import type_columns
from nerinspect.attributes.own import with_own_attributes
from nerinspect.checking.notices import notices_of_files
from nerinspect.corpus.text import Matching
from nerinspect.corpus.writing_direction import right_to_left_sentences
from nerinspect.errors import CommandError, NerinspectError
from nerinspect.events.members import matched
from nerinspect.events.scores import reconcile_prediction
from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_training
from nerinspect.io.request import LoadRequest
from nerinspect.progress import Checkpoint
from nerinspect.query.fields.places import event_line
from nerinspect.query.fields.texts import first_tokens
from nerinspect.query.fields.tough import main_subsets, subset_columns, trained_events
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import Selection
from nerinspect.settings.schema import Session
from nerinspect.tables.runs import systems_of
from nerinspect.training.evidence import prepare_evidence
from nerinspect.training.novelty import novelty
from nerinspect.training.retention import with_training
from nerinspect.training.tough import subset_members
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.kit.jobs import JobRunner
from nerinspect.ui.kit.screen_text import told


def prepare_to_show(study: Study) -> None:
    """Derive the columns that table, context, details and status line ask for first; they are kept with the study."""
    systems_of(study)
    for number in range(len(study.predictions)):
        reconcile_prediction(study, number)
        study.is_nested(number, 0)
    for attribute in attributes_of(study):
        bucketing(study, attribute)
    type_columns(study)
    first_tokens(study)
    event_line(study)
    runs_right_to_left = right_to_left_sentences(study.text)
    assert len(runs_right_to_left[study.event_sentence]) == len(study.events)


_log = logging.getLogger(__name__)


class TrainingReader(QObject):
    """Changes the training data of a document in the background; what is on show stays until then, and where it is."""

    arrived = Signal(object)
    choice_requested = Signal(object, object)
    busy_changed = Signal(bool)

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._document, self._message, self._progress = desk.document, desk.message, desk.training_progress
        self._session: Session | None = None  # what the change under way leads to
        self._selection = Selection()
        self._jobs = JobRunner(self)
        self._jobs.progressed.connect(self._on_progressed)
        self._jobs.ended.connect(self._on_ended)
        self._jobs.succeeded.connect(self._on_changed)
        self._jobs.failed.connect(self._on_failed)
        self._progress.cancelled.connect(self._on_cancelled)

    @property
    def is_busy(self) -> bool:
        """Whether a change is under way."""
        return self._jobs.is_running

    def read(self, session: Session) -> None:
        """Begin to read training data for the files that are open.

        Parameters
        ----------
        session : Session
            Its request names the training data; its query, if it has one, comes into force with them.
        """
        study = self._document.study
        assert study is not None, "training data are read behind a study"
        self._document.awaited = session
        self._start(session, "Reading training data", partial(_read, study, session.request))

    def remove(self) -> None:
        """Take the training data away, and what was made from them."""
        study, request = self._document.study, self._document.request
        if self._document.awaited is not None:
            self.give_up()
        if study is not None and request is not None and study.training is not None:
            self._start(Session(without_training(request)), "Removing training data", partial(_without, study))

    def compare(self, matching: Matching) -> None:
        """Compare surfaces with those of training by another rule."""
        study, request = self._document.study, self._document.request
        if study is None or request is None or study.training is None or matching == study.matching:
            return
        work = partial(_compared, study, matching)
        self._start(Session(replace(request, matching=matching)), "Comparing surfaces", work)

    def give_up(self) -> None:
        """End a change that is under way, and no longer wait for training data."""
        self._jobs.cancel()
        self._document.awaited = None

    def _start(self, session: Session, title: str, work: Callable[[Checkpoint], Study]) -> None:
        self._session, self._selection = session, self._document.selection
        self._progress.begin(title)
        self._jobs.start_once_painted(work)
        self.busy_changed.emit(True)

    def _on_progressed(self, done: int, total: int) -> None:
        if done < total:
            self._progress.show_progress(done, total)
        else:
            self._progress.begin("Looking up training data")

    def _on_ended(self) -> None:
        self._progress.hide()
        self.busy_changed.emit(False)

    def _on_changed(self, study: object) -> None:
        session, document, before = self._session, self._document, self._document.study
        assert isinstance(study, Study), "what the work returns"
        assert session is not None, "a change was under way"
        assert before is not None, "behind a study"
        selection = document.selection
        document.awaited = None
        document.replace_study(study, session.request)
        if noticed := notices_of_files(study, before):
            self._message.say(noticed)
        if gone := selection.terms_missing_from(document.selection).text:
            self._message.say(f"{gone} asked about training data; that part of the filter is left out.")
        if len(before.predictions) <= session.prediction < len(study.predictions):
            document.show_prediction(session.prediction)
        if session.compared is not None and len(before.predictions) <= session.compared < len(study.predictions):
            document.compare_with(session.compared)
        if session.query:
            self._apply(session.query)
        self.arrived.emit(session)

    def _apply(self, query: str) -> None:
        """Put the query in force that waited, unless the user chose another filter in the meantime."""
        if self._document.selection != self._selection:
            use = partial(self._document.select_query, query)
            self._message.tell("The training data is read; the first filter can be used now.", [(f"Use {query}", use)])
            return
        try:
            self._document.select_query(query)
        except CommandError as mistake:
            self._message.say(f"The filter was left out: {mistake}.")

    def _on_cancelled(self) -> None:
        if not self._jobs.is_running:
            return
        session = self._document.awaited
        self.give_up()
        if session is not None:
            left_out = f" The filter {session.query} is left out." if session.query else ""
            actions = [("Read it", partial(self.read, session))]
            self._message.say(f"The training data is not read.{left_out}", actions)

    def _on_failed(self, error: Exception) -> None:
        session = self._session
        assert session is not None, "a change was under way"
        if not isinstance(error, NerinspectError):
            _log.error("changing the training data failed", exc_info=error)
            self._message.say(
                f"The training data could not be used: {error!r}. This is a fault of the program, not yours."
            )
            return
        actions = [
            ("Change how files are read…", partial(self.choice_requested.emit, session.request, error)),
            ("Try again", partial(self.read, session)),
        ]
        self._message.say(told(error), actions)


def without_training(request: LoadRequest) -> LoadRequest:
    """Ask for the same files without training data."""
    return replace(
        request, training=None, encoding_training=None, training_label_column=-1, matching="exact", retention=False
    )


def with_heuristic(request: LoadRequest) -> LoadRequest:
    """Ask for the retention heuristic where there are training data: what a window shows."""
    return replace(request, retention=request.training is not None)


def waits_for_training(query: str | None, study: Study) -> bool:
    """Tell whether a query cannot be understood before the training data are read."""
    try:
        parse_query(query or "", Vocabulary.of(study, may_wait=False))
    except CommandError:
        return True
    return False


def differ_in_training_alone(one: LoadRequest, other: LoadRequest) -> bool:
    """Tell whether two requests read the same reference and predictions in the same way."""

    def shared(request: LoadRequest) -> tuple[object, ...]:
        return (
            *(request.annotators, request.reference, request.predictions, request.tokens),
            *(request.keep_types, request.remove_types, request.map_types, request.attribute_tables),
            request.file_options(request.paths[0], "reference"),
            *(request.file_options(path, "prediction") for path in request.paths[: len(request.predictions) + 1]),
        )

    return shared(one) == shared(other)


def _read(study: Study, request: LoadRequest, checkpoint: Checkpoint) -> Study:
    training = load_training(request, study.reference.source.encoding or "BIO", checkpoint)
    return prepared(
        with_own_attributes(with_training(study, training, request.matching, True, _unmeasured(checkpoint)))
    )


def _without(study: Study, checkpoint: Checkpoint) -> Study:
    return prepared(with_own_attributes(with_training(study, None, checkpoint=_unmeasured(checkpoint))))


def _compared(study: Study, matching: Matching, checkpoint: Checkpoint) -> Study:
    return prepared(with_own_attributes(with_training(study, study.training, matching, True, _unmeasured(checkpoint))))


def _unmeasured(checkpoint: Checkpoint) -> Checkpoint:
    """Let work be cancelled that counts something else than tokens."""
    return lambda done, total: checkpoint(1, 1)


def prepared(study: Study) -> Study:
    """Work out, off the window's thread, what showing a study needs at once."""
    prepare_to_show(study)
    if study.training is not None:
        subset_members(study)
        novelty(study)
        matched(study)
        main_subsets(study)
        subset_columns(study)
        trained_events(study)
        prepare_evidence(study)
    return study
