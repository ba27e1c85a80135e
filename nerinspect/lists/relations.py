"""The list of relation events, one row for each, and what is known of one besides: of training, of others like it."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, sorted_distinct
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.decision import Decisions
from nerinspect.events.explanation import Span, surface_of
from nerinspect.events.relation_events import (
    RELATION_KINDS,
    RelationEvents,
    argument_distances,
    argument_events,
    relation_events,
    relation_meetings,
    relations_on,
)
from nerinspect.events.relation_explanation import RelationReading, relation_reading
from nerinspect.events.segment_events import SIDES, TP, Side
from nerinspect.events.study import Study
from nerinspect.lists.ids import event_ids
from nerinspect.lists.mentions import MENTIONS, token_lists
from nerinspect.lists.sorts import (
    CONTEXT,
    DECISION_COLUMNS,
    EVENT_ID,
    KIND,
    PLACE,
    SIDE_SPANS,
    SIDE_WORDS,
    WHOSE,
    WORDS,
    Block,
    EventSort,
    check_each_once,
    named,
)
from nerinspect.lists.table import Column, Content, Of, Spans, columns_by_name
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.filters import Filter, Term, relation_mask
from nerinspect.query.language.parser import query_text
from nerinspect.training.known_relations import (
    RELATION_PARTS,
    has_relation_parts,
    relation_evidence,
    relation_part_codes,
    relation_parts,
)

_NOTHING: Final = "null"

_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


PART: Final = "part"
"""A further column where training has relations: the part of the reference relation, or of the predicted one."""

SENTENCE_TOKENS: Final = "tokens"
"""A further column, for examples that draw the readings: the tokens of the sentence, which may hold blanks."""


WORDS_OF_RELATION: Final = "words"  # a further column, for reviews: see `relation_text`


class _Block(Block):
    def types(self, side: Side) -> list[str]:
        return _type_names(self.study, self.events, side)

    def surfaces(self, side: Side, argument: int) -> pa.Array:
        """Give the surface of head (0) or tail (1); empty where the side has no relation."""
        spans = self.reference if side == "reference" else self.predicted
        extents = np.array([two[argument][:2] if two else (0, 0) for two in spans], dtype=np.int32).reshape(-1, 2)
        return self.joined(*(extents + self.zero[:, np.newaxis]).T)

    def said(self) -> list[str]:
        """Say each relation in words: that of the reference, where it has one."""
        sides = (
            zip(self.surfaces(one, 0).to_pylist(), self.types(one), self.surfaces(one, 1).to_pylist(), strict=True)
            for one in SIDES
        )
        is_in_reference = (self.events.reference >= 0).tolist()
        return [
            " ".join(one if is_there else other) for is_there, one, other in zip(is_in_reference, *sides, strict=True)
        ]

    def mention_events(self, argument: int) -> list[str]:
        """Name the mention events that head (0) or tail (1) lie in, on either side, unless they are correct."""
        found = np.stack([argument_events(self.study, side)[argument][self.chosen] for side in SIDES], axis=1)
        is_wrong = (found >= 0) & (self.study.events.kind[np.maximum(found, 0)] != TP)
        wrong = sorted_distinct(found[is_wrong])
        ids = dict(zip(wrong.tolist(), MENTIONS.ids(self.study, wrong), strict=True))
        pairs = zip(found.tolist(), is_wrong.tolist(), strict=True)
        named = (dict.fromkeys(ids[event] for event, wrong in zip(*pair, strict=True) if wrong) for pair in pairs)
        return [" ".join(names) for names in named]


def _type_names(study: Study, events: RelationEvents, side: Side) -> list[str]:
    """Name the type of each event's relation on a side; empty where it has none."""
    columns, relation = relations_on(study, side), events.relations(side)
    codes = np.full(len(events), len(columns.types), dtype=np.int32)
    codes[relation >= 0] = columns.type_codes[relation[relation >= 0]]
    names = [*columns.types, ""]
    return [names[code] for code in codes.tolist()]


