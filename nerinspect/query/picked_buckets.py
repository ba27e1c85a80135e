"""Buckets of an attribute as terms of a selection: one term for each attribute, its buckets are OR."""

from collections.abc import Iterable, Iterator
from typing import Final

from nerinspect.analysis.buckets import DEFAULT_BUCKETS
from nerinspect.query.fields.buckets import (
    BUCKET,
    CORRECT_BUCKET,
    PREDICTED_BUCKET,
    REFERENCE_BUCKET,
    BucketValue,
    bucket_value,
    read_bucket_value,
)
from nerinspect.query.filters import Filter, Not, Term
from nerinspect.query.runs import toggled
from nerinspect.query.selection import Selection

BUCKET_FIELDS: Final = frozenset(field.name for field in (BUCKET, REFERENCE_BUCKET, PREDICTED_BUCKET, CORRECT_BUCKET))
"""The fields that ask for buckets."""


def without_buckets(selection: Selection, attribute: str) -> Selection:
    """Drop what is said about the buckets of one attribute: its counts are taken under what is left."""
    return selection.replaced(_about(selection, attribute), None)


def picked_buckets(selection: Selection, attribute: str, n_wanted: int = DEFAULT_BUCKETS) -> tuple[str, ...]:
    """Name the buckets of an attribute that are picked, on any side.

    Parameters
    ----------
    selection : Selection
        What is selected in all panels.
    attribute : str
        Name of the attribute.
    n_wanted : int
        How many buckets are on show; those picked among another number are not named.
    """
    return tuple(
        dict.fromkeys(
            value.bucket
            for term in _about(selection, attribute)
            if isinstance(term, Term)
            for value in _values(term)
            if bucket_value(attribute, value.bucket, value.n_wanted) == bucket_value(attribute, value.bucket, n_wanted)
        )
    )


def toggle_bucket(selection: Selection, attribute: str, bucket: str, n_wanted: int = DEFAULT_BUCKETS) -> Selection:
    """Add a bucket to those picked of an attribute, or take it away; those of another number are dropped."""
    picked = toggled(picked_buckets(selection, attribute, n_wanted), bucket)
    return pick_buckets(selection, attribute, map(str, picked), n_wanted)


def pick_buckets(
    selection: Selection, attribute: str, buckets: Iterable[str], n_wanted: int = DEFAULT_BUCKETS
) -> Selection:
    """Let an attribute have just some buckets, such as those between two clicks; none free it.

    Returns
    -------
    Selection
        Keeps events with a reference or predicted member in one of them; what was said about the attribute is gone.
    """
    values = tuple(bucket_value(attribute, bucket, n_wanted) for bucket in buckets)
    return selection.replaced(_about(selection, attribute), Term(BUCKET.name, values) if values else None)


def _about(selection: Selection, attribute: str) -> list[Filter]:
    """List the terms that ask about buckets of just one attribute."""
    return [
        term
        for term in selection.terms
        if term.fields and term.fields <= BUCKET_FIELDS and {one.attribute for one in _values(term)} == {attribute}
    ]


def _values(term: Filter) -> Iterator[BucketValue]:
    """List every bucket that a term about buckets names."""
    if isinstance(term, Term):
        yield from filter(None, map(read_bucket_value, term.values))
    elif isinstance(term, Not):
        yield from _values(term.inner)
    else:
        for part in getattr(term, "filters", ()):
            yield from _values(part)
