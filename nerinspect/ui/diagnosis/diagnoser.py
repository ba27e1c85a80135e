"""Diagnoses and rankings, made in the background and kept for as long as the same mentions are counted."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from nerinspect.analysis.study import Study
from nerinspect.progress import Checkpoint
from nerinspect.query.document_ranking import DocumentRanking, rank_documents
from nerinspect.query.mention_base import MentionBase
from nerinspect.settings.analysis_choice import AnalysisChoice
from nerinspect.ui.diagnosis.diagnosed import Diagnosed, diagnose
from nerinspect.ui.jobs import JobRunner


class Diagnoser(QObject):
    """Diagnose a study over a base of mentions.

    Signals
    -------
    begun
        It takes a moment.
    ended
        The work is over, whichever way.
    diagnosed
        What was asked for last is there.
    failed : str
        Says why it is not.
    """

    begun = Signal()
    ended = Signal()
    diagnosed = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.result: Diagnosed | None = None
        self.ranking: DocumentRanking | None = None
        self._made: dict[AnalysisChoice, Diagnosed] = {}
        self._rankings: dict[str, DocumentRanking] = {}  # by system
        self._base: MentionBase | None = None
        self._asked = (AnalysisChoice(), "")
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._on_succeeded)
        self._jobs.failed.connect(self._on_failed)
        self._jobs.ended.connect(self.ended)

    @property
    def is_running(self) -> bool:
        """Whether work is under way."""
        return self._jobs.is_running

    def forget(self) -> None:
        """Take everything back; what is under way would be of the study before."""
        self._jobs.cancel()
        self.result, self.ranking, self._base = None, None, None
        self._made, self._rankings = {}, {}

    def diagnose(self, study: Study, base: MentionBase, choice: AnalysisChoice, system: str) -> None:
        """Diagnose all systems that count, and rank the documents by one system."""
        if base != self._base:
            self._made, self._rankings, self._base = {}, {}, base
        self._asked = choice, system
        if choice in self._made and system in self._rankings:
            self._jobs.cancel()
            self._tell()
            return
        self.begun.emit()
        known = self._made.get(choice), self._rankings.get(system)
        self._jobs.start(partial(_work, study, base, choice, system, *known))

    def cancel(self) -> None:
        """End the work; what is on show stays."""
        self._jobs.cancel()

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _tell(self) -> None:
        choice, system = self._asked
        self.result, self.ranking = self._made[choice], self._rankings[system]
        self.diagnosed.emit()

    def _on_succeeded(self, result: tuple[Diagnosed, DocumentRanking]) -> None:
        choice, system = self._asked
        self._made[choice], self._rankings[system] = result
        self._tell()

    def _on_failed(self, error: Exception) -> None:
        self.failed.emit(f"The systems could not be diagnosed: {error!r}.")


def _work(
    study: Study,
    base: MentionBase,
    choice: AnalysisChoice,
    system: str,
    made: Diagnosed | None,
    ranking: DocumentRanking | None,
    checkpoint: Checkpoint,
) -> tuple[Diagnosed, DocumentRanking]:
    """Make what is not known yet."""
    runs = [number for number, one in enumerate(study.predictions) if one.system == system]
    return (
        diagnose(study, base, choice, checkpoint) if made is None else made,
        rank_documents(study, runs, base, checkpoint) if ranking is None else ranking,
    )