class _Relations(EventSort):
    name, event = "relations", "relation event"
    command, in_review = ("relations", "--events"), ("--relations",)
    kinds = RELATION_KINDS
    columns = columns_by_name(
        EVENT_ID,
        *(replace(column, is_on_screen=False) for column in WHOSE),
        Column(
            "setting",
            lambda block: [block.study.relation_choice.setting] * len(block.chosen),
            is_in_examples=True,
            is_on_screen=False,
        ),
        *PLACE,
        replace(KIND, definition="relation_kind"),
        Column(
            PART,
            lambda block: named(RELATION_PARTS, relation_part_codes(block.study)[None][block.chosen]),
            of=Of.TRAINING,
            is_in_examples=True,
            definition="relation_part",
        ),
        Column("reference_type", lambda block: block.types("reference"), is_on_screen=False),
        Column("reference_head", lambda block: block.surfaces("reference", 0), is_on_screen=False),
        Column("reference_tail", lambda block: block.surfaces("reference", 1), is_on_screen=False),
        Column("predicted_type", lambda block: block.types("predicted"), is_on_screen=False),
        Column("predicted_head", lambda block: block.surfaces("predicted", 0), is_on_screen=False),
        Column("predicted_tail", lambda block: block.surfaces("predicted", 1), is_on_screen=False),
        Column(
            *("distance", lambda block: argument_distances(block.study)[block.chosen], Content.NUMBER),
            definition="relation_distance",
        ),
        WORDS,
        *(replace(column, definition=f"relation_{column.name}") for column in SIDE_SPANS),
        Column("head_event", lambda block: block.mention_events(0), is_on_screen=False),
        Column("tail_event", lambda block: block.mention_events(1), is_on_screen=False),
        *(replace(column, is_on_screen=False) for column in CONTEXT),
        *(column for column in DECISION_COLUMNS.values() if column.name != "corrected_spans"),
        Column("start", lambda block: block.events.start - block.zero, Content.NUMBER, Of.DRAWING),
        Column("end", lambda block: block.events.end - block.zero, Content.NUMBER, Of.DRAWING),
        Column(WORDS_OF_RELATION, _Block.said, of=Of.DRAWING),
        Column(
            *(SENTENCE_TOKENS, lambda block: token_lists(block.text, block.zero, block.stop)),
            *(Content.TOKENS, Of.DRAWING),
        ),
        *SIDE_WORDS.values(),
    )
    stands_for: ClassVar = {
        "reference": ("reference_head", "reference_type", "reference_tail"),
        "prediction": ("predicted_head", "predicted_type", "predicted_tail"),
        "place": ("document", "sentence"),
    }

    def events(self, study: Study) -> RelationEvents:
        return relation_events(study)

    def decisions(self, study: Study) -> Decisions:
        return study.relation_decisions

    def ids(self, study: Study, events: AnyIntArray) -> list[str]:
        """Make the ids of relation events.

        An id is the first 16 hexadecimal digits of SHA-256 over the compact JSON of system, run, the tokens of the
        sentence, how many equal sentences stand before it, and both relations: each a list of its type and the spans of
        its head and its tail, null where a side has none. It says nothing of kind and setting, so that the same two
        relations have one id under both settings.
        """
        rows = relation_events(study).rows(events)
        sentence = study.text.sentence_of(rows.start)
        zero = study.text.sentence_start[sentence]
        readings = (self._readings(study, rows, side, zero) for side in SIDES)
        endings = (f"{one},{other}]".encode(errors="backslashreplace") for one, other in zip(*readings, strict=True))
        found: list[str] = event_ids(study).digests(rows.prediction, sentence, endings).to_pylist()
        return found

    def _readings(self, study: Study, events: RelationEvents, side: Side, zero: IntArray) -> list[str]:
        names, spans = _type_names(study, events, side), self.spans(study, events, side, zero)
        return [_compact([name, *two]) if two else _NOTHING for name, two in zip(names, spans, strict=True)]

    def mask(self, study: Study, query: Filter) -> BoolArray:
        return relation_mask(study, query)

    def matched(self, study: Study) -> list[str]:
        return ["--setting", study.relation_choice.setting, *told_symmetric(study)]

    def said(self, study: Study) -> dict[str, Any]:
        choice = study.relation_choice
        return {"setting": choice.setting, "symmetric": list(choice.symmetric)}

    def has_training(self, study: Study) -> bool:
        return has_relation_parts(study)

    def spans(self, study: Study, events: RelationEvents, side: Side, offset: IntArray) -> list[Spans]:
        """List head and tail of events on one side, if it has any, as (start, end, type) from `offset`."""
        columns, mentions = relations_on(study, side), study.mentions_on(side)
        relation = events.relations(side)
        held = np.flatnonzero(relation >= 0)
        spans: list[Spans] = [[] for _ in range(len(relation))]
        for arguments in (columns.head, columns.tail):
            mention = arguments[relation[held]]
            start, end = ((places[mention] - offset[held]).tolist() for places in (mentions.start, mentions.end))
            names = [mentions.types[code] for code in mentions.type_codes[mention].tolist()]
            for place, *span in zip(held.tolist(), start, end, names, strict=True):
                spans[place].append((span[0], span[1], span[2]))
        return spans

    def block(self, study: Study, chosen: AnyIntArray) -> _Block:
        return _Block(self, study, chosen)

    def check(self, names: Sequence[str], more: Iterable[Of] = (), study: Study | None = None) -> None:
        known = self.names(Of.EVENTS, Of.TRAINING, *more)
        for name in names:
            if name not in known:
                raise UnknownNameError("column", name, known)
        check_each_once(names)

    def _check_of_study(self, study: Study, names: Sequence[str]) -> None:
        for name in names:
            if name not in self.columns:
                raise UnknownNameError("column", name, self.names_for(study))
        if PART in names and not has_relation_parts(study):
            raise CommandError(f"the column {PART} needs training data with relations; give it with --training")


RELATIONS: Final = _Relations()  # the events of relations


