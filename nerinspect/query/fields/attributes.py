"""Attributes of an event's mentions and tokens, by name or as `attr:NAME=VALUE`, and buckets: `bucket:eCon=XS`."""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from nerinspect.attributes.buckets import Bucketing, bucketing
from nerinspect.attributes.built_in import BUILT_IN, TYPE, attributes_of, distinct_values
from nerinspect.attributes.mention_columns import MentionColumn, events_with, value_column
from nerinspect.corpus.arrays import BoolArray, ByteArray, kept_with_owner
from nerinspect.errors import NoTrainingError, QuerySyntaxError, UnknownNameError, nearest_name
from nerinspect.events.members import NO_PARTNER, Members, entity_tokens, members
from nerinspect.events.segment_events import Side
from nerinspect.events.study import BUCKET_RANGE, DEFAULT_BUCKETS, WITHOUT_VALUE, Attribute, Study, all_counts
from nerinspect.query.fields.base import MentionField, Names, ReadsNumbers, Written, matches, read_number
from nerinspect.query.language.values import Interval, Value, Values, number_text
from nerinspect.query.language.vocabulary import Vocabulary

_MOST_KEPT: Final = 12


def known_attribute(study: Study, name: str) -> Attribute | None:
    """Find an attribute by its exact name; None if there is none, or if it needs training data that are absent."""
    return next((one for one in attributes_of(study) if one.name == name), None)


def attribute_column(study: Study, attribute: Attribute) -> MentionColumn:
    """Give the values of an attribute beside the events, nan for none, computed once for a study.

    They are those of the reference mentions, or of the predicted ones if there are none.
    """
    known: MentionColumn | None = all_counts(study).get("attributes", {}).get(attribute.name)
    kept = _kept_columns(study)
    if known or (known := kept.get(attribute.name)):
        return known
    column = kept[attribute.name] = value_column(study, distinct_values(study, attribute), attribute.unit)
    for older in list(kept)[:-_MOST_KEPT]:  # they are long where there are many events
        kept.pop(older, None)
    return column


@kept_with_owner
def _kept_columns(study: Study) -> dict[str, MentionColumn]:
    return {}


def has_member(study: Study, side: Side, attribute: Attribute, passes: BoolArray) -> BoolArray:
    """Tell which mentions pass, or have a token that does; if need be, in rows, as each prediction sees them."""
    return passes if attribute.unit == "mention" else _by_row(entity_tokens(study)[side].any_in_mention, passes)


def members_of_mentions(study: Study, side: Side, attribute: Attribute, kept: BoolArray) -> BoolArray:
    """Tell which members some mentions hold: the reverse of `has_member`, of the same shapes."""
    return kept if attribute.unit == "mention" else _by_row(entity_tokens(study)[side].of_mentions, kept)


def _by_row(tell: Callable[[BoolArray], BoolArray], kept: BoolArray) -> BoolArray:
    return tell(kept) if kept.ndim == 1 else np.stack([tell(row) for row in kept])


def events_with_any(study: Study, side: Side, field: MentionField, values: Values) -> BoolArray:
    """Tell which events have a mention of a side that has one of the values of a field; the last answers are kept."""
    kept, key = _kept_masks(study), (side, field.name, values)
    if key not in kept:
        kept[key] = np.packbits(events_with(study, side, field.mentions(study, side, values)))
        for older in list(kept)[:-_MOST_KEPT]:
            kept.pop(older, None)
    return np.unpackbits(kept[key], count=len(study.events)).view(np.bool_)


@kept_with_owner
def _kept_masks(study: Study) -> dict[tuple[Side, str, Values], ByteArray]:
    return {}


class ValueField(MentionField):
    """A field that asks for values of attributes; one mention of an event that has one is enough.

    Without a side it looks at the reference, or at the prediction if there are no mentions.
    """

    def __init__(self, name: str, meaning: str, side: Side | None = None) -> None:
        super().__init__(name, meaning)
        self._side = side

    @abstractmethod
    def asked(self, study: Study, values: Values) -> Iterator[tuple[Attribute, Value]]:
        """Give the attribute and the number that each value asks for; nothing where the study has no such value."""

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        if self._side is not None:
            return events_with_any(study, self._side, self, values)
        mask = np.zeros(len(study.events), dtype=bool)
        for attribute, value in self.asked(study, values):
            mask |= attribute_column(study, attribute).has_any(partial(matches, value=value))
        return mask

    def mentions(self, study: Study, side: Side, values: Values) -> BoolArray:
        mask = np.zeros(len(study.mentions_on(side)), dtype=bool)
        for attribute, value in self.asked(study, values):
            distinct = distinct_values(study, attribute)
            places = distinct.reference if side == "reference" else distinct.predicted
            mask = mask | has_member(study, side, attribute, matches(distinct.values, value)[places])
        return mask


