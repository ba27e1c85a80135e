"""What is known of the place of each mention of an event; a new row is one line in the table below."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from nerinspect.analysis.events import KINDS, SIDES, Side
from nerinspect.analysis.explanation import surface_of
from nerinspect.analysis.study import Annotation, Study
from nerinspect.query.fields.places import event_line, event_sentence_number
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.writer import query_text


@dataclass(frozen=True)
class EventMention:
    """One mention of an event.

    Attributes
    ----------
    event : int
        The event.
    side : str
        `reference` or `predicted`.
    place : int
        Its place among the mentions of the side, those of all predictions behind each other.
    start, end : int
        Half-open token positions in the whole text.
    type : str
        Its type.
    """

    event: int
    side: Side
    place: int
    start: int
    end: int
    type: str


@dataclass(frozen=True)
class FactValue:
    """A value as it is shown.

    Attributes
    ----------
    text : str
        The value; empty if there is none.
    query : str
        Finds the events that have the value; empty if no query says it.
    note : str
        How it comes about, for a tooltip.
    bucket : str
        Name of the bucket it is in; empty for none.
    """

    text: str = ""
    query: str = ""
    note: str = ""
    bucket: str = ""


@dataclass(frozen=True)
class MentionFact:
    """A row with a value for each mention; `key` is that of its definition in the glossary."""

    key: str
    name: str
    value: Callable[[Study, EventMention], FactValue]


def count_mentions(study: Study, event: int) -> int:
    """Count the mentions of an event on both sides."""
    return sum(len(study.events.mentions_of(event, side)) for side in SIDES)


def line_in_event(study: Study, event: int, position: int) -> int | None:
    """Find the physical line of a token in an event's sentence, without searching; None where there are no lines."""
    text = study.text
    if text.token_line is not None:
        return int(text.token_line[position]) or None
    sentence = study.event_sentence[event]
    line = int(text.sentence_line[sentence])
    return line + position - int(text.sentence_start[sentence]) if line else None


def event_query(study: Study, event: int) -> str:
    """Write a query that finds just this event of its prediction; empty if none does."""
    chosen = event_filter(study, event)
    return query_text(chosen) if chosen else ""


def event_filter(study: Study, event: int) -> Filter | None:
    """Ask for just one event of its prediction: for more than its place only where others stand.

    Returns
    -------
    Filter or None
        None if all that can be asked for does not tell it from another.
    """
    line = line_in_event(study, event, int(study.events.start[event]))
    place = Term("sent", (int(study.event_sentence[event]) + 1,)) if line is None else Term("line", (line,))
    places = event_sentence_number(study) if line is None else event_line(study)
    first, last = study.event_start[int(study.events.prediction[event]) :][:2]
    neighbours = [other for other in (event - 1, event + 1) if first <= other < last]
    if all(places[other] != places[event] for other in neighbours):
        return place
    terms: list[Filter] = [place]
    kept = place.mask(study)
    for term in _told_apart(study, event):
        terms.append(term)
        kept &= term.mask(study, kept)
        if np.count_nonzero(kept[first:last]) == 1:
            return all_of(*terms)
    return None


def _told_apart(study: Study, event: int) -> Iterator[Filter]:
    """List what else can be asked for, so that no other event at the same place is found."""
    yield Term("kind", (KINDS[int(study.events.kind[event])],))
    mentions = event_mentions(study, event)
    yield Term("elen", (mentions[0].end - mentions[0].start,))
    for field, side in (("ref", "reference"), ("pred", "predicted")):
        yield from (Term(field, (name,)) for name in sorted({one.type for one in mentions if one.side == side}))
    yield from (Term("surface", (surface_of(study, one.start, one.end),)) for one in mentions)


def event_mentions(study: Study, event: int, at_most: int | None = None) -> list[EventMention]:
    """List the mentions of an event in text order, those of the reference first."""
    found = []
    for side in SIDES:
        mentions = study.mentions_on(side)
        for place in study.events.mentions_of(event, side)[:at_most].tolist():
            start, end = int(mentions.start[place]), int(mentions.end[place])
            found.append(EventMention(event, side, place, start, end, study.types[mentions.type_codes[place]]))
    return found[:at_most]


def _extent(study: Study, mention: EventMention) -> FactValue:
    before = int(study.text.sentence_start[study.event_sentence[mention.event]])
    first, last = mention.start - before + 1, mention.end - before
    return FactValue(f"{first:,}" if first == last else f"{first:,} to {last:,}")


def _line(study: Study, mention: EventMention) -> FactValue:
    line = line_in_event(study, mention.event, mention.start)
    return FactValue() if line is None else FactValue(f"{line:,}")


def _repaired(study: Study, mention: EventMention) -> FactValue:
    repair = _annotation(study, mention).repair
    first, last = np.searchsorted(repair.position, [mention.start, mention.end]).tolist()
    changes = [
        f"{before} → {after}" for before, after in zip(repair.before[first:last], repair.after[first:last], strict=True)
    ]
    return FactValue(", ".join(changes))


def _annotation(study: Study, mention: EventMention) -> Annotation:
    if mention.side == "reference":
        return study.reference
    return study.predictions[int(study.events.prediction[mention.event])].annotation


MENTION_FACTS: Final = (
    MentionFact("extent", "tokens", _extent),
    MentionFact("mention_line", "line", _line),
    MentionFact("repaired", "repaired", _repaired),
)
"""What each mention is shown with below its attributes; a row without any value is left out."""
