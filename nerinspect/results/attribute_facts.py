"""The attributes of the mentions of an event and of its sentence, each with the bucket it falls into."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from nerinspect.analysis.attribute import DEFAULT_BUCKETS, Attribute, AttributeValues
from nerinspect.analysis.attributes import BUILT_IN, TYPE, attribute_values, attributes_of
from nerinspect.analysis.buckets import bucketing
from nerinspect.analysis.events import SIDES, Side
from nerinspect.analysis.members import entity_tokens
from nerinspect.analysis.percent import UNDEFINED
from nerinspect.analysis.study import Study
from nerinspect.query.bucket_words import bucket_words, whole_text
from nerinspect.query.fields.buckets import BUCKET, bucket_value
from nerinspect.query.filters import Term
from nerinspect.query.writer import query_text
from nerinspect.results.mention_facts import EventMention, FactValue, event_mentions

OF_SENTENCES: Final = ("sLen", "eDen", "oDen")
"""Names of the attributes that all mentions of a sentence share."""

_DIGITS: Final = 2
"""So many digits of a small number are written."""


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
    """Give the value of an attribute of one mention.

    Parameters
    ----------
    study : Study
        With training data, if the attribute needs them.
    attribute : Attribute
        One of `attributes_of` that is no attribute of tokens.
    mention : EventMention
        The mention.
    n_wanted : int
        The m of the definitions.

    Returns
    -------
    FactValue
        Its query finds the events with a mention in the same bucket.
    """
    return _fact(study, attribute, mention.side, mention.place, int(study.events.prediction[mention.event]), n_wanted)


def sentence_attributes(study: Study, event: int, n_wanted: int = DEFAULT_BUCKETS) -> list[tuple[Attribute, FactValue]]:
    """List the attributes of the sentence of an event, with their values."""
    mention, facts = event_mentions(study, event, 1)[0], []
    for attribute in (one for one in attributes_of(study) if one.name in OF_SENTENCES):
        fact = mention_attribute(study, attribute, mention, n_wanted)
        if attribute.name == "eDen":
            fact = replace(fact, note=f"{_density(study, event)}, {fact.note}")
        facts.append((attribute, fact))
    return facts


def token_attributes(
    study: Study, prediction: int, position: int, types: Sequence[str], n_wanted: int = DEFAULT_BUCKETS
) -> list[str]:
    """Say the values of the attributes of tokens for one token inside mentions.

    Parameters
    ----------
    study : Study
        Without training data there are none.
    prediction : int
        Number of the prediction on show.
    position : int
        Place of the token in the whole text.
    types : sequence of str
        Types of the mentions around it, each once.
    n_wanted : int
        The m of the definitions.

    Returns
    -------
    list of str
        Such as `tCon as LOC: 0.63 (L, over 0.58)`; the frequency once, since it is the same for all types.
    """
    lines: dict[str, None] = {}
    for attribute in (one for one in attributes_of(study) if one.unit == "token"):
        for name in types:
            if found := _token_member(study, prediction, position, name):
                fact = _fact(study, attribute, *found, prediction, n_wanted)
                of = "" if attribute.name == "tFre" else f" as {name}"
                lines[f"{attribute.name}{of}: {fact.text}, {fact.note.partition(chr(10))[0]}"] = None
    return list(lines)


def value_text(attribute: Attribute, values: AttributeValues, value: float) -> str:
    """Write a value: small numbers with two digits that mean something, days as ISO 8601 has them.

    Whole numbers of the user's own, such as years, stand as they are written; others are grouped by thousands.
    """
    if np.isnan(value):
        return UNDEFINED
    if attribute.scale == "name":
        return values.names[int(value)]
    if attribute.scale == "date":
        return str(np.datetime64(int(value), "D"))
    if float(value).is_integer():
        return whole_text(attribute, int(value))
    if abs(value) >= 1:
        return f"{value:,.{_DIGITS}f}"
    return np.format_float_positional(value, _DIGITS, unique=False, fractional=False, trim="-")


def _density(study: Study, event: int) -> str:
    """Say how the density of the sentence of an event comes about, such as `1 / 6`."""
    first, last = study.text.sentence_start[study.event_sentence[event] :][:2].tolist()
    n_mentions = int(np.diff(study.reference.mentions.start.searchsorted(np.array([first, last], dtype=np.int32)))[0])
    return f"{n_mentions:,} / {last - first:,}"


def _fact(study: Study, attribute: Attribute, side: Side, place: int, prediction: int, n_wanted: int) -> FactValue:
    own, values = bucketing(study, attribute, n_wanted), attribute_values(study, attribute)
    if side == "reference":
        code, value = own.reference_of(prediction)[place], values.reference_of(prediction)[place]
    else:
        code, value = own.predicted[place], values.predicted[place]
    bucket, text = own.names[code], value_text(attribute, values, float(value))
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