class AttributeField(ReadsNumbers, ValueField):
    """A number, comparison or range of an attribute that every study has; the field is called like it."""

    def __init__(self, attribute: Attribute, meaning: str) -> None:
        super().__init__(attribute.name.casefold(), meaning)
        self.attribute = attribute
        self.needs_training = self.is_costly = attribute.needs_training

    def asked(self, study: Study, values: Values) -> Iterator[tuple[Attribute, Value]]:
        """Ask for each number; for nothing without the training data it needs."""
        if known_attribute(study, self.attribute.name):
            yield from ((self.attribute, value) for value in values)

    def counts(self, study: Study, among: BoolArray) -> dict[Value, int]:
        """Count by number, ascending; an event once for each number it has."""
        if not known_attribute(study, self.attribute.name):
            return {}
        column = attribute_column(study, self.attribute)
        _, values = column.pairs(among)
        every = np.unique(np.concatenate([column.first, column.more]))
        every = every[~np.isnan(every)]
        counts = np.bincount(np.searchsorted(every, values[~np.isnan(values)]), minlength=len(every))
        return dict(zip(every.tolist(), counts.tolist(), strict=True))


_MEANINGS: Final = {
    "eLen": ("tokens in the mention", ">=3"),
    "sLen": ("tokens in the sentence", ">=40"),
    "eDen": ("reference mentions per token in the sentence", "<0.1"),
    "oDen": ("share of the sentence’s tokens that training lacks", ">0.2"),
    "eFre": ("share of training mentions with the same surface", "0"),
    "eCon": ("share of the surface’s places in training with the same type", "0..0.5"),
    "tFre": ("share of training tokens that are a token of the mention", "0"),
    "tCon": ("share of a token’s places in training with the same type", "<0.5"),
}
"""What each field means, and an example."""

ATTRIBUTES: Final = tuple(
    AttributeField(one, meaning).such_as(example)
    for one in BUILT_IN
    if one.name in _MEANINGS
    for meaning, example in [_MEANINGS[one.name]]
)


_NAMED_VALUE: Final = re.compile(r"([^=<>]+)(?:=|(?=[<>]))(.+)", re.DOTALL)
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class NamedValueField(ValueField):
    """A field whose values name an attribute: `genre=news`, `confidence=>0.5`, `written=2020-01-01..2020-06-30`."""

    is_costly = True
    example = "eLen=>=3"

    def read(self, written: Written, names: Names) -> Value:
        """Find the attribute, if need be whatever its case, and read what follows as its scale has it."""
        found = _NAMED_VALUE.fullmatch(written.text)
        if not found:
            raise QuerySyntaxError("write an attribute and its value, such as genre=news or eLen=>=3", written.position)
        (name, text), vocabulary = found.groups(), names.vocabulary
        attribute = vocabulary.attribute(name)
        if attribute is None and vocabulary.study is None:
            return f"{name}={text}"
        if attribute is None:
            nearest = nearest_name(name, (one.name for one in vocabulary.attributes))
            known = [f"{nearest}={text}"] if nearest else []
            raise UnknownNameError("attribute value", written.text, known, written.position)
        if attribute.needs_training and not vocabulary.has_training:
            raise NoTrainingError(f"{self.name}:{attribute.name}", written.position)
        return f"{attribute.name}={_canonical(attribute, text, written, vocabulary)}"

    def asked(self, study: Study, values: Values) -> Iterator[tuple[Attribute, Value]]:
        for value in values:
            name, _, text = value.partition("=") if isinstance(value, str) else ("", "", "")
            attribute = known_attribute(study, name)
            if attribute is not None and (number := _number_for(study, attribute, text)) is not None:
                yield attribute, number

    def named(self, study: Study) -> Values:
        return tuple(
            f"{attribute.name}={name}"
            for attribute in study.attributes
            if attribute.scale == "name"
            for name in distinct_values(study, attribute).names
        )


def named_value(attribute: str, value: Value) -> str:
    return f"{attribute}={_number_text(value)}"


def _canonical(attribute: Attribute, text: str, written: Written, vocabulary: Vocabulary) -> str:
    if attribute.scale == "date":
        _days(text, written.position)
        return text
    if attribute.scale != "name":
        return _number_text(read_number(Written(text, written.position)))
    if vocabulary.study is not None:
        values = distinct_values(vocabulary.study, attribute).names
        if text not in values:
            known = [f"{attribute.name}={value}" for value in values]
            raise UnknownNameError("attribute value", written.text, known, written.position)
    return text


