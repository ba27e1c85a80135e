"""The part of the page of a review that scores all systems with corrections applied."""

from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.analysis.corrected_scores import CorrectedStudy, correct_study
from nerinspect.analysis.study import Study
from nerinspect.errors import counted
from nerinspect.glossary import meaning
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.filters import Filter, Term, all_of, negated
from nerinspect.query.writer import query_text
from nerinspect.ui.document import Document
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.review_page.corrected_rows import (
    CORRECTED_TITLE,
    IS_APPLIED,
    NAME_COLUMNS,
    corrected_columns,
    corrected_groups,
)
from nerinspect.ui.widgets.door_label import DoorLabel, Piece

AT_ONCE: Final = 20_000
"""So many events are scored without a wait that anybody would notice."""

_NONE_GIVEN: Final = "none given yet: T takes a system’s reading for the right one, M marks it"
_LEFT: Final = "Right readings under a verdict that does not call the reference wrong; they change no score."
_DOT: Final = Piece("  ·  ")


class CorrectedScoresPart(QWidget):
    """Show what corrections do to the scores; hidden between annotators, who have none.

    Signals
    -------
    query_requested : str
        The query of a number: the events are to be shown.
    message_requested : str
        Why nothing was scored.
    """

    query_requested = Signal(str)
    message_requested = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._show)
        self._jobs.failed.connect(lambda error: self.message_requested.emit(f"Nothing was scored: {error!r}."))
        self.line = DoorLabel(self)
        self.line.setWordWrap(True)
        self.line.query_requested.connect(self.query_requested)
        self.table = NumberTable(NumberTableModel(corrected_columns(), NAME_COLUMNS, CORRECTED_TITLE))
        self.table.numbers.setParent(self.table)
        self.table.door_opened.connect(self._on_door_opened)
        self.table.left_out_changed.connect(self._tell)
        self._titled = Titled(CORRECTED_TITLE, self.line, self.table)
        self._n_given = 0
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._titled)
        self.hide()

    @property
    def caption(self) -> str:
        """The words beside the title."""
        return self._titled.caption

    def refresh(self) -> None:
        """Score anew with what is decided now."""
        study = self._document.study
        self.setVisible(study is not None and not study.is_of_annotators)
        if study is None or study.is_of_annotators:
            self._jobs.cancel()
        elif len(study.events) > AT_ONCE:
            self._jobs.start(partial(_corrected, study))
        else:
            self._jobs.cancel()
            self._show(_corrected(study, no_checkpoint))

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _show(self, result: tuple[Study, CorrectedStudy]) -> None:
        study, corrected = result
        if study is not self._document.study:
            return
        self._n_given = len(corrected.applied) + len(corrected.left) + len(corrected.conflicts)
        for part in (self.line, self.table):
            part.setVisible(self._n_given > 0)
        self.line.show_pieces(corrected_pieces(corrected))
        self.table.set_columns(corrected_columns(has_runs=len(study.systems) < len(study.predictions)))
        self.table.numbers.set_groups(corrected_groups(study, corrected))
        self._tell()

    def _tell(self) -> None:
        """Say what is shown, and which columns have no room."""
        names = ", ".join(dict.fromkeys(self.table.left_out))
        room = f"; no room for {names}: widen the window or copy the table" if names else ""
        self._titled.set_caption(f"percent; difference in points{room}" if self._n_given else _NONE_GIVEN)

    def _on_door_opened(self, query: str, prediction: int) -> None:
        if prediction >= 0:
            self._document.show_prediction(prediction)
        self.query_requested.emit(query)


def corrected_pieces(corrected: CorrectedStudy) -> list[Piece]:
    """Say how many corrections are applied, and why others are not; numbers open events of the system on show."""
    is_accepted, is_given = Term("correction", ("accepted",)), Term("correction", ("yes",))
    n_conflicts = len({one for pair in corrected.conflicts for one in pair})

    def piece(number: int, words: str, door: Filter, said: str) -> Piece:
        return Piece(words, query_text(door) if number else "", said)

    n_applied, n_left = len(corrected.applied), len(corrected.left)
    is_left = all_of(is_given, negated(is_accepted))
    return [
        piece(n_applied, f"{counted(n_applied, 'correction')} applied", IS_APPLIED, meaning("accepted")),
        *(_DOT, piece(n_left, f"{n_left:,} entered without a matching verdict", is_left, _LEFT)),
        *(
            _DOT,
            piece(n_conflicts, f"{n_conflicts:,} in conflict", Term("correction", ("conflict",)), meaning("conflict")),
        ),
    ]


def _corrected(study: Study, checkpoint: Checkpoint) -> tuple[Study, CorrectedStudy]:
    checkpoint(0, 1)
    return study, correct_study(study)
