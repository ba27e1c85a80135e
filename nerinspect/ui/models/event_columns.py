"""The columns of the events table: those of every study, declared in one place, and those of its files."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Final

import numpy as np
from PySide6.QtCore import Qt

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, FloatArray, IntArray
from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.query.fields.numbers import NumberColumn
from nerinspect.query.fields.places import event_density, event_document, event_line, event_sentence_length
from nerinspect.query.mention_columns import mention_lengths
from nerinspect.results.attribute_columns import (
    attribute_cells,
    attribute_columns,
    attribute_ranks,
    is_attribute_column,
    is_known,
)
from nerinspect.results.token_columns import (
    column_meaning,
    first_token_ranks,
    is_token_column,
    looks_numeric,
    token_columns,
    token_value,
)
from nerinspect.ui.models.event_cells import NO_VALUE, EventCells, one_line
from nerinspect.ui.models.event_ranks import (
    context_ranks,
    prediction_ranks,
    reference_ranks,
    segment_ranks,
)
from nerinspect.ui.models.event_verdicts import (
    cause_ranks,
    causes_text,
    correction_ranks,
    correction_text,
    decided_ranks,
    decided_text,
    flag_ranks,
    flag_text,
    note_ranks,
    note_text,
    verdict_ranks,
    verdict_text,
    who_ranks,
    who_text,
)


class CellForm(Enum):
    """How the cells of a column are painted."""

    KIND = "kind"
    LEFT = "left"
    SEGMENT = "segment"
    RIGHT = "right"
    REFERENCE = "reference"
    PREDICTION = "prediction"
    RELATION = "relation"
    TEXT = "text"
    NUMBER = "number"
    VERDICT = "verdict"


@dataclass(frozen=True)
class EventColumn:
    """One column of the events table.

    Attributes
    ----------
    key : str
        Lasting name, for settings.
    title : str
        Head of the column.
    form : CellForm
        How its cells are painted.
    text : callable
        Gives the text of one event.
    ranks : callable
        Gives for all events a number to sort by. Shape (n_events,).
    is_shown : callable
        Whether the column is shown for a study before the user chooses.
    definition : str
        What its meaning stands under in the glossary; under its key if left out.
    """

    key: str
    title: str
    form: CellForm
    text: Callable[[EventCells, int], str]
    ranks: Callable[[EventCells], AnyIntArray | NumberColumn]
    is_shown: Callable[[Study], bool] = lambda _study: True
    definition: str = ""

    def meaning(self, wording: Wording = JUDGED) -> str:
        """Say what it holds."""
        return column_meaning(self.definition or self.key, wording)

    @property
    def heading(self) -> str:
        """What it stands under in menus: attributes, or whose file it is of; empty for what every study has."""
        if is_attribute_column(self.key):
            return DEFINITIONS[f"{self.key.partition(':')[0]}_column" if ":" in self.key else "attribute"].name
        return DEFINITIONS[f"{self.key.partition(':')[0]}_column"].name if is_token_column(self.key) else ""

    @property
    def name(self) -> str:
        """The title without what the heading says."""
        return self.title.partition(":")[2] or self.title if self.heading else self.title

    @property
    def alignment(self) -> Qt.AlignmentFlag:
        """Alignment of head and cells; screen sides, whatever the direction of the text."""
        at_right = self.form in (CellForm.LEFT, CellForm.NUMBER, CellForm.VERDICT)
        side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


def _reference_text(cells: EventCells, event: int) -> str:
    return " ".join(cells.reference_types(event)) or NO_VALUE


def _predicted_text(cells: EventCells, event: int) -> str:
    return " ".join(cells.predicted_types(event)) or NO_VALUE


def _never(_study: Study) -> bool:
    return False


def _with_several_predictions(study: Study) -> bool:
    return len(study.predictions) > 1


def _with_several_runs(study: Study) -> bool:
    return any(prediction.run > 1 for prediction in study.predictions)


def _with_decisions(study: Study) -> bool:
    return len(study.decisions) > 0


def _run_ranks(cells: EventCells) -> IntArray:
    runs = np.array([prediction.run for prediction in cells.study.predictions], dtype=np.int32)
    return runs[cells.study.events.prediction]


_KIND, _TEXT, _NUMBER = CellForm.KIND, CellForm.TEXT, CellForm.NUMBER

EVENT_COLUMNS: Final[tuple[EventColumn, ...]] = (
    EventColumn("kind", "Kind", _KIND, lambda c, e: c.study.wording.tag(c.kind(e)), lambda c: c.study.events.kind),
    EventColumn("left", "Left context", CellForm.LEFT, EventCells.at_left, context_ranks("left")),
    EventColumn("segment", "Segment", CellForm.SEGMENT, EventCells.segment_text, segment_ranks),
    EventColumn("right", "Right context", CellForm.RIGHT, EventCells.at_right, context_ranks("right")),
    EventColumn("reference", "Reference", CellForm.REFERENCE, _reference_text, lambda c: reference_ranks(c.study)),
    EventColumn("prediction", "Prediction", CellForm.PREDICTION, _predicted_text, lambda c: prediction_ranks(c.study)),
    EventColumn(
        "system", "System", _TEXT, EventCells.system, lambda c: c.study.events.prediction, _with_several_predictions
    ),
    EventColumn("run", "Run", _NUMBER, EventCells.run, _run_ranks, _with_several_runs),
    EventColumn("shape", "Shape", _TEXT, EventCells.shape, lambda c: c.study.events.shape, _never),
    EventColumn("demerits", "Demerits", _NUMBER, EventCells.demerits, lambda c: c.study.events.demerits, _never),
    EventColumn("elen", "eLen", _NUMBER, EventCells.mention_length, lambda c: mention_lengths(c.study).first, _never),
    EventColumn("slen", "sLen", _NUMBER, EventCells.sentence_length, lambda c: event_sentence_length(c.study), _never),
    EventColumn("eden", "eDen", _NUMBER, EventCells.density, lambda c: event_density(c.study), _never),
    EventColumn("document", "Document", _NUMBER, EventCells.document, lambda c: event_document(c.study), _never),
    EventColumn("sentence", "Sentence", _NUMBER, EventCells.sentence, lambda c: c.sentence_number, _never),
    EventColumn("line", "Line", _NUMBER, EventCells.line, lambda c: event_line(c.study), _never),
    EventColumn("place", "Place", _NUMBER, EventCells.place, lambda c: c.start),
    EventColumn("verdict", "Verdict", CellForm.VERDICT, verdict_text, verdict_ranks, _with_decisions),
    EventColumn("causes", "Causes", _TEXT, causes_text, cause_ranks, _never),
    EventColumn("flag", "Flag", _TEXT, flag_text, flag_ranks, _never),
    EventColumn("note", "Note", _TEXT, note_text, note_ranks, _never),
    EventColumn("correction", "Correction", _TEXT, correction_text, correction_ranks, _never),
    EventColumn("decided", "Decided", _TEXT, decided_text, decided_ranks, _never),
    EventColumn("who", "Who", _TEXT, who_text, who_ranks, _never),
)
"""What every study has; the columns of its files follow behind."""

COLUMN_KEYS: Final = tuple(column.key for column in EVENT_COLUMNS)
DECISION_KEYS: Final = ("verdict", "causes", "flag", "note", "correction", "decided", "who")
"""Columns whose cells change while people decide."""

SEGMENT, PLACE = COLUMN_KEYS.index("segment"), COLUMN_KEYS.index("place")


def columns_of(study: Study) -> tuple[EventColumn, ...]:
    """List the columns of a study: `EVENT_COLUMNS`, attributes, then what its files have besides token and label.

    Attributes that need training data are listed without these too: columns stay where they are once they arrive.
    """
    attributes = (name for name in attribute_columns(study, with_training=True) if name.casefold() not in COLUMN_KEYS)
    return (
        *EVENT_COLUMNS,
        *(_attribute_column(study, name) for name in attributes),
        *(_token_column(study, name) for name in token_columns(study)),
    )


def _attribute_column(study: Study, name: str) -> EventColumn:
    named = [f"attr:{one.name}" for one in study.attributes if one.scale == "name"]
    form = _TEXT if name.startswith("bucket:") or name in named else _NUMBER
    return EventColumn(name, name, form, partial(_attribute_text, name), partial(_attribute_ranks, name), _never)


def _attribute_text(name: str, cells: EventCells, event: int) -> str:
    if not is_known(cells.study, name):
        return NO_VALUE
    (text,) = attribute_cells(cells.study, cells.study.events.rows(slice(event, event + 1)), name, "{:.3g}".format)
    return NO_VALUE if text is None else one_line(text)


def _attribute_ranks(name: str, cells: EventCells) -> FloatArray:
    if not is_known(cells.study, name):
        return np.zeros(len(cells.study.events))
    return attribute_ranks(cells.study, name)


def _token_column(study: Study, name: str) -> EventColumn:
    form = _NUMBER if looks_numeric(study, name) else _TEXT
    return EventColumn(name, name, form, partial(_token_text, name), partial(_token_ranks, name), _never)


def _token_text(name: str, cells: EventCells, event: int) -> str:
    text = token_value(cells.study, event, name)
    return NO_VALUE if text is None else one_line(text)


def _token_ranks(name: str, cells: EventCells) -> IntArray:
    return first_token_ranks(cells.study, name)
