"""Change the study on show behind it: training data and predictions read, put in the place of others, or taken away."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from nerinspect.attributes.buckets import bucketing
from nerinspect.attributes.built_in import attributes_of
from nerinspect.attributes.mention_columns import type_columns
from nerinspect.attributes.own import with_own_attributes
from nerinspect.checking.notices import notices_of_files
from nerinspect.corpus.text import Matching, right_to_left_sentences
from nerinspect.errors import CommandError, DataError, IndexOptionsError, NerinspectError
from nerinspect.events.members import matched
from nerinspect.events.scores import reconcile_prediction
from nerinspect.events.study import RelationChoice, Study
from nerinspect.io.index.opening import has_training, is_index
from nerinspect.io.reading.loading import load_more_predictions, load_training
from nerinspect.io.request import FileOptions, LoadRequest, Role, parse_named_path, rearranged, with_first
from nerinspect.progress import Checkpoint, tell_heap
from nerinspect.quantities import counted
from nerinspect.query.fields.kinds import event_line
from nerinspect.query.fields.texts import first_tokens
from nerinspect.query.fields.tough import main_subsets, subset_columns, trained_events
from nerinspect.query.language.parser import parse_query
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.selection import History, Selection
from nerinspect.settings import Session
from nerinspect.systems.arranging import Arranged, are_as_before, arranged, new_numbers, with_first_annotator
from nerinspect.tables.runs import systems_of
from nerinspect.training.evidence import prepare_evidence
from nerinspect.training.retention import with_relation_choice, with_relations_by_heart, with_training
from nerinspect.training.tough import packed_subsets
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Document
from nerinspect.ui.desk.sessions import changed_files
from nerinspect.ui.kit.jobs import AT_ONCE, JobRunner
from nerinspect.ui.kit.screen_text import told, told_fault
from nerinspect.ui.kit.strips import Actions, ProgressStrip


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
    right_to_left_sentences(study.text)
    assert len(study.event_sentence) == len(study.events)
    tell_heap("malloc_trim", 0)  # it keeps what the work took, a fifth of all memory


class StudyChanges(QObject):
    """Changes the study of a document in the background; what is on show stays until then, and where it is.

    Changes of training data go first: all replace the study, and none may lose what another added.
    """

    changed = Signal()
    # LoadRequest, NerinspectError: the user wants to change how the files are read
    choice_requested = Signal(object, object)

    waiting: ClassVar[str]
    failure: ClassVar[str]
    then: ClassVar[str] = ""  # what follows once all is read

    def __init__(
        self, desk: Desk, training: "TrainingReader | None" = None, progress: ProgressStrip | None = None
    ) -> None:
        super().__init__(desk)
        self._desk, self._document, self._message, self._training = desk, desk.document, desk.message, training
        self._progress = progress or desk.training_progress
        self._request: LoadRequest | None = None  # what the change under way leads to, if it says so
        self._begun_with: Study | None = None
        self._again: Callable[[], None] | None = None  # what waits for the training data, or is under way
        self._jobs = JobRunner(self)
        self._jobs.ended.connect(self._progress.hide)
        self._jobs.succeeded.connect(self._on_changed)
        self._jobs.failed.connect(self._on_failed)
        self._progress.cancelled.connect(self._on_cancelled)
        if training is not None:
            training.busy_changed.connect(self._on_training_changed)
        desk.document.study_changed.connect(self.give_up)

    @property
    def is_busy(self) -> bool:
        return self._again is not None

    @property
    def _is_free(self) -> bool:
        """Whether no training data are being read, removed or compared otherwise, which goes first."""
        return self._training is None or not self._training.is_busy

    def give_up(self) -> None:
        """End a change that is under way or waits."""
        self._again = None
        self._jobs.cancel()

    def _start(self, title: str, again: Callable[[], None], work: Callable[[Study, Checkpoint], Study]) -> None:
        """Begin to make another study of the one on show; `again` begins anew where that is replaced meanwhile."""
        study = self._document.study
        if study is None:
            return
        self._again = again
        if not self._is_free:
            self._message.tell(self.waiting)
            return
        self._begun_with = study
        self._progress.begin(title, self.then)
        self._jobs.start_once_painted(lambda checkpoint: prepared(work(study, checkpoint)))

    def _show(self, study: Study, before: Study) -> None:
        """Show the study that was made of the one before, and say what there is to say."""
        raise NotImplementedError

    def _ways_out(self, error: NerinspectError, again: Actions) -> Actions:
        """Offer what can be done about a mistake besides trying again, which may make no sense."""
        return [("Change how files are read…", partial(self.choice_requested.emit, self._request, error)), *again]

    def _on_training_changed(self, is_busy: bool) -> None:
        if not is_busy and self._again is not None:
            QTimer.singleShot(0, self, self._begin_again)  # the study with other training data is shown first

    def _begin_again(self) -> None:
        if self._again is not None:
            self._again()

    def _on_changed(self, study: Study) -> None:
        before = self._document.study
        assert before is not None, "behind a study"
        if not self._is_free:
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
            self._message.say(told_fault(self.failure, error))
            return
        self._message.say(told(error), self._ways_out(error, [("Try again", again)] if again else []))

    def _on_cancelled(self) -> None:
        self.give_up()


class TrainingReader(StudyChanges):
    """Changes the training data of a document."""

    busy_changed = Signal(bool)

    failure = "The training data could not be used"
    then = "Looking up training data"

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._session = Session(LoadRequest(""))  # what the change under way leads to
        self._selection = Selection()
        self._jobs.progressed.connect(self._progress.show_progress)
        self._jobs.ended.connect(self._on_ended)
        desk.menus.matching_chosen.connect(self.compare)
        desk.document.tell_of_studies(self._tell)

    @property
    def is_busy(self) -> bool:
        return self._jobs.is_running

    def read(self, session: Session) -> None:
        """Begin to read training data for the files that are open.

        The request of the session names them; its query, if it has one, comes into force with them.
        """
        self._document.awaited = session
        self._lead_to(session, "Reading training data", partial(self.read, session), partial(_read, session.request))

    def remove(self) -> None:
        """Take the training data away, and what was made from them."""
        if self._desk.refuses():
            return
        study, request = self._document.study, self._document.request
        if self._document.awaited is not None:
            self.give_up()
        if study is not None and request is not None and study.training is not None:
            self._lead_to(Session(without_training(request)), "Removing training data", self.remove, _without)

    def compare(self, matching: Matching) -> None:
        study, request = self._document.study, self._document.request
        if study is None or request is None or study.training is None or matching == study.matching:
            return
        if self._desk.refuses():
            self._tell()
            return
        session = Session(replace(request, matching=matching))
        self._lead_to(session, "Comparing surfaces", partial(self.compare, matching), partial(_compared, matching))

    def give_up(self) -> None:
        """End a change that is under way, and no longer wait for training data."""
        super().give_up()
        self._document.awaited = None

    def _lead_to(
        self, session: Session, title: str, again: Callable[[], None], work: Callable[[Study, Checkpoint], Study]
    ) -> None:
        self._session, self._request, self._selection = session, session.request, self._document.selection
        self._start(title, again, work)
        self._tell()
        self.busy_changed.emit(True)

    def _tell(self) -> None:
        """Offer what can be done with training data now, and say whether some are being read."""
        study, is_read = self._document.study, self.is_busy and self._document.awaited is not None
        has_training = study is not None and study.training is not None
        self._desk.menus.show_training(has_training or is_read, study.matching if study else "exact")
        self._desk.training_read.emit(is_read)

    def _on_ended(self) -> None:
        self._tell()
        self.busy_changed.emit(False)

    def _show(self, study: Study, before: Study) -> None:
        session, document = self._session, self._document
        selection = document.selection
        document.awaited = None
        document.replace_study(study, session.request)
        if noticed := notices_of_files(study, before):
            self._message.say(noticed)
        if gone := selection.terms_missing_from(document.selection).text:
            self._message.say(f"{gone} needs training data; that part of the filter was removed.")
        if len(before.predictions) <= session.prediction < len(study.predictions):
            document.show_prediction(session.prediction)
        if session.compared is not None and len(before.predictions) <= session.compared < len(study.predictions):
            document.compare_with(session.compared)
        if session.query:
            self._apply(session.query)
        if changed := changed_files(study, session):
            self._message.say(f"Changed since last time: {', '.join(changed)}.")
        elif session.event is not None and (session.query or session.prediction == document.prediction):
            self._desk.event_requested.emit(session.event)  # it could not be found without them

    def _apply(self, query: str) -> None:
        """Put the query in force that waited, unless the user chose another filter in the meantime."""
        if self._document.selection != self._selection:
            use = partial(self._document.select_query, query)
            self._message.tell(
                "The training data has been read; the first filter can be applied now.", [(f"Apply {query}", use)]
            )
            return
        try:
            self._document.select_query(query)
        except CommandError as mistake:
            self._message.say(f"The filter was not applied: {mistake}.")

    def _on_cancelled(self) -> None:
        if not self._jobs.is_running:
            return
        session = self._document.awaited
        self.give_up()
        if session is not None:
            left_out = f" The filter {session.query} is not applied." if session.query else ""
            actions = [("Read it", partial(self.read, session))]
            self._message.say(f"The training data was not read.{left_out}", actions)


def without_training(request: LoadRequest) -> LoadRequest:
    return replace(
        request, training=None, encoding_training=None, training_label_column=-1, matching="exact", retention=False
    )


def with_heuristic(request: LoadRequest) -> LoadRequest:
    """Ask for the retention heuristic where there are training data: what a window shows."""
    try:
        return replace(request, retention=has_training(request))
    except DataError:  # of an index, which is said to whoever opens it
        return request


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


def _read(request: LoadRequest, study: Study, checkpoint: Checkpoint) -> Study:
    training = load_training(request, study.reference.source.encoding or "BIO", checkpoint)
    return with_own_attributes(with_training(study, training, request.matching, True, _unmeasured(checkpoint)))


def _without(study: Study, checkpoint: Checkpoint) -> Study:
    return with_own_attributes(with_training(study, None, checkpoint=_unmeasured(checkpoint)))


def _compared(matching: Matching, study: Study, checkpoint: Checkpoint) -> Study:
    return with_own_attributes(with_training(study, study.training, matching, True, _unmeasured(checkpoint)))


def _unmeasured(checkpoint: Checkpoint) -> Checkpoint:
    """Let work be cancelled that counts something else than tokens."""
    return lambda done, total: checkpoint(1, 1)


def prepared(study: Study) -> Study:
    """Work out, off the window's thread, what showing a study needs at once."""
    if study.training is not None:
        packed_subsets(study)
        matched(study)
        main_subsets(study)
        subset_columns(study)
        trained_events(study)
        prepare_evidence(study)
    prepare_to_show(study)
    return study


