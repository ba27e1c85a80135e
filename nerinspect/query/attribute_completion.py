"""What a term about attributes may go on with: their names, then buckets or values."""

from collections.abc import Iterator

from nerinspect.analysis.attributes import attribute_values
from nerinspect.analysis.buckets import BUCKET_RANGE
from nerinspect.query.bucket_words import bucket_words
from nerinspect.query.fields.base import Field
from nerinspect.query.fields.buckets import BucketField, bucket_value
from nerinspect.query.fields.named_values import NamedValueField
from nerinspect.query.vocabulary import Vocabulary


def asks_of_attributes(field: Field) -> bool:
    """Tell whether the values of a field begin with the name of an attribute."""
    return isinstance(field, BucketField | NamedValueField)


def attribute_terms(field: Field, typed: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    """Offer values of such a field.

    Parameters
    ----------
    field : Field
        One of those.
    typed : str
        The value as far as it is written.
    vocabulary : Vocabulary
        The names of the open files.

    Yields
    ------
    value, meaning : str
        Attributes with an equals sign, as long as none is named; then its buckets, for which these are computed, or
        its values, if they are names.
    """
    name, equals, _ = typed.partition("=")
    if not equals:
        yield from ((f"{one.name}=", one.meaning) for one in vocabulary.attributes)
        return
    name, _, wanted = name.partition("/")
    attribute, n_wanted = vocabulary.attribute(name), int(wanted) if wanted.isdecimal() else vocabulary.n_buckets
    if vocabulary.study is None or attribute not in vocabulary.attributes or attribute is None:
        return
    if isinstance(field, NamedValueField):
        is_named = attribute.scale == "name"
        names = attribute_values(vocabulary.study, attribute).names if is_named else ()
        yield from ((f"{attribute.name}={one}", "") for one in names)
    elif BUCKET_RANGE[0] <= n_wanted <= BUCKET_RANGE[1] and (own := vocabulary.buckets(attribute, n_wanted)):
        for place, bucket in enumerate(own.names):
            yield bucket_value(attribute.name, bucket, n_wanted), bucket_words(own, place)