def _number_text(value: Value) -> str:
    return number_text(value) if isinstance(value, int | float) else str(value)


def _number_for(study: Study, attribute: Attribute, text: str) -> float | Interval | None:
    """Read what a value asks for; None if no member of the study can have it."""
    if attribute.scale == "name":
        names = distinct_values(study, attribute).names
        return float(names.index(text)) if text in names else None
    try:
        return _days(text, 0) if attribute.scale == "date" else read_number(Written(text))
    except QuerySyntaxError:  # a kept filter, and an attribute that has become one of another scale
        return None


def _days(text: str, position: int) -> float | Interval:
    """Read a date, a comparison with one or a range of dates as days since 1970."""
    try:
        numbers = _DATE.sub(lambda date: str(np.datetime64(date[0], "D").astype(int)), text)
        if numbers == text:
            raise ValueError(text)
        return read_number(Written(numbers, position))
    except (ValueError, QuerySyntaxError):
        problem = f"{text} is not a date; write 2024-01-31, >=2024-01-31 or a range such as 2024-01-01..2024-01-31"
        raise QuerySyntaxError(problem, position) from None


ATTRIBUTE_VALUE = NamedValueField("attr", "value of any attribute, by its name")
REFERENCE_VALUE = NamedValueField("refattr", "attribute value of a reference mention", "reference")
PREDICTED_VALUE = NamedValueField("predattr", "attribute value of a predicted mention", "predicted")


Counted: TypeAlias = Literal["reference", "predicted", "correct"]
"""Which members of a bucket: those of the reference, those predicted, and the predicted ones that are correct."""

_BUCKET_VALUE: Final = re.compile(r"(?P<attribute>[^=]+?)(?:/(?P<wanted>[0-9]{1,9}))?=(?P<bucket>.+)", re.DOTALL)
_OF_NUMBERS: Final = re.compile(r"(?i:XS|S|M|L|XL|B[0-9]+|none)")


class BucketValue(NamedTuple):
    """What a value of a term says."""

    attribute: str
    n_wanted: int
    bucket: str


def bucket_value(attribute: str, bucket: str, n_wanted: int = DEFAULT_BUCKETS) -> str:
    """Write a bucket as a value of a term, such as `eCon=XS` or `eCon/6=B2`.

    The number of buckets is said only where it is another than the usual one and makes a difference.
    """
    says_number = n_wanted != DEFAULT_BUCKETS and attribute != TYPE.name
    return f"{attribute}/{n_wanted}={bucket}" if says_number else f"{attribute}={bucket}"


def read_bucket_value(value: Value) -> BucketValue | None:
    found = _BUCKET_VALUE.fullmatch(value) if isinstance(value, str) else None
    return found and BucketValue(found["attribute"], int(found["wanted"] or DEFAULT_BUCKETS), found["bucket"])


def members_in(study: Study, own: Bucketing, place: int, counted: Counted) -> BoolArray:
    """Tell which members of a side are in a bucket, by its place; a mention that is correct where its reference is."""
    is_in: BoolArray = own.of_value == place
    if counted == "reference":
        return is_in[own.distinct.reference]
    in_predicted = is_in[own.distinct.predicted]
    if counted == "predicted":
        return in_predicted
    among = members(study, own.attribute.unit)
    is_correct: BoolArray = among.partner != NO_PARTNER
    if own.attribute.unit == "token":
        is_correct &= in_predicted
    else:
        is_correct[is_correct] = _of_partners(among, is_in[own.distinct.reference], is_correct)
    return is_correct


def _of_partners(among: Members, values: BoolArray, which: BoolArray) -> BoolArray:
    """Give the values of the reference members that some predicted members equal, as their prediction sees them."""
    if values.ndim == 1:
        return values[among.partner[which]]
    prediction = np.repeat(np.arange(len(values)), np.diff(among.predicted_start))
    return values[prediction[which], among.partner[which]]


