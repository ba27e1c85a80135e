"""The events table: one row for each event, as files hold it."""

from collections.abc import Iterator

import numpy as np

from nerinspect.analysis.events import KINDS, SHAPES
from nerinspect.analysis.study import Study
from nerinspect.corpus.arrays import AnyIntArray, IntArray
from nerinspect.corpus.mentions import Mentions
from nerinspect.progress import Checkpoint, no_checkpoint
from nerinspect.results.event_ids import EventIds
from nerinspect.results.table import Row, Spans, Table

EVENT_COLUMNS = (
    "event", "system", "run", "document", "sentence", "line", "start", "end", "kind", "shape", "demerits", "text",
    "reference_types", "predicted_types", "reference_spans", "predicted_spans", "left", "right",
)  # fmt: skip

_ROWS_AT_ONCE = 20_000
_TOKENS_AT_ONCE = 5_000_000


def events_table(study: Study, order: AnyIntArray | None = None, checkpoint: Checkpoint = no_checkpoint) -> Table:
    """List events.

    Parameters
    ----------
    study : Study
        Where they are.
    order : ndarray of int, shape (n_rows,), or None
        Event numbers in the order wanted; None for all by system, run, sentence and start.
    checkpoint : Checkpoint
        Called with rows written and rows in all.

    Returns
    -------
    Table
        The columns of `EVENT_COLUMNS`; rows are made as they are read.
    """
    chosen = np.arange(len(study.events)) if order is None else order
    return Table(EVENT_COLUMNS, _rows(study, chosen, checkpoint))


def mention_spans(mentions: Mentions, first: IntArray, last: IntArray, offset: IntArray) -> list[Spans]:
    """List the mentions in ranges, with positions counted from the start of a sentence.

    Parameters
    ----------
    mentions : Mentions
        Of one side.
    first, last : ndarray of int32, shape (n,)
        Half-open ranges of mentions.
    offset : ndarray of int32, shape (n,)
        First token of the sentence.

    Returns
    -------
    list of spans
        For each range its `(start, end, type)` triples.
    """
    types = mentions.types
    listed = []
    for begin, stop, zero in zip(first.tolist(), last.tolist(), offset.tolist(), strict=True):
        start, end = mentions.start[begin:stop].tolist(), mentions.end[begin:stop].tolist()
        codes = mentions.type_codes[begin:stop].tolist()
        listed.append([(s - zero, e - zero, types[code]) for s, e, code in zip(start, end, codes, strict=True)])
    return listed


def _rows(study: Study, order: AnyIntArray, checkpoint: Checkpoint) -> Iterator[Row]:
    ids = EventIds(study)
    first = 0
    while first < len(order):
        checkpoint(first, len(order))
        ahead = order[first : first + _ROWS_AT_ONCE]
        sentence = study.event_sentence[ahead]
        length = study.text.sentence_start[sentence + 1] - study.text.sentence_start[sentence]
        n_rows = max(1, int(np.searchsorted(np.cumsum(length, dtype=np.int64), _TOKENS_AT_ONCE)))
        yield from _some_rows(study, ahead[:n_rows], ids)
        first += n_rows


def _some_rows(study: Study, chosen: AnyIntArray, ids: EventIds) -> Iterator[Row]:
    text, events = study.text, study.events.rows(chosen)
    sentence = study.event_sentence[chosen]
    zero, stop = text.sentence_start[sentence], text.sentence_start[sentence + 1]
    line = text.sentence_line[sentence]
    start, end = (events.start - zero).tolist(), (events.end - zero).tolist()
    reference = mention_spans(study.reference.mentions, events.ref_from, events.ref_to, zero)
    predicted = mention_spans(study.predicted, events.pred_from, events.pred_to, zero)
    predictions = [study.predictions[number] for number in events.prediction.tolist()]
    return zip(
        ids.of(chosen, start, end, reference, predicted),
        [prediction.system for prediction in predictions],
        [prediction.run for prediction in predictions],
        text.document[sentence].tolist(),
        (sentence + 1).tolist(),
        [number or None for number in np.where(line, line + events.start - zero, 0).tolist()],
        start,
        end,
        [KINDS[kind] for kind in events.kind.tolist()],
        [SHAPES[shape] for shape in events.shape.tolist()],
        events.demerits.tolist(),
        text.joined(events.start, events.end).to_pylist(),
        [_types(spans) for spans in reference],
        [_types(spans) for spans in predicted],
        reference,
        predicted,
        text.joined(zero, events.start).to_pylist(),
        text.joined(events.end, stop).to_pylist(),
        strict=True,
    )


def _types(spans: Spans) -> str:
    return " ".join(type_name for _, _, type_name in spans)
