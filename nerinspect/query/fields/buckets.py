"""Buckets of the mentions of an event, or of their tokens: `bucket:eCon=XS`, `bucket:eLen/6=B2`."""

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from nerinspect.attributes.buckets import Bucketing, bucketing
from nerinspect.attributes.built_in import TYPE, attributes_of
from nerinspect.corpus.arrays import BoolArray
from nerinspect.errors import NoTrainingError, QuerySyntaxError, UnknownNameError
from nerinspect.events.members import NO_PARTNER, Members, members
from nerinspect.events.segment_events import Side
from nerinspect.events.study import BUCKET_RANGE, DEFAULT_BUCKETS, WITHOUT_VALUE, Study
from nerinspect.query.fields.attributes import events_with_any, has_member, known_attribute, members_of_mentions
from nerinspect.query.fields.base import MentionField, Names, Written
from nerinspect.query.language.values import Value, Values

Counted: TypeAlias = Literal["reference", "predicted", "correct"]
"""Which members of a bucket: those of the reference, those predicted, and the predicted ones that are correct."""

_WRITTEN: Final = re.compile(r"(?P<attribute>[^=]+?)(?:/(?P<wanted>[0-9]{1,9}))?=(?P<bucket>.+)", re.DOTALL)
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
    found = _WRITTEN.fullmatch(value) if isinstance(value, str) else None
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
        found = _WRITTEN.fullmatch(written.text)
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
