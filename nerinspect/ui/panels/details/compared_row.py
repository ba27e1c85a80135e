"""A row of the comparison as the details show it: where it stands, and what A and B make of it."""

from dataclasses import dataclass

from nerinspect.analysis.explanation import surface_of
from nerinspect.analysis.study import Study
from nerinspect.errors import counted
from nerinspect.results.mention_facts import EventMention, event_mentions

_LONGEST_TITLE = 40  # tokens


@dataclass(frozen=True)
class ComparedRow:
    """A reference mention, or a stretch of text, with the events of A and of B.

    Attributes
    ----------
    start, end : int
        Half-open token positions in the whole text: the reference mention, or the whole stretch.
    mention : int
        Number of the reference mention; -1 for a stretch.
    predictions : (int, int)
        Numbers of A and B.
    events : (range, range)
        Numbers of their events.
    """

    start: int
    end: int
    mention: int
    predictions: tuple[int, int]
    events: tuple[range, range]

    @property
    def event(self) -> int:
        """The event that stands for the row: the first one of A; that of B where A has none."""
        return (self.events[0] or self.events[1])[0]


def title_of(study: Study, row: ComparedRow) -> str:
    """Write the words of a row; of a very long one the first."""
    words = surface_of(study, row.start, min(row.end, row.start + _LONGEST_TITLE))
    return words if row.end - row.start <= _LONGEST_TITLE else f"{words} …"


def row_in_words(study: Study, row: ComparedRow) -> tuple[str, list[str]]:
    """Say what a row is, and name the types of the reference mentions in it."""
    mentions = [mention for mention in mentions_of_row(study, row) if mention.side == "reference"]
    types = [mention.type for mention in mentions]
    if row.mention >= 0:
        return "one reference mention,", types
    said = counted(len(mentions), "reference mention") if mentions else "no reference mention"
    return f"a stretch of text with {said}{',' if mentions else ''}", types


def mentions_of_row(study: Study, row: ComparedRow, at_most: int | None = None) -> list[EventMention]:
    """List the mentions that a row is about.

    Parameters
    ----------
    study : Study
        Reference and predictions.
    row : ComparedRow
        The row.
    at_most : int, optional
        So many of them, the first ones; all, if left out.

    Returns
    -------
    list of EventMention
        The reference mention; of a stretch all reference mentions, or where there is none, the predicted ones of A
        and B, equal ones once.
    """
    if row.mention >= 0:
        code = study.reference.mentions.type_codes[row.mention]
        return [EventMention(row.event, "reference", row.mention, row.start, row.end, study.types[code])]
    every = [one for events in row.events for event in events for one in event_mentions(study, event, at_most)]
    if any(one.side == "reference" for one in every):
        every = [one for one in every if one.side == "reference"]
    distinct = {(one.start, one.end, one.type): one for one in reversed(every)}
    return list(reversed(distinct.values()))[:at_most]