class PredictionChanges(StudyChanges):
    """Changes the predictions of a document in the background; filter, event and place stay."""

    waiting = "The predictions change once the training data is read."
    failure = "The predictions could not be changed"
    then = "Aligning"

    def __init__(self, desk: Desk, training: TrainingReader) -> None:
        super().__init__(desk, training, desk.progress)
        self._jobs.progressed.connect(desk.progress.show_progress)

    def add(self, paths: Sequence[str]) -> None:
        request = self._document.request
        if request is not None and paths:
            self.add_from(replace(request, predictions=(*request.predictions, *paths)))

    def add_from(self, request: LoadRequest) -> None:
        before = self._document.request
        assert before is not None, "predictions are added to a study"
        n_before = len(before.predictions)
        title = f"Reading {counted(len(request.predictions) - n_before, 'prediction')}"
        self._lead_to(
            request,
            title,
            partial(self.add_from, request),
            lambda study, checkpoint: load_more_predictions(study, request, n_before, checkpoint),
        )

    def arrange(self, wanted: Sequence[Arranged]) -> None:
        """Rename, move and remove predictions; the retention heuristic, which is not named, stays.

        Raises
        ------
        CommandError
            If a name cannot be, or the systems of an index are to be others; those may have other colours.
        """
        request, study = self._document.request, self._document.study
        assert request is not None, "the predictions of a study are arranged"
        assert study is not None, "they are"
        if not is_index(request.reference):
            request = rearranged(request, wanted)
        elif not are_as_before(study, wanted):
            raise IndexOptionsError(request.reference)
        self._lead_to(
            request,
            "Arranging",
            partial(self.arrange, wanted),
            lambda own, checkpoint: arranged(own, tuple(wanted), _unmeasured(checkpoint)),
        )

    def put_first(self, number: int) -> None:
        """Let an annotator, by its number among the predictions, and the first one change places."""
        request = self._document.request
        assert request is not None, "the annotators of a study change places"
        self._lead_to(
            with_first(request, number + 1),
            "Aligning",
            partial(self.put_first, number),
            lambda study, checkpoint: with_first_annotator(study, number, _unmeasured(checkpoint)),
        )

    def _lead_to(
        self, request: LoadRequest, title: str, again: Callable[[], None], work: Callable[[Study, Checkpoint], Study]
    ) -> None:
        self._request = request
        self._start(title, again, work)

    def _show(self, study: Study, before: Study) -> None:
        from nerinspect.query.saved import NewNames, with_new_names  # the window shows sooner without it

        document, request = self._document, self._request
        assert request is not None, "a change was under way"
        assert document.request is not None, "behind a study"
        names = NewNames(before, study, new_numbers(before, study))
        selection, gone = with_new_names(document.selection, names)
        if (awaited := document.awaited) is not None:
            document.awaited = replace(awaited, request=_beside(request, awaited.request))
        history = document.history.rewritten(lambda one: with_new_names(one, names)[0])
        show_rearranged(document, study, _beside(request, document.request), history)
        left_out = Selection((*gone.terms, *selection.terms_missing_from(document.selection).terms)).text
        if left_out:
            self._message.say(f"{left_out} names a system that is gone; that part of the filter was removed.")
        elif noticed := notices_of_files(study, before):
            self._message.say(noticed)


