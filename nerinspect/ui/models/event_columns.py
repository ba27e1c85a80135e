"""The columns of the events table, declared in one place; a further column is one entry."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from PySide6.QtCore import Qt

from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, CodeArray
from nerinspect.ui.models.event_cells import EventCells
from nerinspect.ui.models.event_ranks import (
    context_ranks,
    line_ranks,
    prediction_ranks,
    reference_ranks,
    segment_ranks,
)


class CellForm(Enum):
    """How the cells of a column are painted."""

    KIND = "kind"
    LEFT = "left"
    SEGMENT = "segment"
    RIGHT = "right"
    REFERENCE = "reference"
    PREDICTION = "prediction"
    TEXT = "text"
    NUMBER = "number"


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
        Gives for all events an integer to sort by. Shape (n_events,).
    is_shown : callable
        Whether the column is shown for a study before the user chooses.
    """

    key: str
    title: str
    form: CellForm
    text: Callable[[EventCells, int], str]
    ranks: Callable[[EventCells], AnyIntArray | CodeArray]
    is_shown: Callable[[Study], bool] = lambda _study: True

    @property
    def alignment(self) -> Qt.AlignmentFlag:
        """Alignment of head and cells; screen sides, whatever the direction of the text."""
        at_right = self.form in (CellForm.LEFT, CellForm.NUMBER)
        side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter


def _reference_text(cells: EventCells, event: int) -> str:
    return " ".join(cells.reference_types(event)) or "–"


def _predicted_text(cells: EventCells, event: int) -> str:
    return " ".join(cells.predicted_types(event)) or "–"


def _never(_study: Study) -> bool:
    return False


def _with_several_predictions(study: Study) -> bool:
    return len(study.predictions) > 1


_LEFT, _RIGHT = context_ranks("left"), context_ranks("right")

EVENT_COLUMNS: Final[tuple[EventColumn, ...]] = (
    EventColumn("kind", "Kind", CellForm.KIND, lambda c, e: c.kind(e).upper(), lambda c: c.study.events.kind),
    EventColumn(
        "left", "Left context", CellForm.LEFT, EventCells.at_left, lambda c: _LEFT(c.study, c.runs_right_to_left)
    ),
    EventColumn("segment", "Segment", CellForm.SEGMENT, EventCells.segment_text, lambda c: segment_ranks(c.study)),
    EventColumn(
        "right", "Right context", CellForm.RIGHT, EventCells.at_right, lambda c: _RIGHT(c.study, c.runs_right_to_left)
    ),
    EventColumn("reference", "Reference", CellForm.REFERENCE, _reference_text, lambda c: reference_ranks(c.study)),
    EventColumn("prediction", "Prediction", CellForm.PREDICTION, _predicted_text, lambda c: prediction_ranks(c.study)),
    EventColumn(
        "system",
        "System",
        CellForm.TEXT,
        EventCells.system,
        lambda c: c.study.events.prediction,
        _with_several_predictions,
    ),
    EventColumn("shape", "Shape", CellForm.TEXT, EventCells.shape, lambda c: c.study.events.shape, _never),
    EventColumn(
        "demerits", "Demerits", CellForm.NUMBER, EventCells.demerits, lambda c: c.study.events.demerits, _never
    ),
    EventColumn("line", "Line", CellForm.NUMBER, EventCells.line, lambda c: line_ranks(c.study), _never),
    EventColumn("place", "Place", CellForm.NUMBER, EventCells.place, lambda c: c.study.events.start),
)

COLUMN_KEYS: Final = tuple(column.key for column in EVENT_COLUMNS)