class BucketField(MentionField):
    """A bucket that some member of an event, of any of the kinds that are counted, is in."""

    is_costly = True
    example = "eLen=XS"

    def __init__(self, name: str, meaning: str, *counted: Counted) -> None:
        super().__init__(name, meaning)
        self._counted = counted

    def read(self, written: Written, names: Names) -> Value:
        """Find attribute and bucket: those of numbers whatever their case, those that are names exactly."""
        found = _BUCKET_VALUE.fullmatch(written.text)
        if not found:
            raise QuerySyntaxError("write an attribute and its bucket, such as eCon=XS", written.position)
        vocabulary, bucket = names.vocabulary, found["bucket"]
        n_wanted = int(found["wanted"] or vocabulary.n_buckets)
        lowest, highest = BUCKET_RANGE
        if not lowest <= n_wanted <= highest:
            nearest = min(max(n_wanted, lowest), highest)
            problem = f"choose {lowest} to {highest} buckets, not {n_wanted}; the nearest number is {nearest}"
            raise QuerySyntaxError(problem, written.position)
        attribute = vocabulary.attribute(found["attribute"])
        if attribute is None and vocabulary.study is None:
            return bucket_value(found["attribute"], bucket, n_wanted)
        if attribute is None:
            known = [bucket_value(one.name, bucket, n_wanted) for one in vocabulary.attributes]
            raise UnknownNameError("bucket", written.text, known, written.position)
        if attribute.needs_training and not vocabulary.has_training:
            raise NoTrainingError(f"{self.name}:{attribute.name}", written.position)
        if attribute.scale != "name" and _OF_NUMBERS.fullmatch(bucket):
            bucket = bucket.lower() if bucket.lower() == WITHOUT_VALUE else bucket.upper()
        own = vocabulary.buckets(attribute, n_wanted)
        if own is not None and bucket not in own.names:
            known = [bucket_value(attribute.name, name, n_wanted) for name in own.names]
            raise UnknownNameError("bucket", written.text, known, written.position)
        return bucket_value(attribute.name, bucket, n_wanted)

    def mask(self, study: Study, values: Values, among: BoolArray | None = None) -> BoolArray:
        mask = np.zeros(len(study.events), dtype=bool)
        for counted in self._counted:
            side: Side = "reference" if counted == "reference" else "predicted"
            mask |= events_with_any(study, side, self, values)
        return mask

    def mentions(self, study: Study, side: Side, values: Values) -> BoolArray:
        """Compare each mention of a side, whatever members of an event the field looks at; but see `CORRECT_BUCKET`."""
        counted: Counted = "correct" if self._counted == ("correct",) and side == "predicted" else side
        mask = np.zeros(len(study.mentions_on(side)), dtype=bool)
        for own, place in _places(study, values):
            mask = mask | has_member(study, side, own.attribute, members_in(study, own, place, counted))
        return mask

    def named(self, study: Study) -> Values:
        of_each = ((attribute.name, bucketing(study, attribute).names) for attribute in attributes_of(study))
        return tuple(bucket_value(attribute, name) for attribute, names in of_each for name in names)


def found_in_buckets(study: Study, values: Values, in_reference: BoolArray, in_predicted: BoolArray) -> BoolArray:
    """Tell which predicted mentions hold a member of some buckets that is found, between mentions that are looked at.

    A correct mention counts, or a token that stands in such a mention of each side. Those of the reference may be rows,
    as each prediction sees them.
    """
    mask = np.zeros(len(study.predicted), dtype=bool)
    for own, place in _places(study, values):
        among, passes = members(study, own.attribute.unit), members_in(study, own, place, "correct")
        passes &= members_of_mentions(study, "predicted", own.attribute, in_predicted)
        of_reference = members_of_mentions(study, "reference", own.attribute, in_reference)
        passes[passes] = _of_partners(among, of_reference, passes)
        mask |= has_member(study, "predicted", own.attribute, passes) & in_predicted
    return mask


def _places(study: Study, values: Values) -> Iterator[tuple[Bucketing, int]]:
    """Find the bucketing of each value and the place of its bucket there; nothing for a bucket the study has not."""
    for value in values:
        read = read_bucket_value(value)
        attribute = known_attribute(study, read.attribute) if read else None
        if read and attribute and BUCKET_RANGE[0] <= read.n_wanted <= BUCKET_RANGE[1]:
            own = bucketing(study, attribute, read.n_wanted)
            if read.bucket in own.names:
                yield own, own.names.index(read.bucket)


BUCKET = BucketField("bucket", "bucket of a mention, of the reference or predicted", "reference", "predicted")
REFERENCE_BUCKET = BucketField("refbucket", "bucket of a reference mention", "reference")
PREDICTED_BUCKET = BucketField("predbucket", "bucket of a predicted mention", "predicted")
CORRECT_BUCKET = BucketField("correctbucket", "bucket of a mention that is found", "correct")
"""For an attribute of tokens: of a token that is found. Of mentions it judges the predicted ones."""