def relations_size(study: Study) -> int:
    """Count what is looked through for relation events: events of mentions, and relations."""
    return len(study.events) + sum(len(one.relations) for one in study.annotations if one.relations is not None)


class RelationMatching(StudyChanges):
    """Gives the document a study whose relations are matched as the user chose; filter, event and place stay."""

    waiting = "Relations are matched this way once the training data is read."
    failure = "The relations could not be matched"

    def __init__(self, desk: Desk, training: TrainingReader) -> None:
        super().__init__(desk, training)
        self._jobs.ended.connect(desk.matching_settled)
        desk.matching_requested.connect(self.match)

    def match(self, choice: RelationChoice) -> None:
        """Begin to match relations in another way; those of small files are matched at once."""
        document = self._document
        study, request = document.study, document.request
        if study is None or request is None or choice == study.relation_choice:
            self.give_up()
            self._desk.matching_settled.emit()
        elif relations_size(study) <= AT_ONCE and self._is_free:
            self.give_up()
            document.replace_study(_rematched(study, choice), request)
            self._desk.matching_settled.emit()
        else:
            self._start("Matching relations", partial(self.match, choice), lambda own, _: _rematched(own, choice))

    def _show(self, study: Study, before: Study) -> None:
        request = self._document.request
        assert request is not None, "behind a study"
        self._document.replace_study(study, request)
        self._desk.matching_settled.emit()

    def _ways_out(self, error: NerinspectError, again: Actions) -> Actions:
        return again


