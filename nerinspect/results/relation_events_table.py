"""The table of relation events: one row for each, as files hold it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

import numpy as np

from nerinspect.analysis.events import SIDES, TP, Side
from nerinspect.analysis.relation_events import argument_events, relation_events
from nerinspect.analysis.relation_pairing import RELATION_KINDS
from nerinspect.analysis.relation_parts import RELATION_PARTS, has_relation_parts
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, IntArray, sorted_distinct
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.relation_values import argument_distances, relation_part_codes
from nerinspect.results.events_table import events_table, token_lists
from nerinspect.results.relation_ids import relation_ids, relation_spans, relation_type_names
from nerinspect.results.table import Row, Spans, Table, Value

RELATION_EVENT_COLUMNS: Final = (
    "event", "system", "run", "setting", "document", "sentence", "line", "kind", "reference_type", "reference_head",
    "reference_tail", "predicted_type", "predicted_head", "predicted_tail", "distance", "text", "reference_spans",
    "predicted_spans", "head_event", "tail_event", "left", "right",
)  # fmt: skip
"""What a file holds of each relation event, in order."""

PART: Final = "part"
"""A further column where training has relations: the part of the reference relation, or of the predicted one."""

SENTENCE_TOKENS: Final = "tokens"
"""A further column, for examples that draw the readings: the tokens of the sentence, which may hold blanks."""

_ROWS_AT_ONCE = 5_000


def relation_event_columns(with_parts: bool) -> tuple[str, ...]:
    """List the columns that every study with relations has, or every one whose training data has relations too."""
    place = RELATION_EVENT_COLUMNS.index("kind") + 1
    part = (PART,) if with_parts else ()
    return (*RELATION_EVENT_COLUMNS[:place], *part, *RELATION_EVENT_COLUMNS[place:])


def relation_events_table(
    study: Study,
    events: AnyIntArray | None = None,
    columns: Sequence[str] | None = None,
    checkpoint: Checkpoint = no_checkpoint,
) -> Table:
    """List relation events.

    Parameters
    ----------
    study : Study
        Where they are.
    events : ndarray of int, shape (n_rows,), or None
        Numbers of relation events in the order wanted; None for all by system, run, start, end and kind.
    columns : sequence of str, or None
        Which columns, in which order, `SENTENCE_TOKENS` among them if wanted; None for all that the study has.
    checkpoint : Checkpoint
        Called with rows written and rows in all.

    Returns
    -------
    Table
        Rows are made as they are read.

    Raises
    ------
    UnknownNameError
        If there is no column of a name.
    CommandError
        If `part` is asked for, and training has no relations.
    """
    has_parts = has_relation_parts(study)
    chosen_columns = relation_event_columns(has_parts) if columns is None else tuple(columns)
    for name in chosen_columns:
        if name not in _MAKERS:
            raise UnknownNameError("column", name, relation_event_columns(has_parts))
    if PART in chosen_columns and not has_parts:
        raise CommandError(f"the column {PART} needs training data with relations; give it with --training")
    chosen = np.arange(len(relation_events(study))) if events is None else events
    return Table(chosen_columns, _rows(study, chosen, chosen_columns, checkpoint))


def _rows(study: Study, chosen: AnyIntArray, columns: Sequence[str], checkpoint: Checkpoint) -> Iterator[Row]:
    for first in range(0, len(chosen), _ROWS_AT_ONCE):
        checkpoint(first, len(chosen))
        block = _Block(study, chosen[first : first + _ROWS_AT_ONCE])
        yield from zip(*(_MAKERS[name](block) for name in columns), strict=True)
    checkpoint(len(chosen), len(chosen))


class _Block:
    """Some relation events, with what several of their columns are made from."""

    def __init__(self, study: Study, chosen: AnyIntArray) -> None:
        self.study, self.text, self.chosen = study, study.text, chosen
        self.events = relation_events(study).rows(chosen)
        self.sentence = study.text.sentence_of(self.events.start)
        self.zero, self.stop = self.text.sentence_start[self.sentence], self.text.sentence_start[self.sentence + 1]
        self.predictions = [study.predictions[number] for number in self.events.prediction.tolist()]

    @cached_property
    def reference(self) -> list[Spans]:
        return relation_spans(self.study, self.events, "reference", self.zero)

    @cached_property
    def predicted(self) -> list[Spans]:
        return relation_spans(self.study, self.events, "predicted", self.zero)

    def lines(self) -> Iterable[Value]:
        return (number or None for number in self.text.lines_of(self.events.start).tolist())

    def parts(self) -> Iterable[Value]:
        return [RELATION_PARTS[code] for code in relation_part_codes(self.study)[self.chosen].tolist()]

    def surfaces(self, side: Side, argument: int) -> list[str]:
        """Give the surface of head (0) or tail (1); empty where the side has no relation."""
        spans = self.reference if side == "reference" else self.predicted
        extents = np.array([two[argument][:2] if two else (0, 0) for two in spans], dtype=np.int32).reshape(-1, 2)
        return self.joined(*(extents + self.zero[:, np.newaxis]).T)

    def mention_events(self, argument: int) -> list[str]:
        """Name the mention events that head (0) or tail (1) lie in, on either side, unless they are correct."""
        found = np.stack([argument_events(self.study, side)[argument][self.chosen] for side in SIDES], axis=1)
        is_wrong = (found >= 0) & (self.study.events.kind[np.maximum(found, 0)] != TP)
        wrong = sorted_distinct(found[is_wrong])
        ids = dict(
            zip(wrong.tolist(), (row[0] for row in events_table(self.study, wrong, columns=("event",))), strict=True)
        )
        pairs = zip(found.tolist(), is_wrong.tolist(), strict=True)
        named = (dict.fromkeys(ids[event] for event, wrong in zip(*pair, strict=True) if wrong) for pair in pairs)
        return [" ".join(map(str, names)) for names in named]

    def joined(self, start: IntArray, stop: IntArray) -> list[str]:
        texts: list[str] = self.text.joined(start, stop).to_pylist()
        return texts


_MAKERS: Final[dict[str, Callable[[_Block], Iterable[Value]]]] = {
    "event": lambda block: relation_ids(block.study, block.chosen),
    "system": lambda block: [prediction.system for prediction in block.predictions],
    "run": lambda block: [prediction.run for prediction in block.predictions],
    "setting": lambda block: [block.study.relation_choice.setting] * len(block.chosen),
    "document": lambda block: block.text.document[block.sentence].tolist(),
    "sentence": lambda block: (block.sentence + 1).tolist(),
    "line": _Block.lines,
    "kind": lambda block: [RELATION_KINDS[kind] for kind in block.events.kind.tolist()],
    PART: _Block.parts,
    "reference_type": lambda block: relation_type_names(block.study, block.events, "reference"),
    "reference_head": lambda block: block.surfaces("reference", 0),
    "reference_tail": lambda block: block.surfaces("reference", 1),
    "predicted_type": lambda block: relation_type_names(block.study, block.events, "predicted"),
    "predicted_head": lambda block: block.surfaces("predicted", 0),
    "predicted_tail": lambda block: block.surfaces("predicted", 1),
    "distance": lambda block: argument_distances(block.study)[block.chosen].tolist(),
    "text": lambda block: block.joined(block.events.start, block.events.end),
    "reference_spans": lambda block: block.reference,
    "predicted_spans": lambda block: block.predicted,
    "head_event": lambda block: block.mention_events(0),
    "tail_event": lambda block: block.mention_events(1),
    SENTENCE_TOKENS: lambda block: token_lists(block.text, block.zero, block.stop),
    "left": lambda block: block.joined(block.zero, block.events.start),
    "right": lambda block: block.joined(block.events.end, block.stop),
}
