"""The relation that an event has on a side, in words and places."""

from typing import NamedTuple

from nerinspect.analysis.events import Side
from nerinspect.analysis.explanation import Span
from nerinspect.analysis.members import event_of_predicted, event_of_reference
from nerinspect.analysis.relation_columns import relations_on
from nerinspect.analysis.relation_events import relation_events
from nerinspect.analysis.study import Study


class RelationReading(NamedTuple):
    """A relation in words.

    Attributes
    ----------
    type : str
        Its type.
    head, tail : Span
        Its arguments, half-open token positions in the whole text.
    head_event, tail_event : int
        Numbers of the mention events that they lie in.
    """

    type: str
    head: Span
    tail: Span
    head_event: int
    tail_event: int

    @property
    def exchanged(self) -> "RelationReading":
        """The same with head and tail exchanged."""
        return RelationReading(self.type, self.tail, self.head, self.tail_event, self.head_event)


def relation_reading(study: Study, event: int, side: Side) -> RelationReading | None:
    """Give the relation of an event on a side.

    Parameters
    ----------
    study : Study
        What the event belongs to.
    event : int
        Its number in `relation_events`.
    side : str
        `reference` or `predicted`.

    Returns
    -------
    RelationReading or None
        None where the side has no relation.
    """
    events, columns, mentions = relation_events(study), relations_on(study, side), study.mentions_on(side)
    relation = int(events.relations(side)[event])
    if relation < 0:
        return None
    numbers = int(columns.head[relation]), int(columns.tail[relation])
    head, tail = (
        Span(int(mentions.start[n]), int(mentions.end[n]), mentions.types[mentions.type_codes[n]]) for n in numbers
    )
    prediction = int(events.prediction[event])
    of_mention = event_of_reference(study)[prediction] if side == "reference" else event_of_predicted(study)
    return RelationReading(
        columns.types[columns.type_codes[relation]], head, tail, *(int(of_mention[n]) for n in numbers)
    )
