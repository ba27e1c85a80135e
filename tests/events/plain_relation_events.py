"""Relation events found in the plainest way: lists of relations, and one pass over all pairs for each rule."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple, TypeAlias

from nerinspect.events.segment_events import SIDES, Side
from nerinspect.events.study import Annotation, RelationChoice, Study

Span: TypeAlias = tuple[int, int, str]
Triple: TypeAlias = tuple[Span, str, Span]
PlainEvent: TypeAlias = tuple[str, Triple | None, Triple | None]
"""Kind, reference relation, predicted relation."""


class PlainRelation(NamedTuple):
    """A relation with the mention events of its arguments."""

    head: Span
    type: str
    tail: Span
    head_event: int
    tail_event: int

    @property
    def turned(self) -> "PlainRelation":
        """The same with head and tail exchanged."""
        return PlainRelation(self.tail, self.type, self.head, self.tail_event, self.head_event)


Fits: TypeAlias = Callable[[PlainRelation, PlainRelation], bool]


def distinct_relations(annotation: Annotation, symmetric: tuple[str, ...]) -> list[tuple[int, str, int]]:
    """List the relations of an annotation by the places of their mentions, each once, in the order of the text."""
    relations = annotation.relations
    assert relations is not None, "studies of tests with relations"
    given = [
        (int(head), relations.types[code], int(tail))
        for head, code, tail in zip(relations.head, relations.type_codes, relations.tail, strict=True)
    ]
    own: set[tuple[int, str, int]] = set()
    for head, name, tail in sorted(given, key=lambda one: one[0] > one[2]):
        if not (name in symmetric and (tail, name, head) in own):
            own.add((head, name, tail))
    return sorted(own, key=lambda one: (min(one[0], one[2]), max(one[0], one[2]), one[1], one[0] > one[2]))


def plain_relation_events(study: Study, prediction: int) -> list[PlainEvent]:
    """Pair the relations of one prediction with those of the reference."""
    event_of: dict[tuple[Side, Span], int] = {}
    for event in range(*study.event_start[prediction : prediction + 2].tolist()):
        for side in SIDES:
            mentions = study.mentions_on(side)
            for place in study.events.mentions_of(event, side).tolist():
                span = int(mentions.start[place]), int(mentions.end[place]), mentions.types[mentions.type_codes[place]]
                event_of[side, span] = event

    def written(side: Side, annotation: Annotation) -> list[PlainRelation]:
        columns = annotation.mentions
        spans = [
            (int(start), int(end), columns.types[code])
            for start, end, code in zip(columns.start, columns.end, columns.type_codes, strict=True)
        ]
        return [
            PlainRelation(spans[head], name, spans[tail], event_of[side, spans[head]], event_of[side, spans[tail]])
            for head, name, tail in distinct_relations(annotation, study.relation_choice.symmetric)
        ]

    reference = written("reference", study.reference)
    predicted = written("predicted", study.predictions[prediction].annotation)
    found: list[PlainEvent] = []
    for kind, fits in _rounds(study.relation_choice):
        for one in list(reference):
            other = next((other for other in predicted if fits(one, other)), None)
            if other is not None:
                reference.remove(one)
                predicted.remove(other)
                found.append((kind, one[:3], other[:3]))
    missed: list[PlainEvent] = [("missed", one[:3], None) for one in reference]
    spurious: list[PlainEvent] = [("spurious", None, other[:3]) for other in predicted]
    return [*found, *missed, *spurious]


def _rounds(choice: RelationChoice) -> Iterator[tuple[str, Fits]]:
    def same(one: Span, other: Span) -> bool:
        return one == other if choice.setting == "strict" else one[:2] == other[:2]

    def both(one: PlainRelation, other: PlainRelation) -> bool:
        return same(one.head, other.head) and same(one.tail, other.tail)

    def is_free(one: PlainRelation) -> bool:
        return one.type in choice.symmetric

    def alike(one: PlainRelation, other: PlainRelation) -> bool:
        return one.type == other.type

    def turned_among(one: PlainRelation, other: PlainRelation, are_free: tuple[bool, bool]) -> bool:
        return (is_free(one), is_free(other)) == are_free and both(one, other.turned)

    def head(one: PlainRelation, other: PlainRelation) -> bool:
        return alike(one, other) and same(one.head, other.head)

    def head_there(one: PlainRelation, other: PlainRelation) -> bool:
        return head(one, other) and one.tail_event == other.tail_event

    def on_tails(one: PlainRelation, other: PlainRelation, fits: Fits) -> bool:
        return fits(one.turned, other.turned)

    def head_on_tail(one: PlainRelation, other: PlainRelation, fits: Fits) -> bool:
        return is_free(one) and fits(one, other.turned)

    def tail_on_head(one: PlainRelation, other: PlainRelation, fits: Fits) -> bool:
        return is_free(one) and fits(one.turned, other)

    yield (
        "correct",
        lambda one, other: alike(one, other) and (both(one, other) or (is_free(one) and both(one, other.turned))),
    )
    yield "reversed", lambda one, other: alike(one, other) and both(one, other.turned)
    yield "wrong-type", both
    for are_free in ((True, False), (False, True), (True, True)):
        yield "wrong-type", partial(turned_among, are_free=are_free)
    for fits in (head_there, head):
        yield "wrong-argument", fits
        for other_ends in (on_tails, head_on_tail, tail_on_head):
            yield "wrong-argument", partial(other_ends, fits=fits)
