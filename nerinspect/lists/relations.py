"""The list of relation events: one row for each, under columns that people choose by name."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

import numpy as np
import pyarrow as pa

from nerinspect.corpus.arrays import AnyIntArray, BoolArray, IntArray, sorted_distinct
from nerinspect.errors import CommandError, UnknownNameError
from nerinspect.events.decision import Decisions
from nerinspect.events.relation_events import RelationEvents, argument_events, relation_events, relations_on
from nerinspect.events.relation_pairing import RELATION_KINDS
from nerinspect.events.segment_events import SIDES, TP, Side
from nerinspect.events.study import Study
from nerinspect.lists.decisions import DECISION_COLUMNS
from nerinspect.lists.ids import event_ids
from nerinspect.lists.mentions import MENTIONS, token_lists
from nerinspect.lists.sorts import (
    CONTEXT,
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
from nerinspect.query.fields.relation_values import argument_distances, relation_part_codes
from nerinspect.query.filters import Filter, relation_mask
from nerinspect.training.known_relations import RELATION_PARTS, has_relation_parts

_NOTHING: Final = "null"

_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


PART: Final = "part"
"""A further column where training has relations: the part of the reference relation, or of the predicted one."""

SENTENCE_TOKENS: Final = "tokens"
"""A further column, for examples that draw the readings: the tokens of the sentence, which may hold blanks."""


WORDS_OF_RELATION: Final = "words"
"""A further column, for reviews: see `relation_text`."""


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
        replace(EVENT_ID, definition="relation_event"),
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
        *SIDE_SPANS,
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


RELATIONS: Final = _Relations()
"""The events of relations."""


def relation_text(study: Study, event: int) -> str:
    """Say a relation event in words, such as `Ines Morrow born-in Skelby`: by the reference where it has a relation."""
    ((said,),) = RELATIONS.table(study, np.array([event]), (WORDS_OF_RELATION,))
    return f"{said}"


def told_symmetric(study: Study) -> list[str]:
    """List the options that name the types without direction."""
    return [part for name in study.relation_choice.symmetric for part in ("--symmetric", name)]
