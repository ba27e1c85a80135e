"""Matches the relations on show in another way; in large files behind what is on show."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from nerinspect.analysis.relation_choice import RelationChoice
from nerinspect.analysis.relation_rematching import with_relation_choice
from nerinspect.analysis.retention import with_relations_by_heart
from nerinspect.analysis.study import Study
from nerinspect.errors import NerinspectError
from nerinspect.progress import Checkpoint
from nerinspect.ui.document import Document
from nerinspect.ui.relations.relation_listing import Wanted
from nerinspect.ui.study_changes import StudyChanges
from nerinspect.ui.training import TrainingReader, prepared
from nerinspect.ui.widgets.message_strip import Actions, MessageStrip
from nerinspect.ui.widgets.progress_strip import ProgressStrip


class RelationMatching(StudyChanges):
    """Gives the document a study whose relations are matched as the user chose; filter, event and place stay.

    Signals
    -------
    settled
        Relations are matched as was asked for, or are not going to be.
    """

    settled = Signal()

    waiting = "Relations are matched so once the training data is read."
    failure = "The relations could not be matched"

    def __init__(
        self,
        document: Document,
        training: TrainingReader,
        message: MessageStrip,
        progress: ProgressStrip,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(document, training, message, progress, parent)
        self._jobs.ended.connect(self.settled)

    def match(self, choice: RelationChoice) -> None:
        """Begin to match relations in another way; those of small files are matched at once."""
        document = self._document
        study, request = document.study, document.request
        if study is None or request is None or choice == study.relation_choice:
            self.give_up()
            self.settled.emit()
        elif Wanted(study, document.prediction, document.selection).is_quick and not self._training.is_busy:
            self.give_up()
            document.replace_study(_rematched(study, choice), request)
            self.settled.emit()
        else:
            self._start("Matching relations", partial(self.match, choice), partial(_prepared, choice=choice))

    def _show(self, study: Study, before: Study) -> None:
        request = self._document.request
        assert request is not None, "behind a study"
        self._document.replace_study(study, request)
        self.settled.emit()

    def _ways_out(self, error: NerinspectError, again: Actions) -> Actions:
        return again


def _rematched(study: Study, choice: RelationChoice) -> Study:
    """Match relations in another way; what the heuristic relates depends on which types have no direction."""
    rematched = with_relation_choice(study, choice)
    if choice.symmetric == study.relation_choice.symmetric:
        return rematched
    return with_relations_by_heart(rematched)


def _prepared(study: Study, checkpoint: Checkpoint, choice: RelationChoice) -> Study:
    checkpoint(0, 1)
    return prepared(_rematched(study, choice))
