"""The diff table: one row for each event that is fixed, broken or changed between two versions of a system."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

import numpy as np

from nerinspect.corpus.arrays import AnyIntArray, spread_ranges
from nerinspect.events.segment_events import KINDS, NO_SHAPE, EventTable
from nerinspect.events.study import Study
from nerinspect.lists.mentions import MENTIONS, mention_spans
from nerinspect.lists.table import Of, Row, Table, Value
from nerinspect.systems.changes import CHANGES, Changes

NO_EVENT: Final = "tn"
"""The kind where one version has no event: neither it nor the reference has a mention there."""

_OWN: Final = MENTIONS.names(Of.CHANGES)

_ROWS_AT_ONCE: Final = 5_000


def diff_table(
    study: Study, found: Changes, new: int, rows: AnyIntArray | None = None, columns: Sequence[str] = ()
) -> Table:
    """List what is fixed, broken and changed in the new version, or only some rows of it.

    The columns of events tell of the new event. Where there is none, the row covers the mention that is gone, with kind
    `tn` and no demerits. Rows are made as they are read.
    """
    columns = tuple(columns) or MENTIONS.names_for(study, Of.CHANGES)
    chosen = np.arange(len(found)) if rows is None else rows
    of_events = tuple(dict.fromkeys(("kind", *(name for name in columns if name not in _OWN))))
    listed = replace(study, events=_new_events(study, found, new, chosen))
    return Table(columns, _rows(study, found, chosen, MENTIONS.table(listed, columns=of_events), columns))


def _new_events(study: Study, found: Changes, new: int, rows: AnyIntArray) -> EventTable:
    """Make a table with an event for each row; one where nothing is left has no mentions."""
    events, has_event = study.events, found.event[rows] >= 0
    place = np.where(has_event, found.event[rows], 0)
    zeros = np.zeros(len(rows), dtype=np.int32)
    return replace(
        events,
        prediction=np.full(len(rows), new, dtype=np.int32),
        start=found.start[rows],
        end=found.end[rows],
        **{
            name: np.where(has_event, getattr(events, name)[place], zeros)
            for name in ("demerits", "ref_from", "ref_to", "pred_from", "pred_to")
        },
        kind=np.where(has_event, events.kind[place], 0).astype(np.int8),
        shape=np.where(has_event, events.shape[place], NO_SHAPE).astype(np.int8),
    )


def _rows(study: Study, found: Changes, rows: AnyIntArray, events: Table, columns: Sequence[str]) -> Iterator[Row]:
    kind = events.columns.index("kind")
    named = (*events.columns, *_OWN)
    order = [named.index(name) for name in columns]
    of_events = iter(events)
    for first in range(0, len(rows), _ROWS_AT_ONCE):
        ahead = rows[first : first + _ROWS_AT_ONCE]
        further = zip((found.event[ahead] >= 0).tolist(), _old_cells(study, found, ahead), strict=True)
        for (has_event, cells), row in zip(further, islice(of_events, len(ahead)), strict=True):
            whole = (*row, *cells)
            if not has_event:
                whole = (*whole[:kind], NO_EVENT, *whole[kind + 1 :])
            yield tuple(whole[place] for place in order)


def _old_cells(study: Study, found: Changes, rows: AnyIntArray) -> Iterator[tuple[Value, ...]]:
    """Make the cells of changes."""
    n_old = found.old_to[rows] - found.old_from[rows]
    old = study.events.rows(found.old_events[spread_ranges(found.old_from[rows], found.old_to[rows])])
    sentence_start = study.text.sentence_start[study.text.sentence_of(found.start[rows])]
    spans = iter(mention_spans(study, old, "predicted", np.repeat(sentence_start, n_old)))
    kinds = map(KINDS.__getitem__, old.kind.tolist())
    for change, n_events in zip(found.change[rows].tolist(), n_old.tolist(), strict=True):
        named = " ".join(islice(kinds, n_events)) or NO_EVENT
        yield CHANGES[change], named, [span for spans_there in islice(spans, n_events) for span in spans_there]
