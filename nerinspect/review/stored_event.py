"""An event as a review file names it: its id, and what is needed to find it quickly or to list it when it is gone."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from nerinspect.analysis.decisions import Reading
from nerinspect.analysis.study import Study
from nerinspect.results.events_table import events_table

OF_RELATIONS: Final = "relation:"
"""How the kinds of relation events begin in a file; those of mentions stand as they are."""


class StoredEvent(NamedTuple):
    """One event, of mentions or of relations; positions count in the sentence.

    Attributes
    ----------
    event : str
        Its id.
    system, run, sentence, start, end, kind, text, reference_spans, predicted_spans
        As in the events table; see `stored_relation_events` for a relation event.
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

    @property
    def is_of_relations(self) -> bool:
        """Whether it is a relation event."""
        return self.kind.startswith(OF_RELATIONS)


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
