"""The list of relation events: one row for each, its id, and what was decided about it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, IntArray, sorted_distinct
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.decision import Decision
from nerinspect.events.relation_events import RelationEvents, argument_events, relation_events, relations_on
from nerinspect.events.relation_pairing import RELATION_KINDS
from nerinspect.events.segment_events import SIDES, TP, Side
from nerinspect.events.study import Study
from nerinspect.lists.decisions import DECISION_COLUMNS, POSSIBLE_DECISION_COLUMNS, decided_rows
from nerinspect.lists.ids import event_ids
from nerinspect.lists.mentions import events_table, token_lists
from nerinspect.lists.table import Row, Spans, Table, Value
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.fields.relation_values import argument_distances, relation_part_codes
from nerinspect.training.known_relations import RELATION_PARTS, has_relation_parts

_NOTHING: Final = "null"


def relation_ids(study: Study, events: AnyIntArray) -> list[str]:
    """Make the ids of relation events.

    An id is the first 16 hexadecimal digits of SHA-256 over the compact JSON of system, run, the tokens of the
    sentence, how many equal sentences stand before it, and both relations: each a list of its type and the spans of its
    head and its tail, null where a side has none. It says nothing of kind and setting, so that the same two relations
    have one id under both settings. Neighbours in one sentence are quickest.
    """
    rows = relation_events(study).rows(events)
    sentence = study.text.sentence_of(rows.start)
    zero = study.text.sentence_start[sentence]
    readings = [_readings(study, rows, side, zero) for side in SIDES]
    endings = map("{},{}]".format, *readings)
    return list(event_ids(study).digests(rows.prediction.tolist(), sentence.tolist(), endings))


def relation_type_names(study: Study, events: RelationEvents, side: Side) -> list[str]:
    """Name the type of each event's relation on a side; empty where it has none."""
    columns, relation = relations_on(study, side), events.relations(side)
    codes = np.full(len(events), len(columns.types), dtype=np.int32)
    codes[relation >= 0] = columns.type_codes[relation[relation >= 0]]
    names = [*columns.types, ""]
    return [names[code] for code in codes.tolist()]


def relation_spans(study: Study, events: RelationEvents, side: Side, offset: IntArray) -> list[Spans]:
    """List head and tail of events on one side, if it has any, as (start, end, type) from `offset` of the sentence."""
    columns, mentions = relations_on(study, side), study.mentions_on(side)
    relation = events.relations(side)
    held = np.flatnonzero(relation >= 0)
    spans: list[Spans] = [[] for _ in range(len(relation))]
    for arguments in (columns.head, columns.tail):
        mention = arguments[relation[held]]
        start, end = (mentions.start[mention] - offset[held]).tolist(), (mentions.end[mention] - offset[held]).tolist()
        names = [mentions.types[code] for code in mentions.type_codes[mention].tolist()]
        for place, *span in zip(held.tolist(), start, end, names, strict=True):
            spans[place].append((span[0], span[1], span[2]))
    return spans


def _readings(study: Study, events: RelationEvents, side: Side, zero: IntArray) -> list[str]:
    names, spans = relation_type_names(study, events, side), relation_spans(study, events, side, zero)
    return [_compact([name, *two]) if two else _NOTHING for name, two in zip(names, spans, strict=True)]


_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


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
    """List relation events in an order (else by system, run, start, end and kind), made as they are read.

    Columns may hold `SENTENCE_TOKENS`; None is for all that the study has.

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
    return Table(chosen_columns, _relation_rows(study, chosen, chosen_columns, checkpoint))


def _relation_rows(study: Study, chosen: AnyIntArray, columns: Sequence[str], checkpoint: Checkpoint) -> Iterator[Row]:
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


_NO_RELATION_HAS: Final = "corrected_spans"

RELATION_DECISION_COLUMNS: Final = tuple(name for name in DECISION_COLUMNS if name != _NO_RELATION_HAS)
"""What a row holds besides the columns of relation events; relations have no right reading."""

POSSIBLE_RELATION_DECISION_COLUMNS: Final = tuple(
    name for name in POSSIBLE_DECISION_COLUMNS if name != _NO_RELATION_HAS
)
"""Those, and who decided, which a row holds if it is asked for."""


def relation_review_columns(with_parts: bool) -> tuple[str, ...]:
    """List the columns of the curated list; `part` where training has relations."""
    return (*relation_event_columns(with_parts), *RELATION_DECISION_COLUMNS)


def relation_review_table(
    study: Study,
    order: AnyIntArray | None = None,
    columns: Sequence[str] = (),
    checkpoint: Checkpoint = no_checkpoint,
    decisions: Mapping[int, Decision] | None = None,
) -> Table:
    """List relation events in an order with what was decided about them (None: as it is now), made as they are read."""
    columns = tuple(columns) or relation_review_columns(has_relation_parts(study))
    chosen = np.arange(len(relation_events(study))) if order is None else order
    of_events = tuple(name for name in columns if name not in POSSIBLE_RELATION_DECISION_COLUMNS) or ("kind",)
    rows = relation_events_table(study, chosen, of_events, checkpoint)
    known = dict(study.relation_decisions.items()) if decisions is None else decisions
    return Table(columns, decided_rows(chosen, known, rows, columns))
