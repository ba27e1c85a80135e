"""Attributes of one mention after the other: which values, and which buckets, it or its tokens have."""

from math import isnan

from nerinspect.attributes.buckets import Bucketing, bucketing
from nerinspect.attributes.built_in import attribute_values, attributes_of
from nerinspect.events.members import entity_tokens
from nerinspect.events.segment_events import Side
from nerinspect.events.study import Attribute, Study
from nerinspect.query.filters import Term
from nerinspect.query.language.values import Interval, Value
from tests.query.plain_subsets import subsets_of

ATTRIBUTE_FIELDS = ("elen", "slen", "eden", "oden", "efre", "econ", "tfre", "tcon")
NAMED_NUMBERS: dict[str, Value] = {
    ">=2": Interval(low=2),
    "1": 1.0,
    "0.2..0.5": Interval(0.2, 0.5),
    "<0.5": Interval(high=0.5, high_open=True),
    "0": 0.0,
    ">0": Interval(low=0, low_open=True),
}


def number_fits(number: float | None, value: Value) -> bool:
    if number is None:
        return False
    if isinstance(value, Interval):
        above = number > value.low if value.low_open else number >= value.low
        below = bool(number < value.high if value.high_open else number <= value.high)
        return bool(above) and below
    return number == value


def mention_fits(study: Study, mention: tuple[Side, int, int], field: str, value: Value) -> bool:
    """Ask one mention for an attribute or a bucket."""
    side, prediction, number = mention
    if field == "correctbucket":
        return side == "predicted" and value in found_buckets_of(study, value, prediction, number)
    if field.endswith("bucket"):
        return value in buckets_of(study, value, *mention)
    name, _, text = (field, "", value) if field in ATTRIBUTE_FIELDS else str(value).partition("=")
    if name == "type":
        mentions = study.mentions_on(side)
        return bool(mentions.types[mentions.type_codes[number]] == text)
    asked = text if field in ATTRIBUTE_FIELDS else NAMED_NUMBERS[str(text)]
    return any(number_fits(one, asked) for one in values_of(study, name, *mention))


def meets(study: Study, term: Term, side: Side, prediction: int, mention: int) -> bool:
    """Tell whether a mention meets a term of a base by itself."""
    if term.field == "tough":
        mentions = study.mentions_on(side)
        start, end = int(mentions.start[mention]), int(mentions.end[mention])
        found = subsets_of(study, start, end, mentions.types[mentions.type_codes[mention]])
        return bool(found & set(map(str, term.values)))
    return any(mention_fits(study, (side, prediction, mention), term.field, value) for value in term.values)


def members_of(study: Study, side: Side, unit: str, mention: int) -> list[int]:
    """List the members of a mention: itself, or its tokens."""
    if unit == "mention":
        return [mention]
    tokens = entity_tokens(study)[side]
    pairs: list[int] = tokens.pair[tokens.first[mention] : tokens.first[mention + 1]].tolist()
    return pairs


def values_of(study: Study, name: str, side: Side, prediction: int, mention: int) -> list[float]:
    """List the values of an attribute that a mention has; none, if the study has no such attribute."""
    found = [attribute for attribute in attributes_of(study) if attribute.name.casefold() == name.casefold()]
    if not found:
        return []
    values = attribute_values(study, found[0])
    own = values.reference_of(prediction) if side == "reference" else values.predicted
    listed = [float(own[member]) for member in members_of(study, side, found[0].unit, mention)]
    return [value for value in listed if not isnan(value)]


def buckets_of(study: Study, value: Value, side: Side, prediction: int, mention: int) -> set[str]:
    """Name the buckets that a mention or its tokens are in, of the attribute that a value names, as values."""
    return {text for _, text in keyed_buckets(study, str(value), side, prediction, mention)}


def found_buckets_of(study: Study, value: Value, prediction: int, mention: int) -> set[str]:
    """Name the buckets that a predicted mention is in if the reference has it, or its tokens that the reference has."""
    of_reference = _reference_members(study, prediction)
    return {
        text
        for key, text in keyed_buckets(study, str(value), "predicted", prediction, mention)
        if key in of_reference[attribute_in(study, str(value)).unit]
    }


def attribute_in(study: Study, value: str) -> Attribute:
    name = value.partition("=")[0].partition("/")[0]
    return next(attribute for attribute in attributes_of(study) if attribute.name == name)


def keyed_buckets(study: Study, value: str, side: Side, prediction: int, mention: int) -> list[tuple[object, str]]:
    """List members of a mention by what makes them equal on both sides, each with its bucket as a value."""
    name, _, wanted = value.partition("=")[0].partition("/")
    if name not in [attribute.name for attribute in attributes_of(study)]:
        return []
    own = bucketing(study, attribute_in(study, value), int(wanted or 4))
    found = keyed_members(study, own, side, prediction, mention)
    return [(key, f"{value.partition('=')[0]}={own.names[place]}") for key, place in found]


def keyed_members(study: Study, own: Bucketing, side: Side, prediction: int, mention: int) -> list[tuple[object, int]]:
    """List the members of a mention by what makes them equal on both sides, each with the place of its bucket."""
    codes, unit = own.reference_of(prediction) if side == "reference" else own.predicted, own.attribute.unit
    members = members_of(study, side, unit, mention)
    return [(_key(study, side, unit, member), int(codes[member])) for member in members]


def member_keys(study: Study, value: Value, side: Side, prediction: int, mention: int) -> list[object]:
    """List the members of a mention that have the unit of an attribute, by what makes them equal on both sides."""
    return [key for key, _ in keyed_buckets(study, str(value), side, prediction, mention)]


def _key(study: Study, side: Side, unit: str, member: int) -> tuple[int, ...]:
    if unit == "token":
        tokens = entity_tokens(study)[side]
        return int(tokens.position[member]), int(tokens.type_codes[member])
    mentions = study.mentions_on(side)
    return int(mentions.start[member]), int(mentions.end[member]), int(mentions.type_codes[member])


def _reference_members(study: Study, prediction: int) -> dict[str, set[tuple[int, ...]]]:
    n_mentions, n_tokens = len(study.reference.mentions), len(entity_tokens(study)["reference"].position)
    return {
        "mention": {_key(study, "reference", "mention", member) for member in range(n_mentions)},
        "token": {_key(study, "reference", "token", member) for member in range(n_tokens)},
    }
