"""A relation event in words: what each side says, why it is of its kind, which relations stand around it."""

from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from nerinspect.events.context import Context, TrackSpan, context_of
from nerinspect.events.explanation import Span, quoted, spans_of, surface_of
from nerinspect.events.members import event_of_predicted, event_of_reference
from nerinspect.events.relation_events import (
    CORRECT,
    MISSED,
    RELATION_KINDS,
    REVERSED,
    SPURIOUS,
    WRONG_TYPE,
    relation_events,
    relations_on,
    symmetric_types,
)
from nerinspect.events.segment_events import KINDS, SIDES, TP, Side
from nerinspect.events.study import Study


class RelationReading(NamedTuple):
    """A relation in words: its arguments, half-open in the whole text, and the mention events that they lie in."""

    type: str
    head: Span
    tail: Span
    head_event: int
    tail_event: int

    @property
    def exchanged(self) -> "RelationReading":
        return RelationReading(self.type, self.tail, self.head, self.tail_event, self.head_event)


def relation_reading(study: Study, event: int, side: Side) -> RelationReading | None:
    """Give the relation of an event on a side; None where the side has none."""
    events, columns = relation_events(study), relations_on(study, side)
    relation = int(events.relations(side)[event])
    if relation < 0:
        return None
    numbers = int(columns.head[relation]), int(columns.tail[relation])
    head, tail = spans_of(study.mentions_on(side), numbers)
    prediction = int(events.prediction[event])
    of_mention = event_of_reference(study)[prediction] if side == "reference" else event_of_predicted(study)
    return RelationReading(
        columns.types[columns.type_codes[relation]], head, tail, *(int(of_mention[n]) for n in numbers)
    )


Argument: TypeAlias = Literal["head", "tail"]

ARGUMENTS: Final[tuple[Argument, Argument]] = ("head", "tail")


class Compared(NamedTuple):
    """One part of a relation (`type`, `head` or `tail`) on both sides; empty where one has no relation."""

    name: str
    reference: str
    predicted: str
    verdict: Literal["same", "differs", ""]


class WrongMention(NamedTuple):
    """An argument whose mention is wrong itself: on whose sides it is one, and the mention event it lies in."""

    argument: Argument
    sides: tuple[Side, ...]
    event: int
    kind: str


@dataclass(frozen=True)
class RelationExplanation:
    """Why a relation event is of its kind, with rows for type, head and tail.

    `rows`: type, head and tail. Where a type has no direction, arguments stand beside those they fit. `wrong_mentions`:
    arguments whose mentions are wrong themselves: heads, then tails, those of the reference first. Where both sides
    have exchanged arguments, they have the same names as in the reference.
    """

    kind: str
    sentences: str
    rows: tuple[Compared, ...]
    wrong_mentions: tuple[WrongMention, ...]


def explain_relation(study: Study, event: int) -> RelationExplanation:
    """Say in a few sentences why a relation event is of its kind, in the words of the study."""
    kind = int(relation_events(study).kind[event])
    reference, predicted = (relation_reading(study, event, side) for side in SIDES)
    fits = predicted if kind == REVERSED else _arranged(study, reference, predicted)
    same_places = predicted.exchanged if kind == REVERSED and predicted is not None else fits
    sentences = [_reason(study, kind, reference, fits), *_remarks(study, kind, reference, predicted)]
    return RelationExplanation(
        RELATION_KINDS[kind],
        study.wording.said(" ".join(sentences)),
        tuple(_compared(study, reference, fits)),
        tuple(_wrong_mentions(study, reference, same_places)),
    )


def _is_symmetric(study: Study, reading: RelationReading) -> bool:
    return reading.type in study.relation_choice.symmetric


def _agree(study: Study, one: Span, other: Span) -> bool:
    """Tell whether two arguments are the same under the setting of the study."""
    return one == other if study.relation_choice.setting == "strict" else one[:2] == other[:2]


