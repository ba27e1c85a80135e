"""The part of the page of a review that lists corrections which contradict each other."""

from collections.abc import Sequence
from functools import partial
from typing import Final, TypeAlias

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from nerinspect.analysis.corrections import Correction, accepted_corrections, contradictions
from nerinspect.analysis.explanation import surface_of
from nerinspect.analysis.memory import prediction_name
from nerinspect.analysis.study import Study
from nerinspect.glossary import meaning
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.ui.document import Document
from nerinspect.ui.jobs import JobRunner
from nerinspect.ui.overview.cells import Cell, Column, RowGroup, TableRow
from nerinspect.ui.overview.number_table import NumberTable
from nerinspect.ui.overview.table_model import NumberTableModel
from nerinspect.ui.overview.titled import Titled
from nerinspect.ui.review_page.corrected_scores_part import AT_ONCE

CONFLICTS_TITLE: Final = "Conflicts of corrections"
_CAPTION: Final = "none of these is applied; a click on a reading opens its event, where it can be decided anew"
_MOST_SHOWN: Final = 40
"""Characters of a reading on screen; copies have all."""

Pairs: TypeAlias = Sequence[tuple[Correction, Correction]]


class ConflictsPart(QWidget):
    """List pairs of corrections that read a token differently; hidden while there are none.

    Signals
    -------
    query_requested : str
        The query of an event with one of the readings.
    message_requested : str
        Why nothing was looked for.
    """

    query_requested = Signal(str)
    message_requested = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._jobs = JobRunner(self)
        self._jobs.succeeded.connect(self._show)
        self._jobs.failed.connect(lambda error: self.message_requested.emit(f"No conflict was looked for: {error!r}."))
        self.table = NumberTable(NumberTableModel(_columns(()), ("Text", "Sentence"), CONFLICTS_TITLE))
        self.table.numbers.setParent(self.table)
        self.table.door_opened.connect(self._on_door_opened)
        titled = Titled(CONFLICTS_TITLE, self.table)
        titled.set_caption(_CAPTION)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(titled)
        self.hide()

    def refresh(self) -> None:
        """Look for conflicts among what is decided now."""
        study = self._document.study
        if study is None:
            self._jobs.cancel()
            self.hide()
        elif len(study.events) > AT_ONCE:
            self._jobs.start(partial(_conflicts, study))
        else:
            self._jobs.cancel()
            self._show(_conflicts(study, no_checkpoint))

    def shutdown(self) -> None:
        """Wait for work in the background; for closing the window."""
        self._jobs.shutdown()

    def _show(self, result: tuple[Study, Pairs]) -> None:
        study, pairs = result
        if study is not self._document.study:
            return
        rows = [_row(study, *pair) for pair in pairs]
        self.table.set_columns(_columns(rows))
        self.table.numbers.set_groups([RowGroup(str(number), row) for number, row in enumerate(rows)])
        self.setVisible(bool(rows))

    def _on_door_opened(self, query: str, prediction: int) -> None:
        if prediction >= 0:
            self._document.show_prediction(prediction)
        self.query_requested.emit(query)


def _conflicts(study: Study, checkpoint: Checkpoint) -> tuple[Study, Pairs]:
    checkpoint(0, 1)
    return study, contradictions(accepted_corrections(study))


def _columns(rows: Sequence[TableRow]) -> tuple[Column, ...]:
    heads = (
        ("One reading", "What the tokens shall be read as"),
        ("Given for", "Whose event it was given for"),
        ("Other reading", "What they shall be read as by the other correction"),
        ("Given for", "Whose event the other was given for"),
    )
    cells = list(zip(*(row.cells[1:] for row in rows), strict=True)) or [()] * len(heads)
    widest = [
        max((cell.text for cell in column), key=len, default=title)
        for column, (title, _) in zip(cells, heads, strict=True)
    ]
    copied = ("One reading", "One given for", "Other reading", "Other given for")
    columns = zip(heads, widest, copied, strict=True)
    return (
        Column("Text", meaning("conflict"), widest=max((row.name for row in rows), key=len, default="Text")),
        *(Column(title, said, widest=text or title, copied=name) for (title, said), text, name in columns),
    )


def _row(study: Study, one: Correction, other: Correction) -> TableRow:
    start, end = min(one.start, other.start), max(one.end, other.end)
    text = surface_of(study, start, end)
    sentence = int(study.event_sentence[one.events[0]]) + 1
    cells = (*_cells(study, one), *_cells(study, other))
    shown = text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…"
    return TableRow(shown, (text, str(sentence)), lambda: cells, f"sentence {sentence:,}")


def _cells(study: Study, correction: Correction) -> tuple[Cell, Cell]:
    reading = (
        ", ".join(f"{surface_of(study, start, end)} {name}" for start, end, name in correction.reading) or "no mention"
    )
    shown = reading if len(reading) <= _MOST_SHOWN else f"{reading[: _MOST_SHOWN - 1]}…"
    event = correction.events[0]
    predictions = dict.fromkeys(study.events.prediction[list(correction.events)].tolist())
    names = ", ".join(prediction_name(study, number) for number in predictions)
    door, prediction = _event_filter(study, event), int(study.events.prediction[event])
    return Cell(shown, reading, door, reading, prediction=prediction), Cell(names, names, door, prediction=prediction)


def _event_filter(study: Study, event: int) -> Filter:
    """Keep an event that has a conflict."""
    line = int(study.text.lines_of(study.events.start[[event]])[0])
    place = Term("line", (line,)) if line else Term("sent", (int(study.event_sentence[event]) + 1,))
    return all_of(place, Term("correction", ("conflict",)))
