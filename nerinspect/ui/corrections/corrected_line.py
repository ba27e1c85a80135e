"""What corrections do to the score on show, in a few words at hand while deciding."""

from collections import Counter
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from nerinspect.decisions.adjudication import lacking_correction, lacking_words
from nerinspect.errors import counted
from nerinspect.events.scores import percent_text
from nerinspect.progress import Checkpoint
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.derived import Derived

if TYPE_CHECKING:
    from nerinspect.decisions.corrections import CorrectedStudy
    from nerinspect.events.scores import Counts
    from nerinspect.events.study import Study
    from nerinspect.ui.deciding.reviewing import Reviewing

_PAUSE_MS: Final = 300
"""Decisions may follow each other faster than anybody reads scores."""
_RESTS: Final = 4
"""After very many corrections it rests so many times as long as it scored."""


class CorrectedLine(QObject):
    """Scores the prediction on show with corrections applied, behind the window."""

    words_changed = Signal(str)  # such as `F1 66.03, corrected 66.41 (12 corrections)`; empty without corrections
    lacking_changed = Signal(str)  # such as `6 wrong references without a correction`; empty if there are none

    def __init__(self, document: Document, reviewing: "Reviewing", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._reviewing = document, reviewing
        self._scored: _Scored | None = None
        self._words, self._lacking, self._began = "", "", 0.0
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self._score)
        self._scores = Derived(_scored, self, keeps=0)
        self._scores.made.connect(self._on_scored)
        reviewing.changed.connect(self._score_soon)
        reviewing.ready_changed.connect(self._score_soon)
        document.study_changed.connect(self._score_soon)
        document.study_replaced.connect(self._score_soon)
        document.prediction_changed.connect(self._tell)

    @property
    def words(self) -> str:
        """What is said now."""
        return self._words

    def _score_soon(self) -> None:
        study = self._document.study
        if study is not None and self._reviewing.file is not None:
            if not self._timer.isActive():
                self._timer.start()
        else:
            self._timer.stop()
            self._scores.cancel()
            self._scored = None
        self._tell()

    def _score(self) -> None:
        if self._document.study is not None:
            self._began = perf_counter()
            self._scores.ask(self._document.study)

    def _on_scored(self, result: "_Scored") -> None:
        self._timer.setInterval(max(_PAUSE_MS, round(_RESTS * 1000 * (perf_counter() - self._began))))
        self._scored = result
        self._tell()

    def _tell(self) -> None:
        words = lacking = ""
        if self._scored is not None and self._scored.study is self._document.study:
            study, corrected, n_lacking = self._scored
            prediction = self._document.prediction
            words = corrected_words(corrected, prediction) if corrected is not None else ""
            lacking = lacking_words(study, n_lacking[prediction]) if n_lacking[prediction] else ""
        if words != self._words:
            self._words = words
            self.words_changed.emit(words)
        if lacking != self._lacking:
            self._lacking = lacking
            self.lacking_changed.emit(lacking)


def corrected_words(corrected: "CorrectedStudy", prediction: int) -> str:
    """Say what the F1 of a prediction is, and what it is with corrections."""
    before, after = corrected.scores.original(prediction), corrected.scores.corrected(prediction)
    number = counted(len(corrected.applied), "correction")
    return f"F1 {_f1_text(before)}, corrected {_f1_text(after)} ({number})"


def _f1_text(counts: "Counts") -> str:
    return percent_text(2 * counts.correct, counts.reference + counts.predicted)


class _Scored(NamedTuple):
    """What is counted of a study: its scores, unless nothing is corrected, and wrong references by prediction."""

    study: "Study"
    corrected: "CorrectedStudy | None"
    n_lacking: tuple[int, ...]


def _scored(study: "Study", checkpoint: Checkpoint) -> _Scored:
    from nerinspect.decisions.corrections import correct_study  # not needed before something is corrected

    checkpoint(0, 1)
    numbers = Counter(study.events.prediction[lacking_correction(study)].tolist())
    n_lacking = tuple(numbers[number] for number in range(len(study.predictions)))
    is_scored = not study.is_of_annotators and any(decision.corrects for _, decision in study.decisions.items())
    return _Scored(study, correct_study(study) if is_scored else None, n_lacking)