def _arranged(
    study: Study, reference: RelationReading | None, predicted: RelationReading | None
) -> RelationReading | None:
    """Exchange the arguments of a prediction without direction where they fit the reference only so."""
    if reference is None or predicted is None:
        return predicted
    n_agreeing = [
        _agree(study, reference.head, one.head) + _agree(study, reference.tail, one.tail)
        for one in (predicted, predicted.exchanged)
    ]
    is_free = _is_symmetric(study, reference) or _is_symmetric(study, predicted)
    return predicted.exchanged if is_free and n_agreeing[1] > n_agreeing[0] else predicted


def _reason(study: Study, kind: int, reference: RelationReading | None, predicted: RelationReading | None) -> str:
    if kind == MISSED and reference is not None:
        return f"The reference says {_said(study, reference)}; the prediction has no relation that matches it."
    if kind == SPURIOUS and predicted is not None:
        return f"The prediction says {_said(study, predicted)}; the reference has no relation that matches it."
    assert reference is not None, "all other kinds have both relations"
    assert predicted is not None, "all other kinds have both relations"
    if kind == CORRECT:
        return f"Reference and prediction agree in the type {reference.type} and in both arguments."
    if kind == REVERSED:
        return f"{_right(study, reference.type, 'are', 'both mentions')}. Head and tail are exchanged."
    if kind == WRONG_TYPE:
        types = f"the reference says {reference.type}, the prediction {predicted.type}"
        if study.wording.is_neutral:
            return f"Reference and prediction agree in both arguments, not in the type: {types}."
        return f"Both arguments are right, the type is not: {types}."
    is_head_right = _agree(study, reference.head, predicted.head)
    right, wrong = ARGUMENTS if is_head_right else ARGUMENTS[::-1]
    given, found = (reference.tail, predicted.tail) if is_head_right else (reference.head, predicted.head)
    is_right = _right(study, reference.type, "is", f"the {right}")
    return f"{is_right}. The {wrong} {_difference(given, found)}."


def _right(study: Study, name: str, verb: str, other: str) -> str:
    """Say that the type and something else are right; between annotators, that they agree in both."""
    if study.wording.is_neutral:
        return f"Reference and prediction agree in the type {name} and in {other}"
    return f"The type {name} is right and so {verb} {other}"


def _difference(reference: Span, predicted: Span) -> str:
    if reference[:2] == predicted[:2]:
        return f"has another type: {reference.type} in the reference, {predicted.type} in the prediction"
    if reference.start < predicted.end and predicted.start < reference.end:
        return "is a mention of another extent"
    return "is another mention"


def _remarks(
    study: Study, kind: int, reference: RelationReading | None, predicted: RelationReading | None
) -> list[str]:
    """Say what the kind alone does not tell."""
    remarks = []
    if reference is not None and predicted is not None:
        fits = _arranged(study, reference, predicted)
        assert fits is not None, "there is a prediction"
        if kind != REVERSED and fits is not predicted:
            free = reference if _is_symmetric(study, reference) else predicted
            remarks.append(f"Head and tail are exchanged, which does not matter: {free.type} has no direction.")
        if kind in (CORRECT, WRONG_TYPE):
            pairs = ((reference.head, fits.head), (reference.tail, fits.tail))
            differing = [name for name, pair in zip(ARGUMENTS, pairs, strict=True) if pair[0] != pair[1]]
            if differing:
                remarks.append(
                    f"The type of the {' and of the '.join(differing)} differs, which does not count under boundaries."
                )
    for reading in (reference, predicted):
        if reading is not None and reading.head == reading.tail:
            remarks.append("It joins a mention with itself.")
            break
    return remarks