def _rematched(study: Study, choice: RelationChoice) -> Study:
    """Match relations in another way; what the heuristic relates depends on which types have no direction."""
    rematched = with_relation_choice(study, choice)
    if choice.symmetric == study.relation_choice.symmetric:
        return rematched
    return with_relations_by_heart(rematched)


def show_rearranged(document: Document, study: Study, request: LoadRequest, history: History) -> None:
    """Go on with other predictions: the same prediction, comparison and event, wherever they stand now.

    `study` was arranged from that of the document; `history` is the filter by the names there are now.
    """
    before, shown, event = document.study, document.prediction, document.chosen_event
    assert before is not None, "its predictions are arranged"
    if study.annotator != before.annotator:
        _show_other_first(document, study, request, history)
        return
    number = new_numbers(before, study)
    if event is not None and shown in number:
        event += int(study.event_start[number[shown]]) - int(before.event_start[shown])
    compared = None if document.compared is None else number.get(document.compared)
    document.prediction, document.chosen_event = number.get(shown, 0), event if shown in number else None
    document.compared = None if compared == document.prediction else compared
    document.replace_study(study, request, history)
    document.prediction_changed.emit()
    document.compared_changed.emit()


def _show_other_first(document: Document, study: Study, request: LoadRequest, history: History) -> None:
    """Go on with another annotator as A: with the one that was B, or with A where that is A now, at the same place."""
    before, shown, event = document.study, document.prediction, document.chosen_event
    assert before is not None, "two of its annotators changed places"
    if event is not None:
        first, last = study.event_start[shown : shown + 2].tolist()
        place = int(np.searchsorted(study.events.start[first:last], before.events.start[event]))
        event = first + min(place, last - first - 1) if last > first else None
    document.chosen_event = event
    document.replace_study(study, request, history)
    document.prediction_changed.emit()


