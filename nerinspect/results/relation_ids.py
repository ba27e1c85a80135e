"""Ids of relation events: digests that stay the same whatever else is loaded, filtered or chosen."""

import json
from typing import Final

import numpy as np

from nerinspect.analysis.events import SIDES, Side
from nerinspect.analysis.relation_columns import relations_on
from nerinspect.analysis.relation_events import RelationEvents, relation_events
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, IntArray
from nerinspect.results.event_ids import event_ids
from nerinspect.results.table import Spans

_NOTHING: Final = "null"


def relation_ids(study: Study, events: AnyIntArray) -> list[str]:
    """Make the ids of relation events.

    An id is the first 16 hexadecimal digits of SHA-256 over the compact JSON of system, run, the tokens of the
    sentence, how many equal sentences stand before it, and both relations: each a list of its type and the spans of
    its head and its tail, null where a side has none. It says nothing of kind and setting, so that the same two
    relations have one id under both settings.

    Parameters
    ----------
    study : Study
        With relations.
    events : ndarray of int, shape (n,)
        Numbers of relation events; neighbours in one sentence are quickest.

    Returns
    -------
    list of str
        16 hexadecimal digits for each.
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
    """List the arguments of events on one side, with positions counted from the start of a sentence.

    Parameters
    ----------
    study : Study
        What the events belong to.
    events : RelationEvents
        Some of its relation events.
    side : str
        `reference` or `predicted`.
    offset : ndarray of int32, shape (n,)
        First token of the sentence.

    Returns
    -------
    list of spans
        For each event the `(start, end, type)` of head and tail; no triples where the side has no relation.
    """
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
