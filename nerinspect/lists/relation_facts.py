"""What is known of one relation event besides the event itself: what training has, and other events like it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, sorted_distinct
from nerinspect.events.explanation import Span, surface_of
from nerinspect.events.relation_events import relation_events
from nerinspect.events.relation_explanation import RelationReading, relation_reading
from nerinspect.events.relation_pairing import RELATION_KINDS
from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Study
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.query.fields.relation_values import relation_meetings
from nerinspect.query.filters import Term, relation_mask
from nerinspect.query.language.writer import query_text
from nerinspect.training.known_relations import RELATION_PARTS, has_relation_parts, relation_evidence, relation_parts

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

    Attributes
    ----------
    part : str
        What training has of the reference relation, or of the predicted one if there is none; empty without training
        relations.
    instead : tuple of TrainingCount
        Of what was predicted instead, as far as it differs.
    doors : tuple of SurfaceDoor
        One for each surface of an argument that other events have as well.
    """

    part: str
    counts: tuple[TrainingCount, ...]
    instead: tuple[TrainingCount, ...]
    doors: tuple[SurfaceDoor, ...]
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
    others: AnyIntArray = meeting[meeting != event]
    return others


def _neighbour(study: Study, event: int) -> NeighbourEvent:
    readings = [relation_reading(study, event, side) for side in SIDES]
    reading = readings[0] or readings[1]
    assert reading is not None, "an event has a relation"
    words = f"{_surface(study, reading.head)} {reading.type} {_surface(study, reading.tail)}"
    return NeighbourEvent(event, RELATION_KINDS[int(relation_events(study).kind[event])], words)


def _surface(study: Study, span: Span) -> str:
    return surface_of(study, span.start, span.end)