def adds_predictions(study: Study, one: LoadRequest, other: LoadRequest) -> bool:
    """Tell whether a request names the files of another, read in the same way, and further predictions behind them.

    The study was loaded from the first; where nothing had to be repaired, a repair makes no difference.
    """
    n_before = len(one.predictions)
    sources = [study.reference.source, *(prediction.annotation.source for prediction in study.predictions)]
    valid = {source.path for source in sources if not source.n_invalid}

    def options(request: LoadRequest, argument: str, role: Role) -> FileOptions:
        path = parse_named_path(argument).path
        options = request.file_options(path, role)
        return replace(options, repair="none") if path in valid else options

    def shared(request: LoadRequest) -> tuple[object, ...]:
        files = request.predictions[:n_before]
        return (
            *(request.reference, files, request.tokens, request.training, request.matching),
            *(request.keep_types, request.remove_types, request.map_types, request.attribute_tables),
            options(request, request.reference, "reference"),
            *(options(request, argument, "prediction") for argument in files),
            options(request, request.training, "training") if request.training else None,
        )

    return len(other.predictions) > n_before and shared(one) == shared(other)


def _beside(request: LoadRequest, open_now: LoadRequest) -> LoadRequest:
    """Ask for other predictions beside the training data and the tables that are open, or awaited, now."""
    training = parse_named_path(open_now.training).path if open_now.training else None
    choices = [*request.choices, *(choice for choice in open_now.choices if choice[0] == training)]
    return replace(
        request,
        training=open_now.training,
        encoding_training=open_now.encoding_training,
        training_label_column=open_now.training_label_column,
        matching=open_now.matching,
        retention=open_now.retention,
        attribute_tables=open_now.attribute_tables,
        choices=tuple(dict.fromkeys(choices)),
    )
