"""An event as a review file names it: its id, and what is needed to find it quickly or to list it when it is gone."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from nerinspect.analysis.decisions import Reading
from nerinspect.analysis.study import Study
from nerinspect.results.events_table import events_table


class StoredEvent(NamedTuple):
    """One event; positions count in the sentence.

    Attributes
    ----------
    event : str
        Its id.
    system, run, sentence, start, end, kind, text, reference_spans, predicted_spans
        As in the events table.
    """

    event: str
    system: str
    run: int
    sentence: int
    start: int
    end: int
    kind: str
    text: str
    reference_spans: Reading
    predicted_spans: Reading


EVENT_PARTS = StoredEvent._fields
"""What is kept of an event, under the names of the events table."""


def stored_events(study: Study, events: Iterable[int]) -> Iterator[StoredEvent]:
    """Describe some events of a study, in the order given."""
    order = np.fromiter(events, dtype=np.int64)
    for row in events_table(study, order, columns=EVENT_PARTS):
        yield stored_event(row)


def stored_event(row: Sequence[Any]) -> StoredEvent:
    """Make an event of its parts, in the order of `EVENT_PARTS`."""
    *plain, reference, predicted = row
    return StoredEvent._make((*plain, tuple(reference), tuple(predicted)))