def relation_text(study: Study, event: int) -> str:
    """Say a relation event in words, such as `Ines Morrow born-in Skelby`: by the reference where it has a relation."""
    ((said,),) = RELATIONS.table(study, np.array([event]), (WORDS_OF_RELATION,))
    return f"{said}"


def told_symmetric(study: Study) -> list[str]:
    """List the options that name the types without direction."""
    return [part for name in study.relation_choice.symmetric for part in ("--symmetric", name)]


_MOST_NEIGHBOURS: Final = 6


class TrainingCount(NamedTuple):
    """How often training has something of a relation."""

    words: str
    relations: AnyIntArray


class SurfaceDoor(NamedTuple):
    """The relation events of the same prediction, itself among them, that have an argument of a surface."""

    surface: str
    n_events: int
    query: str


class NeighbourEvent(NamedTuple):
    """Another relation event of the same prediction that meets a mention of this one.

    The words are those of the reference relation, or of the predicted one if there is none.
    """

    event: int
    kind: str
    words: str


@dataclass(frozen=True, eq=False)
class RelationFacts:
    """What is known of one relation event besides; without training relations nothing of training.

    `part`: what training has of the reference relation, or of the predicted one if there is none; empty without
    training relations.
    """

    part: str
    counts: tuple[TrainingCount, ...]
    instead: tuple[TrainingCount, ...]  # of what was predicted instead, as far as it differs
    doors: tuple[SurfaceDoor, ...]  # one for each surface of an argument that other events have as well
    neighbours: tuple[NeighbourEvent, ...] = ()
    n_neighbours: int = 0


def relation_facts(study: Study, event: int, checkpoint: Checkpoint = no_checkpoint) -> RelationFacts:
    """Look one relation event up in training and among the other events."""
    readings = [relation_reading(study, event, side) for side in SIDES]
    doors = tuple(_doors(study, event, readings, checkpoint))
    others = _neighbours(study, event)
    neighbours = tuple(_neighbour(study, other) for other in others[:_MOST_NEIGHBOURS].tolist())
    if not has_relation_parts(study):
        return RelationFacts("", (), (), doors, neighbours, len(others))
    side: Side = SIDES[0] if readings[0] else SIDES[1]
    relation = int(relation_events(study).relations(side)[event])
    own = _counts(study, event, side, readings[SIDES.index(side)], "The whole triple")
    predicted = _counts(study, event, "predicted", readings[1], "The whole predicted triple")
    known = {count.words for count in own[1:]}
    instead = [count for count in predicted if count.words not in known]
    is_other = readings[0] is not None and len(instead) > 1  # not the triple alone
    part = RELATION_PARTS[relation_parts(study, side)[relation]]
    return RelationFacts(part, tuple(own), tuple(instead) if is_other else (), doors, neighbours, len(others))


def _counts(study: Study, event: int, side: Side, reading: RelationReading | None, triple: str) -> list[TrainingCount]:
    if reading is None:
        return []
    found = relation_evidence(study, side, int(relation_events(study).relations(side)[event]))
    places = ("an argument",) * 2 if reading.type in study.relation_choice.symmetric else ("head", "tail")
    head, tail = (
        TrainingCount(f"{_surface(study, span)} as {place} of {reading.type}", relations)
        for span, place, relations in zip((reading.head, reading.tail), places, (found.head, found.tail), strict=True)
    )
    return [TrainingCount(triple, found.triple), head, *([tail] if tail.words != head.words else [])]


def _doors(
    study: Study, event: int, readings: list[RelationReading | None], checkpoint: Checkpoint
) -> Iterator[SurfaceDoor]:
    spans = [span for reading in readings if reading is not None for span in (reading.head, reading.tail)]
    prediction = relation_events(study).prediction
    own = prediction == prediction[event]
    surfaces = list(dict.fromkeys(_surface(study, span) for span in spans))
    for number, surface in enumerate(surfaces):
        checkpoint(number, len(surfaces))
        query = Term("surface", (surface,))
        n_events = int(np.count_nonzero(relation_mask(study, query) & own))
        if n_events > 1:
            yield SurfaceDoor(surface, n_events, query_text(query))


def _neighbours(study: Study, event: int) -> AnyIntArray:
    """Give the other relation events that meet one of the same mention events."""
    meetings = relation_meetings(study)
    own = meetings.event[meetings.relation == event]
    meeting = sorted_distinct(meetings.relation[np.isin(meetings.event, own)])
    return np.asarray(meeting[meeting != event])


def _neighbour(study: Study, event: int) -> NeighbourEvent:
    readings = [relation_reading(study, event, side) for side in SIDES]
    reading = readings[0] or readings[1]
    assert reading is not None, "an event has a relation"
    words = f"{_surface(study, reading.head)} {reading.type} {_surface(study, reading.tail)}"
    return NeighbourEvent(event, RELATION_KINDS[int(relation_events(study).kind[event])], words)


def _surface(study: Study, span: Span) -> str:
    return surface_of(study, span.start, span.end)
