"""The relations around a relation event: those of its sentence, of the reference and of one prediction."""

from dataclasses import dataclass, replace

import numpy as np

from nerinspect.analysis.context import Context, context_of
from nerinspect.analysis.events import SIDES, Side
from nerinspect.analysis.members import event_of_predicted, event_of_reference
from nerinspect.analysis.relation_columns import relations_on, symmetric_types
from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.relation_pairing import RELATION_KINDS
from nerinspect.analysis.sentence import TrackSpan
from nerinspect.analysis.study import Study


@dataclass(frozen=True)
class SentenceRelation:
    """A relation of one sentence.

    Attributes
    ----------
    event : int
        Number of its relation event.
    kind : str
        Of the event, one of `RELATION_KINDS`.
    side : str
        Whose relation: `reference` or `predicted`.
    number : int
        The relation, as `relations_on` numbers those of the side.
    type : str
        Its type.
    head, tail : TrackSpan
        Its arguments, as token positions in the sentence.
    is_directed : bool
        Whether it says something else with head and tail exchanged.
    """

    event: int
    kind: str
    side: Side
    number: int
    type: str
    head: TrackSpan
    tail: TrackSpan
    is_directed: bool


def relation_context_of(study: Study, event: int) -> Context:
    """Gather what stands around a relation event.

    Parameters
    ----------
    study : Study
        With relations.
    event : int
        Number of the relation event.

    Returns
    -------
    Context
        That of a mention event its head lies in; its segment reaches from the first argument to the last.
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
    """List the relations in the sentence of a relation event, of the reference and of its prediction.

    Parameters
    ----------
    study : Study
        With relations.
    event : int
        Number of the relation event.

    Returns
    -------
    list of SentenceRelation
        In the order of their events, of each that of the reference first.
    """
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
            columns, mentions = relations_on(study, side), study.mentions_on(side)
            code = int(columns.type_codes[relation])
            head, tail = (
                TrackSpan(
                    int(mentions.start[mention]) - first,
                    int(mentions.end[mention]) - first,
                    mentions.types[mentions.type_codes[mention]],
                )
                for mention in (int(columns.head[relation]), int(columns.tail[relation]))
            )
            kind = RELATION_KINDS[int(events.kind[number])]
            is_directed = not undirected[code]
            found.append(
                SentenceRelation(number, kind, side, relation, columns.types[code], head, tail, bool(is_directed))
            )
    return found
