"""The columns of the events list, those of every study and of its files: what they say, how they are sorted."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Final, Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
from PySide6.QtCore import Qt

from nerinspect.attributes.mention_columns import mention_lengths
from nerinspect.corpus.arrays import AnyIntArray, FloatArray, IntArray, from_arrow
from nerinspect.events.segment_events import Side
from nerinspect.events.study import Study
from nerinspect.glossary import DEFINITIONS
from nerinspect.glossary.wording import JUDGED, Wording
from nerinspect.lists.columns import (
    attribute_cells,
    attribute_columns,
    attribute_ranks,
    column_meaning,
    first_token_ranks,
    is_attribute_column,
    is_known,
    is_token_column,
    looks_numeric,
    token_columns,
    token_value,
)
from nerinspect.query.fields.base import NumberColumn
from nerinspect.query.fields.places import event_density, event_document, event_line, event_sentence_length
from nerinspect.ui.lists.event_cells import NO_VALUE, EventCells, one_line
from nerinspect.ui.lists.verdicts import (
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

_N_COMPARED = 4  # words or types


def text_ranks(texts: pa.StringArray) -> IntArray:
    """Rank texts by the alphabet, regardless of case first.

    Parameters
    ----------
    texts : pyarrow.StringArray, shape (n,)
        Any texts; equal ones may occur.

    Returns
    -------
    ndarray of int32, shape (n,)
        Ranks from 0; equal for equal texts.
    """
    distinct = texts.dictionary_encode()
    table = pa.table({"folded": pc.utf8_lower(distinct.dictionary), "exact": distinct.dictionary})
    ordered = pc.sort_indices(table, sort_keys=[("folded", "ascending"), ("exact", "ascending")])
    rank = np.empty(len(distinct.dictionary), dtype=np.int32)
    rank[from_arrow(ordered.cast(pa.int32()))] = np.arange(len(rank), dtype=np.int32)
    ranks: IntArray = rank[from_arrow(distinct.indices)]
    return ranks


def sequence_ranks(codes: AnyIntArray, first: AnyIntArray, step: AnyIntArray, length: AnyIntArray) -> IntArray:
    """Rank short sequences in lexicographic order; shorter ones come first.

    Parameters
    ----------
    codes : ndarray of int, shape (n_codes,)
        What the sequences are made of, at least 0 and in the order wanted.
    first : ndarray of int, shape (n,)
        Place in `codes` where each sequence begins.
    step : ndarray of int, shape (n,)
        1 or -1: whether it goes on forwards or backwards.
    length : ndarray of int, shape (n,)
        Its length; only the first four places are compared.

    Returns
    -------
    ndarray of int32, shape (n,)
        Ranks from 0; equal where the compared places are equal.
    """
    rank = np.zeros(len(first), dtype=np.int64)
    n_codes = int(codes.max(initial=0)) + 2
    for place in range(min(_N_COMPARED, int(length.max(initial=0)))):
        is_inside = length > place
        here = np.where(is_inside, first + place * step, 0)
        rank = _dense(rank * n_codes + np.where(is_inside, codes[here] + np.int64(1), 0))
    return rank.astype(np.int32)


def segment_ranks(cells: EventCells) -> IntArray:
    """Rank rows by the text of their segments."""
    return text_ranks(cells.study.text.joined(cells.start, cells.end))


def reference_ranks(study: Study) -> IntArray:
    """Rank events by their reference types; events without any come first."""
    return _type_ranks(study, "reference")


def prediction_ranks(study: Study) -> IntArray:
    """Rank events by their predicted types; events without any come first."""
    return _type_ranks(study, "predicted")


def context_ranks(side: Literal["left", "right"]) -> Callable[[EventCells], IntArray]:
    """Make the ranking by the four words nearest to the segment, read away from it.

    Parameters
    ----------
    side : str
        `left` or `right`, as on screen.

    Returns
    -------
    callable
        Takes the texts of rows, gives ranks of shape (n_rows,).
    """

    def ranks(cells: EventCells) -> IntArray:
        text, start, end, sentence = cells.study.text, cells.start, cells.end, cells.sentence_number
        is_before = cells.runs_right_to_left[sentence] == (side == "right")
        length = np.where(is_before, start - text.sentence_start[sentence], text.sentence_start[sentence + 1] - end)
        first, step = np.where(is_before, start - 1, end), np.where(is_before, -1, 1)
        return sequence_ranks(text_ranks(text.vocabulary)[text.codes], first, step, length)

    return ranks


def _type_ranks(study: Study, side: Side) -> IntArray:
    first, _ = study.events.bounds(side)
    codes = study.mentions_on(side).type_codes[study.events.members(side)]
    return sequence_ranks(codes, first, np.ones_like(first), study.events.n_mentions(side))


def _dense(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Replace keys by the number of distinct smaller ones."""
    return np.unique(keys, return_inverse=True)[1]


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