def _compared(study: Study, reference: RelationReading | None, predicted: RelationReading | None) -> list[Compared]:
    sides = reference, predicted
    types = [reading.type if reading else "" for reading in sides]
    rows: list[tuple[str, list[str], bool]] = [("type", types, types[0] == types[1])]
    for place, name in enumerate(ARGUMENTS):
        spans = [(reading.head, reading.tail)[place] if reading else None for reading in sides]
        texts = [surface_of(study, span.start, span.end) if span else "" for span in spans]
        is_same = spans[0] is not None and spans[1] is not None and _agree(study, spans[0], spans[1])
        rows.append((name, texts, is_same))
    has_both = None not in sides
    return [
        Compared(name, texts[0], texts[1], ("same" if is_same else "differs") if has_both else "")
        for name, texts, is_same in rows
    ]


def _wrong_mentions(
    study: Study, reference: RelationReading | None, predicted: RelationReading | None
) -> list[WrongMention]:
    found: dict[tuple[int, Argument], tuple[Side, ...]] = {}
    for side, reading in zip(SIDES, (reference, predicted), strict=True):
        events = (reading.head_event, reading.tail_event) if reading else ()
        for key in zip(events, ARGUMENTS, strict=False):
            found[key] = (*found.get(key, ()), side)
    kind = {event: int(study.events.kind[event]) for event, _ in found}
    return [
        WrongMention(argument, sides, event, KINDS[kind[event]])
        for (event, argument), sides in sorted(found.items(), key=lambda one: ARGUMENTS.index(one[0][1]))
        if kind[event] != TP
    ]


def _said(study: Study, reading: RelationReading) -> str:
    head, tail = (quoted(surface_of(study, span.start, span.end)) for span in (reading.head, reading.tail))
    return f"{reading.type} of {head} and {tail}" if _is_symmetric(study, reading) else f"{head} {reading.type} {tail}"


@dataclass(frozen=True)
class SentenceRelation:
    """A relation of one sentence, numbered as by `relations_on`; its arguments are positions in the sentence."""

    event: int
    kind: str
    side: Side
    number: int
    type: str
    head: TrackSpan
    tail: TrackSpan
    is_directed: bool


def relation_context_of(study: Study, event: int) -> Context:
    """Gather what stands around a relation event: as of a mention event its head lies in.

    The segment reaches from the first argument to the last.
    """
    events = relation_events(study)
    prediction = int(events.prediction[event])
    if (reference := int(events.reference[event])) >= 0:
        head = int(relations_on(study, "reference").head[reference])
        mention_event = int(event_of_reference(study)[prediction, head])
    else:
        head = int(relations_on(study, "predicted").head[int(events.predicted[event])])
        mention_event = int(event_of_predicted(study)[head])
    context = context_of(study, mention_event)
    first = int(study.text.sentence_start[context.sentence.number - 1])
    start, end = int(events.start[event]) - first, int(events.end[event]) - first
    return replace(context, segment=replace(context.segment, start=start, end=end))


def sentence_relations(study: Study, event: int) -> list[SentenceRelation]:
    """List the relations in the sentence of a relation event by their events, of each that of the reference first."""
    events, text = relation_events(study), study.text
    prediction = events.prediction[event]
    begin, end = (int(np.searchsorted(events.prediction, prediction, side)) for side in ("left", "right"))
    sentence = int(text.sentence_of(events.start[event : event + 1])[0])
    bounds = text.sentence_start[sentence : sentence + 2].astype(events.start.dtype)
    first = int(bounds[0])
    near = range(*(begin + int(place) for place in events.start[begin:end].searchsorted(bounds)))
    undirected = symmetric_types(study)
    found = []
    for number in near:
        for side in SIDES:
            relation = int(events.relations(side)[number])
            if relation < 0:
                continue
            columns = relations_on(study, side)
            code = int(columns.type_codes[relation])
            spans = spans_of(study.mentions_on(side), (int(columns.head[relation]), int(columns.tail[relation])))
            head, tail = (TrackSpan(start - first, end - first, name) for start, end, name in spans)
            kind = RELATION_KINDS[int(events.kind[number])]
            is_directed = not undirected[code]
            found.append(
                SentenceRelation(number, kind, side, relation, columns.types[code], head, tail, bool(is_directed))
            )
    return found
