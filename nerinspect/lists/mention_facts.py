"""What is known of each mention of an event: its place, and its attributes with the buckets they fall into."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from nerinspect.attributes.buckets import bucketing
from nerinspect.attributes.built_in import BUILT_IN, TYPE, attributes_of
from nerinspect.events.explanation import surface_of
from nerinspect.events.members import entity_tokens
from nerinspect.events.scores import UNDEFINED
from nerinspect.events.segment_events import KINDS, SIDES, Side
from nerinspect.events.study import DEFAULT_BUCKETS, Annotation, Attribute, Study
from nerinspect.quantities import grouped
from nerinspect.query.fields.attributes import BUCKET, bucket_value
from nerinspect.query.fields.kinds import event_line, event_sentence_number
from nerinspect.query.filters import Filter, Term, all_of
from nerinspect.query.language.parser import query_text
from nerinspect.query.language.words import bucket_words, whole_text


class EventMention(NamedTuple):
    """One mention of an event, half-open in the whole text, placed among those of all predictions behind each other."""

    event: int
    side: Side
    place: int
    start: int
    end: int
    type: str


class FactValue(NamedTuple):
    """A value as it is shown, empty if there is none.

    `query`: finds the events that have the value; empty if no query says it. `note`: how it comes about, for a tooltip.
    """

    text: str = ""
    query: str = ""
    note: str = ""
    bucket: str = ""


class MentionFact(NamedTuple):
    """A row with a value for each mention; `key` is that of its definition in the glossary."""

    key: str
    name: str
    value: Callable[[Study, EventMention], FactValue]


def count_mentions(study: Study, event: int) -> int:
    return sum(len(study.events.mentions_of(event, side)) for side in SIDES)


def line_in_event(study: Study, event: int, position: int) -> int | None:
    """Find the physical line of a token in an event's sentence, without searching; None where there are no lines."""
    text = study.text
    if text.token_line is not None:
        return int(text.token_line[position]) or None
    sentence = study.event_sentence[event]
    line = int(text.sentence_line[sentence])
    return line + position - int(text.sentence_start[sentence]) if line else None


def file_of_event(study: Study, event: int) -> str:
    """Give the path of the file that an event stands in, if there are several; else nothing."""
    return study.text.file_of(int(study.event_sentence[event]))


def event_query(study: Study, event: int) -> str:
    """Write a query that finds just this event of its prediction; empty if none does."""
    chosen = event_filter(study, event)
    return query_text(chosen) if chosen else ""


def event_filter(study: Study, event: int) -> Filter | None:
    """Ask for just one event of its prediction: for more than its place only where others stand.

    None if all that can be asked for does not tell it from another.
    """
    line = None if study.text.files else line_in_event(study, event, int(study.events.start[event]))
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
    return FactValue(grouped(first) if first == last else f"{grouped(first)} to {grouped(last)}")


def _line(study: Study, mention: EventMention) -> FactValue:
    line, file = line_in_event(study, mention.event, mention.start), file_of_event(study, mention.event)
    return FactValue() if line is None else FactValue(grouped(line) + f" of {os.path.basename(file)}" * bool(file))


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


OF_SENTENCES: Final = ("sLen", "eDen", "oDen")  # names of the attributes that all mentions of a sentence share

_DIGITS: Final = 2  # so many digits of a small number are written


def definition_key(attribute: Attribute) -> str:
    """Give the key of an attribute's definition in the glossary; empty for the type and for those of the user."""
    return attribute.name.casefold() if attribute in BUILT_IN and attribute is not TYPE else ""


def attributes_of_mentions(study: Study) -> list[Attribute]:
    """List the attributes that mentions of one sentence may differ in; their types are said beside them."""
    known = attributes_of(study)
    return [one for one in known if one.unit == "mention" and one is not TYPE and one.name not in OF_SENTENCES]


def mention_attribute(
    study: Study, attribute: Attribute, mention: EventMention, n_wanted: int = DEFAULT_BUCKETS
) -> FactValue:
    """Give the value of an attribute of one mention, with a query for the events with a mention in the same bucket."""
    return _fact(study, attribute, mention.side, mention.place, int(study.events.prediction[mention.event]), n_wanted)


