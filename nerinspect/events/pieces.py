"""A study in runs of sentences, so that memory does not grow with them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from nerinspect.events.segment_events import EventTable, concatenated_events
from nerinspect.events.study import Study


@dataclass(frozen=True)
class Piece:
    """Some sentences of a study: their mentions and events; tokens stay where they are.

    `reference`, and for each prediction `predicted` and `events`, are the places of its mentions and events in the
    whole, the predicted mentions as `Study.predicted` numbers them.
    """

    study: Study
    sentences: slice
    reference: slice
    predicted: tuple[slice, ...]
    events: tuple[slice, ...]


def pieces_of(study: Study, n_tokens: int) -> Iterator[Piece]:
    """Cut a study into runs of sentences of about so many tokens; one that has no more is itself its only piece."""
    text = study.text
    sides = [study.reference, *(one.annotation for one in study.predictions)]
    n_before = np.cumsum([0, 0, *(len(one.mentions) for one in sides[1:])]).tolist()
    rows = [study.rows_of(number) for number in range(len(study.predictions))]
    for first, stop in text.cuts(n_tokens) if text.n_tokens > n_tokens else [(0, text.n_sentences)]:
        tokens = text.sentence_start[[first, stop]]
        held = [slice(*np.searchsorted(side.mentions.start, tokens).tolist()) for side in sides]
        own = tuple(slice(*(one.start + np.searchsorted(study.events.start[one], tokens)).tolist()) for one in rows)
        ahead = zip(held[1:], n_before[1:], strict=False)
        predicted = tuple(slice(one.start + n, one.stop + n) for one, n in ahead)
        part = study
        if text.n_tokens > n_tokens:
            cut = [replace(side, mentions=side.mentions.chosen(one)) for side, one in zip(sides, held, strict=True)]
            starts, lines = text.sentence_start[first : stop + 1], text.sentence_line[first:stop]
            sentences = replace(text, sentence_start=starts, sentence_line=lines, document=text.document[first:stop])
            alike = zip(study.predictions, cut[1:], strict=True)
            predictions = tuple(replace(one, annotation=annotation) for one, annotation in alike)
            events = _cut_events(study, own, held[0].start, predicted)
            part = replace(study, text=sentences, reference=cut[0], predictions=predictions, events=events)
        yield Piece(part, slice(first, stop), held[0], predicted, own)


def _cut_events(study: Study, rows: tuple[slice, ...], n_reference: int, predicted: tuple[slice, ...]) -> EventTable:
    tables, n_predicted = [EventTable.empty()], 0
    for number, (which, mentions) in enumerate(zip(rows, predicted, strict=True)):
        events = study.events.alone(which)
        ref_members, pred_members = events.ref_members - np.int32(n_reference), events.pred_members
        in_part = replace(events, ref_members=ref_members, pred_members=pred_members - np.int32(mentions.start))
        tables.append(in_part.of_prediction(number, n_predicted))
        n_predicted += mentions.stop - mentions.start
    return concatenated_events(tables[1:] or tables)
