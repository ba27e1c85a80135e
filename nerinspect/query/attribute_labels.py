"""What stands on the chip of a term about attributes or their buckets: `eCon: 0 (XS)`."""

from typing import Final

from nerinspect.analysis.buckets import DEFAULT_BUCKETS, bucketing
from nerinspect.analysis.study import Study
from nerinspect.query.bucket_words import bucket_words
from nerinspect.query.fields import FIELDS
from nerinspect.query.fields.attributes import known_attribute
from nerinspect.query.fields.buckets import BucketField, BucketValue, read_bucket_value
from nerinspect.query.fields.named_values import NamedValueField
from nerinspect.query.filters import Term

_SIDES: Final = {"ref": "reference ", "pred": "predicted ", "correct": "correct "}


def attribute_label(term: Term, sign: str, study: Study | None) -> str:
    """Say a term in words.

    Parameters
    ----------
    term : Term
        Any term.
    sign : str
        What stands before each value: nothing, or `not `.
    study : Study or None
        Knows what buckets hold; without it they are named alone.

    Returns
    -------
    str
        Such as `eLen: 2 tokens (S)`, or `eLen: 2 or more tokens (XL of 2)` if it is not the usual number of buckets;
        empty for a term about other things, or about several attributes.
    """
    field = FIELDS[term.field]
    if isinstance(field, BucketField):
        read = [read_bucket_value(value) for value in term.values]
        named = [(value.attribute, _bucket(value, study)) for value in read if value]
    elif isinstance(field, NamedValueField):
        named = [(name, text) for name, _, text in (str(value).partition("=") for value in term.values)]
    else:
        return ""
    attributes = {name for name, _ in named}
    if len(attributes) != 1:
        return ""
    side = next((word for prefix, word in _SIDES.items() if term.field.startswith(prefix)), "")
    return f"{side}{attributes.pop()}: {', '.join(sign + text for _, text in named)}"


def _bucket(value: BucketValue, study: Study | None) -> str:
    attribute = known_attribute(study, value.attribute) if study else None
    if study and attribute:
        own = bucketing(study, attribute, value.n_wanted)
        if value.bucket in own.names and (words := bucket_words(own, own.names.index(value.bucket))) != value.bucket:
            of = "" if value.n_wanted == DEFAULT_BUCKETS else f" of {value.n_wanted}"
            return f"{words} ({value.bucket}{of})"
    return value.bucket