def sentence_attributes(study: Study, event: int, n_wanted: int = DEFAULT_BUCKETS) -> list[tuple[Attribute, FactValue]]:
    mention, facts = event_mentions(study, event, 1)[0], []
    for attribute in (one for one in attributes_of(study) if one.name in OF_SENTENCES):
        fact = mention_attribute(study, attribute, mention, n_wanted)
        if attribute.name == "eDen":
            fact = fact._replace(note=f"{_density(study, event)}, {fact.note}")
        facts.append((attribute, fact))
    return facts


def token_attributes(
    study: Study, prediction: int, position: int, types: Sequence[str], n_wanted: int = DEFAULT_BUCKETS
) -> list[str]:
    """Say the values of the attributes of tokens, such as `tCon as LOC: 0.63 (L, over 0.58)`, for one token.

    It is inside mentions of some types; the frequency stands once, since it is the same for all. None without training
    data.
    """
    lines: dict[str, None] = {}
    for attribute in (one for one in attributes_of(study) if one.unit == "token"):
        for name in types:
            if found := _token_member(study, prediction, position, name):
                fact = _fact(study, attribute, *found, prediction, n_wanted)
                of = "" if attribute.name == "tFre" else f" as {name}"
                lines[f"{attribute.name}{of}: {fact.text}, {fact.note.partition(chr(10))[0]}"] = None
    return list(lines)


def value_text(attribute: Attribute, names: Sequence[str], value: float) -> str:
    """Write a value, or its name: small numbers with two digits that mean something, days as ISO 8601 has them.

    Whole numbers of the user's own, such as years, stand as they are written; others are grouped by thousands.
    """
    if np.isnan(value):
        return UNDEFINED
    if attribute.scale == "name":
        return names[int(value)]
    if attribute.scale == "date":
        return str(np.datetime64(int(value), "D"))
    if float(value).is_integer():
        return whole_text(attribute, int(value))
    if abs(value) >= 1:
        return grouped(value, _DIGITS)
    return np.format_float_positional(value, _DIGITS, unique=False, fractional=False, trim="-")


def _density(study: Study, event: int) -> str:
    """Say how the density of the sentence of an event comes about, such as `1 / 6`."""
    first, last = study.text.sentence_start[study.event_sentence[event] :][:2].tolist()
    n_mentions = int(np.diff(study.reference.mentions.start.searchsorted(np.array([first, last], dtype=np.int32)))[0])
    return f"{grouped(n_mentions)} / {grouped(last - first)}"


def _fact(study: Study, attribute: Attribute, side: Side, place: int, prediction: int, n_wanted: int) -> FactValue:
    own = bucketing(study, attribute, n_wanted)
    distinct = own.distinct  # the values of all members would be made for the one of this
    value = (distinct.reference_of(prediction) if side == "reference" else distinct.predicted)[place]
    code = own.of_value[value]
    bucket, text = own.names[code], value_text(attribute, distinct.names, float(distinct.values[value]))
    query = query_text(Term(BUCKET.name, (bucket_value(attribute.name, bucket, n_wanted),)))
    words = bucket_words(own, int(code))
    note = f"bucket {bucket}" + ("" if words == bucket else f": {words}")
    if not definition_key(attribute):
        note += f"\n{attribute.meaning}"
    return FactValue(text, query, note, "" if attribute.scale == "name" else bucket)


def _token_member(study: Study, prediction: int, position: int, type_name: str) -> tuple[Side, int] | None:
    """Find a member of tokens at a position with a type, of the reference or else of the prediction."""
    code = study.types.index(type_name)
    for side, number in zip(SIDES, (0, prediction), strict=True):
        tokens = entity_tokens(study)[side]
        first = np.searchsorted(tokens.prediction, [number, number + 1])
        low, high = first[0] + np.searchsorted(tokens.position[first[0] : first[1]], [position, position + 1])
        if len(found := np.flatnonzero(tokens.type_codes[low:high] == code)):
            return side, int(low + found[0])
    return None
